// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the papers say of their algorithms, and what our rows say. Nothing here is typed in but the
// papers' own figures.
#pragma once

#include "bench/kit/page.h"
#include "bench/suite/summary.h"

/// Which paper a suite belongs to.
typedef struct bench_paper {
    const char *suite;
    const char *title;
    const char *reference;
    /// Adds a row for each claim.
    way_status (*write)(bench_page *page, bench_store *store, int64_t run);
} bench_paper;

/// The papers; NULL past the end.
const bench_paper *bench_paper_at(uint32_t index);

/// Writes the table of a paper.
WAY_NODISCARD way_status bench_claims_write(const bench_paper *paper, bench_page *page,
                                            bench_store *store, int64_t run);
