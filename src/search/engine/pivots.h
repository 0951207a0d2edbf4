// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Differential estimates: true distances of every cell to a few far places, the pivots. By the
// triangle inequality two cells are at least as far apart as their distances to any pivot differ.
// That is admissible and consistent where steps cost the same both ways.
//
// Edits: a wall, or anything that makes ways longer, leaves all of this true, for distances of the
// old map are no larger than those of the new one. Where ground opens, nothing is said until the
// distances have been found again, in slices.
//
// Sturtevant, Felner, Barrer, Schaeffer, Burch: Memory-Based Heuristics for Explicit State Spaces,
// 2009.
#pragma once

#include "base/job.h"
#include "search/trip/goal.h"
#include "space/grid.h"

#include <waymark/field.h>

#define WAYI_PIVOTS 8u

typedef struct wayi_pivots {
    way_space *ground; ///< borrowed: a grid
    way_field *field;
    way_cost *distances; ///< [cells * WAYI_PIVOTS] those of a cell side by side
    uint32_t cells;
    uint32_t made;     ///< pivots whose distances are whole
    uint32_t cursor;   ///< cell that is looked at next
    uint32_t phase;    ///< of the work on the next one
    uint32_t votes;    ///< for the component of `place`
    way_cell place;    ///< the next pivot
    way_cell farthest; ///< from all pivots so far, of the cells that were looked at
    way_cost distance; ///< of that
    uint32_t rounds;   ///< times that all was found
    uint64_t revision; ///< of the map that the distances hold for
    uint32_t weight;   ///< least one of that map
    bool whole;        ///< nothing is left to do
} wayi_pivots;

/// Makes room and finds all distances; the ground is a grid. NO_MEMORY, CANCELLED. `close` copes
/// with a half-filled one.
way_status wayi_pivots_open(wayi_pivots *pivots, way_space *ground, const way_job *job);
void wayi_pivots_close(wayi_pivots *pivots);

/// Takes note of changed rectangles and works for up to `budget` expansions, of which it tells how
/// many were done.
way_status wayi_pivots_repair(wayi_pivots *pivots, const way_rect *rects, uint32_t count,
                              uint32_t *budget);

/// Whether the distances hold on the map as it is: as far as a short look at what changed tells.
bool wayi_pivots_hold(const wayi_pivots *pivots);

/// No more than the way between two cells costs; 0 where nothing is known.
static inline way_cost wayi_pivots_between(const wayi_pivots *pivots, way_cell a, way_cell b)
{
    const way_cost *from = pivots->distances + (size_t)a * WAYI_PIVOTS;
    const way_cost *to = pivots->distances + (size_t)b * WAYI_PIVOTS;
    way_cost most = 0;
    if (from[0] >= WAY_COST_MAX - 1 || to[0] >= WAY_COST_MAX - 1) {
        return 0;
    }
    for (uint32_t i = 0; i < WAYI_PIVOTS; i++) {
        const way_cost apart = from[i] > to[i] ? from[i] - to[i] : to[i] - from[i];
        most = apart > most ? apart : most;
    }
    return most;
}
