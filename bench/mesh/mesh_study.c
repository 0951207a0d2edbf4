// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_mesh --db FILE [--data FOLDER] [--only PART]: ways over navigation meshes
// that are made from maps, beside paths over their cells. Parts are "ways" and "edits". Behind
// `make bench SUITE=mesh`.
#include "bench/mesh/mesh_study.h"

#include "bench/kit/stopwatch.h"
#include "bench/store/study.h"

#include <waymark/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESH_PASSES 3u ///< of each trip; the least time counts

static const char *mesh_data = "../shared";

static const char *const mesh_made[] = {
    "gen:rooms,width=256,height=256,seed=5", "gen:caves,width=256,height=256,seed=3",
    "gen:maze,width=201,height=201,seed=3", "gen:random,width=256,height=256,seed=2", NULL};

const mesh_maps mesh_study_maps[] = {
    {.title = "Dragon Age", .words = bench_ten_maps, .problems = 200},
    {.title = "Rooms, caves, a maze, noise", .words = mesh_made, .problems = 100},
    {.title = NULL}};

bool mesh_open(const mesh_maps *maps, uint32_t index, bench_ground *out)
{
    static bench_set set = {.name = "mesh", .pick = BENCH_PICK_SPREAD};
    set.problems = maps->problems;
    return bench_ground_open_word(&set, maps->words[index], mesh_data, out);
}

// Ways --------------------------------------------------------------------------------------------

/// Makes a trip; microseconds, the least of some passes. The path is there afterwards.
static double mesh_go(bench_rig *seeker, way_trip trip)
{
    double least = 0;
    for (uint32_t pass = 0; pass < MESH_PASSES; pass++) {
        const double from = stopwatch_worked();
        bench_need(way_agent_begin(seeker->agent, &trip), "trip");
        const way_outcome outcome = way_agent_run(seeker->agent);
        const double spent = (stopwatch_worked() - from) * 1e6;
        bench_need(outcome == WAY_OUTCOME_FOUND ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND, "path");
        least = pass == 0 || spent < least ? spent : least;
    }
    return least;
}

/// What was measured on the maps of a set.
typedef struct mesh_ways {
    bench_sample time, grid_time, cells, pulled, expansions, build;
    double polygons, bytes;
} mesh_ways;

static double mesh_path_length(const bench_rig *seeker)
{
    uint32_t count = 0;
    double length = 0;
    const way_state *states = way_agent_path(seeker->agent, &count);
    for (uint32_t i = 1; i < count; i++) {
        const way_point ends[] = {way_points_at(seeker->space, states[i - 1]),
                                  way_points_at(seeker->space, states[i])};
        length += way_points_length(ends, 2);
    }
    return length;
}

/// How long the string is that is pulled through A*'s chain of polygons.
static double mesh_pulled_length(const way_mesh *mesh, bench_rig *chain, way_point start,
                                 way_point goal)
{
    const way_trip trip = {.start = way_mesh_locate(mesh, start),
                           .goal = way_mesh_locate(mesh, goal)};
    if (trip.start == trip.goal) {
        return way_points_length((way_point[]){start, goal}, 2);
    }
    bench_need(way_agent_begin(chain->agent, &trip), "chain");
    (void)way_agent_run(chain->agent);
    way_mesh_chain string = {.start = start, .goal = goal};
    string.polygons = way_agent_path(chain->agent, &string.count);
    way_point *points = malloc(((size_t)string.count + 1) * sizeof *points);
    bench_need(points ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, "string");
    uint32_t count = 0;
    bench_need(way_mesh_pull(mesh, &string, points, string.count + 1, &count), "string");
    const double length = way_points_length(points, count);
    free(points);
    return length;
}

way_point mesh_middle(const way_map *map, way_cell cell)
{
    const uint32_t width = way_map_width(map);
    return (way_point){(int32_t)(cell % width * WAY_MESH_UNIT + WAY_MESH_UNIT / 2),
                       (int32_t)(cell / width * WAY_MESH_UNIT + WAY_MESH_UNIT / 2)};
}

static void mesh_measure_map(const bench_ground *ground, mesh_ways *ways)
{
    way_mesh *mesh = NULL;
    for (uint32_t pass = 0; pass < MESH_PASSES; pass++) {
        way_mesh_destroy(mesh);
        const double from = stopwatch_worked();
        bench_need(way_mesh_create_for(&(way_mesh_map_config){.map = ground->map}, &mesh), "mesh");
        bench_sample_add(&ways->build, (stopwatch_worked() - from) * 1e3);
    }
    ways->polygons += way_mesh_polygon_count(mesh);
    ways->bytes += (double)way_mesh_bytes(mesh);
    way_space *points = NULL;
    way_space *polygons = NULL;
    way_space *cells = NULL;
    bench_need(way_space_create_points(mesh, 2, NULL, &points), "points");
    bench_need(way_space_create_mesh(mesh, NULL, &polygons), "polygons");
    bench_need(way_space_create_grid(ground->map, 1, NULL, &cells), "grid");
    bench_rig free = bench_rig_open(points, "polyanya");
    bench_rig chain = bench_rig_open(polygons, "astar");
    bench_rig grid = bench_rig_open(cells, "astar");
    for (uint32_t i = 0; i < ground->count; i++) {
        const bench_problem *problem = &ground->problems[i];
        const way_point start = mesh_middle(ground->map, problem->start);
        const way_point goal = mesh_middle(ground->map, problem->goal);
        if (problem->start == problem->goal) {
            continue;
        }
        bench_need(way_points_set(points, 0, start), "start");
        bench_need(way_points_set(points, 1, goal), "goal");
        bench_sample_add(&ways->time, mesh_go(&free, (way_trip){.start = 0, .goal = 1}));
        bench_sample_add(&ways->expansions, (double)way_agent_stats(free.agent).expansions);
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        bench_sample_add(&ways->grid_time, mesh_go(&grid, trip));
        const double length = mesh_path_length(&free);
        const double walked = (double)way_agent_cost(grid.agent) / bench_ground_cell(ground);
        bench_sample_add(&ways->cells, walked / length);
        bench_sample_add(&ways->pulled, mesh_pulled_length(mesh, &chain, start, goal) / length);
    }
    bench_rig *const rigs[] = {&free, &chain, &grid};
    for (uint32_t i = 0; i < 3; i++) {
        bench_rig_close(rigs[i]);
        way_space_destroy(rigs[i]->space);
    }
    way_mesh_destroy(mesh);
}

static void mesh_ways_row(bench_page *page, const char *word, mesh_ways *ways)
{
    bench_page_row(
        page, "%s|%.1f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.3f|%.3f|%.3f|%.3f|%.3f", word,
        bench_sample_mean(&ways->build), ways->polygons, ways->bytes / 1024,
        bench_sample_mean(&ways->expansions), bench_sample_mean(&ways->time),
        bench_sample_quantile(&ways->time, 0.95), bench_sample_quantile(&ways->time, 1),
        bench_sample_mean(&ways->grid_time), bench_sample_quantile(&ways->grid_time, 0.95),
        bench_sample_quantile(&ways->grid_time, 1), bench_sample_mean(&ways->cells),
        bench_sample_quantile(&ways->cells, 0.95), bench_sample_quantile(&ways->cells, 1),
        bench_sample_mean(&ways->pulled), bench_sample_quantile(&ways->pulled, 1));
    bench_sample *const all[] = {&ways->build, &ways->time,   &ways->grid_time,
                                 &ways->cells, &ways->pulled, &ways->expansions};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        bench_sample_free(all[i]);
    }
}

static void mesh_ways_set(bench_page *page, const mesh_maps *maps)
{
    mesh_ways all = {0};
    uint32_t count = 0;
    bench_page_title(page, 3, maps->title);
    bench_page_table(page, "<map >mesh_ms >polygons >KB >gaps >us >us,_p95 >us,_worst >cells:_us "
                           ">cells:_us,_p95 >cells:_us,_worst >cells/mesh >cells/mesh,_p95 "
                           ">cells/mesh,_worst >pulled/mesh >pulled/mesh,_worst");
    for (uint32_t i = 0; maps->words[i]; i++) {
        bench_ground ground;
        if (!mesh_open(maps, i, &ground)) {
            continue;
        }
        mesh_measure_map(&ground, &all);
        bench_ground_close(&ground);
        count++;
    }
    if (count) {
        all.polygons /= count;
        all.bytes /= count;
        mesh_ways_row(page, "all", &all);
    }
    bench_page_end_table(page);
    if (!count) {
        bench_page_text(page, "These maps are not at hand.");
    }
}

static void mesh_part_ways(bench_study *study)
{
    bench_page *page = bench_study_page(study);
    bench_page_title(page, 2, "Polyanya, and A* over cells");
    bench_page_text(page,
                    "Problems of all lengths, between the middles of cells, least of %u passes; "
                    "dense stores. Gaps: polygons "
                    "that gaps were pushed through per path. us: per path of Polyanya, then of A* "
                    "over the cells. cells/mesh: "
                    "length of A*'s path over Polyanya's; pulled/mesh: of a string pulled through "
                    "A*'s chain of polygons. "
                    "Processor time of the thread.",
                    MESH_PASSES);
    for (const mesh_maps *maps = mesh_study_maps; maps->title; maps++) {
        mesh_ways_set(page, maps);
    }
}

// The page ----------------------------------------------------------------------------------------

int main(int argument_count, char **arguments)
{
    static const bench_study_part parts[] = {
        {"ways", mesh_part_ways}, {"edits", mesh_edits}, {NULL, NULL}};
    static const bench_study_config config = {
        .name = "mesh", .title = "Navigation meshes, measured", .parts = parts};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    mesh_data = bench_study_data(study);
    return bench_study_run(study);
}
