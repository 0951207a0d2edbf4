// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/hash_table.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define KEYS 500u

typedef struct hash_model {
    uint32_t values[KEYS];
    bool in[KEYS];
    uint32_t count;
} hash_model;

// Keys that a weak mix would pile up: multiples of a large power of two.
static uint64_t hash_test_key(uint32_t index)
{
    return (uint64_t)index << 36 | (index & 3u);
}

static void hash_test_compare(const wayi_hash_table *table, const hash_model *model)
{
    assert_int_equal(table->count, model->count);
    for (uint32_t i = 0; i < KEYS; i++) {
        const uint32_t *value = wayi_hash_table_find(table, hash_test_key(i));
        assert_int_equal(value != NULL, model->in[i]);
        if (value != NULL) {
            assert_int_equal(*value, model->values[i]);
        }
    }
}

static void hash_test_change(wayi_hash_table *table, hash_model *model, way_rng *rng)
{
    const uint32_t index = way_rng_below(rng, KEYS);
    const uint32_t fresh = (uint32_t)way_rng_next(rng);
    if (way_rng_below(rng, 5) < 2) {
        assert_int_equal(wayi_hash_table_remove(table, hash_test_key(index)), model->in[index]);
        model->count -= model->in[index];
        model->in[index] = false;
        return;
    }
    uint32_t *value = wayi_hash_table_get_or_add(table, hash_test_key(index), fresh);
    assert_non_null(value);
    assert_int_equal(*value, model->in[index] ? model->values[index] : fresh);
    *value = fresh + 1;
    model->values[index] = fresh + 1;
    model->count += !model->in[index];
    model->in[index] = true;
}

static void table_when_compared_with_an_array(void **state)
{
    (void)state;
    way_rng rng = test_rng(61);
    wayi_hash_table table;
    wayi_hash_table_init(&table, NULL);
    hash_model model = {.count = 0};
    for (int i = 0; i < 20000; i++) {
        hash_test_change(&table, &model, &rng);
        if (way_rng_below(&rng, 3000) == 0) {
            wayi_hash_table_clear(&table);
            model = (hash_model){.count = 0};
        }
        if (i % 50 == 0) {
            hash_test_compare(&table, &model);
        }
    }
    hash_test_compare(&table, &model);
    wayi_hash_table_fini(&table);
}

static void table_when_empty(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_hash_table table;
    wayi_hash_table_init(&table, &memory.allocator);
    assert_null(wayi_hash_table_find(&table, 0));
    assert_false(wayi_hash_table_remove(&table, 0));
    wayi_hash_table_clear(&table);
    assert_true(wayi_hash_table_reserve(&table, 0));
    assert_int_equal(memory.calls, 0);
    assert_false(wayi_hash_table_reserve(&table, UINT32_MAX));
    wayi_hash_table_fini(&table);
}

static void add_when_reserved(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_hash_table table;
    wayi_hash_table_init(&table, &memory.allocator);
    assert_true(wayi_hash_table_reserve(&table, 1000));
    for (uint64_t key = 0; key < 1000; key++) {
        assert_non_null(wayi_hash_table_get_or_add(&table, key * key, 1));
    }
    assert_int_equal(memory.calls, 1);
    wayi_hash_table_fini(&table);
    test_allocator_check_empty(&memory);
}

static void clear_when_stamp_wraps(void **state)
{
    (void)state;
    wayi_hash_table table;
    wayi_hash_table_init(&table, NULL);
    table.stamp = 1; // The stamp that comes back after the wrap.
    assert_non_null(wayi_hash_table_get_or_add(&table, 77, 1));
    table.stamp = UINT32_MAX;
    table.count = 0;
    assert_null(wayi_hash_table_find(&table, 77));
    assert_non_null(wayi_hash_table_get_or_add(&table, 78, 1));
    wayi_hash_table_clear(&table);
    assert_int_equal(table.stamp, 1);
    assert_non_null(wayi_hash_table_get_or_add(&table, 79, 1));
    assert_null(wayi_hash_table_find(&table, 77));
    assert_null(wayi_hash_table_find(&table, 78));
    wayi_hash_table_fini(&table);
}

static bool hash_test_scenario(test_allocator *memory)
{
    wayi_hash_table table;
    wayi_hash_table_init(&table, &memory->allocator);
    bool worked = true;
    uint32_t added = 0;
    for (uint32_t i = 0; i < 100; i++) {
        const bool done = wayi_hash_table_get_or_add(&table, hash_test_key(i), i) != NULL;
        added += done;
        worked = worked && done;
    }
    assert_int_equal(table.count, added);
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t *value = wayi_hash_table_find(&table, hash_test_key(i));
        assert_true(value == NULL || *value == i);
        added -= value != NULL;
    }
    assert_int_equal(added, 0);
    wayi_hash_table_fini(&table);
    return worked;
}

static void table_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(hash_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_when_compared_with_an_array),
        cmocka_unit_test(table_when_empty),
        cmocka_unit_test(add_when_reserved),
        cmocka_unit_test(clear_when_stamp_wraps),
        cmocka_unit_test(table_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
