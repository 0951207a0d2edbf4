// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One algorithm on one problem. A first round finds out what happens, with an agent that has never
// been asked anything: its time is the cold one. Further rounds of the same agent only take times:
// every step does the same work in each of them, so the time of a step is the median of its rounds.
// What the clock on the wall shows beyond the processor's own went to other programs and does not
// count.
//
// Agents are stepped in slices of BENCH_BUDGET expansions, so that a planner which commits moves
// piece by piece is seen to do so. What comes before a move is its wait: all steps since the last
// one that committed anything. Moves that were committed together wait for the first of them.
#pragma once

#include "bench/ground/ground.h"
#include "bench/kit/numbers.h"

#include <waymark/agent.h>

#define BENCH_ROUNDS_MAX 15u
#define BENCH_BUDGET 128u

/// What a trip came to. Times are seconds without the clock's own; negative = not measured.
typedef struct bench_result {
    way_status status; ///< of way_agent_begin
    way_outcome outcome;
    bool solved; ///< arrived, or said truly that there is no way
    bool valid;  ///< every step is legal, both ends are right, the cost is what was said
    uint32_t moves, steps, repetitions;
    way_cost cost, best;
    double length;           ///< of the walk, in cells
    double smoothed;         ///< its cost after smoothing, relative to the best; 0 = not asked
    double cold;             ///< the whole trip, by an agent that was never asked anything
    double total, low, high; ///< again by the same agent: median of the rounds, least, most
    double mean;             ///< per move
    double max;              ///< longest wait before a move
    double first;            ///< until the first move is known
    double first20;          ///< until the first 20 cells of length are known
    bench_waits waits;       ///< one for each move
    uint64_t work_max;       ///< most expansions before a move
    uint64_t plans;          ///< times that it planned
    way_stats stats;
    uint64_t hash; ///< of the walk
} bench_result;

/// Steps of a trip as they are recorded.
typedef struct bench_track {
    float *times[BENCH_ROUNDS_MAX]; ///< [capacity] of each round
    uint32_t *moves;                ///< [capacity] committed after the step
    uint64_t *costs;                ///< [capacity] of those
    uint32_t capacity, count;
    uint32_t rounds; ///< recorded
    bool failed;     ///< no memory
} bench_track;

/// Begins with the first round.
void bench_track_begin(bench_track *track);
/// Adds a step: of the first round with what it committed, of later ones only its time.
void bench_track_note(bench_track *track, uint32_t step, uint32_t moves, uint64_t cost);
void bench_track_time(bench_track *track, uint32_t step, double seconds);
/// Ends a round. `lost` seconds of it went to other programs, not to the steps: they are taken off
/// the longest ones.
void bench_track_settle(bench_track *track, double lost);
void bench_track_free(bench_track *track);

/// How to measure.
typedef struct bench_meter {
    double clock_overhead;
    double seconds; ///< of the processor that a trip may take
    uint32_t extras;
    bool counts; ///< no times at all
} bench_meter;

/// Walks a trip to find out what happens: fills in all but the times of later rounds.
void bench_measure_first(const bench_meter *meter, way_agent *agent, const way_trip *trip,
                         bench_track *track, bench_result *out);

/// Walks it again for the times of one round.
void bench_measure_round(const bench_meter *meter, way_agent *agent, const way_trip *trip,
                         bench_track *track);

/// Where a trip led.
typedef struct bench_walk {
    const way_state *states; ///< [count] start first
    uint32_t count;
    way_cost cost; ///< as the algorithm says
} bench_walk;

/// Checks a walk against the ground and the best cost, which is in `out`.
void bench_measure_check(const bench_meter *meter, const bench_ground *ground, uint32_t problem,
                         const bench_walk *walk, bench_result *out);

/// Fills in the times from the rounds; `cardinal` is the cost of a step of length 1.
void bench_measure_finish(const bench_meter *meter, bench_track *track, way_cost cardinal,
                          bench_result *out);
