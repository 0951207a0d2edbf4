// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the study found, each as pairs of algorithms that are compared at every duration. A pair is
// decided where the 95 % interval of the mean factor leaves 1 out.
#include "bench/studies/gat_figures.h"

#define FINDINGS_PAIRS_MAX 5u
#define FINDINGS_LEAST 8u    ///< instances that a comparison needs
#define FINDINGS_MARGIN 0.01 ///< a mean factor so near 1 decides nothing

/// When a pair speaks for a finding: the first is faster at more durations than it is slower, over
/// all of them or over the longer half, or it is faster somewhere.
typedef enum findings_rule { FINDINGS_MOSTLY, FINDINGS_LATE, FINDINGS_SOMEWHERE } findings_rule;

/// "The first is faster than the second."
typedef struct findings_pair {
    findings_rule rule;
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
    {.text = "It is not difficult to outperform A* when goal achievement time is what counts; only "
             "where A* is quick, on the map orz100d, it wins.",
     .pairs = {{FINDINGS_SOMEWHERE, GAT_DYNAMIC_FHAT, GAT_ASTAR, FINDINGS_PLATFORMS},
               {FINDINGS_SOMEWHERE, GAT_SINGLE, GAT_ASTAR, FINDINGS_PLATFORMS},
               {FINDINGS_SOMEWHERE, GAT_DYNAMIC_FHAT, GAT_ASTAR, {GAT_DOMAIN_TILES}, 1},
               {FINDINGS_SOMEWHERE, GAT_SINGLE, GAT_ASTAR, {GAT_DOMAIN_TILES}, 1},
               {FINDINGS_MOSTLY, GAT_ASTAR, GAT_DYNAMIC_FHAT, {GAT_DOMAIN_GRID}, 1}},
     .pair_count = 5},
    {.text = "It is better to plan after each action than to commit to several, or to size the "
             "look-ahead to the moves in hand.",
     .pairs = {{FINDINGS_MOSTLY, GAT_SINGLE, GAT_MULTI, FINDINGS_PLATFORMS},
               {FINDINGS_MOSTLY, GAT_SINGLE, GAT_DYNAMIC, FINDINGS_PLATFORMS}},
     .pair_count = 2},
    {.text = "Look-ahead by A* can choose bad actions: the last complete layer of f is a better "
             "target than an incomplete one, at first worse, but best when moves are long.",
     .pairs = {{FINDINGS_LATE, GAT_COMPLETE, GAT_MULTI, FINDINGS_PLATFORMS}},
     .pair_count = 1},
    {.text = "Taking the error of the estimate out of it (f-hat) helps.",
     .pairs = {{FINDINGS_MOSTLY, GAT_FHAT, GAT_MULTI, FINDINGS_PLATFORMS},
               {FINDINGS_MOSTLY, GAT_SINGLE_FHAT, GAT_SINGLE, FINDINGS_PLATFORMS},
               {FINDINGS_MOSTLY, GAT_DYNAMIC_FHAT, GAT_DYNAMIC, FINDINGS_PLATFORMS}},
     .pair_count = 3},
};

/// At how many durations which of a pair is faster.
typedef struct findings_tally {
    uint32_t first, second, open;
    uint32_t late_first, late_second; ///< of the longer half
} findings_tally;

/// Whether the first, or the second, of a pair is faster.
static bool findings_is_first(const gat_point *point)
{
    return point->high < 1 && point->mean < 1 - FINDINGS_MARGIN;
}

static bool findings_is_second(const gat_point *point)
{
    return point->low > 1 && point->mean > 1 + FINDINGS_MARGIN;
}

static void findings_count(const gat_point *point, bool late, findings_tally *tally)
{
    if (point->count >= FINDINGS_LEAST) {
        const bool first = findings_is_first(point);
        const bool second = findings_is_second(point);
        tally->first += first;
        tally->second += second;
        tally->open += !first && !second;
        tally->late_first += late && first;
        tally->late_second += late && second;
    }
}

static bool findings_holds(findings_rule rule, const findings_tally *tally)
{
    switch (rule) {
    case FINDINGS_SOMEWHERE:
        return tally->first > 0;
    case FINDINGS_LATE:
        return tally->late_first > tally->late_second;
    default:
        return tally->first > tally->second;
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
            const bool decided = findings_is_first(&point) || findings_is_second(&point);
            const char *mark = decided ? "**" : "";
            fprintf(out, " %s%.2f%s (%u) |", mark, point.mean, mark, point.count);
        } else {
            fputs(" |", out);
        }
        findings_count(&point, 2 * i >= plan.duration_count, tally);
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
    findings_tally tally = {.first = 0};
    for (uint32_t i = 0; i < pair->domain_count; i++) {
        if (arrivals[pair->domains[i]].there) {
            findings_row(out, &arrivals[pair->domains[i]], pair, &tally);
        }
    }
    return tally;
}

static bool findings_is_compared(const findings_tally *tally)
{
    return tally->first + tally->second + tally->open > 0;
}

static const char *findings_word(findings_rule rule, const findings_tally *tally)
{
    if (!findings_is_compared(tally)) {
        return "no data";
    }
    return findings_holds(rule, tally) ? "agrees" : "does not agree";
}

/// What pairs that could be compared say of a finding.
static const char *findings_verdict(uint32_t held, uint32_t compared)
{
    if (compared == 0) {
        return "No data.";
    }
    return held == compared ? "Reproduced." : held ? "Reproduced in part." : "Not reproduced.";
}

static void findings_print_one(FILE *out, const gat_arrivals *arrivals, uint32_t index)
{
    const finding *one = &findings[index];
    findings_tally tallies[FINDINGS_PAIRS_MAX];
    uint32_t held = 0;
    uint32_t compared = 0;
    fprintf(out, "### %u. %s\n", index + 1, one->text);
    findings_head(out);
    for (uint32_t i = 0; i < one->pair_count; i++) {
        tallies[i] = findings_pair_print(out, arrivals, &one->pairs[i]);
        compared += findings_is_compared(&tallies[i]);
        held += findings_holds(one->pairs[i].rule, &tallies[i]);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < one->pair_count; i++) {
        const findings_pair *pair = &one->pairs[i];
        fprintf(out, "- %s against %s, %s: faster at %u, slower at %u, open at %u: %s\n",
                gat_labels[pair->first], gat_labels[pair->second],
                pair->domain_count > 1 ? "levels" : arrivals[pair->domains[0]].domain->title,
                tallies[i].first, tallies[i].second, tallies[i].open,
                findings_word(pair->rule, &tallies[i]));
    }
    fprintf(out, "\n**%s**\n\n", findings_verdict(held, compared));
}

void gat_findings_print(FILE *out, const gat_arrivals *arrivals)
{
    fprintf(
        out,
        "Each row is the mean factor between the times of two algorithms over the instances on "
        "which both arrived (how many, in brackets; at least %u), bold where its 95 %% interval "
        "leaves 1 out and it is more than 1 %% off; below 1 the first is faster. A pair agrees "
        "with a finding if the first "
        "is faster at more durations than it is slower; for finding 3 over the longer half of "
        "the durations; against A* for finding 1 if it is faster at some duration. A finding is "
        "reproduced if all of its pairs agree.\n\n",
        FINDINGS_LEAST);
    for (uint32_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        findings_print_one(out, arrivals, i);
    }
}
