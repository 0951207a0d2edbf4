// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Vertices whose edges a change may have touched: those that a look from the rim of a changed
// rectangle finds, on the old board or on the new one. An edge that passes the rectangle comes in
// over its rim. Found in pieces.
#pragma once

#include "search/beacon/change/stale.h"

typedef struct wayi_beacon_touched {
    const wayi_beacon_index *index; ///< the old one
    wayi_board now;                 ///< the new board
    wayi_beacon_rects pending;      ///< changed rectangles around which nobody has looked
    uint32_t rim;   ///< rows of the first of them that were marked, and looks from its rim, two
                    ///< from each cell
    uint8_t *marks; ///< [vertex_count] 1 = touched
    uint32_t mark_count; ///< room: the index may be gone before this is
    uint32_t wiped;      ///< of those
    wayi_reach *list;    ///< [list_count] scratch
    uint32_t list_count;
    way_allocator allocator;
} wayi_beacon_touched;

/// False without memory; fini copes. What changed is for the caller to list.
bool wayi_beacon_touched_init(wayi_beacon_touched *touched, const wayi_beacon_index *index,
                              const wayi_board *now, const way_allocator *allocator);
void wayi_beacon_touched_fini(wayi_beacon_touched *touched);

/// Looks from one cell of the rim of what changed, on one board. Returns about how many expansions
/// that was, 0 if there is nothing left to look at.
uint32_t wayi_beacon_touched_look(wayi_beacon_touched *touched);
