// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which cells of a layer are connected, kept up to date under edits.
//
// The padded map is cut into square sectors. Within a sector the connected cells form regions,
// numbered per sector; across a border, regions whose cells touch are in contact. Every region
// carries a component number, and numbers that were found to be one component share a root. A
// query reads cell -> region -> number -> root and changes nothing.
#pragma once

#include "map/map.h"

#define WAYI_NONE UINT32_MAX

#define WAYI_SECTOR_SHIFT 4u
#define WAYI_SECTOR_SIDE (1u << WAYI_SECTOR_SHIFT)
#define WAYI_SECTOR_CELLS (WAYI_SECTOR_SIDE * WAYI_SECTOR_SIDE)
/// Most regions in a sector: a checkerboard of four-connected cells.
#define WAYI_SECTOR_REGIONS (WAYI_SECTOR_CELLS / 2)
/// Block sizes are powers of two up to the most regions.
#define WAYI_REGION_CLASSES (2 * WAYI_SECTOR_SHIFT)

/// A region within its sector.
typedef uint8_t wayi_label;

typedef struct wayi_sector {
    uint32_t first; ///< slot of region 0
    uint16_t count; ///< regions
    uint16_t bound; ///< most regions after the edit in hand
    uint32_t block; ///< class of its block of slots; WAYI_NONE = has none
    uint32_t stamp; ///< touched by the edit in hand if it equals the generation
    uint32_t link;  ///< next touched sector
} wayi_sector;

/// A region. All but the first two fields belong to the search that follows an edit.
typedef struct wayi_region {
    uint32_t number;  ///< of its component
    uint32_t sector;  ///< that it lies in
    uint32_t stamp;   ///< reached by the search in hand if it equals the generation
    uint32_t front;   ///< the front it belongs to, or one that was joined to that
    uint32_t next;    ///< in the circle of pending or of done regions
    uint32_t pending; ///< of a front: last region in the circle of those to expand
    uint32_t done;    ///< of a front: last region in the circle of those expanded
    uint32_t count;   ///< of a front: regions in both
    uint32_t claim;   ///< of a front: a number of the component it was part of
    uint32_t link;    ///< next region outside the touched sectors; next free block
    uint32_t peer;    ///< of a front: next active one
} wayi_region;

/// A component number.
typedef struct wayi_number {
    uint32_t root;     ///< the number that stands for the component
    uint32_t regions;  ///< that carry this very number
    uint32_t next;     ///< in the circle of numbers with the same root; next free number
    uint32_t previous; ///< in that circle
    uint32_t members;  ///< of a root: numbers in the circle
    uint32_t open;     ///< of a root: fronts still searching; 0 between edits
} wayi_number;

struct wayi_components {
    uint32_t columns; ///< of sectors
    uint32_t rows;    ///< of sectors
    wayi_sector *sectors;
    wayi_label *labels; ///< of every cell, sector by sector; meaningless where blocked
    wayi_region *regions;
    uint32_t region_count; ///< slots in use or free, from 0
    uint32_t region_capacity;
    uint32_t free_blocks[WAYI_REGION_CLASSES];
    wayi_number *numbers;
    uint32_t number_count; ///< in use or free, from 0
    uint32_t number_capacity;
    uint32_t free_numbers; ///< the first
    uint32_t free_number_count;
    uint32_t generation;
    uint32_t touched; ///< first touched sector
    uint32_t outside; ///< first region in contact with touched sectors
};

/// A contact of a region with one of another sector.
typedef struct wayi_contact {
    uint32_t own;   ///< label
    uint32_t other; ///< slot
} wayi_contact;

/// Most contacts of a sector: three for every cell of the border, and the corners.
#define WAYI_CONTACTS_MAX (4 * 3 * WAYI_SECTOR_SIDE + 4)
/// As the label of wayi_sector_contacts: every region of the sector.
#define WAYI_LABEL_ANY WAYI_NONE

/// Components of a layer whose bits are complete; NULL without memory.
wayi_components *wayi_components_create(const way_map *map, const wayi_layer *layer);

/// NULL is fine.
void wayi_components_destroy(const way_map *map, wayi_components *components);

size_t wayi_components_bytes(const wayi_components *components);

/// Notes what the edits will touch and reserves all memory for it. Call before the bits change;
/// false without memory, and then the components are as before.
bool wayi_components_prepare(const way_map *map, wayi_layer *layer, const way_edit *edits,
                             uint32_t count);

/// Catches up with the edits that were prepared. Call after the bits have changed.
void wayi_components_commit(const way_map *map, wayi_layer *layer);

// Sectors ----------------------------------------------------------------------------------------

/// Labels the regions of a sector anew and returns how many there are.
uint32_t wayi_sector_label(const way_map *map, const wayi_layer *layer, uint32_t sector);

/// Lists the contacts of one region, or of all, with other sectors; returns how many.
uint32_t wayi_sector_contacts(const way_map *map, const wayi_layer *layer, uint32_t sector,
                              uint32_t label, wayi_contact contacts[WAYI_CONTACTS_MAX]);

/// `side` bits of a padded row or column: those in the sector with that index along the line.
static inline uint32_t wayi_sector_bits(const uint64_t *lines, uint32_t words, uint32_t line,
                                        uint32_t index)
{
    const uint32_t bit = index << WAYI_SECTOR_SHIFT;
    const uint64_t word = lines[(size_t)line * words + (bit >> 6)];
    return (uint32_t)(word >> (bit & 63u)) & (uint32_t)((UINT64_C(1) << WAYI_SECTOR_SIDE) - 1);
}

// Numbers ----------------------------------------------------------------------------------------

/// Makes sure that `count` numbers can be created.
bool wayi_number_reserve(const way_map *map, wayi_components *components, uint32_t count);

/// A number that no region carries yet. Needs a reservation.
uint32_t wayi_number_create(wayi_components *components);

/// One region less carries the number; at none it may be recycled.
void wayi_number_release(wayi_components *components, uint32_t number);

/// Makes one component of those of two numbers.
void wayi_number_merge(wayi_components *components, uint32_t a, uint32_t b);

// Fronts -----------------------------------------------------------------------------------------

/// Starts a front at a region whose contacts are known: it counts as expanded.
void wayi_front_begin(wayi_components *components, uint32_t slot);

/// Starts a front at a region outside the touched sectors, claiming its component for it.
void wayi_front_begin_outside(wayi_components *components, uint32_t slot);

uint32_t wayi_front_find(wayi_components *components, uint32_t slot);

/// Joins the fronts of all regions of a touched sector with those of the regions in contact.
void wayi_front_connect(const way_map *map, const wayi_layer *layer, uint32_t sector);

/// Splits components that fell apart: see component_fronts.c.
void wayi_front_search(const way_map *map, const wayi_layer *layer);

// Queries ----------------------------------------------------------------------------------------

/// The components that a unit on a cell, blocked or not, can walk into; returns how many.
uint32_t wayi_components_reach(const way_map *map, const wayi_layer *layer, way_cell from,
                               uint32_t roots[WAYI_DIRECTIONS]);

/// The slot of the region of a passable cell.
static inline uint32_t wayi_components_region(const wayi_components *components, uint32_t x,
                                              uint32_t y)
{
    const uint32_t column = (x + 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t row = (y + 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t sector = row * components->columns + column;
    const uint32_t inside =
        ((y + 1) % WAYI_SECTOR_SIDE) * WAYI_SECTOR_SIDE + (x + 1) % WAYI_SECTOR_SIDE;
    return components->sectors[sector].first +
           components->labels[(size_t)sector * WAYI_SECTOR_CELLS + inside];
}

/// The component of a region.
static inline uint32_t wayi_components_root(const wayi_components *components, uint32_t slot)
{
    return components->numbers[components->regions[slot].number].root;
}
