// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <string.h>

static way_space *make(uint32_t columns, uint32_t rows, bool trail)
{
    const way_tiles_config config = {.columns = columns, .rows = rows};
    way_space *space = NULL;
    assert_int_equal(trail ? way_space_create_tiles_trail(&config, &space)
                           : way_space_create_tiles(&config, &space),
                     WAY_STATUS_OK);
    return space;
}

static void create_when_arguments_are_bad(void **state)
{
    (void)state;
    static const uint8_t twice[6] = {0, 1, 2, 3, 4, 4};
    static const uint8_t large[6] = {0, 1, 2, 3, 4, 6};
    const way_tiles_config bad[] = {{.columns = 1, .rows = 4}, {.columns = 4, .rows = 1},
                                    {.columns = 9, .rows = 2}, {.columns = 5, .rows = 4},
                                    {.columns = 0, .rows = 0}, {3, 2, twice, 0, NULL},
                                    {3, 2, large, 0, NULL}};
    way_space *space = NULL;
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const way_status expected = i < 5 ? WAY_STATUS_OUT_OF_RANGE : WAY_STATUS_INVALID_ARGUMENT;
        assert_int_equal(way_space_create_tiles(&bad[i], &space), expected);
        assert_int_equal(way_space_create_tiles_trail(&bad[i], &space), expected);
    }
    assert_int_equal(way_space_create_tiles(NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_tiles(&bad[0], NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_tiles_trail(&bad[0], NULL), WAY_STATUS_INVALID_ARGUMENT);
    space = make(3, 2, false);
    assert_int_equal(way_tiles_find(space, twice), WAY_STATE_NONE);
    assert_int_equal(way_tiles_find(space, large), WAY_STATE_NONE);
    way_space_destroy(space);
}

/// All boards of a puzzle, nearest to the goal first; the depth of each goes to `depths`.
static uint32_t meet_all(way_space *space, uint32_t cells, uint32_t *depths)
{
    uint8_t board[16];
    for (uint32_t cell = 0; cell < cells; cell++) {
        board[cell] = (uint8_t)cell;
    }
    way_edge edges[4];
    assert_int_equal(way_tiles_find(space, board), 0);
    depths[0] = 0;
    for (way_state from = 0; from < way_tiles_count(space); from++) {
        const uint32_t before = way_tiles_count(space);
        const uint32_t degree = space->type->expand(space, from, edges);
        for (uint32_t i = 0; i < degree; i++) {
            if (edges[i].to >= before) {
                depths[edges[i].to] = depths[from] + 1;
            }
        }
    }
    return way_tiles_count(space);
}

static void boards_when_counted(void **state)
{
    (void)state;
    // Half of all permutations, and the depth of the farthest.
    static const uint32_t sizes[][4] = {
        {2, 2, 12, 6}, {3, 2, 360, 21}, {2, 3, 360, 21}, {4, 2, 20160, 36}, {3, 3, 181440, 31}};
    for (uint32_t i = 0; i < 5; i++) {
        way_space *space = make(sizes[i][0], sizes[i][1], false);
        uint32_t *depths = calloc(sizes[i][2], sizeof *depths);
        assert_non_null(depths);
        assert_int_equal(meet_all(space, sizes[i][0] * sizes[i][1], depths), sizes[i][2]);
        assert_int_equal(depths[sizes[i][2] - 1], sizes[i][3]);
        way_edge edges[4];
        for (way_state from = 0; from < sizes[i][2]; from++) {
            const way_cost estimate = space->type->goal_estimate(space, from);
            assert_true(estimate <= depths[from]);
            assert_int_equal(estimate, space->type->estimate(space, from, 0));
            assert_int_equal(space->type->is_goal(space, from), from == 0);
            const uint32_t degree = space->type->expand(space, from, edges);
            for (uint32_t k = 0; k < degree; k++) {
                const way_cost next = space->type->goal_estimate(space, edges[k].to);
                assert_true(next + 1 == estimate || next == estimate + 1);
            }
        }
        assert_int_equal(way_tiles_count(space), sizes[i][2]);
        free(depths);
        way_space_destroy(space);
    }
}

static void boards_when_out_of_reach(void **state)
{
    (void)state;
    static const uint8_t goal[6] = {0, 1, 2, 3, 4, 5};
    static const uint8_t swapped[6] = {0, 2, 1, 3, 4, 5};
    static const uint8_t moved[6] = {1, 0, 2, 3, 4, 5};
    way_space *space = make(3, 2, false);
    const way_state a = way_tiles_find(space, goal);
    const way_state b = way_tiles_find(space, swapped);
    const way_state c = way_tiles_find(space, moved);
    assert_false(space->type->is_reachable(space, a, b));
    assert_true(space->type->is_reachable(space, a, c));
    assert_true(space->type->is_reachable(space, c, a));
    assert_false(space->type->is_reachable(space, c, b));
    uint8_t board[6];
    way_tiles_get(space, b, board);
    assert_memory_equal(board, swapped, 6);
    way_tiles_reset(space);
    assert_int_equal(way_tiles_count(space), 0);
    assert_int_equal(way_space_revision(space), 2);
    way_space_destroy(space);
}

static void goal_when_given(void **state)
{
    (void)state;
    static const uint8_t goal[4] = {1, 2, 3, 0};
    static const uint8_t board[4] = {1, 2, 0, 3};
    const way_tiles_config config = {.columns = 2, .rows = 2, .goal = goal};
    way_space *space = NULL;
    assert_int_equal(way_space_create_tiles(&config, &space), WAY_STATUS_OK);
    assert_true(space->type->is_goal(space, way_tiles_find(space, goal)));
    assert_int_equal(space->type->goal_estimate(space, way_tiles_find(space, board)), 1);
    way_space_destroy(space);
}

static void trip_when_searched(void **state)
{
    (void)state;
    // The farthest board of the 3 x 3 puzzle is 31 steps away.
    static const uint8_t far[9] = {8, 0, 6, 5, 4, 7, 2, 3, 1};
    way_space *space = make(3, 3, false);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_tiles_find(space, far), .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_cost(agent), 31);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

/// Numbers 12 and 79 of the boards of Korf: Depth-First Iterative-Deepening, 1985, with what is
/// known of them; they are solved even where the list of all hundred is not at hand.
static void trail_when_searched(void **state)
{
    (void)state;
    static const struct {
        uint8_t board[16];
        way_cost steps;
        uint64_t generated;
    } boards[] = {
        {{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}, 45, 546343},
        {{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, 42, 540859},
    };
    way_space *trail = make(4, 4, true);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = trail, .algorithm = "idastar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    for (uint32_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const way_trip trip = {.start = way_tiles_find(trail, boards[i].board),
                               .mode = WAY_GOAL_SPACE};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(agent), boards[i].steps);
        assert_int_equal(way_agent_stats(agent).generations, boards[i].generated);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(trail);
}

/// Goes down a random branch and compares the trail with the space that forgets nothing.
static void trail_when_compared(void **state)
{
    (void)state;
    way_rng rng = test_rng(15);
    way_space *all = make(4, 4, false);
    way_space *trail = make(4, 4, true);
    uint8_t board[16] = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};
    uint8_t other[16];
    way_state here = way_tiles_find(all, board);
    way_state there = way_tiles_find(trail, board);
    way_state before = WAY_STATE_NONE;
    assert_int_equal(trail->type->goal_estimate(trail, there), 41);
    for (uint32_t depth = 0; depth < 250; depth++) {
        way_edge edges[4];
        way_edge places[4];
        way_edge again[4];
        const uint32_t degree = all->type->expand(all, here, edges);
        const uint32_t count = trail->type->expand(trail, there, places);
        assert_int_equal(count, degree - (depth > 0));
        // Expanding again gives the same.
        assert_int_equal(trail->type->expand(trail, there, again), count);
        assert_memory_equal(again, places, count * sizeof *places);
        const uint32_t pick = way_rng_below(&rng, count);
        uint32_t k = 0;
        way_state next = WAY_STATE_NONE;
        for (uint32_t i = 0; i < degree; i++) {
            if (edges[i].to == before) {
                continue;
            }
            way_tiles_get(all, edges[i].to, board);
            way_tiles_get(trail, places[k].to, other);
            assert_memory_equal(board, other, 16);
            assert_int_equal(all->type->goal_estimate(all, edges[i].to),
                             trail->type->goal_estimate(trail, places[k].to));
            next = k == pick ? edges[i].to : next;
            k++;
        }
        before = here;
        here = next;
        there = places[pick].to;
    }
    way_edge edges[4];
    assert_int_equal(trail->type->expand(trail, there, edges), WAY_EXPAND_FULL);
    way_space_destroy(all);
    way_space_destroy(trail);
}

static void trail_when_forgotten(void **state)
{
    (void)state;
    way_space *trail = make(4, 4, true);
    uint8_t board[16] = {1, 2, 3, 7, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 14, 15};
    const way_state start = way_tiles_find(trail, board);
    way_edge first[4];
    way_edge second[4];
    way_edge third[4];
    assert_int_equal(trail->type->expand(trail, start, first), 3);
    assert_int_equal(trail->type->expand(trail, first[0].to, second), 1);
    // Its sister takes the place of the first one's step.
    assert_int_equal(trail->type->expand(trail, first[1].to, third), 3);
    assert_int_equal(trail->type->expand(trail, second[0].to, third), WAY_EXPAND_FULL);
    assert_false(way_space_can_stand(trail, second[0].to));
    assert_int_equal(trail->type->goal_estimate(trail, second[0].to), WAY_COST_MAX);
    assert_false(way_space_can_stand(trail, 1023));
    // A search that is not depth-first meets its own forgotten boards and says that it can't go on.
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = trail, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    uint8_t hard[16] = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};
    const way_trip trip = {.start = way_tiles_find(trail, hard), .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_CAPACITY);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(trail);
}

static bool tiles_scenario(test_allocator *memory)
{
    const way_tiles_config config = {.columns = 3, .rows = 3, .allocator = &memory->allocator};
    way_space *space = NULL;
    if (way_space_create_tiles(&config, &space) != WAY_STATUS_OK) {
        return false;
    }
    static const uint8_t goal[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    bool fine = way_tiles_find(space, goal) == 0;
    way_edge edges[4];
    for (way_state from = 0; fine && from < 3000; from++) {
        fine = space->type->expand(space, from, edges) != WAY_EXPAND_FULL;
    }
    assert_int_equal(way_tiles_bytes(space), memory->live_bytes);
    way_space_destroy(space);
    if (!fine) {
        return false;
    }
    if (way_space_create_tiles_trail(&config, &space) != WAY_STATUS_OK) {
        return false;
    }
    assert_int_equal(way_tiles_bytes(space), memory->live_bytes);
    assert_int_equal(way_tiles_count(space), 0);
    way_space_destroy(space);
    return true;
}

static void tiles_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(tiles_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(create_when_arguments_are_bad),
        cmocka_unit_test(boards_when_counted),
        cmocka_unit_test(boards_when_out_of_reach),
        cmocka_unit_test(goal_when_given),
        cmocka_unit_test(trip_when_searched),
        cmocka_unit_test(trail_when_searched),
        cmocka_unit_test(trail_when_compared),
        cmocka_unit_test(trail_when_forgotten),
        cmocka_unit_test(tiles_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
