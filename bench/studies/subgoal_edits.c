// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What repairs cost, and what paths are worth after many of them.
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/subgoal.h"

#include <stdio.h>

#define SUBGOAL_EDITS 500u
#define SUBGOAL_MOMENTS 5u

static const char *const subgoal_edited_maps[] = {"hrt000d", "orz900d"};
static const char *const subgoal_repaired[] = {"dba(sector=16, depth=1)", "dba(sector=16, depth=2)",
                                               "dba(sector=32, depth=2)", "hcdps(depth=1)",
                                               "hcdps(depth=3)"};

/// What the problems that still have a path cost, and how many moves that takes.
static double subgoal_cost(const subgoal_world *world, way_navigator *navigator)
{
    way_agent *agent = NULL;
    require_ok(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), "agent");
    double sum = 0;
    for (uint32_t i = 0; i < world->count; i++) {
        const way_trip trip = {.start = world->problems[i].start, .goal = world->problems[i].goal};
        require_ok(way_agent_begin(agent, &trip), "begin");
        sum += way_agent_run(agent) == WAY_OUTCOME_ARRIVED ? way_agent_cost(agent) : 0;
    }
    way_agent_destroy(agent);
    return sum;
}

static double subgoal_cost_of(const subgoal_world *world, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = world->space, .algorithm = spec};
    require_ok(way_navigator_create(&config, &navigator), spec);
    const double cost = subgoal_cost(world, navigator);
    way_navigator_destroy(navigator);
    return cost;
}

/// Turns a random cell into its opposite: on open ground as well as in walls.
static void subgoal_toggle(way_map *map, way_rng *rng)
{
    for (;;) {
        const uint32_t x = way_rng_below(rng, way_map_width(map));
        const uint32_t y = way_rng_below(rng, way_map_height(map));
        const bool free = way_map_is_passable(map, way_map_cell(map, x, y));
        const bool beside = way_map_is_passable(map, way_map_cell(map, (int64_t)x + 1, y));
        if (free || beside) {
            const way_edit edit = {x, y, 1, 1, free ? 0 : 1};
            require_ok(way_map_edit(map, &edit, 1), "edit");
            return;
        }
    }
}

static double subgoal_repair(way_navigator *navigator)
{
    bool done = false;
    const double before = stopwatch_cpu();
    require_ok(way_navigator_repair(navigator, UINT32_MAX, &done), "repair");
    return stopwatch_cpu() - before;
}

/// Costs summed over some moments of a map's life.
typedef struct subgoal_costs {
    double best, repaired, fresh;
} subgoal_costs;

static void subgoal_compare(const subgoal_world *world, const char *spec, way_navigator *navigator,
                            subgoal_costs *costs)
{
    costs->best += subgoal_cost_of(world, "astar");
    costs->repaired += subgoal_cost(world, navigator);
    costs->fresh += subgoal_cost_of(world, spec);
}

static void subgoal_edit(const char *data, const char *name, const char *spec)
{
    subgoal_world world;
    subgoal_open(&world, data, name);
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = world.space, .algorithm = spec};
    const double before = stopwatch_cpu();
    require_ok(way_navigator_create(&config, &navigator), spec);
    const double build = stopwatch_cpu() - before;
    way_rng rng = way_rng_seed(1);
    subgoal_toggle(world.map, &rng);
    const double first = subgoal_repair(navigator);
    double sum = 0;
    double most = 0;
    subgoal_costs costs = {0};
    for (uint32_t i = 1; i <= SUBGOAL_EDITS; i++) {
        subgoal_toggle(world.map, &rng);
        const double time = subgoal_repair(navigator);
        sum += time;
        most = time > most ? time : most;
        if (i % (SUBGOAL_EDITS / SUBGOAL_MOMENTS) == 0) {
            subgoal_compare(&world, spec, navigator, &costs);
        }
    }
    printf("| %s | `%s` | %.1f | %.1f | %.2f | %.1f | %.2f | %.2f |\n", name, spec, build * 1e3,
           first * 1e3, sum / SUBGOAL_EDITS * 1e3, most * 1e3,
           100 * (costs.repaired / costs.best - 1), 100 * (costs.fresh / costs.best - 1));
    fflush(stdout);
    way_navigator_destroy(navigator);
    subgoal_close(&world);
}

void subgoal_edit_all(const char *data)
{
    printf(
        "\n## Maps that change\n\n%u edits of one cell each, on open ground and in walls, with a "
        "whole repair after each; the first repair also\nlearns what only repairs need. Paths "
        "are compared at %u moments with those of a database made afresh for the\nsame map. "
        "Games give repairs a budget a frame instead; see [databases that follow a changing\n"
        "map](../changing.md).\n\n",
        SUBGOAL_EDITS, SUBGOAL_MOMENTS);
    printf("| map | algorithm | build ms | first repair ms | repair ms | longest ms | above best "
           "%%, repaired | above best %%, fresh |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (uint32_t m = 0; m < sizeof subgoal_edited_maps / sizeof *subgoal_edited_maps; m++) {
        for (uint32_t s = 0; s < sizeof subgoal_repaired / sizeof *subgoal_repaired; s++) {
            subgoal_edit(data, subgoal_edited_maps[m], subgoal_repaired[s]);
        }
    }
}
