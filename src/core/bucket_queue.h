// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A bucket queue for small integer keys: push and pop in constant time, last in first out within a
// bucket. The keys in the queue at any moment should span less than its width; a wider span is
// grown into. Entries come from a pool; deletion is lazy as in heap.h.
#pragma once

#include "base/alloc.h"
#include "core/heap.h"

typedef struct wayi_bucket_entry {
    wayi_heap_item item;
    uint32_t next;
} wayi_bucket_entry;

typedef struct wayi_bucket_queue {
    uint32_t *heads;  ///< first entry of each bucket; circular
    uint64_t *filled; ///< one bit per bucket
    uint32_t width;   ///< buckets, a power of two and at least 64
    uint64_t lowest;  ///< no key in the queue is smaller
    uint64_t highest; ///< no key in the queue is larger
    uint32_t count;
    wayi_bucket_entry *entries;
    uint32_t entry_count;
    uint32_t entry_capacity;
    uint32_t free_entry;
    way_allocator allocator;
} wayi_bucket_queue;

void wayi_bucket_queue_init(wayi_bucket_queue *queue, const way_allocator *allocator);
void wayi_bucket_queue_fini(wayi_bucket_queue *queue);

/// Empties the queue in time proportional to the buckets in use.
void wayi_bucket_queue_clear(wayi_bucket_queue *queue);
size_t wayi_bucket_queue_bytes(const wayi_bucket_queue *queue);

/// Pushes under item.key. False without memory, or if the span would pass 2^24 buckets.
bool wayi_bucket_queue_push(wayi_bucket_queue *queue, wayi_heap_item item);

/// Takes the newest item of the lowest bucket. The queue is not empty.
wayi_heap_item wayi_bucket_queue_pop(wayi_bucket_queue *queue);

/// The lowest key. The queue is not empty.
uint64_t wayi_bucket_queue_peek(wayi_bucket_queue *queue);
