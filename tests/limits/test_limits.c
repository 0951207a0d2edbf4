// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A test at each edge of docs/limits.md, and one past it. What is at an edge but too large for a
// test is asked for with an allocator that has nothing to give: NO_MEMORY then means that it was
// allowed. The edges of costs are in test_conformance_far, those of pools in test_pool.
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/all.h>
#include <waymark/lab.h>

#include <string.h>

static void *give_nothing(size_t size, void *user)
{
    (void)size;
    (void)user;
    return NULL;
}

static void take_nothing(void *pointer, size_t size, void *user)
{
    (void)pointer;
    (void)size;
    (void)user;
}

static const way_allocator nothing = {.alloc = give_nothing, .free = take_nothing};

static way_map *limits_map(uint32_t width, uint32_t height)
{
    const way_map_config config = way_map_config_default(width, height);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

// Maps --------------------------------------------------------------------------------------------

static way_status sides(uint32_t width, uint32_t height)
{
    way_map_config config = way_map_config_default(width, height);
    config.allocator = &nothing;
    way_map *map = NULL;
    return way_map_create(&config, &map);
}

static void maps_of_every_side(void **state)
{
    (void)state;
    assert_int_equal(sides(0, 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sides(1, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sides(WAY_MAP_SIDE_MAX, 1), WAY_STATUS_NO_MEMORY);
    assert_int_equal(sides(1, WAY_MAP_SIDE_MAX), WAY_STATUS_NO_MEMORY);
    assert_int_equal(sides(WAY_MAP_SIDE_MAX + 1, 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sides(UINT32_MAX, UINT32_MAX), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sides(32768, 32768), WAY_STATUS_NO_MEMORY);
    assert_int_equal(sides(32768, 32769), WAY_STATUS_TOO_LARGE);
    assert_int_equal(sides(WAY_MAP_SIDE_MAX, WAY_MAP_SIDE_MAX), WAY_STATUS_TOO_LARGE);
    // The longest sides there are, with a way from end to end.
    way_map *map = limits_map(WAY_MAP_SIDE_MAX, 1);
    way_path path = {0};
    assert_int_equal(way_find(map, "astar", 0, WAY_MAP_SIDE_MAX - 1, &path), WAY_STATUS_OK);
    assert_int_equal(path.count, WAY_MAP_SIDE_MAX);
    way_path_free(&path);
    way_map_destroy(map);
    map = limits_map(1, 1);
    assert_int_equal(way_find(map, "astar", 0, 0, &path), WAY_STATUS_OK);
    assert_int_equal(path.count, 1);
    way_path_free(&path);
    way_map_destroy(map);
}

static way_status costs(uint16_t cardinal, uint16_t diagonal)
{
    way_map_config config = way_map_config_default(2, 2);
    config.costs = (way_cost_model){cardinal, diagonal};
    way_map *map = NULL;
    const way_status status = way_map_create(&config, &map);
    way_map_destroy(map);
    return status;
}

static void costs_of_steps(void **state)
{
    (void)state;
    assert_int_equal(costs(1, 1), WAY_STATUS_OK);
    assert_int_equal(costs(1, 2), WAY_STATUS_OK);
    assert_int_equal(costs(1, 3), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(costs(4096, 4096), WAY_STATUS_OK);
    assert_int_equal(costs(4096, 8192), WAY_STATUS_OK);
    assert_int_equal(costs(4096, 8193), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(costs(4097, 4097), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(costs(10, 9), WAY_STATUS_OUT_OF_RANGE);
}

static void units_and_profiles(void **state)
{
    (void)state;
    way_map *map = limits_map(20, 20);
    assert_int_equal(sizes_add(map, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(sizes_add(map, WAY_MAP_UNIT_MAX), WAY_STATUS_OK);
    assert_int_equal(sizes_add(map, WAY_MAP_UNIT_MAX + 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_map_clearance(map, 0, 1), WAY_MAP_UNIT_MAX);
    way_status status = WAY_STATUS_OK;
    uint32_t made = 0;
    for (uint32_t i = 0; i < WAY_MAP_PROFILES_MAX + 8 && status == WAY_STATUS_OK; i++) {
        way_profile profile = {.unit_size = 1};
        uint32_t id = 0;
        memset(profile.weights, 1, sizeof profile.weights);
        profile.weights[100] = (uint8_t)(2 + i);
        status = way_map_add_profile(map, &profile, &id);
        made += status == WAY_STATUS_OK;
    }
    assert_int_equal(status, WAY_STATUS_TOO_LARGE);
    assert_true(made > 0 && made <= WAY_MAP_PROFILES_MAX);
    way_map_destroy(map);
}

/// A map remembers so many changes; whoever is further behind is told so.
static void changes_are_forgotten(void **state)
{
    (void)state;
    way_map *map = limits_map(64, 64);
    uint32_t count = 0;
    for (uint32_t i = 0; i < 1024; i++) {
        const way_edit edit = {i % 64, i / 64, 1, 1, 0};
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    }
    assert_int_equal(way_map_changes(map, 1, NULL, 0, &count), WAY_STATUS_OK);
    assert_int_equal(count, 1024);
    const way_edit last = {0, 60, 1, 1, 0};
    assert_int_equal(way_map_edit(map, &last, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_changes(map, 1, NULL, 0, &count), WAY_STATUS_STALE);
    assert_int_equal(way_map_changes(map, 2, NULL, 0, &count), WAY_STATUS_OK);
    way_map_destroy(map);
}

static void links_of_maps(void **state)
{
    (void)state;
    way_map *map = limits_map(128, 128);
    static way_map_link links[WAY_MAP_LINKS_MAX + 1];
    for (uint32_t i = 0; i <= WAY_MAP_LINKS_MAX; i++) {
        links[i] = (way_map_link){.from = i, .to = 128 * 128 - 1 - i, .cost = 1};
    }
    assert_int_equal(way_map_add_links(map, links, WAY_MAP_LINKS_MAX + 1), WAY_STATUS_TOO_LARGE);
    assert_int_equal(way_map_link_count(map), 0);
    assert_int_equal(way_map_add_links(map, links, WAY_MAP_LINKS_MAX), WAY_STATUS_OK);
    assert_int_equal(way_map_add_links(map, &links[WAY_MAP_LINKS_MAX], 1), WAY_STATUS_TOO_LARGE);
    assert_int_equal(way_map_remove_links(map, links, WAY_MAP_LINKS_MAX), WAY_STATUS_OK);
    for (uint32_t way = 0; way < 2; way++) { // from one cell, then to it
        for (uint32_t i = 0; i <= WAY_MAP_CELL_LINKS_MAX; i++) {
            const way_map_link link = {
                .from = way ? 9 + i : 0, .to = way ? 0 : 9 + i, .cost = 1u << 22};
            assert_int_equal(way_map_add_links(map, &link, 1),
                             i < WAY_MAP_CELL_LINKS_MAX ? WAY_STATUS_OK : WAY_STATUS_TOO_LARGE);
        }
    }
    const way_map_link costly = {.from = 90, .to = 99, .cost = (1u << 22) + 1};
    const way_map_link free = {.from = 90, .to = 99, .cost = 0};
    assert_int_equal(way_map_add_links(map, &costly, 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_map_add_links(map, &free, 1), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

/// Sensors and penalties at `more` past their edges.
static void check_senses(const way_map *map, uint32_t more)
{
    const way_status expected = more ? WAY_STATUS_OUT_OF_RANGE : WAY_STATUS_OK;
    const uint8_t points[36] = {0};
    const way_sensor eye = {.cell = 0, .radius = WAY_SENSOR_RADIUS_MAX + more};
    way_belief *belief = NULL;
    way_space *space = NULL;
    assert_int_equal(way_belief_create(&(way_belief_config){.truth = map}, &belief), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(belief, 1, &eye, 1, NULL), expected);
    way_belief_destroy(belief);
    const way_penalty_config danger = {
        .map = map, .profile = 1, .penalties = points, .unit = WAY_PENALTY_UNIT_MAX + more};
    assert_int_equal(way_space_create_penalty(&danger, &space), expected);
    way_space_destroy(space);
}

static void sensors_and_penalties(void **state)
{
    (void)state;
    way_map *map = limits_map(6, 6);
    check_senses(map, 0);
    check_senses(map, 1);
    way_map_destroy(map);
}

// Spaces ------------------------------------------------------------------------------------------

static way_status graph(uint32_t nodes, way_cost cost)
{
    const way_link link = {0, 0, cost};
    const way_graph_config config = {
        .node_count = nodes, .links = &link, .link_count = 1, .allocator = &nothing};
    way_space *space = NULL;
    return way_space_create_graph(&config, &space);
}

static void graphs(void **state)
{
    (void)state;
    assert_int_equal(graph(1, 1), WAY_STATUS_NO_MEMORY);
    assert_int_equal(graph(1, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(graph(1, 1u << 30), WAY_STATUS_NO_MEMORY);
    assert_int_equal(graph(1, (1u << 30) + 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(graph(1u << 30, 1), WAY_STATUS_NO_MEMORY);
    assert_true(graph((1u << 30) + 1, 1) == WAY_STATUS_TOO_LARGE ||
                graph((1u << 30) + 1, 1) == WAY_STATUS_OUT_OF_RANGE);
    assert_int_not_equal(graph(0, 1), WAY_STATUS_OK);
}

static way_status tiles(uint32_t columns, uint32_t rows)
{
    way_space *space = NULL;
    const way_tiles_config config = {.columns = columns, .rows = rows};
    const way_status status = way_space_create_tiles(&config, &space);
    way_space_destroy(space);
    return status;
}

static void tiles_and_levels(void **state)
{
    (void)state;
    assert_int_equal(tiles(2, 2), WAY_STATUS_OK);
    assert_int_equal(tiles(4, 4), WAY_STATUS_OK);
    assert_int_equal(tiles(8, 2), WAY_STATUS_OK);
    assert_int_equal(tiles(1, 4), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(tiles(9, 2), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(tiles(5, 4), WAY_STATUS_OUT_OF_RANGE);
    char text[64];
    way_level level;
    for (uint32_t side = WAY_LEVEL_SIDE_MAX; side <= WAY_LEVEL_SIDE_MAX + 1; side++) {
        const int size = snprintf(text, sizeof text, "1 %u 4 0\n", side);
        const way_status status = way_level_parse(text, (size_t)size, NULL, &level, NULL);
        // At the edge it is only the picture that is missing.
        assert_int_equal(status, side > WAY_LEVEL_SIDE_MAX ? WAY_STATUS_OUT_OF_RANGE
                                                           : WAY_STATUS_BAD_FORMAT);
    }
}

static way_status mesh(uint32_t points, uint32_t polygons, int32_t far)
{
    const way_point corners[] = {{0, 0}, {far, 0}, {0, 7}};
    const uint32_t order[] = {0, 1, 2};
    const uint32_t sizes[] = {3};
    const way_mesh_config config = {.points = corners,
                                    .point_count = points,
                                    .corners = order,
                                    .sizes = sizes,
                                    .polygon_count = polygons,
                                    .allocator = &nothing};
    way_mesh *out = NULL;
    return way_mesh_create(&config, &out, NULL);
}

static void meshes(void **state)
{
    (void)state;
    assert_int_equal(mesh(3, 1, WAY_MESH_COORDINATE_MAX), WAY_STATUS_NO_MEMORY);
    assert_int_equal(mesh(3, 1, WAY_MESH_COORDINATE_MAX + 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(mesh(3, 1, -WAY_MESH_COORDINATE_MAX), WAY_STATUS_NO_MEMORY);
    assert_int_equal(mesh(3, 1, -WAY_MESH_COORDINATE_MAX - 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(mesh(3, WAY_MESH_POLYGONS_MAX + 1, 5), WAY_STATUS_TOO_LARGE);
    assert_int_equal(mesh(WAY_MESH_CORNERS_MAX + 1, 1, 5), WAY_STATUS_TOO_LARGE);
}

static way_status look(uint32_t radius)
{
    way_map *map = limits_map(3, 3);
    way_belief *belief = NULL;
    assert_int_equal(way_belief_create(&(way_belief_config){.truth = map}, &belief), WAY_STATUS_OK);
    const way_sensor sensor = {.radius = radius};
    const way_status status = way_belief_look(belief, 1, &sensor, 1, NULL);
    way_belief_destroy(belief);
    way_map_destroy(map);
    return status;
}

static void radii_of_sight(void **state)
{
    (void)state;
    assert_int_equal(look(0), WAY_STATUS_OK);
    assert_int_equal(look(WAY_SENSOR_RADIUS_MAX), WAY_STATUS_OK);
    assert_int_equal(look(WAY_SENSOR_RADIUS_MAX + 1), WAY_STATUS_OUT_OF_RANGE);
}

// Trips -------------------------------------------------------------------------------------------

static void goals_of_a_trip(void **state)
{
    (void)state;
    const uint32_t most = 65536;
    way_map *map = limits_map(300, 300);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_state *goals = malloc((most + 1) * sizeof *goals);
    assert_non_null(goals);
    for (uint32_t i = 0; i <= most; i++) {
        goals[i] = i + 1;
    }
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    way_trip trip = {.mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = most};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_cost(agent), 408); // a neighbour
    trip.goal_count = most + 1;
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_TOO_LARGE);
    trip.goal_count = 0;
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_INVALID_ARGUMENT);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    free(goals);
}

/// Every number that a parameter takes lies within its own limits, and none beyond.
static void parameters_of_all_algorithms(void **state)
{
    (void)state;
    way_map *map = limits_map(6, 6);
    way_space *space = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        assert_true(algorithm->param_count <= WAY_PARAMS_MAX);
        for (uint32_t k = 0; k < algorithm->param_count; k++) {
            const way_param *param = &algorithm->params[k];
            if (param->type != WAY_PARAM_INTEGER) {
                continue;
            }
            const int64_t values[] = {param->min, (int64_t)param->min - 1, (int64_t)param->max + 1};
            for (uint32_t v = 0; v < 3; v++) {
                char spec[128];
                way_navigator *navigator = NULL;
                way_problem problem = {0};
                snprintf(spec, sizeof spec, "%s(%s=%lld)", algorithm->name, param->name,
                         (long long)values[v]);
                const way_navigator_config plan = {
                    .space = space, .algorithm = spec, .problem = &problem};
                const way_status status = way_navigator_create(&plan, &navigator);
                if ((status == WAY_STATUS_OK) != (v == 0) || (v && !problem.text[0])) {
                    fail_msg("%s: %s (%s)", spec, way_status_name(status), problem.text);
                }
                way_navigator_destroy(navigator);
            }
        }
    }
    way_space_destroy(space);
    way_map_destroy(map);
}

// Worlds ------------------------------------------------------------------------------------------

static way_status world(way_world_config config)
{
    const way_world_kind kinds[WAY_WORLD_KINDS_MAX + 1] = {{0}};
    const way_world_team teams[WAY_WORLD_TEAMS_MAX + 1] = {{0}};
    way_world *out = NULL;
    config.map = limits_map(8, 8);
    config.kinds = kinds;
    config.teams = config.team_count ? teams : NULL;
    const way_status status = way_world_create(&config, &out);
    way_world_destroy(out);
    way_map_destroy(config.map);
    return status;
}

static void worlds(void **state)
{
    (void)state;
    const way_world_config plain = {.kind_count = 1, .unit_capacity = 4};
    assert_int_equal(world(plain), WAY_STATUS_OK);
    way_world_config config = plain;
    config.kind_count = WAY_WORLD_KINDS_MAX;
    config.team_count = WAY_WORLD_TEAMS_MAX;
    config.lanes = WAY_WORLD_LANES_MAX;
    config.frames_per_tick = 64;
    assert_int_equal(world(config), WAY_STATUS_OK);
    config = plain;
    config.kind_count = WAY_WORLD_KINDS_MAX + 1;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
    config = plain;
    config.team_count = WAY_WORLD_TEAMS_MAX + 1;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
    config = plain;
    config.lanes = WAY_WORLD_LANES_MAX + 1;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
    config = plain;
    config.frames_per_tick = 65;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
    config = plain;
    config.unit_capacity = WAY_WORLD_UNITS_MAX + 1;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
    config.unit_capacity = 0;
    assert_int_equal(world(config), WAY_STATUS_OUT_OF_RANGE);
}

/// Numbers of a kind of unit, and of a team.
static void kinds_and_teams(void **state)
{
    (void)state;
    const way_world_kind kinds[] = {
        {.size = WAY_MAP_UNIT_MAX, .speed = WAY_SPEED_FULL, .turn = 4096},
        {.size = WAY_MAP_UNIT_MAX + 1},
        {.speed = WAY_SPEED_FULL + 1},
        {.turn = 4097}};
    const way_world_team teams[] = {{.fog = true, .sight = 64}, {.fog = true, .sight = 65}};
    for (uint32_t i = 0; i < 5; i++) {
        way_world *out = NULL;
        way_map *map = limits_map(32, 32);
        const way_world_config config = {.map = map,
                                         .kinds = &kinds[i % 4],
                                         .kind_count = 1,
                                         .teams = &teams[i / 4],
                                         .team_count = 1,
                                         .unit_capacity = 1};
        assert_int_equal(way_world_create(&config, &out),
                         i ? WAY_STATUS_OUT_OF_RANGE : WAY_STATUS_OK);
        way_world_destroy(out);
        way_map_destroy(map);
    }
}

static way_status avoider(uint32_t capacity, uint32_t horizon, uint32_t wall_horizon)
{
    way_avoider *out = NULL;
    const way_avoider_config config = {capacity, horizon, wall_horizon, &nothing};
    return way_avoider_create(&config, &out);
}

static void movers(void **state)
{
    (void)state;
    assert_int_equal(avoider(0, 0, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(avoider(1u << 20, 256, 256), WAY_STATUS_NO_MEMORY);
    assert_int_equal(avoider((1u << 20) + 1, 0, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(avoider(1, 257, 0), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(avoider(1, 0, 257), WAY_STATUS_OUT_OF_RANGE);
    static const way_mover tried[] = {
        {.x = -(1 << 28), .y = 1 << 28, .radius = 8192, .speed = 131072, .fixed = true},
        {.radius = 1},
        {.x = (1 << 28) + 1, .radius = 1},
        {.y = -(1 << 28) - 1, .radius = 1},
        {.radius = 0},
        {.radius = 8193},
        {.radius = 1, .speed = -1},
        {.radius = 1, .speed = 131073}};
    way_avoider *out = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 1}, &out), WAY_STATUS_OK);
    for (uint32_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        way_mover mover = tried[i];
        assert_int_equal(way_avoider_step(out, &mover, 1, NULL, 0),
                         i < 2 ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE);
    }
    way_avoider_destroy(out);
}

/// Cells of an order, units on a lift and lifts, each at its edge and past it.
static void orders_and_lifts(void **state)
{
    (void)state;
    way_map *map = limits_map(32, 32);
    const way_world_kind kind = {0};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 1};
    way_world *made = NULL;
    way_unit unit;
    assert_int_equal(way_world_create(&config, &made), WAY_STATUS_OK);
    assert_int_equal(way_world_add(made, &(way_unit_config){.cell = 5}, &unit), WAY_STATUS_OK);
    assert_int_equal(way_world_add(made, &(way_unit_config){.cell = 6}, &unit),
                     WAY_STATUS_TOO_LARGE);
    unit = way_world_unit_in_slot(made, 0);
    const way_cell cells[WAY_ORDER_CELLS_MAX + 1] = {9, 10, 11, 12, 13, 14, 15, 16, 17};
    way_order order = {.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = WAY_ORDER_CELLS_MAX};
    assert_int_equal(way_world_order(made, &unit, 1, &order), WAY_STATUS_OK);
    order.cell_count++;
    assert_int_equal(way_world_order(made, &unit, 1, &order), WAY_STATUS_INVALID_ARGUMENT);
    for (uint32_t i = 0; i <= 256; i++) {
        const way_map_link lift = {.from = i, .to = 1023 - i, .cost = 500};
        assert_int_equal(way_world_add_links(made, &lift, 1, WAY_WORLD_LIFT_MAX + 1),
                         WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_world_add_links(made, &lift, 1, WAY_WORLD_LIFT_MAX),
                         i < 256 ? WAY_STATUS_OK : WAY_STATUS_TOO_LARGE);
    }
    way_world_destroy(made);
    way_map_destroy(map);
}

static void plans_of_many(void **state)
{
    (void)state;
    way_map_config ground = way_map_config_default(300, 300);
    ground.neighbours = WAY_NEIGHBOURS_4;
    way_map *map = NULL;
    way_mapf_plan plan;
    way_cell *cells = malloc((WAY_MAPF_UNITS_MAX + 1) * sizeof *cells);
    assert_non_null(cells);
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    for (uint32_t i = 0; i <= WAY_MAPF_UNITS_MAX; i++) {
        cells[i] = i;
    }
    way_mapf_config config = {.map = map, .starts = cells, .goals = cells, .allocator = &nothing};
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OUT_OF_RANGE);
    config.count = WAY_MAPF_UNITS_MAX;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_NO_MEMORY);
    config.count++;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
    free(cells);
}

/// Tables of distances.
static void trips_by_the_dozen(void **state)
{
    (void)state;
    way_map *map = limits_map(4, 4);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);

    const way_state from = 0;
    way_cost nowhere = 0; // nothing is written
    const way_distances table = {
        .from = &from, .from_count = 1u << 16, .to = &from, .to_count = 1u << 16};
    assert_int_equal(way_agent_distances(agent, &table, &nowhere), WAY_STATUS_TOO_LARGE);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_of_every_side),
        cmocka_unit_test(costs_of_steps),
        cmocka_unit_test(units_and_profiles),
        cmocka_unit_test(changes_are_forgotten),
        cmocka_unit_test(links_of_maps),
        cmocka_unit_test(sensors_and_penalties),
        cmocka_unit_test(graphs),
        cmocka_unit_test(tiles_and_levels),
        cmocka_unit_test(meshes),
        cmocka_unit_test(radii_of_sight),
        cmocka_unit_test(goals_of_a_trip),
        cmocka_unit_test(parameters_of_all_algorithms),
        cmocka_unit_test(worlds),
        cmocka_unit_test(kinds_and_teams),
        cmocka_unit_test(movers),
        cmocka_unit_test(orders_and_lifts),
        cmocka_unit_test(plans_of_many),
        cmocka_unit_test(trips_by_the_dozen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
