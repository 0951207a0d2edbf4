// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Full: a space that runs out of room for its states in the midst of a trip. Nobody mistakes that
// for a state without steps, and the next trip finds the space as it should be.
#include "search/conformance.h"
#include "search/stage_graph.h"
#include "support/test.h"

#include <string.h>

#define FILLING_NODES 40u

/// A graph that can be told to be full: then it can't list the steps of states that it has not
/// listed before.
typedef struct filling_space {
    way_space space;
    way_space *graph;
    bool listed[FILLING_NODES];
    uint32_t listed_count;
    uint32_t room; ///< so many states can be listed; UINT32_MAX = all
    bool refused;  ///< one was not
} filling_space;

static filling_space filling;

static bool filling_is_full(way_state state)
{
    const bool full = !filling.listed[state] && filling.listed_count >= filling.room;
    filling.refused |= full;
    filling.listed_count += !full && !filling.listed[state];
    filling.listed[state] |= !full;
    return full;
}

static uint32_t filling_expand(way_space *space, way_state state, way_edge *edges)
{
    way_space *graph = ((filling_space *)space)->graph;
    return filling_is_full(state) ? WAY_EXPAND_FULL : graph->type->expand(graph, state, edges);
}

static uint32_t filling_expand_back(way_space *space, way_state state, way_edge *edges)
{
    way_space *graph = ((filling_space *)space)->graph;
    return filling_is_full(state) ? WAY_EXPAND_FULL : graph->type->expand_back(graph, state, edges);
}

static way_cost filling_distance(const way_space *space, way_state from, way_state to)
{
    const way_space *graph = ((const filling_space *)space)->graph;
    return graph->type->estimate(graph, from, to);
}

static const way_space_type filling_type = {.name = "filling",
                                            .expand = filling_expand,
                                            .expand_back = filling_expand_back,
                                            .estimate = filling_distance};

/// A trip with room for so many states; false once it needed no more.
static bool fill_after(conformance_rig *rig, uint32_t room)
{
    const stage_problem *problem = &rig->stage->problems[0];
    rig->trip = (way_trip){.start = problem->start, .goal = problem->goal};
    memset(filling.listed, 0, sizeof filling.listed);
    filling.listed_count = 0;
    filling.refused = false;
    filling.room = room;
    const way_status status = way_agent_begin(rig->agent, &rig->trip);
    const way_outcome outcome =
        status == WAY_STATUS_OK ? way_agent_run(rig->agent) : WAY_OUTCOME_CAPACITY;
    filling.room = UINT32_MAX;
    conformance_check(rig, status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY,
                      "full after %u: begin %s", room, way_status_text(status));
    conformance_check(rig, !filling.refused || outcome == WAY_OUTCOME_CAPACITY, "full after %u: %s",
                      room, way_outcome_name(outcome));
    return filling.refused;
}

static void full_is_told(conformance_rig *rig)
{
    uint32_t room = 0;
    while (fill_after(rig, room)) {
        room++;
    }
    conformance_check(rig, room > 0, "nothing was asked of the space");
    const way_trip trip = rig->trip;
    const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
    conformance_check(rig,
                      result.cost == rig->stage->problems[0].best ||
                          !(rig->algorithm->traits & WAY_TRAIT_OPTIMAL) ||
                          conformance_gave_up(rig, &result),
                      "cost %u, the best is %u", result.cost, rig->stage->problems[0].best);
}

int main(void)
{
    static const conformance_test tests[] = {{"full is told", full_is_told, 0, 1}};
    stage_set stages = {0};
    const stage_graph_config config = {.kind = STAGE_GRAPH_PLACED,
                                       .node_count = FILLING_NODES,
                                       .link_count = 160,
                                       .costliest = 9,
                                       .ring = true,
                                       .seed = 7};
    test_stage *stage = stage_set_add(&stages);
    stage_create_graph(stage, &config);
    filling = (filling_space){.space = *stage->space, .graph = stage->space, .room = UINT32_MAX};
    filling.space.type = &filling_type;
    stage->base = stage->space;
    stage->space = &filling.space;
    const int failed = conformance_main(&stages, tests, 1);
    stage_set_destroy(&stages);
    return failed;
}
