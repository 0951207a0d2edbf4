// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hierarchical searches compared: what each did on the problems of each set of maps, and what a
// repair takes after an edit. Rows are specs; one whose algorithm is not registered is left out,
// and an algorithm of the family without a row gets one with its presets.
#pragma once

#include <waymark/search.h>

#include <stdio.h>

#define HIERARCHICAL_ROWS_MAX 32u
#define HIERARCHICAL_SETS 4u
#define HIERARCHICAL_SIDES 5u

/// What a search did on a problem.
typedef struct hierarchical_result {
    bool tried;
    bool solved;
    double cold;    ///< the first time
    double seconds; ///< the least of some passes after that
    double first;   ///< until the first move, in steps of a few expansions
    double expansions;
    double excess;   ///< cost above the best, as part of it
    double smoothed; ///< the same after smoothing by rays
} hierarchical_result;

/// A search on a set of maps.
typedef struct hierarchical_row {
    char spec[96];
    hierarchical_result *results; ///< [problem_count]
    uint32_t maps;
    double prepare;     ///< seconds, over all maps
    double bytes;       ///< of databases, over all maps
    double agent_bytes; ///< of agents after their trips, over all maps
} hierarchical_row;

typedef struct hierarchical_set {
    const char *folder;
    const char *title;
    uint32_t map_count;
    uint32_t problem_count;
    uint32_t problem_capacity;
    hierarchical_row rows[HIERARCHICAL_ROWS_MAX];
    uint32_t row_count;
} hierarchical_set;

/// Means over the problems that a search solved.
typedef struct hierarchical_mean {
    uint32_t tried, solved;
    double cold, seconds, first, expansions, excess, smoothed;
    double worst;       ///< largest excess
    double within_one;  ///< share with at most 1 % excess
    double within_five; ///< share with at most 5 %
    double speed;       ///< time of the first row over its own, on the same problems
    double best_speed;  ///< the largest such ratio of one problem
} hierarchical_mean;

/// What repairs take, by side of the map.
typedef struct hierarchical_edits {
    char spec[96];
    uint32_t sides[HIERARCHICAL_SIDES];
    double seconds[HIERARCHICAL_SIDES]; ///< mean of a repair after one cell changed; 0 = not tried
} hierarchical_edits;

typedef struct hierarchical_bench {
    hierarchical_set sets[HIERARCHICAL_SETS];
    uint32_t set_count;
    hierarchical_edits edits[HIERARCHICAL_ROWS_MAX];
    uint32_t edit_count;
} hierarchical_bench;

/// The row of a spec, or NULL.
const hierarchical_row *hierarchical_find(const hierarchical_set *set, const char *spec);

hierarchical_mean hierarchical_sum(const hierarchical_set *set, const hierarchical_row *row);

/// Lists the searches of a set.
void hierarchical_list(hierarchical_set *set);

/// Runs all searches on some problems of all maps of a set; false without the data.
bool hierarchical_run(hierarchical_set *set, const char *directory, uint32_t problems);

/// Measures repairs on larger and larger maps.
void hierarchical_run_edits(hierarchical_bench *bench);

/// Writes the page and its plots beside it.
void hierarchical_report(FILE *out, const hierarchical_bench *bench, const char *folder);

/// The part of it about the claims.
void hierarchical_print_claims(FILE *out, const hierarchical_bench *bench);
