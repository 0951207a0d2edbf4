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
static void wish_take_instead(way_agent *agent, way_state goal, way_state instead)
{
    if (instead == WAY_STATE_NONE) {
        const wayi_algorithm *algorithm = agent->algorithm;
        const bool seeks = algorithm->seeks_unreachable && goal != agent->start &&
                           algorithm->seeks_unreachable(agent);
        agent->at.outcome = seeks ? WAY_OUTCOME_WORKING : WAY_OUTCOME_NO_PATH;
        return;
    }
    wayi_goal_set_one(&agent->goal, instead);
    agent->at.arrival = WAY_OUTCOME_PARTIAL;
}

/// Looks for the reachable state nearest to where agent->wish.seek says, for up to `*budget` units;
/// false if there is more to do. agent->wish.seek.best is the answer.
static bool wish_seek(way_agent *agent, uint32_t *budget)
{
    const way_space *space = wayi_space_below(agent->space);
    const wayi_grid *grid = wayi_space_grid(space);
    wayi_nearest *seek = &agent->wish.seek;
    if (!grid) {
        seek->best = space->type->nearest_reachable(space, agent->start, seek->goal);
        return true;
    }
    uint64_t looks = (uint64_t)*budget * WAYI_LOOKS;
    const bool done = wayi_nearest_step(grid->map, grid->layer, agent->start, seek, &looks);
    const uint32_t left = (uint32_t)(looks / WAYI_LOOKS);
    agent->looked += *budget - left;
    *budget = left;
    return done;
}

/// What is found decides where the trip goes, or whether any place within its range can be reached.
static void wish_end_seek(way_agent *agent)
{
    const way_space *space = agent->space;
    const way_trip *trip = &agent->wish.trip;
    const way_state nearest = agent->wish.seek.best;
    if (agent->goal.kind == WAYI_GOAL_RANGE && nearest != WAY_STATE_NONE &&
        space->type->estimate(space, nearest, trip->goal) <= trip->range) {
        return;
    }
    wish_take_instead(agent, agent->wish.seek.goal,
                      trip->fall_back_to_nearest ? nearest : WAY_STATE_NONE);
}

/// Begins to look for the reachable state nearest to `goal`; on small maps that is done at once.
static void wish_begin_seek(way_agent *agent, way_state goal)
{
    uint32_t budget = WISH_SEEK;
    agent->wish.seek = wayi_nearest_begin(goal);
    if (wish_seek(agent, &budget)) {
        wish_end_seek(agent);
        return;
    }
    agent->at.knows = WAYI_NOTHING;
    agent->at.phase = WAYI_SEEK;
}

/// Adds a goal if it can be reached; false without memory.
static bool wish_add_goal(way_agent *agent, way_state from, way_state goal)
{
    return !wayi_agent_goal_works(agent, from, goal) || wayi_goal_add(&agent->goal, goal);
}

static bool wish_set_nearest(way_agent *agent, way_state from)
{
    const way_trip *trip = &agent->wish.trip;
    bool fits = true;
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < trip->goal_count && fits; i++) {
        fits = wish_add_goal(agent, from, trip->goals[i]);
    }
    wayi_goal_end_set(&agent->goal);
    return fits;
}

/// The states from which a step leads to the goal. In a symmetric space those are also the ones a
/// step from it leads to, which holds for a blocked goal as well.
static bool wish_set_adjacent(way_agent *agent, way_state from)
{
    way_space *space = agent->space;
    const way_state goal = agent->wish.trip.goal;
    // On a map with links that lead one way, links don't count at a blocked goal.
    const bool forth =
        (way_space_traits(space) & WAY_SPACE_SYMMETRIC) ||
        (wayi_space_grid(wayi_space_below(space)) && !way_space_can_stand(space, goal));
    const uint32_t degree = forth ? space->type->expand(space, goal, agent->edges)
                                  : space->type->expand_back(space, goal, agent->edges);
    bool fits = degree != WAY_EXPAND_FULL;
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; fits && i < degree; i++) {
        fits = wish_add_goal(agent, from, agent->edges[i].to);
    }
    wayi_goal_end_set(&agent->goal);
    return fits;
}

bool wayi_agent_knows_nearest(const way_space *space)
{
    const way_space *below = wayi_space_below(space);
    return space->type->nearest_reachable &&
           (!wayi_space_grid(below) || wayi_space_plain_grid(below));
}

/// Sets the goals of a trip, of several those that can be reached from a state; false without
/// memory.
static bool wish_set(way_agent *agent, way_state from)
{
    const way_trip *trip = &agent->wish.trip;
    switch (trip->mode) {
    case WAY_GOAL_ADJACENT:
        return wish_set_adjacent(agent, from);
    case WAY_GOAL_ANY_OF:
        return wish_set_nearest(agent, from);
    case WAY_GOAL_RANGE:
        wayi_goal_set_range(&agent->goal, trip->goal, trip->range);
        return true;
    case WAY_GOAL_SPACE:
        wayi_goal_set_space(&agent->goal);
        return true;
    default:
        wayi_goal_set_one(&agent->goal, trip->goal);
        return true;
    }
}

bool wayi_agent_wish(way_agent *agent)
{
    return wish_set(agent, WAY_STATE_NONE);
}

/// Whether no goal that was set can be reached, as far as that is known at once.
static bool wish_is_vain(const way_agent *agent)
{
    const wayi_goal *goal = &agent->goal;
    const way_trip *trip = &agent->wish.trip;
    return trip->mode == WAY_GOAL_EXACT
               ? (goal->state != agent->start || agent->exit.deep) &&
                     !wayi_agent_goal_works(agent, agent->start, goal->state)
               : goal->kind == WAYI_GOAL_SET && goal->count == 0;
}

way_status wayi_agent_set_goal(way_agent *agent, bool instead)
{
    const way_trip *trip = &agent->wish.trip;
    agent->at.outcome = WAY_OUTCOME_WORKING;
    agent->at.arrival = WAY_OUTCOME_FOUND;
    agent->at.phase = agent->at.phase == WAYI_SEEK ? WAYI_IDLE : agent->at.phase;
    if (!wish_set(agent, agent->start)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_state goal = trip->mode == WAY_GOAL_ANY_OF ? trip->goals[0] : trip->goal;
    const bool vain = wish_is_vain(agent);
    // A range holds a reachable state exactly if it holds the nearest reachable one.
    if (instead ||
        (vain ? trip->fall_back_to_nearest && agent->space->type->nearest_reachable
              : agent->goal.kind == WAYI_GOAL_RANGE && wayi_agent_knows_nearest(agent->space))) {
        wish_begin_seek(agent, goal);
    } else if (vain) {
        wish_take_instead(agent, goal, WAY_STATE_NONE);
    }
    return WAY_STATUS_OK;
}

/// Tells sets of goals apart.
static uint64_t wish_hash(const wayi_goal *goal)
{
    uint64_t sum = goal->kind == WAYI_GOAL_SET ? goal->count : goal->state;
    for (uint32_t i = 0; goal->kind == WAYI_GOAL_SET && i < goal->count; i++) {
        sum = sum * UINT64_C(0x9e3779b97f4a7c15) + goal->states[i];
    }
    return sum;
}

/// Whether the goals would be set otherwise on the map as it is now. They are set so.
static bool wish_sets_other_goals(way_agent *agent)
{
    const wayi_goal_kind kind = agent->goal.kind;
    const uint64_t hash = wish_hash(&agent->goal);
    const way_outcome arrival = agent->at.arrival;
    return wayi_agent_set_goal(agent, false) != WAY_STATUS_OK ||
           agent->at.outcome != WAY_OUTCOME_WORKING || agent->at.phase == WAYI_SEEK ||
           agent->goal.kind != kind || agent->at.arrival != arrival ||
           wish_hash(&agent->goal) != hash;
}

bool wayi_agent_seek(way_agent *agent, uint32_t *budget)
{
    if (!wish_seek(agent, budget)) {
        return false;
    }
    const way_state nearest = agent->wish.seek.best;
    if (nearest != WAY_STATE_NONE && !wayi_space_may_reach(agent->space, agent->start, nearest)) {
        agent->wish.seek = wayi_nearest_begin(agent->wish.seek.goal); // the map changed meanwhile
        return false;
    }
    wish_end_seek(agent);
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
