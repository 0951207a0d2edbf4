// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records: the best way between two cells, kept as subgoals that climbing connects.
#pragma once

#include "search/engine/best_first.h"
#include "search/engine/hillclimb.h"

/// What it takes to make records, one after the other. One per thread.
typedef struct wayi_record_maker {
    const wayi_grid *grid;
    wayi_best_first search;
    wayi_goal goal;
    wayi_path_buffer path;
    wayi_path_buffer subgoals; ///< of the last record, ends excluded
    way_cost cost;             ///< of the last record, walked
    way_stats stats;           ///< of all searches; expansions count climbed cells, too
    way_edge edges[WAYI_DIRECTIONS];
} wayi_record_maker;

/// `maker` must stay where it is.
way_status wayi_record_maker_init(wayi_record_maker *maker, way_space *space,
                                  const way_allocator *allocator);
void wayi_record_maker_fini(wayi_record_maker *maker);

/// Makes the record between two cells where a unit can stand: OK, TOO_LARGE without a walk that can
/// be counted, NO_MEMORY.
way_status wayi_record_make(wayi_record_maker *maker, way_cell from, way_cell to);
