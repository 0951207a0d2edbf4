// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Seeded starts and goals for a map: solvable, unsolvable, or so many of each length.
//
//     const scene_problems_config config = {.unit_size = 1, .seed = 42, .count = 100};
//     scene_problem problems[100];
//     way_status status = scene_problems_draw_solvable(map, &config, problems);
//     status = scene_problems_measure(map, 1, problems, 100);
//     uint32_t kept = scene_problems_keep_longest(problems, 100, 10);
//
// The same map, unit and seed give the same problems on every machine.
#pragma once

#include <waymark/map.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scene_problem {
    way_cell start;
    way_cell goal;
    way_cost cost; ///< of a best path; WAY_COST_MAX if there is none or nobody measured it
} scene_problem;

typedef struct scene_problems_config {
    uint32_t unit_size; ///< prepared on the map, or 1
    uint64_t seed;
    uint32_t count; ///< problems wanted
} scene_problems_config;

/// Draws `count` problems that have a solution and two different ends: the start evenly from all
/// cells that lead anywhere, the goal evenly from what it reaches. The costs are not measured.
/// NOT_FOUND if no cell leads anywhere, NO_MEMORY.
WAY_NODISCARD way_status scene_problems_draw_solvable(const way_map *map,
                                                      const scene_problems_config *config,
                                                      scene_problem *out);

/// Draws a problem that has a solution and two different ends, for a unit of one cell, from
/// a generator of the caller's; there has to be one. Takes no memory: for maps that change.
scene_problem scene_problems_draw(const way_map *map, way_rng *rng);

/// Fills in the cells of a component for units of one cell in an order of chance; `cells` has room
/// for the map. Returns how many: none of WAY_CELL_NONE.
uint32_t scene_problems_shuffle(const way_map *map, uint32_t component, way_rng *rng,
                                way_cell *cells);

/// Draws `count` problems without a solution between cells on which the unit can stand. NOT_FOUND
/// if all of them are joined, NO_MEMORY.
WAY_NODISCARD way_status scene_problems_draw_unsolvable(const way_map *map,
                                                        const scene_problems_config *config,
                                                        scene_problem *out);

/// Fills in the costs, one run of the oracle for each different start. OUT_OF_RANGE (an end is not
/// on the map), NO_MEMORY.
WAY_NODISCARD way_status scene_problems_measure(const way_map *map, uint32_t unit_size,
                                                scene_problem *problems, uint32_t count);

/// The bucket of a cost as in scenario files: a quarter of the length over plain ground, rounded
/// down.
uint32_t scene_problem_bucket(const way_map *map, way_cost cost);

typedef struct scene_buckets_config {
    uint32_t unit_size; ///< prepared on the map, or 1
    uint64_t seed;
    uint32_t bucket_count; ///< buckets [0..bucket_count) are filled; longer problems are left out
    uint32_t per_bucket;   ///< problems wanted in each
} scene_buckets_config;

/// Draws measured problems evenly over their lengths, as scenario files have them: in the order of
/// buckets, at most `per_bucket` in each, `*found` in all; `out` has room for all that were asked
/// for. Each round takes one random start and at most one goal per bucket; there are at most
/// 4 * per_bucket + 16 rounds, so rare lengths may stay short of problems. NOT_FOUND, NO_MEMORY.
WAY_NODISCARD way_status scene_problems_draw_buckets(const way_map *map,
                                                     const scene_buckets_config *config,
                                                     scene_problem *out, uint32_t *found);

/// Sorts measured problems, longest first (then by start and goal), unsolvable ones last. Returns
/// how many of the first `keep` are solvable.
uint32_t scene_problems_keep_longest(scene_problem *problems, uint32_t count, uint32_t keep);

#ifdef __cplusplus
}
#endif
