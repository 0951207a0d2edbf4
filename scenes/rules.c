// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rules of movement in their plainest form. A unit stands where all its cells are passable. A
// step leads to a neighbour on which the unit stands; a diagonal also obeys the corner rule,
// applied to the two standing places beside it. The cost is the step's length times the mean weight
// of both top left cells, rounded down; a blocked origin counts as weight 1.
#include "scenes/rules.h"

typedef struct rules_offset {
    int8_t x, y;
} rules_offset;

static const rules_offset rules_square[8] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                             {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
static const rules_offset rules_hex[6] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};

static uint32_t rules_offsets(const way_map *map, const rules_offset **out)
{
    const way_neighbours kind = way_map_neighbours(map);
    *out = kind == WAY_NEIGHBOURS_6 ? rules_hex : rules_square;
    return (uint32_t)kind;
}

static bool rules_is_inside(const way_map *map, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < way_map_width(map) && y < way_map_height(map);
}

static uint32_t rules_weight(const way_map *map, int64_t x, int64_t y)
{
    if (!rules_is_inside(map, x, y)) {
        return 0;
    }
    return way_map_weight(map, (way_cell)(y * way_map_width(map) + x));
}

bool oracle_stands(const way_map *map, int64_t x, int64_t y, uint32_t size)
{
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            if (rules_weight(map, x + column, y + row) == 0) {
                return false;
            }
        }
    }
    return true;
}

static bool rules_corner_allows(const way_map *map, int64_t x, int64_t y, rules_offset step,
                                uint32_t size)
{
    const bool beside = oracle_stands(map, x + step.x, y, size);
    const bool above = oracle_stands(map, x, y + step.y, size);
    switch (way_map_corners(map)) {
    case WAY_CORNERS_NEVER:
        return beside && above;
    case WAY_CORNERS_ONE:
        return beside || above;
    case WAY_CORNERS_BOTH:
        return true;
    }
    return false;
}

static bool rules_are_neighbours(const way_map *map, int64_t dx, int64_t dy)
{
    const rules_offset *offsets = NULL;
    const uint32_t count = rules_offsets(map, &offsets);
    for (uint32_t i = 0; i < count; i++) {
        if (offsets[i].x == dx && offsets[i].y == dy) {
            return true;
        }
    }
    return false;
}

static bool rules_is_diagonal_offset(const way_map *map, int64_t dx, int64_t dy)
{
    return way_map_neighbours(map) == WAY_NEIGHBOURS_8 && dx != 0 && dy != 0;
}

oracle_verdict oracle_judge(const way_map *map, way_cell from, way_cell to, uint32_t size)
{
    const uint32_t width = way_map_width(map);
    const uint64_t cells = (uint64_t)width * way_map_height(map);
    if (from >= cells || to >= cells) {
        return ORACLE_OUTSIDE;
    }
    const int64_t x = from % width;
    const int64_t y = from / width;
    const int64_t dx = (int64_t)(to % width) - x;
    const int64_t dy = (int64_t)(to / width) - y;
    if (!rules_are_neighbours(map, dx, dy)) {
        return ORACLE_APART;
    }
    if (!oracle_stands(map, x + dx, y + dy, size)) {
        return ORACLE_BLOCKED;
    }
    const rules_offset step = {(int8_t)dx, (int8_t)dy};
    if (rules_is_diagonal_offset(map, dx, dy) && !rules_corner_allows(map, x, y, step, size)) {
        return ORACLE_CORNER;
    }
    return ORACLE_LEGAL;
}

bool oracle_is_diagonal(const way_map *map, way_cell from, way_cell to)
{
    const uint32_t width = way_map_width(map);
    const int64_t dx = (int64_t)(to % width) - (int64_t)(from % width);
    const int64_t dy = (int64_t)(to / width) - (int64_t)(from / width);
    return rules_is_diagonal_offset(map, dx, dy);
}

way_cost oracle_step_cost(const way_map *map, way_cell from, way_cell to, uint32_t size)
{
    if (oracle_judge(map, from, to, size) != ORACLE_LEGAL) {
        return WAY_COST_MAX;
    }
    const way_cost_model costs = way_map_costs(map);
    const uint32_t length = oracle_is_diagonal(map, from, to) ? costs.diagonal : costs.cardinal;
    const uint32_t weight = way_map_weight(map, from);
    const uint32_t origin = weight > 0 ? weight : 1;
    return length * (origin + way_map_weight(map, to)) / 2;
}

static uint32_t rules_collect(const way_map *map, way_cell cell, uint32_t size, bool outward,
                              oracle_step *steps)
{
    const rules_offset *offsets = NULL;
    const uint32_t offset_count = rules_offsets(map, &offsets);
    const uint32_t width = way_map_width(map);
    const int64_t x = cell % width;
    const int64_t y = cell / width;
    uint32_t count = 0;
    for (uint32_t i = 0; i < offset_count; i++) {
        if (!rules_is_inside(map, x + offsets[i].x, y + offsets[i].y)) {
            continue;
        }
        const way_cell other = (way_cell)((y + offsets[i].y) * width + x + offsets[i].x);
        const way_cost cost = outward ? oracle_step_cost(map, cell, other, size)
                                      : oracle_step_cost(map, other, cell, size);
        if (cost != WAY_COST_MAX) {
            steps[count++] = (oracle_step){other, cost};
        }
    }
    return count;
}

uint32_t oracle_steps_from(const way_map *map, way_cell cell, uint32_t size, oracle_step *steps)
{
    return rules_collect(map, cell, size, true, steps);
}

uint32_t oracle_steps_to(const way_map *map, way_cell cell, uint32_t size, oracle_step *steps)
{
    return rules_collect(map, cell, size, false, steps);
}
