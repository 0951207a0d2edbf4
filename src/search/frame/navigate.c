// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents on the move: what is the same for all algorithms when an agent walks along its path, is
// told of changes or gets another goal.
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"

#include <waymark/navigate.h>

static bool navigate_has_trip(const way_agent *agent)
{
    switch (agent->outcome) {
    case WAY_OUTCOME_MOVING:
    case WAY_OUTCOME_ARRIVED:
    case WAY_OUTCOME_NO_PATH:
    case WAY_OUTCOME_PARTIAL:
    case WAY_OUTCOME_STALE:
    case WAY_OUTCOME_TOO_FAR:
        return true;
    default:
        return false;
    }
}

/// Begins the trip again from where the agent is; counts go on.
static way_status navigate_begin_again(way_agent *agent, way_state goal)
{
    const way_stats stats = agent->stats;
    const way_trip trip = {.start = way_agent_place(agent),
                           .goal = goal,
                           .nearest_instead = agent->nearest_instead,
                           .partial = agent->partial,
                           .expansion_limit = agent->expansion_limit};
    const way_status status = way_agent_begin(agent, &trip);
    agent->stats = stats;
    return status;
}

/// Whether the algorithm can't go on from where the agent is: it never began, or the agent stands
/// on a blocked state and the way out of it was planned for it.
static bool navigate_must_begin(const way_agent *agent)
{
    const way_state place = way_agent_place(agent);
    return !agent->begun || place != agent->start ||
           (!(agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) &&
            !way_space_can_stand(agent->space, place));
}

/// Throws the plan away; the trip goes on if the goal can be reached at all.
static void navigate_reopen(way_agent *agent)
{
    agent->path.states[0] = agent->start;
    agent->path.count = 1;
    agent->walked_count = agent->walked_count ? 1 : 0;
    agent->cost = 0;
    const bool works = agent->start == agent->goal.state ||
                       wayi_agent_goal_works(agent, agent->start, agent->goal.state);
    agent->outcome = works ? WAY_OUTCOME_MOVING : WAY_OUTCOME_NO_PATH;
}

way_status way_agent_change(way_agent *agent, const way_state *states, uint32_t count)
{
    if (!agent || (count && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->change) {
        return WAY_STATUS_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!wayi_space_has(agent->space, states[i])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    if (!navigate_has_trip(agent)) {
        return WAY_STATUS_WRONG_STATE;
    }
    if (!way_algorithm_suits(&agent->algorithm->info, agent->space)) {
        agent->outcome = WAY_OUTCOME_CANCELLED; // as after a link that leads one way
        return WAY_STATUS_UNSUPPORTED;
    }
    if (navigate_must_begin(agent)) {
        return navigate_begin_again(agent, agent->asked_goal);
    }
    agent->revision = way_space_revision(agent->space);
    navigate_reopen(agent);
    const way_status status = agent->algorithm->change(agent, states, count);
    if (status != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

way_status way_agent_retarget(way_agent *agent, way_state goal)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->retarget) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (!wayi_space_has(agent->space, goal)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (!navigate_has_trip(agent)) {
        return WAY_STATUS_WRONG_STATE;
    }
    const bool works = goal == agent->start || wayi_agent_goal_works(agent, agent->start, goal);
    if (!agent->begun || !works || agent->revision != way_space_revision(agent->space)) {
        return navigate_begin_again(agent, goal);
    }
    agent->asked_goal = goal;
    agent->arrival = WAY_OUTCOME_ARRIVED;
    wayi_goal_set_one(&agent->goal, goal);
    navigate_reopen(agent);
    const way_status status = agent->algorithm->retarget(agent);
    if (status != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

// Walking -----------------------------------------------------------------------------------------

way_cost wayi_agent_step_cost(const way_agent *agent, way_state from, way_state to)
{
    way_space *space = agent->space;
    const uint32_t degree = space->type->expand(space, from, agent->edges);
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; degree != WAY_EXPAND_FULL && i < degree; i++) {
        if (agent->edges[i].to == to && agent->edges[i].cost < least) {
            least = agent->edges[i].cost;
        }
    }
    return least;
}

/// Makes up to `moves` moves of those laid out, and returns how many.
static uint32_t navigate_walk(way_agent *agent, uint32_t moves, way_cost *walked)
{
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    const way_state *states = agent->path.states;
    const uint32_t laid = agent->path.count - 1;
    const uint32_t count = moves < laid ? moves : laid;
    for (uint32_t i = 0; i < count; i++) {
        *walked = way_cost_add(*walked, wayi_agent_step_cost(agent, states[i], states[i + 1]));
        if (agent->observer && !realtime) { // who saw the moves of real-time agents committed
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_MOVE, states[i + 1], states[i], *walked, 0});
        }
    }
    if (realtime) {
        wayi_agent_count_revisits(agent);
        agent->walked_count -= agent->walked_count < count ? agent->walked_count : count;
    }
    wayi_path_buffer_drop(&agent->path, count);
    return count;
}

way_status way_agent_advance(way_agent *agent, uint32_t moves)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->advance) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const bool ready = agent->outcome == WAY_OUTCOME_ARRIVED ||
                       agent->outcome == WAY_OUTCOME_PARTIAL ||
                       (agent->outcome == WAY_OUTCOME_MOVING &&
                        (way_agent_bound(agent) != UINT32_MAX ||
                         (agent->algorithm->info.traits & WAY_TRAIT_REALTIME)));
    if (!ready) {
        return WAY_STATUS_WRONG_STATE;
    }
    if (agent->revision != way_space_revision(agent->space)) {
        return WAY_STATUS_STALE;
    }
    way_status status = WAY_STATUS_OK;
    while (moves > 0 && agent->path.count > 1 && status == WAY_STATUS_OK) {
        way_cost walked = 0;
        moves -= navigate_walk(agent, moves, &walked);
        agent->start = agent->path.states[0];
        agent->cost -= walked;
        // A trip that ended before its search began has nothing to tell.
        if (agent->begun) {
            status = agent->algorithm->advance(agent, walked);
        }
    }
    return status;
}

void way_agent_set_horizon(way_agent *agent, uint32_t moves)
{
    agent->horizon = moves;
}

way_state way_agent_place(const way_agent *agent)
{
    return agent->path.count ? agent->path.states[0] : WAY_STATE_NONE;
}

uint32_t way_agent_bound(const way_agent *agent)
{
    const bool arrived =
        agent->outcome == WAY_OUTCOME_ARRIVED || agent->outcome == WAY_OUTCOME_PARTIAL;
    if (agent->algorithm->bound && agent->begun) {
        return agent->algorithm->bound(agent);
    }
    return arrived && (agent->algorithm->info.traits & WAY_TRAIT_OPTIMAL) ? 1000 : UINT32_MAX;
}
