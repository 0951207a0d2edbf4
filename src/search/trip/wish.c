// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The goals of a trip: which states it may end on, as seen from where it starts on the map as it
// is, and which place stands in for one that can't be reached.
#include "search/trip/algorithm.h"
#include "space/ground.h"

/// What a trip may spend on looking for a place instead of its goal before its first step.
#define WISH_SEEK 1024u

bool wayi_agent_goal_works(const way_agent *agent, way_state start, way_state goal)
{
    return way_space_can_stand(agent->space, goal) &&
           (start == WAY_STATE_NONE || wayi_space_may_reach(agent->space, start, goal));
}

/// Puts another state in place of `goal`; ends the trip if there is none.
static void wish_take_instead(way_agent *agent, const way_trip *trip, way_state goal,
                              way_state instead)
{
    if (instead == WAY_STATE_NONE) {
        const wayi_algorithm *algorithm = agent->algorithm;
        const bool seeks = algorithm->seeks_unreachable && goal != trip->start &&
                           algorithm->seeks_unreachable(agent);
        agent->at.outcome = seeks ? WAY_OUTCOME_WORKING : WAY_OUTCOME_NO_PATH;
        return;
    }
    wayi_goal_set_one(&agent->goal, instead);
    agent->at.arrival = WAY_OUTCOME_PARTIAL;
}

/// Looks for the reachable state nearest to where agent->wish.seek says, for up to `*budget` units;
/// false if there is more to do. agent->wish.seek.best is the answer.
static bool wish_seek(way_agent *agent, way_state from, uint32_t *budget)
{
    const way_space *space = wayi_space_below(agent->space);
    const wayi_grid *grid = wayi_space_grid(space);
    if (!grid) {
        agent->wish.seek.best = space->type->nearest_reachable(space, from, agent->wish.seek.goal);
        return true;
    }
    uint64_t looks = (uint64_t)*budget * WAYI_LOOKS;
    const bool done = wayi_nearest_step(grid->map, grid->layer, from, &agent->wish.seek, &looks);
    const uint32_t left = (uint32_t)(looks / WAYI_LOOKS);
    agent->looked += *budget - left;
    *budget = left;
    return done;
}

/// What is found decides where the trip goes, or whether any place within its range can be reached.
static void wish_end_seek(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    const way_state nearest = agent->wish.seek.best;
    if (agent->goal.kind == WAYI_GOAL_RANGE && nearest != WAY_STATE_NONE &&
        space->type->estimate(space, nearest, trip->goal) <= trip->range) {
        return;
    }
    wish_take_instead(agent, trip, agent->wish.seek.goal,
                      trip->fall_back_to_nearest ? nearest : WAY_STATE_NONE);
}

/// Begins to look for the reachable state nearest to `goal`; on small maps that is done at once.
static void wish_begin_seek(way_agent *agent, const way_trip *trip, way_state goal)
{
    uint32_t budget = WISH_SEEK;
    agent->wish.seek = wayi_nearest_begin(goal);
    if (wish_seek(agent, trip->start, &budget)) {
        wish_end_seek(agent, trip);
        return;
    }
    agent->at.knows = WAYI_NOTHING;
    agent->at.phase = WAYI_SEEK;
}

/// Puts the nearest reachable state in place of `goal`; ends the trip if that is not wanted or
/// there is none.
static void wish_replace_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    if (trip->fall_back_to_nearest && agent->space->type->nearest_reachable) {
        wish_begin_seek(agent, trip, goal);
    } else {
        wish_take_instead(agent, trip, goal, WAY_STATE_NONE);
    }
}

/// Adds a goal if it can be reached; false without memory.
static bool wish_add_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    return !wayi_agent_goal_works(agent, trip->start, goal) || wayi_goal_add(&agent->goal, goal);
}

/// Closes the set of goals; an empty one is replaced by what is nearest to `wish`.
static void wish_end_goals(way_agent *agent, const way_trip *trip, way_state wish)
{
    const uint32_t found = agent->goal.count;
    wayi_goal_end_set(&agent->goal);
    if (found == 0) {
        wish_replace_goal(agent, trip, wish);
    }
}

static way_status wish_set_nearest(way_agent *agent, const way_trip *trip)
{
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < trip->goal_count; i++) {
        if (!wish_add_goal(agent, trip, trip->goals[i])) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    wish_end_goals(agent, trip, trip->goals[0]);
    return WAY_STATUS_OK;
}

/// The states from which a step leads to the goal. In a symmetric space those are also the ones a
/// step from it leads to, which holds for a blocked goal as well.
static way_status wish_set_adjacent(way_agent *agent, const way_trip *trip)
{
    way_space *space = agent->space;
    // On a map with links that lead one way, links don't count at a blocked goal.
    const bool forth =
        (way_space_traits(space) & WAY_SPACE_SYMMETRIC) ||
        (wayi_space_grid(wayi_space_below(space)) && !way_space_can_stand(space, trip->goal));
    const uint32_t degree = forth ? space->type->expand(space, trip->goal, agent->edges)
                                  : space->type->expand_back(space, trip->goal, agent->edges);
    if (degree == WAY_EXPAND_FULL) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < degree; i++) {
        if (!wish_add_goal(agent, trip, agent->edges[i].to)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    wish_end_goals(agent, trip, trip->goal);
    return WAY_STATUS_OK;
}

bool wayi_agent_knows_nearest(const way_space *space)
{
    const way_space *below = wayi_space_below(space);
    return space->type->nearest_reachable &&
           (!wayi_space_grid(below) || wayi_space_plain_grid(below));
}

/// A range holds a reachable state exactly if it holds the nearest reachable one.
static void wish_set_range(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    wayi_goal_set_range(&agent->goal, trip->goal, trip->range);
    if (wayi_agent_knows_nearest(space)) {
        wish_begin_seek(agent, trip, trip->goal);
    }
}

static way_status wish_set_goal(way_agent *agent, const way_trip *trip)
{
    switch (trip->mode) {
    case WAY_GOAL_ADJACENT:
        return wish_set_adjacent(agent, trip);
    case WAY_GOAL_ANY_OF:
        return wish_set_nearest(agent, trip);
    case WAY_GOAL_RANGE:
        wish_set_range(agent, trip);
        return WAY_STATUS_OK;
    case WAY_GOAL_SPACE:
        wayi_goal_set_space(&agent->goal);
        return WAY_STATUS_OK;
    default:
        wayi_goal_set_one(&agent->goal, trip->goal);
        if ((trip->goal != trip->start || agent->exit.deep) &&
            !wayi_agent_goal_works(agent, trip->start, trip->goal)) {
            wish_replace_goal(agent, trip, trip->goal);
        }
        return WAY_STATUS_OK;
    }
}

way_status wayi_agent_set_goal(way_agent *agent)
{
    way_trip trip = agent->wish.trip;
    trip.start = agent->start;
    agent->at.outcome = WAY_OUTCOME_WORKING;
    agent->at.arrival = WAY_OUTCOME_FOUND;
    if (agent->at.phase == WAYI_SEEK) {
        agent->at.phase = WAYI_IDLE;
    }
    return wish_set_goal(agent, &trip);
}

way_status wayi_agent_set_instead(way_agent *agent)
{
    way_trip trip = agent->wish.trip;
    trip.start = agent->start;
    agent->at.outcome = WAY_OUTCOME_WORKING;
    wish_begin_seek(agent, &trip, trip.goal);
    return WAY_STATUS_OK;
}

bool wayi_agent_wish(way_agent *agent)
{
    way_trip trip = agent->wish.trip;
    trip.start = WAY_STATE_NONE; // from anywhere
    trip.fall_back_to_nearest = false;
    switch (trip.mode) {
    case WAY_GOAL_ADJACENT:
        return wish_set_adjacent(agent, &trip) == WAY_STATUS_OK;
    case WAY_GOAL_ANY_OF:
        return wish_set_nearest(agent, &trip) == WAY_STATUS_OK;
    case WAY_GOAL_RANGE:
        wayi_goal_set_range(&agent->goal, trip.goal, trip.range);
        return true;
    default:
        wayi_goal_set_one(&agent->goal, trip.goal);
        return true;
    }
}

/// Whether the goals would be set otherwise on the map as it is now. They are set so.
static bool wish_sets_other_goals(way_agent *agent)
{
    const wayi_goal before = agent->goal;
    uint64_t sum = 0;
    for (uint32_t i = 0; before.kind == WAYI_GOAL_SET && i < before.count; i++) {
        sum = sum * UINT64_C(0x9e3779b97f4a7c15) + before.states[i];
    }
    const way_outcome arrival = agent->at.arrival;
    if (wayi_agent_set_goal(agent) != WAY_STATUS_OK || agent->at.outcome != WAY_OUTCOME_WORKING ||
        agent->at.phase == WAYI_SEEK || agent->goal.kind != before.kind ||
        agent->at.arrival != arrival) {
        return true;
    }
    if (before.kind != WAYI_GOAL_SET) {
        return agent->goal.state != before.state;
    }
    uint64_t now = 0;
    for (uint32_t i = 0; i < agent->goal.count; i++) {
        now = now * UINT64_C(0x9e3779b97f4a7c15) + agent->goal.states[i];
    }
    return agent->goal.count != before.count || now != sum;
}

bool wayi_agent_seek(way_agent *agent, uint32_t *budget)
{
    way_trip trip = agent->wish.trip;
    trip.start = agent->start;
    if (!wish_seek(agent, agent->start, budget)) {
        return false;
    }
    const way_state nearest = agent->wish.seek.best;
    if (nearest != WAY_STATE_NONE && !wayi_space_may_reach(agent->space, agent->start, nearest)) {
        agent->wish.seek = wayi_nearest_begin(agent->wish.seek.goal); // the map changed meanwhile
        return false;
    }
    wish_end_seek(agent, &trip);
    return true;
}

bool wayi_agent_goal_moved(way_agent *agent, way_state from)
{
    const bool plain = agent->goal.kind == WAYI_GOAL_ONE &&
                       agent->at.arrival == WAY_OUTCOME_FOUND &&
                       agent->wish.trip.mode == WAY_GOAL_EXACT;
    if (plain &&
        (agent->goal.state == from || wayi_agent_goal_works(agent, from, agent->goal.state))) {
        // Another way out of blocked ground may be needed.
        return from != agent->start && agent->at.phase != WAYI_MEND && agent->exit.deep &&
               !wayi_agent_goal_works(agent, agent->start, agent->goal.state);
    }
    // The place that stands in for a goal is kept while it can be reached and the goal can't.
    if (agent->wish.trip.mode == WAY_GOAL_EXACT && agent->at.arrival == WAY_OUTCOME_PARTIAL &&
        wayi_agent_goal_works(agent, from, agent->goal.state)) {
        return wayi_agent_goal_works(agent, from, agent->wish.trip.goal);
    }
    const way_state start = agent->start;
    agent->start = from;
    const bool other = wish_sets_other_goals(agent);
    agent->start = start;
    return other;
}
