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

/// Bytes from which on an array waits before it is given back.
#define ALLOC_LARGE ((size_t)1 << 16)

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

/// Gives back the end of what an allocator gave, without moving the rest if the system's malloc is
/// worth its name. Returns where the rest is; NULL = nothing has changed.
static void *alloc_shrink(const way_allocator *allocator, void *pointer, size_t size, size_t rest)
{
    if (allocator->alloc == meter_alloc) {
        wayi_meter *meter = allocator->user;
        void *kept = alloc_shrink(&meter->source, pointer, size, rest);
        wayi_tally_add(&meter->bytes, kept ? UINT64_C(0) - (size - rest) : 0);
        return kept;
    }
    return allocator->alloc == alloc_default_alloc ? realloc(pointer, rest) : NULL;
}

static void *waste_alloc(size_t size, void *user)
{
    const wayi_waste *waste = user;
    return waste->source.alloc(size, waste->source.user);
}

static void waste_free(void *pointer, size_t size, void *user)
{
    wayi_waste *waste = user;
    if (size < ALLOC_LARGE) {
        waste->source.free(pointer, size, waste->source.user);
        return;
    }
    wayi_scrap *scrap = pointer;
    *scrap = (wayi_scrap){waste->first, size};
    waste->first = scrap;
}

way_allocator wayi_waste_start(wayi_waste *waste, const way_allocator *source)
{
    *waste = (wayi_waste){.source = *source};
    return (way_allocator){.alloc = waste_alloc, .free = waste_free, .user = waste};
}

size_t wayi_waste_clear(wayi_waste *waste, size_t bytes)
{
    wayi_scrap *scrap = waste->first;
    if (!scrap) {
        return 0;
    }
    const wayi_scrap gone = *scrap;
    // What is left must have room for where the next one is.
    const bool splits = gone.size > bytes && gone.size - bytes >= sizeof *scrap;
    wayi_scrap *rest =
        splits ? alloc_shrink(&waste->source, scrap, gone.size, gone.size - bytes) : NULL;
    if (rest) {
        rest->size = gone.size - bytes;
        waste->first = rest;
        return bytes;
    }
    waste->first = gone.next;
    waste->source.free(scrap, gone.size, waste->source.user);
    return gone.size < bytes ? gone.size : bytes;
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

/// Cleared memory of an allocator that is malloc's after all: pages that are zero already need not
/// be touched. NULL also if it is not.
static void *alloc_clear(const way_allocator *allocator, size_t size)
{
    if (allocator->alloc == waste_alloc) {
        return alloc_clear(&((const wayi_waste *)allocator->user)->source, size);
    }
    if (allocator->alloc == meter_alloc) {
        wayi_meter *meter = allocator->user;
        void *pointer = alloc_clear(&meter->source, size);
        wayi_tally_add(&meter->bytes, pointer ? size : 0);
        return pointer;
    }
    return allocator->alloc == alloc_default_alloc ? calloc(1, size) : NULL;
}

void *wayi_alloc_zero(const way_allocator *allocator, size_t count, size_t size)
{
    const size_t bytes = alloc_size(count, size);
    void *pointer = bytes ? alloc_clear(allocator, bytes) : NULL;
    if (pointer == NULL) {
        pointer = wayi_alloc(allocator, count, size);
        if (pointer != NULL) {
            memset(pointer, 0, bytes);
        }
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

/// Moves an array to one of so many items; false without memory. Its pointer may be of any type, so
/// it is copied.
static bool alloc_move(const way_allocator *allocator, void *items, uint32_t *capacity,
                       uint32_t room, size_t size)
{
    void *before = NULL;
    memcpy(&before, items, sizeof before);
    void *grown = wayi_alloc(allocator, room, size);
    if (grown == NULL) {
        return false;
    }
    if (before != NULL) {
        memcpy(grown, before, *capacity * size);
        wayi_free(allocator, before, *capacity, size);
    }
    memcpy(items, &grown, sizeof grown);
    *capacity = room;
    return true;
}

bool wayi_grow(const way_allocator *allocator, void *items, uint32_t *capacity, uint32_t needed,
               size_t size)
{
    return needed <= *capacity ||
           (needed <= ALLOC_ITEM_LIMIT &&
            alloc_move(allocator, items, capacity, alloc_grown_capacity(*capacity, needed), size));
}

bool wayi_grow_cleared(const way_allocator *allocator, void *items, uint32_t *capacity,
                       uint32_t needed, size_t size)
{
    const uint32_t room = needed <= ALLOC_ITEM_LIMIT ? alloc_grown_capacity(*capacity, needed) : 0;
    void *grown = wayi_alloc_zero(allocator, room, size);
    if (grown == NULL) {
        return false;
    }
    void *before = NULL;
    memcpy(&before, items, sizeof before);
    wayi_free(allocator, before, *capacity, size);
    memcpy(items, &grown, sizeof grown);
    *capacity = room;
    return true;
}

bool wayi_grow_little(const way_allocator *allocator, void *items, uint32_t *capacity,
                      uint64_t needed, size_t size)
{
    const uint64_t roomy = needed + needed / 8;
    const uint32_t room = roomy < ALLOC_ITEM_LIMIT ? (uint32_t)roomy : ALLOC_ITEM_LIMIT;
    return needed <= *capacity ||
           (needed <= ALLOC_ITEM_LIMIT && alloc_move(allocator, items, capacity, room, size));
}
