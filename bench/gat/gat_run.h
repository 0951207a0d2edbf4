// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Algorithms x durations on one instance, each run once.
#pragma once

#include "bench/gat/gat_instances.h"
#include "bench/gat/gat_training.h"

#define GAT_SPECS_MAX 16u

typedef struct gat_row {
    bool known; ///< it was run: a look-ahead fits into the duration
    bench_gat_result result;
    bench_gat_time time;
} gat_row;

typedef struct gat_plan {
    const gat_instance *instance;
    const char *specs[GAT_SPECS_MAX]; ///< with a look-ahead of their own, or sized by the training
    uint32_t spec_count;
    const uint64_t *durations;      ///< [duration_count] ns
    uint32_t duration_count;        ///< [1..BENCH_GAT_DURATIONS_MAX]
    const gat_trainings *trainings; ///< [opt]
    uint64_t expansion_ns;          ///< where the training has no figure of its own
    uint64_t limit;                 ///< most expansions of a run; 0 = none
    gat_row rows[GAT_SPECS_MAX][BENCH_GAT_DURATIONS_MAX];
} gat_plan;

/// Fills in the rows. NOT_FOUND, OUT_OF_RANGE, UNSUPPORTED (an algorithm and an instance that do
/// not go together), IO, NO_MEMORY; `problem` says of what.
WAY_NODISCARD way_status gat_run_all(gat_plan *plan, way_problem *problem);

/// The cost of an optimal path: as published, or as an optimal algorithm found it; 0 = not known.
way_cost gat_run_optimum(const gat_plan *plan, uint32_t duration);

/// Walks with a fresh agent in a space that has met nothing, at the durations of `config`.
WAY_NODISCARD way_status gat_run_walk(gat_arena *arena, const char *spec, bench_gat_config *config,
                                      gat_row *rows, way_problem *problem);

/// Whether a spec has a look-ahead to be sized.
bool gat_spec_is_sized(const char *spec);

/// Writes "name(settings, setting=number)".
void gat_spec_set(const char *spec, const char *setting, uint32_t number, char *out, size_t size);
