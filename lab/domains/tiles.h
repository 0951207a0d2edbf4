// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Boards of sliding tiles in one word: four bits a cell, cell 0 lowest.
#pragma once

#include "base/bits.h"
#include "space/space.h"

#include <waymark/lab.h>

#define WAYI_TILES_CELLS 16u
#define WAYI_TILES_MOVES 4u

/// The rules of a puzzle: which moves a free cell has, and what a tile's way home measures.
typedef struct wayi_tiles {
    uint32_t columns, rows, cells;
    uint64_t goal;                                     ///< packed
    uint8_t moves[WAYI_TILES_CELLS][WAYI_TILES_MOVES]; ///< cells that the free one can move to
    uint8_t move_count[WAYI_TILES_CELLS];
    uint8_t between[WAYI_TILES_CELLS][WAYI_TILES_CELLS]; ///< steps between two cells
    uint8_t home[WAYI_TILES_CELLS][WAYI_TILES_CELLS];    ///< [tile][cell]: steps to its goal; 0 for
                                                         ///< the free cell
} wayi_tiles;

/// INVALID_ARGUMENT, OUT_OF_RANGE.
way_status wayi_tiles_init(wayi_tiles *tiles, const way_tiles_config *config);

/// Packs a board; false if it is no permutation.
bool wayi_tiles_pack(const wayi_tiles *tiles, const uint8_t *board, uint64_t *packed);
void wayi_tiles_unpack(const wayi_tiles *tiles, uint64_t packed, uint8_t *board);

/// The sum of all tiles' steps to the goal.
uint32_t wayi_tiles_home(const wayi_tiles *tiles, uint64_t packed);

static inline uint32_t wayi_tiles_at(uint64_t packed, uint32_t cell)
{
    return (uint32_t)(packed >> 4 * cell) & 15u;
}

/// The free cell: the lowest four bits that are all 0.
static inline uint32_t wayi_tiles_free(uint64_t packed)
{
    const uint64_t pairs = packed | packed >> 1;
    return wayi_bits_lowest(~(pairs | pairs >> 2) & UINT64_C(0x1111111111111111)) / 4;
}

/// Moves the free cell from `from` to `to`.
static inline uint64_t wayi_tiles_slide(uint64_t packed, uint32_t from, uint32_t to)
{
    const uint64_t tile = wayi_tiles_at(packed, to);
    return packed ^ (tile << 4 * to | tile << 4 * from);
}

/// The trail space's own answers to way_tiles_find and its sisters.
bool wayi_tiles_is_trail(const way_space *space);
way_state wayi_tiles_trail_find(way_space *space, const uint8_t *board);
void wayi_tiles_trail_get(const way_space *space, way_state state, uint8_t *board);
size_t wayi_tiles_trail_bytes(void);
void wayi_tiles_trail_reset(way_space *space);
