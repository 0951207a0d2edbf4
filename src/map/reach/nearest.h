// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search for the nearest reachable cell, a slice at a time.
#pragma once

#include "map/grid/map.h"

/// Where a search stands.
typedef struct wayi_nearest {
    way_cell goal;
    uint32_t radius;   ///< of the ring of sectors under way
    uint32_t index;    ///< of the next sector in it
    way_cell best;     ///< so far, or WAY_CELL_NONE
    uint64_t distance; ///< of that, in cost units over weight 1
} wayi_nearest;

/// Begins one for the cell nearest to a goal.
static inline wayi_nearest wayi_nearest_begin(way_cell goal)
{
    return (wayi_nearest){.goal = goal, .best = WAY_CELL_NONE, .distance = UINT64_MAX};
}

/// Goes on for about `*looks` looks at cells, which are taken off, among what can be reached from a
/// cell now; true when `best` is the answer.
bool wayi_nearest_step(const way_map *map, const wayi_layer *layer, way_cell from,
                       wayi_nearest *nearest, uint64_t *looks);
