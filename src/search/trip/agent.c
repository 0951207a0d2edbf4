// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents: what they are made of, and what can be asked of one. Its trip is made in trip.c.
#include "search/engine/inner.h"
#include "space/grid.h"

#include <waymark/agent.h>

/// Gives back the memory of the algorithm.
static void agent_forget(way_agent *agent)
{
    if (agent->memory && agent->algorithm->destroy) {
        agent->algorithm->destroy(agent);
    }
    wayi_free(&agent->allocator, agent->memory, 1, agent->algorithm->memory_size);
    agent->memory = NULL;
}

way_status wayi_agent_set_up(way_agent *agent)
{
    if (agent->memory) {
        return WAY_STATUS_OK;
    }
    agent->memory = wayi_alloc_zero(&agent->allocator, 1, agent->algorithm->memory_size);
    if (!agent->memory) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status =
        agent->algorithm->create ? agent->algorithm->create(agent) : WAY_STATUS_OK;
    if (status != WAY_STATUS_OK) {
        agent_forget(agent);
    }
    return status;
}

way_status way_agent_create(const way_agent_config *config, way_agent **out)
{
    if (!config || !config->navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->observer && (!config->observer->events || !config->observer->capacity)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator source = wayi_allocator_or_default(config->allocator);
    way_agent *agent = wayi_alloc_zero(&source, 1, sizeof *agent);
    if (!agent) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_navigator *navigator = config->navigator;
    *agent = (way_agent){.algorithm = navigator->algorithm,
                         .navigator = navigator,
                         .space = navigator->space,
                         .observer = config->observer,
                         .at.outcome = WAY_OUTCOME_CANCELLED,
                         .cost = WAY_COST_MAX,
                         .store = config->store,
                         .capacity = config->capacity};
    WAYI_BORROW(navigator);
    const way_allocator allocator = wayi_meter_start(&agent->meter, &source);
    agent->allocator = allocator;
    wayi_goal_init(&agent->goal, agent->space, &allocator);
    wayi_path_buffer_init(&agent->path, &allocator);
    wayi_path_buffer_init(&agent->wish.goals, &allocator);
    wayi_path_buffer_init(&agent->told.states, &allocator);
    wayi_path_buffer_init(&agent->aside.rest, &allocator);
    wayi_hash_table_init(&agent->walk.visits, &allocator);
    agent->edges = wayi_alloc(&allocator, agent->space->degree_max, sizeof *agent->edges);
    way_status status = agent->edges ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK && wayi_navigator_takes(navigator, WAY_GOAL_EXACT)) {
        status = wayi_agent_set_up(agent);
    }
    if (status != WAY_STATUS_OK) {
        way_agent_destroy(agent);
        return status;
    }
    *out = agent;
    return WAY_STATUS_OK;
}

void way_agent_destroy(way_agent *agent)
{
    if (!agent) {
        return;
    }
    const way_allocator allocator = agent->allocator;
    if (agent->aside.by) {
        wayi_inner_close(agent->aside.by);
        wayi_free(&allocator, agent->aside.by, 1, sizeof *agent->aside.by);
    }
    agent_forget(agent);
    wayi_free(&allocator, agent->edges, agent->space->degree_max, sizeof *agent->edges);
    wayi_goal_fini(&agent->goal);
    wayi_path_buffer_fini(&agent->path);
    WAYI_FREE(&allocator, agent->walk.runs.items, agent->walk.runs.capacity);
    wayi_path_buffer_fini(&agent->wish.goals);
    wayi_path_buffer_fini(&agent->told.states);
    wayi_path_buffer_fini(&agent->aside.rest);
    wayi_hash_table_fini(&agent->walk.visits);
    WAYI_GIVE_BACK(agent->navigator);
    const way_allocator source = agent->meter.source;
    wayi_free(&source, agent, 1, sizeof *agent);
}

bool wayi_agent_wants_sparse(const way_agent *agent)
{
    return agent->store == WAY_STORE_SPARSE ||
           (agent->store == WAY_STORE_AUTO && !wayi_space_is_dense(agent->space, agent->capacity));
}

way_status wayi_agent_start_search(way_agent *agent)
{
    const uint64_t steps = wayi_goal_steps(&agent->goal, agent->start);
    agent->at.expected = steps >> 16 ? UINT32_MAX : (uint32_t)(steps * steps);
    return agent->algorithm->begin(agent);
}

wayi_nodes_config wayi_agent_nodes(const way_agent *agent, const void *blank, uint32_t stride)
{
    // Real-time searches come by little of what lies between.
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    return (wayi_nodes_config){.blank = blank,
                               .stride = stride,
                               .id_count = agent->space->state_count,
                               .row = wayi_space_row(agent->space),
                               .limit = agent->capacity,
                               .sparse = wayi_agent_wants_sparse(agent),
                               .adapts = agent->store == WAY_STORE_AUTO,
                               .expected = realtime ? NULL : &agent->at.expected};
}

way_status wayi_agent_open_nodes(const way_agent *agent, wayi_nodes *nodes, const void *blank,
                                 uint32_t stride)
{
    const wayi_nodes_config config = wayi_agent_nodes(agent, blank, stride);
    return wayi_nodes_init(nodes, &config, &agent->allocator);
}

bool wayi_agent_commit_chain(way_agent *agent, way_state last, wayi_parent_of parent_of)
{
    const uint32_t first = agent->path.count;
    for (way_state parent = parent_of(agent, last); parent != WAY_STATE_NONE;
         parent = parent_of(agent, last)) {
        if (!wayi_path_buffer_push(&agent->path, last)) {
            agent->path.count = first;
            return false;
        }
        last = parent;
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, first - 1));
    return true;
}

void wayi_agent_cut_to_nearest(way_agent *agent, const wayi_goal *goal)
{
    // Moves that were made stay made; out of a blocked start one goes whatever it looks like.
    const uint32_t first = wayi_agent_is_realtime(agent) ? agent->exit.lead - 1 : agent->exit.deep;
    uint32_t kept = first + 1;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = first; i < agent->path.count; i++) {
        const way_cost h = wayi_goal_distance(goal, agent->path.states[i]);
        if (h < least && way_space_can_stand(agent->space, agent->path.states[i])) {
            least = h;
            kept = i + 1;
        }
    }
    agent->path.count = kept;
    agent->at.from = agent->at.from < kept ? agent->at.from : kept - 1;
    agent->cost = wayi_agent_whole_cost(agent);
}

way_status way_agent_set_lookahead(way_agent *agent, uint32_t expansions)
{
    if (!agent || expansions == 0) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->set_lookahead) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const way_status status = agent->at.outcome == WAY_OUTCOME_WORKING && wayi_trip_is_own(agent)
                                  ? agent->algorithm->set_lookahead(agent, expansions)
                                  : WAY_STATUS_WRONG_STATE;
    WAYI_TRIP_CHECK(agent);
    return status;
}

// Asking ------------------------------------------------------------------------------------------

way_outcome way_agent_outcome(const way_agent *agent)
{
    return agent->at.outcome;
}

const way_state *way_agent_path(const way_agent *agent, uint32_t *count)
{
    wayi_agent_unroll((way_agent *)(uintptr_t)agent); // what others see stays the same
    if (count) {
        *count = agent->path.count;
    }
    return agent->path.states;
}

way_cost way_agent_cost(const way_agent *agent)
{
    uint32_t count = 0; // of 1: none was gone either
    const bool none =
        agent->at.outcome == WAY_OUTCOME_NO_PATH && (way_agent_path(agent, &count), count == 1);
    return none ? WAY_COST_MAX : agent->cost;
}

way_state way_agent_goal(const way_agent *agent)
{
    const bool there =
        agent->at.outcome == WAY_OUTCOME_FOUND || agent->at.outcome == WAY_OUTCOME_PARTIAL;
    if (there && agent->path.count) {
        return wayi_agent_last(agent);
    }
    const bool many = agent->wish.trip.mode == WAY_GOAL_ANY_OF;
    return agent->goal.kind == WAYI_GOAL_ONE ? agent->goal.state
           : many                            ? WAY_STATE_NONE
                                             : agent->wish.trip.goal;
}

void way_agent_set_horizon(way_agent *agent, uint32_t moves)
{
    agent->wish.horizon = moves;
    WAYI_TRIP_CHECK(agent);
}

way_state way_agent_position(const way_agent *agent)
{
    return agent->path.count ? agent->path.states[0] : WAY_STATE_NONE;
}

uint32_t way_agent_bound_thousandths(const way_agent *agent)
{
    const bool arrived =
        agent->at.outcome == WAY_OUTCOME_FOUND || agent->at.outcome == WAY_OUTCOME_PARTIAL;
    if (agent->at.from || agent->at.knows == WAYI_DRIFTING ||
        agent->at.outcome == WAY_OUTCOME_NO_PATH) {
        return UINT32_MAX;
    }
    if (agent->algorithm->bound && wayi_trip_is_own(agent)) {
        return agent->algorithm->bound(agent);
    }
    const bool aside = agent->at.phase == WAYI_ASIDE;
    const wayi_algorithm *by = aside ? agent->aside.by->agent->algorithm : agent->algorithm;
    return arrived && (by->info.traits & WAY_TRAIT_OPTIMAL) ? 1000 : UINT32_MAX;
}

void wayi_agent_count_revisits(way_agent *agent)
{
    wayi_agent_unroll(agent);
    while (agent->walk.counted < agent->path.count) {
        const way_state state = agent->path.states[agent->walk.counted];
        uint32_t *visits = wayi_hash_table_get_or_add(&agent->walk.visits, state, 0);
        if (!visits) {
            return;
        }
        agent->walk.counted++;
        agent->stats.revisits += *visits > 0;
        ++*visits;
    }
}

way_stats way_agent_stats(const way_agent *agent)
{
    if (agent->algorithm->info.traits & WAY_TRAIT_REALTIME) {
        // Nothing that others can see changes.
        wayi_agent_count_revisits((way_agent *)(uintptr_t)agent);
    }
    way_stats stats = agent->stats;
    const bool aside = agent->at.phase == WAYI_MEND || agent->at.phase == WAYI_ASIDE;
    stats.states_max = aside ? wayi_inner_states(agent->aside.by)
                       : agent->memory && agent->algorithm->states_max
                           ? agent->algorithm->states_max(agent)
                           : 0;
    stats.bytes = sizeof *agent + (size_t)agent->meter.bytes;
    return stats;
}
