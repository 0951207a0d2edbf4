// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the study found, and when that counts as reproduced. All rules are in this file. They follow
// the words of the study, not what the rows turned out to be:
//
//   - A finding is a list of statements "the first is faster than the second", each about some
//   kinds
//     of problems and about all durations, the shorter half or the longer half of them ("the left
//     side of the plot", "the right side").
//   - The first is faster at a duration if the 95 % interval of the mean factor between the two
//     times, over the instances on which both arrived, lies below 1; slower if above; else it is
//     open. Durations with fewer than 8 such instances are left out. With an odd number of
//     durations the one in the middle belongs to both halves.
//   - A statement holds for a kind of problems if the first is faster at more than half of the
//     durations, is contradicted if it is slower at more than half, and is open otherwise.
//   - A finding is reproduced if all of its statements hold for all kinds of problems that it is
//     about, reproduced in part if some do, and not reproduced if none does.
#include "bench/studies/gat_figures.h"

#define FINDINGS_STATEMENTS_MAX 6u
#define FINDINGS_DOMAINS_MAX 2u
#define FINDINGS_DURATIONS_MAX 8u
#define FINDINGS_LEAST 8u ///< instances that a comparison needs

typedef enum findings_side { FINDINGS_ALL, FINDINGS_SHORT, FINDINGS_LONG } findings_side;

static const char *const findings_sides[] = {"all durations", "the shorter half",
                                             "the longer half"};

/// "The first is faster than the second."
typedef struct findings_statement {
    gat_spec first, second;
    findings_side side;
    uint32_t domains[FINDINGS_DOMAINS_MAX]; ///< which to look at
    uint32_t domain_count;
} findings_statement;

typedef struct finding {
    const char *text;
    findings_statement statements[FINDINGS_STATEMENTS_MAX];
    uint32_t count;
} finding;

#define FINDINGS_LEVELS {GAT_DOMAIN_PLATFORM, GAT_DOMAIN_LEVELS}, 2
#define FINDINGS_TILES {GAT_DOMAIN_TILES}, 1
#define FINDINGS_GRID {GAT_DOMAIN_GRID}, 1

static const finding findings[] = {
    {.text = "It is not difficult to outperform A* in challenging domains or when moves are short: "
             "f-hat with dynamic look-ahead is the best on platform levels and does well on the "
             "15-puzzle until moves get long, where A* beats it; on orz100d A* is the best.",
     .statements = {{GAT_DYNAMIC_FHAT, GAT_ASTAR, FINDINGS_ALL, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_SPEEDY, FINDINGS_ALL, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_SINGLE, FINDINGS_ALL, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_ASTAR, FINDINGS_SHORT, FINDINGS_TILES},
                    {GAT_ASTAR, GAT_DYNAMIC_FHAT, FINDINGS_LONG, FINDINGS_TILES},
                    {GAT_ASTAR, GAT_DYNAMIC_FHAT, FINDINGS_ALL, FINDINGS_GRID}},
     .count = 6},
    {.text = "Committing to many actions (multi-step) is worse than planning after each action "
             "(single-step) and than a look-ahead sized to the moves in hand (dynamic).",
     .statements = {{GAT_SINGLE, GAT_MULTI, FINDINGS_ALL, FINDINGS_LEVELS},
                    {GAT_DYNAMIC, GAT_MULTI, FINDINGS_ALL, FINDINGS_LEVELS}},
     .count = 2},
    {.text =
         "Walking to the last complete layer of f is worse than walking to an incomplete one at "
         "first, but best of the multi-step variants when moves are long.",
     .statements = {{GAT_MULTI, GAT_COMPLETE, FINDINGS_SHORT, FINDINGS_LEVELS},
                    {GAT_COMPLETE, GAT_MULTI, FINDINGS_LONG, FINDINGS_LEVELS},
                    {GAT_COMPLETE, GAT_FHAT, FINDINGS_LONG, FINDINGS_LEVELS}},
     .count = 3},
    {.text =
         "Taking the error of the estimate out of it helps: f-hat is the best of the multi-step "
         "variants when moves are short, and with dynamic look-ahead the best of all but where "
         "moves are long and all come close.",
     .statements = {{GAT_FHAT, GAT_MULTI, FINDINGS_SHORT, FINDINGS_LEVELS},
                    {GAT_FHAT, GAT_COMPLETE, FINDINGS_SHORT, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_DYNAMIC, FINDINGS_SHORT, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_SINGLE, FINDINGS_SHORT, FINDINGS_LEVELS},
                    {GAT_DYNAMIC_FHAT, GAT_SINGLE_FHAT, FINDINGS_SHORT, FINDINGS_LEVELS}},
     .count = 5},
};

/// The factors of a pair at the durations with enough instances.
typedef struct findings_row {
    gat_point points[FINDINGS_DURATIONS_MAX]; ///< by duration; count 0 = left out
    uint32_t count;                           ///< that are not left out
} findings_row;

typedef struct findings_tally {
    uint32_t first, second, open; ///< durations at which who is faster
} findings_tally;

static bool findings_is_first(const gat_point *point)
{
    return point->high < 1;
}

static bool findings_is_second(const gat_point *point)
{
    return point->low > 1;
}

static findings_row findings_compare(const gat_arrivals *arrivals,
                                     const findings_statement *statement)
{
    const gat_spec chosen[] = {statement->first, statement->second};
    const char *specs[2];
    const gat_plan plan = gat_arrivals_choose(arrivals, chosen, 2, specs);
    findings_row row = {.count = 0};
    for (uint32_t i = 0; i < plan.duration_count && i < FINDINGS_DURATIONS_MAX; i++) {
        row.points[i] = gat_report_compare(&plan, 0, 1, i);
        row.points[i].count = row.points[i].count >= FINDINGS_LEAST ? row.points[i].count : 0;
        row.count += row.points[i].count > 0;
    }
    return row;
}

/// Counts the durations of the side that a statement is about.
static findings_tally findings_count(const findings_row *row, findings_side side)
{
    findings_tally tally = {.first = 0};
    uint32_t at = 0; // among those not left out
    for (uint32_t i = 0; i < FINDINGS_DURATIONS_MAX; i++) {
        const gat_point *point = &row->points[i];
        if (point->count == 0) {
            continue;
        }
        const bool is_short = 2 * at < row->count;
        const bool is_long = 2 * (at + 1) > row->count;
        at++;
        if ((side == FINDINGS_SHORT && !is_short) || (side == FINDINGS_LONG && !is_long)) {
            continue;
        }
        tally.first += findings_is_first(point);
        tally.second += findings_is_second(point);
        tally.open += !findings_is_first(point) && !findings_is_second(point);
    }
    return tally;
}

static bool findings_holds(const findings_tally *tally)
{
    return tally->first > tally->second + tally->open;
}

static const char *findings_word(const findings_tally *tally)
{
    if (tally->first + tally->second + tally->open == 0) {
        return "no data";
    }
    if (findings_holds(tally)) {
        return "holds";
    }
    return tally->second > tally->first + tally->open ? "contradicted" : "open";
}

static void findings_print_row(FILE *out, const gat_arrivals *arrivals,
                               const findings_statement *statement, const findings_row *row,
                               const findings_tally *tally)
{
    fprintf(out, "| %s / %s, %s |", gat_labels[statement->first], gat_labels[statement->second],
            arrivals->domain->title);
    for (uint32_t i = 0; i < gat_domains[GAT_DOMAIN_TILES].duration_count; i++) {
        const gat_point *point = &row->points[i];
        if (point->count) {
            const char *mark = findings_is_first(point) || findings_is_second(point) ? "**" : "";
            fprintf(out, " %s%.2f%s (%u) |", mark, point->mean, mark, point->count);
        } else {
            fputs(" |", out);
        }
    }
    fprintf(out, " %s | %u, %u, %u | %s |\n", findings_sides[statement->side], tally->first,
            tally->second, tally->open, findings_word(tally));
}

/// What statements that could be compared say of a finding.
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
    uint32_t held = 0;
    uint32_t compared = 0;
    fprintf(out, "### %u. %s\n\n", index + 1, one->text);
    fputs(
        "| first / second | 1 us | 10 us | 100 us | 1 ms | 10 ms | 100 ms | 1 s | about | faster, "
        "slower, open | statement |\n|---|--:|--:|--:|--:|--:|--:|--:|---|---|---|\n",
        out);
    for (uint32_t i = 0; i < one->count; i++) {
        const findings_statement *statement = &one->statements[i];
        for (uint32_t k = 0; k < statement->domain_count; k++) {
            const gat_arrivals *there = &arrivals[statement->domains[k]];
            if (there->there) {
                const findings_row row = findings_compare(there, statement);
                const findings_tally tally = findings_count(&row, statement->side);
                findings_print_row(out, there, statement, &row, &tally);
                held += findings_holds(&tally);
                compared += row.count > 0;
            }
        }
    }
    fprintf(out, "\n**%s** %u of %u statements hold.\n\n", findings_verdict(held, compared), held,
            compared);
}

void gat_findings_print(FILE *out, const gat_arrivals *arrivals)
{
    fprintf(out,
            "Each row is a statement, \"the first is faster than the second\", about one kind of "
            "problems, with the mean factor between the two times over the instances on which both "
            "arrived (how many, in brackets; at least %u). It is bold where its 95 %% interval "
            "leaves 1 out; below 1 the first is faster. A statement holds if the first is faster "
            "at more than half of the durations that it is about, is contradicted if it is slower "
            "at more than half, and is open otherwise. The halves are those of the durations with "
            "enough instances; one in the middle belongs to both. A finding is reproduced if all "
            "of its statements hold, in part if some do. The rules follow the words of the study "
            "and are written down in bench/studies/gat_findings.c.\n\n",
            FINDINGS_LEAST);
    for (uint32_t i = 0; i < sizeof findings / sizeof *findings; i++) {
        findings_print_one(out, arrivals, i);
    }
}
