// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal modes: every way to say where to go, against an answer found by looking at every state.
#include "search/conformance.h"
#include "support/test.h"

#include <string.h>

/// The cheapest of the marked states, or WAY_COST_MAX.
static way_cost cheapest(const test_stage *stage, const stage_problem *problem,
                         const uint8_t *marked)
{
    const bool deep = stage_is_deep(stage, problem->start);
    way_cost *own = deep ? malloc(stage->count * sizeof *own) : NULL;
    if (own) {
        stage_fill_trip_costs(stage, problem->start, marked, own);
    }
    const way_cost *costs = own ? own : problem->costs;
    way_cost least = WAY_COST_MAX;
    for (way_state state = 0; state < stage->count; state++) {
        if (marked[state] && costs[state] < least) {
            least = costs[state];
        }
    }
    free(own);
    return least;
}

static bool can_stand(const conformance_rig *rig, way_state state)
{
    return way_space_can_stand(rig->stage->space, state);
}

/// Runs a trip that may end on any marked state.
static void check_marked(conformance_rig *rig, const stage_problem *problem, const way_trip *trip,
                         const uint8_t *marked)
{
    const uint32_t traits = rig->algorithm->traits;
    rig->trip = *trip;
    if (!(traits & WAY_TRAIT_ANY_GOAL)) {
        conformance_check(rig, way_agent_begin(rig->agent, trip) == WAY_STATUS_UNSUPPORTED,
                          "a goal mode is taken by an algorithm without ANY_GOAL");
        return;
    }
    const conformance_result result = conformance_run(rig, rig->agent, trip, UINT32_MAX);
    if (conformance_gave_up(rig, &result)) {
        return;
    }
    const way_cost best = cheapest(rig->stage, problem, marked);
    if (best == WAY_COST_MAX) {
        conformance_check(rig, result.outcome == WAY_OUTCOME_NO_PATH, "no goal, but %s",
                          way_outcome_name(result.outcome));
        return;
    }
    const bool arrived = result.outcome == WAY_OUTCOME_FOUND;
    conformance_check(rig, arrived || !conformance_owes(rig, &result, marked),
                      "a goal at %u, but %s", best, way_outcome_name(result.outcome));
    if (arrived) {
        conformance_check(rig, marked[result.goal], "%u is not a goal", result.goal);
        conformance_check(rig,
                          result.cost == best || !(traits & WAY_TRAIT_OPTIMAL) ||
                              !conformance_plans_all(rig, trip->start),
                          "cost %u, the best is %u", result.cost, best);
    }
}

static uint8_t *blank_marks(const conformance_rig *rig)
{
    uint8_t *marked = calloc(rig->stage->count, 1);
    assert_non_null(marked);
    return marked;
}

static void range_goals(conformance_rig *rig)
{
    way_space *space = rig->stage->space;
    uint8_t *marked = blank_marks(rig);
    way_cost *left = malloc(rig->stage->count * sizeof *left); // of who can stand
    assert_non_null(left);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        for (way_state state = 0; state < rig->stage->count; state++) {
            left[state] = can_stand(rig, state) ? space->type->estimate(space, state, problem->goal)
                                                : WAY_COST_MAX;
        }
        const way_cost far = space->type->estimate(space, problem->start, problem->goal);
        const way_cost ranges[] = {0, far / 3, far ? far - 1 : 0, far + 1};
        for (uint32_t k = 0; k < 4; k++) {
            for (way_state state = 0; state < rig->stage->count; state++) {
                marked[state] = left[state] <= ranges[k];
            }
            const way_trip trip = {.start = problem->start,
                                   .goal = problem->goal,
                                   .mode = WAY_GOAL_RANGE,
                                   .range = ranges[k]};
            check_marked(rig, problem, &trip, marked);
        }
    }
    free(left);
    free(marked);
}

/// States one step from the goal: those that a step leads from, or, of a blocked goal, those that
/// it could be left to.
static void mark_adjacent(const conformance_rig *rig, way_state goal, uint8_t *marked)
{
    const test_stage *stage = rig->stage;
    const bool blocked = !can_stand(rig, goal);
    oracle_step steps[ORACLE_STEPS_MAX];
    const uint32_t degree = !stage->map ? 0
                            : blocked   ? oracle_steps_from(stage->map, goal, stage->size, steps)
                                        : oracle_steps_to(stage->map, goal, stage->size, steps);
    memset(marked, 0, stage->count);
    for (uint32_t i = 0; i < degree; i++) {
        marked[steps[i].cell] = can_stand(rig, steps[i].cell);
    }
    for (uint32_t i = 0; i < stage->edge_count; i++) {
        const oracle_edge edge = stage->edges[i];
        if (blocked && edge.from == goal) {
            marked[edge.to] = 1;
        } else if (!blocked && edge.to == goal) {
            marked[edge.from] = can_stand(rig, edge.from);
        }
    }
}

static void adjacent_goals(conformance_rig *rig)
{
    // Who can't list predecessors can't tell what is one step away.
    const bool knows = way_space_traits(rig->stage->space) & WAY_SPACE_PREDECESSORS;
    uint8_t *marked = blank_marks(rig);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        mark_adjacent(rig, problem->goal, marked);
        const way_trip trip = {
            .start = problem->start, .goal = problem->goal, .mode = WAY_GOAL_ADJACENT};
        if (!knows) {
            rig->trip = trip;
            conformance_check(rig, way_agent_begin(rig->agent, &trip) == WAY_STATUS_UNSUPPORTED,
                              "adjacent goals without predecessors");
            continue;
        }
        check_marked(rig, problem, &trip, marked);
    }
    free(marked);
}

static void nearest_goals(conformance_rig *rig)
{
    way_state goals[40];
    static const uint32_t counts[] = {1, 2, 5, 16, 17, 40};
    uint8_t *marked = blank_marks(rig);
    way_rng rng = way_rng_seed(rig->stage->count);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const uint32_t count = counts[i % 6];
        memset(marked, 0, rig->stage->count);
        for (uint32_t k = 0; k < count; k++) {
            goals[k] = way_rng_below(&rng, rig->stage->count);
            marked[goals[k]] = can_stand(rig, goals[k]);
        }
        const way_trip trip = {
            .start = problem->start, .mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = count};
        check_marked(rig, problem, &trip, marked);
    }
    free(marked);
}

static void own_goals(conformance_rig *rig)
{
    way_space *space = rig->stage->space;
    uint8_t *marked = blank_marks(rig);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {.start = problem->start, .mode = WAY_GOAL_SPACE};
        if (!(way_space_traits(space) & WAY_SPACE_OWN_GOAL)) {
            rig->trip = trip;
            conformance_check(rig, way_agent_begin(rig->agent, &trip) == WAY_STATUS_UNSUPPORTED,
                              "own goals of a space that has none");
            continue;
        }
        for (way_state state = 0; state < rig->stage->count; state++) {
            marked[state] = space->type->is_goal(space, state);
        }
        check_marked(rig, problem, &trip, marked);
    }
    free(marked);
}

/// The nearest standing place to the goal that can be reached; ties go to the lower number.
static way_state brute_nearest(const conformance_rig *rig, const stage_problem *problem)
{
    way_space *space = rig->stage->space;
    way_state best = WAY_STATE_NONE;
    way_cost least = WAY_COST_MAX;
    for (way_state state = 0; state < rig->stage->count; state++) {
        // On a map by its own distance, without links.
        const way_cost distance = rig->stage->map
                                      ? way_map_estimate(rig->stage->map, state, problem->goal)
                                      : space->type->estimate(space, state, problem->goal);
        if (can_stand(rig, state) && problem->costs[state] != WAY_COST_MAX && distance < least) {
            least = distance;
            best = state;
        }
    }
    return best;
}

static void fall_back_to_nearest(conformance_rig *rig)
{
    const uint32_t traits = rig->algorithm->traits;
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        const way_trip trip = {
            .start = problem->start, .goal = problem->goal, .fall_back_to_nearest = true};
        const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        if (!(traits & WAY_TRAIT_COMPLETE) || conformance_gave_up(rig, &result)) {
            continue;
        }
        if (problem->best != WAY_COST_MAX) {
            conformance_check(
                rig, result.outcome == WAY_OUTCOME_FOUND || !conformance_owes(rig, &result, NULL),
                "reachable, but %s", way_outcome_name(result.outcome));
            continue;
        }
        const bool knows = rig->stage->space->type->nearest_reachable != NULL;
        const way_state nearest = knows ? brute_nearest(rig, problem) : WAY_STATE_NONE;
        const way_outcome expected =
            nearest == WAY_STATE_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_PARTIAL;
        conformance_check(rig, result.outcome == expected, "%s, expected %s",
                          way_outcome_name(result.outcome), way_outcome_name(expected));
        if (nearest != WAY_STATE_NONE) {
            conformance_check(rig, result.goal == nearest, "went to %u, nearest is %u", result.goal,
                              nearest);
            conformance_check(rig,
                              result.cost == problem->costs[nearest] ||
                                  !(traits & WAY_TRAIT_OPTIMAL) ||
                                  !conformance_plans_all(rig, problem->start),
                              "cost %u, the best is %u", result.cost, problem->costs[nearest]);
        }
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"range", range_goals, 0, 3},
        {"adjacent", adjacent_goals, 0, 2},
        {"nearest", nearest_goals, 0, 2},
        {"own goals", own_goals, 0, 2},
        {"nearest instead", fall_back_to_nearest, 0, 2},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(20));
    stage_set_add_linked(&stages, 1);
    stage_set_add_graphs(&stages, stage_rounds(18));
    stage_set_add_worlds(&stages, stage_rounds(3));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
