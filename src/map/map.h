// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the searches see of a map. Cells are bits: one layer per unit size holds every row and every
// column as words of 64 with a blocked border, so a neighbourhood is three shifts and a ray is a
// scan. The cell (x, y) is bit x + 1 of row y + 1, and bit y + 1 of column x + 1.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"
#include "map/directions.h"

#include <waymark/map.h>

typedef struct wayi_components wayi_components;

/// Where units of one size can stand.
typedef struct wayi_layer {
    uint32_t size;
    uint64_t *rows;    ///< (height + 2) rows of row_words, and one word more
    uint64_t *columns; ///< (width + 2) columns of column_words, and one word more
    wayi_components *components;
} wayi_layer;

typedef struct wayi_journal_entry {
    uint64_t revision;
    way_rect rect;
} wayi_journal_entry;

struct way_map {
    uint32_t width;
    uint32_t height;
    uint32_t cell_count;
    uint32_t row_words;
    uint32_t column_words;
    uint64_t reciprocal; ///< cell / width = cell * reciprocal >> reciprocal_shift
    uint32_t reciprocal_shift;
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint32_t min_weight; ///< of passable cells; 1 when there are none
    uint8_t moves[512];  ///< legal directions for each 3x3 neighbourhood; see wayi_layer_around
    int32_t offsets[WAYI_DIRECTIONS]; ///< what a step adds to a cell
    way_cost steps[WAYI_DIRECTIONS];  ///< what a step costs over weight 1
    uint8_t *weights;                 ///< NULL while the map is uniform
    uint32_t weight_counts[256];
    wayi_layer *layers[WAY_MAP_UNIT_MAX + 1]; ///< by unit size; [1] is always there
    uint64_t revision;
    uint64_t cells_hash;         ///< order-independent, so an edit costs what it changes
    wayi_journal_entry *journal; ///< circular
    uint32_t journal_count;      ///< entries ever written
    uint64_t journal_floor;      ///< changes up to this revision are forgotten
    way_allocator allocator;
};

/// The prepared layer of a unit size, or NULL.
static inline const wayi_layer *wayi_map_layer(const way_map *map, uint32_t size)
{
    return size <= WAY_MAP_UNIT_MAX ? map->layers[size] : NULL;
}

static inline uint32_t wayi_map_row(const way_map *map, way_cell cell)
{
    return (uint32_t)((uint64_t)cell * map->reciprocal >> map->reciprocal_shift);
}

/// Three neighbouring bits of a padded row: those of x - 1, x and x + 1.
static inline uint32_t wayi_row_three(const uint64_t *row, uint32_t x)
{
    const uint32_t shift = x & 63u;
    const uint64_t *word = row + (x >> 6);
    return (uint32_t)((word[0] >> shift) | (word[1] << 1 << (63u - shift))) & 7u;
}

/// The 3x3 neighbourhood of (x, y) as 9 bits, row by row: an index into map->moves.
static inline uint32_t wayi_layer_around(const way_map *map, const wayi_layer *layer, uint32_t x,
                                         uint32_t y)
{
    const uint64_t *row = layer->rows + (size_t)y * map->row_words;
    return wayi_row_three(row, x) | wayi_row_three(row + map->row_words, x) << 3 |
           wayi_row_three(row + 2 * (size_t)map->row_words, x) << 6;
}

static inline bool wayi_layer_has(const way_map *map, const wayi_layer *layer, uint32_t x,
                                  uint32_t y)
{
    const uint64_t *row = layer->rows + ((size_t)y + 1) * map->row_words;
    return (row[(x + 1) >> 6] >> ((x + 1) & 63u)) & 1u;
}

/// The directions in which a unit may step from a cell (that may itself be blocked).
static inline uint32_t wayi_layer_moves(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return map->moves[wayi_layer_around(map, layer, cell - y * map->width, y)];
}

/// The cost of a legal step.
static inline way_cost wayi_map_step(const way_map *map, way_cell from, way_cell to,
                                     uint32_t direction)
{
    if (!map->weights) {
        return map->steps[direction];
    }
    // A blocked origin counts as plain ground: leaving it must not be free.
    const uint32_t origin = map->weights[from] ? map->weights[from] : 1u;
    return map->steps[direction] * (origin + map->weights[to]) / 2u;
}

/// Distance over open ground for a displacement, at the least weight.
static inline way_cost wayi_map_open_distance(const way_map *map, int64_t dx, int64_t dy)
{
    const uint32_t ax = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t ay = (uint32_t)(dy < 0 ? -dy : dy);
    if (map->neighbours == WAY_NEIGHBOURS_8) {
        const uint32_t low = ax < ay ? ax : ay;
        const uint32_t high = ax < ay ? ay : ax;
        return (map->costs.diagonal * low + map->costs.cardinal * (high - low)) * map->min_weight;
    }
    if (map->neighbours == WAY_NEIGHBOURS_4) {
        return (ax + ay) * map->costs.cardinal * map->min_weight;
    }
    const uint32_t steps = (dx < 0) == (dy < 0) ? ax + ay : (ax < ay ? ay : ax);
    return steps * map->costs.cardinal * map->min_weight;
}

/// How many steps at least: Chebyshev, Manhattan or hex distance.
uint32_t wayi_map_open_steps(const way_map *map, way_cell a, way_cell b);
