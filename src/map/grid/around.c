// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The neighbours of each cell as one byte, eight cells at a time: the eight bits that lie in one
// direction of them are spread to one bit in each of eight bytes.
#include "map/grid/layer.h"

#define AROUND_ONES UINT64_C(0x0101010101010101)

/// Bit i of `bits` becomes the value, 0 or 1, of byte i: each byte gets all bits, keeps its own and
/// carries it to its top, which 0x80 + 0x7f still fits.
static uint64_t around_spread(uint64_t bits)
{
    const uint64_t own = bits * AROUND_ONES & UINT64_C(0x8040201008040201);
    return (own + 0x7f * AROUND_ONES) >> 7 & AROUND_ONES;
}

/// Eight bits of a line.
static uint64_t around_bits(const uint64_t *line, uint32_t bit)
{
    const uint32_t shift = bit & 63u;
    const uint64_t *word = line + (bit >> 6);
    return (word[0] >> shift | word[1] << 1 << (63u - shift)) & 0xffu;
}

/// The bytes of eight cells from (x, y) on, the first one lowest.
static uint64_t around_eight(const way_map *map, const wayi_layer *layer, uint32_t x, uint32_t y)
{
    uint64_t bytes = 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const uint32_t row = (uint32_t)((int32_t)y + 1 + wayi_direction_y[direction]);
        const uint32_t bit = (uint32_t)((int32_t)x + 1 + wayi_direction_x[direction]);
        const uint64_t *line = layer->rows + (size_t)row * map->row_words;
        bytes |= around_spread(around_bits(line, bit)) << direction;
    }
    return bytes;
}

static void around_update_row(const way_map *map, wayi_layer *layer, uint32_t y, way_rect rect)
{
    uint8_t *cells = layer->around + (size_t)y * map->width;
    for (uint32_t x = rect.x; x < rect.x + rect.width; x += 8) {
        uint64_t bytes = around_eight(map, layer, x, y);
        const uint32_t left = rect.x + rect.width - x;
        for (uint32_t i = 0; i < 8 && i < left; i++, bytes >>= 8) {
            cells[x + i] = (uint8_t)bytes;
        }
    }
}

void wayi_layer_update_around(const way_map *map, wayi_layer *layer, way_rect rect)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        around_update_row(map, layer, y, rect);
    }
}
