// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/anyangle/looked.h"

#include <string.h>

#define LOOKED_SIDE (UINT32_C(1) << WAYI_LOOKED_BITS)

way_status wayi_looked_init(wayi_looked *looked, const way_map *map, const way_allocator *allocator)
{
    *looked = (wayi_looked){.row_words = (map->width >> WAYI_LOOKED_BITS >> 6) + 1,
                            .rows = (map->height >> WAYI_LOOKED_BITS) + 1,
                            .allocator = wayi_allocator_or_default(allocator)};
    looked->words = wayi_alloc_zero(&looked->allocator, (size_t)looked->row_words * looked->rows,
                                    sizeof *looked->words);
    return looked->words ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_looked_fini(wayi_looked *looked)
{
    WAYI_FREE(&looked->allocator, looked->words, (size_t)looked->row_words * looked->rows);
    looked->words = NULL;
}

void wayi_looked_clear(wayi_looked *looked)
{
    memset(looked->words, 0, (size_t)looked->row_words * looked->rows * sizeof *looked->words);
}

/// The column of a line from (x, y) in a row that it meets, rounded down.
static int64_t looked_column(int64_t x, int64_t y, int64_t dx, int64_t dy, int64_t row)
{
    const int64_t way = dy ? dx * (row - y) : 0;
    return x + (dy ? way / dy - (way % dy < 0) : 0);
}

void wayi_looked_add_line(wayi_looked *looked, const way_map *map, way_cell from, way_cell to)
{
    const way_cell upper = from < to ? from : to;
    const uint32_t top = wayi_map_row(map, upper);
    const uint32_t bottom = wayi_map_row(map, from < to ? to : from);
    const int64_t x = upper - top * map->width;
    const int64_t end = (from < to ? to : from) - bottom * map->width;
    const int64_t dx = end - x;
    for (uint32_t row = top; row <= bottom; row = (row | (LOOKED_SIDE - 1)) + 1) {
        // From the last row of the squares above to the first of those below: a flat line has gone
        // far between two rows.
        const uint32_t first = row > top ? row - 1 : row;
        const uint32_t next = (row | (LOOKED_SIDE - 1)) + 1;
        const uint32_t last = next < bottom ? next : bottom;
        const int64_t one = looked_column(x, top, dx, bottom - top, first);
        const int64_t other = last == bottom ? end : looked_column(x, top, dx, bottom - top, last);
        const int64_t left = one < other ? one : other;
        const int64_t right = one < other ? other : one;
        wayi_looked_add(looked, left > 0 ? (uint32_t)left - 1 : 0,
                        right + 1 < map->width ? (uint32_t)right + 1 : map->width,
                        first > 0 ? first - 1 : 0, last + 1);
    }
}

bool wayi_looked_outlives(const wayi_looked *looked, const way_rect *rects, uint32_t count,
                          uint64_t *work)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t left = rects[i].x >> WAYI_LOOKED_BITS;
        const uint32_t top = rects[i].y >> WAYI_LOOKED_BITS;
        const uint32_t right = (rects[i].x + rects[i].width - 1) >> WAYI_LOOKED_BITS;
        const uint32_t bottom = (rects[i].y + rects[i].height - 1) >> WAYI_LOOKED_BITS;
        const uint64_t squares = (uint64_t)(right - left + 1) * (bottom - top + 1);
        if (squares > *work) {
            return false;
        }
        *work -= squares;
        for (uint32_t y = top; y <= bottom; y++) {
            for (uint32_t x = left; x <= right; x++) {
                if (looked->words[(size_t)y * looked->row_words + (x >> 6)] >> (x & 63u) & 1u) {
                    return false;
                }
            }
        }
    }
    return true;
}
