// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A program of the version before still compiles, and means the same (waymark/deprecated.h).
#include "support/test.h"

#include <waymark/all.h>
#include <waymark/lab.h>

static void enumerators_are_the_same(void **state)
{
    (void)state;
    assert_int_equal(WAY_OUTCOME_MOVING, WAY_OUTCOME_WORKING);
    assert_int_equal(WAY_OUTCOME_ARRIVED, WAY_OUTCOME_FOUND);
    assert_int_equal(WAY_OUTCOME_BUDGET, WAY_OUTCOME_LIMIT);
    assert_int_equal(WAY_GOAL_NEAREST, WAY_GOAL_ANY_OF);
    assert_int_equal(WAY_SPACE_REVERSIBLE, WAY_SPACE_PREDECESSORS);
    assert_int_equal(WAY_CORNERS_NEVER, WAY_CORNERS_STRICT);
    assert_int_equal(WAY_CORNERS_ONE, WAY_CORNERS_LOOSE);
    assert_int_equal(WAY_CORNERS_BOTH, WAY_CORNERS_ANY);
}

static void fields_are_the_same(void **state)
{
    (void)state;
    const way_prospect once = {.searches = 1};
    const way_trip trip = {.nearest_instead = true};
    const way_order order = {.together = true, .kept = true};
    const way_world_team team = {.sight = 5};
    const way_navigator_config config = {.prospect = &once};
    assert_true(trip.fall_back_to_nearest && order.keep_pace && order.keep_formation);
    assert_true(team.sight_radius == 5 && config.workload == &once);
}

static void functions_are_the_same(void **state)
{
    (void)state;
    assert_ptr_equal(way_agent_place, way_agent_position);
    assert_ptr_equal(way_agent_change, way_agent_notify);
    assert_ptr_equal(way_agent_bound, way_agent_bound_thousandths);
    assert_ptr_equal(way_agent_runs, way_agent_segments);
    assert_ptr_equal(way_map_distance, way_map_estimate);
    assert_ptr_equal(way_points_place, way_points_set);
    assert_ptr_equal(way_places_free, way_waypoints_free);
    assert_ptr_equal(way_space_create_places, way_space_create_waypoints);
    assert_ptr_equal(way_world_place_count, way_world_slot_count);
    assert_ptr_equal(way_world_unit_at, way_world_unit_in_slot);
    assert_ptr_equal(way_world_touched, way_world_replanned_count);
}

static void map_calls_are_the_same(void **state)
{
    (void)state;
    const uint8_t weights[] = {2, 3, 0, 3};
    way_map_config config = way_map_config_default(2, 2);
    config.weights = weights;
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_map_weight(map, 1), 3);
    assert_int_equal(way_map_profile_weight(map, 1, 1), way_map_weight(map, 1, 1));
    assert_int_equal(way_map_clearance(map, 0), way_map_profile_clearance(map, 0, 1));
    assert_true(way_map_fits(map, 3, 1));
    assert_false(way_map_fits(map, 2, 1) || way_map_fits(map, 0, 2));
    const way_edit edit = {0, 0, 2, 2, 1};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    assert_true(way_map_fits(map, 0, 2)); // not prepared
    assert_int_equal(way_map_add_unit_size(map, 2), WAY_STATUS_OK);
    assert_int_equal(way_map_weight(map, 0, 2), 1);
    assert_int_equal(way_mesh_create_from_map(map, NULL, &mesh), WAY_STATUS_OK);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enumerators_are_the_same), cmocka_unit_test(fields_are_the_same),
        cmocka_unit_test(functions_are_the_same), cmocka_unit_test(map_calls_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
