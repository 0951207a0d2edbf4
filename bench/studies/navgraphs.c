// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The same trips over the cells of a map and over smaller graphs on it: points of visibility,
// waypoints, a navigation mesh. What each takes to build, to search, and how long its ways are.
//
//     waymark_navgraphs [--markdown FILE]
#include "bench/kit/output.h"
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "scenes/problems.h"
#include "scenes/scene.h"

#include <waymark/navgraph.h>
#include <waymark/waymark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAVGRAPHS_SIDE 128u
#define NAVGRAPHS_SEEDS 2u
#define NAVGRAPHS_TRIPS 50u
#define NAVGRAPHS_REACH 24u
#define NAVGRAPHS_ALGORITHM "astar"

static const char *const navgraphs_generators[] = {"bunker", "caves", "city", "rooms"};

typedef enum navgraphs_kind {
    NAVGRAPHS_CELLS,
    NAVGRAPHS_CORNERS,
    NAVGRAPHS_WAYPOINTS,
    NAVGRAPHS_MESH,
    NAVGRAPHS_KINDS
} navgraphs_kind;

/// What trips over one kind of graph have come to, summed up.
typedef struct navgraphs_row {
    double build_seconds;
    uint64_t states;
    uint64_t links; ///< there and back
    double trip_seconds;
    uint64_t expansions;
    double length; ///< cells
    uint32_t maps, trips;
} navgraphs_row;

/// A graph over a map, with an agent where it serves all trips.
typedef struct navgraphs_graph {
    navgraphs_kind kind;
    const way_map *map;
    way_places places;
    way_places_config config;
    way_mesh *mesh;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} navgraphs_graph;

static void navgraphs_prepare(way_space *space, way_navigator **navigator, way_agent **agent)
{
    const way_navigator_config plan = {.space = space, .algorithm = NAVGRAPHS_ALGORITHM};
    require_ok(way_navigator_create(&plan, navigator), "navigator");
    const way_agent_config config = {.navigator = *navigator};
    require_ok(way_agent_create(&config, agent), "agent");
}

static void navgraphs_open_places(navgraphs_graph *graph)
{
    const bool corners = graph->kind == NAVGRAPHS_CORNERS;
    require_ok(corners ? way_places_corners(graph->map, NULL, &graph->places)
                       : way_places_cover(graph->map, NAVGRAPHS_REACH, NULL, &graph->places),
               "places");
    graph->config = (way_places_config){.map = graph->map,
                                        .cells = graph->places.cells,
                                        .cell_count = graph->places.count,
                                        .reach = corners ? 0 : NAVGRAPHS_REACH};
    require_ok(way_space_create_places(&graph->config, &graph->space), "graph");
}

static void navgraphs_open(navgraphs_graph *graph, navgraphs_kind kind, const way_map *map)
{
    *graph = (navgraphs_graph){.kind = kind, .map = map};
    if (kind == NAVGRAPHS_CORNERS || kind == NAVGRAPHS_WAYPOINTS) {
        navgraphs_open_places(graph);
        return;
    }
    if (kind == NAVGRAPHS_MESH) {
        require_ok(way_mesh_create_from_map(map, NULL, &graph->mesh), "mesh");
        require_ok(way_space_create_mesh(graph->mesh, NULL, &graph->space), "graph");
    } else {
        require_ok(way_space_create_grid(map, 1, NULL, &graph->space), "grid");
    }
    navgraphs_prepare(graph->space, &graph->navigator, &graph->agent);
}

static void navgraphs_close(navgraphs_graph *graph)
{
    way_agent_destroy(graph->agent);
    way_navigator_destroy(graph->navigator);
    way_space_destroy(graph->space);
    way_mesh_destroy(graph->mesh);
    way_places_free(&graph->places);
}

static void navgraphs_count(const navgraphs_graph *graph, navgraphs_row *row)
{
    way_space *space = graph->space;
    way_edge *edges = require_memory(space->degree_max + 1u, sizeof *edges);
    for (way_state state = 0; state < space->state_count; state++) {
        if (way_space_can_stand(space, state)) {
            row->states++;
            row->links += space->type->expand(space, state, edges);
        }
    }
    free(edges);
}

// Trips -------------------------------------------------------------------------------------------

static void navgraphs_walk(way_agent *agent, way_state start, way_state goal, navgraphs_row *row)
{
    const way_trip trip = {.start = start, .goal = goal};
    require_ok(way_agent_begin(agent, &trip), "begin");
    if (way_agent_run(agent) != WAY_OUTCOME_ARRIVED) {
        fprintf(stderr, "navgraphs: a trip did not arrive\n");
        exit(4);
    }
    row->expansions += way_agent_stats(agent).expansions;
}

static way_point navgraphs_point(const way_map *map, way_cell cell)
{
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, cell, &x, &y);
    return (way_point){(int32_t)(x * WAY_MESH_UNIT + WAY_MESH_UNIT / 2),
                       (int32_t)(y * WAY_MESH_UNIT + WAY_MESH_UNIT / 2)};
}

/// Over the polygons, then a string through them.
static double navgraphs_trip_mesh(const navgraphs_graph *graph, const scene_problem *problem,
                                  navgraphs_row *row)
{
    way_mesh_chain chain = {.start = navgraphs_point(graph->map, problem->start),
                            .goal = navgraphs_point(graph->map, problem->goal)};
    navgraphs_walk(graph->agent, way_mesh_locate(graph->mesh, chain.start),
                   way_mesh_locate(graph->mesh, chain.goal), row);
    chain.polygons = way_agent_path(graph->agent, &chain.count);
    way_point *points = require_memory(chain.count + 1u, sizeof *points);
    uint32_t count = 0;
    require_ok(way_mesh_pull(graph->mesh, &chain, points, chain.count + 1, &count), "pull");
    const double length = way_points_length(points, count);
    free(points);
    return length;
}

/// Both ends are tied to the graph first, which makes another space.
static double navgraphs_trip_places(const navgraphs_graph *graph, const scene_problem *problem,
                                    navgraphs_row *row)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    require_ok(
        way_space_attach(graph->space, &graph->config, problem->start, problem->goal, &space),
        "attach");
    navgraphs_prepare(space, &navigator, &agent);
    navgraphs_walk(agent, graph->config.cell_count, graph->config.cell_count + 1, row);
    const double length = (double)way_agent_cost(agent) / WAY_NAVGRAPH_CELL;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return length;
}

static void navgraphs_trip(const navgraphs_graph *graph, const scene_problem *problem,
                           navgraphs_row *row)
{
    const double start = stopwatch_cpu();
    if (graph->kind == NAVGRAPHS_MESH) {
        row->length += navgraphs_trip_mesh(graph, problem, row);
    } else if (graph->kind == NAVGRAPHS_CELLS) {
        navgraphs_walk(graph->agent, problem->start, problem->goal, row);
        row->length += (double)way_agent_cost(graph->agent) / WAY_NAVGRAPH_CELL;
    } else {
        row->length += navgraphs_trip_places(graph, problem, row);
    }
    row->trip_seconds += stopwatch_cpu() - start;
    row->trips++;
}

static void navgraphs_run_map(const way_map *map, uint64_t seed, navgraphs_row *rows)
{
    scene_problem problems[NAVGRAPHS_TRIPS];
    const scene_problems_config config = {.unit_size = 1, .seed = seed, .count = NAVGRAPHS_TRIPS};
    require_ok(scene_problems_draw_solvable(map, &config, problems), "problems");
    for (uint32_t kind = 0; kind < NAVGRAPHS_KINDS; kind++) {
        navgraphs_graph graph;
        const double start = stopwatch_cpu();
        navgraphs_open(&graph, (navgraphs_kind)kind, map);
        rows[kind].build_seconds += stopwatch_cpu() - start;
        rows[kind].maps++;
        navgraphs_count(&graph, &rows[kind]);
        for (uint32_t i = 0; i < NAVGRAPHS_TRIPS; i++) {
            navgraphs_trip(&graph, &problems[i], &rows[kind]);
        }
        navgraphs_close(&graph);
    }
}

static void navgraphs_run(const char *generator, navgraphs_row *rows)
{
    for (uint64_t seed = 1; seed <= NAVGRAPHS_SEEDS; seed++) {
        const scene_request request =
            scene_request_default(generator, NAVGRAPHS_SIDE, NAVGRAPHS_SIDE, seed);
        scene made;
        way_map *map = NULL;
        require_ok(scene_create(&request, &made, NULL), generator);
        require_ok(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_NEVER, &map), generator);
        scene_destroy(&made);
        navgraphs_run_map(map, seed, rows);
        way_map_destroy(map);
    }
}

// Report ------------------------------------------------------------------------------------------

static void navgraphs_print(FILE *out, const char *generator, const navgraphs_row *rows)
{
    static const char *const names[] = {"cells", "points of visibility", "waypoints", "mesh"};
    for (uint32_t kind = 0; kind < NAVGRAPHS_KINDS; kind++) {
        const navgraphs_row *row = &rows[kind];
        fprintf(out, "| %s | %s | %.0f | %.0f | %.1f | %.0f | %.0f | %.3f |\n", generator,
                names[kind], (double)row->states / row->maps, (double)row->links / row->maps,
                1e3 * row->build_seconds / row->maps, (double)row->expansions / row->trips,
                1e6 * row->trip_seconds / row->trips, row->length / rows[0].length);
    }
}

int main(int count, char **arguments)
{
    const char *markdown =
        count > 2 && strcmp(arguments[1], "--markdown") == 0 ? arguments[2] : NULL;
    output out;
    output_open(&out, markdown);
    fprintf(out.stream,
            "# Graphs over maps, measured\n\n    make bench-worlds\n\n"
            "The same trips over the cells of a map and over smaller graphs on it: %u maps of %u x "
            "%u cells of each kind, %u trips on each, by `%s`. A trip over points of visibility or "
            "waypoints (a reach of %u cells) starts with tying its two ends to the graph; one over "
            "a mesh ends with pulling the string. Means; times are of the processor, on a shared "
            "machine. Lengths are against the way over cells, which turns by 45 degrees only; ways "
            "over a mesh may touch walls.\n\n"
            "| map | graph | states | links | build ms | expansions | us a trip | length |\n"
            "|---|---|--:|--:|--:|--:|--:|--:|\n",
            NAVGRAPHS_SEEDS, NAVGRAPHS_SIDE, NAVGRAPHS_SIDE, NAVGRAPHS_TRIPS, NAVGRAPHS_ALGORITHM,
            NAVGRAPHS_REACH);
    for (size_t i = 0; i < sizeof navgraphs_generators / sizeof *navgraphs_generators; i++) {
        navgraphs_row rows[NAVGRAPHS_KINDS] = {{0}};
        navgraphs_run(navgraphs_generators[i], rows);
        navgraphs_print(out.stream, navgraphs_generators[i], rows);
    }
    output_close(&out);
    return 0;
}
