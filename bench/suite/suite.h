// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is measured: algorithms with parameters x maps x problems, as tables.
//
//     const bench_suite *suite = bench_suite_find("quick");
//     bench_plan plan;
//     way_status status = bench_plan_create(suite, &changes, &plan);
#pragma once

#include <waymark/map.h>

/// How a problem is put to an algorithm.
typedef enum bench_kind {
    BENCH_KIND_PATH, ///< a start and a goal; the map may change between problems
    BENCH_KIND_FOG   ///< a walk over a map that is seen only from nearby
} bench_kind;

/// What is measured beyond the usual.
typedef enum bench_extra {
    BENCH_EXTRA_SMOOTH = 1 << 0, ///< the length after smoothing as well
    BENCH_EXTRA_GAT = 1 << 1,    ///< goal achievement times
    BENCH_EXTRA_CROWD = 1 << 2,  ///< many agents at once
    BENCH_EXTRA_REPAIR = 1 << 3  ///< what an edit costs a database
} bench_extra;

typedef struct bench_suite {
    const char *name;
    const char *title;
    const char *summary;      ///< one sentence
    const char *const *specs; ///< such as "dba(sector=32)"; ends with NULL
    /// "dao/orz100d" in the data, "gen:maze,width=201,...", "scene:NAME", "level:SEED",
    /// "dynamic:other/gppc-dynamic/dao_arena2"; ends with NULL. A '%' in it is replaced by 1, 2,
    /// ...: that many maps with one problem each.
    const char *const *maps;
    bench_kind kind;
    uint32_t extras;          ///< bench_extra bits
    uint32_t problems;        ///< on each map: the longest, or the first of a dynamic file
    bool spread;              ///< problems of all lengths instead of the longest
    uint32_t repetitions;     ///< timed rounds after the one that warms up
    way_cost_model costs;     ///< {0, 0} = the default of the map
    uint32_t neighbours;      ///< 4, 6 or 8
    double seconds;           ///< longest trip
    double shortest, longest; ///< lengths of problems that count; 0 = all
} bench_suite;

/// The suites in the order of the help; NULL past the end.
const bench_suite *bench_suite_at(uint32_t index);
const bench_suite *bench_suite_find(const char *name);

/// What a command line changes of a suite. Zero and NULL leave it as it is.
typedef struct bench_changes {
    const char *const *specs; ///< [spec_count]
    uint32_t spec_count;
    const char *const *maps; ///< [map_count]
    uint32_t map_count;
    uint32_t problems, repetitions, map_limit;
    uint64_t seed; ///< of generated problems; 0 = 1
} bench_changes;

#define BENCH_WORD_MAX 160u

/// A suite with everything settled.
typedef struct bench_plan {
    bench_suite suite;             ///< specs and maps are not to be used
    char (*specs)[BENCH_WORD_MAX]; ///< [spec_count]
    uint32_t spec_count;
    char (*maps)[BENCH_WORD_MAX]; ///< [map_count]
    uint32_t map_count;
    uint32_t problems; ///< on each map
    uint64_t seed;
} bench_plan;

/// NO_MEMORY, OUT_OF_RANGE (a word is too long).
WAY_NODISCARD way_status bench_plan_create(const bench_suite *suite, const bench_changes *changes,
                                           bench_plan *out);
void bench_plan_free(bench_plan *plan);
