// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where weighted ground is flat: all free cells beside a free cell weigh what it weighs. There
// steps cost alike, as over uniform ground, and nothing but walls decides where a search must look.
// One bit per cell, by rows and by columns, like those of free cells.
#include "map/grid/layer.h"

bool wayi_layer_add_flat(const way_map *map, wayi_layer *layer)
{
    if (!layer->views || !layer->weights || layer->flat) {
        return true; // nobody asks, or it is there
    }
    layer->flat = wayi_alloc_zero(&map->allocator, wayi_layer_row_total(map), sizeof *layer->flat);
    layer->flat_columns =
        wayi_alloc_zero(&map->allocator, wayi_layer_column_total(map), sizeof *layer->flat_columns);
    if (!layer->flat || !layer->flat_columns) {
        wayi_layer_strip_flat(map, layer);
        return false;
    }
    wayi_layer_update_flat(map, layer, (way_rect){0, 0, map->width, map->height});
    return true;
}

void wayi_layer_strip_flat(const way_map *map, wayi_layer *layer)
{
    WAYI_FREE(&map->allocator, layer->flat, wayi_layer_row_total(map));
    WAYI_FREE(&map->allocator, layer->flat_columns, wayi_layer_column_total(map));
    layer->flat = NULL;
    layer->flat_columns = NULL;
    layer->flat_count = 0;
}

/// Whether a cell is flat among those of its own row, the one above and the one below; a row, or a
/// column, that does not exist is replaced by the cell's own.
static bool flat_holds(const uint8_t *const rows[3], uint32_t left, uint32_t x, uint32_t right)
{
    const uint8_t weight = rows[1][x];
    bool same = weight != 0;
    for (uint32_t i = 0; i < 3; i++) {
        same &= rows[i][left] == weight || rows[i][left] == 0;
        same &= rows[i][x] == weight || rows[i][x] == 0;
        same &= rows[i][right] == weight || rows[i][right] == 0;
    }
    return same;
}

static void flat_update_row(const way_map *map, wayi_layer *layer, uint32_t y, way_rect rect)
{
    const uint8_t *here = layer->weights + (size_t)y * map->width;
    const uint8_t *const rows[3] = {y > 0 ? here - map->width : here, here,
                                    y + 1 < map->height ? here + map->width : here};
    uint64_t *line = layer->flat + ((size_t)y + 1) * map->row_words;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const uint64_t bit = UINT64_C(1) << ((x + 1) & 63u);
        uint64_t *word = &line[(x + 1) >> 6];
        const bool flat = flat_holds(rows, x > 0 ? x - 1 : x, x, x + 1 < map->width ? x + 1 : x);
        layer->flat_count += (uint64_t)flat - (*word & bit ? 1 : 0);
        *word = flat ? *word | bit : *word & ~bit;
    }
}

void wayi_layer_update_flat(const way_map *map, wayi_layer *layer, way_rect rect)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        flat_update_row(map, layer, y, rect);
    }
    wayi_lines_transpose(map, layer->flat, layer->flat_columns, rect);
}
