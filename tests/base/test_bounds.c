// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Numbers beyond their bounds and pointers that are NULL beside a count: a status or nothing, never
// a read outside.
#include "support/test.h"

#include <waymark/all.h>

static const uint32_t bounds_far[] = {1000, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};

static way_mesh *bounds_mesh(way_map **map)
{
    const way_map_config plain = way_map_config_default(16, 16);
    const way_edit wall = {8, 0, 1, 12, 0};
    way_mesh *mesh = NULL;
    assert_int_equal(way_map_create(&plain, map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(*map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = *map}, &mesh),
                     WAY_STATUS_OK);
    return mesh;
}

static void mesh_when_there_is_no_such_part(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = bounds_mesh(&map);
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t count = 7;
        const way_point point = way_mesh_point(mesh, bounds_far[k]);
        assert_int_equal(point.x, 0);
        assert_int_equal(point.y, 0);
        assert_null(way_mesh_polygon(mesh, bounds_far[k], &count));
        assert_int_equal(count, 0);
        assert_int_equal(way_mesh_neighbour(mesh, bounds_far[k], 0), WAY_STATE_NONE);
        assert_int_equal(way_mesh_neighbour(mesh, 0, bounds_far[k]), WAY_STATE_NONE);
    }
    assert_int_equal(way_mesh_neighbour(mesh, way_mesh_polygon_count(mesh), 0), WAY_STATE_NONE);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

/// Beside a mesh there is nothing, however far away.
static void mesh_when_a_point_lies_beside_it(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = bounds_mesh(&map);
    const int32_t inside = 2500;
    assert_int_not_equal(way_mesh_locate(mesh, (way_point){inside, inside}), WAY_STATE_NONE);
    const int32_t beside[] = {-1, 16001, -(1 << 27), 1 << 27};
    for (uint32_t k = 0; k < 4; k++) {
        assert_int_equal(way_mesh_locate(mesh, (way_point){beside[k], inside}), WAY_STATE_NONE);
        assert_int_equal(way_mesh_locate(mesh, (way_point){inside, beside[k]}), WAY_STATE_NONE);
    }
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

/// A state is listed once among the steps of another, so that there is room for all; and they are
/// in sight: no step crosses the wall, which ends at (8000, 12000) and (9000, 12000).
static void points_when_they_list_steps(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = bounds_mesh(&map);
    way_space *space = NULL;
    assert_int_equal(way_space_create_points(mesh, 2, NULL, &space), WAY_STATUS_OK);
    assert_int_equal(way_points_set(space, 0, (way_point){2500, 2500}), WAY_STATUS_OK);
    assert_int_equal(way_points_set(space, 1, (way_point){14500, 2500}), WAY_STATUS_OK);
    way_edge *edges = calloc(space->degree_max, sizeof *edges);
    uint32_t *met = calloc(space->state_count, sizeof *met);
    assert_non_null(edges);
    assert_non_null(met);
    uint32_t all = 0;
    for (way_state from = 0; from < space->state_count; from++) {
        const uint32_t count =
            way_space_can_stand(space, from) ? space->type->expand(space, from, edges) : 0;
        all += count;
        for (uint32_t k = 0; k < count; k++) {
            assert_int_not_equal(met[edges[k].to], from + 1);
            met[edges[k].to] = from + 1;
            double ends[4];
            space->type->position(space, from, &ends[0], &ends[1]);
            space->type->position(space, edges[k].to, &ends[2], &ends[3]);
            const bool across = (ends[0] < 8 && ends[2] > 8) || (ends[0] > 8 && ends[2] < 8);
            const double low =
                across ? ends[1] + (ends[3] - ends[1]) * (8 - ends[0]) / (ends[2] - ends[0]) : 12;
            assert_true(low >= 12 - 1e-9);
        }
    }
    assert_true(all > 4);
    free(met);
    free(edges);
    way_space_destroy(space);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

/// A spot that was never placed is nowhere: no way leads there, not even from itself.
static void polyanya_when_a_spot_was_never_placed(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = bounds_mesh(&map);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_path path = {0};
    assert_int_equal(way_space_create_points(mesh, 2, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "polyanya"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    for (uint32_t k = 0; k < 8; k++) {
        const way_trip trip = {
            .start = k & 1u, .goal = k >> 1 & 1u, .fall_back_to_nearest = k & 4u};
        const way_status status = way_agent_begin(agent, &trip);
        if (status == WAY_STATUS_OK) {
            assert_int_equal(way_agent_run(agent), WAY_OUTCOME_NO_PATH);
        }
    }
    if (way_find_in(space, "polyanya", 1, 1, &path) == WAY_STATUS_OK) {
        assert_int_equal(path.outcome, WAY_OUTCOME_NO_PATH);
        way_path_free(&path);
    }
    const way_state both[] = {0, 1};
    const way_distances table = {both, 2, both, 2};
    way_cost costs[4];
    if (way_agent_distances(agent, &table, costs) == WAY_STATUS_OK) {
        assert_int_equal(costs[1], WAY_COST_MAX);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

static void floors_when_they_are_too_high(void **state)
{
    (void)state;
    const way_map_config plain = way_map_config_default(4, 9);
    const way_floors floors = {1, UINT32_MAX};
    way_map *map = NULL;
    uint32_t floor = 9;
    uint32_t y = 9;
    assert_int_equal(way_map_create(&plain, &map), WAY_STATUS_OK);
    assert_true(way_floors_position(map, &floors, 5, &floor, NULL, &y));
    assert_int_equal(floor, 0);
    assert_int_equal(y, 1);
    assert_int_equal(way_floors_cell(map, &floors, 0, 1, 1), 5);
    assert_int_equal(way_floors_divide(map, &floors), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

static void avoider_when_values_are_too_large(void **state)
{
    (void)state;
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 2}, &avoider),
                     WAY_STATUS_OK);
    const int32_t edge = 1 << 28;
    way_mover movers[2] = {{.x = edge, .wish_x = 65536, .radius = 300, .speed = 65536},
                           {.x = 0, .wish_x = 65536, .radius = 300, .speed = 65536}};
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(way_avoider_step(avoider, movers, 2, NULL, 0), WAY_STATUS_OK);
        assert_int_equal(movers[0].x, edge); // at the end of the world, and it stops nobody
        assert_true(movers[1].x > 0);
    }
    const int32_t beyond[] = {edge + 1, -edge - 1, INT32_MAX, INT32_MIN};
    for (uint32_t k = 0; k < 16; k++) {
        way_barrier barrier = {0, 0, 100, 100};
        int32_t *const values[] = {&barrier.x1, &barrier.y1, &barrier.x2, &barrier.y2};
        *values[k % 4] = beyond[k / 4];
        assert_int_equal(way_avoider_step(avoider, movers, 2, &barrier, 1),
                         WAY_STATUS_OUT_OF_RANGE);
    }
    const way_barrier widest = {-edge, -edge, edge, edge};
    assert_int_equal(way_avoider_step(avoider, movers, 2, &widest, 1), WAY_STATUS_OK);
    assert_int_equal(way_avoider_step(avoider, NULL, 1, NULL, 0), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_avoider_step(avoider, movers, 2, NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
    way_avoider_destroy(avoider);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_when_there_is_no_such_part),
        cmocka_unit_test(mesh_when_a_point_lies_beside_it),
        cmocka_unit_test(points_when_they_list_steps),
        cmocka_unit_test(polyanya_when_a_spot_was_never_placed),
        cmocka_unit_test(floors_when_they_are_too_high),
        cmocka_unit_test(avoider_when_values_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
