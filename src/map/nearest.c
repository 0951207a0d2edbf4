// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The nearest cell of some components: rings of sectors around the goal, from the inside out, until
// the next ring is too far away to hold a better one. Only sectors with a region of the components
// are looked into.
#include "map/components.h"

typedef struct nearest_query {
    const way_map *map;
    const wayi_layer *layer;
    int64_t x, y;          ///< the goal
    const uint32_t *roots; ///< wanted components; NULL = any
    uint32_t root_count;
    way_cell best;
    uint64_t distance; ///< of the best, in cost units over weight 1
} nearest_query;

static bool nearest_is_wanted(const nearest_query *query, uint32_t slot)
{
    if (!query->roots) {
        return true;
    }
    const uint32_t root = wayi_components_root(query->layer->components, slot);
    for (uint32_t i = 0; i < query->root_count; i++) {
        if (query->roots[i] == root) {
            return true;
        }
    }
    return false;
}

static bool nearest_has_wanted(const nearest_query *query, const wayi_sector *sector)
{
    for (uint32_t i = 0; i < sector->count; i++) {
        if (nearest_is_wanted(query, sector->first + i)) {
            return true;
        }
    }
    return false;
}

static void nearest_try(nearest_query *query, int64_t x, int64_t y)
{
    const way_cell cell = (way_cell)(y * query->map->width + x);
    const uint64_t distance = wayi_map_plain_distance(query->map, x - query->x, y - query->y);
    if (distance < query->distance || (distance == query->distance && cell < query->best)) {
        query->best = cell;
        query->distance = distance;
    }
}

static void nearest_scan(nearest_query *query, uint32_t column, uint32_t row)
{
    const way_map *map = query->map;
    const wayi_components *components = query->layer->components;
    const size_t index = (size_t)row * components->columns + column;
    const wayi_label *labels = components->labels + index * WAYI_SECTOR_CELLS;
    const uint32_t first = components->sectors[index].first;
    for (uint32_t i = 0; i < WAYI_SECTOR_SIDE; i++) {
        const uint32_t line = (row << WAYI_SECTOR_SHIFT) + i;
        if (line >= map->height + 2) {
            return;
        }
        uint32_t bits = wayi_sector_bits(query->layer->rows, map->row_words, line, column);
        for (; bits; bits &= bits - 1) {
            const uint32_t bit = wayi_bits_lowest(bits);
            if (nearest_is_wanted(query, first + labels[i * WAYI_SECTOR_SIDE + bit])) {
                nearest_try(query, (int64_t)(column << WAYI_SECTOR_SHIFT) + bit - 1,
                            (int64_t)line - 1);
            }
        }
    }
}

/// How far a coordinate is from the nearest one in a sector, padding included.
static int64_t nearest_gap(int64_t place, uint32_t sector)
{
    const int64_t first = ((int64_t)sector << WAYI_SECTOR_SHIFT) - 1;
    const int64_t last = first + WAYI_SECTOR_SIDE - 1;
    return place < first ? first - place : (place > last ? place - last : 0);
}

static void nearest_visit(nearest_query *query, int64_t column, int64_t row)
{
    const wayi_components *components = query->layer->components;
    if (column < 0 || row < 0 || column >= components->columns || row >= components->rows) {
        return;
    }
    const int64_t dx = nearest_gap(query->x, (uint32_t)column);
    const int64_t dy = nearest_gap(query->y, (uint32_t)row);
    // No metric of ours is below the longer axis times the cardinal cost.
    const uint64_t least = (uint64_t)(dx > dy ? dx : dy) * query->map->costs.cardinal;
    const wayi_sector *sector =
        &components->sectors[(size_t)row * components->columns + (size_t)column];
    if (least <= query->distance && nearest_has_wanted(query, sector)) {
        nearest_scan(query, (uint32_t)column, (uint32_t)row);
    }
}

static void nearest_visit_ring(nearest_query *query, int64_t column, int64_t row, int64_t radius)
{
    if (radius == 0) {
        nearest_visit(query, column, row);
        return;
    }
    for (int64_t i = -radius; i <= radius; i++) {
        nearest_visit(query, column + i, row - radius);
        nearest_visit(query, column + i, row + radius);
    }
    for (int64_t i = 1 - radius; i < radius; i++) {
        nearest_visit(query, column - radius, row + i);
        nearest_visit(query, column + radius, row + i);
    }
}

static way_cell nearest_find(nearest_query *query)
{
    const wayi_components *components = query->layer->components;
    const int64_t column = (query->x + 1) >> WAYI_SECTOR_SHIFT;
    const int64_t row = (query->y + 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t longest =
        components->columns > components->rows ? components->columns : components->rows;
    query->best = WAY_CELL_NONE;
    query->distance = UINT64_MAX;
    for (uint32_t radius = 0; radius < longest; radius++) {
        const uint64_t cells = radius > 0 ? (radius - 1) * WAYI_SECTOR_SIDE + 1 : 0;
        if (cells * query->map->costs.cardinal > query->distance) {
            break;
        }
        nearest_visit_ring(query, column, row, radius);
    }
    return query->best;
}

static nearest_query nearest_begin(const way_map *map, const wayi_layer *layer, way_cell goal)
{
    const uint32_t y = wayi_map_row(map, goal);
    return (nearest_query){.map = map, .layer = layer, .x = goal - y * map->width, .y = y};
}

way_cell way_map_nearest_passable(const way_map *map, way_cell cell, uint32_t size)
{
    const wayi_layer *layer = wayi_map_layer(map, size);
    if (!layer || cell >= map->cell_count) {
        return WAY_CELL_NONE;
    }
    nearest_query query = nearest_begin(map, layer, cell);
    return nearest_find(&query);
}

way_cell way_map_nearest_reachable(const way_map *map, way_cell from, way_cell goal, uint32_t size)
{
    const wayi_layer *layer = wayi_map_layer(map, size);
    if (!layer || from >= map->cell_count || goal >= map->cell_count) {
        return WAY_CELL_NONE;
    }
    uint32_t roots[WAYI_DIRECTIONS];
    nearest_query query = nearest_begin(map, layer, goal);
    query.roots = roots;
    query.root_count = wayi_components_reach(map, layer, from, roots);
    return query.root_count > 0 ? nearest_find(&query) : WAY_CELL_NONE;
}
