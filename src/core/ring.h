// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A queue of numbers with room for a fixed count, first in first out.
#pragma once

#include "base/alloc.h"

typedef struct wayi_ring {
    uint32_t *items;
    uint32_t capacity;
    uint32_t first;
    uint32_t count;
} wayi_ring;

/// False without memory; `fini` is fine in both cases.
static inline bool wayi_ring_init(wayi_ring *ring, uint32_t capacity,
                                  const way_allocator *allocator)
{
    *ring = (wayi_ring){.items = wayi_alloc(allocator, capacity, sizeof *ring->items)};
    ring->capacity = ring->items ? capacity : 0;
    return ring->items != NULL;
}

static inline void wayi_ring_fini(wayi_ring *ring, const way_allocator *allocator)
{
    WAYI_FREE(allocator, ring->items, ring->capacity);
    *ring = (wayi_ring){0};
}

/// There must be room.
static inline void wayi_ring_push(wayi_ring *ring, uint32_t item)
{
    const uint32_t at = ring->first + ring->count++;
    ring->items[at < ring->capacity ? at : at - ring->capacity] = item;
}

/// There must be one.
static inline uint32_t wayi_ring_pop(wayi_ring *ring)
{
    const uint32_t item = ring->items[ring->first];
    ring->first = ring->first + 1 < ring->capacity ? ring->first + 1 : 0;
    ring->count--;
    return item;
}
