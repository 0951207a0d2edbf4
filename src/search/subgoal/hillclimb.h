// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hill climbing on a uniform grid: the one mover of the subgoal databases, off-line and on-line.
//
// From s towards t take the legal step to the n that minimises c(s, n) + h(n, t); of equals the one
// with the larger c, then the first in the fixed order of directions. If h(n, t) is not below
// h(s, t) the climb is stuck. h falls with every step, so a climb ends and never meets a cell
// twice; the rule knows nothing but the map, so what was checked off-line happens on-line.
// Reaching is neither symmetric nor monotone along a path: only what was climbed counts as
// climbable.
#pragma once

#include "space/grid.h"

/// Instead of a direction: no step leads closer.
#define WAYI_CLIMB_STUCK 8u

/// The rule for a set of legal steps and the way to go; used where the obvious step is not open.
uint32_t wayi_climb_choose(const way_map *map, uint32_t moves, int32_t dx, int32_t dy);

/// The direction that points at a target, by the signs of dx and dy.
static const uint8_t wayi_climb_toward[9] = {WAYI_NORTH_WEST, WAYI_NORTH,       WAYI_NORTH_EAST,
                                             WAYI_WEST,       WAYI_CLIMB_STUCK, WAYI_EAST,
                                             WAYI_SOUTH_WEST, WAYI_SOUTH,       WAYI_SOUTH_EAST};

/// The direction of the climb at (x, y) towards (x + dx, y + dy), which is another cell.
static inline uint32_t wayi_climb_direction(const wayi_grid *grid, uint32_t x, uint32_t y,
                                            int32_t dx, int32_t dy)
{
    const way_map *map = grid->map;
    const uint32_t moves = map->moves[wayi_layer_around(map, grid->layer, x, y)];
    // With dearer diagonals the step straight at the target has no rival: its f is h itself, and
    // among equals it is the dearest.
    if (map->costs.diagonal > map->costs.cardinal && map->neighbours == WAY_NEIGHBOURS_8) {
        const int32_t column = (dx > 0) - (dx < 0);
        const int32_t row = (dy > 0) - (dy < 0);
        const uint32_t toward = wayi_climb_toward[(row + 1) * 3 + column + 1];
        if (moves >> toward & 1u) {
            return toward;
        }
    }
    return wayi_climb_choose(map, moves, dx, dy);
}

/// The direction of the climb from a cell towards another one.
uint32_t wayi_climb_next(const wayi_grid *grid, way_cell from, way_cell to);

/// A climb in progress, to be done in slices.
typedef struct wayi_climb {
    uint32_t x, y;
    int32_t dx, dy; ///< what is left to the target
    way_cost cost;  ///< so far
} wayi_climb;

/// The cells that a climb came across.
typedef struct wayi_climb_box {
    uint16_t left, top, right, bottom; ///< inclusive; left > right = none
} wayi_climb_box;

wayi_climb wayi_climb_begin(const wayi_grid *grid, way_cell from, way_cell to);

static inline bool wayi_climb_is_there(const wayi_climb *climb)
{
    return climb->dx == 0 && climb->dy == 0;
}

/// Climbs on for up to `*steps` steps and takes those made off it. False if stuck; there is more
/// to do if true and not there.
bool wayi_climb_run(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps);

/// Whether `to` is reached from `from` in at most `steps` steps. `cost` [opt] gets that of the
/// climb.
bool wayi_climb_reaches(const wayi_grid *grid, way_cell from, way_cell to, uint32_t steps,
                        way_cost *cost);

/// The same without limit; adds the cells met to a box.
bool wayi_climb_traces(const wayi_grid *grid, way_cell from, way_cell to, way_cost *cost,
                       wayi_climb_box *box);

/// A box around nothing.
static inline wayi_climb_box wayi_climb_box_none(void)
{
    return (wayi_climb_box){UINT16_MAX, UINT16_MAX, 0, 0};
}

/// Compresses a path of `count` >= 1 cells into subgoals, ends excluded: each is reached by
/// climbing from the one before (the first from the path's start, the path's end from the last).
/// Writes at most count - 2 and returns how many; `cost` gets that of walking all climbs. Only
/// climbs that were made are trusted.
uint32_t wayi_climb_compress(const wayi_grid *grid, const way_cell *path, uint32_t count,
                             way_cell *subgoals, way_cost *cost);
