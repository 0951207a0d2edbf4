// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an agent of SGA* remembers, and the rival that keeps it within three times the work of A*.
#pragma once

#include "core/hash_table.h"
#include "map/line.h"
#include "search/best_first.h"
#include "search/inner.h"
#include "space/grid.h"

typedef enum wayi_sgastar_phase {
    WAYI_SGASTAR_DRAW,   ///< next: a line from one end to the other
    WAYI_SGASTAR_REFINE, ///< a search round an obstacle is under way
    WAYI_SGASTAR_JOINED, ///< both ends have met
    WAYI_SGASTAR_FAILED, ///< they can't meet
    WAYI_SGASTAR_FULL    ///< no memory
} wayi_sgastar_phase;

enum { WAYI_SGASTAR_HEAD, WAYI_SGASTAR_TAIL };

/// Plain A* over the whole trip, run beside the refinements (see sgastar_rival.c).
typedef struct wayi_sgastar_rival {
    wayi_best_first search;
    wayi_goal goal;
    uint64_t expansions;
    uint64_t least; ///< expansions, and states remembered, that A* can't do without
    uint32_t due;   ///< expansions until the refinement has its turn again
    bool enabled;   ///< of the agent
    bool on;        ///< of this trip
    bool begun;
} wayi_sgastar_rival;

typedef struct wayi_sgastar {
    wayi_inner solver;        ///< what goes round obstacles
    wayi_inner plain;         ///< A*, for a map that the solver does not suit; opened when needed
    wayi_inner *refiner;      ///< the one of the two at work
    wayi_path_buffer ways[2]; ///< from the start, and from the goal
    wayi_hash_table places;   ///< scratch: where a cell is last on a path
    wayi_line line;           ///< the reference line under way
    bool drawn;               ///< it can go on; always false but in variant 1
    way_cell sub;             ///< the sub-goal of the refinement under way
    uint32_t side;            ///< whose turn it is
    wayi_sgastar_phase phase;
    uint32_t nearest;        ///< steps between both ends, the least so far
    uint32_t stalled;        ///< rounds since then
    bool stand_in;           ///< the goal can't be reached; the tail begins as near as possible
    uint32_t stand_ins_left; ///< how often it may be replaced
    uint64_t refined;        ///< expansions in refinements since the rival was reset
    uint32_t turn;           ///< expansions until the rival may have its turn
    uint32_t states_max;     ///< remembered at once on this trip
    wayi_sgastar_rival rival;
} wayi_sgastar;

/// Lays the way from the goal behind the one from the start; false without memory.
bool wayi_sgastar_concatenate(wayi_sgastar *memory);

/// Cuts loops out of the way from the start: after each cell it goes on where the cell is last on
/// it. False without memory.
bool wayi_sgastar_remove_loops(wayi_sgastar *memory);

/// For an agent whose memory is a wayi_sgastar.
way_status wayi_sgastar_rival_create(way_agent *agent);
void wayi_sgastar_rival_destroy(wayi_sgastar_rival *rival);
size_t wayi_sgastar_rival_bytes(const wayi_sgastar_rival *rival);

/// Starts anew for the trip agent->start -> agent->goal: nothing is spent until it is needed.
void wayi_sgastar_rival_reset(way_agent *agent);

/// How many expansions the rival's next turn has.
uint32_t wayi_sgastar_rival_turn(const wayi_sgastar_rival *rival);

/// How many expansions the refinement under way may do before the rival has its turn.
uint32_t wayi_sgastar_rival_credit(const wayi_sgastar *memory);

/// The rival's turn, for up to *budget expansions, which are taken off it. ARRIVED: it found the
/// whole way. CAPACITY: no memory. MOVING otherwise; at its own limit, or without a way, it leaves
/// the trip to the refinements.
way_outcome wayi_sgastar_rival_step(way_agent *agent, uint32_t *budget);

/// Whether the rival knows a best way to the cell.
bool wayi_sgastar_rival_knows(const wayi_sgastar *memory, way_cell cell);
