// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ground under many units: walkers in the fog, calls without a budget.
#include "bench/ground/study.h"
#include "bench/kit/stopwatch.h"

#include <stdio.h>
#include <stdlib.h>

#define STUDY_WALKERS 400u

// The fog -----------------------------------------------------------------------------------------

/// 400 units on one belief: ms of a frame, moves in it, what they hold. They see to what is so many
/// moves ahead; 0 = to all.
static void study_team(bench_page *page, const char *algorithm, uint32_t foresight,
                       const char *before)
{
    static way_walker *team[STUDY_WALKERS];
    way_map *map = study_scene("rts,width=512,height=512,seed=3");
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_belief *belief = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_rng rng = way_rng_seed(5);
    bench_hold(!way_belief_create(&(way_belief_config){.truth = map, .unseen = 1}, &belief) &&
                   !way_space_create_grid(way_belief_map(belief), 1, NULL, &space),
               "belief");
    const way_navigator_config plan = {.space = space, .algorithm = algorithm};
    bench_hold(!way_navigator_create(&plan, &navigator), algorithm);
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        way_cell start = 0;
        way_cell goal = 0;
        do {
            start = way_rng_below(&rng, cells);
            goal = way_rng_below(&rng, cells);
        } while (!way_map_is_passable(map, start) || !way_map_is_reachable(map, start, goal, 1));
        const way_walker_config config = {.navigator = navigator,
                                          .belief = belief,
                                          .sensor = {.radius = 6},
                                          .foresight = foresight};
        bench_hold(!way_walker_create(&config, &team[i]) && !way_walker_begin(team[i], start, goal),
                   "walker");
    }
    const double from = stopwatch_worked();
    for (uint32_t step = 0; step < 100 * STUDY_WALKERS; step++) {
        (void)way_walker_step(team[step % STUDY_WALKERS], 500);
    }
    const double spent = (stopwatch_worked() - from) * 1e3;
    uint64_t moves = 0;
    double bytes = (double)way_belief_bytes(belief);
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        moves += way_walker_walk(team[i]).moves;
        bytes += (double)way_agent_stats(way_walker_agent(team[i])).bytes;
        way_walker_destroy(team[i]);
    }
    bench_page_row(
        page, "400 walkers with %s in one fog%s, ms of a frame|%s|%.1f for %.0f moves, %.0f MB",
        algorithm, foresight ? ", 16 moves ahead" : "", before, spent / 100, (double)moves / 100,
        bytes / 1e6);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_belief_destroy(belief);
    way_map_destroy(map);
}

void study_walkers(bench_page *page)
{
    study_team(page, "dstarlite", 0, "13.2 for 34 moves");
    study_team(page, "jps", 0, "not there");
    study_team(page, "astar", 0, "not there");
    study_team(page, "dstarlite", 16, "not there");
    study_team(page, "jps", 16, "not there");
    study_team(page, "astar", 16, "not there");
}

// Calls -------------------------------------------------------------------------------------------

/// The longest begin of five towards a goal that can't be reached, on a large map, in ms.
static double study_begin(void)
{
    way_map_config config = way_map_config_default(4096, 4096);
    const way_edit walls[] = {{100, 100, 3000, 3000, 0}, {101, 101, 2998, 2998, 1}};
    way_map *map = NULL;
    bench_rig rig = {0};
    double worst = 0;
    bench_hold(!way_map_create(&config, &map) && !way_map_edit(map, walls, 2) &&
                   !bench_rig_try(map, 1, "astar", &rig),
               "4096 x 4096");
    for (uint32_t i = 0; i < 5; i++) {
        const way_trip trip = {.start = i,
                               .goal = way_map_cell(map, 1600 + (int64_t)i, 1600),
                               .fall_back_to_nearest = true};
        const double from = stopwatch_worked();
        bench_hold(!way_agent_begin(rig.agent, &trip), "begin");
        const double spent = (stopwatch_worked() - from) * 1e3;
        worst = spent > worst ? spent : worst;
    }
    bench_rig_close(&rig);
    way_map_destroy(map);
    return worst;
}

/// Telling D* Lite of 1 % of a map, in ms; the least of five.
static double study_change(void)
{
    static way_cell cells[STUDY_SIDE * STUDY_SIDE / 100];
    static way_edit edits[STUDY_SIDE * STUDY_SIDE / 100];
    const uint32_t count = sizeof cells / sizeof *cells;
    way_map *map = study_scene("rts,width=512,height=512,seed=3");
    way_rng rng = way_rng_seed(7);
    bench_rig rig;
    double least = 1e9;
    const way_trip trip = {.start = way_map_nearest_passable(map, way_map_cell(map, 5, 5), 1),
                           .goal = way_map_nearest_passable(map, way_map_cell(map, 500, 500), 1)};
    bench_hold(!bench_rig_try(map, 1, "dstarlite", &rig), "dstarlite");
    for (uint32_t round = 0; round < 5; round++) {
        bench_hold(!way_agent_begin(rig.agent, &trip), "begin");
        (void)way_agent_run(rig.agent);
        for (uint32_t i = 0; i < count; i++) {
            cells[i] = way_rng_below(&rng, STUDY_SIDE * STUDY_SIDE);
            const bool kept = cells[i] == trip.start || cells[i] == trip.goal;
            edits[i] = (way_edit){cells[i] % STUDY_SIDE, cells[i] / STUDY_SIDE, 1, 1,
                                  kept || !way_map_is_passable(map, cells[i])};
        }
        bench_hold(!way_map_edit(map, edits, count), "edit");
        const double from = stopwatch_worked();
        bench_hold(!way_agent_notify(rig.agent, cells, count), "change");
        const double spent = (stopwatch_worked() - from) * 1e3;
        least = spent < least ? spent : least;
    }
    bench_rig_close(&rig);
    way_map_destroy(map);
    return least;
}

void study_calls(bench_page *page)
{
    bench_page_row(page, "begin with fall_back_to_nearest, 4096 x 4096|16|%.2f", study_begin());
    bench_page_row(page, "change, 1 %% of 512 x 512 cells, D* Lite|3|%.2f", study_change());
}
