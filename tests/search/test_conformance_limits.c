// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Limits: trips that must give up, are called off, or lose the ground under their feet.
#include "search/conformance.h"
#include "support/test.h"

#include <string.h>

#define LIMITS_EVENTS 200000u

static way_event limits_events[LIMITS_EVENTS];

static bool is_end(way_outcome outcome)
{
    return outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_NO_PATH;
}

static void expansions_are_limited(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        way_trip trip = {.start = problem->start, .goal = problem->goal};
        if (conformance_learns(rig)) {
            (void)conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        }
        const conformance_result whole = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        const uint64_t needed = whole.stats.expansions;
        trip.expansion_limit = needed + 1;
        const conformance_result enough = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        conformance_compare(rig, &whole, &enough, "a limit above the need");
        const uint64_t limits[] = {1, 2, needed / 2, needed ? needed - 1 : 0};
        for (uint32_t k = 0; k < 4; k++) {
            trip.expansion_limit = limits[k];
            trip.partial = k % 2 == 0;
            if (limits[k] == 0 || limits[k] >= needed) {
                continue;
            }
            const conformance_result part = conformance_run(rig, rig->agent, &trip, 1 + k * 5);
            conformance_check(rig, part.outcome == WAY_OUTCOME_LIMIT, "%llu of %llu: %s",
                              (unsigned long long)limits[k], (unsigned long long)needed,
                              way_outcome_name(part.outcome));
            conformance_check(rig, part.stats.expansions <= limits[k], "%llu expansions of %llu",
                              (unsigned long long)part.stats.expansions,
                              (unsigned long long)limits[k]);
        }
    }
}

/// Whether a step leads from a state nearer to another one, as estimates go.
static bool leads_nearer(way_space *space, way_state from, way_state to)
{
    way_edge *edges = calloc(space->degree_max, sizeof *edges);
    assert_non_null(edges);
    const uint32_t degree = space->type->expand(space, from, edges);
    bool nearer = false;
    for (uint32_t i = 0; i < degree; i++) {
        nearer |=
            space->type->estimate(space, edges[i].to, to) < space->type->estimate(space, from, to);
    }
    free(edges);
    return nearer;
}

/// A partial path leads nearer to the goal, as estimates go, unless no step from the start does.
static void partial_paths_lead_on(conformance_rig *rig)
{
    way_space *space = rig->stage->space;
    if (way_space_map(space) && !(way_space_traits(space) & WAY_SPACE_UNLINKED)) {
        return; // searches know more of links than the estimate that is asked for below
    }
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        way_trip trip = {.start = problem->start, .goal = problem->goal, .partial = true};
        for (trip.expansion_limit = 1; trip.expansion_limit < 60; trip.expansion_limit += 11) {
            const conformance_result part = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
            if (part.outcome != WAY_OUTCOME_LIMIT) {
                continue;
            }
            uint32_t count = 0;
            const way_state *path = way_agent_path(rig->agent, &count);
            const way_cost before = space->type->estimate(space, problem->start, problem->goal);
            const way_cost after = space->type->estimate(space, path[count - 1], problem->goal);
            // Out of a blocked start any legal way will do.
            const bool leads =
                after < before ||
                (after == before && !leads_nearer(space, problem->start, problem->goal));
            conformance_check(rig, leads || !way_space_can_stand(space, problem->start),
                              "from an estimate of %u to one of %u", before, after);
        }
    }
}

/// Different states that had to be remembered at once: a search that begins again forgets. A
/// real-time search may look at states in passing.
static uint32_t count_states(const conformance_rig *rig, uint64_t events)
{
    const test_stage *stage = rig->stage;
    const bool passing = rig->algorithm->traits & WAY_TRAIT_REALTIME;
    uint8_t *seen = calloc(stage->count, 1);
    assert_non_null(seen);
    uint32_t count = 0;
    uint32_t most = 0;
    for (uint64_t i = 0; i < events && i < LIMITS_EVENTS; i++) {
        const way_event *event = &limits_events[i];
        if (event->kind == WAY_EVENT_EXPAND && event->from == WAY_STATE_NONE && !passing) {
            memset(seen, 0, stage->count);
            count = 0;
        }
        const bool passed =
            event->kind == WAY_EVENT_MOVE || (passing && event->kind == WAY_EVENT_EXPAND);
        if (!passed && !seen[event->state]) {
            seen[event->state] = 1;
            count++;
            most = count > most ? count : most;
        }
    }
    free(seen);
    return most;
}

static void capacity_is_kept(conformance_rig *rig)
{
    static const uint32_t capacities[] = {1, 2, 5, 20, 1000000};
    way_observer observer = {.events = limits_events, .capacity = LIMITS_EVENTS};
    for (uint32_t k = 0; k < sizeof capacities / sizeof *capacities; k++) {
        const way_agent_config config = {.capacity = capacities[k],
                                         .observer = &observer,
                                         .store = k % 2 ? WAY_STORE_SPARSE : WAY_STORE_AUTO};
        way_agent *agent = conformance_agent(rig, &config);
        for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
            const stage_problem *problem = &rig->stage->problems[i];
            const way_trip trip = {
                .start = problem->start, .goal = problem->goal, .partial = i % 2 == 0};
            observer.count = 0;
            const conformance_result result = conformance_run(rig, agent, &trip, UINT32_MAX);
            const uint32_t states = count_states(rig, observer.count);
            conformance_check(rig, states <= capacities[k] || conformance_forgets(rig),
                              "%u states in a capacity of %u", states, capacities[k]);
            conformance_check(
                rig,
                result.outcome == WAY_OUTCOME_CAPACITY || conformance_gave_up(rig, &result) ||
                    !conformance_owes(rig, &result, NULL) ||
                    (is_end(result.outcome) &&
                     (problem->best == WAY_COST_MAX) == (result.outcome == WAY_OUTCOME_NO_PATH)),
                "capacity %u: %s", capacities[k], way_outcome_name(result.outcome));
            conformance_check(rig,
                              k < 4 || is_end(result.outcome) || conformance_gave_up(rig, &result),
                              "a million is not enough");
        }
        way_agent_destroy(agent);
    }
}

static void cancelled_when_told(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const stage_problem *problem = &rig->stage->problems[i];
        rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
        assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
        const way_outcome before = way_agent_step(rig->agent, 1);
        way_agent_cancel(rig->agent);
        const way_outcome expected = before == WAY_OUTCOME_WORKING ? WAY_OUTCOME_CANCELLED : before;
        conformance_check(rig, way_agent_outcome(rig->agent) == expected, "%s after a cancel",
                          way_outcome_name(way_agent_outcome(rig->agent)));
        conformance_check(rig, way_agent_step(rig->agent, 1) == expected,
                          "a cancelled trip goes on");
        conformance_check(rig, way_agent_run(rig->agent) == expected, "a cancelled trip runs");
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"expansions are limited", expansions_are_limited, 0, 3},
        {"partial paths lead on", partial_paths_lead_on, WAY_TRAIT_PARTIAL_PATHS, 1},
        {"capacity is kept", capacity_is_kept, 0, 3},
        {"cancelled when told", cancelled_when_told, 0, 2},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(20));
    stage_set_add_linked(&stages, 1);
    stage_set_add_graphs(&stages, stage_rounds(12));
    stage_set_add_worlds(&stages, stage_rounds(2));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
