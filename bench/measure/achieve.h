// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement times as rows of a run: an instance is a map, a duration of a move is a problem.
// Time is counted, so that all of it is the same on every machine.
#pragma once

#include "bench/measure/runner.h"

/// How long a move takes: problem 0, 1, ... of every instance.
#define BENCH_DURATIONS 7u
extern const uint64_t bench_durations[BENCH_DURATIONS];

/// Runs what a task of such a set lacks. IO (no such file, the store), BAD_FORMAT, NO_MEMORY, ...;
/// `problem` says more.
WAY_NODISCARD way_status bench_achieve(const bench_order *order, const bench_task *task,
                                       bench_record *record, way_problem *problem);
