// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on the ten large maps of the database studies: the hundred longest problems of
// each, steps of 5 and 7. What a path costs beyond the best, what a move costs, what is stored and
// how long that takes to prepare, as a table in Markdown.
//
//     waymark_subgoal [DATA [SPEC...]]    DATA holds maps/dao; default $WAYMARK_DATA or ../shared
//     waymark_subgoal DATA edits          only what repairs cost
//
// Times are the least of several passes; on a busy machine read ratios, not absolute values.
#include "bench/stopwatch.h"

#include <waymark/database.h>
#include <waymark/file.h>
#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUBGOAL_PASSES 2
#define SUBGOAL_PROBLEMS 100u
#define SUBGOAL_SPECS_MAX 64u

static const char *const subgoal_maps[] = {"hrt000d", "orz100d", "orz103d", "orz300d", "orz700d",
                                           "orz702d", "orz900d", "ost000a", "ost000t", "ost100d"};
enum { SUBGOAL_MAPS = sizeof subgoal_maps / sizeof *subgoal_maps };

static const char *const subgoal_presets[] = {
    "hcdps(depth=1)",
    "hcdps(depth=2)",
    "hcdps(depth=3)",
    "hcdps(depth=4)",
    "hcdps(depth=3, spacing=32)",
    "dba(sector=16, depth=1)",
    "dba(sector=16, depth=2)",
    "dba(sector=16, depth=3)",
    "dba(sector=16, depth=4)",
    "dba(sector=32, depth=1)",
    "dba(sector=32, depth=2)",
    "dba(sector=32, depth=3)",
    "dba(sector=32, depth=4)",
    "dba(sector=64, depth=1)",
    "dba(sector=64, depth=2)",
    "dba(sector=64, depth=3)",
    "dba(sector=64, depth=4)",
    "dba(sector=128, depth=1)",
    "dba(sector=128, depth=2)",
    "dba(sector=128, depth=3)",
    "dba(sector=128, depth=4)",
    "dba(sector=16, depth=1, trim=off)",
    "dlrta(level=7)",
    "knnlrta(records=1000)",
};

/// What one spec came to over all maps.
typedef struct subgoal_total {
    uint32_t maps, problems;
    double excess, worst; ///< thousandths above the best: sum, largest
    double seconds;
    uint64_t moves;
    uint64_t work_max; ///< expansions in a step
    double prepare;
    double bytes;       ///< of the navigator
    double agent_bytes; ///< of a fresh agent
    uint64_t revisits;
    char sections[256]; ///< of the last map
} subgoal_total;

static void subgoal_require(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "subgoal: %s: %s\n", what, way_status_text(status));
        exit(4);
    }
}

// Problems ---------------------------------------------------------------------------------------

typedef struct subgoal_problem {
    way_cell start, goal;
    way_cost best;
} subgoal_problem;

typedef struct subgoal_world {
    way_map *map;
    way_space *space;
    subgoal_problem problems[SUBGOAL_PROBLEMS];
    uint32_t count;
} subgoal_world;

static int subgoal_longer(const void *a, const void *b)
{
    const double x = ((const way_scenario_entry *)a)->length;
    const double y = ((const way_scenario_entry *)b)->length;
    return (x < y) - (x > y);
}

static way_file subgoal_read(const char *data, const char *name, const char *ending)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/maps/dao/%s.map%s", data, name, ending);
    way_file file = {0};
    subgoal_require(way_file_read(path, 0, NULL, &file, NULL), path);
    return file;
}

static void subgoal_open(subgoal_world *world, const char *data, const char *name)
{
    way_file text = subgoal_read(data, name, "");
    way_map_config config = way_map_config_default(1, 1);
    config.costs = (way_cost_model){5, 7};
    subgoal_require(way_map_parse(text.bytes, text.size, &config, NULL, &world->map, NULL), name);
    way_file_free(&text);
    subgoal_require(way_space_create_grid(world->map, 1, NULL, &world->space), name);
    text = subgoal_read(data, name, ".scen");
    way_scenario scenario = {0};
    subgoal_require(way_scenario_parse(text.bytes, text.size, NULL, &scenario, NULL), name);
    way_file_free(&text);
    qsort(scenario.entries, scenario.count, sizeof *scenario.entries, subgoal_longer);
    world->count = scenario.count < SUBGOAL_PROBLEMS ? scenario.count : SUBGOAL_PROBLEMS;
    for (uint32_t i = 0; i < world->count; i++) {
        const way_scenario_entry *entry = &scenario.entries[i];
        world->problems[i].start = way_map_cell(world->map, entry->start_x, entry->start_y);
        world->problems[i].goal = way_map_cell(world->map, entry->goal_x, entry->goal_y);
    }
    way_scenario_free(&scenario);
}

static void subgoal_close(subgoal_world *world)
{
    way_space_destroy(world->space);
    way_map_destroy(world->map);
}

// Measuring --------------------------------------------------------------------------------------

static double subgoal_walk(way_agent *agent, const subgoal_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    const double before = stopwatch_now();
    subgoal_require(way_agent_begin(agent, &trip), "begin");
    const way_outcome outcome = way_agent_run(agent);
    const double time = stopwatch_now() - before;
    if (outcome != WAY_OUTCOME_ARRIVED) {
        fprintf(stderr, "subgoal: %s\n", way_outcome_text(outcome));
        exit(4);
    }
    return time;
}

static void subgoal_weigh(const way_navigator *navigator, subgoal_total *total)
{
    way_database saved;
    way_database_info info;
    total->bytes += (double)way_navigator_bytes(navigator);
    if (way_navigator_save(navigator, NULL, &saved) != WAY_STATUS_OK) {
        return;
    }
    subgoal_require(way_database_inspect(saved.bytes, saved.size, &info, NULL), "inspect");
    size_t used = 0;
    for (uint32_t i = 0; i < info.section_count && used < sizeof total->sections; i++) {
        used += (size_t)snprintf(total->sections + used, sizeof total->sections - used, "%s%s %.0f",
                                 i ? ", " : "", info.sections[i].name,
                                 (double)info.sections[i].size / 1024.0);
    }
    way_database_free(&saved);
}

static void subgoal_measure(subgoal_world *world, const char *spec, subgoal_total *total)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config config = {.space = world->space, .algorithm = spec};
    const double before = stopwatch_now();
    subgoal_require(way_navigator_create(&config, &navigator), spec);
    total->prepare += stopwatch_now() - before;
    subgoal_weigh(navigator, total);
    subgoal_require(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), spec);
    total->agent_bytes += (double)way_agent_stats(agent).bytes;
    for (uint32_t i = 0; i < world->count; i++) {
        subgoal_problem *problem = &world->problems[i];
        double least = subgoal_walk(agent, problem);
        for (int pass = 1; pass < SUBGOAL_PASSES; pass++) {
            const double time = subgoal_walk(agent, problem);
            least = time < least ? time : least;
        }
        const way_stats stats = way_agent_stats(agent);
        uint32_t count = 0;
        (void)way_agent_path(agent, &count);
        // The first spec is optimal and sets the mark.
        problem->best = problem->best ? problem->best : way_agent_cost(agent);
        const double excess = 100.0 * ((double)way_agent_cost(agent) / problem->best - 1.0);
        total->excess += excess;
        total->worst = excess > total->worst ? excess : total->worst;
        total->seconds += least;
        total->moves += count - 1;
        total->revisits += stats.revisits;
        total->work_max =
            stats.step_work_max > total->work_max ? stats.step_work_max : total->work_max;
        total->problems++;
    }
    total->maps++;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

static void subgoal_print(const char *spec, const subgoal_total *total, const subgoal_total *mark)
{
    const double maps = total->maps;
    printf("| `%s` | %.2f | %.1f | %.0f | %.1f | %.1f | %llu | %llu | %.0f | %.0f | %.3f |\n", spec,
           total->excess / total->problems, total->worst,
           total->seconds * 1e9 / (double)total->moves, total->seconds * 1e6 / total->problems,
           mark->seconds / total->seconds, (unsigned long long)total->work_max,
           (unsigned long long)total->revisits, total->bytes / maps / 1024.0,
           total->agent_bytes / maps, total->prepare / maps);
}

// Edits ------------------------------------------------------------------------------------------

#define SUBGOAL_EDITS 1000u

static const char *const subgoal_repaired[] = {"dba(sector=16, depth=1)", "dba(sector=16, depth=2)",
                                               "dba(sector=32, depth=2)", "hcdps(depth=1)",
                                               "hcdps(depth=3)"};

/// Mean cost of the problems that still have a path.
static double subgoal_mean_cost(const subgoal_world *world, way_navigator *navigator)
{
    way_agent *agent = NULL;
    subgoal_require(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), "agent");
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        const way_trip trip = {.start = world->problems[i].start, .goal = world->problems[i].goal};
        subgoal_require(way_agent_begin(agent, &trip), "begin");
        if (way_agent_run(agent) == WAY_OUTCOME_ARRIVED) {
            sum += way_agent_cost(agent);
            count++;
        }
    }
    way_agent_destroy(agent);
    return count ? sum / count : 0;
}

/// Turns a random cell of the map into its opposite: near walls as well as on open ground.
static void subgoal_toggle(way_map *map, way_rng *rng)
{
    const uint32_t width = way_map_width(map);
    for (;;) {
        const uint32_t x = way_rng_below(rng, width);
        const uint32_t y = way_rng_below(rng, way_map_height(map));
        const bool free = way_map_is_passable(map, way_map_cell(map, x, y));
        const bool beside = way_map_is_passable(map, way_map_cell(map, (int64_t)x + 1, y));
        if (free || beside) {
            const way_edit edit = {x, y, 1, 1, free ? 0 : 1};
            subgoal_require(way_map_edit(map, &edit, 1), "edit");
            return;
        }
    }
}

static double subgoal_cost_of(const subgoal_world *world, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = world->space, .algorithm = spec};
    subgoal_require(way_navigator_create(&config, &navigator), spec);
    const double cost = subgoal_mean_cost(world, navigator);
    way_navigator_destroy(navigator);
    return cost;
}

static void subgoal_edit(const char *data, const char *name, const char *spec)
{
    subgoal_world world = {0};
    subgoal_open(&world, data, name);
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = world.space, .algorithm = spec};
    double before = stopwatch_now();
    subgoal_require(way_navigator_create(&config, &navigator), spec);
    const double build = stopwatch_now() - before;
    way_rng rng = way_rng_seed(1);
    double sum = 0;
    double most = 0;
    double first = 0;
    for (uint32_t i = 0; i <= SUBGOAL_EDITS; i++) {
        subgoal_toggle(world.map, &rng);
        bool done = false;
        before = stopwatch_now();
        subgoal_require(way_navigator_repair(navigator, UINT32_MAX, &done), "repair");
        const double time = stopwatch_now() - before;
        if (i == 0) {
            first = time;
        } else {
            sum += time;
            most = time > most ? time : most;
        }
    }
    const double best = subgoal_cost_of(&world, "astar");
    const double repaired = subgoal_mean_cost(&world, navigator);
    const double fresh = subgoal_cost_of(&world, spec);
    printf("| %s | `%s` | %.1f | %.1f | %.3f | %.2f | %.2f | %.2f |\n", name, spec, build * 1e3,
           first * 1e3, sum / SUBGOAL_EDITS * 1e3, most * 1e3, 100 * (repaired / best - 1),
           100 * (fresh / best - 1));
    way_navigator_destroy(navigator);
    subgoal_close(&world);
}

static void subgoal_edit_all(const char *data)
{
    printf("\n## Edits\n\nAfter %u edits of one cell, each followed by a whole repair; the first "
           "repair learns what only repairs need.\n\n",
           SUBGOAL_EDITS);
    printf(
        "| map | algorithm | build ms | first repair ms | repair ms | longest ms | above best %%, "
        "repaired | fresh build |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t m = 0; m < SUBGOAL_MAPS; m += 3) {
        for (uint32_t s = 0; s < sizeof subgoal_repaired / sizeof *subgoal_repaired; s++) {
            subgoal_edit(data, subgoal_maps[m], subgoal_repaired[s]);
        }
    }
}

int main(int argc, char **argv)
{
    const char *data = argc > 1 ? argv[1] : getenv("WAYMARK_DATA");
    data = data ? data : "../shared";
    if (argc == 3 && strcmp(argv[2], "edits") == 0) {
        subgoal_edit_all(data);
        return 0;
    }
    const char *specs[SUBGOAL_SPECS_MAX] = {"astar"};
    uint32_t count = 1;
    const uint32_t presets = sizeof subgoal_presets / sizeof *subgoal_presets;
    for (uint32_t i = 0; i < (argc > 2 ? (uint32_t)argc - 2 : presets); i++) {
        if (count < SUBGOAL_SPECS_MAX) {
            specs[count++] = argc > 2 ? argv[i + 2] : subgoal_presets[i];
        }
    }
    static subgoal_total totals[SUBGOAL_SPECS_MAX];
    for (uint32_t m = 0; m < SUBGOAL_MAPS; m++) {
        subgoal_world world = {0};
        subgoal_open(&world, data, subgoal_maps[m]);
        for (uint32_t s = 0; s < count; s++) {
            subgoal_measure(&world, specs[s], &totals[s]);
        }
        subgoal_close(&world);
        fprintf(stderr, "%s done\n", subgoal_maps[m]);
    }
    printf(
        "# Subgoal databases on ten maps\n\n"
        "Made by `make bench-subgoal`. The ten large dao maps, the 100 longest problems of each, "
        "steps of 5 and 7;\ntimes are the least of %d passes on one thread of a shared machine: "
        "read ratios. Above best: cost beyond the\nbest path, mean and worst. Agent bytes: of a "
        "fresh agent, without the path it will remember.\n\n",
        SUBGOAL_PASSES);
    printf(
        "| algorithm | above best %% | worst %% | move ns | trip us | times faster than A* | most "
        "expansions a step | revisits | database KiB | agent bytes | prepare s |\n");
    printf("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t s = 0; s < count; s++) {
        subgoal_print(specs[s], &totals[s], &totals[0]);
    }
    printf("\nSections of the last map, in KiB:\n\n");
    for (uint32_t s = 1; s < count; s++) {
        printf("- `%s`: %s\n", specs[s], totals[s].sections);
    }
    if (argc <= 2) {
        subgoal_edit_all(data);
    }
    return 0;
}
