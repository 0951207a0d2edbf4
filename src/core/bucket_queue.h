// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A bucket queue for small integer keys: push and pop in constant time, last in first out within a
// bucket. The keys in the queue at any moment should span less than its width; a wider span is
// grown into. Entries come from a pool; deletion is lazy as in heap.h.
#pragma once

#include "base/alloc.h"
#include "core/heap.h"

#define WAYI_BUCKET_NONE UINT32_MAX

typedef struct wayi_bucket_entry {
    wayi_heap_item item;
    uint32_t next;
} wayi_bucket_entry;

typedef struct wayi_bucket_queue {
    uint32_t *heads;  ///< first entry of each bucket or WAYI_BUCKET_NONE; circular
    uint64_t *filled; ///< one bit per bucket
    uint32_t width;   ///< buckets, a power of two and at least 64; 0 before the first push
    uint64_t lowest;  ///< no key in the queue is smaller
    uint64_t highest; ///< the largest key, while the queue is not empty
    uint32_t count;
    wayi_bucket_entry *entries;
    uint32_t entry_count; ///< entries ever used since the last clear
    uint32_t entry_capacity;
    uint32_t free_entry; ///< first of the used ones that are free again
    way_allocator allocator;
} wayi_bucket_queue;

void wayi_bucket_queue_init(wayi_bucket_queue *queue, const way_allocator *allocator);
void wayi_bucket_queue_fini(wayi_bucket_queue *queue);

/// Empties the queue in time proportional to the buckets in use.
void wayi_bucket_queue_clear(wayi_bucket_queue *queue);
size_t wayi_bucket_queue_bytes(const wayi_bucket_queue *queue);

/// Out-of-line parts of push and pop; use those.
bool wayi_bucket_queue_make_room(wayi_bucket_queue *queue, uint64_t key);
void wayi_bucket_queue_advance(wayi_bucket_queue *queue);

/// Pushes under item.key. False without memory, or if the span would pass 2^24 buckets; then
/// nothing changed.
static inline bool wayi_bucket_queue_push(wayi_bucket_queue *queue, wayi_heap_item item)
{
    const bool full =
        queue->free_entry == WAYI_BUCKET_NONE && queue->entry_count == queue->entry_capacity;
    // A key below `lowest` wraps to a distance that no width reaches.
    if (full || queue->count == 0 || item.key - queue->lowest >= queue->width) {
        if (!wayi_bucket_queue_make_room(queue, item.key)) {
            return false;
        }
    }
    uint32_t place = queue->free_entry;
    if (place == WAYI_BUCKET_NONE) {
        place = queue->entry_count++;
    } else {
        queue->free_entry = queue->entries[place].next;
    }
    const uint32_t bucket = (uint32_t)item.key & (queue->width - 1);
    queue->entries[place] = (wayi_bucket_entry){.item = item, .next = queue->heads[bucket]};
    queue->heads[bucket] = place;
    queue->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
    queue->highest = item.key > queue->highest ? item.key : queue->highest;
    queue->count++;
    return true;
}

/// The lowest key. The queue is not empty.
static inline uint64_t wayi_bucket_queue_peek(wayi_bucket_queue *queue)
{
    if (queue->heads[queue->lowest & (queue->width - 1)] == WAYI_BUCKET_NONE) {
        wayi_bucket_queue_advance(queue);
    }
    return queue->lowest;
}

/// Takes the newest item of the lowest bucket. The queue is not empty.
static inline wayi_heap_item wayi_bucket_queue_pop(wayi_bucket_queue *queue)
{
    const uint32_t bucket = (uint32_t)wayi_bucket_queue_peek(queue) & (queue->width - 1);
    const uint32_t place = queue->heads[bucket];
    wayi_bucket_entry *entry = &queue->entries[place];
    queue->heads[bucket] = entry->next;
    if (entry->next == WAYI_BUCKET_NONE) {
        queue->filled[bucket >> 6] &= ~(UINT64_C(1) << (bucket & 63u));
    }
    entry->next = queue->free_entry;
    queue->free_entry = place;
    queue->count--;
    return entry->item;
}
