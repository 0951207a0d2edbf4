// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where weighted ground is rough: a free cell beside a free cell weighs otherwise. Everywhere else
// steps cost alike, as over uniform ground, and nothing but walls decides where a search must look.
// One bit per cell, by rows and by columns, like those of free cells; all 0 on a map where
// everything weighs 1, so the first weight that comes is an edit like any other.
#include "map/grid/layer.h"

/// Whether a cell is rough among those of its own row, the one above and the one below; a row, or a
/// column, that does not exist is replaced by the cell's own.
static bool rough_holds(const uint8_t *const rows[3], uint32_t left, uint32_t x, uint32_t right)
{
    const uint8_t weight = rows[1][x];
    bool same = true;
    for (uint32_t i = 0; i < 3; i++) {
        same &= rows[i][left] == weight || rows[i][left] == 0;
        same &= rows[i][x] == weight || rows[i][x] == 0;
        same &= rows[i][right] == weight || rows[i][right] == 0;
    }
    return weight && !same;
}

static void rough_update_row(const way_map *map, wayi_layer *layer, uint32_t y, way_rect rect)
{
    const uint8_t *here = layer->weights + (size_t)y * map->width;
    const uint8_t *const rows[3] = {y > 0 ? here - map->width : here, here,
                                    y + 1 < map->height ? here + map->width : here};
    uint64_t *line = layer->rough + ((size_t)y + 1) * map->row_words;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const uint64_t bit = UINT64_C(1) << ((x + 1) & 63u);
        uint64_t *word = &line[(x + 1) >> 6];
        const bool rough = rough_holds(rows, x > 0 ? x - 1 : x, x, x + 1 < map->width ? x + 1 : x);
        layer->rough_count += (uint64_t)rough - (*word & bit ? 1 : 0);
        *word = rough ? *word | bit : *word & ~bit;
    }
}

void wayi_layer_update_rough(const way_map *map, wayi_layer *layer, way_rect rect)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        rough_update_row(map, layer, y, rect);
    }
    wayi_lines_transpose(map, layer->rough, layer->rough_columns, rect);
}
