// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases on maps that change: after a repair everything holds that holds after a fresh
// build, and agents under way always move legally and arrive.
#include "scenes/oracle.h"
#include "search/registry/registry.h"
#include "search/repair_rig.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/path.h>

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
    "dba(sector=7, shortcuts=off)",
    "hcdps(spacing=5, depth=3, shortcuts=off)",
    "hcdps(spacing=3, reads=9)",
    "hcdps(spacing=4, depth=5)",
    "dba(sector=3, depth=5)",
};
enum { REPAIR_SPECS = sizeof repair_specs / sizeof *repair_specs };

/// Puts a stage's map back.
typedef struct rig_backup {
    uint8_t *weights;
} rig_backup;

static rig_backup backup_make(const test_stage *stage)
{
    rig_backup backup = {malloc(stage->count)};
    assert_non_null(backup.weights);
    for (way_cell cell = 0; cell < stage->count; cell++) {
        backup.weights[cell] = way_map_terrain(stage->map, cell);
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

static void run_rig(const test_stage *stage, const char *spec, void (*check)(repair_rig *rig))
{
    rig_backup backup = backup_make(stage);
    repair_rig rig;
    rig_open(&rig, stage, spec);
    check(&rig);
    way_navigator_destroy(rig.navigator);
    backup_restore(&backup, stage);
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
        run_rig(stage, repair_specs[turn / stride % REPAIR_SPECS], check);
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
        rig_check_everything(rig);
    }
}

static void holds_after_every_edit(void **state)
{
    (void)state;
    each_rig(check_edit_by_edit, 1);
}

/// Links over several borders under every rule of neighbours: they come near many edits, and what
/// counts as near to a record is not the same in all directions of six neighbours.
static void holds_at_every_depth(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=8, depth=2)", "dba(sector=8, depth=3)",
                                        "dba(sector=5, depth=4)", "hcdps(spacing=6, depth=3)"};
    static const way_neighbours rules[] = {WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_8};
    for (uint32_t i = 0; i < 48; i++) {
        stage_grid_config config = stage_plain(i % 5 ? "maze" : "rooms", 21, 21, 78 + i);
        config.neighbours = rules[i / 4 % 3];
        test_stage stage;
        stage_create_grid(&stage, &config);
        run_rig(&stage, specs[i % 4], check_edit_by_edit);
        stage_destroy(&stage);
    }
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
    rig_check_everything(rig);
}

static void holds_after_interruptions(void **state)
{
    (void)state;
    each_rig(check_interrupted, 2);
}

/// A trip while work is left is legal, if not the best.
static void check_trip_amid(repair_rig *rig)
{
    way_agent *agent = rig_agent(rig, NULL);
    const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                           .goal = way_rng_below(&rig->rng, rig->stage->count)};
    uint32_t count = 0;
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    const way_state *path = way_agent_path(agent, &count);
    rig_check(rig, outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_NO_PATH);
    rig_check(rig, outcome != WAY_OUTCOME_FOUND || path[count - 1] == trip.goal);
    rig_check(rig, outcome != WAY_OUTCOME_FOUND || trip.start != path[0] || count == 1 ||
                       !way_space_can_stand(rig->stage->space, trip.start) ||
                       way_path_check(rig->stage->map, rig->stage->size, path, count, NULL));
    way_agent_destroy(agent);
}

/// At any moment of a repair a database is saved and opened, what it owes with it.
static void check_saved_amid(repair_rig *rig)
{
    way_database saved = {0};
    for (uint32_t i = 0; i < 12; i++) {
        way_database last = {0};
        way_navigator *opened = NULL;
        bool done = false;
        rig_edit(rig);
        for (uint32_t calls = way_rng_below(&rig->rng, 40); calls && !done; calls--) {
            assert_int_equal(
                way_navigator_repair(rig->navigator, 1 + way_rng_below(&rig->rng, 60), &done),
                WAY_STATUS_OK);
        }
        if (way_rng_below(&rig->rng, 2)) {
            rig_edit(rig); // nobody has told it of this one
        }
        assert_int_equal(way_navigator_save(rig->navigator, NULL, &last), WAY_STATUS_OK);
        const way_navigator_config config = {.space = rig->stage->space};
        assert_int_equal(way_navigator_open(&config, last.bytes, last.size, &opened),
                         WAY_STATUS_OK);
        way_navigator_destroy(rig->navigator);
        way_database_free(&saved);
        saved = last;
        rig->navigator = opened;
        check_trip_amid(rig);
        if (i % 3 == 2) {
            rig_repair(rig, 1 + way_rng_below(&rig->rng, 60));
            rig_check_everything(rig);
        }
    }
    way_navigator_destroy(rig->navigator);
    rig->navigator = NULL;
    way_database_free(&saved);
}

static void saved_and_opened_at_any_moment(void **state)
{
    (void)state;
    each_rig(check_saved_amid, 1);
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
        for (uint32_t steps = 0; way_agent_outcome(agent) == WAY_OUTCOME_WORKING; steps++) {
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
        rig_check(rig, outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_NO_PATH);
    }
    way_agent_destroy(agent);
}

static void travellers_arrive(void **state)
{
    (void)state;
    each_rig(check_traveller, 1);
}

/// Who is lost goes on without the database, a move at a time, and by it again once it is current.
static void check_lost(repair_rig *rig, uint32_t *lost)
{
    way_agent *agent = rig_agent(rig, NULL);
    const way_trip trip = {.start = way_rng_below(&rig->rng, rig->stage->count),
                           .goal = way_rng_below(&rig->rng, rig->stage->count)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    for (uint32_t steps = 0; way_agent_outcome(agent) == WAY_OUTCOME_WORKING; steps++) {
        uint32_t before = 0;
        uint32_t after = 0;
        rig_check(rig, steps < 200000);
        if (steps < 40) {
            rig_edit(rig);
        }
        const way_state *path = way_agent_path(agent, &before);
        const bool buried = !way_space_can_stand(rig->stage->space, path[before - 1]);
        (void)way_agent_step(agent, UINT32_MAX);
        (void)way_agent_path(agent, &after);
        rig_check(rig, buried || after <= before + 1);
        if (agent->at.phase == WAYI_ASIDE && steps > 40 &&
            way_agent_outcome(agent) == WAY_OUTCOME_WORKING) {
            ++*lost;
            rig_repair(rig, 1000);
            (void)way_agent_step(agent, UINT32_MAX);
            rig_check(rig, agent->at.phase == WAYI_PLAN);
        }
    }
    way_agent_destroy(agent);
}

static uint32_t repair_lost;

static void check_lost_ones(repair_rig *rig)
{
    for (uint32_t i = 0; i < 8; i++) {
        check_lost(rig, &repair_lost);
    }
}

static void lost_trips_come_back(void **state)
{
    (void)state;
    repair_lost = 0;
    each_rig(check_lost_ones, 1);
    assert_true(repair_lost > 0);
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
    const uint8_t ground = way_map_terrain(rig->stage->map, goal);
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
        for (uint32_t steps = 1; way_agent_outcome(agent) == WAY_OUTCOME_WORKING; steps++) {
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
        rig_check_regions(&fresh);
        rig_check_trips(&fresh, 2);
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
        cmocka_unit_test(holds_after_every_edit),         cmocka_unit_test(holds_at_every_depth),
        cmocka_unit_test(holds_after_interruptions),      cmocka_unit_test(travellers_arrive),
        cmocka_unit_test(saved_and_opened_at_any_moment), cmocka_unit_test(buried_units_get_out),
        cmocka_unit_test(lost_trips_come_back),           cmocka_unit_test(survives_without_memory),
    };
    stage_set_add_grids(&repair_stages, stage_rounds(2), stage_rounds(40));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&repair_stages);
    return failed;
}
