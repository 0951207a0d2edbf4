// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A 4-ary min-heap of (key, id) with lazy deletion: an improved node is pushed again and the user
// recognises the stale entry when it is popped. Order is total (key, then id), so pops never depend
// on insertion order.
#pragma once

#include "base/alloc.h"

typedef struct wayi_heap_item {
    uint64_t key;  ///< smallest first
    uint32_t id;   ///< breaks ties: smaller first
    uint32_t slot; ///< carried along, not compared
} wayi_heap_item;

typedef struct wayi_heap {
    wayi_heap_item *items;
    uint32_t count;
    uint32_t capacity;
    way_allocator allocator;
} wayi_heap;

void wayi_heap_init(wayi_heap *heap, const way_allocator *allocator);
void wayi_heap_fini(wayi_heap *heap);

/// Makes room for `capacity` items; false without memory.
bool wayi_heap_reserve(wayi_heap *heap, uint32_t capacity);

static inline void wayi_heap_clear(wayi_heap *heap)
{
    heap->count = 0;
}

static inline bool wayi_heap_before(wayi_heap_item a, wayi_heap_item b)
{
    return a.key != b.key ? a.key < b.key : a.id < b.id;
}

/// Pushes an item; false without memory, and then nothing changed.
static inline bool wayi_heap_push(wayi_heap *heap, wayi_heap_item item)
{
    if (heap->count == heap->capacity && !wayi_heap_reserve(heap, heap->count + 1)) {
        return false;
    }
    wayi_heap_item *items = heap->items;
    uint32_t hole = heap->count++;
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / 4;
        if (!wayi_heap_before(item, items[parent])) {
            break;
        }
        items[hole] = items[parent];
        hole = parent;
    }
    items[hole] = item;
    return true;
}

/// The smallest of the up to four children that start at `first`.
static inline uint32_t wayi_heap_least_child(const wayi_heap *heap, uint32_t first)
{
    const wayi_heap_item *items = heap->items;
    if (first + 4 <= heap->count) {
        const uint32_t a = first + wayi_heap_before(items[first + 1], items[first]);
        const uint32_t b = first + 2 + wayi_heap_before(items[first + 3], items[first + 2]);
        return wayi_heap_before(items[b], items[a]) ? b : a;
    }
    uint32_t least = first;
    for (uint32_t child = first + 1; child < heap->count; child++) {
        if (wayi_heap_before(items[child], items[least])) {
            least = child;
        }
    }
    return least;
}

/// Takes the smallest item. The heap is not empty.
static inline wayi_heap_item wayi_heap_pop(wayi_heap *heap)
{
    wayi_heap_item *items = heap->items;
    const wayi_heap_item top = items[0];
    const wayi_heap_item last = items[--heap->count];
    uint32_t hole = 0;
    for (;;) {
        const uint32_t first = hole * 4 + 1;
        if (first >= heap->count) {
            break;
        }
        const uint32_t least = wayi_heap_least_child(heap, first);
        if (!wayi_heap_before(items[least], last)) {
            break;
        }
        items[hole] = items[least];
        hole = least;
    }
    items[hole] = last;
    return top;
}
