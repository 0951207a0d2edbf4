// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the rows of a run say of each algorithm.
#pragma once

#include "bench/suite/store.h"

/// Means over queries unless said otherwise; times are seconds; negative = not measured.
typedef struct bench_summary {
    char spec[BENCH_WORD_MAX];
    char note[128]; ///< why there are no queries
    uint32_t maps;  ///< that it was prepared for
    uint32_t queries, solved, valid;
    double excess, excess_p95, excess_max;    ///< above the best cost, as a part of it
    double smoothed;                          ///< the same after smoothing
    double total;                             ///< to plan a whole trip
    double interval;                          ///< half of high - low, as a part of the total
    double move;                              ///< all planning over all moves
    double move_median, move_p95, move_p99;   ///< of planning before a move
    double move_max;                          ///< longest of all
    double first, first20;                    ///< until the first move, the first 20 cells
    double expansions, generations, revisits; ///< counts
    double work_max;                          ///< most expansions in a step of all
    double one, many, load, repair;           ///< means over maps
    double disk, memory, agent;               ///< bytes, means over maps
    double speed;                             ///< how many times faster than the first algorithm
    bool dominated;                 ///< another has less excess, less time per move and less memory
    char dominator[BENCH_WORD_MAX]; ///< the first such
} bench_summary;

typedef struct bench_summaries {
    bench_summary *items; ///< in the order of the run
    uint32_t count;
} bench_summaries;

/// Summarises a run, on maps LIKE `maps` [opt] only. IO, NO_MEMORY.
WAY_NODISCARD way_status bench_summaries_create(bench_store *store, int64_t run, const char *maps,
                                                bench_summaries *out);
void bench_summaries_free(bench_summaries *summaries);

/// The summary of a spec, or NULL.
const bench_summary *bench_summaries_find(const bench_summaries *summaries, const char *spec);

/// Bytes that one agent needs with its share of nothing: database and agent.
double bench_summary_bytes(const bench_summary *summary);
