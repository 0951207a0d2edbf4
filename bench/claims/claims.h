// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sentences of papers, and the rules that say whether our rows agree. A claim is a row of one table
// (table.c): the sentence, its figure, what is measured on which set, the variant that is faithful
// to the paper with our preset beside it, the least and the most that the figure may be for a yes,
// and how much data it takes. A rule is written from its sentence before the run; nothing is judged
// that the paper does not say or that can't come out otherwise.
#pragma once

#include "bench/store/summary.h"

/// What is measured of a variant, and against `versus` where it says so.
typedef enum bench_figure {
    BENCH_FIGURE_EXCESS,         ///< cost above the best, %
    BENCH_FIGURE_EXCESS_MAX,     ///< of the worst problem
    BENCH_FIGURE_EXCESS_WORST,   ///< of the map where it is most
    BENCH_FIGURE_EXCESS_PART,    ///< as a part of that of versus, %
    BENCH_FIGURE_SMOOTHED,       ///< after smoothing, %
    BENCH_FIGURE_SMOOTHED_PART,  ///< as a part of that of versus, %
    BENCH_FIGURE_WITHIN,         ///< problems with an excess of at most `argument`, %
    BENCH_FIGURE_FASTER,         ///< versus takes so many times as long for a trip
    BENCH_FIGURE_MOVE_FASTER,    ///< for a move
    BENCH_FIGURE_FIRST_FASTER,   ///< the first move of versus takes so many times as long as a move
    BENCH_FIGURE_SOONER,         ///< goal achievement time of versus over this one's
    BENCH_FIGURE_TIME,           ///< of a trip, % of versus, mean over problems
    BENCH_FIGURE_TIME_MAX,       ///< of the map where it is most
    BENCH_FIGURE_STATES,         ///< most states remembered at once, % of versus
    BENCH_FIGURE_STATES_MAX,     ///< of the map where it is most
    BENCH_FIGURE_MORE_WORK,      ///< expansions of all problems beyond those of versus, %
    BENCH_FIGURE_EXPANDED,       ///< expansions, mean over problems
    BENCH_FIGURE_DATABASE_MORE,  ///< KB in memory beyond versus
    BENCH_FIGURE_SMALLER,        ///< versus's database is so many times as large
    BENCH_FIGURE_PREPARE_FASTER, ///< versus takes so many times as long to prepare
    BENCH_FIGURES
} bench_figure;

#define BENCH_CASES_MAX 6u

/// One comparison; a claim about several sizes has one for each.
typedef struct bench_case {
    const char *faithful; ///< as the paper has it
    const char *preset;   ///< [opt] as we have it
    const char *versus;   ///< [opt]
    uint32_t duration;    ///< SOONER: place of how long a move takes
} bench_case;

typedef struct bench_claim {
    const char *paper; ///< of bench_papers
    const char *sentence;
    const char *figure; ///< the paper's own
    const char *suite, *ground;
    bench_figure measure;
    double argument;
    double low, high;        ///< what holds
    uint32_t maps, problems; ///< that it takes at least
    uint32_t least;          ///< cases that must hold for a yes; 0 = all
    const char *why;         ///< [opt] why it is no yes, or why there is no data
    bench_case cases[BENCH_CASES_MAX];
} bench_claim;

typedef struct bench_paper {
    const char *name;
    const char *reference;
    const char *note; ///< how our data differs from the paper's
} bench_paper;

/// The table; NULL past the end.
const bench_claim *bench_claim_at(uint32_t index);
const bench_paper *bench_paper_at(uint32_t index);

typedef enum bench_verdict {
    BENCH_VERDICT_NO,   ///< no case holds
    BENCH_VERDICT_YES,  ///< all do
    BENCH_VERDICT_PART, ///< some do
    BENCH_VERDICT_NONE  ///< not enough data
} bench_verdict;

/// What the rows say of a claim.
typedef struct bench_judgement {
    bench_verdict verdict;
    bench_mean faithful[BENCH_CASES_MAX]; ///< over maps; count 0 = not measured
    bench_mean preset[BENCH_CASES_MAX];
    uint32_t cases, held;
    uint32_t maps, problems; ///< least of the cases
} bench_judgement;

/// Judges a claim by the last run of its suite. IO, NO_MEMORY.
WAY_NODISCARD way_status bench_claim_judge(const bench_claim *claim, bench_store *store,
                                           bench_judgement *out);

const char *bench_verdict_text(bench_verdict verdict);
/// The unit of a figure: "%", "x", ...
const char *bench_figure_unit(bench_figure figure);
