// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* on the levels of the platform game: expansions, how many of them per second of processor time,
// and bytes for each state that was met.
//
//     waymark_worlds [MOST [DATA]]    MOST = no level beyond so many million expansions, 0 = all;
//                                     DATA holds platformer/; default $WAYMARK_DATA or ../shared
#include <waymark/file.h>
#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WORLDS_LEVELS 25u
#define WORLDS_ALGORITHM "astar(open=bucket)"

/// What a search has cost.
typedef struct worlds_result {
    way_cost frames;
    uint64_t expansions;
    uint64_t reopenings;
    uint32_t states;
    double build_seconds; ///< of the space: the way round the walls
    double seconds;
    size_t space_bytes, agent_bytes;
} worlds_result;

static void worlds_require(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "worlds: %s: %s\n", what, way_status_text(status));
        exit(4);
    }
}

static double worlds_now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool worlds_read(const char *path, way_level *level)
{
    way_file file;
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        return false;
    }
    worlds_require(way_level_parse(file.bytes, file.size, NULL, level, NULL), path);
    way_file_free(&file);
    return true;
}

/// False if the search was cut short.
static bool worlds_search(const way_level *level, uint64_t most, worlds_result *result)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_platform_config config = {.level = level};
    const double begin = worlds_now();
    worlds_require(way_space_create_platform(&config, &space), "space");
    const way_navigator_config plan = {.space = space, .algorithm = WORLDS_ALGORITHM};
    worlds_require(way_navigator_create(&plan, &navigator), "navigator");
    const way_agent_config agents = {.navigator = navigator};
    worlds_require(way_agent_create(&agents, &agent), "agent");
    const way_trip trip = {
        .start = way_platform_start(space), .mode = WAY_GOAL_SPACE, .expansion_limit = most};
    const double start = worlds_now();
    worlds_require(way_agent_begin(agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(agent);
    const way_stats stats = way_agent_stats(agent);
    *result = (worlds_result){.frames = way_agent_cost(agent),
                              .expansions = stats.expansions,
                              .reopenings = stats.reopenings,
                              .states = way_platform_count(space),
                              .build_seconds = start - begin,
                              .seconds = worlds_now() - start,
                              .space_bytes = way_platform_bytes(space),
                              .agent_bytes = stats.bytes};
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return outcome == WAY_OUTCOME_ARRIVED;
}

static int worlds_order(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double worlds_median(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, worlds_order);
    return count ? (values[(count - 1) / 2] + values[count / 2]) / 2 : 0;
}

static void worlds_print(const char *name, const worlds_result *result)
{
    printf(
        "%-9s %7u %12llu %8.1f %12u %8.3f %8.2f %10.2f %9.1f %9.1f\n", name, result->frames,
        (unsigned long long)result->expansions,
        100.0 * (double)result->reopenings / (double)result->expansions, result->states,
        result->build_seconds, result->seconds, (double)result->expansions / result->seconds / 1e6,
        (double)result->space_bytes / result->states, (double)result->agent_bytes / result->states);
    (void)fflush(stdout);
}

int main(int count, char **arguments)
{
    static const char *const sets[] = {"test", "train"};
    const uint64_t most = count > 1 ? strtoull(arguments[1], NULL, 10) * 1000000 : 0;
    const char *data = count > 2 ? arguments[2] : getenv("WAYMARK_DATA");
    double speeds[2 * WORLDS_LEVELS];
    double space_bytes[2 * WORLDS_LEVELS];
    double agent_bytes[2 * WORLDS_LEVELS];
    uint32_t solved = 0;
    printf("%-9s %7s %12s %8s %12s %8s %8s %10s %9s %9s\n", "level", "frames", "expansions",
           "reopen%", "states", "build s", "A* s", "Mexp/s", "B/state", "+ agent");
    for (uint32_t i = 0; i < 2 * WORLDS_LEVELS; i++) {
        char name[32];
        char path[1024];
        way_level level;
        worlds_result result;
        snprintf(name, sizeof name, "%s/%02u", sets[i / WORLDS_LEVELS], i % WORLDS_LEVELS + 1);
        snprintf(path, sizeof path, "%s/platformer/%s.lvl", data ? data : "../shared", name);
        if (!worlds_read(path, &level)) {
            printf("%s: not there\n", path);
            return 1;
        }
        if (worlds_search(&level, most, &result)) {
            worlds_print(name, &result);
            speeds[solved] = (double)result.expansions / result.seconds / 1e6;
            space_bytes[solved] = (double)result.space_bytes / result.states;
            agent_bytes[solved++] = (double)result.agent_bytes / result.states;
        }
        way_level_free(&level);
    }
    printf("%u levels by %s; medians: %.2f million expansions per second, %.1f bytes per state in "
           "the space, %.1f in the agent\n",
           solved, WORLDS_ALGORITHM, worlds_median(speeds, solved),
           worlds_median(space_bytes, solved), worlds_median(agent_bytes, solved));
    return 0;
}
