// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The table of legal steps: which directions are open for each of the 512 neighbourhoods of 3x3
// cells. All rules about corners live here and nowhere else. The middle cell does not count, so a
// unit may leave a cell that was blocked under its feet.
#include "map/map.h"

/// The bit of the cell next to the middle one, (dx, dy) away.
static uint32_t moves_bit(int dx, int dy)
{
    return 1u << ((dy + 1) * 3 + dx + 1);
}

static bool moves_corner_allows(way_corners corners, uint32_t around, int dx, int dy)
{
    const bool beside = (around & moves_bit(dx, 0)) != 0;
    const bool above = (around & moves_bit(0, dy)) != 0;
    switch (corners) {
    case WAY_CORNERS_NEVER:
        return beside && above;
    case WAY_CORNERS_ONE:
        return beside || above;
    default:
        return true;
    }
}

static bool moves_is_legal(const way_map *map, uint32_t around, uint32_t direction)
{
    const int dx = wayi_direction_x[direction];
    const int dy = wayi_direction_y[direction];
    if (!(around & moves_bit(dx, dy))) {
        return false;
    }
    if (direction < WAYI_NORTH_EAST) {
        return true;
    }
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return direction == WAYI_NORTH_EAST || direction == WAYI_SOUTH_WEST;
    }
    return map->neighbours == WAY_NEIGHBOURS_8 && moves_corner_allows(map->corners, around, dx, dy);
}

void wayi_map_fill_moves(way_map *map)
{
    for (uint32_t around = 0; around < 512; around++) {
        uint32_t moves = 0;
        for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
            moves |= (uint32_t)moves_is_legal(map, around, direction) << direction;
        }
        map->moves[around] = (uint8_t)moves;
    }
}
