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

/// Whether a step from the neighbour at bit `parent` to the neighbour in `direction` is legal, as
/// far as the 3x3 cells around the middle one tell; false for steps that leave them.
static bool moves_parent_serves(const way_map *map, uint32_t around, uint32_t parent,
                                uint32_t direction)
{
    const int parent_x = (int)(parent % 3) - 1;
    const int parent_y = (int)(parent / 3) - 1;
    const int dx = wayi_direction_x[direction] - parent_x;
    const int dy = wayi_direction_y[direction] - parent_y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) {
        return false;
    }
    if (dx == 0 && dy == 0) {
        return true; // back to the parent itself
    }
    if (dx == 0 || dy == 0) {
        return true; // the target is passable, or the step from the middle would not be legal
    }
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return dx != dy;
    }
    // The cells beside this diagonal: one is the middle, passable; the other is its mirror image.
    const uint32_t other = moves_bit(parent_x ? parent_x : wayi_direction_x[direction],
                                     parent_y ? parent_y : wayi_direction_y[direction]);
    return map->neighbours == WAY_NEIGHBOURS_8 &&
           (map->corners != WAY_CORNERS_NEVER || (around & other));
}

/// Drops from each set of steps those that can't improve anything when the middle cell was reached
/// from a parent that has looked at its own neighbours: over uniform ground the parent's step was
/// no dearer.
static void moves_fill_onward(way_map *map)
{
    for (uint32_t parent = 0; parent < 9; parent++) {
        for (uint32_t around = 0; around < 512; around++) {
            uint32_t onward = 0;
            for (uint32_t moves = map->moves[around]; moves; moves &= moves - 1) {
                const uint32_t direction = wayi_bits_lowest(moves);
                const bool served =
                    parent != 4 && moves_parent_serves(map, around, parent, direction);
                onward |= served ? 0 : 1u << direction;
            }
            map->onward[parent][around] = (uint8_t)onward;
        }
    }
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
    moves_fill_onward(map);
}
