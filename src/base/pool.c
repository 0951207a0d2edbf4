// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A two-level segregated fit (Masmano, Ripoll, Crespo, Real 2004). The block is cut into chunks
// that know their neighbours; free ones wait in lists by size, eight to each power of two, and two
// bitmaps find the first list whose chunks are all large enough. Free chunks are never neighbours.
#include "base/alloc.h"
#include "base/bits.h"
#include "base/check.h"

#include <waymark/pool.h>

#include <stdalign.h>

#define POOL_UNIT alignof(wayi_align_max)
#define POOL_STEPS_LOG 3u
#define POOL_STEPS (1u << POOL_STEPS_LOG)
#define POOL_POWERS 48u
#define POOL_FREE ((size_t)1)

/// What stands before the bytes of a chunk. Sizes are multiples of the unit; the lowest bit of
/// `size` says free.
typedef struct pool_chunk {
    alignas(
        wayi_align_max) size_t before; ///< size of the chunk before this one; 0 = it is the first
    size_t size;                       ///< with this head
} pool_chunk;

/// A free chunk is linked by its own bytes.
typedef struct pool_free_chunk pool_free_chunk;
struct pool_free_chunk {
    pool_chunk head;
    pool_free_chunk *next, *previous;
};

struct way_pool {
    pool_free_chunk *lists[POOL_POWERS][POOL_STEPS];
    uint64_t powers; ///< one bit per row of lists that are not all empty
    uint8_t steps[POOL_POWERS];
    size_t size; ///< of the whole block
    size_t used;
    size_t peak;
    size_t chunks; ///< given out
};

static size_t pool_round(size_t size)
{
    return (size + POOL_UNIT - 1) / POOL_UNIT * POOL_UNIT;
}

static size_t pool_size_of(const pool_chunk *chunk)
{
    return chunk->size & ~POOL_FREE;
}

static pool_chunk *pool_after(pool_chunk *chunk)
{
    return (pool_chunk *)(void *)((unsigned char *)chunk + pool_size_of(chunk));
}

/// Where chunks of a size are listed.
static uint32_t pool_list_of(size_t size, uint32_t *step)
{
    const uint32_t power = wayi_bits_highest(size);
    *step = (uint32_t)(size >> (power - POOL_STEPS_LOG)) & (POOL_STEPS - 1);
    return power;
}

static void pool_link(way_pool *pool, pool_chunk *chunk)
{
    uint32_t step = 0;
    const uint32_t power = pool_list_of(pool_size_of(chunk), &step);
    pool_free_chunk *free_chunk = (pool_free_chunk *)chunk;
    free_chunk->previous = NULL;
    free_chunk->next = pool->lists[power][step];
    if (free_chunk->next) {
        free_chunk->next->previous = free_chunk;
    }
    pool->lists[power][step] = free_chunk;
    pool->steps[power] |= (uint8_t)(1u << step);
    pool->powers |= UINT64_C(1) << power;
    chunk->size |= POOL_FREE;
}

static void pool_unlink(way_pool *pool, pool_chunk *chunk)
{
    uint32_t step = 0;
    const uint32_t power = pool_list_of(pool_size_of(chunk), &step);
    const pool_free_chunk *free_chunk = (const pool_free_chunk *)chunk;
    if (free_chunk->next) {
        free_chunk->next->previous = free_chunk->previous;
    }
    if (free_chunk->previous) {
        free_chunk->previous->next = free_chunk->next;
    } else {
        pool->lists[power][step] = free_chunk->next;
    }
    if (!pool->lists[power][step]) {
        pool->steps[power] &= (uint8_t) ~(1u << step);
        pool->powers &= ~((uint64_t)!pool->steps[power] << power);
    }
    chunk->size &= ~POOL_FREE;
}

/// A free chunk of at least `size`, out of its list, or NULL. Looks where all are large enough, and
/// at the first of those that may be.
static pool_chunk *pool_find(way_pool *pool, size_t size)
{
    uint32_t step = 0;
    uint32_t power = pool_list_of(size, &step);
    pool_free_chunk *first = pool->lists[power][step];
    if (!first || pool_size_of(&first->head) < size) {
        uint32_t steps = pool->steps[power] & (uint32_t)(UINT32_C(0xfffffffe) << step);
        if (!steps) {
            const uint64_t powers = pool->powers & (~UINT64_C(1) << power);
            if (!powers) {
                return NULL;
            }
            power = wayi_bits_lowest(powers);
            steps = pool->steps[power];
        }
        first = pool->lists[power][wayi_bits_lowest(steps)];
    }
    pool_unlink(pool, &first->head);
    return &first->head;
}

/// Cuts off what a chunk has more than it needs.
static void pool_trim(way_pool *pool, pool_chunk *chunk, size_t size)
{
    const size_t rest = pool_size_of(chunk) - size;
    if (rest < sizeof(pool_free_chunk)) {
        return;
    }
    pool_after(chunk)->before = rest;
    chunk->size = size;
    pool_chunk *tail = pool_after(chunk);
    tail->before = size;
    tail->size = rest;
    pool_link(pool, tail);
}

static void *pool_alloc(size_t size, void *user)
{
    way_pool *pool = user;
    if (size > pool->size) {
        return NULL;
    }
    const size_t least = pool_round(sizeof(pool_free_chunk));
    size_t needed = pool_round(sizeof(pool_chunk) + size);
    needed = needed < least ? least : needed;
    pool_chunk *chunk = pool_find(pool, needed);
    if (!chunk) {
        return NULL;
    }
    pool_trim(pool, chunk, needed);
    pool->used += pool_size_of(chunk);
    pool->peak = pool->used > pool->peak ? pool->used : pool->peak;
    pool->chunks++;
    return chunk + 1;
}

static void pool_give_back(void *pointer, size_t size, void *user)
{
    way_pool *pool = user;
    pool_chunk *chunk = (pool_chunk *)pointer - 1;
    WAYI_ASSERT(!(chunk->size & POOL_FREE) && pool_size_of(chunk) >= sizeof *chunk + size);
    (void)size;
    pool->used -= pool_size_of(chunk);
    pool->chunks--;
    pool_chunk *after = pool_after(chunk);
    if (after->size & POOL_FREE) {
        pool_unlink(pool, after);
        chunk->size += pool_size_of(after);
    }
    if (chunk->before) {
        pool_chunk *before = (pool_chunk *)(void *)((unsigned char *)chunk - chunk->before);
        if (before->size & POOL_FREE) {
            pool_unlink(pool, before);
            before->size += pool_size_of(chunk);
            chunk = before;
        }
    }
    pool_after(chunk)->before = pool_size_of(chunk);
    pool_link(pool, chunk);
}

way_pool *way_pool_init(void *bytes, size_t size)
{
    if (!bytes || size < WAY_POOL_LEAST || size > SIZE_MAX / 4) {
        return NULL;
    }
    unsigned char *base = bytes;
    const size_t skew = (POOL_UNIT - (uintptr_t)base % POOL_UNIT) % POOL_UNIT;
    way_pool *pool = (way_pool *)(void *)(base + skew);
    *pool = (way_pool){.size = size};
    const size_t head = pool_round(sizeof *pool);
    const size_t room = (size - skew - head) / POOL_UNIT * POOL_UNIT - sizeof(pool_chunk);
    pool_chunk *first = (pool_chunk *)(void *)((unsigned char *)pool + head);
    *first = (pool_chunk){.before = 0, .size = room};
    *pool_after(first) = (pool_chunk){.before = room, .size = 0}; // never free: the end
    pool->used = size - room;
    pool->peak = pool->used;
    pool_link(pool, first);
    return pool;
}

way_allocator way_pool_allocator(way_pool *pool)
{
    return (way_allocator){.alloc = pool_alloc, .free = pool_give_back, .user = pool};
}

way_pool_stats way_pool_statistics(const way_pool *pool)
{
    return (way_pool_stats){pool->used, pool->peak, pool->size};
}

bool way_pool_is_empty(const way_pool *pool)
{
    return pool->chunks == 0;
}
