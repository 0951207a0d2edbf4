// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/bitset.h"
#include "support/test.h"
#include "support/test_allocator.h"

static void set_when_empty(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_bitset set;
    assert_int_equal(wayi_bitset_init(&set, 0, &memory.allocator), WAY_STATUS_OK);
    wayi_bitset_fini(&set);
    assert_int_equal(memory.calls, 0);
}

static void set_when_compared_with_bools(void **state)
{
    (void)state;
    way_rng rng = test_rng(21);
    for (uint32_t bit_count = 1; bit_count <= 300; bit_count += 23) {
        bool model[300] = {false};
        wayi_bitset set;
        assert_int_equal(wayi_bitset_init(&set, bit_count, NULL), WAY_STATUS_OK);
        for (int i = 0; i < 500; i++) {
            const uint32_t bit = way_rng_below(&rng, bit_count);
            model[bit] = way_rng_below(&rng, 3) == 0;
            model[bit] ? wayi_bitset_add(&set, bit) : wayi_bitset_remove(&set, bit);
        }
        for (uint32_t bit = 0; bit < bit_count; bit++) {
            assert_int_equal(wayi_bitset_has(&set, bit), model[bit]);
        }
        wayi_bitset_fini(&set);
    }
}

static bool bitset_test_scenario(test_allocator *memory)
{
    wayi_bitset set;
    const way_status status = wayi_bitset_init(&set, 1000, &memory->allocator);
    wayi_bitset_fini(&set);
    return status == WAY_STATUS_OK;
}

static void bitset_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(bitset_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_when_empty),
        cmocka_unit_test(set_when_compared_with_bools),
        cmocka_unit_test(bitset_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
