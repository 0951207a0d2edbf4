// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Edits: what agents make of a map that changes. Every property puts back what it changed.
#include "search/conformance.h"
#include "support/test.h"

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

/// Plans anew on the map as it is now and compares with the oracle.
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
    const bool plans_all =
        (traits & WAY_TRAIT_BLOCKED_START) || way_space_can_stand(rig->stage->space, trip.start);
    if ((traits & WAY_TRAIT_OPTIMAL) && plans_all && !conformance_gave_up(rig, &result)) {
        conformance_check(rig, result.cost == (goal_stands ? best : WAY_COST_MAX),
                          "after an edit: cost %u, the best is %u", result.cost, best);
    }
}

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
        }
        check_anew(rig);
        set_weight(rig, cell, weight);
        check_anew(rig);
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
        if (problem->best == WAY_COST_MAX) {
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
