// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What units make of orders, edits and each other, on small maps where it can be told in advance.
#include "world/drawn.h"

#include <waymark/world.h>

#include <string.h>

static way_unit stage_add(drawn_stage *stage, uint32_t x, uint32_t y, uint32_t kind)
{
    return drawn_add(stage, x, y, kind, 0);
}

static void stage_go(drawn_stage *stage, way_unit unit, uint32_t x, uint32_t y)
{
    const way_order order = {.kind = WAY_ORDER_GO, .cell = y * stage->width + x};
    assert_int_equal(way_world_order(stage->world, &unit, 1, &order), WAY_STATUS_OK);
}

static way_unit_view stage_view(const drawn_stage *stage, way_unit unit)
{
    way_unit_view view;
    assert_true(way_world_unit(stage->world, unit, &view));
    return view;
}

/// Ticks until everybody is idle, at most `limit`.
static uint32_t stage_run(drawn_stage *stage, uint32_t limit)
{
    uint32_t tick = 0;
    do {
        assert_int_equal(way_world_frame(stage->world, 1000), WAY_STATUS_OK);
        judge_look(&stage->judge);
        tick++;
    } while (tick < limit && way_world_statistics(stage->world).active);
    return tick;
}

static uint32_t stage_count(drawn_stage *stage, way_world_event_kind kind, way_world_event *last)
{
    uint32_t count = 0;
    way_world_event event;
    while (way_world_event_next(stage->world, &event)) {
        if (event.kind == kind) {
            *last = event;
            count++;
        }
    }
    return count;
}

static void order_go_takes_as_long_as_it_costs(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "........../.........~/..........", NULL);
    const way_unit fast = stage_add(&stage, 0, 0, 0);
    const way_unit slow = stage_add(&stage, 0, 2, 2);
    stage_go(&stage, fast, 9, 0);
    assert_int_equal(stage_run(&stage, 99), 9);
    stage_go(&stage, slow, 9, 2);
    assert_in_range(stage_run(&stage, 99), 17, 19);
    assert_int_equal(stage_view(&stage, slow).cell, 29);
    way_world_event event = {0};
    assert_int_equal(stage_count(&stage, WAY_WORLD_ARRIVED, &event), 2);
    assert_int_equal(event.unit, slow);
    drawn_destroy(&stage);
}

static void order_go_when_walled_in(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "......./....###/....#.#/....###", NULL);
    const way_unit unit = stage_add(&stage, 0, 0, 0);
    stage_go(&stage, unit, 5, 2);
    (void)stage_run(&stage, 99);
    way_world_event event = {0};
    assert_int_equal(stage_count(&stage, WAY_WORLD_UNREACHABLE, &event), 1);
    assert_int_equal(event.cell, way_map_nearest_reachable(stage.map, 0, 2 * 7 + 5, 1));
    assert_int_equal(stage_view(&stage, unit).cell, event.cell);
    drawn_destroy(&stage);
}

static void orders_wait_for_their_turn(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "......../......../........", NULL);
    const way_unit unit = stage_add(&stage, 0, 0, 0);
    const way_cell cells[] = {7, 23, 16};
    for (uint32_t k = 0; k < 3; k++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = cells[k], .queued = true};
        assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_OK);
    }
    (void)stage_run(&stage, 99);
    way_world_event event;
    uint32_t met = 0;
    while (way_world_event_next(stage.world, &event)) {
        if (event.kind == WAY_WORLD_ARRIVED) {
            assert_int_equal(event.cell, cells[met++]);
        }
    }
    assert_int_equal(met, 3);
    drawn_destroy(&stage);
}

static void orders_of_all_kinds_end_where_they_should(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "................/................/................/................",
                 NULL);
    const way_unit one = stage_add(&stage, 0, 0, 0);
    const way_unit two = stage_add(&stage, 15, 3, 0);
    const way_cell cells[] = {15, 3 * 16 + 2, 63};
    way_order order = {.kind = WAY_ORDER_NEAR, .cell = 12, .range = 3};
    assert_int_equal(way_world_order(stage.world, &one, 1, &order), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    assert_int_equal(stage_view(&stage, one).cell, 9);
    order = (way_order){.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = 2};
    assert_int_equal(way_world_order(stage.world, &one, 1, &order), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    assert_int_equal(stage_view(&stage, one).cell, 15);
    order = (way_order){.kind = WAY_ORDER_FOLLOW, .target = two, .range = 2};
    assert_int_equal(way_world_order(stage.world, &one, 1, &order), WAY_STATUS_OK);
    stage_go(&stage, two, 0, 3);
    (void)stage_run(&stage, 60);
    assert_in_range(stage_view(&stage, one).cell % 16, 0, 2);
    order = (way_order){.kind = WAY_ORDER_FLEE, .target = two, .range = 10};
    assert_int_equal(way_world_order(stage.world, &one, 1, &order), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    assert_true(stage_view(&stage, one).cell % 16 >= 10);
    order = (way_order){.kind = WAY_ORDER_PATROL, .cell = 16};
    assert_int_equal(way_world_order(stage.world, &one, 1, &order), WAY_STATUS_OK);
    way_world_event event = {0};
    (void)stage_count(&stage, WAY_WORLD_ARRIVED, &event);
    (void)stage_run(&stage, 60);
    assert_in_range(stage_count(&stage, WAY_WORLD_ARRIVED, &event), 3, 6);
    drawn_destroy(&stage);
}

static void idle_units_make_way_and_come_back(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "#.#/.../#.#/#.#/#.#", NULL);
    const way_unit idle = stage_add(&stage, 1, 1, 0);
    const way_unit walker = stage_add(&stage, 1, 0, 0);
    stage_go(&stage, walker, 1, 4);
    (void)stage_run(&stage, 99);
    assert_int_equal(stage_view(&stage, walker).cell, 13);
    assert_int_equal(stage_view(&stage, idle).cell, 4);
    const uint64_t still = way_world_part_hash(stage.world, WAY_WORLD_PART_UNITS);
    for (uint32_t k = 0; k < 20; k++) {
        (void)stage_run(&stage, 1);
    }
    assert_int_equal(way_world_part_hash(stage.world, WAY_WORLD_PART_UNITS), still);
    drawn_destroy(&stage);
}

static void rivals_do_not_make_way(void **state)
{
    (void)state;
    for (uint32_t rivals = 0; rivals < 2; rivals++) {
        drawn_stage stage;
        const way_world_team teams[2] = {{.fog = false}, {.fog = false}};
        const way_world_config config = {.teams = teams, .team_count = 2, .rivals = rivals};
        drawn_create(&stage, "##.##/....", &config);
        drawn_destroy(&stage);
        drawn_create(&stage, "##.##/...../#####", &config);
        const way_unit walker = stage_add(&stage, 0, 1, 0);
        way_unit other = WAY_UNIT_NONE;
        assert_int_equal(
            way_world_add(stage.world, &(way_unit_config){.cell = 7, .team = 1}, &other),
            WAY_STATUS_OK);
        judge_note(&stage.judge);
        stage_go(&stage, walker, 4, 1);
        (void)stage_run(&stage, 120);
        assert_int_equal(stage_view(&stage, walker).cell == 9, !rivals);
        drawn_destroy(&stage);
    }
}

static void groups_get_a_place_each(void **state)
{
    (void)state;
    for (uint32_t formation = 0; formation <= WAY_FORMATION_COLUMN; formation++) {
        drawn_stage stage;
        char drawn[33 * 32];
        memset(drawn, '.', sizeof drawn);
        for (uint32_t y = 0; y < 32; y++) {
            drawn[y * 33 + 32] = y < 31 ? '/' : '\0';
        }
        drawn_create(&stage, drawn, NULL);
        way_unit units[40];
        for (uint32_t k = 0; k < 40; k++) {
            units[k] = stage_add(&stage, k % 8 * 2, k / 8 * 2, k % 5 == 4);
        }
        const way_order order = {.kind = WAY_ORDER_GO,
                                 .cell = 24 * 32 + 20,
                                 .formation = (way_formation)formation,
                                 .keep_pace = true};
        assert_int_equal(way_world_order(stage.world, units, 40, &order), WAY_STATUS_OK);
        assert_true(stage_run(&stage, 400) < 400);
        way_world_event event = {0};
        assert_int_equal(stage_count(&stage, WAY_WORLD_ARRIVED, &event), 40);
        for (uint32_t k = 0; k < 40; k++) {
            const way_cell cell = stage_view(&stage, units[k]).cell;
            assert_true(cell / 32 >= 2 || formation != WAY_FORMATION_NONE);
            assert_true(formation != WAY_FORMATION_NONE ||
                        (cell % 32 >= 14 && cell % 32 <= 26 && cell / 32 >= 18 && cell / 32 <= 30));
        }
        drawn_destroy(&stage);
    }
}

static void edits_touch_the_plans_they_touch(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "............/............/............/............/............", NULL);
    const way_unit above = stage_add(&stage, 0, 0, 0);
    const way_unit below = stage_add(&stage, 0, 4, 0);
    stage_go(&stage, above, 11, 0);
    stage_go(&stage, below, 11, 4);
    (void)stage_run(&stage, 2);
    const way_edit house = {.x = 6, .y = 3, .width = 2, .height = 2, .weight = 0};
    assert_int_equal(way_world_edit(stage.world, &house, 1), WAY_STATUS_OK);
    assert_int_equal(way_world_replanned_count(stage.world), 1);
    (void)stage_run(&stage, 99);
    assert_int_equal(stage_view(&stage, above).cell, 11);
    assert_int_equal(stage_view(&stage, below).cell, 59);
    drawn_destroy(&stage);
}

static void buildings_push_units_out(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, ".........../.........../.........../.........../.........../...........",
                 NULL);
    const way_unit small = stage_add(&stage, 5, 2, 0);
    const way_unit large = stage_add(&stage, 3, 3, 1);
    stage_go(&stage, large, 9, 0);
    const way_edit house = {.x = 2, .y = 2, .width = 6, .height = 4, .weight = 0};
    assert_int_equal(way_world_edit(stage.world, &house, 1), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    assert_true(way_map_weight(stage.map, stage_view(&stage, small).cell, 1));
    assert_int_equal(stage_view(&stage, large).cell, 9);
    drawn_destroy(&stage);
}

static void buildings_are_left_where_the_goal_is(void **state)
{
    (void)state;
    // Nearer than the ground outside is a courtyard that leads nowhere, on the other side.
    drawn_stage stage;
    drawn_create(&stage,
                 "............../............../............../............../............../"
                 "............../..............",
                 NULL);
    const way_unit unit = stage_add(&stage, 5, 3, 0);
    const way_unit idle = stage_add(&stage, 5, 4, 0);
    stage_go(&stage, unit, 13, 3);
    const way_edit house[] = {{.x = 1, .y = 0, .width = 8, .height = 7, .weight = 0},
                              {.x = 2, .y = 2, .width = 2, .height = 3, .weight = 1}};
    assert_int_equal(way_world_edit(stage.world, house, 2), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    way_world_event event = {0};
    assert_int_equal(stage_count(&stage, WAY_WORLD_UNREACHABLE, &event), 0);
    assert_int_equal(stage_view(&stage, unit).cell, 3 * 14 + 13);
    assert_int_equal(stage_view(&stage, idle).cell, 4 * 14 + 3); // all the same to who goes nowhere
    drawn_destroy(&stage);
}

static void buildings_are_left_over_courtyards(void **state)
{
    (void)state;
    // Whatever way it goes, there is a courtyard before the ground that its goal can be reached
    // from; and then a second building takes that.
    drawn_stage stage;
    drawn_create(&stage,
                 ".............../.............../.............../.............../"
                 ".............../.............../.............../.............../"
                 ".............../.............../...............",
                 NULL);
    const way_unit unit = stage_add(&stage, 7, 5, 0);
    stage_go(&stage, unit, 0, 5);
    const way_edit house[] = {{.x = 2, .y = 0, .width = 11, .height = 11, .weight = 0},
                              {.x = 4, .y = 2, .width = 7, .height = 7, .weight = 1},
                              {.x = 6, .y = 4, .width = 3, .height = 3, .weight = 0}};
    assert_int_equal(way_world_edit(stage.world, house, 3), WAY_STATUS_OK);
    (void)stage_run(&stage, 3);
    const way_edit wing = {.x = 0, .y = 1, .width = 2, .height = 3, .weight = 0};
    assert_int_equal(way_world_edit(stage.world, &wing, 1), WAY_STATUS_OK);
    (void)stage_run(&stage, 99);
    way_world_event event = {0};
    assert_int_equal(stage_count(&stage, WAY_WORLD_UNREACHABLE, &event), 0);
    assert_int_equal(stage_view(&stage, unit).cell, 5 * 15);
    drawn_destroy(&stage);
}

static void doors_are_profiles(void **state)
{
    (void)state;
    // Terrain 7 is a door that only the second kind may pass.
    way_profile shut = way_profile_default(1);
    shut.weights[7] = 0;
    way_profile open = way_profile_default(1);
    open.weights[7] = 1;
    const way_world_kind kinds[] = {{.profile = &shut}, {.profile = &open}};
    const way_world_config config = {.kinds = kinds, .kind_count = 2};
    drawn_stage stage;
    drawn_create(&stage, "...../##.##/.....", &config);
    const way_edit door = {.x = 2, .y = 1, .width = 1, .height = 1, .weight = 7};
    assert_int_equal(way_world_edit(stage.world, &door, 1), WAY_STATUS_OK);
    const way_unit stranger = stage_add(&stage, 0, 0, 0);
    const way_unit friend = stage_add(&stage, 4, 0, 1);
    stage.judge.places = true; // steps are those of profiles
    stage_go(&stage, stranger, 0, 2);
    stage_go(&stage, friend, 4, 2);
    (void)stage_run(&stage, 99);
    assert_int_equal(stage_view(&stage, stranger).cell / 5, 0);
    assert_int_equal(stage_view(&stage, friend).cell, 14);
    drawn_destroy(&stage);
}

static void handles_outlive_their_units(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, ".../...", NULL);
    const way_unit unit = stage_add(&stage, 0, 0, 0);
    assert_int_equal(way_world_remove(stage.world, unit), WAY_STATUS_OK);
    assert_int_equal(way_world_remove(stage.world, unit), WAY_STATUS_NOT_FOUND);
    const way_unit next = stage_add(&stage, 0, 0, 0);
    way_unit_view view;
    assert_int_not_equal(unit, next);
    assert_false(way_world_unit(stage.world, unit, &view));
    assert_true(way_world_unit(stage.world, next, &view));
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 3};
    assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_NOT_FOUND);
    assert_int_equal(
        way_world_order(stage.world, &next, 1, &(way_order){.kind = WAY_ORDER_GO, .cell = 99}),
        WAY_STATUS_OUT_OF_RANGE);
    drawn_destroy(&stage);
}

static void frames_keep_to_their_budget(void **state)
{
    (void)state;
    drawn_stage stage;
    char drawn[61 * 60];
    for (uint32_t c = 0; c < sizeof drawn; c++) {
        drawn[c] = c % 61 == 60 ? '/' : c * 2654435761u % 7 == 0 ? '#' : '.';
    }
    drawn[sizeof drawn - 1] = '\0';
    drawn_create(&stage, drawn, &(way_world_config){.lanes = 4});
    way_unit units[60];
    uint32_t count = 0;
    for (way_cell cell = 0; cell < 3600 && count < 60; cell += 7) {
        count += way_world_add(stage.world, &(way_unit_config){.cell = cell}, &units[count]) ==
                 WAY_STATUS_OK;
    }
    judge_note(&stage.judge);
    for (uint32_t k = 0; k < count; k++) {
        stage_go(&stage, units[k], 59 - k % 20, 59 - k / 20);
    }
    for (uint32_t frame = 0; frame < 300; frame++) {
        assert_int_equal(way_world_frame(stage.world, 200), WAY_STATUS_OK);
        const way_world_stats stats = way_world_statistics(stage.world);
        assert_true(stats.work <= 200 + 5 * WAY_WORLD_WORK_SLACK);
        assert_true(stats.cells_read <= 9u * way_world_unit_count(stage.world));
        judge_look(&stage.judge);
    }
    assert_int_equal(way_world_statistics(stage.world).waiting, 0);
    drawn_destroy(&stage);
}

/// More orders at once than the budget has whole plans for: all set out soon, and all arrive.
static void wait_for_plans(uint32_t budget)
{
    enum { SIDE = 192, UNITS = 400 };
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_rng rng = way_rng_seed(7);
    static uint8_t weights[SIDE * SIDE];
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        weights[c] = c / SIDE % 8 == 3 && c % 32 < 28 ? 0 : 1;
    }
    ground.weights = weights;
    way_map *map = NULL;
    way_world *world = NULL;
    const way_world_kind kind = {.size = 1};
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = UNITS};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_unit units[UNITS];
    for (uint32_t u = 0; u < UNITS;) {
        const way_cell cell = way_rng_below(&rng, SIDE * SIDE / 8);
        u += way_world_add(world, &(way_unit_config){.cell = cell}, &units[u]) == WAY_STATUS_OK;
    }
    for (uint32_t u = 0; u < UNITS; u++) {
        const way_cell cell = SIDE * SIDE - 1 - way_rng_below(&rng, SIDE * 8);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = cell};
        assert_int_equal(way_world_order(world, &units[u], 1, &order), WAY_STATUS_OK);
    }
    uint32_t arrived = 0;
    for (uint32_t tick = 0; tick < 1500 && arrived < UNITS; tick++) {
        way_world_event event;
        assert_int_equal(way_world_frame(world, budget), WAY_STATUS_OK);
        while (way_world_event_next(world, &event)) {
            arrived += event.kind == WAY_WORLD_ARRIVED || event.kind == WAY_WORLD_UNREACHABLE;
        }
    }
    const way_world_stats stats = way_world_statistics(world);
    const uint32_t frames = UNITS * 256u / budget > 64 ? UNITS * 256u / budget : 64;
    assert_true(stats.partial_plans > UNITS / 2 || budget > 1000);
    assert_true(stats.waited_max <= frames * 3 / 2);
    assert_true(arrived >= UNITS);
    way_world_destroy(world);
    way_map_destroy(map);
}

static void nobody_waits_long_for_a_plan(void **state)
{
    (void)state;
    wait_for_plans(500);
    wait_for_plans(1000);
    wait_for_plans(6000);
}

/// The judge must not be one who lets everything pass.
static void judge_sees_what_is_wrong(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "..../....", NULL);
    const way_unit one = stage_add(&stage, 0, 0, 0);
    const way_unit two = stage_add(&stage, 1, 1, 0);
    stage.judge.counts = true;
    stage.judge.before[(uint32_t)one] = 5; // as if they had swapped
    stage.judge.before[(uint32_t)two] = 0;
    judge_look(&stage.judge);
    assert_true(stage.judge.faults > 0);
    stage.judge.faults = 0;
    stage.judge.before[(uint32_t)one] = 3; // as if it had jumped
    judge_look(&stage.judge);
    assert_true(stage.judge.faults > 0);
    drawn_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_go_takes_as_long_as_it_costs),
        cmocka_unit_test(order_go_when_walled_in),
        cmocka_unit_test(orders_wait_for_their_turn),
        cmocka_unit_test(orders_of_all_kinds_end_where_they_should),
        cmocka_unit_test(idle_units_make_way_and_come_back),
        cmocka_unit_test(rivals_do_not_make_way),
        cmocka_unit_test(groups_get_a_place_each),
        cmocka_unit_test(edits_touch_the_plans_they_touch),
        cmocka_unit_test(buildings_push_units_out),
        cmocka_unit_test(buildings_are_left_where_the_goal_is),
        cmocka_unit_test(buildings_are_left_over_courtyards),
        cmocka_unit_test(doors_are_profiles),
        cmocka_unit_test(handles_outlive_their_units),
        cmocka_unit_test(frames_keep_to_their_budget),
        cmocka_unit_test(nobody_waits_long_for_a_plan),
        cmocka_unit_test(judge_sees_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
