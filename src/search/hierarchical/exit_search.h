// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// From the goal over exits to the start: what is left to go at each exit that was met, and the
// route of sectors and exits that it costs least to take. Around both ends a search inside their
// sector tells what the exits are away.
#pragma once

#include "core/nodes.h"
#include "core/open_list.h"
#include "search/frame/algorithm.h"
#include "search/engine/confined.h"
#include "search/hierarchical/exits.h"

typedef enum wayi_exit_stage {
    WAYI_EXIT_GOAL,  ///< looks for the exits around the goal
    WAYI_EXIT_START, ///< for those around the start
    WAYI_EXIT_LINKS  ///< for the way from those to these
} wayi_exit_stage;

/// An exit of the route, or the goal, as seen from a sector before it.
typedef struct wayi_exit_gate {
    uint32_t x, y;
    way_cost cost; ///< what is left from there
    uint32_t next; ///< another one of the sector + 1; 0 = none
} wayi_exit_gate;

/// One end of the way.
typedef struct wayi_exit_end {
    way_cell cell;
    uint32_t x, y;
    uint32_t sector;
    bool is_line;                      ///< it is an exit itself, and the next is unused
    way_cost costs[WAYI_EXITS_PLACES]; ///< from or to the exits of its sector
} wayi_exit_end;

typedef struct wayi_exit_search {
    const wayi_exits *exits;
    wayi_nodes sectors; ///< those with an exit that was met
    wayi_open_list open;
    wayi_confined inside;
    wayi_exit_stage stage;
    wayi_exit_end start, goal;
    uint32_t weight; ///< of the estimate, in thousandths
    way_cost best;   ///< cost of the best way so far
    way_cell first;  ///< exit where it begins; WAY_CELL_NONE = it stays inside
    wayi_exit_gate *gates;
    uint32_t gate_count;
    uint32_t gate_capacity;
    bool full; ///< memory or capacity ran out
} wayi_exit_search;

/// On failure `fini` is fine. NO_MEMORY.
way_status wayi_exit_search_init(wayi_exit_search *search, const way_agent *agent, uint32_t weight);
void wayi_exit_search_fini(wayi_exit_search *search);
size_t wayi_exit_search_bytes(const wayi_exit_search *search);

/// Starts on the agent's trip.
void wayi_exit_search_begin(wayi_exit_search *search, const way_agent *agent);

/// Expands up to *budget cells and exits. ARRIVED: the route is known; it costs at most `weight`
/// times the best. MOVING, NO_PATH, CAPACITY.
way_outcome wayi_exit_search_step(wayi_exit_search *search, way_agent *agent, uint32_t *budget);

/// What is left from a cell by way of the route's next exit, at least; nowhere on the route more
/// than the rest of it. WAY_COST_MAX off the route's sectors.
way_cost wayi_exit_search_left(const wayi_exit_search *search, way_cell cell);
