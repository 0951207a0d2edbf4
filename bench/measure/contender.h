// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An algorithm prepared for one map, with all that it took.
#pragma once

#include "bench/measure/peer.h"
#include "bench/measure/runner.h"

typedef struct bench_contender {
    const char *spec;
    uint32_t entry;           ///< place in its set
    uint32_t every;           ///< runs on one problem of so many
    way_navigator *navigator; ///< NULL if it could not be prepared, and in the fog
    way_agent *agent;
    bench_peer *peer; ///< instead of both, where it is somebody else's
    bench_preparation preparation;
    bench_track track;
    bench_result result;
    uint32_t rounds; ///< wanted for the problem at hand
    uint32_t turn;   ///< who of all comes when this one would by the list
    double repair;   ///< seconds that the last edit took; negative = none
    way_state *walk; ///< in the fog: [walk_capacity] states gone through
    uint32_t walk_count, walk_capacity;
} bench_contender;

/// Prepares it with one worker and with all; saves and opens the database where there is one. What
/// goes wrong is in `preparation`. In the fog there is nothing to prepare but the name.
void bench_contender_open(bench_contender *contender, const bench_order *order,
                          const bench_ground *ground);
void bench_contender_close(bench_contender *contender);

/// Takes another agent, which has never been asked anything. False if there is no memory.
bool bench_contender_renew(bench_contender *contender, const bench_ground *ground);

/// Whether it can be measured.
bool bench_contender_is_ready(const bench_contender *contender);

/// Tells the navigator of edits and takes the time. One that can't follow is out from then on.
void bench_contender_repair(bench_contender *contender);

/// Keeps a state of a walk. False if there is no memory.
bool bench_contender_keep(bench_contender *contender, way_state state);

/// Asks somebody else's library: the first round, or one for times.
void bench_contender_ask(bench_contender *contender, const bench_meter *meter,
                         const bench_ground *ground, uint32_t problem, bool first);

/// Walks through the fog: the first round, or one for times.
void bench_contender_explore(bench_contender *contender, const bench_meter *meter,
                             const bench_ground *ground, uint32_t problem, bool first);

/// Walks over ground that changes: the first round, or one for times. The first compares every plan
/// with that of `judge`, and both costs are in the result. The map is left as it was.
void bench_contender_follow(bench_contender *contender, const bench_meter *meter,
                            bench_ground *ground, uint32_t problem, way_agent *judge);
