// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hill climbing on a grid: the one mover of the subgoal databases, off-line and on-line.
//
// From s towards t take the legal step to the n that minimises c(s, n) + h(n, t); of equals the one
// with the larger c, then the first in the fixed order of directions. If h(n, t) is not below
// h(s, t) the climb is stuck. h falls with every step, so a climb ends and never meets a cell
// twice; the rule knows nothing but the map, so what was checked off-line happens on-line.
// Reaching is neither symmetric nor monotone along a path: only what was climbed counts as
// climbable. Weights do not enter into the rule, but into what a climb costs.
#pragma once

#include "search/engine/confined.h"

/// Instead of a direction: no step leads closer.
#define WAYI_CLIMB_STUCK 8u

/// The rule for a set of legal steps and the way to go; used where the obvious step is not open.
uint32_t wayi_climb_choose(const way_map *map, uint32_t moves, int32_t dx, int32_t dy);

/// The direction that points at a target, by the signs of dx and dy.
static const uint8_t wayi_climb_toward[9] = {WAYI_NORTH_WEST, WAYI_NORTH,       WAYI_NORTH_EAST,
                                             WAYI_WEST,       WAYI_CLIMB_STUCK, WAYI_EAST,
                                             WAYI_SOUTH_WEST, WAYI_SOUTH,       WAYI_SOUTH_EAST};

/// Whether the step straight at a target has no rival where it is open: with costlier diagonals its
/// f is h itself, and among equals it is the costliest.
static inline bool wayi_climb_is_straight(const way_map *map)
{
    return map->costs.diagonal > map->costs.cardinal && map->neighbours == WAY_NEIGHBOURS_8;
}

/// The direction straight at (dx, dy).
static inline uint32_t wayi_climb_aim(int32_t dx, int32_t dy)
{
    const int32_t column = (dx > 0) - (dx < 0);
    const int32_t row = (dy > 0) - (dy < 0);
    return wayi_climb_toward[(row + 1) * 3 + column + 1];
}

/// The direction of the climb at (x, y) towards (x + dx, y + dy), which is another cell.
static inline uint32_t wayi_climb_direction(const wayi_grid *grid, uint32_t x, uint32_t y,
                                            int32_t dx, int32_t dy)
{
    const way_map *map = grid->map;
    const uint32_t moves = map->moves[wayi_layer_around(map, grid->layer, x, y)];
    if (wayi_climb_is_straight(map)) {
        const uint32_t toward = wayi_climb_aim(dx, dy);
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

wayi_climb wayi_climb_begin(const wayi_grid *grid, way_cell from, way_cell to);

/// How many steps in the direction of the target come before that direction changes.
static inline uint32_t wayi_climb_straight_steps(const wayi_climb *climb)
{
    const uint32_t across = (uint32_t)(climb->dx < 0 ? -climb->dx : climb->dx);
    const uint32_t along = (uint32_t)(climb->dy < 0 ? -climb->dy : climb->dy);
    const uint32_t less = across < along ? across : along;
    return less ? less : across + along;
}

/// The number of steps that are left if nothing is in the way.
static inline uint32_t wayi_climb_least_steps(const wayi_climb *climb)
{
    const uint32_t across = (uint32_t)(climb->dx < 0 ? -climb->dx : climb->dx);
    const uint32_t along = (uint32_t)(climb->dy < 0 ? -climb->dy : climb->dy);
    return across > along ? across : along;
}

/// Makes `count` steps in a direction; the cost is left alone.
static inline void wayi_climb_shift(wayi_climb *climb, uint32_t direction, uint32_t count)
{
    const int32_t right = wayi_direction_x[direction] * (int32_t)count;
    const int32_t down = wayi_direction_y[direction] * (int32_t)count;
    climb->x = (uint32_t)((int32_t)climb->x + right);
    climb->y = (uint32_t)((int32_t)climb->y + down);
    climb->dx -= right;
    climb->dy -= down;
}

static inline bool wayi_climb_is_there(const wayi_climb *climb)
{
    return climb->dx == 0 && climb->dy == 0;
}

/// Climbs on for up to `*steps` steps and takes those made off it. False if stuck; there is more
/// to do if true and not there.
bool wayi_climb_run(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps);

/// The same; writes the cells that the steps lead to, up to *steps of them.
bool wayi_climb_record(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps, way_cell *cells);

/// Whether `to` is reached from `from` in at most `steps` steps. `cost` [opt] gets that of the
/// climb.
bool wayi_climb_reaches(const wayi_grid *grid, way_cell from, way_cell to, uint32_t steps,
                        way_cost *cost);

/// Compresses a path of `count` >= 1 cells into subgoals, ends excluded: each is reached by
/// climbing from the one before (the first from the path's start, the path's end from the last).
/// Writes at most count - 2 and returns how many; `cost` gets that of walking all climbs. Only
/// climbs that were made are trusted. `search` [opt] is what found the path.
uint32_t wayi_climb_compress(const wayi_grid *grid, const wayi_confined *search,
                             const way_cell *path, uint32_t count, way_cell *subgoals,
                             way_cost *cost);
