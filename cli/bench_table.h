// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Benchmark results as tables in the terminal.
#pragma once

#include "cli/options.h"

#define CLI_BENCH_FILE "waymark-results.db"

#ifndef CLI_WITHOUT_BENCH
#include "bench/measure/runner.h"
#include "bench/store/compare.h"

/// Prints what a run says of each algorithm; without times only what is the same everywhere.
cli_exit cli_bench_print(bench_store *store, int64_t run, bool times, FILE *stream);

/// What of a comparison is wanted.
typedef struct cli_bench_wish {
    bool times;
    double fail_above; ///< part by which an algorithm may get slower; negative = any
    const char *json;  ///< [opt] file; "-" is stdout
} cli_bench_wish;

/// Prints two runs side by side; NEGATIVE if an algorithm gives other results, or is slower by more
/// than it may.
cli_exit cli_bench_compare(const bench_side *a, const bench_side *b, const cli_bench_wish *wish);

/// Prints the suites there are, as a table or [opt] as JSON into a file.
cli_exit cli_bench_list(const char *path);

/// Prints the runs in a file, as a table or [opt] as JSON into a file.
cli_exit cli_bench_runs(bench_store *store, const char *path);

/// Writes the claims of papers with what the rows say of them as JSON; "-" is stdout.
cli_exit cli_bench_claims(bench_store *store, const char *path);
#endif
