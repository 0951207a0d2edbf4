// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The parts of a report that are about one set of a run.
#pragma once

#include "bench/kit/page.h"
#include "bench/kit/plot.h"
#include "bench/store/summary.h"

/// What all parts are given.
typedef struct bench_section {
    bench_store *store;
    bench_page *page;
    const char *pictures;
    const char *suite;
    const char *ground;
    int64_t run;
    bool timed; ///< the run has times
    const bench_summaries *all;
    way_problem *problem; ///< the first complaint of gnuplot
} bench_section;

/// Tables of everything that was measured.
void bench_section_tables(const bench_section *section);
/// Sub-optimality against move time and memory, preparation time against size.
void bench_section_fronts(const bench_section *section);
/// Goal achievement times by how long a move takes.
WAY_NODISCARD way_status bench_section_durations(const bench_section *section);
/// Growth with the map, and with the number of agents.
WAY_NODISCARD way_status bench_section_growth(const bench_section *section);
