// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which cells of a layer are connected, kept up to date under edits.
//
// The map is cut into square sectors; four sectors make a block, four blocks a larger one, up to
// one that holds the whole map. The connected cells of a sector form its regions. The regions of a
// block are made of those of its four parts that meet along the seams between them; one that does
// not reach the border of its block is closed: a whole component. The others are open, and each is
// part of a region of the block above.
//
// A block remembers along its four sides which open region each cell belongs to, with regions
// numbered in the order in which the border meets them. That is all the block above needs to know.
// So after an edit a sector is labelled again, and unless its border reads as before, the block
// above is put together again, and so on. Most edits end in the sector; one that cuts the map in
// two costs about as many steps as the map is wide. All memory is taken at the start.
#pragma once

#include "map/grid/map.h"

#define WAYI_SECTOR_SHIFT 4u
#define WAYI_SECTOR_SIDE (1u << WAYI_SECTOR_SHIFT)
#define WAYI_SECTOR_CELLS (WAYI_SECTOR_SIDE * WAYI_SECTOR_SIDE)
/// Most regions in a sector: a checkerboard of four-connected cells.
#define WAYI_SECTOR_REGIONS (WAYI_SECTOR_CELLS / 2)

/// Sectors of 16 cells, doubled until they span the longest side.
#define WAYI_LEVELS_MAX 13

/// A region of a sector; blocked cells have WAYI_LABEL_NONE.
typedef uint8_t wayi_label;
#define WAYI_LABEL_NONE UINT8_MAX

/// An open region on a border; at most 65534 of them fit around a block below the topmost.
typedef uint16_t wayi_border;
#define WAYI_BORDER_NONE UINT16_MAX

/// Who touches whom. Eight neighbours with a corner rule connect what four do: a legal diagonal has
/// a passable cell beside it.
typedef enum wayi_touch { WAYI_TOUCH_4, WAYI_TOUCH_6, WAYI_TOUCH_8 } wayi_touch;

/// All blocks of one size. The borders of a block are its north, east, south and west side, each
/// from west to east or from north to south.
typedef struct wayi_level {
    uint32_t columns;      ///< of blocks
    uint32_t rows;         ///< of blocks
    uint32_t wide;         ///< cells along the north and south side of a block
    uint32_t tall;         ///< cells along the east and west side
    uint32_t open_max;     ///< most open regions of a block
    uint32_t region_max;   ///< most regions of a block
    uint32_t first_number; ///< component number of the first region of the first block
    wayi_border *borders;  ///< 2 * (wide + tall) for each block; none at the top
    uint32_t *parents;     ///< open_max for each block: regions of the block above; none at the top
    uint32_t *open_counts; ///< open regions of each block: its first ones
    uint32_t *links;       ///< of each block: the next one to do, or that it needs nothing
    uint32_t dirty;        ///< first block to do
} wayi_level;

struct wayi_components {
    wayi_touch touch;
    uint32_t level_count;
    wayi_level levels[WAYI_LEVELS_MAX];
    wayi_label *labels;      ///< of every cell, sector by sector
    uint8_t *region_counts;  ///< of every sector
    wayi_border *border;     ///< scratch: the new borders of a block
    uint32_t *sets;          ///< scratch: joins the open regions of four parts
    uint32_t *numbers;       ///< scratch: of the sets, the region they become
    uint32_t scratch_border; ///< entries in it
    uint32_t scratch_sets;   ///< entries in each of both
    bool renumbered;         ///< the last block that was put together: cells in it may have other
                             ///< component numbers than before
};

/// Components of a layer whose bits are complete; NULL without memory.
wayi_components *wayi_components_create(const way_map *map, const wayi_layer *layer);

/// NULL is fine.
void wayi_components_destroy(const way_map *map, wayi_components *components);

/// Notes that cells of layer 1 within a rectangle changed.
void wayi_components_touch(wayi_layer *layer, way_rect rect);

/// Catches up with all changes noted, and the layer's links with it. Call after the bits have
/// changed.
void wayi_components_update(const way_map *map, wayi_layer *layer);

/// Labels a sector again; returns whether its border changed.
bool wayi_sector_label(const way_map *map, const wayi_layer *layer, uint32_t sector);

/// The component at a cell of the map, or WAY_CELL_NONE.
uint32_t wayi_components_at(const way_map *map, const wayi_layer *layer, way_cell cell);

/// Puts a block together again; returns whether its border changed, and sets `renumbered` if
/// numbers of its parts or its own did. Not for level 0.
bool wayi_block_merge(wayi_components *components, uint32_t level, uint32_t block);

/// Replaces the borders of a block by those in the scratch; returns whether they differ.
bool wayi_block_set_border(wayi_components *components, uint32_t level, uint32_t block);

/// The components of the ground that a unit on a cell, blocked or not, can walk into; returns how
/// many.
uint32_t wayi_components_reach(const way_map *map, const wayi_layer *layer, way_cell from,
                               uint32_t numbers[WAYI_DIRECTIONS]);

/// `side` bits of a padded row: those of the cells of a sector.
static inline uint32_t wayi_sector_row(const way_map *map, const wayi_layer *layer, uint32_t column,
                                       uint32_t y)
{
    const uint32_t bit = (column << WAYI_SECTOR_SHIFT) + 1;
    const uint64_t *word = layer->rows + ((size_t)y + 1) * map->row_words + (bit >> 6);
    const uint32_t shift = bit & 63u;
    const uint64_t bits = word[0] >> shift | word[1] << 1 << (63u - shift);
    const uint32_t beyond = map->width - (column << WAYI_SECTOR_SHIFT);
    // The last sector of a row would read on into the next one.
    const uint32_t count = beyond < WAYI_SECTOR_SIDE ? beyond : WAYI_SECTOR_SIDE;
    return (uint32_t)(bits & ((UINT64_C(1) << count) - 1));
}

/// The component number of a region of a sector.
static inline uint32_t wayi_components_number(const wayi_components *components, uint32_t column,
                                              uint32_t row, uint32_t region)
{
    for (const wayi_level *level = components->levels;; level++) {
        const uint32_t block = row * level->columns + column;
        if (region >= level->open_counts[block]) {
            return level->first_number + block * level->region_max + region;
        }
        region = level->parents[(size_t)block * level->open_max + region];
        column >>= 1;
        row >>= 1;
    }
}
