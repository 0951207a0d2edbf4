// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a search at any angle has looked at of a map, in squares of cells: coarse enough to be noted
// at every look, fine enough that an edit beside the way leaves a trip alone.
#pragma once

#include "map/grid/map.h"

/// A square is that many bits of a coordinate wide.
#define WAYI_LOOKED_BITS 4u

typedef struct wayi_looked {
    uint64_t *words; ///< one bit for each square, row by row
    uint32_t row_words, rows;
    way_allocator allocator;
} wayi_looked;

way_status wayi_looked_init(wayi_looked *looked, const way_map *map,
                            const way_allocator *allocator);
void wayi_looked_fini(wayi_looked *looked);
void wayi_looked_clear(wayi_looked *looked);

/// Notes columns and rows from the first to the last; both may be one past the map.
static inline void wayi_looked_add(wayi_looked *looked, uint32_t left, uint32_t right, uint32_t top,
                                   uint32_t bottom)
{
    const uint32_t first = left >> WAYI_LOOKED_BITS;
    const uint32_t last = right >> WAYI_LOOKED_BITS;
    for (uint32_t y = top >> WAYI_LOOKED_BITS; y <= bottom >> WAYI_LOOKED_BITS; y++) {
        uint64_t *row = looked->words + (size_t)y * looked->row_words;
        uint64_t mask = UINT64_MAX << (first & 63u);
        for (uint32_t word = first >> 6; word < last >> 6; word++) {
            row[word] |= mask;
            mask = UINT64_MAX;
        }
        row[last >> 6] |= mask & UINT64_MAX >> (63u - (last & 63u));
    }
}

/// Notes the cells of a straight line, and those beside them.
void wayi_looked_add_line(wayi_looked *looked, const way_map *map, way_cell from, way_cell to);

/// Whether nothing in the rectangles was looked at, as far as `*work` looks tell; what that takes
/// is taken off.
bool wayi_looked_outlives(const wayi_looked *looked, const way_rect *rects, uint32_t count,
                          uint64_t *work);
