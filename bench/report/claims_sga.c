// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/verdict.h"

// What a variant takes of A* on one kind of maps.
typedef struct claims_sga_share {
    double time, memory, excess, smoothed; ///< parts
    bool known;
} claims_sga_share;

static way_status claims_sga_look(bench_store *store, int64_t run, const char *maps,
                                  const char *spec, claims_sga_share *out)
{
    bench_summaries all;
    *out = (claims_sga_share){.known = false};
    const way_status status = bench_summaries_create(store, run, maps, &all);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bench_summary *astar = bench_verdict_find(&all, "astar");
    const bench_summary *sga = bench_verdict_find(&all, "%s", spec);
    if (astar && sga) {
        *out = (claims_sga_share){.time = sga->total / astar->total,
                                  .memory = sga->agent / astar->agent,
                                  .excess = sga->excess,
                                  .smoothed = sga->smoothed,
                                  .known = true};
    }
    bench_summaries_free(&all);
    return WAY_STATUS_OK;
}

static bench_verdict claims_sga_judge(const claims_sga_share *share, bool holds, bool partly)
{
    if (!share->known) {
        return BENCH_VERDICT_NONE;
    }
    return holds ? BENCH_VERDICT_YES : partly ? BENCH_VERDICT_PART : BENCH_VERDICT_NO;
}

static void claims_sga_times(bench_page *page, const claims_sga_share *gate,
                             const claims_sga_share *craft, const claims_sga_share *rts)
{
    const claims_sga_share *both = rts->known ? gate : rts;
    bench_claim(page, "Baldur's Gate: a search takes about half of the time of A*",
                "about 55 % less", claims_sga_judge(gate, gate->time <= 0.5, gate->time < 1),
                "%.0f %% of A*", gate->time * 100);
    bench_claim(page, "Pseudo-RTS: it takes less than a tenth", "more than 90 % less",
                claims_sga_judge(rts, rts->time <= 0.1, rts->time < 0.5), "%.0f %% of A*",
                rts->time * 100);
    bench_claim(page,
                "StarCraft: disjoint regions make it many times slower (ours has region labels, "
                "which the thesis proposes as the cure)",
                "up to 2000 % slower", claims_sga_judge(craft, craft->time > 2, craft->time > 1),
                "%.0f %% of A*", craft->time * 100);
    bench_claim(page, "It needs less memory than A*", "35 to 94 % less",
                claims_sga_judge(both, rts->memory <= 0.65, rts->memory < 1),
                "%.0f %% on pseudo-RTS, %.0f %% on Baldur's Gate", rts->memory * 100,
                gate->memory * 100);
}

static void claims_sga_paths(bench_page *page, const claims_sga_share *gate,
                             const claims_sga_share *rts, const claims_sga_share *first)
{
    bench_claim(page, "Before smoothing paths of variant 2 are at most a fifth too long",
                "16 to 21 %", claims_sga_judge(gate, gate->excess <= 0.21, gate->excess < 0.3),
                "%.1f %% on Baldur's Gate, %.1f %% on pseudo-RTS", gate->excess * 100,
                rts->excess * 100);
    bench_claim(page, "Those of variant 1 are worse", "35 to 37 %",
                claims_sga_judge(first, first->excess > gate->excess, false),
                "%.1f %% on Baldur's Gate", first->excess * 100);
    bench_claim(page, "After smoothing at most a few percent are left", "4 to 7 %",
                claims_sga_judge(gate, gate->smoothed <= 0.07 && rts->smoothed <= 0.07,
                                 gate->smoothed < gate->excess),
                "%.1f %% on Baldur's Gate, %.1f %% on pseudo-RTS", gate->smoothed * 100,
                rts->smoothed * 100);
}

way_status bench_claims_sga(bench_page *page, bench_store *store, int64_t run)
{
    static const char spec[] = "sgastar(variant=v2, trim=max_dev)";
    claims_sga_share gate;
    claims_sga_share craft;
    claims_sga_share rts;
    claims_sga_share first;
    way_status status = claims_sga_look(store, run, "bg512/%", spec, &gate);
    if (status == WAY_STATUS_OK) {
        status = claims_sga_look(store, run, "sc1/%", spec, &craft);
    }
    if (status == WAY_STATUS_OK) {
        status = claims_sga_look(store, run, "gen:rts%", spec, &rts);
    }
    if (status == WAY_STATUS_OK) {
        status = claims_sga_look(store, run, "bg512/%", "sgastar(variant=v1)", &first);
    }
    if (status == WAY_STATUS_OK) {
        claims_sga_times(page, &gate, &craft, &rts);
        claims_sga_paths(page, &gate, &rts, &first);
    }
    return status;
}
