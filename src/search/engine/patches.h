// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which steps lead on from a cell of weighted ground. Of the ways between two cells that cost the
// same a search needs only one. After a step onto a cell those steps are left out for which its
// eight neighbours show another way from where the step began, past the cell, that is cheaper, or
// as cheap with a last step of higher rank: down or up a column, then along a row, then diagonal.
// Each cell is still reached at its least cost: of the last steps of its best ways those of the
// highest rank are never left out, whichever way was found to the cell before it.
//
// The answer depends on nine weights and a direction, and is remembered by them.
//
// Carlson, Moghadam, Harabor, Stuckey, Ebrahimi: Optimal Pathfinding on Weighted Grid Maps, 2023.
#pragma once

#include "space/grid.h"

/// How many patches are remembered: each has one place, where a newer one takes it.
#define WAYI_PATCHES_SHIFT 12u
#define WAYI_PATCHES (1u << WAYI_PATCHES_SHIFT)

typedef struct wayi_patch {
    uint64_t eight; ///< weights of the nine, row by row, a byte each
    uint8_t ninth;
    uint8_t known; ///< arrivals of which is known
    uint8_t onward[WAYI_DIRECTIONS];
} wayi_patch;

/// A step from a neighbour of a cell to another one.
typedef struct wayi_patch_step {
    uint32_t to;
    uint32_t needed; ///< a set of neighbours, all of which must be passable
    way_cost cost;   ///< over weight 1
    uint32_t rank;   ///< lower for a higher one
} wayi_patch_step;

typedef struct wayi_patches {
    const way_map *map;
    const wayi_layer *layer;
    wayi_patch_step steps[WAYI_DIRECTIONS][4]; ///< past the cell, by the neighbour left
    uint32_t counts[WAYI_DIRECTIONS];          ///< of those
    wayi_patch *items;
    way_allocator allocator;
} wayi_patches;

way_status wayi_patches_init(wayi_patches *patches, const wayi_grid *grid,
                             const way_allocator *allocator);
void wayi_patches_fini(wayi_patches *patches);

/// The directions in which (x, y) is left after a step in the direction `arrival` led there.
uint32_t wayi_patches_onward(wayi_patches *patches, uint32_t x, uint32_t y, uint32_t arrival);
