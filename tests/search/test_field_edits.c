// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fields that follow edits: whatever is edited whenever, in the end they are those that a fresh
// search makes, for work in proportion to what changed, and on the way no step is ever illegal.
#include "search/stage.h"
#include "support/test.h"

#include <waymark/field.h>

static stage_set edit_stages;

typedef struct edit_case {
    const test_stage *stage;
    way_field *field;
    way_field *fresh;
    way_state sources[3];
    uint32_t source_count;
    way_cost limit;
    bool backward;
    uint64_t seed;
} edit_case;

static way_field *edit_open(const edit_case *test, way_store store)
{
    way_field *field = NULL;
    const way_field_config config = {
        .space = test->stage->space, .backward = test->backward, .store = store};
    assert_int_equal(way_field_create(&config, &field), WAY_STATUS_OK);
    assert_int_equal(way_field_begin(field, test->sources, test->source_count, test->limit),
                     WAY_STATUS_OK);
    return field;
}

/// Every step that is handed out is legal now, and following them ends.
static void check_steps(const edit_case *test)
{
    const test_stage *stage = test->stage;
    for (way_state from = (way_state)(test->seed % 3); from < stage->count; from += 3) {
        way_state at = from;
        for (uint32_t moves = 0;; moves++) {
            const way_state next = way_field_next(test->field, at);
            if (next == WAY_STATE_NONE) {
                break;
            }
            const way_cost step = test->backward ? way_space_step_cost(stage->space, at, next)
                                                 : way_space_step_cost(stage->space, next, at);
            if (step == WAY_COST_MAX || moves > stage->count) {
                stage_print(stage, from, next);
                fail_msg("%s seed %llu: %s from %u to %u", stage->name,
                         (unsigned long long)test->seed,
                         moves > stage->count ? "a circle" : "an illegal step", at, next);
            }
            at = next;
        }
    }
}

/// The field is complete and equals a fresh one in all that can be asked.
static void check_fresh(edit_case *test)
{
    const test_stage *stage = test->stage;
    assert_int_equal(way_field_begin(test->fresh, test->sources, test->source_count, test->limit),
                     WAY_STATUS_OK);
    assert_int_equal(way_field_run(test->fresh), WAY_OUTCOME_FOUND);
    uint32_t settled = 0;
    for (way_state state = 0; state < stage->count; state++) {
        const way_cost found = way_field_cost(test->field, state);
        const way_cost exact = way_field_cost(test->fresh, state);
        settled += exact != WAY_COST_MAX;
        if (found != exact) {
            stage_print(stage, state, test->sources[0]);
            fail_msg("%s%s seed %llu: state %u costs %u, not %u", stage->name,
                     test->backward ? " backward" : "", (unsigned long long)test->seed, state,
                     exact, found);
        }
        const way_state next = way_field_next(test->field, state);
        assert_true((next == WAY_STATE_NONE) == (exact == WAY_COST_MAX || exact == 0));
        if (next != WAY_STATE_NONE) {
            const way_cost step = test->backward ? way_space_step_cost(stage->space, state, next)
                                                 : way_space_step_cost(stage->space, next, state);
            assert_int_equal(way_field_cost(test->field, next), exact - step);
        }
    }
    uint32_t count = 0;
    const way_state *states = way_field_states(test->field, &count);
    assert_int_equal(count, settled);
    for (uint32_t i = 1; i < count; i++) {
        assert_true(way_field_cost(test->field, states[i - 1]) <=
                    way_field_cost(test->field, states[i]));
    }
}

/// Blocks, opens or weighs a rectangle, or adds or removes a link.
static void edit_something(const test_stage *stage, way_rng *rng)
{
    const uint32_t width = way_map_width(stage->map);
    const uint32_t height = way_map_height(stage->map);
    const uint32_t links = way_map_link_count(stage->map);
    const uint32_t kind = way_rng_below(rng, links ? 5 : 3);
    if (kind == 3) {
        const way_map_link link = way_map_link_at(stage->map, way_rng_below(rng, links));
        assert_int_equal(way_map_remove_links(stage->map, &link, 1), WAY_STATUS_OK);
        return;
    }
    if (kind == 4) {
        const way_map_link link = {.from = way_rng_below(rng, stage->count),
                                   .to = way_rng_below(rng, stage->count),
                                   .cost = 1 + way_rng_below(rng, 2000),
                                   .both_ways = way_rng_below(rng, 2) == 0};
        if (link.from != link.to) {
            const way_status status = way_map_add_links(stage->map, &link, 1);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
        }
        return;
    }
    way_edit edit = {.x = way_rng_below(rng, width), .y = way_rng_below(rng, height)};
    edit.width = 1 + way_rng_below(rng, width - edit.x < 4 ? width - edit.x : 4);
    edit.height = 1 + way_rng_below(rng, height - edit.y < 4 ? height - edit.y : 4);
    edit.weight = kind == 0 ? stage_terrain(stage, false) : stage_terrain(stage, true);
    if (kind == 2) {
        edit.weight = (uint8_t)way_rng_below(rng, 256);
    }
    assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
}

static void run_case(edit_case *test, way_store store)
{
    way_rng rng = way_rng_seed(test->seed);
    const test_stage *stage = test->stage;
    test->source_count = 1 + way_rng_below(&rng, 3);
    for (uint32_t i = 0; i < 3; i++) {
        test->sources[i] = way_rng_below(&rng, stage->count);
    }
    test->limit =
        way_rng_below(&rng, 3) ? WAY_COST_MAX : 20u * (uint32_t)way_map_costs(stage->map).cardinal;
    test->field = edit_open(test, store);
    test->fresh = edit_open(test, store);
    for (uint32_t round = 0; round < 12; round++) {
        const uint32_t edits = 1 + way_rng_below(&rng, 3);
        for (uint32_t i = 0; i < edits; i++) {
            edit_something(stage, &rng);
        }
        check_steps(test);
        // A few slices, perhaps to the end, then perhaps another edit.
        for (uint32_t i = way_rng_below(&rng, 12); i > 0; i--) {
            (void)way_field_step(test->field, 1 + way_rng_below(&rng, 30));
            check_steps(test);
        }
        if (way_rng_below(&rng, 2)) {
            assert_int_equal(way_field_run(test->field), WAY_OUTCOME_FOUND);
            check_fresh(test);
        }
    }
    way_field_destroy(test->field);
    way_field_destroy(test->fresh);
}

static void run_all(bool backward, way_store store)
{
    for (uint32_t i = 0; i < edit_stages.count; i++) {
        edit_case test = {
            .stage = &edit_stages.stages[i], .backward = backward, .seed = 7919 * i + backward};
        if (test.stage->map && way_space_map(test.stage->space)) {
            run_case(&test, store);
        }
    }
}

static void repaired_equals_fresh(void **state)
{
    (void)state;
    run_all(false, WAY_STORE_DENSE);
    run_all(true, WAY_STORE_DENSE);
}

static void sparse_repaired_equals_fresh(void **state)
{
    (void)state;
    run_all(false, WAY_STORE_SPARSE);
    run_all(true, WAY_STORE_SPARSE);
}

/// A door far from the goal costs what lies behind it and next to it; one in open country next to
/// nothing; and no slice does more than its budget.
static void work_is_that_of_what_changed(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(256, 256);
    way_map *map = NULL;
    way_space *space = NULL;
    way_field *field = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    // A chamber of 20 x 20 with one door, in a corner far from the goal.
    const way_edit walls[] = {{.x = 230, .y = 230, .width = 26, .height = 1},
                              {.x = 230, .y = 230, .width = 1, .height = 26},
                              {.x = 240, .y = 230, .width = 1, .height = 1, .weight = 1}};
    assert_int_equal(way_map_edit(map, walls, 3), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    assert_int_equal(
        way_field_create(&(way_field_config){.space = space, .backward = true}, &field),
        WAY_STATUS_OK);
    const way_cell goal = way_map_cell(map, 3, 3);
    assert_int_equal(way_field_begin(field, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
    const uint64_t whole = way_field_stats(field).expansions;
    assert_true(whole > 60000);
    const way_edit door[] = {{.x = 240, .y = 230, .width = 1, .height = 1, .weight = 0},
                             {.x = 240, .y = 230, .width = 1, .height = 1, .weight = 1},
                             {.x = 255, .y = 5, .width = 1, .height = 1, .weight = 0}};
    static const uint64_t most[] = {25 * 25 * 3, 25 * 25 * 4, 100};
    for (uint32_t i = 0; i < 3; i++) {
        const uint64_t before = way_field_stats(field).expansions;
        assert_int_equal(way_map_edit(map, &door[i], 1), WAY_STATUS_OK);
        uint64_t last = before;
        while (way_field_step(field, 50) == WAY_OUTCOME_WORKING) {
            assert_true(way_field_stats(field).expansions <= last + 50);
            last = way_field_stats(field).expansions;
        }
        const uint64_t work = way_field_stats(field).expansions - before;
        print_message("edit %u: %llu of %llu\n", i, (unsigned long long)work,
                      (unsigned long long)whole);
        assert_true(work <= most[i]);
    }
    way_field_destroy(field);
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repaired_equals_fresh),
        cmocka_unit_test(sparse_repaired_equals_fresh),
        cmocka_unit_test(work_is_that_of_what_changed),
    };
    stage_set_add_grids(&edit_stages, stage_rounds(1), stage_rounds(10));
    stage_set_add_linked(&edit_stages, stage_rounds(2));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&edit_stages);
    return failed;
}
