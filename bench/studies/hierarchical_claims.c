// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What papers and the survey say of the hierarchical searches, each as a figure and the range that
// confirms it.
#include "bench/studies/hierarchical.h"

#include <math.h>
#include <string.h>

/// The sets that a figure is taken from.
typedef struct claim_scope {
    const hierarchical_bench *bench;
    uint32_t first, count;
} claim_scope;

typedef struct hierarchical_claim {
    const char *text;
    const char *figure; ///< theirs
    double (*measure)(const claim_scope *scope);
    double low, high; ///< measured within = reproduced
    const char *unit;
    const char *folder; ///< of the set that it was made on; NULL = of none here
    bool is_edit;       ///< about repairs, which have no sets
} hierarchical_claim;

/// A mean of a row, averaged over all problems of some sets; NAN without such a row.
static hierarchical_mean claim_mean(const claim_scope *scope, const char *spec)
{
    hierarchical_mean sum = {.tried = 0};
    for (uint32_t i = scope->first; i < scope->first + scope->count; i++) {
        const hierarchical_set *set = &scope->bench->sets[i];
        const hierarchical_row *row = hierarchical_find(set, spec);
        if (!row) {
            continue;
        }
        const hierarchical_mean mean = hierarchical_sum(set, row);
        sum.solved += mean.solved;
        sum.seconds += mean.seconds * mean.solved;
        sum.expansions += mean.expansions * mean.solved;
        sum.excess += mean.excess * mean.solved;
        sum.worst = fmax(sum.worst, mean.worst);
        sum.within_one += mean.within_one * mean.solved;
        sum.within_five += mean.within_five * mean.solved;
        sum.best_speed = fmax(sum.best_speed, mean.best_speed);
    }
    const double count = sum.solved ? (double)sum.solved : (double)NAN;
    sum.seconds /= count;
    sum.expansions /= count;
    sum.excess /= count;
    sum.worst = sum.solved ? sum.worst : NAN;
    sum.within_one /= count;
    sum.within_five /= count;
    sum.best_speed = sum.solved ? sum.best_speed : NAN;
    return sum;
}

static double claim_hpa_raw(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "hpastar(size=10, levels=1, smooth=off)").excess;
}

static double claim_hpa_box(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "hpastar(size=10, levels=1)").excess;
}

static double claim_hpa_all(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "hpastar(size=10, levels=1, smooth=all)").excess;
}

static double claim_hpa_speed(const claim_scope *scope)
{
    return claim_mean(scope, "hpastar(size=10, levels=1, smooth=off)").best_speed;
}

static double claim_hpa_best_speed(const claim_scope *scope)
{
    return claim_mean(scope, "hpastar(smooth=off)").best_speed;
}

static double claim_hpa_levels(const claim_scope *scope)
{
    return claim_mean(scope, "hpastar(levels=1, smooth=off)").seconds /
           claim_mean(scope, "hpastar(smooth=off)").seconds;
}

static double claim_hpa_larger(const claim_scope *scope)
{
    return claim_mean(scope, "hpastar(size=10, levels=1, smooth=off)").seconds /
           claim_mean(scope, "hpastar(levels=1, smooth=off)").seconds;
}

static double claim_dhpa(const claim_scope *scope)
{
    return claim_mean(scope, "hpastar(levels=1, paths=off, smooth=off)").seconds /
           claim_mean(scope, "dhpastar(levels=1, smooth=off)").seconds;
}

static double claim_dhpa_quality(const claim_scope *scope)
{
    return 100 * (claim_mean(scope, "dhpastar(levels=1, smooth=off)").excess -
                  claim_mean(scope, "hpastar(levels=1, smooth=off)").excess);
}

static double claim_pra_whole(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "prastar").within_one;
}

static double claim_pra_partial(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "prastar(partial=16)").within_five;
}

static double claim_sectors(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "sectors(ahead=1, trim=0.1)").excess;
}

static double claim_sectors_two(const claim_scope *scope)
{
    return 100 * (claim_mean(scope, "sectors(ahead=1, trim=0.1)").excess -
                  claim_mean(scope, "sectors").excess);
}

static double claim_guided_work(const claim_scope *scope)
{
    return claim_mean(scope, "guided").expansions / claim_mean(scope, "astar").expansions;
}

static double claim_guided_worst(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "guided").worst;
}

static double claim_guided_bound(const claim_scope *scope)
{
    return 100 * claim_mean(scope, "guided(weight=1.2)").worst;
}

/// The repairs whose time grows most, on a map 64 times as large.
static double claim_edits(const claim_scope *scope)
{
    double most = NAN;
    for (uint32_t i = 0; i < scope->bench->edit_count; i++) {
        const double *seconds = scope->bench->edits[i].seconds;
        if (seconds[1] > 0) {
            most = fmax(most, seconds[HIERARCHICAL_SIDES - 1] / seconds[1]);
        }
    }
    return most;
}

static const hierarchical_claim hierarchical_claims[] = {
    {"HPA* before smoothing, clusters of 10: mean cost above the best", "<= 10 %", claim_hpa_raw, 0,
     10, " %", "bg512", false},
    {"... after smoothing with the box", "<= 1 %", claim_hpa_box, 0, 1, " %", "bg512", false},
    {"... after smoothing without the box", "<= 1 %", claim_hpa_all, 0, 1, " %", "bg512", false},
    {"HPA* without smoothing is up to 9 times as fast as A*: the best problem, clusters of 10, one "
     "level",
     ">= 9", claim_hpa_speed, 9, INFINITY, " x", "bg512", false},
    {"... clusters of 16, two levels", ">= 9", claim_hpa_best_speed, 9, INFINITY, " x", "bg512",
     false},
    {"a larger cluster helps more than a second level: 16 against 10, time", "> 1",
     claim_hpa_larger, 1.05, INFINITY, " x", NULL, false},
    {"... and a second level gives nothing: clusters of 16, time", "<= 1", claim_hpa_levels, 0,
     1.05, " x", NULL, false},
    {"DHPA* against HPA* that searches the ways inside clusters, time", "1.9", claim_dhpa, 1.5, 2.3,
     " x", NULL, false},
    {"DHPA* finds worse paths than HPA*: difference before smoothing", "> 0", claim_dhpa_quality,
     0.005, INFINITY, " %", NULL, false},
    {"PRA*(infinity): problems within 1 % of the best", "98 %", claim_pra_whole, 98, 100, " %",
     "bg512", false},
    {"PRA*(16): problems within 5 % of the best", "98 %", claim_pra_partial, 98, 100, " %", "bg512",
     false},
    {"sector PRA* with a tenth trimmed: mean cost above the best", "5 to 6 %", claim_sectors, 4.5,
     6.5, " %", "dao", false},
    {"... no more than that", "<= 6 %", claim_sectors, 0, 6, " %", "dao", false},
    {"... two pieces at a time and 15 % trimmed are better by", "> 0", claim_sectors_two, 0.01,
     INFINITY, " %", "dao", false},
    {"an abstraction as estimate: expansions of guided A* against A*", "far fewer",
     claim_guided_work, 0, 0.5, " x", NULL, false},
    {"... its paths are best: the worst one", "0 %", claim_guided_worst, 0, 0.0001, " %", NULL,
     false},
    {"... and with a weight of 1.2 within its bound: the worst one", "<= 20 %", claim_guided_bound,
     0, 20, " %", NULL, false},
    {"an edit is repaired at the same cost on a map 64 times as large: time, 2048 against 256 a "
     "side, of the row above that grows most",
     "1", claim_edits, 0, 2, " x", NULL, true},
};

/// The sets that a claim is checked on.
static claim_scope claim_home(const hierarchical_bench *bench, const hierarchical_claim *claim)
{
    for (uint32_t i = 0; claim->folder && i < bench->set_count; i++) {
        if (strcmp(bench->sets[i].folder, claim->folder) == 0) {
            return (claim_scope){bench, i, 1};
        }
    }
    return (claim_scope){bench, 0, bench->set_count};
}

/// What the other sets say.
static void claim_print_others(FILE *out, const hierarchical_bench *bench,
                               const hierarchical_claim *claim, const claim_scope *home)
{
    const char *separator = "";
    for (uint32_t i = 0; i < bench->set_count && !claim->is_edit; i++) {
        const claim_scope scope = {bench, i, 1};
        if (home->count > 1 || i != home->first) {
            fprintf(out, "%s%s %.2f%s", separator, bench->sets[i].folder, claim->measure(&scope),
                    claim->unit);
            separator = ", ";
        }
    }
}

void hierarchical_print_claims(FILE *out, const hierarchical_bench *bench)
{
    fprintf(out, "| claim | theirs | on | ours | | set by set |\n|---|--:|---|--:|---|---|\n");
    for (size_t i = 0; i < sizeof hierarchical_claims / sizeof *hierarchical_claims; i++) {
        const hierarchical_claim *claim = &hierarchical_claims[i];
        const claim_scope home = claim_home(bench, claim);
        const double ours = claim->measure(&home);
        if (isnan(ours)) {
            fprintf(out, "| %s | %s | | | Not measured. | |\n", claim->text, claim->figure);
            continue;
        }
        const bool holds = ours >= claim->low && ours <= claim->high;
        const char *all = claim->is_edit ? "random" : "all";
        fprintf(out, "| %s | %s | %s | %.2f%s | %s | ", claim->text, claim->figure,
                home.count == 1 ? bench->sets[home.first].folder : all, ours, claim->unit,
                holds ? "Reproduced." : "Not reproduced.");
        claim_print_others(out, bench, claim, &home);
        fprintf(out, " |\n");
    }
}
