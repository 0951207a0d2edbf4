// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is believed of each cell, dense or sparse. Weights cost nothing until one above 1 is seen.
#include "space/fog.h"

#include <string.h>

static uint32_t fog_store_tiles_across(const wayi_fog *fog)
{
    return (fog->map->width + 7) / 8;
}

static size_t fog_store_row_total(const way_map *map)
{
    return ((size_t)map->height + 2) * map->row_words + 1;
}

static void fog_store_put_row_bit(wayi_fog *fog, uint32_t x, uint32_t y, bool passable)
{
    uint64_t *word = &fog->layer.rows[((size_t)y + 1) * fog->map->row_words + ((x + 1) >> 6)];
    const uint64_t bit = UINT64_C(1) << ((x + 1) & 63u);
    *word = passable ? *word | bit : *word & ~bit;
}

/// Tells the neighbours of a cell whether one stands there.
static void fog_store_tell_around(wayi_fog *fog, uint32_t x, uint32_t y, bool passable)
{
    const way_map *map = fog->map;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const uint32_t nx = (uint32_t)((int32_t)x + wayi_direction_x[direction]); // wraps outside
        const uint32_t ny = (uint32_t)((int32_t)y + wayi_direction_y[direction]);
        if (nx >= map->width || ny >= map->height) {
            continue;
        }
        uint8_t *around = &fog->layer.around[(size_t)ny * map->width + nx];
        const uint32_t bit = 1u << wayi_direction_opposite(direction);
        *around = (uint8_t)(passable ? *around | bit : *around & ~bit);
    }
}

static way_status fog_store_init_dense(wayi_fog *fog)
{
    const way_map *map = fog->map;
    const way_allocator *allocator = &fog->space.allocator;
    fog->layer.size = 1;
    fog->layer.rows = wayi_alloc_zero(allocator, fog_store_row_total(map), sizeof(uint64_t));
    fog->layer.around = wayi_alloc_zero(allocator, map->cell_count, sizeof *fog->layer.around);
    if (!fog->layer.rows || !fog->layer.around) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            fog_store_put_row_bit(fog, x, y, true);
            fog_store_tell_around(fog, x, y, true);
        }
    }
    return wayi_bitset_init(&fog->seen, map->cell_count, allocator);
}

way_status wayi_fog_store_init(wayi_fog *fog)
{
    wayi_hash_table_init(&fog->places, &fog->space.allocator);
    return fog->sparse ? WAY_STATUS_OK : fog_store_init_dense(fog);
}

void wayi_fog_store_fini(wayi_fog *fog)
{
    const way_allocator *allocator = &fog->space.allocator;
    wayi_free(allocator, fog->layer.rows, fog_store_row_total(fog->map), sizeof(uint64_t));
    wayi_free(allocator, fog->layer.around, fog->map->cell_count, sizeof *fog->layer.around);
    if (fog->seen.words) {
        wayi_bitset_fini(&fog->seen);
    }
    wayi_hash_table_fini(&fog->places);
    wayi_free(allocator, fog->tiles, fog->tile_capacity, sizeof *fog->tiles);
    wayi_free(allocator, fog->tile_numbers, fog->number_capacity, sizeof *fog->tile_numbers);
    wayi_free(allocator, fog->weights, fog->weight_capacity, sizeof *fog->weights);
}

size_t wayi_fog_store_bytes(const wayi_fog *fog)
{
    size_t bytes = fog->weight_capacity;
    if (fog->sparse) {
        return bytes + wayi_hash_table_bytes(&fog->places) +
               fog->tile_capacity * sizeof *fog->tiles +
               fog->number_capacity * sizeof *fog->tile_numbers;
    }
    bytes += fog_store_row_total(fog->map) * sizeof(uint64_t) + fog->map->cell_count;
    return bytes + ((size_t)fog->map->cell_count + 63) / 64 * sizeof(uint64_t);
}

// Sparse ------------------------------------------------------------------------------------------

static const wayi_fog_tile *fog_store_tile(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    const uint32_t *place =
        wayi_hash_table_find(&fog->places, (y >> 3) * fog_store_tiles_across(fog) + (x >> 3));
    return place ? &fog->tiles[*place] : NULL;
}

static uint32_t fog_store_tile_bit(uint32_t x, uint32_t y)
{
    return (y & 7u) * 8 + (x & 7u);
}

static bool fog_store_grow_tiles(wayi_fog *fog)
{
    const way_allocator *allocator = &fog->space.allocator;
    void *tiles = fog->tiles;
    void *numbers = fog->tile_numbers;
    const uint32_t needed = fog->tile_count + 1;
    if (needed > fog->tile_capacity) {
        if (!wayi_grow(allocator, &tiles, &fog->tile_capacity, needed, sizeof *fog->tiles)) {
            return false;
        }
        fog->tiles = tiles;
    }
    if (needed > fog->number_capacity) {
        if (!wayi_grow(allocator, &numbers, &fog->number_capacity, needed,
                       sizeof *fog->tile_numbers)) {
            return false;
        }
        fog->tile_numbers = numbers;
    }
    return true;
}

/// Room for the weights of `count` cells, plain ground until told otherwise.
static bool fog_store_grow_weights(wayi_fog *fog, uint32_t count)
{
    const uint32_t before = fog->weight_capacity;
    void *weights = fog->weights;
    if (count <= before) {
        return true;
    }
    if (!wayi_grow(&fog->space.allocator, &weights, &fog->weight_capacity, count,
                   sizeof *fog->weights)) {
        return false;
    }
    fog->weights = weights;
    memset(fog->weights + before, 1, fog->weight_capacity - before);
    return true;
}

/// The place of the tile of a cell, made if it is missing; UINT32_MAX without memory.
static uint32_t fog_store_touch_tile(wayi_fog *fog, uint32_t x, uint32_t y)
{
    const uint32_t number = (y >> 3) * fog_store_tiles_across(fog) + (x >> 3);
    if (!fog_store_grow_tiles(fog) ||
        (fog->weights && !fog_store_grow_weights(fog, (fog->tile_count + 1) * WAYI_FOG_TILE))) {
        return UINT32_MAX;
    }
    const uint32_t *place = wayi_hash_table_get_or_add(&fog->places, number, fog->tile_count);
    if (!place) {
        return UINT32_MAX;
    }
    if (*place == fog->tile_count) {
        fog->tiles[fog->tile_count] = (wayi_fog_tile){0, 0};
        fog->tile_numbers[fog->tile_count++] = number;
    }
    return *place;
}

static bool fog_store_set_sparse(wayi_fog *fog, uint32_t x, uint32_t y, uint8_t weight)
{
    const uint32_t place = fog_store_touch_tile(fog, x, y);
    if (place == UINT32_MAX ||
        (weight > 1 && !fog_store_grow_weights(fog, fog->tile_count * WAYI_FOG_TILE))) {
        return false;
    }
    const uint32_t index = fog_store_tile_bit(x, y);
    const uint64_t bit = UINT64_C(1) << index;
    wayi_fog_tile *tile = &fog->tiles[place];
    tile->seen |= bit;
    tile->blocked = weight ? tile->blocked & ~bit : tile->blocked | bit;
    if (fog->weights) {
        fog->weights[place * WAYI_FOG_TILE + index] = weight;
    }
    return true;
}

static uint8_t fog_store_weight_sparse(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    const wayi_fog_tile *tile = fog_store_tile(fog, x, y);
    const uint32_t index = fog_store_tile_bit(x, y);
    if (!tile) {
        return 1;
    }
    if (fog->weights) {
        const size_t place = (size_t)(tile - fog->tiles);
        // A wall seen before any weight was kept has none of its own.
        return (tile->blocked >> index) & 1u ? 0 : fog->weights[place * WAYI_FOG_TILE + index];
    }
    return (tile->blocked >> index) & 1u ? 0 : 1;
}

static uint32_t fog_store_around_sparse(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    const wayi_fog_tile *tile = NULL;
    uint32_t tile_x = UINT32_MAX;
    uint32_t tile_y = UINT32_MAX;
    uint32_t around = 0;
    for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
        const uint32_t cx =
            (uint32_t)((int32_t)x + wayi_direction_x[i]); // wraps to a large number outside
        const uint32_t cy = (uint32_t)((int32_t)y + wayi_direction_y[i]);
        if (cx >= fog->map->width || cy >= fog->map->height) {
            continue;
        }
        if (cx >> 3 != tile_x || cy >> 3 != tile_y) {
            tile_x = cx >> 3;
            tile_y = cy >> 3;
            tile = fog_store_tile(fog, cx, cy);
        }
        const uint64_t blocked = tile ? tile->blocked >> fog_store_tile_bit(cx, cy) : 0;
        around |= (uint32_t)(~blocked & 1u) << i;
    }
    return around;
}

// Both --------------------------------------------------------------------------------------------

uint8_t wayi_fog_store_weight(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    if (fog->sparse) {
        return fog_store_weight_sparse(fog, x, y);
    }
    if (!wayi_layer_has(fog->map, &fog->layer, x, y)) {
        return 0;
    }
    return fog->weights ? fog->weights[(size_t)y * fog->map->width + x] : 1;
}

bool wayi_fog_store_seen(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    if (fog->sparse) {
        const wayi_fog_tile *tile = fog_store_tile(fog, x, y);
        return tile && (tile->seen >> fog_store_tile_bit(x, y)) & 1u;
    }
    return wayi_bitset_has(&fog->seen, y * fog->map->width + x);
}

bool wayi_fog_store_set(wayi_fog *fog, uint32_t x, uint32_t y, uint8_t weight)
{
    if (fog->sparse) {
        return fog_store_set_sparse(fog, x, y, weight);
    }
    if (weight > 1 && !fog_store_grow_weights(fog, fog->map->cell_count)) {
        return false;
    }
    const uint32_t cell = y * fog->map->width + x;
    if (fog->weights) {
        fog->weights[cell] = weight;
    }
    if (wayi_layer_has(fog->map, &fog->layer, x, y) != (weight != 0)) {
        fog_store_put_row_bit(fog, x, y, weight != 0);
        fog_store_tell_around(fog, x, y, weight != 0);
    }
    wayi_bitset_add(&fog->seen, cell);
    return true;
}

uint32_t wayi_fog_store_around(const wayi_fog *fog, uint32_t x, uint32_t y)
{
    return fog->sparse ? fog_store_around_sparse(fog, x, y)
                       : wayi_layer_around(fog->map, &fog->layer, x, y);
}

static way_cell fog_store_next_sparse(const wayi_fog *fog, uint64_t *cursor)
{
    const uint32_t across = fog_store_tiles_across(fog);
    for (; *cursor < (uint64_t)fog->tile_count * WAYI_FOG_TILE; ++*cursor) {
        const uint32_t place = (uint32_t)(*cursor / WAYI_FOG_TILE);
        const uint32_t index = (uint32_t)(*cursor % WAYI_FOG_TILE);
        if ((fog->tiles[place].seen >> index) & 1u) {
            const uint32_t number = fog->tile_numbers[place];
            const uint32_t x = number % across * 8 + index % 8;
            const uint32_t y = number / across * 8 + index / 8;
            ++*cursor;
            return y * fog->map->width + x;
        }
    }
    return WAY_CELL_NONE;
}

way_cell wayi_fog_store_next(const wayi_fog *fog, uint64_t *cursor)
{
    if (fog->sparse) {
        return fog_store_next_sparse(fog, cursor);
    }
    if (*cursor >= fog->map->cell_count) {
        return WAY_CELL_NONE;
    }
    const uint32_t cell = wayi_bitset_next(&fog->seen, (uint32_t)*cursor);
    *cursor = cell == UINT32_MAX ? fog->map->cell_count : (uint64_t)cell + 1;
    return cell == UINT32_MAX ? WAY_CELL_NONE : cell;
}
