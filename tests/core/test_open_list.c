// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every kind of open list against a sorted model.
#include "core/open_list.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <string.h>

#define MODEL_MAX 600u

/// The plain truth: all items, in no order.
typedef struct open_model {
    wayi_heap_item items[MODEL_MAX];
    uint32_t count;
} open_model;

static uint32_t model_first(const open_model *model)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < model->count; i++) {
        if (wayi_heap_before(model->items[i], model->items[first])) {
            first = i;
        }
    }
    return first;
}

/// Takes out the item with that id and slot; its key half is compared by the caller.
static wayi_heap_item model_take(open_model *model, wayi_heap_item popped)
{
    for (uint32_t i = 0; i < model->count; i++) {
        const wayi_heap_item item = model->items[i];
        if (item.id == popped.id && item.slot == popped.slot) {
            model->items[i] = model->items[--model->count];
            return item;
        }
    }
    fail_msg("popped what was never pushed");
    return popped;
}

static void check_pop(wayi_open_list *open, open_model *model)
{
    const wayi_heap_item first = model->items[model_first(model)];
    const wayi_heap_item popped = wayi_open_pop(open, open->kind);
    if (open->kind == WAYI_OPEN_BUCKET) {
        assert_int_equal(model_take(model, popped).key >> 32, first.key >> 32);
        return;
    }
    assert_true(popped.key == first.key);
    assert_int_equal(popped.id, first.id);
    (void)model_take(model, popped);
}

/// Pushes and pops at random; keys drift upwards as in a search, with a step back now and then.
static void run_kind(wayi_open_kind kind, way_rng *rng, uint32_t spread)
{
    wayi_open_list open;
    static open_model model;
    wayi_open_init(&open, kind, NULL);
    for (uint32_t round = 0; round < 3; round++) {
        model.count = 0;
        uint64_t base = 1000;
        for (uint32_t i = 0; i < 2000; i++) {
            assert_int_equal(wayi_open_is_empty(&open, kind), model.count == 0);
            if (model.count && (way_rng_below(rng, 5) < 2 || model.count == MODEL_MAX)) {
                check_pop(&open, &model);
                base += way_rng_below(rng, 3);
                continue;
            }
            uint64_t f = base + way_rng_below(rng, spread);
            f -= way_rng_below(rng, 20);
            const wayi_heap_item item = {f << 32 | way_rng_below(rng, 4), i, i * 7};
            assert_true(wayi_open_push(&open, kind, item));
            model.items[model.count++] = item;
        }
        while (round == 1 && model.count) {
            check_pop(&open, &model);
        }
        wayi_open_clear(&open);
        assert_true(wayi_open_is_empty(&open, kind));
    }
    wayi_open_fini(&open);
}

static void all_kinds_follow_the_model(void **state)
{
    (void)state;
    way_rng rng = test_rng(71);
    for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
        run_kind((wayi_open_kind)kind, &rng, 1);
        run_kind((wayi_open_kind)kind, &rng, 40);
        run_kind((wayi_open_kind)kind, &rng, 5000);
    }
}

/// Kinds with a total order pop the same items in the same order, duplicates included.
static void total_orders_agree(void **state)
{
    (void)state;
    way_rng rng = test_rng(72);
    wayi_open_list lists[WAYI_OPEN_KINDS];
    for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
        wayi_open_init(&lists[kind], (wayi_open_kind)kind, NULL);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        const bool pops = way_rng_below(&rng, 2) && !wayi_open_is_empty(&lists[0], WAYI_OPEN_HEAP4);
        const uint64_t high = (uint64_t)way_rng_below(&rng, 30) << 32;
        const wayi_heap_item item = {high | way_rng_below(&rng, 3), way_rng_below(&rng, 50), i};
        wayi_heap_item first = item;
        for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
            if (kind == WAYI_OPEN_BUCKET) {
                continue;
            }
            if (!pops) {
                assert_true(wayi_open_push(&lists[kind], (wayi_open_kind)kind, item));
                continue;
            }
            const wayi_heap_item popped = wayi_open_pop(&lists[kind], (wayi_open_kind)kind);
            first = kind == 0 ? popped : first;
            assert_true(popped.key == first.key && popped.id == first.id);
        }
    }
    for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
        wayi_open_fini(&lists[kind]);
    }
}

static void names_are_there(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
        assert_non_null(wayi_open_names[kind]);
        for (uint32_t other = 0; other < kind; other++) {
            assert_string_not_equal(wayi_open_names[kind], wayi_open_names[other]);
        }
    }
}

static wayi_open_kind failing_kind;

static bool open_scenario(test_allocator *memory)
{
    wayi_open_list open;
    wayi_open_init(&open, failing_kind, &memory->allocator);
    bool worked = true;
    uint32_t pushed = 0;
    for (uint32_t i = 0; i < 300; i++) {
        const wayi_heap_item item = {(uint64_t)(i * 37 % 101) << 32, i, i};
        const bool fits = wayi_open_push(&open, failing_kind, item);
        pushed += fits;
        worked = worked && fits;
    }
    // What went in comes out, in order, whatever failed in between.
    uint64_t last = 0;
    for (uint32_t i = 0; i < pushed; i++) {
        const uint64_t key = wayi_open_pop(&open, failing_kind).key;
        const uint64_t f = failing_kind == WAYI_OPEN_BUCKET ? key : key >> 32;
        assert_true(f >= last);
        last = f;
    }
    assert_true(wayi_open_is_empty(&open, failing_kind));
    wayi_open_fini(&open);
    return worked;
}

static void every_allocation_fails(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < WAYI_OPEN_KINDS; kind++) {
        failing_kind = (wayi_open_kind)kind;
        test_allocator_fail_each(open_scenario);
    }
}

/// Keys that buckets can't hold side by side go on in a heap, and in order.
static void buckets_go_on_when_keys_are_far_apart(void **state)
{
    (void)state;
    static const uint32_t keys[] = {7, 900, 1u << 30, 5, UINT32_MAX, 901, 7};
    static const uint32_t order[] = {5, 7, 7, 900, 901, 1u << 30, UINT32_MAX};
    wayi_open_list open;
    wayi_open_init(&open, WAYI_OPEN_BUCKET, NULL);
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_true(
            wayi_open_push(&open, open.kind, (wayi_heap_item){(uint64_t)keys[i] << 32, i, i}));
    }
    assert_int_equal(open.kind, WAYI_OPEN_HEAP4);
    for (uint32_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_false(wayi_open_is_empty(&open, open.kind));
        assert_int_equal(wayi_open_pop(&open, open.kind).key >> 32, order[i]);
    }
    assert_true(wayi_open_is_empty(&open, open.kind));
    wayi_open_fini(&open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_follow_the_model),
        cmocka_unit_test(total_orders_agree),
        cmocka_unit_test(names_are_there),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(buckets_go_on_when_keys_are_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
