// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Studies as part of a run: the function of a set, for every entry and round.
#pragma once

#include "bench/measure/runner.h"

/// Measures a map of a study, and stores all of its rows or, if it was cancelled, none. IO.
WAY_NODISCARD way_status bench_study_run(const bench_order *order, const bench_ground *ground,
                                         bench_record *record);
