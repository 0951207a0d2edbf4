// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Formations on the way. The measure of shape: how many units are, to a cell, where they stand
// relative to each other at the goal, under the shift that suits most of them.
#include "world/drawn.h"

#include <waymark/world_more.h>

#include <stdlib.h>

enum { WIDTH = 100, HEIGHT = 36, COUNT = 25, GOAL_X = 88, GOAL_Y = 18 };

typedef struct march_stage {
    drawn_stage drawn;
    way_unit units[COUNT];
    uint32_t arrived;
} march_stage;

/// Units at the left, in no order, on ground with a wall of four cells and a gap in it; 0 = none.
static void march_create(march_stage *stage, uint32_t gap)
{
    static char drawn[(WIDTH + 1) * HEIGHT];
    for (uint32_t c = 0; c < sizeof drawn; c++) {
        const uint32_t x = c % (WIDTH + 1);
        const uint32_t y = c / (WIDTH + 1);
        const bool wall = gap && x >= 44 && x < 48 && (y < GOAL_Y || y >= GOAL_Y + gap);
        drawn[c] = x == WIDTH ? '/' : wall ? '#' : '.';
    }
    drawn[sizeof drawn - 1] = '\0';
    *stage = (march_stage){.arrived = 0};
    drawn_create(&stage->drawn, drawn, NULL);
    way_rng rng = way_rng_seed(3);
    for (uint32_t k = 0; k < COUNT;) {
        const uint32_t x = 2 + way_rng_below(&rng, 16);
        const uint32_t y = 8 + way_rng_below(&rng, 20);
        if (way_world_unit_on(stage->drawn.world, y * WIDTH + x) == WAY_UNIT_NONE) {
            stage->units[k++] = drawn_add(&stage->drawn, x, y, 0, 0);
        }
    }
}

static void march_order(march_stage *stage, bool kept)
{
    const way_order order = {.kind = WAY_ORDER_GO,
                             .cell = GOAL_Y * WIDTH + GOAL_X,
                             .formation = WAY_FORMATION_BOX,
                             .keep_formation = kept};
    assert_int_equal(way_world_order(stage->drawn.world, stage->units, COUNT, &order),
                     WAY_STATUS_OK);
}

static void march_tick(march_stage *stage)
{
    way_world_event event;
    assert_int_equal(way_world_frame(stage->drawn.world, 4000), WAY_STATUS_OK);
    judge_look(&stage->drawn.judge);
    while (way_world_event_next(stage->drawn.world, &event)) {
        stage->arrived += event.kind == WAY_WORLD_ARRIVED;
    }
}

static uint32_t march_shape(const march_stage *stage)
{
    int32_t xs[COUNT];
    int32_t ys[COUNT];
    uint32_t count = 0;
    for (uint32_t k = 0; k < COUNT; k++) {
        way_unit_view view;
        if (way_world_unit(stage->drawn.world, stage->units[k], &view) &&
            view.goal != WAY_CELL_NONE) {
            xs[count] = (int32_t)(view.cell % WIDTH) - (int32_t)(view.goal % WIDTH);
            ys[count++] = (int32_t)(view.cell / WIDTH) - (int32_t)(view.goal / WIDTH);
        }
    }
    uint32_t most = 0;
    for (uint32_t a = 0; a < count; a++) {
        uint32_t same = 0;
        for (uint32_t b = 0; b < count; b++) {
            same += abs(xs[a] - xs[b]) <= 1 && abs(ys[a] - ys[b]) <= 1;
        }
        most = same > most ? same : most;
    }
    return most;
}

static void march_keeps_its_shape(void **state)
{
    (void)state;
    uint32_t least[2] = {COUNT, COUNT};
    for (uint32_t kept = 0; kept < 2; kept++) {
        march_stage stage;
        march_create(&stage, 0);
        march_order(&stage, kept != 0);
        for (uint32_t tick = 0; tick < 200 && stage.arrived < COUNT; tick++) {
            march_tick(&stage);
            const uint32_t shape = march_shape(&stage);
            if (tick >= 30 && stage.arrived == 0) {
                least[kept] = shape < least[kept] ? shape : least[kept];
            }
        }
        assert_int_equal(stage.arrived, COUNT);
        drawn_destroy(&stage.drawn);
    }
    assert_in_range(least[0], 0, COUNT * 2 / 3); // loose: as they come
    assert_in_range(least[1], COUNT - 1, COUNT);
}

static void march_is_a_file_in_a_gap(void **state)
{
    (void)state;
    for (uint32_t gap = 1; gap <= 3; gap++) {
        march_stage stage;
        march_create(&stage, gap);
        march_order(&stage, true);
        uint32_t before = 0;
        uint32_t least = COUNT;
        uint32_t behind = 0;
        for (uint32_t tick = 0; tick < 300 && stage.arrived < COUNT; tick++) {
            march_tick(&stage);
            const uint32_t shape = march_shape(&stage);
            if (stage.arrived == 0) {
                before = least == COUNT && shape > before ? shape : before;
                least = tick > 30 && shape < least ? shape : least;
                behind = shape;
            }
        }
        assert_int_equal(stage.arrived, COUNT);
        assert_in_range(before, COUNT - 2, COUNT);
        assert_in_range(least, 0, COUNT * 2 / 3);
        assert_in_range(behind, COUNT - 3, COUNT); // open again when the first arrives
        drawn_destroy(&stage.drawn);
    }
}

static void march_goes_on_without_its_leader(void **state)
{
    (void)state;
    march_stage stage;
    march_create(&stage, 0);
    march_order(&stage, true);
    uint32_t least = COUNT;
    uint32_t removed = 0;
    for (uint32_t tick = 0; tick < 250 && stage.arrived + removed < COUNT; tick++) {
        march_tick(&stage);
        if (tick == 40 || tick == 50 || tick == 60) { // the foremost in the middle, whoever leads
            way_unit_view view;
            way_unit first = WAY_UNIT_NONE;
            uint32_t far = 0;
            for (uint32_t k = 0; k < COUNT; k++) {
                if (way_world_unit(stage.drawn.world, stage.units[k], &view) &&
                    view.cell % WIDTH * 64 + 32 - (uint32_t)abs((int)(view.cell / WIDTH) - GOAL_Y) >
                        far) {
                    far = view.cell % WIDTH * 64 + 32 -
                          (uint32_t)abs((int)(view.cell / WIDTH) - GOAL_Y);
                    first = view.unit;
                }
            }
            assert_int_equal(way_world_remove(stage.drawn.world, first), WAY_STATUS_OK);
            judge_note(&stage.drawn.judge);
            removed++;
        }
        if (tick >= 30 && stage.arrived == 0) {
            const uint32_t shape = march_shape(&stage) + removed;
            least = shape < least ? shape : least;
        }
    }
    assert_int_equal(stage.arrived + removed, COUNT);
    assert_in_range(least, COUNT - 2, COUNT);
    drawn_destroy(&stage.drawn);
}

static void march_goes_on_after_a_save(void **state)
{
    (void)state;
    march_stage stage;
    march_create(&stage, 2);
    march_order(&stage, true);
    size_t size = 0;
    for (uint32_t tick = 0; tick < 45; tick++) {
        march_tick(&stage);
    }
    (void)!way_world_save(stage.drawn.world, NULL, 0, &size);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(way_world_save(stage.drawn.world, bytes, size, &size), WAY_STATUS_OK);
    way_world *again = NULL;
    assert_int_equal(way_world_restore(bytes, size, NULL, &again, NULL), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < 80; tick++) {
        assert_true(way_world_hash(again) == way_world_hash(stage.drawn.world));
        march_tick(&stage);
        assert_int_equal(way_world_frame(again, 4000), WAY_STATUS_OK);
    }
    free(bytes);
    way_world_destroy(again);
    drawn_destroy(&stage.drawn);
}

static void march_queued_orders_have_places(void **state)
{
    (void)state;
    march_stage stage;
    march_create(&stage, 0);
    way_order order = {.kind = WAY_ORDER_GO, .cell = GOAL_Y * WIDTH + 30};
    assert_int_equal(way_world_order(stage.drawn.world, stage.units, COUNT, &order), WAY_STATUS_OK);
    order.cell = GOAL_Y * WIDTH + 60;
    order.queued = true;
    order.formation = WAY_FORMATION_BOX;
    assert_int_equal(way_world_order(stage.drawn.world, stage.units, COUNT, &order), WAY_STATUS_OK);
    uint32_t seen = 0;
    for (uint32_t tick = 0; tick < 200 && stage.arrived < 2 * COUNT; tick++) {
        march_tick(&stage);
        uint8_t taken[WIDTH * HEIGHT] = {0};
        for (uint32_t k = 0; k < COUNT; k++) {
            way_unit_view view;
            assert_true(way_world_unit(stage.drawn.world, stage.units[k], &view));
            if (view.goal != WAY_CELL_NONE && view.goal % WIDTH > 50) { // on the second leg
                assert_int_equal(taken[view.goal], 0);
                taken[view.goal] = 1;
                seen++;
            }
        }
    }
    assert_true(seen > COUNT);
    assert_int_equal(stage.arrived, 2 * COUNT);
    drawn_destroy(&stage.drawn);
}

/// Units of different sizes are of one order: all at the pace of the slowest of them.
static void march_together_over_sizes(void **state)
{
    (void)state;
    march_stage stage;
    march_create(&stage, 0);
    const way_unit pair[] = {drawn_add(&stage.drawn, 24, 6, 1, 0),
                             drawn_add(&stage.drawn, 24, 10, 2, 0)};
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 8 * WIDTH + 80, .keep_pace = true};
    assert_int_equal(way_world_order(stage.drawn.world, pair, 2, &order), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < 60; tick++) {
        march_tick(&stage);
    }
    way_unit_view wide;
    way_unit_view slow;
    assert_true(way_world_unit(stage.drawn.world, pair[0], &wide));
    assert_true(way_world_unit(stage.drawn.world, pair[1], &slow));
    assert_in_range(wide.cell % WIDTH, slow.cell % WIDTH - 3, slow.cell % WIDTH + 3);
    drawn_destroy(&stage.drawn);
}

// Through a gap -----------------------------------------------------------------------------------

enum { GAP_WIDTH = 160, GAP_HEIGHT = 96, GAP_UNITS = 200 };

/// How a group came through a gap.
typedef struct march_passage {
    uint32_t ticks;
    uint32_t back; ///< the farthest that anybody went back before the gap
} march_passage;

/// Units in a square before a wall with a gap of seven cells, sent behind it.
static march_passage march_pass(uint32_t count, way_formation formation, bool kept)
{
    const way_map_config ground = way_map_config_default(GAP_WIDTH, GAP_HEIGHT);
    const way_world_kind kind = {.size = 1};
    const way_edit wall[] = {{80, 0, 1, GAP_HEIGHT, 0}, {80, 45, 1, 7, 1}};
    way_map *map = NULL;
    way_world *world = NULL;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, wall, 2), WAY_STATUS_OK);
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = count};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_unit units[GAP_UNITS];
    uint32_t most[GAP_UNITS] = {0};
    uint32_t side = 1;
    while (side * side < count) {
        side++;
    }
    for (uint32_t k = 0; k < count; k++) {
        const way_unit_config unit = {.cell =
                                          (48 - side / 2 + k % side) * GAP_WIDTH + 10 + k / side};
        assert_int_equal(way_world_add(world, &unit, &units[k]), WAY_STATUS_OK);
    }
    const way_order order = {.kind = WAY_ORDER_GO,
                             .cell = 48 * GAP_WIDTH + 140,
                             .formation = formation,
                             .keep_formation = kept};
    assert_int_equal(way_world_order(world, units, count, &order), WAY_STATUS_OK);
    march_passage passage = {0};
    for (uint32_t arrived = 0; arrived < count; passage.ticks++) {
        way_world_event event;
        assert_true(passage.ticks < 1000);
        assert_int_equal(way_world_frame(world, 8000), WAY_STATUS_OK);
        while (way_world_event_next(world, &event)) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
        }
        for (uint32_t k = 0; k < count; k++) {
            way_unit_view view;
            assert_true(way_world_unit(world, units[k], &view));
            const uint32_t x = view.cell % GAP_WIDTH;
            most[k] = x > most[k] ? x : most[k];
            const uint32_t back = x <= 82 && view.state == WAY_UNIT_WALKING ? most[k] - x : 0;
            passage.back = back > passage.back ? back : passage.back;
        }
    }
    way_world_destroy(world);
    way_map_destroy(map);
    return passage;
}

/// A formation that is kept comes through a gap in at most 1.3 times the time of a loose one, and
/// nobody goes back for its sake.
static void march_when_there_is_a_gap(void **state)
{
    (void)state;
    for (way_formation formation = WAY_FORMATION_BOX; formation <= WAY_FORMATION_COLUMN;
         formation++) {
        const march_passage loose = march_pass(100, formation, false);
        const march_passage kept = march_pass(100, formation, true);
        assert_in_range(kept.ticks * 10, 1, loose.ticks * 13);
        assert_in_range(kept.back, 0, 3);
    }
}

/// Those in front choose first: nobody in a crowd before a gap is pushed back by his comrades, nor
/// walks back to where his way left the formation.
static void march_when_many_are_before_a_gap(void **state)
{
    (void)state;
    const march_passage loose = march_pass(GAP_UNITS, WAY_FORMATION_NONE, false);
    const march_passage kept = march_pass(GAP_UNITS, WAY_FORMATION_NONE, true);
    assert_in_range(loose.back, 0, 3);
    assert_in_range(kept.back, 0, 3);
    assert_in_range(kept.ticks * 10, 1, loose.ticks * 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(march_keeps_its_shape),
        cmocka_unit_test(march_is_a_file_in_a_gap),
        cmocka_unit_test(march_goes_on_without_its_leader),
        cmocka_unit_test(march_goes_on_after_a_save),
        cmocka_unit_test(march_queued_orders_have_places),
        cmocka_unit_test(march_together_over_sizes),
        cmocka_unit_test(march_when_there_is_a_gap),
        cmocka_unit_test(march_when_many_are_before_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
