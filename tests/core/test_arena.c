// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/arena.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <stdalign.h>
#include <string.h>

static void alloc_when_sizes_vary(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_arena arena;
    wayi_arena_init(&arena, 1000, &memory.allocator);
    unsigned char *given[200];
    for (size_t i = 0; i < 200; i++) {
        given[i] = wayi_arena_alloc(&arena, i * 3);
        assert_non_null(given[i]);
        assert_int_equal((uintptr_t)given[i] % alignof(max_align_t), 0);
        memset(given[i], (int)i, i * 3);
    }
    for (size_t i = 0; i < 200; i++) { // Nothing overlaps.
        for (size_t byte = 0; byte < i * 3; byte++) {
            assert_int_equal(given[i][byte], i);
        }
    }
    assert_true(arena.used >= 3 * 199 * 200 / 2);
    wayi_arena_fini(&arena);
    test_allocator_check_empty(&memory);
}

static void alloc_when_empty_is_still_an_address(void **state)
{
    (void)state;
    wayi_arena arena;
    wayi_arena_init(&arena, 64, NULL);
    void *a = wayi_arena_alloc(&arena, 0);
    void *b = wayi_arena_alloc(&arena, 0);
    assert_true(a != NULL && b != NULL && a != b);
    wayi_arena_fini(&arena);
}

static void reset_when_round_repeats(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_arena arena;
    wayi_arena_init(&arena, 256, &memory.allocator);
    uint64_t calls = 0;
    for (int round = 0; round < 4; round++) {
        way_rng rng = way_rng_seed(11); // The same sizes each round, some beyond a block.
        for (int i = 0; i < 300; i++) {
            assert_non_null(wayi_arena_alloc(&arena, way_rng_below(&rng, 400)));
        }
        calls = round == 0 ? memory.calls : calls;
        assert_int_equal(memory.calls, calls);
        wayi_arena_reset(&arena);
        assert_int_equal(arena.used, 0);
    }
    wayi_arena_fini(&arena);
    test_allocator_check_empty(&memory);
}

static void reset_when_sizes_change(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_arena arena;
    wayi_arena_init(&arena, 128, &memory.allocator);
    way_rng rng = test_rng(12);
    for (int round = 0; round < 50; round++) {
        unsigned char *given[40];
        size_t sizes[40];
        for (int i = 0; i < 40; i++) {
            sizes[i] = way_rng_below(&rng, 300);
            given[i] = wayi_arena_alloc(&arena, sizes[i]);
            memset(given[i], i, sizes[i]);
        }
        for (int i = 0; i < 40; i++) {
            for (size_t byte = 0; byte < sizes[i]; byte++) {
                assert_int_equal(given[i][byte], i);
            }
        }
        wayi_arena_reset(&arena);
    }
    wayi_arena_fini(&arena);
    test_allocator_check_empty(&memory);
}

static void alloc_when_too_large(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_arena arena;
    wayi_arena_init(&arena, 128, &memory.allocator);
    assert_null(wayi_arena_alloc(&arena, SIZE_MAX));
    assert_null(wayi_arena_alloc(&arena, SIZE_MAX - 16));
    assert_null(wayi_arena_alloc(&arena, SIZE_MAX - 32));
    assert_non_null(wayi_arena_alloc(&arena, 8));
    wayi_arena_fini(&arena);
    test_allocator_check_empty(&memory);
}

static bool arena_test_scenario(test_allocator *memory)
{
    wayi_arena arena;
    wayi_arena_init(&arena, 64, &memory->allocator);
    bool worked = true;
    for (size_t i = 0; i < 30; i++) {
        worked = wayi_arena_alloc(&arena, i * 5) != NULL && worked;
    }
    wayi_arena_fini(&arena);
    return worked;
}

static void arena_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(arena_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alloc_when_sizes_vary),
        cmocka_unit_test(alloc_when_empty_is_still_an_address),
        cmocka_unit_test(reset_when_round_repeats),
        cmocka_unit_test(reset_when_sizes_change),
        cmocka_unit_test(alloc_when_too_large),
        cmocka_unit_test(arena_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
