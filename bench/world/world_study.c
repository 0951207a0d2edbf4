// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_world --db FILE [--data FOLDER] [--only PART]: the world, measured: maps,
// the game, a sealed room, agreement by itself, edits, whole problems, discs. Behind `make bench
// SUITE=world`.
#include "bench/world/world_study.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"
#include "bench/world/world_game.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORLD_SEEDS = 3, WORLD_TICKS = 60, WORLD_BUDGET = 4000, WORLD_PLANS = 200000 };

// The game ----------------------------------------------------------------------------------------

static void world_game_row(bench_page *page, const game_config *config)
{
    game_result sum = {0};
    uint32_t worst = UINT32_MAX;
    for (uint64_t seed = 1; seed <= config->seed; seed++) {
        game_config one = *config;
        game_result result;
        one.seed = seed;
        bench_need(game_play(&one, &result), "game");
        const uint32_t share = result.in_time * 1000u / (result.trips ? result.trips : 1);
        worst = share < worst ? share : worst;
        sum.trips += result.trips;
        sum.in_time += result.in_time;
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
    }
    bench_page_row(page, "%u²|%u|%u|%.1f %%|%.1f %%|%.2f|%u / %u / %u|%llu|%llu|%.2f|%.2f|%.2f",
                   config->side, config->units, config->workers, 100.0 * sum.in_time / sum.trips,
                   worst / 10.0, sum.ratio_median, sum.late_standing, sum.late_waiting,
                   sum.late_walking, (unsigned long long)sum.overlaps + sum.illegal,
                   (unsigned long long)sum.work_max, 1e3 * sum.frame_max, 1e3 * sum.frame_mean,
                   1e3 * sum.tick_mean);
}

static void world_game_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "The game");
    bench_page_text(
        page,
        "Rules: a fifth of the cells walls in patches of 3 to 12, a seventh swamps of weight 3; a "
        "quarter of the units are two cells wide; two teams, one in the fog; orders in waves of 50 "
        "units, one wave per second for each thousand units, to goals at least 150 cells off, half "
        "of each wave one group; every second a building of 4 to 8 cells per side goes up and one "
        "comes down; 20 ticks and 60 frames per second; 4,000 units of planning per frame. A trip "
        "is in time if it takes at most 2.5 times what the unit would need alone, and four ticks. "
        "Every tick is checked for units that overlap or stand in walls, and for illegal steps. "
        "Means over seeds 1 to 3 (10,000 units: seed 1).");
    bench_page_table(page, "<map <units <workers >in_time >worst_seed >median_of_time_/_time_alone "
                           ">late:_standing_/_without_a_plan_/_walking "
                           ">overlaps_and_illegal_moves >most_work_in_a_frame "
                           ">longest_planning_frame,_ms >mean,_ms >tick_without_planning,_ms");
    game_config config = {.side = 512,
                          .units = 1000,
                          .waves_per_second = 1,
                          .budget = WORLD_BUDGET,
                          .workers = 1,
                          .seed = WORLD_SEEDS};
    world_game_row(page, &config);
    config.workers = 2;
    world_game_row(page, &config);
    config.side = 1024;
    config.units = 10000;
    config.waves_per_second = 10;
    config.seed = 1;
    config.workers = 1;
    world_game_row(page, &config);
    config.workers = 2;
    world_game_row(page, &config);
    bench_page_end_table(page);
}

// A sealed room -----------------------------------------------------------------------------------

static void world_sealed_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
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
    bench_page_title(page, 2, "A sealed room");
    bench_page_text(page, "1,000 units on 256² are sent, one by one, into a room without a door, "
                          "for 600 frames; plans lead to the nearest cell that can be reached.");
    bench_page_table(page, "<room >most_work_in_a_frame,_of_4,000 >longest_frame,_ms >plans");
    bench_page_row(page, "sealed|%llu|%.2f|%llu", (unsigned long long)stats.work_max, 1e3 * worst,
                   (unsigned long long)stats.plans);
    bench_page_end_table(page);
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
    *stats = way_world_statistics(world);
    *memory = way_world_statistics(world).memory;
    way_world_destroy(world);
    way_map_destroy(map);
    free(weights);
    free(units);
    return best * 1e9;
}

static void world_agree_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "Agreement");
    bench_page_text(
        page,
        "Processor time for each unit of a tick: agreement by priority inheritance, following "
        "routes, and noticing arrivals; plans are made between the ticks that are timed. 1024² "
        "with 5 %% of the cells blocked at random, 64 groups, the best of 30 ticks. What limits it "
        "is memory: at 100,000 units more than the caches hold. The authors' C++ on an ARM machine "
        "takes 435 to 710 ns at 1,000 units and 1,085 to 1,280 at 10,000.");
    bench_page_table(page, "<units >ns_per_unit >tick,_times_the_row_above >bytes_per_unit "
                           ">units,_MB >cells,_MB >searches,_MB >world,_MB");
    double above = 0;
    for (uint32_t count = 1000; count <= 100000; count *= 10) {
        way_world_stats stats;
        way_world_memory memory;
        const double best = world_agree(count, &stats, &memory);
        bench_page_row(page, "%u|%.0f|%.1f|%zu|%.1f|%.1f|%.1f|%.1f", count, best,
                       above > 0 ? 10 * best / above : 1.0, stats.unit_bytes,
                       (double)memory.units / 1e6, (double)memory.cells / 1e6,
                       (double)memory.searches / 1e6, (double)stats.bytes / 1e6);
        above = best;
    }
    bench_page_end_table(page);
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

static void world_edits_row(bench_page *page, const char *algorithm)
{
    way_map *map = NULL;
    way_world *world = world_edits_make(algorithm, &map);
    way_rng rng = way_rng_seed(10);
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
    bench_page_row(page, "`%s`|%.0f|%.0f|%.1f|%.0f|%llu", way_world_choice(world, 0, 0).algorithm,
                   1e6 * sum / EDITS_COUNT, 1e6 * worst, (double)touched / EDITS_COUNT,
                   (double)(stats.work_total - work_before) / EDITS_COUNT,
                   (unsigned long long)stats.work_max);
    way_world_destroy(world);
    way_map_destroy(map);
}

static void world_edits_section(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    static const char *const algorithms[] = {NULL, "sectors", "hpastar", "dba", "beacon"};
    bench_page_title(page, 2, "Edits");
    bench_page_text(
        page,
        "What a call of way_world_edit takes: 60 buildings of 4 to 8 cells per side go up and down "
        "on 512² of plain ground with 1,000 units on their way, 20 frames of 4,000 units after "
        "each. Where a database plans, the call repairs it completely, and the budgets of the "
        "frames to come pay for that: \"work\" is all that frames counted for each edit.");
    bench_page_table(page, "<search >edit,_us >worst,_us >plans_touched >work >most_in_a_frame");
    for (uint32_t k = 0; k < sizeof algorithms / sizeof *algorithms; k++) {
        world_edits_row(page, algorithms[k]);
    }
    bench_page_end_table(page);
}

int main(int argument_count, char **arguments)
{
    static const bench_study_part parts[] = {
        {"maps", world_maps_section},     {"game", world_game_section},
        {"sealed", world_sealed_section}, {"agreement", world_agree_section},
        {"edits", world_edits_section},   {"mapf", world_mapf_section},
        {"avoid", world_avoid_section},   {NULL, NULL}};
    static const bench_study_config config = {
        .name = "world", .title = "A world of units, measured", .parts = parts};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page_text(bench_study_page(study),
                    "Times are of the processor; work is counted and the same everywhere. "
                    "What it means is in docs/world.md.");
    return bench_study_run(study);
}
