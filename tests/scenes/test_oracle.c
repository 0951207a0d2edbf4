// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The oracle against Bellman and Ford, whose steps are written out here once more and differently,
// and against the map's own step costs.
#include "scenes/oracle.h"
#include "support/sizes.h"
#include "support/test.h"

#include <string.h>

#define ORACLE_SIDE_MAX 7u
#define ORACLE_CELLS_MAX (ORACLE_SIDE_MAX * ORACLE_SIDE_MAX)

typedef struct oracle_case {
    uint32_t width, height;
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint32_t size;
    uint8_t weights[ORACLE_CELLS_MAX];
} oracle_case;

static way_map *oracle_make_map(const oracle_case *given)
{
    way_map_config config = way_map_config_default(given->width, given->height);
    config.neighbours = given->neighbours;
    config.corners = given->corners;
    config.costs = given->costs;
    config.weights = given->weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(map, given->size), WAY_STATUS_OK);
    return map;
}

/// A table of where the unit stands, with a border of two, so that no test is needed at the edge.
typedef struct oracle_stand {
    bool free[ORACLE_SIDE_MAX + 4][ORACLE_SIDE_MAX + 4];
} oracle_stand;

static oracle_stand oracle_find_stands(const oracle_case *given)
{
    oracle_stand stand;
    memset(&stand, 0, sizeof stand);
    for (uint32_t y = 0; y + given->size <= given->height; y++) {
        for (uint32_t x = 0; x + given->size <= given->width; x++) {
            uint32_t open = 0;
            for (uint32_t i = 0; i < given->size * given->size; i++) {
                open +=
                    given->weights[(y + i / given->size) * given->width + x + i % given->size] > 0;
            }
            stand.free[y + 2][x + 2] = open == given->size * given->size;
        }
    }
    return stand;
}

/// The mean weight of all that a unit covers, rounded to the nearest; it stands there.
static uint32_t oracle_mean(const oracle_case *given, uint32_t cell)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < given->size * given->size; i++) {
        sum += given->weights[cell + i / given->size * given->width + i % given->size];
    }
    return (uint32_t)((double)sum / (given->size * given->size) + 0.5);
}

/// The cost of moving by (dx, dy) from (x, y), or WAY_COST_MAX.
static way_cost oracle_move(const oracle_case *given, const oracle_stand *stand, uint32_t from,
                            int32_t dx, int32_t dy)
{
    const uint32_t column = from % given->width + 2;
    const uint32_t row = from / given->width + 2;
    const uint32_t to_column = (uint32_t)((int32_t)column + dx);
    const uint32_t to_row = (uint32_t)((int32_t)row + dy);
    const bool diagonal = dx != 0 && dy != 0;
    if ((dx == 0 && dy == 0) || !stand->free[to_row][to_column]) {
        return WAY_COST_MAX;
    }
    uint32_t length = given->costs.cardinal;
    if (diagonal && given->neighbours == WAY_NEIGHBOURS_4) {
        return WAY_COST_MAX;
    }
    if (diagonal && given->neighbours == WAY_NEIGHBOURS_6 && dx == dy) {
        return WAY_COST_MAX;
    }
    if (diagonal && given->neighbours == WAY_NEIGHBOURS_8) {
        const int sides = stand->free[row][to_column] + stand->free[to_row][column];
        const int needed = given->corners == WAY_CORNERS_STRICT  ? 2
                           : given->corners == WAY_CORNERS_LOOSE ? 1
                                                                 : 0;
        if (sides < needed) {
            return WAY_COST_MAX;
        }
        length = given->costs.diagonal;
    }
    const uint32_t to = (to_row - 2) * given->width + to_column - 2;
    const uint32_t target = oracle_mean(given, to);
    const uint32_t origin = stand->free[row][column] ? oracle_mean(given, from) : target;
    return (way_cost)(((uint64_t)length * (origin + target) + 1) / 2);
}

/// Relaxes every step until nothing changes. Two blocked cells never follow each other, so a
/// blocked source is the only blocked cell that gets a cost.
static void oracle_bellman_ford(const oracle_case *given, uint32_t source, way_cost *costs)
{
    const uint32_t cells = given->width * given->height;
    const oracle_stand stand = oracle_find_stands(given);
    for (uint32_t cell = 0; cell < cells; cell++) {
        costs[cell] = cell == source ? 0 : WAY_COST_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < 9 * cells; i++) {
            const int32_t dx = (int32_t)(i % 3) - 1;
            const int32_t dy = (int32_t)(i / 3 % 3) - 1;
            const uint32_t from = i / 9;
            const way_cost step = oracle_move(given, &stand, from, dx, dy);
            if (step == WAY_COST_MAX || costs[from] == WAY_COST_MAX) {
                continue;
            }
            const uint32_t to = (uint32_t)((int32_t)from + dy * (int32_t)given->width + dx);
            if (costs[from] + step < costs[to]) {
                costs[to] = costs[from] + step;
                changed = true;
            }
        }
    }
}

/// Runs through all neighbours, corner rules, sizes and uniform or weighted ground in turn.
static oracle_case oracle_draw_case(way_rng *rng, uint32_t run)
{
    const way_neighbours kinds[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_8,
                                    WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_8};
    const way_corners corners[] = {WAY_CORNERS_STRICT, WAY_CORNERS_STRICT, WAY_CORNERS_STRICT,
                                   WAY_CORNERS_LOOSE, WAY_CORNERS_ANY};
    const way_cost_model models[] = {{408, 577}, {5, 7}, {1, 1}, {3, 6}, {7, 11}};
    oracle_case given = {
        .width = 1 + way_rng_below(rng, ORACLE_SIDE_MAX),
        .height = 1 + way_rng_below(rng, ORACLE_SIDE_MAX),
        .neighbours = kinds[run % 5],
        .corners = corners[run % 5],
        .costs = models[way_rng_below(rng, 5)],
        .size = 1 + run / 5 % 3,
    };
    const uint32_t blocked = way_rng_below(rng, 60) / given.size;
    const uint32_t heaviest = run / 15 % 2 ? 1 : 9;
    for (uint32_t cell = 0; cell < given.width * given.height; cell++) {
        const bool open = way_rng_below(rng, 100) >= blocked;
        given.weights[cell] = open ? (uint8_t)(1 + way_rng_below(rng, heaviest)) : 0;
    }
    return given;
}

/// The real way back: oracle_costs_to from the goal must agree with all forward searches.
static void oracle_check_backward(const way_map *map, const oracle_case *given, way_cell goal)
{
    way_cost backward[ORACLE_CELLS_MAX];
    assert_int_equal(oracle_costs_to(map, goal, given->size, backward), WAY_STATUS_OK);
    for (way_cell cell = 0; cell < given->width * given->height; cell++) {
        if (cell == goal || !oracle_is_deep(map, cell, given->size)) {
            assert_int_equal(backward[cell], oracle_cost(map, cell, goal, given->size));
        }
        const way_cell next = oracle_next(map, backward, cell, given->size);
        if (cell == goal) {
            assert_int_equal(next, goal);
        } else if (backward[cell] == WAY_COST_MAX) {
            assert_int_equal(next, WAY_CELL_NONE);
        } else {
            assert_int_equal(oracle_step_cost(map, cell, next, given->size) + backward[next],
                             backward[cell]);
        }
    }
}

static void costs_when_compared_with_bellman_ford(void **state)
{
    (void)state;
    way_rng rng = test_rng(408577);
    for (uint32_t run = 0; run < 3000; run++) {
        const oracle_case given = oracle_draw_case(&rng, run);
        way_map *map = oracle_make_map(&given);
        const way_cell source = way_rng_below(&rng, given.width * given.height);
        way_cost expected[ORACLE_CELLS_MAX];
        way_cost costs[ORACLE_CELLS_MAX];
        oracle_bellman_ford(&given, source, expected);
        assert_int_equal(oracle_costs(map, source, given.size, costs), WAY_STATUS_OK);
        assert_memory_equal(costs, expected, (size_t)given.width * given.height * sizeof *costs);
        if (run % 7 == 0) {
            oracle_check_backward(map, &given, source);
        }
        way_map_destroy(map);
    }
}

static void steps_when_compared_with_the_map(void **state)
{
    (void)state;
    way_rng rng = test_rng(577408);
    for (uint32_t run = 0; run < 400; run++) {
        const oracle_case given = oracle_draw_case(&rng, run);
        way_map *map = oracle_make_map(&given);
        const uint32_t cells = given.width * given.height;
        for (way_cell from = 0; from < cells; from++) {
            for (way_cell to = 0; to < cells; to++) {
                assert_int_equal(oracle_step_cost(map, from, to, given.size),
                                 way_map_step_cost(map, from, to, given.size));
            }
        }
        way_map_destroy(map);
    }
}

/// Worked out by hand, so that the rules are not only compared with themselves.
static void costs_when_small_and_known(void **state)
{
    (void)state;
    // . # .
    // . . .   and every weight 1
    oracle_case given = {3,          2, WAY_NEIGHBOURS_8,  WAY_CORNERS_STRICT,
                         {408, 577}, 1, {1, 0, 1, 1, 1, 1}};
    way_map *map = oracle_make_map(&given);
    assert_int_equal(oracle_cost(map, 0, 2, 1), 4 * 408);
    way_map_destroy(map);
    given.corners = WAY_CORNERS_LOOSE;
    map = oracle_make_map(&given);
    assert_int_equal(oracle_cost(map, 0, 2, 1), 2 * 577);
    assert_int_equal(oracle_cost(map, 1, 2, 1), 408);
    assert_int_equal(oracle_cost(map, 2, 1, 1), WAY_COST_MAX);
    way_map_destroy(map);
    // Hex: east then north-east is no shorter than one step north-east and one east.
    given.neighbours = WAY_NEIGHBOURS_6;
    given.costs = (way_cost_model){1, 0};
    map = oracle_make_map(&given);
    assert_int_equal(oracle_cost(map, 3, 2, 1), 2);
    assert_int_equal(oracle_cost(map, 0, 2, 1), 3);
    assert_int_equal(oracle_cost(map, 0, 5, 1), 3);
    way_map_destroy(map);
    // 3 to 4 weighs (3 + 4) * 5 / 2 = 18, rounded up.
    const oracle_case heavy = {2, 1, WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, {5, 7}, 1, {3, 4}};
    map = oracle_make_map(&heavy);
    assert_int_equal(oracle_cost(map, 0, 1, 1), 18);
    way_map_destroy(map);
}

static void units_when_large(void **state)
{
    (void)state;
    // A unit of two can't pass the gap of one in the middle row.
    const oracle_case given = {
        5, 5, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, {408, 577}, 2, {1, 1, 1, 1, 1, //
                                                                    1, 1, 1, 1, 1, //
                                                                    0, 0, 1, 0, 0, //
                                                                    1, 1, 1, 1, 1, //
                                                                    1, 1, 1, 1, 1}};
    way_map *map = oracle_make_map(&given);
    assert_int_equal(oracle_cost(map, 0, 15, 1), 577 + 5 * 408);
    assert_int_equal(oracle_cost(map, 0, 15, 2), WAY_COST_MAX);
    assert_int_equal(oracle_cost(map, 0, 3, 2), 3 * 408);
    assert_int_equal(oracle_cost(map, 0, 4, 2), WAY_COST_MAX);
    way_map_destroy(map);
}

static void arguments_when_wrong(void **state)
{
    (void)state;
    const oracle_case given = {2,          2, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT,
                               {408, 577}, 1, {1, 1, 1, 1}};
    way_map *map = oracle_make_map(&given);
    way_cost costs[4];
    assert_int_equal(oracle_costs(map, 4, 1, costs), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(oracle_costs(map, WAY_CELL_NONE, 1, costs), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(oracle_costs(map, 0, 0, costs), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(oracle_cost(map, 0, 4, 1), WAY_COST_MAX);
    assert_int_equal(oracle_judge(map, 0, 4, 1), ORACLE_OUTSIDE);
    assert_int_equal(oracle_judge(map, 0, 0, 1), ORACLE_APART);
    way_map_destroy(map);
}

static void map_when_a_million_cells(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(1000, 1000);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(oracle_cost(map, 0, 999999, 1), 999 * 577);
    way_map_destroy(map);
}

// Explicit graphs ---------------------------------------------------------------------------------

static void graph_when_compared_with_bellman_ford(void **state)
{
    (void)state;
    way_rng rng = test_rng(31337);
    for (uint32_t run = 0; run < 500; run++) {
        oracle_edge edges[60];
        const oracle_graph graph = {1 + way_rng_below(&rng, 20), way_rng_below(&rng, 61), edges};
        for (uint32_t i = 0; i < graph.edge_count; i++) {
            edges[i] = (oracle_edge){way_rng_below(&rng, graph.node_count),
                                     way_rng_below(&rng, graph.node_count), way_rng_below(&rng, 9)};
        }
        way_cost expected[20];
        memset(expected, 0xFF, sizeof expected);
        expected[0] = 0;
        for (uint32_t i = 0; i < graph.node_count * graph.edge_count; i++) {
            const oracle_edge *edge = &edges[i % graph.edge_count];
            const way_cost through = way_cost_add(expected[edge->from], edge->cost);
            expected[edge->to] = through < expected[edge->to] ? through : expected[edge->to];
        }
        way_cost costs[20];
        assert_int_equal(oracle_graph_costs(&graph, 0, costs), WAY_STATUS_OK);
        assert_memory_equal(costs, expected, graph.node_count * sizeof *costs);
    }
}

static void graph_when_wrong(void **state)
{
    (void)state;
    const oracle_edge edges[] = {{0, 1, 5}, {1, 2, 5}};
    way_cost costs[3];
    const oracle_graph small = {2, 2, edges};
    assert_int_equal(oracle_graph_costs(&small, 0, costs), WAY_STATUS_OUT_OF_RANGE);
    const oracle_graph graph = {3, 2, edges};
    assert_int_equal(oracle_graph_costs(&graph, 3, costs), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(oracle_graph_costs(&graph, 1, costs), WAY_STATUS_OK);
    assert_int_equal(costs[0], WAY_COST_MAX);
    assert_int_equal(costs[2], 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_when_compared_with_bellman_ford),
        cmocka_unit_test(steps_when_compared_with_the_map),
        cmocka_unit_test(costs_when_small_and_known),
        cmocka_unit_test(units_when_large),
        cmocka_unit_test(arguments_when_wrong),
        cmocka_unit_test(map_when_a_million_cells),
        cmocka_unit_test(graph_when_compared_with_bellman_ford),
        cmocka_unit_test(graph_when_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
