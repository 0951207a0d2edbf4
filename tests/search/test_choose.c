// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// "auto": cheapest paths on every kind of map, with a reason, and after any edit.
#include "support/test.h"

#include <waymark/agent.h>

#include <string.h>

enum { CHOOSE_SIDE = 40 };

static way_map *choose_map(way_rng *rng, way_neighbours neighbours, way_corners corners,
                           bool weighted)
{
    uint8_t weights[CHOOSE_SIDE * CHOOSE_SIDE];
    for (uint32_t c = 0; c < CHOOSE_SIDE * CHOOSE_SIDE; c++) {
        const uint32_t chance = way_rng_below(rng, 10);
        weights[c] = chance < 2 ? 0 : weighted && chance < 5 ? 4 : 1;
    }
    weights[0] = 1;
    way_map_config config = way_map_config_default(CHOOSE_SIDE, CHOOSE_SIDE);
    config.neighbours = neighbours;
    config.corners = corners;
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static void choose_is_optimal(void **state)
{
    (void)state;
    static const way_neighbours neighbours[] = {4, 6, 8, 8, 8};
    static const way_corners corners[] = {0, 0, WAY_CORNERS_STRICT, WAY_CORNERS_LOOSE,
                                          WAY_CORNERS_ANY};
    way_rng rng = test_rng(5);
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t rule = round % 5;
        way_map *map = choose_map(&rng, neighbours[rule], corners[rule], round % 2);
        way_path best = {0};
        way_path chosen = {0};
        const way_cell goal = way_rng_below(&rng, CHOOSE_SIDE * CHOOSE_SIDE);
        assert_int_equal(way_find(map, "dijkstra", 0, goal, &best), WAY_STATUS_OK);
        assert_int_equal(way_find(map, "auto", 0, goal, &chosen), WAY_STATUS_OK);
        assert_int_equal(best.outcome, chosen.outcome);
        assert_int_equal(best.cost, chosen.cost);
        way_path_free(&best);
        way_path_free(&chosen);
        way_map_destroy(map);
    }
}

/// A kind of ground, what is to come on it, and what is chosen.
typedef struct choose_case {
    way_neighbours neighbours;
    way_corners corners;
    bool weighted;
    way_workload workload;
    const char *algorithm;
} choose_case;

static const choose_case choose_cases[] = {
    {8, WAY_CORNERS_STRICT, false, {1, 0, 0}, "jps"},
    {8, WAY_CORNERS_STRICT, false, {100000, 0, 0}, "jps"},
    {8, WAY_CORNERS_STRICT, false, {100000, 100000, 0}, "jps"},
    {8, WAY_CORNERS_STRICT, false, {100000, 0, 1 << 20}, "beacon"},
    {8, WAY_CORNERS_STRICT, false, {100000, 5000, 1 << 20}, "beacon"},
    {8, WAY_CORNERS_STRICT, false, {100000, 50000, 1 << 20}, "jps"},
    {8, WAY_CORNERS_STRICT, false, {100, 0, 1 << 20}, "jps"},
    {8, WAY_CORNERS_STRICT, false, {100000, 0, 1 << 10}, "jps"},
    {8, WAY_CORNERS_STRICT, true, {1, 0, 0}, "jps"},
    {8, WAY_CORNERS_STRICT, true, {100000, 0, 0}, "jps"},
    {8, WAY_CORNERS_STRICT, true, {100000, 0, 1 << 20}, "astar(estimate=differential)"},
    {8, WAY_CORNERS_STRICT, true, {100000, 50000, 1 << 20}, "jps"},
    {8, WAY_CORNERS_LOOSE, false, {1, 0, 0}, "jps"},
    {8, WAY_CORNERS_LOOSE, false, {100000, 0, 1 << 20}, "jps"},
    {4, 0, false, {1, 0, 0}, "jps"},
    {4, 0, false, {100000, 100, 1 << 20}, "jps"},
    {6, 0, false, {100000, 100, 1 << 20}, "astar(estimate=differential)"},
    {6, 0, false, {1, 0, 0}, "astar"},
};

/// Cheapest paths by a navigator for "auto", before an edit and after it.
static void choose_walk(way_map *map, way_space *space, const way_workload *workload, way_rng *rng)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = "auto", .workload = workload};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    for (uint32_t k = 0; k < 12; k++) {
        const way_edit edit = {.x = way_rng_below(rng, 30) + 1,
                               .y = way_rng_below(rng, 30),
                               .width = 6,
                               .height = 3,
                               .weight = (uint8_t)(k < 4   ? 1
                                                   : k < 8 ? k % 2
                                                           : k)}; // at last weights
        if (k) {
            assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        }
        way_path best = {0};
        const way_cell goal = way_rng_below(rng, CHOOSE_SIDE * CHOOSE_SIDE);
        assert_int_equal(way_find(map, "dijkstra", 0, goal, &best), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(agent, &(way_trip){.start = 0, .goal = goal}),
                         WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), best.outcome);
        assert_int_equal(way_agent_cost(agent), best.cost);
        const way_cell goals[] = {goal, 0};
        assert_int_equal(
            way_agent_begin(
                agent,
                &(way_trip){.start = 0, .goals = goals, .goal_count = 2, .mode = WAY_GOAL_ANY_OF}),
            WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        assert_int_equal(way_agent_cost(agent), 0);
        way_path_free(&best);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

static void choose_says_why(void **state)
{
    (void)state;
    way_rng rng = test_rng(6);
    for (uint32_t k = 0; k < sizeof choose_cases / sizeof *choose_cases; k++) {
        const choose_case *one = &choose_cases[k];
        way_map *map = choose_map(&rng, one->neighbours, one->corners, one->weighted);
        way_space *space = NULL;
        assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
        const way_choice choice = way_algorithm_choose(space, &one->workload);
        assert_string_equal(choice.algorithm, one->algorithm);
        assert_true(strlen(choice.reason) > 20);
        choose_walk(map, space, &one->workload, &rng);
        way_space_destroy(space);
        way_map_destroy(map);
    }
}

/// Spaces without cells: a graph of places.
static void choose_for_graphs(void **state)
{
    (void)state;
    const way_link links[] = {{0, 1, 3}, {1, 2, 4}, {0, 2, 9}};
    const way_graph_config graph = {.node_count = 3, .links = links, .link_count = 3};
    const way_workload many = {.searches = 100000, .memory = 1 << 20};
    way_space *space = NULL;
    way_path path = {0};
    assert_int_equal(way_space_create_graph(&graph, &space), WAY_STATUS_OK);
    assert_string_equal(way_algorithm_choose(space, NULL).algorithm, "astar");
    assert_string_equal(way_algorithm_choose(space, &many).algorithm, "astar");
    assert_int_equal(way_find_in(space, "auto", 0, 2, &path), WAY_STATUS_OK);
    assert_int_equal(path.cost, 7);
    way_path_free(&path);
    way_space_destroy(space);
}

static void choose_outlives_weights(void **state)
{
    (void)state;
    way_rng rng = test_rng(7);
    way_map *map = choose_map(&rng, 8, WAY_CORNERS_STRICT, false);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "auto"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    const way_edit swamp = {.x = 5, .y = 5, .width = 20, .height = 20, .weight = 5};
    assert_int_equal(way_map_edit(map, &swamp, 1), WAY_STATUS_OK);
    const way_cell goal = 15 * CHOOSE_SIDE + 15;
    assert_int_equal(way_agent_begin(agent, &(way_trip){.start = 0, .goal = goal}), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    way_path best = {0};
    assert_int_equal(way_find(map, "dijkstra", 0, goal, &best), WAY_STATUS_OK);
    assert_int_equal(outcome, best.outcome);
    assert_int_equal(way_agent_cost(agent), best.cost);
    way_path_free(&best);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choose_is_optimal),
        cmocka_unit_test(choose_says_why),
        cmocka_unit_test(choose_outlives_weights),
        cmocka_unit_test(choose_for_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
