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
    WAYI_FREE(&heap->allocator, heap->items, heap->capacity);
    wayi_heap_init(heap, &heap->allocator);
}

bool wayi_heap_reserve(wayi_heap *heap, uint32_t capacity)
{
    if (capacity > HEAP_LIMIT) {
        return false;
    }
    if (!WAYI_GROW(&heap->allocator, heap->items, heap->capacity, capacity)) {
        return false;
    }
    return true;
}
