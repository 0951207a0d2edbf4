// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Shared fields follow edits: after any of them, in slices of any size, they hold the costs of a
// field that is made afresh by other code, and the same steps as one of their own kind; and a small
// edit costs a fraction of a new field.
#include "support/test.h"
#include "world/plan/flow.h"

#include <waymark/field.h>

enum { SIDE = 48, CELLS = SIDE * SIDE, EDITS = 40, FIELD_BYTES = 1 << 20 };

/// A field of a world without the world.
typedef struct flow_stage {
    wayi_flows fields;
    wayi_flow_site site;
    uint32_t field;
} flow_stage;

static void flow_stage_open(flow_stage *stage, const wayi_ground *ground, way_cell goal)
{
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    *stage = (flow_stage){0};
    assert_true(wayi_flows_init(&stage->fields, ground->map, FIELD_BYTES, &allocator));
    stage->site = (wayi_flow_site){&stage->fields, ground, 1};
    stage->field = wayi_flows_take(&stage->site, goal, 0);
    assert_int_not_equal(stage->field, WAYI_FLOW_NONE);
}

/// Works on the field, slice by slice, until nothing is left to do; returns what it took.
static uint64_t flow_stage_run(flow_stage *stage, uint32_t slice)
{
    uint64_t spent = 0;
    for (uint32_t work = slice; work >= slice; spent += work) {
        work = wayi_flows_step(&stage->site, slice);
        assert_true(work <= slice + WAYI_BLOCK_CELLS);
    }
    assert_true(stage->fields.fields[stage->field].whole);
    return spent;
}

static way_map *flow_map(way_rng *rng, uint32_t round)
{
    uint8_t weights[CELLS];
    for (uint32_t c = 0; c < CELLS; c++) {
        const uint32_t chance = way_rng_below(rng, 12);
        weights[c] = (uint8_t)(chance < 1 ? 0 : round % 2 && chance < 5 ? 2 + chance : 1);
    }
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.neighbours = round % 3 == 2 ? WAY_NEIGHBOURS_4 : WAY_NEIGHBOURS_8;
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// Compares a field with what other code says, and with one of its kind that never saw an edit.
static void flow_compare(const flow_stage *mended, const wayi_ground *ground, way_field *oracle)
{
    flow_stage fresh;
    const wayi_flow *field = &mended->fields.fields[mended->field];
    flow_stage_open(&fresh, ground, field->goal);
    (void)flow_stage_run(&fresh, UINT32_MAX / 2);
    const wayi_flow *other = &fresh.fields.fields[fresh.field];
    assert_int_equal(way_field_begin(oracle, &field->goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_run(oracle), WAY_OUTCOME_ARRIVED);
    for (way_cell cell = 0; cell < CELLS; cell++) {
        const way_cost cost = wayi_flow_cost_at(&mended->fields, field, ground->map, cell);
        if (wayi_ground_fits(ground, field->goal)) {
            assert_int_equal(cost, way_field_cost(oracle, cell));
        }
        assert_int_equal(cost, wayi_flow_cost_at(&fresh.fields, other, ground->map, cell));
        assert_int_equal(wayi_flow_step_at(&mended->fields, field, ground->map, cell),
                         wayi_flow_step_at(&fresh.fields, other, ground->map, cell));
    }
    wayi_flows_fini(&fresh.fields);
}

static void flow_follows_edits(void **state)
{
    (void)state;
    way_rng rng = test_rng(21);
    uint64_t made = 0;
    uint64_t mended = 0;
    for (uint32_t round = 0; round < 8; round++) {
        way_map *map = flow_map(&rng, round);
        uint32_t profile = 1;
        const way_profile wide = way_profile_default(1 + round % 2);
        assert_int_equal(way_map_add_profile(map, &wide, &profile), WAY_STATUS_OK);
        wayi_ground ground = {.map = map,
                              .layer = wayi_map_layer(map, profile),
                              .profile = profile,
                              .size = wide.unit_size};
        way_field *oracle = NULL;
        assert_int_equal(way_space_create_grid(map, profile, NULL, &ground.space), WAY_STATUS_OK);
        const way_field_config plain = {.space = ground.space, .backward = true};
        assert_int_equal(way_field_create(&plain, &oracle), WAY_STATUS_OK);
        flow_stage stage;
        way_cell goal = CELLS / 2 + SIDE / 2;
        while (!wayi_ground_fits(&ground, goal)) {
            goal = way_rng_below(&rng, CELLS);
        }
        flow_stage_open(&stage, &ground, goal);
        const uint64_t whole = flow_stage_run(&stage, 100);
        for (uint32_t e = 0; e < EDITS; e++) {
            const uint32_t side = 1 + way_rng_below(&rng, 4);
            const way_edit edit = {.x = way_rng_below(&rng, SIDE - side),
                                   .y = way_rng_below(&rng, SIDE - side),
                                   .width = side,
                                   .height = 1 + way_rng_below(&rng, side),
                                   .weight = (uint8_t)way_rng_below(&rng, round % 2 ? 5 : 2)};
            assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
            ground.layer = wayi_map_layer(map, profile);
            wayi_flows_edit(&stage.site, map, (way_rect){edit.x, edit.y, edit.width, edit.height});
            if (round < 4 || e % 4 == 3) { // alone, or several at once; in slices of any size
                const uint64_t spent = flow_stage_run(&stage, 1 + way_rng_below(&rng, 200));
                made += round < 4 ? whole : 0;
                mended += round < 4 ? spent : 0;
                flow_compare(&stage, &ground, oracle);
            }
        }
        wayi_flows_fini(&stage.fields);
        way_field_destroy(oracle);
        way_space_destroy(ground.space);
        way_map_destroy(map);
    }
    assert_true(mended * 4 < made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_follows_edits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
