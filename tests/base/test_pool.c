// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The pool: what it gives is aligned, inside the block and nobody else's, and comes back whole.
#include "support/test.h"

#include <waymark/pool.h>

#include <stdalign.h>
#include <string.h>

#define POOL_BYTES 200000u
#define POOL_BLOCKS 300u

static alignas(max_align_t) unsigned char pool_memory[POOL_BYTES];

typedef struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} block;

static void check_block(const block *one)
{
    assert_int_equal((uintptr_t)one->bytes % alignof(max_align_t), 0);
    assert_true(one->bytes >= pool_memory &&
                one->bytes + one->size <= pool_memory + sizeof pool_memory);
    for (size_t i = 0; i < one->size; i++) {
        assert_int_equal(one->bytes[i], one->mark);
    }
}

static void blocks_are_nobody_elses(void **state)
{
    (void)state;
    way_rng rng = test_rng(11);
    for (uint32_t round = 0; round < 40; round++) {
        const size_t skew = way_rng_below(&rng, 17);
        way_pool *pool = way_pool_init(pool_memory + skew, sizeof pool_memory - skew);
        assert_non_null(pool);
        const way_allocator door = way_pool_allocator(pool);
        const size_t empty = way_pool_statistics(pool).used;
        block blocks[POOL_BLOCKS] = {0};
        uint32_t refused = 0;
        for (uint32_t i = 0; i < 5000; i++) {
            block *one = &blocks[way_rng_below(&rng, POOL_BLOCKS)];
            if (one->bytes) {
                check_block(one);
                door.free(one->bytes, one->size, door.user);
                *one = (block){0};
                continue;
            }
            one->size = 1 + way_rng_below(&rng, way_rng_below(&rng, 8) ? 100 : 20000);
            one->mark = (unsigned char)i;
            one->bytes = door.alloc(one->size, door.user);
            refused += !one->bytes;
            if (one->bytes) {
                memset(one->bytes, one->mark, one->size);
            }
        }
        assert_true(refused > 0 && !way_pool_is_empty(pool));
        assert_true(way_pool_statistics(pool).used <= way_pool_statistics(pool).peak);
        assert_true(way_pool_statistics(pool).peak <= way_pool_statistics(pool).size);
        for (uint32_t i = 0; i < POOL_BLOCKS; i++) {
            if (blocks[i].bytes) {
                check_block(&blocks[i]);
                door.free(blocks[i].bytes, blocks[i].size, door.user);
            }
        }
        assert_true(way_pool_is_empty(pool));
        assert_int_equal(way_pool_statistics(pool).used, empty);
        // All pieces were joined again.
        const size_t whole = way_pool_statistics(pool).size - empty - 64;
        void *all = door.alloc(whole, door.user);
        assert_non_null(all);
        door.free(all, whole, door.user);
    }
}

static void refuses_what_is_too_small_or_too_much(void **state)
{
    (void)state;
    assert_null(way_pool_init(NULL, 1 << 20));
    assert_null(way_pool_init(pool_memory, WAY_POOL_LEAST - 1));
    way_pool *pool = way_pool_init(pool_memory, WAY_POOL_LEAST);
    assert_non_null(pool);
    const way_allocator door = way_pool_allocator(pool);
    assert_null(door.alloc(WAY_POOL_LEAST, door.user));
    assert_null(door.alloc(SIZE_MAX, door.user));
    assert_null(door.alloc(SIZE_MAX / 2, door.user));
    void *little = door.alloc(1, door.user);
    assert_non_null(little);
    door.free(little, 1, door.user);
    assert_true(way_pool_is_empty(pool));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_nobody_elses),
        cmocka_unit_test(refuses_what_is_too_small_or_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
