// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One algorithm on one problem, move by move: a round that warms up and finds out what happens,
// then rounds that only take times. Every step does the same work in every round, so the time of a
// step is the median of its rounds, and what is said of moves is said of those medians. What the
// clock on the wall shows beyond the processor's own went to other programs and does not count.
#pragma once

#include "bench/suite/ground.h"

#include <waymark/search.h>

#define BENCH_ROUNDS_MAX 15u

/// Durations of an action of cost 1, in seconds, for goal achievement times.
#define BENCH_DURATIONS 9u
extern const double bench_durations[BENCH_DURATIONS];

/// What a trip came to. Times are seconds without the clock's own.
typedef struct bench_result {
    way_status status; ///< of way_agent_begin
    way_outcome outcome;
    bool solved; ///< arrived, or said truly that there is no way
    bool valid;  ///< every step is legal, both ends are right, the cost is what was said
    uint32_t moves, steps, repetitions;
    way_cost cost, best;
    double length;                ///< of the walk, in cells
    double smoothed;              ///< its cost after smoothing, relative to the best; 0 = not asked
    double total, low, high;      ///< median of the rounds, least, most
    double mean;                  ///< per move
    double median, p95, p99, max; ///< of planning before a move
    double first;                 ///< until the first move is known
    double first20;               ///< until the first 20 cells of length are known
    double gat[BENCH_DURATIONS];  ///< goal achievement times, if asked
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

/// Begins with the round that warms up.
void bench_track_begin(bench_track *track);
/// Adds a step: of the warming round with what it committed, of later ones only its time.
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
} bench_meter;

/// Walks a trip to find out what happens: fills in all but the times.
void bench_measure_warm(const bench_meter *meter, way_agent *agent, const way_trip *trip,
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

/// The value below which `part` [0..1] of the sorted numbers lie.
double bench_quantile(const double *sorted, uint32_t count, double part);
void bench_sort(double *numbers, uint32_t count);
