// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an edit of one cell costs, the components kept right and one question about reachability
// included; and what questions cost. Prints a table with one line per scene and map side, fit for
// plotting.
//
//     bench_map [edits [side...]]
#define _POSIX_C_SOURCE 200809L

#include <waymark/map.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_MAP_SIDES_MAX 16

typedef struct bench_map_scene {
    const char *name;
    /// Fills the weights of a square map.
    void (*fill)(uint8_t *weights, uint32_t side, way_rng *rng);
    /// Chooses the cell to turn next; `last` was turned before, or is WAY_CELL_NONE.
    way_cell (*choose)(const way_map *map, way_cell last, way_rng *rng);
} bench_map_scene;

/// Time that this thread alone has used: other programs do not count.
static double bench_map_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

// Scenes -----------------------------------------------------------------------------------------

static void bench_map_fill_open(uint8_t *weights, uint32_t side, way_rng *rng)
{
    (void)rng;
    memset(weights, 1, (size_t)side * side);
}

static void bench_map_scatter(uint8_t *weights, uint32_t side, way_rng *rng, uint32_t percent)
{
    for (size_t i = 0; i < (size_t)side * side; i++) {
        weights[i] = way_rng_below(rng, 100) >= percent;
    }
}

static void bench_map_fill_20(uint8_t *weights, uint32_t side, way_rng *rng)
{
    bench_map_scatter(weights, side, rng, 20);
}

static void bench_map_fill_40(uint8_t *weights, uint32_t side, way_rng *rng)
{
    bench_map_scatter(weights, side, rng, 40);
}

/// A maze without loops, corridors of one cell: each room opens to the north or to the west.
static void bench_map_fill_maze(uint8_t *weights, uint32_t side, way_rng *rng)
{
    memset(weights, 0, (size_t)side * side);
    for (uint32_t y = 0; y < side; y += 2) {
        for (uint32_t x = 0; x < side; x += 2) {
            weights[(size_t)y * side + x] = 1;
            if (x > 0 && (y == 0 || way_rng_below(rng, 2))) {
                weights[(size_t)y * side + x - 1] = 1;
            } else if (y > 0) {
                weights[(size_t)(y - 1) * side + x] = 1;
            }
        }
    }
}

/// One corridor of one cell that winds through the whole map.
static void bench_map_fill_corridor(uint8_t *weights, uint32_t side, way_rng *rng)
{
    bench_map_fill_open(weights, side, rng);
    for (uint32_t y = 1; y < side; y += 2) {
        memset(weights + (size_t)y * side, 0, side);
        weights[(size_t)y * side + (y % 4 == 1 ? side - 1 : 0)] = 1;
    }
}

/// Open ground cut in two by a wall with one door.
static void bench_map_fill_halves(uint8_t *weights, uint32_t side, way_rng *rng)
{
    bench_map_fill_open(weights, side, rng);
    memset(weights + (size_t)(side / 2) * side, 0, side);
    weights[(size_t)(side / 2) * side + side / 2] = 1;
}

/// Blocks a passable cell, opens a blocked one, in turn: the density stays. Where hardly any cell
/// is blocked, the last one opens again.
static way_cell bench_map_choose_any(const way_map *map, way_cell last, way_rng *rng)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const bool passable = last == WAY_CELL_NONE || way_map_is_passable(map, last);
    for (uint32_t tries = 0; tries < 1000; tries++) {
        const way_cell cell = way_rng_below(rng, cells);
        if (way_map_is_passable(map, cell) == passable) {
            return cell;
        }
    }
    return last;
}

/// A door in the middle of the map that shuts and opens.
static way_cell bench_map_choose_middle(const way_map *map, way_cell last, way_rng *rng)
{
    (void)last;
    (void)rng;
    const uint32_t side = way_map_width(map);
    return side / 2 * side + side / 2;
}

static const bench_map_scene bench_map_scenes[] = {
    {"open", bench_map_fill_open, bench_map_choose_any},
    {"random-20", bench_map_fill_20, bench_map_choose_any},
    {"random-40", bench_map_fill_40, bench_map_choose_any},
    {"maze", bench_map_fill_maze, bench_map_choose_any},
    {"maze-door", bench_map_fill_maze, bench_map_choose_middle},
    {"corridor-door", bench_map_fill_corridor, bench_map_choose_middle},
    {"halves-door", bench_map_fill_halves, bench_map_choose_middle},
};

// Measuring --------------------------------------------------------------------------------------

static way_map *bench_map_build(const bench_map_scene *scene, uint32_t side, way_rng *rng,
                                double *microseconds)
{
    uint8_t *weights = malloc((size_t)side * side);
    if (!weights) {
        return NULL;
    }
    scene->fill(weights, side, rng);
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    way_map *map = NULL;
    const double start = bench_map_now();
    const way_status status = way_map_create(&config, &map);
    *microseconds = bench_map_now() - start;
    free(weights);
    return status == WAY_STATUS_OK ? map : NULL;
}

static int bench_map_compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

/// Times `count` edits, each with a question; false on an error.
static bool bench_map_edit(way_map *map, const bench_map_scene *scene, way_rng *rng, uint32_t count,
                           double *times)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_cell cell = WAY_CELL_NONE;
    for (uint32_t i = 0; i < count; i++) {
        cell = scene->choose(map, cell, rng);
        way_edit edit = {.width = 1, .height = 1, .weight = !way_map_is_passable(map, cell)};
        way_map_position(map, cell, &edit.x, &edit.y);
        const way_cell from = way_rng_below(rng, cells);
        const way_cell to = way_rng_below(rng, cells);
        const double start = bench_map_now();
        const way_status status = way_map_edit(map, &edit, 1);
        const bool reachable = way_map_is_reachable(map, from, to, 1);
        times[i] = bench_map_now() - start;
        if (status != WAY_STATUS_OK || (reachable && !way_map_is_passable(map, to))) {
            return false;
        }
    }
    return true;
}

/// Times 1000 questions that are answered with no; 0 if the map has too few.
static double bench_map_refusals(const way_map *map, way_rng *rng)
{
    enum { COUNT = 1000 };
    way_cell pairs[COUNT][2];
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    uint32_t found = 0;
    for (uint32_t tries = 0; found < COUNT && tries < 1000 * COUNT; tries++) {
        pairs[found][0] = way_rng_below(rng, cells);
        pairs[found][1] = way_rng_below(rng, cells);
        found += !way_map_is_reachable(map, pairs[found][0], pairs[found][1], 1);
    }
    const double start = bench_map_now();
    uint32_t answers = 0;
    for (uint32_t i = 0; i < found; i++) {
        answers += way_map_is_reachable(map, pairs[i][0], pairs[i][1], 1);
    }
    const double time = bench_map_now() - start;
    return found == COUNT && answers == 0 ? time : 0;
}

static bool bench_map_run(const bench_map_scene *scene, uint32_t side, uint32_t count,
                          double *times)
{
    way_rng rng = way_rng_seed(side);
    double creation = 0;
    way_map *map = bench_map_build(scene, side, &rng, &creation);
    if (!map || !bench_map_edit(map, scene, &rng, count, times)) {
        way_map_destroy(map);
        return false;
    }
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += times[i];
    }
    qsort(times, count, sizeof *times, bench_map_compare);
    printf("%-14s %5u %8u %9.2f %9.2f %9.2f %9.2f %10.1f %9.2f %7.2f\n", scene->name, side, count,
           sum / count, times[count / 2], times[(uint64_t)count * 99 / 100], times[count - 1],
           bench_map_refusals(map, &rng), creation / 1e3, (double)way_map_bytes(map) / side / side);
    fflush(stdout);
    way_map_destroy(map);
    return true;
}

int main(int argc, char **argv)
{
    const uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 20000;
    uint32_t sides[BENCH_MAP_SIDES_MAX] = {256, 512, 1024, 2048, 4096};
    uint32_t side_count = 5;
    if (argc > 2) {
        side_count = 0;
        for (int i = 2; i < argc && side_count < BENCH_MAP_SIDES_MAX; i++) {
            sides[side_count++] = (uint32_t)strtoul(argv[i], NULL, 10);
        }
    }
    double *times = count > 0 ? malloc(count * sizeof *times) : NULL;
    if (!times) {
        fprintf(stderr, "usage: bench_map [edits [side...]]\n");
        return 1;
    }
    printf("# one-cell edit and question, in microseconds; 1000 refusals in microseconds; creation "
           "in milliseconds\n");
    printf("%-14s %5s %8s %9s %9s %9s %9s %10s %9s %7s\n", "# scene", "side", "edits", "mean",
           "median", "p99", "max", "refusals", "creation", "B/cell");
    bool fine = true;
    for (size_t i = 0; i < sizeof bench_map_scenes / sizeof *bench_map_scenes; i++) {
        for (uint32_t k = 0; k < side_count; k++) {
            fine = bench_map_run(&bench_map_scenes[i], sides[k], count, times) && fine;
        }
    }
    free(times);
    return fine ? 0 : 1;
}
