// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the rows of a run say of each algorithm.
#pragma once

#include "bench/store/store.h"

/// Means over trips unless said otherwise; times are seconds; negative = not measured.
typedef struct bench_summary {
    char spec[BENCH_WORD_MAX];
    char note[128]; ///< why there are no queries
    uint32_t queries, solved, valid;
    double excess, excess_max; ///< above the best cost, as a part of it
    // Over trips.
    double cold;                        ///< a trip by an agent that was never asked anything
    double total, total_p95, total_max; ///< by one that was
    double first;                       ///< until the first move
    // Over moves.
    double move;             ///< all planning over all moves
    double wait99, wait_max; ///< what comes before a move
    double expansions, revisits;
    double one;                 ///< seconds of preparing with one worker, mean over maps
    double disk, memory, agent; ///< bytes, means over maps
    double speed;               ///< times as fast as the first one on trips of both, mean over maps
    double speed_low, speed_high; ///< 95 %, of three maps and more
    bool front;                   ///< solved all problems of the set, and nobody dominates it
    bool dominated;               ///< another has less excess, less time per move and less memory
} bench_summary;

typedef struct bench_summaries {
    bench_summary *items; ///< in the order of the set
    uint32_t count;
    uint32_t maps, problems;
} bench_summaries;

/// Summarises a set of a run. IO, NO_MEMORY.
WAY_NODISCARD way_status bench_summaries_create(bench_store *store, int64_t run, const char *ground,
                                                bench_summaries *out);
void bench_summaries_free(bench_summaries *summaries);

/// The set of that name in the suite of a run, or NULL.
const bench_set *bench_run_set(bench_store *store, int64_t run, const char *ground);

/// Bytes of the database and of one agent.
double bench_summary_bytes(const bench_summary *summary);

/// The set at `index` of a run, in the order of the plan: its name, or false.
bool bench_run_ground(bench_store *store, int64_t run, uint32_t index, char out[BENCH_WORD_MAX]);
