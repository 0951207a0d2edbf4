// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/stopwatch.h"
#include "bench/mesh/mesh_study.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>

static const char *const estimates_specs[] = {"astar", "astar(estimate=differential)", "gateway",
                                              "gateway(gates=off, deadends=on)",
                                              "gateway(deadends=on)"};
enum { ESTIMATES_SPECS = sizeof estimates_specs / sizeof *estimates_specs };

/// What one of them took.
typedef struct estimates_sum {
    bench_sample expansions, time, build;
    double bytes;
} estimates_sum;

/// Makes all trips of a map; costs must be those of plain A*.
static void estimates_run(way_space *space, const bench_ground *ground, const char *spec,
                          way_cost *costs, estimates_sum *sum)
{
    bench_rig rig = bench_rig_open(space, spec);
    bench_sample_add(&sum->build, rig.build * 1e3);
    sum->bytes += (double)way_navigator_bytes(rig.navigator);
    for (uint32_t i = 0; i < ground->count; i++) {
        const way_trip trip = {.start = ground->problems[i].start,
                               .goal = ground->problems[i].goal};
        const double from = stopwatch_worked();
        bench_need(way_agent_begin(rig.agent, &trip), spec);
        (void)way_agent_run(rig.agent);
        bench_sample_add(&sum->time, (stopwatch_worked() - from) * 1e6);
        bench_sample_add(&sum->expansions, (double)way_agent_stats(rig.agent).expansions);
        if (costs[i] && costs[i] != way_agent_cost(rig.agent)) {
            bench_need(WAY_STATUS_BAD_FORMAT, "costs differ");
        }
        costs[i] = way_agent_cost(rig.agent);
    }
    bench_rig_close(&rig);
}

static void estimates_row(bench_page *page, const char *spec, estimates_sum *sum, uint32_t maps)
{
    bench_page_row(page, "`%s`|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.1f", spec,
                   bench_sample_mean(&sum->expansions),
                   bench_sample_quantile(&sum->expansions, 0.95),
                   bench_sample_quantile(&sum->expansions, 1), bench_sample_mean(&sum->time),
                   bench_sample_quantile(&sum->time, 0.95), bench_sample_quantile(&sum->time, 1),
                   bench_sample_mean(&sum->build), bench_sample_quantile(&sum->build, 1),
                   sum->bytes / maps / 1e6);
    (void)fprintf(stderr, "%s: %.0f expansions, %.0f us\n", spec,
                  bench_sample_mean(&sum->expansions), bench_sample_mean(&sum->time));
    bench_sample_free(&sum->expansions);
    bench_sample_free(&sum->time);
    bench_sample_free(&sum->build);
}

static void estimates_set(bench_page *page, const mesh_maps *maps)
{
    estimates_sum sums[ESTIMATES_SPECS] = {0};
    uint32_t count = 0;
    bench_page_title(page, 3, maps->title);
    for (uint32_t i = 0; maps->words[i]; i++) {
        bench_ground ground;
        if (!mesh_open(maps, i, &ground)) {
            continue;
        }
        way_cost *costs = calloc(ground.count + 1, sizeof *costs);
        bench_need(costs ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, "costs");
        for (uint32_t k = 0; costs && k < ESTIMATES_SPECS; k++) {
            estimates_run(ground.space, &ground, estimates_specs[k], costs, &sums[k]);
        }
        free(costs);
        bench_ground_close(&ground);
        count++;
    }
    if (!count) {
        bench_page_text(page, "These maps are not at hand.");
        return;
    }
    bench_page_table(page, "<search >expansions >expansions,_p95 >expansions,_worst >us >us,_p95 "
                           ">us,_worst >prepared,_ms >prepared,_ms,_longest >MB");
    for (uint32_t k = 0; k < ESTIMATES_SPECS; k++) {
        estimates_row(page, estimates_specs[k], &sums[k], count);
    }
    bench_page_end_table(page);
}

void mesh_estimates(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "A* with a memory");
    bench_page_text(page, "The same problems by A* with what it can prepare: expansions and time "
                          "per path (mean, 95th percentile, worst), the preparation of a map and "
                          "the bytes of what was prepared. The program stops if a cost differs "
                          "from plain A*'s.");
    for (const mesh_maps *maps = mesh_study_maps; maps->title; maps++) {
        estimates_set(page, maps);
    }
}
