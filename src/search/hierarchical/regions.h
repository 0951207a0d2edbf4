// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The smallest useful picture of a map: square sectors, the connected parts of each (regions), one
// cell for every region, and who is next to whom. The map itself keeps track of what is connected
// inside squares of 16, 32, 64 ... cells, so nothing is stored per cell, and to find the region of
// a cell takes a few look-ups.
//
// On ground with weights the cost of the best way between the centres of neighbours, inside their
// two sectors, is kept as well. Elsewhere the distance is as good.
//
// Only regions that reach the border of their sector are kept: all others are whole components.
// What is kept of a sector depends on it and the eight around it, so sectors can be made in any
// order, and an edit concerns no others.
//
// Reference: Sturtevant, Memory-Efficient Abstractions for Pathfinding, 2007.
#pragma once

#include "base/job.h"
#include "core/blob.h"
#include "search/engine/confined.h"

#define WAYI_REGIONS_NONE UINT32_MAX
/// Region of a cell whose component lies inside the sector.
#define WAYI_REGIONS_CLOSED (UINT32_MAX - 1)
/// Smallest side of a sector, as a power of two; that of the map's own.
#define WAYI_REGIONS_SHIFT 4u
/// A link is the direction of a sector, above this many bits, and a number there.
#define WAYI_REGIONS_EDGE_BITS 29u
/// Largest side of a sector.
#define WAYI_REGIONS_SHIFT_MAX 7u

typedef struct wayi_region {
    way_cell centre;
    uint32_t edge_end; ///< its links end here; they begin where those of the region before end
} wayi_region;

typedef struct wayi_region_sector {
    wayi_region *regions;
    uint32_t *edges; ///< direction of the sector << 29 | region there; ascending per region
    way_cost *costs; ///< of the ways between centres along the edges; NULL = not known
    uint32_t region_count;
    uint32_t edge_count;
    bool dirty;    ///< listed to be made again
    bool unpriced; ///< listed: costs are to be found
} wayi_region_sector;

typedef struct wayi_regions {
    const wayi_grid *grid;
    uint32_t shift; ///< side of a sector = 1 << shift
    uint32_t columns, rows;
    bool best_centres;                ///< centres are chosen by what searches between them cost
    const struct wayi_regions *lower; ///< [opt] of smaller sectors, up to date: what is needed of
                                      ///< cells is taken from their regions
    wayi_region_sector *sectors;
    wayi_path_buffer dirty;    ///< sectors to be made again
    wayi_path_buffer unpriced; ///< sectors whose costs are to be found
    bool priced;               ///< ground had weights when sectors were last made or listed
    uint32_t repaired;         ///< sectors made again by repairs so far
    uint64_t looked;           ///< cells, or regions below, that repairs looked at so far
    uint64_t worked;           ///< what repairs have taken off budgets so far, or beyond them
    way_allocator allocator;
} wayi_regions;

/// A region: its sector and its number there.
typedef struct wayi_region_place {
    uint32_t sector;
    uint32_t region; ///< or CLOSED or NONE
} wayi_region_place;

void wayi_regions_init(wayi_regions *regions, const wayi_grid *grid, uint32_t shift,
                       const way_allocator *allocator);
void wayi_regions_fini(wayi_regions *regions);
size_t wayi_regions_bytes(const wayi_regions *regions);

/// Makes all sectors. CANCELLED, NO_MEMORY.
way_status wayi_regions_build(wayi_regions *regions, wayi_job_stage stage);

/// The sectors, in columns and rows of them, that a changed rectangle concerns.
way_rect wayi_regions_span(const wayi_regions *regions, way_rect rect);

/// Marks the sectors of changed rectangles and those around them; all, for their costs, if ground
/// got its first weights. NO_MEMORY.
way_status wayi_regions_note(wayi_regions *regions, const way_rect *rects, uint32_t count);

/// Makes marked sectors again, for about as many cells as the budget says, which is taken off it.
/// The result is what a fresh build gives. NO_MEMORY, and then nothing is lost.
way_status wayi_regions_mend(wayi_regions *regions, uint32_t *budget, bool *done);

/// Writes the sectors into four sections whose tags end in `name`.
void wayi_regions_save(const wayi_regions *regions, char name, wayi_blob_writer *writer);
way_status wayi_regions_open(wayi_regions *regions, char name, const wayi_blob *blob);

static inline uint32_t wayi_regions_sector(const wayi_regions *regions, uint32_t x, uint32_t y)
{
    return (y >> regions->shift) * regions->columns + (x >> regions->shift);
}

/// The part of the map that a sector covers.
way_rect wayi_regions_rect(const wayi_regions *regions, uint32_t sector);

/// How many regions of a sector reach its border, as the map says.
uint32_t wayi_regions_count(const wayi_regions *regions, uint32_t sector);

/// The region of a cell.
wayi_region_place wayi_regions_find(const wayi_regions *regions, way_cell cell);

/// Whether costs are kept, and to be gone by.
static inline bool wayi_regions_are_priced(const wayi_regions *regions)
{
    return regions->grid->layer->weights && !regions->lower;
}

/// The first link of a region.
static inline uint32_t wayi_regions_edges(const wayi_region_sector *sector, uint32_t region)
{
    return region ? sector->regions[region - 1].edge_end : 0;
}

/// Where a link leads.
wayi_region_place wayi_regions_follow(const wayi_regions *regions, uint32_t sector, uint32_t edge);

// Parts for those who make sectors ----------------------------------------------------------------

/// What is summed up over the cells of a region, and found of it.
typedef struct wayi_regions_sum {
    uint64_t x, y, count;
    uint64_t nearest; ///< square of the distance from the mean to the centre
    way_cell centre;
} wayi_regions_sum;

/// Memory for work on one sector at a time.
typedef struct wayi_regions_scratch {
    wayi_regions_sum *sums;
    uint32_t sum_capacity;
    wayi_path_buffer pairs; ///< region, link, region, link ...
    uint64_t looked;        ///< cells, or regions below
    wayi_confined search;
    way_stats stats;
    way_allocator allocator;
} wayi_regions_scratch;

/// False without memory; `fini` is fine in both cases.
bool wayi_regions_scratch_init(wayi_regions_scratch *scratch, const wayi_regions *regions);
void wayi_regions_scratch_fini(wayi_regions_scratch *scratch);

/// Makes a sector; false without memory, and then it is as it was.
bool wayi_regions_make(wayi_regions *regions, uint32_t sector, wayi_regions_scratch *scratch);

/// Gives back what a sector has.
void wayi_regions_clear(const wayi_regions *regions, wayi_region_sector *sector);

/// The rectangle around two sectors.
way_rect wayi_regions_around(const wayi_regions *regions, uint32_t a, uint32_t b);
