// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Regions of mutual hill climbing after edits.
#pragma once

#include "search/subgoal/climb_regions.h"
#include "search/subgoal/mender.h"

typedef struct wayi_climb_mender {
    wayi_mender *mender;
    wayi_region_index *index;
    wayi_climb_partition climbs;
    wayi_climb_box *reach; ///< by region: around all climbs between its cells and its place
    uint32_t reach_capacity;
    uint32_t known;           ///< regions whose reach is known
    uint32_t spacing;         ///< of the lattice that a fresh build has seeds on; 0 = none
    wayi_path_buffer loose;   ///< cells without a region
    wayi_path_buffer asked;   ///< cells to forget about
    wayi_path_buffer blocks;  ///< of the index, to be written anew
    uint8_t *block_is_listed; ///< [index->block_count]
} wayi_climb_mender;

/// For a navigator whose guide comes before its index. NO_MEMORY.
way_status wayi_climb_mender_create(way_navigator *navigator, wayi_region_index *index,
                                    uint32_t depth, uint32_t cutoff, wayi_climb_mender **out);
void wayi_climb_mender_destroy(wayi_climb_mender *mend);
size_t wayi_climb_mender_bytes(const wayi_climb_mender *mend);

/// Brings regions and index up to date after the map changed in some rectangles. Cells whose climbs
/// come within a cell of a change are climbed again; those that fail, and those that were opened,
/// go to a region around them or become seeds. Those of them on the lattice always do, so that the
/// regions do not drift away from those of a fresh build. NO_MEMORY, TOO_LARGE.
way_status wayi_climb_mend(wayi_climb_mender *mend, const way_rect *rects, uint32_t count);
