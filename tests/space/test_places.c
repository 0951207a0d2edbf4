// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Graphs of places against graphs of all cells.
#include "scenes/scene.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>
#include <waymark/lab.h>
#include <waymark/mesh.h>

#include <math.h>
#include <string.h>

#define SIDE 14u

static way_map *random_map(way_rng *rng, way_corners corners, uint32_t blocked)
{
    uint8_t weights[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        weights[i] = way_rng_below(rng, 100) >= blocked;
    }
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.corners = corners;
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// The cost of a trip over a graph, and how many links it takes.
static way_cost trip_cost(way_space *space, way_state start, way_state goal, uint32_t *links)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = start, .goal = goal};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    way_agent_run(agent);
    const way_cost cost = way_agent_cost(agent);
    (void)way_agent_path(agent, links);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return cost;
}

static way_waypoints_config all_cells(const way_map *map, way_cell *cells)
{
    way_waypoints_config config = {.map = map, .cells = cells};
    for (way_cell cell = 0; cell < SIDE * SIDE; cell++) {
        if (way_map_is_passable(map, cell)) {
            cells[config.cell_count++] = cell;
        }
    }
    return config;
}

/// The cost of a trip over a graph that holds the ends among its places.
static way_cost cost_with_ends(const way_waypoints_config *config, way_cell start, way_cell goal)
{
    way_cell cells[SIDE * SIDE + 2];
    memcpy(cells, config->cells, config->cell_count * sizeof *cells);
    cells[config->cell_count] = start;
    cells[config->cell_count + 1] = goal;
    way_waypoints_config larger = *config;
    larger.cells = cells;
    larger.cell_count += 2;
    way_space *space = NULL;
    uint32_t links = 0;
    assert_int_equal(way_space_create_waypoints(&larger, &space), WAY_STATUS_OK);
    const way_cost cost =
        start == goal ? 0 : trip_cost(space, config->cell_count, config->cell_count + 1, &links);
    way_space_destroy(space);
    return cost;
}

/// Trips over corners are as short as the corners allow, and little longer than over all cells.
static void check_trips(const way_waypoints_config *all, const way_waypoints_config *config,
                        way_rng *rng)
{
    way_space *everything = NULL;
    way_space *graph = NULL;
    way_space *trip = NULL;
    assert_int_equal(way_space_create_waypoints(all, &everything), WAY_STATUS_OK);
    assert_int_equal(way_space_create_waypoints(config, &graph), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 20; i++) {
        const uint32_t a = way_rng_below(rng, all->cell_count);
        const uint32_t b = way_rng_below(rng, all->cell_count);
        uint32_t links = 0;
        const way_cell start = all->cells[a];
        const way_cell goal = all->cells[b];
        const way_cost least = trip_cost(everything, a, b, &links);
        assert_int_equal(way_space_attach(graph, config, start, goal, &trip), WAY_STATUS_OK);
        const way_state end = config->cell_count + (start == goal ? 0 : 1);
        const way_cost cost = trip_cost(trip, config->cell_count, end, &links);
        assert_int_equal(cost, cost_with_ends(config, start, goal));
        assert_true(cost >= least);
        assert_int_equal(cost == WAY_COST_MAX, least == WAY_COST_MAX);
        assert_true(cost <= least || cost - least <= least / 3 + links);
        way_space_destroy(trip);
    }
    way_space_destroy(graph);
    way_space_destroy(everything);
}

static void corners_when_compared_with_all_cells(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    for (uint32_t round = 0; round < 60; round++) {
        way_map *map = random_map(&rng, (way_corners)(round % 3), 10 + round % 40);
        way_cell cells[SIDE * SIDE];
        const way_waypoints_config all = all_cells(map, cells);
        way_waypoints places;
        assert_int_equal(way_waypoints_corners(map, NULL, &places), WAY_STATUS_OK);
        const way_waypoints_config config = {
            .map = map, .cells = places.cells, .cell_count = places.count};
        check_trips(&all, &config, &rng);
        way_waypoints_free(&places);
        way_map_destroy(map);
    }
}

/// Links are symmetric, their costs are lengths rounded up, estimates never exceed them.
static void check_links(way_space *space)
{
    way_edge *edges = malloc(space->degree_max * sizeof *edges);
    assert_non_null(edges);
    for (way_state from = 0; from < space->state_count; from++) {
        const uint32_t degree = space->type->expand(space, from, edges);
        assert_true(degree <= space->degree_max);
        for (uint32_t i = 0; i < degree; i++) {
            double ax = 0;
            double ay = 0;
            double bx = 0;
            double by = 0;
            space->type->position(space, from, &ax, &ay);
            space->type->position(space, edges[i].to, &bx, &by);
            const double length = hypot(ax - bx, ay - by) * WAY_NAVGRAPH_CELL;
            assert_true(edges[i].cost >= length && edges[i].cost < length + 1.001);
            assert_true(space->type->estimate(space, from, edges[i].to) <= edges[i].cost);
            assert_int_equal(way_space_step_cost(space, edges[i].to, from), edges[i].cost);
        }
    }
    free(edges);
}

static void attach_when_shared(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    way_map *map = random_map(&rng, WAY_CORNERS_STRICT, 25);
    way_cell cells[SIDE * SIDE];
    const way_waypoints_config all = all_cells(map, cells);
    way_waypoints places;
    assert_int_equal(way_waypoints_corners(map, NULL, &places), WAY_STATUS_OK);
    const way_waypoints_config config = {
        .map = map, .cells = places.cells, .cell_count = places.count, .reach = 6};
    way_space *graph = NULL;
    assert_int_equal(way_space_create_waypoints(&config, &graph), WAY_STATUS_OK);
    check_links(graph);
    way_space *trips[8];
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(way_space_attach(graph, &config, cells[i * all.cell_count / 8],
                                          cells[all.cell_count - 1 - i], &trips[i]),
                         WAY_STATUS_OK);
    }
    for (uint32_t i = 0; i < 8; i++) {
        check_links(trips[i]);
        way_space_destroy(trips[i]);
    }
    check_links(graph);
    way_space_destroy(graph);
    way_waypoints_free(&places);
    way_map_destroy(map);
}

static void cover_when_asked(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    for (uint32_t round = 0; round < 60; round++) {
        way_map *map = random_map(&rng, WAY_CORNERS_STRICT, 10 + round % 40);
        const uint32_t reach = round % 4 * 3;
        way_waypoints places;
        way_space *graph = NULL;
        assert_int_equal(way_waypoints_cover(map, reach, NULL, &places), WAY_STATUS_OK);
        const way_waypoints_config config = {
            .map = map, .cells = places.cells, .cell_count = places.count, .reach = reach};
        assert_int_equal(way_waypoints_coverage(&config), way_map_passable_count(map));
        assert_true(places.count <= way_map_passable_count(map));
        assert_int_equal(way_space_create_waypoints(&config, &graph), WAY_STATUS_OK);
        // Waypoints are joined exactly where the map joins them.
        for (uint32_t i = 0; i < 20; i++) {
            const way_state a = way_rng_below(&rng, places.count);
            const way_state b = way_rng_below(&rng, places.count);
            uint32_t links = 0;
            assert_int_equal(trip_cost(graph, a, b, &links) != WAY_COST_MAX,
                             way_map_is_reachable(map, places.cells[a], places.cells[b], 1));
        }
        way_space_destroy(graph);
        way_waypoints_free(&places);
        way_map_destroy(map);
    }
}

/// Ways over waypoints between waypoints, against the best over cells: few detours.
static void cover_when_walked(void **state)
{
    (void)state;
    static const char *const generators[] = {"rooms", "bunker", "city", "caves"};
    uint64_t over_waypoints = 0;
    uint64_t over_cells = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const scene_request request = scene_request_default(generators[i], 64, 64, 1);
        scene made;
        way_map *map = NULL;
        way_space *grid = NULL;
        way_space *graph = NULL;
        way_waypoints places;
        assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
        assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
                         WAY_STATUS_OK);
        scene_destroy(&made);
        assert_int_equal(way_waypoints_cover(map, 24, NULL, &places), WAY_STATUS_OK);
        const way_waypoints_config config = {
            .map = map, .cells = places.cells, .cell_count = places.count, .reach = 24};
        assert_int_equal(way_space_create_waypoints(&config, &graph), WAY_STATUS_OK);
        assert_int_equal(way_space_create_grid(map, 1, NULL, &grid), WAY_STATUS_OK);
        for (way_state to = 1; to < places.count; to += 1 + places.count / 10) {
            uint32_t links = 0;
            const way_cost cost = trip_cost(graph, 0, to, &links);
            if (cost != WAY_COST_MAX) {
                over_waypoints += cost;
                over_cells += trip_cost(grid, places.cells[0], places.cells[to], &links);
            }
        }
        way_space_destroy(graph);
        way_space_destroy(grid);
        way_waypoints_free(&places);
        way_map_destroy(map);
    }
    print_message("%.3f of the way over cells\n", (double)over_waypoints / (double)over_cells);
    assert_true(over_waypoints * 100 < over_cells * 112);
}

static void places_when_refused(void **state)
{
    (void)state;
    way_map_config plain = way_map_config_default(4, 4);
    way_map *map = NULL;
    way_map *hexes = NULL;
    way_waypoints places;
    way_space *space = NULL;
    assert_int_equal(way_map_create(&plain, &map), WAY_STATUS_OK);
    plain.neighbours = WAY_NEIGHBOURS_6;
    assert_int_equal(way_map_create(&plain, &hexes), WAY_STATUS_OK);
    assert_int_equal(way_waypoints_corners(hexes, NULL, &places), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_waypoints_cover(hexes, 0, NULL, &places), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_waypoints_corners(NULL, NULL, &places), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_waypoints_cover(map, 0, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_waypoints_corners(map, NULL, &places), WAY_STATUS_OK);
    assert_int_equal(places.count, 0); // an empty hall has no corners
    way_waypoints_free(&places);
    way_waypoints_free(NULL);
    static const way_cell cells[] = {3, 5};
    way_waypoints_config config = {.map = map, .cells = cells, .cell_count = 2};
    assert_int_equal(way_space_create_waypoints(&config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_waypoints(NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    config.cell_count = 0;
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_waypoints_coverage(&config), 0);
    config.cell_count = 70000;
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_TOO_LARGE);
    config.cell_count = 2;
    config.map = hexes;
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_UNSUPPORTED);
    config.map = map;
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_OK);
    way_space *trip = NULL;
    assert_int_equal(way_space_attach(space, &config, 0, 99, &trip), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_space_attach(NULL, &config, 0, 1, &trip), WAY_STATUS_INVALID_ARGUMENT);
    config.cell_count = 1;
    assert_int_equal(way_space_attach(space, &config, 0, 1, &trip), WAY_STATUS_INVALID_ARGUMENT);
    const way_edit heavy = {.x = 1, .y = 1, .width = 1, .height = 1, .weight = 3};
    assert_int_equal(way_map_edit(map, &heavy, 1), WAY_STATUS_OK);
    way_space_destroy(space);
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_UNSUPPORTED);
    const way_edit wall = {.x = 3, .y = 0, .width = 1, .height = 1, .weight = 0};
    const way_edit plain_again = {.x = 1, .y = 1, .width = 1, .height = 1, .weight = 1};
    assert_int_equal(way_map_edit(map, &plain_again, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_space_create_waypoints(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
    way_map_destroy(hexes);
}

static bool places_scenario(test_allocator *memory)
{
    way_rng rng = way_rng_seed(9);
    way_map *map = random_map(&rng, WAY_CORNERS_STRICT, 30);
    way_waypoints places;
    way_waypoints cover = {0};
    way_space *graph = NULL;
    way_space *trip = NULL;
    way_status status = way_waypoints_corners(map, &memory->allocator, &places);
    if (status == WAY_STATUS_OK) {
        status = way_waypoints_cover(map, 0, &memory->allocator, &cover);
    }
    const way_waypoints_config config = {.map = map,
                                         .cells = places.cells,
                                         .cell_count = places.count,
                                         .allocator = &memory->allocator};
    if (status == WAY_STATUS_OK) {
        status = way_space_create_waypoints(&config, &graph);
    }
    if (status == WAY_STATUS_OK) {
        status = way_space_attach(graph, &config, cover.cells[0], places.cells[1], &trip);
    }
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    way_space_destroy(trip);
    way_space_destroy(graph);
    way_waypoints_free(&places);
    way_waypoints_free(&cover);
    way_map_destroy(map);
    return status == WAY_STATUS_OK;
}

static void places_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(places_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_when_compared_with_all_cells),
        cmocka_unit_test(attach_when_shared),
        cmocka_unit_test(cover_when_asked),
        cmocka_unit_test(cover_when_walked),
        cmocka_unit_test(places_when_refused),
        cmocka_unit_test(places_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
