// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An algorithm prepared for one map, with all that it took.
#pragma once

#include "bench/suite/runner.h"

typedef struct bench_contender {
    const char *spec;
    way_navigator *navigator; ///< NULL if it could not be prepared, and in the fog
    way_agent *agent;
    bench_preparation preparation;
    bench_track track;
    bench_result result;
    uint32_t rounds; ///< wanted for the problem at hand
    double repair;   ///< seconds that the last edit took; negative = none
    way_state *walk; ///< in the fog: [walk_capacity] states gone through
    uint32_t walk_count, walk_capacity;
} bench_contender;

/// Prepares it with one worker and with all; saves and opens the database where there is one. What
/// goes wrong is in `preparation`. In the fog there is nothing to prepare but the name.
void bench_contender_open(bench_contender *contender, const bench_order *order,
                          const bench_ground *ground);
void bench_contender_close(bench_contender *contender);

/// Whether it can be measured.
bool bench_contender_is_ready(const bench_contender *contender);

/// Tells the navigator of edits and takes the time. One that can't follow is out from then on.
void bench_contender_repair(bench_contender *contender);

/// Walks through the fog: the round that warms up, or one for times.
void bench_contender_explore(bench_contender *contender, const bench_meter *meter,
                             const bench_ground *ground, bool warms);
