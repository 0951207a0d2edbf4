// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways past what 32 bits count, beside what test_conformance_far asks of all algorithms: limits,
// edits amid the search, failing memory, walking along such a way, ways out of blocked ground.
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/navigate.h>
#include <waymark/search.h>

#define WIDE_WIDTH 257u
#define WIDE_SIDE 64u
#define PLAIN_SIDE 1453u
#define WIDE_STEP (UINT64_C(4096) * 255u)

/// A corridor that winds from the first cell on, and an agent on it.
typedef struct wide_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_cell last;
    uint32_t steps; ///< to there
} wide_rig;

static wide_rig wide_open(const char *algorithm, const way_agent_config *base)
{
    wide_rig rig = {0};
    static uint8_t weights[WIDE_WIDTH * WIDE_SIDE];
    for (uint32_t cell = 0; cell < WIDE_WIDTH * WIDE_SIDE; cell++) {
        const uint32_t x = cell % WIDE_WIDTH;
        const uint32_t gap = x / 2 % 2 ? 0 : WIDE_SIDE - 1;
        weights[cell] = x % 2 == 0 || cell / WIDE_WIDTH == gap ? 255 : 0;
        rig.steps += weights[cell] != 0;
    }
    rig.steps--;
    rig.last = WIDE_WIDTH * WIDE_SIDE - 1;
    way_map_config config = way_map_config_default(WIDE_WIDTH, WIDE_SIDE);
    config.costs = (way_cost_model){4096, 5793};
    config.weights = weights;
    way_agent_config unit = base ? *base : (way_agent_config){0};
    assert_int_equal(way_map_create(&config, &rig.map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig.space, .algorithm = algorithm};
    assert_int_equal(way_navigator_create(&plan, &rig.navigator), WAY_STATUS_OK);
    unit.navigator = rig.navigator;
    const way_status status = way_agent_create(&unit, &rig.agent);
    assert_true(status == WAY_STATUS_OK || (unit.allocator && status == WAY_STATUS_NO_MEMORY));
    return rig;
}

static void wide_close(wide_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static void wide_begin(const wide_rig *rig, way_state start)
{
    const way_trip trip = {.start = start, .goal = rig->last};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
}

static void cost_when_past_32_bits(void **state)
{
    (void)state;
    wide_rig rig = wide_open("astar", NULL);
    wide_begin(&rig, 0);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
    assert_int_equal(way_agent_cost(rig.agent), WAY_COST_MAX);
    assert_true(way_agent_full_cost(rig.agent) == rig.steps * WIDE_STEP);
    assert_int_equal(way_agent_bound(rig.agent), 1000);
    uint32_t runs = 0;
    assert_non_null(way_agent_runs(rig.agent, &runs));
    assert_int_equal(runs, WIDE_WIDTH); // a column, two across, a column
    // What it took is given back, and a near goal is counted as ever.
    const way_trip near = {.start = 0, .goal = 7 * WIDE_WIDTH};
    assert_int_equal(way_agent_begin(rig.agent, &near), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
    assert_true(way_agent_full_cost(rig.agent) == 7 * WIDE_STEP);
    assert_int_equal(way_agent_cost(rig.agent), 7 * WIDE_STEP);
    wide_close(&rig);
}

static void limits_when_past_32_bits(void **state)
{
    (void)state;
    wide_rig rig = wide_open("dijkstra", NULL);
    wide_begin(&rig, 0);
    way_agent_run(rig.agent);
    const uint64_t whole = way_agent_stats(rig.agent).expansions;
    const way_trip trip = {
        .start = 0, .goal = rig.last, .partial = true, .expansion_limit = whole - 1};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_BUDGET);
    assert_int_equal(way_agent_stats(rig.agent).expansions, whole - 1);
    uint32_t count = 0;
    (void)way_agent_path(rig.agent, &count);
    assert_true(count > rig.steps - 2 * WIDE_SIDE); // nearly there
    assert_true(way_agent_path_holds(rig.agent, 0));
    wide_close(&rig);
    rig = wide_open("astar", &(way_agent_config){.capacity = 8000});
    wide_begin(&rig, 0);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_CAPACITY);
    wide_close(&rig);
}

/// The corridor is cut amid the search, and then made longer every few steps.
static void edits_when_past_32_bits(void **state)
{
    (void)state;
    static const char *const specs[] = {"astar", "dstarlite", "hpastar", "rtaa", "fringe"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        wide_rig rig = wide_open(specs[i], NULL);
        const way_edit shut = {.x = 160, .y = 9, .width = 1, .height = 1, .weight = 0};
        wide_begin(&rig, 0);
        for (uint32_t step = 0; way_agent_step(rig.agent, 400) == WAY_OUTCOME_MOVING; step++) {
            const way_edit near = {.x = 2 * (step % 60),
                                   .y = 30,
                                   .width = 1,
                                   .height = 1,
                                   .weight = (uint8_t)(200 + step % 56)};
            if (step > 5 && step < 40) {
                assert_int_equal(way_map_edit(rig.map, &near, 1), WAY_STATUS_OK);
            }
            assert_true(step < 100000);
        }
        assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_ARRIVED);
        assert_true(way_agent_path_holds(rig.agent, 0));
        wide_begin(&rig, 0);
        for (uint32_t step = 0; way_agent_step(rig.agent, 400) == WAY_OUTCOME_MOVING; step++) {
            if (step == 12) {
                assert_int_equal(way_map_edit(rig.map, &shut, 1), WAY_STATUS_OK);
            }
        }
        uint32_t walked = 0;
        (void)way_agent_path(rig.agent, &walked);
        assert_int_equal(way_agent_outcome(rig.agent), WAY_OUTCOME_NO_PATH);
        assert_true((way_agent_full_cost(rig.agent) == UINT64_MAX) == (walked == 1));
        wide_close(&rig);
    }
}

static bool wide_life(test_allocator *memory)
{
    wide_rig rig = wide_open("astar", &(way_agent_config){.allocator = &memory->allocator});
    const way_trip trip = {.start = 0, .goal = rig.last};
    bool works = rig.agent && way_agent_begin(rig.agent, &trip) == WAY_STATUS_OK;
    if (works) {
        const way_outcome outcome = way_agent_run(rig.agent);
        works = outcome == WAY_OUTCOME_ARRIVED;
        assert_true(works || outcome == WAY_OUTCOME_CAPACITY);
    }
    wide_close(&rig);
    return works;
}

static void memory_when_past_32_bits(void **state)
{
    (void)state;
    test_allocator_fail_each(wide_life);
}

/// An incremental agent walks along the way, and is told of a change where it is near enough.
static void walk_when_past_32_bits(void **state)
{
    (void)state;
    wide_rig rig = wide_open("dstarlite", NULL);
    wide_begin(&rig, 0);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
    for (uint32_t walked = 100; walked < rig.steps; walked += 100) {
        assert_int_equal(way_agent_advance(rig.agent, 100), WAY_STATUS_OK);
        assert_true(way_agent_full_cost(rig.agent) == (rig.steps - walked) * WIDE_STEP);
        if (walked == 200) {
            assert_int_equal(way_agent_change(rig.agent, &rig.last, 1), WAY_STATUS_OK);
            assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
            assert_true(way_agent_full_cost(rig.agent) == (rig.steps - walked) * WIDE_STEP);
        }
    }
    assert_int_equal(way_agent_retarget(rig.agent, 0), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
    assert_true(way_agent_full_cost(rig.agent) == rig.steps / 100 * 100 * WIDE_STEP);
    wide_close(&rig);
}

/// Blocked cells at the beginning: the search goes on from where they are left, over the wall to
/// the second column or to what is left of the first.
static void blocked_start_when_past_32_bits(void **state)
{
    (void)state;
    static const char *const specs[] = {"astar", "dstarlite", "hpastar", "bidirectional"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        wide_rig rig = wide_open(specs[i], NULL);
        const way_edit wall = {.x = 0, .y = 0, .width = 1, .height = 4, .weight = 0};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        for (uint32_t row = 0; row < 4; row += row == 1 ? 2 : 1) {
            const uint32_t saved = row < 2 ? 2 * WIDE_SIDE - 2 - row : row;
            wide_begin(&rig, row * WIDE_WIDTH);
            assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
            uint32_t count = 0;
            (void)way_agent_path(rig.agent, &count);
            assert_int_equal(count, rig.steps + 1 - saved);
            assert_true(way_agent_full_cost(rig.agent) > (count - 4) * WIDE_STEP);
            assert_true(way_agent_full_cost(rig.agent) < count * WIDE_STEP);
        }
        wide_close(&rig);
    }
}

/// Only ground of weight 1, for those who know no other: the map is larger by as much.
static void plain_open(wide_rig *rig)
{
    const uint32_t side = PLAIN_SIDE;
    uint8_t *weights = malloc((size_t)side * side);
    assert_non_null(weights);
    *rig = (wide_rig){.last = side * side - 1, .steps = UINT32_MAX};
    for (uint32_t cell = 0; cell < side * side; cell++) {
        const uint32_t x = cell % side;
        weights[cell] = x % 2 == 0 || cell / side == (x / 2 % 2 ? 0 : side - 1);
        rig->steps += weights[cell];
    }
    way_map_config config = way_map_config_default(side, side);
    config.costs = (way_cost_model){4096, 5793};
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    free(weights);
}

/// Whoever can't count so far on plain ground either refuses the map or gives the right cost: no
/// algorithm of the registry is left out of this and test_conformance_far.
static void plain_when_past_32_bits(void **state)
{
    (void)state;
    static const char *const specs[] = {"jps", "knnlrta(records=2)", "beacon", "dlrta", "sglrta"};
    wide_rig rig;
    plain_open(&rig);
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const way_navigator_config plan = {.space = rig.space, .algorithm = specs[i]};
        const way_status status = way_navigator_create(&plan, &rig.navigator);
        assert_int_equal(status, i < 2 ? WAY_STATUS_OK : WAY_STATUS_TOO_LARGE);
        if (i < 2) {
            const way_agent_config unit = {.navigator = rig.navigator};
            assert_int_equal(way_agent_create(&unit, &rig.agent), WAY_STATUS_OK);
            wide_begin(&rig, 0);
            assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_ARRIVED);
            assert_int_equal(way_agent_cost(rig.agent), WAY_COST_MAX);
            assert_true(way_agent_full_cost(rig.agent) == rig.steps * UINT64_C(4096));
            way_agent_destroy(rig.agent);
            way_navigator_destroy(rig.navigator);
        }
        rig.agent = NULL;
        rig.navigator = NULL;
    }
    wide_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_when_past_32_bits),
        cmocka_unit_test(limits_when_past_32_bits),
        cmocka_unit_test(edits_when_past_32_bits),
        cmocka_unit_test(memory_when_past_32_bits),
        cmocka_unit_test(walk_when_past_32_bits),
        cmocka_unit_test(blocked_start_when_past_32_bits),
        cmocka_unit_test(plain_when_past_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
