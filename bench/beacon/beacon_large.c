// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/beacon/beacon_large.h"

#include "bench/kit/stopwatch.h"
#include "scenes/scene.h"

#include <waymark/waymark.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGE_SIDE 4096u
#define LARGE_WORKERS 2u
#define LARGE_TRIPS 50u

/// Bytes that are held now, and at most so far.
typedef struct large_meter {
    atomic_size_t held;
    atomic_size_t most;
} large_meter;

static void *large_alloc(size_t size, void *user)
{
    large_meter *meter = user;
    const size_t held = atomic_fetch_add(&meter->held, size) + size;
    size_t most = atomic_load(&meter->most);
    while (held > most && !atomic_compare_exchange_weak(&meter->most, &most, held)) {
    }
    return malloc(size);
}

static void large_free(void *block, size_t size, void *user)
{
    large_meter *meter = user;
    atomic_fetch_sub(&meter->held, size);
    free(block);
}

/// Every so many of the pieces, for one worker.
typedef struct large_crew {
    void (*body)(uint32_t index, void *argument);
    void *argument;
    atomic_uint *next;
    uint32_t count;
} large_crew;

static void *large_labour(void *argument)
{
    const large_crew *crew = argument;
    for (uint32_t i = atomic_fetch_add(crew->next, 1); i < crew->count;
         i = atomic_fetch_add(crew->next, 1)) {
        crew->body(i, crew->argument);
    }
    return NULL;
}

static void large_parallel_for(uint32_t count, void (*body)(uint32_t index, void *argument),
                               void *argument, void *user)
{
    (void)user;
    atomic_uint next = 0;
    large_crew crew = {body, argument, &next, count};
    pthread_t threads[LARGE_WORKERS];
    for (uint32_t i = 1; i < LARGE_WORKERS; i++) {
        if (pthread_create(&threads[i], NULL, large_labour, &crew) != 0) {
            abort();
        }
    }
    (void)large_labour(&crew);
    for (uint32_t i = 1; i < LARGE_WORKERS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}

static void large_need(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        (void)fprintf(stderr, "bench_beacon: %s: %s\n", what, way_status_text(status));
        exit(1);
    }
}

static way_agent *large_agent(way_navigator *navigator)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    large_need(way_agent_create(&config, &agent), "agent");
    return agent;
}

/// Microseconds of a trip.
static double large_trip(way_agent *agent, const way_trip *trip)
{
    const double before = stopwatch_now();
    large_need(way_agent_begin(agent, trip), "begin");
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
        if (way_map_weight(map, trip.start) == 0 || way_map_weight(map, trip.goal) == 0) {
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

void beacon_large_study(bench_page *page, beacon_found *found)
{
    scene made = {0};
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigators[2] = {NULL, NULL};
    const scene_request request = scene_request_default("rts", LARGE_SIDE, LARGE_SIDE, 1);
    large_need(scene_create(&request, &made, NULL), "scene");
    large_need(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, &map), "map");
    scene_destroy(&made);
    large_need(way_space_create_grid(map, 1, NULL, &space), "space");
    large_meter meter = {0};
    const way_allocator allocator = {large_alloc, large_free, &meter};
    const way_job job = {.parallel_for = large_parallel_for};
    way_navigator_config config = {
        .space = space, .algorithm = "beacon(memory=98304)", .job = &job, .allocator = &allocator};
    const double wall = stopwatch_now();
    const double worked = stopwatch_cpu();
    large_need(way_navigator_create(&config, &navigators[0]), "beacon");
    found->large_build = stopwatch_now() - wall;
    found->large_work = stopwatch_cpu() - worked;
    found->large_bytes = (double)atomic_load(&meter.most) / 1e6;
    config = (way_navigator_config){.space = space, .algorithm = "jps"};
    large_need(way_navigator_create(&config, &navigators[1]), "jps");
    way_agent *const agents[2] = {large_agent(navigators[0]), large_agent(navigators[1])};
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
                    LARGE_SIDE, LARGE_SIDE, LARGE_WORKERS, found->large_build, found->large_work,
                    (double)way_navigator_bytes(navigators[0]) / 1e6, found->large_bytes,
                    LARGE_TRIPS, means[0], means[1], wrong);
    for (uint32_t k = 0; k < 2; k++) {
        way_agent_destroy(agents[k]);
        way_navigator_destroy(navigators[k]);
    }
    way_space_destroy(space);
    way_map_destroy(map);
}
