// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/verdict.h"

#include <math.h>

#define CLAIMS_HCDPS_DEPTHS 5u

static void claims_hcdps_paths(bench_page *page, const bench_summaries *all)
{
    static const char claim[] =
        "Paths are at most a tenth or so longer than the best, less with more "
        "levels of neighbours";
    static const char figure[] = "12.1 % (L = 1), 10.6, 10.1, 10.0, 10.0 % (L = 5)";
    double excess[CLAIMS_HCDPS_DEPTHS];
    uint32_t found = 0;
    for (uint32_t i = 0; i < CLAIMS_HCDPS_DEPTHS; i++) {
        const bench_summary *item = bench_verdict_find(all, "hcdps(depth=%u)", i + 1);
        if (item) {
            excess[found++] = item->excess * 100;
        }
    }
    if (found < CLAIMS_HCDPS_DEPTHS) {
        bench_claim_missing(page, claim, figure);
        return;
    }
    const uint32_t held = (excess[0] <= 12.1 * 1.1 ? 1u : 0u) + (excess[4] <= excess[0] ? 1u : 0u);
    bench_claim(page, claim, figure, bench_verdict_of(held, 2), "%.1f, %.1f, %.1f, %.1f, %.1f %%",
                excess[0], excess[1], excess[2], excess[3], excess[4]);
    const bench_summary *three = bench_verdict_find(all, "hcdps(depth=3)");
    bench_claim(page, "No path is half as long again as the best (L = 3)", "at most 49 %",
                bench_verdict_if(three->excess_max <= 0.49), "at most %.1f %% of %u paths",
                three->excess_max * 100, three->queries);
}

static void claims_hcdps_tba(bench_page *page, const bench_summaries *all, const bench_summary *one)
{
    static const uint32_t looks[] = {5, 10, 50, 100, 500, 1000};
    double least = INFINITY;
    double most = 0;
    double first = -1;
    double last = -1;
    uint32_t held = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        const bench_summary *item = bench_verdict_find(all, "tbastar(lookahead=%u)", looks[i]);
        if (item) {
            const double ratio = item->move / one->move;
            least = ratio < least ? ratio : least;
            most = ratio > most ? ratio : most;
            held += ratio > 1;
            count++;
            first = first < 0 ? item->excess : first;
            last = item->excess;
        }
    }
    bench_claim(page, "Moves come many times faster than those of TBA*", "60 to 1000 times",
                count && least >= 60 ? BENCH_VERDICT_YES : bench_verdict_of(held / 2, count),
                "%.0f to %.0f times", least, most);
    bench_claim(page, "TBA* with little work per move walks long detours, with much hardly any",
                "1504.5 % (R = 5) down to 5.3 % (R = 1000)",
                count ? bench_verdict_if(first > last && last <= 0.10) : BENCH_VERDICT_NONE,
                "%.1f %% down to %.1f %%", first * 100, last * 100);
}

static void claims_hcdps_astar(bench_page *page, const bench_summaries *all,
                               const bench_summary *one)
{
    const bench_summary *astar = bench_verdict_find(all, "astar");
    if (!astar) {
        bench_claim_missing(page, "A whole trip is planned 450 times faster than by A*", "450");
        return;
    }
    const double trips = astar->total / one->total;
    const double moves = astar->first / one->move;
    bench_claim(page, "A whole trip is planned hundreds of times faster than by A*", "450 times",
                trips >= 450  ? BENCH_VERDICT_YES
                : trips >= 45 ? BENCH_VERDICT_PART
                              : BENCH_VERDICT_NO,
                "%.0f times (%.3f ms against %.1f us)", trips, astar->total * 1e3,
                one->total * 1e6);
    bench_claim(page, "A move is ready about a million times sooner than the first move of A*",
                "1.5 million times",
                moves >= 1.5e6   ? BENCH_VERDICT_YES
                : moves >= 1.5e4 ? BENCH_VERDICT_PART
                                 : BENCH_VERDICT_NO,
                "%.0f times (%.0f ns a move)", moves, one->move * 1e9);
    bench_claim(page, "An agent needs no memory for open and closed lists", "0 KB; A* 1354 KB",
                bench_verdict_if(one->agent * 20 < astar->agent), "%.1f KB; A* %.0f KB",
                one->agent / 1024, astar->agent / 1024);
}

// Against the older databases: how many of them take longer, are larger, or give worse paths.
static void claims_hcdps_older(bench_page *page, const bench_summaries *all,
                               const bench_summary *one)
{
    static const char *const older[] = {"dlrta(level=6)", "dlrta(level=7)", "knnlrta(records=500)",
                                        "knnlrta(records=2000)"};
    uint32_t slower = 0;
    uint32_t worse = 0;
    uint32_t count = 0;
    double time = INFINITY;
    double excess = INFINITY;
    for (uint32_t i = 0; i < sizeof older / sizeof *older; i++) {
        const bench_summary *item = bench_verdict_find(all, "%s", older[i]);
        if (item) {
            const double ratio = item->one / one->one;
            time = ratio < time ? ratio : time;
            excess = item->excess < excess ? item->excess : excess;
            slower += ratio >= 10;
            worse += item->excess > one->excess;
            count++;
        }
    }
    bench_claim(page,
                "Its database is made ten to a hundred times faster than those of kNN LRTA* "
                "and D LRTA* (levels 9, 10; ours 6, 7, as the maps are smaller)",
                "0.08 h against 11.95 to 103 h", bench_verdict_of(slower, count),
                "%u of %u are ten times slower; the quickest takes %.2f times as long", slower,
                count, time);
    bench_claim(page, "Its paths are better than theirs", "10 to 12 % against 12 to 16000 %",
                bench_verdict_of(worse, count), "%u of %u are worse; the best has %.1f %%", worse,
                count, excess * 100);
    const bench_summary *levels = bench_verdict_find(all, "dlrta(level=6)");
    bench_claim(page, "Its database is two orders of magnitude smaller than that of D LRTA*",
                "2254 KB against 87453 KB",
                !levels                            ? BENCH_VERDICT_NONE
                : levels->disk >= one->disk * 38.8 ? BENCH_VERDICT_YES
                : levels->disk >= one->disk * 10   ? BENCH_VERDICT_PART
                                                   : BENCH_VERDICT_NO,
                "%.0f KB against %.0f KB", one->disk / 1024, levels ? levels->disk / 1024 : 0.0);
}

way_status bench_claims_hcdps(bench_page *page, bench_store *store, int64_t run)
{
    bench_summaries all;
    const way_status status = bench_summaries_create(store, run, NULL, &all);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bench_summary *one = bench_verdict_find(&all, "hcdps(depth=1)");
    if (one) {
        claims_hcdps_paths(page, &all);
        claims_hcdps_astar(page, &all, one);
        claims_hcdps_tba(page, &all, one);
        claims_hcdps_older(page, &all, one);
    } else {
        bench_claim_missing(page, "Everything about HCDPS", "");
    }
    bench_summaries_free(&all);
    return WAY_STATUS_OK;
}
