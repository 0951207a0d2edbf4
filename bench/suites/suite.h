// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A study is a suite: sets of maps, each with its contenders, its problems and what is measured.
// Suites are tables (suites.c); a plan is a suite with everything settled, cut into tasks.
//
//     const bench_suite *suite = bench_suite_find("quick");
//     bench_plan plan;
//     way_status status = bench_plan_create(suite, &changes, &plan, &problem);
#pragma once

#include <waymark/map.h>

typedef struct bench_study bench_study;

/// How a problem is put to an algorithm.
typedef enum bench_kind {
    BENCH_KIND_PATH,  ///< a start and a goal; a dynamic file may change the map between problems
    BENCH_KIND_FOG,   ///< a walk over a map that is seen only from nearby
    BENCH_KIND_EDITS, ///< a walk over a map that changes on the way
    BENCH_KIND_GAT,  ///< when a unit that plans and walks at once arrives, by how long a move takes
    BENCH_KIND_STUDY ///< whatever the set's own function measures
} bench_kind;

/// Which problems of a map.
typedef enum bench_pick {
    BENCH_PICK_LONGEST, ///< the longest of a scenario; of generated ones, of eight times as many
    BENCH_PICK_SPREAD   ///< of all lengths
} bench_pick;

/// STUDY: what a row of the table is, besides an entry.
typedef enum bench_row_kind {
    BENCH_ROWS_ALL,   ///< all maps of the set
    BENCH_ROWS_MAP,   ///< one of them
    BENCH_ROWS_FOLDER ///< those of a folder: what comes before the slash
} bench_row_kind;

/// What is measured beyond the usual.
typedef enum bench_extra {
    BENCH_EXTRA_SMOOTH = 1 << 0, ///< the length after smoothing as well
    BENCH_EXTRA_REPAIR = 1 << 1, ///< what an edit costs a database
    BENCH_EXTRA_EFFORT = 1 << 2  ///< its page tells expansions, and what one costs
} bench_extra;

/// An algorithm with its parameters, such as "dba(sector=32)".
typedef struct bench_entry {
    const char *spec;
    uint32_t every; ///< runs on one problem of so many; 0 = on all
} bench_entry;

/// Maps that are measured alike. A suite has at most a dozen.
typedef struct bench_set {
    const char *name;           ///< one word, unique in the suite
    const char *title;          ///< of its part of the page
    const bench_entry *entries; ///< up to the first without a spec; what others are compared with
                                ///< comes first
    /// "dao/orz100d" in the data, "gen:maze,width=201,...", "scene:NAME", "level:SEED",
    /// "level/test/01" in the data, "dynamic:other/gppc-dynamic/dao_arena2",
    /// "magnify:4,dao/ost100d" (every cell 4 x 4), a file of one's own by its path, "maps/a.map" or
    /// "maps/a.map.scen"; GAT: as gat_instances_add has it, files by their place in the
    /// data; STUDY: "made:NAME", what the function makes itself. Ends with NULL. A '%'
    /// is replaced by 1, 2, ...: `copies` maps.
    const char *const *maps;
    uint32_t copies;
    bench_kind kind;
    bench_pick pick;
    uint32_t problems;        ///< of each map
    bool whole;               ///< one problem of so many means all: a paper's own
    double shortest, longest; ///< lengths of problems that count; 0 = all
    way_cost_model costs;     ///< {0, 0} = the default of the map
    uint32_t neighbours;      ///< 4, 6 or 8; 0 = 8
    uint32_t unit;            ///< cells per side; 0 = 1
    uint32_t share;           ///< EDITS: thousandths of the ground that change each time
    bool near;                ///< EDITS: near the unit instead of anywhere
    bool angles;              ///< lines at any angle are steps, and `anya` knows what is best
    /// GAT: a text of trainings, what an expansion of each entry counts for and a look-ahead takes,
    /// so that times are the same on every machine; the largest look-ahead that fits into a move.
    const char *training;
    uint64_t limit; ///< GAT: most expansions of a walk, planned first or on the way
    /// STUDY: measures an entry on a map once (bench/studies); without problems, maps of the data
    /// need no scenario.
    void (*study)(bench_study *study);
    bench_row_kind rows;
    uint32_t rounds;  ///< STUDY: at most so many; 0 = as the suite has
    const char *note; ///< STUDY: what its figures are
} bench_set;

/// The ten maps of the studies of databases, the largest of Dragon Age: Origins; ends with NULL.
extern const char *const bench_ten_maps[];

typedef struct bench_suite {
    const char *name;
    const char *title;
    const char *summary;   ///< one sentence
    const bench_set *sets; ///< up to the first without a name
    uint32_t extras;       ///< bench_extra bits
    uint32_t repetitions;  ///< timed rounds after the first
    double seconds;        ///< longest trip
} bench_suite;

/// The suites in the order of the help; NULL past the end.
const bench_suite *bench_suite_at(uint32_t index);
const bench_suite *bench_suite_find(const char *name);

/// What a command line changes of a suite. Zero and NULL leave it as it is.
typedef struct bench_changes {
    const char *const *specs; ///< [spec_count]
    uint32_t spec_count;
    const char *const *maps; ///< [map_count]: one set with the rules of the first
    uint32_t map_count;
    const char *scenarios; ///< of maps by their path: a file, or the folder they are in
    const char *set;       ///< only this one
    uint32_t problems, repetitions;
    uint32_t one_in;        ///< one problem of so many, but three of a map if it has them
    uint32_t map_limit;     ///< only the first maps of each set
    uint32_t shard, shards; ///< only the tasks of shard 1, 2, ... of so many
    uint64_t seed;          ///< of generated problems; 0 = 1
    bool counts;            ///< one round, no times
} bench_changes;

#define BENCH_WORD_MAX 512u

/// A map of a set: the piece that work is handed out in.
typedef struct bench_task {
    uint32_t set;   ///< of plan->sets
    uint32_t place; ///< in the whole plan, shards or not
    uint32_t index; ///< in its set
    char map[BENCH_WORD_MAX];
} bench_task;

/// A suite with everything settled.
typedef struct bench_plan {
    bench_suite suite;     ///< sets is not to be used
    bench_set *sets;       ///< [set_count]
    bench_entry *entries;  ///< of the command line, if any
    const char *scenarios; ///< [opt] as in bench_changes
    bench_task *tasks;     ///< [task_count] of this shard
    uint32_t set_count, task_count;
    uint32_t whole; ///< tasks of all shards
    uint64_t words; ///< hash of their maps
    uint32_t shard, shards;
    uint64_t seed;
    bool counts;
} bench_plan;

/// NO_MEMORY, OUT_OF_RANGE (a word is too long), NOT_FOUND (no such set, no maps, a spec of the
/// changes that no map could suit); `problem` says more.
WAY_NODISCARD way_status bench_plan_create(const bench_suite *suite, const bench_changes *changes,
                                           bench_plan *out, way_problem *problem);
void bench_plan_free(bench_plan *plan);

/// A hash of everything that decides which rows there will be, but for the shard.
uint64_t bench_plan_hash(const bench_plan *plan);

/// How many entries a set has.
uint32_t bench_set_entries(const bench_set *set);
