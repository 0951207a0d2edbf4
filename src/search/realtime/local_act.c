// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where an agent walks after a look-ahead, and how it gets there.
#include "search/realtime/local_search.h"

/// Orders the states of the frontier: the smaller goes first.
typedef struct local_rank {
    uint64_t first;
    uint64_t second;
    uint32_t order;
} local_rank;

static bool local_ranks_before(local_rank a, local_rank b)
{
    if (a.first != b.first) {
        return a.first < b.first;
    }
    return a.second != b.second ? a.second < b.second : a.order < b.order;
}

static local_rank local_rank_of(const wayi_local *local, uint32_t slot, wayi_local_target target)
{
    const wayi_local_node *node = wayi_local_at(local, slot);
    uint64_t first = 0;
    if (target == WAYI_LOCAL_AVOID) {
        first = node->rise > 0;
    } else if (target == WAYI_LOCAL_BORDER) {
        first = node->rise;
    }
    const uint64_t second =
        local->cautious ? wayi_local_plain_key(node) : wayi_local_key(local, node);
    return (local_rank){first, second, wayi_local_order(local, slot)};
}

/// The best state of the frontier; WAYI_LOCAL_NONE if there is none but the agent's own.
static uint32_t local_best(const wayi_local *local, wayi_local_target target)
{
    const bool as_queued =
        target == WAYI_LOCAL_FRONTIER && !(local->cautious && local->config.corrects);
    if (as_queued && local->held && local->next.slot != local->start) {
        return local->next.slot;
    }
    local_rank best = {UINT64_MAX, UINT64_MAX, UINT32_MAX};
    uint32_t slot = WAYI_LOCAL_NONE;
    for (uint32_t i = 0; i < local->met.count; i++) {
        const uint32_t met = local->met.states[i];
        if (met == local->start || !wayi_local_is_frontier(wayi_local_at(local, met))) {
            continue;
        }
        const local_rank rank = local_rank_of(local, met, target);
        if (slot == WAYI_LOCAL_NONE || local_ranks_before(rank, best)) {
            best = rank;
            slot = met;
        }
    }
    return slot;
}

/// The deepest state of the last complete layer of f, or WAYI_LOCAL_NONE.
static uint32_t local_layer(const wayi_local *local, uint32_t next)
{
    const wayi_local_node *limit = wayi_local_at(local, next);
    const way_cost edge = way_cost_add(limit->g, limit->h);
    uint32_t best = WAYI_LOCAL_NONE;
    way_cost best_f = 0;
    way_cost best_h = WAY_COST_MAX;
    for (uint32_t i = 0; i < local->closed.count; i++) {
        const uint32_t slot = local->closed.states[i];
        const wayi_local_node *node = wayi_local_at(local, slot);
        const way_cost f = way_cost_add(node->g, node->h);
        const bool better = f > best_f || (f == best_f && node->h < best_h);
        if (node->closed && slot != local->start && f < edge &&
            (best == WAYI_LOCAL_NONE || better)) {
            best = slot;
            best_f = f;
            best_h = node->h;
        }
    }
    return best;
}

/// Where to walk; a cautious agent goes by f alone.
static uint32_t local_choose(const wayi_local *local, wayi_local_target target, uint32_t next)
{
    if (local->cautious || target == WAYI_LOCAL_FRONTIER) {
        return next;
    }
    if (target == WAYI_LOCAL_LAYER) {
        const uint32_t deepest = local_layer(local, next);
        return deepest == WAYI_LOCAL_NONE ? next : deepest;
    }
    return local_best(local, target);
}

/// Commits the way to a slot, or only its first step; false without memory.
static bool local_walk(way_agent *agent, const wayi_local *local, uint32_t target, bool single,
                       uint32_t *count)
{
    uint32_t length = 0;
    for (uint32_t slot = target; slot != local->start; slot = wayi_local_at(local, slot)->parent) {
        length++;
    }
    *count = single && length ? 1 : length;
    // The way is known backwards: it is laid out behind the path and then committed from there.
    const uint32_t first = agent->path.count;
    if (!wayi_path_buffer_reserve(&agent->path, first + length)) {
        return false;
    }
    uint32_t slot = target;
    for (uint32_t i = length; i-- > 0; slot = wayi_local_at(local, slot)->parent) {
        agent->path.states[first + i] = slot;
    }
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t step_slot = agent->path.states[first + i];
        if (!wayi_agent_commit(agent, wayi_nodes_id(&local->nodes, step_slot),
                               wayi_local_at(local, step_slot)->step)) {
            return false;
        }
    }
    return true;
}

/// The step from the agent's state that leads on best by what was learned; to WAY_STATE_NONE if
/// none does.
static way_edge local_best_step(way_agent *agent, const wayi_local *local, way_cost *value)
{
    const way_state start = wayi_nodes_id(&local->nodes, local->start);
    const uint32_t count = wayi_agent_expand(agent, start, agent->edges);
    way_edge best = {WAY_STATE_NONE, 0};
    *value = WAY_COST_MAX;
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        const way_edge edge = agent->edges[i];
        const way_cost offer = way_cost_add(edge.cost, wayi_local_estimate(agent, local, edge.to));
        if (edge.to != start && offer < *value) {
            best = edge;
            *value = offer;
        }
    }
    return best;
}

/// One step of a cautious agent: to where the estimate is lower than here by what the step costs,
/// which is made true where it is not.
static way_outcome local_tread(way_agent *agent, wayi_local *local, uint32_t *count)
{
    way_cost value = 0;
    const way_edge step = local_best_step(agent, local, &value);
    if (step.to == WAY_STATE_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    if (value > wayi_local_at(local, local->start)->h) {
        wayi_local_raise(agent, local, local->start, value);
    }
    *count = 1;
    return wayi_agent_commit(agent, step.to, step.cost) ? WAY_OUTCOME_WORKING
                                                        : WAY_OUTCOME_CAPACITY;
}

/// Walks to the goal in view, or takes the first step.
static way_outcome local_arrive(way_agent *agent, const wayi_local *local, bool single,
                                uint32_t *count)
{
    if (!local_walk(agent, local, local->goal, single, count)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_state here = agent->path.states[agent->path.count - 1];
    return here == wayi_nodes_id(&local->nodes, local->goal) ? WAY_OUTCOME_FOUND
                                                             : WAY_OUTCOME_WORKING;
}

way_outcome wayi_local_act(way_agent *agent, wayi_local *local, wayi_local_policy policy,
                           uint32_t *count)
{
    if (local->goal != WAYI_LOCAL_NONE) {
        // A cautious agent has looked again once too often.
        return local_arrive(agent, local, policy.single && policy.looks_again && !local->cautious,
                            count);
    }
    const uint32_t next = local_best(local, WAYI_LOCAL_FRONTIER);
    if (next == WAYI_LOCAL_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t target = local_choose(local, policy.target, next);
    const way_cost before = wayi_local_at(local, local->start)->h;
    if (policy.adapts) {
        wayi_local_adapt(agent, local, next);
    } else if (!wayi_local_learn(agent, local)) {
        return WAY_OUTCOME_CAPACITY;
    }
    way_outcome outcome = WAY_OUTCOME_CAPACITY;
    if (policy.single && local->cautious) {
        outcome = local_tread(agent, local, count);
    } else if (local_walk(agent, local, target, policy.single, count)) {
        outcome = WAY_OUTCOME_WORKING;
    }
    if (wayi_local_at(local, local->start)->h > before) {
        local->raised = local->episode;
        local->cautious = false;
    }
    return outcome;
}
