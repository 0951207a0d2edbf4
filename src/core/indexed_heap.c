// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/indexed_heap.h"

#include "base/check.h"

// Past this the index of a fourth child would not fit 32 bits.
#define INDEXED_HEAP_LIMIT (UINT32_C(1) << 30)

void wayi_indexed_heap_init(wayi_indexed_heap *heap, const way_allocator *allocator)
{
    *heap = (wayi_indexed_heap){.allocator = wayi_allocator_or_default(allocator)};
}

void wayi_indexed_heap_fini(wayi_indexed_heap *heap)
{
    WAYI_FREE(&heap->allocator, heap->items, heap->capacity);
    WAYI_FREE(&heap->allocator, heap->places, heap->place_capacity);
    wayi_indexed_heap_init(heap, &heap->allocator);
}

void wayi_indexed_heap_clear(wayi_indexed_heap *heap)
{
    for (uint32_t i = 0; i < heap->count; i++) {
        heap->places[heap->items[i].slot] = 0;
    }
    heap->count = 0;
}

// Which comes first is a toss-up and keys are often equal in part: no branch depends on it.
static inline bool indexed_heap_before(const wayi_indexed_item *a, const wayi_indexed_item *b)
{
    const uint64_t rank_a = (uint64_t)a->key.low << 32 | a->id;
    const uint64_t rank_b = (uint64_t)b->key.low << 32 | b->id;
    return a->key.high < b->key.high + (rank_a < rank_b);
}

static void indexed_heap_put(wayi_indexed_heap *heap, uint32_t place, wayi_indexed_item item)
{
    heap->items[place] = item;
    heap->places[item.slot] = place + 1;
}

// Moves parents down until `item` fits at or above `hole`; returns the new hole.
static uint32_t indexed_heap_rise(wayi_indexed_heap *heap, uint32_t hole,
                                  const wayi_indexed_item *item)
{
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / 4;
        if (!indexed_heap_before(item, &heap->items[parent])) {
            break;
        }
        indexed_heap_put(heap, hole, heap->items[parent]);
        hole = parent;
    }
    return hole;
}

static uint32_t indexed_heap_least_child(const wayi_indexed_heap *heap, uint32_t first)
{
    const wayi_indexed_item *child = heap->items + first;
    const uint32_t count = heap->count - first;
    if (count >= 4) {
        const uint32_t left = indexed_heap_before(child + 1, child);
        const uint32_t right = 2 + indexed_heap_before(child + 3, child + 2);
        return first + (indexed_heap_before(child + right, child + left) ? right : left);
    }
    uint32_t least = 0;
    for (uint32_t i = 1; i < count; i++) {
        least = indexed_heap_before(child + i, child + least) ? i : least;
    }
    return first + least;
}

// Moves least children up until `item` fits at or below `hole`; returns the new hole.
static uint32_t indexed_heap_sink(wayi_indexed_heap *heap, uint32_t hole,
                                  const wayi_indexed_item *item)
{
    for (uint32_t first = hole * 4 + 1; first < heap->count; first = hole * 4 + 1) {
        const uint32_t least = indexed_heap_least_child(heap, first);
        if (!indexed_heap_before(&heap->items[least], item)) {
            break;
        }
        indexed_heap_put(heap, hole, heap->items[least]);
        hole = least;
    }
    return hole;
}

// Fills the hole at `place` with an item that may belong above or below it.
static void indexed_heap_settle(wayi_indexed_heap *heap, uint32_t place, wayi_indexed_item item)
{
    const uint32_t risen = indexed_heap_rise(heap, place, &item);
    const uint32_t hole = risen == place ? indexed_heap_sink(heap, place, &item) : risen;
    indexed_heap_put(heap, hole, item);
}

static bool indexed_heap_reserve_place(wayi_indexed_heap *heap, uint32_t slot)
{
    if (slot < heap->place_capacity) {
        return true;
    }
    // Nothing goes through all of a large array: what is in is put into its place again.
    if (slot == UINT32_MAX ||
        !wayi_grow_cleared(&heap->allocator, &heap->places, &heap->place_capacity, slot + 1,
                           sizeof *heap->places)) {
        return false;
    }
    for (uint32_t i = 0; i < heap->count; i++) {
        heap->places[heap->items[i].slot] = i + 1;
    }
    return true;
}

static bool indexed_heap_reserve_item(wayi_indexed_heap *heap)
{
    if (heap->count < heap->capacity) {
        return true;
    }
    if (heap->count >= INDEXED_HEAP_LIMIT ||
        !WAYI_GROW(&heap->allocator, heap->items, heap->capacity, heap->count + 1)) {
        return false;
    }
    return true;
}

bool wayi_indexed_heap_set(wayi_indexed_heap *heap, wayi_indexed_item item)
{
    WAYI_ASSERT(item.key.high < UINT64_MAX);
    if (wayi_indexed_heap_has(heap, item.slot)) {
        indexed_heap_settle(heap, heap->places[item.slot] - 1, item);
        return true;
    }
    if (!indexed_heap_reserve_place(heap, item.slot) || !indexed_heap_reserve_item(heap)) {
        return false;
    }
    const uint32_t hole = indexed_heap_rise(heap, heap->count++, &item);
    indexed_heap_put(heap, hole, item);
    return true;
}

void wayi_indexed_heap_remove(wayi_indexed_heap *heap, uint32_t slot)
{
    if (!wayi_indexed_heap_has(heap, slot)) {
        return;
    }
    const uint32_t place = heap->places[slot] - 1;
    const wayi_indexed_item last = heap->items[--heap->count];
    if (place < heap->count) {
        indexed_heap_settle(heap, place, last);
    }
    heap->places[slot] = 0;
}

wayi_indexed_item wayi_indexed_heap_pop(wayi_indexed_heap *heap)
{
    WAYI_ASSERT(heap->count > 0);
    const wayi_indexed_item top = heap->items[0];
    const wayi_indexed_item last = heap->items[--heap->count];
    if (heap->count > 0) {
        // What was last belongs far down: the least children rise all the way, then it finds its
        // place from below.
        uint32_t hole = 0;
        for (uint32_t first = 1; first < heap->count; first = hole * 4 + 1) {
            const uint32_t least = indexed_heap_least_child(heap, first);
            indexed_heap_put(heap, hole, heap->items[least]);
            hole = least;
        }
        indexed_heap_put(heap, indexed_heap_rise(heap, hole, &last), last);
    }
    heap->places[top.slot] = 0;
    return top;
}
