// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How a trip outlives edits. When the map has changed under a search:
//
// 1. One that has read nothing of what changed goes on: everything it knows is still true, and the
//    rest it will read as it is now.
// 2. Any other starts again, once, or is told of the changed cells if it can repair its plan, as
//    many per step as the budget allows.
// 3. After that it goes on with what it knows if it can look again where something opened (it
//    drifts), and when it has a path, that is checked against the map: at the first step that is
//    not legal any more it is cut, and a way from there to the next cell behind the damage is
//    sought. A search that can't look again steps aside, and A* does that in its place (detour.c).
//
// So a trip does at most three times the work that it takes without edits, and then some for each
// piece of damage on its path. Such a path is legal but not proven to be best.
#include "search/engine/read_set.h"
#include "search/trip/detour.h"
#include "search/trip/trip_edits.h"

#include <waymark/navigate.h>

/// What part of a budget may be spent on finding out whether a search outlives an edit, and how
/// many looks may be made in any case: enough for a few small edits.
#define OUTLIVE_SHARE 8u
#define OUTLIVE_LEAST 512u

/// Most cells that an incremental search is told of; more are no less work than to start again.
#define OUTLIVE_TOLD_MAX 1024u

// Starting again ----------------------------------------------------------------------------------

/// Forgets what was planned so far; moves that were made stay made.
static void outlive_start_over(way_agent *agent)
{
    wayi_path_buffer_clear(&agent->rest);
    wayi_agent_unroll(agent);
    agent->runs = (wayi_runs){.items = agent->runs.items, .capacity = agent->runs.capacity};
    if (!(agent->algorithm->info.traits & WAY_TRAIT_REALTIME)) {
        agent->path.count = 1;
        agent->walked_count = agent->walked_count ? 1 : 0;
        agent->cost = 0;
    }
    if (wayi_agent_plan(agent) != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// Whether the goals would be set otherwise on the map as it is now. They are set so.
static bool outlive_sets_other_goals(way_agent *agent)
{
    const wayi_goal before = agent->goal;
    uint64_t sum = 0;
    for (uint32_t i = 0; before.kind == WAYI_GOAL_SET && i < before.count; i++) {
        sum = sum * UINT64_C(0x9e3779b97f4a7c15) + before.states[i];
    }
    const way_outcome arrival = agent->arrival;
    if (wayi_agent_set_goal(agent) != WAY_STATUS_OK || agent->outcome != WAY_OUTCOME_WORKING ||
        agent->goal.kind != before.kind || agent->arrival != arrival) {
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

bool wayi_agent_goal_moved(way_agent *agent, way_state from)
{
    const bool plain = agent->goal.kind == WAYI_GOAL_ONE && agent->arrival == WAY_OUTCOME_FOUND &&
                       agent->trip.mode == WAY_GOAL_EXACT;
    if (plain &&
        (agent->goal.state == from || wayi_agent_goal_works(agent, from, agent->goal.state))) {
        // Another way out of blocked ground may be needed.
        return from != agent->start && agent->phase != WAYI_MEND && agent->deep &&
               !wayi_agent_goal_works(agent, agent->start, agent->goal.state);
    }
    // The place that stands in for a goal is kept while it can be reached and the goal can't.
    if (agent->trip.mode == WAY_GOAL_EXACT && agent->arrival == WAY_OUTCOME_PARTIAL &&
        wayi_agent_goal_works(agent, from, agent->goal.state)) {
        return wayi_agent_goal_works(agent, from, agent->trip.goal);
    }
    const way_state start = agent->start;
    agent->start = from;
    const bool other = outlive_sets_other_goals(agent);
    agent->start = start;
    return other;
}

// Mending -----------------------------------------------------------------------------------------

/// Whether one may go from a state of the path to the next; `index` is the state's.
static bool outlive_may_step(const way_agent *agent, uint32_t index, way_state to)
{
    const way_state from = agent->path.states[index];
    return wayi_agent_step_cost(agent, from, to) != WAY_COST_MAX ||
           (wayi_agent_leads_out(agent, index, to) &&
            wayi_agent_is_deep(agent, agent->path.states[0]));
}

bool wayi_agent_cut_path(way_agent *agent)
{
    for (uint32_t i = 0; i + 1 < agent->path.count; i++) {
        if (!outlive_may_step(agent, i, agent->path.states[i + 1])) {
            agent->path.count = i + 1;
            agent->runs = (wayi_runs){.items = agent->runs.items, .capacity = agent->runs.capacity};
            return true;
        }
    }
    return false;
}

/// Cuts the path before its first step that is not legal, and keeps what was behind it. False
/// without memory.
static bool outlive_cut(way_agent *agent)
{
    const uint32_t count = agent->path.count;
    if (!wayi_agent_cut_path(agent)) {
        return true;
    }
    for (uint32_t i = count; i-- > agent->path.count;) {
        if (!wayi_path_buffer_push(&agent->rest, agent->path.states[i])) {
            return false;
        }
    }
    return true;
}

/// Lays down what was kept as far as it is legal; false without memory.
static bool outlive_join(way_agent *agent)
{
    while (agent->rest.count) {
        const way_state next = agent->rest.states[agent->rest.count - 1];
        if (!outlive_may_step(agent, agent->path.count - 1, next)) {
            return true;
        }
        if (!wayi_path_buffer_push(&agent->path, next)) {
            return false;
        }
        agent->rest.count--;
    }
    return true;
}

/// Takes the next state behind the damage off the rest; WAY_STATE_NONE if there is none.
static way_state outlive_behind(way_agent *agent)
{
    const way_state start = agent->path.states[agent->path.count - 1];
    while (agent->rest.count) {
        const way_state goal = agent->rest.states[--agent->rest.count];
        const bool leads_on =
            agent->rest.count == 0 ||
            wayi_agent_step_cost(agent, goal, agent->rest.states[agent->rest.count - 1]) !=
                WAY_COST_MAX;
        if (leads_on && wayi_agent_goal_works(agent, start, goal)) {
            return goal;
        }
    }
    return WAY_STATE_NONE;
}

/// Leaves blocked ground by another way than the one that the path begins with; false without one.
static bool outlive_lead_again(way_agent *agent)
{
    agent->path.count = 1;
    agent->start = agent->path.states[0];
    agent->cost = 0;
    wayi_agent_surface(agent);
    if (wayi_agent_leave(agent) != WAY_STATUS_OK || agent->outcome != WAY_OUTCOME_WORKING) {
        return false;
    }
    agent->lead = agent->path.count;
    return true;
}

/// Seeks a way from the end of the path to the next state behind the damage.
static way_outcome outlive_begin_mending(way_agent *agent)
{
    if (agent->phase != WAYI_MEND) {
        agent->wish_kind = agent->goal.kind;
        agent->wish_state = agent->goal.state;
        wayi_trip_enter(agent, WAYI_MEND);
    }
    if ((agent->path.count < agent->lead || !wayi_agent_lead_holds(agent)) &&
        !outlive_lead_again(agent)) {
        outlive_start_over(agent);
        return agent->outcome;
    }
    const way_state target = outlive_behind(agent);
    if (target == WAY_STATE_NONE) {
        outlive_start_over(agent);
        return agent->outcome;
    }
    agent->start = agent->path.states[agent->path.count - 1];
    agent->knows = WAYI_CURRENT;
    agent->cost = 0; // to be summed up at the end
    wayi_goal_set_one(&agent->goal, target);
    return agent->algorithm->begin(agent) == WAY_STATUS_OK ? WAY_OUTCOME_WORKING
                                                           : WAY_OUTCOME_CAPACITY;
}

static void outlive_restore_goal(way_agent *agent)
{
    if (agent->phase == WAYI_MEND) {
        agent->goal.kind = agent->wish_kind;
        agent->goal.state = agent->wish_state;
        wayi_trip_enter(agent, WAYI_PLAN);
    }
}

static void outlive_step_aside(way_agent *agent);

way_outcome wayi_agent_mend(way_agent *agent, way_outcome outcome)
{
    if (outcome == WAY_OUTCOME_FOUND && agent->algorithm->detours &&
        agent->knows != WAYI_DRIFTING) {
        if (!wayi_agent_cut_path(agent)) { // what was handed out before holds, too
            agent->cost = wayi_agent_whole_cost(agent);
            return outcome;
        }
        if (agent->path.count <= agent->lead) {
            wayi_agent_drop_path(agent);
        }
        return wayi_detour_begin(agent) == WAY_STATUS_OK ? WAY_OUTCOME_WORKING
                                                         : WAY_OUTCOME_CAPACITY;
    }
    if (outcome == WAY_OUTCOME_NO_PATH && agent->algorithm->detours) {
        if (agent->phase == WAYI_ASIDE) { // from the end of what was handed out: not from the start
            wayi_agent_drop_path(agent);
        }
        return wayi_detour_begin(agent) == WAY_STATUS_OK ? WAY_OUTCOME_WORKING
                                                         : WAY_OUTCOME_CAPACITY;
    }
    if (outcome == WAY_OUTCOME_NO_PATH &&
        (agent->knows == WAYI_DRIFTING || agent->knows == WAYI_OUTLIVED)) {
        // Where the space can tell, the goal can be reached: what opened was overlooked.
        if (agent->knows != WAYI_DRIFTING && agent->phase != WAYI_MEND &&
            !agent->space->type->is_reachable) {
            return outcome;
        }
        if (agent->restarts && !(agent->algorithm->info.traits & WAY_TRAIT_REALTIME)) {
            outlive_step_aside(agent);
        } else {
            outlive_start_over(agent);
        }
        return agent->outcome;
    }
    if (outcome == WAY_OUTCOME_NO_PATH) {
        return outlive_begin_mending(agent);
    }
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    if (!outlive_cut(agent) || !outlive_join(agent)) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (agent->rest.count) {
        return outlive_begin_mending(agent);
    }
    outlive_restore_goal(agent);
    agent->unproven = true;
    // Who is told of changes can't go on from here.
    agent->knows = agent->algorithm->change ? WAYI_NOTHING : WAYI_CURRENT;
    agent->cost = wayi_agent_whole_cost(agent);
    return WAY_OUTCOME_FOUND;
}

/// Whether a change concerns where the search starts, or the way there out of blocked ground: what
/// an algorithm takes note of before its first expansion.
static bool outlive_meets_start(const way_agent *agent, const wayi_edits *changes)
{
    const way_map *map = wayi_read_map(agent->space);
    for (uint32_t k = 0; k < agent->lead; k++) {
        const way_cell cell = k + 1 < agent->lead ? agent->path.states[k] : agent->start;
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        for (uint32_t i = 0; i < changes->count; i++) {
            const way_rect rect = changes->rects[i];
            if (x - rect.x < rect.width && y - rect.y < rect.height) {
                return true;
            }
        }
    }
    return false;
}

// Catching up -------------------------------------------------------------------------------------

/// Lets a search that knows too much of the old map go on with it.
static void outlive_drift(way_agent *agent, const wayi_edits *changes)
{
    wayi_agent_doubt(agent, WAYI_DRIFTING);
    if (agent->algorithm->look_again) {
        agent->algorithm->look_again(agent, changes->rects, changes->count);
    }
}

/// While a path is mended its goal may be lost, or the place behind the damage.
static bool outlive_mending_stands(way_agent *agent)
{
    const way_state target = agent->goal.state;
    agent->goal.kind = agent->wish_kind;
    agent->goal.state = agent->wish_state;
    if (wayi_agent_goal_moved(agent, agent->path.states[agent->deep])) {
        outlive_start_over(agent);
        return false;
    }
    wayi_goal_set_one(&agent->goal, target);
    if (!wayi_agent_goal_works(agent, agent->start, target)) {
        const way_outcome outcome = outlive_begin_mending(agent);
        agent->outcome = outcome;
        return false;
    }
    return true;
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
    const bool torn = agent->told.count && outlive_meets_start(agent, changes);
    if (outlive_is_early(agent, total) || total > OUTLIVE_TOLD_MAX || torn ||
        wayi_agent_ground_moved(agent, changes->rects, changes->count)) {
        outlive_start_over(agent);
        return;
    }
    way_cell cells[OUTLIVE_TOLD_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < changes->count; i++) {
        const way_rect rect = changes->rects[i];
        for (uint32_t k = 0; k < rect.width * rect.height; k++) {
            cells[count++] = (rect.y + k / rect.width) * map->width + rect.x + k % rect.width;
        }
    }
    if (wayi_agent_tell(agent, cells, count) != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// Whether the search has read nothing that changed, as far as a part of `*budget` tells; what that
/// takes is taken off.
static bool outlive_has_read_none(way_agent *agent, const wayi_edits *wide, uint32_t *budget)
{
    const wayi_algorithm *algorithm = agent->algorithm;
    if (agent->knows == WAYI_DRIFTING || !algorithm->outlives || outlive_meets_start(agent, wide) ||
        agent->scale != wayi_space_scale(agent->space)) {
        return false;
    }
    const uint64_t allowed = (uint64_t)*budget * WAYI_LOOKS / OUTLIVE_SHARE + OUTLIVE_LEAST;
    uint64_t work = allowed;
    wayi_edits linked = *wide;
    const bool none = wayi_edits_link(agent, &linked, &work) &&
                      algorithm->outlives(agent, linked.rects, linked.count, &work);
    const uint64_t spent = (allowed - work) / WAYI_LOOKS;
    agent->looked += spent;
    *budget = spent < *budget ? *budget - (uint32_t)spent : 1;
    return none;
}

bool wayi_agent_outlives(way_agent *agent, uint32_t *budget)
{
    wayi_edits changes;
    if (!wayi_edits_list(agent, &changes)) {
        return false;
    }
    wayi_edits_widen(agent, &changes);
    return outlive_has_read_none(agent, &changes, budget);
}

/// Whether the trip wants a partial path although there is no way, as its algorithm leaves one.
static bool outlive_seeks(const way_agent *agent)
{
    const wayi_algorithm *algorithm = agent->algorithm;
    return agent->partial && algorithm->seeks_unreachable && algorithm->seeks_unreachable(agent);
}

/// Leaves the rest to a search that outlives edits: the plan is finished, whatever is edited.
static void outlive_step_aside(way_agent *agent)
{
    if (outlive_seeks(agent)) {
        outlive_start_over(agent);
        return;
    }
    outlive_restore_goal(agent);
    wayi_path_buffer_clear(&agent->rest);
    wayi_path_buffer_clear(&agent->told);
    agent->told_next = 0;
    wayi_agent_drop_path(agent);
    agent->unproven = true;
    if (wayi_detour_begin(agent) != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CAPACITY;
    }
}

/// What becomes of a search that has read what changed: once it is repaired or starts again, then
/// it goes on with what it knows if it can, and steps aside if it can't.
static void outlive_read(way_agent *agent, const wayi_edits *changes, const wayi_edits *wide)
{
    if (agent->phase == WAYI_MEND || (agent->restarts && agent->algorithm->look_again)) {
        outlive_drift(agent, wide);
    } else if (agent->restarts) {
        outlive_step_aside(agent);
    } else {
        agent->restarts += agent->stats.expansions > 0;
        if (agent->algorithm->change) {
            outlive_tell(agent, changes);
        } else {
            outlive_start_over(agent);
        }
    }
}

/// Takes note of changes, at the expense of `*budget`.
static void outlive_take_note(way_agent *agent, const wayi_edits *changes, uint32_t *budget)
{
    const wayi_algorithm *algorithm = agent->algorithm;
    wayi_edits wide = *changes;
    if (algorithm->info.traits & WAY_TRAIT_REALTIME) {
        if (algorithm->change) {
            outlive_tell(agent, changes);
        } else {
            outlive_start_over(agent);
        }
        return;
    }
    const bool astray = !wayi_agent_lead_holds(agent);
    if (astray || wayi_agent_ground_moved(agent, changes->rects, changes->count)) {
        if (agent->restarts++ == 0) {
            outlive_start_over(agent);
            return;
        }
        if (astray) {
            outlive_step_aside(agent);
            return;
        }
        // Another way out of blocked ground is sought when there is a path.
        wayi_agent_doubt(agent, WAYI_DRIFTING);
    }
    if (agent->phase == WAYI_MEND) {
        if (!outlive_mending_stands(agent)) {
            return;
        }
    } else if (wayi_agent_goal_moved(agent, agent->path.states[agent->deep])) {
        if (agent->outcome != WAY_OUTCOME_WORKING && agent->deep == 0) {
            wayi_agent_doubt(agent, WAYI_DRIFTING); // nobody tells it what changed
            return;
        }
        agent->restarts++;
        outlive_start_over(agent);
        return;
    }
    wayi_edits_widen(agent, &wide);
    if (outlive_has_read_none(agent, &wide, budget)) {
        wayi_agent_doubt(agent, WAYI_OUTLIVED);
    } else {
        outlive_read(agent, changes, &wide);
    }
}

/// On ground that is no longer what the search needs its stand-in takes the rest of the trip;
/// false if it has none.
static bool outlive_hand_over(way_agent *agent)
{
    if (!agent->home->stand_in || agent->navigator != agent->home) {
        return false;
    }
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    wayi_agent_forget_runs(agent);
    if (wayi_agent_move(agent, agent->home->stand_in) != WAY_STATUS_OK) {
        return false;
    }
    if (!realtime) { // whose moves stay made
        wayi_agent_drop_path(agent);
    }
    agent->outcome = WAY_OUTCOME_WORKING;
    agent->revision = way_space_revision(agent->space);
    return wayi_agent_plan(agent) == WAY_STATUS_OK;
}

uint32_t wayi_agent_catch_up(way_agent *agent, uint32_t budget)
{
    const uint64_t revision = way_space_revision(agent->space);
    const uint32_t traits = agent->algorithm->info.traits;
    if (revision != agent->revision) {
        wayi_edits changes;
        const way_needs needs = agent->algorithm->info.needs;
        const bool suits = (way_space_traits(agent->space) & needs) == needs;
        if (!suits && outlive_hand_over(agent)) {
            return budget;
        }
        if (!(traits & WAY_TRAIT_HANDLES_EDITS) || !suits) {
            agent->outcome = WAY_OUTCOME_STALE;
            return 0;
        }
        if (agent->algorithm->detours) {
            wayi_detour_catch_up(agent, &budget);
        } else if (traits & WAY_TRAIT_PREPARED) { // databases are followed by their searches
            wayi_agent_doubt(agent, WAYI_OUTLIVED);
            agent->unproven |= (traits & WAY_TRAIT_REALTIME) != 0; // by moves on the map as it was
            if (wayi_agent_has_begun(agent) && agent->arrival == WAY_OUTCOME_PARTIAL &&
                wayi_agent_goal_moved(agent, wayi_agent_last(agent))) {
                outlive_start_over(agent);
            }
        } else {
            if (!wayi_edits_list(agent, &changes)) {
                agent->outcome = WAY_OUTCOME_STALE;
                return 0;
            }
            agent->revision = revision;
            if (agent->phase == WAYI_SEEK) {
                if (agent->restarts++ == 0) {
                    outlive_start_over(agent);
                }
            } else if (agent->phase != WAYI_ASIDE) { // where the other search takes note itself
                outlive_take_note(agent, &changes, &budget);
            }
        }
        agent->revision = revision;
    }
    while (agent->phase == WAYI_SEEK && budget && agent->outcome == WAY_OUTCOME_WORKING) {
        budget = wayi_agent_seek(agent, budget);
    }
    return agent->outcome == WAY_OUTCOME_WORKING ? wayi_agent_hand_over(agent, budget) : 0;
}
