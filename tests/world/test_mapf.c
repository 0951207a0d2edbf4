// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whole problems: the hard small ones of the public test set, by hand, and many by chance; every
// plan is checked by code of its own.
#include "scenes/mapf_checker.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/mapf.h>

#include <string.h>

typedef struct mapf_riddle {
    const char *name;
    const char *drawn;       ///< 'T' is a wall; rows end with '/'
    const char *pairs;       ///< "x,y>x,y ..."
    uint64_t configurations; ///< that it may take
} mapf_riddle;

static const mapf_riddle mapf_riddles[] = {
    {"tree", "T.T/T../T.T/...", "1,3>1,0 1,1>1,3 1,0>1,1", 2000},
    {"tunnel", ".TTT/..../.TTT/.TTT/.TTT/.TTT", "0,5>0,2 0,4>0,3 0,3>0,4 0,1>0,5", 200000},
    {"string", "T.T/..T/T../..T/T../..T", "0,5>2,4 2,4>0,3 0,3>2,2 2,2>0,1 0,1>0,5", 20000},
    {"corners", ".TTTT/....T/T.T.T/T..../TTTT.", "0,0>4,4 0,1>4,3 4,3>0,1 4,4>0,0", 20000},
    {"loop-chain", "..../.T.T/...T", "2,2>0,2 2,1>0,1 2,0>0,0 1,0>1,0 0,0>2,0 0,1>2,1 0,2>2,2",
     400000},
    {"connector", "...TTT/.T.TTT/...TTT/TT..TT/TTT.../TTT.T./TTT...",
     "0,0>5,6 5,6>0,0 0,1>3,3 5,5>2,3 1,0>3,4 4,6>2,2", 20000},
    {"corridor swap", "......../TTT.TTTT", "0,0>7,0 7,0>0,0", 2000},
};

static way_map *mapf_draw(const char *drawn)
{
    const uint32_t width = (uint32_t)strcspn(drawn, "/");
    const uint32_t height = ((uint32_t)strlen(drawn) + 1) / (width + 1);
    uint8_t weights[4096];
    for (uint32_t c = 0; c < width * height; c++) {
        weights[c] = drawn[c / width * (width + 1) + c % width] != 'T';
    }
    way_map_config config = way_map_config_default(width, height);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.costs = (way_cost_model){1, 0};
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// Reads who goes from where to where; returns how many.
static uint32_t mapf_pairs(const mapf_riddle *riddle, const way_map *map, way_cell *starts,
                           way_cell *goals)
{
    uint32_t count = 0;
    for (const char *at = riddle->pairs; at && *at; count++) {
        unsigned x = 0, y = 0, gx = 0, gy = 0;
        assert_int_equal(sscanf(at, "%u,%u>%u,%u", &x, &y, &gx, &gy), 4);
        starts[count] = way_map_cell(map, x, y);
        goals[count] = way_map_cell(map, gx, gy);
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return count;
}

static void mapf_solves_hard_ones(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < sizeof mapf_riddles / sizeof *mapf_riddles; r++) {
        const mapf_riddle *riddle = &mapf_riddles[r];
        way_map *map = mapf_draw(riddle->drawn);
        way_cell starts[16];
        way_cell goals[16];
        const uint32_t count = mapf_pairs(riddle, map, starts, goals);
        const way_mapf_config config = {.map = map,
                                        .starts = starts,
                                        .goals = goals,
                                        .count = count,
                                        .seed = 1,
                                        .node_limit = riddle->configurations};
        way_mapf_plan plan;
        assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OK);
        if (plan.outcome != WAY_OUTCOME_FOUND) {
            fail_msg("%s: %s", riddle->name, way_outcome_text(plan.outcome));
        }
        assert_null(mapf_checker_fault(map, starts, goals, &plan));
        way_mapf_free(&plan);
        way_map_destroy(map);
    }
}

/// Units by chance, on a map with walls by chance.
enum { MAPF_SIDE_MAX = 60, MAPF_UNITS_MAX = 120 };
typedef struct mapf_rig {
    way_map *map;
    way_cell starts[MAPF_UNITS_MAX];
    way_cell goals[MAPF_UNITS_MAX];
    way_mapf_config config;
} mapf_rig;

/// A wall in one of `rare` cells, and as many units as are wanted if 4000 tries find them.
static void mapf_open(mapf_rig *rig, way_rng *rng, uint32_t side, uint32_t rare, uint32_t wanted)
{
    static char drawn[(MAPF_SIDE_MAX + 1) * MAPF_SIDE_MAX];
    bool used[2][MAPF_SIDE_MAX * MAPF_SIDE_MAX] = {{false}};
    for (uint32_t c = 0; c < (side + 1) * side; c++) {
        drawn[c] = c % (side + 1) == side ? '/' : way_rng_below(rng, rare) == 0 ? 'T' : '.';
    }
    drawn[(side + 1) * side - 1] = '\0';
    *rig = (mapf_rig){.map = mapf_draw(drawn)};
    uint32_t count = 0;
    for (uint32_t tries = 0; tries < 4000 && count < wanted; tries++) {
        const way_cell start = way_rng_below(rng, side * side);
        const way_cell goal = way_rng_below(rng, side * side);
        if (way_map_is_passable(rig->map, start) && way_map_is_passable(rig->map, goal) &&
            way_map_is_reachable(rig->map, start, goal, 1) && !used[0][start] && !used[1][goal]) {
            used[0][start] = used[1][goal] = true;
            rig->starts[count] = start;
            rig->goals[count++] = goal;
        }
    }
    rig->config = (way_mapf_config){
        .map = rig->map, .starts = rig->starts, .goals = rig->goals, .count = count};
}

/// Small and crowded; it may take 3,000 configurations.
static void mapf_open_small(mapf_rig *rig, way_rng *rng, uint64_t seed)
{
    mapf_open(rig, rng, 12, 6, 1 + way_rng_below(rng, 40));
    rig->config.seed = seed;
    rig->config.node_limit = 3000;
}

static const char *mapf_fault(const mapf_rig *rig, const way_mapf_plan *plan)
{
    return mapf_checker_fault(rig->map, rig->starts, rig->goals, plan);
}

static void mapf_plans_are_right(void **state)
{
    (void)state;
    way_rng rng = test_rng(3);
    uint32_t solved = 0;
    for (uint32_t round = 0; round < 300; round++) {
        mapf_rig rig;
        mapf_open_small(&rig, &rng, round);
        way_mapf_plan plan;
        way_mapf_plan again;
        assert_int_equal(way_mapf_solve(&rig.config, &plan), WAY_STATUS_OK);
        assert_int_equal(way_mapf_solve(&rig.config, &again), WAY_STATUS_OK);
        assert_int_equal(plan.outcome, again.outcome);
        assert_int_equal(plan.sum, again.sum);
        if (plan.outcome == WAY_OUTCOME_FOUND) {
            assert_null(mapf_fault(&rig, &plan));
            solved++;
            // The checker sees a plan that is wrong.
            plan.cells[plan.makespan * plan.count] ^= 1u;
            assert_non_null(mapf_fault(&rig, &plan));
        }
        way_mapf_free(&plan);
        way_mapf_free(&again);
        way_map_destroy(rig.map);
    }
    assert_true(solved > 250);
}

/// Every stop is a legal plan that is no dearer and no later than the one before.
static void mapf_plans_get_better(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    uint32_t better = 0;
    for (uint32_t round = 0; round < 300; round++) {
        mapf_rig rig;
        mapf_open_small(&rig, &rng, round);
        way_mapf_plan plan;
        assert_int_equal(way_mapf_solve(&rig.config, &plan), WAY_STATUS_OK);
        const uint64_t first = plan.sum;
        for (uint32_t k = 0; plan.cells && k < 40; k++) {
            const uint64_t sum = plan.sum;
            const uint32_t makespan = plan.makespan;
            assert_int_equal(way_mapf_improve(&rig.config, &plan, 1 + way_rng_below(&rng, 4000)),
                             WAY_STATUS_OK);
            const char *fault = mapf_fault(&rig, &plan);
            if (fault || plan.sum > sum || plan.makespan > makespan || plan.sum < plan.bound) {
                fail_msg("round %u, call %u: %s", round, k, fault ? fault : "dearer");
            }
        }
        better += plan.cells && plan.sum < first;
        way_mapf_free(&plan);
        way_map_destroy(rig.map);
    }
    assert_true(better > 200);
}

/// However many calls the work comes in.
static void mapf_plans_get_better_by_work(void **state)
{
    (void)state;
    way_rng rng = test_rng(6);
    for (uint32_t round = 0; round < 20; round++) {
        mapf_rig rig;
        mapf_open_small(&rig, &rng, 0);
        way_mapf_plan one;
        way_mapf_plan many;
        assert_int_equal(way_mapf_solve(&rig.config, &one), WAY_STATUS_OK);
        assert_int_equal(way_mapf_solve(&rig.config, &many), WAY_STATUS_OK);
        if (one.cells) {
            assert_int_equal(way_mapf_improve(&rig.config, &one, 60000), WAY_STATUS_OK);
            for (uint32_t k = 0; k < 600; k++) {
                assert_int_equal(way_mapf_improve(&rig.config, &many, 100), WAY_STATUS_OK);
            }
            assert_int_equal(one.sum, many.sum);
            assert_int_equal(one.loss, many.loss);
            assert_int_equal(one.makespan, many.makespan);
            assert_memory_equal(one.cells, many.cells,
                                ((size_t)one.makespan + 1) * one.count * sizeof *one.cells);
        }
        way_mapf_free(&one);
        way_mapf_free(&many);
        way_map_destroy(rig.map);
    }
}

/// Where there is room, plans come near to what cannot be better.
static void mapf_plans_come_near_the_bound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        way_rng rng = way_rng_seed(seed);
        mapf_rig rig;
        mapf_open(&rig, &rng, MAPF_SIDE_MAX, 8, MAPF_UNITS_MAX);
        assert_int_equal(rig.config.count, MAPF_UNITS_MAX);
        way_mapf_plan plan;
        assert_int_equal(way_mapf_solve(&rig.config, &plan), WAY_STATUS_OK);
        assert_int_equal(way_mapf_improve(&rig.config, &plan, 20000000), WAY_STATUS_OK);
        assert_null(mapf_fault(&rig, &plan));
        assert_true((plan.sum - plan.bound) * 50 <= plan.bound);
        way_mapf_free(&plan);
        way_map_destroy(rig.map);
    }
}

/// Three units on a small map.
static const char mapf_three[] = "....../.T..T./......";
static const way_cell mapf_three_starts[] = {0, 5, 12};
static const way_cell mapf_three_goals[] = {17, 12, 5};

static void mapf_improves_no_other_plan(void **state)
{
    (void)state;
    way_map *map = mapf_draw(mapf_three);
    const way_cell others[] = {5, 12, 17};
    way_mapf_config config = {
        .map = map, .starts = mapf_three_starts, .goals = mapf_three_goals, .count = 3};
    way_mapf_plan plan = {.count = 3};
    assert_int_equal(way_mapf_improve(&config, &plan, 100), WAY_STATUS_WRONG_STATE);
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OK);
    config.count = 2;
    assert_int_equal(way_mapf_improve(&config, &plan, 100), WAY_STATUS_INVALID_ARGUMENT);
    config.count = 3;
    config.goals = others;
    assert_int_equal(way_mapf_improve(&config, &plan, 100), WAY_STATUS_INVALID_ARGUMENT);
    config.goals = mapf_three_goals;
    config.starts = others;
    assert_int_equal(way_mapf_improve(&config, &plan, 100), WAY_STATUS_INVALID_ARGUMENT);
    config.starts = mapf_three_starts;
    const way_edit wall = {.x = 0, .y = 1, .width = 6, .height = 1, .weight = 0};
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_mapf_improve(&config, &plan, 100), WAY_STATUS_INVALID_ARGUMENT);
    way_mapf_free(&plan);
    way_map_destroy(map);
}

static void mapf_when_there_is_no_plan(void **state)
{
    (void)state;
    way_map *map = mapf_draw("..T.");
    const way_cell starts[] = {0, 1};
    const way_cell swapped[] = {1, 0};
    const way_cell beyond[] = {3, 0};
    way_mapf_config config = {.map = map, .starts = starts, .goals = swapped, .count = 2};
    way_mapf_plan plan;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OK);
    assert_int_equal(plan.outcome, WAY_OUTCOME_NO_PATH); // all configurations tried
    config.goals = beyond;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OK);
    assert_int_equal(plan.outcome, WAY_OUTCOME_NO_PATH);
    const way_cell same[] = {1, 1};
    config.goals = same;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_INVALID_ARGUMENT);
    const way_cell wall[] = {2, 1};
    config.goals = wall;
    assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

static bool mapf_scenario(test_allocator *memory)
{
    way_map *map = mapf_draw(mapf_three);
    const way_mapf_config config = {.map = map,
                                    .starts = mapf_three_starts,
                                    .goals = mapf_three_goals,
                                    .count = 3,
                                    .allocator = &memory->allocator};
    way_mapf_plan plan;
    const way_status status = way_mapf_solve(&config, &plan);
    const bool worked = status == WAY_STATUS_OK && plan.outcome == WAY_OUTCOME_FOUND &&
                        way_mapf_improve(&config, &plan, 5000) == WAY_STATUS_OK;
    assert_true(!plan.cells ||
                !mapf_checker_fault(map, mapf_three_starts, mapf_three_goals, &plan));
    way_mapf_free(&plan);
    way_map_destroy(map);
    return worked;
}

/// The limit is kept during all of a search, not only when it begins.
static void mapf_when_bytes_are_limited(void **state)
{
    (void)state;
    const mapf_riddle *riddle = &mapf_riddles[1];
    way_map *map = mapf_draw(riddle->drawn);
    way_cell starts[16];
    way_cell goals[16];
    const uint32_t count = mapf_pairs(riddle, map, starts, goals);
    const size_t limits[] = {1u << 30, 1u << 20, 4000};
    for (uint32_t k = 0; k < 3; k++) {
        const way_mapf_config config = {.map = map,
                                        .starts = starts,
                                        .goals = goals,
                                        .count = count,
                                        .seed = 1,
                                        .byte_limit = limits[k]};
        way_mapf_plan plan;
        assert_int_equal(way_mapf_solve(&config, &plan), WAY_STATUS_OK);
        assert_int_equal(plan.outcome, k < 1 ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY);
        way_mapf_free(&plan);
    }
    way_map_destroy(map);
}

static void mapf_without_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(mapf_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mapf_solves_hard_ones),
        cmocka_unit_test(mapf_plans_are_right),
        cmocka_unit_test(mapf_plans_get_better),
        cmocka_unit_test(mapf_plans_get_better_by_work),
        cmocka_unit_test(mapf_plans_come_near_the_bound),
        cmocka_unit_test(mapf_improves_no_other_plan),
        cmocka_unit_test(mapf_when_there_is_no_plan),
        cmocka_unit_test(mapf_when_bytes_are_limited),
        cmocka_unit_test(mapf_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
