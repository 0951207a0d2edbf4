// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a set measures with a function of its own, because it is no path of one algorithm: a world
// of units, a map that changes, single calls. The runner calls the function for every map, entry
// and round; what it finds are figures by name.
//
//     void bench_study_mine(bench_study *study)
//     {
//         ...
//         bench_study_note(study, "call us", BENCH_TIMED, seconds * 1e6);
//     }
#pragma once

#include "bench/ground/ground.h"
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/store/findings.h"

struct bench_study {
    const bench_ground *ground;
    const char *entry; ///< "dba; rate=60": an algorithm, then numbers; either may be missing
    const char *data;  ///< folder with maps/
    uint32_t round;    ///< 0, 1, ...
    bench_finding *figures;
    uint32_t count;
};

/// Notes a figure; `kind` is of bench_finding_kind. Each name once a round.
void bench_study_note(bench_study *study, const char *measure, uint32_t kind, double value);

/// Notes mean, 95th percentile and largest of times, "NAME", "NAME p95" and "NAME worst", and frees
/// them.
void bench_study_note_times(bench_study *study, const char *measure, bench_sample *times);

/// The algorithm of the entry.
void bench_study_algorithm(const bench_study *study, char out[BENCH_WORD_MAX]);

/// A number of the entry, such as "rate".
uint32_t bench_study_number(const bench_study *study, const char *key, uint32_t fallback);

/// A copy of the map that may be edited, and its space. Close it.
typedef struct bench_yard {
    way_map *map;
    way_space *space;
} bench_yard;

bench_yard bench_yard_open(const bench_ground *ground);
void bench_yard_close(bench_yard *yard);

/// A cell of the ground, or of a wall beside it.
way_cell bench_yard_cell(const way_map *map, way_rng *rng);
/// Makes a wall of a cell, or ground of a wall.
void bench_yard_flip(way_map *map, way_cell cell);
