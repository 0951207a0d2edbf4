// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Runs a plan: for each map all algorithms are prepared, for each problem they take turns.
#pragma once

#include "bench/store/store.h"

/// How a run talks to its caller. All but `workers` may be NULL.
typedef struct bench_watch {
    void (*progress)(uint64_t done, uint64_t total, void *user);
    bool (*cancelled)(void *user);
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
    uint32_t workers; ///< threads behind parallel_for
} bench_watch;

typedef struct bench_order {
    const bench_plan *plan;
    const char *data; ///< folder with maps/
    bench_store *store;
    const bench_watch *watch;
    const char *command; ///< that repeats the run
    bool restart;        ///< do not go on with an unfinished run
    /// [opt] A saved database: contenders of this spec open it instead of preparing anything.
    const char *opened;
    const char *path; ///< of its file
    const void *bytes;
    size_t size;
} bench_order;

typedef struct bench_record {
    int64_t run;
    bool resumed, cancelled, pinned;
    uint32_t maps_missing;        ///< files that are not there
    char missing[BENCH_WORD_MAX]; ///< the first of them
} bench_record;

/// Runs an order. IO (the store, or none of the maps is there), NO_MEMORY, STALE (a map changed
/// since the run began); `problem` says more. A run that was cancelled is OK.
WAY_NODISCARD way_status bench_run(const bench_order *order, bench_record *out,
                                   way_problem *problem);
