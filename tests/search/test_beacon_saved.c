// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What beacon saves: the same bytes whatever made them, and after edits; and what lies about its
// numbers, with all checksums right, is refused or answers with legal moves, there and after edits.
#include "core/blob.h"
#include "search/beacon_rig.h"
#include "support/test.h"

#include <waymark/database.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// Workers -----------------------------------------------------------------------------------------

#define SAVED_WORKERS 8u

typedef struct saved_pool {
    void (*body)(uint32_t, void *);
    void *argument;
    uint32_t count;
    atomic_uint next;
} saved_pool;

static void *saved_work(void *user)
{
    saved_pool *pool = user;
    for (uint32_t i = atomic_fetch_add(&pool->next, 1); i < pool->count;
         i = atomic_fetch_add(&pool->next, 1)) {
        pool->body(i, pool->argument);
    }
    return NULL;
}

static void saved_run(uint32_t count, void (*body)(uint32_t, void *), void *argument, void *user)
{
    const uint32_t workers = *(const uint32_t *)user;
    pthread_t threads[SAVED_WORKERS];
    saved_pool pool = {.body = body, .argument = argument, .count = count};
    for (uint32_t i = 0; i < workers; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, saved_work, &pool), 0);
    }
    for (uint32_t i = 0; i < workers; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

static void saved_check_same(const way_navigator *navigator, const way_database *expected)
{
    way_database bytes;
    assert_int_equal(way_navigator_save(navigator, NULL, &bytes), WAY_STATUS_OK);
    assert_int_equal(bytes.size, expected->size);
    assert_memory_equal(bytes.bytes, expected->bytes, expected->size);
    way_database_free(&bytes);
}

static void saved_settle(way_navigator *navigator)
{
    for (bool done = false; !done;) {
        assert_int_equal(way_navigator_repair(navigator, 5000, &done), WAY_STATUS_OK);
    }
}

/// A map, then the same with edits: prepared afresh and followed by those that were there.
static void saved_check_workers(const char *spec, uint32_t side, uint32_t blocked, way_rng *rng)
{
    static const uint32_t counts[] = {1, 2, 3, 8};
    enum { COUNTS = sizeof counts / sizeof *counts };
    const beacon_edits plan = {.walls = 5, .side = 3};
    way_navigator *made[COUNTS];
    beacon_rig rig;
    beacon_rig_open(&rig, spec, side, side - 20, blocked, 1, rng);
    for (uint32_t round = 0; round < 2; round++) {
        way_navigator *alone = NULL;
        way_database saved;
        const way_navigator_config plain = {.space = rig.space, .algorithm = spec};
        assert_int_equal(way_navigator_create(&plain, &alone), WAY_STATUS_OK);
        assert_int_equal(way_navigator_save(alone, NULL, &saved), WAY_STATUS_OK);
        for (uint32_t i = 0; i < COUNTS; i++) {
            uint32_t workers = counts[i];
            const way_job job = {.parallel_for = saved_run, .user = &workers};
            const way_navigator_config config = {
                .space = rig.space, .algorithm = spec, .job = &job};
            assert_int_equal(way_navigator_create(&config, &made[i]), WAY_STATUS_OK);
            saved_check_same(made[i], &saved);
        }
        way_database_free(&saved);
        for (uint32_t i = 0; i < 12; i++) {
            const way_edit edit = beacon_rig_draw(&rig, &plan, rng);
            assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        }
        saved_settle(alone);
        assert_int_equal(way_navigator_save(alone, NULL, &saved), WAY_STATUS_OK);
        for (uint32_t i = 0; i < COUNTS; i++) {
            saved_settle(made[i]);
            saved_check_same(made[i], &saved);
            way_navigator_destroy(made[i]);
        }
        way_database_free(&saved);
        way_navigator_destroy(alone);
    }
    beacon_rig_close(&rig);
}

static void same_bytes_for_any_number_of_workers(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        way_rng rng = test_rng(800 + i);
        saved_check_workers("beacon", 60 + 10 * i, 5 + 4 * i, &rng);
    }
}

// Lies --------------------------------------------------------------------------------------------

typedef enum saved_lie {
    SAVED_BYTES, ///< a few bytes of a section are others
    SAVED_NOISE, ///< most of it is
    SAVED_WORDS, ///< some of its words are others of it
    SAVED_LIES
} saved_lie;

static void saved_damage(unsigned char *items, size_t size, saved_lie lie, way_rng *rng)
{
    const uint32_t bytes = (uint32_t)size;
    const uint32_t count = lie == SAVED_NOISE ? bytes / 2 : 1 + way_rng_below(rng, 6);
    for (uint32_t i = 0; i < count && size >= 8; i++) {
        const uint32_t at = way_rng_below(rng, bytes);
        if (lie == SAVED_WORDS) {
            memmove(items + at / 4 * 4 % (bytes - 4), items + at % (bytes / 4) * 4 % (bytes - 4),
                    4);
        } else {
            items[at] = (unsigned char)way_rng_below(rng, 256);
        }
    }
}

/// Not the number of a section, but labels.
#define SAVED_LABELS UINT32_MAX

/// A copy with one section damaged and all checksums right.
static void saved_forge(const way_database *saved, uint32_t victim, saved_lie lie, way_rng *rng,
                        way_database *out)
{
    wayi_blob blob;
    assert_int_equal(wayi_blob_open(saved->bytes, saved->size, &blob, NULL), WAY_STATUS_OK);
    const wayi_blob_header *header = blob.header;
    const wayi_blob_info info = {header->algorithm, header->parameters, header->map};
    wayi_blob_writer writer;
    wayi_blob_begin(&writer, &info, &saved->allocator);
    for (uint32_t i = 0; i < header->section_count; i++) {
        const wayi_blob_section_entry *entry = &header->sections[i];
        unsigned char *items = wayi_blob_reserve(&writer, entry->tag, entry->element_size,
                                                 (size_t)entry->size / entry->element_size);
        assert_non_null(items);
        memcpy(items, blob.bytes + entry->offset, (size_t)entry->size);
        if (victim == SAVED_LABELS ? entry->tag == WAYI_BLOB_TAG('R', 'O', 'W', 'S')
                                   : i == victim % header->section_count) {
            saved_damage(items, (size_t)entry->size, lie, rng);
        }
    }
    out->allocator = saved->allocator;
    assert_int_equal(wayi_blob_finish(&writer, &out->bytes, &out->size), WAY_STATUS_OK);
}

/// Every move of a trip is legal, wherever it leads; returns whether it arrives.
static bool saved_walk(const beacon_rig *rig, const way_trip *trip)
{
    uint32_t count = 0;
    assert_int_equal(way_agent_begin(rig->agent, trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(rig->agent);
    const way_state *path = way_agent_path(rig->agent, &count);
    assert_true(count == 0 || path[0] == trip->start);
    way_cost cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        const way_cost step = way_map_step_cost(rig->map, path[i - 1], path[i], rig->size);
        assert_int_not_equal(step, WAY_COST_MAX);
        cost += step;
    }
    if (outcome == WAY_OUTCOME_FOUND) {
        assert_int_equal(path[count - 1], trip->goal);
        assert_int_equal(way_agent_cost(rig->agent), cost);
    }
    return outcome == WAY_OUTCOME_FOUND;
}

/// Trips, tables, and more of them amid edits and after a repair.
static void saved_use(const beacon_rig *rig, way_rng *rng, uint32_t *trips, uint32_t *arrived)
{
    const beacon_edits plan = {.walls = 5, .side = 2};
    for (uint32_t i = 0; i < 24; i++) {
        const way_trip trip = {.start = beacon_rig_pick(rig, rng),
                               .goal = beacon_rig_pick(rig, rng)};
        const bool arrives = saved_walk(rig, &trip);
        const bool can = way_map_is_reachable(rig->map, trip.start, trip.goal, rig->size);
        assert_true(can || !arrives);
        *trips += can;
        *arrived += arrives;
        if (i == 8) {
            const way_edit edit = beacon_rig_draw(rig, &plan, rng);
            assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
        } else if (i > 8) {
            bool done = false;
            const way_status status = way_navigator_repair(rig->navigator, 4000, &done);
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_TOO_LARGE);
        }
        const way_state ends[2] = {trip.start, trip.goal};
        const way_distances question = {ends, 2, ends, 2};
        way_cost costs[4];
        assert_int_equal(way_agent_distances(rig->agent, &question, costs), WAY_STATUS_OK);
    }
}

static void lies_stay_legal(void **state)
{
    (void)state;
    uint32_t refused = 0;
    uint32_t opened = 0;
    uint32_t trips = 0;
    uint32_t arrived = 0;
    for (uint32_t round = 0; round < 360; round++) {
        way_rng rng = way_rng_seed(9000 + round);
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 70, 50, 8 + round % 4 * 8, 1 + round % 2, &rng);
        way_database saved;
        way_database forged;
        assert_int_equal(way_navigator_save(rig.navigator, NULL, &saved), WAY_STATUS_OK);
        saved_forge(&saved, round / 3 % 2 ? SAVED_LABELS : round / 6,
                    (saved_lie)(round / 6 % SAVED_LIES), &rng, &forged);
        way_navigator *navigator = NULL;
        const way_navigator_config config = {.space = rig.space};
        const way_status status =
            way_navigator_open(&config, forged.bytes, forged.size, &navigator);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_BAD_FORMAT ||
                    status == WAY_STATUS_STALE);
        if (status == WAY_STATUS_OK) {
            way_agent_destroy(rig.agent);
            way_navigator_destroy(rig.navigator);
            rig.navigator = navigator;
            beacon_price(navigator, 0, 1);
            const way_agent_config agent = {.navigator = navigator};
            assert_int_equal(way_agent_create(&agent, &rig.agent), WAY_STATUS_OK);
            saved_use(&rig, &rng, &trips, &arrived);
        }
        opened += status == WAY_STATUS_OK;
        refused += status != WAY_STATUS_OK;
        beacon_rig_close(&rig);
        way_database_free(&forged);
        way_database_free(&saved);
    }
    print_message("             %u refused, %u opened: %u of %u trips arrive\n", refused, opened,
                  arrived, trips);
    assert_true(refused > 50 && opened > 50);
    assert_int_equal(arrived, trips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_for_any_number_of_workers),
        cmocka_unit_test(lies_stay_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
