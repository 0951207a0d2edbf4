// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The parts of a report that are about one suite.
#pragma once

#include "bench/kit/page.h"
#include "bench/kit/plot.h"
#include "bench/suite/summary.h"

/// What all parts are given.
typedef struct bench_section {
    bench_store *store;
    bench_page *page;
    const char *pictures;
    const char *suite;
    int64_t run;
    const bench_summaries *all;
    way_problem *problem; ///< the first complaint of gnuplot
} bench_section;

/// Draws a plot as SUITE-NAME.svg and puts it on the page.
void bench_section_plot(const bench_section *section, const bench_plot *plot, const char *name);

/// A spec in a few letters: "dba 16 1".
void bench_section_short(const char *spec, char out[48]);

/// Tables of everything that was measured.
void bench_section_tables(const bench_section *section);
/// Sub-optimality against move time and memory, preparation time against size.
void bench_section_fronts(const bench_section *section);
/// Goal achievement times by duration.
WAY_NODISCARD way_status bench_section_gat(const bench_section *section);
/// Time, memory and paths in percent of A*, by set of maps.
WAY_NODISCARD way_status bench_section_shares(const bench_section *section);
/// Growth with the map, and with the number of agents.
WAY_NODISCARD way_status bench_section_scaling(const bench_section *section);
