// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smoothing: what it makes of open country, boxes and swamps, wrong calls, failing memory.
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/path.h>

#include <math.h>
#include <string.h>

#define SMOOTH_CELLS 400u

static way_map *open_map(uint32_t side)
{
    way_map *map = NULL;
    const way_map_config config = way_map_config_default(side, side);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

/// Down, right, up: in the open the straight line is all that is left.
static uint32_t detour(const way_map *map, way_cell *cells)
{
    uint32_t count = 0;
    for (int64_t y = 2; y < 20; y++) {
        cells[count++] = way_map_cell(map, 2, y);
    }
    for (int64_t x = 3; x < 40; x++) {
        cells[count++] = way_map_cell(map, x, 19);
    }
    for (int64_t y = 18; y >= 2; y--) {
        cells[count++] = way_map_cell(map, 39, y);
    }
    return count;
}

static void open_country_is_crossed_straight(void **state)
{
    (void)state;
    way_map *map = open_map(48);
    for (uint32_t kind = 0; kind < 3; kind++) {
        way_cell cells[100];
        uint32_t count = detour(map, cells);
        const way_smoothing_config config = {
            .map = map, .unit_size = 1, .kind = (way_smoothing)kind};
        assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_OK);
        assert_int_equal(count, kind == WAY_SMOOTHING_ANY_ANGLE ? 2 : 38);
        assert_true(fabs(way_path_length(map, cells, count) - 37) < 1e-9);
    }
    way_map_destroy(map);
}

/// A box of few cells can't see across the detour; it only cuts the corners.
static void boxes_limit_rays(void **state)
{
    (void)state;
    way_map *map = open_map(48);
    way_cell cells[100];
    uint32_t count = detour(map, cells);
    way_cost before = 0;
    way_cost after = 0;
    assert_true(way_path_check(map, 1, cells, count, &before));
    const way_smoothing_config config = {.map = map, .unit_size = 1, .reach = 4};
    assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_OK);
    assert_true(way_path_check(map, 1, cells, count, &after));
    assert_true(after < before && after > 38 * 408);
    way_map_destroy(map);
}

static void swamps_are_not_crossed_for_nothing(void **state)
{
    (void)state;
    way_map *map = open_map(48);
    const way_edit swamp = {.x = 10, .y = 0, .width = 20, .height = 15, .weight = 9};
    assert_int_equal(way_map_edit(map, &swamp, 1), WAY_STATUS_OK);
    for (uint32_t kind = 0; kind < 2; kind++) {
        way_cell cells[100];
        uint32_t count = detour(map, cells);
        const way_smoothing_config config = {
            .map = map, .unit_size = 1, .kind = (way_smoothing)kind};
        assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_OK);
        way_cost cost = 0;
        assert_true(way_path_check(map, 1, cells, count, &cost));
        assert_true(cost <= 71 * 408);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(way_map_terrain(map, cells[i]), 1);
        }
    }
    way_map_destroy(map);
}

static void wrong_calls_are_refused(void **state)
{
    (void)state;
    way_map *map = open_map(48);
    way_cell cells[100];
    uint32_t count = detour(map, cells);
    const uint32_t full = count;
    way_smoothing_config config = {.map = map, .unit_size = 1};
    assert_int_equal(way_path_smooth(NULL, cells, &count), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_path_smooth(&config, NULL, &count), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_path_smooth(&config, cells, NULL), WAY_STATUS_INVALID_ARGUMENT);
    count = 0;
    assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_INVALID_ARGUMENT);
    count = full;
    config.unit_size = 2;
    assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_UNSUPPORTED);
    config.unit_size = 0;
    assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_UNSUPPORTED);
    config.unit_size = 1;
    const way_edit wall = {.x = 20, .y = 0, .width = 1, .height = 48, .weight = 0};
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    way_cell copy[100];
    memcpy(copy, cells, sizeof copy);
    assert_int_equal(way_path_smooth(&config, cells, &count), WAY_STATUS_STALE);
    assert_memory_equal(copy, cells, sizeof copy);
    way_curve curve = {0};
    way_curve_config bend = {.map = map, .unit_size = 1};
    assert_int_equal(way_path_curve(&bend, cells, count, &curve), WAY_STATUS_STALE);
    bend.density = 65;
    assert_int_equal(way_path_curve(&bend, cells, count, &curve), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_path_curve(&bend, cells, 0, &curve), WAY_STATUS_INVALID_ARGUMENT);
    way_cost cost = 0;
    assert_false(way_path_check(map, 1, cells, count, &cost));
    assert_int_equal(cost, 34 * 408);
    assert_false(way_path_check(map, 1, cells, 0, NULL));
    way_map_destroy(map);
}

static bool smooth_with(test_allocator *memory)
{
    way_map *map = open_map(48);
    bool worked = true;
    for (uint32_t kind = 0; kind < 3; kind++) {
        way_cell cells[100];
        uint32_t count = detour(map, cells);
        const way_smoothing_config config = {.map = map,
                                             .unit_size = 1,
                                             .kind = (way_smoothing)kind,
                                             .allocator = &memory->allocator};
        const way_status status = way_path_smooth(&config, cells, &count);
        if (status != WAY_STATUS_OK) {
            way_cell copy[100];
            assert_int_equal(status, WAY_STATUS_NO_MEMORY);
            assert_int_equal(count, detour(map, copy));
            assert_memory_equal(copy, cells, count * sizeof *cells);
            worked = false;
        }
    }
    way_map_destroy(map);
    return worked;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    test_allocator_fail_each(smooth_with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_country_is_crossed_straight),
        cmocka_unit_test(boxes_limit_rays),
        cmocka_unit_test(swamps_are_not_crossed_for_nothing),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
