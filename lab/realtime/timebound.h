// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search that TBA* and TBAA* share: one A* from a root, sliced over the moves, while the agent
// follows the way to the most promising state that was known when it was last traced back.
//
// A trace notes as it goes where it leads from each state, in one of two tables, so that a finished
// way can be followed while the next one is being traced. An agent that finds itself beside the new
// way backs up along its own parents until it meets it, at the root at the latest.
//
// Where steps can't be taken back, or when told so, it starts a new search from where it is
// instead; then the states that the old one expanded learn h = F - g when they are next met, where
// F is the most that the open list has proven the way from the root to cost (Adaptive A*).
// Estimates only rise, stay below the truth, and are consistent where they were.
//
// Why it arrives: the root's estimate rises to F at least, and that can happen only finitely often.
// With consistent estimates a restart that teaches nothing leaves the agent where its estimate is
// lower than at the old root by what it has walked: that can't go on for ever. Where estimates are
// not consistent it may be otherwise; an agent that starts a search where it started one before,
// with no root's estimate raised since, becomes cautious until there is one: it walks to the most
// promising state t of the first slice, where h(t) + g(t) <= F, before it searches again.
#pragma once

#include "core/calendar.h"
#include "search/engine/retrace.h"
#include "search/realtime/survey.h"
#include "search/trip/algorithm.h"
#include "space/ground.h"

typedef struct wayi_timebound_config {
    uint32_t slice;   ///< expansions per move
    uint64_t tracing; ///< states traced per move
    bool restarts;    ///< search again rather than back up
    bool learns;      ///< may search again: nodes of cells are wide, too
} wayi_timebound_config;

/// What the search knows of a state. Small, as most of its time goes into waiting for these.
/// All that there is of a cell of a map if there is but one search.
typedef struct wayi_timebound_node {
    uint32_t stamp;
    way_cost g;
} wayi_timebound_node;

typedef struct wayi_timebound_wide {
    wayi_timebound_node node;
    way_cost h;
    way_state parent;
    uint32_t search; ///< twice the number of the one that this is of, plus 1 once expanded
} wayi_timebound_wide;

/// What else is kept of a state that was met, with restarts.
typedef struct wayi_timebound_mark {
    uint32_t stamp;
    uint32_t survey; ///< mark
    uint32_t stood;  ///< last search that started here
} wayi_timebound_mark;

typedef struct wayi_timebound {
    wayi_timebound_config config;
    wayi_nodes nodes;
    wayi_retrace trail;        ///< if nodes are not wide
    wayi_nodes marks;          ///< if they are
    wayi_hash_table onward[2]; ///< where the newest trace, and the one before, lead from a state
    wayi_calendar open;
    wayi_heap_item next;     ///< taken from the open list,
    bool held;               ///< and not yet expanded
    wayi_ground_aim aim;     ///< for the step under way; flat with one goal only
    wayi_path_buffer limits; ///< F of every search that is over
    way_cost floor;          ///< the most that the open list of this search has proven
    wayi_survey survey;      ///< with restarts
    uint32_t search;         ///< number of the one under way
    way_state root;          ///< where it started
    uint32_t raised;         ///< last search that raised the estimate of its root
    bool cautious;           ///< a search started where one did before, and nothing was learned
    uint32_t expanded;       ///< in this slice
    uint32_t trace;          ///< number of the newest trace; its table is its lowest bit
    uint32_t follow;         ///< number of the finished trace that is followed; 0 = none
    way_state tracing;       ///< where the running trace is, or WAY_STATE_NONE
    way_state goal;          ///< once it was expanded
    bool final;              ///< the way to the goal is being followed
    bool final_trace;        ///< the running trace is that of the goal
} wayi_timebound;

/// How the work per move is shared out among expansions and tracing: the latter is never less than
/// what the first slice can need, so that the agent moves from the start.
wayi_timebound_config wayi_timebound_share(uint32_t lookahead, uint32_t share, uint32_t ratio);

way_status wayi_timebound_init(wayi_timebound *bound, const wayi_timebound_config *config,
                               const way_agent *agent);
void wayi_timebound_fini(wayi_timebound *bound);

/// Forgets everything and starts a search at a state; false without memory.
bool wayi_timebound_begin(way_agent *agent, wayi_timebound *bound, way_state root);

/// Starts a new search at a state with what the old one has taught; false without memory.
bool wayi_timebound_restart(way_agent *agent, wayi_timebound *bound, way_state root);

/// What a state is believed to be from the goal, with what the searches that are over have taught.
way_cost wayi_timebound_estimate(const way_agent *agent, const wayi_timebound *bound,
                                 way_state state);

/// Searches for up to `budget` expansions and, once a slice is complete, moves on. As the `step` of
/// an algorithm.
way_outcome wayi_timebound_step(way_agent *agent, wayi_timebound *bound, uint32_t budget);
