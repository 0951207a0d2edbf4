// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/bucket_queue.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define MODEL_LIMIT 3000u

// A list in order of pushing; the next to pop is the last of the smallest key.
typedef struct bucket_model {
    wayi_heap_item items[MODEL_LIMIT];
    uint32_t count;
} bucket_model;

static wayi_heap_item bucket_model_pop(bucket_model *model)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < model->count; i++) {
        best = model->items[i].key <= model->items[best].key ? i : best;
    }
    const wayi_heap_item item = model->items[best];
    model->count--;
    for (uint32_t i = best; i < model->count; i++) {
        model->items[i] = model->items[i + 1];
    }
    return item;
}

static void bucket_test_pop(wayi_bucket_queue *queue, bucket_model *model)
{
    const wayi_heap_item expected = bucket_model_pop(model);
    assert_true(wayi_bucket_queue_peek(queue) == expected.key);
    const wayi_heap_item item = wayi_bucket_queue_pop(queue);
    assert_true(item.key == expected.key);
    assert_int_equal(item.id, expected.id);
    assert_int_equal(item.slot, expected.slot);
    assert_int_equal(wayi_bucket_queue_count(queue), model->count);
}

static void bucket_test_push(wayi_bucket_queue *queue, bucket_model *model, wayi_heap_item item)
{
    assert_true(wayi_bucket_queue_push(queue, item));
    model->items[model->count++] = item;
    assert_int_equal(wayi_bucket_queue_count(queue), model->count);
}

// Random pushes around a floating base and pops; `spread` is how far keys lie apart.
static void bucket_test_run(uint64_t base, uint32_t spread, uint64_t seed)
{
    way_rng rng = test_rng(seed);
    static bucket_model model;
    model.count = 0;
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, NULL);
    for (uint32_t i = 0; i < 4000; i++) {
        if (way_rng_below(&rng, 700) == 0) {
            wayi_bucket_queue_clear(&queue);
            model.count = 0;
            base += way_rng_below(&rng, 100000);
        }
        if (model.count > 0 && (model.count == MODEL_LIMIT || way_rng_below(&rng, 2) == 0)) {
            bucket_test_pop(&queue, &model);
        } else {
            const uint64_t key = base + way_rng_below(&rng, spread);
            bucket_test_push(&queue, &model, (wayi_heap_item){key, i, i * 3});
        }
    }
    while (model.count > 0) {
        bucket_test_pop(&queue, &model);
    }
    wayi_bucket_queue_fini(&queue);
}

static void queue_when_compared_with_a_list(void **state)
{
    (void)state;
    bucket_test_run(0, 3, 41);
    bucket_test_run(1000, 60, 42);
    bucket_test_run(77, 1200, 43);
    bucket_test_run(5, 20000, 44);
    bucket_test_run(UINT64_C(1) << 40, 3000, 45);
}

// As A* does it: keys never fall far below the last one popped, and climb without end.
static void queue_when_keys_climb(void **state)
{
    (void)state;
    way_rng rng = test_rng(46);
    static bucket_model model;
    model.count = 0;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, &memory.allocator);
    bucket_test_push(&queue, &model, (wayi_heap_item){.key = 100});
    for (uint32_t i = 0; i < 3000; i++) {
        const uint64_t key = wayi_bucket_queue_peek(&queue);
        bucket_test_pop(&queue, &model);
        for (uint32_t pushes = model.count < 200 ? 1 + way_rng_below(&rng, 2) : 0; pushes > 0;
             pushes--) {
            bucket_test_push(&queue, &model,
                             (wayi_heap_item){key + way_rng_below(&rng, 900), i, pushes});
        }
        if (model.count == 0) {
            bucket_test_push(&queue, &model, (wayi_heap_item){.key = key + 5000});
        }
    }
    assert_in_range(queue.width, 64, 1024); // The span stayed below 1024, the keys did not.
    wayi_bucket_queue_fini(&queue);
    test_allocator_check_empty(&memory);
}

static void push_when_key_is_below_lowest(void **state)
{
    (void)state;
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, NULL);
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 50000, .id = 1}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 49999, .id = 2}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 10, .id = 3}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 0, .id = 4}));
    for (uint32_t id = 4; id >= 1; id--) {
        assert_int_equal(wayi_bucket_queue_pop(&queue).id, id);
    }
    wayi_bucket_queue_fini(&queue);
}

// The pool is full, `lowest` lags behind, and the new key lies between it and the true lowest.
static void push_when_lowest_lags_and_pool_is_full(void **state)
{
    (void)state;
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, NULL);
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 100}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 160}));
    assert_int_equal(wayi_bucket_queue_pop(&queue).key, 100);
    uint32_t pushed = 1;
    while (queue.spare) {
        assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 161}));
        pushed++;
    }
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 130}));
    assert_int_equal(wayi_bucket_queue_pop(&queue).key, 130);
    assert_int_equal(wayi_bucket_queue_pop(&queue).key, 160);
    for (; pushed > 1; pushed--) {
        assert_int_equal(wayi_bucket_queue_pop(&queue).key, 161);
    }
    assert_int_equal(wayi_bucket_queue_count(&queue), 0);
    wayi_bucket_queue_fini(&queue);
}

static void push_when_span_is_too_wide(void **state)
{
    (void)state;
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, NULL);
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 5}));
    assert_false(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = UINT64_MAX}));
    assert_false(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 5 + (1u << 24)}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = 5 + (1u << 20)}));
    assert_int_equal(wayi_bucket_queue_count(&queue), 2);
    assert_int_equal(wayi_bucket_queue_pop(&queue).key, 5);
    assert_int_equal(wayi_bucket_queue_pop(&queue).key, 5 + (1u << 20));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = UINT64_MAX}));
    assert_true(wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = UINT64_MAX - 70}));
    assert_true(wayi_bucket_queue_pop(&queue).key == UINT64_MAX - 70);
    assert_true(wayi_bucket_queue_pop(&queue).key == UINT64_MAX);
    wayi_bucket_queue_fini(&queue);
}

static void clear_when_reused(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, &memory.allocator);
    wayi_bucket_queue_clear(&queue);
    uint64_t calls = 0;
    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < 500; i++) {
            const wayi_heap_item item = {.key = round * 333 + i * 3, .id = i};
            assert_true(wayi_bucket_queue_push(&queue, item));
        }
        calls = round == 0 ? memory.calls : calls;
        assert_int_equal(wayi_bucket_queue_pop(&queue).id, 0);
        wayi_bucket_queue_clear(&queue);
        assert_int_equal(wayi_bucket_queue_count(&queue), 0);
    }
    assert_int_equal(memory.calls, calls);
    wayi_bucket_queue_fini(&queue);
    test_allocator_check_empty(&memory);
}

static bool bucket_test_scenario(test_allocator *memory)
{
    wayi_bucket_queue queue;
    wayi_bucket_queue_init(&queue, &memory->allocator);
    bool worked = true;
    for (uint32_t i = 0; i < 300; i++) {
        const uint64_t key = 100000 + (i * i * 17) % 5000 - i * 7;
        worked = wayi_bucket_queue_push(&queue, (wayi_heap_item){.key = key}) && worked;
    }
    for (uint64_t last = 0; wayi_bucket_queue_count(&queue) > 0;) {
        const uint64_t key = wayi_bucket_queue_pop(&queue).key;
        assert_true(key >= last);
        last = key;
    }
    wayi_bucket_queue_fini(&queue);
    return worked;
}

static void queue_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(bucket_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queue_when_compared_with_a_list),
        cmocka_unit_test(queue_when_keys_climb),
        cmocka_unit_test(push_when_key_is_below_lowest),
        cmocka_unit_test(push_when_lowest_lags_and_pool_is_full),
        cmocka_unit_test(push_when_span_is_too_wide),
        cmocka_unit_test(clear_when_reused),
        cmocka_unit_test(queue_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
