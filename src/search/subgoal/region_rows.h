// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows of first steps towards places: for every cell the first step of a best path to each of them,
// as runs (runs.h). One search for each place, a turn of them at a time on the caller's threads.
#pragma once

#include "base/job.h"
#include "core/path_buffer.h"
#include "search/subgoal/runs.h"
#include "space/grid.h"

typedef struct wayi_region_rows {
    uint32_t *rows; ///< [cell_count + 1] where the runs of a cell start; NULL = none were made
    uint32_t *runs; ///< first place << 4 | direction
    uint32_t cell_count;
    uint32_t run_count;
} wayi_region_rows;

/// What rows are made of.
typedef struct wayi_region_rows_config {
    const wayi_grid *grid;
    const way_cell *places;
    uint32_t place_count;
    const wayi_path_buffer *cells; ///< where a unit can stand
} wayi_region_rows_config;

/// CANCELLED, NO_MEMORY; `fini` is fine in all cases.
way_status wayi_region_rows_make(wayi_region_rows *out, const wayi_region_rows_config *config,
                                 wayi_job_stage stage, const way_allocator *allocator);
void wayi_region_rows_fini(wayi_region_rows *rows, const way_allocator *allocator);
