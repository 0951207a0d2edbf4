// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What papers and the survey say of the hierarchical searches, each as a figure and the range that
// confirms it.
#include "bench/studies/hierarchical.h"

#include <math.h>
#include <string.h>

typedef struct hierarchical_claim {
    const char *text;
    const char *figure; ///< theirs
    double (*measure)(const hierarchical_bench *bench);
    double low, high; ///< measured within = reproduced
    const char *unit;
    const char *reproduced; ///< what to add when it is
    const char *missed;     ///< why, when it is not
} hierarchical_claim;

/// A mean of a row, averaged over all problems of all sets; NAN without such a row.
static hierarchical_mean claim_mean(const hierarchical_bench *bench, const char *spec)
{
    hierarchical_mean sum = {.tried = 0};
    for (uint32_t i = 0; i < bench->set_count; i++) {
        const hierarchical_set *set = &bench->sets[i];
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

static double claim_hpa_raw(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "hpastar(size=10, levels=1, smooth=off)").excess;
}

static double claim_hpa_box(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "hpastar(size=10, levels=1)").excess;
}

static double claim_hpa_all(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "hpastar(size=10, levels=1, smooth=all)").excess;
}

static double claim_hpa_speed(const hierarchical_bench *bench)
{
    return claim_mean(bench, "hpastar(size=10, levels=1, smooth=off)").best_speed;
}

static double claim_hpa_best_speed(const hierarchical_bench *bench)
{
    return claim_mean(bench, "hpastar(smooth=off)").best_speed;
}

static double claim_hpa_levels(const hierarchical_bench *bench)
{
    return claim_mean(bench, "hpastar(levels=1, smooth=off)").seconds /
           claim_mean(bench, "hpastar(smooth=off)").seconds;
}

static double claim_hpa_larger(const hierarchical_bench *bench)
{
    return claim_mean(bench, "hpastar(size=10, levels=1, smooth=off)").seconds /
           claim_mean(bench, "hpastar(levels=1, smooth=off)").seconds;
}

static double claim_dhpa(const hierarchical_bench *bench)
{
    return claim_mean(bench, "hpastar(levels=1, paths=off, smooth=off)").seconds /
           claim_mean(bench, "dhpastar(levels=1, smooth=off)").seconds;
}

static double claim_dhpa_quality(const hierarchical_bench *bench)
{
    return 100 * (claim_mean(bench, "dhpastar(levels=1, smooth=off)").excess -
                  claim_mean(bench, "hpastar(levels=1, smooth=off)").excess);
}

static double claim_pra_whole(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "prastar").within_one;
}

static double claim_pra_partial(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "prastar(partial=16)").within_five;
}

static double claim_sectors(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "sectors(ahead=1, trim=0.1)").excess;
}

static double claim_sectors_two(const hierarchical_bench *bench)
{
    return 100 * (claim_mean(bench, "sectors(ahead=1, trim=0.1)").excess -
                  claim_mean(bench, "sectors").excess);
}

static double claim_guided_work(const hierarchical_bench *bench)
{
    return claim_mean(bench, "guided").expansions / claim_mean(bench, "astar").expansions;
}

static double claim_guided_worst(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "guided").worst;
}

static double claim_guided_bound(const hierarchical_bench *bench)
{
    return 100 * claim_mean(bench, "guided(weight=1.2)").worst;
}

static double claim_edits(const hierarchical_bench *bench)
{
    for (uint32_t i = 0; i < bench->edit_count; i++) {
        const hierarchical_edits *edits = &bench->edits[i];
        if (strcmp(edits->spec, "hpastar(levels=1)") == 0) {
            return edits->seconds[HIERARCHICAL_SIDES - 1] / edits->seconds[1];
        }
    }
    return NAN;
}

static const hierarchical_claim hierarchical_claims[] = {
    {"HPA* before smoothing, clusters of 10: mean cost above the best", "<= 10 %", claim_hpa_raw, 0,
     10, " %", "", "Gates are too far from the best crossings."},
    {"... after smoothing with the box", "<= 1 %", claim_hpa_box, 0, 1, " %", "",
     "Runs as long as a cluster leave bends of wide open ground."},
    {"... after smoothing without the box", "<= 1 %", claim_hpa_all, 0, 1, " %", "",
     "Straight runs can't undo a wrong choice of gates."},
    {"HPA* without smoothing is up to 9 times as fast as A*: the best problem, clusters of 10, one "
     "level",
     ">= 9", claim_hpa_speed, 9, INFINITY, " x", "",
     "Expansions fall as far as they did; but A* here takes a fraction of a microsecond for each."},
    {"... clusters of 16, two levels", ">= 9", claim_hpa_best_speed, 9, INFINITY, " x", "",
     "A* here is quick."},
    {"a larger cluster helps more than a second level: 16 against 10, time", "> 1",
     claim_hpa_larger, 1.05, INFINITY, " x", "", "The work at both ends outweighs fewer gates."},
    {"... and a second level gives nothing: clusters of 16, time", "<= 1", claim_hpa_levels, 0,
     1.05, " x", "It costs more than it saves.",
     "Its costs are exact and kept, and only the squares on the way are looked into."},
    {"DHPA* against HPA* that searches the ways inside clusters, time", "1.9", claim_dhpa, 1.5, 2.3,
     " x", "",
     "What it saves are short searches inside clusters; here the search over gates is most of the "
     "work, and both share it."},
    {"DHPA* finds worse paths than HPA*: difference before smoothing", "> 0", claim_dhpa_quality,
     0.005, INFINITY, " %", "", "Both have exact costs inside clusters, so there is no reason to."},
    {"PRA*(infinity): problems within 1 % of the best", "98 %", claim_pra_whole, 98, 100, " %", "",
     "The corridor that is refined misses the best way more often on these maps."},
    {"PRA*(16): problems within 5 % of the best", "98 %", claim_pra_partial, 98, 100, " %", "",
     "Short partial paths turn away from the best way more often on these maps."},
    {"sector PRA* with a tenth trimmed: mean cost above the best", "5 to 6 %", claim_sectors, 4.5,
     6.5, " %", "", "It depends on the map: see the sets, of which rooms are by far the worst."},
    {"... two pieces at a time and 15 % trimmed are better by", "> 0", claim_sectors_two, 0.01,
     INFINITY, " %", "", "Longer pieces did not bend less."},
    {"an abstraction as estimate: expansions of guided A* against A*", "far fewer",
     claim_guided_work, 0, 0.5, " x", "", "Estimates over exits are not much better here."},
    {"... its paths are best: the worst one", "0 %", claim_guided_worst, 0, 0.0001, " %", "",
     "An estimate must have been too high."},
    {"... and with a weight of 1.2 within its bound: the worst one", "<= 20 %", claim_guided_bound,
     0, 20, " %", "", "An estimate must have been too high."},
    {"an edit is repaired at the same cost on a map 64 times as large: time, 2048 against 256 a "
     "side",
     "1", claim_edits, 0, 2, " x", "",
     "Clusters of a large map are farther apart in memory than the cache is wide."},
};

void hierarchical_print_claims(FILE *out, const hierarchical_bench *bench)
{
    fprintf(out, "| claim | theirs | ours | |\n|---|--:|--:|---|\n");
    for (size_t i = 0; i < sizeof hierarchical_claims / sizeof *hierarchical_claims; i++) {
        const hierarchical_claim *claim = &hierarchical_claims[i];
        const double ours = claim->measure(bench);
        if (isnan(ours)) {
            fprintf(out, "| %s | %s | | Not measured. |\n", claim->text, claim->figure);
            continue;
        }
        const bool holds = ours >= claim->low && ours <= claim->high;
        const char *sentence = holds ? claim->reproduced : claim->missed;
        fprintf(out, "| %s | %s | %.2f%s | %s%s%s |\n", claim->text, claim->figure, ours,
                claim->unit, holds ? "Reproduced." : "Not reproduced.", *sentence ? " " : "",
                sentence);
    }
}
