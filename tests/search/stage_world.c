// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Stages beyond the grid: sliding tiles, the platform game, places and meshes on a map. All their
// states are met and listed beforehand, so that the oracle knows every step.
#include "search/body_sight.h"
#include "search/stage_graph.h"
#include "support/test.h"

#include <waymark/lab.h>
#include <waymark/mesh.h>

#include <math.h>
#include <string.h>

/// Lists all steps of a space; states that are numbered as they are met are met now.
static void stage_world_list(test_stage *out, uint32_t (*count)(const way_space *space))
{
    way_space *space = out->space;
    way_edge *edges = malloc(space->degree_max * sizeof *edges);
    uint32_t capacity = 0;
    assert_non_null(edges);
    for (way_state from = 0; from < (count ? count(space) : space->state_count); from++) {
        const uint32_t degree = space->type->expand(space, from, edges);
        assert_int_not_equal(degree, WAY_EXPAND_FULL);
        if (out->edge_count + degree > capacity) {
            capacity = (out->edge_count + degree) * 2;
            out->edges = realloc(out->edges, capacity * sizeof *out->edges);
            assert_non_null(out->edges);
        }
        for (uint32_t i = 0; i < degree; i++) {
            out->edges[out->edge_count++] = (oracle_edge){from, edges[i].to, edges[i].cost};
        }
    }
    out->count = count ? count(space) : space->state_count;
    out->safe = way_space_traits(space) & WAY_SPACE_SYMMETRIC;
    free(edges);
}

static void stage_world_tiles(test_stage *out, uint32_t columns, uint32_t rows, uint64_t seed)
{
    *out = (test_stage){0};
    snprintf(out->name, sizeof out->name, "tiles %ux%u seed %llu", columns, rows,
             (unsigned long long)seed);
    const way_tiles_config config = {.columns = columns, .rows = rows};
    uint8_t goal[16];
    for (uint32_t cell = 0; cell < columns * rows; cell++) {
        goal[cell] = (uint8_t)cell;
    }
    assert_int_equal(way_space_create_tiles(&config, &out->space), WAY_STATUS_OK);
    assert_int_equal(way_tiles_find(out->space, goal), 0);
    stage_world_list(out, way_tiles_count);
    way_rng rng = way_rng_seed(seed);
    stage_add_problems(out, &rng);
}

static void stage_world_platform(test_stage *out, const char *level_text, uint64_t seed)
{
    way_level level;
    *out = (test_stage){0};
    snprintf(out->name, sizeof out->name, "platform %.40s seed %llu", level_text,
             (unsigned long long)seed);
    assert_int_equal(way_level_parse(level_text, strlen(level_text), NULL, &level, NULL),
                     WAY_STATUS_OK);
    const way_platform_config config = {.level = &level};
    assert_int_equal(way_space_create_platform(&config, &out->space), WAY_STATUS_OK);
    way_level_free(&level);
    stage_world_list(out, way_platform_count);
    way_rng rng = way_rng_seed(seed);
    stage_add_problems(out, &rng);
}

typedef enum stage_world_graph {
    STAGE_WORLD_CORNERS, ///< points of visibility with the ends of a trip
    STAGE_WORLD_WAYPOINTS,
    STAGE_WORLD_MESH,
    STAGE_WORLD_POINTS, ///< of a mesh, with spots anywhere
    STAGE_WORLD_GRAPHS
} stage_world_graph;

static way_map *stage_world_map(uint32_t width, uint32_t height, uint64_t seed)
{
    static const char *const generators[] = {"random", "rooms", "maze", "caves"};
    scene_request request = scene_request_default(generators[seed % 4], width, height, seed);
    scene made;
    way_map *map = NULL;
    assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
                     WAY_STATUS_OK);
    scene_destroy(&made);
    return map;
}

/// A random passable cell.
static way_cell stage_world_pick(const way_map *map, way_rng *rng)
{
    way_cell cell = 0;
    do {
        cell = way_rng_below(rng, way_map_width(map) * way_map_height(map));
    } while (!way_map_is_passable(map, cell));
    return cell;
}

static void stage_world_places(test_stage *out, const way_map *map, bool corners, way_rng *rng)
{
    way_waypoints places;
    assert_int_equal(corners ? way_waypoints_corners(map, NULL, &places)
                             : way_waypoints_cover(map, 6, NULL, &places),
                     WAY_STATUS_OK);
    const way_waypoints_config config = {
        .map = map, .cells = places.cells, .cell_count = places.count, .reach = corners ? 0 : 6};
    if (corners) {
        assert_int_equal(way_space_create_waypoints(&config, &out->base), WAY_STATUS_OK);
        const way_cell start = stage_world_pick(map, rng);
        const way_cell goal = stage_world_pick(map, rng);
        assert_int_equal(way_space_attach(out->base, &config, start, goal, &out->space),
                         WAY_STATUS_OK);
    } else {
        assert_int_equal(way_space_create_waypoints(&config, &out->space), WAY_STATUS_OK);
    }
    way_waypoints_free(&places);
}

static void stage_world_points(test_stage *out, const way_map *map, way_rng *rng)
{
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = map}, &out->mesh),
                     WAY_STATUS_OK);
    assert_int_equal(way_space_create_points(out->mesh, 6, NULL, &out->space), WAY_STATUS_OK);
    for (uint32_t spot = 0; spot < 6; spot++) {
        const way_cell cell = stage_world_pick(map, rng);
        const way_point at = {
            (int32_t)(cell % way_map_width(map) * WAY_MESH_UNIT + way_rng_below(rng, 1001)),
            (int32_t)(cell / way_map_width(map) * WAY_MESH_UNIT + way_rng_below(rng, 1001))};
        assert_int_equal(way_points_set(out->space, spot, at), WAY_STATUS_OK);
    }
}

static void stage_world_graph_on_map(test_stage *out, stage_world_graph kind, uint64_t seed)
{
    static const char *const names[] = {"corners", "waypoints", "mesh", "points"};
    *out = (test_stage){0};
    snprintf(out->name, sizeof out->name, "%s on a map, seed %llu", names[kind],
             (unsigned long long)seed);
    way_rng rng = way_rng_seed(seed);
    // Looking from point to point takes long: that map is small.
    const bool small = kind == STAGE_WORLD_POINTS;
    way_map *map = stage_world_map(small ? 9 : 17, small ? 7 : 13, seed);
    if (kind == STAGE_WORLD_MESH) {
        way_mesh *mesh = NULL;
        assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = map}, &mesh),
                         WAY_STATUS_OK);
        assert_int_equal(way_space_create_mesh(mesh, NULL, &out->space), WAY_STATUS_OK);
        way_mesh_destroy(mesh);
    } else if (kind == STAGE_WORLD_POINTS) {
        stage_world_points(out, map, &rng);
    } else {
        stage_world_places(out, map, kind == STAGE_WORLD_CORNERS, &rng);
    }
    way_map_destroy(map);
    stage_world_list(out, NULL);
    if (kind == STAGE_WORLD_POINTS) { // numbers are left for what repairs of the mesh bring
        out->count = out->edges[out->edge_count - 1].from + 1;
    }
    stage_add_problems(out, &rng);
}

/// A map with penalties; every step by the rules, and what its end adds.
static void stage_world_penalty(test_stage *out, uint64_t seed)
{
    static uint8_t penalties[17 * 13];
    *out = (test_stage){.ground = stage_world_map(17, 13, seed), .count = 17 * 13, .safe = true};
    snprintf(out->name, sizeof out->name, "penalties on a map, seed %llu",
             (unsigned long long)seed);
    const way_penalty_config config = {
        .map = out->ground, .profile = 1, .penalties = penalties, .unit = 100};
    for (uint32_t cell = 0; cell < out->count; cell++) {
        penalties[cell] = (uint8_t)(cell * 37 % 11 == 0 ? 255 : cell * 13 % 5);
    }
    assert_int_equal(way_space_create_penalty(&config, &out->space), WAY_STATUS_OK);
    out->edges = malloc(out->count * ORACLE_STEPS_MAX * sizeof *out->edges);
    assert_non_null(out->edges);
    for (way_cell from = 0; from < out->count; from++) {
        oracle_step steps[ORACLE_STEPS_MAX];
        const uint32_t degree = oracle_steps_from(out->ground, from, 1, steps);
        for (uint32_t i = 0; i < degree; i++) {
            const way_cost cost = steps[i].cost + 100u * penalties[steps[i].cell];
            out->edges[out->edge_count++] = (oracle_edge){from, steps[i].cell, cost};
        }
    }
    way_rng rng = way_rng_seed(seed);
    stage_add_problems(out, &rng);
}

/// What a line over ground of one weight costs.
static way_cost stage_world_line_cost(const body_ground *ground, way_cell from, way_cell to,
                                      uint32_t weights)
{
    return (way_cost)ceil(body_length(ground, from, to) * 408 * weights / 2 - 1e-6);
}

/// Adds the lines from a cell to all others over ground that weighs the same, and its steps.
static void stage_world_add_lines(test_stage *out, const body_ground *even, way_cell from)
{
    oracle_step steps[ORACLE_STEPS_MAX];
    const uint32_t degree = oracle_steps_from(out->ground, from, 1, steps);
    const uint32_t weight = way_map_terrain(out->ground, from);
    for (uint32_t i = 0; i < degree; i++) {
        const way_cell to = steps[i].cell;
        const uint32_t ahead = way_map_terrain(out->ground, to);
        out->edges[out->edge_count++] = (oracle_edge){
            from, to, stage_world_line_cost(even, from, to, (weight ? weight : ahead) + ahead)};
    }
    for (way_cell to = 0; weight && to < out->count; to++) {
        if (to != from && body_sees(even, from, to)) {
            out->edges[out->edge_count++] =
                (oracle_edge){from, to, stage_world_line_cost(even, from, to, 2 * weight)};
        }
    }
}

void stage_create_angles(test_stage *out, uint64_t seed)
{
    enum { WIDTH = 17, HEIGHT = 13, CELLS = WIDTH * HEIGHT };
    uint8_t free[CELLS];
    *out =
        (test_stage){.ground = stage_world_map(WIDTH, HEIGHT, seed), .count = CELLS, .safe = true};
    snprintf(out->name, sizeof out->name, "angles on a map, seed %llu", (unsigned long long)seed);
    way_rng rng = way_rng_seed(seed);
    for (way_cell cell = 0; seed % 2 && cell < CELLS; cell += 1 + way_rng_below(&rng, 9)) {
        if (way_map_is_passable(out->ground, cell)) {
            const way_edit swamp = {cell % WIDTH, cell / WIDTH, 1, 1,
                                    (uint8_t)(2 + way_rng_below(&rng, 3))};
            assert_int_equal(way_map_edit(out->ground, &swamp, 1), WAY_STATUS_OK);
        }
    }
    assert_int_equal(way_space_create_angles(out->ground, 1, NULL, &out->space), WAY_STATUS_OK);
    out->edges = malloc((size_t)CELLS * (CELLS + ORACLE_STEPS_MAX) * sizeof *out->edges);
    assert_non_null(out->edges);
    for (way_cell from = 0; from < CELLS; from++) {
        for (way_cell cell = 0; cell < CELLS; cell++) {
            free[cell] = way_map_terrain(out->ground, from) &&
                         way_map_terrain(out->ground, cell) == way_map_terrain(out->ground, from);
        }
        stage_world_add_lines(out, &(body_ground){WIDTH, HEIGHT, free}, from);
    }
    stage_add_problems(out, &rng);
}

void stage_set_add_penalties(stage_set *set, uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; i++) {
        stage_world_penalty(stage_set_add(set), i);
    }
}

void stage_set_add_worlds(stage_set *set, uint32_t rounds)
{
    static const char *const levels[] = {"1 4 3 0\n####\n#ud#\n####\n",
                                         "1 5 3 0\n#####\n#u d#\n#####\n",
                                         "1 4 4 0\n####\n#ud#\n#  #\n####\n"};
    static const uint32_t sides[][2] = {{2, 2}, {3, 2}, {2, 3}};
    for (uint32_t i = 0; i < rounds; i++) {
        stage_world_tiles(stage_set_add(set), sides[i % 3][0], sides[i % 3][1], i);
        stage_world_platform(stage_set_add(set), levels[i % 3], i);
        stage_world_penalty(stage_set_add(set), i);
        stage_create_angles(stage_set_add(set), i);
        for (uint32_t kind = 0; kind < STAGE_WORLD_GRAPHS; kind++) {
            stage_world_graph_on_map(stage_set_add(set), (stage_world_graph)kind, i);
        }
    }
}
