// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/beacon/beacon_large.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "scenes/scene.h"

#include <waymark/all.h>

#define LARGE_SIDE 4096u
#define LARGE_WORKERS 2u
#define LARGE_TRIPS 50u

/// Microseconds of a trip.
static double large_trip(way_agent *agent, const way_trip *trip)
{
    const double before = stopwatch_now();
    bench_need(way_agent_begin(agent, trip), "begin");
    (void)way_agent_run(agent);
    return (stopwatch_now() - before) * 1e6;
}

/// Mean times of trips between cells drawn anywhere, of both; returns how many costs differ.
static uint32_t large_ask(const way_map *map, way_agent *const agents[2], double means[2])
{
    way_rng rng = way_rng_seed(16);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < LARGE_TRIPS;) {
        const way_trip trip = {.start = way_rng_below(&rng, LARGE_SIDE * LARGE_SIDE),
                               .goal = way_rng_below(&rng, LARGE_SIDE * LARGE_SIDE)};
        if (way_map_terrain(map, trip.start) == 0 || way_map_terrain(map, trip.goal) == 0) {
            continue;
        }
        i++;
        for (uint32_t k = 0; k < 2; k++) {
            means[k] += large_trip(agents[k], &trip) / LARGE_TRIPS;
        }
        wrong += way_agent_outcome(agents[0]) != way_agent_outcome(agents[1]) ||
                 way_agent_cost(agents[0]) != way_agent_cost(agents[1]);
    }
    return wrong;
}

void beacon_large_study(bench_page *page)
{
    scene made = {0};
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    const scene_request request = scene_request_default("rts", LARGE_SIDE, LARGE_SIDE, 1);
    bench_need(scene_create(&request, &made, NULL), "scene");
    bench_need(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map), "map");
    scene_destroy(&made);
    bench_need(way_space_create_grid(map, 1, NULL, &space), "space");
    bench_heap heap = {0};
    bench_crew crew = {.workers = LARGE_WORKERS};
    const way_allocator allocator = bench_heap_allocator(&heap);
    const way_job job = {.parallel_for = bench_crew_work, .user = &crew};
    const way_navigator_config config = {
        .space = space, .algorithm = "beacon(memory=98304)", .job = &job, .allocator = &allocator};
    const double wall = stopwatch_now();
    const double worked = stopwatch_cpu();
    bench_need(way_navigator_create(&config, &navigator), "beacon");
    const double built = stopwatch_now() - wall;
    const double work = stopwatch_cpu() - worked;
    bench_rig jps = bench_rig_open(space, "jps");
    way_agent *agent = NULL;
    bench_need(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), "agent");
    way_agent *const agents[2] = {agent, jps.agent};
    double means[2] = {0, 0};
    const uint32_t wrong = large_ask(map, agents, means);
    bench_page_title(page, 2, "16 million cells");
    bench_page_text(page,
                    "A map of %u x %u cells (`gen:rts`), `beacon(memory=98304)` with %u workers: "
                    "%.1f s by the clock, %.1f s of work; the index takes %.0f MB, and at most "
                    "%.0f MB were held while it was made. %u paths between cells drawn anywhere, "
                    "the first time: %.0f us, by `jps` %.0f us; %u costs differ. The map is rough: "
                    "its 1.7 million subgoals and their 15.7 million edges alone take more than "
                    "the limit, which leaves no room for labels, so that jump point search "
                    "answers.",
                    LARGE_SIDE, LARGE_SIDE, LARGE_WORKERS, built, work,
                    (double)way_navigator_bytes(navigator) / 1e6,
                    (double)atomic_load(&heap.most) / 1e6, LARGE_TRIPS, means[0], means[1], wrong);
    bench_rig_close(&jps);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}
