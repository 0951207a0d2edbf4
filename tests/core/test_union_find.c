// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/union_find.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define ITEMS 120u

static void union_test_compare(wayi_union_find *sets, const uint32_t *labels)
{
    for (uint32_t a = 0; a < sets->count; a++) {
        uint32_t size = 0;
        for (uint32_t b = 0; b < sets->count; b++) {
            const bool together = wayi_union_find_root(sets, a) == wayi_union_find_root(sets, b);
            assert_int_equal(together, labels[a] == labels[b]);
            size += together;
        }
        assert_int_equal(sets->sizes[wayi_union_find_root(sets, a)], size);
    }
}

static void union_test_join(wayi_union_find *sets, uint32_t *labels, uint32_t a, uint32_t b)
{
    const uint32_t root = wayi_union_find_join(sets, a, b);
    assert_int_equal(wayi_union_find_root(sets, a), root);
    assert_int_equal(wayi_union_find_root(sets, b), root);
    const uint32_t from = labels[a];
    for (uint32_t i = 0; i < sets->count; i++) {
        labels[i] = labels[i] == from ? labels[b] : labels[i];
    }
}

static void sets_when_compared_with_labels(void **state)
{
    (void)state;
    way_rng rng = test_rng(71);
    wayi_union_find sets;
    wayi_union_find_init(&sets, NULL);
    uint32_t labels[ITEMS];
    for (uint32_t round = 0; round < 5; round++) {
        assert_true(wayi_union_find_reset(&sets, ITEMS / 2));
        for (uint32_t i = 0; i < ITEMS; i++) {
            labels[i] = i;
        }
        for (uint32_t i = ITEMS / 2; i < ITEMS; i++) {
            assert_int_equal(wayi_union_find_add(&sets), i);
            union_test_join(&sets, labels, way_rng_below(&rng, i + 1), way_rng_below(&rng, i + 1));
        }
        union_test_compare(&sets, labels);
    }
    wayi_union_find_fini(&sets);
}

static void join_when_sizes_tie_or_differ(void **state)
{
    (void)state;
    wayi_union_find sets;
    wayi_union_find_init(&sets, NULL);
    assert_true(wayi_union_find_reset(&sets, 6));
    assert_int_equal(wayi_union_find_join(&sets, 5, 4), 4); // A tie: the smaller index.
    assert_int_equal(wayi_union_find_join(&sets, 0, 5), 4); // The larger set.
    assert_int_equal(wayi_union_find_join(&sets, 5, 0), 4); // Already joined.
    assert_int_equal(wayi_union_find_join(&sets, 2, 1), 1);
    assert_int_equal(wayi_union_find_join(&sets, 2, 0), 4);
    assert_int_equal(wayi_union_find_root(&sets, 3), 3);
    assert_int_equal(sets.sizes[4], 5);
    wayi_union_find_fini(&sets);
}

static void reset_when_reused(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_union_find sets;
    wayi_union_find_init(&sets, &memory.allocator);
    assert_true(wayi_union_find_reset(&sets, 0));
    assert_true(wayi_union_find_reset(&sets, 1000));
    assert_true(wayi_union_find_reset(&sets, 10));
    assert_true(wayi_union_find_reset(&sets, 1000));
    assert_int_equal(memory.calls, 1);
    assert_int_equal(wayi_union_find_root(&sets, 999), 999);
    wayi_union_find_fini(&sets);
    test_allocator_check_empty(&memory);
}

static bool union_test_scenario(test_allocator *memory)
{
    wayi_union_find sets;
    wayi_union_find_init(&sets, &memory->allocator);
    bool worked = wayi_union_find_reset(&sets, 3);
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t item = wayi_union_find_add(&sets);
        worked = item != UINT32_MAX && worked;
        if (item != UINT32_MAX) {
            assert_int_equal(wayi_union_find_root(&sets, item), item);
            assert_int_equal(wayi_union_find_join(&sets, item, 0), wayi_union_find_root(&sets, 0));
        }
    }
    wayi_union_find_fini(&sets);
    return worked;
}

static void sets_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(union_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_when_compared_with_labels),
        cmocka_unit_test(join_when_sizes_tie_or_differ),
        cmocka_unit_test(reset_when_reused),
        cmocka_unit_test(sets_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
