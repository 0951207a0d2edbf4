// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One A* sliced over the moves.
#include "search/realtime/timebound.h"

#include "search/frame/observer.h"

static const wayi_timebound_node timebound_blank = {.h = 0};

wayi_timebound_config wayi_timebound_share(uint32_t lookahead, uint32_t share, uint32_t ratio)
{
    const uint64_t part = (uint64_t)lookahead * share / 1000;
    const uint64_t slice = part > 1 ? part : 1;
    const uint64_t tracing = (lookahead - slice) * ratio;
    return (wayi_timebound_config){.slice = (uint32_t)slice,
                                   .tracing = tracing > slice + 2 ? tracing : slice + 2};
}

way_status wayi_timebound_init(wayi_timebound *bound, const wayi_timebound_config *config,
                               const way_agent *agent)
{
    *bound = (wayi_timebound){.config = *config};
    wayi_heap_init(&bound->open, &agent->allocator);
    wayi_path_buffer_init(&bound->limits, &agent->allocator);
    wayi_survey_init(&bound->survey, config->restarts, &agent->allocator);
    const wayi_nodes_config nodes = {.blank = &timebound_blank,
                                     .stride = sizeof timebound_blank,
                                     .id_count = agent->space->state_count,
                                     .limit = agent->capacity,
                                     .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&bound->nodes, &nodes, &agent->allocator);
}

void wayi_timebound_fini(wayi_timebound *bound)
{
    wayi_nodes_fini(&bound->nodes);
    wayi_heap_fini(&bound->open);
    wayi_path_buffer_fini(&bound->limits);
    wayi_path_buffer_fini(&bound->survey.queue);
}

static wayi_timebound_node *timebound_at(const wayi_timebound *bound, uint32_t slot)
{
    return wayi_nodes_at(&bound->nodes, slot, sizeof(wayi_timebound_node));
}

static wayi_timebound_node *timebound_node(const wayi_timebound *bound, way_state state)
{
    return timebound_at(bound, wayi_nodes_find(&bound->nodes, state, sizeof(wayi_timebound_node)));
}

/// The estimate of a node with what it learns from the search that it was last met in, if that is
/// over.
static way_cost timebound_lesson(const wayi_timebound *bound, const wayi_timebound_node *node)
{
    if (!node->closed || node->search == 0 || node->search == bound->search) {
        return node->h;
    }
    const way_cost limit = bound->limits.states[node->search - 1];
    if (limit == WAY_COST_MAX) {
        return limit;
    }
    return limit > node->g && limit - node->g > node->h ? limit - node->g : node->h;
}

way_cost wayi_timebound_estimate(const way_agent *agent, const wayi_timebound *bound,
                                 way_state state)
{
    const uint32_t slot = wayi_nodes_find(&bound->nodes, state, sizeof(wayi_timebound_node));
    const wayi_timebound_node *node = slot == WAYI_SLOT_NONE ? NULL : timebound_at(bound, slot);
    return node && node->search ? timebound_lesson(bound, node)
                                : wayi_goal_distance(&agent->goal, state);
}

static void timebound_learn(const way_agent *agent, const wayi_timebound *bound, way_state state,
                            wayi_timebound_node *node)
{
    const way_cost estimate = timebound_lesson(bound, node);
    if (estimate == node->h) {
        return;
    }
    node->h = estimate;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_LEARN, state, WAY_STATE_NONE,
                                                         estimate, estimate});
    }
}

/// The slot of a state, made fresh for this search; WAYI_SLOT_NONE without memory.
static uint32_t timebound_touch(const way_agent *agent, wayi_timebound *bound, way_state state)
{
    const uint32_t slot = wayi_nodes_touch(&bound->nodes, state, sizeof(wayi_timebound_node));
    if (slot == WAYI_SLOT_NONE) {
        return slot;
    }
    wayi_timebound_node *node = timebound_at(bound, slot);
    if (node->search == bound->search) {
        return slot;
    }
    if (node->search == 0) {
        node->h = wayi_goal_distance(&agent->goal, state);
    }
    timebound_learn(agent, bound, state, node);
    node->search = bound->search;
    node->g = WAY_COST_MAX;
    node->parent = WAY_STATE_NONE;
    node->closed = 0;
    return slot;
}

static bool timebound_push(way_agent *agent, wayi_timebound *bound, way_state state, uint32_t slot)
{
    const wayi_timebound_node *node = timebound_at(bound, slot);
    const uint64_t f = way_cost_add(node->g, node->h);
    agent->stats.heap_pushes++;
    return wayi_heap_push(&bound->open,
                          (wayi_heap_item){f << 32 | (uint32_t)~node->g, state, slot});
}

/// Puts the root of a new search in place; false without memory.
static bool timebound_plant(way_agent *agent, wayi_timebound *bound, way_state root)
{
    wayi_heap_clear(&bound->open);
    bound->search++;
    bound->root = root;
    bound->expanded = 0;
    bound->floor = 0;
    bound->follow = 0;
    bound->tracing = WAY_STATE_NONE;
    bound->goal = WAY_STATE_NONE;
    bound->final = false;
    bound->final_trace = false;
    const uint32_t slot = timebound_touch(agent, bound, root);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_timebound_node *node = timebound_at(bound, slot);
    node->g = 0;
    bound->cautious |= node->stood > bound->raised;
    node->stood = bound->search;
    wayi_survey_begin(&bound->survey, &node->survey, slot);
    return timebound_push(agent, bound, root, slot);
}

bool wayi_timebound_begin(way_agent *agent, wayi_timebound *bound, way_state root)
{
    wayi_nodes_clear(&bound->nodes);
    wayi_path_buffer_clear(&bound->limits);
    wayi_survey_clear(&bound->survey);
    bound->search = 0;
    bound->trace = 0;
    bound->raised = 0;
    bound->cautious = false;
    return timebound_plant(agent, bound, root);
}

/// Drops stale entries; false when nothing is left to expand.
static bool timebound_settle_top(way_agent *agent, wayi_timebound *bound)
{
    while (bound->open.count > 0) {
        if (!timebound_at(bound, bound->open.items[0].slot)->closed) {
            return true;
        }
        wayi_heap_pop(&bound->open);
        agent->stats.heap_pops++;
    }
    return false;
}

/// What the open list proves that the way from the root costs at least; it has a fresh top.
static way_cost timebound_prove(wayi_timebound *bound)
{
    const way_cost least = (way_cost)(bound->open.items[0].key >> 32);
    bound->floor = least > bound->floor ? least : bound->floor;
    return bound->floor;
}

bool wayi_timebound_restart(way_agent *agent, wayi_timebound *bound, way_state root)
{
    way_cost limit = WAY_COST_MAX;
    if (bound->goal != WAY_STATE_NONE) {
        limit = timebound_node(bound, bound->goal)->g;
    } else if (timebound_settle_top(agent, bound)) {
        limit = timebound_prove(bound);
    }
    if (limit > timebound_node(bound, bound->root)->h) {
        bound->raised = bound->search;
        bound->cautious = false;
    }
    return wayi_path_buffer_push(&bound->limits, limit) && timebound_plant(agent, bound, root);
}

// The search --------------------------------------------------------------------------------------

static void timebound_report(const way_agent *agent, way_event_kind kind, way_state state,
                             const wayi_timebound_node *node)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){kind, state, node->parent, node->g,
                                                         way_cost_add(node->g, node->h)});
    }
}

static bool timebound_relax(way_agent *agent, wayi_timebound *bound, uint32_t origin, way_edge edge)
{
    const uint32_t slot = timebound_touch(agent, bound, edge.to);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_timebound_node *node = timebound_at(bound, slot);
    const way_cost g = way_cost_add(timebound_at(bound, origin)->g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    const bool reopened = node->closed;
    node->g = g;
    node->step = edge.cost;
    node->parent = wayi_nodes_id(&bound->nodes, origin);
    node->closed = 0;
    agent->stats.generations++;
    agent->stats.reopenings += reopened;
    timebound_report(agent, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to, node);
    return timebound_push(agent, bound, edge.to, slot);
}

static void timebound_join(wayi_timebound *bound, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&bound->nodes, state, sizeof(wayi_timebound_node));
    wayi_survey_join(&bound->survey, &timebound_at(bound, slot)->survey, slot);
}

/// The next member of a long survey that waits to be expanded, if it is its turn.
static bool timebound_next_member(const way_agent *agent, wayi_timebound *bound, uint32_t *slot)
{
    while (bound->expanded % 2 == 1 && wayi_survey_pop(&bound->survey, slot)) {
        if (wayi_goal_is_reached(&agent->goal, wayi_nodes_id(&bound->nodes, *slot))) {
            bound->survey.is_long = false; // not caught: no need to hurry
        } else if (wayi_survey_awaits(&bound->survey, timebound_at(bound, *slot)->survey)) {
            return true;
        }
    }
    return false;
}

/// Expands a member of the survey outside the search; false without memory.
static bool timebound_survey(way_agent *agent, wayi_timebound *bound, uint32_t slot)
{
    const way_state state = wayi_nodes_id(&bound->nodes, slot);
    wayi_timebound_node *node = timebound_at(bound, slot);
    bound->expanded++;
    agent->stats.expansions++;
    timebound_report(agent, WAY_EVENT_EXPAND, state, node);
    wayi_survey_count(&bound->survey);
    (void)wayi_survey_settle(&bound->survey, &node->survey);
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (timebound_touch(agent, bound, agent->edges[i].to) == WAYI_SLOT_NONE) {
            return false;
        }
        timebound_join(bound, agent->edges[i].to);
    }
    return count != WAY_EXPAND_FULL;
}

static bool timebound_expand(way_agent *agent, wayi_timebound *bound, wayi_heap_item item)
{
    wayi_timebound_node *node = timebound_at(bound, item.slot);
    node->closed = 1;
    bound->expanded++;
    agent->stats.expansions++;
    timebound_report(agent, WAY_EVENT_EXPAND, item.id, node);
    if (wayi_goal_is_reached(&agent->goal, item.id)) {
        bound->goal = item.id;
        return true;
    }
    wayi_survey_count(&bound->survey);
    const bool surveyed = wayi_survey_settle(&bound->survey, &node->survey);
    const uint32_t count = agent->space->type->expand(agent->space, item.id, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (!timebound_relax(agent, bound, item.slot, agent->edges[i])) {
            return false;
        }
        if (surveyed) {
            timebound_join(bound, agent->edges[i].to);
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// Goes on with the slice; ARRIVED when it is complete.
static way_outcome timebound_search(way_agent *agent, wayi_timebound *bound, uint32_t budget)
{
    while (bound->goal == WAY_STATE_NONE && bound->expanded < bound->config.slice) {
        if (!timebound_settle_top(agent, bound) || wayi_survey_is_complete(&bound->survey)) {
            return WAY_OUTCOME_NO_PATH;
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_MOVING;
        }
        uint32_t member = 0;
        if (timebound_next_member(agent, bound, &member)) {
            if (!timebound_survey(agent, bound, member)) {
                return WAY_OUTCOME_CAPACITY;
            }
            continue;
        }
        const wayi_heap_item item = wayi_heap_pop(&bound->open);
        agent->stats.heap_pops++;
        if (!timebound_expand(agent, bound, item)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_ARRIVED;
}

// Tracing and walking -----------------------------------------------------------------------------

/// Starts a trace at the goal or at the most promising open state; false if there is none.
static bool timebound_start_trace(way_agent *agent, wayi_timebound *bound)
{
    bound->final_trace = bound->goal != WAY_STATE_NONE;
    if (!bound->final_trace && !timebound_settle_top(agent, bound)) {
        return false;
    }
    bound->tracing = bound->final_trace ? bound->goal : bound->open.items[0].id;
    if (!bound->final_trace) {
        (void)timebound_prove(bound);
    }
    bound->trace++;
    wayi_timebound_node *node = timebound_node(bound, bound->tracing);
    node->trace[bound->trace & 1u] = bound->trace;
    node->next[bound->trace & 1u] = WAY_STATE_NONE;
    return true;
}

/// Traces states back towards the root, or to where the agent stands.
static void timebound_run_trace(way_agent *agent, wayi_timebound *bound, way_state here)
{
    if (bound->final ||
        (bound->tracing == WAY_STATE_NONE && !timebound_start_trace(agent, bound))) {
        return;
    }
    const uint32_t set = bound->trace & 1u;
    for (uint64_t budget = bound->config.tracing; budget > 0; budget--) {
        if (bound->tracing == here || bound->tracing == bound->root) {
            bound->follow = bound->trace;
            bound->final = bound->final_trace;
            bound->tracing = WAY_STATE_NONE;
            return;
        }
        const wayi_timebound_node *node = timebound_node(bound, bound->tracing);
        wayi_timebound_node *parent = timebound_node(bound, node->parent);
        parent->trace[set] = bound->trace;
        parent->next[set] = bound->tracing;
        parent->next_cost[set] = node->step;
        bound->tracing = node->parent;
    }
}

/// One step along the way that is followed; false if there is none.
static bool timebound_next(const wayi_timebound *bound, way_state here, way_edge *out)
{
    const wayi_timebound_node *node = timebound_node(bound, here);
    const uint32_t set = bound->follow & 1u;
    *out = (way_edge){node->next[set], node->next_cost[set]};
    return bound->follow && node->trace[set] == bound->follow && out->to != WAY_STATE_NONE;
}

/// Walks to the end of the way that is followed and searches again from there; false without
/// memory.
static bool timebound_walk_all(way_agent *agent, wayi_timebound *bound, way_state here)
{
    way_edge edge;
    while (timebound_next(bound, here, &edge)) {
        if (!wayi_agent_commit(agent, edge.to, edge.cost)) {
            return false;
        }
        here = edge.to;
    }
    return bound->final || wayi_timebound_restart(agent, bound, here);
}

/// One step along the way that is followed, or back towards it, or a new search; false without
/// memory.
static bool timebound_walk(way_agent *agent, wayi_timebound *bound, way_state here)
{
    const wayi_timebound_node *node = timebound_node(bound, here);
    way_edge edge;
    if (timebound_next(bound, here, &edge)) {
        return bound->cautious ? timebound_walk_all(agent, bound, here)
                               : wayi_agent_commit(agent, edge.to, edge.cost);
    }
    if (here == bound->root) {
        return true; // nothing to follow yet
    }
    if (bound->config.restarts) {
        return wayi_timebound_restart(agent, bound, here);
    }
    return wayi_agent_commit(agent, node->parent, node->step);
}

way_outcome wayi_timebound_step(way_agent *agent, wayi_timebound *bound, uint32_t budget)
{
    const way_state here = agent->path.states[agent->path.count - 1];
    if (wayi_goal_is_reached(&agent->goal, here)) {
        return WAY_OUTCOME_ARRIVED;
    }
    const way_outcome outcome = timebound_search(agent, bound, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    timebound_run_trace(agent, bound, here);
    bound->expanded = 0;
    if (!timebound_walk(agent, bound, here)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_state there = agent->path.states[agent->path.count - 1];
    return wayi_goal_is_reached(&agent->goal, there) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
}
