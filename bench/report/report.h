// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A report of the last run of every suite in a store: tables and claims.
#pragma once

#include "bench/kit/page.h"
#include "bench/store/store.h"

typedef struct bench_report_config {
    const char *markdown; ///< [opt] file
    const char *html;     ///< [opt] file: the explorer with the report and all rows in it
    const char *explorer; ///< with `html`: the explorer's page
    const char *title;    ///< [opt] of the page; that of the suite if there is none
    const char *suite;    ///< [opt] only this one
    bool claims;          ///< only what papers claim
    bool one_build;       ///< refuse runs of several builds or machines
} bench_report_config;

/// Writes it. NOT_FOUND (no run), STALE (several builds; rules that are not those of a run), IO,
/// NO_MEMORY; `problem` says more.
WAY_NODISCARD way_status bench_report_write(bench_store *store, const bench_report_config *config,
                                            way_problem *problem);
