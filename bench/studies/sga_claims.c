// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the thesis says of SGA*, and our answers to what it leaves open: each a figure, the range
// that confirms it, and a sentence either way.
#include "bench/studies/sga.h"

typedef struct sga_claim {
    const char *text;
    const char *figure; ///< the thesis', or ours
    sga_set set;
    double (*measure)(const sga_totals *totals, sga_set set);
    double low, high; ///< measured within = reproduced
    const char *unit;
    const char *reproduced;
    const char *missed;
} sga_claim;

static const sga_result *claim_result(const sga_totals *totals, sga_set set, sga_variant variant,
                                      sga_extra extra)
{
    return &totals->results[set][sga_row(variant, extra)];
}

static double claim_time(const sga_totals *totals, sga_set set)
{
    return sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->time);
}

static double claim_memory(const sga_totals *totals, sga_set set)
{
    return sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->memory);
}

static double claim_smooth(const sga_totals *totals, sga_set set)
{
    return sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->smooth);
}

/// How much of V1's sub-optimality V2 has left, before smoothing.
static double claim_second_over_first(const sga_totals *totals, sga_set set)
{
    return 100 * sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->rough) /
           sga_figure_mean(&claim_result(totals, set, SGA_V1, SGA_BARE)->rough);
}

static double claim_third_over_second(const sga_totals *totals, sga_set set)
{
    return 100 * sga_figure_mean(&claim_result(totals, set, SGA_V3, SGA_BARE)->rough) /
           sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->rough);
}

static double claim_deviation_over_distance(const sga_totals *totals, sga_set set)
{
    return 100 * sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->rough) /
           sga_figure_mean(&claim_result(totals, set, SGA_V2_DISTANCE, SGA_BARE)->rough);
}

static double claim_spread(const sga_totals *totals, sga_set set)
{
    const sga_figure *time = &claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->expansions;
    return 100 * sga_figure_deviation(time) / sga_figure_mean(time);
}

static double claim_worst(const sga_totals *totals, sga_set set)
{
    return claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->expansions.max;
}

static double claim_labels(const sga_totals *totals, sga_set set)
{
    return 100 *
           sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_LABELS)->expansions) /
           sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->expansions);
}

/// The worst problem of all variants with informed subdivision, in expansions or memory.
static double claim_informed_worst(const sga_totals *totals, sga_set set)
{
    double worst = 0;
    for (uint32_t variant = 0; variant < SGA_VARIANTS; variant++) {
        for (uint32_t extra = SGA_INFORMED; extra <= SGA_FULL; extra++) {
            const sga_result *result =
                claim_result(totals, set, (sga_variant)variant, (sga_extra)extra);
            worst = result->expansions.max > worst ? result->expansions.max : worst;
            worst = result->memory.max > worst ? result->memory.max : worst;
        }
    }
    return worst;
}

static double claim_full_time(const sga_totals *totals, sga_set set)
{
    return sga_figure_mean(&claim_result(totals, set, SGA_V2_DEVIATION, SGA_FULL)->time);
}

/// The worst time of all variants with informed subdivision.
static double claim_informed_worst_time(const sga_totals *totals, sga_set set)
{
    double worst = 0;
    for (uint32_t variant = 0; variant < SGA_VARIANTS; variant++) {
        for (uint32_t extra = SGA_INFORMED; extra <= SGA_FULL; extra++) {
            const double max =
                claim_result(totals, set, (sga_variant)variant, (sga_extra)extra)->time.max;
            worst = max > worst ? max : worst;
        }
    }
    return worst;
}

/// The time of all problems together.
static double claim_whole_time(const sga_totals *totals, sga_set set)
{
    return 100 * claim_result(totals, set, SGA_V2_DEVIATION, SGA_BARE)->seconds /
           totals->seconds[set];
}

#define CLAIM_BOUND(name)                                                                          \
    {"Ours: informed subdivision never needs more than three times what A* does, in any variant",  \
     "at most 300",                                                                                \
     name,                                                                                         \
     claim_informed_worst,                                                                         \
     0,                                                                                            \
     SGA_BOUND,                                                                                    \
     "% of A*'s expansions or memory, the worst problem",                                          \
     "The refinements are stopped at what A* is known to need.",                                   \
     "Broken: this is a bug."},                                                                    \
    {                                                                                              \
        "Ours: nor in time, short trips included", "at most 300", name, claim_informed_worst_time, \
            0, SGA_BOUND, "% of A*'s time, the worst problem",                                     \
            "What it takes to begin a refinement and to draw lines is counted, too.",              \
            "The bound is on work as it is counted; the time that it takes depends on more."       \
    }

static const sga_claim sga_claims[] = {
    {"About half the time of A* on mixed maps", "about 50", SGA_BUNKER, claim_time, 0, 65, "%",
     "Searching only round obstacles pays where yards and corridors alternate.",
     "A line to the goal says too little where walls decide; the sub-goal behind a wall may be a "
     "long way round."},
    {"About half the memory of A* on mixed maps", "about 50", SGA_BUNKER, claim_memory, 0, 65, "%",
     "The largest refinement is much smaller than the whole search.",
     "The largest refinement is nearly the whole search."},
    {"About half the time of A* on Baldur's Gate", "about 45", SGA_BALDUR, claim_time, 0, 65, "%",
     "On average it pays, though not on every map.",
     "Our A* does an expansion in less time than the thesis', and the maps differ: this set has 12 "
     "of its 75."},
    {"Less than a tenth of the time on pseudo-RTS maps", "below 10", SGA_RTS, claim_time, 0, 10,
     "%", "Small obstacles cost small searches.",
     "The refinements are small (see the expansions), but on many problems so is A*: of states "
     "with the same f it takes the newest, and goes round small obstacles without looking back."},
    {"... of the time of all problems together", "below 10", SGA_RTS, claim_whole_time, 0, 10, "%",
     "Small obstacles cost small searches.",
     "Long trips count for more here, and there the gain is larger; lines, and what it takes to "
     "begin a refinement, are the rest."},
    {"Less than a tenth of the memory on pseudo-RTS maps", "below 10", SGA_RTS, claim_memory, 0, 10,
     "%", "No refinement is larger than its obstacle.", "Some obstacles are large."},
    {"39 to 96 % less time on Company of Heroes", "4 to 61", SGA_FIELD, claim_time, 0, 61, "%",
     "Open fields are what it was made for.", "The generated fields are harder than the game's."},
    {"V2 leaves less sub-optimality than V1 before smoothing", "about 60", SGA_BUNKER,
     claim_second_over_first, 0, 90, "% of V1's", "Trimming cuts off the teeth of the saw.",
     "Trimmed ways sometimes leave the wrong way."},
    {"V3's paths are better than V2's before smoothing", "below 100", SGA_BUNKER,
     claim_third_over_second, 0, 100, "% of V2's",
     "Searching from the last corner instead of walking the line first is better.",
     "The difference between the two depends on the maps."},
    {"MaxDev is better than MaxDist before smoothing on pseudo-RTS", "below 100", SGA_RTS,
     claim_deviation_over_distance, 0, 100, "% of MaxDist's", "It is, a little.",
     "Our reading of the rule (columns plus rows) is a guess: the thesis does not define it."},
    {"Near-optimal after smoothing on mixed maps", "about 4", SGA_BUNKER, claim_smooth, 0, 7,
     "% above the best", "Rays undo most detours.",
     "Rays straighten a path but do not move it to another side of an obstacle."},
    {"Near-optimal after smoothing on pseudo-RTS", "about 7", SGA_RTS, claim_smooth, 0, 8,
     "% above the best", "Rays undo most detours.",
     "With many small obstacles most straight runs are short."},
    {"Very high variance on Baldur's Gate", "above 100", SGA_BALDUR, claim_spread, 100, 1e9,
     "% of the mean, in expansions", "Single problems cost many times the mean.",
     "The sample is milder than the thesis' maps."},
    {"Catastrophic on StarCraft without labels", "up to 2000", SGA_STARCRAFT, claim_worst, 1000,
     1e9, "% of A*'s expansions, the worst problem",
     "But not for want of labels: the ways round are long, and pockets are few and small in these "
     "maps as they are published today.",
     "The sample is milder than the thesis' maps."},
    {"Catastrophic on maps full of pockets without labels", "up to 2000", SGA_POCKETS, claim_worst,
     1000, 1e9, "% of A*'s expansions, the worst problem",
     "Each pocket on the line is searched from inside.",
     "Backwards connection bounds each pocket by its size, and these are small."},
    {"Catastrophic where large regions are apart, without labels", "up to 2000", SGA_ISLANDS,
     claim_worst, 1000, 1e9, "% of A*'s expansions, the worst problem",
     "A whole island is searched for each piece of a line that crosses it.",
     "Backwards connection bounds each failure by the island's size, but there are many."},
    {"Ours: labels make pockets free on StarCraft", "below 100", SGA_STARCRAFT, claim_labels, 0,
     100, "% of the expansions without labels",
     "But little is saved: in the maps as they are published today nearly all ground is one "
     "component.",
     "Labels never add expansions: this is a bug."},
    {"Ours: labels make pockets free where there are many", "below 100", SGA_POCKETS, claim_labels,
     0, 99, "% of the expansions without labels",
     "What is skipped costs nothing, and the map keeps the labels up to date for everybody.",
     "Few lines met pockets."},
    {"Ours: labels make foreign islands free", "below 100", SGA_ISLANDS, claim_labels, 0, 99,
     "% of the expansions without labels",
     "What is skipped costs nothing, and the map keeps the labels up to date for everybody.",
     "Few lines met islands apart."},
    CLAIM_BOUND(SGA_BALDUR),
    CLAIM_BOUND(SGA_STARCRAFT),
    CLAIM_BOUND(SGA_RTS),
    CLAIM_BOUND(SGA_BUNKER),
    CLAIM_BOUND(SGA_FIELD),
    CLAIM_BOUND(SGA_POCKETS),
    CLAIM_BOUND(SGA_ISLANDS),
    {"Ours: with labels and informed it is still faster than A* on mixed maps", "below 100",
     SGA_BUNKER, claim_full_time, 0, 100, "% of A*'s time",
     "The rival costs no more than the refinements do.",
     "The rival's share eats up what the lines save."},
};

void sga_claims_print(FILE *out, const sga_totals *totals)
{
    fprintf(out, "| claim | set | claimed | measured | |\n|---|---|--:|--:|---|\n");
    for (uint32_t i = 0; i < sizeof sga_claims / sizeof *sga_claims; i++) {
        const sga_claim *claim = &sga_claims[i];
        if (totals->problems[claim->set] == 0) {
            continue;
        }
        const double value = claim->measure(totals, claim->set);
        const bool holds = value >= claim->low && value <= claim->high;
        fprintf(out, "| %s | %s | %s | %.1f %s | %s %s |\n", claim->text, sga_set_title(claim->set),
                claim->figure, value, claim->unit,
                holds ? "**Reproduced.**" : "**Not reproduced.**",
                holds ? claim->reproduced : claim->missed);
    }
}
