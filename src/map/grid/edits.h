// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The journal of a map: what one call changed, as rectangles of one revision.
#pragma once

#include "map/grid/map.h"

/// The rectangle round two, of which the first may be empty.
static inline way_rect wayi_bounds_join(way_rect a, way_rect b)
{
    return a.width ? wayi_rect_join(a, b) : b;
}

/// Changes of one call so far; zero to begin with.
typedef struct wayi_batch {
    uint32_t entries;
    way_rect bounds;
} wayi_batch;

/// Divides a map of one floor whose rows these floors make up, as one edit.
void wayi_map_divide(way_map *map, const way_floors *floors);

/// Notes a rectangle; an empty one is nothing.
void wayi_batch_add(way_map *map, wayi_batch *batch, way_rect changed);

/// Closes the revision, if anything changed.
void wayi_batch_end(way_map *map, const wayi_batch *batch);
