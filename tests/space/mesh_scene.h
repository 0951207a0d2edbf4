// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the tests of meshes that follow a map share: maps that are drawn and edited at random, and
// whether a repaired mesh is the one that would be made now.
#pragma once

#include "mesh/mesh_tiles.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/all.h>

#define MESH_SCENE_SIDE_MAX 40u

/// Repairs a mesh in one call; it is done unless that fails.
way_status mesh_scene_repair(way_mesh *mesh);

/// A map of noise with so many walls in a hundred cells.
way_map *mesh_scene_draw(way_rng *rng, uint32_t width, uint32_t height, uint32_t walls);

/// Turns a cell or a small area into the opposite of what its first cell is.
void mesh_scene_edit(way_map *map, way_rng *rng);

/// Checks that two meshes are the same in all but the numbers: polygons, sides, stops and doors.
void mesh_scene_check_same(const way_mesh *mesh, const way_mesh *other);

/// As that, for a mesh amid a repair: its doors may lead to more than the other's.
void mesh_scene_check_like(const way_mesh *mesh, const way_mesh *other);

/// Stops that are in use.
uint32_t mesh_scene_count_stops(const way_mesh *mesh);

/// A search over a mesh, with two spots.
typedef struct mesh_walker {
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} mesh_walker;

mesh_walker mesh_walker_open(const way_mesh *mesh);
void mesh_walker_close(mesh_walker *walker);
