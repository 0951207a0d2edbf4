// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SGA* against A* on the same problems, as percentages of A*: sums that tables and claims read.
#pragma once

#include "scenes/problems.h"

#include <stdio.h>

/// What informed subdivision keeps within, % of A*.
#define SGA_BOUND 300.0

/// How often a problem is measured again on which an informed search seems to be above it.
#define SGA_AGAIN 20u

/// Trips that are over in less are looked at apart, s.
#define SGA_SHORT 20e-6

/// Percentages of one kind over all problems of a set.
typedef struct sga_figure {
    uint32_t count;
    double sum;
    double squares;
    double max;
} sga_figure;

void sga_figure_add(sga_figure *figure, double value);
double sga_figure_mean(const sga_figure *figure);
double sga_figure_deviation(const sga_figure *figure);

/// What a search did on the problems of a set.
typedef struct sga_result {
    sga_figure time;       ///< % of A*
    sga_figure short_time; ///< the same where A* took less than SGA_SHORT
    double seconds;        ///< of all problems
    sga_figure memory;     ///< most states remembered at once, % of A*
    sga_figure expansions; ///< % of A*
    sga_figure rough;      ///< cost above A*'s, %
    sga_figure smooth;     ///< the same after smoothing by rays
    uint32_t over_time;    ///< problems above SGA_BOUND in time
    uint32_t over_work;    ///< the same in expansions or memory
} sga_result;

typedef enum sga_variant {
    SGA_V1,
    SGA_V2_DISTANCE,
    SGA_V2_DEVIATION,
    SGA_V3,
    SGA_VARIANTS
} sga_variant;

typedef enum sga_extra {
    SGA_BARE,     ///< as published
    SGA_LABELS,   ///< sub-goals in other components are skipped
    SGA_INFORMED, ///< the rival bounds the work
    SGA_FULL,     ///< both
    SGA_EXTRAS
} sga_extra;

enum { SGA_SOLVERS = 2, SGA_ROWS = SGA_VARIANTS * SGA_EXTRAS + SGA_SOLVERS };

/// The rows: variants by extras, then the last variant 2 with other solvers.
static inline uint32_t sga_row(sga_variant variant, sga_extra extra)
{
    return (uint32_t)variant * SGA_EXTRAS + (uint32_t)extra;
}

typedef enum sga_set {
    SGA_BALDUR,
    SGA_STARCRAFT,
    SGA_RTS,
    SGA_BUNKER,
    SGA_FIELD,
    SGA_POCKETS,
    SGA_ISLANDS,
    SGA_SETS
} sga_set;

typedef struct sga_totals {
    uint32_t maps[SGA_SETS];
    uint32_t problems[SGA_SETS]; ///< 0 = no data
    double seconds[SGA_SETS];    ///< of A*, over all problems
    double smoothing[SGA_SETS];  ///< seconds, over all problems and searches
    double smoothed[SGA_SETS];   ///< cells smoothed in that time
    sga_result results[SGA_SETS][SGA_ROWS];
} sga_totals;

/// The spec of a row, and what it is called.
const char *sga_row_spec(uint32_t row);
const char *sga_row_title(uint32_t row);
const char *sga_set_title(sga_set set);

/// Runs every row on the problems of a map and adds it up. What can't be run ends the program with
/// a message.
void sga_run(sga_totals *totals, sga_set set, const way_map *map, const scene_problem *problems,
             uint32_t count);

void sga_table_print(FILE *out, const sga_totals *totals, sga_set set);

/// What the thesis says, what was measured, and a sentence on each.
void sga_claims_print(FILE *out, const sga_totals *totals);
