// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whole problems: ways for many units at once, from where each one is to a goal of its own, such
// that all stand on their goals in the end (multi-agent path finding). Steps take one unit of time
// between four neighbours; no two units are ever on one cell, and none swap places.
//
//     way_mapf_config config = {.map = map, .starts = starts, .goals = goals, .count = 1000};
//     way_mapf_plan plan;
//     status = way_mapf_solve(&config, &plan);   // plan.outcome: FOUND, LIMIT, CAPACITY, ...
//     while (there_is_time()) { status = way_mapf_improve(&config, &plan, 100000); }   // [opt]
//     way_cell cell = plan.cells[t * plan.count + unit];
//     way_mapf_free(&plan);
#pragma once

#include <waymark/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most units of a problem.
enum { WAY_MAPF_UNITS_MAX = 65535 };

/// `map`, `starts`, `goals` and `count` must be set; zero is the default of the rest.
typedef struct way_mapf_config {
    const way_map *map;     ///< four neighbours; weights are ignored
    const way_cell *starts; ///< [count] all different
    const way_cell *goals;  ///< [count] all different
    uint32_t count;         ///< [1..WAY_MAPF_UNITS_MAX]
    uint64_t seed;          ///< different seeds, different plans
    uint64_t node_limit;    ///< most configurations remembered; 0 = no limit
    size_t byte_limit;      ///< most memory; 0 = no limit
    /// [opt] Asked now and then; true ends the search with CANCELLED.
    bool (*cancelled)(void *user);
    /// [opt] As in way_world_config; used to measure the shortest ways.
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
    const way_allocator *allocator; ///< [opt]
} way_mapf_config;

typedef struct way_mapf_plan {
    /// FOUND; NO_PATH if a goal is out of reach, or there is no plan at all; LIMIT, CAPACITY at
    /// a limit; CANCELLED.
    way_outcome outcome;
    way_cell *cells;   ///< [(makespan + 1) * count] by time, then unit; NULL without a plan
    uint32_t count;    ///< units
    uint32_t makespan; ///< steps until the last is there for good
    uint64_t sum;      ///< of costs: for each unit the steps until it is at its goal for good
    uint64_t loss;     ///< of costs: for each unit the steps at which it is not resting at its goal
    uint64_t bound;    ///< sum of the shortest ways: no plan costs less
    uint64_t nodes;    ///< configurations met
    uint64_t steps;    ///< configurations asked for
    size_t bytes;      ///< most memory held
    way_allocator allocator;
    struct way_mapf_refiner *refiner; ///< what way_mapf_improve keeps between calls
} way_mapf_plan;

/// Solves a problem by LaCAM: a search over configurations whose successors are made by priority
/// inheritance. It finds a plan if there is one and no limit is met, not the best one.
/// INVALID_ARGUMENT (two units with one start or goal), OUT_OF_RANGE (a cell, the count),
/// UNSUPPORTED (not four neighbours), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_mapf_solve(const way_mapf_config *config, way_mapf_plan *out);

/// Makes a plan better, for as long as it is called: first all units are led anew one after the
/// other, then groups of a late unit and those in its way, and they keep their new ways if these
/// together cost no more. After every call the plan is legal and neither `sum` nor `makespan` is
/// larger than before. `work` counts states of searches and what else takes time, some ten million
/// to a fifth of a second; the same work in however many calls makes the same plan. Returns at once
/// when `sum` is `bound`. The config is that of way_mapf_solve, and the map of the first call
/// counts. WRONG_STATE (there is no plan), INVALID_ARGUMENT (one for other units, or the map has
/// lost a step of it), what way_mapf_solve returns for the config, NO_MEMORY: the plan is legal all
/// the same.
WAY_API WAY_NODISCARD way_status way_mapf_improve(const way_mapf_config *config,
                                                  way_mapf_plan *plan, uint64_t work);

/// Frees what way_mapf_solve and way_mapf_improve allocated.
WAY_API void way_mapf_free(way_mapf_plan *plan);

#ifdef __cplusplus
}
#endif
