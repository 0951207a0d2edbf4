// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Results in an SQLite file: a run with its head, its maps, what was prepared, one row a query.
// Everything of one problem is written at once or not at all, so an interrupted run can go on where
// it was. docs/benchmarking.md describes the tables.
#pragma once

#include "bench/kit/machine.h"
#include "bench/measure/measure.h"

#include <stdio.h>

typedef struct bench_store bench_store;

/// Opens or creates the file. IO; `problem` says what SQLite said. UNSUPPORTED: of another version.
WAY_NODISCARD way_status bench_store_open(const char *path, bool create, bench_store **out,
                                          way_problem *problem);
void bench_store_close(bench_store *store);

/// Where the file is.
const char *bench_store_path(const bench_store *store);

/// What SQLite said last.
const char *bench_store_problem(const bench_store *store);

/// What identifies a run: one that was not finished is gone on with.
typedef struct bench_run_head {
    const bench_plan *plan;
    const bench_machine *machine;
    const char *command; ///< that repeats it
    const char *rules;   ///< [opt] hash of those that its claims will be judged by
    uint32_t workers;
    bool pinned;
    bool restart; ///< never go on with an older one
} bench_run_head;

/// Begins a run or goes on with an unfinished one of the same plan, shard, build, compiler, flags
/// and processor; `*resumed` says which. IO.
WAY_NODISCARD way_status bench_store_begin(bench_store *store, const bench_run_head *head,
                                           int64_t *run, bool *resumed);
WAY_NODISCARD way_status bench_store_finish(bench_store *store, int64_t run);

/// The last run, of a suite if one is named [opt]. NOT_FOUND, IO.
WAY_NODISCARD way_status bench_store_last(bench_store *store, const char *suite, int64_t *run);

/// The last run of a suite that has maps of a set. NOT_FOUND, IO.
WAY_NODISCARD way_status bench_store_last_on(bench_store *store, const char *suite,
                                             const char *ground, int64_t *run);

/// Marks in done[plan->whole] the tasks of the plan that an unfinished merged run of the same
/// build, compiler, flags and processor has all problems of. IO.
WAY_NODISCARD way_status bench_store_tasks(bench_store *store, const bench_run_head *head,
                                           bool *done);

/// Whether there is such a run.
bool bench_store_has(bench_store *store, int64_t run);
/// Whether it has all of its problems.
bool bench_store_is_finished(bench_store *store, int64_t run);

/// Notes a map of the run. STALE if the run has it with another hash.
WAY_NODISCARD way_status bench_store_map(bench_store *store, int64_t run,
                                         const bench_ground *ground);

/// Where a row belongs.
typedef struct bench_key {
    int64_t run;
    const bench_ground *ground;
    uint32_t problem;
    uint32_t entry; ///< place of the spec in its set
    const char *spec;
} bench_key;

/// What it took to prepare an algorithm for a map. Negative = not measured.
typedef struct bench_preparation {
    way_status status;
    char note[128];             ///< what is wrong
    double one, many;           ///< seconds with one worker and with all
    double load;                ///< seconds to open the saved bytes
    double repair;              ///< seconds after a small edit
    double disk, memory, agent; ///< bytes
} bench_preparation;
WAY_NODISCARD way_status bench_store_prepared(bench_store *store, const bench_key *key,
                                              const bench_preparation *preparation);

/// How many algorithms have a row for the problem already.
WAY_NODISCARD way_status bench_store_count(bench_store *store, const bench_key *key,
                                           uint32_t *count);

/// Starts and ends what is written at once.
WAY_NODISCARD way_status bench_store_lock(bench_store *store);
WAY_NODISCARD way_status bench_store_commit(bench_store *store);

WAY_NODISCARD way_status bench_store_query(bench_store *store, const bench_key *key,
                                           const bench_result *result, double repair);

/// Adds the runs in `from` to `into`: shards and ranks of one run become one, also those of `into`
/// itself; what is there already changes nothing. STALE (another build, compiler, flags or
/// processor; a map that differs; the file itself), IO; `problem` says more.
WAY_NODISCARD way_status bench_store_merge(bench_store *into, const char *from,
                                           way_problem *problem);

// Asking ------------------------------------------------------------------------------------------

/// Rows of a statement, one after the other.
typedef struct bench_rows {
    void *statement;
    bool failed;
} bench_rows;

/// Prepares a statement; `format` has a letter for each argument: 'i' (int64_t), 't' (const char
/// *), 'r' (double), 'm' (a measure: NULL if negative).
bench_rows bench_rows_begin(bench_store *store, const char *sql, const char *format, ...);
/// Goes to the next row; false after the last.
bool bench_rows_next(bench_rows *rows);
double bench_rows_real(const bench_rows *rows, int column);
int64_t bench_rows_integer(const bench_rows *rows, int column);
/// Valid until the next row; "" for NULL.
const char *bench_rows_text(const bench_rows *rows, int column);
bool bench_rows_null(const bench_rows *rows, int column);
int bench_rows_columns(const bench_rows *rows);
const char *bench_rows_name(const bench_rows *rows, int column);
/// Whether a column holds text.
bool bench_rows_is_text(const bench_rows *rows, int column);
/// Runs a statement that gives no rows. IO.
WAY_NODISCARD way_status bench_store_put(bench_store *store, const char *sql, const char *format,
                                         ...);
/// The number of the row that was added last.
int64_t bench_store_last_row(const bench_store *store);
/// Ends it. False if something went wrong.
bool bench_rows_end(bench_rows *rows);
