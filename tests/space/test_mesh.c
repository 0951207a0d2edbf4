// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Meshes made from maps: they cover what is passable, join what is joined, and strings pulled
// through them are as short as can be.
#include "mesh/mesh.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>

#include <math.h>
#include <string.h>

#define SIDE 16u
#define SAMPLES 60

static way_map *random_map(way_rng *rng, uint32_t blocked)
{
    uint8_t weights[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(rng, 100) >= blocked;
    }
    weights[0] = 1;
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static way_point centre(way_cell cell)
{
    return (way_point){(int32_t)(cell % SIDE) * WAY_MESH_UNIT + WAY_MESH_UNIT / 2,
                       (int32_t)(cell / SIDE) * WAY_MESH_UNIT + WAY_MESH_UNIT / 2};
}

static void check_cover(const way_map *map, const way_mesh *mesh)
{
    uint64_t area = 0;
    for (uint32_t i = 0; i < way_mesh_polygon_count(mesh); i++) {
        const way_point first = wayi_mesh_at(mesh, wayi_mesh_first(mesh, i));
        for (uint32_t side = 0; side < wayi_mesh_size(mesh, i); side++) {
            const uint32_t whole = wayi_mesh_first(mesh, i) + side;
            area += (uint64_t)wayi_mesh_turn(first, wayi_mesh_at(mesh, whole),
                                             wayi_mesh_at(mesh, wayi_mesh_next(mesh, whole)));
            const uint32_t other = way_mesh_neighbour(mesh, i, side);
            const uint32_t twin = mesh->twins[wayi_mesh_first(mesh, i) + side];
            assert_int_not_equal(other, i);
            assert_true(twin == WAYI_MESH_NONE ||
                        mesh->twins[twin] == wayi_mesh_first(mesh, i) + side);
        }
    }
    assert_int_equal(area,
                     2 * (uint64_t)way_map_passable_count(map) * WAY_MESH_UNIT * WAY_MESH_UNIT);
    for (way_cell cell = 0; cell < SIDE * SIDE; cell++) {
        const uint32_t polygon = way_mesh_locate(mesh, centre(cell));
        assert_int_equal(polygon != WAY_STATE_NONE, way_map_is_passable(map, cell));
        assert_true(polygon == WAY_STATE_NONE || wayi_mesh_holds(mesh, polygon, centre(cell)));
    }
}

/// Whether a straight way stays inside the polygons of a chain, tried at many places.
static bool stays_inside(const way_mesh *mesh, const way_mesh_chain *chain, way_point a,
                         way_point b)
{
    for (int32_t k = 0; k <= SAMPLES; k++) {
        const double x = a.x + (double)(b.x - a.x) * k / SAMPLES;
        const double y = a.y + (double)(b.y - a.y) * k / SAMPLES;
        bool inside = false;
        for (uint32_t i = 0; i < chain->count && !inside; i++) {
            inside = true;
            const uint32_t end = wayi_mesh_end(mesh, chain->polygons[i]);
            for (uint32_t side = wayi_mesh_first(mesh, chain->polygons[i]); side < end; side++) {
                const way_point from = wayi_mesh_at(mesh, side);
                const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
                inside = inside &&
                         (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) > -1e-3;
            }
        }
        if (!inside) {
            return false;
        }
    }
    return true;
}

/// Whether the straight way from one gate to a later one passes all gates between: exactly then it
/// stays inside, as polygons are convex.
static bool passes_gates(const way_mesh *mesh, const way_mesh_chain *chain, way_point a,
                         way_point b, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        const uint32_t side = wayi_mesh_portal(mesh, chain->polygons[i], chain->polygons[i + 1]);
        const way_point right = wayi_mesh_at(mesh, side);
        const way_point left = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
        if (wayi_mesh_turn(a, b, right) > 0 || wayi_mesh_turn(a, b, left) < 0) {
            return false;
        }
    }
    return true;
}

/// The length of the shortest way inside a chain, over the ends of all shared sides.
static double shortest_length(const way_mesh *mesh, const way_mesh_chain *chain)
{
    way_point spots[2 * SIDE * SIDE];
    uint32_t gates[2 * SIDE * SIDE]; ///< the first gate that is still ahead
    double lengths[2 * SIDE * SIDE];
    uint32_t count = 0;
    gates[count] = 0;
    spots[count++] = chain->start;
    for (uint32_t i = 0; i + 1 < chain->count; i++) {
        const uint32_t side = wayi_mesh_portal(mesh, chain->polygons[i], chain->polygons[i + 1]);
        gates[count] = i + 1;
        spots[count++] = wayi_mesh_at(mesh, side);
        gates[count] = i + 1;
        spots[count++] = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
    }
    gates[count] = chain->count;
    spots[count++] = chain->goal;
    lengths[0] = 0;
    for (uint32_t i = 1; i < count; i++) {
        lengths[i] = INFINITY;
        for (uint32_t k = 0; k < i; k++) {
            const way_point both[] = {spots[k], spots[i]};
            const double length = lengths[k] + way_points_length(both, 2);
            if (length < lengths[i] &&
                passes_gates(mesh, chain, spots[k], spots[i], gates[k], gates[i] - 1)) {
                lengths[i] = length;
            }
        }
    }
    return lengths[count - 1];
}

static double midpoint_length(const way_mesh *mesh, const way_mesh_chain *chain)
{
    way_point spots[SIDE * SIDE + 1];
    uint32_t count = 0;
    spots[count++] = chain->start;
    for (uint32_t i = 0; i + 1 < chain->count; i++) {
        const uint32_t side = wayi_mesh_portal(mesh, chain->polygons[i], chain->polygons[i + 1]);
        const way_point a = wayi_mesh_at(mesh, side);
        const way_point b = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
        spots[count++] = (way_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
    }
    spots[count++] = chain->goal;
    return way_points_length(spots, count);
}

static void check_pull(const way_mesh *mesh, const way_mesh_chain *chain)
{
    way_point points[SIDE * SIDE + 1];
    uint32_t count = 0;
    assert_int_equal(way_mesh_pull(mesh, chain, points, chain->count, &count),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_mesh_pull(mesh, chain, points, chain->count + 1, &count), WAY_STATUS_OK);
    assert_memory_equal(&points[0], &chain->start, sizeof chain->start);
    assert_memory_equal(&points[count - 1], &chain->goal, sizeof chain->goal);
    for (uint32_t i = 0; i + 1 < count; i++) {
        assert_true(stays_inside(mesh, chain, points[i], points[i + 1]));
    }
    const double length = way_points_length(points, count);
    assert_true(length <= midpoint_length(mesh, chain) + 1e-9);
    assert_true(fabs(length - shortest_length(mesh, chain)) < 1e-9);
}

/// Plans over polygons; false if there is no way.
static bool plan(way_agent *agent, const way_mesh *mesh, way_cell start, way_cell goal,
                 way_mesh_chain *chain)
{
    *chain = (way_mesh_chain){.start = centre(start), .goal = centre(goal)};
    const way_trip trip = {.start = way_mesh_locate(mesh, chain->start),
                           .goal = way_mesh_locate(mesh, chain->goal)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const bool arrived = way_agent_run(agent) == WAY_OUTCOME_FOUND;
    chain->polygons = way_agent_path(agent, &chain->count);
    return arrived;
}

static void strings_when_pulled(void **state)
{
    (void)state;
    way_rng rng = test_rng(8);
    uint32_t pulled = 0;
    for (uint32_t round = 0; round < 80; round++) {
        way_map *map = random_map(&rng, 5 + round % 40);
        way_mesh *mesh = NULL;
        way_space *space = NULL;
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = map}, &mesh),
                         WAY_STATUS_OK);
        check_cover(map, mesh);
        assert_int_equal(way_space_create_mesh(mesh, NULL, &space), WAY_STATUS_OK);
        const way_navigator_config config = {.space = space, .algorithm = "astar"};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        const way_agent_config agents = {.navigator = navigator};
        assert_int_equal(way_agent_create(&agents, &agent), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 10; i++) {
            const way_cell start = way_rng_below(&rng, SIDE * SIDE);
            const way_cell goal = way_rng_below(&rng, SIDE * SIDE);
            if (!way_map_is_passable(map, start) || !way_map_is_passable(map, goal)) {
                continue;
            }
            way_mesh_chain chain;
            const bool arrived = plan(agent, mesh, start, goal, &chain);
            assert_int_equal(arrived, way_map_is_reachable(map, start, goal, 1));
            if (arrived) {
                check_pull(mesh, &chain);
                pulled++;
            }
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        way_space_destroy(space);
        way_mesh_destroy(mesh);
        way_map_destroy(map);
    }
    print_message("%u strings\n", pulled);
    assert_true(pulled > 200);
}

/// Triangles that fan out round a point: lines that end in one point, and slanted sides.
static void strings_when_round_a_pillar(void **state)
{
    (void)state;
    static const way_point points[] = {{0, 0},        {5000, 0},  {4000, 4000},  {0, 5000},
                                       {-4000, 4000}, {-5000, 0}, {-4000, -4000}};
    static const uint32_t corners[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6};
    static const uint32_t sizes[] = {3, 3, 3, 3, 3};
    const way_mesh_config config = {points, 7, corners, sizes, 5, NULL, NULL};
    way_mesh *mesh = NULL;
    way_problem problem;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OK);
    static const way_state all[] = {0, 1, 2, 3, 4};
    way_mesh_chain chain = {{3000, 500}, {-3000, -1500}, all, 5};
    way_point pulled[6];
    uint32_t count = 0;
    assert_int_equal(way_mesh_pull(mesh, &chain, pulled, 6, &count), WAY_STATUS_OK);
    assert_int_equal(count, 3);
    assert_int_equal(pulled[1].x, 0);
    assert_int_equal(pulled[1].y, 0);
    chain = (way_mesh_chain){{3000, 500}, {3000, 600}, all, 1};
    assert_int_equal(way_mesh_pull(mesh, &chain, pulled, 2, &count), WAY_STATUS_OK);
    assert_int_equal(count, 2);
    chain.goal = (way_point){-3000, 600};
    assert_int_equal(way_mesh_pull(mesh, &chain, pulled, 2, &count), WAY_STATUS_INVALID_ARGUMENT);
    static const way_state torn[] = {0, 2};
    chain = (way_mesh_chain){{3000, 500}, {-1000, 4000}, torn, 2};
    assert_int_equal(way_mesh_pull(mesh, &chain, pulled, 6, &count), WAY_STATUS_INVALID_ARGUMENT);
    static const way_state outside[] = {0, 9};
    chain.polygons = outside;
    assert_int_equal(way_mesh_pull(mesh, &chain, pulled, 6, &count), WAY_STATUS_INVALID_ARGUMENT);
    way_mesh_destroy(mesh);
}

static void mesh_when_refused(void **state)
{
    (void)state;
    static const way_point points[] = {{0, 0}, {5000, 0}, {0, 5000}, {2000000000, 0}};
    static const uint32_t corners[] = {0, 1, 2};
    static const uint32_t far[] = {0, 1, 7};
    static const uint32_t sizes[] = {3};
    static const uint32_t two[] = {2};
    way_mesh *mesh = NULL;
    way_problem problem;
    way_mesh_config config = {points, 3, corners, sizes, 1, NULL, NULL};
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OK);
    assert_string_equal(problem.text, "");
    way_mesh_destroy(mesh);
    assert_int_equal(way_mesh_create(&config, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_mesh_create(NULL, &mesh, NULL), WAY_STATUS_INVALID_ARGUMENT);
    config.point_count = 4;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OUT_OF_RANGE);
    config.point_count = 3;
    config.corners = far;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OUT_OF_RANGE);
    config.corners = corners;
    config.sizes = two;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OUT_OF_RANGE);
    config.sizes = sizes;
    config.polygon_count = 0;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_OUT_OF_RANGE);
    config.polygon_count = WAY_MESH_POLYGONS_MAX + 1;
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_TOO_LARGE);
    static const way_point line[] = {{0, 0}, {5000, 0}, {2500, 0}};
    config = (way_mesh_config){line, 3, corners, sizes, 1, NULL, NULL};
    assert_int_equal(way_mesh_create(&config, &mesh, &problem), WAY_STATUS_BAD_FORMAT);
    assert_string_equal(problem.text, "polygon 0 is not convex");
    way_map_config hexes = way_map_config_default(4, 4);
    hexes.neighbours = WAY_NEIGHBOURS_6;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&hexes, &map), WAY_STATUS_OK);
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = map}, &mesh),
                     WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = NULL}, &mesh),
                     WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_mesh(NULL, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    way_map_destroy(map);
}

static bool mesh_scenario(test_allocator *memory)
{
    way_rng rng = way_rng_seed(9);
    way_map *map = random_map(&rng, 30);
    way_mesh *mesh = NULL;
    way_space *space = NULL;
    way_status status = way_mesh_create_for(
        &(way_mesh_map_config){.map = map, .allocator = &memory->allocator}, &mesh);
    if (status == WAY_STATUS_OK) {
        assert_int_equal(way_mesh_bytes(mesh), memory->live_bytes);
        status = way_space_create_mesh(mesh, &memory->allocator, &space);
    }
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    way_space_destroy(space);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    return status == WAY_STATUS_OK;
}

static void mesh_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(mesh_scenario);
}

/// Weights that differ are refused, with the cell, unless they are not to count.
static void weights_are_refused(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(24, 16);
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    way_problem problem = {0};
    bool done = false;
    way_mesh_map_config plan = {.tile = 8, .problem = &problem};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    plan.map = map;
    const way_edit heavy = {0, 0, 24, 16, 2};
    assert_int_equal(way_map_edit(map, &heavy, 1), WAY_STATUS_OK);
    assert_int_equal(way_mesh_create_for(&plan, &mesh), WAY_STATUS_OK); // all weigh the same
    const uint32_t count = way_mesh_polygon_count(mesh);
    const way_edit marsh = {5, 3, 2, 2, 7};
    assert_int_equal(way_map_edit(map, &marsh, 1), WAY_STATUS_OK);
    assert_int_equal(way_mesh_repair(mesh, UINT32_MAX, &done), WAY_STATUS_UNSUPPORTED);
    assert_false(way_mesh_is_current(mesh));
    assert_int_equal(way_mesh_polygon_count(mesh), count);
    way_mesh *other = NULL;
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = map}, &other),
                     WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_mesh_create_for(&plan, &other), WAY_STATUS_UNSUPPORTED);
    assert_null(other);
    assert_string_equal(problem.text, "cell 5,3 weighs 7 and cells before it 2: on a mesh weights "
                                      "do not count");
    plan.any_weight = true;
    assert_int_equal(way_mesh_create_for(&plan, &other), WAY_STATUS_OK);
    assert_int_equal(way_mesh_polygon_count(other), count);
    const way_edit wall = {6, 3, 1, 1, 0};
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_mesh_repair(other, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, &heavy, 1), WAY_STATUS_OK);
    assert_int_equal(way_mesh_repair(mesh, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_int_equal(way_mesh_polygon_count(mesh), count);
    way_mesh_destroy(other);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_refused),         cmocka_unit_test(strings_when_pulled),
        cmocka_unit_test(strings_when_round_a_pillar), cmocka_unit_test(mesh_when_refused),
        cmocka_unit_test(mesh_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
