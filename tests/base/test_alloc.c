// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "base/alloc.h"
#include "base/check.h"
#include "support/test.h"
#include "support/test_allocator.h"

static void allocator_when_missing_or_partial(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    const way_allocator plain = wayi_allocator_or_default(NULL);
    assert_true(plain.alloc != NULL && plain.free != NULL);
    const way_allocator partial = {.alloc = memory.allocator.alloc, .user = &memory};
    assert_true(wayi_allocator_or_default(&partial).alloc == plain.alloc);
    assert_ptr_equal(wayi_allocator_or_default(&memory.allocator).user, &memory);
    int *numbers = wayi_alloc_zero(&plain, 1000, sizeof(int));
    assert_non_null(numbers);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(numbers[i], 0);
    }
    wayi_free(&plain, numbers, 1000, sizeof(int));
}

static void alloc_when_nothing_or_too_much(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    assert_null(wayi_alloc(&memory.allocator, 0, 8));
    assert_null(wayi_alloc(&memory.allocator, 8, 0));
    assert_null(wayi_alloc(&memory.allocator, SIZE_MAX / 8 + 1, 8));
    assert_null(wayi_alloc(&memory.allocator, SIZE_MAX / 8 + 2, 8)); // 8 bytes, if it wrapped
    assert_null(wayi_alloc_zero(&memory.allocator, SIZE_MAX, 2));
    const way_allocator plain = wayi_allocator_or_default(NULL);
    assert_null(wayi_alloc_zero(&plain, SIZE_MAX, 2));
    wayi_free(&memory.allocator, NULL, 5, 5);
    assert_int_equal(memory.calls, 0);
}

static void alloc_zero_when_allocator_gives_garbage(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    unsigned char *bytes = wayi_alloc_zero(&memory.allocator, 3, 5);
    for (int i = 0; i < 15; i++) {
        assert_int_equal(bytes[i], 0);
    }
    wayi_free(&memory.allocator, bytes, 3, 5);
    test_allocator_check_empty(&memory);
}

static void grow_when_items_are_kept(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    void *items = NULL;
    uint32_t capacity = 0;
    for (uint32_t count = 0; count < 1000; count++) {
        assert_true(wayi_grow(&memory.allocator, &items, &capacity, count + 1, sizeof(uint32_t)));
        ((uint32_t *)items)[count] = count * 7;
    }
    assert_int_equal(capacity, 1024);
    assert_int_equal(memory.calls, WAYI_INITIAL(16u) == 16u ? 7 : 10);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(((uint32_t *)items)[i], i * 7);
    }
    wayi_free(&memory.allocator, items, capacity, sizeof(uint32_t));
    test_allocator_check_empty(&memory);
}

static void grow_when_memory_is_out(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    void *items = NULL;
    uint32_t capacity = 0;
    assert_true(wayi_grow(&memory.allocator, &items, &capacity, 3, 4));
    void *const old_items = items;
    const uint32_t old_capacity = capacity;
    memory.limit_bytes = 1;
    assert_false(wayi_grow(&memory.allocator, &items, &capacity, 1000, 4));
    const uint64_t calls = memory.calls;
    assert_false(wayi_grow(&memory.allocator, &items, &capacity, UINT32_MAX, 4));
    assert_int_equal(memory.calls, calls); // Not even asked for: a count could not say "one more".
    assert_false(wayi_grow(&memory.allocator, &items, &capacity, UINT32_MAX - 1, SIZE_MAX / 2));
    assert_ptr_equal(items, old_items);
    assert_int_equal(capacity, old_capacity);
    wayi_free(&memory.allocator, items, capacity, 4);
    test_allocator_check_empty(&memory);
}

static unsigned char alloc_test_last_freed;

static void *alloc_test_alloc(size_t size, void *user)
{
    return size <= 16 ? user : NULL;
}

static void alloc_test_free(void *pointer, size_t size, void *user)
{
    (void)user;
    alloc_test_last_freed = ((unsigned char *)pointer)[size - 1];
}

static void memory_when_build_is_hostile(void **state)
{
    (void)state;
    unsigned char bytes[16] = {1, 2, 3};
    const way_allocator fixed = {.alloc = alloc_test_alloc, .free = alloc_test_free, .user = bytes};
    unsigned char *given = wayi_alloc(&fixed, 16, 1);
    assert_ptr_equal(given, bytes);
#ifdef WAY_HOSTILE
    assert_int_equal(given[15], 0xA5);
#else
    assert_int_equal(given[2], 3);
#endif
    given[15] = 9;
    wayi_free(&fixed, given, 16, 1);
#ifdef WAY_HOSTILE
    assert_int_equal(alloc_test_last_freed, 0xDD);
#else
    assert_int_equal(alloc_test_last_freed, 9);
#endif
}

/// Malloc's gets a large array back from its end on, piece by piece, which a meter follows; a small
/// one at once.
static void waste_when_memory_is_the_systems(void **state)
{
    (void)state;
    enum { LARGE = 1 << 20, PIECE = 300000 };
    wayi_meter meter;
    wayi_waste waste;
    const way_allocator plain = wayi_allocator_or_default(NULL);
    const way_allocator metered = wayi_meter_start(&meter, &plain);
    const way_allocator wasteful = wayi_waste_start(&waste, &metered);
    void *small = wayi_alloc(&wasteful, 100, 1);
    unsigned char *large[2] = {wayi_alloc_zero(&wasteful, LARGE, 1),
                               wayi_alloc_zero(&wasteful, LARGE, 1)};
    assert_true(small && large[0] && large[1] && large[0][LARGE - 1] == 0);
    assert_int_equal(meter.bytes, 2 * LARGE + 100);
    wayi_free(&wasteful, small, 100, 1);
    assert_int_equal(meter.bytes, 2 * LARGE);
    wayi_free(&wasteful, large[0], LARGE, 1);
    wayi_free(&wasteful, large[1], LARGE, 1);
    assert_int_equal(meter.bytes, 2 * LARGE);
    uint64_t left = 2 * LARGE;
    for (size_t given = 0; (given = wayi_waste_clear(&waste, PIECE)) > 0; left -= given) {
        assert_true(given <= PIECE);
        assert_int_equal(meter.bytes, left - given);
    }
    assert_int_equal(left, 0);
}

/// A rest that has no room for the place of the next array goes with the last piece.
static void waste_leaves_no_crumbs(void **state)
{
    (void)state;
    enum { PIECE = 1 << 18 };
    const way_allocator plain = wayi_allocator_or_default(NULL);
    for (size_t crumb = 0; crumb <= 2 * sizeof(wayi_scrap); crumb++) {
        wayi_meter meter;
        wayi_waste waste;
        const way_allocator metered = wayi_meter_start(&meter, &plain);
        const way_allocator wasteful = wayi_waste_start(&waste, &metered);
        const size_t size = 4 * PIECE + crumb;
        wayi_free(&wasteful, wayi_alloc(&wasteful, size, 1), size, 1);
        uint32_t pieces = 0;
        while (wayi_waste_clear(&waste, PIECE)) {
            pieces++;
        }
        assert_int_equal(pieces, crumb < sizeof(wayi_scrap) ? 4 : 5);
        assert_int_equal(meter.bytes, 0);
    }
}

/// Others get it back as they gave it.
static void waste_when_memory_is_the_callers(void **state)
{
    (void)state;
    enum { LARGE = 1 << 20 };
    test_allocator memory;
    wayi_waste waste;
    test_allocator_init(&memory);
    const way_allocator wasteful = wayi_waste_start(&waste, &memory.allocator);
    wayi_free(&wasteful, wayi_alloc(&wasteful, LARGE, 1), LARGE, 1);
    assert_int_equal(memory.live_bytes, LARGE);
    assert_int_equal(wayi_waste_clear(&waste, 1000), 1000);
    test_allocator_check_empty(&memory);
    assert_int_equal(wayi_waste_clear(&waste, 1000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocator_when_missing_or_partial),
        cmocka_unit_test(alloc_when_nothing_or_too_much),
        cmocka_unit_test(alloc_zero_when_allocator_gives_garbage),
        cmocka_unit_test(grow_when_items_are_kept),
        cmocka_unit_test(grow_when_memory_is_out),
        cmocka_unit_test(memory_when_build_is_hostile),
        cmocka_unit_test(waste_when_memory_is_the_systems),
        cmocka_unit_test(waste_leaves_no_crumbs),
        cmocka_unit_test(waste_when_memory_is_the_callers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
