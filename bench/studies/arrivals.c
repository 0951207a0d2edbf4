// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A thousand units at cells by lot are sent to others by lot, and all arrive.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

enum {
    MAPS_UNITS = 1000,
    MAPS_BUDGET = 2000,
    MAPS_TICKS = 6000,
    MAPS_SLACK = 100, ///< ticks beyond 3 times the time alone
    MAPS_ALONE = 20,  ///< of the trips, walked by one unit in a world of its own
    MAPS_SIDE = 256   ///< of drawn maps
};

/// What is different from plain units on a plain map.
typedef struct maps_case {
    bool large; ///< every fourth unit takes 2 x 2 cells
    bool fog;
    bool edits; ///< a cell changes every tick
} maps_case;

typedef struct maps_trip {
    way_unit unit;
    way_cell from, to;
    uint32_t kind;
    uint32_t alone;   ///< ticks of the best path
    uint32_t arrived; ///< tick; 0 = never
} maps_trip;

typedef struct maps_run {
    way_map *map;
    way_world *world;
    way_rng rng;
    maps_trip trips[MAPS_UNITS];
    double plan_max, tick_max; ///< seconds
} maps_run;

// Ground ------------------------------------------------------------------------------------------

/// Walls around most of a square, open to the west; or patches of weight 3.
static way_map *maps_draw(bool cups)
{
    way_rng rng = way_rng_seed(3);
    const way_map_config config = way_map_config_default(MAPS_SIDE, MAPS_SIDE);
    way_map *map = NULL;
    bench_need(way_map_create(&config, &map), "create");
    for (uint32_t k = 0; k < 60; k++) {
        const uint32_t side = 12 + way_rng_below(&rng, 30);
        const uint32_t x = way_rng_below(&rng, MAPS_SIDE - side);
        const uint32_t y = way_rng_below(&rng, MAPS_SIDE - side);
        const way_edit swamp = {x, y, side, side, 3};
        const way_edit cup[3] = {
            {x, y, side, 1, 0}, {x, y + side - 1, side, 1, 0}, {x + side - 1, y, 1, side, 0}};
        bench_need(way_map_edit(map, cups ? cup : &swamp, cups ? 3 : 1), "edit");
    }
    return map;
}

/// A cell of the largest part for the kind's profile, where a goal may be.
static way_cell maps_cell(maps_run *run, uint32_t profile, uint32_t component)
{
    const uint32_t cells = way_map_width(run->map) * way_map_height(run->map);
    way_cell cell = way_rng_below(&run->rng, cells);
    while (way_map_component(run->map, cell, profile) != component) {
        cell = way_rng_below(&run->rng, cells);
    }
    return cell;
}

/// The component with most of the cells that are drawn.
static uint32_t maps_component(maps_run *run, uint32_t profile)
{
    const uint32_t cells = way_map_width(run->map) * way_map_height(run->map);
    uint32_t best = 0;
    uint32_t most = 0;
    for (uint32_t draw = 0; draw < 16; draw++) {
        uint32_t component = 0;
        while (component == 0 || component == WAY_CELL_NONE) {
            component = way_map_component(run->map, way_rng_below(&run->rng, cells), profile);
        }
        uint32_t count = 0;
        for (uint32_t probe = 0; probe < 200; probe++) {
            count +=
                way_map_component(run->map, way_rng_below(&run->rng, cells), profile) == component;
        }
        best = count > most ? component : best;
        most = count > most ? count : most;
    }
    return best;
}

// Trips -------------------------------------------------------------------------------------------

static void maps_start(maps_run *run, const maps_case *one)
{
    static const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    const way_world_team team = {.fog = one->fog, .sight_radius = 10};
    const way_world_config config = {.map = run->map,
                                     .kinds = kinds,
                                     .kind_count = one->large ? 2 : 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = MAPS_UNITS,
                                     .event_capacity = 1 << 16,
                                     .frames_per_tick = 2};
    bench_need(way_world_create(&config, &run->world), "create");
    for (uint32_t kind = 0; kind < config.kind_count; kind++) {
        const uint32_t profile = way_world_kind_profile(run->world, kind);
        const uint32_t component = maps_component(run, profile);
        for (uint32_t k = 0; k < MAPS_UNITS; k++) {
            maps_trip *trip = &run->trips[k];
            const bool wide = one->large && k % 4 == 0;
            if (wide != (kind == 1)) {
                continue;
            }
            trip->kind = kind;
            trip->to = maps_cell(run, profile, component);
            way_status status = WAY_STATUS_WRONG_STATE;
            while (status == WAY_STATUS_WRONG_STATE) {
                trip->from = maps_cell(run, profile, component);
                const way_unit_config unit = {.cell = trip->from, .kind = kind};
                status = way_world_add(run->world, &unit, &trip->unit);
            }
            bench_need(status, "add");
        }
    }
}

/// What each trip takes alone by the best path, in ticks.
static void maps_measure(maps_run *run, uint32_t kind)
{
    const uint32_t profile = way_world_kind_profile(run->world, kind);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    bench_need(way_space_create_grid(run->map, profile, NULL, &space), "space");
    const way_navigator_config search = {.space = space, .algorithm = "jps"};
    bench_need(way_navigator_create(&search, &navigator), "navigator");
    const way_agent_config config = {.navigator = navigator};
    bench_need(way_agent_create(&config, &agent), "agent");
    for (uint32_t k = 0; k < MAPS_UNITS; k++) {
        maps_trip *trip = &run->trips[k];
        const way_trip way = {.start = trip->from, .goal = trip->to};
        if (trip->kind == kind) {
            bench_need(way_agent_begin(agent, &way), "begin");
            (void)way_agent_run(agent);
            trip->alone = way_agent_cost(agent) / way_map_costs(run->map).cardinal + 1;
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

/// By how much a unit alone in a world takes longer than the best path, in the mean of a few trips.
static double maps_excess(const maps_run *run)
{
    double walked = 0;
    double best = 0;
    const way_world_kind kind = {.size = 1};
    for (uint32_t k = 1; k <= MAPS_ALONE; k++) {
        const maps_trip *trip = &run->trips[k];
        const way_world_config config = {
            .map = run->map, .kinds = &kind, .kind_count = 1, .unit_capacity = 1};
        const way_unit_config unit = {.cell = trip->from};
        const way_order order = {.kind = WAY_ORDER_GO, .cell = trip->to};
        way_world *world = NULL;
        way_unit added;
        if (trip->kind != 0) {
            continue;
        }
        bench_need(way_world_create(&config, &world), "create");
        bench_need(way_world_add(world, &unit, &added), "add");
        bench_need(way_world_order(world, &added, 1, &order), "order");
        way_unit_view view = {.state = WAY_UNIT_PLANNING};
        uint32_t ticks = 0;
        for (; ticks < 4 * MAPS_TICKS && view.state != WAY_UNIT_IDLE; ticks++) {
            bench_need(way_world_frame(world, MAPS_BUDGET), "frame");
            (void)way_world_unit(world, added, &view);
        }
        walked += ticks;
        best += trip->alone;
        way_world_destroy(world);
    }
    return best > 0 ? walked / best - 1 : 0;
}

/// Takes a cell away or gives it back, where nobody stands and no trip ends.
static void maps_edit(maps_run *run, way_cell *blocked)
{
    const uint32_t width = way_map_width(run->map);
    way_cell cell = *blocked;
    if (cell == WAY_CELL_NONE) {
        cell = way_rng_below(&run->rng, width * way_map_height(run->map));
        if (!way_map_is_passable(run->map, cell)) {
            return;
        }
    }
    const way_edit edit = {cell % width, cell / width, 1, 1, *blocked != WAY_CELL_NONE};
    bench_need(way_world_edit(run->world, &edit, 1), "edit");
    *blocked = *blocked == WAY_CELL_NONE ? cell : WAY_CELL_NONE;
}

/// Orders all and plays until all are there, ticks and planning timed apart.
static void maps_play(maps_run *run, bool edits)
{
    uint32_t left = MAPS_UNITS;
    way_cell blocked = WAY_CELL_NONE;
    for (uint32_t k = 0; k < MAPS_UNITS; k++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = run->trips[k].to};
        bench_need(way_world_order(run->world, &run->trips[k].unit, 1, &order), "order");
    }
    for (uint32_t tick = 1; tick <= MAPS_TICKS && left > 0; tick++) {
        if (edits) {
            maps_edit(run, &blocked);
        }
        const double start = stopwatch_cpu();
        bench_need(way_world_frame(run->world, 0), "frame");
        const double between = stopwatch_cpu();
        bench_need(way_world_frame(run->world, MAPS_BUDGET), "frame");
        const double end = stopwatch_cpu();
        run->tick_max = between - start > run->tick_max ? between - start : run->tick_max;
        run->plan_max = end - between > run->plan_max ? end - between : run->plan_max;
        for (way_world_event event; way_world_event_next(run->world, &event);) {
            maps_trip *trip = &run->trips[(uint32_t)event.unit];
            if (event.kind == WAY_WORLD_ARRIVED && trip->arrived == 0) {
                trip->arrived = tick;
                left--;
            }
        }
    }
}

void bench_study_arrivals(bench_study *study)
{
    const maps_case one = {.large = strstr(study->entry, "2 x 2"),
                           .fog = strstr(study->entry, "fog"),
                           .edits = strstr(study->entry, "edit")};
    const char *word = study->ground->task->map;
    maps_run *run = calloc(1, sizeof *run);
    bench_hold(run, "no memory");
    run->rng = way_rng_seed(7 + study->round);
    run->map = study->ground->map ? bench_copy_map(study->ground->map)
                                  : maps_draw(strcmp(word, "made:cups") == 0);
    maps_start(run, &one);
    for (uint32_t kind = 0; kind < (one.large ? 2u : 1u); kind++) {
        maps_measure(run, kind);
    }
    const double excess = maps_excess(run);
    maps_play(run, one.edits);
    uint32_t arrived = 0;
    uint32_t in_time = 0;
    uint32_t last = 0;
    for (uint32_t k = 0; k < MAPS_UNITS; k++) {
        const maps_trip *trip = &run->trips[k];
        arrived += trip->arrived != 0;
        in_time += trip->arrived != 0 && trip->arrived <= 3 * trip->alone + MAPS_SLACK;
        last = trip->arrived > last ? trip->arrived : last;
    }
    const way_world_stats stats = way_world_statistics(run->world);
    bench_study_note(study, "arrived", 0, arrived);
    bench_study_note(study, "in time", 0, in_time);
    bench_study_note(study, "last tick", 0, last);
    bench_study_note(study, "worst planning frame, ms", BENCH_TIMED | BENCH_LARGEST,
                     1e3 * run->plan_max);
    bench_study_note(study, "worst tick, ms", BENCH_TIMED | BENCH_LARGEST, 1e3 * run->tick_max);
    bench_study_note(study, "work, million", 0, (double)stats.work_total / 1e6);
    bench_study_note(study, "most in a frame", 0, (double)stats.work_max);
    bench_study_note(study, "above best %", 0, 100 * excess);
    way_world_destroy(run->world);
    way_map_destroy(run->map);
    free(run);
}
