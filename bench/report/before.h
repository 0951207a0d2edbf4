// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What was measured before a search was worked over, beside what a run measures now. Figures of
// then are rows of one table (before.c), those of now come from the run's rows.
#pragma once

#include "bench/kit/page.h"
#include "bench/store/store.h"

typedef struct bench_before {
    const char *page; ///< the suite or study that measures it now
    const char *what;
    const char *then;
    const char *now; ///< a statement with one text as its result; ?1 is the run
} bench_before;

/// The table; NULL past the end.
const bench_before *bench_before_at(uint32_t index);

/// Puts the rows of a suite or study on its page, under a title of that level; nothing if it has
/// none. A figure that the run did not measure is "not measured". IO.
WAY_NODISCARD way_status bench_before_show(bench_store *store, const char *page, int64_t run,
                                           int level, bench_page *out);
