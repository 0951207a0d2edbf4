// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How much room there is, read from the bits of one-cell units, and what a single step costs.
#include "map/links/links.h"

/// How many cells from (x, y) eastwards are passable, counting no further than `limit` (<= 63).
static uint32_t clearance_run(const way_map *map, const wayi_layer *base, uint32_t x, uint32_t y,
                              uint32_t limit)
{
    const uint64_t *word = base->rows + ((size_t)y + 1) * map->row_words + ((x + 1) >> 6);
    const uint32_t shift = (x + 1) & 63u;
    const uint64_t bits = word[0] >> shift | word[1] << 1 << (63u - shift);
    const uint32_t run = wayi_bits_lowest(~bits | UINT64_C(1) << 63);
    return run < limit ? run : limit;
}

/// The largest unit that can stand on a cell by the table of a base.
static uint32_t clearance_at(const way_map *map, const wayi_layer *base, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    uint32_t widest = WAY_MAP_UNIT_MAX;
    for (uint32_t rows = 0; rows < WAY_MAP_UNIT_MAX && y + rows < map->height; rows++) {
        widest = clearance_run(map, base, x, y + rows, widest);
        if (widest <= rows) {
            return rows;
        }
    }
    const uint32_t below = map->height - y;
    return widest < below ? widest : below;
}

uint32_t way_map_clearance(const way_map *map, way_cell cell, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    return layer && cell < map->cell_count ? clearance_at(map, layer->table->base, cell) : 0;
}

way_cost wayi_map_ground_cost(const way_map *map, const wayi_layer *layer, way_cell from,
                              way_cell to)
{
    const wayi_offset by = wayi_map_offset(map, from, to);
    const uint32_t direction = wayi_direction_of(by.x, by.y);
    if (direction == WAYI_DIRECTIONS || !(wayi_layer_moves(map, layer, from) >> direction & 1u)) {
        return WAY_COST_MAX;
    }
    return wayi_map_step(map, layer, from, to, direction);
}

way_cost way_map_step_cost(const way_map *map, way_cell from, way_cell to, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer || from >= map->cell_count || to >= map->cell_count) {
        return WAY_COST_MAX;
    }
    const bool stands =
        way_map_weight(map, from, profile) != 0 && way_map_weight(map, to, profile) != 0;
    const way_cost link =
        layer->links && stands ? wayi_links_cost(map, layer, from, to) : WAY_COST_MAX;
    const way_cost step = wayi_map_ground_cost(map, layer, from, to);
    return step < link ? step : link;
}
