// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One map at several scales: does a move cost the same, and how long does preparation take?
#include "bench/studies/subgoal.h"

#include <stdio.h>

#define SUBGOAL_LARGE_PROBLEMS 10u
#define SUBGOAL_PREPARE_MOST 60.0

static const uint32_t subgoal_factors[] = {1, 3, 5};
static const char *const subgoal_large_specs[] = {
    "astar", "dba(sector=64, depth=1, lookahead=250)", "dba(sector=64, depth=2, lookahead=250)",
    "hcdps(spacing=64, depth=1, lookahead=250)", "hcdps(spacing=64, depth=2, lookahead=250)"};
enum {
    SUBGOAL_FACTORS = sizeof subgoal_factors / sizeof *subgoal_factors,
    SUBGOAL_LARGE_SPECS = sizeof subgoal_large_specs / sizeof *subgoal_large_specs
};

static void subgoal_large_row(const subgoal_world *world, const subgoal_total *total,
                              const subgoal_total *mark, FILE *csv)
{
    const double cells = (double)way_map_width(world->map) * way_map_height(world->map) / 1e6;
    const double move = total->stepped * 1e9 / (double)total->moves;
    printf("| %.1f | %.2f | `%s` | %.2f | %.1f | %.0f | %.3f | %.0f | %.0f | %.2f |\n", cells,
           way_map_passable_count(world->map) / 1e6, total->spec, total->excess / total->problems,
           total->worst, move, total->seconds * 1e3 / total->problems,
           mark->seconds / total->seconds, total->bytes / 1024.0, total->prepare);
    fflush(stdout);
    if (csv) {
        fprintf(csv, "large,\"%s\",%.3f,%.3f,%.3f\n", total->spec, cells, move, total->prepare);
    }
}

/// Says whether the marks were met: what the slowest preparation took, how moves grew.
static void subgoal_large_judge(subgoal_total totals[][SUBGOAL_LARGE_SPECS])
{
    double slowest = 0;
    double growth = 0;
    for (uint32_t s = 1; s < SUBGOAL_LARGE_SPECS; s++) {
        const subgoal_total *last = &totals[SUBGOAL_FACTORS - 1][s];
        const subgoal_total *first = &totals[0][s];
        const double ratio =
            last->stepped / (double)last->moves / (first->stepped / (double)first->moves);
        slowest = last->prepare > slowest ? last->prepare : slowest;
        growth = ratio > growth ? ratio : growth;
    }
    const subgoal_total *last = &totals[SUBGOAL_FACTORS - 1][0];
    const double astar =
        last->stepped / (double)last->moves / (totals[0][0].stepped / (double)totals[0][0].moves);
    printf("\n- Preparation of the largest map takes %.1f s at most (mark: below 60 s): %s.\n",
           slowest, slowest < SUBGOAL_PREPARE_MOST ? "**reached**" : "**missed**");
    printf(
        "- From the smallest map to the largest a move gets %.2f times as dear at most, while A* "
        "takes %.1f times as\n  long for each step of its path (mark: unchanged): %s.\n",
        growth, astar, growth < 1.25 ? "**reached**" : "**missed**; see below");
    printf("\nA move looks at no more cells on a large map than on a small one; what it may cost "
           "beyond that is the\nmemory that the map and the database no longer find in the "
           "processor's cache.\n");
}

void subgoal_large_all(const char *data, FILE *csv)
{
    static subgoal_total totals[SUBGOAL_FACTORS][SUBGOAL_LARGE_SPECS];
    subgoal_world small;
    subgoal_open(&small, data, "ost100d");
    printf(
        "\n## Magnified maps\n\n![Moves on larger maps](../pictures/subgoal_scale.svg)\n\nost100d "
        "with every cell 1, 9 and 25 times; the %u longest "
        "problems.\n\n| million cells | passable | algorithm | above best %% | worst %% | move "
        "ns | trip ms | times faster than A* | database KiB | prepare s |\n"
        "|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|\n",
        SUBGOAL_LARGE_PROBLEMS);
    for (uint32_t f = 0; f < SUBGOAL_FACTORS; f++) {
        subgoal_world world;
        subgoal_magnify(&small, subgoal_factors[f], SUBGOAL_LARGE_PROBLEMS, &world);
        for (uint32_t s = 0; s < SUBGOAL_LARGE_SPECS; s++) {
            subgoal_measure(&world, subgoal_large_specs[s], &totals[f][s]);
            subgoal_large_row(&world, &totals[f][s], &totals[f][0], csv);
        }
        subgoal_close(&world);
    }
    subgoal_large_judge(totals);
    subgoal_close(&small);
}
