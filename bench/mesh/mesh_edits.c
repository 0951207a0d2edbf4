// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/stopwatch.h"
#include "bench/mesh/mesh_study.h"

#include <waymark/all.h>

#include <stdio.h>

#define EDITS_COUNT 50u    ///< of each map
#define EDITS_BUDGET 2000u ///< of a call

static const uint32_t edits_tiles[] = {0, 128, 64, 32};

/// What tiles of one size took on all maps.
typedef struct edits_sum {
    bench_sample build, polygons, bytes, repair, calls, call, time, expansions;
} edits_sum;

/// Has a mesh follow in calls with a budget: adds what each took, and tells how many they were.
static uint32_t edits_follow(way_mesh *mesh, uint32_t budget, bench_sample *each)
{
    uint32_t count = 0;
    for (bool done = false; !done; count++) {
        const double from = stopwatch_worked();
        bench_need(way_mesh_repair(mesh, budget, &done), "repair");
        bench_sample_add(each, (stopwatch_worked() - from) * 1e6);
    }
    return count;
}

/// A cell of the ground, or a wall beside it, flips; a mesh follows at once, another in calls with
/// a budget.
static void edits_flip(way_map *map, way_mesh *mesh, way_mesh *slow, way_rng *rng, edits_sum *sum)
{
    const uint32_t width = way_map_width(map);
    const uint32_t cells = width * way_map_height(map);
    way_cell cell = 0;
    bool near = false;
    while (!near) {
        cell = way_rng_below(rng, cells);
        for (int64_t i = 0; i < 9 && !near; i++) {
            const way_cell other =
                way_map_cell(map, cell % width + i % 3 - 1, cell / width + i / 3 - 1);
            near = other != WAY_CELL_NONE && way_map_is_passable(map, other);
        }
    }
    const way_edit edit = {cell % width, cell / width, 1, 1,
                           way_map_is_passable(map, cell) ? 0 : 1};
    bench_need(way_map_edit(map, &edit, 1), "edit");
    (void)edits_follow(mesh, UINT32_MAX, &sum->repair);
    bench_sample_add(&sum->calls, edits_follow(slow, EDITS_BUDGET, &sum->call));
}

/// The problems of a map over a mesh.
static void edits_trips(const bench_ground *ground, const way_mesh *mesh, edits_sum *sum)
{
    way_space *space = NULL;
    bench_need(way_space_create_points(mesh, 2, NULL, &space), "points");
    bench_rig rig = bench_rig_open(space, "polyanya");
    const way_trip trip = {.start = 0, .goal = 1};
    for (uint32_t i = 0; i < ground->count; i++) {
        const bench_problem *problem = &ground->problems[i];
        bench_need(way_points_set(space, 0, mesh_middle(ground->map, problem->start)), "start");
        bench_need(way_points_set(space, 1, mesh_middle(ground->map, problem->goal)), "goal");
        double least = 1e9;
        for (uint32_t pass = 0; pass < 3; pass++) {
            const double from = stopwatch_worked();
            bench_need(way_agent_begin(rig.agent, &trip), "trip");
            (void)way_agent_run(rig.agent);
            const double spent = stopwatch_worked() - from;
            least = spent < least ? spent : least;
        }
        bench_sample_add(&sum->time, least * 1e6);
        bench_sample_add(&sum->expansions, (double)way_agent_stats(rig.agent).expansions);
    }
    bench_rig_close(&rig);
    way_space_destroy(space);
}

static void edits_map(const bench_ground *ground, uint32_t tile, edits_sum *sum)
{
    way_map *map = bench_copy_map(ground->map);
    way_mesh *mesh = NULL;
    way_mesh *slow = NULL;
    way_rng rng = way_rng_seed(7);
    const way_mesh_map_config config = {.map = map, .tile = tile};
    const double from = stopwatch_worked();
    bench_need(way_mesh_create_for(&config, &mesh), "mesh");
    bench_sample_add(&sum->build, (stopwatch_worked() - from) * 1e3);
    bench_sample_add(&sum->polygons, way_mesh_polygon_count(mesh));
    bench_sample_add(&sum->bytes, (double)way_mesh_bytes(mesh));
    edits_trips(ground, mesh, sum);
    bench_need(way_mesh_create_for(&config, &slow), "mesh");
    for (uint32_t i = 0; i < EDITS_COUNT; i++) {
        edits_flip(map, mesh, slow, &rng, sum);
    }
    way_mesh_destroy(slow);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

static void edits_row(bench_page *page, uint32_t tile, edits_sum *sum)
{
    char name[32];
    (void)snprintf(name, sizeof name, tile ? "%u x %u cells" : "the whole map", tile, tile);
    bench_page_row(page, "%s|%.1f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f", name,
                   bench_sample_mean(&sum->build), bench_sample_mean(&sum->polygons),
                   bench_sample_mean(&sum->bytes) / 1024, bench_sample_mean(&sum->repair),
                   bench_sample_quantile(&sum->repair, 0.95),
                   bench_sample_quantile(&sum->repair, 1), bench_sample_mean(&sum->calls),
                   bench_sample_quantile(&sum->call, 0.95), bench_sample_quantile(&sum->call, 1),
                   bench_sample_mean(&sum->expansions), bench_sample_mean(&sum->time),
                   bench_sample_quantile(&sum->time, 0.95));
    (void)fprintf(stderr, "tile %u: repair %.0f us, worst call %.0f us, path %.0f us\n", tile,
                  bench_sample_mean(&sum->repair), bench_sample_quantile(&sum->call, 1),
                  bench_sample_mean(&sum->time));
    bench_sample *all[] = {&sum->build, &sum->polygons, &sum->bytes, &sum->repair,
                           &sum->calls, &sum->call,     &sum->time,  &sum->expansions};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        bench_sample_free(all[i]);
    }
}

static void edits_set(bench_page *page, const mesh_maps *maps)
{
    enum { TILES = sizeof edits_tiles / sizeof *edits_tiles };
    edits_sum sums[TILES] = {0};
    uint32_t count = 0;
    bench_page_title(page, 3, maps->title);
    for (uint32_t i = 0; maps->words[i]; i++) {
        bench_ground ground;
        if (!mesh_open(maps, i, &ground)) {
            continue;
        }
        for (uint32_t k = 0; k < TILES; k++) {
            edits_map(&ground, edits_tiles[k], &sums[k]);
        }
        bench_ground_close(&ground);
        count++;
    }
    if (!count) {
        bench_page_text(page, "These maps are not at hand.");
        return;
    }
    bench_page_table(page, "<tiles >mesh_ms >polygons >KB >repair_us >repair_us,_p95 "
                           ">repair_us,_worst >calls >call_us,_p95 >call_us,_worst >gaps >us "
                           ">us,_p95");
    for (uint32_t k = 0; k < TILES; k++) {
        edits_row(page, edits_tiles[k], &sums[k]);
    }
    bench_page_end_table(page);
}

void mesh_edits(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "Meshes that follow a map");
    bench_page_text(
        page,
        "%u times on each map a cell of the ground, or a wall beside it, flips, and "
        "`way_mesh_repair` makes its tile again. Another mesh follows in calls with a budget of "
        "%u: "
        "how many they were, and what one took. The last columns are Polyanya's on the problems "
        "above, before the edits.",
        EDITS_COUNT, EDITS_BUDGET);
    for (const mesh_maps *maps = mesh_study_maps; maps->title; maps++) {
        edits_set(page, maps);
    }
}
