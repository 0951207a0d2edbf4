// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Optimal ways on a map that is no longer the one that the index was made for: A* over the subgoals
// of the map as it is. Edges of vertices that no change touched are those of the index; all others
// are looked for on the board. Where walls are all that is new, old labels lead: no way costs less
// than it did. Else the open distance does, and where nobody has told the index of the changes yet,
// all edges are looked for.
#pragma once

#include "search/beacon/change/stale.h"

/// A cell on the way.
typedef struct wayi_beacon_spot {
    wayi_reach cell;   ///< cost: from the start
    way_cost estimate; ///< of the cost to go
    way_cost last;     ///< from here to the goal itself; WAY_COST_MAX = it is not in reach
    uint32_t parent;   ///< spot
    uint32_t heap;     ///< place in the heap; NONE = not in it
    uint32_t stamp;    ///< of the question it belongs to
} wayi_beacon_spot;

typedef struct wayi_beacon_detour {
    const wayi_beacon_index *index; ///< NULL = nobody knows what changed
    const wayi_beacon_stale *stale;
    wayi_board now;
    wayi_reach from, to;
    wayi_beacon_spot *spots; ///< [capacity] by hash of the cell
    uint32_t *heap;          ///< [capacity]
    uint32_t *route;         ///< [capacity] spots of the answer, from the goal back
    uint32_t capacity;       ///< a power of two
    uint32_t heap_count;
    uint32_t route_count;
    uint32_t stamp;
    uint32_t used;
    bool plain;    ///< the open distance leads
    uint32_t best; ///< spot from which the goal was reached; NONE = none yet
    way_cost best_cost;
    wayi_beacon_sums sums; ///< of the goal, on the old board
    wayi_reach *list;      ///< [list_count] scratch for two lists
    uint32_t list_count;
    way_allocator allocator;
} wayi_beacon_detour;

void wayi_beacon_detour_init(wayi_beacon_detour *detour, const way_allocator *allocator);
void wayi_beacon_detour_fini(wayi_beacon_detour *detour);

/// A question about a map that changed.
typedef struct wayi_beacon_change {
    const wayi_beacon_stale *stale; ///< NULL = nobody knows what changed
    wayi_board now;
    wayi_reach from, to;
} wayi_beacon_change;

/// Makes room for a question; false without memory.
bool wayi_beacon_detour_begin(wayi_beacon_detour *detour, const wayi_beacon_change *change);

/// Starts the search: what the goal reaches, and what old labels say about it.
void wayi_beacon_detour_start(wayi_beacon_detour *detour);

/// Expands one spot; false when the answer is there: `best` NONE = no way. Else the route is.
bool wayi_beacon_detour_step(wayi_beacon_detour *detour);
