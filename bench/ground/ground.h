// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One map of a plan with its problems, wherever it comes from.
#pragma once

#include "bench/suites/suite.h"

#include <waymark/agent.h>
#include <waymark/format.h>
#include <waymark/lab.h>

#define BENCH_PLACE_MAX 1024u

typedef struct bench_problem {
    way_state start, goal;
    bool own_goal;    ///< the space's own goals instead of `goal`
    double reference; ///< length that the data gives; 0 = none, or no path
    double tolerance; ///< how far it may be off in print
    uint32_t command; ///< of a map that changes: which one asks for it
    uint32_t line;    ///< of a scenario
} bench_problem;

typedef struct bench_ground {
    const bench_set *set;
    const bench_task *task;
    way_map *map;  ///< NULL for a level
    uint32_t unit; ///< cells per side
    way_space *space;
    uint64_t hash; ///< of all that decides paths
    uint32_t passable;
    bench_problem *problems;
    uint32_t count;
    // A map that changes: what is between the queries.
    way_dynamic_scenario commands;
    way_patches patches;
    uint32_t next;               ///< command that was not yet carried out
    char place[BENCH_PLACE_MAX]; ///< the file read last, or the word of the map
} bench_ground;

/// Opens the map of a task of a plan; `data` is the folder that has maps/. IO (no such file),
/// BAD_FORMAT (also: no problem that counts), NOT_FOUND, NO_MEMORY; `problem` says what is wrong
/// and out->place where.
WAY_NODISCARD way_status bench_ground_open(const bench_plan *plan, const bench_task *task,
                                           const char *data, bench_ground *out,
                                           way_problem *problem);
void bench_ground_close(bench_ground *ground);

/// Brings a map that changes to the state of a problem; `*changed` says whether anything happened.
WAY_NODISCARD way_status bench_ground_advance(bench_ground *ground, uint32_t problem,
                                              bool *changed);

/// The trip of a problem.
way_trip bench_ground_trip(const bench_ground *ground, uint32_t problem);

/// Fills in map and problems of a ground that has a set, no more, from a scenario, "X.map.scen",
/// and the map beside it: X.map or what the scenario names; each cell `factor` x `factor`. Longest
/// problems first, those of equal length in the order of their lines. IO, BAD_FORMAT, OUT_OF_RANGE
/// (a problem outside the map), NO_MEMORY; `problem` says what, out->place where. Close it in any
/// case.
WAY_NODISCARD way_status bench_ground_read(const char *path, uint32_t factor, bench_ground *out,
                                           way_problem *problem);

/// Whether the length that the data gives for a problem is that of a path by these rules.
bool bench_ground_has_length(const bench_ground *ground, uint32_t problem);

/// What a step of length 1 costs.
way_cost bench_ground_cell(const bench_ground *ground);

/// Whether the word names something of the benchmark data.
bool bench_ground_needs_data(const char *word);
