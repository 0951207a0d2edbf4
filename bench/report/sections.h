// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The tables of a report that are about one set of a run: what a reader compares. All that was
// measured is in the rows, which the site's explorer draws.
#pragma once

#include "bench/kit/page.h"
#include "bench/store/findings.h"
#include "bench/store/summary.h"

/// What all tables are given.
typedef struct bench_section {
    bench_store *store;
    bench_page *page;
    const char *ground;
    int64_t run;
    const bench_summaries *all;
    bool effort; ///< expansions as well, and all variants
} bench_section;

/// Speed, quality and memory. Variants that another beats in all of them are only counted.
void bench_section_table(const bench_section *section);
/// Goal achievement times by how long a move takes.
WAY_NODISCARD way_status bench_section_durations(const bench_section *section);
/// The figures of a study.
WAY_NODISCARD way_status bench_section_findings(bench_store *store, int64_t run,
                                                const bench_set *set, bench_page *page);
