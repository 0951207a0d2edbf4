// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A study measures what no suite can, in a program of its own, and writes what it found as rows
// into the same store, under the same head: `waymark report` makes its page from them. It says what
// it found as it would to a page; a cell is a row of contender (the cells left of it that are not
// numbers), measure (the head of its column) and value.
//
//     bench_study *study = bench_study_begin(&config, argument_count, arguments);
//     bench_page *page = bench_study_page(study);
//     bench_page_title(page, 2, "Edits");  bench_page_table(page, "<map >time_us");  ...
//     return bench_study_end(study);
#pragma once

#include "bench/kit/page.h"
#include "bench/store/store.h"

typedef struct bench_study bench_study;

/// An option with a value, "--frames".
typedef struct bench_study_option {
    const char *name;
    const char **value;
} bench_study_option;

/// A part of the study that can be asked for by itself.
typedef struct bench_study_part {
    const char *name;
    void (*run)(bench_study *study);
} bench_study_part;

typedef struct bench_study_config {
    const char *name;                  ///< of the study, as of a suite
    const char *title;                 ///< of its page
    const bench_study_option *options; ///< [opt] up to the first without a name
    const bench_study_part *parts;     ///< [opt] up to the first without a name
} bench_study_config;

/// Reads the command line: --db FILE, where the rows go, [--data FOLDER] [--only PART], and the
/// study's own options. Ends the program with a message if anything is wrong.
bench_study *bench_study_begin(const bench_study_config *config, int argument_count,
                               char **arguments);
bench_page *bench_study_page(bench_study *study);
/// The folder of the benchmark data: as told, or $WAYMARK_DATA, or ../shared.
const char *bench_study_data(const bench_study *study);
/// Whether a part of the study was asked for.
bool bench_study_wants(const bench_study *study, const char *part);
/// Runs the parts that were asked for, and ends.
int bench_study_run(bench_study *study);
/// Writes the rows, all or none, and frees the study; returns what main is to.
int bench_study_end(bench_study *study);

/// Puts what the study of a run said on a page, titles `deeper` levels down. IO.
WAY_NODISCARD way_status bench_study_show(bench_store *store, int64_t run, int deeper,
                                          bench_page *page);
