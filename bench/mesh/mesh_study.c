// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark_mesh --db FILE [--data FOLDER] [--problems N] [--only PART]: ways over navigation meshes
// that are made from maps, beside paths over their cells, and A* with estimates that were prepared.
// Parts are "ways", "edits" and "estimates". Behind `make bench-mesh`.
#include "bench/mesh/mesh_study.h"

#include "bench/kit/stopwatch.h"
#include "bench/store/study.h"

#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESH_PASSES 3u ///< of each trip; the least time counts

static const char *mesh_data = "../shared";
static uint32_t mesh_problems = 0; ///< of each map; 0 = as the set says

static const char *const mesh_dao[] = {"dao/hrt000d", "dao/orz100d", "dao/orz103d", "dao/orz300d",
                                       "dao/orz700d", "dao/orz702d", "dao/orz900d", "dao/ost000a",
                                       "dao/ost000t", "dao/ost100d", NULL};
static const char *const mesh_made[] = {
    "gen:rooms,width=256,height=256,seed=5", "gen:caves,width=256,height=256,seed=3",
    "gen:maze,width=201,height=201,seed=3", "gen:random,width=256,height=256,seed=2", NULL};

const mesh_maps mesh_study_maps[] = {
    {.title = "Dragon Age", .words = mesh_dao, .problems = 200, .data = true},
    {.title = "Rooms, caves, a maze, noise", .words = mesh_made, .problems = 100},
    {.title = NULL}};

bool mesh_open(const mesh_maps *maps, uint32_t index, bench_ground *out)
{
    bench_task task = {.set = 0};
    bench_set set = {.name = "mesh",
                     .problems = mesh_problems ? mesh_problems : maps->problems,
                     .pick = BENCH_PICK_SPREAD};
    (void)snprintf(task.map, sizeof task.map, "%s", maps->words[index]);
    const bench_plan plan = {.sets = &set, .set_count = 1, .tasks = &task, .seed = 1};
    way_problem problem = {0};
    const way_status status = bench_ground_open(&plan, &task, mesh_data, out, &problem);
    if (status != WAY_STATUS_OK) {
        (void)fprintf(stderr, "waymark_mesh: left out: %s\n", problem.text);
    }
    return status == WAY_STATUS_OK;
}

way_map *mesh_copy_map(const way_map *map)
{
    way_map_config config = way_map_config_default(way_map_width(map), way_map_height(map));
    const uint32_t cells = config.width * config.height;
    uint8_t *weights = malloc(cells);
    mesh_need(weights ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, "map");
    for (way_cell cell = 0; cell < cells; cell++) {
        weights[cell] = way_map_weight(map, cell);
    }
    config.weights = weights;
    way_map *copy = NULL;
    mesh_need(way_map_create(&config, &copy), "map");
    free(weights);
    return copy;
}

// Ways --------------------------------------------------------------------------------------------

/// A space with an algorithm and one agent.
typedef struct mesh_seeker {
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} mesh_seeker;

static mesh_seeker mesh_seeker_open(way_space *space, const char *spec)
{
    mesh_seeker seeker = {.space = space};
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    mesh_need(way_navigator_create(&plan, &seeker.navigator), spec);
    const way_agent_config config = {.navigator = seeker.navigator};
    mesh_need(way_agent_create(&config, &seeker.agent), spec);
    return seeker;
}

static void mesh_seeker_close(mesh_seeker *seeker)
{
    way_agent_destroy(seeker->agent);
    way_navigator_destroy(seeker->navigator);
    way_space_destroy(seeker->space);
}

/// Makes a trip; microseconds, the least of some passes. The path is there afterwards.
static double mesh_seeker_go(mesh_seeker *seeker, way_trip trip)
{
    double least = 0;
    for (uint32_t pass = 0; pass < MESH_PASSES; pass++) {
        const double from = stopwatch_worked();
        mesh_need(way_agent_begin(seeker->agent, &trip), "trip");
        const way_outcome outcome = way_agent_run(seeker->agent);
        const double spent = (stopwatch_worked() - from) * 1e6;
        mesh_need(outcome == WAY_OUTCOME_ARRIVED ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND, "path");
        least = pass == 0 || spent < least ? spent : least;
    }
    return least;
}

/// What was measured on the maps of a set, or on one of them.
typedef struct mesh_ways {
    mesh_sample time, grid_time, cells, pulled, expansions, build;
    double polygons, bytes;
} mesh_ways;

static double mesh_path_length(const mesh_seeker *seeker)
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
static double mesh_pulled_length(const way_mesh *mesh, mesh_seeker *chain, way_point start,
                                 way_point goal)
{
    const way_trip trip = {.start = way_mesh_locate(mesh, start),
                           .goal = way_mesh_locate(mesh, goal)};
    if (trip.start == trip.goal) {
        return way_points_length((way_point[]){start, goal}, 2);
    }
    mesh_need(way_agent_begin(chain->agent, &trip), "chain");
    (void)way_agent_run(chain->agent);
    way_mesh_chain string = {.start = start, .goal = goal};
    string.polygons = way_agent_path(chain->agent, &string.count);
    way_point *points = malloc(((size_t)string.count + 1) * sizeof *points);
    mesh_need(points ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, "string");
    uint32_t count = 0;
    mesh_need(way_mesh_pull(mesh, &string, points, string.count + 1, &count), "string");
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
        mesh_need(way_mesh_create_from_map(ground->map, NULL, &mesh), "mesh");
        mesh_sample_add(&ways->build, (stopwatch_worked() - from) * 1e3);
    }
    ways->polygons = way_mesh_polygon_count(mesh);
    ways->bytes = (double)way_mesh_bytes(mesh);
    way_space *points = NULL;
    way_space *polygons = NULL;
    way_space *cells = NULL;
    mesh_need(way_space_create_points(mesh, 2, NULL, &points), "points");
    mesh_need(way_space_create_mesh(mesh, NULL, &polygons), "polygons");
    mesh_need(way_space_create_grid(ground->map, 1, NULL, &cells), "grid");
    mesh_seeker free = mesh_seeker_open(points, "polyanya");
    mesh_seeker chain = mesh_seeker_open(polygons, "astar");
    mesh_seeker grid = mesh_seeker_open(cells, "astar");
    for (uint32_t i = 0; i < ground->count; i++) {
        const bench_problem *problem = &ground->problems[i];
        const way_point start = mesh_middle(ground->map, problem->start);
        const way_point goal = mesh_middle(ground->map, problem->goal);
        if (problem->start == problem->goal) {
            continue;
        }
        mesh_need(way_points_place(points, 0, start), "start");
        mesh_need(way_points_place(points, 1, goal), "goal");
        mesh_sample_add(&ways->time, mesh_seeker_go(&free, (way_trip){.start = 0, .goal = 1}));
        mesh_sample_add(&ways->expansions, (double)way_agent_stats(free.agent).expansions);
        const way_trip trip = {.start = problem->start, .goal = problem->goal};
        mesh_sample_add(&ways->grid_time, mesh_seeker_go(&grid, trip));
        const double length = mesh_path_length(&free);
        const double walked = (double)way_agent_cost(grid.agent) / bench_ground_cell(ground);
        mesh_sample_add(&ways->cells, walked / length);
        mesh_sample_add(&ways->pulled, mesh_pulled_length(mesh, &chain, start, goal) / length);
    }
    mesh_seeker_close(&free);
    mesh_seeker_close(&chain);
    mesh_seeker_close(&grid);
    way_mesh_destroy(mesh);
}

static void mesh_ways_row(bench_page *page, const char *word, mesh_ways *ways)
{
    bench_page_cell(page, "%s", word);
    bench_page_cell(page, "%.1f", mesh_sample_mean(&ways->build));
    bench_page_cell(page, "%.0f", ways->polygons);
    bench_page_cell(page, "%.0f", ways->bytes / 1024);
    bench_page_cell(page, "%.0f", mesh_sample_mean(&ways->expansions));
    bench_page_cell(page, "%.0f", mesh_sample_mean(&ways->time));
    bench_page_cell(page, "%.0f", mesh_sample_quantile(&ways->time, 0.95));
    bench_page_cell(page, "%.0f", mesh_sample_quantile(&ways->time, 1));
    bench_page_cell(page, "%.0f", mesh_sample_mean(&ways->grid_time));
    bench_page_cell(page, "%.0f", mesh_sample_quantile(&ways->grid_time, 0.95));
    bench_page_cell(page, "%.0f", mesh_sample_quantile(&ways->grid_time, 1));
    bench_page_cell(page, "%.3f", mesh_sample_mean(&ways->cells));
    bench_page_cell(page, "%.3f", mesh_sample_quantile(&ways->cells, 0.95));
    bench_page_cell(page, "%.3f", mesh_sample_quantile(&ways->cells, 1));
    bench_page_cell(page, "%.3f", mesh_sample_mean(&ways->pulled));
    bench_page_cell(page, "%.3f", mesh_sample_quantile(&ways->pulled, 1));
    (void)fprintf(stderr, "%s: %.0f us, %.0f expansions\n", word, mesh_sample_mean(&ways->time),
                  mesh_sample_mean(&ways->expansions));
    mesh_sample_free(&ways->build);
    mesh_sample_free(&ways->time);
    mesh_sample_free(&ways->grid_time);
    mesh_sample_free(&ways->cells);
    mesh_sample_free(&ways->pulled);
    mesh_sample_free(&ways->expansions);
}

/// Adds the numbers of one map to those of its set.
static void mesh_ways_add(mesh_ways *all, const mesh_ways *one)
{
    const mesh_sample *from[] = {&one->time,   &one->grid_time,  &one->cells,
                                 &one->pulled, &one->expansions, &one->build};
    mesh_sample *to[] = {&all->time,   &all->grid_time,  &all->cells,
                         &all->pulled, &all->expansions, &all->build};
    for (uint32_t i = 0; i < sizeof to / sizeof *to; i++) {
        for (uint32_t k = 0; k < from[i]->count; k++) {
            mesh_sample_add(to[i], from[i]->values[k]);
        }
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
        mesh_ways ways = {0};
        mesh_measure_map(&ground, &ways);
        mesh_ways_add(&all, &ways);
        all.polygons += ways.polygons;
        all.bytes += ways.bytes;
        count++;
        mesh_ways_row(page, maps->words[i], &ways);
        bench_ground_close(&ground);
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

static void mesh_part_ways(bench_page *page)
{
    bench_page_title(page, 2, "Polyanya, and A* over cells");
    bench_page_text(
        page,
        "Meshes are made by `way_mesh_create_from_map`. Problems of all lengths, between the "
        "middles "
        "of cells, %u passes each, the least time counts; dense stores. Gaps: polygons that gaps "
        "were pushed through per path. us: per path of Polyanya, mean, 95th percentile and worst; "
        "then those of A* over the cells, with its preset, in the same run. cells/mesh: the length "
        "of A*'s path over that of Polyanya's; pulled/mesh: of a string pulled through A*'s chain "
        "of polygons. Times are those that the thread worked.",
        MESH_PASSES);
    for (const mesh_maps *maps = mesh_study_maps; maps->title; maps++) {
        mesh_ways_set(page, maps);
    }
}

// The page ----------------------------------------------------------------------------------------

int main(int argument_count, char **arguments)
{
    const char *problems = "0";
    const bench_study_option options[] = {{"--problems", &problems}, {NULL, NULL}};
    const bench_study_config config = {
        .name = "mesh", .title = "Meshes and prepared estimates", .options = options};
    bench_study *study = bench_study_begin(&config, argument_count, arguments);
    bench_page *page = bench_study_page(study);
    mesh_problems = (uint32_t)strtoul(problems, NULL, 10);
    mesh_data = bench_study_data(study);
    if (bench_study_wants(study, "ways")) {
        mesh_part_ways(page);
    }
    if (bench_study_wants(study, "edits")) {
        mesh_edits(page);
    }
    if (bench_study_wants(study, "estimates")) {
        mesh_estimates(page);
    }
    return bench_study_end(study);
}
