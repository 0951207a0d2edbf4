// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a search with a loop of its own gets from the tree, shown by beam search, which nothing but
// its own file knows of: answers, slices, partial paths, edits under way, a limit of nodes, and
// each allocation failing.
#include "search/beam.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/field.h>
#include <waymark/waymark.h>

#define TREE_SIDE 24u
#define TREE_WIDE 100000

static const wayi_roof tree_roof = {.create = way_navigator_create, .find = way_algorithm_find};

typedef struct tree_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} tree_rig;

static way_status tree_open(tree_rig *rig, int32_t width, uint32_t seed, uint32_t capacity,
                            const way_allocator *allocator)
{
    *rig = (tree_rig){0};
    way_rng rng = way_rng_seed(seed);
    uint8_t weights[TREE_SIDE * TREE_SIDE];
    for (uint32_t i = 0; i < TREE_SIDE * TREE_SIDE; i++) {
        weights[i] = way_rng_below(&rng, 100) < 30 ? 0 : (uint8_t)(1 + way_rng_below(&rng, 3));
    }
    way_map_config config = way_map_config_default(TREE_SIDE, TREE_SIDE);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .allocator = allocator};
    const wayi_recipe recipe = {
        .algorithm = &wayi_algorithm_beam, .params = {width}, .roof = &tree_roof};
    way_status status = wayi_navigator_make(&plan, &recipe, NULL, &rig->navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config unit = {
            .navigator = rig->navigator, .capacity = capacity, .allocator = allocator};
        status = way_agent_create(&unit, &rig->agent);
    }
    return status;
}

static void tree_close(tree_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static way_trip tree_trip(const tree_rig *rig, uint32_t seed)
{
    way_rng rng = way_rng_seed(seed + 1000);
    const way_cell cells = TREE_SIDE * TREE_SIDE;
    return (way_trip){.start = way_map_nearest_passable(rig->map, way_rng_below(&rng, cells), 1),
                      .goal = way_map_nearest_passable(rig->map, way_rng_below(&rng, cells), 1)};
}

static way_cost tree_best(const tree_rig *rig, const way_trip *trip)
{
    way_field *field = NULL;
    const way_field_config config = {.space = rig->space};
    assert_int_equal(way_field_create(&config, &field), WAY_STATUS_OK);
    assert_int_equal(way_field_begin(field, &trip->start, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
    const way_cost cost = way_field_cost(field, trip->goal);
    way_field_destroy(field);
    return cost;
}

/// Every step is legal on the map as it is, and the cost is their sum; returns where it ends.
static way_state tree_check_path(const tree_rig *rig, const way_trip *trip)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    way_cost sum = 0;
    assert_int_equal(path[0], trip->start);
    for (uint32_t i = 1; i < count; i++) {
        const way_cost step = way_space_step_cost(rig->space, path[i - 1], path[i]);
        assert_int_not_equal(step, WAY_COST_MAX);
        sum += step;
    }
    assert_int_equal(way_agent_cost(rig->agent), sum);
    return path[count - 1];
}

static void answers_when_wide_and_narrow(void **state)
{
    (void)state;
    uint32_t lost = 0;
    for (uint32_t seed = 0; seed < 40; seed++) {
        const int32_t widths[] = {1, 8, TREE_WIDE};
        for (uint32_t i = 0; i < 3; i++) {
            tree_rig rig;
            assert_int_equal(tree_open(&rig, widths[i], seed, 0, NULL), WAY_STATUS_OK);
            const way_trip trip = tree_trip(&rig, seed);
            const way_cost best = tree_best(&rig, &trip);
            assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
            const way_outcome outcome = way_agent_run(rig.agent);
            if (outcome == WAY_OUTCOME_FOUND) {
                assert_int_equal(tree_check_path(&rig, &trip), trip.goal);
                assert_true(way_agent_cost(rig.agent) >= best);
            } else {
                assert_int_equal(outcome, WAY_OUTCOME_NO_PATH);
                assert_true(best == WAY_COST_MAX || widths[i] < TREE_WIDE);
                lost += best != WAY_COST_MAX;
            }
            tree_close(&rig);
        }
    }
    assert_true(lost > 0); // narrow beams do lose ways, or nothing was cut off
}

static void slices_and_partial_paths_agree(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 30; seed++) {
        uint64_t costs[2];
        way_state ends[2];
        way_stats stats[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_rig rig;
            assert_int_equal(tree_open(&rig, 20, seed, 0, NULL), WAY_STATUS_OK);
            way_trip trip = tree_trip(&rig, seed);
            trip.partial = true;
            trip.expansion_limit = seed % 3 ? 10 + seed : 0;
            assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
            while (way_agent_step(rig.agent, i ? 1 : 1000) == WAY_OUTCOME_WORKING) {
            }
            const bool none = way_agent_outcome(rig.agent) == WAY_OUTCOME_NO_PATH;
            ends[i] = none ? WAY_STATE_NONE : tree_check_path(&rig, &trip);
            costs[i] = way_agent_cost(rig.agent);
            stats[i] = way_agent_stats(rig.agent);
            tree_close(&rig);
        }
        assert_true(costs[0] == costs[1]);
        assert_int_equal(ends[0], ends[1]);
        assert_true(stats[0].expansions == stats[1].expansions);
        assert_int_equal(stats[0].states_max, stats[1].states_max);
    }
}

static void paths_are_legal_when_edits_never_stop(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint32_t seed = 0; seed < 60; seed++) {
        tree_rig rig;
        assert_int_equal(tree_open(&rig, TREE_WIDE, seed, 0, NULL), WAY_STATUS_OK);
        const way_trip trip = tree_trip(&rig, seed);
        way_rng rng = way_rng_seed(seed + 2000);
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        way_outcome outcome = way_agent_step(rig.agent, 10);
        for (uint32_t i = 0; outcome == WAY_OUTCOME_WORKING && i < 5000; i++) {
            const way_edit edit = {way_rng_below(&rng, TREE_SIDE), way_rng_below(&rng, TREE_SIDE),
                                   1, 1, (uint8_t)way_rng_below(&rng, 3)};
            const way_cell cell = edit.y * TREE_SIDE + edit.x;
            if (cell != trip.start && cell != trip.goal) {
                assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
            }
            outcome = way_agent_step(rig.agent, 10);
        }
        assert_int_not_equal(outcome, WAY_OUTCOME_WORKING);
        if (outcome == WAY_OUTCOME_FOUND) {
            found++;
            assert_int_equal(tree_check_path(&rig, &trip), trip.goal);
        }
        tree_close(&rig);
    }
    assert_in_range(found, 20, 60);
}

static void capacity_when_nodes_are_limited(void **state)
{
    (void)state;
    uint32_t full = 0;
    for (uint32_t seed = 0; seed < 20; seed++) {
        tree_rig rig;
        assert_int_equal(tree_open(&rig, TREE_WIDE, seed, 12, NULL), WAY_STATUS_OK);
        way_trip trip = tree_trip(&rig, seed);
        trip.partial = true;
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(rig.agent);
        assert_true(way_agent_stats(rig.agent).states_max <= 12);
        if (outcome != WAY_OUTCOME_NO_PATH) {
            tree_check_path(&rig, &trip);
        }
        full += outcome != WAY_OUTCOME_NO_PATH && outcome != WAY_OUTCOME_FOUND;
        tree_close(&rig);
    }
    assert_in_range(full, 5, 20);
}

static bool tree_scenario(test_allocator *memory)
{
    tree_rig rig;
    way_status status = tree_open(&rig, 50, 5, 0, &memory->allocator);
    bool fine = status == WAY_STATUS_OK;
    if (fine) {
        const way_trip trip = tree_trip(&rig, 5);
        status = way_agent_begin(rig.agent, &trip);
        fine = status == WAY_STATUS_OK && way_agent_run(rig.agent) != WAY_OUTCOME_CAPACITY;
    }
    tree_close(&rig);
    return fine;
}

static void trips_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(tree_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_when_wide_and_narrow),
        cmocka_unit_test(slices_and_partial_paths_agree),
        cmocka_unit_test(paths_are_legal_when_edits_never_stop),
        cmocka_unit_test(capacity_when_nodes_are_limited),
        cmocka_unit_test(trips_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
