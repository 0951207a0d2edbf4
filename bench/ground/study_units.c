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

typedef struct study_walk {
    way_space *fog;
    way_navigator *navigator;
    way_walker *walker;
} study_walk;

/// A unit with a fog of its own, sent off across the map.
static void study_send(const way_map *map, way_rng *rng, study_walk *out)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const way_fog_config fog = {.radius = 6, .store = WAY_STORE_SPARSE};
    way_cell start = 0;
    way_cell goal = 0;
    do {
        start = way_rng_below(rng, cells);
        goal = way_rng_below(rng, cells);
    } while (!way_map_is_passable(map, start) || !way_map_is_reachable(map, start, goal, 1));
    bench_hold(!way_space_create_fog(map, &fog, &out->fog), "fog");
    const way_navigator_config plan = {.space = out->fog, .algorithm = "dstarlite"};
    bench_hold(!way_navigator_create(&plan, &out->navigator), "dstarlite");
    const way_walker_config config = {.navigator = out->navigator};
    bench_hold(!way_walker_create(&config, &out->walker) &&
                   !way_walker_begin(out->walker, start, goal),
               "walker");
}

/// 400 units in one fog, ms of a frame and moves in it.
static void study_team(bench_page *page)
{
    static way_walker *team[STUDY_WALKERS];
    way_map *map = study_scene("rts,width=512,height=512,seed=3");
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const way_fog_config fog = {.radius = 6};
    study_walk one = {0};
    way_rng rng = way_rng_seed(5);
    bench_hold(!way_space_create_fog(map, &fog, &one.fog), "fog");
    const way_navigator_config plan = {.space = one.fog, .algorithm = "dstarlite"};
    bench_hold(!way_navigator_create(&plan, &one.navigator), "dstarlite");
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        way_cell start = 0;
        way_cell goal = 0;
        do {
            start = way_rng_below(&rng, cells);
            goal = way_rng_below(&rng, cells);
        } while (!way_map_is_passable(map, start) || !way_map_is_reachable(map, start, goal, 1));
        const way_walker_config config = {.navigator = one.navigator};
        bench_hold(!way_walker_create(&config, &team[i]) && !way_walker_begin(team[i], start, goal),
                   "walker");
    }
    const double from = stopwatch_worked();
    for (uint32_t step = 0; step < 100 * STUDY_WALKERS; step++) {
        (void)way_walker_step(team[step % STUDY_WALKERS], 500);
    }
    const double spent = (stopwatch_worked() - from) * 1e3;
    uint64_t moves = 0;
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        moves += way_walker_walk(team[i]).moves;
        way_walker_destroy(team[i]);
    }
    bench_page_row(page,
                   "the same 400 in one fog, ms of a frame|13.2 for 34 moves|%.1f for %.0f moves",
                   spent / 100, (double)moves / 100);
    way_navigator_destroy(one.navigator);
    way_space_destroy(one.fog);
    way_map_destroy(map);
}

void study_walkers(bench_page *page)
{
    static study_walk walks[STUDY_WALKERS];
    way_map *map = study_scene("rts,width=512,height=512,seed=3");
    way_rng rng = way_rng_seed(5);
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        study_send(map, &rng, &walks[i]);
    }
    double sum = 0;
    double worst = 0;
    for (uint32_t frame = 0; frame < 100; frame++) {
        const double from = stopwatch_worked();
        for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
            (void)way_walker_step(walks[i].walker, 500);
        }
        const double spent = (stopwatch_worked() - from) * 1e3;
        sum += spent;
        worst = spent > worst ? spent : worst;
    }
    double bytes = 0;
    uint64_t moves = 0;
    for (uint32_t i = 0; i < STUDY_WALKERS; i++) {
        const way_agent *agent = way_walker_agent(walks[i].walker);
        bytes += (double)(way_agent_stats(agent).bytes + way_fog_bytes(walks[i].fog));
        moves += way_walker_walk(walks[i].walker).moves;
        way_walker_destroy(walks[i].walker);
        way_navigator_destroy(walks[i].navigator);
        way_space_destroy(walks[i].fog);
    }
    bench_page_row(page, "400 walkers with D* Lite, ms of a frame|94|%.1f, worst %.0f", sum / 100,
                   worst);
    bench_page_row(page, "what they hold, MB|557|%.0f", bytes / 1e6);
    bench_page_row(page, "moves of them in a frame|not told|%.0f", (double)moves / 100);
    way_map_destroy(map);
    study_team(page);
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
