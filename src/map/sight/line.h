// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The straight walk between two cells, one step at a time: the shorter part of the way is spread
// evenly over the longer one (Bresenham 1965). It has as few steps as the neighbours allow, so over
// free and even ground no way is cheaper.
#pragma once

#include "map/grid/map.h"

typedef struct wayi_line {
    uint32_t x, y;  ///< where it stands
    uint32_t left;  ///< steps to go
    uint32_t total; ///< steps of the whole walk
    uint32_t minor; ///< of those, how many go in direction `slant`
    uint32_t error;
    uint8_t straight, slant; ///< directions
} wayi_line;

wayi_line wayi_line_begin(const way_map *map, way_cell a, way_cell b);

/// The direction of the next step. There is one.
static inline uint32_t wayi_line_direction(const wayi_line *line)
{
    return line->error + line->minor >= line->total ? line->slant : line->straight;
}

/// Takes the next step, legal or not. There is one.
static inline void wayi_line_step(wayi_line *line)
{
    const uint32_t direction = wayi_line_direction(line);
    line->error += line->minor;
    line->error -= line->error >= line->total ? line->total : 0;
    line->x = (uint32_t)((int32_t)line->x + wayi_direction_x[direction]);
    line->y = (uint32_t)((int32_t)line->y + wayi_direction_y[direction]);
    line->left--;
}

/// Whether the next step is legal. There is one.
static inline bool wayi_line_may_step(const wayi_line *line, const way_map *map,
                                      const wayi_layer *layer)
{
    const uint32_t moves = wayi_layer_moves(map, layer, line->y * map->width + line->x);
    return moves >> wayi_line_direction(line) & 1u;
}

static inline way_cell wayi_line_cell(const wayi_line *line, const way_map *map)
{
    return line->y * map->width + line->x;
}
