// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Goal achievement time: how long it takes from the order to the arrival when an agent plans and
// acts at the same time. Time is simulated; planning costs what it counts.
//
//     const uint64_t durations[] = {20000000}; // a move takes 20 ms
//     bench_gat_time time;  bench_gat_result result;
//     way_status status = bench_gat_run(&(bench_gat_config){.agent = agent, .trip = &trip,
//             .durations = durations, .duration_count = 1, .expansion_ns = 500}, &time, &result);
//
// An agent of a search that plans everything first waits, then walks. An agent of a real-time
// search waits for its first moves only: while it makes the moves of one episode of planning, the
// next episode goes on. An agent whose planning takes longer than the moves in hand stands still
// meanwhile.
#pragma once

#include <waymark/agent.h>

// Training ----------------------------------------------------------------------------------------

/// How long an episode of planning with so many expansions took.
typedef struct bench_gat_row {
    uint32_t lookahead; ///< expansions
    uint64_t ns;
} bench_gat_row;

/// What offline training measured, by increasing look-ahead. Times need not increase: a row counts
/// as much as the slowest before it.
typedef struct bench_gat_training {
    const bench_gat_row *rows;
    uint32_t count;
} bench_gat_training;

/// The largest look-ahead that fits into the time; 0 if none does.
uint32_t bench_gat_lookahead(const bench_gat_training *training, uint64_t ns);

// Simulation --------------------------------------------------------------------------------------

/// Most durations at once.
enum { BENCH_GAT_DURATIONS_MAX = 8 };

/// The longest duration, in nanoseconds.
#define BENCH_GAT_DURATION_MAX 4000000000u

/// All must be set but `unit_cost` and `training`.
typedef struct bench_gat_config {
    way_agent *agent; ///< borrowed; of any algorithm
    const way_trip *trip;
    /// [duration_count] Nanoseconds that a move of cost `unit_cost` takes
    /// [1..BENCH_GAT_DURATION_MAX]. One walk serves all of them.
    const uint64_t *durations;
    uint32_t duration_count; ///< [1..BENCH_GAT_DURATIONS_MAX]; 1 if there is a training
    way_cost unit_cost;      ///< 0 = 1
    uint64_t expansion_ns;   ///< what planning takes for each expansion
    /// [opt] The look-ahead of each episode is as large as fits into the time that the moves in
    /// hand last, at least that of the first row. The algorithm must allow it: see
    /// way_agent_set_lookahead.
    const bench_gat_training *training;
} bench_gat_config;

/// The times for one duration.
typedef struct bench_gat_time {
    uint64_t total;   ///< ns from the order to the end of the last move
    uint64_t waiting; ///< of it, standing still for lack of a plan after the first move
    uint64_t late;    ///< episodes that ended after the moves in hand
} bench_gat_time;

/// What is the same for all durations.
typedef struct bench_gat_result {
    way_outcome outcome; ///< times are of a goal achieved only if FOUND or PARTIAL
    way_cost cost;
    uint64_t moves;
    uint64_t episodes; ///< of planning: each ends with moves, or with the trip
    uint64_t expansions;
    uint64_t first_expansions; ///< of the first episode
    uint64_t planning_ns;
    uint64_t first_ns; ///< of the first episode
    uint64_t worst_ns; ///< of the longest one
} bench_gat_result;

/// Walks the trip and fills `times` [duration_count] and `result` [opt]. INVALID_ARGUMENT,
/// OUT_OF_RANGE (a duration), UNSUPPORTED (a training for an algorithm that has no use for it), and
/// what way_agent_begin says.
WAY_NODISCARD way_status bench_gat_run(const bench_gat_config *config, bench_gat_time *times,
                                       bench_gat_result *result);
