// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is one player's own changes nothing that all share.
#include "support/test.h"

#include <waymark/local.h>

#include <string.h>

static way_map *local_map(void)
{
    way_map_config config = way_map_config_default(20, 10);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_edit wall = {.x = 10, .y = 0, .width = 1, .height = 9, .weight = 0};
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    return map;
}

static way_world *local_world(way_map *map, way_unit *unit)
{
    static const way_world_kind kind = {.size = 1};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 4, .frames_per_tick = 4};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    assert_int_equal(way_world_add(world, &(way_unit_config){.cell = 0}, unit), WAY_STATUS_OK);
    return world;
}

static void preview_leaves_the_world_alone(void **state)
{
    (void)state;
    way_map *map = local_map();
    way_unit unit = WAY_UNIT_NONE;
    way_world *world = local_world(map, &unit);
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 19};
    assert_int_equal(way_world_order(world, &unit, 1, &order), WAY_STATUS_OK);
    const uint64_t hash = way_world_hash(world);
    way_preview *preview = NULL;
    assert_int_equal(way_preview_create(world, 1, 0, &preview), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_preview_create(world, 0, 0, &preview), WAY_STATUS_OK);
    assert_int_equal(way_preview_begin(preview, 0, 19), WAY_STATUS_OK);
    uint32_t count = 9;
    assert_int_equal(way_preview_step(preview, 1), WAY_OUTCOME_MOVING);
    (void)way_preview_path(preview, &count);
    assert_int_equal(count, 0);
    while (way_preview_step(preview, 5) == WAY_OUTCOME_MOVING) {
    }
    const way_cell *path = way_preview_path(preview, &count);
    assert_true(count > 20);
    assert_int_equal(path[0], 0);
    assert_int_equal(path[count - 1], 19);
    assert_int_equal(way_world_hash(world), hash);
    way_preview_destroy(preview);
    way_world_destroy(world);
    way_map_destroy(map);
}

static void positions_go_from_middle_to_middle(void **state)
{
    (void)state;
    way_map *map = local_map();
    way_unit unit = WAY_UNIT_NONE;
    way_world *world = local_world(map, &unit);
    for (way_cell cell = 0; cell < 200; cell++) {
        int64_t x = 0;
        int64_t y = 0;
        way_world_middle(world, cell, &x, &y);
        assert_int_equal(way_world_cell_at(world, x, y), cell);
    }
    assert_int_equal(way_world_cell_at(world, -1, 5), WAY_CELL_NONE);
    assert_int_equal(way_world_cell_at(world, 20 * 1024, 5), WAY_CELL_NONE);
    const way_order order = {.kind = WAY_ORDER_GO, .cell = 4};
    assert_int_equal(way_world_order(world, &unit, 1, &order), WAY_STATUS_OK);
    int32_t last = 512;
    for (uint32_t frame = 0; frame < 16; frame++) { // four steps of four frames, all alike
        way_unit_view view;
        assert_int_equal(way_world_frame(world, 100), WAY_STATUS_OK);
        assert_true(way_world_unit(world, unit, &view));
        assert_int_equal(view.x - last, 256);
        assert_int_equal(view.y, 512);
        last = view.x;
    }
    way_world_destroy(world);
    way_map_destroy(map);
}

static void paces_follow_the_machine(void **state)
{
    (void)state;
    way_pace pace = {0};
    assert_int_equal(way_pace_budget(&pace, 2000), 1024);
    for (uint32_t k = 0; k < 100; k++) {
        way_pace_note(&pace, 8000, 2000);
    }
    assert_int_equal(way_pace_budget(&pace, 2000), 4096); // 8000, down to a power of two
    for (uint32_t k = 0; k < 1000; k++) {
        way_pace_note(&pace, 1000, 2000);
    }
    assert_int_equal(way_pace_budget(&pace, 2000), 512);
    way_pace_note(&pace, UINT64_MAX, UINT64_MAX);
    assert_true(way_pace_budget(&pace, UINT64_MAX) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preview_leaves_the_world_alone),
        cmocka_unit_test(positions_go_from_middle_to_middle),
        cmocka_unit_test(paces_follow_the_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
