// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// RTD*: a global and a local search side by side. Before every move part of the time goes into a D*
// Lite that works its way from the goal towards the agent, the rest into an LSS-LRTA* look-ahead
// around the agent. As long as the global search has not met the agent, the agent takes the first
// step of the local one; from then on it walks on the best way.
//
// The bias of the D* Lite grows with every move, not only when the map changes: its priorities are
// made for where the agent is. Once it has met the agent nothing can get better on a map that does
// not change, so the rest of the way is committed at once. What the local search has learned is
// forgotten when a step may have become cheaper.
//
// The global search needs one goal, predecessors and a consistent estimate. Where one of them is
// missing it is left out: all expansions go into the look-ahead, and RTD* is LSS-LRTA* that moves
// one step at a time, whose learning leads the agent to the goal.
//
// Bond, Widger, Ruml, Sun: Real-Time Search in Dynamic Worlds, 2010.
#include "search/engine/lifelong.h"
#include "search/engine/search_tree.h"
#include "search/realtime/local_search.h"

enum { RTD_LOOKAHEAD, RTD_LOCAL };

static const way_param rtd_params[] = {
    [RTD_LOOKAHEAD] = {"lookahead", "expansions per move, global and local", WAY_PARAM_INTEGER, 100,
                       2, 1 << 24, NULL},
    [RTD_LOCAL] = {"local", "fraction of them spent around the agent", WAY_PARAM_RATIO, 500, 1, 999,
                   NULL},
};

typedef struct rtd_memory {
    wayi_lifelong global;
    wayi_local local;
    uint32_t local_share;
    uint32_t global_share; ///< 0 = there is no global search
    uint32_t spent;        ///< of the global share since the last move
    bool has_global;       ///< it is set up: the space allows one
    bool looking;
} rtd_memory;

/// Shares the expansions of a move out among the two searches.
static void rtd_share(const way_agent *agent, rtd_memory *memory, bool both)
{
    const int32_t *params = agent->navigator->params;
    const uint32_t whole = (uint32_t)params[RTD_LOOKAHEAD];
    const uint32_t share = (uint32_t)((uint64_t)whole * (uint32_t)params[RTD_LOCAL] / 1000);
    memory->local_share = !both ? whole : share > 0 ? share : 1;
    memory->global_share = whole - memory->local_share;
}

static way_status rtd_create(way_agent *agent)
{
    rtd_memory *memory = agent->memory;
    const uint32_t needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT;
    memory->has_global = (way_space_traits(agent->space) & needs) == needs;
    const wayi_local_config local = {.capacity = memory->has_global ? agent->capacity / 2
                                                                    : agent->capacity};
    way_status status = wayi_local_init(&memory->local, &local, agent);
    if (status == WAY_STATUS_OK && memory->has_global) {
        wayi_lifelong_config global = {.space = agent->space,
                                       .edges = agent->edges,
                                       .observer = agent->observer,
                                       .stats = &agent->stats,
                                       .queue = WAYI_LIFELONG_BUCKET,
                                       .nodes = wayi_agent_nodes(agent, NULL, 0),
                                       .backward = true};
        global.nodes.limit -= agent->capacity / 2;
        status = wayi_lifelong_init(&memory->global, &global, &agent->allocator);
    }
    return status;
}

static void rtd_destroy(way_agent *agent)
{
    rtd_memory *memory = agent->memory;
    wayi_local_fini(&memory->local, agent);
    if (memory->has_global) {
        wayi_lifelong_fini(&memory->global);
    }
}

static way_status rtd_begin(way_agent *agent)
{
    rtd_memory *memory = agent->memory;
    wayi_local_clear(&memory->local);
    memory->spent = 0;
    memory->looking = false;
    rtd_share(agent, memory, memory->has_global && agent->goal.kind == WAYI_GOAL_ONE);
    const bool begun = memory->global_share == 0 ||
                       wayi_lifelong_begin(&memory->global, agent->goal.state, agent->start);
    return begun ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Commits the best way from here to the goal.
static way_outcome rtd_follow(way_agent *agent)
{
    rtd_memory *memory = agent->memory;
    const uint32_t first = agent->path.count;
    const bool traced = wayi_lifelong_trace(&memory->global, &agent->path, UINT32_MAX);
    const uint32_t count = agent->path.count;
    agent->path.count = first;
    for (uint32_t i = first; traced && i < count; i++) {
        const way_state state = agent->path.states[i];
        const way_cost cost = wayi_agent_step_cost(agent, agent->path.states[i - 1], state);
        if (!wayi_agent_commit(agent, state, cost)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return traced ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

/// Goes on with the global share; WORKING when it is spent or the budget is.
static way_outcome rtd_search(way_agent *agent, uint32_t *budget)
{
    rtd_memory *memory = agent->memory;
    const uint32_t left = memory->global_share - memory->spent;
    const uint64_t before = agent->stats.expansions;
    const uint64_t other = memory->global.other_work;
    const way_outcome outcome =
        wayi_lifelong_step(&memory->global, *budget < left ? *budget : left);
    const uint64_t looked = memory->global.other_work - other;
    const uint32_t work = (uint32_t)(agent->stats.expansions - before + looked);
    agent->looked += looked;
    memory->spent += work;
    *budget -= work;
    return outcome;
}

/// Takes the first step of the local search.
static way_outcome rtd_act(way_agent *agent)
{
    rtd_memory *memory = agent->memory;
    const wayi_local_policy policy = {.target = WAYI_LOCAL_FRONTIER, .single = true};
    const way_cost before = agent->cost;
    uint32_t actions = 0;
    memory->looking = false;
    memory->spent = 0;
    const way_outcome outcome = wayi_local_act(agent, &memory->local, policy, &actions);
    if (outcome == WAY_OUTCOME_WORKING && memory->global_share > 0) {
        const way_state here = agent->path.states[agent->path.count - 1];
        wayi_lifelong_move_target(&memory->global, here, agent->cost - before);
    }
    return outcome;
}

static way_outcome rtd_step(way_agent *agent, uint32_t budget)
{
    rtd_memory *memory = agent->memory;
    if (!memory->looking) {
        const way_state here = agent->path.states[agent->path.count - 1];
        if (memory->global_share > 0) {
            const way_outcome outcome = rtd_search(agent, &budget);
            if (outcome == WAY_OUTCOME_FOUND) {
                return rtd_follow(agent);
            }
            if (outcome != WAY_OUTCOME_WORKING || memory->spent < memory->global_share) {
                return outcome;
            }
        }
        if ((memory->has_global && agent->capacity == 1) ||
            !wayi_local_begin(agent, &memory->local, here)) {
            return WAY_OUTCOME_CAPACITY;
        }
        memory->looking = true;
    }
    const way_outcome outcome = wayi_local_look(agent, &memory->local, memory->local_share, budget);
    return outcome == WAY_OUTCOME_FOUND ? rtd_act(agent) : outcome;
}

static bool rtd_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const rtd_memory *memory = agent->memory;
    return wayi_agent_nodes_outlive(agent, &memory->local.nodes, rects, count, work) &&
           (memory->global_share == 0 ||
            wayi_agent_nodes_outlive(agent, &memory->global.nodes, rects, count, work));
}

static way_status rtd_change(way_agent *agent, const way_state *states, uint32_t count)
{
    rtd_memory *memory = agent->memory;
    if (memory->global_share > 0) {
        wayi_lifelong_move_target(&memory->global, agent->start, WAY_COST_MAX);
        wayi_lifelong_change(&memory->global, states, count);
    }
    wayi_local_change(agent, &memory->local, states, count);
    memory->looking = false;
    memory->spent = 0;
    return WAY_STATUS_OK;
}

static way_cost rtd_estimate(const way_agent *agent, way_state state)
{
    const rtd_memory *memory = agent->memory;
    return wayi_local_estimate(agent, &memory->local, state);
}

const wayi_algorithm wayi_algorithm_rtd = {
    .info = {.name = "rtd",
             .title = "RTD*",
             .family = "realtime",
             .summary = "D* Lite from the goal and a look-ahead around the agent, side by side",
             .reference = "Bond, Widger, Ruml, Sun: Real-Time Search in Dynamic Worlds, 2010",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(rtd_params)},
    .memory_size = sizeof(rtd_memory),
    .beside = WAYI_SURVEY_SHARE,
    .create = rtd_create,
    .destroy = rtd_destroy,
    .begin = rtd_begin,
    .step = rtd_step,
    .outlives = rtd_outlives,
    .estimate = rtd_estimate,
    .change = rtd_change,
    .advance = wayi_changes_advance,
};
