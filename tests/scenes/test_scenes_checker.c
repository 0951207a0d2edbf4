// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The checker passes sound paths and names the first fault of the others.
#include "scenes/checker.h"
#include "scenes/oracle.h"
#include "scenes/scene.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

// . . . . .
// . # # . .
// . . . . .
static const uint8_t checker_weights[15] = {1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1};

static way_map *checker_make_map(way_neighbours neighbours, way_corners corners)
{
    way_map_config config = way_map_config_default(5, 3);
    config.neighbours = neighbours;
    config.corners = corners;
    config.costs = (way_cost_model){0};
    config.weights = checker_weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static checker_report checker_run(const way_map *map, uint32_t size, checker_trip trip)
{
    checker_report report;
    assert_int_equal(checker_check(map, size, &trip, &report), WAY_STATUS_OK);
    return report;
}

static void path_when_sound(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    const way_cell cells[] = {0, 1, 2, 3, 9, 14};
    const checker_report report = checker_run(map, 1, (checker_trip){0, 14, cells, 6});
    assert_int_equal(report.fault, CHECKER_FAULT_NONE);
    assert_string_equal(report.message, "ok");
    assert_int_equal(report.cost, 4 * 408 + 577);
    assert_int_equal(report.cardinals, 4);
    assert_int_equal(report.diagonals, 1);
    assert_int_equal(report.revisits, 0);
    assert_true(fabs(report.length - (4 + sqrt(2.0))) < 1e-12);
    way_map_destroy(map);
}

static void path_when_it_has_one_cell(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    const way_cell cells[] = {7};
    const checker_report report = checker_run(map, 1, (checker_trip){7, 7, cells, 1});
    assert_int_equal(report.fault, CHECKER_FAULT_NONE);
    assert_int_equal(report.cost, 0);
    way_map_destroy(map);
}

static void path_when_it_returns(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT);
    const way_cell cells[] = {0, 1, 0, 1, 2};
    const checker_report report = checker_run(map, 1, (checker_trip){0, 2, cells, 5});
    assert_int_equal(report.fault, CHECKER_FAULT_NONE);
    assert_int_equal(report.cost, 4);
    assert_int_equal(report.revisits, 2);
    way_map_destroy(map);
}

static void path_when_it_leaves_a_blocked_start(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    const way_cell cells[] = {7, 8, 9};
    const checker_report report = checker_run(map, 1, (checker_trip){7, 9, cells, 3});
    assert_int_equal(report.fault, CHECKER_FAULT_NONE);
    assert_int_equal(report.cost, 2 * 408);
    way_map_destroy(map);
}

typedef struct checker_case {
    way_cell cells[4];
    uint32_t count;
    way_cell start, goal;
    checker_fault fault;
    uint32_t index;
    way_cost cost;
    const char *message;
} checker_case;

static const checker_case checker_cases[] = {
    {{0}, 0, 0, 0, CHECKER_FAULT_EMPTY, 0, 0, "the path is empty"},
    {{1, 2}, 2, 0, 2, CHECKER_FAULT_START, 0, 0, "the path starts at (1, 0), not at (0, 0)"},
    {{0, 1}, 2, 0, 2, CHECKER_FAULT_GOAL, 1, 408, "the path ends at (1, 0), not at (2, 0)"},
    {{0, 5, 6},
     3,
     0,
     6,
     CHECKER_FAULT_BLOCKED,
     2,
     408,
     "step 2 from (0, 1) to (1, 1) ends where the unit can't stand"},
    {{1, 5}, 2, 1, 5, CHECKER_FAULT_CORNER, 1, 0, "step 1 from (1, 0) to (0, 1) cuts a corner"},
    {{0, 1, 3},
     3,
     0,
     3,
     CHECKER_FAULT_TELEPORT,
     2,
     408,
     "step 2 from (1, 0) to (3, 0) is not between neighbours"},
    {{4, 5},
     2,
     4,
     5,
     CHECKER_FAULT_TELEPORT,
     1,
     0,
     "step 1 from (4, 0) to (0, 1) is not between neighbours"},
    {{3, 3},
     2,
     3,
     3,
     CHECKER_FAULT_TELEPORT,
     1,
     0,
     "step 1 from (3, 0) to (3, 0) is not between neighbours"},
    {{13, 14, 99},
     3,
     13,
     99,
     CHECKER_FAULT_OUTSIDE,
     2,
     408,
     "step 2 from (4, 2) to cell 99 leaves the map"},
    {{99, 1}, 2, 99, 1, CHECKER_FAULT_OUTSIDE, 0, 0, "the start is not on the map"},
};

static void path_when_wrong(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    for (uint32_t i = 0; i < sizeof checker_cases / sizeof checker_cases[0]; i++) {
        const checker_case *given = &checker_cases[i];
        const checker_trip trip = {given->start, given->goal, given->cells, given->count};
        const checker_report report = checker_run(map, 1, trip);
        assert_string_equal(report.message, given->message);
        assert_int_equal(report.fault, given->fault);
        assert_int_equal(report.index, given->index);
        assert_int_equal(report.cost, given->cost);
    }
    way_map_destroy(map);
}

static void corners_when_the_rule_differs(void **state)
{
    (void)state;
    // (2, 0) to (3, 1) has one blocked cell beside it, (2, 1).
    const way_cell cells[] = {2, 8};
    const checker_trip trip = {2, 8, cells, 2};
    way_map *never = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    way_map *one = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE);
    way_map *four = checker_make_map(WAY_NEIGHBOURS_4, WAY_CORNERS_LOOSE);
    assert_int_equal(checker_run(never, 1, trip).fault, CHECKER_FAULT_CORNER);
    assert_int_equal(checker_run(one, 1, trip).fault, CHECKER_FAULT_NONE);
    assert_int_equal(checker_run(four, 1, trip).fault, CHECKER_FAULT_TELEPORT);
    way_map_destroy(never);
    way_map_destroy(one);
    way_map_destroy(four);
}

static void units_when_too_large(void **state)
{
    (void)state;
    way_map *map = checker_make_map(WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT);
    const way_cell cells[] = {3, 2};
    const checker_trip trip = {3, 2, cells, 2};
    assert_int_equal(checker_run(map, 1, trip).fault, CHECKER_FAULT_NONE);
    assert_int_equal(checker_run(map, 2, trip).fault, CHECKER_FAULT_BLOCKED);
    checker_report report;
    assert_int_equal(checker_check(map, 0, &trip, &report), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

/// A best path by the oracle is sound and costs what the oracle says; one changed cell breaks it.
static void paths_when_made_by_the_oracle(void **state)
{
    (void)state;
    const scene_request request = scene_request_default("caves", 60, 40, 11);
    scene made;
    assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
    way_map *map = NULL;
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
                     WAY_STATUS_OK);
    way_cost costs[60 * 40];
    assert_int_equal(oracle_costs_to(map, made.goal, 1, costs), WAY_STATUS_OK);
    way_cell path[60 * 40];
    uint32_t count = 0;
    for (way_cell at = made.start; at != made.goal; at = oracle_next(map, costs, at, 1)) {
        path[count++] = at;
    }
    path[count++] = made.goal;
    const checker_trip trip = {made.start, made.goal, path, count};
    const checker_report report = checker_run(map, 1, trip);
    assert_string_equal(report.message, "ok");
    assert_int_equal(report.cost, costs[made.start]);
    assert_int_equal(report.cardinals + report.diagonals, count - 1);
    assert_true(fabs(report.length * 408 - report.cost) < 1e-5 * report.cost);
    for (uint32_t i = 1; i + 1 < count; i++) {
        const way_cell held = path[i];
        path[i] = path[i - 1];
        assert_int_equal(checker_run(map, 1, trip).fault, CHECKER_FAULT_TELEPORT);
        assert_int_equal(checker_run(map, 1, trip).index, i);
        path[i] = held;
    }
    way_map_destroy(map);
    scene_destroy(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_when_sound),
        cmocka_unit_test(path_when_it_has_one_cell),
        cmocka_unit_test(path_when_it_returns),
        cmocka_unit_test(path_when_it_leaves_a_blocked_start),
        cmocka_unit_test(path_when_wrong),
        cmocka_unit_test(corners_when_the_rule_differs),
        cmocka_unit_test(units_when_too_large),
        cmocka_unit_test(paths_when_made_by_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
