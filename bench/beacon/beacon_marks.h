// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What was aimed for, beside what a run found.
#pragma once

#include "bench/kit/page.h"

#include <stdint.h>

/// Figures of one run; 0 = not measured. Times in microseconds unless they say so.
typedef struct beacon_found {
    double jps_times, astar_times; ///< of a path of beacon, on the ten dao maps
    double first_share;            ///< of a path as runs
    double first_cells;            ///< of a path as cells
    double worst_times;            ///< of the mean
    double later_ns;               ///< a move after the first
    double dao_build, dao_bytes;   ///< milliseconds, megabytes: means
    double sc1_build, sc1_bytes;
    double random_build, random_bytes;
    double edit_first, edit; ///< the first edit, and the worst mean of several
    double after, after_few; ///< the worst mean of paths after 100 edits, and after up to 10
    uint64_t wrong, asked;   ///< answers after edits that were not the best, of all
    double large_build;      ///< seconds by the clock, 16 million cells
    double large_work;       ///< seconds of work of all threads
    double large_bytes;      ///< most megabytes meanwhile
} beacon_found;

void beacon_marks_write(bench_page *page, const beacon_found *found);
