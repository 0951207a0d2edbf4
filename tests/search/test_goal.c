// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/stage.h"
#include "search/trip/goal.h"
#include "support/test.h"
#include "support/test_allocator.h"

static test_stage goal_stage;

static const stage_grid_config goal_grid = {.generator = "open",
                                            .width = 12,
                                            .height = 10,
                                            .seed = 1,
                                            .neighbours = WAY_NEIGHBOURS_4,
                                            .costs = {3, 0},
                                            .lightest = 1,
                                            .heaviest = 1,
                                            .size = 1};

static void set_when_small_and_large(void **state)
{
    (void)state;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_goal goal;
    wayi_goal_init(&goal, goal_stage.space, &allocator);
    for (uint32_t count = 1; count < 40; count++) {
        wayi_goal_begin_set(&goal);
        for (uint32_t i = 0; i < count * 2; i++) {
            // Each one twice, in no order.
            assert_true(wayi_goal_add(&goal, (i * 41 % count) * 3));
        }
        wayi_goal_end_set(&goal);
        assert_int_equal(goal.count, count);
        assert_int_equal(goal.kind, count == 1 ? WAYI_GOAL_ONE : WAYI_GOAL_SET);
        for (way_state cell = 0; cell < goal_stage.count; cell++) {
            const bool expected = cell % 3 == 0 && cell / 3 < count;
            assert_int_equal(wayi_goal_is_reached(&goal, cell), expected);
            way_cost least = WAY_COST_MAX;
            for (uint32_t i = 0; i < count; i++) {
                const way_cost distance = way_map_estimate(goal_stage.map, cell, i * 3);
                least = distance < least ? distance : least;
            }
            const bool many = count > WAYI_GOAL_ESTIMATES;
            assert_int_equal(wayi_goal_distance(&goal, cell), many ? 0 : least);
            assert_int_equal(wayi_goal_steps(&goal, cell), many ? 0 : least / 3);
        }
    }
    wayi_goal_fini(&goal);
}

static void set_when_empty(void **state)
{
    (void)state;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_goal goal;
    wayi_goal_init(&goal, goal_stage.space, &allocator);
    wayi_goal_begin_set(&goal);
    wayi_goal_end_set(&goal);
    assert_int_equal(goal.count, 0);
    wayi_goal_fini(&goal);
}

static void range_when_asked(void **state)
{
    (void)state;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_goal goal;
    wayi_goal_init(&goal, goal_stage.space, &allocator);
    wayi_goal_set_range(&goal, 30, 7);
    for (way_state cell = 0; cell < goal_stage.count; cell++) {
        const way_cost distance = way_map_estimate(goal_stage.map, cell, 30);
        assert_int_equal(wayi_goal_is_reached(&goal, cell), distance <= 7);
        assert_int_equal(wayi_goal_distance(&goal, cell), distance > 7 ? distance - 7 : 0);
    }
    wayi_goal_set_one(&goal, 30);
    assert_true(wayi_goal_is_reached(&goal, 30));
    assert_false(wayi_goal_is_reached(&goal, 31));
    assert_int_equal(wayi_goal_distance(&goal, 31), 3);
    assert_int_equal(wayi_goal_steps(&goal, 32), 2);
    wayi_goal_fini(&goal);
}

static bool goal_scenario(test_allocator *memory)
{
    wayi_goal goal;
    wayi_goal_init(&goal, goal_stage.space, &memory->allocator);
    bool worked = true;
    wayi_goal_begin_set(&goal);
    for (uint32_t i = 0; i < 100 && worked; i++) {
        worked = wayi_goal_add(&goal, i);
    }
    wayi_goal_end_set(&goal);
    wayi_goal_fini(&goal);
    return worked;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(goal_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_when_small_and_large),
        cmocka_unit_test(set_when_empty),
        cmocka_unit_test(range_when_asked),
        cmocka_unit_test(every_allocation_fails),
    };
    stage_create_grid(&goal_stage, &goal_grid);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_destroy(&goal_stage);
    return failed;
}
