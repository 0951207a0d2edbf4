// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smaller graphs over a map, to be searched and drawn: points of visibility, waypoints, meshes.
//
//     cli_world world;
//     cli_exit result = cli_world_open(CLI_WORLD_MESH, map, &world);
//     result = cli_world_run(&world, &request, &found);   // as often as you like
//     cli_world_close(&world);
#pragma once

#include "cli/trip.h"

#include <waymark/lab.h>
#include <waymark/mesh.h>

/// In the order of cli_choices_world.
typedef enum cli_world_kind {
    CLI_WORLD_GRID,
    CLI_WORLD_CORNERS,
    CLI_WORLD_WAYPOINTS,
    CLI_WORLD_MESH
} cli_world_kind;

extern const char *const cli_choices_world[];

typedef struct cli_world {
    cli_world_kind kind;
    const way_map *map; ///< borrowed
    way_mesh *mesh;
    way_waypoints places;
    way_space *graph;
    uint32_t state_count;
    way_curve_point *lines; ///< [2 * line_count] ends of links, or of sides of polygons
    uint32_t line_count;
} cli_world;

/// Builds the graph; complains if it can't. Not for CLI_WORLD_GRID.
cli_exit cli_world_open(cli_world_kind kind, const way_map *map, cli_world *out);
void cli_world_close(cli_world *world);

/// Searches the graph instead of the cells. Of the request only start, goal, limit, algorithm and
/// `observe` count. The path becomes a curve through the points where it bends.
cli_exit cli_world_run(const cli_world *world, const cli_trip_request *request,
                       cli_trip_result *out);

/// What the graph consists of: "123 polygons, 150 shared sides".
void cli_world_describe(const cli_world *world, char *text, size_t size);
