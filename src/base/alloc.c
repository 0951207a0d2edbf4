// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The allocator door. The hostile build fills fresh memory with 0xA5 and memory given back with
// 0xDD, so that reading either shows.
#include "base/alloc.h"

#include "base/check.h"
#include "base/flag.h"

#include <stdlib.h>
#include <string.h>

#define ALLOC_FRESH 0xA5
#define ALLOC_STALE 0xDD

// Counts stop short of UINT32_MAX, so that `count + 1` never wraps.
#define ALLOC_ITEM_LIMIT (UINT32_MAX - 1)

static void *alloc_default_alloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void alloc_default_free(void *pointer, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(pointer);
}

static void alloc_poison(void *pointer, size_t size, int byte)
{
#ifdef WAY_HOSTILE
    memset(pointer, byte, size);
#else
    (void)pointer;
    (void)size;
    (void)byte;
#endif
}

way_allocator wayi_allocator_or_default(const way_allocator *allocator)
{
    if (allocator != NULL && allocator->alloc != NULL && allocator->free != NULL) {
        return *allocator;
    }
    return (way_allocator){.alloc = alloc_default_alloc, .free = alloc_default_free};
}

static void *meter_alloc(size_t size, void *user)
{
    wayi_meter *meter = user;
    void *pointer = meter->source.alloc(size, meter->source.user);
    wayi_tally_add(&meter->bytes, pointer ? size : 0);
    return pointer;
}

static void meter_free(void *pointer, size_t size, void *user)
{
    wayi_meter *meter = user;
    wayi_tally_add(&meter->bytes, UINT64_C(0) - size);
    meter->source.free(pointer, size, meter->source.user);
}

way_allocator wayi_meter_start(wayi_meter *meter, const way_allocator *source)
{
    *meter = (wayi_meter){.source = *source};
    return (way_allocator){.alloc = meter_alloc, .free = meter_free, .user = meter};
}

// Zero items, items of zero bytes and products past SIZE_MAX all give 0.
static size_t alloc_size(size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size) {
        return 0;
    }
    return count * size;
}

void *wayi_alloc(const way_allocator *allocator, size_t count, size_t size)
{
    const size_t bytes = alloc_size(count, size);
    if (bytes == 0) {
        return NULL;
    }
    void *pointer = allocator->alloc(bytes, allocator->user);
    if (pointer != NULL) {
        alloc_poison(pointer, bytes, ALLOC_FRESH);
    }
    return pointer;
}

void *wayi_alloc_zero(const way_allocator *allocator, size_t count, size_t size)
{
    if (allocator->alloc == alloc_default_alloc && alloc_size(count, size) != 0) {
        return calloc(count, size); // Pages that are zero already need not be touched.
    }
    void *pointer = wayi_alloc(allocator, count, size);
    if (pointer != NULL) {
        memset(pointer, 0, count * size);
    }
    return pointer;
}

void wayi_free(const way_allocator *allocator, void *pointer, size_t count, size_t size)
{
    if (pointer == NULL) {
        return;
    }
    WAYI_ASSERT(alloc_size(count, size) != 0);
    alloc_poison(pointer, count * size, ALLOC_STALE);
    allocator->free(pointer, count * size, allocator->user);
}

static uint32_t alloc_grown_capacity(uint32_t capacity, uint32_t needed)
{
    uint64_t grown = capacity == 0 ? WAYI_INITIAL(16u) : (uint64_t)capacity * 2;
    while (grown < needed) {
        grown *= 2;
    }
    return grown > ALLOC_ITEM_LIMIT ? ALLOC_ITEM_LIMIT : (uint32_t)grown;
}

/// Moves an array to one of so many items; false without memory.
static bool alloc_move(const way_allocator *allocator, void **items, uint32_t *capacity,
                       uint32_t room, size_t size)
{
    void *grown = wayi_alloc(allocator, room, size);
    if (grown == NULL) {
        return false;
    }
    if (*items != NULL) {
        memcpy(grown, *items, *capacity * size);
        wayi_free(allocator, *items, *capacity, size);
    }
    *items = grown;
    *capacity = room;
    return true;
}

bool wayi_grow(const way_allocator *allocator, void **items, uint32_t *capacity, uint32_t needed,
               size_t size)
{
    return needed <= *capacity ||
           (needed <= ALLOC_ITEM_LIMIT &&
            alloc_move(allocator, items, capacity, alloc_grown_capacity(*capacity, needed), size));
}

bool wayi_grow_little(const way_allocator *allocator, void **items, uint32_t *capacity,
                      uint32_t needed, size_t size)
{
    const uint64_t roomy = (uint64_t)needed + needed / 8;
    const uint32_t room = roomy < ALLOC_ITEM_LIMIT ? (uint32_t)roomy : ALLOC_ITEM_LIMIT;
    return needed <= *capacity ||
           (needed <= ALLOC_ITEM_LIMIT && alloc_move(allocator, items, capacity, room, size));
}
