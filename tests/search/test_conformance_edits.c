// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Edits: what agents make of a map that changes. Every property puts back what it changed.
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/navigate.h>

#include <string.h>

static void set_weight(const conformance_rig *rig, way_cell cell, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->stage->map);
    const way_edit edit = {cell % width, cell / width, 1, 1, weight};
    assert_int_equal(way_map_edit(rig->stage->map, &edit, 1), WAY_STATUS_OK);
}

/// A cell whose change stops nobody: not the start and not the goal.
static way_cell pick_cell(const conformance_rig *rig, way_rng *rng)
{
    const way_cell cell = way_rng_below(rng, rig->stage->count);
    return cell == rig->trip.start || cell == rig->trip.goal ? WAY_CELL_NONE : cell;
}

/// Plans again on the map as it is now and compares with the oracle.
static void check_anew(conformance_rig *rig)
{
    const way_status status = way_agent_begin(rig->agent, &rig->trip);
    const uint32_t traits = rig->algorithm->traits;
    if (status == WAY_STATUS_STALE && (traits & WAY_TRAIT_PREPARED)) {
        return; // the database belongs to the old map
    }
    const way_cost best =
        oracle_cost(rig->stage->map, rig->trip.start, rig->trip.goal, rig->stage->size);
    const way_trip trip = rig->trip;
    const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
    const bool goal_stands =
        trip.start == trip.goal || way_space_can_stand(rig->stage->space, trip.goal);
    if ((traits & WAY_TRAIT_OPTIMAL) && conformance_plans_all(rig, trip.start) &&
        !conformance_gave_up(rig, &result)) {
        conformance_check(rig, result.cost == (goal_stands ? best : WAY_COST_MAX),
                          "after an edit: cost %u, the best is %u", result.cost, best);
    }
}

/// Without HANDLES_EDITS an edit ends a trip that is under way; none changes one that is over.
static void trips_go_stale(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_status status = way_agent_begin(rig->agent, &rig->trip);
        if (status == WAY_STATUS_STALE && (rig->algorithm->traits & WAY_TRAIT_PREPARED)) {
            return;
        }
        conformance_check(rig, status == WAY_STATUS_OK, "begin: %s", way_status_text(status));
        const way_outcome before = way_agent_step(rig->agent, 1);
        const way_cell cell = pick_cell(rig, &rng);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint8_t weight = way_map_weight(rig->stage->map, cell);
        set_weight(rig, cell, weight ? 0 : 1);
        const way_outcome after = way_agent_step(rig->agent, 1);
        if (before != WAY_OUTCOME_MOVING) {
            conformance_check(rig, after == before, "an ended trip became %s",
                              way_outcome_name(after));
        } else if (!(rig->algorithm->traits & WAY_TRAIT_HANDLES_EDITS)) {
            conformance_check(rig, after == WAY_OUTCOME_STALE, "%s after an edit",
                              way_outcome_name(after));
            conformance_check(rig, way_agent_run(rig->agent) == WAY_OUTCOME_STALE,
                              "a stale trip goes on");
        } else {
            conformance_check(rig, after != WAY_OUTCOME_STALE, "STALE in spite of HANDLES_EDITS");
        }
        check_anew(rig);
        set_weight(rig, cell, weight);
        check_anew(rig);
    }
}

// Edits without end -------------------------------------------------------------------------------

#define RAIN_CELLS 64u

/// Edits that come again and again; each cell gets its first weight back in the end.
typedef struct weather {
    way_rng rng;
    way_cell cells[RAIN_CELLS];
    uint8_t weights[RAIN_CELLS]; ///< before
    uint32_t count;
    bool near; ///< around the start, the goal and the path; else anywhere
} weather;

/// A cell within two of another one.
static way_cell rain_beside(const conformance_rig *rig, way_rng *rng, way_cell cell)
{
    const way_map *map = rig->stage->map;
    const int64_t width = way_map_width(map);
    return way_map_cell(map, cell % width + (int64_t)way_rng_below(rng, 5) - 2,
                        cell / width + (int64_t)way_rng_below(rng, 5) - 2);
}

static void rain_drop(conformance_rig *rig, weather *rain)
{
    way_cell cell = way_rng_below(&rain->rng, rig->stage->count);
    if (rain->near) {
        const way_cell ends[] = {rig->trip.start, rig->trip.goal};
        cell = rain_beside(rig, &rain->rng, ends[way_rng_below(&rain->rng, 2)]);
    }
    if (cell == WAY_CELL_NONE || cell == rig->trip.start || cell == rig->trip.goal) {
        return;
    }
    uint32_t i = 0;
    while (i < rain->count && rain->cells[i] != cell) {
        i++;
    }
    const uint8_t weight = way_map_weight(rig->stage->map, cell);
    if (i == rain->count) {
        if (i == RAIN_CELLS) {
            return;
        }
        rain->cells[i] = cell;
        rain->weights[i] = weight;
        rain->count++;
    }
    const uint8_t back = rain->weights[i] ? rain->weights[i] : 1;
    set_weight(rig, cell, weight ? 0 : back);
}

static void rain_end(conformance_rig *rig, weather *rain)
{
    for (uint32_t i = 0; i < rain->count; i++) {
        set_weight(rig, rain->cells[i], rain->weights[i]);
    }
    rain->count = 0;
}

/// How many steps of `budget` the trip takes on the map as it is now, or 0 if it can't be begun.
static uint32_t steps_alone(conformance_rig *rig, uint32_t budget)
{
    way_agent *agent = conformance_agent(rig, NULL);
    uint32_t steps = 0;
    if (way_agent_begin(agent, &rig->trip) == WAY_STATUS_OK) {
        do {
            steps++;
        } while (way_agent_step(agent, budget) == WAY_OUTCOME_MOVING);
    }
    way_agent_destroy(agent);
    return steps;
}

/// What a trip that ended owes to the map as it is now.
static void check_end(conformance_rig *rig, way_outcome outcome)
{
    const way_map *map = rig->stage->map;
    const uint32_t size = rig->stage->size;
    const way_cost best = oracle_cost(map, rig->trip.start, rig->trip.goal, size);
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        conformance_check(rig, best == WAY_COST_MAX, "NO_PATH, the best costs %u", best);
        return;
    }
    if (outcome == WAY_OUTCOME_BUDGET || outcome == WAY_OUTCOME_CAPACITY) {
        return; // a limit of its own
    }
    conformance_check(rig, outcome == WAY_OUTCOME_ARRIVED, "%s", way_outcome_name(outcome));
    conformance_check(rig, path[count - 1] == rig->trip.goal, "the path ends elsewhere");
    way_cost cost = 0;
    char message[160] = "";
    conformance_check(rig,
                      stage_check_path(rig->stage, rig->trip.start, path, count, &cost, message),
                      "the path is not legal: %s", message);
    conformance_check(rig, cost == way_agent_cost(rig->agent), "it costs %u, the agent says %u",
                      cost, way_agent_cost(rig->agent));
    const uint32_t bound = way_agent_bound(rig->agent);
    if (bound != UINT32_MAX) {
        conformance_check(rig, (uint64_t)cost * 1000 <= (uint64_t)best * bound,
                          "cost %u, the best is %u, proven was %u / 1000", cost, best, bound);
    }
}

/// A trip under edits every `every` steps. In thrice the steps that it takes without, on the map as
/// it was or as it became, it has a plan that is legal.
static void plan_in_the_rain(conformance_rig *rig, weather *rain, uint32_t budget, uint32_t every)
{
    uint32_t alone = steps_alone(rig, budget);
    if (way_agent_begin(rig->agent, &rig->trip) != WAY_STATUS_OK) {
        return;
    }
    way_outcome outcome = way_agent_outcome(rig->agent);
    uint32_t steps = 0;
    while (outcome == WAY_OUTCOME_MOVING) {
        if (steps % every == every - 1) {
            rain_drop(rig, rain);
            const uint32_t now = steps_alone(rig, budget);
            alone = now > alone ? now : alone;
        }
        outcome = way_agent_step(rig->agent, budget);
        steps++;
        conformance_check(rig, steps <= 3 * alone + 3,
                          "no plan in %u steps with an edit every %u, %u do without", steps, every,
                          alone);
    }
    check_end(rig, outcome);
}

static void plans_in_the_rain(conformance_rig *rig)
{
    static const uint32_t intervals[] = {1, 2, 5};
    const uint32_t traits = rig->algorithm->traits;
    if (!rig->stage->map || (traits & (WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED)) ||
        !(traits & WAY_TRAIT_HANDLES_EDITS)) {
        return;
    }
    weather rain = {.rng = way_rng_seed(rig->stage->count)};
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const conformance_result alone = conformance_run(rig, rig->agent, &rig->trip, UINT32_MAX);
        // To be told of a cell costs an incremental search nine units.
        const uint32_t least = traits & WAY_TRAIT_INCREMENTAL ? 48 : 8;
        const uint32_t budget = least + (uint32_t)(alone.stats.expansions / 6);
        for (uint32_t k = 0; k < 6; k++) {
            // Who starts inside a building that is rebuilt all the time is on its own.
            rain.near = k % 2 && way_space_can_stand(rig->stage->space, problem->start);
            plan_in_the_rain(rig, &rain, budget, intervals[k / 2]);
            rain_end(rig, &rain);
        }
    }
}

/// Real-time agents make only moves that are legal when they make them, and arrive once the edits
/// end.
static void moves_in_the_rain(conformance_rig *rig)
{
    const uint32_t traits = rig->algorithm->traits;
    if (!rig->stage->map || (traits & WAY_TRAIT_PREPARED) || !(traits & WAY_TRAIT_HANDLES_EDITS)) {
        return;
    }
    weather rain = {.rng = way_rng_seed(rig->stage->count)};
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
        way_outcome outcome = way_agent_outcome(rig->agent);
        uint32_t last = 1;
        (void)way_agent_path(rig->agent, &last); // the way out of a blocked start is made already
        for (uint32_t steps = 0; outcome == WAY_OUTCOME_MOVING; steps++) {
            if (steps < 40) {
                rain.near = steps % 2;
                rain_drop(rig, &rain);
            }
            outcome = way_agent_step(rig->agent, 20);
            conformance_check(rig, steps < 200000, "the trip does not end");
            uint32_t count = 0;
            const way_state *path = way_agent_path(rig->agent, &count);
            for (; last < count; last++) {
                const way_cell from = path[last - 1];
                const bool deep = oracle_is_deep(rig->stage->map, from, rig->stage->size);
                conformance_check(rig,
                                  deep || oracle_step_cost(rig->stage->map, from, path[last],
                                                           rig->stage->size) != WAY_COST_MAX,
                                  "move %u was not legal", last);
            }
        }
        uint32_t count = 0;
        const way_state *path = way_agent_path(rig->agent, &count);
        const bool there = path[count - 1] == rig->trip.goal;
        const way_cost rest =
            oracle_cost(rig->stage->map, path[count - 1], rig->trip.goal, rig->stage->size);
        conformance_check(rig, there || rest == WAY_COST_MAX, "%s, %u from the goal",
                          way_outcome_name(outcome), rest);
        rain_end(rig, &rain);
    }
}

static bool holds_from(const conformance_rig *rig, const way_state *path, uint32_t count,
                       uint32_t from)
{
    for (uint32_t i = from; i + 1 < count; i++) {
        if (oracle_step_cost(rig->stage->map, path[i], path[i + 1], rig->stage->size) ==
            WAY_COST_MAX) {
            return false;
        }
    }
    return true;
}

static void check_holds(const conformance_rig *rig, const char *when)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    for (uint32_t from = 0; from < count + 2; from++) {
        const bool expected = holds_from(rig, path, count, from);
        conformance_check(rig, way_agent_path_holds(rig->agent, from) == expected,
                          "%s: the path %s from step %u on", when, expected ? "holds" : "is broken",
                          from);
    }
    conformance_check(rig, way_agent_path_holds(rig->agent, UINT32_MAX), "nothing is broken");
}

static void paths_hold_or_not(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        const bool deep = oracle_is_deep(
            rig->stage->map, problem->start,
            rig->stage->size); // how one gets out of a building has a test of its own
        if (problem->best == WAY_COST_MAX || deep) {
            continue;
        }
        const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        check_holds(rig, "fresh");
        const way_cell cell = way_agent_path(rig->agent, NULL)[way_rng_below(&rng, result.count)];
        const uint8_t weight = way_map_weight(rig->stage->map, cell);
        set_weight(rig, cell, 0);
        check_holds(rig, "with a wall on it");
        set_weight(rig, cell, weight);
        check_holds(rig, "with the wall gone");
        if (rig->algorithm->traits & WAY_TRAIT_PREPARED) {
            return;
        }
    }
}

/// A space that stops suiting the algorithm is refused, and taken again once it suits.
static void refused_when_unsuited(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_cell cell = pick_cell(rig, &rng);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint8_t weight = way_map_weight(rig->stage->map, cell);
        set_weight(rig, cell, 200);
        if (way_algorithm_suits(rig->algorithm, rig->stage->space)) {
            check_anew(rig);
        } else {
            conformance_check(rig,
                              way_agent_begin(rig->agent, &rig->trip) == WAY_STATUS_UNSUPPORTED,
                              "a trip on a space that does not suit");
        }
        set_weight(rig, cell, weight);
        check_anew(rig);
    }
}

/// Links come and go: who can't take them refuses, who can plans with them.
static void links_come_and_go(conformance_rig *rig)
{
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; rig->stage->map && i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        const way_map_link link = {.from = way_rng_below(&rng, rig->stage->count),
                                   .to = problem->goal,
                                   .cost = 1 + way_rng_below(&rng, 5000),
                                   .profile = rig->stage->size,
                                   .both_ways = i % 2};
        if (link.from == link.to || way_map_add_links(rig->stage->map, &link, 1)) {
            continue;
        }
        if (way_algorithm_suits(rig->algorithm, rig->stage->space)) {
            check_anew(rig);
        } else {
            conformance_check(rig,
                              way_agent_begin(rig->agent, &rig->trip) == WAY_STATUS_UNSUPPORTED,
                              "a trip over links");
        }
        assert_int_equal(way_map_remove_links(rig->stage->map, &link, 1), WAY_STATUS_OK);
        if (way_map_link_count(rig->stage->map) == 0) {
            check_anew(rig);
        }
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"trips go stale", trips_go_stale, 0, 3},
        {"plans in the rain", plans_in_the_rain, WAY_TRAIT_HANDLES_EDITS, 16},
        {"moves in the rain", moves_in_the_rain, WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_REALTIME, 16},
        {"paths hold or not", paths_hold_or_not, 0, 3},
        {"refused when unsuited", refused_when_unsuited, 0, 6},
        {"links come and go", links_come_and_go, 0, 6},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, stage_rounds(2), stage_rounds(60));
    stage_set_add_linked(&stages, stage_rounds(2));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
