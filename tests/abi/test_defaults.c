// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Zero is the default: a config in which nothing is set but what nobody else can know makes what it
// is for. Languages that can't call the functions that return structs count on it.
#include <waymark/all.h>
#include <waymark/lab.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static way_map *create_map(way_neighbours neighbours)
{
    way_map *map = NULL;
    const way_map_config config = {.width = 8, .height = 8, .neighbours = neighbours};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static way_space *create_space(const way_map *map)
{
    way_space *space = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    return space;
}

static void map_when_zero(void **state)
{
    (void)state;
    const way_map_config given = way_map_config_default(8, 8);
    way_map *plain = NULL, *zero = create_map(0);
    assert_int_equal(way_map_create(&given, &plain), WAY_STATUS_OK);
    assert_true(way_map_hash(plain) == way_map_hash(zero));
    assert_int_equal(way_map_neighbours(zero), WAY_NEIGHBOURS_8);

    const way_profile profile = way_profile_default(1);
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        assert_int_equal(profile.weights[terrain], terrain);
    }
    way_map_destroy(zero);
    way_map_destroy(plain);
}

static void searches_when_zero(void **state)
{
    (void)state;
    way_map *map = create_map(0);
    way_space *space = create_space(map);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_walker *walker = NULL;
    way_field *field = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "auto"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent), 0);
    assert_int_equal(way_walker_create(&(way_walker_config){.navigator = navigator}, &walker), 0);
    assert_int_equal(way_field_create(&(way_field_config){.space = space}, &field), 0);
    assert_int_equal(way_agent_begin(agent, &(way_trip){.goal = 63}), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    way_field_destroy(field);
    way_walker_destroy(walker);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

static void spaces_when_zero(void **state)
{
    (void)state;
    way_map *map = create_map(0);
    const uint8_t penalties[64] = {0};
    const way_cell cells[] = {0, 63};
    way_space *spaces[4] = {NULL};
    assert_int_equal(
        way_space_create_penalty(
            &(way_penalty_config){.map = map, .profile = 1, .penalties = penalties}, &spaces[0]),
        0);
    assert_int_equal(way_space_create_graph(&(way_graph_config){.node_count = 2}, &spaces[1]), 0);
    assert_int_equal(
        way_space_create_tiles(&(way_tiles_config){.columns = 3, .rows = 3}, &spaces[2]), 0);
    const way_waypoints_config places = {.map = map, .cells = cells, .cell_count = 2};
    assert_int_equal(way_space_create_waypoints(&places, &spaces[3]), 0);
    for (uint32_t i = 0; i < 4; i++) {
        way_space_destroy(spaces[i]);
    }
    way_map_destroy(map);
}

static void worlds_when_zero(void **state)
{
    (void)state;
    const char text[] = "1 4 4 0\n####\n#  #\n#ud#\n####\n";
    way_level level;
    way_space *space = NULL;
    assert_int_equal(way_level_parse(text, sizeof text - 1, NULL, &level, NULL), WAY_STATUS_OK);
    assert_int_equal(way_space_create_platform(&(way_platform_config){.level = &level}, &space), 0);
    way_space_destroy(space);
    way_level_free(&level);

    const way_point points[] = {{0, 0}, {9, 0}, {0, 9}};
    const uint32_t corners[] = {0, 1, 2}, sizes[] = {3};
    const way_mesh_config config = {
        .points = points, .point_count = 3, .corners = corners, .sizes = sizes, .polygon_count = 1};
    way_mesh *mesh = NULL;
    assert_int_equal(way_mesh_create(&config, &mesh, NULL), WAY_STATUS_OK);
    way_mesh_destroy(mesh);
    way_map *map = create_map(0);
    const way_mesh_map_config follows = {.map = map};
    assert_int_equal(way_mesh_create_for(&follows, &mesh), WAY_STATUS_OK);
    way_mesh_destroy(mesh);
    way_map_destroy(map);
    const char graph[] = "waymark-graph 1\ndirected\nnode 0\n";
    const way_parse_config nothing = {0};
    assert_int_equal(way_graph_parse(graph, sizeof graph - 1, &nothing, &space, NULL),
                     WAY_STATUS_OK);
    way_space_destroy(space);
}

static void paths_when_zero(void **state)
{
    (void)state;
    way_map *map = create_map(0);
    way_cell cells[] = {0, 9, 18, 27};
    uint32_t count = 4;
    way_curve_point spots[64];
    way_curve curve = {.points = spots, .capacity = 64};
    assert_int_equal(
        way_path_smooth(&(way_smoothing_config){.map = map, .unit_size = 1}, cells, &count), 0);
    assert_int_equal(
        way_path_curve(&(way_curve_config){.map = map, .unit_size = 1}, cells, count, &curve), 0);
    assert_true(curve.count > 0);
    way_map_destroy(map);
}

static void crowds_when_zero(void **state)
{
    (void)state;
    way_map *map = create_map(WAY_NEIGHBOURS_4);
    const way_world_kind kind = {0};
    way_world *world = NULL;
    way_belief *belief = NULL;
    way_avoider *avoider = NULL;
    way_unit unit = WAY_UNIT_NONE;
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 1};
    assert_int_equal(way_belief_create(&(way_belief_config){.truth = map}, &belief), 0);
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 1}, &avoider), 0);
    const way_cell start = 0, goal = 63;
    way_mapf_plan plan;
    const way_mapf_config problem = {.map = map, .starts = &start, .goals = &goal, .count = 1};
    assert_int_equal(way_mapf_solve(&problem, &plan), WAY_STATUS_OK);
    assert_int_equal(plan.outcome, WAY_OUTCOME_FOUND);
    way_mapf_free(&plan);
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    assert_int_equal(way_world_add(world, &(way_unit_config){0}, &unit), WAY_STATUS_OK);
    assert_int_equal(way_world_order(world, &unit, 1, &(way_order){0}), WAY_STATUS_OK);
    way_world_destroy(world);
    way_avoider_destroy(avoider);
    way_belief_destroy(belief);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_when_zero),    cmocka_unit_test(searches_when_zero),
        cmocka_unit_test(spaces_when_zero), cmocka_unit_test(paths_when_zero),
        cmocka_unit_test(crowds_when_zero), cmocka_unit_test(worlds_when_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
