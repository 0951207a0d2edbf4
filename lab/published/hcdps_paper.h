// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The database of HCDPS as printed. Only its own files include this.
#pragma once

#include "lab/published/paper.h"
#include "search/trip/algorithm.h"

/// Every so many cells the index has an entry (section 5.1).
#define WAYI_HCDPS_PAPER_STRIDE 1000u

enum {
    WAYI_HCDPS_PAPER_DEPTH,
    WAYI_HCDPS_PAPER_CUTOFF,
    WAYI_HCDPS_PAPER_SPACING,
    WAYI_HCDPS_PAPER_SEEDS,
    WAYI_HCDPS_PAPER_RECORDS,
    WAYI_HCDPS_PAPER_COMPRESS,
    WAYI_HCDPS_PAPER_LOOKS
};

/// Cells in a row, by number, that belong to one region; blocked ones prolong what is before them.
typedef struct wayi_hcdps_paper_run {
    way_cell first;
    uint32_t region;
} wayi_hcdps_paper_run;

typedef struct wayi_hcdps_paper {
    way_cell *seeds; ///< by region
    size_t seeds_count;
    wayi_hcdps_paper_run *runs;
    size_t runs_count;
    uint32_t *table; ///< the run of every thousandth cell
    size_t table_count;
    uint32_t *pairs; ///< [regions * regions + 1] where the record of a pair starts
    size_t pairs_count;
    way_cell *states; ///< of all records: seed, subgoals, seed
    size_t states_count;
} wayi_hcdps_paper;

way_status wayi_hcdps_paper_prepare(way_navigator *navigator, const way_job *job);
way_status wayi_hcdps_paper_open(way_navigator *navigator, const wayi_blob *blob);
