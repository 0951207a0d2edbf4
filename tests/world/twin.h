// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A twin of a world: restored from its save, it makes the calls that the world has made since, and
// has to have the same bytes. Equal hashes are not enough.
//
//     test_twin twin = {0};
//     twin_begin(&twin, world);
//     ... calls ...
//     twin_meet(&twin);   // makes them too, compares, and starts again from here
//     twin_end(&twin);
#pragma once

#include "support/test.h"

#include <waymark/world_more.h>

#include <string.h>

typedef struct test_twin {
    way_world *world;
    uint8_t *bytes; ///< of the record
    size_t size;
    size_t capacity;
    uint64_t saves;
} test_twin;

typedef struct test_saved {
    uint8_t *bytes;
    size_t size;
} test_saved;

static inline test_saved twin_save(const way_world *world)
{
    test_saved saved = {0};
    assert_int_equal(way_world_save(world, NULL, 0, &saved.size), WAY_STATUS_OUT_OF_RANGE);
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    assert_int_equal(way_world_save(world, saved.bytes, saved.size, &saved.size), WAY_STATUS_OK);
    return saved;
}

/// Whether callers see the same of a unit: who only watches must not see that a game was loaded.
static inline bool twin_looks_the_same(const way_world *a, const way_world *b, uint32_t slot)
{
    way_unit_view one = {0};
    way_unit_view two = {0};
    const bool lives = way_world_unit(a, way_world_unit_in_slot(a, slot), &one);
    return lives == way_world_unit(b, way_world_unit_in_slot(b, slot), &two) &&
           one.unit == two.unit && one.cell == two.cell && one.goal == two.goal && one.x == two.x &&
           one.y == two.y && one.heading == two.heading && one.state == two.state &&
           one.standing == two.standing;
}

/// Two worlds with equal hashes, bytes and views, or the running test fails.
static inline void twin_compare(const way_world *a, const way_world *b, const char *when)
{
    uint32_t place = UINT32_MAX;
    if (way_world_hash(a) != way_world_hash(b)) {
        (void)way_world_difference(a, b, &place);
        fail_msg("%s: another hash, the first other unit is %u", when, place);
    }
    for (uint32_t slot = 0; slot < way_world_slot_count(a); slot++) {
        if (!twin_looks_the_same(a, b, slot)) {
            fail_msg("%s: unit %u looks otherwise", when, slot);
        }
    }
    const test_saved one = twin_save(a);
    const test_saved two = twin_save(b);
    size_t at = 0;
    while (at < one.size && at < two.size && one.bytes[at] == two.bytes[at]) {
        at++;
    }
    const bool same = one.size == two.size && at == one.size;
    free(one.bytes);
    free(two.bytes);
    if (!same) {
        fail_msg("%s: equal hashes, other bytes from %zu of %zu on", when, at, one.size);
    }
}

/// A world saves, restores and saves again to the same bytes; returns the restored one.
static inline way_world *twin_restore(const way_world *world)
{
    const test_saved saved = twin_save(world);
    way_world *twin = NULL;
    way_problem problem = {0};
    const way_status status = way_world_restore(saved.bytes, saved.size, NULL, &twin, &problem);
    free(saved.bytes);
    if (status != WAY_STATUS_OK) {
        fail_msg("refused: %s (byte %u)", problem.text, problem.column);
    }
    twin_compare(world, twin, "restored");
    return twin;
}

static inline void twin_check(const way_world *world)
{
    way_world_destroy(twin_restore(world));
}

static inline void twin_note(const void *bytes, size_t size, void *user)
{
    test_twin *twin = user;
    if (twin->size + size > twin->capacity) {
        twin->capacity = 2 * (twin->size + size);
        twin->bytes = realloc(twin->bytes, twin->capacity);
        assert_non_null(twin->bytes);
    }
    memcpy(twin->bytes + twin->size, bytes, size);
    twin->size += size;
}

static inline void twin_begin(test_twin *twin, way_world *world)
{
    twin->world = world;
    twin->size = 0;
    assert_int_equal(way_world_record(world, twin_note, twin), WAY_STATUS_OK);
    twin->saves++;
}

/// To be called before the world goes.
static inline void twin_end(test_twin *twin)
{
    if (twin->world) {
        assert_int_equal(way_world_record(twin->world, NULL, NULL), WAY_STATUS_OK);
    }
    free(twin->bytes);
    *twin = (test_twin){.saves = twin->saves};
}

static inline void twin_meet(test_twin *twin)
{
    way_replay *replay = NULL;
    way_problem problem = {0};
    if (way_replay_create(twin->bytes, twin->size, NULL, &replay, &problem) != WAY_STATUS_OK) {
        fail_msg("refused: %s (byte %u)", problem.text, problem.column);
    }
    bool over = false;
    for (uint32_t frame = 0; !over; frame++) {
        bool same = true;
        const way_status status = way_replay_frame(replay, &over, &same);
        if (status != WAY_STATUS_OK || (!over && !same)) {
            fail_msg("the twin differs after frame %u (%s)", frame, way_status_name(status));
        }
    }
    twin_compare(twin->world, way_replay_world(replay), "after the same calls");
    way_replay_destroy(replay);
    twin_begin(twin, twin->world);
}
