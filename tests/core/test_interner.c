// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/interner.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define KEYS 3000u

static void numbers_when_keys_repeat(void **state)
{
    (void)state;
    way_rng rng = test_rng(12);
    wayi_interner interner;
    wayi_interner_init(&interner, 0, NULL);
    uint64_t keys[KEYS];
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < KEYS; i++) {
            // Near and far keys, 0 and the largest among them.
            keys[i] = i == 0 ? UINT64_MAX : i % 2 ? i - 1 : way_rng_next(&rng);
            assert_int_equal(wayi_interner_add(&interner, keys[i]), i);
            const uint32_t other = way_rng_below(&rng, i + 1);
            assert_int_equal(wayi_interner_add(&interner, keys[other]), other);
        }
        assert_int_equal(interner.count, KEYS);
        for (uint32_t i = 0; i < KEYS; i++) {
            assert_int_equal(wayi_interner_add(&interner, keys[i]), i);
            assert_true(wayi_interner_key(&interner, i) == keys[i]);
        }
        wayi_interner_clear(&interner);
        assert_int_equal(interner.count, 0);
    }
    wayi_interner_fini(&interner);
}

static void numbers_when_added_together(void **state)
{
    (void)state;
    way_rng rng = test_rng(13);
    wayi_interner one;
    wayi_interner many;
    wayi_interner_init(&one, 700, NULL);
    wayi_interner_init(&many, 700, NULL);
    bool fits = true;
    for (uint32_t round = 0; round < 1000; round++) {
        uint64_t keys[WAYI_INTERNER_BATCH];
        uint32_t numbers[WAYI_INTERNER_BATCH];
        const uint32_t count = way_rng_below(&rng, WAYI_INTERNER_BATCH + 1);
        bool all = true;
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = way_rng_below(&rng, 800); // also twice in one batch
            all = all && wayi_interner_add(&one, keys[i]) != WAYI_INTERNER_NONE;
        }
        assert_int_equal(wayi_interner_add_all(&many, keys, count, numbers), all);
        for (uint32_t i = 0; all && i < count; i++) {
            assert_int_equal(numbers[i], wayi_interner_add(&one, keys[i]));
        }
        fits = fits && all;
        assert_int_equal(one.count >= many.count, true);
    }
    assert_false(fits);
    assert_int_equal(many.count, 700);
    wayi_interner_fini(&one);
    wayi_interner_fini(&many);
}

static void add_when_limited(void **state)
{
    (void)state;
    wayi_interner interner;
    wayi_interner_init(&interner, 5, NULL);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(wayi_interner_add(&interner, i * 7), i);
    }
    assert_int_equal(wayi_interner_add(&interner, 99), WAYI_INTERNER_NONE);
    assert_int_equal(wayi_interner_add(&interner, 14), 2);
    assert_int_equal(interner.count, 5);
    wayi_interner_fini(&interner);
}

static bool scenario(test_allocator *memory)
{
    wayi_interner interner;
    wayi_interner_init(&interner, 0, &memory->allocator);
    bool fine = true;
    for (uint32_t i = 0; i < KEYS && fine; i++) {
        fine = wayi_interner_add(&interner, i) == i;
    }
    // A failure leaves what was there.
    for (uint32_t i = 0; i < interner.count; i++) {
        assert_int_equal(wayi_interner_add(&interner, i), i);
    }
    wayi_interner_fini(&interner);
    return fine;
}

static void add_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_when_keys_repeat),
        cmocka_unit_test(numbers_when_added_together),
        cmocka_unit_test(add_when_limited),
        cmocka_unit_test(add_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
