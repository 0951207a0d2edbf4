// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Benchmark results as tables in the terminal.
#pragma once

#include "cli/options.h"

#define CLI_BENCH_FILE "waymark-results.db"

#ifndef CLI_WITHOUT_BENCH
#include "bench/suite/compare.h"
#include "bench/suite/runner.h"

/// Prints what a run says of each algorithm; without times only what is the same everywhere.
cli_exit cli_bench_print(bench_store *store, int64_t run, bool times, FILE *stream);

/// Prints two runs side by side; NEGATIVE if an algorithm gives other results.
cli_exit cli_bench_compare(const bench_side *a, const bench_side *b, bool times, FILE *stream);
#endif
