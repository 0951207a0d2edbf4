// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents on the move: what is the same for all algorithms when an agent walks along its path, is
// told of changes or gets another goal.
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"
#include "space/angles.h"
#include "space/ground.h"

#include <waymark/navigate.h>

static bool navigate_has_trip(const way_agent *agent)
{
    switch (agent->outcome) {
    case WAY_OUTCOME_WORKING:
    case WAY_OUTCOME_FOUND:
    case WAY_OUTCOME_NO_PATH:
    case WAY_OUTCOME_PARTIAL:
    case WAY_OUTCOME_STALE:
        return true;
    default:
        return false;
    }
}

/// Begins the trip again from where the agent is; counts go on.
static way_status navigate_begin_again(way_agent *agent)
{
    const way_stats stats = agent->stats;
    const uint64_t looked = agent->looked;
    way_trip trip = agent->trip;
    trip.start = way_agent_position(agent);
    const way_status status = way_agent_begin(agent, &trip);
    agent->stats = stats;
    agent->looked += looked;
    return status;
}

/// Whether what the algorithm knows is no longer, or not yet, a search for what the trip asks.
static bool navigate_is_aside(const way_agent *agent)
{
    return !wayi_agent_has_begun(agent) || agent->phase != WAYI_PLAN ||
           agent->knows == WAYI_DRIFTING;
}

/// Whether the algorithm can't go on from where the agent is: it is after something else, or the
/// agent stands on a blocked state and the way out of it was planned for it, or the goal in force
/// is another one by now.
static bool navigate_must_begin(way_agent *agent)
{
    const way_state place = way_agent_position(agent);
    if (navigate_is_aside(agent) || place != agent->start || wayi_agent_goal_moved(agent, place)) {
        return true;
    }
    if (way_space_can_stand(agent->space, place)) {
        return false;
    }
    return !(agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) ||
           agent->space->type->expand(agent->space, place, agent->edges) == 0;
}

/// Throws the plan away.
static void navigate_reopen(way_agent *agent)
{
    agent->path.states[0] = agent->start;
    agent->path.count = 1;
    agent->walked_count = agent->walked_count ? 1 : 0;
    agent->cost = 0;
    agent->unproven = false;
    agent->knows = WAYI_CURRENT;
    agent->restarts = 0;
    agent->outcome = WAY_OUTCOME_WORKING;
}

/// Keeps states that the algorithm is to be told of.
static way_status navigate_note(way_agent *agent, const way_state *states, uint32_t count)
{
    agent->revision = way_space_revision(agent->space);
    if (!wayi_path_buffer_reserve(&agent->told, agent->told.count + count)) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        agent->told.states[agent->told.count++] = states[i];
    }
    return WAY_STATUS_OK;
}

way_status wayi_agent_tell(way_agent *agent, const way_state *states, uint32_t count)
{
    const uint32_t traits = agent->algorithm->info.traits;
    const bool realtime = traits & WAY_TRAIT_REALTIME;
    const way_state here = agent->path.states[realtime ? agent->path.count - 1 : agent->deep];
    const bool moved = !realtime && (!wayi_agent_lead_holds(agent) || here != agent->start);
    if (!wayi_agent_has_begun(agent) || moved || wayi_agent_goal_moved(agent, here) ||
        ((realtime || !(traits & WAY_TRAIT_BLOCKED_START)) &&
         !way_space_can_stand(agent->space, here))) {
        agent->path.count = realtime ? agent->path.count : 1;
        agent->cost = realtime ? agent->cost : 0;
        return wayi_agent_plan(agent);
    }
    const way_status status = navigate_note(agent, states, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    agent->start = here;
    if (!realtime) {
        agent->path.count = agent->deep + 1;
        agent->cost = agent->deep_cost;
    }
    agent->outcome = WAY_OUTCOME_WORKING;
    return WAY_STATUS_OK;
}

uint32_t wayi_agent_hand_over(way_agent *agent, uint32_t budget)
{
    while (agent->told_next < agent->told.count && budget > 0) {
        const wayi_touched touched =
            wayi_space_touched(agent->space, agent->told.states[agent->told_next]);
        const uint32_t price = touched.across * touched.down;
        const uint32_t left = agent->told.count - agent->told_next;
        const uint32_t wish = budget / price ? budget / price : 1;
        const uint32_t count = wish < left ? wish : left;
        const uint64_t before = agent->looked;
        if (agent->algorithm->change(agent, agent->told.states + agent->told_next, count) !=
            WAY_STATUS_OK) {
            agent->outcome = WAY_OUTCOME_CAPACITY;
            return 0;
        }
        agent->told_next += count;
        agent->looked += agent->looked == before ? (uint64_t)count * price : 0;
        const uint64_t spent = agent->looked - before;
        budget -= spent < budget ? (uint32_t)spent : budget;
    }
    if (agent->told_next == agent->told.count) {
        agent->told_next = 0;
        wayi_path_buffer_clear(&agent->told);
    }
    return budget;
}

way_status way_agent_notify(way_agent *agent, const way_state *states, uint32_t count)
{
    if (!agent || (count && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    WAYI_TRIP_CHECK(agent);
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
    if (agent->outcome == WAY_OUTCOME_WORKING && agent->phase == WAYI_ASIDE &&
        way_space_map(agent->space)) {
        return WAY_STATUS_OK; // the search in its place takes note of edits itself
    }
    if (navigate_must_begin(agent)) {
        return navigate_begin_again(agent);
    }
    // An empty list throws the plan away, too: the algorithm hears of it by a state that is as it
    // was.
    const way_state place = way_agent_position(agent);
    const way_status status = navigate_note(agent, count ? states : &place, count ? count : 1);
    if (status == WAY_STATUS_OK) {
        navigate_reopen(agent);
    }
    return status;
}

way_status way_agent_retarget(way_agent *agent, way_state goal)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    WAYI_TRIP_CHECK(agent);
    if (!agent->algorithm->retarget) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (!wayi_space_has(agent->space, goal)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (!navigate_has_trip(agent)) {
        return WAY_STATUS_WRONG_STATE;
    }
    agent->asked_goal = goal;
    agent->trip.goal = goal;
    agent->trip.mode = WAY_GOAL_EXACT;
    const bool works = goal == agent->start || wayi_agent_goal_works(agent, agent->start, goal);
    if (navigate_is_aside(agent) || !works || agent->told.count || agent->deep ||
        agent->knows == WAYI_OUTLIVED || agent->revision != way_space_revision(agent->space)) {
        return navigate_begin_again(agent);
    }
    agent->arrival = WAY_OUTCOME_FOUND;
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
    if (space->type == &wayi_angles_type) {
        return wayi_angles_step(wayi_space_angles(space), from, to);
    }
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
    const bool realtime = wayi_agent_is_realtime(agent);
    const way_state *states = agent->path.states;
    const uint32_t laid = agent->path.count - 1;
    const uint32_t count = moves < laid ? moves : laid;
    for (uint32_t i = 0; i < count; i++) {
        *walked = way_cost_add(*walked, wayi_agent_move_cost(agent, i));
        if (agent->observer && !realtime) { // who saw the moves of real-time agents committed
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_MOVE, states[i + 1], states[i], *walked, 0});
        }
    }
    if (realtime) {
        wayi_agent_count_revisits(agent);
        agent->walked_count -= agent->walked_count < count ? agent->walked_count : count;
    }
    const uint32_t deep = count < agent->deep ? count : agent->deep;
    for (uint32_t i = 0; i < deep; i++) {
        agent->deep_cost -= wayi_agent_move_cost(agent, i);
    }
    agent->deep -= deep;
    wayi_path_buffer_drop(&agent->path, count);
    agent->lead -= agent->lead > count ? count : agent->lead - 1;
    return count;
}

way_status way_agent_advance(way_agent *agent, uint32_t moves)
{
    if (!agent) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    WAYI_TRIP_CHECK(agent);
    if (!agent->algorithm->advance) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const bool ready =
        agent->outcome == WAY_OUTCOME_FOUND || agent->outcome == WAY_OUTCOME_PARTIAL ||
        (agent->outcome == WAY_OUTCOME_WORKING &&
         (way_agent_bound_thousandths(agent) != UINT32_MAX || (wayi_agent_is_realtime(agent))));
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
        // What a real-time search is being told of it learns where its moves end.
        const bool stays = agent->deep || (agent->told.count && wayi_agent_is_realtime(agent));
        agent->start = stays ? agent->start : agent->path.states[0];
        agent->cost =
            agent->cost < WAY_COST_MAX ? agent->cost - walked : wayi_agent_whole_cost(agent);
        // A trip that ended before its search began has nothing to tell, and a search that begins
        // outside of blocked ground does not care for the way there.
        if (wayi_agent_has_begun(agent) && agent->deep == 0) {
            status = agent->algorithm->advance(agent, walked);
        }
    }
    return status;
}

void way_agent_set_horizon(way_agent *agent, uint32_t moves)
{
    agent->horizon = moves;
}

way_state way_agent_position(const way_agent *agent)
{
    return agent->path.count ? agent->path.states[0] : WAY_STATE_NONE;
}

uint32_t way_agent_bound_thousandths(const way_agent *agent)
{
    const bool arrived =
        agent->outcome == WAY_OUTCOME_FOUND || agent->outcome == WAY_OUTCOME_PARTIAL;
    if (agent->unproven || agent->knows == WAYI_DRIFTING || agent->outcome == WAY_OUTCOME_NO_PATH) {
        return UINT32_MAX;
    }
    if (agent->algorithm->bound && wayi_agent_has_begun(agent)) {
        return agent->algorithm->bound(agent);
    }
    const uint32_t traits = agent->algorithm->info.traits;
    return arrived && (traits & WAY_TRAIT_OPTIMAL) ? 1000 : UINT32_MAX;
}
