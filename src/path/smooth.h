// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the ways of smoothing share.
#pragma once

#include "core/hash_table.h"
#include "map/sight/line.h"

#include <waymark/path.h>

/// A path under the knife.
typedef struct wayi_smoother {
    const way_map *map;
    const wayi_layer *layer;
    uint32_t reach;  ///< UINT32_MAX = no limit
    way_cell *cells; ///< [count]
    uint32_t count;
    uint64_t *costs; ///< [count] from the first cell on, before anything was changed; for
                     ///< wayi_smooth_any_angle what the ground weighs along the way instead
    uint64_t looked; ///< cells of straight ways that were tried, at most
    way_allocator allocator;
} wayi_smoother;

/// What wayi_smooth_any_angle measures a way over weights by: a step over a cell of weight 1.
#define WAYI_SMOOTH_STRAIGHT 408u
#define WAYI_SMOOTH_DIAGONAL 577u

/// How many steps a path makes from deep inside blocked ground, over courtyards too, before it gets
/// out of it.
uint32_t wayi_smooth_leaving(const way_map *map, const wayi_layer *layer, const way_cell *cells,
                             uint32_t count);

/// Each gives the new number of cells; 0 without memory, and then nothing has changed.
uint32_t wayi_smooth_rays(wayi_smoother *smoother);
uint32_t wayi_smooth_pull(wayi_smoother *smoother);
uint32_t wayi_smooth_any_angle(wayi_smoother *smoother);
