// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/world/world_study.h"

#include <waymark/avoid.h>
#include <waymark/file.h>
#include <waymark/format.h>

#include <stdio.h>
#include <stdlib.h>

enum { AVOID_MOVERS = 1000, AVOID_TICKS = 100, AVOID_WALLS = 1 << 20, AVOID_CELL = 1024 };

static const char *const avoid_maps[] = {
    "dao/arena2",       "dao/orz100d",     "dao/den312d",        "sc1/Aurora",
    "maze/maze512-4-0", "room/16room_000", "street/Berlin_0_256"};

typedef struct avoid_scene {
    way_map *map;
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

static void avoid_map(bench_page *page, const char *data, const char *name)
{
    char path[512];
    way_file file;
    avoid_scene scene = {.walls = malloc(AVOID_WALLS * sizeof *scene.walls),
                         .movers = malloc(AVOID_MOVERS * sizeof *scene.movers)};
    (void)snprintf(path, sizeof path, "%s/maps/%s.map", data, name);
    if (scene.walls && scene.movers && way_file_read(path, 0, NULL, &file, NULL) == WAY_STATUS_OK) {
        const way_map_config config = way_map_config_default(1, 1);
        if (way_map_parse(file.bytes, file.size, &config, NULL, &scene.map, NULL) ==
            WAY_STATUS_OK) {
            for (uint32_t stretches = 0; stretches < 2; stretches++) {
                double first = 0;
                avoid_build_walls(&scene, stretches);
                const double mean = avoid_time(&scene, &first);
                bench_page_row(page, "%s|%s|%u|%.2f|%.0f", name,
                               stretches ? "straight stretches" : "sides of cells", scene.count,
                               mean, first);
            }
            way_map_destroy(scene.map);
        }
        way_file_free(&file);
    }
    free(scene.walls);
    free(scene.movers);
}

void world_avoid_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    const char *data = bench_study_data(study);
    bench_page_title(page, 2, "Discs among walls");
    bench_page_text(page,
                    "1,000 movers of radius 0.4 cells on free cells by lot, each with a direction "
                    "of its own, 100 ticks of way_avoider_step; the barriers are the walls of a "
                    "map. The first step sorts the barriers, later ones see that they are the "
                    "same.");
    bench_page_table(page, "<map <barriers_are >barriers >tick_of_a_mover,_us >first_step,_us");
    for (uint32_t k = 0; k < sizeof avoid_maps / sizeof *avoid_maps; k++) {
        avoid_map(page, data, avoid_maps[k]);
    }
    bench_page_end_table(page);
}
