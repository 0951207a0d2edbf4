// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units: nobody ever in another's place, orders obeyed, the same everywhere.
#include "support/test.h"
#include "support/test_allocator.h"
#include "world/judge.h"

#include <waymark/world.h>
#include <waymark/world_more.h>

#include <string.h>

typedef struct test_crowd {
    way_map *map;
    way_world *world;
    way_unit *units;
    uint32_t count;
    way_rng rng;
    test_judge judge;
} test_crowd;

typedef struct crowd_plan {
    uint32_t side;
    uint32_t units;
    uint32_t walls;    ///< per thousand
    uint32_t size_max; ///< kinds of sizes 1..size_max
    uint32_t teams;
    bool fog;
    way_neighbours neighbours;
    way_corners corners;
    uint32_t turn;
    uint64_t seed;
    const way_allocator *allocator;
} crowd_plan;

static way_cell crowd_cell(test_crowd *crowd, uint32_t size)
{
    const uint32_t width = way_map_width(crowd->map);
    for (;;) {
        const way_cell cell = way_rng_below(&crowd->rng, width * way_map_height(crowd->map));
        if (way_map_weight(crowd->map, cell, size)) {
            return cell;
        }
    }
}

static void crowd_setup(test_crowd *crowd, const crowd_plan *plan)
{
    memset(crowd, 0, sizeof *crowd);
    crowd->rng = way_rng_seed(plan->seed);
    way_map_config config = way_map_config_default(plan->side, plan->side);
    config.neighbours = plan->neighbours ? plan->neighbours : WAY_NEIGHBOURS_8;
    config.corners = plan->corners;
    uint8_t *weights = malloc((size_t)plan->side * plan->side);
    for (uint32_t c = 0; c < plan->side * plan->side; c++) {
        weights[c] = way_rng_below(&crowd->rng, 1000) < plan->walls ? 0
                     : way_rng_below(&crowd->rng, 8) == 0           ? 3
                                                                    : 1;
    }
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &crowd->map), WAY_STATUS_OK);
    free(weights);
    way_world_kind kinds[4] = {0};
    const uint32_t sizes = plan->size_max ? plan->size_max : 1;
    for (uint32_t k = 0; k < sizes; k++) {
        kinds[k] = (way_world_kind){.size = k + 1, .speed = 256 - 40 * k, .turn = plan->turn};
    }
    const way_world_team teams[2] = {{.fog = plan->fog, .sight = 5}, {.fog = false}};
    const way_world_config world = {.map = crowd->map,
                                    .kinds = kinds,
                                    .kind_count = sizes,
                                    .teams = teams,
                                    .team_count = plan->teams ? plan->teams : 1,
                                    .unit_capacity = plan->units,
                                    .lanes = 3,
                                    .allocator = plan->allocator};
    assert_int_equal(way_world_create(&world, &crowd->world), WAY_STATUS_OK);
    crowd->units = calloc(plan->units, sizeof *crowd->units);
    for (uint32_t tries = 0; crowd->count < plan->units && tries < plan->units * 50; tries++) {
        const uint32_t kind = way_rng_below(&crowd->rng, sizes);
        const way_unit_config unit = {.cell = crowd_cell(crowd, kind + 1),
                                      .kind = kind,
                                      .team = plan->teams ? tries % plan->teams : 0};
        way_unit made = WAY_UNIT_NONE;
        if (way_world_add(crowd->world, &unit, &made) == WAY_STATUS_OK) {
            crowd->units[crowd->count++] = made;
        }
    }
    judge_init(&crowd->judge, crowd->world);
}

static void crowd_teardown(test_crowd *crowd)
{
    judge_fini(&crowd->judge);
    free(crowd->units);
    way_world_destroy(crowd->world);
    way_map_destroy(crowd->map);
}

static void crowd_tick(test_crowd *crowd, uint32_t budget)
{
    assert_int_equal(way_world_frame(crowd->world, budget), WAY_STATUS_OK);
    judge_look(&crowd->judge);
}

/// Orders of all kinds for random units.
static void crowd_command(test_crowd *crowd)
{
    const way_unit unit = crowd->units[way_rng_below(&crowd->rng, crowd->count)];
    way_unit group[12];
    way_cell cells[3];
    for (uint32_t k = 0; k < 12; k++) {
        group[k] = crowd->units[(way_rng_below(&crowd->rng, 7) + k * 7) % crowd->count];
    }
    for (uint32_t k = 0; k < 3; k++) {
        cells[k] = crowd_cell(crowd, 1);
    }
    const uint32_t kind = way_rng_below(&crowd->rng, 12);
    const way_order order = {.kind = kind < WAY_ORDER_KINDS ? (way_order_kind)kind : WAY_ORDER_GO,
                             .cell = crowd_cell(crowd, 1),
                             .target = crowd->units[way_rng_below(&crowd->rng, crowd->count)],
                             .range = 1 + way_rng_below(&crowd->rng, 6),
                             .cells = cells,
                             .cell_count = 3,
                             .queued = way_rng_below(&crowd->rng, 4) == 0,
                             .keep_pace = way_rng_below(&crowd->rng, 2),
                             .formation = (way_formation)way_rng_below(&crowd->rng, 4),
                             .urgency = (way_urgency)way_rng_below(&crowd->rng, 4),
                             .period = way_rng_below(&crowd->rng, 4) ? 0 : 20};
    const bool many = kind >= WAY_ORDER_KINDS && crowd->count >= 90;
    const way_status status =
        way_world_order(crowd->world, many ? group : &unit, many ? 12 : 1, &order);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
}

static void crowd_build(test_crowd *crowd)
{
    const uint32_t side = way_map_width(crowd->map);
    const way_edit edit = {.x = way_rng_below(&crowd->rng, side - 4),
                           .y = way_rng_below(&crowd->rng, side - 4),
                           .width = 1 + way_rng_below(&crowd->rng, 3),
                           .height = 1 + way_rng_below(&crowd->rng, 3),
                           .weight = (uint8_t)(way_rng_below(&crowd->rng, 2))};
    assert_int_equal(way_world_edit(crowd->world, &edit, 1), WAY_STATUS_OK);
}

/// A run with orders and edits, judged at every tick.
static void crowd_run(test_crowd *crowd, uint32_t ticks, bool builds)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint32_t k = 0; k < 3; k++) {
            crowd_command(crowd);
        }
        if (builds && tick % 9 == 0) {
            crowd_build(crowd);
        }
        crowd_tick(crowd, 400);
    }
    assert_true(crowd->judge.moves > 0);
}

static void world_never_overlaps(void **state)
{
    (void)state;
    static const crowd_plan plans[] = {
        {.side = 24, .units = 120, .walls = 50, .seed = 1},
        {.side = 24, .units = 300, .walls = 0, .seed = 2},
        {.side = 32, .units = 120, .walls = 30, .size_max = 3, .seed = 3},
        {.side = 40, .units = 200, .walls = 0, .size_max = 3, .seed = 4},
        {.side = 24, .units = 150, .walls = 80, .corners = WAY_CORNERS_LOOSE, .seed = 5},
        {.side = 24, .units = 150, .walls = 80, .corners = WAY_CORNERS_ANY, .seed = 6},
        {.side = 24, .units = 150, .walls = 50, .neighbours = WAY_NEIGHBOURS_4, .seed = 7},
        {.side = 24, .units = 150, .walls = 50, .neighbours = WAY_NEIGHBOURS_6, .seed = 8},
        {.side = 32, .units = 150, .walls = 50, .size_max = 2, .teams = 2, .fog = true, .seed = 9},
        {.side = 24, .units = 100, .walls = 50, .turn = 64, .seed = 10},
    };
    for (uint32_t p = 0; p < sizeof plans / sizeof *plans; p++) {
        test_crowd crowd;
        crowd_setup(&crowd, &plans[p]);
        crowd_run(&crowd, 400, true);
        crowd_teardown(&crowd);
    }
}

// The same everywhere -----------------------------------------------------------------------------

static void *crowd_save(const way_world *world, size_t *size)
{
    assert_int_equal(way_world_save(world, NULL, 0, size), WAY_STATUS_OUT_OF_RANGE);
    void *bytes = malloc(*size);
    const size_t promised = *size;
    assert_int_equal(way_world_save(world, bytes, promised, size), WAY_STATUS_OK);
    assert_int_equal(*size, promised);
    return bytes;
}

static void crowd_check_same(const way_world *a, const way_world *b, const char *when)
{
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        if (way_world_part_hash(a, (way_world_part)part) !=
            way_world_part_hash(b, (way_world_part)part)) {
            uint32_t place = 0;
            const bool differs = way_world_difference(a, b, &place);
            fail_msg("%s: part %u differs at tick %u, unit %d", when, part,
                     way_world_statistics(a).tick, differs ? (int)place : -1);
        }
    }
    assert_int_equal(way_world_hash(a), way_world_hash(b));
}

/// The plans on which worlds are compared: groups with fields, sizes, fog, small budgets.
static const crowd_plan crowd_same_plans[] = {
    {.side = 40, .units = 150, .walls = 60, .size_max = 2, .teams = 2, .fog = true, .seed = 21},
    {.side = 32, .units = 200, .walls = 30, .seed = 22},
    {.side = 24, .units = 60, .walls = 100, .neighbours = WAY_NEIGHBOURS_6, .seed = 23},
};

static void world_goes_on_as_saved(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < sizeof crowd_same_plans / sizeof *crowd_same_plans; p++) {
        test_crowd crowd;
        crowd_setup(&crowd, &crowd_same_plans[p]);
        way_world *twin = NULL;
        for (uint32_t tick = 0; tick < 250; tick++) {
            if (tick % 11 == 0) {
                size_t size = 0;
                void *bytes = crowd_save(crowd.world, &size);
                way_world_destroy(twin);
                assert_int_equal(way_world_restore(bytes, size, NULL, &twin, NULL), WAY_STATUS_OK);
                crowd_check_same(crowd.world, twin, "restored");
                free(bytes);
            }
            const way_rng rng = crowd.rng;
            for (uint32_t k = 0; k < 3; k++) {
                crowd_command(&crowd);
            }
            if (tick % 7 == 0) {
                crowd_build(&crowd);
            }
            crowd_tick(&crowd, 60);
            // The twin hears the same.
            way_world *own = crowd.world;
            way_map *map = crowd.map;
            crowd.rng = rng;
            crowd.world = twin;
            crowd.map = (way_map *)(uintptr_t)way_world_map(own);
            for (uint32_t k = 0; k < 3; k++) {
                crowd.map = (way_map *)(uintptr_t)way_world_map(twin);
                crowd_command(&crowd);
            }
            if (tick % 7 == 0) {
                crowd_build(&crowd);
            }
            assert_int_equal(way_world_frame(twin, 60), WAY_STATUS_OK);
            crowd.world = own;
            crowd.map = map;
            crowd_check_same(crowd.world, twin, "afterwards");
        }
        way_world_destroy(twin);
        crowd_teardown(&crowd);
    }
}

/// Runs bodies last first: as good an order as any.
static void crowd_backwards(uint32_t count, void (*body)(uint32_t index, void *argument),
                            void *argument, void *user)
{
    (void)user;
    while (count > 0) {
        body(--count, argument);
    }
}

static void world_is_the_same_with_workers(void **state)
{
    (void)state;
    test_crowd crowd;
    crowd_setup(&crowd, &crowd_same_plans[0]);
    crowd_run(&crowd, 60, true);
    size_t size = 0;
    void *bytes = crowd_save(crowd.world, &size);
    way_world *one = NULL;
    way_world *two = NULL;
    const way_world_host host = {.parallel_for = crowd_backwards};
    assert_int_equal(way_world_restore(bytes, size, NULL, &one, NULL), WAY_STATUS_OK);
    assert_int_equal(way_world_restore(bytes, size, &host, &two, NULL), WAY_STATUS_OK);
    for (uint32_t tick = 0; tick < 200; tick++) {
        assert_int_equal(way_world_frame(one, 80), WAY_STATUS_OK);
        assert_int_equal(way_world_frame(two, 80), WAY_STATUS_OK);
        crowd_check_same(one, two, "workers");
    }
    free(bytes);
    way_world_destroy(one);
    way_world_destroy(two);
    crowd_teardown(&crowd);
}

typedef struct crowd_tape {
    uint8_t *bytes;
    size_t size;
} crowd_tape;

static void crowd_record(const void *bytes, size_t size, void *user)
{
    crowd_tape *tape = user;
    tape->bytes = realloc(tape->bytes, tape->size + size);
    memcpy(tape->bytes + tape->size, bytes, size);
    tape->size += size;
}

static void world_replays(void **state)
{
    (void)state;
    test_crowd crowd;
    crowd_tape tape = {NULL, 0};
    crowd_setup(&crowd, &crowd_same_plans[0]);
    crowd_run(&crowd, 20, true);
    assert_int_equal(way_world_record(crowd.world, crowd_record, &tape), WAY_STATUS_OK);
    crowd_run(&crowd, 100, true);
    assert_int_equal(way_world_remove(crowd.world, crowd.units[3]), WAY_STATUS_OK);
    assert_int_equal(way_world_frame(crowd.world, 100), WAY_STATUS_OK);
    assert_int_equal(way_world_record(crowd.world, NULL, NULL), WAY_STATUS_OK);
    way_replay *replay = NULL;
    assert_int_equal(way_replay_create(tape.bytes, tape.size, NULL, &replay, NULL), WAY_STATUS_OK);
    uint32_t frames = 0;
    bool over = false;
    bool same = true;
    for (; !over; frames += !over) {
        assert_int_equal(way_replay_frame(replay, &over, &same), WAY_STATUS_OK);
        assert_true(over || same);
    }
    assert_int_equal(frames, 101);
    assert_int_equal(way_replay_hash(replay), way_world_hash(crowd.world));
    crowd_check_same(crowd.world, way_replay_world(replay), "replayed");
    way_replay_destroy(replay);
    free(tape.bytes);
    crowd_teardown(&crowd);
}

/// Gives bytes their hash again, as somebody who means harm would.
static void crowd_forge(uint8_t *bytes, size_t size)
{
    const uint64_t hash = way_hash_bytes(0, bytes, size - 8);
    for (uint32_t k = 0; k < 8; k++) {
        bytes[size - 8 + k] = (uint8_t)(hash >> 8 * k);
    }
}

static void world_restore_when_hostile(void **state)
{
    (void)state;
    test_crowd crowd;
    crowd_setup(&crowd, &(crowd_plan){.side = 16,
                                      .units = 100,
                                      .walls = 50,
                                      .size_max = 2,
                                      .teams = 2,
                                      .fog = true,
                                      .seed = 31});
    crowd_run(&crowd, 60, true);
    size_t size = 0;
    uint8_t *bytes = crowd_save(crowd.world, &size);
    uint8_t *copy = malloc(size);
    const way_world_host host = {.cells_max = 4096, .units_max = 4096};
    way_world *world = NULL;
    for (uint32_t k = 0; k < 64; k++) {
        assert_int_not_equal(way_world_restore(bytes, size * k / 64, &host, &world, NULL),
                             WAY_STATUS_OK);
    }
    uint32_t restored = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        memcpy(copy, bytes, size);
        for (uint32_t k = 1 + way_rng_below(&crowd.rng, 3); k > 0; k--) {
            const uint32_t at = way_rng_below(&crowd.rng, (uint32_t)size - 8);
            copy[at] = (uint8_t)(way_rng_below(&crowd.rng, 3) ? way_rng_next(&crowd.rng)
                                                              : copy[at] ^ 1u << round % 8);
        }
        if (round % 8) {
            crowd_forge(copy, size);
        }
        if (way_world_restore(copy, size, &host, &world, NULL) == WAY_STATUS_OK) {
            test_judge judge;
            restored++;
            judge_init(&judge, world);
            judge.places = true; // what terrain weighs may have been forged, too
            for (uint32_t tick = 0; tick < 5; tick++) {
                const way_status status = way_world_frame(world, 200);
                assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
                judge_look(&judge);
            }
            judge_fini(&judge);
            way_world_destroy(world);
        }
    }
    assert_true(restored > 0);
    free(copy);
    free(bytes);
    crowd_teardown(&crowd);
}

static void world_restore_when_larger_than_the_host_allows(void **state)
{
    (void)state;
    const way_world_host hosts[] = {{.cells_max = 256, .units_max = 300},
                                    {.cells_max = 255, .units_max = 300},
                                    {.cells_max = 256, .units_max = 299}};
    const way_map_config ground = way_map_config_default(16, 16);
    const way_world_kind kind = {0};
    way_map *map = NULL;
    way_world *world = NULL;
    size_t size = 0;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 300};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    uint8_t *bytes = crowd_save(world, &size);
    for (uint32_t i = 0; i < 3; i++) {
        way_world *restored = NULL;
        assert_int_equal(way_world_restore(bytes, size, &hosts[i], &restored, NULL),
                         i ? WAY_STATUS_TOO_LARGE : WAY_STATUS_OK);
        way_world_destroy(restored);
    }
    free(bytes);
    way_world_destroy(world);
    way_map_destroy(map);
}

// Memory ------------------------------------------------------------------------------------------

static void world_frame_allocates_nothing(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    test_crowd crowd;
    crowd_setup(&crowd, &(crowd_plan){.side = 48,
                                      .units = 200,
                                      .walls = 60,
                                      .size_max = 2,
                                      .seed = 41,
                                      .allocator = &memory.allocator});
    uint64_t warm = 0;
    for (uint32_t tick = 0; tick < 1600; tick++) { // orders as many as will come, groups among them
        for (uint32_t k = 0; k < 3; k++) {
            crowd_command(&crowd);
        }
        warm = tick < 1400 ? memory.calls : warm;
        crowd_tick(&crowd, 400);
        assert_true(tick < 1400 || memory.calls == warm);
    }
    assert_true(way_world_statistics(crowd.world).unit_bytes <= 256);
    crowd_teardown(&crowd);
    test_allocator_check_empty(&memory);
}

/// A little of everything, with an allocator that may fail.
static bool crowd_scenario(test_allocator *memory)
{
    way_map_config ground = way_map_config_default(12, 12);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    const way_world_team team = {.fog = true, .sight = 3};
    const way_world_config config = {.map = map,
                                     .kinds = kinds,
                                     .kind_count = 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = 4,
                                     .lanes = 1,
                                     .allocator = &memory->allocator};
    way_world *world = NULL;
    way_world *twin = NULL;
    way_unit unit = WAY_UNIT_NONE;
    way_status status = way_world_create(&config, &world);
    if (status == WAY_STATUS_OK) {
        assert_int_equal(way_world_add(world, &(way_unit_config){.cell = 5}, &unit), WAY_STATUS_OK);
        const way_order order = {.kind = WAY_ORDER_GO, .cell = 140};
        assert_int_equal(way_world_order(world, &unit, 1, &order), WAY_STATUS_OK);
        const way_edit wall = {.x = 2, .y = 4, .width = 9, .height = 1, .weight = 0};
        status = way_world_edit(world, &wall, 1);
    }
    if (status == WAY_STATUS_OK) {
        size_t size = 0;
        void *bytes = crowd_save(world, &size);
        const way_world_host host = {.allocator = &memory->allocator};
        status = way_world_restore(bytes, size, &host, &twin, NULL);
        free(bytes);
    }
    way_world_destroy(twin);
    way_world_destroy(world);
    way_map_destroy(map);
    return status == WAY_STATUS_OK;
}

static void world_without_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(crowd_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_never_overlaps),
        cmocka_unit_test(world_goes_on_as_saved),
        cmocka_unit_test(world_is_the_same_with_workers),
        cmocka_unit_test(world_replays),
        cmocka_unit_test(world_restore_when_hostile),
        cmocka_unit_test(world_restore_when_larger_than_the_host_allows),
        cmocka_unit_test(world_frame_allocates_nothing),
        cmocka_unit_test(world_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
