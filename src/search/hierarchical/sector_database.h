// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the search over sectors keeps of a map, the smallest useful picture of it: an atlas of what
// is connected inside sectors with bare links, and on large maps one of larger sectors above it.
//
// Reference: Sturtevant, Memory-Efficient Abstractions for Pathfinding, 2007.
#pragma once

#include "search/atlas/atlas.h"
#include "search/frame/algorithm.h"

/// Parameters, in the order of the table.
enum {
    WAYI_SECTOR_SECTOR,
    WAYI_SECTOR_LEVELS,
    WAYI_SECTOR_AHEAD,
    WAYI_SECTOR_TRIM,
    WAYI_SECTOR_SMOOTH
};

typedef struct wayi_sector_database {
    wayi_atlas lower;
    wayi_atlas upper;
    bool two; ///< there is an upper level
} wayi_sector_database;

way_status wayi_sector_prepare(way_navigator *navigator, const way_job *job);
void wayi_sector_discard(way_navigator *navigator);
size_t wayi_sector_database_bytes(const way_navigator *navigator);
way_status wayi_sector_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                              uint32_t budget, bool *done);
void wayi_sector_save(const way_navigator *navigator, wayi_blob_writer *writer);
way_status wayi_sector_open(way_navigator *navigator, const wayi_blob *blob);
uint32_t wayi_sector_region(const way_navigator *navigator, way_state state, way_state *place);
