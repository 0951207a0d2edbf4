// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A run as CSV (the columns of the Grid-Based Path Planning Competition first) or JSON.
#pragma once

#include "bench/store/store.h"

typedef enum bench_format {
    BENCH_FORMAT_CSV,
    BENCH_FORMAT_COUNTS, ///< CSV of what is the same on every machine
    BENCH_FORMAT_JSON
} bench_format;

/// A run as JSON, and a text. IO.
WAY_NODISCARD way_status bench_export_json(bench_store *store, int64_t run, FILE *stream);
void bench_json_text(FILE *stream, const char *text);

/// Writes a run to a file, whole or not at all; "-" is stdout. NOT_FOUND (no such run), IO,
/// NO_MEMORY.
WAY_NODISCARD way_status bench_export(bench_store *store, int64_t run, bench_format format,
                                      const char *path, way_problem *problem);
