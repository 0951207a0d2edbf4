// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a world holds is what it says, and what it says is little.
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/world.h>

enum { SIDE = 128 };

typedef struct memory_stage {
    test_allocator memory;
    way_map *map;
    way_world *world;
} memory_stage;

static void stage_set(memory_stage *stage, uint32_t capacity, bool fog)
{
    const way_map_config ground = way_map_config_default(SIDE, SIDE);
    const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    const way_world_team teams[2] = {{.fog = fog}, {.fog = false}};
    test_allocator_init(&stage->memory);
    assert_int_equal(way_map_create(&ground, &stage->map), WAY_STATUS_OK);
    const way_world_config config = {.map = stage->map,
                                     .kinds = kinds,
                                     .kind_count = 2,
                                     .teams = teams,
                                     .team_count = 2,
                                     .unit_capacity = capacity,
                                     .allocator = &stage->memory.allocator};
    assert_int_equal(way_world_create(&config, &stage->world), WAY_STATUS_OK);
}

static void stage_clear(memory_stage *stage)
{
    way_world_destroy(stage->world);
    way_map_destroy(stage->map);
    test_allocator_check_empty(&stage->memory);
}

/// 60 units at the left edge, in a block.
static void stage_people(memory_stage *stage, way_unit units[60])
{
    for (uint32_t k = 0; k < 60; k++) {
        const way_unit_config unit = {
            .cell = (k / 6 * 3 + 10) * SIDE + k % 6 * 3, .kind = k % 4 == 3, .team = k % 2};
        assert_int_equal(way_world_add(stage->world, &unit, &units[k]), WAY_STATUS_OK);
    }
}

static void stage_run(memory_stage *stage, uint32_t ticks)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        assert_int_equal(way_world_frame(stage->world, 4000), WAY_STATUS_OK);
    }
}

static void memory_is_what_it_says(void **state)
{
    (void)state;
    memory_stage stage;
    way_unit units[60];
    stage_set(&stage, 100, true);
    // What solves jams is there before the first of them.
    assert_true(way_world_statistics(stage.world).memory.searches >= (size_t)1 << 20);
    stage_people(&stage, units);
    for (uint32_t round = 0; round < 6; round++) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = (20 + 14 * round) * SIDE + 100};
        assert_int_equal(way_world_order(stage.world, units, round % 2 ? 60 : 3, &order),
                         WAY_STATUS_OK);
        stage_run(&stage, 20);
        assert_int_equal(way_world_statistics(stage.world).bytes, stage.memory.live_bytes);
    }
    const way_world_memory parts = way_world_statistics(stage.world).memory;
    assert_int_equal(parts.units + parts.cells + parts.searches + parts.teams + parts.rest,
                     way_world_statistics(stage.world).bytes);
    assert_int_equal(parts.cells, 8 * SIDE * SIDE);
    stage_clear(&stage);
}

static void memory_of_a_unit(void **state)
{
    (void)state;
    memory_stage few;
    memory_stage many;
    stage_set(&few, 4000, false);
    stage_set(&many, 44000, false);
    const size_t each = way_world_statistics(few.world).unit_bytes;
    assert_in_range(each, 1, 256);
    assert_int_equal(many.memory.live_bytes - few.memory.live_bytes, 40000 * each);
    stage_clear(&few);
    stage_clear(&many);
}

/// Scattered pillars make routes of many runs: there is room for few whole ones, and nobody may
/// stand because others hold it.
static void memory_of_routes_is_for_all(void **state)
{
    (void)state;
    enum { WIDE = 256, COUNT = 300 };
    way_rng rng = way_rng_seed(11);
    static uint8_t weights[WIDE * WIDE];
    static way_unit units[COUNT];
    for (uint32_t c = 0; c < WIDE * WIDE; c++) {
        weights[c] = way_rng_below(&rng, 10) != 0;
    }
    way_map_config ground = way_map_config_default(WIDE, WIDE);
    ground.weights = weights;
    way_map *map = NULL;
    way_world *world = NULL;
    const way_world_kind kind = {.size = 1};
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = COUNT};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    for (uint32_t k = 0; k < COUNT;) {
        const way_unit_config unit = {.cell = way_rng_below(&rng, 16 * WIDE)};
        k += way_world_add(world, &unit, &units[k]) == WAY_STATUS_OK;
    }
    for (uint32_t k = 0; k < COUNT; k++) {
        const way_order order = {.kind = WAY_ORDER_GO,
                                 .cell = way_rng_below(&rng, 16 * WIDE) + 240 * WIDE};
        assert_int_equal(way_world_order(world, &units[k], 1, &order), WAY_STATUS_OK);
    }
    uint32_t most = 0;
    for (uint32_t tick = 0; tick < 120; tick++) {
        assert_int_equal(way_world_frame(world, 60000), WAY_STATUS_OK);
        for (uint32_t k = 0; tick >= 20 && k < COUNT; k++) {
            way_unit_view view;
            assert_true(way_world_unit(world, units[k], &view));
            most = view.standing > most ? view.standing : most;
        }
    }
    assert_in_range(most, 0, 40); // in the crowd for a while, never for want of a route
    way_world_destroy(world);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_what_it_says),
        cmocka_unit_test(memory_of_a_unit),
        cmocka_unit_test(memory_of_routes_is_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
