// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an edit is to a trip under way: the worst of what it does to it is an event of trip.c.
//
// A search that has read nothing of what changed goes on: everything it knows is still true, and
// the rest it will read as it is now. Any other starts again, once, or is told of the changed cells
// if it can repair its plan, as many per step as the budget allows. After that it goes on with what
// it knows if it can look again where something opened (it drifts), and its path is checked; a
// search that can't look again leaves the rest to one that can (plan.c). So a trip does at most
// three times the work that it takes without edits, and then some for each piece of damage on its
// path. Such a path is legal but not proven to be best.
#include "search/engine/read_set.h"
#include "search/trip/plan.h"

#include <waymark/agent.h>

/// What part of a budget may be spent on finding out whether a search outlives an edit, and how
/// many looks may be made in any case: enough for a few small edits.
#define OUTLIVE_SHARE 8u
#define OUTLIVE_LEAST 512u

/// Most cells that an incremental search is told of; more are no less work than to start again.
#define OUTLIVE_TOLD_MAX 1024u

// What an edit is ---------------------------------------------------------------------------------

/// Whether a change concerns where the search starts, or the way there out of blocked ground: what
/// an algorithm takes note of before its first expansion. A real-time search starts where its moves
/// end.
static bool outlive_meets_start(const way_agent *agent, const wayi_edits *changes)
{
    const way_map *map = wayi_read_map(agent->space);
    const way_state start = wayi_agent_is_realtime(agent) ? wayi_agent_last(agent) : agent->start;
    for (uint32_t k = 0; k < agent->exit.lead; k++) {
        const way_cell cell = k + 1 < agent->exit.lead ? agent->path.states[k] : start;
        for (uint32_t i = 0; i < changes->count; i++) {
            if (wayi_rect_has(changes->rects[i], map, cell)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether the search has read nothing that changed, as far as a part of `*budget` tells; what that
/// takes is taken off.
static bool outlive_has_read_none(way_agent *agent, const wayi_edits *wide, uint32_t *budget)
{
    way_agent *by = wayi_plan_searcher(agent);
    if (agent->at.knows == WAYI_DRIFTING || !by->algorithm->outlives ||
        outlive_meets_start(agent, wide) || agent->at.scale != wayi_space_scale(agent->space)) {
        return false;
    }
    const uint64_t allowed = (uint64_t)*budget * WAYI_LOOKS / OUTLIVE_SHARE + OUTLIVE_LEAST;
    uint64_t work = allowed;
    wayi_edits linked = *wide;
    const bool none = wayi_edits_link(agent, &linked, &work) &&
                      by->algorithm->outlives(by, linked.rects, linked.count, &work);
    const uint64_t spent = (allowed - work) / WAYI_LOOKS;
    agent->looked += spent;
    *budget = spent < *budget ? *budget - (uint32_t)spent : 1;
    return none;
}

/// Whether a trip that lays out its path piece by piece goes on: nothing that it has read changed,
/// and it has not just left blocked ground.
static bool outlive_pieces_stand(way_agent *agent, const wayi_edits *wide, uint32_t *budget)
{
    const bool leads = agent->exit.lead > 1 && agent->path.count <= agent->exit.lead;
    return !leads && agent->at.arrival == WAY_OUTCOME_FOUND &&
           outlive_has_read_none(agent, wide, budget);
}

/// Whether the way out of blocked ground can't be gone any more, or another one may be better. That
/// one is sought again once; after that when there is a path.
static bool outlive_leads_astray(way_agent *agent, const wayi_edits *changes)
{
    if (!wayi_agent_lead_holds(agent)) {
        return true;
    }
    if (!wayi_agent_ground_moved(agent, changes->rects, changes->count)) {
        return false;
    }
    wayi_agent_doubt(agent, WAYI_DRIFTING);
    return agent->at.restarts == 0;
}

/// As wayi_outlive_edit, of a search that has to see for itself what it has read.
static wayi_event outlive_sort(way_agent *agent, const wayi_edits *changes, uint32_t *budget)
{
    const bool own = wayi_trip_is_own(agent);
    wayi_edits wide = *changes;
    wayi_edits_widen(agent, &wide);
    if (agent->at.phase == WAYI_SEEK) {
        return WAYI_READ;
    }
    if (own && wayi_agent_is_realtime(agent)) {
        if (agent->exit.deep || !outlive_has_read_none(agent, &wide, budget)) {
            return WAYI_READ;
        }
        return wayi_agent_goal_moved(agent, wayi_agent_last(agent)) ? WAYI_GOAL : WAYI_APART;
    }
    if (own && agent->algorithm->detours) {
        return outlive_pieces_stand(agent, &wide, budget) ? WAYI_APART : WAYI_READ;
    }
    if (outlive_leads_astray(agent, changes)) {
        return WAYI_LEAD;
    }
    const way_state place = agent->path.states[agent->exit.deep];
    if (wayi_agent_goal_moved(agent, agent->at.phase == WAYI_ASIDE ? agent->start : place)) {
        return WAYI_GOAL;
    }
    if (agent->at.phase == WAYI_MEND &&
        !wayi_agent_goal_works(agent, agent->start, agent->aside.by->agent->goal.state)) {
        return WAYI_DRY; // the place behind the damage is out of reach
    }
    return outlive_has_read_none(agent, &wide, budget) ? WAYI_APART : WAYI_READ;
}

wayi_event wayi_outlive_edit(way_agent *agent, wayi_edits *changes, uint32_t *budget)
{
    const way_algorithm *info = &wayi_plan_searcher(agent)->algorithm->info;
    changes->count = 0;
    if (!way_algorithm_suits(info, agent->space) || !(info->traits & WAY_TRAIT_HANDLES_EDITS)) {
        return WAYI_BEYOND;
    }
    if ((info->traits & WAY_TRAIT_PREPARED) && !agent->algorithm->detours) {
        // Databases are followed by their searches, which leave blocked ground first.
        agent->at.from = wayi_agent_is_realtime(agent) ? agent->path.count - 1 : agent->at.from;
        const way_state place = wayi_agent_last(agent);
        const bool moved =
            wayi_agent_has_begun(agent) && agent->at.arrival == WAY_OUTCOME_PARTIAL &&
            way_space_can_stand(agent->space, place) && wayi_agent_goal_moved(agent, place);
        return moved ? WAYI_GOAL : WAYI_APART;
    }
    return wayi_edits_list(agent, changes) ? outlive_sort(agent, changes, budget) : WAYI_BEYOND;
}

// What becomes of it ------------------------------------------------------------------------------

way_status wayi_outlive_note(way_agent *agent, const way_state *states, uint32_t count)
{
    agent->at.revision = way_space_revision(agent->space);
    if (!wayi_path_buffer_append(&agent->told.states, states, count)) {
        agent->at.outcome = WAY_OUTCOME_CANCELLED;
        return WAY_STATUS_NO_MEMORY;
    }
    agent->at.outcome = WAY_OUTCOME_WORKING;
    agent->at.phase = WAYI_TELL;
    return WAY_STATUS_OK;
}

/// Whether an algorithm that is told of changes can go on from a state.
static bool outlive_goes_on_from(way_agent *agent, way_state here)
{
    const bool realtime = wayi_agent_is_realtime(agent);
    const bool leaves = !realtime && (agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START);
    return wayi_agent_has_begun(agent) &&
           (realtime || (wayi_agent_lead_holds(agent) && here == agent->start)) &&
           (leaves || way_space_can_stand(agent->space, here)) &&
           !wayi_agent_goal_moved(agent, here);
}

/// Keeps states that the algorithm is to be told of; moves so far count as made.
static void outlive_tell_states(way_agent *agent, const way_state *states, uint32_t count)
{
    const bool realtime = wayi_agent_is_realtime(agent);
    const way_state here = realtime ? wayi_agent_last(agent) : agent->path.states[agent->exit.deep];
    if (!outlive_goes_on_from(agent, here)) {
        wayi_plan_again(agent);
        return;
    }
    agent->start = here;
    if (!realtime) {
        agent->path.count = agent->exit.deep + 1;
        agent->cost = wayi_agent_lead_cost(agent);
    }
    if (wayi_outlive_note(agent, states, count) != WAY_STATUS_OK) {
        agent->at.outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// Whether it is less work to start again than to tell a search of so many changed cells.
static bool outlive_is_early(const way_agent *agent, uint64_t cells)
{
    const wayi_touched touched = wayi_space_touched(agent->space, agent->start);
    return cells * touched.across * touched.down > agent->stats.expansions;
}

/// Tells an incremental search of the changed cells. Where they are very many, or it has done less
/// than that takes, it starts again.
static void outlive_tell(way_agent *agent, const wayi_edits *changes)
{
    const way_map *map = wayi_read_map(agent->space);
    uint64_t total = 0;
    for (uint32_t i = 0; i < changes->count; i++) {
        total += (uint64_t)changes->rects[i].width * changes->rects[i].height;
    }
    // Half told, it can't weigh other ways out of where it starts.
    const bool torn = agent->at.phase == WAYI_TELL && outlive_meets_start(agent, changes);
    if (outlive_is_early(agent, total) || total > OUTLIVE_TOLD_MAX || torn ||
        wayi_agent_ground_moved(agent, changes->rects, changes->count)) {
        wayi_plan_again(agent);
        return;
    }
    way_cell cells[OUTLIVE_TOLD_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < changes->count; i++) {
        const way_rect rect = changes->rects[i];
        for (uint32_t k = 0; k < rect.width * rect.height; k++) {
            cells[count++] = wayi_rect_at(rect, k, map->width);
        }
    }
    outlive_tell_states(agent, cells, count);
}

void wayi_outlive_drift(way_agent *agent, const wayi_edits *changes)
{
    way_agent *by = wayi_plan_searcher(agent);
    wayi_edits wide = *changes;
    wayi_edits_widen(agent, &wide);
    wayi_agent_doubt(agent, WAYI_DRIFTING);
    by->algorithm->look_again(by, wide.rects, wide.count);
}

/// Plans the rest again from where the pieces end that were laid out; a way out of blocked ground
/// that nothing was laid out behind is taken back.
static void outlive_plan_pieces(way_agent *agent)
{
    if (agent->exit.lead > 1 && agent->path.count <= agent->exit.lead) {
        wayi_plan_drop(agent);
    }
    agent->at.restarts++;
    wayi_plan_on(agent);
    wayi_agent_doubt(agent, WAYI_OUTLIVED); // what was laid out may be broken
}

void wayi_outlive_read(way_agent *agent, const wayi_edits *changes)
{
    if (wayi_agent_is_realtime(agent)) {
        if (agent->algorithm->change) {
            outlive_tell(agent, changes);
        } else {
            wayi_plan_again(agent);
        }
    } else if (agent->algorithm->detours) {
        outlive_plan_pieces(agent);
    } else if (agent->at.restarts == 0) {
        agent->at.restarts = agent->stats.expansions > 0;
        if (agent->algorithm->change) {
            outlive_tell(agent, changes);
        } else {
            wayi_plan_again(agent);
        }
    } else if (agent->algorithm->look_again) {
        wayi_outlive_drift(agent, changes);
    } else {
        agent->at.restarts = WAYI_PLAN_LATE;
        wayi_plan_again(agent);
    }
}
