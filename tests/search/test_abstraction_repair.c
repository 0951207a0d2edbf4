// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Abstractions on maps that change: a repair, in slices of any size, leaves the very bytes that a
// fresh preparation makes; preparations make the same bytes in any order; failures are survived.
#include "scenes/oracle.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

static const char *const repair_specs[] = {"prastar", "sectors", "sectors(hurry=on)",
                                           "sectors(sector=32)"};
enum { REPAIR_SPECS = sizeof repair_specs / sizeof *repair_specs };

static stage_set repair_stages;

static way_navigator *open_navigator(const test_stage *stage, const char *spec, const way_job *job)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = stage->space, .algorithm = spec, .job = job};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

static void check_same_bytes(const test_stage *stage, const way_navigator *a,
                             const way_navigator *b)
{
    way_database first;
    way_database second;
    assert_int_equal(way_navigator_save(a, NULL, &first), WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(b, NULL, &second), WAY_STATUS_OK);
    if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0) {
        stage_print(stage, WAY_CELL_NONE, WAY_CELL_NONE);
        fail_msg("%s: another database on %s", way_navigator_algorithm(a)->name, stage->name);
    }
    way_database_free(&first);
    way_database_free(&second);
}

/// Walls, openings and weights where the algorithm can do with them.
static void edit_map(const test_stage *stage, const way_algorithm *algorithm, way_rng *rng)
{
    const uint32_t width = way_map_width(stage->map);
    const uint32_t height = way_map_height(stage->map);
    const bool uniform = (algorithm->needs & WAY_SPACE_UNIFORM_COST) ||
                         (way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST);
    way_edit edit = {.x = way_rng_below(rng, width), .y = way_rng_below(rng, height)};
    const uint32_t longest = way_rng_below(rng, 8) == 0 ? 9 : 1;
    edit.width = 1 + way_rng_below(rng, width - edit.x < longest ? width - edit.x : longest);
    edit.height = 1 + way_rng_below(rng, height - edit.y < longest ? height - edit.y : longest);
    edit.weight = (uint8_t)way_rng_below(rng, uniform ? 2 : 4);
    assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
}

static void repair_all(way_navigator *navigator, uint32_t budget)
{
    bool done = false;
    uint32_t calls = 0;
    while (!done) {
        assert_int_equal(way_navigator_repair(navigator, budget, &done), WAY_STATUS_OK);
        assert_true(++calls < 100000);
    }
    assert_true(way_navigator_is_current(navigator));
}

static void check_answers(const test_stage *stage, way_navigator *navigator, way_rng *rng)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_rng_below(rng, stage->count),
                           .goal = way_rng_below(rng, stage->count)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    const bool goal_stands =
        trip.start == trip.goal || way_space_can_stand(stage->space, trip.goal);
    const bool reachable =
        goal_stands && oracle_cost(stage->map, trip.start, trip.goal, stage->size) != WAY_COST_MAX;
    assert_int_equal(outcome, reachable ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH);
    assert_true(way_agent_path_holds(agent, 0));
    way_agent_destroy(agent);
}

static void repaired_is_fresh(void **state)
{
    (void)state;
    uint32_t turn = 0;
    for (uint32_t i = 0; i < repair_stages.count; i++) {
        const test_stage *stage = &repair_stages.stages[i];
        const char *spec = repair_specs[turn % REPAIR_SPECS];
        way_navigator *navigator = NULL;
        const way_navigator_config config = {.space = stage->space, .algorithm = spec};
        if (way_navigator_create(&config, &navigator) != WAY_STATUS_OK) {
            continue;
        }
        way_rng rng = way_rng_seed(turn++);
        for (uint32_t edits = 0; edits < stage_rounds(24); edits++) {
            bool done = false;
            edit_map(stage, way_navigator_algorithm(navigator), &rng);
            // Now and then the next edit comes before a repair is through.
            assert_int_equal(way_navigator_repair(navigator, 1, &done), WAY_STATUS_OK);
            if (way_rng_below(&rng, 3) == 0) {
                continue;
            }
            repair_all(navigator, 1 + way_rng_below(&rng, 200));
            way_navigator *fresh = open_navigator(stage, spec, NULL);
            check_same_bytes(stage, navigator, fresh);
            check_answers(stage, navigator, &rng);
            way_navigator_destroy(fresh);
        }
        way_navigator_destroy(navigator);
    }
    assert_true(turn > 20);
}

static void run_backwards(uint32_t count, void (*body)(uint32_t index, void *argument),
                          void *argument, void *user)
{
    (void)user;
    for (uint32_t i = count; i-- > 0;) {
        body(i, argument);
    }
}

static void same_bytes_in_any_order(void **state)
{
    (void)state;
    const way_job job = {.parallel_for = run_backwards};
    for (uint32_t i = 0; i < repair_stages.count; i += 5) {
        const test_stage *stage = &repair_stages.stages[i];
        for (uint32_t k = 0; k < REPAIR_SPECS; k++) {
            way_navigator *a = open_navigator(stage, repair_specs[k], NULL);
            way_navigator *b = open_navigator(stage, repair_specs[k], &job);
            check_same_bytes(stage, a, b);
            way_navigator_destroy(a);
            way_navigator_destroy(b);
        }
    }
}

static struct {
    const test_stage *stage;
    const char *spec;
} fault_case;

/// A repair that fails is told, and the next one puts everything right.
static bool repair_without_memory(test_allocator *memory)
{
    const test_stage *stage = fault_case.stage;
    way_rng rng = way_rng_seed(5);
    way_navigator *navigator = NULL;
    const way_navigator_config config = {
        .space = stage->space, .algorithm = fault_case.spec, .allocator = &memory->allocator};
    if (way_navigator_create(&config, &navigator) != WAY_STATUS_OK) {
        return false;
    }
    bool worked = true;
    for (uint32_t edits = 0; edits < 3; edits++) {
        bool done = false;
        edit_map(stage, way_navigator_algorithm(navigator), &rng);
        while (!done) {
            const way_status status = way_navigator_repair(navigator, 40, &done);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
            assert_true(status == WAY_STATUS_OK || worked);
            worked = worked && status == WAY_STATUS_OK;
        }
    }
    way_navigator *fresh = open_navigator(stage, fault_case.spec, NULL);
    assert_true(way_navigator_is_current(navigator));
    test_allocator_fail_next(memory, 0);
    check_same_bytes(stage, navigator, fresh);
    way_navigator_destroy(fresh);
    way_navigator_destroy(navigator);
    return worked;
}

static void repairs_without_memory(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < repair_stages.count; i += 11) {
        fault_case.stage = &repair_stages.stages[i];
        for (uint32_t k = 0; k < REPAIR_SPECS && fault_case.stage->count < 200; k++) {
            fault_case.spec = repair_specs[k];
            test_allocator_fail_each(repair_without_memory);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_in_any_order),
        cmocka_unit_test(repaired_is_fresh),
        cmocka_unit_test(repairs_without_memory),
    };
    stage_set_add_grids(&repair_stages, 1, stage_rounds(20));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&repair_stages);
    return failed;
}
