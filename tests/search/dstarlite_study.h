// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D* Lite a second time, from figure 3 of Likhachev and Koenig (2006) with its three priorities,
// and the mazes of its table: to hold the library's against, plan by plan. Plain arrays, four
// neighbours, steps of 1; it shares no code with the library.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { STUDY_SIDE = 201, STUDY_CELLS = STUDY_SIDE * STUDY_SIDE };

typedef struct study_maze {
    uint8_t open[STUDY_CELLS];
    uint32_t start, goal;
} study_maze;

/// Corridors by a depth-first search over rooms at odd places, then 750 walls less, any of those
/// inside. Ends are joined.
void study_maze_make(study_maze *maze, uint32_t seed);

/// Which of equal f goes first, and in which queue. What the paper leaves open is as in the
/// library: of equal keys in a heap the smaller cell, in a bucket the newest; a state that is
/// queued again under its own key keeps its place.
typedef enum study_queue { STUDY_SMALL_G, STUDY_LARGE_G, STUDY_BUCKETS } study_queue;

/// A plan: where it was made, what it costs, and the expansions so far.
typedef struct study_plan {
    uint32_t cell, cost;
    uint64_t expansions;
} study_plan;

typedef struct study_walk {
    study_plan *plans; ///< the caller frees them
    uint32_t plan_count, plan_room;
    uint32_t steps;
    uint64_t expansions;
    bool arrived;
} study_walk;

void study_walk_note(study_walk *walk, study_plan plan);

/// Walks through the fog: four neighbours are sensed before the first plan and after each step, and
/// whatever is new is planned for.
study_walk study_walk_make(const study_maze *maze, study_queue queue);

/// The best way on what is known, by a breadth-first search: `known` cells are as they are, all
/// others open.
uint32_t study_best(const study_maze *maze, const bool *known, uint32_t from);
