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
    void (*complain)(const char *text, void *user); ///< of a fault, with file and line
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
    const char *rules;   ///< [opt] hash of the rules for its claims
    bool restart;        ///< do not go on with an unfinished run
    /// [opt] A saved database: contenders of this spec open it instead of preparing anything.
    const char *opened;
    const char *path;  ///< of its file
    const char *peers; ///< [opt] folder of the programs of "peer:NAME"
    const void *bytes;
    size_t size;
} bench_order;

typedef struct bench_record {
    const bench_watch *watch;
    int64_t run;
    bool resumed, cancelled, pinned;
    uint32_t maps_missing;        ///< files that are not there
    char missing[BENCH_WORD_MAX]; ///< the first of them
    uint32_t maps_refused;        ///< malformed, or not to be read
    /// Answers that are no path or shorter than any, published lengths that no path has, algorithms
    /// of the command line that could not be prepared for a map, maps that were refused.
    uint32_t faults;
    char place[BENCH_PLACE_MAX]; ///< the file or map at fault if the run failed, or ""
} bench_record;

/// Notes a fault of a run, at a line of a place if not 0.
void bench_record_fault(bench_record *record, const char *place, uint32_t line, const char *text);

/// Notes a fault if the answer is wrong: a walk that is none, or no path where there is one.
void bench_record_judge(bench_record *record, const bench_key *key, const bench_result *result);

/// Runs an order. IO (the store, or none of the maps is there), NO_MEMORY, STALE (a map changed
/// since the run began), what the last map is refused with if all are; `problem` says what,
/// out->place where. A run that was cancelled is OK, one with faults too.
WAY_NODISCARD way_status bench_run(const bench_order *order, bench_record *out,
                                   way_problem *problem);
