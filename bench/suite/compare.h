// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two runs side by side, query by query.
#pragma once

#include "bench/suite/store.h"

typedef struct bench_side {
    bench_store *store;
    int64_t run;
} bench_side;

/// What became of one algorithm from run A to run B.
typedef struct bench_pair {
    char spec[BENCH_WORD_MAX];
    uint32_t queries;        ///< in both runs
    double ratio, low, high; ///< time B / time A of a query: median and its 95 % interval
    double expansions;       ///< of all queries, B / A
    uint32_t costs, walks;   ///< queries that came to another cost, to another walk
} bench_pair;

typedef struct bench_comparison {
    bench_pair *items;
    uint32_t count;
    uint32_t maps; ///< in both runs
} bench_comparison;

/// Compares. STALE if a map differs between the runs; NOT_FOUND if they share no query; IO,
/// NO_MEMORY. `problem` says more.
WAY_NODISCARD way_status bench_comparison_create(const bench_side *a, const bench_side *b,
                                                 bench_comparison *out, way_problem *problem);
void bench_comparison_free(bench_comparison *comparison);
