// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* on the levels of the platform game: expansions, how many of them per second of processor time,
// and bytes for each state that was met; then other searches on the levels that are not too hard.
//
//     waymark_worlds [--most N] [--markdown FILE] [DATA]
//
// --most N leaves levels alone that take more than N million expansions. DATA holds platformer/;
// default $WAYMARK_DATA or ../shared.
#include "bench/kit/dataset.h"
#include "bench/kit/output.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"

#include <waymark/file.h>
#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLDS_LEVELS 25u ///< of each set
#define WORLDS_ALGORITHM "astar(open=bucket)"
#define WORLDS_EASY 1000000u ///< A*'s expansions on levels where all searches are compared

/// What a search has cost.
typedef struct worlds_result {
    bool solved;
    way_cost frames;
    uint64_t expansions;
    uint64_t reopenings;
    uint32_t states;
    double build_seconds; ///< of the space: the way round the walls
    double seconds;
    size_t space_bytes, agent_bytes;
} worlds_result;

typedef struct worlds_level {
    char name[16];
    way_level level;
    worlds_result result; ///< of A*
} worlds_level;

static bool worlds_read(const char *path, way_level *level)
{
    way_file file;
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        return false;
    }
    require_ok(way_level_parse(file.bytes, file.size, NULL, level, NULL), path);
    way_file_free(&file);
    return true;
}

static worlds_result worlds_search(const way_level *level, const char *algorithm, uint64_t most)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_platform_config config = {.level = level};
    const double begin = stopwatch_cpu();
    require_ok(way_space_create_platform(&config, &space), "space");
    const way_navigator_config plan = {.space = space, .algorithm = algorithm};
    require_ok(way_navigator_create(&plan, &navigator), algorithm);
    const way_agent_config agents = {.navigator = navigator};
    require_ok(way_agent_create(&agents, &agent), "agent");
    const way_trip trip = {
        .start = way_platform_start(space), .mode = WAY_GOAL_SPACE, .expansion_limit = most};
    const double start = stopwatch_cpu();
    require_ok(way_agent_begin(agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(agent);
    const double end = stopwatch_cpu();
    const way_stats stats = way_agent_stats(agent);
    const worlds_result result = {.solved = outcome == WAY_OUTCOME_ARRIVED,
                                  .frames = way_agent_cost(agent),
                                  .expansions = stats.expansions,
                                  .reopenings = stats.reopenings,
                                  .states = way_platform_count(space),
                                  .build_seconds = start - begin,
                                  .seconds = end - start,
                                  .space_bytes = way_platform_bytes(space),
                                  .agent_bytes = stats.bytes};
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return result;
}

// Figures -----------------------------------------------------------------------------------------

static int worlds_order(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef double (*worlds_figure)(const worlds_result *result);

static double worlds_speed(const worlds_result *result)
{
    return (double)result->expansions / result->seconds / 1e6;
}

static double worlds_space_bytes(const worlds_result *result)
{
    return (double)result->space_bytes / result->states;
}

static double worlds_agent_bytes(const worlds_result *result)
{
    return (double)result->agent_bytes / result->states;
}

static double worlds_build(const worlds_result *result)
{
    return result->build_seconds * 1e3;
}

/// The median over the levels that were solved.
static double worlds_median(const worlds_level *levels, uint32_t count, worlds_figure figure)
{
    double values[2 * WORLDS_LEVELS];
    uint32_t solved = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (levels[i].result.solved) {
            values[solved++] = figure(&levels[i].result);
        }
    }
    qsort(values, solved, sizeof *values, worlds_order);
    return solved ? (values[(solved - 1) / 2] + values[solved / 2]) / 2 : 0;
}

// Report ------------------------------------------------------------------------------------------

static void worlds_print_levels(FILE *out, const worlds_level *levels, uint32_t count)
{
    fprintf(out, "| level | frames | expansions | opened again | states met | estimate ms | s | "
                 "million expansions/s | bytes/state, space | bytes/state, agent |\n"
                 "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t i = 0; i < count; i++) {
        const worlds_result *result = &levels[i].result;
        if (result->solved) {
            fprintf(out, "| %s | %u | %llu | %.1f %% | %u | %.1f | %.2f | %.2f | %.1f | %.1f |\n",
                    levels[i].name, result->frames, (unsigned long long)result->expansions,
                    100.0 * (double)result->reopenings / (double)result->expansions, result->states,
                    worlds_build(result), result->seconds, worlds_speed(result),
                    worlds_space_bytes(result), worlds_agent_bytes(result));
        }
    }
}

/// One row: sums over the easy levels, against A*.
static void worlds_print_search(FILE *out, const worlds_level *levels, uint32_t count,
                                const char *algorithm)
{
    worlds_result sum = {0};
    worlds_result best = {0};
    uint32_t solved = 0;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < count; i++) {
        const worlds_result *known = &levels[i].result;
        if (!known->solved || known->expansions > WORLDS_EASY) {
            continue;
        }
        const worlds_result result =
            worlds_search(&levels[i].level, algorithm, (uint64_t)WORLDS_EASY * 10);
        tried++;
        if (result.solved) {
            solved++;
            sum.expansions += result.expansions;
            sum.seconds += result.seconds;
            sum.frames += result.frames;
            best.expansions += known->expansions;
            best.seconds += known->seconds;
            best.frames += known->frames;
        }
    }
    if (solved == 0) {
        fprintf(out, "| %s | 0 of %u | | | |\n", algorithm, tried);
        return;
    }
    fprintf(out, "| %s | %u of %u | %.3f | %.3f | %.2f |\n", algorithm, solved, tried,
            (double)sum.expansions / (double)best.expansions, sum.seconds / best.seconds,
            (double)sum.frames / best.frames);
}

static void worlds_report(FILE *out, const worlds_level *levels, uint32_t count)
{
    static const char *const searches[] = {
        WORLDS_ALGORITHM,     "astar(open=heap4)",  "bucketastar", "fringe",
        "weighted(weight=2)", "weighted(weight=4)", "greedy",      "speedy"};
    uint32_t solved = 0;
    for (uint32_t i = 0; i < count; i++) {
        solved += levels[i].result.solved;
    }
    fprintf(out,
            "# Worlds, measured\n\n    make bench-worlds\n\n"
            "`%s` on %u levels of 50 x 50 tiles of the platform game. **Medians: %.2f million "
            "expansions per second; %.1f bytes for each state met in the space and %.1f in the "
            "agent, %.1f together; %.0f ms for the table of the estimate.** Times are of the "
            "processor, on a shared machine. Duplicates are found by the exact state.\n\n",
            WORLDS_ALGORITHM, solved, worlds_median(levels, count, worlds_speed),
            worlds_median(levels, count, worlds_space_bytes),
            worlds_median(levels, count, worlds_agent_bytes),
            worlds_median(levels, count, worlds_space_bytes) +
                worlds_median(levels, count, worlds_agent_bytes),
            worlds_median(levels, count, worlds_build));
    fprintf(out,
            "## Searches compared\n\nOn the levels that A* solves within %u expansions, with a "
            "limit of ten times as many: sums over those that were solved, against A*.\n\n"
            "| search | solved | expansions | time | frames |\n|---|--:|--:|--:|--:|\n",
            WORLDS_EASY);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        worlds_print_search(out, levels, count, searches[i]);
    }
    fprintf(out, "\n## Levels\n\n");
    worlds_print_levels(out, levels, count);
}

static bool worlds_run(worlds_level *levels, const char *directory, uint64_t most)
{
    static const char *const sets[] = {"test", "train"};
    for (uint32_t i = 0; i < 2 * WORLDS_LEVELS; i++) {
        char path[1024];
        worlds_level *level = &levels[i];
        snprintf(level->name, sizeof level->name, "%s/%02u", sets[i / WORLDS_LEVELS],
                 i % WORLDS_LEVELS + 1);
        snprintf(path, sizeof path, "%s/platformer/%.15s.lvl", directory, level->name);
        if (!worlds_read(path, &level->level)) {
            return false;
        }
        level->result = worlds_search(&level->level, WORLDS_ALGORITHM, most);
        fprintf(stderr, "%s: %llu expansions\n", level->name,
                (unsigned long long)level->result.expansions);
    }
    return true;
}

int main(int count, char **arguments)
{
    static worlds_level levels[2 * WORLDS_LEVELS];
    uint64_t most = 0;
    const char *markdown = NULL;
    const char *data = NULL;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--most") == 0 && i + 1 < count) {
            most = strtoull(arguments[++i], NULL, 10) * 1000000;
        } else if (strcmp(arguments[i], "--markdown") == 0 && i + 1 < count) {
            markdown = arguments[++i];
        } else {
            data = arguments[i];
        }
    }
    if (!worlds_run(levels, dataset_directory(data), most)) {
        printf("worlds: skipped, no platformer levels in %s\n", dataset_directory(data));
        return 0;
    }
    output out;
    output_open(&out, markdown);
    worlds_report(out.stream, levels, 2 * WORLDS_LEVELS);
    for (uint32_t i = 0; i < 2 * WORLDS_LEVELS; i++) {
        way_level_free(&levels[i].level);
    }
    output_close(&out);
    return 0;
}
