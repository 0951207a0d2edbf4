// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Grid spaces against the rules of the scenes: every step of every cell, forwards and backwards,
// and estimates that are admissible and consistent.
#include "scenes/rules.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

static stage_set grid_stages;

/// The least cost of the steps to a cell: a link may join neighbours.
static way_cost cost_among(const way_edge *edges, uint32_t count, way_cell to)
{
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        least = edges[i].to == to && edges[i].cost < least ? edges[i].cost : least;
    }
    return least;
}

/// How many cells the steps lead to.
static uint32_t count_cells(const way_edge *edges, uint32_t count)
{
    uint32_t cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        cells += cost_among(edges, i, edges[i].to) == WAY_COST_MAX;
    }
    return cells;
}

static void steps_follow_the_rules(void **state)
{
    (void)state;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    oracle_step steps[ORACLE_STEPS_MAX];
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        way_space *space = stage->space;
        for (way_cell cell = 0; cell < stage->count; cell++) {
            const uint32_t count = space->type->expand(space, cell, edges);
            const uint32_t expected = oracle_steps_from(stage->map, cell, stage->size, steps);
            if (count_cells(edges, count) != expected || count > space->degree_max) {
                fail_msg("%s: %u steps from %u, not %u", stage->name, count, cell, expected);
            }
            for (uint32_t k = 0; k < expected; k++) {
                if (cost_among(edges, count, steps[k].cell) != steps[k].cost ||
                    way_space_step_cost(space, cell, steps[k].cell) != steps[k].cost) {
                    fail_msg("%s: the step from %u to %u costs %u", stage->name, cell,
                             steps[k].cell, steps[k].cost);
                }
            }
        }
    }
}

/// Backwards from a cell lie the standing cells whose steps lead to it.
static void steps_back_turn_steps_round(void **state)
{
    (void)state;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    oracle_step steps[ORACLE_STEPS_MAX];
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        way_space *space = stage->space;
        for (way_cell cell = 0; cell < stage->count; cell++) {
            const uint32_t count = space->type->expand_back(space, cell, edges);
            const uint32_t all = oracle_steps_to(stage->map, cell, stage->size, steps);
            uint32_t standing = 0;
            for (uint32_t k = 0; k < all; k++) {
                if (!way_space_can_stand(space, steps[k].cell)) {
                    continue;
                }
                standing++;
                if (cost_among(edges, count, steps[k].cell) != steps[k].cost) {
                    fail_msg("%s: back from %u to %u costs %u", stage->name, cell, steps[k].cell,
                             steps[k].cost);
                }
            }
            if (count_cells(edges, count) != standing) {
                fail_msg("%s: %u steps into %u, not %u", stage->name, count, cell, standing);
            }
        }
    }
}

static void standing_follows_the_rules(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        const uint32_t width = way_map_width(stage->map);
        for (way_cell cell = 0; cell < stage->count; cell++) {
            assert_int_equal(way_space_can_stand(stage->space, cell),
                             oracle_stands(stage->map, cell % width, cell / width, stage->size));
        }
        assert_false(way_space_can_stand(stage->space, stage->count));
        assert_false(way_space_can_stand(stage->space, WAY_STATE_NONE));
        assert_int_equal(way_space_step_cost(stage->space, stage->count, 0), WAY_COST_MAX);
        assert_int_equal(way_space_step_cost(stage->space, WAY_STATE_NONE, 0), WAY_COST_MAX);
    }
}

static void estimates_are_admissible(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        way_space *space = stage->space;
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const stage_problem *problem = &stage->problems[k];
            // The way out from deep inside blocked ground is no walk of the space's.
            if (oracle_is_deep(stage->map, problem->start, stage->size)) {
                continue;
            }
            for (way_cell cell = 0; cell < stage->count; cell++) {
                const way_cost estimate = space->type->estimate(space, problem->start, cell);
                if (estimate > problem->costs[cell]) {
                    fail_msg("%s: from %u to %u the estimate %u exceeds %u", stage->name,
                             problem->start, cell, estimate, problem->costs[cell]);
                }
                const bool symmetric = way_space_traits(space) & WAY_SPACE_SYMMETRIC;
                assert_true(!symmetric ||
                            estimate == space->type->estimate(space, cell, problem->start));
                const way_cell other = (cell * 13 + k) % stage->count;
                assert_true(estimate <= space->type->estimate(space, problem->start, other) +
                                            space->type->estimate(space, other, cell));
            }
        }
    }
}

/// distance(a) <= cost(a, b) + distance(b) on every step, also from where one can't stand; and one
/// step at least for as many steps as are promised.
static void estimates_are_consistent(void **state)
{
    (void)state;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        way_space *space = stage->space;
        assert_true(way_space_traits(space) & WAY_SPACE_CONSISTENT);
        for (uint32_t k = 0; k < stage->problem_count; k++) {
            const way_cell goal = stage->problems[k].goal;
            for (way_cell cell = 0; cell < stage->count; cell++) {
                const uint32_t count = space->type->expand(space, cell, edges);
                for (uint32_t e = 0; e < count; e++) {
                    const way_cost here = space->type->estimate(space, cell, goal);
                    const way_cost there = space->type->estimate(space, edges[e].to, goal);
                    if (here > edges[e].cost + there ||
                        space->type->estimate_steps(space, cell, goal) >
                            1 + space->type->estimate_steps(space, edges[e].to, goal)) {
                        fail_msg("%s: goal %u, from %u to %u", stage->name, goal, cell,
                                 edges[e].to);
                    }
                }
            }
            assert_int_equal(space->type->estimate(space, goal, goal), 0);
            assert_int_equal(space->type->estimate_steps(space, goal, goal), 0);
        }
    }
}

/// Whether all terrain that can be entered weighs 1.
static bool spaces_is_uniform(const test_stage *stage)
{
    way_profile profile;
    assert_true(way_map_profile(stage->map, stage->size, &profile));
    for (way_cell cell = 0; cell < stage->count; cell++) {
        if (profile.weights[way_map_terrain(stage->map, cell)] > 1) {
            return false;
        }
    }
    return true;
}

static void traits_follow_the_map(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < grid_stages.count; i++) {
        const test_stage *stage = &grid_stages.stages[i];
        const uint32_t traits = way_space_traits(stage->space);
        const bool eight = way_map_neighbours(stage->map) == WAY_NEIGHBOURS_8;
        const bool strict = eight && way_map_corners(stage->map) == WAY_CORNERS_STRICT;
        assert_true(traits & WAY_SPACE_GRID);
        assert_int_equal((traits & WAY_SPACE_GRID_8) != 0, eight);
        assert_int_equal((traits & WAY_SPACE_STRICT_CORNERS) != 0, strict);
        assert_int_equal((traits & WAY_SPACE_UNIFORM_COST) != 0, spaces_is_uniform(stage));
        assert_ptr_equal(way_space_map(stage->space), stage->map);
        assert_int_equal(way_space_profile(stage->space), stage->size);
        assert_int_equal(way_space_revision(stage->space), way_map_revision(stage->map));
        assert_int_equal(stage->space->state_count, stage->count);
    }
}

static void space_when_misused(void **state)
{
    (void)state;
    const way_map *map = grid_stages.stages[0].map;
    way_space *space = NULL;
    assert_int_equal(way_space_create_grid(NULL, 1, NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_grid(map, 1, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_grid(map, 0, NULL, &space), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_space_create_grid(map, 17, NULL, &space), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_space_create_grid(map, 9, NULL, &space), WAY_STATUS_UNSUPPORTED);
    assert_null(space);
    way_space_destroy(NULL);
}

static bool grid_scenario(test_allocator *memory)
{
    way_space *space = NULL;
    const way_status status =
        way_space_create_grid(grid_stages.stages[0].map, 1, &memory->allocator, &space);
    assert_true(status == WAY_STATUS_OK || (status == WAY_STATUS_NO_MEMORY && !space));
    way_space_destroy(space);
    return status == WAY_STATUS_OK;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(grid_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_follow_the_rules),     cmocka_unit_test(steps_back_turn_steps_round),
        cmocka_unit_test(standing_follows_the_rules), cmocka_unit_test(estimates_are_admissible),
        cmocka_unit_test(estimates_are_consistent),   cmocka_unit_test(traits_follow_the_map),
        cmocka_unit_test(space_when_misused),         cmocka_unit_test(every_allocation_fails),
    };
    stage_set_add_grids(&grid_stages, stage_rounds(4), 10);
    stage_set_add_linked(&grid_stages, stage_rounds(2));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&grid_stages);
    return failed;
}
