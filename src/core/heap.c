// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/heap.h"

// Past this the index of a fourth child would not fit 32 bits.
#define HEAP_LIMIT (UINT32_C(1) << 30)

void wayi_heap_init(wayi_heap *heap, const way_allocator *allocator)
{
    *heap = (wayi_heap){.allocator = wayi_allocator_or_default(allocator)};
}

void wayi_heap_fini(wayi_heap *heap)
{
    wayi_free(&heap->allocator, heap->items, heap->capacity, sizeof(*heap->items));
    wayi_heap_init(heap, &heap->allocator);
}

bool wayi_heap_reserve(wayi_heap *heap, uint32_t capacity)
{
    if (capacity > HEAP_LIMIT) {
        return false;
    }
    void *items = heap->items;
    if (!wayi_grow(&heap->allocator, &items, &heap->capacity, capacity, sizeof(*heap->items))) {
        return false;
    }
    heap->items = items;
    return true;
}
