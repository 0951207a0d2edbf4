// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/verdict.h"
#include "bench/suite/achievement.h"

// At how many durations the first curve is lower than the second.
static uint32_t claims_gat_lower(const bench_curve *a, const bench_curve *b, uint32_t *count)
{
    uint32_t lower = 0;
    *count = 0;
    for (uint32_t i = 0; a && b && i < BENCH_DURATIONS; i++) {
        if (a->factor[i] > 0 && b->factor[i] > 0) {
            lower += a->factor[i] < b->factor[i];
            ++*count;
        }
    }
    return lower;
}

static void claims_gat_pair(bench_page *page, const bench_curves *all, const char *const names[2],
                            const char *const texts[2])
{
    const bench_curve *a = bench_curves_find(all, names[0]);
    const bench_curve *b = bench_curves_find(all, names[1]);
    uint32_t count = 0;
    const uint32_t lower = claims_gat_lower(a, b, &count);
    bench_claim(page, texts[0], texts[1], bench_verdict_of(lower, count),
                "at %u of %u durations; %.2f against %.2f times the optimum at %.0f us", lower,
                count, a ? a->factor[2] : 0, b ? b->factor[2] : 0, bench_durations[2] * 1e6);
}

// At how many durations a curve is the lowest of all.
static uint32_t claims_gat_lowest(const bench_curves *all, const bench_curve *curve,
                                  uint32_t *count)
{
    uint32_t best = 0;
    *count = 0;
    for (uint32_t i = 0; i < BENCH_DURATIONS && curve; i++) {
        bool first = curve->factor[i] > 0;
        *count += first;
        for (uint32_t k = 0; k < all->count; k++) {
            const double other = all->items[k].factor[i];
            first = first && (other <= 0 || curve->factor[i] <= other);
        }
        best += first;
    }
    return best;
}

static void claims_gat_platform(bench_page *page, const bench_curves *all)
{
    static const char *const names[][2] = {
        {"lsslrta(move=single)", "lsslrta"},
        {"lsslrta(move=dynamic)", "lsslrta"},
        {"lsslrta(order=fhat)", "lsslrta"},
        {"lsslrta(move=dynamic, order=fhat)", "lsslrta(move=dynamic)"},
        {"lsslrta(move=dynamic, order=fhat)", "astar"},
    };
    static const char *const texts[][2] = {
        {"Platform game: it is better to plan after each action than to commit to many",
         "figure 2: single-step below multi-step"},
        {"So is a look-ahead that grows with the actions at hand",
         "figure 2: dynamic below multi-step"},
        {"Ordering by the unbiased estimate is better than by f", "figure 6: at short durations"},
        {"So it is with dynamic look-ahead", "figure 7"},
        {"It is not difficult to outperform A*", "figure 8: dynamic f-hat below A*"},
    };
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        claims_gat_pair(page, all, names[i], texts[i]);
    }
}

way_status bench_claims_gat(bench_page *page, bench_store *store, int64_t run)
{
    bench_curves all;
    way_status status = bench_curves_create(store, run, "level:%", &all);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    claims_gat_platform(page, &all);
    bench_curves_free(&all);
    status = bench_curves_create(store, run, "dao/%", &all);
    if (status == WAY_STATUS_OK) {
        uint32_t count = 0;
        const uint32_t best = claims_gat_lowest(&all, bench_curves_find(&all, "astar"), &count);
        bench_claim(page, "On the map orz100d A* is clearly the best", "figure 8, grid",
                    bench_verdict_of(best, count), "at %u of %u durations", best, count);
        bench_curves_free(&all);
    }
    return status;
}
