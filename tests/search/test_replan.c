// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Edits, calls and limits that come while a trip is under way: what it then goes for, and what is
// told of the path in hand.
#include "search/replan_each.h"

#include <waymark/agent.h>
#include <waymark/database.h>
#include <waymark/field.h>
#include <waymark/path.h>

#include <string.h>

#define REPLAN_ROUNDS 30u

static bool replan_is_told(const replan_rig *rig)
{
    return (rig->traits & WAY_TRAIT_INCREMENTAL) && !(rig->traits & WAY_TRAIT_REALTIME);
}

// Goals -------------------------------------------------------------------------------------------

/// Blocks the goal in force again and again, then frees all: there is always a place to go to, and
/// at last it is the goal itself.
static void block_goals(replan_rig *rig, bool told)
{
    const way_trip trip = {
        .start = replan_cell(2, 2), .goal = replan_cell(12, 12), .fall_back_to_nearest = true};
    way_cell blocked[REPLAN_ROUNDS];
    uint32_t count = 0;
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    way_outcome outcome = way_agent_step(rig->agent, 4);
    while (outcome == WAY_OUTCOME_WORKING && count < REPLAN_ROUNDS) {
        const way_cell goal = way_agent_goal(rig->agent);
        if (goal == replan_last(rig)) {
            break;
        }
        blocked[count++] = goal;
        replan_set(rig, goal, 0);
        if (told) {
            assert_int_equal(way_agent_notify(rig->agent, &goal, 1), WAY_STATUS_OK);
        }
        replan_repair(rig);
        outcome = way_agent_step(rig->agent, 1);
        assert_int_not_equal(outcome, WAY_OUTCOME_NO_PATH);
    }
    const bool over = outcome != WAY_OUTCOME_WORKING;
    while (count > 0) {
        replan_set(rig, blocked[--count], 1);
    }
    replan_repair(rig);
    outcome = way_agent_run(rig->agent);
    assert_true(outcome == WAY_OUTCOME_FOUND || (over && outcome == WAY_OUTCOME_PARTIAL));
    assert_true(over || replan_last(rig) == trip.goal);
}

static void block_goals_by_themselves(replan_rig *rig)
{
    block_goals(rig, false);
}

static void block_goals_told(replan_rig *rig)
{
    if (replan_is_told(rig)) {
        block_goals(rig, true);
    }
}

static void goals_when_blocked_again_and_again(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, NULL, block_goals_by_themselves);
    replan_each(WAY_TRAIT_HANDLES_EDITS, NULL, block_goals_told);
}

/// A goal that is blocked, then freed, is the goal again.
static void free_goal(replan_rig *rig)
{
    const way_cell goal = replan_cell(12, 12);
    const way_trip trip = {.start = replan_cell(2, 2), .goal = goal, .fall_back_to_nearest = true};
    if (!replan_is_told(rig)) {
        return;
    }
    replan_set(rig, goal, 0);
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_PARTIAL);
    replan_set(rig, goal, 1);
    assert_int_equal(way_agent_notify(rig->agent, &goal, 1), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    assert_int_equal(replan_last(rig), goal);
}

static void goals_when_freed(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, NULL, free_goal);
}

/// A range and several goals survive any edit.
static void keep_goals(replan_rig *rig)
{
    const way_state goals[] = {replan_cell(20, 20), replan_cell(21, 4), replan_cell(4, 21)};
    const way_trip trips[] = {
        {.start = replan_cell(2, 2), .goal = goals[0], .mode = WAY_GOAL_RANGE, .range = 1224},
        {.start = replan_cell(2, 2), .mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 3},
        {.start = replan_cell(2, 2), .goal = goals[0], .mode = WAY_GOAL_ADJACENT}};
    for (uint32_t i = 0; i < sizeof trips / sizeof *trips; i++) {
        assert_int_equal(way_agent_begin(rig->agent, &trips[i]), WAY_STATUS_OK);
        for (uint32_t k = 0; k < 6; k++) {
            if (way_agent_step(rig->agent, 3) != WAY_OUTCOME_WORKING) {
                break;
            }
            replan_set(rig, replan_cell(10, 8), (uint8_t)(k & 1u));
            replan_set(rig, goals[0], (uint8_t)(k & 1u));
            replan_repair(rig);
        }
        assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    }
}

static void goals_when_several(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_ANY_GOAL, NULL, keep_goals);
}

/// The goal at which the path ends so far is blocked before the trip is over: it ends at the other.
static void block_the_end(replan_rig *rig)
{
    const way_state goals[] = {replan_cell(9, 7), replan_cell(2, 20)};
    const way_trip trip = {
        .start = replan_cell(2, 2), .mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 2};
    for (uint32_t round = 0; round < 24; round++) {
        way_outcome outcome = WAY_OUTCOME_WORKING;
        replan_set(rig, replan_cell(20, 20), (uint8_t)(round % 2));
        if (round % 4 > 1) { // else databases are behind
            replan_repair(rig);
        }
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        while (outcome == WAY_OUTCOME_WORKING && replan_last(rig) != goals[0]) {
            outcome = way_agent_step(rig->agent, 1 + round / 4);
        }
        if (outcome == WAY_OUTCOME_WORKING) {
            replan_set(rig, goals[0], 0);
            assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
            assert_int_equal(replan_last(rig), goals[1]);
            replan_set(rig, goals[0], 1);
        }
    }
}

static void goals_when_blocked_on_arrival(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_ANY_GOAL, replan_wall(), block_the_end);
}

/// The goal given last is where the trip goes, whatever is edited after that.
static void retarget_and_edit(replan_rig *rig)
{
    const way_cell goals[] = {replan_cell(21, 20), replan_cell(3, 21)};
    for (uint32_t budget = 1; budget < 64; budget += 9) {
        const way_trip trip = {.start = replan_cell(2, 2), .goal = goals[0]};
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_agent_step(rig->agent, budget);
        const way_status status = way_agent_retarget(rig->agent, goals[1]);
        if (status == WAY_STATUS_UNSUPPORTED) {
            return;
        }
        assert_int_equal(status, WAY_STATUS_OK);
        for (uint32_t i = 0; i < 4; i++) {
            way_agent_step(rig->agent, 2);
            replan_set(rig, replan_cell(3, 4 + i), (uint8_t)(budget & 1u));
            replan_set(rig, replan_cell(4, 4), (uint8_t)(i & 1u));
        }
        assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
        assert_int_equal(replan_last(rig), goals[1]);
        assert_int_equal(way_agent_cost(rig->agent), replan_price(rig));
        if (way_agent_bound_thousandths(rig->agent) == 1000) {
            assert_int_equal(way_agent_cost(rig->agent),
                             oracle_cost(rig->map, trip.start, goals[1], 1));
        }
    }
}

/// The goal given last weighs something else before the search has looked at it.
static void retarget_and_reweigh(replan_rig *rig)
{
    way_rng rng = way_rng_seed(11);
    for (uint32_t round = 0; round < 40; round++) {
        const way_cell goals[] = {way_rng_below(&rng, REPLAN_CELLS),
                                  way_rng_below(&rng, REPLAN_CELLS)};
        const way_trip trip = {.start = way_rng_below(&rng, REPLAN_CELLS), .goal = goals[0]};
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_agent_run(rig->agent);
        const way_status status = way_agent_retarget(rig->agent, goals[1]);
        if (status == WAY_STATUS_UNSUPPORTED) {
            return;
        }
        assert_int_equal(status, WAY_STATUS_OK);
        replan_set(rig, goals[1], (uint8_t)(1 + way_rng_below(&rng, 9)));
        assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(rig->agent), replan_price(rig));
        if (way_agent_bound_thousandths(rig->agent) == 1000) {
            assert_int_equal(way_agent_cost(rig->agent),
                             oracle_cost(rig->map, trip.start, goals[1], 1));
        }
    }
}

/// Ground of all weights.
static const uint8_t *replan_hills(void)
{
    static uint8_t weights[REPLAN_CELLS];
    way_rng rng = way_rng_seed(3);
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        weights[i] = (uint8_t)(1 + way_rng_below(&rng, 9));
    }
    return weights;
}

static void retargets_when_reweighed_after(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, replan_hills(), retarget_and_reweigh);
}

static void retargets_when_edited_after(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, NULL, retarget_and_edit);
}

// What was not read -------------------------------------------------------------------------------

/// Where a trip ends, and what is told of it.
typedef struct replan_end {
    way_outcome outcome;
    way_cost cost;
    uint32_t bound;
} replan_end;

/// Makes a trip, while a cell of a closed room changes before every step.
static replan_end end_beside_a_room(const replan_rig *rig, uint32_t budget, bool edits)
{
    const way_trip trip = {.start = replan_cell(2, 3), .goal = replan_cell(12, 15)};
    way_outcome outcome = WAY_OUTCOME_WORKING;
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 5000 && outcome == WAY_OUTCOME_WORKING; i++) {
        if (edits) {
            replan_set(rig, replan_cell(22, 22), (uint8_t)(i & 1u));
            replan_repair(rig);
        }
        outcome = way_agent_step(rig->agent, budget);
    }
    return (replan_end){outcome, way_agent_cost(rig->agent),
                        way_agent_bound_thousandths(rig->agent)};
}

/// A trip goes on and keeps its promises whatever changes where it has read nothing.
static void edit_a_room(replan_rig *rig)
{
    for (uint32_t budget = 1; budget < 200; budget = budget * 3 + 1) {
        const replan_end alone = end_beside_a_room(rig, budget, false);
        const replan_end end = end_beside_a_room(rig, budget, true);
        replan_set(rig, replan_cell(22, 22), 1);
        replan_repair(rig);
        assert_int_equal(end.bound, alone.bound);
        assert_true(end.outcome == alone.outcome || end.outcome == WAY_OUTCOME_FOUND);
        assert_true(!(rig->traits & WAY_TRAIT_REALTIME) || end.cost == alone.cost);
    }
}

/// A wall with a gap below, and a room that nobody gets into.
static void plans_when_a_closed_room_changes(void **state)
{
    (void)state;
    static uint8_t weights[REPLAN_CELLS];
    memset(weights, 1, sizeof weights);
    for (uint32_t i = 0; i < 20; i++) {
        weights[replan_cell(8, i)] = 0;
    }
    for (uint32_t i = 18; i < REPLAN_SIDE; i++) {
        weights[replan_cell(18, i)] = 0;
        weights[replan_cell(i, 18)] = 0;
    }
    replan_each(WAY_TRAIT_HANDLES_EDITS, weights, edit_a_room);
}

// What is told ------------------------------------------------------------------------------------

/// Nothing has changed: the plan is as good as the one before.
static void change_nothing(replan_rig *rig)
{
    const way_state goal = replan_cell(20, 3);
    const way_state same[] = {replan_cell(23, 0), replan_cell(23, 0), replan_cell(23, 0)};
    for (uint32_t how = 0; how < 4 && replan_is_told(rig); how++) {
        const way_trip trip = {.start = replan_cell(3, 3), .goal = goal};
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_agent_run(rig->agent);
        if ((how & 1u) && way_agent_advance(rig->agent, 5) != WAY_STATUS_OK) {
            continue; // it plans from a fixed start
        }
        assert_int_equal(way_agent_notify(rig->agent, how < 2 ? NULL : same, how < 2 ? 0 : 3),
                         WAY_STATUS_OK);
        assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(rig->agent), replan_price(rig));
        assert_int_equal(way_agent_cost(rig->agent),
                         oracle_cost(rig->map, way_agent_position(rig->agent), goal, 1));
    }
}

static void changes_when_empty(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_INCREMENTAL, replan_wall(), change_nothing);
}

/// Where there is no path, nothing is told of one.
static void shut_the_gap(replan_rig *rig)
{
    for (uint32_t budget = 1; budget < 2000; budget = budget * 3 + 1) {
        const way_trip trip = {.start = replan_cell(3, 3), .goal = replan_cell(20, 3)};
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        const way_outcome before = way_agent_step(rig->agent, budget);
        way_state gap[4];
        for (uint32_t i = 0; i < 4; i++) {
            gap[i] = replan_cell(12, 20 + i);
            replan_set(rig, gap[i], 0);
        }
        if (replan_is_told(rig)) {
            assert_int_equal(way_agent_notify(rig->agent, gap, 4), WAY_STATUS_OK);
        }
        replan_repair(rig);
        if (before == WAY_OUTCOME_WORKING || replan_is_told(rig)) {
            uint32_t count = 0;
            assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_NO_PATH);
            (void)way_agent_path(rig->agent, &count);
            assert_int_equal(way_agent_bound_thousandths(rig->agent), UINT32_MAX);
            assert_true(count == 1 || (rig->traits & WAY_TRAIT_REALTIME));
            assert_true(count > 1 || way_agent_cost(rig->agent) == WAY_COST_MAX);
        }
        for (uint32_t i = 0; i < 4; i++) {
            replan_set(rig, gap[i], 1);
        }
        replan_repair(rig);
    }
}

static void nothing_when_no_path(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS, replan_wall(), shut_the_gap);
}

/// A trip that is given up amid edits tells what its path costs on the map as it is.
static void give_up(replan_rig *rig)
{
    way_rng rng = way_rng_seed(7);
    for (uint32_t round = 0; round < 60; round++) {
        const way_trip trip = {.start = replan_cell(3, 3),
                               .goal = replan_cell(20, 3),
                               .partial = true,
                               .expansion_limit = 4 + way_rng_below(&rng, 160)};
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        way_outcome outcome = WAY_OUTCOME_WORKING;
        for (uint32_t i = 0; i < 400 && outcome == WAY_OUTCOME_WORKING; i++) {
            uint32_t count = 0;
            const way_state *path = way_agent_path(rig->agent, &count);
            const way_cell near = way_rng_below(&rng, 3)
                                      ? path[way_rng_below(&rng, count)]
                                      : way_rng_below(&rng, REPLAN_SIDE * REPLAN_SIDE / 2);
            if (near != trip.goal) {
                replan_set(rig, near, way_map_is_passable(rig->map, near) ? 0 : 1);
            }
            replan_repair(rig);
            outcome = way_agent_step(rig->agent, 1 + way_rng_below(&rng, 8));
        }
        if (!oracle_is_deep(rig->map, trip.start, 1)) {
            assert_true(way_agent_path_holds(rig->agent, 0));
            assert_true(way_agent_cost(rig->agent) == replan_price(rig) ||
                        outcome == WAY_OUTCOME_NO_PATH);
        }
        for (way_cell cell = 0; cell < REPLAN_CELLS; cell++) {
            const uint8_t weight = replan_wall()[cell];
            if (way_map_terrain(rig->map, cell) != weight) {
                replan_set(rig, cell, weight);
            }
        }
        replan_repair(rig);
    }
}

static void give_up_unless_realtime(replan_rig *rig)
{
    if (!(rig->traits & WAY_TRAIT_REALTIME)) {
        give_up(rig);
    }
}

static void paths_when_given_up(void **state)
{
    (void)state;
    replan_each(WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PARTIAL_PATHS, replan_wall(),
                give_up_unless_realtime);
}

// Out of blocked ground ---------------------------------------------------------------------------

/// The cell under a chaser is blocked, which moves the root of its search.
static void chase(const char *spec, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    uint8_t weights[REPLAN_CELLS];
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        weights[i] = way_rng_below(&rng, 4) != 0;
    }
    replan_rig rig = {0};
    assert_true(replan_open(&rig, spec, weights));
    const way_trip trip = {.start = way_rng_below(&rng, REPLAN_CELLS),
                           .goal = way_rng_below(&rng, REPLAN_CELLS)};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 12; i++) {
        const way_outcome outcome = way_agent_run(rig.agent);
        const way_state place = way_agent_position(rig.agent);
        const way_state goal = way_agent_goal(rig.agent);
        if (oracle_is_deep(rig.map, place, 1)) {
            break;
        }
        if (outcome == WAY_OUTCOME_FOUND) {
            assert_int_equal(way_agent_cost(rig.agent), replan_price(&rig));
            assert_int_equal(way_agent_cost(rig.agent), oracle_cost(rig.map, place, goal, 1));
            assert_int_equal(way_agent_advance(rig.agent, way_rng_below(&rng, 4)), WAY_STATUS_OK);
        }
        way_cell cell = way_rng_below(&rng, 3) ? way_rng_below(&rng, REPLAN_CELLS)
                                               : way_agent_position(rig.agent);
        cell = cell == goal ? way_agent_position(rig.agent) : cell;
        replan_set(&rig, cell, way_map_is_passable(rig.map, cell) ? 0 : 1);
        assert_int_equal(way_agent_notify(rig.agent, &cell, 1), WAY_STATUS_OK);
        if (way_rng_below(&rng, 3) == 0) {
            assert_int_equal(way_agent_retarget(rig.agent, way_rng_below(&rng, REPLAN_CELLS)),
                             WAY_STATUS_OK);
        }
    }
    replan_close(&rig);
}

static void chases_when_the_ground_goes(void **state)
{
    (void)state;
    static const char *const specs[] = {"mtdstarlite", "mtdstarlite(queue=heap_small_g)",
                                        "mtdstarlite(form=basic)", "dstarlite"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        for (uint64_t seed = 0; seed < 400; seed += TEST_STRIDE) {
            chase(specs[i], seed);
        }
    }
}

// Fields ------------------------------------------------------------------------------------------

/// A field with a limit holds what lies within it, before and after its last link is gone.
static void limit_field(uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    uint8_t weights[REPLAN_CELLS];
    for (uint32_t i = 0; i < REPLAN_CELLS; i++) {
        weights[i] = (uint8_t)(way_rng_below(&rng, 4) ? 1 + way_rng_below(&rng, 3) : 0);
    }
    const way_cell source = way_rng_below(&rng, REPLAN_CELLS);
    const way_cost limit = 408 + way_rng_below(&rng, 4080);
    weights[source] = 1;
    replan_rig rig = {0};
    assert_true(replan_open(&rig, "astar", weights));
    const way_map_link link = {.from = source,
                               .to = (source + 1 + way_rng_below(&rng, 500)) % REPLAN_CELLS,
                               .cost = 1 + way_rng_below(&rng, 800),
                               .both_ways = true};
    assert_int_equal(way_map_add_links(rig.map, &link, 1), WAY_STATUS_OK);
    way_field *field = NULL;
    assert_int_equal(way_field_create(&(way_field_config){.space = rig.space}, &field),
                     WAY_STATUS_OK);
    assert_int_equal(way_field_begin(field, &source, 1, limit), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        way_cost costs[REPLAN_CELLS];
        uint32_t within = 0;
        uint32_t listed = 0;
        way_field_run(field);
        assert_int_equal(oracle_costs(rig.map, source, 1, costs), WAY_STATUS_OK);
        for (way_cell cell = 0; cell < REPLAN_CELLS; cell++) {
            const way_cost want = costs[cell] <= limit ? costs[cell] : WAY_COST_MAX;
            assert_int_equal(way_field_cost(field, cell), want);
            within += want != WAY_COST_MAX;
        }
        (void)way_field_states(field, &listed);
        assert_int_equal(listed, within);
        if (i == 0) {
            assert_int_equal(way_map_remove_links(rig.map, &link, 1), WAY_STATUS_OK);
        } else {
            const way_cell cell = way_rng_below(&rng, REPLAN_CELLS);
            replan_set(&rig, cell, cell == source ? 1 : 0);
        }
    }
    way_field_destroy(field);
    replan_close(&rig);
}

static void fields_when_the_last_link_goes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed += TEST_STRIDE) {
        limit_field(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_when_blocked_again_and_again),
        cmocka_unit_test(goals_when_freed),
        cmocka_unit_test(goals_when_several),
        cmocka_unit_test(goals_when_blocked_on_arrival),
        cmocka_unit_test(retargets_when_edited_after),
        cmocka_unit_test(retargets_when_reweighed_after),
        cmocka_unit_test(plans_when_a_closed_room_changes),
        cmocka_unit_test(changes_when_empty),
        cmocka_unit_test(nothing_when_no_path),
        cmocka_unit_test(paths_when_given_up),
        cmocka_unit_test(chases_when_the_ground_goes),
        cmocka_unit_test(fields_when_the_last_link_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
