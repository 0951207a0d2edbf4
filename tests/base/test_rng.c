// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"

static void next_when_golden(void **state)
{
    (void)state;
    // Published values of splitmix64.
    way_rng rng = way_rng_seed(1234567);
    assert_true(way_rng_next(&rng) == UINT64_C(6457827717110365317));
    assert_true(way_rng_next(&rng) == UINT64_C(3203168211198807973));
    assert_true(way_rng_next(&rng) == UINT64_C(9817491932198370423));
    assert_true(way_rng_next(&rng) == UINT64_C(4593380528125082431));
    assert_true(way_rng_next(&rng) == UINT64_C(16408922859458223821));
    way_rng zero = way_rng_seed(0);
    assert_true(way_rng_next(&zero) == UINT64_C(0xE220A8397B1DCDAF));
}

static void next_when_copied(void **state)
{
    (void)state;
    way_rng a = way_rng_seed(UINT64_MAX);
    (void)way_rng_next(&a);
    way_rng b = a;
    for (int i = 0; i < 100; i++) {
        assert_true(way_rng_next(&a) == way_rng_next(&b));
    }
}

static void below_when_bound_is_degenerate(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(3);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(way_rng_below(&rng, 0), 0);
        assert_int_equal(way_rng_below(&rng, 1), 0);
        assert_true(way_rng_below(&rng, UINT32_MAX) < UINT32_MAX);
    }
}

// Chi-square over 100 values; 160 is beyond the 99.99th percentile of 99 degrees of freedom.
static void below_when_bound_is_small(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    uint32_t counts[100] = {0};
    const uint32_t draws = 1000000;
    for (uint32_t i = 0; i < draws; i++) {
        const uint32_t value = way_rng_below(&rng, 100);
        assert_in_range(value, 0, 99);
        counts[value]++;
    }
    double chi = 0;
    for (int i = 0; i < 100; i++) {
        const double difference = counts[i] - draws / 100.0;
        chi += difference * difference / (draws / 100.0);
    }
    assert_true(chi < 160 && chi > 50);
}

// With a bound of 3 * 2^30, multiplying without rejection gives every third value twice as often
// as the others; with it, all remainders are alike.
static void below_when_bound_is_large(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    uint32_t counts[3] = {0};
    const uint32_t draws = 300000;
    for (uint32_t i = 0; i < draws; i++) {
        counts[way_rng_below(&rng, UINT32_C(3) << 30) % 3]++;
    }
    for (int i = 0; i < 3; i++) {
        assert_in_range(counts[i], draws / 3 - 1500, draws / 3 + 1500);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_when_golden),
        cmocka_unit_test(next_when_copied),
        cmocka_unit_test(below_when_bound_is_degenerate),
        cmocka_unit_test(below_when_bound_is_small),
        cmocka_unit_test(below_when_bound_is_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
