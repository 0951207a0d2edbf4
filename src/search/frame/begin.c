// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The beginning of a trip: whether it can be made at all, which states it may end on, and how a
// blocked start is left.
#include "search/frame/algorithm.h"
#include "space/ground.h"

#define BEGIN_GOALS_MAX 65536u

static way_status begin_check(const way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    const uint32_t traits = way_space_traits(space);
    if ((traits & agent->algorithm->info.needs) != agent->algorithm->info.needs) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if ((agent->algorithm->info.traits & WAY_TRAIT_PREPARED) &&
        !(agent->algorithm->info.traits & WAY_TRAIT_HANDLES_EDITS) &&
        (agent->navigator->repairing || agent->navigator->revision != way_space_revision(space))) {
        return WAY_STATUS_STALE;
    }
    if (!wayi_space_has(space, trip->start)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool any_goal = agent->algorithm->info.traits & WAY_TRAIT_ANY_GOAL;
    switch (trip->mode) {
    case WAY_GOAL_EXACT:
        return wayi_space_has(space, trip->goal) ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
    case WAY_GOAL_RANGE:
    case WAY_GOAL_ADJACENT:
        if (!wayi_space_has(space, trip->goal)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        if (trip->mode == WAY_GOAL_ADJACENT &&
            !(traits & (WAY_SPACE_SYMMETRIC | WAY_SPACE_REVERSIBLE))) {
            return WAY_STATUS_UNSUPPORTED;
        }
        return any_goal ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_NEAREST:
        if (!trip->goals || trip->goal_count == 0) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
        for (uint32_t i = 0; i < trip->goal_count && i < BEGIN_GOALS_MAX; i++) {
            if (!wayi_space_has(space, trip->goals[i])) {
                return WAY_STATUS_OUT_OF_RANGE;
            }
        }
        if (trip->goal_count > BEGIN_GOALS_MAX) {
            return WAY_STATUS_TOO_LARGE;
        }
        return any_goal ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_SPACE:
        return any_goal && (traits & WAY_SPACE_OWN_GOAL) ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    default:
        return WAY_STATUS_INVALID_ARGUMENT;
    }
}

bool wayi_agent_goal_works(const way_agent *agent, way_state start, way_state goal)
{
    return way_space_can_stand(agent->space, goal) &&
           wayi_space_may_reach(agent->space, start, goal);
}

/// Puts the nearest reachable state in place of `goal`; ends the trip if that is not wanted or
/// there is none.
static void begin_replace_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    const way_space *space = agent->space;
    way_state instead = WAY_STATE_NONE;
    if (trip->nearest_instead && space->type->nearest_reachable) {
        instead = space->type->nearest_reachable(space, trip->start, goal);
    }
    if (instead == WAY_STATE_NONE) {
        const bool seeks =
            trip->partial && agent->algorithm->seeks_unreachable && goal != trip->start;
        agent->outcome = seeks ? WAY_OUTCOME_MOVING : WAY_OUTCOME_NO_PATH;
        return;
    }
    wayi_goal_set_one(&agent->goal, instead);
    agent->arrival = WAY_OUTCOME_PARTIAL;
}

/// Adds a goal if it can be reached; false without memory.
static bool begin_add_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    return !wayi_agent_goal_works(agent, trip->start, goal) || wayi_goal_add(&agent->goal, goal);
}

/// Closes the set of goals; an empty one is replaced by what is nearest to `wish`.
static void begin_end_goals(way_agent *agent, const way_trip *trip, way_state wish)
{
    const uint32_t found = agent->goal.count;
    wayi_goal_end_set(&agent->goal);
    if (found == 0) {
        begin_replace_goal(agent, trip, wish);
    }
}

static way_status begin_set_nearest(way_agent *agent, const way_trip *trip)
{
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < trip->goal_count; i++) {
        if (!begin_add_goal(agent, trip, trip->goals[i])) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    begin_end_goals(agent, trip, trip->goals[0]);
    return WAY_STATUS_OK;
}

/// The states from which a step leads to the goal. In a symmetric space those are also the ones a
/// step from it leads to, which holds for a blocked goal as well.
static way_status begin_set_adjacent(way_agent *agent, const way_trip *trip)
{
    way_space *space = agent->space;
    // On a map with links that lead one way, links don't count at a blocked goal.
    const bool forth = (way_space_traits(space) & WAY_SPACE_SYMMETRIC) ||
                       (wayi_space_grid(space) && !way_space_can_stand(space, trip->goal));
    const uint32_t degree = forth ? space->type->expand(space, trip->goal, agent->edges)
                                  : space->type->expand_back(space, trip->goal, agent->edges);
    if (degree == WAY_EXPAND_FULL) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < degree; i++) {
        if (!begin_add_goal(agent, trip, agent->edges[i].to)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    begin_end_goals(agent, trip, trip->goal);
    return WAY_STATUS_OK;
}

bool wayi_agent_knows_nearest(const way_space *space)
{
    return space->type->nearest_reachable &&
           (!wayi_space_grid(space) || wayi_space_plain_grid(space));
}

/// A range holds a reachable state exactly if it holds the nearest reachable one.
static void begin_set_range(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    wayi_goal_set_range(&agent->goal, trip->goal, trip->range);
    if (!wayi_agent_knows_nearest(space)) {
        return;
    }
    const way_state nearest = space->type->nearest_reachable(space, trip->start, trip->goal);
    if (nearest == WAY_STATE_NONE ||
        space->type->distance(space, nearest, trip->goal) > trip->range) {
        begin_replace_goal(agent, trip, trip->goal);
    }
}

static way_status begin_set_goal(way_agent *agent, const way_trip *trip)
{
    switch (trip->mode) {
    case WAY_GOAL_ADJACENT:
        return begin_set_adjacent(agent, trip);
    case WAY_GOAL_NEAREST:
        return begin_set_nearest(agent, trip);
    case WAY_GOAL_RANGE:
        begin_set_range(agent, trip);
        return WAY_STATUS_OK;
    case WAY_GOAL_SPACE:
        wayi_goal_set_space(&agent->goal);
        return WAY_STATUS_OK;
    default:
        wayi_goal_set_one(&agent->goal, trip->goal);
        if ((trip->goal != trip->start || agent->deep) &&
            !wayi_agent_goal_works(agent, trip->start, trip->goal)) {
            begin_replace_goal(agent, trip, trip->goal);
        }
        return WAY_STATUS_OK;
    }
}

void wayi_agent_reset(way_agent *agent, const way_trip *trip)
{
    wayi_path_buffer_clear(&agent->path);
    agent->runs.count = 0;
    agent->runs.unrolled = 0;
    agent->runs.rolled = 0;
    wayi_hash_table_clear(&agent->walked);
    wayi_path_buffer_clear(&agent->told);
    wayi_path_buffer_clear(&agent->rest);
    agent->told_next = 0;
    agent->walked_count = 0;
    agent->stats = (way_stats){0};
    agent->trip = *trip;
    agent->trip.goals = agent->wishes.states;
    agent->start = trip->start;
    agent->asked_goal = trip->mode == WAY_GOAL_NEAREST ? WAY_STATE_NONE : trip->goal;
    agent->cost = 0;
    agent->outcome = WAY_OUTCOME_MOVING;
    agent->arrival = WAY_OUTCOME_ARRIVED;
    agent->partial = trip->partial;
    agent->nearest_instead = trip->nearest_instead;
    agent->begun = false;
    agent->expansion_limit = trip->expansion_limit;
    agent->revision = way_space_revision(agent->space);
    agent->lead = 1;
    agent->deep = 0;
    agent->restarts = 0;
    agent->drifts = false;
    agent->mends = false;
    agent->unproven = false;
}

/// Keeps the goals that were asked for; false without memory.
static bool begin_keep_goals(way_agent *agent, const way_trip *trip)
{
    wayi_path_buffer_clear(&agent->wishes);
    for (uint32_t i = 0; trip->mode == WAY_GOAL_NEAREST && i < trip->goal_count; i++) {
        if (!wayi_path_buffer_push(&agent->wishes, trip->goals[i])) {
            return false;
        }
    }
    return true;
}

way_status wayi_agent_set_goal(way_agent *agent)
{
    way_trip trip = agent->trip;
    trip.start = agent->start;
    agent->outcome = WAY_OUTCOME_MOVING;
    agent->arrival = WAY_OUTCOME_ARRIVED;
    return begin_set_goal(agent, &trip);
}

way_status wayi_agent_plan(way_agent *agent)
{
    agent->start = agent->path.states[agent->path.count - 1];
    agent->drifts = false;
    agent->outlived = false;
    agent->mends = false;
    agent->unproven = false;
    agent->begun = false;
    agent->scale = wayi_space_scale(agent->space);
    const bool walked = agent->path.count > 1;
    wayi_agent_surface(agent);
    way_status status = wayi_agent_set_goal(agent);
    agent->deep = 0; // who gets nowhere stays where it is
    if (status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_MOVING) {
        status = wayi_agent_leave(agent);
    }
    agent->lead = agent->path.count;
    agent->deep = walked ? 0 : agent->deep; // amid a walk those moves are made like the others
    if (status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_MOVING) {
        status = agent->algorithm->begin(agent);
        agent->begun = true;
    }
    if (status != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

way_status way_agent_begin(way_agent *agent, const way_trip *trip)
{
    if (!agent || !trip) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_status status = begin_check(agent, trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!begin_keep_goals(agent, trip)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_agent_reset(agent, trip);
    if (!wayi_agent_commit(agent, trip->start, 0)) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_agent_plan(agent);
}
