// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What orders promise over time: tasks that plan again and again, groups at the pace of their
// slowest, and goals that nobody can reach.
#include "world/drawn.h"

enum { TASKS_WIDTH = 61, TASKS_HEIGHT = 24 };

/// Plain ground with a wall around it.
static void tasks_draw(char *drawn)
{
    for (uint32_t c = 0; c < TASKS_WIDTH * TASKS_HEIGHT; c++) {
        drawn[c] = c % TASKS_WIDTH == TASKS_WIDTH - 1 ? '/' : '.';
    }
    drawn[TASKS_WIDTH * TASKS_HEIGHT - 1] = '\0';
}

static void tasks_plan_again_and_again(void **state)
{
    (void)state;
    char drawn[TASKS_WIDTH * TASKS_HEIGHT];
    uint64_t plans[2];
    tasks_draw(drawn);
    for (uint32_t k = 0; k < 2; k++) {
        drawn_stage stage;
        drawn_create(&stage, drawn, NULL);
        const way_unit unit = drawn_add(&stage, 2, 12, 0, 0);
        const way_order order = {
            .kind = WAY_ORDER_GO, .cell = 12 * stage.width + 57, .period = k ? 10 : 0};
        assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_OK);
        for (uint32_t tick = 0; tick < 50; tick++) {
            assert_int_equal(way_world_frame(stage.world, 1000), WAY_STATUS_OK);
            judge_look(&stage.judge);
        }
        plans[k] = way_world_statistics(stage.world).plans;
        drawn_destroy(&stage);
    }
    assert_int_equal(plans[0], 1);
    assert_in_range(plans[1], 4, 6);
}

/// The tick at which the quick one of a quick and a slow unit arrives.
static uint32_t tasks_arrival(const char *drawn, bool together)
{
    drawn_stage stage;
    drawn_create(&stage, drawn, NULL);
    const way_unit units[] = {drawn_add(&stage, 2, 10, 0, 0), drawn_add(&stage, 2, 13, 2, 0)};
    const way_order order = {
        .kind = WAY_ORDER_GO, .cell = 12 * stage.width + 50, .keep_pace = together};
    assert_int_equal(way_world_order(stage.world, units, 2, &order), WAY_STATUS_OK);
    uint32_t arrived = 0;
    for (uint32_t tick = 1; tick < 200 && !arrived; tick++) {
        way_world_event event;
        assert_int_equal(way_world_frame(stage.world, 1000), WAY_STATUS_OK);
        judge_look(&stage.judge);
        while (way_world_event_next(stage.world, &event)) {
            arrived = event.kind == WAY_WORLD_ARRIVED && event.unit == units[0] ? tick : arrived;
        }
    }
    drawn_destroy(&stage);
    return arrived;
}

static void groups_go_as_their_slowest(void **state)
{
    (void)state;
    char drawn[TASKS_WIDTH * TASKS_HEIGHT];
    tasks_draw(drawn);
    assert_in_range(tasks_arrival(drawn, false), 40, 60);
    assert_in_range(tasks_arrival(drawn, true), 85, 120); // the slow kind has half the speed
}

static void sealed_rooms_keep_the_budget(void **state)
{
    (void)state;
    enum { BUDGET = 300, UNITS = 60 };
    char drawn[TASKS_WIDTH * TASKS_HEIGHT];
    tasks_draw(drawn);
    for (uint32_t y = 8; y < 16; y++) {
        for (uint32_t x = 40; x < 50; x++) {
            const bool inner = x > 40 && x < 49 && y > 8 && y < 15;
            drawn[y * TASKS_WIDTH + x] = inner ? '.' : '#';
        }
    }
    drawn_stage stage;
    drawn_create(&stage, drawn, NULL);
    const way_cell goal = 11 * stage.width + 45;
    way_unit units[UNITS];
    for (uint32_t u = 0; u < UNITS; u++) {
        units[u] = drawn_add(&stage, 1 + u % 10 * 2, 2 + u / 10 * 3, 0, 0);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = goal};
        assert_int_equal(way_world_order(stage.world, &units[u], 1, &order), WAY_STATUS_OK);
    }
    uint32_t told = 0;
    for (uint32_t frame = 0; frame < 400; frame++) {
        way_world_event event;
        assert_int_equal(way_world_frame(stage.world, BUDGET), WAY_STATUS_OK);
        judge_look(&stage.judge);
        assert_true(way_world_statistics(stage.world).work <= BUDGET + 5 * WAY_WORLD_WORK_SLACK);
        while (way_world_event_next(stage.world, &event)) {
            if (event.kind == WAY_WORLD_UNREACHABLE) {
                told++;
                const way_cell best = way_map_nearest_reachable(stage.map, 0, goal, 1);
                assert_int_equal(way_map_estimate(stage.map, event.cell, goal),
                                 way_map_estimate(stage.map, best, goal));
            }
        }
    }
    assert_true(told >= UNITS);
    drawn_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_plan_again_and_again),
        cmocka_unit_test(groups_go_as_their_slowest),
        cmocka_unit_test(sealed_rooms_keep_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
