// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/heap.h"
#include "support/test.h"
#include "support/test_allocator.h"

static int heap_test_compare(const void *left, const void *right)
{
    const wayi_heap_item *a = left;
    const wayi_heap_item *b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->id < b->id ? -1 : a->id > b->id;
}

static void pop_when_pushed_in_any_order(void **state)
{
    (void)state;
    way_rng rng = test_rng(31);
    for (uint32_t count = 1; count <= 400; count = count * 3 / 2 + 1) {
        wayi_heap_item items[600];
        wayi_heap heap;
        wayi_heap_init(&heap, NULL);
        for (uint32_t i = 0; i < count; i++) {
            items[i] = (wayi_heap_item){way_rng_below(&rng, count), i * 7919 % count, i};
            assert_true(wayi_heap_push(&heap, items[i]));
        }
        qsort(items, count, sizeof(items[0]), heap_test_compare);
        for (uint32_t i = 0; i < count; i++) {
            const wayi_heap_item item = wayi_heap_pop(&heap);
            assert_true(item.key == items[i].key);
            assert_int_equal(item.id, items[i].id);
        }
        assert_int_equal(heap.count, 0);
        wayi_heap_fini(&heap);
    }
}

static uint32_t heap_test_least(const wayi_heap_item *items, uint32_t count)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < count; i++) {
        least = wayi_heap_before(items[i], items[least]) ? i : least;
    }
    return least;
}

static void heap_when_compared_with_a_list(void **state)
{
    (void)state;
    way_rng rng = test_rng(32);
    wayi_heap heap;
    wayi_heap_init(&heap, NULL);
    wayi_heap_item model[4000];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        if (count == 0 || way_rng_below(&rng, 5) < 3) {
            // Keys beyond 32 bits, and few enough of them to tie.
            const wayi_heap_item item = {(uint64_t)way_rng_below(&rng, 50) << 30, i, ~i};
            model[count++] = item;
            assert_true(wayi_heap_push(&heap, item));
            continue;
        }
        const uint32_t least = heap_test_least(model, count);
        const wayi_heap_item item = wayi_heap_pop(&heap);
        assert_true(item.key == model[least].key);
        assert_int_equal(item.id, model[least].id);
        assert_int_equal(item.slot, model[least].slot);
        model[least] = model[--count];
        assert_int_equal(heap.count, count);
    }
    wayi_heap_fini(&heap);
}

static void push_when_reserved(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_heap heap;
    wayi_heap_init(&heap, &memory.allocator);
    assert_true(wayi_heap_reserve(&heap, 100));
    assert_int_equal(memory.calls, 1);
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 100; i++) {
            assert_true(wayi_heap_push(&heap, (wayi_heap_item){100 - i, i, i}));
        }
        wayi_heap_clear(&heap);
    }
    assert_int_equal(memory.calls, 1);
    assert_false(wayi_heap_reserve(&heap, UINT32_MAX));
    wayi_heap_fini(&heap);
    wayi_heap_fini(&heap); // Twice is fine.
    test_allocator_check_empty(&memory);
}

static void push_when_memory_is_out(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_heap heap;
    wayi_heap_init(&heap, &memory.allocator);
    memory.limit_bytes = 600;
    uint32_t count = 0;
    while (wayi_heap_push(&heap, (wayi_heap_item){1000 - count, count, count})) {
        count++;
    }
    assert_int_equal(heap.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(wayi_heap_pop(&heap).id, count - 1 - i);
    }
    wayi_heap_fini(&heap);
    test_allocator_check_empty(&memory);
}

static bool heap_test_scenario(test_allocator *memory)
{
    wayi_heap heap;
    wayi_heap_init(&heap, &memory->allocator);
    bool worked = true;
    for (uint32_t i = 0; i < 200; i++) {
        worked = wayi_heap_push(&heap, (wayi_heap_item){i % 13, i, i}) && worked;
    }
    for (uint64_t last = 0; heap.count > 0;) {
        const uint64_t key = wayi_heap_pop(&heap).key;
        assert_true(key >= last);
        last = key;
    }
    wayi_heap_fini(&heap);
    return worked;
}

static void heap_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(heap_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pop_when_pushed_in_any_order),
        cmocka_unit_test(heap_when_compared_with_a_list),
        cmocka_unit_test(push_when_reserved),
        cmocka_unit_test(push_when_memory_is_out),
        cmocka_unit_test(heap_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
