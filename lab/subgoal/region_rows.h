// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows of first steps towards places: for every cell the first step of a best path to each of them,
// as compressed path databases keep them: a row is cut into runs of places that share a best first
// step, and the runs of all rows stand behind each other. One search for each place, a turn of them
// at a time on the caller's threads.
//
// Rows lie scattered over megabytes, and what a walk waits for is memory. Where there is room in a
// run it also says for how many steps the rows on the way say the same of all its places: a walk
// looks where it may turn, not at every cell.
#pragma once

#include "base/job.h"
#include "core/blob.h"
#include "core/path_buffer.h"
#include "space/grid.h"

typedef struct wayi_region_rows {
    uint32_t *rows; ///< [cells + 1] where the runs of a cell start
    size_t rows_count;
    uint32_t *runs; ///< first place << shift | further steps that way << 4 | direction
    size_t runs_count;
    uint32_t shift;
} wayi_region_rows;

/// The lists of rows that are a part of a database.
#define WAYI_REGION_ROWS_LISTS(type, table)                                                        \
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'O', 'W', 'S'), type, table.rows),                           \
        WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'U', 'N', '2'), type, table.runs)

/// What rows are made of.
typedef struct wayi_region_rows_config {
    const way_space *space;
    const way_cell *places;
    uint32_t place_count;
    bool strides; ///< runs tell of further steps: up to 65,536 places
} wayi_region_rows_config;

/// CANCELLED, NO_MEMORY; the lists are to be given back in all cases.
way_status wayi_region_rows_make(wayi_region_rows *out, const wayi_region_rows_config *config,
                                 wayi_job_stage stage, const way_allocator *allocator);

/// Checks borrowed rows of so many cells, made with strides or not; false if they do not lie within
/// their runs.
bool wayi_region_rows_open(wayi_region_rows *rows, uint32_t cell_count, bool strides);

/// The direction of a run, and how many more steps that way need no look.
static inline uint32_t wayi_region_run_direction(uint32_t run)
{
    return run & 15u;
}

static inline uint32_t wayi_region_run_strides(const wayi_region_rows *rows, uint32_t run)
{
    return rows->shift == 16 ? run >> 4 & 0xfffu : 0;
}

/// The run that tells the step from a cell towards a place, or one with WAYI_DIRECTIONS where the
/// row is empty. Rows of neighbouring cells are much alike: along a walk the run is looked for
/// around the place in the row where the last one was, *hint.
static inline uint32_t wayi_region_rows_step(const wayi_region_rows *rows, way_cell cell,
                                             uint32_t target, uint32_t *hint)
{
    const uint32_t size = rows->rows[cell + 1] - rows->rows[cell];
    if (size == 0) {
        return WAYI_DIRECTIONS; // there may be no runs at all
    }
    const uint32_t *first = rows->runs + rows->rows[cell];
    uint32_t low = *hint < size ? *hint : size - 1;
    uint32_t high = low + 1; // what is looked for is at `low` or behind it, and before `high`
    uint32_t stride = 1;
    while (low && first[low] >> rows->shift > target) {
        high = low;
        low -= stride < low ? stride : low;
        stride *= 2;
    }
    for (stride = 1; high < size && first[high] >> rows->shift <= target; stride *= 2) {
        low = high;
        high = stride < size - high ? high + stride : size;
    }
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const bool behind = first[middle] >> rows->shift <= target;
        low = behind ? middle : low;
        high = behind ? high : middle;
    }
    *hint = low;
    return first[low];
}
