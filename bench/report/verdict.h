// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One row of a table of claims, and the figures that rows are made of.
#pragma once

#include "bench/kit/page.h"
#include "bench/suite/summary.h"

typedef enum bench_verdict {
    BENCH_VERDICT_NO,
    BENCH_VERDICT_YES,
    BENCH_VERDICT_PART,
    BENCH_VERDICT_NONE ///< the rows that it takes are missing
} bench_verdict;

/// YES if all of `count` cases hold, PART if most do, NO otherwise; NONE without a case.
bench_verdict bench_verdict_of(uint32_t held, uint32_t count);

/// YES if it holds, else NO.
bench_verdict bench_verdict_if(bool holds);

/// Adds a row: what is claimed, the paper's figure, ours.
void bench_claim(bench_page *page, const char *claim, const char *figure, bench_verdict verdict,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/// Adds a row for which the rows are missing.
void bench_claim_missing(bench_page *page, const char *claim, const char *figure);

/// The summary of "name(key=number)", only if it has queries.
const bench_summary *bench_verdict_find(const bench_summaries *all, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The claims of the papers.
way_status bench_claims_hcdps(bench_page *page, bench_store *store, int64_t run);
way_status bench_claims_dba(bench_page *page, bench_store *store, int64_t run);
way_status bench_claims_gat(bench_page *page, bench_store *store, int64_t run);
way_status bench_claims_sga(bench_page *page, bench_store *store, int64_t run);
way_status bench_claims_dstar(bench_page *page, bench_store *store, int64_t run);
