// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sentences of papers, and the rules that say whether our rows agree. A claim is a row of one table
// (table.c): the sentence and its section, what kind of sentence it is, what is measured on which
// set, the variant that is faithful to the paper with our preset beside it, and the range that the
// sentence means. The verdict is by the 95 % interval of the figure, never by the figure: inside
// the range it is reproduced, apart from it contradicted, else undecided. Rules are written from
// their sentences before the run, and a run keeps a hash of those that it began with: rows are
// judged by no others.
#pragma once

#include "bench/store/summary.h"

/// What a sentence says.
typedef enum bench_claim_kind {
    BENCH_CLAIM_FIGURE,    ///< a number: within a tenth of it, or within its last digit
    BENCH_CLAIM_DIRECTION, ///< more, or less, than something else
    BENCH_CLAIM_BOUND,     ///< "under", "over", "at worst", "never"
    BENCH_CLAIM_ALIKE,     ///< no different: within a tenth of each other
    BENCH_CLAIM_ONCE ///< "up to", "in certain cases": nothing that we did not see contradicts it
} bench_claim_kind;

/// What the verdicts of several cases come to.
typedef enum bench_claim_over {
    BENCH_OVER_ALL,  ///< the worst of them
    BENCH_OVER_MOST, ///< what more than half of them say
    BENCH_OVER_SOME, ///< the best of them
    BENCH_OVER_MEAN  ///< that of their mean: the paper has one figure for all of them
} bench_claim_over;

/// What is measured of a variant; relative ones against `versus`. Ratios are in logarithms.
typedef enum bench_figure {
    BENCH_FIGURE_EXCESS,          ///< cost above the best, %
    BENCH_FIGURE_EXCESS_MAX,      ///< of the worst problem
    BENCH_FIGURE_EXCESS_MAP,      ///< of the map where it is most
    BENCH_FIGURE_EXCESS_OVER,     ///< over that of versus, 0.01 % added to both
    BENCH_FIGURE_SMOOTHED,        ///< after smoothing, %
    BENCH_FIGURE_SMOOTHED_OVER,   ///< over that of versus, 0.01 % added to both
    BENCH_FIGURE_WITHIN,          ///< problems with an excess of at most `argument`, %
    BENCH_FIGURE_SMOOTHED_WITHIN, ///< the same after smoothing
    BENCH_FIGURE_FAILED,          ///< problems that it did not solve, %, of the worst map
    BENCH_FIGURE_TIME,            ///< of a trip over that of versus, mean over problems
    BENCH_FIGURE_TIME_MAP,        ///< of the map where it is most
    BENCH_FIGURE_TIME_MAX,        ///< of the problem where it is most
    BENCH_FIGURE_FASTER,          ///< versus takes so many times as long for a trip
    BENCH_FIGURE_FASTER_MAX,      ///< of the problem where it is most
    BENCH_FIGURE_MOVE_FASTER,     ///< for a move
    BENCH_FIGURE_FIRST_FASTER,   ///< the first move of versus takes so many times as long as a move
    BENCH_FIGURE_SOONER,         ///< instances where it arrives before versus, or alone, %
    BENCH_FIGURE_STATES,         ///< most states remembered at once, over versus
    BENCH_FIGURE_STATES_MAP,     ///< of the map where it is most
    BENCH_FIGURE_WORK,           ///< expansions of all problems over those of versus
    BENCH_FIGURE_EXPANDED,       ///< expansions, mean over problems
    BENCH_FIGURE_EXPANSION,      ///< time of an expansion over that of versus
    BENCH_FIGURE_AGENT,          ///< KB of an agent
    BENCH_FIGURE_AGENT_OVER,     ///< over that of versus
    BENCH_FIGURE_MEMORY,         ///< KB of the database in memory
    BENCH_FIGURE_MEMORY_MORE,    ///< KB beyond versus
    BENCH_FIGURE_MEMORY_OVER,    ///< over that of versus
    BENCH_FIGURE_SMALLER,        ///< versus's database is so many times as large
    BENCH_FIGURE_PREPARE_FASTER, ///< versus takes so many times as long to prepare
    BENCH_FIGURES
} bench_figure;

#define BENCH_CASES_MAX 16u
#define BENCH_CLAIM_MAPS 3u ///< fewer have no interval, and decide nothing

/// One comparison; a claim about several sizes has one for each.
typedef struct bench_case {
    const char *faithful; ///< as the paper has it
    const char *preset;   ///< [opt] as we have it
    const char *versus;   ///< [opt]
    uint32_t duration;    ///< SOONER: place of how long a move takes
} bench_case;

typedef struct bench_claim {
    const char *paper;   ///< of bench_papers
    const char *section; ///< of the paper
    const char *sentence;
    const char *figure; ///< the paper's own
    bench_claim_kind kind;
    bench_claim_over over;
    const char *suite, *ground;
    bench_figure measure;
    double argument;
    double low, high; ///< what the sentence means
    bool stand_in;    ///< our maps stand for the paper's: no figure of theirs can be reproduced
    const char *why;  ///< [opt] why it comes out so, or why it can't be tested here
    bench_case cases[BENCH_CASES_MAX]; ///< none: not testable here
} bench_claim;

typedef struct bench_paper {
    const char *name;
    const char *reference;
    const char *note; ///< how our data differs from the paper's
} bench_paper;

/// The table; NULL past the end.
const bench_claim *bench_claim_at(uint32_t index);
const bench_paper *bench_paper_at(uint32_t index);

/// Whether any claim is judged by a suite.
bool bench_claim_has(const char *suite);

/// The hash of all rules for a suite, as runs keep it.
#define BENCH_RULES_SIZE 17u
void bench_claim_rules(const char *suite, char out[BENCH_RULES_SIZE]);

typedef enum bench_verdict {
    BENCH_VERDICT_REPRODUCED,
    BENCH_VERDICT_CONTRADICTED,
    BENCH_VERDICT_UNDECIDED,
    BENCH_VERDICT_UNTESTED, ///< not testable here
    BENCH_VERDICTS
} bench_verdict;

/// What the rows say of a claim.
typedef struct bench_judgement {
    bench_verdict verdict;
    bench_mean faithful[BENCH_CASES_MAX]; ///< over maps; count 0 = not measured
    bench_mean preset[BENCH_CASES_MAX];
    bench_verdict each[BENCH_CASES_MAX];
    uint32_t cases;          ///< figures: one if the mean of all is judged
    uint32_t maps, problems; ///< least of the cases
} bench_judgement;

/// Whether a figure, its interval and the number of maps make a claim true.
bench_verdict bench_claim_decide(const bench_claim *claim, const bench_mean *figure);

/// What the verdicts of the cases come to.
bench_verdict bench_claim_sum(const bench_claim *claim, const bench_verdict *each, uint32_t count);

/// Judges a claim by the last run of its suite. STALE: the run has other rules. IO, NO_MEMORY.
WAY_NODISCARD way_status bench_claim_judge(const bench_claim *claim, bench_store *store,
                                           bench_judgement *out);

const char *bench_verdict_text(bench_verdict verdict);
const char *bench_claim_kind_text(bench_claim_kind kind);
/// The unit of a figure: "%", "x", ...
const char *bench_figure_unit(bench_figure figure);
