// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances that were true once are still none too long where nothing but walls has come since.
// This finds out, from what somebody wrote down of each cell and by a look at the changed ones.
#pragma once

#include "space/grid.h"

/// What was found on a map, as far as walls are concerned.
typedef struct wayi_walls_only {
    const uint32_t *cells; ///< WAY_COST_MAX where nobody could stand
    uint32_t stride;       ///< numbers for each cell, of which the first counts
    uint32_t weight;       ///< the least one
} wayi_walls_only;

/// Whether changes made no way shorter, found out by a look at no more than `area` cells.
bool wayi_walls_only_survive(const wayi_walls_only *known, const way_space *ground,
                             const way_rect *rects, uint32_t count, uint64_t area);

/// The same of all changes since a revision, by a short look.
bool wayi_walls_only_since(const wayi_walls_only *known, const way_space *ground,
                           uint64_t revision);
