// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways over navigation meshes that are made from maps, beside paths over their cells; meshes that
// follow edits.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <waymark/all.h>
#include <waymark/mesh.h>

#include <stdlib.h>

#define MESH_PASSES 3u ///< of each trip; the least time counts

#define MESH_EDITS 50u    ///< of each map
#define MESH_BUDGET 2000u ///< of a call

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

static way_point mesh_middle(const way_map *map, way_cell cell)
{
    const uint32_t width = way_map_width(map);
    return (way_point){(int32_t)(cell % width * WAY_MESH_UNIT + WAY_MESH_UNIT / 2),
                       (int32_t)(cell / width * WAY_MESH_UNIT + WAY_MESH_UNIT / 2)};
}

/// Makes a mesh of a map and notes what that took.
static way_mesh *mesh_make(bench_study *study, const way_map *map, uint32_t tile)
{
    way_mesh *mesh = NULL;
    const double from = stopwatch_worked();
    bench_need(way_mesh_create_for(&(way_mesh_map_config){.map = map, .tile = tile}, &mesh),
               "mesh");
    bench_study_note(study, "mesh ms", BENCH_TIMED, (stopwatch_worked() - from) * 1e3);
    bench_study_note(study, "polygons", 0, way_mesh_polygon_count(mesh));
    bench_study_note(study, "KB", 0, (double)way_mesh_bytes(mesh) / 1024);
    return mesh;
}

/// Sets the ends of problem `index` in a space of points.
static void mesh_ends(const bench_ground *ground, uint32_t index, way_space *points)
{
    const bench_problem *problem = &ground->problems[index];
    bench_need(way_points_set(points, 0, mesh_middle(ground->map, problem->start)), "start");
    bench_need(way_points_set(points, 1, mesh_middle(ground->map, problem->goal)), "goal");
}

static void mesh_note_ratios(bench_study *study, const char *name, bench_sample *ratios)
{
    char other[BENCH_MEASURE_MAX];
    bench_study_note(study, name, 0, bench_sample_mean(ratios));
    (void)snprintf(other, sizeof other, "%s p95", name);
    bench_study_note(study, other, 0, bench_sample_quantile(ratios, 0.95));
    (void)snprintf(other, sizeof other, "%s worst", name);
    bench_study_note(study, other, BENCH_LARGEST, bench_sample_quantile(ratios, 1));
    bench_sample_free(ratios);
}

void bench_study_mesh(bench_study *study)
{
    const bench_ground *ground = study->ground;
    bench_sample time = {0};
    bench_sample grid_time = {0};
    bench_sample expansions = {0};
    bench_sample walked = {0};
    bench_sample pulled = {0};
    way_mesh *mesh = mesh_make(study, ground->map, bench_study_number(study, "tile", 0));
    way_space *points = NULL;
    way_space *polygons = NULL;
    bench_need(way_space_create_points(mesh, 2, NULL, &points), "points");
    bench_need(way_space_create_mesh(mesh, NULL, &polygons), "polygons");
    bench_rig free = bench_rig_open(points, "polyanya");
    bench_rig chain = bench_rig_open(polygons, "astar");
    bench_rig grid = bench_rig_open(ground->space, "astar");
    for (uint32_t i = 0; i < ground->count; i++) {
        const way_trip trip = bench_ground_trip(ground, i);
        mesh_ends(ground, i, points);
        bench_sample_add(&time, mesh_go(&free, (way_trip){.start = 0, .goal = 1}));
        bench_sample_add(&expansions, (double)way_agent_stats(free.agent).expansions);
        bench_sample_add(&grid_time, mesh_go(&grid, trip));
        const double length = mesh_path_length(&free);
        bench_sample_add(&walked,
                         (double)way_agent_cost(grid.agent) / bench_ground_cell(ground) / length);
        bench_sample_add(&pulled,
                         mesh_pulled_length(mesh, &chain, mesh_middle(ground->map, trip.start),
                                            mesh_middle(ground->map, trip.goal)) /
                             length);
    }
    bench_study_note(study, "gaps", 0, bench_sample_mean(&expansions));
    bench_study_note_times(study, "us", &time);
    bench_study_note_times(study, "cells: us", &grid_time);
    mesh_note_ratios(study, "cells/mesh", &walked);
    mesh_note_ratios(study, "pulled/mesh", &pulled);
    bench_sample_free(&expansions);
    bench_rig *const rigs[] = {&free, &chain, &grid};
    for (uint32_t i = 0; i < 3; i++) {
        bench_rig_close(rigs[i]);
    }
    way_space_destroy(points);
    way_space_destroy(polygons);
    way_mesh_destroy(mesh);
}

// Edits -------------------------------------------------------------------------------------------

/// Has a mesh follow in calls with a budget: adds what each took, and tells how many they were.
static uint32_t mesh_follow(way_mesh *mesh, uint32_t budget, bench_sample *each)
{
    uint32_t count = 0;
    for (bool done = false; !done; count++) {
        const double from = stopwatch_worked();
        bench_need(way_mesh_repair(mesh, budget, &done), "repair");
        bench_sample_add(each, (stopwatch_worked() - from) * 1e6);
    }
    return count;
}

/// Cells flip; a mesh follows each at once, another in calls with a budget.
void bench_study_mesh_repairs(bench_study *study)
{
    bench_yard yard = bench_yard_open(study->ground);
    way_rng rng = way_rng_seed(7 + study->round);
    bench_sample time = {0};
    bench_sample repair = {0};
    bench_sample calls = {0};
    bench_sample call = {0};
    const uint32_t tile = bench_study_number(study, "tile", 0);
    way_mesh *slow = NULL;
    way_space *points = NULL;
    way_mesh *mesh = mesh_make(study, yard.map, tile);
    bench_need(way_space_create_points(mesh, 2, NULL, &points), "points");
    bench_rig rig = bench_rig_open(points, "polyanya");
    for (uint32_t i = 0; i < study->ground->count; i++) {
        mesh_ends(study->ground, i, points);
        bench_sample_add(&time, mesh_go(&rig, (way_trip){.start = 0, .goal = 1}));
    }
    bench_rig_close(&rig);
    way_space_destroy(points);
    bench_need(way_mesh_create_for(&(way_mesh_map_config){.map = yard.map, .tile = tile}, &slow),
               "mesh");
    for (uint32_t i = 0; i < MESH_EDITS; i++) {
        bench_yard_flip(yard.map, bench_yard_cell(yard.map, &rng));
        (void)mesh_follow(mesh, UINT32_MAX, &repair);
        bench_sample_add(&calls, mesh_follow(slow, MESH_BUDGET, &call));
    }
    bench_study_note_times(study, "repair us", &repair);
    bench_study_note(study, "calls", 0, bench_sample_mean(&calls));
    bench_study_note_times(study, "call us", &call);
    bench_study_note_times(study, "us", &time);
    bench_sample_free(&calls);
    way_mesh_destroy(slow);
    way_mesh_destroy(mesh);
    bench_yard_close(&yard);
}
