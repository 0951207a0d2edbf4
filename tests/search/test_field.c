// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fields against the oracle: every cell, both directions, limits, slices, many sources.
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/field.h>

#include <string.h>

static stage_set field_stages;

typedef struct field_case {
    const test_stage *stage;
    way_field *field;
    way_cost *expected; ///< [count] exact costs from, or to, the sources
    bool backward;
} field_case;

/// Exact costs to `goal`: the oracle's own on maps, a turned graph else.
static void fill_costs_to(const test_stage *stage, way_state goal, way_cost *costs)
{
    if (stage->map) {
        assert_int_equal(oracle_costs_to(stage->map, goal, stage->size, costs), WAY_STATUS_OK);
        // Nobody walks through a blocked cell: a field lists only where a unit can stand.
        for (way_cell cell = 0; cell < stage->count; cell++) {
            if (!way_space_can_stand(stage->space, cell) && cell != goal) {
                costs[cell] = WAY_COST_MAX;
            }
        }
        return;
    }
    oracle_edge *turned = malloc((stage->edge_count + 1) * sizeof *turned);
    assert_non_null(turned);
    for (uint32_t i = 0; i < stage->edge_count; i++) {
        turned[i] = (oracle_edge){stage->edges[i].to, stage->edges[i].from, stage->edges[i].cost};
    }
    const oracle_graph graph = {stage->count, stage->edge_count, turned};
    assert_int_equal(oracle_graph_costs(&graph, goal, costs), WAY_STATUS_OK);
    free(turned);
}

static void fill_expected(field_case *test, const way_state *sources, uint32_t source_count)
{
    const uint32_t count = test->stage->count;
    way_cost *costs = malloc(count * sizeof *costs);
    assert_non_null(costs);
    for (way_state state = 0; state < count; state++) {
        test->expected[state] = WAY_COST_MAX;
    }
    for (uint32_t i = 0; i < source_count; i++) {
        if (test->backward) {
            fill_costs_to(test->stage, sources[i], costs);
        } else {
            stage_fill_costs(test->stage, sources[i], costs);
        }
        for (way_state state = 0; state < count; state++) {
            test->expected[state] =
                costs[state] < test->expected[state] ? costs[state] : test->expected[state];
        }
    }
    free(costs);
}

static void check_costs(const field_case *test, way_cost limit)
{
    for (way_state state = 0; state < test->stage->count; state++) {
        const way_cost exact =
            test->expected[state] <= limit ? test->expected[state] : WAY_COST_MAX;
        const way_cost found = way_field_cost(test->field, state);
        if (found != exact) {
            stage_print(test->stage, state, WAY_STATE_NONE);
            fail_msg("%s%s, limit %u: state %u costs %u, not %u", test->stage->name,
                     test->backward ? " backward" : "", limit, state, exact, found);
        }
    }
}

/// Each next state is one step on and cheaper by exactly that step.
static void check_next(const field_case *test)
{
    for (way_state state = 0; state < test->stage->count; state++) {
        const way_cost cost = way_field_cost(test->field, state);
        const way_state next = way_field_next(test->field, state);
        if (cost == WAY_COST_MAX || cost == 0) {
            assert_int_equal(next, WAY_STATE_NONE);
            continue;
        }
        const way_cost step = test->backward ? way_space_step_cost(test->stage->space, state, next)
                                             : way_space_step_cost(test->stage->space, next, state);
        if (step == WAY_COST_MAX || way_field_cost(test->field, next) != cost - step) {
            fail_msg("%s: state %u of %u leads to %u by a step of %u", test->stage->name, state,
                     cost, next, step);
        }
    }
}

static void check_order(const field_case *test)
{
    uint32_t count = 0;
    const way_state *states = way_field_states(test->field, &count);
    uint32_t settled = 0;
    for (way_state state = 0; state < test->stage->count; state++) {
        settled += way_field_cost(test->field, state) != WAY_COST_MAX;
    }
    assert_int_equal(count, settled);
    for (uint32_t i = 1; i < count; i++) {
        assert_true(way_field_cost(test->field, states[i - 1]) <=
                    way_field_cost(test->field, states[i]));
    }
}

static void run_case(field_case *test, const way_state *sources, uint32_t count)
{
    fill_expected(test, sources, count);
    way_cost far = 0;
    for (way_state state = 0; state < test->stage->count; state++) {
        far = test->expected[state] != WAY_COST_MAX && test->expected[state] > far
                  ? test->expected[state]
                  : far;
    }
    const way_cost limits[] = {WAY_COST_MAX, far, far ? far - 1 : 0, far / 2, 0};
    for (uint32_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        assert_int_equal(way_field_begin(test->field, sources, count, limits[k]), WAY_STATUS_OK);
        assert_int_equal(way_field_run(test->field), WAY_OUTCOME_FOUND);
        check_costs(test, limits[k]);
        check_next(test);
        check_order(test);
    }
    assert_int_equal(way_field_begin(test->field, sources, count, WAY_COST_MAX), WAY_STATUS_OK);
    uint64_t steps = 1;
    for (; way_field_step(test->field, 1 + count % 3) == WAY_OUTCOME_WORKING; steps++) {
    }
    check_costs(test, WAY_COST_MAX);
    assert_int_equal(way_field_stats(test->field).steps, steps);
}

static void run_all(bool backward, way_store store)
{
    for (uint32_t i = 0; i < field_stages.count; i++) {
        const test_stage *stage = &field_stages.stages[i];
        const way_field_config config = {
            .space = stage->space, .backward = backward, .store = store};
        field_case test = {.stage = stage, .backward = backward};
        const way_status status = way_field_create(&config, &test.field);
        if (backward && !(way_space_traits(stage->space) & WAY_SPACE_PREDECESSORS)) {
            assert_int_equal(status, WAY_STATUS_UNSUPPORTED);
            continue;
        }
        assert_int_equal(status, WAY_STATUS_OK);
        test.expected = malloc(stage->count * sizeof *test.expected);
        assert_non_null(test.expected);
        way_rng rng = way_rng_seed(i);
        way_state sources[5];
        for (uint32_t k = 0; k < 5; k++) {
            sources[k] = way_rng_below(&rng, stage->count);
        }
        run_case(&test, sources, i % 2 ? 1 : 5);
        free(test.expected);
        way_field_destroy(test.field);
    }
}

static void forward_equals_the_oracle(void **state)
{
    (void)state;
    run_all(false, WAY_STORE_AUTO);
}

static void backward_equals_the_oracle(void **state)
{
    (void)state;
    run_all(true, WAY_STORE_AUTO);
}

static void sparse_equals_the_oracle(void **state)
{
    (void)state;
    run_all(false, WAY_STORE_SPARSE);
    run_all(true, WAY_STORE_SPARSE);
}

static bool field_scenario(test_allocator *memory)
{
    const test_stage *stage = &field_stages.stages[2];
    const way_field_config config = {
        .space = stage->space, .store = WAY_STORE_SPARSE, .allocator = &memory->allocator};
    way_field *field = NULL;
    bool worked = false;
    way_status status = way_field_create(&config, &field);
    if (status == WAY_STATUS_OK) {
        const way_state source = stage->problems[0].start;
        status = way_field_begin(field, &source, 1, WAY_COST_MAX);
        if (status == WAY_STATUS_OK) {
            worked = way_field_run(field) == WAY_OUTCOME_FOUND;
            assert_true(worked || way_field_step(field, 1) == WAY_OUTCOME_CAPACITY);
        }
        // Usable again once there is memory.
        memory->fail_at = 0;
        assert_int_equal(way_field_begin(field, &source, 1, WAY_COST_MAX), WAY_STATUS_OK);
        assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
        assert_int_equal(way_field_stats(field).bytes, memory->live_bytes);
    }
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    way_field_destroy(field);
    return worked;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(field_scenario);
}

/// Whether walks by the field are legal, and how many of them end at the goal.
static uint32_t walks_by_field(const way_field *field, const way_map *map, way_cell goal)
{
    uint32_t arrived = 0;
    for (way_cell from = 0; from < way_map_width(map) * way_map_height(map); from += 7) {
        way_cell at = from;
        for (way_cell next; (next = way_field_next(field, at)) != WAY_STATE_NONE; at = next) {
            assert_int_not_equal(way_map_step_cost(map, at, next, 1), WAY_COST_MAX);
        }
        arrived += at == goal;
    }
    return arrived;
}

/// A wall amid a field and one after it: no step into it before the field follows, all right after.
static void edits_are_noticed(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(64, 64);
    way_map *map = NULL;
    way_space *space = NULL;
    way_field *field = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    assert_int_equal(
        way_field_create(&(way_field_config){.space = space, .backward = true}, &field),
        WAY_STATUS_OK);
    const way_cell goal = way_map_cell(map, 60, 32);
    assert_int_equal(way_field_begin(field, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_step(field, 500), WAY_OUTCOME_WORKING);
    const way_edit walls[] = {{.x = 30, .width = 1, .height = 60},
                              {.x = 11, .width = 1, .height = 64}};
    assert_int_equal(way_map_edit(map, &walls[0], 1), WAY_STATUS_OK);
    (void)walks_by_field(field, map, goal);
    assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
    const uint32_t all = walks_by_field(field, map, goal);
    assert_true(all > 64 * 62 / 7);
    assert_int_equal(way_map_edit(map, &walls[1], 1), WAY_STATUS_OK);
    assert_true(walks_by_field(field, map, goal) < all);
    assert_int_equal(way_field_step(field, 10), WAY_OUTCOME_WORKING);
    assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
    assert_true(walks_by_field(field, map, goal) < all);
    assert_int_equal(way_field_cost(field, way_map_cell(map, 10, 32)), WAY_COST_MAX);
    way_field_destroy(field);
    way_space_destroy(space);
    way_map_destroy(map);
}

static void misuse_is_refused(void **state)
{
    (void)state;
    const test_stage *stage = &field_stages.stages[0];
    way_field *field = NULL;
    assert_int_equal(way_field_create(NULL, &field), WAY_STATUS_INVALID_ARGUMENT);
    const way_field_config nowhere = {0};
    assert_int_equal(way_field_create(&nowhere, &field), WAY_STATUS_INVALID_ARGUMENT);
    const way_field_config config = {.space = stage->space};
    assert_int_equal(way_field_create(&config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_field_create(&config, &field), WAY_STATUS_OK);
    // Before the first begin there is nothing, and nothing breaks.
    assert_int_equal(way_field_step(field, 1), WAY_OUTCOME_CANCELLED);
    assert_int_equal(way_field_cost(field, 0), WAY_COST_MAX);
    assert_int_equal(way_field_next(field, 0), WAY_STATE_NONE);
    assert_int_equal(way_field_cost(field, WAY_STATE_NONE), WAY_COST_MAX);
    uint32_t count = 7;
    (void)way_field_states(field, &count);
    assert_int_equal(count, 0);
    const way_state bad[] = {0, stage->count};
    assert_int_equal(way_field_begin(NULL, bad, 1, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_field_begin(field, NULL, 1, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_field_begin(field, bad, 0, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_field_begin(field, bad, 2, 1), WAY_STATUS_OUT_OF_RANGE);
    way_field_destroy(field);
    way_field_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_equals_the_oracle), cmocka_unit_test(backward_equals_the_oracle),
        cmocka_unit_test(sparse_equals_the_oracle),  cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(misuse_is_refused),         cmocka_unit_test(edits_are_noticed),
    };
    stage_set_add_grids(&field_stages, stage_rounds(4), stage_rounds(20));
    stage_set_add_linked(&field_stages, stage_rounds(2));
    stage_set_add_graphs(&field_stages, stage_rounds(24));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&field_stages);
    return failed;
}
