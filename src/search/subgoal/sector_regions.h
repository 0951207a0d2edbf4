// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors and their regions: squares of the map, each split into the sets of cells that are
// connected inside it. A sector is handled as rows of bits; a region is a flood over them.
#pragma once

#include "search/subgoal/routes.h"

#define WAYI_SECTOR_WORDS 2u
#define WAYI_SECTOR_MAX (WAYI_SECTOR_WORDS * 64u)

typedef struct wayi_sectors {
    uint32_t side; ///< of a sector, in cells [1..WAYI_SECTOR_MAX]
    uint32_t columns;
    uint32_t count;
    uint16_t *first;   ///< [count] a region of the sector, or WAYI_REGION_NONE
    uint16_t *sibling; ///< [region capacity] another region of the same sector, or none
    uint32_t sibling_capacity;
    bool borrowed; ///< both lists belong to a blob
} wayi_sectors;

/// A set of cells of one sector.
typedef struct wayi_sector_bits {
    uint64_t rows[WAYI_SECTOR_MAX][WAYI_SECTOR_WORDS];
    uint32_t left, top, width, height;
} wayi_sector_bits;

static inline uint32_t wayi_sectors_of(const wayi_sectors *sectors, uint32_t x, uint32_t y)
{
    return y / sectors->side * sectors->columns + x / sectors->side;
}

/// The sector's part of the map.
way_rect wayi_sectors_rect(const wayi_sectors *sectors, const way_map *map, uint32_t sector);

/// The cells of a sector where the unit can stand.
void wayi_sector_load(const wayi_sectors *sectors, const wayi_grid *grid, uint32_t sector,
                      wayi_sector_bits *free);

/// Moves what is connected to the first free cell from `free` to `region`; false if nothing is
/// left.
bool wayi_sector_take(const wayi_grid *grid, wayi_sector_bits *free, wayi_sector_bits *region);

/// The cell of a set nearest to its mean.
way_cell wayi_sector_centre(const way_map *map, const wayi_sector_bits *region);

bool wayi_sector_has(const wayi_sector_bits *bits, uint32_t x, uint32_t y);

/// Gives all cells of a region their label.
void wayi_sector_paint(const way_map *map, const wayi_sector_bits *region, uint16_t *labels,
                       uint16_t label);

/// The region of a cell where a unit can stand, or WAYI_REGION_NONE. Looks at no more than the
/// sector.
uint32_t wayi_sectors_find(const wayi_sectors *sectors, const wayi_routes *routes,
                           const wayi_grid *grid, way_cell cell);

/// Partitions the map: sets labels, places and region_count of `partition`. The lists are allocated
/// with room for *capacity regions. TOO_LARGE beyond WAYI_REGIONS_MAX.
way_status wayi_sectors_partition(wayi_sectors *sectors, wayi_partition *partition,
                                  uint32_t *capacity, const way_allocator *allocator);

/// Builds the lists of regions per sector after numbering. NO_MEMORY.
way_status wayi_sectors_link(wayi_sectors *sectors, const wayi_partition *partition,
                             const way_allocator *allocator);
