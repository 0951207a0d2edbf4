// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where units leave blocked ground that they are deep inside of: those of trips and of worlds.
#pragma once

#include "search/trip/goal.h"

/// Who leaves blocked ground, and what for.
typedef struct wayi_leaver {
    way_space *space; ///< of a map
    const wayi_goal *goal;
    way_edge *edges; ///< [space->degree_max] scratch
    way_state home;  ///< where it may stay though that is blocked; or WAY_STATE_NONE
} wayi_leaver;

typedef struct wayi_way_out {
    way_cell cell;   ///< WAY_CELL_NONE = there is none within 64 cells
    uint32_t rings;  ///< how far around cells were looked at that may change it
    bool clear;      ///< the walk there leads over blocked ground alone
    uint64_t looked; ///< as much work as so many expansions
} wayi_way_out;

/// The nearest cell (then the lowest) where the unit can stand and that a goal can be reached from,
/// if there is one by a clear walk; else by any; without such a cell the nearest place to stand.
wayi_way_out wayi_leave_exit(const wayi_leaver *unit, way_cell from);
