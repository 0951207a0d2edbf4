// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/path_buffer.h"
#include "support/test.h"
#include "support/test_allocator.h"

static void path_test_fill(wayi_path_buffer *path, uint32_t count)
{
    wayi_path_buffer_clear(path);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(wayi_path_buffer_push(path, i));
    }
}

static void drop_when_some_or_all(void **state)
{
    (void)state;
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, NULL);
    wayi_path_buffer_drop(&path, 0);
    path_test_fill(&path, 100);
    wayi_path_buffer_drop(&path, 30);
    assert_int_equal(path.count, 70);
    for (uint32_t i = 0; i < 70; i++) {
        assert_int_equal(path.states[i], i + 30);
    }
    wayi_path_buffer_drop(&path, 0);
    assert_int_equal(path.count, 70);
    wayi_path_buffer_drop(&path, 70);
    assert_int_equal(path.count, 0);
    wayi_path_buffer_fini(&path);
}

static void reverse_when_odd_even_and_empty(void **state)
{
    (void)state;
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, NULL);
    wayi_path_buffer_reverse(&path, 0);
    for (uint32_t count = 0; count < 8; count++) {
        for (uint32_t first = 0; first <= count; first++) {
            path_test_fill(&path, count);
            wayi_path_buffer_reverse(&path, first);
            for (uint32_t i = 0; i < count; i++) {
                assert_int_equal(path.states[i], i < first ? i : first + count - 1 - i);
            }
        }
    }
    wayi_path_buffer_fini(&path);
}

static void push_when_reserved(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &memory.allocator);
    assert_true(wayi_path_buffer_reserve(&path, 50));
    path_test_fill(&path, 50);
    path_test_fill(&path, 50);
    assert_int_equal(memory.calls, 1);
    wayi_path_buffer_fini(&path);
    test_allocator_check_empty(&memory);
}

static void join_when_some_are_empty(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_path_buffer lists[4];
    const uint32_t states[] = {7, 5, 3, 1};
    for (uint32_t i = 0; i < 4; i++) {
        wayi_path_buffer_init(&lists[i], &memory.allocator);
    }
    void *joined = NULL;
    size_t total = 9;
    assert_true(wayi_path_buffer_join(lists, 4, 1, &memory.allocator, &joined, &total));
    assert_null(joined);
    assert_int_equal(total, 0);
    assert_true(wayi_path_buffer_append(&lists[1], states, 0));
    assert_true(wayi_path_buffer_append(&lists[1], states, 3));
    assert_true(wayi_path_buffer_append(&lists[3], states + 3, 1));
    assert_true(wayi_path_buffer_append(&lists[3], states, 4));
    assert_true(wayi_path_buffer_join(lists, 4, 2, &memory.allocator, &joined, &total));
    assert_int_equal(total, 4);
    const uint32_t expected[] = {7, 5, 3, 1, 7, 5, 3, 1};
    assert_memory_equal(joined, expected, sizeof expected);
    wayi_free(&memory.allocator, joined, total, 2 * sizeof(uint32_t));
    test_allocator_check_empty(&memory);
}

static bool path_test_scenario(test_allocator *memory)
{
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &memory->allocator);
    const uint32_t more[] = {100, 101};
    void *joined = NULL;
    size_t total = 0;
    bool worked = true;
    for (uint32_t i = 0; i < 100; i++) {
        worked = wayi_path_buffer_push(&path, i) && worked;
    }
    const uint32_t before = path.count;
    const bool grew = wayi_path_buffer_append(&path, more, 2);
    assert_int_equal(path.count, before + (grew ? 2 : 0));
    for (uint32_t i = 1; i < path.count; i++) {
        assert_true(path.states[i] > path.states[i - 1]);
    }
    const uint32_t count = path.count;
    const bool whole = wayi_path_buffer_join(&path, 1, 1, &memory->allocator, &joined, &total);
    assert_int_equal(total, whole ? count : 0);
    wayi_free(&memory->allocator, joined, total, sizeof(uint32_t));
    return worked && grew && whole;
}

static void path_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(path_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drop_when_some_or_all),  cmocka_unit_test(reverse_when_odd_even_and_empty),
        cmocka_unit_test(push_when_reserved),     cmocka_unit_test(join_when_some_are_empty),
        cmocka_unit_test(path_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
