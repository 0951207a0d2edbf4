// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

static void counts_when_used(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    void *a = memory.allocator.alloc(100, memory.allocator.user);
    void *b = memory.allocator.alloc(20, memory.allocator.user);
    assert_int_equal(memory.live_bytes, 120);
    assert_int_equal(memory.live_blocks, 2);
    memory.allocator.free(a, 100, memory.allocator.user);
    assert_int_equal(memory.live_bytes, 20);
    assert_int_equal(memory.peak_bytes, 120);
    assert_int_equal(memory.calls, 2);
    memory.allocator.free(b, 20, memory.allocator.user);
    test_allocator_check_empty(&memory);
}

static void alloc_when_told_to_fail(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    test_allocator_fail_next(&memory, 2);
    void *first = memory.allocator.alloc(8, memory.allocator.user);
    assert_non_null(first);
    assert_null(memory.allocator.alloc(8, memory.allocator.user));
    void *third = memory.allocator.alloc(8, memory.allocator.user);
    assert_non_null(third);
    assert_int_equal(memory.failures, 1);
    memory.limit_bytes = 20;
    assert_null(memory.allocator.alloc(5, memory.allocator.user));
    memory.allocator.free(first, 8, memory.allocator.user);
    memory.allocator.free(third, 8, memory.allocator.user);
    test_allocator_check_empty(&memory);
}

static void fault_when_free_is_wrong(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator other;
    test_allocator_init(&memory);
    test_allocator_init(&other);
    unsigned char *bytes = memory.allocator.alloc(10, memory.allocator.user);
    assert_null(test_allocator_fault(&memory, bytes, 10));
    assert_non_null(test_allocator_fault(&memory, NULL, 10));
    assert_non_null(test_allocator_fault(&memory, bytes, 9));
    assert_non_null(test_allocator_fault(&memory, bytes, 11));
    assert_non_null(test_allocator_fault(&other, bytes, 10));
    const unsigned char kept = bytes[10];
    bytes[10] = 0;
    assert_non_null(test_allocator_fault(&memory, bytes, 10));
    bytes[10] = kept;
    memory.allocator.free(bytes, 10, memory.allocator.user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_when_used),
        cmocka_unit_test(alloc_when_told_to_fail),
        cmocka_unit_test(fault_when_free_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
