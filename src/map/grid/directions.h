// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The eight directions in the one order used everywhere: N, E, S, W, NE, SE, SW, NW.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    WAYI_NORTH,
    WAYI_EAST,
    WAYI_SOUTH,
    WAYI_WEST,
    WAYI_NORTH_EAST,
    WAYI_SOUTH_EAST,
    WAYI_SOUTH_WEST,
    WAYI_NORTH_WEST,
    WAYI_DIRECTIONS
};

/// Column and row change of each direction; y grows downwards.
static const int8_t wayi_direction_x[WAYI_DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int8_t wayi_direction_y[WAYI_DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};

/// Each direction and those beside it: the diagonal ones of a straight one, the straight ones of a
/// diagonal one; all of none.
static const uint8_t wayi_direction_fan[WAYI_DIRECTIONS + 1] = {
    [WAYI_NORTH] = 1u << WAYI_NORTH | 1u << WAYI_NORTH_EAST | 1u << WAYI_NORTH_WEST,
    [WAYI_EAST] = 1u << WAYI_EAST | 1u << WAYI_NORTH_EAST | 1u << WAYI_SOUTH_EAST,
    [WAYI_SOUTH] = 1u << WAYI_SOUTH | 1u << WAYI_SOUTH_EAST | 1u << WAYI_SOUTH_WEST,
    [WAYI_WEST] = 1u << WAYI_WEST | 1u << WAYI_NORTH_WEST | 1u << WAYI_SOUTH_WEST,
    [WAYI_NORTH_EAST] = 1u << WAYI_NORTH | 1u << WAYI_EAST | 1u << WAYI_NORTH_EAST,
    [WAYI_SOUTH_EAST] = 1u << WAYI_SOUTH | 1u << WAYI_EAST | 1u << WAYI_SOUTH_EAST,
    [WAYI_SOUTH_WEST] = 1u << WAYI_SOUTH | 1u << WAYI_WEST | 1u << WAYI_SOUTH_WEST,
    [WAYI_NORTH_WEST] = 1u << WAYI_NORTH | 1u << WAYI_WEST | 1u << WAYI_NORTH_WEST,
    [WAYI_DIRECTIONS] = 0xffu,
};

/// The directions from a place that lead off a rectangle of these sides.
static inline uint32_t wayi_directions_beyond(uint32_t x, uint32_t y, uint32_t width,
                                              uint32_t height)
{
    return (y == 0 ? wayi_direction_fan[WAYI_NORTH] : 0u) |
           (x + 1 == width ? wayi_direction_fan[WAYI_EAST] : 0u) |
           (y + 1 == height ? wayi_direction_fan[WAYI_SOUTH] : 0u) |
           (x == 0 ? wayi_direction_fan[WAYI_WEST] : 0u);
}

/// The direction by the row and the column of a neighbour, both counted from the one before the
/// middle.
static const uint8_t wayi_direction_at[3][3] = {{WAYI_NORTH_WEST, WAYI_NORTH, WAYI_NORTH_EAST},
                                                {WAYI_WEST, WAYI_DIRECTIONS, WAYI_EAST},
                                                {WAYI_SOUTH_WEST, WAYI_SOUTH, WAYI_SOUTH_EAST}};

/// The direction of a step by so many columns and rows; WAYI_DIRECTIONS if it is none to a
/// neighbour.
static inline uint32_t wayi_direction_of(int64_t dx, int64_t dy)
{
    const bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
    return near ? wayi_direction_at[dy + 1][dx + 1] : WAYI_DIRECTIONS;
}

static inline uint32_t wayi_direction_opposite(uint32_t direction)
{
    return (direction & 4u) | ((direction + 2u) & 3u);
}
