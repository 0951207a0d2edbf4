// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A 4-ary min-heap of slots whose keys can change: each slot's place is kept in an array, so a key
// is lowered, raised or removed in logarithmic time. Order is (key high, key low, id).
#pragma once

#include "base/alloc.h"

typedef struct wayi_key {
    uint64_t high; ///< compared first; below UINT64_MAX
    uint32_t low;  ///< compared second
} wayi_key;

typedef struct wayi_indexed_item {
    wayi_key key;
    uint32_t id;   ///< last tie: smaller first
    uint32_t slot; ///< where places[] is indexed
} wayi_indexed_item;

typedef struct wayi_indexed_heap {
    wayi_indexed_item *items;
    uint32_t
        *places; ///< by slot below place_capacity: one more than its index in items; 0 = not in
    uint32_t count;
    uint32_t capacity;
    uint32_t place_capacity;
    way_allocator allocator;
} wayi_indexed_heap;

void wayi_indexed_heap_init(wayi_indexed_heap *heap, const way_allocator *allocator);
void wayi_indexed_heap_fini(wayi_indexed_heap *heap);

/// Empties the heap in time proportional to what it holds.
void wayi_indexed_heap_clear(wayi_indexed_heap *heap);

/// Inserts the slot, or moves it to its new key. False without memory.
bool wayi_indexed_heap_set(wayi_indexed_heap *heap, wayi_indexed_item item);

/// Takes the slot out if it is in.
void wayi_indexed_heap_remove(wayi_indexed_heap *heap, uint32_t slot);

/// Takes the first item. The heap is not empty.
wayi_indexed_item wayi_indexed_heap_pop(wayi_indexed_heap *heap);

static inline bool wayi_indexed_heap_has(const wayi_indexed_heap *heap, uint32_t slot)
{
    return slot < heap->place_capacity && heap->places[slot] != 0;
}

static inline bool wayi_key_less(wayi_key a, wayi_key b)
{
    return (a.high < b.high) | ((a.high == b.high) & (a.low < b.low));
}
