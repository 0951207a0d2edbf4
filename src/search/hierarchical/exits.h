// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What it costs at least to cross sectors. Cells of a sector's border from which a step leads out
// of it are its exits, taken together in straight runs of a few cells. Between two exits of a
// sector the least cost is kept of any way inside it, and between exits of two sectors that of a
// step. A path that crosses sectors is never cheaper than the sum of what it crosses: walking along
// an exit is free, and so the sums are lower bounds.
//
// What is kept of a sector depends on it and the eight around it, so sectors can be made in any
// order, and an edit concerns no others.
#pragma once

#include "core/blob.h"
#include "search/hierarchical/regions.h"

typedef struct wayi_exit {
    uint16_t x, y;     ///< first cell
    uint8_t length;    ///< cells
    uint8_t down;      ///< they follow each other downwards, not to the right
    uint16_t unused;   ///< zero
    uint32_t region;   ///< of the sector
    uint32_t link_end; ///< its links end here; they begin where those of the exit before end
} wayi_exit;

typedef struct wayi_exit_link {
    uint32_t to; ///< direction of the sector << 29 | exit there
    way_cost cost;
} wayi_exit_link;

typedef struct wayi_exit_sector {
    wayi_exit *exits;
    wayi_exit_link *links;
    way_cost *costs; ///< [exit_count * exit_count]; WAY_COST_MAX = not connected
    uint32_t exit_count;
    uint32_t link_count;
    bool dirty; ///< listed to be made anew
} wayi_exit_sector;

typedef struct wayi_exits {
    wayi_regions regions; ///< nothing but the partition
    uint32_t longest;     ///< most cells of an exit
    wayi_exit_sector *sectors;
    wayi_path_buffer dirty;
    uint32_t repaired; ///< sectors made anew by repairs so far
    way_allocator allocator;
} wayi_exits;

void wayi_exits_init(wayi_exits *exits, const wayi_grid *grid, uint32_t shift, uint32_t longest,
                     const way_allocator *allocator);
void wayi_exits_fini(wayi_exits *exits);
size_t wayi_exits_bytes(const wayi_exits *exits);

/// Makes all sectors. CANCELLED, NO_MEMORY.
way_status wayi_exits_build(wayi_exits *exits, wayi_job_stage stage);

/// Marks the sectors of changed rectangles and those around them. NO_MEMORY.
way_status wayi_exits_note(wayi_exits *exits, const way_rect *rects, uint32_t count);

/// Makes marked sectors anew, for about as many cells as the budget says. The result is what a
/// fresh build gives. NO_MEMORY, and then nothing is lost.
way_status wayi_exits_mend(wayi_exits *exits, uint32_t budget, bool *done);

void wayi_exits_save(const wayi_exits *exits, wayi_blob_writer *writer);
way_status wayi_exits_open(wayi_exits *exits, const wayi_blob *blob);

/// The first link of an exit.
static inline uint32_t wayi_exits_links(const wayi_exit_sector *sector, uint32_t exit)
{
    return exit ? sector->exits[exit - 1].link_end : 0;
}

/// The least and the most it can cost from a cell to those of an exit, over open ground.
way_cost wayi_exits_nearest(const way_map *map, const wayi_exit *exit, uint32_t x, uint32_t y);
way_cost wayi_exits_farthest(const way_map *map, const wayi_exit *exit, uint32_t x, uint32_t y);
