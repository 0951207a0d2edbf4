// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A square of the map as rows of bits, and sets of its cells that are connected inside it.
#pragma once

#include "space/grid.h"

#define WAYI_SQUARE_WORDS 2u
#define WAYI_SQUARE_MAX (WAYI_SQUARE_WORDS * 64u)

/// A set of cells of one square.
typedef struct wayi_square_bits {
    uint64_t rows[WAYI_SQUARE_MAX][WAYI_SQUARE_WORDS];
    uint32_t left, top, width, height;
} wayi_square_bits;

/// The cells of a part of the map where the unit can stand.
void wayi_square_load(const wayi_grid *grid, way_rect rect, wayi_square_bits *free);

/// What is connected to a free cell of the square.
void wayi_square_flood(const way_map *map, const wayi_square_bits *free, way_cell cell,
                       wayi_square_bits *region);

/// The first cell of a set, or WAY_CELL_NONE.
way_cell wayi_square_first(const way_map *map, const wayi_square_bits *bits);

/// Takes the cells of another set of the same square out.
void wayi_square_remove(wayi_square_bits *bits, const wayi_square_bits *other);

/// The cell of a set nearest to its mean, which is rounded to a cell, or to a sixteenth of one.
way_cell wayi_square_centre(const way_map *map, const wayi_square_bits *region, bool fine);

/// Whether a cell of the map is in the set.
bool wayi_square_has(const way_map *map, const wayi_square_bits *bits, way_cell cell);

/// Calls for each cell would cost more than the loop: it is written out where it is needed.
#define WAYI_SQUARE_EACH(region, x, y, body)                                                       \
    for (uint32_t y = 0; y < (region)->height; y++) {                                              \
        for (uint32_t word = 0; word < WAYI_SQUARE_WORDS; word++) {                                \
            for (uint64_t left = (region)->rows[y][word]; left; left &= left - 1) {                \
                const uint32_t x = word * 64 + wayi_bits_lowest(left);                             \
                body                                                                               \
            }                                                                                      \
        }                                                                                          \
    }
