// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the phases of a trip work at: looking for a place instead of the goal, the algorithm's own
// search, and the search in its place. That one is another algorithm, made when an agent first
// needs it and kept. It goes through edits (it looks again where something opened) and searches
//
// - for what the trip asks, from the end of the path: on ground that the algorithm does not take,
//   while its database is behind, after a second edit of what the trip has read, and where a
//   database knows no way though there is one (ASIDE), in real time until it has been repaired;
// - for a way round what edits broke of a path (MEND).
//
// Whatever it finds is checked like any path that is older than the last edit.
#include "search/trip/plan.h"

#include "space/ground.h"

#include <waymark/database.h>

#include <string.h>

// The search in force -----------------------------------------------------------------------------

/// What searches in the place of an algorithm that it is too late for: as good, or faster, or in
/// real time (WAYI_PLAN_SIGHT).
static const char *plan_late(const way_agent *agent)
{
    return agent->algorithm->info.traits & WAY_TRAIT_OPTIMAL ? "astar"
           : wayi_agent_is_realtime(agent)                   ? "lsslrta(lookahead=1600)"
                                                             : "weighted";
}

/// Whether the algorithm begins behind a step out of blocked ground while nobody can tell from
/// which of them a goal is reached: over links the nearest place does not tell of a range.
static bool plan_leaves_blindly(const way_agent *agent)
{
    return !(agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) &&
           agent->goal.kind == WAYI_GOAL_RANGE && !wayi_agent_knows_nearest(agent->space) &&
           !way_space_can_stand(agent->space, agent->start);
}

/// Which search makes the rest of the trip in place of the algorithm's own; NULL = none does.
static const char *plan_choose(const way_agent *agent)
{
    const way_navigator *navigator = agent->navigator;
    if (!wayi_navigator_takes(navigator, agent->wish.trip.mode) ||
        wayi_navigator_is_stale(navigator)) {
        return navigator->stand_in;
    }
    const bool behind =
        agent->algorithm->detours &&
        (!way_navigator_is_current(navigator) ||
         (agent->path.count > 1 && !way_space_can_stand(agent->space, wayi_agent_last(agent))));
    return behind || plan_leaves_blindly(agent) || agent->at.restarts >= WAYI_PLAN_LATE
               ? plan_late(agent)
               : NULL;
}

/// Makes it, unless there is one already; any that there is will do if `spec` is NULL.
static way_status plan_open(way_agent *agent, const char *spec)
{
    if (!agent->aside.by) {
        agent->aside.by = wayi_alloc_zero(&agent->allocator, 1, sizeof *agent->aside.by);
    }
    wayi_inner *aside = agent->aside.by;
    if (!aside) {
        return WAY_STATUS_NO_MEMORY;
    }
    const char *name = wayi_inner_is_open(aside) ? aside->navigator->algorithm->info.name : "";
    if (spec && strncmp(name, spec, strlen(name)) != 0) {
        wayi_inner_close(aside);
    }
    return wayi_inner_is_open(aside)
               ? WAY_STATUS_OK
               : wayi_inner_open(aside, agent, spec ? spec : plan_late(agent), agent->capacity);
}

/// Begins the search in force for the goals in force.
static way_status plan_begin(way_agent *agent)
{
    if (agent->at.phase == WAYI_PLAN) {
        return wayi_agent_start_search(agent);
    }
    // Who is late goes through edits from the beginning.
    const bool late = wayi_navigator_takes(agent->navigator, agent->wish.trip.mode);
    agent->aside.by->agent->at.restarts = late ? 1 : agent->at.restarts;
    agent->aside.repaired = agent->navigator->repaired;
    return wayi_inner_aim(agent->aside.by, &agent->goal) &&
                   wayi_inner_begin_aimed(agent->aside.by, agent->start)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

/// A real-time search in its place makes one move, of those that are decided on or after a look
/// ahead.
static way_outcome plan_move(way_agent *agent, uint32_t budget)
{
    wayi_path_buffer *moves = &agent->aside.by->agent->path;
    const way_outcome outcome =
        moves->count > 1 ? WAY_OUTCOME_WORKING : wayi_inner_step(agent->aside.by, agent, budget);
    if (moves->count == 1) {
        return outcome;
    }
    const way_cost cost = wayi_agent_step_cost(agent, moves->states[0], moves->states[1]);
    wayi_path_buffer_drop(moves, 1);
    agent->start = moves->states[0];
    agent->cost = way_cost_add(agent->cost, cost);
    return !wayi_path_buffer_push(&agent->path, agent->start) ? WAY_OUTCOME_CAPACITY
           : wayi_goal_is_reached(&agent->goal, agent->start) ? WAY_OUTCOME_FOUND
                                                              : WAY_OUTCOME_WORKING;
}

way_outcome wayi_plan_search(way_agent *agent, uint32_t budget)
{
    return agent->at.phase == WAYI_PLAN ? agent->algorithm->step(agent, budget)
           : wayi_plan_moves(agent)     ? plan_move(agent, budget)
                                        : wayi_inner_step(agent->aside.by, agent, budget);
}

bool wayi_plan_take_over(way_agent *agent)
{
    const way_agent *inner = agent->aside.by->agent;
    if (!wayi_path_buffer_append(&agent->path, inner->path.states + 1, inner->path.count - 1)) {
        return false;
    }
    agent->cost = way_cost_add(agent->cost, inner->cost);
    return true;
}

void wayi_plan_give_up(way_agent *agent)
{
    way_agent *inner = agent->aside.by->agent;
    inner->algorithm->give_up(inner);
    if (wayi_plan_take_over(agent)) {
        (void)wayi_plan_cut(agent);
        wayi_agent_cut_to_nearest(agent, &agent->goal);
    }
}

// Setting out -------------------------------------------------------------------------------------

/// Leaves for the goal that was set.
static way_status plan_set_out(way_agent *agent)
{
    agent->at.from = agent->path.count - 1;
    agent->exit.lead = agent->path.count;
    agent->exit.deep = 0; // who gets nowhere stays where it is
    agent->at.phase = WAYI_IDLE;
    if (agent->at.outcome != WAY_OUTCOME_WORKING) {
        return WAY_STATUS_OK;
    }
    const char *spec = plan_choose(agent);
    way_status status = spec ? plan_open(agent, spec) : wayi_agent_set_up(agent);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    agent->at.phase = spec ? WAYI_ASIDE : WAYI_PLAN;
    status = wayi_agent_leave(agent, spec ? agent->aside.by->agent->algorithm : agent->algorithm);
    agent->exit.lead = agent->path.count;
    agent->exit.deep =
        agent->at.from ? 0 : agent->exit.deep; // amid a walk those moves are made like the others
    if (status != WAY_STATUS_OK || agent->at.outcome != WAY_OUTCOME_WORKING) {
        agent->at.phase = WAYI_IDLE;
        return status;
    }
    agent->at.knows = WAYI_CURRENT;
    return plan_begin(agent);
}

void wayi_plan_set_out(way_agent *agent)
{
    if (plan_set_out(agent) != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// Plans from the end of the path on, for the place nearest to a range `instead`.
static way_status plan_from_end(way_agent *agent, bool instead)
{
    agent->start = agent->path.states[agent->path.count - 1];
    agent->at.knows = WAYI_NOTHING;
    agent->at.phase = WAYI_IDLE;
    wayi_path_buffer_clear(&agent->told.states); // it begins on the map as it is
    agent->told.next = 0;
    wayi_path_buffer_clear(&agent->aside.rest);
    agent->at.scale = wayi_space_scale(agent->space);
    wayi_agent_surface(agent);
    way_status status = wayi_agent_set_goal(agent, instead);
    if (status == WAY_STATUS_OK && agent->at.phase != WAYI_SEEK) {
        status = plan_set_out(agent);
    }
    if (status != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

way_status wayi_agent_plan(way_agent *agent)
{
    return plan_from_end(agent, false);
}

void wayi_plan_drop(way_agent *agent)
{
    wayi_agent_drop_runs(agent);
    agent->path.count = 1;
    agent->walk.counted = agent->walk.counted ? 1 : 0;
    agent->at.from = 0;
    agent->exit.deep = 0;
    agent->exit.lead = 1;
    agent->cost = 0;
}

/// As wayi_agent_plan.
static void plan_afresh(way_agent *agent, bool instead)
{
    wayi_agent_forget_runs(agent);
    if (plan_from_end(agent, instead) != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// Leaves nothing of the path but the moves that were made.
static void plan_go_back(way_agent *agent)
{
    if (!wayi_agent_is_realtime(agent)) {
        wayi_plan_drop(agent);
    }
}

void wayi_plan_again(way_agent *agent)
{
    plan_go_back(agent);
    plan_afresh(agent, false);
}

void wayi_plan_none(way_agent *agent)
{
    if (agent->wish.trip.fall_back_to_nearest && agent->goal.kind == WAYI_GOAL_RANGE &&
        agent->space->type->nearest_reachable) {
        plan_go_back(agent);
        plan_afresh(agent, true);
    } else {
        agent->at.outcome = WAY_OUTCOME_NO_PATH;
    }
}

void wayi_plan_on(way_agent *agent)
{
    const wayi_exit exit = agent->exit;
    const bool pieces = agent->path.count > 1 && !wayi_agent_is_realtime(agent);
    plan_afresh(agent, false);
    if (pieces && agent->at.outcome == WAY_OUTCOME_NO_PATH) {
        wayi_plan_again(agent); // from where that ends: not from the start
    } else if (pieces) {        // how the path begins stays as it is
        agent->exit = exit;
    }
}

// Mending -----------------------------------------------------------------------------------------

/// Whether one may go from a state of the path to the next; `index` is the state's.
static bool plan_may_step(const way_agent *agent, uint32_t index, way_state to)
{
    const way_state from = agent->path.states[index];
    return wayi_agent_step_cost(agent, from, to) != WAY_COST_MAX ||
           (wayi_agent_leads_out(agent, index, to) &&
            wayi_agent_is_deep(agent, agent->path.states[0]));
}

bool wayi_plan_cut(way_agent *agent)
{
    // Moves that were made were legal when they were made, those out of blocked ground too.
    uint32_t i = wayi_agent_is_realtime(agent) ? agent->exit.lead - 1 : 0;
    for (; i + 1 < agent->path.count; i++) {
        if (!plan_may_step(agent, i, agent->path.states[i + 1])) {
            agent->path.count = i + 1;
            agent->exit.deep = agent->exit.deep < i ? agent->exit.deep : i;
            agent->at.from = agent->at.from < i ? agent->at.from : i;
            wayi_agent_drop_runs(agent);
            return true;
        }
    }
    return false;
}

/// Cuts the path before its first step that is not legal, and keeps what was behind it. False
/// without memory.
static bool plan_break(way_agent *agent)
{
    const uint32_t count = agent->path.count;
    wayi_path_buffer *rest = &agent->aside.rest;
    const uint32_t before = rest->count;
    const uint32_t cut = wayi_plan_cut(agent) ? count - agent->path.count : 0;
    const bool fits = wayi_path_buffer_append(rest, agent->path.states + agent->path.count, cut);
    wayi_path_buffer_reverse(rest, before);
    return fits;
}

/// Lays down what was kept as far as it is legal; false without memory.
static bool plan_join(way_agent *agent)
{
    while (agent->aside.rest.count) {
        const way_state next = agent->aside.rest.states[agent->aside.rest.count - 1];
        if (!plan_may_step(agent, agent->path.count - 1, next)) {
            return true;
        }
        if (!wayi_path_buffer_push(&agent->path, next)) {
            return false;
        }
        agent->aside.rest.count--;
    }
    return true;
}

/// Takes the next state behind the damage off the rest; WAY_STATE_NONE if there is none.
static way_state plan_behind(way_agent *agent)
{
    const way_state start = agent->path.states[agent->path.count - 1];
    while (agent->aside.rest.count) {
        const way_state goal = agent->aside.rest.states[--agent->aside.rest.count];
        const bool leads_on =
            agent->aside.rest.count == 0 ||
            wayi_agent_step_cost(
                agent, goal, agent->aside.rest.states[agent->aside.rest.count - 1]) != WAY_COST_MAX;
        if (leads_on && wayi_agent_goal_works(agent, start, goal)) {
            return goal;
        }
    }
    return WAY_STATE_NONE;
}

/// Leaves blocked ground by another way than the one that the path begins with; false without one.
static bool plan_lead_again(way_agent *agent)
{
    wayi_plan_drop(agent);
    agent->start = agent->path.states[0];
    wayi_agent_surface(agent);
    if (wayi_agent_leave(agent, agent->aside.by->agent->algorithm) != WAY_STATUS_OK ||
        agent->at.outcome != WAY_OUTCOME_WORKING) {
        return false;
    }
    agent->exit.lead = agent->path.count;
    return true;
}

void wayi_plan_around(way_agent *agent)
{
    if (plan_open(agent, NULL) != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
        return;
    }
    agent->at.phase = WAYI_MEND;
    // Moves of a real-time search were made, those out of blocked ground like the others.
    const bool leads = wayi_agent_is_realtime(agent) ||
                       (agent->path.count >= agent->exit.lead && wayi_agent_lead_holds(agent));
    const way_state target = leads || plan_lead_again(agent) ? plan_behind(agent) : WAY_STATE_NONE;
    if (target == WAY_STATE_NONE) {
        wayi_plan_again(agent);
        return;
    }
    agent->start = agent->path.states[agent->path.count - 1];
    agent->at.knows = WAYI_CURRENT;
    agent->cost = 0;                         // to be summed up at the end
    agent->aside.by->agent->at.restarts = 1; // edits break it like the rest
    if (!wayi_inner_begin(agent->aside.by, agent->start, target)) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    }
}

void wayi_plan_check(way_agent *agent)
{
    wayi_agent_unroll(agent);
    if (!plan_break(agent) || !plan_join(agent)) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
        return;
    }
    if (agent->aside.rest.count) {
        wayi_plan_around(agent);
        return;
    }
    agent->at.knows = agent->at.phase == WAYI_MEND ? WAYI_DRIFTING : agent->at.knows;
    // Moves of a real-time search were paid for when they were made: by now they may not be legal.
    const way_cost cost = wayi_agent_whole_cost(agent);
    const bool paid = cost == WAY_COST_MAX && agent->at.phase != WAYI_MEND;
    agent->cost = paid ? agent->cost : cost;
    agent->at.outcome = agent->at.arrival;
}
