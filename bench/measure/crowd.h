// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Many agents on one navigator: what a frame costs and what they hold.
#pragma once

#include "bench/measure/contender.h"

/// Measures crowds of 1, 10, 100 and 1000 agents, fewer if they would need too much memory, and
/// stores them.
WAY_NODISCARD way_status bench_crowd_run(const bench_order *order, const bench_contender *contender,
                                         const bench_ground *ground, int64_t run);
