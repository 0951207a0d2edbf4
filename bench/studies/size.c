// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases on ever larger maps, up to 30 million cells of ground: what preparing them takes, with
// one worker and with two, and what moves cost.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#define SIZE_TRIPS 100u
#define SIZE_NEAR 400u ///< cells between the ends of a near trip at most

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

/// What trips cost, made the second time: until the first move, and for each one after it.
static void size_walk(bench_study *study, way_navigator *navigator, bool near)
{
    const way_map *map = study->ground->map;
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
    bench_study_note(study, near ? "first move us" : "first move us, any", BENCH_TIMED,
                     1e6 * first / SIZE_TRIPS);
    bench_study_note(study, near ? "per move ns" : "per move ns, any", BENCH_TIMED,
                     1e9 * rest / (double)moves);
}

// Preparing -------------------------------------------------------------------------------------

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

void bench_study_size(bench_study *study)
{
    const way_map *map = study->ground->map;
    bench_heap heap = {0};
    size_crew crew = {0};
    const way_allocator allocator = bench_heap_allocator(&heap);
    const way_job job = {.parallel_for = size_share, .user = &crew};
    way_navigator_config config = {
        .space = study->ground->space, .algorithm = study->entry, .allocator = &allocator};
    way_navigator *navigator = NULL;
    double before = stopwatch_worked();
    bench_need(way_navigator_create(&config, &navigator), study->entry);
    const double one = stopwatch_worked() - before;
    way_navigator_destroy(navigator);
    config.job = &job;
    before = stopwatch_worked();
    bench_need(way_navigator_create(&config, &navigator), study->entry);
    const double two = stopwatch_worked() - before - crew.sum + crew.longest;
    bench_study_note(study, "ground", 0, way_map_passable_count(map));
    bench_study_note(study, "one worker s", BENCH_TIMED, one);
    bench_study_note(study, "two s", BENCH_TIMED, two);
    bench_study_note(study, "MB", 0, (double)way_navigator_bytes(navigator) / 1e6);
    bench_study_note(study, "at most MB", 0, (double)atomic_load(&heap.most) / 1e6);
    bench_study_note(study, "map MB", 0, (double)way_map_bytes(map) / 1e6);
    size_walk(study, navigator, true);
    size_walk(study, navigator, false);
    way_navigator_destroy(navigator);
}
