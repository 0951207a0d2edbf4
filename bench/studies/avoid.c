// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Discs that avoid each other among the walls of a map.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

enum { AVOID_MOVERS = 1000, AVOID_TICKS = 100, AVOID_WALLS = 1 << 20, AVOID_CELL = 1024 };

typedef struct avoid_scene {
    const way_map *map;
    way_barrier *walls;
    uint32_t count;
    way_mover *movers;
} avoid_scene;

static bool avoid_is_free(const way_map *map, uint32_t x, uint32_t y)
{
    return x < way_map_width(map) && y < way_map_height(map) &&
           way_map_is_passable(map, way_map_cell(map, x, y));
}

/// The sides of cells between ground and none, one barrier each or one for a straight stretch.
static void avoid_build_walls(avoid_scene *scene, bool stretches)
{
    const uint32_t width = way_map_width(scene->map);
    const uint32_t height = way_map_height(scene->map);
    const uint32_t side = width > height ? width : height;
    scene->count = 0;
    for (uint32_t turn = 0; turn < 2; turn++) {
        for (uint32_t a = 0; a <= side; a++) {
            bool before = false;
            for (uint32_t b = 0; b < side; b++) {
                // Cells outside wrap to large numbers, which are not free.
                const bool here =
                    turn ? avoid_is_free(scene->map, a, b) != avoid_is_free(scene->map, a - 1, b)
                         : avoid_is_free(scene->map, b, a) != avoid_is_free(scene->map, b, a - 1);
                const int32_t to = (int32_t)(b + 1) * AVOID_CELL;
                const int32_t at = (int32_t)a * AVOID_CELL;
                if (here && before && stretches) {
                    way_barrier *last = &scene->walls[scene->count - 1];
                    *(turn ? &last->y2 : &last->x2) = to;
                } else if (here && scene->count < AVOID_WALLS) {
                    const int32_t from = to - AVOID_CELL;
                    scene->walls[scene->count++] =
                        turn ? (way_barrier){at, from, at, to} : (way_barrier){from, at, to, at};
                }
                before = here;
            }
        }
    }
}

static void avoid_place(avoid_scene *scene)
{
    way_rng rng = way_rng_seed(1);
    for (uint32_t k = 0; k < AVOID_MOVERS; k++) {
        uint32_t x = 0;
        uint32_t y = 0;
        do {
            x = way_rng_below(&rng, way_map_width(scene->map));
            y = way_rng_below(&rng, way_map_height(scene->map));
        } while (!avoid_is_free(scene->map, x, y));
        scene->movers[k] = (way_mover){.x = (int32_t)x * AVOID_CELL + AVOID_CELL / 2,
                                       .y = (int32_t)y * AVOID_CELL + AVOID_CELL / 2,
                                       .wish_x = (int32_t)way_rng_below(&rng, 12001) - 6000,
                                       .wish_y = (int32_t)way_rng_below(&rng, 12001) - 6000,
                                       .radius = 400,
                                       .speed = 6000};
    }
}

/// Microseconds of a mover's tick, and of the first step, which sorts the barriers.
static double avoid_time(avoid_scene *scene, double *first)
{
    way_avoider *avoider = NULL;
    bench_need(way_avoider_create(&(way_avoider_config){.capacity = AVOID_MOVERS}, &avoider),
               "avoider");
    avoid_place(scene);
    double spent = 0;
    for (uint32_t t = 0; t <= AVOID_TICKS; t++) {
        const stopwatch watch = stopwatch_start();
        bench_need(
            way_avoider_step(avoider, scene->movers, AVOID_MOVERS, scene->walls, scene->count),
            "step");
        const double one = stopwatch_spent(watch, 0);
        *first = t == 0 ? 1e6 * one : *first;
        spent += t == 0 ? 0 : one;
    }
    way_avoider_destroy(avoider);
    return 1e6 * spent / AVOID_TICKS / AVOID_MOVERS;
}

void bench_study_avoid(bench_study *study)
{
    avoid_scene scene = {.map = study->ground->map,
                         .walls = malloc(AVOID_WALLS * sizeof *scene.walls),
                         .movers = malloc(AVOID_MOVERS * sizeof *scene.movers)};
    bench_hold(scene.walls && scene.movers, "no memory");
    double first = 0;
    avoid_build_walls(&scene, strstr(study->entry, "stretches"));
    const double mean = avoid_time(&scene, &first);
    bench_study_note(study, "barriers", 0, scene.count);
    bench_study_note(study, "tick of a mover, us", BENCH_TIMED, mean);
    bench_study_note(study, "first step, us", BENCH_TIMED, first);
    free(scene.walls);
    free(scene.movers);
}
