// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on maps that change: after a repair everything holds that holds after a fresh
// build, and agents under way always move legally and arrive.
#include "scenes/oracle.h"
#include "search/stage.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

#define REPAIR_EVENTS 100000u

static way_event repair_events[REPAIR_EVENTS];
static stage_set repair_stages;

static const char *const repair_specs[] = {
    "dba(sector=4)",
    "hcdps(spacing=4)",
    "dba(sector=5, depth=2)",
    "hcdps(spacing=6, depth=2)",
    "dba(sector=8, depth=3)",
    "hcdps(spacing=8, cutoff=6)",
    "dba(sector=16)",
    "hcdps",
    "dba(sector=7, trim=off)",
    "hcdps(spacing=5, depth=3, trim=off)",
    "hcdps(spacing=3, lookahead=9)",
};
enum { REPAIR_SPECS = sizeof repair_specs / sizeof *repair_specs };

typedef struct repair_rig {
    const test_stage *stage;
    way_navigator *navigator;
    way_rng rng;
    uint32_t edits; ///< made so far
} repair_rig;

/// Everything about the running rig that repeats a failure.
static void rig_fail(const repair_rig *rig, const char *what)
{
    char params[192];
    wayi_spec_format(rig->navigator->algorithm, rig->navigator->params, params, sizeof params);
    stage_print(rig->stage, WAY_CELL_NONE, WAY_CELL_NONE);
    fail_msg("%s: %s(%s) on %s after %u edits", what, rig->navigator->algorithm->info.name, params,
             rig->stage->name, rig->edits);
}

#define rig_check(rig, condition)                                                                  \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            rig_fail(rig, #condition);                                                             \
        }                                                                                          \
    } while (0)

static void rig_open(repair_rig *rig, const test_stage *stage, const char *spec)
{
    *rig = (repair_rig){.stage = stage, .rng = way_rng_seed(stage->count)};
    const way_navigator_config config = {.space = stage->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
}

/// A cell, a line or a block, blocked or opened; sometimes the place of a region.
static void rig_edit(repair_rig *rig)
{
    way_map *map = rig->stage->map;
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    way_edit edit = {way_rng_below(&rig->rng, width), way_rng_below(&rig->rng, height), 1, 1,
                     stage_terrain(rig->stage, way_rng_below(&rig->rng, 2))};
    switch (way_rng_below(&rig->rng, 6)) {
    case 0:
        edit.width = 1 + way_rng_below(&rig->rng, width - edit.x);
        break;
    case 1:
        edit.height = 1 + way_rng_below(&rig->rng, height - edit.y);
        break;
    case 2:
        edit.width = 1 + way_rng_below(&rig->rng, width - edit.x < 5 ? width - edit.x : 5);
        edit.height = 1 + way_rng_below(&rig->rng, height - edit.y < 5 ? height - edit.y : 5);
        break;
    case 3: {
        way_state place = WAY_STATE_NONE;
        (void)way_navigator_region(rig->navigator, edit.y * width + edit.x, &place);
        if (place != WAY_STATE_NONE) {
            edit.x = place % width;
            edit.y = place / width;
        }
        break;
    }
    default:
        break;
    }
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    rig->edits++;
}

static void rig_repair(repair_rig *rig, uint32_t budget)
{
    bool done = false;
    for (uint32_t calls = 0; !done; calls++) {
        assert_int_equal(way_navigator_repair(rig->navigator, budget, &done), WAY_STATUS_OK);
        rig_check(rig, calls < 100000);
    }
    rig_check(rig, way_navigator_is_current(rig->navigator));
}

/// The cost of climbing a record, or WAY_COST_MAX if it is broken.
static way_cost record_cost(const repair_rig *rig, uint32_t region, uint32_t edge)
{
    const wayi_routes *routes = &((const wayi_guide *)rig->navigator->database)->routes;
    const wayi_grid *grid = wayi_space_grid(rig->stage->space);
    way_cell at = routes->regions[region].place;
    way_cost sum = 0;
    for (uint32_t i = 0; i <= routes->edges[edge].subgoal_count; i++) {
        way_cost cost = 0;
        const way_cell to = wayi_routes_subgoal(routes, edge, i);
        if (!wayi_climb_reaches(grid, at, to, UINT32_MAX, &cost)) {
            return WAY_COST_MAX;
        }
        sum += cost;
        at = to;
    }
    return sum;
}

/// Records are whole and cost what the best way costs.
static void check_records(repair_rig *rig)
{
    const wayi_routes *routes = &((const wayi_guide *)rig->navigator->database)->routes;
    way_cost *costs = malloc(rig->stage->count * sizeof *costs);
    assert_non_null(costs);
    for (uint32_t i = 0; i < routes->region_count; i++) {
        const wayi_route_region *region = &routes->regions[i];
        if (region->place == WAY_CELL_NONE) {
            rig_check(rig, region->edge_count == 0);
            continue;
        }
        stage_fill_costs(rig->stage, region->place, costs);
        for (uint32_t k = 0; k < region->edge_count; k++) {
            const uint32_t edge = region->edge_first + k;
            const way_cell to = routes->regions[routes->edges[edge].target].place;
            rig_check(rig, to != WAY_CELL_NONE);
            rig_check(rig, record_cost(rig, i, edge) == costs[to]);
        }
    }
    free(costs);
}

/// Every cell has a region, and regions without sectors climb both ways.
static void check_regions(repair_rig *rig)
{
    const wayi_guide *guide = rig->navigator->database;
    const wayi_grid *grid = wayi_space_grid(rig->stage->space);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        const uint32_t region = guide->find_region(guide, grid, cell);
        const bool stands = way_space_can_stand(rig->stage->space, cell);
        rig_check(rig, stands == (region != WAYI_REGION_NONE));
        if (!stands) {
            continue;
        }
        const way_cell place = guide->routes.regions[region].place;
        rig_check(rig, place != WAY_CELL_NONE);
        rig_check(rig, guide->find_region(guide, grid, place) == region);
        if (guide->side == 0) {
            rig_check(rig, wayi_climb_reaches(grid, cell, place, UINT32_MAX, NULL));
            rig_check(rig, wayi_climb_reaches(grid, place, cell, UINT32_MAX, NULL));
        }
    }
}

/// The records of a region lead to exactly the regions that a fresh look finds around it.
static void check_neighbourhoods(repair_rig *rig)
{
    const wayi_guide *guide = rig->navigator->database;
    const wayi_routes *routes = &guide->routes;
    const wayi_grid *grid = wayi_space_grid(rig->stage->space);
    const uint32_t count = routes->region_count;
    uint8_t *near = calloc((size_t)count * count + 1, 1);
    uint8_t *next = calloc((size_t)count * count + 1, 1);
    assert_non_null(near);
    assert_non_null(next);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
        const uint32_t region = guide->find_region(guide, grid, cell);
        if (region == WAYI_REGION_NONE) {
            continue;
        }
        const uint32_t degree = rig->stage->space->type->expand(rig->stage->space, cell, edges);
        for (uint32_t i = 0; i < degree; i++) {
            near[region * count + guide->find_region(guide, grid, edges[i].to)] = 1;
        }
    }
    uint32_t depth = 1;
    for (uint32_t i = 0; i < rig->navigator->algorithm->info.param_count; i++) {
        if (strcmp(rig->navigator->algorithm->info.params[i].name, "depth") == 0) {
            depth = (uint32_t)rig->navigator->params[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *reach = next + (size_t)i * count;
        reach[i] = 1;
        for (uint32_t level = 0; level < depth; level++) {
            uint8_t *wider = calloc(count, 1);
            assert_non_null(wider);
            for (uint32_t a = 0; a < count; a++) {
                for (uint32_t b = 0; reach[a] && b < count; b++) {
                    wider[b] |= near[(size_t)a * count + b];
                }
            }
            for (uint32_t b = 0; b < count; b++) {
                reach[b] |= wider[b];
            }
            free(wider);
        }
        uint32_t expected = 0;
        for (uint32_t b = 0; b < count; b++) {
            expected += reach[b] && b != i;
        }
        if (routes->regions[i].place == WAY_CELL_NONE) {
            expected = 0;
        }
        rig_check(rig, routes->regions[i].edge_count == expected);
        for (uint32_t k = 0; k < routes->regions[i].edge_count; k++) {
            rig_check(rig, reach[routes->edges[routes->regions[i].edge_first + k].target]);
        }
    }
    free(near);
    free(next);
}

/// What a chain of hops costs is the least that any chain of records costs, to within what rows
/// leave out of account: a sixteenth up and a sixteenth down.
static void check_hops(repair_rig *rig)
{
    const wayi_routes *routes = &((const wayi_guide *)rig->navigator->database)->routes;
    const uint32_t count = routes->region_count;
    oracle_edge *edges = malloc((routes->edge_count + 1) * sizeof *edges);
    way_cost *best = malloc((count + 1) * sizeof *best);
    assert_non_null(edges);
    assert_non_null(best);
    uint32_t edge_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < routes->regions[i].edge_count; k++) {
            const uint32_t edge = routes->regions[i].edge_first + k;
            edges[edge_count++] =
                (oracle_edge){i, routes->edges[edge].target, record_cost(rig, i, edge)};
        }
    }
    const oracle_graph graph = {count, edge_count, edges};
    for (uint32_t from = 0; from < count; from++) {
        assert_int_equal(oracle_graph_costs(&graph, from, best), WAY_STATUS_OK);
        for (uint32_t to = 0; to < count; to++) {
            if (to == from || best[to] == WAY_COST_MAX) {
                continue;
            }
            way_cost cost = 0;
            for (uint32_t at = from; at != to;) {
                const uint32_t edge = wayi_routes_hop(routes, at, to);
                cost += record_cost(rig, at, edge);
                rig_check(rig, (uint64_t)cost * 256 <= (uint64_t)best[to] * 289);
                at = routes->edges[edge].target;
            }
            rig_check(rig, cost >= best[to]);
        }
    }
    free(edges);
    free(best);
}

static way_agent *rig_agent(const repair_rig *rig, way_observer *observer)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = rig->navigator, .observer = observer};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

/// Trips arrive exactly if there is a way, without learning anything.
static void check_trips(repair_rig *rig, uint32_t trips)
{
    way_observer observer = {.events = repair_events, .capacity = REPAIR_EVENTS};
    way_agent *agent = rig_agent(rig, &observer);
    for (uint32_t i = 0; i < trips; i++) {
        const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                               .goal = way_rng_below(&rig->rng, rig->stage->count)};
        observer.count = 0;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(agent);
        const bool stands =
            trip.start == trip.goal ||
            oracle_stands(rig->stage->map, trip.goal % way_map_width(rig->stage->map),
                          trip.goal / way_map_width(rig->stage->map), rig->stage->size);
        const bool reachable = stands && oracle_cost(rig->stage->map, trip.start, trip.goal,
                                                     rig->stage->size) != WAY_COST_MAX;
        rig_check(rig, outcome == (reachable ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_NO_PATH));
        for (uint64_t k = 0; k < observer.count && k < REPAIR_EVENTS; k++) {
            rig_check(rig, repair_events[k].kind != WAY_EVENT_LEARN);
        }
    }
    way_agent_destroy(agent);
}

static void everything_holds(repair_rig *rig)
{
    check_regions(rig);
    check_records(rig);
    check_neighbourhoods(rig);
    check_hops(rig);
    check_trips(rig, 6);
}

/// Puts a stage's map back.
typedef struct rig_backup {
    uint8_t *weights;
} rig_backup;

static rig_backup backup_make(const test_stage *stage)
{
    rig_backup backup = {malloc(stage->count)};
    assert_non_null(backup.weights);
    for (way_cell cell = 0; cell < stage->count; cell++) {
        backup.weights[cell] = way_map_weight(stage->map, cell);
    }
    return backup;
}

static void backup_restore(rig_backup *backup, const test_stage *stage)
{
    const uint32_t width = way_map_width(stage->map);
    for (way_cell cell = 0; cell < stage->count; cell++) {
        const way_edit edit = {cell % width, cell / width, 1, 1, backup->weights[cell]};
        assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
    }
    free(backup->weights);
}

static void each_rig(void (*check)(repair_rig *rig), uint32_t stride)
{
    uint32_t turn = 0;
    for (uint32_t i = 0; i < repair_stages.count; i++) {
        const test_stage *stage = &repair_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST) || turn++ % stride) {
            continue;
        }
        rig_backup backup = backup_make(stage);
        repair_rig rig;
        rig_open(&rig, stage, repair_specs[turn / stride % REPAIR_SPECS]);
        check(&rig);
        way_navigator_destroy(rig.navigator);
        backup_restore(&backup, stage);
    }
}

static void check_edit_by_edit(repair_rig *rig)
{
    for (uint32_t i = 0; i < 14; i++) {
        rig_edit(rig);
        if (i % 5 == 4) {
            rig_edit(rig);
        }
        rig_repair(rig, i % 3 ? UINT32_MAX : 1 + way_rng_below(&rig->rng, 60));
        everything_holds(rig);
    }
}

static void holds_after_every_edit(void **state)
{
    (void)state;
    each_rig(check_edit_by_edit, 1);
}

/// Edits come while a repair is under way.
static void check_interrupted(repair_rig *rig)
{
    bool done = false;
    for (uint32_t i = 0; i < 40; i++) {
        rig_edit(rig);
        assert_int_equal(
            way_navigator_repair(rig->navigator, 1 + way_rng_below(&rig->rng, 40), &done),
            WAY_STATUS_OK);
    }
    rig_repair(rig, 25);
    everything_holds(rig);
}

static void holds_after_interruptions(void **state)
{
    (void)state;
    each_rig(check_interrupted, 2);
}

/// One agent's way through a map that changes and a database that follows late.
static void check_traveller(repair_rig *rig)
{
    way_agent *agent = rig_agent(rig, NULL);
    for (uint32_t i = 0; i < 4; i++) {
        const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                               .goal = way_rng_below(&rig->rng, rig->stage->count)};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        const uint32_t bound = way_navigator_lookahead(rig->navigator);
        for (uint32_t steps = 0; way_agent_outcome(agent) == WAY_OUTCOME_MOVING; steps++) {
            rig_check(rig, steps < 200000);
            if (steps % 7 == 0 && steps < 300) {
                rig_edit(rig);
            }
            bool done = false;
            if (steps % 3 == 0) {
                assert_int_equal(way_navigator_repair(rig->navigator, 9, &done), WAY_STATUS_OK);
            }
            uint32_t before = 0;
            uint32_t after = 0;
            (void)way_agent_path(agent, &before);
            (void)way_agent_step(agent, UINT32_MAX);
            const way_state *path = way_agent_path(agent, &after);
            rig_check(rig, after <= before + 1);
            if (after > before) {
                rig_check(rig, oracle_step_cost(rig->stage->map, path[after - 2], path[after - 1],
                                                rig->stage->size) != WAY_COST_MAX);
            }
            rig_check(rig, way_agent_stats(agent).step_work_max <= bound);
        }
        const way_outcome outcome = way_agent_outcome(agent);
        rig_check(rig, outcome == WAY_OUTCOME_ARRIVED || outcome == WAY_OUTCOME_NO_PATH);
    }
    way_agent_destroy(agent);
}

static void travellers_arrive(void **state)
{
    (void)state;
    each_rig(check_traveller, 1);
}

/// Memory that fails anywhere in a repair does not harm: the next one makes up for it.
static void check_without_memory(repair_rig *rig)
{
    for (uint64_t nth = 1; nth < 60; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        way_navigator *navigator = NULL;
        char params[192];
        char spec[256];
        wayi_spec_format(rig->navigator->algorithm, rig->navigator->params, params, sizeof params);
        snprintf(spec, sizeof spec, "%s(%s)", rig->navigator->algorithm->info.name, params);
        const way_navigator_config config = {
            .space = rig->stage->space, .algorithm = spec, .allocator = &memory.allocator};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        rig_edit(rig);
        test_allocator_fail_next(&memory, nth);
        bool done = false;
        way_status status = way_navigator_repair(navigator, UINT32_MAX, &done);
        test_allocator_fail_next(&memory, 0);
        rig_check(rig, status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        rig_check(rig, status == WAY_STATUS_OK || !way_navigator_is_current(navigator));
        while (!done) {
            assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
        }
        repair_rig fresh = *rig;
        fresh.navigator = navigator;
        check_regions(&fresh);
        check_trips(&fresh, 2);
        way_navigator_destroy(navigator);
        test_allocator_check_empty(&memory);
    }
}

static void survives_without_memory(void **state)
{
    (void)state;
    each_rig(check_without_memory, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_after_every_edit),
        cmocka_unit_test(holds_after_interruptions),
        cmocka_unit_test(travellers_arrive),
        cmocka_unit_test(survives_without_memory),
    };
    stage_set_add_grids(&repair_stages, stage_rounds(2), stage_rounds(40));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&repair_stages);
    return failed;
}
