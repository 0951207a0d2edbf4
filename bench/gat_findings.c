// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the study found, each as pairs of algorithms that are compared at every duration. A pair is
// decided where the 95 % interval of the mean factor leaves 1 out.
#include "bench/gat_figures.h"

#define FINDINGS_PAIRS_MAX 4u
#define FINDINGS_LEAST 8u ///< instances that a comparison needs

/// "The first is faster than the second."
typedef struct findings_pair {
    gat_spec first, second;
    uint32_t domains[2]; ///< which to look at
    uint32_t domain_count;
} findings_pair;

typedef struct finding {
    const char *text;
    findings_pair pairs[FINDINGS_PAIRS_MAX];
    uint32_t pair_count;
} finding;

#define FINDINGS_PLATFORMS {GAT_DOMAIN_PLATFORM, GAT_DOMAIN_LEVELS}, 2

static const finding findings[] = {
    {.text = "It is not difficult to outperform A* when goal achievement time is what counts.",
     .pairs = {{GAT_DYNAMIC_FHAT, GAT_ASTAR, FINDINGS_PLATFORMS},
               {GAT_SINGLE, GAT_ASTAR, FINDINGS_PLATFORMS},
               {GAT_DYNAMIC_FHAT, GAT_ASTAR, {GAT_DOMAIN_TILES}, 1},
               {GAT_SINGLE, GAT_ASTAR, {GAT_DOMAIN_TILES}, 1}},
     .pair_count = 4},
    {.text = "It is better to plan after each action than to commit to several, or to size the "
             "look-ahead to the moves in hand.",
     .pairs = {{GAT_SINGLE, GAT_MULTI, FINDINGS_PLATFORMS},
               {GAT_SINGLE, GAT_DYNAMIC, FINDINGS_PLATFORMS}},
     .pair_count = 2},
    {.text = "Look-ahead by A* can choose bad actions: a last complete layer of f is a better "
             "target than an incomplete one.",
     .pairs = {{GAT_COMPLETE, GAT_MULTI, FINDINGS_PLATFORMS}},
     .pair_count = 1},
    {.text = "Taking the error of the estimate out of it (f-hat) helps.",
     .pairs = {{GAT_FHAT, GAT_MULTI, FINDINGS_PLATFORMS},
               {GAT_SINGLE_FHAT, GAT_SINGLE, FINDINGS_PLATFORMS},
               {GAT_DYNAMIC_FHAT, GAT_DYNAMIC, FINDINGS_PLATFORMS}},
     .pair_count = 3},
};

/// At how many durations which of a pair is faster.
typedef struct findings_tally {
    uint32_t first, second, open;
} findings_tally;

static void findings_count(const gat_point *point, findings_tally *tally)
{
    if (point->count >= FINDINGS_LEAST) {
        tally->first += point->high < 1;
        tally->second += point->low > 1;
        tally->open += point->high >= 1 && point->low <= 1;
    }
}

/// Prints a row of factors and adds to the tally.
static void findings_row(FILE *out, const gat_arrivals *arrivals, const findings_pair *pair,
                         findings_tally *tally)
{
    const gat_spec chosen[] = {pair->first, pair->second};
    const char *specs[2];
    const gat_plan plan = gat_arrivals_choose(arrivals, chosen, 2, specs);
    fprintf(out, "| %s / %s, %s |", gat_labels[pair->first], gat_labels[pair->second],
            arrivals->domain->title);
    for (uint32_t i = 0; i < gat_domains[GAT_DOMAIN_TILES].duration_count; i++) {
        gat_point point = {.count = 0};
        if (i < plan.duration_count) {
            point = gat_report_compare(&plan, 0, 1, i);
        }
        if (point.count >= FINDINGS_LEAST) {
            const bool decided = point.high < 1 || point.low > 1;
            const char *mark = decided ? "**" : "";
            fprintf(out, " %s%.2f%s (%u) |", mark, point.mean, mark, point.count);
        } else {
            fputs(" |", out);
        }
        findings_count(&point, tally);
    }
    fputc('\n', out);
}

static void findings_head(FILE *out)
{
    fputs("\n| pair |", out);
    static const char *const durations[] = {"1 us",  "10 us",  "100 us", "1 ms",
                                            "10 ms", "100 ms", "1 s"};
    for (uint32_t i = 0; i < 7; i++) {
        fprintf(out, " %s |", durations[i]);
    }
    fputs("\n|---|--:|--:|--:|--:|--:|--:|--:|\n", out);
}

/// One pair on all its kinds of problems.
static findings_tally findings_pair_print(FILE *out, const gat_arrivals *arrivals,
                                          const findings_pair *pair)
{
    findings_tally tally = {0, 0, 0};
    for (uint32_t i = 0; i < pair->domain_count; i++) {
        if (arrivals[pair->domains[i]].there) {
            findings_row(out, &arrivals[pair->domains[i]], pair, &tally);
        }
    }
    return tally;
}

static void findings_print_one(FILE *out, const gat_arrivals *arrivals, uint32_t index)
{
    const finding *one = &findings[index];
    findings_tally tallies[FINDINGS_PAIRS_MAX];
    uint32_t held = 0;
    fprintf(out, "### %u. %s\n", index + 1, one->text);
    findings_head(out);
    for (uint32_t i = 0; i < one->pair_count; i++) {
        tallies[i] = findings_pair_print(out, arrivals, &one->pairs[i]);
        held += tallies[i].first > tallies[i].second;
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < one->pair_count; i++) {
        fprintf(out, "%s against %s%s: faster at %u, slower at %u, open at %u.\n",
                gat_labels[one->pairs[i].first], gat_labels[one->pairs[i].second],
                one->pairs[i].domain_count == 1 ? " on puzzles" : " on levels", tallies[i].first,
                tallies[i].second, tallies[i].open);
    }
    fprintf(out, "\n**%s**\n\n",
            held == one->pair_count ? "Reproduced."
            : held > 0              ? "Reproduced in part."
                                    : "Not reproduced.");
}

void gat_findings_print(FILE *out, const gat_arrivals *arrivals)
{
    fprintf(out,
            "Each row is the mean factor between the times of two algorithms over the "
            "instances on which both arrived (how many, in brackets; at least %u), bold where "
            "its 95 %% interval leaves 1 out; below 1 the first is faster. A pair counts for a "
            "finding if the first is faster at more durations than it is slower.\n\n",
            FINDINGS_LEAST);
    for (uint32_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        findings_print_one(out, arrivals, i);
    }
}
