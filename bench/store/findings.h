// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Figures of studies: rows by map, entry, round and name, and the table that a set makes of them.
#pragma once

#include "bench/kit/numbers.h"
#include "bench/store/store.h"

#define BENCH_MEASURE_MAX 64u

/// Bits; none of them = a count, the same on every machine, of which a mean is told.
typedef enum bench_finding_kind {
    BENCH_TIMED = 1 << 0,  ///< of this machine; none with --counts
    BENCH_LARGEST = 1 << 1 ///< of several maps the largest is told
} bench_finding_kind;

typedef struct bench_finding {
    char measure[BENCH_MEASURE_MAX]; ///< with its unit
    uint32_t kind;
    double value;
} bench_finding;

/// Whether all figures of a map are there.
bool bench_store_has_findings(bench_store *store, const bench_key *key);
/// Adds those of an entry in a round. IO.
WAY_NODISCARD way_status bench_store_findings(bench_store *store, const bench_key *key,
                                              uint32_t round, const bench_finding *figures,
                                              uint32_t count);

/// What a set of a run says: means over the maps of a row, or over rounds if it has one map.
typedef struct bench_findings {
    char (*measures)[BENCH_MEASURE_MAX]; ///< [measure_count]
    uint32_t measure_count;
    struct bench_findings_row *rows; ///< [row_count]
    uint32_t row_count;
} bench_findings;

/// IO, NO_MEMORY.
WAY_NODISCARD way_status bench_findings_create(bench_store *store, int64_t run,
                                               const bench_set *set, bench_findings *out);
void bench_findings_free(bench_findings *table);

/// The heads of the columns, as pages and tables on a terminal take them ("<what >edit_us").
void bench_findings_heads(const bench_set *set, const bench_findings *table, char *out,
                          size_t size);
/// The names of a row: of its maps, "" if the set has but one row for an entry, and of its entry.
const char *bench_findings_map(const bench_findings *table, uint32_t row);
const char *bench_findings_entry(const bench_findings *table, uint32_t row);
/// A figure, times with their 95 % interval if there are three or more of them; "" for none.
void bench_findings_cell(const bench_findings *table, uint32_t row, uint32_t measure, char out[64]);
