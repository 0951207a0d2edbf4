// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on maps that change: after a repair everything holds that holds after a fresh
// build, and agents under way always move legally and arrive.
#include "base/alloc.h"
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
    "hcdps(spacing=3, lookahead=9, published=on)",
    "hcdps(spacing=4, depth=5)",
    "dba(sector=3, depth=5, published=on)",
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

static const wayi_atlas *rig_atlas(const repair_rig *rig)
{
    return &((const wayi_guide *)rig->navigator->database)->atlas;
}

/// The names of all regions; the caller frees them.
static uint32_t *rig_regions(const repair_rig *rig, uint32_t *count)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t *names = malloc((rig->stage->count + 1) * sizeof *names);
    assert_non_null(names);
    *count = 0;
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            if (wayi_atlas_regions(block)[i].place != WAY_CELL_NONE) {
                names[(*count)++] = square << atlas->bits | i;
            }
        }
    }
    assert_int_equal(*count, atlas->region_count);
    return names;
}

/// The best costs from a cell over cells of the squares up to `depth` around its own.
static void window_costs(const repair_rig *rig, way_cell from, way_cost *costs)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    const uint32_t square = wayi_atlas_square_of(atlas, from);
    const uint32_t reach = atlas->config.depth;
    oracle_edge *edges = malloc((size_t)rig->stage->count * 8 * sizeof *edges);
    assert_non_null(edges);
    uint32_t count = 0;
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        way_edge out[8 + WAY_MAP_CELL_LINKS_MAX];
        const uint32_t degree = way_space_can_stand(rig->stage->space, cell)
                                    ? rig->stage->space->type->expand(rig->stage->space, cell, out)
                                    : 0;
        for (uint32_t i = 0; i < degree; i++) {
            const uint32_t other = wayi_atlas_square_of(atlas, out[i].to);
            if (other % atlas->columns + reach - square % atlas->columns <= 2 * reach &&
                other / atlas->columns + reach - square / atlas->columns <= 2 * reach) {
                edges[count++] = (oracle_edge){cell, out[i].to, out[i].cost};
            }
        }
    }
    const oracle_graph graph = {rig->stage->count, count, edges};
    assert_int_equal(oracle_graph_costs(&graph, from, costs), WAY_STATUS_OK);
    free(edges);
}

/// Records are whole, cost what the best way around costs, and say so.
static void check_records(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t count = 0;
    uint32_t *names = rig_regions(rig, &count);
    way_cost *costs = malloc(rig->stage->count * sizeof *costs);
    assert_non_null(costs);
    // One look a call at each is enough: there are many calls.
    for (uint32_t i = rig->edits % 3; i < count; i += 3) {
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, names[i]);
        window_costs(rig, region->place, costs);
        for (uint32_t k = 0; k < region->link_count; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, names[i], k);
            way_cost cost = 0;
            rig_check(rig, wayi_atlas_climb(atlas, names[i], &link, &cost));
            rig_check(rig, cost == costs[wayi_atlas_region_at(atlas, link.to)->place]);
            rig_check(rig, link.cost == wayi_atlas_decode(wayi_atlas_encode(cost)));
        }
    }
    free(costs);
    free(names);
}

/// Every cell has a region, and those of climbs climb both ways.
static void check_regions(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        const uint32_t region = wayi_atlas_find(atlas, cell);
        const bool stands = way_space_can_stand(rig->stage->space, cell);
        rig_check(rig, stands == (region != WAYI_REGION_NONE));
        if (!stands) {
            continue;
        }
        const way_cell place = wayi_atlas_region_at(atlas, region)->place;
        rig_check(rig, wayi_atlas_square_of(atlas, place) == region >> atlas->bits);
        if (atlas->config.cutoff) {
            rig_check(rig, wayi_climb_reaches(atlas->grid, cell, place, UINT32_MAX, NULL));
            rig_check(rig, wayi_climb_reaches(atlas->grid, place, cell, UINT32_MAX, NULL));
        } else {
            rig_check(rig, wayi_atlas_find(atlas, place) == region);
        }
    }
}

/// Which of the regions are next to each other, by a look at every cell [count * count].
static uint8_t *fresh_borders(const repair_rig *rig, const uint32_t *names, uint32_t count)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint8_t *near = calloc((size_t)count * count + 1, 1);
    uint32_t *labels = malloc(rig->stage->count * sizeof *labels);
    assert_non_null(near);
    assert_non_null(labels);
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        const uint32_t region = wayi_atlas_find(atlas, cell);
        for (labels[cell] = 0; labels[cell] < count && names[labels[cell]] != region;) {
            labels[cell]++;
        }
    }
    for (way_cell cell = 0; cell < rig->stage->count; cell++) {
        way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
        const uint32_t degree =
            labels[cell] < count ? rig->stage->space->type->expand(rig->stage->space, cell, edges)
                                 : 0;
        for (uint32_t i = 0; i < degree; i++) {
            near[(size_t)labels[cell] * count + labels[edges[i].to]] = 1;
        }
    }
    free(labels);
    return near;
}

/// The links of a region lead to exactly the regions that a fresh look finds around it.
static void check_neighbourhoods(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    uint32_t count = 0;
    uint32_t *names = rig_regions(rig, &count);
    uint8_t *near = fresh_borders(rig, names, count);
    uint8_t *reach = malloc((size_t)count * 2 + 1);
    assert_non_null(reach);
    for (uint32_t i = 0; i < count; i++) {
        memset(reach, 0, count);
        reach[i] = 1;
        for (uint32_t level = 0; level < atlas->config.depth; level++) {
            memcpy(reach + count, reach, count);
            for (uint32_t a = 0; a < count; a++) {
                for (uint32_t b = 0; reach[count + a] && b < count; b++) {
                    reach[b] |= near[(size_t)a * count + b];
                }
            }
        }
        uint32_t expected = 0;
        for (uint32_t b = 0; b < count; b++) {
            expected += reach[b] && b != i;
            rig_check(rig, b == i || !reach[b] ||
                               wayi_atlas_link_to(atlas, names[i], names[b]) != UINT32_MAX);
        }
        rig_check(rig, wayi_atlas_region_at(atlas, names[i])->link_count == expected);
    }
    free(reach);
    free(near);
    free(names);
}

/// What a chain of hops costs is the least that any chain of links costs.
static void check_hops(repair_rig *rig)
{
    const wayi_atlas *atlas = rig_atlas(rig);
    const wayi_hops *hops = &((const wayi_guide *)rig->navigator->database)->hops;
    uint32_t edge_count = 0;
    oracle_edge *edges = malloc(((size_t)hops->count * hops->count + 1) * sizeof *edges);
    way_cost *best = malloc((hops->count + 1) * sizeof *best);
    assert_non_null(edges);
    assert_non_null(best);
    for (uint32_t i = 0; i < hops->count; i++) {
        const uint32_t id = hops->rows[i].region;
        const wayi_atlas_region *region =
            id == WAYI_REGION_NONE ? NULL : wayi_atlas_region_at(atlas, id);
        rig_check(rig, id == WAYI_REGION_NONE || (region && region->row == i));
        for (uint32_t k = 0; region && k < region->link_count; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k);
            edges[edge_count++] =
                (oracle_edge){i, wayi_atlas_region_at(atlas, link.to)->row, link.cost};
        }
    }
    const oracle_graph graph = {hops->count, edge_count, edges};
    wayi_path_buffer chain;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_path_buffer_init(&chain, &allocator);
    for (uint32_t from = 0; from < hops->count; from++) {
        assert_int_equal(oracle_graph_costs(&graph, from, best), WAY_STATUS_OK);
        for (uint32_t to = 0; to < hops->count; to++) {
            if (to == from || best[to] == WAY_COST_MAX) {
                continue;
            }
            way_cost cost = 0;
            wayi_path_buffer_clear(&chain);
            assert_true(wayi_hops_chain(hops, hops->rows[from].region, hops->rows[to].region,
                                        &chain, &cost));
            rig_check(rig, cost == best[to]);
        }
    }
    wayi_path_buffer_fini(&chain);
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
        if (!stage->map || !(way_space_traits(stage->space) & WAY_SPACE_UNLINKED) ||
            turn++ % stride) {
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

/// Drops a building on a unit; the goal stays free.
static void rig_bury(repair_rig *rig, way_state unit, way_state goal)
{
    const uint32_t width = way_map_width(rig->stage->map);
    const uint32_t reach = 1 + way_rng_below(&rig->rng, 3);
    const uint32_t x = unit % width;
    const uint32_t y = unit / width;
    const uint32_t left = x > reach ? x - reach : 0;
    const uint32_t top = y > reach ? y - reach : 0;
    const uint32_t right = x + reach < width ? x + reach : width - 1;
    const uint32_t height = way_map_height(rig->stage->map);
    const uint32_t bottom = y + reach < height ? y + reach : height - 1;
    const way_edit building = {left, top, right - left + 1, bottom - top + 1, 0};
    const uint8_t ground = way_map_weight(rig->stage->map, goal);
    const way_edit free = {goal % width, goal / width, 1, 1, ground};
    assert_int_equal(way_map_edit(rig->stage->map, &building, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(rig->stage->map, &free, 1), WAY_STATUS_OK);
    rig->edits += 2;
}

/// What A* says of a trip on the map as it is.
static way_outcome rig_ask(const repair_rig *rig, way_state start, way_state goal)
{
    way_path path = {0};
    assert_int_equal(way_find_in(rig->stage->space, "astar", start, goal, &path), WAY_STATUS_OK);
    const way_outcome outcome = path.outcome;
    way_path_free(&path);
    return outcome;
}

/// Buildings fall on a unit again and again: it gets out and goes on wherever A* would.
static void check_buried(repair_rig *rig)
{
    way_agent *agent = rig_agent(rig, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                               .goal = way_rng_below(&rig->rng, rig->stage->count)};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint32_t count = 0;
        way_state unit = trip.start;
        for (uint32_t steps = 1; way_agent_outcome(agent) == WAY_OUTCOME_MOVING; steps++) {
            rig_check(rig, steps < 200000);
            bool done = false;
            if (steps % 5 == 0 && steps < 60) {
                rig_bury(rig, unit, trip.goal);
            }
            assert_int_equal(way_navigator_repair(rig->navigator, 9, &done), WAY_STATUS_OK);
            const way_state before = unit;
            const way_outcome outcome = way_agent_step(agent, UINT32_MAX);
            unit = way_agent_path(agent, &count)[count - 1];
            const bool goes_on = outcome != WAY_OUTCOME_NO_PATH;
            rig_check(rig, goes_on == (rig_ask(rig, before, trip.goal) != WAY_OUTCOME_NO_PATH));
        }
    }
    way_agent_destroy(agent);
}

static void buried_units_get_out(void **state)
{
    (void)state;
    each_rig(check_buried, 1);
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
        cmocka_unit_test(holds_after_every_edit),  cmocka_unit_test(holds_after_interruptions),
        cmocka_unit_test(travellers_arrive),       cmocka_unit_test(buried_units_get_out),
        cmocka_unit_test(survives_without_memory),
    };
    stage_set_add_grids(&repair_stages, stage_rounds(2), stage_rounds(40));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&repair_stages);
    return failed;
}
