// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search in another's place: a trip of A* (weighted A* where nothing optimal was promised) from
// the end of the path, which outlives edits itself (outlive.c). It finishes plans that edits would
// keep from ever being ready. Trips over a database take it, too: while the database is behind,
// after a second edit of what the trip has read, or where the ground under the path was blocked.
//
// Its memory is taken when an agent first needs it, and kept.
#include "search/trip/detour.h"

#include "search/engine/inner.h"

#include <waymark/database.h>

/// Plans that are made again before the way is found by cells.
#define DETOUR_PLANS 1u

bool wayi_detour_is_due(const way_agent *agent)
{
    return agent->algorithm->detours &&
           (agent->restarts > DETOUR_PLANS || !way_navigator_is_current(agent->navigator) ||
            (agent->path.count > 1 && !way_space_can_stand(agent->space, wayi_agent_last(agent))));
}

/// The search, made if there is none yet; NULL without memory.
static wayi_inner *detour_open(way_agent *agent)
{
    if (!agent->detour) {
        agent->detour = wayi_alloc_zero(&agent->allocator, 1, sizeof *agent->detour);
    }
    const char *spec = agent->algorithm->info.traits & WAY_TRAIT_OPTIMAL ? "astar" : "weighted";
    if (agent->detour && !wayi_inner_is_open(agent->detour) &&
        wayi_inner_open(agent->detour, agent, spec, agent->capacity) != WAY_STATUS_OK) {
        return NULL;
    }
    return agent->detour;
}

way_status wayi_detour_begin(way_agent *agent)
{
    way_trip trip = agent->trip;
    trip.start = wayi_agent_last(agent);
    trip.partial = false;
    trip.expansion_limit = 0;
    wayi_inner *detour = detour_open(agent);
    const way_status status = detour ? wayi_inner_begin_trip(detour, &trip) : WAY_STATUS_NO_MEMORY;
    // Who is told of changes can't go on from what follows.
    agent->knows = agent->algorithm->change ? WAYI_NOTHING : agent->knows;
    if (status == WAY_STATUS_OK) {
        wayi_trip_enter(agent, WAYI_ASIDE);
        agent->looked += detour->agent->looked;
        detour->agent->restarts = 1; // it is late enough: what edits break is mended
    }
    return status;
}

/// Commits the way that was found; false without memory.
static bool detour_commit(way_agent *agent)
{
    const way_agent *inner = agent->detour->agent;
    wayi_path_buffer *path = &agent->path;
    if (!wayi_path_buffer_reserve(path, path->count + inner->path.count)) {
        return false;
    }
    if (path->count == 1) {
        agent->deep = inner->deep;
        agent->deep_cost = inner->deep_cost;
        agent->exit_clear = inner->exit_clear;
        agent->lead = inner->lead;
    }
    for (uint32_t i = 1; i < inner->path.count; i++) {
        path->states[path->count++] = inner->path.states[i];
    }
    agent->cost = way_cost_add(agent->cost, inner->cost);
    return true;
}

way_outcome wayi_detour_step(way_agent *agent, uint32_t budget)
{
    const way_outcome outcome = wayi_inner_step(agent->detour, agent, budget);
    if (outcome != WAY_OUTCOME_FOUND && outcome != WAY_OUTCOME_PARTIAL) {
        return outcome;
    }
    agent->arrival = outcome;
    return detour_commit(agent) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

void wayi_detour_give_up(way_agent *agent)
{
    way_agent *inner = agent->detour->agent;
    if (wayi_agent_has_begun(inner)) {
        inner->algorithm->give_up(inner);
    }
    wayi_agent_cut_path(inner);
    if (detour_commit(agent)) {
        wayi_agent_cut_to_nearest(agent, &inner->goal);
    }
}

/// Takes back the way out of blocked ground if nothing else is handed out.
static void detour_take_back(way_agent *agent)
{
    if (agent->lead > 1 && agent->path.count <= agent->lead) {
        agent->path.count = 1;
        agent->lead = 1;
        agent->deep = 0;
        agent->cost = 0;
    }
}

void wayi_detour_catch_up(way_agent *agent, uint32_t *budget)
{
    const bool leads = agent->lead > 1 && agent->path.count <= agent->lead;
    const bool stands = wayi_agent_has_begun(agent) && !leads &&
                        agent->arrival == WAY_OUTCOME_FOUND && wayi_agent_outlives(agent, budget);
    if (agent->phase != WAYI_ASIDE && !stands) {
        detour_take_back(agent);
        bool walked = agent->path.count > 1;
        const uint32_t lead = agent->lead;
        const uint32_t deep = agent->deep;
        const way_cost deep_cost = agent->deep_cost;
        agent->restarts++;
        way_status status = wayi_agent_plan(agent);
        if (walked && status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_NO_PATH) {
            wayi_agent_drop_path(agent); // from where that ends: not from the start
            walked = false;
            status = wayi_agent_plan(agent);
        }
        if (status != WAY_STATUS_OK) {
            agent->outcome = WAY_OUTCOME_CAPACITY;
        }
        if (walked) { // how the path begins stays as it is
            agent->lead = lead;
            agent->deep = deep;
            agent->deep_cost = deep_cost;
        }
    }
    wayi_agent_doubt(agent, WAYI_OUTLIVED);
}

void wayi_detour_close(way_agent *agent)
{
    if (agent->detour) {
        wayi_inner_close(agent->detour);
        wayi_free(&agent->allocator, agent->detour, 1, sizeof *agent->detour);
        agent->detour = NULL;
    }
}

uint32_t wayi_detour_states(const way_agent *agent)
{
    return agent->phase == WAYI_ASIDE ? wayi_inner_states(agent->detour) : 0;
}

way_state wayi_detour_goal(const way_agent *agent)
{
    return way_agent_goal(agent->detour->agent);
}
