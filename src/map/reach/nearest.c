// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The nearest cell of some components: rings of sectors around the goal, from the inside out, until
// the next ring is too far away to hold a better one. Only sectors with a region of the components
// are looked into, and only within the blocks that the components can't leave.
#include "map/reach/nearest.h"

#include "map/links/links.h"
#include "map/reach/components.h"

typedef struct nearest_query {
    const way_map *map;
    const wayi_layer *layer;
    int64_t x, y;            ///< the goal
    const uint32_t *numbers; ///< wanted components; NULL = any
    uint32_t number_count;
    const wayi_links_reach *reach;    ///< [opt] and those that links lead to
    int64_t left, top, right, bottom; ///< first and last sectors that may hold them
    way_cell best;
    uint64_t distance; ///< of the best, in cost units over weight 1
    uint64_t looks;    ///< at cells, or as much
} nearest_query;

/// What it costs to see which regions of a sector are wanted, in looks at a cell.
#define NEAREST_REGIONS 8u

static bool nearest_is_wanted(const nearest_query *query, uint32_t column, uint32_t row,
                              uint32_t region)
{
    if (!query->numbers) {
        return true;
    }
    const uint32_t number = wayi_components_number(query->layer->components, column, row, region);
    for (uint32_t i = 0; i < query->number_count; i++) {
        if (query->numbers[i] == number) {
            return true;
        }
    }
    return query->reach && wayi_links_reached(query->layer->links, query->reach, number);
}

/// Notes which regions of a sector are wanted; returns whether any is.
static bool nearest_find_wanted(const nearest_query *query, uint32_t column, uint32_t row,
                                bool wanted[WAYI_SECTOR_REGIONS])
{
    const wayi_components *components = query->layer->components;
    const size_t sector = (size_t)row * components->levels[0].columns + column;
    bool any = false;
    for (uint32_t region = 0; region < components->region_counts[sector]; region++) {
        wanted[region] = nearest_is_wanted(query, column, row, region);
        any = any || wanted[region];
    }
    return any;
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

static void nearest_scan(nearest_query *query, uint32_t column, uint32_t row, const bool *wanted)
{
    const wayi_components *components = query->layer->components;
    const size_t sector = (size_t)row * components->levels[0].columns + column;
    const wayi_label *labels = components->labels + sector * WAYI_SECTOR_CELLS;
    for (uint32_t i = 0; i < WAYI_SECTOR_CELLS; i++) {
        if (labels[i] != WAYI_LABEL_NONE && wanted[labels[i]]) {
            nearest_try(query, (int64_t)(column << WAYI_SECTOR_SHIFT) + i % WAYI_SECTOR_SIDE,
                        (int64_t)(row << WAYI_SECTOR_SHIFT) + i / WAYI_SECTOR_SIDE);
        }
    }
}

/// How far a coordinate is from the nearest one in a sector.
static int64_t nearest_gap(int64_t place, uint32_t sector)
{
    const int64_t first = (int64_t)sector << WAYI_SECTOR_SHIFT;
    const int64_t last = first + WAYI_SECTOR_SIDE - 1;
    return place < first ? first - place : (place > last ? place - last : 0);
}

static void nearest_visit(nearest_query *query, int64_t column, int64_t row)
{
    query->looks++;
    if (column < query->left || row < query->top || column > query->right || row > query->bottom) {
        return;
    }
    const uint32_t x = (uint32_t)column;
    const uint32_t y = (uint32_t)row;
    const int64_t dx = nearest_gap(query->x, x);
    const int64_t dy = nearest_gap(query->y, y);
    // No metric of ours is below the longer axis times the cardinal cost.
    const uint64_t least = (uint64_t)(dx > dy ? dx : dy) * query->map->costs.cardinal;
    bool wanted[WAYI_SECTOR_REGIONS];
    if (least > query->distance) {
        return;
    }
    query->looks += NEAREST_REGIONS;
    if (nearest_find_wanted(query, x, y, wanted)) {
        query->looks += WAYI_SECTOR_CELLS;
        nearest_scan(query, x, y, wanted);
    }
}

/// Visits one of the sectors at a distance: above, below, left, right.
static void nearest_visit_ring(nearest_query *query, int64_t radius, int64_t index)
{
    const int64_t column = query->x >> WAYI_SECTOR_SHIFT;
    const int64_t row = query->y >> WAYI_SECTOR_SHIFT;
    const int64_t across = 2 * radius + 1;
    if (index < across) {
        nearest_visit(query, column - radius + index, row - radius);
    } else if (index < 2 * across) {
        nearest_visit(query, column - radius + index - across, row + radius);
    } else {
        const int64_t rest = index - 2 * across;
        nearest_visit(query, rest % 2 ? column + radius : column - radius,
                      row - radius + 1 + rest / 2);
    }
}

/// Widens the bounds to the block that holds the whole of a component.
static void nearest_add_bounds(nearest_query *query, uint32_t number)
{
    const wayi_components *components = query->layer->components;
    uint32_t i = components->level_count - 1;
    while (number < components->levels[i].first_number) {
        i--;
    }
    const wayi_level *level = &components->levels[i];
    const uint32_t block = (number - level->first_number) / level->region_max;
    const int64_t left = (int64_t)(block % level->columns) << i;
    const int64_t top = (int64_t)(block / level->columns) << i;
    const int64_t right = left + (INT64_C(1) << i) - 1;
    const int64_t bottom = top + (INT64_C(1) << i) - 1;
    query->left = left < query->left ? left : query->left;
    query->top = top < query->top ? top : query->top;
    query->right = right > query->right ? right : query->right;
    query->bottom = bottom > query->bottom ? bottom : query->bottom;
}

static void nearest_set_bounds(nearest_query *query)
{
    const wayi_level *sectors = &query->layer->components->levels[0];
    if (!query->numbers) {
        query->right = sectors->columns - 1;
        query->bottom = sectors->rows - 1;
        return;
    }
    query->left = sectors->columns;
    query->top = sectors->rows;
    for (uint32_t i = 0; i < query->number_count; i++) {
        nearest_add_bounds(query, query->numbers[i]);
    }
    const wayi_links *links = query->layer->links;
    for (uint32_t i = 0; query->reach && i < links->node_count; i++) {
        if (wayi_links_has_bit(query->reach->nodes, i)) {
            nearest_add_bounds(query, links->nodes[i].number);
        }
    }
    query->right = query->right < sectors->columns ? query->right : sectors->columns - 1;
    query->bottom = query->bottom < sectors->rows ? query->bottom : sectors->rows - 1;
}

/// Goes on from where `nearest` stands; true when it is done.
static bool nearest_go_on(nearest_query *query, wayi_nearest *nearest, uint64_t looks)
{
    const wayi_level *sectors = &query->layer->components->levels[0];
    const uint32_t longest = sectors->columns > sectors->rows ? sectors->columns : sectors->rows;
    nearest_set_bounds(query);
    query->best = nearest->best;
    query->distance = nearest->distance;
    bool done = false;
    while (!done && query->looks < looks) {
        const uint32_t radius = nearest->radius;
        nearest_visit_ring(query, radius, nearest->index++);
        if (nearest->index >= (radius ? 8 * radius : 1)) {
            nearest->index = 0;
            nearest->radius++;
            const uint64_t cells = (uint64_t)radius * WAYI_SECTOR_SIDE + 1;
            done =
                nearest->radius >= longest || cells * query->map->costs.cardinal > query->distance;
        }
    }
    nearest->best = query->best;
    nearest->distance = query->distance;
    return done;
}

static nearest_query nearest_begin(const way_map *map, const wayi_layer *layer, way_cell goal)
{
    const uint32_t y = wayi_map_row(map, goal);
    return (nearest_query){.map = map, .layer = layer, .x = goal - y * map->width, .y = y};
}

way_cell way_map_nearest_passable(const way_map *map, way_cell cell, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer || cell >= map->cell_count) {
        return WAY_CELL_NONE;
    }
    nearest_query query = nearest_begin(map, layer, cell);
    wayi_nearest nearest = wayi_nearest_begin(cell);
    (void)nearest_go_on(&query, &nearest, UINT64_MAX);
    return nearest.best;
}

bool wayi_nearest_step(const way_map *map, const wayi_layer *layer, way_cell from,
                       wayi_nearest *nearest, uint64_t *looks)
{
    uint32_t numbers[WAYI_DIRECTIONS];
    nearest_query query = nearest_begin(map, layer, nearest->goal);
    query.numbers = numbers;
    query.number_count = wayi_components_reach(map, layer, from, numbers);
    if (query.number_count == 0) {
        nearest->best = WAY_CELL_NONE;
        return true;
    }
    wayi_links_reach reach;
    if (layer->links) {
        (void)wayi_links_follow(layer->links, numbers, query.number_count, WAY_CELL_NONE, &reach);
        query.reach = &reach;
    }
    const bool done = nearest_go_on(&query, nearest, *looks);
    *looks -= query.looks < *looks ? query.looks : *looks;
    return done;
}

way_cell way_map_nearest_reachable(const way_map *map, way_cell from, way_cell goal,
                                   uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer || from >= map->cell_count || goal >= map->cell_count) {
        return WAY_CELL_NONE;
    }
    wayi_nearest nearest = wayi_nearest_begin(goal);
    uint64_t looks = UINT64_MAX;
    (void)wayi_nearest_step(map, layer, from, &nearest, &looks);
    return nearest.best;
}
