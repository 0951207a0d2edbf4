// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a world tells, of every kind of event, and what turns take.
#include "world/drawn.h"

enum { EVENT_TICKS = 600 };

/// A drawn map, one kind and two teams that don't make way for each other; all events are told.
static void event_stage_set(drawn_stage *stage, const char *drawn, uint32_t turn)
{
    const way_world_kind kind = {.size = 1, .turn = turn};
    const way_world_team teams[2] = {{.fog = false}, {.fog = false}};
    const way_world_config settings = {.kinds = &kind,
                                       .kind_count = 1,
                                       .teams = teams,
                                       .team_count = 2,
                                       .rivals = true,
                                       .event_mask = UINT32_MAX};
    drawn_create(stage, drawn, &settings);
}

static void event_order(drawn_stage *stage, way_unit unit, const way_order *order)
{
    assert_int_equal(way_world_order(stage->world, &unit, 1, order), WAY_STATUS_OK);
}

/// Plays until an event of a kind comes, counting others on the way; its tick is never 0.
static way_world_event event_await(drawn_stage *stage, way_world_event_kind kind,
                                   uint32_t counts[WAY_WORLD_EVENT_KINDS])
{
    for (uint32_t tick = 0; tick < EVENT_TICKS; tick++) {
        way_world_event event;
        while (way_world_event_next(stage->world, &event)) {
            counts[event.kind]++;
            if (event.kind == kind) {
                return event;
            }
        }
        assert_int_equal(way_world_frame(stage->world, 1000), WAY_STATUS_OK);
        judge_look(&stage->judge);
    }
    fail_msg("never told: %s", way_world_event_text(kind));
    return (way_world_event){0};
}

static void event_moved_and_arrived(void **state)
{
    (void)state;
    drawn_stage stage;
    uint32_t counts[WAY_WORLD_EVENT_KINDS] = {0};
    event_stage_set(&stage, "........", 0);
    const way_unit unit = drawn_add(&stage, 1, 0, 0, 0);
    event_order(&stage, unit, &(way_order){.kind = WAY_ORDER_GO, .cell = 6});
    for (way_cell cell = 2; cell <= 6; cell++) {
        const way_world_event moved = event_await(&stage, WAY_WORLD_MOVED, counts);
        assert_int_equal(moved.unit, unit);
        assert_int_equal(moved.cell, cell);
    }
    const way_world_event there = event_await(&stage, WAY_WORLD_ARRIVED, counts);
    assert_int_equal(there.cell, 6);
    assert_int_equal(counts[WAY_WORLD_MOVED], 5);
    assert_int_equal(counts[WAY_WORLD_WAITING] + counts[WAY_WORLD_BLOCKED], 0);
    drawn_destroy(&stage);
}

static void event_blocked_by_whom(void **state)
{
    (void)state;
    drawn_stage stage;
    uint32_t counts[WAY_WORLD_EVENT_KINDS] = {0};
    event_stage_set(&stage, "........", 0);
    const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
    const way_unit rival = drawn_add(&stage, 4, 0, 0, 1);
    event_order(&stage, rival, &(way_order){.kind = WAY_ORDER_HOLD, .cell = 4});
    event_order(&stage, unit, &(way_order){.kind = WAY_ORDER_GO, .cell = 7});
    const way_world_event waits = event_await(&stage, WAY_WORLD_WAITING, counts);
    assert_int_equal(waits.unit, unit);
    assert_int_equal(waits.cell, 3);
    const way_world_event blocked = event_await(&stage, WAY_WORLD_BLOCKED, counts);
    assert_int_equal(blocked.unit, unit);
    assert_int_equal(blocked.other, rival);
    assert_true(blocked.tick > waits.tick);
    drawn_destroy(&stage);
}

static void event_goal_changed(void **state)
{
    (void)state;
    drawn_stage stage;
    uint32_t counts[WAY_WORLD_EVENT_KINDS] = {0};
    // The first cell is near as the crow flies, but the way round the wall is long.
    event_stage_set(&stage, "........../#########./..........", 0);
    const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
    const way_cell cells[] = {2 * stage.width, 6};
    event_order(&stage, unit, &(way_order){.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = 2});
    const way_world_event changed = event_await(&stage, WAY_WORLD_GOAL_CHANGED, counts);
    assert_int_equal(changed.unit, unit);
    assert_int_equal(changed.cell, 6);
    assert_int_equal(event_await(&stage, WAY_WORLD_ARRIVED, counts).cell, 6);
    drawn_destroy(&stage);
}

static void event_turns_take_time(void **state)
{
    (void)state;
    uint32_t ticks[2];
    for (uint32_t k = 0; k < 2; k++) {
        drawn_stage stage;
        uint32_t counts[WAY_WORLD_EVENT_KINDS] = {0};
        event_stage_set(&stage, "....../#####./#####./#####./#####.", k ? 512 : 0);
        const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
        // East first, so that only the corner is a turn.
        event_order(&stage, unit, &(way_order){.kind = WAY_ORDER_GO, .cell = 1});
        (void)event_await(&stage, WAY_WORLD_ARRIVED, counts);
        for (uint32_t tick = 0; tick < 10; tick++) { // until that step is over
            assert_int_equal(way_world_frame(stage.world, 1000), WAY_STATUS_OK);
            judge_look(&stage.judge);
        }
        const uint32_t start = way_world_statistics(stage.world).tick;
        event_order(&stage, unit, &(way_order){.kind = WAY_ORDER_GO, .cell = 4 * stage.width + 5});
        ticks[k] = event_await(&stage, WAY_WORLD_ARRIVED, counts).tick - start;
        drawn_destroy(&stage);
    }
    // A quarter of a turn is two eighths of 512 / 256 ticks each.
    assert_in_range(ticks[1] - ticks[0], 4, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(event_moved_and_arrived),
        cmocka_unit_test(event_blocked_by_whom),
        cmocka_unit_test(event_goal_changed),
        cmocka_unit_test(event_turns_take_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
