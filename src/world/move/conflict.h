// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether two simultaneous moves come too near. Bodies are squares of (size - 1/2) cells in the
// middle of their footprint and go in straight lines; they may touch, but not overlap. All times
// at which sides meet are quarters of the tick, so the test is exact.
#pragma once

#include "map/grid/directions.h"

#include <waymark/map.h>

/// Two moves: `a` starts at the origin, `b` at (x, y); WAYI_DIRECTIONS is no move.
typedef struct wayi_encounter {
    int x, y;
    uint32_t a, b;
    int a_size, b_size;
} wayi_encounter;

static inline int wayi_move_x(uint32_t dir)
{
    return dir < WAYI_DIRECTIONS ? wayi_direction_x[dir] : 0;
}

static inline int wayi_move_y(uint32_t dir)
{
    return dir < WAYI_DIRECTIONS ? wayi_direction_y[dir] : 0;
}

/// Narrows the quarters of a tick in which the bodies overlap on one axis; false if they never do.
static inline bool wayi_conflict_axis(int p, int v, int a_size, int b_size, int *from, int *to)
{
    const int low = -2 * (b_size - 1) - 1; // in half cells
    const int high = 2 * (a_size - 1) + 1;
    if (v == 0) {
        return 2 * p > low && 2 * p < high;
    }
    const int one = (low - 2 * p) * 2 / v; // exact: v is 1 or 2
    const int two = (high - 2 * p) * 2 / v;
    const int first = one < two ? one : two;
    const int last = one < two ? two : one;
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
    return *from < *to;
}

static inline bool wayi_conflict(way_neighbours neighbours, wayi_encounter e)
{
    const int vx = wayi_move_x(e.b) - wayi_move_x(e.a);
    const int vy = wayi_move_y(e.b) - wayi_move_y(e.a);
    if (neighbours == WAY_NEIGHBOURS_6) {
        // Cells of a hexagonal map are as far apart as they can be: only swaps are refused.
        return e.x == wayi_move_x(e.a) && e.y == wayi_move_y(e.a) && e.x == -wayi_move_x(e.b) &&
               e.y == -wayi_move_y(e.b);
    }
    int from = 0; // quarters of the tick
    int to = 4;
    return wayi_conflict_axis(e.x, vx, e.a_size, e.b_size, &from, &to) &&
           wayi_conflict_axis(e.y, vy, e.a_size, e.b_size, &from, &to);
}

/// How many eighths of a turn lie between two directions [0..4].
static inline uint32_t wayi_direction_eighths(uint32_t a, uint32_t b)
{
    // Clockwise from north: N NE E SE S SW W NW.
    static const uint8_t angles[WAYI_DIRECTIONS] = {0, 2, 4, 6, 1, 3, 5, 7};
    const uint32_t turn = (uint32_t)(angles[a] - angles[b]) & 7u;
    return turn > 4 ? 8 - turn : turn;
}
