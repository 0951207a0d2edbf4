// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/sight/line.h"

static uint8_t line_direction(int32_t dx, int32_t dy)
{
    uint8_t direction = 0;
    while (wayi_direction_x[direction] != dx || wayi_direction_y[direction] != dy) {
        direction++;
    }
    return direction;
}

wayi_line wayi_line_begin(const way_map *map, way_cell a, way_cell b)
{
    const uint32_t ay = wayi_map_row(map, a);
    const uint32_t by = wayi_map_row(map, b);
    const uint32_t ax = a - ay * map->width;
    const uint32_t bx = b - by * map->width;
    const uint32_t width = bx > ax ? bx - ax : ax - bx;
    const uint32_t height = by > ay ? by - ay : ay - by;
    const int32_t step_x = (bx > ax) - (bx < ax);
    const int32_t step_y = (by > ay) - (by < ay);
    const bool wide = width >= height;
    wayi_line line = {.x = ax, .y = ay, .total = wide ? width : height};
    if (line.total == 0) {
        return line;
    }
    line.minor = wide ? height : width;
    line.straight = wide ? line_direction(step_x, 0) : line_direction(0, step_y);
    // Where there is no diagonal step both parts are walked one after the other.
    const bool adds = map->neighbours == WAY_NEIGHBOURS_4 ||
                      (map->neighbours == WAY_NEIGHBOURS_6 && step_x == step_y);
    if (line.minor == 0) {
        line.slant = line.straight;
    } else if (adds) {
        line.slant = wide ? line_direction(0, step_y) : line_direction(step_x, 0);
        line.total += line.minor;
    } else {
        line.slant = line_direction(step_x, step_y);
    }
    line.error = line.total / 2;
    line.left = line.total;
    return line;
}
