// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The days of a world without memory: each allocation of its map, its making, its frames, edits,
// records, saving, restoring and replaying fails in turn. The call that it fails in says so and can
// be made again; nothing leaks, nobody stands on anybody else, and in the end all arrive.
#include "support/test.h"
#include "support/test_allocator.h"
#include "world/judge.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

#define SIDE 12u
#define UNITS 3u
#define GOAL (SIDE * SIDE - 1)

typedef struct fault_world {
    test_allocator *memory;
    uint64_t failures; ///< before the call at hand
    way_map *map;
    way_world *world;
    way_unit units[UNITS];
    uint8_t record[1 << 16];
    size_t recorded;
    bool poor; ///< a frame missed memory
} fault_world;

/// Whether a call worked. One that took memory in vain says NO_MEMORY, and no other fails.
static bool fault_did(fault_world *test, way_status status, const char *what)
{
    const bool failed = test->memory->failures != test->failures;
    test->failures = test->memory->failures;
    if (status != (failed ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK)) {
        fail_msg("allocation %llu: %s says %s and memory %s",
                 (unsigned long long)test->memory->fail_at, what, way_status_name(status),
                 failed ? "was missed" : "was there");
    }
    return status == WAY_STATUS_OK;
}

/// Makes a call that must work the second time, since one allocation fails.
#define FAULT_TRY(test, call, what)                                                                \
    do {                                                                                           \
        if (!fault_did(test, call, what)) {                                                        \
            assert_true(fault_did(test, call, what));                                              \
        }                                                                                          \
    } while (0)

static void fault_note(const void *bytes, size_t size, void *user)
{
    fault_world *test = user;
    assert_true(size <= sizeof test->record - test->recorded);
    memcpy(test->record + test->recorded, bytes, size);
    test->recorded += size;
}

static void fault_open(fault_world *test)
{
    way_map_config ground = way_map_config_default(SIDE, SIDE);
    const way_world_kind kinds[] = {{.size = 1}, {.size = 2}};
    const way_world_team team = {.fog = true, .sight = 3};
    ground.allocator = &test->memory->allocator;
    FAULT_TRY(test, way_map_create(&ground, &test->map), "a map");
    const way_world_config config = {.map = test->map,
                                     .kinds = kinds,
                                     .kind_count = 2,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = UNITS,
                                     .lanes = 1,
                                     .allocator = &test->memory->allocator};
    FAULT_TRY(test, way_world_create(&config, &test->world), "a world");
    for (uint32_t i = 0; i < UNITS; i++) {
        const way_unit_config unit = {.cell = 3 * i, .kind = i == 1};
        FAULT_TRY(test, way_world_add(test->world, &unit, &test->units[i]), "a unit");
    }
    FAULT_TRY(test, way_world_record(test->world, fault_note, test), "a record");
    const way_order order = {.kind = WAY_ORDER_GO, .cell = GOAL - SIDE - 1};
    FAULT_TRY(test, way_world_order(test->world, test->units, UNITS, &order), "an order");
}

/// A frame, which is whole without memory, too: what was not planned waits, and a search that could
/// not grow leads nearer. Run again with memory, it may come out otherwise.
static void fault_frame(fault_world *test, uint32_t budget)
{
    const way_status status = way_world_frame(test->world, budget);
    const bool missed = test->memory->failures != test->failures;
    assert_true(status == WAY_STATUS_OK || (missed && status == WAY_STATUS_NO_MEMORY));
    test->poor |= missed;
    test->failures = test->memory->failures;
}

/// Frames with walls that rise and fall on the way.
static void fault_live(fault_world *test, test_judge *judge, uint32_t frames)
{
    for (uint32_t frame = 0; frame < frames; frame++) {
        if (frame % 7 == 3) {
            const way_edit wall = {2, 4 + frame / 7 % 4, 9, 1, (uint8_t)(frame / 28 % 2)};
            FAULT_TRY(test, way_world_edit(test->world, &wall, 1), "an edit");
        }
        fault_frame(test, 150);
        judge_look(judge);
    }
}

/// Saved and restored it is the same; run again from its record, too.
static void fault_keep(fault_world *test)
{
    const way_world_host host = {.allocator = &test->memory->allocator};
    static uint8_t bytes[1 << 16];
    size_t size = 0;
    way_world *twin = NULL;
    way_replay *replay = NULL;
    FAULT_TRY(test, way_world_save(test->world, bytes, sizeof bytes, &size), "saving");
    FAULT_TRY(test, way_world_restore(bytes, size, &host, &twin, NULL), "restoring");
    assert_true(way_world_hash(twin) == way_world_hash(test->world));
    way_world_destroy(twin);
    FAULT_TRY(test, way_world_record(test->world, NULL, NULL), "the end of a record");
    FAULT_TRY(test, way_replay_create(test->record, test->recorded, &host, &replay, NULL),
              "a replay");
    for (bool over = false; !over;) {
        bool same = false;
        const way_status status = way_replay_frame(replay, &over, &same);
        test->poor |= test->memory->failures != test->failures;
        test->failures = test->memory->failures;
        assert_true(status == WAY_STATUS_OK || (status == WAY_STATUS_NO_MEMORY && test->poor));
        assert_true(over || same || test->poor);
    }
    assert_true(test->poor ||
                way_world_hash(way_replay_world(replay)) == way_world_hash(test->world));
    way_replay_destroy(replay);
}

static bool fault_scenario(test_allocator *memory)
{
    fault_world *test = calloc(1, sizeof *test);
    test_judge judge;
    assert_non_null(test);
    test->memory = memory;
    fault_open(test);
    judge_init(&judge, test->world);
    fault_live(test, &judge, 40);
    fault_keep(test);
    for (uint32_t frame = 0; frame < 200; frame++) {
        fault_frame(test, 2000);
        judge_look(&judge);
    }
    for (uint32_t i = 0; i < UNITS; i++) {
        way_unit_view view;
        assert_true(way_world_unit(test->world, test->units[i], &view));
        assert_int_equal(view.state, WAY_UNIT_IDLE);
    }
    judge_fini(&judge);
    way_world_destroy(test->world);
    way_map_destroy(test->map);
    free(test);
    return memory->failures == 0;
}

static void every_allocation_of_a_world_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(fault_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_world_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
