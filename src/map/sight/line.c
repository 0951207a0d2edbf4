// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/sight/line.h"

wayi_line wayi_line_begin(const way_map *map, way_cell a, way_cell b)
{
    const uint32_t y = wayi_map_row(map, a);
    const wayi_offset by = wayi_map_offset(map, a, b);
    const uint32_t width = (uint32_t)(by.x < 0 ? -by.x : by.x);
    const uint32_t height = (uint32_t)(by.y < 0 ? -by.y : by.y);
    const int32_t step_x = (by.x > 0) - (by.x < 0);
    const int32_t step_y = (by.y > 0) - (by.y < 0);
    const bool wide = width >= height;
    wayi_line line = {.x = a - y * map->width, .y = y, .total = wide ? width : height};
    if (line.total == 0) {
        return line;
    }
    line.minor = wide ? height : width;
    const uint32_t across = wayi_direction_of(step_x, 0);
    const uint32_t along = wayi_direction_of(0, step_y);
    line.straight = (uint8_t)(wide ? across : along);
    // Where there is no diagonal step both parts are walked one after the other.
    const bool adds = map->neighbours == WAY_NEIGHBOURS_4 ||
                      (map->neighbours == WAY_NEIGHBOURS_6 && step_x == step_y);
    if (line.minor == 0) {
        line.slant = line.straight;
    } else if (adds) {
        line.slant = (uint8_t)(wide ? along : across);
        line.total += line.minor;
    } else {
        line.slant = (uint8_t)wayi_direction_of(step_x, step_y);
    }
    line.error = line.total / 2;
    line.left = line.total;
    return line;
}
