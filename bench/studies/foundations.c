// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the foundations promise, measured: cost per expansion, jump point search against A*, queries
// that do not depend on the size of the map, no allocation after warm-up, unreachable goals for
// nothing, edits that cost what they change. Prints a page of Markdown. Times are processor time;
// read ratios rather than absolute values.
//
//     waymark_foundations [DATA]      DATA holds maps/dao; default $WAYMARK_DATA or ../shared
//     waymark_foundations --queries MAP SPEC COUNT [DATA]
//
// The second form only asks COUNT queries, a sample of the map's longest problems, and prints how
// many states were expanded: a load for an instruction counter (scripts/instructions.sh).
#include "bench/kit/dataset.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"

#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOUNDATIONS_PASSES 3
#define FOUNDATIONS_PROBLEMS 100u
#define FOUNDATIONS_REPEATS 200
#define FOUNDATIONS_EDIT_SIDE 1024u
#define FOUNDATIONS_EDITS 20000u

static const char *const foundations_specs[] = {"astar",  "astar(open=heap4)", "weighted",
                                                "greedy", "jps(keep=off)",     "jps"};
enum { FOUNDATIONS_SPECS = sizeof foundations_specs / sizeof *foundations_specs };

typedef struct foundations_total {
    double first;   ///< seconds of the first pass
    double seconds; ///< least of all passes, problem by problem
    uint64_t expansions;
    uint64_t generations;
} foundations_total;

/// One planned-for algorithm on one map.
typedef struct foundations_runner {
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} foundations_runner;

static foundations_runner foundations_open(const way_map *map, const char *spec,
                                           const way_allocator *allocator)
{
    foundations_runner runner = {0};
    require_ok(way_space_create_grid(map, 1, NULL, &runner.space), "space");
    const way_navigator_config navigator = {.space = runner.space, .algorithm = spec};
    require_ok(way_navigator_create(&navigator, &runner.navigator), spec);
    const way_agent_config agent = {.navigator = runner.navigator, .allocator = allocator};
    require_ok(way_agent_create(&agent, &runner.agent), spec);
    return runner;
}

static void foundations_close(foundations_runner *runner)
{
    way_agent_destroy(runner->agent);
    way_navigator_destroy(runner->navigator);
    way_space_destroy(runner->space);
}

static double foundations_query(const foundations_runner *runner, way_cell start, way_cell goal)
{
    const way_trip trip = {.start = start, .goal = goal};
    const double before = stopwatch_cpu();
    require_ok(way_agent_begin(runner->agent, &trip), "begin");
    way_agent_run(runner->agent);
    return stopwatch_cpu() - before;
}

// The ten maps ------------------------------------------------------------------------------------

/// One agent asks all problems of a map in turn, several times over.
static void foundations_time_map(const dataset_map *dataset, const char *spec,
                                 foundations_total *total)
{
    foundations_runner runner = foundations_open(dataset->map, spec, NULL);
    double least[FOUNDATIONS_PROBLEMS];
    for (int pass = 0; pass < FOUNDATIONS_PASSES; pass++) {
        for (uint32_t i = 0; i < dataset->scenario.count; i++) {
            const double time =
                foundations_query(&runner, dataset_start(dataset, i), dataset_goal(dataset, i));
            least[i] = pass == 0 || time < least[i] ? time : least[i];
            if (pass == 0) {
                const way_stats stats = way_agent_stats(runner.agent);
                total->first += time;
                total->expansions += stats.expansions;
                total->generations += stats.generations;
            }
        }
    }
    for (uint32_t i = 0; i < dataset->scenario.count; i++) {
        total->seconds += least[i];
    }
    foundations_close(&runner);
}

static void foundations_print_maps(const foundations_total *totals, uint32_t problems)
{
    printf("The ten large Dragon Age maps, the %u longest problems of each, %u in all. One agent "
           "asks all problems of a map in turn, %d times over; \"first time\" is its first round, "
           "\"again\" the least of all rounds, problem by problem.\n\n",
           FOUNDATIONS_PROBLEMS, problems, FOUNDATIONS_PASSES);
    printf("| search | expansions a path | generations a path | us a path, first time | "
           "us a path, again | ns an expansion, again | A* / this, first time | A* / this, again "
           "|\n|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
        const foundations_total *total = &totals[s];
        printf("| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.2f | %.2f |\n", foundations_specs[s],
               (double)total->expansions / problems, (double)total->generations / problems,
               1e6 * total->first / problems, 1e6 * total->seconds / problems,
               1e9 * total->seconds / (double)total->expansions, totals[0].first / total->first,
               totals[0].seconds / total->seconds);
    }
    printf("\n");
}

static void foundations_ten_maps(const char *data)
{
    printf("## Searches on game maps\n\n");
    foundations_total totals[FOUNDATIONS_SPECS] = {{0}};
    uint32_t problems = 0;
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m++) {
        dataset_map dataset;
        if (!dataset_read(data, "dao", dataset_ten_maps[m], FOUNDATIONS_PROBLEMS,
                          (way_cost_model){0, 0}, &dataset)) {
            printf("Skipped: the data is not there.\n\n");
            return;
        }
        for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
            foundations_time_map(&dataset, foundations_specs[s], &totals[s]);
        }
        problems += dataset.scenario.count;
        dataset_free(&dataset);
    }
    foundations_print_maps(totals, problems);
}

/// Asks `count` of the longest problems of one map, evenly chosen, and prints the work.
static void foundations_ask(const char *data, const char *name, const char *spec, uint32_t count)
{
    dataset_map dataset;
    if (!dataset_read(data, "dao", name, FOUNDATIONS_PROBLEMS, (way_cost_model){0, 0}, &dataset)) {
        fprintf(stderr, "foundations: no map %s in %s/maps/dao\n", name, data);
        exit(3);
    }
    foundations_runner runner = foundations_open(dataset.map, spec, NULL);
    uint64_t expansions = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t problem = (uint32_t)((uint64_t)i * dataset.scenario.count / count);
        foundations_query(&runner, dataset_start(&dataset, problem),
                          dataset_goal(&dataset, problem));
        expansions += way_agent_stats(runner.agent).expansions;
    }
    printf("%llu\n", (unsigned long long)expansions);
    foundations_close(&runner);
    dataset_free(&dataset);
}

// Size of the map, allocation, unreachable goals --------------------------------------------------

static uint64_t foundations_allocations;

static void *foundations_alloc(size_t size, void *user)
{
    (void)user;
    foundations_allocations++;
    return malloc(size);
}

static void foundations_free(void *pointer, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(pointer);
}

static int foundations_compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static way_map *foundations_empty_map(uint32_t side)
{
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(side, side);
    require_ok(way_map_create(&config, &map), "map");
    return map;
}

/// The same short trip in the middle of empty maps of growing size.
static void foundations_map_size(void)
{
    const way_allocator allocator = {.alloc = foundations_alloc, .free = foundations_free};
    printf("## The size of the map\n\nA trip of 64 steps in the middle of an empty map, with A*: "
           "the first of an agent, then the median of 200 more.\n\n"
           "| map | us, first | us, repeated | allocator calls, repeated |\n|---|--:|--:|--:|\n");
    for (uint32_t side = 256; side <= 4096; side *= 2) {
        way_map *map = foundations_empty_map(side);
        foundations_runner runner = foundations_open(map, "astar", &allocator);
        const way_cell start = way_map_cell(map, side / 2 - 32, side / 2);
        const way_cell goal = way_map_cell(map, side / 2 + 32, side / 2 + 20);
        const double first = foundations_query(&runner, start, goal);
        const uint64_t allocations = foundations_allocations;
        double times[FOUNDATIONS_REPEATS];
        for (int i = 0; i < FOUNDATIONS_REPEATS; i++) {
            times[i] = foundations_query(&runner, start, goal);
        }
        qsort(times, FOUNDATIONS_REPEATS, sizeof *times, foundations_compare);
        printf("| %u x %u | %.2f | %.2f | %llu |\n", side, side, 1e6 * first,
               1e6 * times[FOUNDATIONS_REPEATS / 2],
               (unsigned long long)(foundations_allocations - allocations));
        foundations_close(&runner);
        way_map_destroy(map);
    }
    printf("\n");
}

/// A walled-off goal on a large map: answered from components.
static void foundations_unreachable(void)
{
    way_map *map = foundations_empty_map(1024);
    const way_edit wall = {.x = 900, .y = 0, .width = 1, .height = 1024, .weight = 0};
    require_ok(way_map_edit(map, &wall, 1), "wall");
    foundations_runner runner = foundations_open(map, "astar", NULL);
    way_rng rng = way_rng_seed(1);
    double seconds = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        const way_cell start =
            way_map_cell(map, way_rng_below(&rng, 900), way_rng_below(&rng, 1024));
        const way_cell goal =
            way_map_cell(map, 901 + way_rng_below(&rng, 123), way_rng_below(&rng, 1024));
        seconds -= stopwatch_cpu();
        const way_trip trip = {.start = start, .goal = goal};
        require_ok(way_agent_begin(runner.agent, &trip), "begin");
        const way_outcome outcome = way_agent_run(runner.agent);
        seconds += stopwatch_cpu();
        require_ok(outcome == WAY_OUTCOME_NO_PATH ? WAY_STATUS_OK : WAY_STATUS_INVALID_ARGUMENT,
                   "a goal behind the wall was reached");
    }
    printf("## Goals that can't be reached\n\n1,000 queries across a wall on a map of 1024 x 1024: "
           "%.3f ms in total, reading the clock included.\n\n",
           1e3 * seconds);
    foundations_close(&runner);
    way_map_destroy(map);
}

// Edits -------------------------------------------------------------------------------------------

static way_map *foundations_scatter(way_rng *rng, uint32_t percent)
{
    const uint32_t cells = FOUNDATIONS_EDIT_SIDE * FOUNDATIONS_EDIT_SIDE;
    uint8_t *weights = require_memory(cells, sizeof *weights);
    for (uint32_t i = 0; i < cells; i++) {
        weights[i] = way_rng_below(rng, 100) >= percent;
    }
    way_map *map = NULL;
    way_map_config config = way_map_config_default(FOUNDATIONS_EDIT_SIDE, FOUNDATIONS_EDIT_SIDE);
    config.weights = weights;
    require_ok(way_map_create(&config, &map), "map");
    free(weights);
    return map;
}

/// Turns random cells of a map over, one at a time, and asks after each whether one random cell can
/// be reached from another.
static void foundations_edit(const char *name, uint32_t percent)
{
    const uint32_t cells = FOUNDATIONS_EDIT_SIDE * FOUNDATIONS_EDIT_SIDE;
    way_rng rng = way_rng_seed(percent + 1);
    way_map *map = foundations_scatter(&rng, percent);
    double total = 0;
    double worst = 0;
    uint32_t reached = 0;
    for (uint32_t i = 0; i < FOUNDATIONS_EDITS; i++) {
        const way_cell cell = way_rng_below(&rng, cells);
        const way_edit edit = {cell % FOUNDATIONS_EDIT_SIDE, cell / FOUNDATIONS_EDIT_SIDE, 1, 1,
                               way_map_is_passable(map, cell) ? 0 : 1};
        const way_cell from = way_rng_below(&rng, cells);
        const way_cell to = way_rng_below(&rng, cells);
        const double before = stopwatch_cpu();
        require_ok(way_map_edit(map, &edit, 1), "edit");
        reached += way_map_is_reachable(map, from, to, 1);
        const double time = stopwatch_cpu() - before;
        total += time;
        worst = time > worst ? time : worst;
    }
    printf("| %s | %.2f | %.1f | %.0f %% |\n", name, 1e6 * total / FOUNDATIONS_EDITS, 1e6 * worst,
           100.0 * reached / FOUNDATIONS_EDITS);
    way_map_destroy(map);
}

static void foundations_edits(void)
{
    printf(
        "## Edits\n\nOne random cell of a map of %u x %u is turned over, then it is asked whether "
        "one random cell can be reached from another; %u times.\n\n"
        "| map | us, mean | us, worst | reachable |\n|---|--:|--:|--:|\n",
        FOUNDATIONS_EDIT_SIDE, FOUNDATIONS_EDIT_SIDE, FOUNDATIONS_EDITS);
    foundations_edit("open", 0);
    foundations_edit("20 % blocked", 20);
    foundations_edit("40 % blocked", 40);
    printf("\n");
}

int main(int count, char **arguments)
{
    if (count > 4 && strcmp(arguments[1], "--queries") == 0) {
        foundations_ask(dataset_directory(arguments[5]), arguments[2], arguments[3],
                        (uint32_t)strtoul(arguments[4], NULL, 10));
        return 0;
    }
    printf("# Foundations, measured\n\n    make bench\n\nTimes are processor time on a shared "
           "machine: read the ratios.\n\n");
    foundations_ten_maps(dataset_directory(arguments[1]));
    foundations_map_size();
    foundations_unreachable();
    foundations_edits();
    return 0;
}
