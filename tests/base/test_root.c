// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Roots and quotients by way of floats are those of whole numbers.
#include "base/root.h"
#include "support/test.h"

#include <waymark/base.h>

#define ROUNDS 200000u

/// A number of up to so many bits, large and small ones alike.
static uint64_t draw(way_rng *rng, uint32_t bits)
{
    const uint64_t number = way_rng_next(rng) >> (64u - bits);
    return number >> way_rng_below(rng, bits);
}

static void quotients_are_floors(void **state)
{
    (void)state;
    way_rng rng = test_rng(5);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        const int64_t b = 1 + (int64_t)draw(&rng, 31);
        const int64_t whole = (int64_t)draw(&rng, 22); // just below, at and above multiples
        const int64_t size =
            i % 2 ? whole * b + (int64_t)way_rng_below(&rng, 3) - 1 : (int64_t)draw(&rng, 53);
        const int64_t a = i % 3 ? size : -size;
        assert_int_equal(wayi_quotient(a, b), a / b - (a % b < 0));
    }
}

static void roots_are_floors(void **state)
{
    (void)state;
    way_rng rng = test_rng(6);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        const uint64_t root = 1 + draw(&rng, 31);
        assert_int_equal(wayi_root(root * root - 1), root - 1);
        assert_int_equal(wayi_root(root * root), root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotients_are_floors),
        cmocka_unit_test(roots_are_floors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
