// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What studies have in common: programs that end with a message when something is wrong, and
// measure an algorithm on a space with numbers, memory and workers of their own.
#pragma once

#include <waymark/search.h>

#include <stdatomic.h>

/// Ends the program with a message.
_Noreturn void bench_fail(const char *what, const char *why);

/// Ends the program with a message unless all is well.
static inline void bench_need(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        bench_fail(what, way_status_text(status));
    }
}

static inline void bench_hold(bool fine, const char *what)
{
    if (!fine) {
        bench_fail(what, "failed");
    }
}

/// Numbers of which mean and quantiles are asked.
typedef struct bench_sample {
    double *values;
    uint32_t count, capacity;
} bench_sample;

void bench_sample_add(bench_sample *sample, double value);
double bench_sample_mean(const bench_sample *sample);
/// The value that `part` [0..1] of them do not exceed; sorts. 0 if there are none.
double bench_sample_quantile(bench_sample *sample, double part);
void bench_sample_free(bench_sample *sample);

/// An algorithm on a space, with one agent.
typedef struct bench_rig {
    way_space *space; ///< borrowed
    way_navigator *navigator;
    way_agent *agent;
    double build; ///< seconds that the thread worked for the navigator
} bench_rig;

bench_rig bench_rig_open(way_space *space, const char *spec);
void bench_rig_close(bench_rig *rig);

/// A copy of a map that may be edited: its weights, with the usual rules.
way_map *bench_copy_map(const way_map *map);

/// Bytes that are held now, and at most so far.
typedef struct bench_heap {
    atomic_size_t held, most;
} bench_heap;

way_allocator bench_heap_allocator(bench_heap *heap);

#define BENCH_WORKERS_MAX 16u

/// Workers who take one piece after the other, and the seconds that they worked.
typedef struct bench_crew {
    uint32_t workers;    ///< [1..BENCH_WORKERS_MAX]
    double own, longest; ///< of the first in all calls; of whoever worked longest in each
} bench_crew;

/// As way_job has it; `user` is the crew.
void bench_crew_work(uint32_t count, void (*body)(uint32_t index, void *argument), void *argument,
                     void *user);
