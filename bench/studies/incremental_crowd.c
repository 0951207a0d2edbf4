// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What many agents of D* Lite in the fog cost, each with its own knowledge or all with the same.
#include "bench/kit/dataset.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/incremental.h"

#include <stdio.h>
#include <stdlib.h>

#define INCREMENTAL_TURNS 100u

/// What a crowd in the fog costs.
typedef struct incremental_crowd {
    way_space **fogs; ///< one for all, or one each
    way_navigator **navigators;
    way_walker **walkers;
    uint32_t count;
    bool shared;
} incremental_crowd;

static incremental_crowd incremental_gather(const way_map *map, const incremental_cells *ground,
                                            uint32_t count, bool shared)
{
    way_rng rng = way_rng_seed(7);
    incremental_crowd crowd = {.fogs = require_memory(count, sizeof *crowd.fogs),
                               .navigators = require_memory(count, sizeof *crowd.navigators),
                               .walkers = require_memory(count, sizeof *crowd.walkers),
                               .count = count,
                               .shared = shared};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t side = shared ? 0 : i;
        if (!crowd.fogs[side]) {
            crowd.fogs[side] = incremental_fog(map, 8, shared ? WAY_STORE_DENSE : WAY_STORE_SPARSE);
            const way_navigator_config plan = {.space = crowd.fogs[side], .algorithm = "dstarlite"};
            require_ok(way_navigator_create(&plan, &crowd.navigators[side]), "crowd");
        }
        const way_walker_config config = {.navigator = crowd.navigators[side],
                                          .store = WAY_STORE_SPARSE};
        require_ok(way_walker_create(&config, &crowd.walkers[i]), "walker");
        const way_trip trip = incremental_draw_trip(map, ground, &rng);
        require_ok(way_walker_begin(crowd.walkers[i], trip.start, trip.goal), "begin");
    }
    return crowd;
}

static void incremental_disperse(incremental_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++) {
        way_walker_destroy(crowd->walkers[i]);
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        way_navigator_destroy(crowd->navigators[i]);
        way_space_destroy(crowd->fogs[i]);
    }
    free(crowd->fogs);
    free(crowd->navigators);
    free(crowd->walkers);
}

/// Lets everybody make some moves and prints a row.
static void incremental_march(incremental_crowd *crowd)
{
    const double before = stopwatch_cpu();
    for (uint32_t turn = 0; turn < INCREMENTAL_TURNS; turn++) {
        for (uint32_t i = 0; i < crowd->count; i++) {
            (void)way_walker_step(crowd->walkers[i], UINT32_MAX);
        }
    }
    const double seconds = stopwatch_cpu() - before;
    double bytes = 0;
    double most = 0;
    double known = 0;
    uint64_t moves = 0;
    uint64_t plans = 0;
    uint64_t expansions = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        const way_walk walk = way_walker_walk(crowd->walkers[i]);
        bytes += (double)walk.stats.bytes;
        most = (double)walk.stats.bytes > most ? (double)walk.stats.bytes : most;
        known += crowd->fogs[i] ? (double)way_fog_bytes(crowd->fogs[i]) : 0;
        moves += walk.moves;
        plans += walk.plans;
        expansions += walk.stats.expansions;
    }
    printf("| %u | %s | %.0f | %.0f | %.0f | %.1f | %.1f | %.2f |\n", crowd->count,
           crowd->shared ? "one for all" : "each its own", bytes / crowd->count, most,
           known / crowd->count, (double)expansions / (double)moves, (double)plans / (double)moves,
           1e6 * seconds / (double)moves);
}

void incremental_agents(const incremental_options *options)
{
    way_map *map = dataset_read_map(options->data, "dao", "orz100d", (way_cost_model){0, 0});
    if (!map) {
        printf("## Many agents\n\nSkipped: no data in %s/maps/dao.\n\n", options->data);
        return;
    }
    const incremental_cells ground = incremental_list_ground(map);
    printf("## Many agents\n\nUnits with D* Lite in sparse stores on orz100d (%ux%u), sight of 8 "
           "cells, long trips, the first %u moves.\n\n",
           way_map_width(map), way_map_height(map), INCREMENTAL_TURNS);
    printf("| agents | knowledge | bytes per agent | most | bytes of knowledge per agent | "
           "expansions per move | plans per move | us per move "
           "|\n|---|---|---|---|--:|--:|--:|--:|\n");
    for (uint32_t count = 1; count <= options->agents; count *= 10) {
        for (int shared = 0; shared < 2; shared++) {
            incremental_crowd crowd = incremental_gather(map, &ground, count, shared);
            incremental_march(&crowd);
            incremental_disperse(&crowd);
        }
    }
    printf("\n");
    free(ground.cells);
    way_map_destroy(map);
}
