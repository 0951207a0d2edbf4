// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Edits: what they change, what they refuse, and what the journal remembers.
#include "map/grid/map.h"
#include "map/naive_map.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

static way_map *edits_test_create(uint32_t width, uint32_t height)
{
    const way_map_config config = way_map_config_default(width, height);
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static void edits_test_apply(way_map *map, way_edit edit)
{
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

static void edit_when_outside(void **state)
{
    (void)state;
    way_map *map = edits_test_create(10, 8);
    static const way_edit wrong[] = {
        {10, 0, 1, 1, 0},         {0, 8, 1, 1, 0},          {0, 0, 11, 1, 0},
        {0, 0, 1, 9, 0},          {9, 7, 2, 1, 0},          {9, 7, UINT32_MAX, 1, 0},
        {5, 5, 1, UINT32_MAX, 0}, {UINT32_MAX, 0, 1, 1, 0}, {11, 0, 0, 0, 0},
    };
    const uint64_t hash = way_map_hash(map);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        // The first edit is fine, but the call is all or nothing.
        const way_edit edits[2] = {{0, 0, 3, 3, 0}, wrong[i]};
        assert_int_equal(way_map_edit(map, edits, 2), WAY_STATUS_OUT_OF_RANGE);
        assert_int_equal(way_map_revision(map), 1);
        assert_int_equal(way_map_passable_count(map), 80);
        assert_true(way_map_hash(map) == hash);
    }
    assert_int_equal(way_map_edit(NULL, wrong, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_edit(map, NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_edit(map, NULL, 0), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 1);
    way_map_destroy(map);
}

static void edit_when_nothing_changes(void **state)
{
    (void)state;
    way_map *map = edits_test_create(10, 8);
    edits_test_apply(map, (way_edit){0, 0, 10, 8, 1});
    edits_test_apply(map, (way_edit){3, 3, 0, 5, 0});
    edits_test_apply(map, (way_edit){10, 8, 0, 0, 9});
    assert_int_equal(way_map_revision(map), 1);
    assert_null(map->layers[1]->weights);
    edits_test_apply(map, (way_edit){9, 7, 1, 1, 0});
    assert_int_equal(way_map_revision(map), 2);
    edits_test_apply(map, (way_edit){9, 7, 1, 1, 0});
    assert_int_equal(way_map_revision(map), 2);
    way_map_destroy(map);
}

static void edits_test_compare(const naive_map *naive, const way_map *map)
{
    uint32_t counts[256] = {0};
    for (way_cell cell = 0; cell < naive->width * naive->height; cell++) {
        counts[naive->weights[cell]]++;
        assert_int_equal(way_map_terrain(map, cell), naive->weights[cell]);
        assert_int_equal(way_map_is_passable(map, cell), naive->weights[cell] != 0);
    }
    uint32_t least = 1;
    while (least < 255 && counts[least] == 0) {
        least++;
    }
    const uint32_t passable = naive->width * naive->height - counts[0];
    assert_int_equal(map->layers[1]->min_weight, passable ? least : 1);
    assert_int_equal(way_map_passable_count(map), passable);
    assert_int_equal(way_map_is_uniform(map), counts[1] == passable);
    way_map *fresh = naive_map_build(naive);
    assert_true(way_map_hash(fresh) == way_map_hash(map));
    way_map_destroy(fresh);
}

static void edits_when_random(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (uint32_t round = 0; round < 4; round++) {
        const way_map_config config = way_map_config_default(41, 29);
        naive_map naive = naive_map_create(&config);
        way_map *map = naive_map_build(&naive);
        const uint32_t heaviest = round < 2 ? 2 : 5;
        for (uint32_t i = 0; i < 300; i++) {
            way_edit edits[5];
            const uint32_t count = 1 + way_rng_below(&rng, 5);
            for (uint32_t k = 0; k < count; k++) {
                edits[k] = (way_edit){way_rng_below(&rng, 41), way_rng_below(&rng, 29), 1, 1,
                                      (uint8_t)way_rng_below(&rng, heaviest)};
                edits[k].width += way_rng_below(&rng, 41 - edits[k].x);
                edits[k].height += way_rng_below(&rng, 29 - edits[k].y);
            }
            assert_int_equal(way_map_edit(map, edits, count), WAY_STATUS_OK);
            naive_map_edit(&naive, edits, count);
            edits_test_compare(&naive, map);
        }
        assert_int_equal(map->layers[1]->weights != NULL, heaviest > 2);
        way_map_destroy(map);
        naive_map_destroy(&naive);
    }
}

static void journal_when_asked(void **state)
{
    (void)state;
    way_map *map = edits_test_create(50, 50);
    way_rect rects[4];
    uint32_t count = 9;
    assert_int_equal(way_map_changes(map, 1, rects, 4, &count), WAY_STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(way_map_changes(map, 0, rects, 4, &count), WAY_STATUS_STALE);
    assert_int_equal(way_map_changes(map, 2, rects, 4, &count), WAY_STATUS_STALE);
    edits_test_apply(map, (way_edit){5, 5, 4, 1, 0});
    edits_test_apply(map, (way_edit){4, 4, 4, 3, 0}); // Some of it is blocked already.
    const way_edit batch[3] = {{0, 0, 1, 1, 0}, {5, 5, 1, 1, 0}, {8, 4, 1, 3, 7}};
    assert_int_equal(way_map_edit(map, batch, 3), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 4);
    assert_int_equal(way_map_changes(map, 1, rects, 4, &count), WAY_STATUS_OK);
    const way_rect expected[4] = {{5, 5, 4, 1}, {4, 4, 4, 3}, {0, 0, 1, 1}, {8, 4, 1, 3}};
    assert_int_equal(count, 4);
    assert_memory_equal(rects, expected, sizeof rects);
    assert_int_equal(way_map_changes(map, 3, rects, 4, &count), WAY_STATUS_OK);
    assert_int_equal(count, 2);
    assert_memory_equal(rects, expected + 2, 2 * sizeof *rects);
    assert_int_equal(way_map_changes(map, 4, rects, 4, &count), WAY_STATUS_OK);
    assert_int_equal(count, 0);
    way_map_destroy(map);
}

static void journal_when_room_is_short(void **state)
{
    (void)state;
    way_map *map = edits_test_create(50, 50);
    for (uint32_t i = 0; i < 5; i++) {
        edits_test_apply(map, (way_edit){i, 0, 1, 1, 0});
    }
    way_rect rects[3] = {{0}, {0}, {77, 77, 77, 77}};
    uint32_t count = 0;
    assert_int_equal(way_map_changes(map, 1, rects, 2, &count), WAY_STATUS_OK);
    assert_int_equal(count, 5);
    assert_int_equal(rects[0].x, 0);
    assert_int_equal(rects[1].x, 1);
    assert_int_equal(rects[2].x, 77);
    assert_int_equal(way_map_changes(map, 1, NULL, 0, &count), WAY_STATUS_OK);
    assert_int_equal(count, 5);
    assert_int_equal(way_map_changes(map, 1, NULL, 1, &count), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_changes(map, 1, rects, 1, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_changes(NULL, 1, rects, 1, &count), WAY_STATUS_INVALID_ARGUMENT);
    way_map_destroy(map);
}

static void journal_when_it_overflows(void **state)
{
    (void)state;
    enum { MORE = 300 };
    way_map *map = edits_test_create(64, 64);
    for (uint32_t i = 0; i < WAYI_JOURNAL_CAPACITY + MORE; i++) {
        edits_test_apply(map, (way_edit){i % 64, i / 64, 1, 1, 0});
    }
    way_rect rects[WAYI_JOURNAL_CAPACITY];
    uint32_t count = 0;
    // Revision r + 1 was made by edit r - 1; the first MORE edits are forgotten.
    assert_int_equal(way_map_changes(map, MORE, rects, 1, &count), WAY_STATUS_STALE);
    assert_int_equal(way_map_changes(map, 1 + MORE, rects, WAYI_JOURNAL_CAPACITY, &count),
                     WAY_STATUS_OK);
    assert_int_equal(count, WAYI_JOURNAL_CAPACITY);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(rects[i].y * 64 + rects[i].x, MORE + i);
    }
    way_map_destroy(map);
}

/// A batch of very many edits must not push out everything else.
static void journal_when_a_batch_is_long(void **state)
{
    (void)state;
    enum { LONG = 5000 };
    way_map *map = edits_test_create(200, 200);
    edits_test_apply(map, (way_edit){7, 7, 1, 1, 0});
    way_edit *edits = malloc(LONG * sizeof *edits);
    assert_non_null(edits);
    for (uint32_t i = 0; i < LONG; i++) {
        edits[i] = (way_edit){20 + i % 100, 30 + i / 100, 1, 1, 0};
    }
    assert_int_equal(way_map_edit(map, edits, LONG), WAY_STATUS_OK);
    free(edits);
    edits_test_apply(map, (way_edit){8, 8, 1, 1, 0});
    assert_int_equal(way_map_revision(map), 4);
    static way_rect rects[WAYI_JOURNAL_CAPACITY];
    uint32_t count = 0;
    assert_int_equal(way_map_changes(map, 1, rects, WAYI_JOURNAL_CAPACITY, &count), WAY_STATUS_OK);
    assert_true(count > 2 && count < WAYI_JOURNAL_CAPACITY / 2);
    assert_int_equal(rects[0].x, 7);
    assert_int_equal(rects[count - 1].x, 8);
    bool covered[LONG] = {false};
    for (uint32_t i = 1; i + 1 < count; i++) {
        assert_true(rects[i].x >= 20 && rects[i].x + rects[i].width <= 120);
        assert_true(rects[i].y >= 30 && rects[i].y + rects[i].height <= 80);
        for (uint32_t k = 0; k < LONG; k++) {
            const uint32_t x = 20 + k % 100 - rects[i].x;
            const uint32_t y = 30 + k / 100 - rects[i].y;
            covered[k] = covered[k] || (x < rects[i].width && y < rects[i].height);
        }
    }
    for (uint32_t k = 0; k < LONG; k++) {
        assert_true(covered[k]);
    }
    assert_int_equal(way_map_changes(map, 3, rects, 1, &count), WAY_STATUS_OK);
    assert_int_equal(count, 1);
    way_map_destroy(map);
}

/// Everything one can see of a small map.
static uint64_t edits_test_digest(const way_map *map)
{
    uint64_t digest = way_map_hash(map);
    const uint64_t facts[] = {way_map_revision(map), way_map_passable_count(map),
                              way_map_is_uniform(map), map->layers[1]->min_weight,
                              map->journal_count};
    digest = way_hash_bytes(digest, facts, sizeof facts);
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t seen[] = {way_map_terrain(map, cell), way_map_clearance(map, cell, 1),
                                 way_map_component(map, cell, 1), way_map_component(map, cell, 2)};
        digest = way_hash_bytes(digest, seen, sizeof seen);
    }
    return digest;
}

static bool edits_test_scenario(test_allocator *memory)
{
    way_map_config config = way_map_config_default(70, 40);
    config.allocator = &memory->allocator;
    way_map *map = NULL;
    if (way_map_create(&config, &map) != WAY_STATUS_OK) {
        return false;
    }
    bool worked = sizes_add(map, 2) == WAY_STATUS_OK;
    for (uint32_t i = 0; worked && i < 30; i++) {
        const way_edit edits[2] = {{i, i, 5, 1, 0}, {i + 3, 0, 1, 20, (uint8_t)(i % 7)}};
        const uint64_t before = edits_test_digest(map);
        const uint64_t calls = memory->calls;
        assert_int_equal(way_map_edit(map, edits, 2), WAY_STATUS_OK);
        assert_int_equal(memory->calls,
                         calls); // an edit takes no memory, the first weight included
        assert_true(edits_test_digest(map) != before);
    }
    assert_int_equal(way_map_bytes(map), memory->live_bytes);
    way_map_destroy(map);
    return worked;
}

static void edit_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(edits_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edit_when_outside),
        cmocka_unit_test(edit_when_nothing_changes),
        cmocka_unit_test(edits_when_random),
        cmocka_unit_test(journal_when_asked),
        cmocka_unit_test(journal_when_room_is_short),
        cmocka_unit_test(journal_when_it_overflows),
        cmocka_unit_test(journal_when_a_batch_is_long),
        cmocka_unit_test(edit_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
