// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Searches compared on the same problems: what each did on each, and ratios over what both solved.
//
//     discrete_table table;
//     discrete_table_init(&table, problem_count);
//     discrete_table_add(&table, "astar");
//     discrete_table_run(&table, map, problems, problem_count, passes);
//     double ratio = discrete_time_ratio(&table, "fringe", "astar");
#pragma once

#include "scenes/problems.h"

#include <math.h>
#include <stdio.h>

#define DISCRETE_ROWS_MAX 40u

/// What a search did on a problem.
typedef struct discrete_result {
    bool tried;
    bool solved;
    bool weighed;   ///< `work` and `bytes` are known
    double seconds; ///< of the processor, the least of all passes
    uint64_t expansions;
    uint64_t generations;
    uint64_t queue_operations;
    uint64_t work;  ///< what it took of a budget, to the next 100
    uint64_t bytes; ///< held by a fresh agent with a sparse store
    uint64_t cost;
} discrete_result;

typedef struct discrete_row {
    char spec[96];
    uint32_t stride;          ///< every how many problems it tries
    discrete_result *results; ///< [problem_count]
} discrete_row;

/// Searches and their results; the first row is what the others are compared with.
typedef struct discrete_table {
    discrete_row rows[DISCRETE_ROWS_MAX];
    uint32_t row_count;
    uint32_t problem_count;
    uint32_t problem_capacity;
    uint32_t weigh_stride; ///< every how many problems memory is measured
} discrete_table;

void discrete_table_init(discrete_table *table, uint32_t problem_capacity);
void discrete_table_fini(discrete_table *table);
void discrete_table_add(discrete_table *table, const char *spec);

/// Lets the last search that was added try one problem of so many.
void discrete_table_thin(discrete_table *table, uint32_t stride);

/// Runs every search on every problem of a map, `passes` times in turn. What can't be run ends the
/// program with a message.
void discrete_table_run(discrete_table *table, const way_map *map, const scene_problem *problems,
                        uint32_t count, uint32_t passes);

/// Prints the means of each search over the problems that it solved.
void discrete_table_print(FILE *out, const discrete_table *table);

/// Share of the problems it tried that a search solved, 0 to 1.
double discrete_solved(const discrete_table *table, const char *spec);

/// A search against another over the problems that both solved; NAN if there are none.
double discrete_time_ratio(const discrete_table *table, const char *spec, const char *other);
double discrete_expansion_ratio(const discrete_table *table, const char *spec, const char *other);
double discrete_queue_ratio(const discrete_table *table, const char *spec, const char *other);
double discrete_work_ratio(const discrete_table *table, const char *spec, const char *other);

/// The tables that the claims are read from.
typedef struct discrete_tables {
    discrete_table fine;   ///< game maps, (408, 577)
    discrete_table coarse; ///< the same problems, (5, 7)
    discrete_table middle; ///< scenes of 64 x 64 cells, (5, 7)
    discrete_table small;  ///< scenes of 12 x 12 cells on which every search finishes
} discrete_tables;

/// Prints what the survey says, what the tables say, and a sentence on each difference.
void discrete_claims_print(FILE *out, const discrete_tables *tables);
