// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/bucket_list.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define SLOTS 500u

// What a caller's node looks like: the links are in the middle.
typedef struct list_node {
    uint64_t payload;
    wayi_bucket_link link;
    uint32_t tail;
} list_node;

// Keys by slot, and the order of insertion.
typedef struct list_model {
    list_node nodes[SLOTS];
    uint64_t keys[SLOTS];
    uint64_t ages[SLOTS]; // 0 = out
    uint64_t clock;
    uint32_t count;
} list_model;

static void list_model_reset(list_model *model, wayi_bucket_list *list)
{
    *model = (list_model){0};
    for (uint32_t i = 0; i < SLOTS; i++) {
        model->nodes[i].link.next = WAYI_BUCKET_OUT;
    }
    list->links = (unsigned char *)&model->nodes[0].link;
}

static uint32_t list_model_first(const list_model *model)
{
    uint32_t best = WAYI_BUCKET_END;
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (model->ages[i] == 0) {
            continue;
        }
        if (best == WAYI_BUCKET_END || model->keys[i] < model->keys[best] ||
            (model->keys[i] == model->keys[best] && model->ages[i] > model->ages[best])) {
            best = i;
        }
    }
    return best;
}

static void list_model_toggle(list_model *model, wayi_bucket_list *list, uint32_t slot,
                              uint64_t key)
{
    assert_int_equal(wayi_bucket_list_has(list, slot), model->ages[slot] != 0);
    if (model->ages[slot]) {
        assert_true(wayi_bucket_list_key(list, slot) == model->keys[slot]);
        wayi_bucket_list_remove(list, slot);
        model->ages[slot] = 0;
        model->count--;
        return;
    }
    assert_true(wayi_bucket_list_insert(list, slot, key));
    model->keys[slot] = key;
    model->ages[slot] = ++model->clock;
    model->count++;
}

static void list_run(uint64_t base, uint32_t spread, uint64_t seed)
{
    way_rng rng = test_rng(seed);
    static list_model model;
    wayi_bucket_list list;
    wayi_bucket_list_init(&list, sizeof(list_node), NULL);
    list_model_reset(&model, &list);
    for (uint32_t i = 0; i < 6000; i++) {
        if (way_rng_below(&rng, 900) == 0) {
            wayi_bucket_list_clear(&list);
            list_model_reset(&model, &list);
            base += way_rng_below(&rng, 100000);
        }
        const uint32_t slot = way_rng_below(&rng, SLOTS);
        list_model_toggle(&model, &list, slot, base + way_rng_below(&rng, spread));
        assert_int_equal(list.count, model.count);
        if (list.count) {
            const uint32_t first = list_model_first(&model);
            assert_int_equal(wayi_bucket_list_peek(&list), first);
            assert_true(list.lowest == model.keys[first]);
            if (way_rng_below(&rng, 4) == 0) {
                wayi_bucket_list_pop(&list, first);
                model.ages[first] = 0;
                model.count--;
            }
        }
        // The window moves on, as it does in a search.
        base += way_rng_below(&rng, 3);
    }
    wayi_bucket_list_fini(&list);
}

static void list_when_keys_are_close(void **state)
{
    (void)state;
    list_run(0, 40, 1);
}

static void list_when_keys_are_far_apart(void **state)
{
    (void)state;
    list_run(1000, 90000, 2);
}

static void list_when_keys_need_64_bits(void **state)
{
    (void)state;
    list_run((UINT64_C(1) << 32) - 3000, 5000, 3);
}

static void list_insert_when_span_too_wide(void **state)
{
    (void)state;
    list_model *model = malloc(sizeof *model);
    assert_non_null(model);
    wayi_bucket_list list;
    wayi_bucket_list_init(&list, sizeof(list_node), NULL);
    list_model_reset(model, &list);
    assert_true(wayi_bucket_list_insert(&list, 3, UINT64_C(1) << 30));
    assert_false(wayi_bucket_list_insert(&list, 4, UINT64_C(1) << 31));
    assert_false(wayi_bucket_list_insert(&list, 4, 0));
    assert_int_equal(list.count, 1);
    assert_int_equal(wayi_bucket_list_peek(&list), 3);
    wayi_bucket_list_remove(&list, 3);
    assert_true(wayi_bucket_list_insert(&list, 4, 0));
    wayi_bucket_list_fini(&list);
    free(model);
}

static void list_insert_when_no_memory(void **state)
{
    (void)state;
    bool is_done = false;
    for (uint64_t fail_at = 1; !is_done; fail_at++) {
        test_allocator memory;
        test_allocator_init(&memory);
        memory.fail_at = fail_at;
        list_model *model = malloc(sizeof *model);
        assert_non_null(model);
        wayi_bucket_list list;
        wayi_bucket_list_init(&list, sizeof(list_node), &memory.allocator);
        list_model_reset(model, &list);
        const bool first = wayi_bucket_list_insert(&list, 0, 7);
        const bool second = first && wayi_bucket_list_insert(&list, 1, 7 + 5000);
        const bool third = second && wayi_bucket_list_insert(&list, 2, 7 + 50000); // pages
        const bool fourth = third && wayi_bucket_list_insert(&list, 3, 7 + 900000);
        is_done = memory.failures == 0;
        assert_int_equal(fourth, is_done);
        assert_int_equal(list.count, first + second + third + fourth);
        if (first) {
            assert_int_equal(wayi_bucket_list_peek(&list), 0);
        }
        wayi_bucket_list_fini(&list);
        test_allocator_check_empty(&memory);
        free(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_when_keys_are_close),
        cmocka_unit_test(list_when_keys_are_far_apart),
        cmocka_unit_test(list_when_keys_need_64_bits),
        cmocka_unit_test(list_insert_when_span_too_wide),
        cmocka_unit_test(list_insert_when_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
