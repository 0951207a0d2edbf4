// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The table of legal steps: which directions are open for each of the 256 sets of passable
// neighbours. All rules about corners live here and nowhere else. The middle cell does not count,
// so a unit may leave a cell that was blocked under its feet.
#include "map/grid/map.h"

#include <string.h>

/// The bit of the neighbour (dx, dy) away.
static uint32_t moves_bit(int dx, int dy)
{
    return 1u << wayi_direction_of(dx, dy);
}

static bool moves_corner_allows(way_corners corners, uint32_t around, int dx, int dy)
{
    const bool beside = (around & moves_bit(dx, 0)) != 0;
    const bool above = (around & moves_bit(0, dy)) != 0;
    switch (corners) {
    case WAY_CORNERS_STRICT:
        return beside && above;
    case WAY_CORNERS_LOOSE:
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

/// Never: neighbours that there can't be.
#define MOVES_NEVER UINT32_MAX

/// The neighbours that must be passable for the one from which a step `arrival` led to the middle
/// to have itself a legal step to that in `direction`; MOVES_NEVER for steps that leave them.
static uint32_t moves_parent_needs(const way_map *map, uint32_t arrival, uint32_t direction)
{
    const int parent_x = -wayi_direction_x[arrival];
    const int parent_y = -wayi_direction_y[arrival];
    const int dx = wayi_direction_x[direction] - parent_x;
    const int dy = wayi_direction_y[direction] - parent_y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) {
        return MOVES_NEVER;
    }
    if (dx == 0 || dy == 0) {
        return 0; // the parent itself, or the step from the middle would not be legal
    }
    if (map->neighbours != WAY_NEIGHBOURS_8) {
        return map->neighbours == WAY_NEIGHBOURS_6 && dx != dy ? 0 : MOVES_NEVER;
    }
    // The cells beside this diagonal: one is the middle, passable; the other is its mirror image.
    return map->corners != WAY_CORNERS_STRICT
               ? 0
               : moves_bit(parent_x ? parent_x : wayi_direction_x[direction],
                           parent_y ? parent_y : wayi_direction_y[direction]);
}

/// Leaves a step out of each set in which all neighbours that are needed for another are passable.
static void moves_leave_out(uint8_t sets[256], uint32_t direction, uint32_t needed)
{
    const uint8_t need = (uint8_t)needed;
    const uint8_t others = (uint8_t) ~(1u << direction);
    if (needed == MOVES_NEVER) {
        return;
    }
    for (uint32_t k = 0; k < 256; k++) {
        const uint8_t around = (uint8_t)k;
        sets[k] &= (around & need) == need ? others : UINT8_MAX;
    }
}

/// Drops from each set of steps those that can't improve anything when the middle cell was reached
/// from a parent that has looked at its own neighbours: over uniform ground the parent's step was
/// no costlier.
static void moves_fill_onward(way_map *map, uint32_t arrival)
{
    memcpy(map->onward[arrival], map->moves, sizeof map->moves);
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        moves_leave_out(map->onward[arrival], direction,
                        moves_parent_needs(map, arrival, direction));
    }
}

typedef struct moves_cell {
    int x, y; ///< from the middle
} moves_cell;

static bool moves_same(moves_cell a, moves_cell b)
{
    return a.x == b.x && a.y == b.y;
}

/// The neighbours that must be passable for a step between two of the 3x3 cells, beside its ends;
/// MOVES_NEVER if there is no such step. Where one of two cells beside a diagonal would do it asks
/// for both, unless one is the middle or the `parent`.
static uint32_t moves_need(const way_map *map, moves_cell parent, moves_cell from, moves_cell to)
{
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) {
        return MOVES_NEVER;
    }
    if (dx == 0 || dy == 0) {
        return 0;
    }
    if (map->neighbours != WAY_NEIGHBOURS_8) {
        return map->neighbours == WAY_NEIGHBOURS_6 && dx != dy ? 0 : MOVES_NEVER;
    }
    if (map->corners == WAY_CORNERS_ANY) {
        return 0;
    }
    const moves_cell sides[2] = {{to.x, from.y}, {from.x, to.y}};
    uint32_t needed = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const bool stands =
            moves_same(sides[i], (moves_cell){0, 0}) || moves_same(sides[i], parent);
        if (stands && map->corners == WAY_CORNERS_LOOSE) {
            return 0;
        }
        needed |= stands ? 0 : moves_bit(sides[i].x, sides[i].y);
    }
    return needed;
}

/// What a step between two of the 3x3 cells costs.
static uint64_t moves_price(const way_map *map, moves_cell from, moves_cell to)
{
    return map->steps[wayi_direction_of(to.x - from.x, to.y - from.y)];
}

wayi_step_beside wayi_map_step_beside(const way_map *map, uint32_t from, uint32_t to)
{
    const moves_cell start = {wayi_direction_x[from], wayi_direction_y[from]};
    const moves_cell end = {wayi_direction_x[to], wayi_direction_y[to]};
    const uint32_t needed = moves_need(map, (moves_cell){0, 0}, start, end);
    if (needed == MOVES_NEVER) {
        return (wayi_step_beside){.legal = false};
    }
    return (wayi_step_beside){true, needed, (way_cost)moves_price(map, start, end)};
}

/// Of equal ways that end with different steps the one with the higher rank is kept.
static uint32_t moves_rank(moves_cell from, moves_cell to)
{
    return from.x == to.x ? 2 : from.y == to.y;
}

/// The neighbours that must be passable for a way of two steps from the parent over the neighbour
/// `over` to that in `direction` that comes before the way over the middle: it is cheaper, or as
/// cheap and ends with a step of higher rank. MOVES_NEVER if there is no such way.
static uint32_t moves_rival(const way_map *map, uint32_t arrival, uint32_t over, uint32_t direction)
{
    const moves_cell middle = {0, 0};
    const moves_cell parent = {-wayi_direction_x[arrival], -wayi_direction_y[arrival]};
    const moves_cell other = {wayi_direction_x[over], wayi_direction_y[over]};
    const moves_cell to = {wayi_direction_x[direction], wayi_direction_y[direction]};
    const uint32_t first = moves_need(map, parent, parent, other);
    const uint32_t second = moves_need(map, parent, other, to);
    if (first == MOVES_NEVER || second == MOVES_NEVER) {
        return MOVES_NEVER;
    }
    const uint64_t here = moves_price(map, parent, middle) + moves_price(map, middle, to);
    const uint64_t there = moves_price(map, parent, other) + moves_price(map, other, to);
    const bool earlier = moves_rank(other, to) > moves_rank(middle, to);
    return there < here || (there == here && earlier) ? first | second | 1u << over : MOVES_NEVER;
}

/// Of the ways between two cells that cost the same a search over uniform ground needs only one.
/// Steps are left out for which the neighbours show a way from the parent that is cheaper, or as
/// cheap with a last step of higher rank. Each cell is still reached at its least cost if all cells
/// before it are expanded at theirs: of the last steps of its best ways those of the highest rank
/// are never left out. (Sturtevant, Rabin: Canonical Orderings on Grids, 2016; straight steps last:
/// Carlson et al.: Optimal Pathfinding on Weighted Grid Maps, 2023.)
static void moves_fill_canonical(way_map *map, uint32_t arrival)
{
    memcpy(map->canonical[arrival], map->onward[arrival], sizeof map->moves);
    for (uint32_t i = 0; i < WAYI_DIRECTIONS * WAYI_DIRECTIONS; i++) {
        const uint32_t direction = i / WAYI_DIRECTIONS;
        moves_leave_out(map->canonical[arrival], direction,
                        moves_rival(map, arrival, i % WAYI_DIRECTIONS, direction));
    }
}

/// Where jump point search goes on after a straight step: straight on, and around each wall that
/// ended one step back, or, where corners are cut, that is about to end.
static uint32_t moves_jump_straight(const way_map *map, uint32_t around, int dx, int dy)
{
    const bool cuts = map->corners != WAY_CORNERS_STRICT && map->neighbours == WAY_NEIGHBOURS_8;
    uint32_t onward = moves_bit(dx, dy);
    for (int side = -1; side <= 1; side += 2) {
        const int side_x = side * dy;
        const int side_y = side * dx;
        const uint32_t beside = moves_bit(side_x, side_y);
        const uint32_t ahead = moves_bit(side_x + dx, side_y + dy);
        if (cuts) {
            onward |= around & beside ? 0 : ahead;
        } else if (!(around & moves_bit(side_x - dx, side_y - dy)) && (around & beside)) {
            onward |= beside | ahead;
        }
    }
    return onward;
}

/// Where it goes on after a diagonal step: straight on, in both directions that it is made of, and,
/// where corners are cut, around walls on either side of where it came from.
static uint32_t moves_jump_slanted(const way_map *map, uint32_t around, int dx, int dy)
{
    uint32_t onward = moves_bit(dx, dy) | moves_bit(dx, 0) | moves_bit(0, dy);
    if (map->corners != WAY_CORNERS_STRICT) {
        onward |= around & moves_bit(-dx, 0) ? 0 : moves_bit(-dx, dy);
        onward |= around & moves_bit(0, -dy) ? 0 : moves_bit(dx, -dy);
    }
    return onward;
}

static void moves_fill_jump_onward(way_map *map, uint32_t arrival)
{
    const int dx = wayi_direction_x[arrival];
    const int dy = wayi_direction_y[arrival];
    for (uint32_t around = 0; around < 256; around++) {
        const uint32_t onward = arrival < WAYI_NORTH_EAST ? moves_jump_straight(map, around, dx, dy)
                                                          : moves_jump_slanted(map, around, dx, dy);
        map->jump_onward[arrival][around] = (uint8_t)(onward & map->moves[around]);
    }
}

void wayi_map_fill_moves(way_map *map)
{
    for (uint32_t around = 0; around < 256; around++) {
        uint32_t moves = 0;
        for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
            moves |= (uint32_t)moves_is_legal(map, around, direction) << direction;
        }
        map->moves[around] = (uint8_t)moves;
        map->onward[WAYI_DIRECTIONS][around] = (uint8_t)moves;
        map->canonical[WAYI_DIRECTIONS][around] = (uint8_t)moves;
    }
    for (uint32_t arrival = 0; arrival < WAYI_DIRECTIONS; arrival++) {
        moves_fill_onward(map, arrival);
        moves_fill_canonical(map, arrival);
        moves_fill_jump_onward(map, arrival);
    }
}
