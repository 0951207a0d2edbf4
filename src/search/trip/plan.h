// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the phases of a trip work at (plan.c), and what trip.c makes of their events.
#pragma once

#include "search/engine/inner.h"

/// A trip that was planned so often is finished by a search that goes on through edits.
#define WAYI_PLAN_LATE 2u

/// Most expansions of a look-ahead without a database that does not lead.
#define WAYI_PLAN_SIGHT 1600u

/// The agent whose search is in force: its own, or the one that searches in its place.
static inline way_agent *wayi_plan_searcher(way_agent *agent)
{
    return agent->at.phase == WAYI_MEND || agent->at.phase == WAYI_ASIDE ? agent->aside.by->agent
                                                                         : agent;
}

/// Whether the search in its place moves as it goes: those are moves of the trip.
static inline bool wayi_plan_moves(const way_agent *agent)
{
    return agent->at.phase == WAYI_ASIDE && wayi_agent_is_realtime(agent->aside.by->agent);
}

/// Leaves for the goal that was set.
void wayi_plan_set_out(way_agent *agent);

/// Forgets what was planned so far and plans again; moves that were made stay made.
void wayi_plan_again(way_agent *agent);

/// There is no way: plans for the place nearest to a range instead, if the trip allows that.
void wayi_plan_none(way_agent *agent);

/// Plans the rest from where the path ends; from the start if there is no way from there, unless
/// the moves so far were made.
void wayi_plan_on(way_agent *agent);

/// Lets the search in force work: WORKING, FOUND, NO_PATH or CAPACITY.
way_outcome wayi_plan_search(way_agent *agent, uint32_t budget);

/// Takes over the way that was found in its place; false without memory.
bool wayi_plan_take_over(way_agent *agent);

/// The path is complete, but the map has changed: it is cut before its first step that is not legal
/// any more, and a way from there to the next state behind the damage is sought.
void wayi_plan_check(way_agent *agent);

/// Seeks a way to the next state behind the damage; where there is none, it is planned again.
void wayi_plan_around(way_agent *agent);

/// Cuts the path before its first step that is not legal; false if there was none.
bool wayi_plan_cut(way_agent *agent);

/// Leaves nothing of the path but where the agent is.
void wayi_plan_drop(way_agent *agent);

/// Leaves a path to the nearest state that the search in its place knows to lead on.
void wayi_plan_give_up(way_agent *agent);

// Edits (trip_edits.c, outlive.c) -----------------------------------------------------------------

/// More rectangles than this are taken as the one around them.
#define WAYI_EDITS_MAX 256u

/// What changed since the search last knew, as rectangles of cells.
typedef struct wayi_edits {
    way_rect rects[WAYI_EDITS_MAX];
    uint32_t count;
} wayi_edits;

/// Lists what changed since agent->at.revision; false if the space keeps no journal.
bool wayi_edits_list(const way_agent *agent, wayi_edits *changes);

/// Adds what links join to all rectangles; false if that would take more than `*work` looks at
/// cells.
bool wayi_edits_link(const way_agent *agent, wayi_edits *changes, uint64_t *work);

/// Makes rectangles hold all cells whose steps changed, but for those that links join.
void wayi_edits_widen(const way_agent *agent, wayi_edits *changes);

/// What the map's changes since agent->at.revision are to the trip, and which cells they are of, at
/// the expense of `*budget`.
wayi_event wayi_outlive_edit(way_agent *agent, wayi_edits *changes, uint32_t *budget);

/// What becomes of the algorithm's own search that has read what changed: it begins again or is
/// told, once; then it drifts, or leaves the rest to one that can.
void wayi_outlive_read(way_agent *agent, const wayi_edits *changes);

/// Lets the search in force go on with what it knows; it looks again at what changed.
void wayi_outlive_drift(way_agent *agent, const wayi_edits *changes);

/// Keeps states that the algorithm is to be told of before it goes on.
way_status wayi_outlive_note(way_agent *agent, const way_state *states, uint32_t count);
