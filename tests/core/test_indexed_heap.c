// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/indexed_heap.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define SLOTS 200u

typedef struct indexed_model {
    wayi_indexed_item items[SLOTS];
    bool in[SLOTS];
    uint32_t count;
} indexed_model;

static bool indexed_model_before(wayi_indexed_item a, wayi_indexed_item b)
{
    if (wayi_key_less(a.key, b.key) || wayi_key_less(b.key, a.key)) {
        return wayi_key_less(a.key, b.key);
    }
    return a.id < b.id;
}

static uint32_t indexed_model_first(const indexed_model *model)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (model->in[slot] && (first == UINT32_MAX ||
                                indexed_model_before(model->items[slot], model->items[first]))) {
            first = slot;
        }
    }
    return first;
}

// Places and items agree, and no child comes before its parent.
static void indexed_test_validate(const wayi_indexed_heap *heap, const indexed_model *model)
{
    assert_int_equal(heap->count, model->count);
    for (uint32_t i = 0; i < heap->count; i++) {
        assert_int_equal(heap->places[heap->items[i].slot], i + 1);
        assert_false(i > 0 && indexed_model_before(heap->items[i], heap->items[(i - 1) / 4]));
    }
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        assert_int_equal(wayi_indexed_heap_has(heap, slot), model->in[slot]);
    }
}

static void indexed_test_set(wayi_indexed_heap *heap, indexed_model *model, way_rng *rng)
{
    const uint32_t slot = way_rng_below(rng, SLOTS);
    const wayi_indexed_item item = {
        .key = {.high = (uint64_t)way_rng_below(rng, 9) << 33, .low = way_rng_below(rng, 3)},
        .id = SLOTS - slot,
        .slot = slot,
    };
    assert_true(wayi_indexed_heap_set(heap, item));
    model->count += !model->in[slot];
    model->in[slot] = true;
    model->items[slot] = item;
}

static void indexed_test_pop(wayi_indexed_heap *heap, indexed_model *model)
{
    const uint32_t first = indexed_model_first(model);
    const wayi_indexed_item item = wayi_indexed_heap_pop(heap);
    assert_int_equal(item.slot, first);
    assert_int_equal(item.id, model->items[first].id);
    assert_true(item.key.high == model->items[first].key.high);
    assert_true(item.key.low == model->items[first].key.low);
    model->in[first] = false;
    model->count--;
}

static void indexed_test_remove(wayi_indexed_heap *heap, indexed_model *model, uint32_t slot)
{
    wayi_indexed_heap_remove(heap, slot);
    model->count -= model->in[slot];
    model->in[slot] = false;
}

static void heap_when_compared_with_a_list(void **state)
{
    (void)state;
    way_rng rng = test_rng(51);
    wayi_indexed_heap heap;
    wayi_indexed_heap_init(&heap, NULL);
    indexed_model model = {.count = 0};
    for (int i = 0; i < 5000; i++) {
        const uint32_t dice = way_rng_below(&rng, 10);
        if (dice < 6) {
            indexed_test_set(&heap, &model, &rng);
        } else if (dice < 8) {
            indexed_test_remove(&heap, &model, way_rng_below(&rng, SLOTS));
        } else if (model.count > 0) {
            indexed_test_pop(&heap, &model);
        }
        indexed_test_validate(&heap, &model);
    }
    while (model.count > 0) {
        indexed_test_pop(&heap, &model);
        indexed_test_validate(&heap, &model);
    }
    wayi_indexed_heap_fini(&heap);
}

static void key_when_raised_and_lowered(void **state)
{
    (void)state;
    wayi_indexed_heap heap;
    wayi_indexed_heap_init(&heap, NULL);
    for (uint32_t slot = 0; slot < 50; slot++) {
        assert_true(wayi_indexed_heap_set(&heap, (wayi_indexed_item){{10, slot}, slot, slot}));
    }
    assert_true(wayi_indexed_heap_set(&heap, (wayi_indexed_item){{5, 99}, 49, 49}));
    assert_true(wayi_indexed_heap_set(&heap, (wayi_indexed_item){{11, 0}, 0, 0}));
    assert_int_equal(heap.count, 50);
    assert_int_equal(wayi_indexed_heap_pop(&heap).slot, 49);
    for (uint32_t slot = 1; slot < 49; slot++) {
        assert_int_equal(wayi_indexed_heap_pop(&heap).slot, slot);
    }
    assert_int_equal(wayi_indexed_heap_pop(&heap).slot, 0);
    wayi_indexed_heap_fini(&heap);
}

static void clear_when_reused(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_indexed_heap heap;
    wayi_indexed_heap_init(&heap, &memory.allocator);
    wayi_indexed_heap_clear(&heap);
    wayi_indexed_heap_remove(&heap, 7);
    for (uint32_t slot = 0; slot < 30; slot++) {
        assert_true(wayi_indexed_heap_set(&heap, (wayi_indexed_item){{slot, 0}, slot, slot * 9}));
    }
    const uint64_t calls = memory.calls;
    wayi_indexed_heap_clear(&heap);
    for (uint32_t slot = 0; slot < 30; slot++) {
        assert_false(wayi_indexed_heap_has(&heap, slot * 9));
        assert_true(wayi_indexed_heap_set(&heap, (wayi_indexed_item){{slot, 0}, slot, slot * 9}));
    }
    assert_int_equal(memory.calls, calls);
    wayi_indexed_heap_fini(&heap);
    test_allocator_check_empty(&memory);
}

static void set_when_slot_is_impossible(void **state)
{
    (void)state;
    wayi_indexed_heap heap;
    wayi_indexed_heap_init(&heap, NULL);
    assert_false(wayi_indexed_heap_set(&heap, (wayi_indexed_item){.slot = UINT32_MAX}));
    assert_false(wayi_indexed_heap_has(&heap, UINT32_MAX));
    assert_int_equal(heap.count, 0);
    wayi_indexed_heap_fini(&heap);
}

static bool indexed_test_scenario(test_allocator *memory)
{
    wayi_indexed_heap heap;
    wayi_indexed_heap_init(&heap, &memory->allocator);
    bool worked = true;
    uint32_t pushed = 0;
    for (uint32_t i = 0; i < 150; i++) {
        const bool done = wayi_indexed_heap_set(&heap, (wayi_indexed_item){{i % 7, i}, i, i * 2});
        assert_int_equal(wayi_indexed_heap_has(&heap, i * 2), done);
        pushed += done;
        worked = worked && done;
    }
    assert_int_equal(heap.count, pushed);
    wayi_key last = {0, 0};
    while (heap.count > 0) {
        const wayi_key key = wayi_indexed_heap_pop(&heap).key;
        assert_false(wayi_key_less(key, last));
        last = key;
    }
    wayi_indexed_heap_fini(&heap);
    return worked;
}

static void heap_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(indexed_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_when_compared_with_a_list),
        cmocka_unit_test(key_when_raised_and_lowered),
        cmocka_unit_test(clear_when_reused),
        cmocka_unit_test(set_when_slot_is_impossible),
        cmocka_unit_test(heap_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
