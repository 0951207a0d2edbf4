// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a unit of several cells pays: the mean weight of all cells that it covers, rounded to the
// nearest, halves up. Sums of k cells down are added up along a row, one more and one less at each
// step.
#include "map/grid/layer.h"

/// The sum of `size` cells down from (x, y); nothing lies outside the map.
static uint32_t footprint_column(const way_map *map, const wayi_layer *layer, uint32_t x,
                                 uint32_t y)
{
    uint32_t sum = 0;
    for (uint32_t row = y; x < map->width && row < y + layer->size && row < map->height; row++) {
        sum += layer->table->plane[(size_t)row * map->width + x];
    }
    return sum;
}

/// The same while all cells weigh 1: where the unit fits.
static void footprint_update_plain(const way_map *map, wayi_layer *layer, uint32_t y, way_rect rect)
{
    uint8_t *row = layer->footprint + (size_t)y * map->width;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        row[x] = wayi_layer_has(map, layer, x, y);
    }
}

static void footprint_update_row(const way_map *map, wayi_layer *layer, uint32_t y, way_rect rect)
{
    const uint32_t size = layer->size;
    const uint32_t area = size * size;
    uint32_t sums[WAY_MAP_UNIT_MAX]; // circular, by x
    uint32_t sum = 0;
    for (uint32_t x = rect.x; x < rect.x + size; x++) {
        sums[x % size] = footprint_column(map, layer, x, y);
        sum += sums[x % size];
    }
    uint8_t *row = layer->footprint + (size_t)y * map->width;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const bool fits = wayi_layer_has(map, layer, x, y);
        row[x] = (uint8_t)(fits ? (sum + area / 2) / area : 0);
        sum -= sums[x % size];
        sums[x % size] = footprint_column(map, layer, x + size, y);
        sum += sums[x % size];
    }
}

void wayi_layer_update_footprint(const way_map *map, wayi_layer *layer, way_rect rect)
{
    const uint32_t reach = layer->size - 1;
    const uint32_t left = rect.x < reach ? rect.x : reach;
    const uint32_t up = rect.y < reach ? rect.y : reach;
    const way_rect covered = {rect.x - left, rect.y - up, rect.width + left, rect.height + up};
    for (uint32_t y = covered.y; y < covered.y + covered.height; y++) {
        if (layer->weights) {
            footprint_update_row(map, layer, y, covered);
        } else {
            footprint_update_plain(map, layer, y, covered);
        }
    }
}
