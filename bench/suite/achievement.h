// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement times by the duration of an action. Algorithms that differ only in `lookahead`
// are one family: at each duration it looks as far ahead as one action leaves time for.
#pragma once

#include "bench/suite/store.h"

typedef struct bench_curve {
    char family[BENCH_WORD_MAX];
    double factor[BENCH_DURATIONS];      ///< of the optimal time, mean; 0 = not measured
    uint32_t lookahead[BENCH_DURATIONS]; ///< that was chosen; 0 = has none
} bench_curve;

typedef struct bench_curves {
    bench_curve *items;
    uint32_t count;
} bench_curves;

/// The curves of a run on maps LIKE `maps`. IO, NO_MEMORY.
WAY_NODISCARD way_status bench_curves_create(bench_store *store, int64_t run, const char *maps,
                                             bench_curves *out);
void bench_curves_free(bench_curves *curves);
const bench_curve *bench_curves_find(const bench_curves *curves, const char *family);
