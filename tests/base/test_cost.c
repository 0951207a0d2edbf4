// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"

static void add_when_small(void **state)
{
    (void)state;
    assert_int_equal(way_cost_add(0, 0), 0);
    assert_int_equal(way_cost_add(408, 577), 985);
    assert_int_equal(way_cost_add(WAY_COST_MAX - 1, 1), WAY_COST_MAX);
    assert_int_equal(way_cost_add(WAY_COST_MAX - 578, 577), WAY_COST_MAX - 1);
}

static void add_when_saturating(void **state)
{
    (void)state;
    assert_int_equal(way_cost_add(WAY_COST_MAX, 0), WAY_COST_MAX);
    assert_int_equal(way_cost_add(0, WAY_COST_MAX), WAY_COST_MAX);
    assert_int_equal(way_cost_add(WAY_COST_MAX, WAY_COST_MAX), WAY_COST_MAX);
    assert_int_equal(way_cost_add(WAY_COST_MAX - 1, 2), WAY_COST_MAX);
}

static void add_when_compared_with_wide_arithmetic(void **state)
{
    (void)state;
    way_rng rng = test_rng(1);
    for (int i = 0; i < 100000; i++) {
        const uint32_t shifts = 32 + way_rng_below(&rng, 3);
        const way_cost a = (way_cost)(way_rng_next(&rng) >> shifts);
        const uint32_t others = 32 + way_rng_below(&rng, 3);
        const way_cost b = (way_cost)(way_rng_next(&rng) >> others);
        const uint64_t wide = (uint64_t)a + b;
        assert_int_equal(way_cost_add(a, b), wide > WAY_COST_MAX ? WAY_COST_MAX : wide);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(add_when_small),
        cmocka_unit_test(add_when_saturating),
        cmocka_unit_test(add_when_compared_with_wide_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
