// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The world, measured: the game, a sealed room, agreement by itself, whole problems.
#include "bench/kit/machine.h"
#include "bench/kit/stopwatch.h"
#include "bench/world/world_game.h"
#include "bench/world/world_mapf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_SEEDS = 3, WORLD_TICKS = 60, WORLD_BUDGET = 4000, WORLD_PLANS = 200000 };

// The game ----------------------------------------------------------------------------------------

static void world_game_row(FILE *out, const game_config *config)
{
    game_result sum = {0};
    uint32_t worst = UINT32_MAX;
    for (uint64_t seed = 1; seed <= config->seed; seed++) {
        game_config one = *config;
        game_result result;
        one.seed = seed;
        if (game_play(&one, &result)) {
            abort();
        }
        const uint32_t share = result.in_time * 1000u / (result.trips ? result.trips : 1);
        worst = share < worst ? share : worst;
        sum.trips += result.trips;
        sum.in_time += result.in_time;
        sum.arrived += result.arrived;
        sum.late_standing += result.late_standing;
        sum.late_waiting += result.late_waiting;
        sum.late_walking += result.late_walking;
        sum.overlaps += result.overlaps;
        sum.illegal += result.illegal;
        sum.work_max = result.work_max > sum.work_max ? result.work_max : sum.work_max;
        sum.frame_max = result.frame_max > sum.frame_max ? result.frame_max : sum.frame_max;
        sum.frame_mean += result.frame_mean / (double)config->seed;
        sum.tick_mean += result.tick_mean / (double)config->seed;
        sum.ratio_median += result.ratio_median / (double)config->seed;
        sum.stats = result.stats;
    }
    (void)fprintf(
        out,
        "| %u² | %u | %u | %.1f %% | %.1f %% | %.2f | %u / %u / %u | %llu | %llu | %.2f | "
        "%.2f | %.2f |\n",
        config->side, config->units, config->workers, 100.0 * sum.in_time / sum.trips, worst / 10.0,
        sum.ratio_median, sum.late_standing, sum.late_waiting, sum.late_walking,
        (unsigned long long)sum.overlaps + sum.illegal, (unsigned long long)sum.work_max,
        1e3 * sum.frame_max, 1e3 * sum.frame_mean, 1e3 * sum.tick_mean);
    (void)fflush(out);
}

static void world_game_section(FILE *out, bool large)
{
    (void)fputs(
        "\n## The game\n\n"
        "Rules: a fifth of the cells walls in patches of 3 to 12, a seventh swamps of weight 3; a "
        "quarter of the units are two cells\nwide; two teams, one in the fog with a sight of 8 "
        "cells; orders in waves of 50 units, one wave a second for each thousand\nunits, to goals "
        "at least 150 cells off, half of each wave one group; every second a building of 4 to 8 "
        "cells per side goes up\nand one comes down; 20 ticks and 60 frames a second; 4,000 units "
        "of planning per frame, which are to take 2 ms at most. A trip is\nin time if it takes at "
        "most 2.5 times what the unit would need alone on the map as it was at the order, and four "
        "ticks. All\nticks are watched for units in one place, in walls and for steps that are "
        "none. Means over seeds 1 to 3 (10,000 units: seed 1).\n\n"
        "| map | units | workers | in time | worst seed | median of time / time alone | late: "
        "standing / without a plan / walking | overlaps and illegal moves | most work in a frame | "
        "longest planning frame, ms | mean, ms | tick without planning, ms |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        out);
    game_config config = {.side = 512,
                          .units = 1000,
                          .waves_per_second = 1,
                          .budget = WORLD_BUDGET,
                          .workers = 1,
                          .fog = true,
                          .edits = true,
                          .watched = true,
                          .seed = WORLD_SEEDS};
    world_game_row(out, &config);
    config.workers = 2;
    world_game_row(out, &config);
    if (large) {
        config = (game_config){.side = 1024,
                               .units = 10000,
                               .waves_per_second = 10,
                               .budget = WORLD_BUDGET,
                               .workers = 1,
                               .fog = true,
                               .edits = true,
                               .watched = true,
                               .seed = 1};
        world_game_row(out, &config);
        config.workers = 2;
        world_game_row(out, &config);
    }
    (void)fputs("\nWorkers share the lanes of a frame, 4 here, so their number changes no result; "
                "at 4,000 units of work per frame,\na thousand per lane, there is little for a "
                "second one to do. Units have no penalties: the worlds' maps have none.\n",
                out);
}

// A sealed room -----------------------------------------------------------------------------------

static void world_sealed_section(FILE *out)
{
    enum { SIDE = 256, UNITS = 1000 };
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_world *world = NULL;
    const way_world_kind kind = {.size = 1};
    if (way_map_create(&ground, &map)) {
        abort();
    }
    const way_edit walls[] = {{180, 180, 40, 40, 0}, {181, 181, 38, 38, 1}};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = UNITS};
    if (way_world_create(&config, &world) || way_world_edit(world, walls, 2)) {
        abort();
    }
    way_unit units[UNITS];
    for (uint32_t k = 0; k < UNITS; k++) {
        const way_unit_config unit = {.cell = k / 40 * 2 * SIDE + k % 40 * 2};
        if (way_world_add(world, &unit, &units[k])) {
            abort();
        }
    }
    for (uint32_t k = 0; k < UNITS; k++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = 200 * SIDE + 200};
        if (way_world_order(world, &units[k], 1, &order)) {
            abort();
        }
    }
    double worst = 0;
    for (uint32_t frame = 0; frame < 600; frame++) {
        const double start = stopwatch_cpu();
        if (way_world_frame(world, WORLD_BUDGET)) {
            abort();
        }
        const double spent = stopwatch_cpu() - start;
        worst = spent > worst ? spent : worst;
    }
    const way_world_stats stats = way_world_statistics(world);
    (void)fprintf(
        out,
        "\n## A sealed room\n\n1,000 units on 256² are sent, one by one, into a room without "
        "a door. Over 600 frames the most work in one was %llu of 4,000,\nthe longest frame "
        "(planning and moving) %.2f ms; %llu plans led to the nearest cell that can be "
        "reached.\n",
        (unsigned long long)stats.work_max, 1e3 * worst, (unsigned long long)stats.plans);
    way_world_destroy(world);
    way_map_destroy(map);
}

// Agreement ---------------------------------------------------------------------------------------

/// Nanoseconds for each unit of a tick in which all units are on their way and nothing is planned.
static double world_agree(uint32_t count, way_world_stats *stats, way_world_memory *memory)
{
    enum { SIDE = 1024, GROUPS = 64 };
    way_rng rng = way_rng_seed(5);
    way_map *map = NULL;
    way_world *world = NULL;
    uint8_t *weights = malloc((size_t)SIDE * SIDE);
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        weights[c] = way_rng_below(&rng, 20) != 0;
    }
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    ground.weights = weights;
    const way_world_kind kind = {.size = 1};
    way_world_config config = {.kinds = &kind,
                               .kind_count = 1,
                               .unit_capacity = count,
                               .frames_per_tick = 2,
                               .field_bytes = (size_t)400 << 20};
    way_unit *units = calloc(count, sizeof *units);
    if (way_map_create(&ground, &map)) {
        abort();
    }
    config.map = map;
    if (way_world_create(&config, &world)) {
        abort();
    }
    for (uint32_t k = 0; k < count;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, SIDE * SIDE)};
        k += way_world_add(world, &unit, &units[k]) == WAY_STATUS_OK;
    }
    for (uint32_t g = 0; g < GROUPS; g++) {
        const uint32_t first = (uint32_t)((uint64_t)count * g / GROUPS);
        const uint32_t end = (uint32_t)((uint64_t)count * (g + 1) / GROUPS);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = way_rng_below(&rng, SIDE * SIDE)};
        if (way_world_order(world, units + first, end - first, &order)) {
            abort();
        }
    }
    // The first frame of a tick moves, the second only plans: the one is timed, the other not.
    double best = 1e9;
    for (uint32_t tick = 0; tick < WORLD_TICKS; tick++) {
        const uint32_t active = way_world_statistics(world).active;
        const double start = stopwatch_cpu();
        if (way_world_frame(world, 0)) {
            abort();
        }
        const double spent = (stopwatch_cpu() - start) / (active ? active : 1);
        best = spent < best && tick >= WORLD_TICKS / 2 ? spent : best;
        if (way_world_frame(world, tick < WORLD_TICKS / 4 ? 10000000 : WORLD_PLANS)) {
            abort();
        }
    }
    *stats = way_world_statistics(world);
    *memory = way_world_memory_held(world);
    way_world_destroy(world);
    way_map_destroy(map);
    free(weights);
    free(units);
    return best * 1e9;
}

static void world_agree_section(FILE *out)
{
    (void)fputs(
        "\n## Agreement\n\nNanoseconds of processor time for each unit of a tick: agreement by "
        "priority "
        "inheritance, following routes or fields, and\nnoticing arrivals; plans are made between "
        "the ticks that are timed. 1024² with 5 % of the cells blocked at random,\n64 groups, the "
        "best of 30 ticks. A row has ten times the units of the one above it, and its tick takes "
        "so "
        "many times as long. What limits\nit is memory: 244 bytes per unit, 8 per cell and 5 per "
        "cell of a field, read ahead, but at 100,000 units more than the caches hold;\na quarter "
        "of the "
        "time goes there into looking steps up in fields. The authors' C++ on an ARM machine "
        "takes\n435 to 710 ns "
        "at 1,000 units and 1,085 to 1,280 at 10,000, more "
        "than "
        "half of it for looking distances up in tables of 1 to 2 GB.\n\n"
        "| units | ns per unit | tick, times the row above | bytes per unit | fields | units, MB | "
        "cells, MB | fields, MB | "
        "searches, MB | world, MB |\n|---|---|---|---|---|---|---|---|---|---|\n",
        out);
    double above = 0;
    for (uint32_t count = 1000; count <= 100000; count *= 10) {
        way_world_stats stats;
        way_world_memory memory;
        const double best = world_agree(count, &stats, &memory);
        (void)fprintf(out, "| %u | %.0f | %.1f | %zu | %u | %.1f | %.1f | %.1f | %.1f | %.1f |\n",
                      count, best, above > 0 ? 10 * best / above : 1.0, stats.unit_bytes,
                      stats.fields, (double)memory.units / 1e6, (double)memory.cells / 1e6,
                      (double)memory.fields / 1e6, (double)memory.searches / 1e6,
                      (double)stats.bytes / 1e6);
        (void)fflush(out);
        above = best;
    }
}

int main(int argc, char *argv[])
{
    const char *path = NULL;
    const char *only = NULL;
    bool small = false;
    for (int k = 1; k < argc; k++) {
        small = small || strcmp(argv[k], "--small") == 0;
        path = strcmp(argv[k], "--markdown") == 0 && k + 1 < argc ? argv[k + 1] : path;
        only = strcmp(argv[k], "--only") == 0 && k + 1 < argc ? argv[k + 1] : only;
    }
    char fresh[512];
    (void)snprintf(fresh, sizeof fresh, "%s.new", path ? path : "");
    FILE *out = path ? fopen(fresh, "w") : stdout;
    if (!out) {
        perror(fresh);
        return 1;
    }
    const bench_machine machine = bench_machine_look();
    (void)fprintf(out,
                  "# A world of units, measured\n\n`make bench-world` wrote this page on %u x %s, "
                  "%s. Times are of the "
                  "processor; work is counted and the same everywhere.\nWhat it means is in "
                  "[docs/world.md](../world.md).\n",
                  machine.processors, machine.processor, machine.compiler);
    if (!only || strcmp(only, "game") == 0) {
        world_game_section(out, !small);
    }
    if (!only || strcmp(only, "sealed") == 0) {
        world_sealed_section(out);
    }
    if (!only || strcmp(only, "agreement") == 0) {
        world_agree_section(out);
    }
    if (!only || strcmp(only, "mapf") == 0) {
        world_mapf_section(out, small);
    }
    return path && (fclose(out) != 0 || rename(fresh, path) != 0) ? 1 : 0;
}
