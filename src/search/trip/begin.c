// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The beginning of a trip: whether it can be made at all.
#include "search/trip/plan.h"
#include "space/ground.h"

#define BEGIN_GOALS_MAX 65536u

static way_status begin_check(const way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    const uint32_t traits = way_space_traits(space);
    const bool own = wayi_navigator_takes(agent->navigator, trip->mode);
    const way_algorithm *info =
        own ? &agent->algorithm->info : agent->navigator->roof->find(agent->navigator->stand_in);
    if ((traits & info->needs) != info->needs) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (own && wayi_navigator_is_stale(agent->navigator)) {
        return WAY_STATUS_STALE;
    }
    if (!wayi_space_has(space, trip->start)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const way_status able =
        info->traits & WAY_TRAIT_ANY_GOAL ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    const bool there = wayi_space_has(space, trip->goal);
    const bool back = traits & (WAY_SPACE_SYMMETRIC | WAY_SPACE_PREDECESSORS);
    switch (trip->mode) {
    case WAY_GOAL_EXACT:
        return there ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
    case WAY_GOAL_RANGE:
        return there ? able : WAY_STATUS_OUT_OF_RANGE;
    case WAY_GOAL_ADJACENT:
        return !there ? WAY_STATUS_OUT_OF_RANGE : back ? able : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_ANY_OF:
        if (!trip->goals || trip->goal_count == 0) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
        if (trip->goal_count > BEGIN_GOALS_MAX) {
            return WAY_STATUS_TOO_LARGE;
        }
        return wayi_space_has_all(space, trip->goals, trip->goal_count) ? able
                                                                        : WAY_STATUS_OUT_OF_RANGE;
    case WAY_GOAL_SPACE:
        return traits & WAY_SPACE_OWN_GOAL ? able : WAY_STATUS_UNSUPPORTED;
    default:
        return WAY_STATUS_INVALID_ARGUMENT;
    }
}

void wayi_agent_reset(way_agent *agent, const way_trip *trip)
{
    wayi_plan_drop(agent);
    wayi_path_buffer_clear(&agent->path);
    wayi_path_buffer_clear(&agent->told.states);
    wayi_path_buffer_clear(&agent->aside.rest);
    wayi_hash_table_clear(&agent->walk.visits);
    agent->told.next = 0;
    agent->walk.counted = 0;
    agent->at = (wayi_stand){.outcome = WAY_OUTCOME_WORKING,
                             .arrival = WAY_OUTCOME_FOUND,
                             .revision = way_space_revision(agent->space),
                             .scale = wayi_space_scale(agent->space)};
    agent->stats = (way_stats){0};
    agent->looked = 0;
    agent->wish.trip = *trip;
    agent->wish.trip.goals = agent->wish.goals.states;
    agent->start = trip->start;
}

/// Keeps the goals that were asked for; false without memory, and then those before are there.
static bool begin_keep_goals(way_agent *agent, const way_trip *trip)
{
    const uint32_t count = trip->mode == WAY_GOAL_ANY_OF ? trip->goal_count : 0;
    if (count && trip->goals == agent->wish.goals.states) {
        return true; // it begins again
    }
    if (!wayi_path_buffer_reserve(&agent->wish.goals, count)) {
        return false;
    }
    wayi_path_buffer_clear(&agent->wish.goals);
    return wayi_path_buffer_append(&agent->wish.goals, trip->goals, count);
}

way_status way_agent_begin(way_agent *agent, const way_trip *trip)
{
    if (!agent || !trip) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    way_status status = begin_check(agent, trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!begin_keep_goals(agent, trip)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_agent_reset(agent, trip);
    if (!wayi_agent_commit(agent, trip->start, 0)) {
        agent->at.outcome = WAY_OUTCOME_CANCELLED;
        return WAY_STATUS_NO_MEMORY;
    }
    status = wayi_agent_plan(agent);
    WAYI_TRIP_CHECK(agent);
    return status;
}
