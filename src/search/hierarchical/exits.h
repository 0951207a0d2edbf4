// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What it costs to cross sectors, exactly. Lines of cells, one column and one row in every `side`,
// cut the map into squares, and no step gets over a line without standing on it. A sector is a
// square with the lines around it; the passable cells of those are its exits, and belong to the
// sectors on either side. A path is a chain of exits, and each link of it stays in one sector.
//
// Between two exits of a sector the cost of the best way inside it is kept, but only if no such way
// passes a third exit: the others are sums of these. So the shortest ways over links are as short
// as the best paths of the map.
//
// What is kept of a sector depends on its own cells only, so sectors can be made in any order, and
// an edit concerns no others.
#pragma once

#include "core/blob.h"
#include "core/path_buffer.h"
#include "search/frame/job.h"
#include "space/grid.h"

/// Sides of sectors as powers of two.
#define WAYI_EXITS_SHIFT 4u
#define WAYI_EXITS_SHIFT_MAX 5u
/// Places on the lines around the largest sector.
#define WAYI_EXITS_PLACES (4u << WAYI_EXITS_SHIFT_MAX)

typedef struct wayi_exit_sector {
    uint16_t *ends;      ///< by place: its links end here, and begin where those before end; this
                         ///< and the next in one block, or NULL without links
    uint16_t *costs;     ///< of links; NULL if one of them is too dear for so few bits
    way_cost *wide;      ///< then these, otherwise NULL
    uint8_t *places;     ///< where links lead, from each place in the order of their costs
    uint32_t link_count; ///< of all places
    bool dirty;          ///< listed to be made anew
} wayi_exit_sector;

typedef struct wayi_exits {
    const wayi_grid *grid;
    uint32_t shift; ///< side of a sector = 1 << shift
    uint32_t columns, rows;
    uint8_t x[WAYI_EXITS_PLACES]; ///< by place: how far right of the column before the sector
    uint8_t y[WAYI_EXITS_PLACES]; ///< and below the row above it
    wayi_exit_sector *sectors;
    wayi_path_buffer dirty;
    uint32_t repaired; ///< sectors made anew by repairs so far
    way_allocator allocator;
} wayi_exits;

/// An exit as a sector knows it.
typedef struct wayi_exit_spot {
    uint32_t sector;
    uint32_t place;
} wayi_exit_spot;

void wayi_exits_init(wayi_exits *exits, const wayi_grid *grid, uint32_t shift,
                     const way_allocator *allocator);
void wayi_exits_fini(wayi_exits *exits);
size_t wayi_exits_bytes(const wayi_exits *exits);

/// Makes all sectors. CANCELLED, NO_MEMORY.
way_status wayi_exits_build(wayi_exits *exits, wayi_job_stage stage);

/// Marks the sectors of changed rectangles. NO_MEMORY.
way_status wayi_exits_note(wayi_exits *exits, const way_rect *rects, uint32_t count);

/// Makes marked sectors anew, for about as many cells as the budget says. The result is what a
/// fresh build gives. NO_MEMORY, and then nothing is lost.
way_status wayi_exits_mend(wayi_exits *exits, uint32_t budget, bool *done);

void wayi_exits_save(const wayi_exits *exits, wayi_blob_writer *writer);
way_status wayi_exits_open(wayi_exits *exits, const wayi_blob *blob);

/// Takes the memory of a sector's links, whose number it knows; false without memory.
bool wayi_exits_reserve(const wayi_exits *exits, wayi_exit_sector *sector, bool wide);
void wayi_exits_clear(const wayi_exits *exits, wayi_exit_sector *sector);

/// The sector and the lines around it, as far as the map goes.
way_rect wayi_exits_rect(const wayi_exits *exits, uint32_t sector);

/// Whether a cell is on a line. The last column and row of the map part nothing.
static inline bool wayi_exits_is_line(const wayi_exits *exits, uint32_t x, uint32_t y)
{
    const uint32_t mask = (1u << exits->shift) - 1;
    return (((x + 1) & mask) == 0 && x + 1 < exits->grid->map->width) ||
           (((y + 1) & mask) == 0 && y + 1 < exits->grid->map->height);
}

static inline uint32_t wayi_exits_sector(const wayi_exits *exits, uint32_t x, uint32_t y)
{
    return (y >> exits->shift) * exits->columns + (x >> exits->shift);
}

/// The cell of a place, or WAY_CELL_NONE if it is not on a line of the map.
way_cell wayi_exits_cell(const wayi_exits *exits, uint32_t sector, uint32_t place);

/// How a cell of a line is known to the sectors around it; up to four of them.
uint32_t wayi_exits_spots(const wayi_exits *exits, uint32_t x, uint32_t y, wayi_exit_spot *spots);

/// The first link of a place.
static inline uint32_t wayi_exits_links(const wayi_exit_sector *sector, uint32_t place)
{
    return place ? sector->ends[place - 1] : 0;
}

static inline way_cost wayi_exits_cost(const wayi_exit_sector *sector, uint32_t link)
{
    return sector->costs ? sector->costs[link] : sector->wide[link];
}

/// Finds the links of one sector after the other.
typedef struct wayi_exits_maker wayi_exits_maker;

/// NULL without memory; destroy(NULL) is fine.
wayi_exits_maker *wayi_exits_maker_create(const wayi_exits *exits);
void wayi_exits_maker_destroy(wayi_exits_maker *maker);

/// Makes a sector; false without memory, and then it is as it was.
bool wayi_exits_make(wayi_exits *exits, uint32_t index, wayi_exits_maker *maker);
