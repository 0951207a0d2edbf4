// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units: everybody wants into a room without a door, ticks without planning, edits.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

enum { WORLD_TICKS = 60, WORLD_BUDGET = 4000, WORLD_PLANS = 200000 };

// A sealed room -----------------------------------------------------------------------------------

void bench_study_sealed(bench_study *study)
{
    enum { SIDE = 256, UNITS = 1000 };
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_world *world = NULL;
    const way_world_kind kind = {.size = 1};
    bench_need(way_map_create(&ground, &map), "create");
    const way_edit walls[] = {{180, 180, 40, 40, 0}, {181, 181, 38, 38, 1}};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = UNITS};
    bench_need(way_world_create(&config, &world), "create");
    bench_need(way_world_edit(world, walls, 2), "edit");
    way_unit units[UNITS];
    for (uint32_t k = 0; k < UNITS; k++) {
        const way_unit_config unit = {.cell = k / 40 * 2 * SIDE + k % 40 * 2};
        bench_need(way_world_add(world, &unit, &units[k]), "add");
    }
    for (uint32_t k = 0; k < UNITS; k++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = 200 * SIDE + 200};
        bench_need(way_world_order(world, &units[k], 1, &order), "order");
    }
    double worst = 0;
    for (uint32_t frame = 0; frame < 600; frame++) {
        const double start = stopwatch_cpu();
        bench_need(way_world_frame(world, WORLD_BUDGET), "frame");
        const double spent = stopwatch_cpu() - start;
        worst = spent > worst ? spent : worst;
    }
    const way_world_stats stats = way_world_statistics(world);
    bench_study_note(study, "most work in a frame, of 4,000", 0, (double)stats.work_max);
    bench_study_note(study, "longest frame, ms", BENCH_TIMED | BENCH_LARGEST, 1e3 * worst);
    bench_study_note(study, "plans", 0, (double)stats.plans);
    way_world_destroy(world);
    way_map_destroy(map);
}

// Agreement ---------------------------------------------------------------------------------------

/// Nanoseconds for each unit of a tick in which all units are on their way and nothing is planned.
void bench_study_agreement(bench_study *study)
{
    enum { SIDE = 1024, GROUPS = 64 };
    const uint32_t count = bench_study_number(study, "units", 1000);
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
    way_world_config config = {
        .kinds = &kind, .kind_count = 1, .unit_capacity = count, .frames_per_tick = 2};
    way_unit *units = calloc(count, sizeof *units);
    bench_need(way_map_create(&ground, &map), "create");
    config.map = map;
    bench_need(way_world_create(&config, &world), "create");
    for (uint32_t k = 0; k < count;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, SIDE * SIDE)};
        k += way_world_add(world, &unit, &units[k]) == WAY_STATUS_OK;
    }
    for (uint32_t g = 0; g < GROUPS; g++) {
        const uint32_t first = (uint32_t)((uint64_t)count * g / GROUPS);
        const uint32_t end = (uint32_t)((uint64_t)count * (g + 1) / GROUPS);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = way_rng_below(&rng, SIDE * SIDE)};
        bench_need(way_world_order(world, units + first, end - first, &order), "order");
    }
    // The first frame of a tick moves, the second only plans: the one is timed, the other not.
    double best = 1e9;
    for (uint32_t tick = 0; tick < WORLD_TICKS; tick++) {
        const uint32_t active = way_world_statistics(world).active;
        const double start = stopwatch_cpu();
        bench_need(way_world_frame(world, 0), "frame");
        const double spent = (stopwatch_cpu() - start) / (active ? active : 1);
        best = spent < best && tick >= WORLD_TICKS / 2 ? spent : best;
        bench_need(way_world_frame(world, tick < WORLD_TICKS / 4 ? 10000000 : WORLD_PLANS),
                   "frame");
    }
    const way_world_stats stats = way_world_statistics(world);
    bench_study_note(study, "ns per unit", BENCH_TIMED, best * 1e9);
    bench_study_note(study, "bytes per unit", 0, (double)stats.unit_bytes);
    bench_study_note(study, "units, MB", 0, (double)stats.memory.units / 1e6);
    bench_study_note(study, "cells, MB", 0, (double)stats.memory.cells / 1e6);
    bench_study_note(study, "searches, MB", 0, (double)stats.memory.searches / 1e6);
    bench_study_note(study, "world, MB", 0, (double)stats.bytes / 1e6);
    way_world_destroy(world);
    way_map_destroy(map);
    free(weights);
    free(units);
}

// Edits -------------------------------------------------------------------------------------------

enum { EDITS_SIDE = 512, EDITS_UNITS = 1000, EDITS_COUNT = 60 };

/// A world of plain ground with patches of wall, all units on their way.
static way_world *world_edits_make(const char *algorithm, way_map **map)
{
    way_rng rng = way_rng_seed(9);
    const way_map_config ground = way_map_config_default(EDITS_SIDE, EDITS_SIDE);
    const way_world_kind kind = {.size = 1};
    way_world_config config = {
        .kinds = &kind, .kind_count = 1, .unit_capacity = EDITS_UNITS, .algorithm = algorithm};
    way_world *world = NULL;
    bench_need(way_map_create(&ground, map), "create");
    for (uint32_t k = 0; k < 900; k++) {
        const way_edit wall = {.x = way_rng_below(&rng, EDITS_SIDE - 12),
                               .y = way_rng_below(&rng, EDITS_SIDE - 12),
                               .width = 3 + way_rng_below(&rng, 10),
                               .height = 3 + way_rng_below(&rng, 10)};
        bench_need(way_map_edit(*map, &wall, 1), "edit");
    }
    config.map = *map;
    bench_need(way_world_create(&config, &world), "create");
    for (uint32_t k = 0; k < EDITS_UNITS;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, EDITS_SIDE * EDITS_SIDE)};
        way_unit added;
        if (way_world_add(world, &unit, &added) == WAY_STATUS_OK) {
            const way_order go = {.kind = WAY_ORDER_GO,
                                  .cell = way_rng_below(&rng, EDITS_SIDE * EDITS_SIDE)};
            k += way_world_order(world, &added, 1, &go) == WAY_STATUS_OK;
        }
    }
    for (uint32_t frame = 0; frame < 100; frame++) {
        bench_need(way_world_frame(world, WORLD_BUDGET), "frame");
    }
    return world;
}

void bench_study_buildings(bench_study *study)
{
    way_map *map = NULL;
    const bool own = strcmp(study->entry, "the world's choice") == 0;
    way_world *world = world_edits_make(own ? NULL : study->entry, &map);
    way_rng rng = way_rng_seed(10 + study->round);
    double sum = 0;
    double worst = 0;
    uint32_t touched = 0;
    const uint64_t work_before = way_world_statistics(world).work_total;
    for (uint32_t k = 0; k < EDITS_COUNT; k++) {
        const way_edit building = {.x = way_rng_below(&rng, EDITS_SIDE - 8),
                                   .y = way_rng_below(&rng, EDITS_SIDE - 8),
                                   .width = 4 + way_rng_below(&rng, 5),
                                   .height = 4 + way_rng_below(&rng, 5),
                                   .weight = k % 2};
        const double start = stopwatch_cpu();
        bench_need(way_world_edit(world, &building, 1), "edit");
        const double spent = stopwatch_cpu() - start;
        sum += spent;
        worst = spent > worst ? spent : worst;
        touched += way_world_replanned_count(world);
        for (uint32_t frame = 0; frame < 20; frame++) {
            bench_need(way_world_frame(world, WORLD_BUDGET), "frame");
        }
    }
    const way_world_stats stats = way_world_statistics(world);
    bench_study_note(study, "edit us", BENCH_TIMED, 1e6 * sum / EDITS_COUNT);
    bench_study_note(study, "worst us", BENCH_TIMED | BENCH_LARGEST, 1e6 * worst);
    bench_study_note(study, "plans touched", 0, (double)touched / EDITS_COUNT);
    bench_study_note(study, "work", 0, (double)(stats.work_total - work_before) / EDITS_COUNT);
    bench_study_note(study, "most in a frame", 0, (double)stats.work_max);
    way_world_destroy(world);
    way_map_destroy(map);
}
