// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the foundations promise, measured: cost per expansion, jump point search against A*, queries
// that do not depend on the size of the map, no allocation after warm-up, unreachable goals for
// nothing. Times are the least of several interleaved passes; read ratios, not absolute values.
//
//     waymark_foundations [DATA]      DATA holds maps/dao; default $WAYMARK_DATA or ../shared
//     waymark_foundations --queries MAP SPEC COUNT [DATA]
//
// The second form only asks COUNT queries, a sample of the map's longest problems, and prints how
// many states were expanded: a load for an instruction counter (scripts/instructions.sh).
#include "bench/dataset.h"
#include "bench/stopwatch.h"

#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOUNDATIONS_PASSES 3
#define FOUNDATIONS_PROBLEMS 100u

static const char *const foundations_specs[] = {"astar", "astar(open=bucket)", "astar(fast=on)",
                                                "jps"};
enum { FOUNDATIONS_SPECS = sizeof foundations_specs / sizeof *foundations_specs };

typedef struct foundations_total {
    double seconds;
    uint64_t expansions;
    uint64_t cost;
} foundations_total;

static void foundations_require(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "foundations: %s: %s\n", what, way_status_text(status));
        exit(4);
    }
}

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
    foundations_require(way_space_create_grid(map, 1, NULL, &runner.space), "space");
    const way_navigator_config navigator = {.space = runner.space, .algorithm = spec};
    foundations_require(way_navigator_create(&navigator, &runner.navigator), spec);
    const way_agent_config agent = {.navigator = runner.navigator, .allocator = allocator};
    foundations_require(way_agent_create(&agent, &runner.agent), spec);
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
    const double before = stopwatch_now();
    foundations_require(way_agent_begin(runner->agent, &trip), "begin");
    way_agent_run(runner->agent);
    return stopwatch_now() - before;
}

// The ten maps
// -------------------------------------------------------------------------------------

/// Adds the least time of all passes over a map's longest problems to the totals.
static void foundations_time_map(const dataset_map *dataset, foundations_total *totals)
{
    foundations_runner runners[FOUNDATIONS_SPECS];
    for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
        runners[s] = foundations_open(dataset->map, foundations_specs[s], NULL);
    }
    for (uint32_t i = 0; i < dataset->scenario.count; i++) {
        const way_cell start = dataset_start(dataset, i);
        const way_cell goal = dataset_goal(dataset, i);
        double least[FOUNDATIONS_SPECS];
        for (int pass = 0; pass < FOUNDATIONS_PASSES; pass++) {
            for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
                const double time = foundations_query(&runners[s], start, goal);
                least[s] = pass == 0 || time < least[s] ? time : least[s];
            }
        }
        for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
            totals[s].seconds += least[s];
            totals[s].expansions += way_agent_stats(runners[s].agent).expansions;
            totals[s].cost += way_agent_cost(runners[s].agent);
        }
    }
    for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
        foundations_close(&runners[s]);
    }
}

static void foundations_ten_maps(const char *data)
{
    foundations_total totals[FOUNDATIONS_SPECS] = {{0}};
    uint32_t problems = 0;
    for (uint32_t m = 0; m < DATASET_TEN_MAPS; m++) {
        dataset_map dataset;
        if (!dataset_read(data, "dao", dataset_ten_maps[m], FOUNDATIONS_PROBLEMS,
                          (way_cost_model){0, 0}, &dataset)) {
            printf("ten dao maps: skipped, no data in %s/maps/dao\n\n", data);
            return;
        }
        foundations_time_map(&dataset, totals);
        problems += dataset.scenario.count;
        dataset_free(&dataset);
    }
    printf("ten dao maps, %u problems (100 longest each), least of %d passes\n", problems,
           FOUNDATIONS_PASSES);
    printf("  %-20s %12s %14s %16s %10s\n", "algorithm", "us/path", "ns/expansion",
           "expansions/path", "x A*");
    for (int s = 0; s < FOUNDATIONS_SPECS; s++) {
        printf("  %-20s %12.1f %14.1f %16.1f %10.2f\n", foundations_specs[s],
               1e6 * totals[s].seconds / problems,
               1e9 * totals[s].seconds / (double)totals[s].expansions,
               (double)totals[s].expansions / problems, totals[0].seconds / totals[s].seconds);
        if (totals[s].cost != totals[0].cost) {
            printf("  %s: costs differ from A*\n", foundations_specs[s]);
        }
    }
    printf("\n");
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

// Size of the map, allocation, unreachable goals
// -----------------------------------------------------

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

static way_map *foundations_empty_map(uint32_t side)
{
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(side, side);
    foundations_require(way_map_create(&config, &map), "map");
    return map;
}

/// The same short trip in the middle of empty maps of growing size.
static void foundations_map_size(void)
{
    const way_allocator allocator = {.alloc = foundations_alloc, .free = foundations_free};
    printf("a trip of 64 steps on an empty map\n");
    printf("  %-12s %12s %14s %22s\n", "map", "first us", "repeated us", "allocations repeated");
    for (uint32_t side = 256; side <= 4096; side *= 2) {
        way_map *map = foundations_empty_map(side);
        foundations_runner runner = foundations_open(map, "astar", &allocator);
        const way_cell start = way_map_cell(map, side / 2 - 32, side / 2);
        const way_cell goal = way_map_cell(map, side / 2 + 32, side / 2 + 20);
        const double first = foundations_query(&runner, start, goal);
        const uint64_t allocations = foundations_allocations;
        double least = first;
        for (int i = 0; i < 200; i++) {
            const double time = foundations_query(&runner, start, goal);
            least = time < least ? time : least;
        }
        printf("  %4u x %-5u %12.2f %14.2f %22llu\n", side, side, 1e6 * first, 1e6 * least,
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
    foundations_require(way_map_edit(map, &wall, 1), "wall");
    foundations_runner runner = foundations_open(map, "astar", NULL);
    way_rng rng = way_rng_seed(1);
    const double before = stopwatch_now();
    for (uint32_t i = 0; i < 1000; i++) {
        const way_cell start =
            way_map_cell(map, way_rng_below(&rng, 900), way_rng_below(&rng, 1024));
        const way_cell goal =
            way_map_cell(map, 901 + way_rng_below(&rng, 123), way_rng_below(&rng, 1024));
        foundations_query(&runner, start, goal);
    }
    printf("1,000 queries to unreachable goals on 1024 x 1024: %.3f ms in total\n\n",
           1e3 * (stopwatch_now() - before));
    foundations_close(&runner);
    way_map_destroy(map);
}

int main(int count, char **arguments)
{
    if (count > 4 && strcmp(arguments[1], "--queries") == 0) {
        foundations_ask(dataset_directory(arguments[5]), arguments[2], arguments[3],
                        (uint32_t)strtoul(arguments[4], NULL, 10));
        return 0;
    }
    foundations_ten_maps(dataset_directory(arguments[1]));
    foundations_map_size();
    foundations_unreachable();
    return 0;
}
