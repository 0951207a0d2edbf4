// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Algorithms x durations x instances, each run once.
#pragma once

#include "bench/gat/gat_instances.h"
#include "bench/gat/gat_training.h"

typedef struct gat_row {
    bool known; ///< it was run
    bench_gat_result result;
    bench_gat_time time;
} gat_row;

typedef struct gat_plan {
    const gat_instances *instances;
    const char *const *specs; ///< with a look-ahead of their own, or sized by the training
    uint32_t spec_count;
    const uint64_t *durations;      ///< [duration_count] ns
    uint32_t duration_count;        ///< [1..BENCH_GAT_DURATIONS_MAX]
    const gat_trainings *trainings; ///< [opt]
    uint64_t expansion_ns;          ///< counted, where the training has no figure of its own
    bool in_intervals;              ///< the game-time model
    bench_gat_sizing sizing;        ///< of look-aheads that follow the moves in hand
    bool measured;                  ///< by the clock of the processor instead
    uint64_t limit;                 ///< most expansions of a run; 0 = none
    uint64_t move_limit;            ///< most moves of a run; 0 = none
    uint64_t limit_first;           ///< the same for searches that plan everything first
    gat_row *rows; ///< [spec_count x instances x duration_count], see gat_plan_open
    void (*progress)(uint64_t done, uint64_t total, void *user); ///< [opt]
    void *user;
} gat_plan;

/// Makes room for the rows of a plan that is otherwise filled in, and gives it back. NO_MEMORY.
WAY_NODISCARD way_status gat_plan_open(gat_plan *plan);
void gat_plan_close(gat_plan *plan);

/// Runs all of it. NOT_FOUND, OUT_OF_RANGE, UNSUPPORTED (an algorithm and an instance that do
/// not go together), IO, NO_MEMORY; `problem` says of what.
WAY_NODISCARD way_status gat_run_all(const gat_plan *plan, way_problem *problem);

/// What is known of a spec, an instance and a duration, all by index. False if it was not run or no
/// look-ahead fits into the duration.
bool gat_run_find(const gat_plan *plan, uint32_t spec, uint32_t instance, uint32_t duration,
                  gat_row *out);

/// What to train.
typedef struct gat_training_plan {
    const gat_instances *instances;
    const char *const *specs;
    uint32_t spec_count;
    const uint32_t *sizes; ///< [size_count] look-aheads, growing
    uint32_t size_count;   ///< [1..GAT_SIZES_MAX]
    uint64_t limit; ///< expansions of a run, or one look-ahead if that is more; it need not arrive
    uint64_t limit_first; ///< the same for searches without a look-ahead; 0 = as above
    bool worst_mean;      ///< what an episode takes is the worst instance's mean, not that of all
    void (*progress)(uint64_t done, uint64_t total, void *user); ///< [opt]
    void *user;
} gat_training_plan;

/// Measures how long each algorithm plans on the instances: the mean of all expansions, and of
/// whole episodes at each look-ahead. As gat_run_all.
WAY_NODISCARD way_status gat_run_training(const gat_training_plan *plan, gat_trainings *out,
                                          way_problem *problem);

/// Whether a spec has a look-ahead to be sized.
bool gat_spec_is_sized(const char *spec);

/// Writes "name(settings, setting=number)".
void gat_spec_set(const char *spec, const char *setting, uint32_t number, char *out, size_t size);
