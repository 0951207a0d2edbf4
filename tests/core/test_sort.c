// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sorting against the C library's, with few and many, equal and different values.
#include "core/sort.h"
#include "support/test.h"

#include <waymark/base.h>

#include <stdlib.h>
#include <string.h>

#define SORT_MOST 700u

static int compare32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare64(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void numbers_come_out_ascending(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(23);
    for (uint32_t round = 0; round < 1500; round++) {
        uint32_t small[2][SORT_MOST];
        uint64_t large[2][SORT_MOST];
        const uint32_t count = round < 60 ? round : way_rng_below(&rng, SORT_MOST + 1);
        const uint32_t different = 1 + way_rng_below(&rng, round % 2 ? 10 : UINT32_MAX - 1);
        for (uint32_t i = 0; i < count; i++) {
            small[0][i] = small[1][i] = way_rng_below(&rng, different);
            large[0][i] = large[1][i] = way_rng_next(&rng) / (UINT64_MAX / different);
        }
        wayi_sort32(small[0], count);
        wayi_sort64(large[0], count);
        qsort(small[1], count, sizeof small[1][0], compare32);
        qsort(large[1], count, sizeof large[1][0], compare64);
        assert_memory_equal(small[0], small[1], count * sizeof small[0][0]);
        assert_memory_equal(large[0], large[1], count * sizeof large[0][0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_come_out_ascending)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
