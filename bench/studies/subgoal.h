// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Subgoal databases measured: what a spec comes to over some maps.
#pragma once

#include <waymark/database.h>
#include <waymark/waymark.h>

#include <stdio.h>

#define SUBGOAL_PROBLEMS 100u
#define SUBGOAL_SECTIONS 12u
#define SUBGOAL_SPECS_MAX 64u

typedef struct subgoal_problem {
    way_cell start, goal;
    way_cost best; ///< 0 until the first spec, which is optimal, has set it
} subgoal_problem;

typedef struct subgoal_world {
    way_map *map;
    way_space *space;
    subgoal_problem problems[SUBGOAL_PROBLEMS];
    uint32_t count;
} subgoal_world;

typedef struct subgoal_section {
    char name[8];
    double bytes;
} subgoal_section;

/// What one spec came to over all maps.
typedef struct subgoal_total {
    const char *spec;
    uint32_t maps, problems, arrived;
    double excess, worst; ///< per cent above the best, of those that arrived: sum, largest
    double seconds;       ///< of the processor, for all trips at once
    double stepped;       ///< the same move by move
    double longest;       ///< seconds of a move
    uint64_t moves;
    uint64_t work_max; ///< expansions in a step
    uint64_t revisits;
    double prepare, prepare_most; ///< seconds: sum, largest
    double bytes;                 ///< of the navigator
    double agent_bytes;           ///< of a fresh agent
    size_t parked, parked_most;   ///< bytes of a parked trip: least, most; 0 = can't be
    uint32_t section_count;
    subgoal_section sections[SUBGOAL_SECTIONS]; ///< sums
} subgoal_total;

/// A map of DATA/maps/dao with its longest problems, at steps of 5 and 7.
void subgoal_open(subgoal_world *world, const char *data, const char *name);
void subgoal_close(subgoal_world *world);

/// The same with every cell `factor` x `factor` times, at the usual steps, and `count` problems.
void subgoal_magnify(const subgoal_world *from, uint32_t factor, uint32_t count,
                     subgoal_world *out);

/// Prepares a spec for a world and walks its problems.
void subgoal_measure(subgoal_world *world, const char *spec, subgoal_total *total);

/// What totals came to, as a table; lines for the plot go to `csv` [opt].
void subgoal_print(const subgoal_total *totals, uint32_t count, FILE *csv);

/// Repairs after edits, as a table.
void subgoal_edit_all(const char *data);

/// Magnified maps, as a table; lines for the plot go to `csv` [opt].
void subgoal_large_all(const char *data, FILE *csv);
