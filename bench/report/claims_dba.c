// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/verdict.h"

static const uint32_t claims_dba_sectors[] = {16, 32, 64, 128};
enum { CLAIMS_DBA_SECTORS = 4, CLAIMS_DBA_DEPTHS = 4 };

static const bench_summary *claims_dba_find(const bench_summaries *all, uint32_t sector,
                                            uint32_t depth)
{
    return bench_verdict_find(all, "dba(sector=%u, depth=%u)", sector, depth);
}

// PRA* as the thesis has it: one region at a time, a tenth of each piece thrown away.
static const bench_summary *claims_pra_find(const bench_summaries *all, uint32_t sector)
{
    return bench_verdict_find(all, "sectors(sector=%u, ahead=1, trim=0.1)", sector);
}

static void claims_dba_means(bench_page *page, const bench_summaries *all)
{
    double excess = 0;
    double bytes = 0;
    double seconds = 0;
    double least = 1e9;
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLAIMS_DBA_SECTORS * CLAIMS_DBA_DEPTHS; i++) {
        const bench_summary *item = claims_dba_find(all, claims_dba_sectors[i / CLAIMS_DBA_DEPTHS],
                                                    i % CLAIMS_DBA_DEPTHS + 1);
        if (item) {
            excess += item->excess;
            bytes += item->disk;
            seconds += item->one;
            least = item->excess < least ? item->excess : least;
            count++;
        }
    }
    const double mean = count ? 100 * excess / count : 0;
    bench_claim(page, "Paths are less than 3 % longer than the best on average", "below 3 %",
                count == 0        ? BENCH_VERDICT_NONE
                : mean < 3        ? BENCH_VERDICT_YES
                : least * 100 < 3 ? BENCH_VERDICT_PART
                                  : BENCH_VERDICT_NO,
                "%.2f %% over %u variants, %.2f %% the best of them", mean, count, least * 100);
    bench_claim(page, "The database takes less than 200 KB on average", "below 200 KB",
                count ? bench_verdict_if(bytes / count < 200 * 1024.0) : BENCH_VERDICT_NONE,
                "%.0f KB", count ? bytes / count / 1024 : 0.0);
    bench_claim(page, "It is made in seconds", "1 to 10 s",
                count ? bench_verdict_if(seconds / count <= 10) : BENCH_VERDICT_NONE,
                "%.2f s on average, one worker", count ? seconds / count : 0.0);
}

// Two regions at a time, as the later literature advises and as is our preset.
static void claims_dba_ahead(bench_page *page, const bench_summaries *all)
{
    uint32_t better = 0;
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < CLAIMS_DBA_SECTORS; i++) {
        const bench_summary *far =
            bench_verdict_find(all, "sectors(sector=%u)", claims_dba_sectors[i]);
        const bench_summary *near = claims_pra_find(all, claims_dba_sectors[i]);
        if (far && near) {
            better += far->excess < near->excess;
            sum += far->excess;
            count++;
        }
    }
    bench_claim(page, "PRA* that looks two regions ahead has better paths", "not in the thesis",
                bench_verdict_of(better, count), "for %u of %u sector sizes: %.2f %%", better,
                count, count ? 100 * sum / count : 0.0);
}

static void claims_dba_pra(bench_page *page, const bench_summaries *all)
{
    uint32_t better = 0;
    uint32_t faster = 0;
    uint32_t count = 0;
    double pra = 0;
    double extra = 0;
    for (uint32_t i = 0; i < CLAIMS_DBA_SECTORS; i++) {
        const bench_summary *dba = claims_dba_find(all, claims_dba_sectors[i], 1);
        const bench_summary *other = claims_pra_find(all, claims_dba_sectors[i]);
        if (dba && other) {
            better += dba->excess < other->excess;
            faster += dba->move < other->move;
            pra += other->excess;
            extra += dba->memory - (other->memory > 0 ? other->memory : 0);
            count++;
        }
    }
    const double mean = count ? 100 * pra / count : 0;
    bench_claim(page, "PRA* paths are about 6 % longer than the best", "about 6 %, 5 to 15 %",
                count ? bench_verdict_if(mean >= 3 && mean <= 15) : BENCH_VERDICT_NONE,
                "%.2f %% over %u sector sizes", mean, count);
    bench_claim(page, "DBA* has better paths than PRA* of the same sectors", "under 3 against 6 %",
                bench_verdict_of(better, count), "for %u of %u sector sizes", better, count);
    bench_claim(page, "DBA* moves faster than PRA*", "all but sectors of 128",
                bench_verdict_of(faster, count), "for %u of %u sector sizes", faster, count);
    bench_claim(page, "DBA* stores at most 250 KB more than PRA*", "50 to 250 KB",
                count ? bench_verdict_if(extra / count <= 250 * 1024.0) : BENCH_VERDICT_NONE,
                "%.0f KB more on average, in memory", count ? extra / count / 1024 : 0.0);
    claims_dba_ahead(page, all);
    const bench_summary *small = claims_pra_find(all, 16);
    const bench_summary *large = claims_pra_find(all, 128);
    bench_claim(page, "Larger sectors make PRA* dramatically slower", "20 us a move at 128",
                small && large ? bench_verdict_if(large->move > 2 * small->move)
                               : BENCH_VERDICT_NONE,
                "%.2f us at 128, %.2f us at 16", large ? large->move * 1e6 : 0.0,
                small ? small->move * 1e6 : 0.0);
}

static void claims_dba_hcdps(bench_page *page, const bench_summaries *all)
{
    const bench_summary *other = bench_verdict_find(all, "hcdps(depth=1)");
    uint32_t faster = 0;
    uint32_t smaller = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLAIMS_DBA_SECTORS && other; i++) {
        const bench_summary *dba = claims_dba_find(all, claims_dba_sectors[i], 1);
        if (dba) {
            faster += dba->move < other->move;
            smaller += dba->disk < other->disk;
            count++;
        }
    }
    bench_claim(page, "DBA* moves faster than HCDPS", "all but sectors of 128",
                bench_verdict_of(faster, count), "for %u of %u sector sizes", faster, count);
    bench_claim(page, "Its database is smaller than that of HCDPS", "in most configurations",
                bench_verdict_of(smaller, count), "for %u of %u sector sizes", smaller, count);
}

static void claims_dba_depth(bench_page *page, const bench_summaries *all)
{
    uint32_t better = 0;
    uint32_t larger = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLAIMS_DBA_SECTORS; i++) {
        const bench_summary *shallow = claims_dba_find(all, claims_dba_sectors[i], 1);
        const bench_summary *deep = claims_dba_find(all, claims_dba_sectors[i], 4);
        if (shallow && deep) {
            better += deep->excess <= shallow->excess;
            larger += deep->disk > shallow->disk && deep->one > shallow->one;
            count++;
        }
    }
    bench_claim(page, "Deeper neighbourhoods find better paths", "23 %, 11 %, 0 % in the example",
                bench_verdict_of(better, count), "for %u of %u sector sizes, L = 4 against 1",
                better, count);
    bench_claim(page, "They cost a larger database and more time to make it", "figure 8",
                bench_verdict_of(larger, count), "for %u of %u sector sizes", larger, count);
}

way_status bench_claims_dba(bench_page *page, bench_store *store, int64_t run)
{
    bench_summaries all;
    const way_status status = bench_summaries_create(store, run, NULL, &all);
    if (status == WAY_STATUS_OK) {
        claims_dba_means(page, &all);
        claims_dba_pra(page, &all);
        claims_dba_hcdps(page, &all);
        claims_dba_depth(page, &all);
        bench_summaries_free(&all);
    }
    return status;
}
