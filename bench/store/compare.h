// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two runs side by side, query by query. Queries on one map share a navigator, its place in memory
// and the minute in which they ran, so maps, not queries, are what intervals are over. What all
// algorithms have in common on a map is told apart as the drift of the runs: of a machine that was
// busier, or of code that all of them use. What a run does to all maps of one algorithm makes the
// intervals wider. docs/benchmarking.md says how.
#pragma once

#include "bench/store/store.h"

typedef struct bench_side {
    bench_store *store;
    int64_t run;
} bench_side;

/// What became of one algorithm from run A to run B.
typedef struct bench_pair {
    char spec[BENCH_WORD_MAX];
    uint32_t queries, maps;  ///< in both runs
    bool timed;              ///< the following ten are known
    double ratio, low, high; ///< time B / time A without the drift: mean over maps, 95 % interval
    double chance;           ///< of such a ratio if nothing changed, corrected for the number of
                             ///< algorithms
    double p99, worst;       ///< of the time of a trip, B / A
    double expansions;       ///< of all queries, B / A
    uint32_t costs, walks;   ///< queries that came to another cost, to another walk
} bench_pair;

typedef struct bench_comparison {
    bench_pair *items;
    uint32_t count;
    uint32_t maps; ///< in both runs
    double drift;  ///< time B / time A that is common to all; 1 if there are too few to tell
} bench_comparison;

/// Compares. STALE if a map differs between the runs; NOT_FOUND if they share no query; IO,
/// NO_MEMORY. `problem` says more.
WAY_NODISCARD way_status bench_comparison_create(const bench_side *a, const bench_side *b,
                                                 bench_comparison *out, way_problem *problem);
void bench_comparison_free(bench_comparison *comparison);

/// Whether an algorithm is slower by more than `part`: not by chance, and even at the low end of
/// its interval.
bool bench_pair_is_slower(const bench_pair *pair, double part);
