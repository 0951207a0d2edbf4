// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Creating a map and asking it simple questions.
#include "map/grid/map.h"

#include "map/grid/layer.h"
#include "map/links/links.h"
#include "map/links/profiles.h"

#include <waymark/format.h>

#include <string.h>

way_map_config way_map_config_default(uint32_t width, uint32_t height)
{
    return (way_map_config){
        .width = width,
        .height = height,
        .neighbours = WAY_NEIGHBOURS_8,
        .corners = WAY_CORNERS_STRICT,
    };
}

/// Those of a config, where 0 is 8.
static way_neighbours map_neighbours(const way_map_config *config)
{
    return config->neighbours ? config->neighbours : WAY_NEIGHBOURS_8;
}

static way_status map_check_costs(const way_map_config *config)
{
    const uint32_t cardinal = config->costs.cardinal;
    const uint32_t diagonal = config->costs.diagonal;
    if (cardinal == 0 && diagonal == 0) {
        return WAY_STATUS_OK;
    }
    if (cardinal < 1 || cardinal > 4096) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool fits = diagonal >= cardinal && diagonal <= 2 * cardinal;
    return fits || map_neighbours(config) != WAY_NEIGHBOURS_8 ? WAY_STATUS_OK
                                                              : WAY_STATUS_OUT_OF_RANGE;
}

static way_status map_check_config(const way_map_config *config)
{
    if (config->width < 1 || config->width > WAY_MAP_SIDE_MAX || config->height < 1 ||
        config->height > WAY_MAP_SIDE_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if ((uint64_t)config->width * config->height > WAY_MAP_CELLS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    const way_neighbours neighbours = map_neighbours(config);
    const bool known = neighbours == WAY_NEIGHBOURS_4 || neighbours == WAY_NEIGHBOURS_6 ||
                       neighbours == WAY_NEIGHBOURS_8;
    if (!known || (uint32_t)config->corners > WAY_CORNERS_ANY) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_floors *floors = &config->floors;
    if ((floors->count || floors->height) && way_floors_rows(floors) != config->height) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    return map_check_costs(config);
}

/// Finds the least shift for which cell * reciprocal >> shift is exact below 2^30: the error of the
/// rounded-up reciprocal, at most width / 2^shift, then never carries a quotient over.
static void map_set_reciprocal(way_map *map)
{
    uint32_t log = 0;
    while ((1u << log) < map->width) {
        log++;
    }
    map->reciprocal_shift = 30 + log;
    map->reciprocal = (UINT64_C(1) << map->reciprocal_shift) / map->width + 1;
}

/// Corner rule and diagonal cost mean nothing off 8-neighbour maps: they are forgotten, so that
/// maps that behave alike hash alike.
static void map_set_rules(way_map *map, const way_map_config *config)
{
    const bool eight = map_neighbours(config) == WAY_NEIGHBOURS_8;
    map->neighbours = map_neighbours(config);
    map->corners = eight ? config->corners : WAY_CORNERS_STRICT;
    map->costs = config->costs;
    if (map->costs.cardinal == 0) {
        map->costs = eight ? (way_cost_model){408, 577} : (way_cost_model){1, 0};
    }
    map->costs.diagonal = eight ? map->costs.diagonal : 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const bool diagonal = direction >= WAYI_NORTH_EAST && eight;
        map->steps[direction] = diagonal ? map->costs.diagonal : map->costs.cardinal;
        map->offsets[direction] =
            wayi_direction_y[direction] * (int32_t)map->width + wayi_direction_x[direction];
    }
    wayi_map_fill_moves(map);
}

static void map_set_shape(way_map *map, const way_map_config *config)
{
    map->width = config->width;
    map->height = config->height;
    map->cell_count = config->width * config->height;
    wayi_map_set_floors(map,
                        config->floors.count ? config->floors : (way_floors){1, config->height});
    map->row_words = (config->width + 2 + 63) / 64;
    map->column_words = (config->height + 2 + 63) / 64;
    map->revision = 1;
    map->journal_floor = 1;
    map_set_reciprocal(map);
    map_set_rules(map, config);
}

/// Counts, hashes and lays out the given terrain; returns the greatest.
static uint8_t map_read_terrain(way_map *map, const uint8_t *terrains)
{
    uint8_t greatest = 0;
    wayi_layer *layer = map->layers[1];
    for (uint32_t y = 0; y < map->height; y++) {
        uint64_t *row = layer->rows + ((size_t)y + 1) * map->row_words;
        for (uint32_t x = 0; x < map->width; x++) {
            const way_cell cell = y * map->width + x;
            const uint8_t terrain = wayi_map_divides(map, y) ? 0 : terrains[cell];
            greatest = terrain > greatest ? terrain : greatest;
            map->tables[0]->plane[cell] = terrain;
            map->terrain_counts[terrain]++;
            map->cells_hash += wayi_map_cell_hash(cell, terrain);
            row[(x + 1) >> 6] |= (uint64_t)(terrain != 0) << ((x + 1) & 63u);
        }
    }
    wayi_lines_transpose(map, layer->rows, layer->columns,
                         (way_rect){0, 0, map->width, map->height});
    return greatest;
}

/// Lays out plain ground, floor by floor.
static void map_fill_plain(way_map *map)
{
    const way_floors *floors = &map->floors;
    memset(map->tables[0]->plane, 1, map->cell_count);
    for (uint32_t y = 0; y < map->height; y += floors->height + 1) {
        wayi_layer_fill(map, map->layers[1], (way_rect){0, y, map->width, floors->height}, true);
    }
    map->terrain_counts[0] = (floors->count - 1) * map->width;
    map->terrain_counts[1] = map->cell_count - map->terrain_counts[0];
    for (uint32_t y = floors->height; y < map->height; y += floors->height + 1) {
        for (uint32_t x = 0; x < map->width; x++) {
            map->tables[0]->plane[(size_t)y * map->width + x] = 0;
            map->cells_hash += wayi_map_cell_hash(y * map->width + x, 0);
        }
    }
}

/// Makes the plain table with its base, still bare.
static bool map_create_plain(way_map *map)
{
    const way_profile plain = way_profile_default(1);
    wayi_table *table = wayi_table_create(map, plain.weights);
    if (!table) {
        return false;
    }
    map->tables[map->table_count++] = table;
    map->layers[1] = table->base;
    table->base->profile = 1;
    table->base->users = 1;
    return true;
}

static way_status map_fill(way_map *map, const uint8_t *terrains)
{
    map->journal = wayi_alloc(&map->allocator, WAYI_JOURNAL_CAPACITY, sizeof *map->journal);
    if (!map->journal || !map_create_plain(map)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_table *table = map->tables[0];
    if (!terrains) {
        map_fill_plain(map);
    } else if (map_read_terrain(map, terrains) > 1) {
        wayi_table_weigh(table);
    }
    wayi_table_measure(map, table);
    return wayi_layer_furnish(map, table->base) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status way_map_create(const way_map_config *config, way_map **out)
{
    if (!config || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    way_status status = map_check_config(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_map *map = wayi_alloc_zero(&allocator, 1, sizeof *map);
    if (!map) {
        return WAY_STATUS_NO_MEMORY;
    }
    map->allocator = wayi_meter_start(&map->meter, &allocator);
    map_set_shape(map, config);
    status = map_fill(map, config->weights);
    if (status != WAY_STATUS_OK) {
        way_map_destroy(map);
        return status;
    }
    *out = map;
    return WAY_STATUS_OK;
}

void way_map_destroy(way_map *map)
{
    if (!map) {
        return;
    }
    WAYI_ASSERT_FREE(map, "spaces, navigators, beliefs and worlds go before their map");
    for (uint32_t i = 0; i < map->table_count; i++) {
        wayi_table_destroy(map, map->tables[i]);
    }
    wayi_link_table_destroy(map);
    WAYI_FREE(&map->allocator, map->journal, WAYI_JOURNAL_CAPACITY);
    const way_allocator source = map->meter.source;
    WAYI_FREE(&source, map, 1);
}

uint32_t way_map_width(const way_map *map)
{
    return map->width;
}

uint32_t way_map_height(const way_map *map)
{
    return map->height;
}

way_neighbours way_map_neighbours(const way_map *map)
{
    return map->neighbours;
}

way_corners way_map_corners(const way_map *map)
{
    return map->corners;
}

way_cost_model way_map_costs(const way_map *map)
{
    return map->costs;
}

way_floors way_map_floors(const way_map *map)
{
    return map->floors;
}

size_t way_map_bytes(const way_map *map)
{
    return sizeof *map + (size_t)map->meter.bytes;
}

uint64_t wayi_map_hash_with(const way_map *map, uint64_t links)
{
    const uint64_t fields[] = {
        map->width,          map->height,         (uint64_t)map->neighbours, (uint64_t)map->corners,
        map->costs.cardinal, map->costs.diagonal, map->cells_hash + links,
    };
    uint8_t bytes[sizeof fields];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(fields[i / 8] >> (i % 8 * 8));
    }
    return way_hash_bytes(0, bytes, sizeof bytes);
}

uint64_t way_map_hash(const way_map *map)
{
    return wayi_map_hash_with(map, map->links_hash);
}

uint64_t wayi_layer_hash(const way_map *map, const wayi_layer *layer)
{
    uint64_t links = 0;
    for (uint32_t k = 0; k < way_map_link_count(map); k++) {
        way_map_link link = way_map_link_at(map, k);
        if (wayi_link_concerns(&link, layer)) {
            link.profile = 0; // another map may have the same profile by another number
            links += wayi_link_hash(&link);
        }
    }
    const uint64_t hash = wayi_map_hash_with(map, links);
    const wayi_table *table = layer->table;
    // Rows between floors are blocked by their terrain but for tables that make ground of it.
    return table == map->tables[0] ? hash
                                   : way_hash_bytes(hash + (map->floors.count - 1), table->weights,
                                                    sizeof table->weights);
}

way_cell way_map_cell(const way_map *map, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
        return WAY_CELL_NONE;
    }
    return (uint32_t)y * map->width + (uint32_t)x;
}

void way_map_position(const way_map *map, way_cell cell, uint32_t *x, uint32_t *y)
{
    const uint32_t row = wayi_map_row(map, cell);
    *x = cell - row * map->width;
    *y = row;
}

uint8_t way_map_terrain(const way_map *map, way_cell cell)
{
    if (cell >= map->cell_count) {
        return 0;
    }
    const uint32_t y = wayi_map_row(map, cell);
    return wayi_map_terrain_at(map, cell - y * map->width, y);
}

way_status way_map_read(const way_map *map, const way_rect *area, uint8_t *weights)
{
    if (!map || !area || !weights) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (area->x > map->width || area->width > map->width - area->x || area->y > map->height ||
        area->height > map->height - area->y) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t y = area->y; y < area->y + area->height; y++) {
        memcpy(weights, map->tables[0]->plane + (size_t)y * map->width + area->x, area->width);
        weights += area->width;
    }
    return WAY_STATUS_OK;
}

bool way_map_is_passable(const way_map *map, way_cell cell)
{
    return way_map_terrain(map, cell) != 0;
}

bool way_map_is_uniform(const way_map *map)
{
    return map->tables[0]->uniform;
}

uint32_t way_map_passable_count(const way_map *map)
{
    return map->cell_count - map->terrain_counts[0];
}

way_cost way_map_estimate(const way_map *map, way_cell a, way_cell b)
{
    const wayi_offset by = wayi_map_offset(map, a, b);
    return wayi_map_open_distance(map, map->layers[1], by.x, by.y);
}

uint32_t wayi_map_open_steps(const way_map *map, way_cell a, way_cell b)
{
    const wayi_offset by = wayi_map_offset(map, a, b);
    const uint32_t columns = (uint32_t)(by.x < 0 ? -by.x : by.x);
    const uint32_t rows = (uint32_t)(by.y < 0 ? -by.y : by.y);
    const bool adds = map->neighbours == WAY_NEIGHBOURS_4 ||
                      (map->neighbours == WAY_NEIGHBOURS_6 && (by.x < 0) == (by.y < 0));
    return adds ? columns + rows : (columns < rows ? rows : columns);
}
