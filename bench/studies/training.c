// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How long look-aheads take, for the trainings of the suite `gat` (bench/gat/gat_training.h): the
// mean of an expansion, and of episodes of each size; of several instances the worst one's.
#include "bench/gat/gat_run.h"
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRAINING_LIMIT 20000u ///< expansions of a walk, or one look-ahead if that is more
#define TRAINING_INSTANCES 8u ///< of a scenario

/// The look-aheads of the study.
static const uint32_t training_sizes[] = {
    1,    5,    10,   20,    50,    100,   200,   400,   800,    1000,   1500,   2000,
    3000, 4000, 8000, 10000, 16000, 32000, 48000, 64000, 128000, 196000, 256000, 512000};

/// What walks took.
typedef struct training_effort {
    double seconds, expansions;
} training_effort;

/// Adds a walk at a look-ahead, 0 for none; nanoseconds that an expansion took.
static double training_walk(const gat_instance *instance, const char *entry, uint32_t size,
                            training_effort *sum)
{
    static const uint64_t duration = 1000000;
    char spec[BENCH_WORD_MAX];
    gat_arena arena;
    gat_row row;
    way_problem problem = {0};
    bench_gat_config config = {.durations = &duration, .duration_count = 1, .expansion_ns = 1};
    (void)snprintf(spec, sizeof spec, "%s", entry);
    if (size) {
        gat_spec_set(entry, "lookahead", size, spec, sizeof spec);
    }
    bench_need(gat_arena_open(instance, &arena), instance->name);
    arena.limit = size >= TRAINING_LIMIT ? size + 1ull : TRAINING_LIMIT; // one whole look-ahead
    const double before = stopwatch_worked();
    bench_need(gat_run_walk(&arena, spec, &config, &row, &problem), problem.text);
    const double seconds = stopwatch_worked() - before;
    sum->seconds += seconds;
    sum->expansions += (double)row.result.expansions;
    gat_arena_close(&arena);
    return seconds * 1e9 / fmax((double)row.result.expansions, 1);
}

void bench_study_training(bench_study *study)
{
    char path[BENCH_PLACE_MAX];
    gat_instances instances = {0};
    way_problem problem = {0};
    training_effort sum = {0};
    const bool sized = gat_spec_is_sized(study->entry);
    gat_instances_place(study->data, study->ground->task->map + strlen("made:"), path, sizeof path);
    bench_need(gat_instances_add(&instances, path, TRAINING_INSTANCES, &problem), problem.text);
    for (uint32_t k = 0; k < (sized ? sizeof training_sizes / sizeof *training_sizes : 1); k++) {
        const uint32_t size = sized ? training_sizes[k] : 0;
        char name[BENCH_MEASURE_MAX];
        double worst = 0;
        for (uint32_t i = 0; i < instances.count; i++) {
            worst = fmax(worst, training_walk(&instances.items[i], study->entry, size, &sum));
        }
        (void)snprintf(name, sizeof name, "lookahead %u", size);
        if (size) {
            bench_study_note(study, name, BENCH_TIMED | BENCH_LARGEST, worst * size);
        }
    }
    bench_study_note(study, "expansion", BENCH_TIMED, 1e9 * sum.seconds / fmax(sum.expansions, 1));
    gat_instances_free(&instances);
}
