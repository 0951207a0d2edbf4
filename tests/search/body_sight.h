// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which lines a unit's body may go along, and the shortest ways along them: from the cells of a map
// alone, sharing nothing with the library. A body is a square of the unit's size; moved along a
// line it may touch blocked cells, not overlap them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct body_ground {
    int32_t width, height;
    const uint8_t *free; ///< [width * height] where the unit can stand
} body_ground;

/// Whether the line between the cells at two indices is free: it is clipped against the open square
/// of side 2 around each blocked cell near it, in whole numbers.
bool body_sees(const body_ground *ground, uint32_t from, uint32_t to);

/// Its length in cells.
double body_length(const body_ground *ground, uint32_t from, uint32_t to);

/// The cells that a shortest way may turn at, and who of them sees whom.
typedef struct body_corners {
    uint32_t *cells;
    uint32_t count;
    uint8_t *sees; ///< [count * count]
} body_corners;

void body_corners_make(const body_ground *ground, body_corners *out);
void body_corners_free(body_corners *corners);

/// The length of a shortest way, by Dijkstra's search over corners; INFINITY if there is none.
double body_shortest(const body_ground *ground, const body_corners *corners, uint32_t start,
                     uint32_t goal);
