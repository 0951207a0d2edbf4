// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The days of a world without memory: each allocation of its map, its making, its frames, edits,
// records, saving, restoring and replaying fails in turn. The call that it fails in says so and can
// be made again; nothing leaks, nobody stands on anybody else, and in the end all arrive.
#include "support/test.h"
#include "support/test_allocator.h"
#include "world/judge.h"
#include "world/twin.h"

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

// Searches in hand --------------------------------------------------------------------------------

/// A world whose units are about to plan across bars with gaps at alternating ends.
static way_world *faults_among_bars(test_allocator *memory, const char *algorithm, bool fog,
                                    way_map **map)
{
    enum { LONG = 40 };
    way_map_config ground = way_map_config_default(LONG, LONG);
    const way_world_kind kind = {0};
    const way_world_team team = {.fog = fog, .sight = 4};
    ground.allocator = &memory->allocator;
    assert_int_equal(way_map_create(&ground, map), WAY_STATUS_OK);
    for (uint32_t y = 3; y < LONG; y += 4) {
        const way_edit bar = {y / 4 % 2, y, LONG - 1, 1, 0};
        assert_int_equal(way_map_edit(*map, &bar, 1), WAY_STATUS_OK);
    }
    const way_world_config config = {.map = *map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = &team,
                                     .team_count = 1,
                                     .unit_capacity = 2,
                                     .lanes = 1,
                                     .algorithm = algorithm,
                                     .allocator = &memory->allocator};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_unit units[2];
    for (uint32_t k = 0; k < 2; k++) {
        const way_unit_config unit = {.cell = k};
        assert_int_equal(way_world_add(world, &unit, &units[k]), WAY_STATUS_OK);
    }
    const way_order go = {.kind = WAY_ORDER_GO, .cell = LONG * LONG - LONG - 1};
    assert_int_equal(way_world_order(world, units, 2, &go), WAY_STATUS_OK);
    return world;
}

/// Makes frames until the nth allocation has failed and a while longer; whether there were as many.
static bool faults_in_hand(const char *algorithm, uint64_t nth)
{
    test_allocator memory;
    test_allocator_init(&memory);
    way_map *map = NULL;
    way_world *world = faults_among_bars(&memory, algorithm, false, &map);
    test_allocator_fail_next(&memory, nth);
    uint32_t since = 0;
    for (uint32_t frame = 0; frame < 60 && since < 8; frame++) {
        const way_status status = way_world_frame(world, 48);
        assert_true(status == WAY_STATUS_OK || memory.failures);
        if (memory.failures) {
            twin_check(world);
            since++;
        }
    }
    const bool failed = memory.failures != 0;
    way_world_destroy(world);
    way_map_destroy(map);
    test_allocator_check_empty(&memory);
    return failed;
}

static const char *const faults_algorithms[] = {NULL, "astar", "dba", "beacon", "sgastar"};
enum { FAULTS_ALGORITHMS = sizeof faults_algorithms / sizeof *faults_algorithms };

/// A plan goes on after a search of it had too little memory; its save does not know of that.
static void a_search_in_hand_lacked_memory(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < FAULTS_ALGORITHMS; k++) {
        uint64_t nth = 1;
        while (faults_in_hand(faults_algorithms[k], nth)) {
            nth++;
        }
        assert_true(nth > 1);
    }
}

/// Makes a change whose nth allocation fails; whether there were as many. What follows from it is
/// done in the end, by a restored world at the same time.
static bool faults_change(const char *algorithm, bool links, bool fog, uint64_t nth)
{
    const way_edit gate = {20, 3, 2, 1, 1};
    const way_map_link link = {.from = 2, .to = 500, .cost = 900, .both_ways = true};
    test_allocator memory;
    test_allocator_init(&memory);
    way_map *map = NULL;
    way_world *world = faults_among_bars(&memory, algorithm, fog, &map);
    assert_int_equal(way_world_frame(world, 48), WAY_STATUS_OK);
    test_allocator_fail_next(&memory, nth);
    const way_status status =
        links ? way_world_add_links(world, &link, 1, 2) : way_world_edit(world, &gate, 1);
    assert_true(status == WAY_STATUS_OK || (status == WAY_STATUS_NO_MEMORY && memory.failures));
    test_allocator_fail_next(&memory, 0);
    way_world *twin = twin_restore(world);
    for (uint32_t frame = 0; frame < 12; frame++) {
        assert_int_equal(way_world_frame(world, 300), WAY_STATUS_OK);
        assert_int_equal(way_world_frame(twin, 300), WAY_STATUS_OK);
        twin_compare(world, twin, "restored after a change that lacked memory");
    }
    const bool failed = memory.failures != 0;
    way_world_destroy(twin);
    way_world_destroy(world);
    way_map_destroy(map);
    test_allocator_check_empty(&memory);
    return failed;
}

static void a_change_lacked_memory(void **state)
{
    (void)state;
    const char *const algorithms[] = {NULL, "jps", "hpastar", "dba"};
    for (uint32_t k = 0; k < 4 * 4; k++) {
        uint64_t nth = 1;
        while (faults_change(algorithms[k / 4], k % 2, k / 2 % 2, nth)) {
            nth++;
        }
    }
}

static test_saved faults_saved; ///< amid a search

/// Restoring says NO_MEMORY, or what failed was not needed and the world goes on as it would.
static bool faults_restore(test_allocator *memory)
{
    const way_world_host host = {.allocator = &memory->allocator};
    way_world *worlds[2] = {NULL};
    const way_status status =
        way_world_restore(faults_saved.bytes, faults_saved.size, &host, &worlds[0], NULL);
    test_allocator_fail_next(memory, 0);
    if (status == WAY_STATUS_OK) {
        assert_int_equal(
            way_world_restore(faults_saved.bytes, faults_saved.size, NULL, &worlds[1], NULL),
            WAY_STATUS_OK);
        for (uint32_t frame = 0; frame < 12; frame++) {
            twin_compare(worlds[0], worlds[1], "restored without some memory");
            assert_int_equal(way_world_frame(worlds[0], 48), WAY_STATUS_OK);
            assert_int_equal(way_world_frame(worlds[1], 48), WAY_STATUS_OK);
        }
    } else {
        assert_int_equal(status, WAY_STATUS_NO_MEMORY);
    }
    way_world_destroy(worlds[0]);
    way_world_destroy(worlds[1]);
    return memory->failures == 0;
}

static void faults_put(uint8_t *bytes, uint64_t number, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        bytes[k] = (uint8_t)(number >> 8 * k);
    }
}

/// A search that has had another number of steps than its save says begins again, with what it is
/// said to have had.
static void faults_restore_steps(uint32_t steps)
{
    const size_t body = faults_saved.size - 8;
    uint8_t *bytes = malloc(faults_saved.size);
    assert_non_null(bytes);
    memcpy(bytes, faults_saved.bytes, body);
    faults_put(bytes + body - 4, steps, 4); // that the only lane has made: the last that is saved
    faults_put(bytes + body, way_hash_bytes(0, bytes, body), 8);
    way_world *world = NULL;
    way_unit_view view = {0};
    assert_int_equal(way_world_restore(bytes, faults_saved.size, NULL, &world, NULL),
                     WAY_STATUS_OK);
    test_saved again = twin_save(world);
    assert_int_equal(again.size, faults_saved.size);
    assert_memory_equal(again.bytes, bytes, again.size);
    for (uint32_t frame = 0; frame < 600; frame++) {
        assert_int_equal(way_world_frame(world, 48), WAY_STATUS_OK);
        if (frame < 4) {
            twin_check(world);
        }
    }
    assert_true(way_world_unit(world, way_world_unit_at(world, 0), &view));
    assert_int_equal(view.state, WAY_UNIT_IDLE);
    way_world_destroy(world);
    free(again.bytes);
    free(bytes);
}

/// Loading never depends on a search that comes to the same again.
static void a_search_in_hand_is_saved(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < FAULTS_ALGORITHMS; k++) {
        test_allocator memory;
        test_allocator_init(&memory);
        way_map *map = NULL;
        way_world *world = faults_among_bars(&memory, faults_algorithms[k], false, &map);
        do { // until one is: the lane ends with a byte that says so and 21 more
            free(faults_saved.bytes);
            assert_int_equal(way_world_frame(world, 16), WAY_STATUS_OK);
            faults_saved = twin_save(world);
        } while (!faults_saved.bytes[faults_saved.size - 8 - 22]);
        test_allocator_fail_each(faults_restore);
        const uint32_t steps[] = {0, 3, UINT32_MAX};
        for (uint32_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            faults_restore_steps(steps[s]);
        }
        free(faults_saved.bytes);
        faults_saved = (test_saved){0};
        way_world_destroy(world);
        way_map_destroy(map);
        test_allocator_check_empty(&memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_a_world_fails),
        cmocka_unit_test(a_search_in_hand_lacked_memory),
        cmocka_unit_test(a_search_in_hand_is_saved),
        cmocka_unit_test(a_change_lacked_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
