// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The words that every other header uses: status, outcome, allocator, costs, cells, goals.
//
//     way_status status = way_map_create(&config, &map);
//     if (status != WAY_STATUS_OK) { fprintf(stderr, "%s\n", way_status_text(status)); }
#pragma once

#include <waymark/deprecated.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of the headers. The build reads it from here.
#define WAY_VERSION_MAJOR 0
#define WAY_VERSION_MINOR 1
#define WAY_VERSION_PATCH 0

#if defined(WAY_STATIC) // the library as one file, included
#define WAY_API static
#elif defined(WAY_SHARED) && defined(_WIN32)
#if defined(WAY_BUILDING)
#define WAY_API __declspec(dllexport)
#else
#define WAY_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WAY_API __attribute__((visibility("default")))
#else
#define WAY_API
#endif

/// A field that earlier versions called `old`: both names are the same field, for one release.
#define WAY_RENAMED(type, name, old)                                                               \
    union {                                                                                        \
        type name;                                                                                 \
        type old;                                                                                  \
    }

#if defined(__GNUC__)
#define WAY_NODISCARD __attribute__((warn_unused_result))
#else
#define WAY_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Whether a *call* worked. How a *trip* stands, or ended, is a way_outcome.
#define WAY_STATUS_LIST(X)                                                                         \
    X(OK, "ok")                                                                                    \
    X(NO_MEMORY, "out of memory")                                                                  \
    X(INVALID_ARGUMENT, "invalid argument")                                                        \
    X(OUT_OF_RANGE, "value out of range")                                                          \
    X(UNSUPPORTED, "not supported by this algorithm, space or map")                                \
    X(BAD_FORMAT, "malformed input")                                                               \
    X(TOO_LARGE, "larger than this library handles")                                               \
    X(NOT_FOUND, "no such name")                                                                   \
    X(STALE, "belongs to another map or to an older revision of it")                               \
    X(CANCELLED, "cancelled by the caller")                                                        \
    X(IO, "file could not be read or written")                                                     \
    X(WRONG_STATE, "call out of order")

#define WAY_STATUS_ENUM(name, text) WAY_STATUS_##name,
typedef enum way_status { WAY_STATUS_LIST(WAY_STATUS_ENUM) WAY_STATUS_COUNT } way_status;
#undef WAY_STATUS_ENUM

/// How a trip stands, or ended.
#define WAY_OUTCOME_LIST(X)                                                                        \
    X(WORKING, "still working")                                                                    \
    X(FOUND, "found")                                                                              \
    X(NO_PATH, "no path")                                                                          \
    X(PARTIAL, "found the nearest that can be reached")                                            \
    X(LIMIT, "search limit reached")                                                               \
    X(CAPACITY, "memory or cost limit reached")                                                    \
    X(STALE, "the map changed under the plan")                                                     \
    X(CANCELLED, "cancelled")

#define WAY_OUTCOME_ENUM(name, text) WAY_OUTCOME_##name,
typedef enum way_outcome { WAY_OUTCOME_LIST(WAY_OUTCOME_ENUM) WAY_OUTCOME_COUNT } way_outcome;
#undef WAY_OUTCOME_ENUM

/// One English sentence fragment for a status, such as "out of memory". Never NULL; static.
WAY_API const char *way_status_text(way_status status);

/// The status' own name, such as "NO_MEMORY". Never NULL; static.
WAY_API const char *way_status_name(way_status status);

/// One English sentence fragment for an outcome. Never NULL; static.
WAY_API const char *way_outcome_text(way_outcome outcome);

/// The outcome's own name, such as "NO_PATH". Never NULL; static.
WAY_API const char *way_outcome_name(way_outcome outcome);

/// The version of the library that is linked, as "0.1.0". Static.
WAY_API const char *way_version(void);

/// Where memory comes from. Every object takes one in its config and keeps a copy.
/// A NULL allocator, or one with NULL functions, means malloc and free.
typedef struct way_allocator {
    /// Returns `size` bytes aligned for any type, or NULL. `size` is never 0.
    void *(*alloc)(size_t size, void *user);
    /// Releases `pointer`, which `alloc` returned for the same `size`. Never called with NULL.
    void (*free)(void *pointer, size_t size, void *user);
    /// Handed to both functions.
    void *user;
} way_allocator;

/// What was wrong with a text, a file or an argument, and where.
typedef struct way_problem {
    uint32_t line;   ///< counted from 1; 0 = not about a line
    uint32_t column; ///< counted from 1; 0 = the whole line
    char text[192];  ///< one English sentence without a full stop; "" = nothing wrong
} way_problem;

/// How work that takes long, such as preparing or parsing, talks to its caller. All fields may be
/// NULL.
typedef struct way_job {
    /// Called now and then with 0..1000 thousandths done.
    void (*progress)(uint32_t thousandths, void *user);
    /// Asked now and then; true stops the work with CANCELLED.
    bool (*cancelled)(void *user);
    /// Runs body(index, argument) for all indices below count, in any order and on any threads, and
    /// returns when all are done. Results never depend on it. Parsing does not use it.
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
} way_job;

/// What parsers take besides the text. Nothing has to be set; zero is the default of every field.
typedef struct way_parse_config {
    const way_allocator *allocator; ///< [opt]
    /// [opt] Called every so many bytes, for progress and cancelling. CANCELLED leaves nothing
    /// behind.
    const way_job *job;
} way_parse_config;

/// The cost of a path: an exact integer. Costs up to WAY_COST_MAX - 1 are counted; WAY_COST_MAX
/// means that there is no path, or that it costs more (docs/limits.md).
typedef uint32_t way_cost;
#define WAY_COST_MAX UINT32_MAX

/// Adds two costs, saturating.
static inline way_cost way_cost_add(way_cost a, way_cost b)
{
    return a > WAY_COST_MAX - b ? WAY_COST_MAX : a + b;
}

/// What one step of length 1 and one of length sqrt(2) cost. 577/408 is sqrt(2) to 1.6e-6.
typedef struct way_cost_model {
    uint16_t cardinal; ///< [1..4096]
    uint16_t diagonal; ///< [cardinal..2*cardinal]; ignored by 4- and 6-neighbour maps
} way_cost_model;

// States and rules of movement --------------------------------------------------------------------

/// A grid square: y * width + x, with (0, 0) at the top left.
typedef uint32_t way_cell;
#define WAY_CELL_NONE UINT32_MAX

/// What a search walks on, one by one. On a map it is the cell.
typedef uint32_t way_state;
#define WAY_STATE_NONE UINT32_MAX

/// Which cells are neighbours. Hex maps use axial coordinates: x is q, y is r, and the six steps
/// are E (+1,0), NE (+1,-1), N (0,-1), W (-1,0), SW (-1,+1), S (0,+1).
typedef enum way_neighbours {
    WAY_NEIGHBOURS_4 = 4,
    WAY_NEIGHBOURS_6 = 6,
    WAY_NEIGHBOURS_8 = 8
} way_neighbours;

/// When a diagonal step may be taken, beyond its target being passable. Only for 8 neighbours.
typedef enum way_corners {
    WAY_CORNERS_STRICT, ///< both cells beside it are passable: no corner is cut (the benchmarks'
                        ///< rule)
    WAY_CORNERS_LOOSE,  ///< at least one of them is
    WAY_CORNERS_ANY     ///< always
} way_corners;

/// How the rows of a map are divided into floors that lie below each other: floor f has the rows
/// f * (height + 1) and `height - 1` more. The row between two floors is blocked for every profile,
/// whatever it makes of blocked terrain, and stays so: edits pass over it. No step and no straight
/// line leads from one floor to another; links do.
typedef struct way_floors {
    uint32_t count;  ///< [1..]
    uint32_t height; ///< rows of one floor
} way_floors;

typedef enum way_store {
    /// An array where it takes half a megabyte at most; else pages of what trips come by, and an
    /// array with the trip after one that came by a tenth of them.
    WAY_STORE_AUTO,
    WAY_STORE_DENSE, ///< an array over all states: fastest
    WAY_STORE_SPARSE ///< pages, or with a capacity a hash, of the states touched: smallest
} way_store;

typedef enum way_goal_mode {
    WAY_GOAL_EXACT,    ///< stand on `goal`
    WAY_GOAL_RANGE,    ///< stand where the estimate to `goal` is at most `range`
    WAY_GOAL_ADJACENT, ///< stand one step from `goal`, which may be blocked
    WAY_GOAL_ANY_OF,   ///< stand on the cheapest of `goals`
    WAY_GOAL_SPACE     ///< stand on one of the space's own goals
} way_goal_mode;

/// What a trip has cost so far. Counts are the same on every machine.
typedef struct way_stats {
    uint64_t expansions;  ///< states whose steps were looked at
    uint64_t generations; ///< states put into the open list, or improved there
    uint64_t reopenings;  ///< generations of states already expanded
    uint64_t heap_pushes;
    uint64_t heap_pops;     ///< stale entries included
    uint64_t revisits;      ///< committed moves onto states already on the walk
    uint64_t steps;         ///< calls of way_agent_step
    uint64_t step_work_max; ///< most work in one step: expansions, and looks at cells / 16
    uint64_t states_max;    ///< most states remembered at once; 0 = the algorithm does not say
    size_t bytes;           ///< held by the agent
} way_stats;

// Objects -----------------------------------------------------------------------------------------

typedef struct way_map way_map;             ///< waymark.h, ground.h
typedef struct way_letters way_letters;     ///< format.h
typedef struct way_profile way_profile;     ///< ground.h
typedef struct way_space way_space;         ///< space.h
typedef struct way_navigator way_navigator; ///< waymark.h
typedef struct way_agent way_agent;         ///< waymark.h, agent.h
typedef struct way_workload way_workload;   ///< algorithm.h
typedef struct way_observer way_observer;   ///< agent.h
typedef struct way_world way_world;         ///< waymark.h, world_more.h

// Random numbers, hashes --------------------------------------------------------------------------

/// A small seeded generator: the same numbers on every machine.
typedef struct way_rng {
    uint64_t state;
} way_rng;

/// A generator for `seed`; every seed is a good one.
WAY_API way_rng way_rng_seed(uint64_t seed);

/// 64 fresh bits.
WAY_API uint64_t way_rng_next(way_rng *rng);

/// A whole number in [0..bound), without bias. `bound` of 0 gives 0.
WAY_API uint32_t way_rng_below(way_rng *rng, uint32_t bound);

/// Continues a 64-bit hash over `size` bytes: the same value on every machine. Start with hash 0.
WAY_API uint64_t way_hash_bytes(uint64_t hash, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
