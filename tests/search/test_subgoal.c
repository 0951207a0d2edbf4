// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on maps that do not change: agents never have to learn, every record can be
// climbed, and preparation does not depend on threads.
#include "base/alloc.h"
#include "lab/subgoal/region_rows.h"
#include "search/registry/registry.h"
#include "search/stage.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"

#include <waymark/database.h>

#include <string.h>

#define SUBGOAL_EVENTS 400000u

static way_event subgoal_events[SUBGOAL_EVENTS];
static stage_set subgoal_stages;

static const char *const subgoal_specs[] = {
    "dba",
    "hcdps",
    "dba(sector=4)",
    "hcdps(depth=3)",
    "dba(depth=3)",
    "hcdps(spacing=3, depth=2)",
    "dba(shortcuts=off)",
    "dba(sector=9)",
    "hcdps(cutoff=5)",
    "dba(sector=5, depth=2, reads=20)",
    "hcdps(shortcuts=off)",
    "hcdps(spacing=24)",
    "dba(sector=128)",
};
enum { SUBGOAL_SPECS = sizeof subgoal_specs / sizeof *subgoal_specs };

typedef void (*subgoal_check)(const test_stage *stage, way_navigator *navigator);

/// Goes through the stages with one spec after the other.
static void subgoal_each_of(const char *const *specs, uint32_t count, subgoal_check check)
{
    uint32_t turn = 0;
    for (uint32_t i = 0; i < subgoal_stages.count; i++) {
        const test_stage *stage = &subgoal_stages.stages[i];
        if (!stage->map || !(way_space_traits(stage->space) & WAY_SPACE_UNLINKED)) {
            continue;
        }
        way_navigator *navigator = NULL;
        const way_navigator_config config = {.space = stage->space,
                                             .algorithm = specs[turn++ % count]};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        check(stage, navigator);
        way_navigator_destroy(navigator);
    }
    assert_true(turn > 2 * count);
}

static void subgoal_each(subgoal_check check)
{
    subgoal_each_of(subgoal_specs, SUBGOAL_SPECS, check);
}

static void check_no_learning(const test_stage *stage, way_navigator *navigator)
{
    way_observer observer = {.events = subgoal_events, .capacity = SUBGOAL_EVENTS};
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator, .observer = &observer};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(stage->count);
    for (uint32_t i = 0; i < 60; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        observer.count = 0;
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        way_agent_run(agent);
        for (uint64_t k = 0; k < observer.count; k++) {
            if (subgoal_events[k].kind == WAY_EVENT_LEARN) {
                char params[192];
                wayi_spec_format(navigator->algorithm, navigator->params, params, sizeof params);
                stage_print(stage, trip.start, trip.goal);
                fail_msg("an agent of %s(%s) on %s learns", navigator->algorithm->info.name, params,
                         stage->name);
            }
        }
    }
    way_agent_destroy(agent);
}

static void check_records(const test_stage *stage, way_navigator *navigator)
{
    (void)stage;
    const wayi_atlas *atlas = &((const wayi_guide *)navigator->database)->atlas;
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            const uint32_t id = square << atlas->bits | i;
            assert_non_null(wayi_atlas_region_at(atlas, id));
            for (uint32_t k = 0; k < wayi_atlas_regions(block)[i].link_count; k++) {
                const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k);
                way_cost cost = 0;
                assert_true(wayi_atlas_climb(atlas, id, &link, &cost));
                assert_int_equal(wayi_atlas_encode(cost), wayi_atlas_encode(link.cost));
                assert_int_equal(wayi_atlas_link_to(atlas, id, link.to, NULL), k);
            }
        }
    }
}

/// Regions of climbs: every cell climbs to its place and is climbed to from there.
static void check_coverage(const test_stage *stage, way_navigator *navigator)
{
    const wayi_atlas *atlas = &((const wayi_guide *)navigator->database)->atlas;
    for (way_cell cell = 0; cell < stage->count; cell++) {
        const uint32_t region = wayi_atlas_find(atlas, cell);
        assert_int_equal(region != WAYI_REGION_NONE, way_space_can_stand(stage->space, cell));
        if (region == WAYI_REGION_NONE || !atlas->config.cutoff) {
            continue;
        }
        const way_cell place = wayi_atlas_region_at(atlas, region)->place;
        assert_true(wayi_climb_reaches(atlas->grid, cell, place, UINT32_MAX, NULL));
        assert_true(wayi_climb_reaches(atlas->grid, place, cell, UINT32_MAX, NULL));
    }
}

static way_cost plain_left(const void *owner, uint32_t region, way_cell cell)
{
    (void)owner, (void)region, (void)cell;
    return 0;
}

static bool plain_ends(void *owner, uint32_t slot, uint32_t *budget)
{
    const wayi_route *route = owner;
    (void)budget;
    return wayi_nodes_id(&route->frontier.nodes, slot) == route->aim;
}

static bool plain_leave(void *owner, uint32_t region, way_cell cell, way_cost g)
{
    (void)owner, (void)region, (void)cell, (void)g;
    return true;
}

static const wayi_route_hooks plain_hooks = {
    .left = plain_left, .ends = plain_ends, .leave = plain_leave};

/// Every chain by tiers ends where it should, at hardly more than what a search over the links
/// finds.
static void check_chains(const test_stage *stage, way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    const wayi_atlas *atlas = &guide->atlas;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_path_buffer chain;
    wayi_tiers_ask ask;
    wayi_route route;
    wayi_path_buffer_init(&chain, &allocator);
    wayi_tiers_ask_init(&ask, &allocator);
    wayi_route_init(&route, &allocator);
    route.hooks = &plain_hooks;
    route.owner = &route;
    way_rng rng = way_rng_seed(stage->count + 1);
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t a = wayi_atlas_find(atlas, way_rng_below(&rng, stage->count));
        const uint32_t b = wayi_atlas_find(atlas, way_rng_below(&rng, stage->count));
        if (a == WAYI_REGION_NONE || b == WAYI_REGION_NONE) {
            continue; // blocked cells
        }
        uint32_t budget = UINT32_MAX;
        way_cost cost = 0;
        way_cost left = 0;
        wayi_path_buffer_clear(&chain);
        assert_true(wayi_tiers_aim(&ask, &guide->tiers, b));
        assert_true(wayi_tiers_chain(&ask, a, UINT32_MAX, WAY_COST_MAX, &chain, &cost, &left));
        assert_true(wayi_route_begin(&route, atlas, a, b));
        const bool reachable =
            way_map_is_reachable(stage->map, wayi_atlas_region_at(atlas, a)->place,
                                 wayi_atlas_region_at(atlas, b)->place, stage->size);
        assert_int_equal(wayi_route_step(&route, &budget),
                         reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH);
        assert_int_equal(left, reachable ? 0 : WAY_COST_MAX);
        if (reachable) {
            assert_int_equal(chain.count ? chain.states[chain.count - 1] : a, b);
            const way_cost found = wayi_frontier_find(&route.frontier, b)->g;
            assert_true(cost + cost / 1000 + 1 >= found && cost <= found + found / 4 + 1);
        }
    }
    wayi_route_fini(&route);
    wayi_tiers_ask_fini(&ask);
    wayi_path_buffer_fini(&chain);
}

/// One move after the other or all at once: the same path for the same work.
static void check_runs(const test_stage *stage, way_navigator *navigator)
{
    way_agent *runner = NULL;
    way_agent *walker = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &runner), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&config, &walker), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(stage->count + 1);
    for (uint32_t i = 0; i < 40; i++) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        assert_int_equal(way_agent_begin(runner, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(walker, &trip), WAY_STATUS_OK);
        // Somebody may step first and run then.
        for (uint32_t k = way_rng_below(&rng, 6); k; k--) {
            assert_int_equal(way_agent_step(runner, UINT32_MAX),
                             way_agent_step(walker, UINT32_MAX));
        }
        while (way_agent_step(walker, UINT32_MAX) == WAY_OUTCOME_WORKING) {
        }
        assert_int_equal(way_agent_run(runner), way_agent_outcome(walker));
        uint32_t ran = 0;
        uint32_t walked = 0;
        const way_state *path = way_agent_path(runner, &ran);
        const way_state *other = way_agent_path(walker, &walked);
        assert_int_equal(ran, walked);
        assert_memory_equal(path, other, ran * sizeof *path);
        assert_int_equal(way_agent_cost(runner), way_agent_cost(walker));
        const way_stats a = way_agent_stats(runner);
        const way_stats b = way_agent_stats(walker);
        assert_int_equal(a.expansions, b.expansions);
        assert_int_equal(a.step_work_max, b.step_work_max);
        assert_int_equal(a.steps, b.steps);
    }
    way_agent_destroy(runner);
    way_agent_destroy(walker);
}

static void runs_make_the_moves_of_steps(void **state)
{
    (void)state;
    static const char *const rows[] = {"regioncpd", "regioncpd(spacing=5)", "regioncpd(reads=7)"};
    subgoal_each(check_runs);
    subgoal_each_of(rows, sizeof rows / sizeof *rows, check_runs);
}

/// What is found around a hint is what looking through the row finds, whatever the hint.
static void hints_change_nothing(void **state)
{
    (void)state;
    way_rng rng = test_rng(8);
    uint32_t rows[33] = {0};
    uint32_t runs[32 * 40];
    for (uint32_t row = 0; row < 32; row++) {
        const uint32_t length = way_rng_below(&rng, 40);
        rows[row + 1] = rows[row] + length;
        for (uint32_t i = 0, first = 0; i < length; i++) {
            runs[rows[row] + i] = first << 4 | way_rng_below(&rng, 8);
            first += 1 + way_rng_below(&rng, 9);
        }
    }
    const wayi_region_rows table = {.rows = rows, .runs = runs, .shift = 4};
    uint32_t hint = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t row = way_rng_below(&rng, 32);
        const uint32_t target = way_rng_below(&rng, 250);
        hint = i % 3 ? hint : way_rng_below(&rng, 60);
        uint32_t step = rows[row] < rows[row + 1] ? runs[rows[row]] & 15u : WAYI_DIRECTIONS;
        for (uint32_t k = rows[row]; k < rows[row + 1] && runs[k] >> 4 <= target; k++) {
            step = runs[k] & 15u;
        }
        const uint32_t run = wayi_region_rows_step(&table, row, target, &hint);
        assert_int_equal(wayi_region_run_direction(run), step);
    }
}

static void nobody_learns(void **state)
{
    (void)state;
    subgoal_each(check_no_learning);
}

/// Lanes that join at their ends by turns, eight cells apart, and open ground to the right of them.
static void lanes_create(test_stage *lanes, uint32_t width, uint32_t height)
{
    *lanes = (test_stage){.name = "lanes", .count = width * height};
    const way_map_config config = way_map_config_default(width, height);
    assert_int_equal(way_map_create(&config, &lanes->map), WAY_STATUS_OK);
    for (uint32_t x = 7; x < width / 2; x += 8) {
        const way_edit wall = {x, x / 8 % 2 ? 1 : 0, 1, height - 1, 0};
        assert_int_equal(way_map_edit(lanes->map, &wall, 1), WAY_STATUS_OK);
    }
    assert_int_equal(way_space_create_grid(lanes->map, 1, NULL, &lanes->space), WAY_STATUS_OK);
}

/// As far as a run leads straight on, the rows on the way say the same.
static void strides_are_what_rows_say(void **state)
{
    (void)state;
    test_stage lanes;
    wayi_path_buffer cells;
    wayi_region_rows rows;
    lanes_create(&lanes, 64, 40);
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_path_buffer_init(&cells, &allocator);
    for (way_cell cell = 0; cell < lanes.count; cell++) {
        assert_true(!way_map_is_passable(lanes.map, cell) || wayi_path_buffer_push(&cells, cell));
    }
    way_cell places[40];
    for (uint32_t i = 0; i < 40; i++) {
        places[i] = cells.states[i * cells.count / 40];
    }
    const wayi_region_rows_config config = {lanes.space, places, 40, true};
    assert_int_equal(wayi_region_rows_make(&rows, &config, (wayi_job_stage){0}, &allocator),
                     WAY_STATUS_OK);
    uint32_t hint = 0;
    uint64_t strides = 0;
    for (uint32_t i = 0; i < 40 * cells.count; i++) {
        way_cell cell = cells.states[i / 40];
        const uint32_t run = wayi_region_rows_step(&rows, cell, i % 40, &hint);
        const uint32_t direction = wayi_region_run_direction(run);
        uint32_t left = wayi_region_run_strides(&rows, run);
        strides += left;
        for (; left && cell != places[i % 40]; left--) {
            cell += (uint32_t)lanes.map->offsets[direction];
            const uint32_t on = wayi_region_rows_step(&rows, cell, i % 40, &hint);
            assert_true(cell == places[i % 40] || wayi_region_run_direction(on) == direction);
        }
    }
    assert_true(strides > (uint64_t)40 * cells.count);
    wayi_free(&allocator, rows.rows, rows.rows_count, sizeof *rows.rows);
    wayi_free(&allocator, rows.runs, rows.runs_count, sizeof *rows.runs);
    wayi_path_buffer_fini(&cells);
    way_space_destroy(lanes.space);
    way_map_destroy(lanes.map);
}

/// The way from a cell to the place of its region may leave every window and be longer than all
/// look-aheads: an agent goes it all the same.
static void nobody_learns_in_long_lanes(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=32)", "dba(sector=48)", "dba(sector=64)",
                                        "hcdps(spacing=64)", "hcdps(spacing=128)"};
    test_stage lanes;
    lanes_create(&lanes, 200, 128);
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        way_navigator *navigator = NULL;
        const way_navigator_config config = {.space = lanes.space, .algorithm = specs[i]};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        check_no_learning(&lanes, navigator);
        way_navigator_destroy(navigator);
    }
    way_space_destroy(lanes.space);
    way_map_destroy(lanes.map);
}

static void records_can_be_climbed(void **state)
{
    (void)state;
    subgoal_each(check_records);
}

static void regions_cover_the_map(void **state)
{
    (void)state;
    subgoal_each(check_coverage);
}

static void chains_lead_there(void **state)
{
    (void)state;
    subgoal_each(check_chains);
}

// Jobs --------------------------------------------------------------------------------------------

typedef struct subgoal_job {
    uint32_t last;
    uint32_t calls;
    uint32_t stop_after; ///< 0 = never
} subgoal_job;

static void job_progress(uint32_t thousandths, void *user)
{
    subgoal_job *job = user;
    assert_in_range(thousandths, job->last, 1000);
    job->last = thousandths;
}

static bool job_cancelled(void *user)
{
    subgoal_job *job = user;
    return ++job->calls == job->stop_after;
}

/// What threads may do: the pieces in another order.
static void job_backwards(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                          void *user)
{
    (void)user;
    for (uint32_t i = count; i-- > 0;) {
        body(i, argument);
    }
}

static void check_same(way_navigator *const built[2])
{
    way_database saved[2];
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(way_navigator_save(built[i], NULL, &saved[i]), WAY_STATUS_OK);
    }
    assert_int_equal(saved[0].size, saved[1].size);
    assert_memory_equal(saved[0].bytes, saved[1].bytes, saved[0].size);
    way_database_free(&saved[0]);
    way_database_free(&saved[1]);
}

static void check_threads(const test_stage *stage, way_navigator *navigator)
{
    char spec[64];
    snprintf(spec, sizeof spec, "%s", navigator->algorithm->info.name);
    subgoal_job record = {0};
    const way_job plain = {.progress = job_progress, .cancelled = job_cancelled, .user = &record};
    way_job backwards = plain;
    backwards.parallel_for = job_backwards;
    way_navigator *built[2] = {NULL, NULL};
    for (uint32_t i = 0; i < 2; i++) {
        record = (subgoal_job){0};
        const way_navigator_config config = {
            .space = stage->space, .algorithm = spec, .job = i ? &plain : &backwards};
        assert_int_equal(way_navigator_create(&config, &built[i]), WAY_STATUS_OK);
    }
    check_same(built);
    way_navigator_destroy(built[0]);
    way_navigator_destroy(built[1]);
    for (uint32_t calls = record.calls; calls > 0; calls--) {
        record = (subgoal_job){.stop_after = calls};
        way_navigator *none = NULL;
        const way_navigator_config config = {
            .space = stage->space, .algorithm = spec, .job = &plain};
        assert_int_equal(way_navigator_create(&config, &none), WAY_STATUS_CANCELLED);
        assert_null(none);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    subgoal_each(check_threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_learns),
        cmocka_unit_test(records_can_be_climbed),
        cmocka_unit_test(regions_cover_the_map),
        cmocka_unit_test(chains_lead_there),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(runs_make_the_moves_of_steps),
        cmocka_unit_test(hints_change_nothing),
        cmocka_unit_test(strides_are_what_rows_say),
        cmocka_unit_test(nobody_learns_in_long_lanes),
    };
    stage_set_add_grids(&subgoal_stages, stage_rounds(3), stage_rounds(100));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&subgoal_stages);
    return failed;
}
