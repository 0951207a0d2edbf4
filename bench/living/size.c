// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/living/size.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "scenes/scene.h"

#include <waymark/all.h>

#define SIZE_TRIPS 100u
#define SIZE_NEAR 400u ///< cells between the ends of a near trip at most

static const uint32_t size_sides[] = {448, 1344, 7800};
static const char *const size_specs[] = {"dba", "hcdps"};

// Trips -------------------------------------------------------------------------------------------

static bool size_draw(const way_map *map, bool near, way_rng *rng, way_trip *trip)
{
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    const uint32_t x = way_rng_below(rng, width);
    const uint32_t y = way_rng_below(rng, height);
    const uint32_t left = near && x > SIZE_NEAR ? x - SIZE_NEAR : 0;
    const uint32_t top = near && y > SIZE_NEAR ? y - SIZE_NEAR : 0;
    const uint32_t right = near && x + SIZE_NEAR < width ? x + SIZE_NEAR : width;
    const uint32_t bottom = near && y + SIZE_NEAR < height ? y + SIZE_NEAR : height;
    const uint32_t to_x = left + way_rng_below(rng, right - left);
    const uint32_t to_y = top + way_rng_below(rng, bottom - top);
    *trip = (way_trip){.start = y * width + x, .goal = to_y * width + to_x};
    return trip->start != trip->goal && way_map_is_passable(map, trip->start) &&
           way_map_is_passable(map, trip->goal) &&
           way_map_is_reachable(map, trip->start, trip->goal, 1);
}

/// What trips cost, made the second time.
typedef struct size_trips {
    double first; ///< microseconds until the first move
    double move;  ///< nanoseconds of each one after it
} size_trips;

static size_trips size_walk(const way_map *map, way_navigator *navigator, bool near)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    bench_need(way_agent_create(&config, &agent), "agent");
    way_rng rng = way_rng_seed(5);
    double first = 0;
    double rest = 0;
    uint64_t moves = 0;
    for (uint32_t i = 0; i < 2 * SIZE_TRIPS;) {
        way_trip trip;
        if (i % 2 == 0 && !size_draw(map, near, &rng, &trip)) {
            continue;
        }
        const double begun = stopwatch_worked();
        bench_need(way_agent_begin(agent, &trip), "begin");
        (void)way_agent_step(agent, UINT32_MAX);
        const double moved = stopwatch_worked();
        (void)way_agent_run(agent);
        const double arrived = stopwatch_worked();
        if (i++ % 2 == 1) {
            uint32_t count = 0;
            (void)way_agent_path(agent, &count);
            first += moved - begun;
            rest += arrived - moved;
            moves += count - 2;
        }
    }
    way_agent_destroy(agent);
    return (size_trips){1e6 * first / SIZE_TRIPS, 1e9 * rest / (double)moves};
}

// The section -------------------------------------------------------------------------------------

/// Two workers: how long they work in each stretch, and both of them in all.
typedef struct size_crew {
    double longest, sum;
} size_crew;

/// As way_job has it: the next piece is for whoever has worked less.
static void size_share(uint32_t count, void (*body)(uint32_t index, void *argument), void *argument,
                       void *user)
{
    size_crew *crew = user;
    double worked[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const double before = stopwatch_worked();
        body(i, argument);
        worked[worked[1] < worked[0]] += stopwatch_worked() - before;
    }
    crew->longest += worked[worked[1] > worked[0]];
    crew->sum += worked[0] + worked[1];
}

static void size_row(bench_page *page, const way_map *map, way_space *space, const char *spec)
{
    bench_heap heap = {0};
    size_crew crew = {0};
    const way_allocator allocator = bench_heap_allocator(&heap);
    const way_job job = {.parallel_for = size_share, .user = &crew};
    way_navigator_config config = {.space = space, .algorithm = spec, .allocator = &allocator};
    way_navigator *navigator = NULL;
    double before = stopwatch_worked();
    bench_need(way_navigator_create(&config, &navigator), spec);
    const double one = stopwatch_worked() - before;
    way_navigator_destroy(navigator);
    config.job = &job;
    before = stopwatch_worked();
    bench_need(way_navigator_create(&config, &navigator), spec);
    const double two = stopwatch_worked() - before - crew.sum + crew.longest;
    bench_page_row(page, "%u x %u|%llu|`%s`|%.2f|%.2f|%.2f|%.1f|%.1f|%.1f", way_map_width(map),
                   way_map_height(map), (unsigned long long)way_map_passable_count(map), spec, one,
                   two, one / two, (double)way_navigator_bytes(navigator) / 1e6,
                   (double)atomic_load(&heap.most) / 1e6, (double)way_map_bytes(map) / 1e6);
    for (uint32_t k = 0; k < 2; k++) {
        const size_trips trips = size_walk(map, navigator, k == 0);
        bench_page_row(page, "%.1f|%.0f", trips.first, trips.move);
    }
    way_navigator_destroy(navigator);
}

void bench_size_study(bench_page *page)
{
    bench_page_title(page, 2, "Large maps");
    bench_page_text(page,
                    "Caves (`gen:caves`), default parameters. Prepared by one worker and by two: "
                    "seconds; for two, pieces are "
                    "timed one by one and go to the worker with less to do. At most: what "
                    "preparing held, beside the map. First "
                    "move: how long a trip waits for it; per move: planning for each later one; %u "
                    "trips between cells up to %u "
                    "cells apart, then as many between any, the second time.",
                    SIZE_TRIPS, SIZE_NEAR);
    bench_page_table(page, "<map >ground <database >one_worker_s >two_s >times_as_fast >MB "
                           ">at_most_MB >map_MB >first_move_us >per_move_ns >first_move_us,_any "
                           ">per_move_ns,_any");
    for (uint32_t i = 0; i < sizeof size_sides / sizeof *size_sides; i++) {
        scene made = {0};
        way_map *map = NULL;
        way_space *space = NULL;
        const scene_request request =
            scene_request_default("caves", size_sides[i], size_sides[i], 1);
        bench_need(scene_create(&request, &made, NULL), "scene");
        bench_need(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map), "map");
        scene_destroy(&made);
        bench_need(way_space_create_grid(map, 1, NULL, &space), "space");
        for (uint32_t k = 0; k < sizeof size_specs / sizeof *size_specs; k++) {
            size_row(page, map, space, size_specs[k]);
        }
        way_space_destroy(space);
        way_map_destroy(map);
    }
    bench_page_end_table(page);
}
