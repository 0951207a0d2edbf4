// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bits of a grid, for searches that read them themselves.
#pragma once

#include "map/links/links.h"
#include "space/grid.h"

/// Valid until the space changes.
typedef struct wayi_flat_ground {
    const way_map *map;      ///< sides, tables and costs
    const wayi_layer *layer; ///< where one stands
    const uint8_t *weights;  ///< by cell, or NULL
    uint32_t scale;          ///< what estimates over plain ground are multiplied by
} wayi_flat_ground;

/// Whether a space can be read that way.
static inline bool wayi_space_ground(const way_space *space, wayi_flat_ground *ground)
{
    const wayi_grid *grid = wayi_space_plain_grid(space);
    if (grid) {
        *ground = (wayi_flat_ground){grid->map, grid->layer, grid->layer->weights,
                                     grid->layer->min_weight};
    }
    return grid;
}

/// What the estimates of a space depend on beside their two ends: when it changes, all may.
static inline uint32_t wayi_space_scale(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(space));
    return grid ? grid->layer->min_weight + (grid->map->link_generation << 8) : 1;
}

/// Whether estimates obey the triangle inequality exactly; elsewhere they may be rounded.
static inline bool wayi_space_is_metric(const way_space *space)
{
    return wayi_space_grid(space);
}

/// The steps from a cell, or to it, which are the same but for a cell that nobody can stand on.
static inline uint32_t wayi_ground_expand(const wayi_flat_ground *ground, way_cell cell, bool back,
                                          way_edge *edges)
{
    const way_map *map = ground->map;
    if (back) {
        const uint32_t y = wayi_map_row(map, cell);
        if (!wayi_layer_has(map, ground->layer, cell - y * map->width, y)) {
            return 0;
        }
    }
    uint32_t count = 0;
    for (uint32_t moves = wayi_layer_moves(map, ground->layer, cell); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        way_cost cost = map->steps[direction];
        if (ground->weights) {
            cost = wayi_step_cost(cost, ground->weights[cell], ground->weights[to]);
        }
        edges[count++] = (way_edge){to, cost};
    }
    return count;
}

/// The estimate between a cell and the one at (x, y).
static inline way_cost wayi_ground_distance_to(const wayi_flat_ground *ground, way_cell cell,
                                               int32_t x, int32_t y)
{
    const way_map *map = ground->map;
    const uint32_t row = wayi_map_row(map, cell);
    const uint32_t column = cell - row * map->width;
    const uint64_t distance =
        wayi_map_plain_distance(map, (int64_t)column - x, (int64_t)row - y) * ground->scale;
    return distance < WAY_COST_MAX ? (way_cost)distance : WAY_COST_MAX - 1u;
}

/// The ground as a search towards one cell reads it, until the space changes.
typedef struct wayi_ground_aim {
    wayi_flat_ground ground; ///< if flat
    int32_t x, y;            ///< of the goal
    bool flat;               ///< the space can be read that way
} wayi_ground_aim;

static inline wayi_ground_aim wayi_ground_aim_at(const way_space *space, way_cell goal)
{
    wayi_ground_aim aim = {.flat = false};
    aim.flat = wayi_space_ground(space, &aim.ground);
    if (aim.flat) {
        const uint32_t row = wayi_map_row(aim.ground.map, goal);
        aim.x = (int32_t)(goal - row * aim.ground.map->width);
        aim.y = (int32_t)row;
    }
    return aim;
}

/// The steps from a cell of uniform ground, but for those to whom its parent [WAY_STATE_NONE = it
/// has none] leads for less.
static inline uint32_t wayi_ground_onward(const wayi_flat_ground *ground, way_state parent,
                                          way_cell cell)
{
    const way_map *map = ground->map;
    const uint32_t arrival =
        parent == WAY_STATE_NONE ? WAYI_DIRECTIONS : wayi_map_direction(map, parent, cell);
    return map->onward[arrival][ground->layer->around[cell]];
}

/// How long a day of a calendar is whose keys are costs times 2^32, as a power of two: so short
/// that most days hold few states, and so long that the calendar shows them. `estimate` is the
/// start's.
static inline uint32_t wayi_ground_day(const wayi_ground_aim *aim, way_cost estimate)
{
    if (aim->flat) {
        return 26 + wayi_bits_highest(aim->ground.map->costs.cardinal);
    }
    const uint32_t bits = estimate ? wayi_bits_highest(estimate) : 0;
    return bits > 9 ? 23 + bits : 32;
}

/// The states whose steps a change concerns. An edited cell changes the steps of every unit that
/// covers or passes it, the diagonals beside it, and what links join to one of those; elsewhere
/// callers name all states themselves.
typedef struct wayi_touched {
    uint32_t first;  ///< state, or cell at the top left
    uint32_t across; ///< cells in a row
    uint32_t down;
    uint32_t width;          ///< of the map
    uint32_t index;          ///< of the next cell
    const wayi_grid *linked; ///< NULL without links
    way_cell cell;           ///< whose links come next
    uint32_t link;
} wayi_touched;

static inline wayi_touched wayi_space_touched(const way_space *space, way_state state)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(space));
    if (!grid) {
        return (wayi_touched){.first = state, .across = 1, .down = 1, .width = 1};
    }
    const way_map *map = grid->map;
    const uint32_t size = grid->layer->size;
    const uint32_t y = wayi_map_row(map, state);
    const uint32_t x = state - y * map->width;
    const uint32_t left = x > size ? x - size : 0;
    const uint32_t top = y > size ? y - size : 0;
    const uint32_t right = x + 1 < map->width ? x + 1 : x;
    const uint32_t bottom = y + 1 < map->height ? y + 1 : y;
    return (wayi_touched){.first = top * map->width + left,
                          .across = right - left + 1,
                          .down = bottom - top + 1,
                          .width = map->width,
                          .linked = grid->layer->links ? grid : NULL,
                          .cell = WAY_CELL_NONE};
}

/// The next of them, some more than once; WAY_STATE_NONE after the last.
static inline way_state wayi_touched_next(wayi_touched *touched)
{
    const wayi_grid *linked = touched->linked;
    if (linked && touched->cell != WAY_CELL_NONE) {
        const way_state other =
            wayi_links_partner(linked->map, linked->layer, touched->cell, touched->link++);
        if (other != WAY_CELL_NONE) {
            return other;
        }
    }
    if (touched->index == touched->across * touched->down) {
        return WAY_STATE_NONE;
    }
    const uint32_t index = touched->index++;
    touched->cell =
        touched->first + index / touched->across * touched->width + index % touched->across;
    touched->link = 0;
    return touched->cell;
}
