// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The beginning of a trip: whether it can be made at all, which states it may end on, and how a
// blocked start is left.
#include "search/trip/detour.h"
#include "space/ground.h"

#define BEGIN_GOALS_MAX 65536u

/// What a trip may spend on looking for a place instead of its goal before its first step.
#define BEGIN_SEEK 1024u

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
            !(traits & (WAY_SPACE_SYMMETRIC | WAY_SPACE_PREDECESSORS))) {
            return WAY_STATUS_UNSUPPORTED;
        }
        return any_goal ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_ANY_OF:
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
           (start == WAY_STATE_NONE || wayi_space_may_reach(agent->space, start, goal));
}

/// Puts another state in place of `goal`; ends the trip if there is none.
static void begin_take_instead(way_agent *agent, const way_trip *trip, way_state goal,
                               way_state instead)
{
    if (instead == WAY_STATE_NONE) {
        const wayi_algorithm *algorithm = agent->algorithm;
        const bool seeks = algorithm->seeks_unreachable && goal != trip->start &&
                           algorithm->seeks_unreachable(agent);
        agent->outcome = seeks ? WAY_OUTCOME_WORKING : WAY_OUTCOME_NO_PATH;
        return;
    }
    wayi_goal_set_one(&agent->goal, instead);
    agent->arrival = WAY_OUTCOME_PARTIAL;
}

/// Looks for the reachable state nearest to where agent->seek says, for up to `*budget` units;
/// false if there is more to do. agent->seek.best is the answer.
static bool begin_seek(way_agent *agent, way_state from, uint32_t *budget)
{
    const way_space *space = wayi_space_below(agent->space);
    const wayi_grid *grid = wayi_space_grid(space);
    if (!grid) {
        agent->seek.best = space->type->nearest_reachable(space, from, agent->seek.goal);
        return true;
    }
    uint64_t looks = (uint64_t)*budget * WAYI_LOOKS;
    const bool done = wayi_nearest_step(grid->map, grid->layer, from, &agent->seek, &looks);
    const uint32_t left = (uint32_t)(looks / WAYI_LOOKS);
    agent->looked += *budget - left;
    *budget = left;
    return done;
}

/// What is found decides where the trip goes, or whether any place within its range can be reached.
static void begin_end_seek(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    const way_state nearest = agent->seek.best;
    if (agent->goal.kind == WAYI_GOAL_RANGE && nearest != WAY_STATE_NONE &&
        space->type->distance(space, nearest, trip->goal) <= trip->range) {
        return;
    }
    begin_take_instead(agent, trip, agent->seek.goal,
                       trip->fall_back_to_nearest ? nearest : WAY_STATE_NONE);
}

/// Begins to look for the reachable state nearest to `goal`; on small maps that is done at once.
static void begin_begin_seek(way_agent *agent, const way_trip *trip, way_state goal)
{
    uint32_t budget = BEGIN_SEEK;
    agent->seek = wayi_nearest_begin(goal);
    if (begin_seek(agent, trip->start, &budget)) {
        begin_end_seek(agent, trip);
        return;
    }
    agent->knows = WAYI_NOTHING;
    wayi_trip_enter(agent, WAYI_SEEK);
}

/// Puts the nearest reachable state in place of `goal`; ends the trip if that is not wanted or
/// there is none.
static void begin_replace_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    if (trip->fall_back_to_nearest && agent->space->type->nearest_reachable) {
        begin_begin_seek(agent, trip, goal);
    } else {
        begin_take_instead(agent, trip, goal, WAY_STATE_NONE);
    }
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
        if (!begin_add_goal(agent, trip, agent->edges[i].to)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    begin_end_goals(agent, trip, trip->goal);
    return WAY_STATUS_OK;
}

bool wayi_agent_knows_nearest(const way_space *space)
{
    const way_space *below = wayi_space_below(space);
    return space->type->nearest_reachable &&
           (!wayi_space_grid(below) || wayi_space_plain_grid(below));
}

/// A range holds a reachable state exactly if it holds the nearest reachable one.
static void begin_set_range(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    wayi_goal_set_range(&agent->goal, trip->goal, trip->range);
    if (wayi_agent_knows_nearest(space)) {
        begin_begin_seek(agent, trip, trip->goal);
    }
}

static way_status begin_set_goal(way_agent *agent, const way_trip *trip)
{
    switch (trip->mode) {
    case WAY_GOAL_ADJACENT:
        return begin_set_adjacent(agent, trip);
    case WAY_GOAL_ANY_OF:
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
    agent->told_next = 0;
    wayi_path_buffer_clear(&agent->rest);
    agent->walked_count = 0;
    agent->stats = (way_stats){0};
    agent->trip = *trip;
    agent->trip.goals = agent->wishes.states;
    agent->start = trip->start;
    agent->asked_goal = trip->mode == WAY_GOAL_ANY_OF ? WAY_STATE_NONE : trip->goal;
    agent->cost = 0;
    agent->outcome = WAY_OUTCOME_WORKING;
    agent->arrival = WAY_OUTCOME_FOUND;
    agent->partial = trip->partial;
    agent->fall_back_to_nearest = trip->fall_back_to_nearest;
    agent->knows = WAYI_NOTHING;
    wayi_trip_enter(agent, WAYI_IDLE);
    agent->looked = 0;
    agent->expansion_limit = trip->expansion_limit;
    agent->revision = way_space_revision(agent->space);
    agent->lead = 1;
    agent->deep = 0;
    agent->restarts = 0;
    agent->unproven = false;
}

/// Keeps the goals that were asked for; false without memory.
static bool begin_keep_goals(way_agent *agent, const way_trip *trip)
{
    wayi_path_buffer_clear(&agent->wishes);
    for (uint32_t i = 0; trip->mode == WAY_GOAL_ANY_OF && i < trip->goal_count; i++) {
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
    agent->outcome = WAY_OUTCOME_WORKING;
    agent->arrival = WAY_OUTCOME_FOUND;
    if (agent->phase == WAYI_SEEK) {
        wayi_trip_enter(agent, WAYI_IDLE);
    }
    return begin_set_goal(agent, &trip);
}

bool wayi_agent_wish(way_agent *agent)
{
    way_trip trip = agent->trip;
    trip.start = WAY_STATE_NONE; // from anywhere
    trip.fall_back_to_nearest = false;
    switch (trip.mode) {
    case WAY_GOAL_ADJACENT:
        return begin_set_adjacent(agent, &trip) == WAY_STATUS_OK;
    case WAY_GOAL_ANY_OF:
        return begin_set_nearest(agent, &trip) == WAY_STATUS_OK;
    case WAY_GOAL_RANGE:
        wayi_goal_set_range(&agent->goal, trip.goal, trip.range);
        return true;
    default:
        wayi_goal_set_one(&agent->goal, trip.goal);
        return true;
    }
}

/// Leaves for the goal that was set.
static way_status begin_go(way_agent *agent)
{
    const bool walked = agent->path.count > 1;
    way_status status = WAY_STATUS_OK;
    agent->deep = 0; // who gets nowhere stays where it is
    if (agent->outcome == WAY_OUTCOME_WORKING && wayi_detour_is_due(agent)) {
        return wayi_detour_begin(agent);
    }
    if (agent->outcome == WAY_OUTCOME_WORKING) {
        status = wayi_agent_leave(agent);
    }
    agent->lead = agent->path.count;
    agent->deep = walked ? 0 : agent->deep; // amid a walk those moves are made like the others
    if (status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_WORKING) {
        wayi_trip_enter(agent, WAYI_PLAN);
        status = agent->algorithm->begin(agent);
        agent->knows = WAYI_CURRENT;
    } else {
        wayi_trip_enter(agent, WAYI_IDLE);
    }
    return status;
}

uint32_t wayi_agent_seek(way_agent *agent, uint32_t budget)
{
    way_trip trip = agent->trip;
    trip.start = agent->start;
    if (!begin_seek(agent, agent->start, &budget)) {
        return 0;
    }
    const way_state nearest = agent->seek.best;
    if (nearest != WAY_STATE_NONE && !wayi_space_may_reach(agent->space, agent->start, nearest)) {
        agent->seek = wayi_nearest_begin(agent->seek.goal); // the map changed meanwhile
        return budget;
    }
    begin_end_seek(agent, &trip);
    if (begin_go(agent) != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CAPACITY;
    }
    return budget;
}

way_status wayi_agent_plan(way_agent *agent)
{
    agent->start = agent->path.states[agent->path.count - 1];
    agent->knows = WAYI_NOTHING;
    wayi_trip_enter(agent, WAYI_IDLE);
    wayi_path_buffer_clear(&agent->told); // it begins on the map as it is
    agent->told_next = 0;
    agent->unproven = agent->path.count > 1; // by moves that were made before
    agent->scale = wayi_space_scale(agent->space);
    wayi_agent_surface(agent);
    way_status status = wayi_agent_set_goal(agent);
    if (status == WAY_STATUS_OK && agent->phase != WAYI_SEEK) {
        status = begin_go(agent);
    }
    if (status != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

/// Lets the stand-in of a navigator search what that can't; of a chosen one also goals that it does
/// not take.
static way_status begin_choose(way_agent *agent, const way_trip *trip)
{
    way_navigator *home = agent->home;
    const bool takes = !home->reason || trip->mode == WAY_GOAL_EXACT ||
                       (home->algorithm->info.traits & WAY_TRAIT_ANY_GOAL);
    const bool able = takes && wayi_navigator_is_able(home);
    way_navigator *navigator = able || !home->stand_in ? home : home->stand_in;
    return navigator == agent->navigator ? WAY_STATUS_OK : wayi_agent_move(agent, navigator);
}

way_status way_agent_begin(way_agent *agent, const way_trip *trip)
{
    if (!agent || !trip) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    WAYI_TRIP_CHECK(agent);
    way_status status = begin_choose(agent, trip);
    status = status == WAY_STATUS_OK ? begin_check(agent, trip) : status;
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
