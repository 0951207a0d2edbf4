// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A bucket queue for small integer keys: push and pop in constant time, last in first out within a
// bucket. The keys in the queue at any moment should span less than its width; a wider span is
// grown into. Entries come from a pool; deletion is lazy as in heap.h.
//
// Push and pop write nothing but the queue's own fields and hand only copies of it out of line, so
// a loop may keep a queue in a local variable, in registers.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"
#include "core/arena.h"
#include "core/heap.h"

/// An item without its key, which is the bucket's.
typedef struct wayi_bucket_entry wayi_bucket_entry;
struct wayi_bucket_entry {
    wayi_bucket_entry *next;
    uint32_t id;
    uint32_t slot;
};

/// Keys in the queue must differ by less than this.
#define WAYI_BUCKET_QUEUE_SPAN (UINT32_C(1) << 24)

typedef struct wayi_bucket_queue {
    wayi_bucket_entry **heads; ///< first entry of each bucket or NULL; circular
    uint64_t *filled;          ///< one bit per bucket
    size_t width;              ///< buckets, a power of two, at least 64; 0 before the first push
    uint64_t lowest;           ///< no key in the queue is smaller
    uint64_t highest;          ///< no key in the queue is larger; `lowest` plus less than a width
    uint64_t pushed;           ///< items since the last clear
    uint64_t popped;           ///< of them, those that are out again
    wayi_bucket_entry *spare;  ///< list of unused entries
    wayi_arena pool;           ///< where entries come from
    way_allocator allocator;
} wayi_bucket_queue;

void wayi_bucket_queue_init(wayi_bucket_queue *queue, const way_allocator *allocator);
void wayi_bucket_queue_fini(wayi_bucket_queue *queue);

/// Empties the queue in time proportional to the buckets in use.
void wayi_bucket_queue_clear(wayi_bucket_queue *queue);

/// How many items are in the queue.
static inline uint64_t wayi_bucket_queue_count(const wayi_bucket_queue *queue)
{
    return queue->pushed - queue->popped;
}

/// Whether a key is too far from those in the queue to be pushed.
static inline bool wayi_bucket_queue_is_wide(const wayi_bucket_queue *queue, uint64_t key)
{
    return wayi_bucket_queue_count(queue) > 0 &&
           (key < queue->lowest ? queue->highest - key : key - queue->lowest) >=
               WAYI_BUCKET_QUEUE_SPAN;
}

/// Out-of-line parts of push; use that.
bool wayi_bucket_queue_cover(wayi_bucket_queue *queue, uint64_t key);
bool wayi_bucket_queue_add_spares(wayi_bucket_queue *queue);

/// Pushes under item.key. False without memory, or if the span would reach WAYI_BUCKET_QUEUE_SPAN;
/// then nothing changed.
static inline bool wayi_bucket_queue_push(wayi_bucket_queue *queue, wayi_heap_item item)
{
    if (wayi_bucket_queue_count(queue) == 0 && queue->width > 0) {
        queue->lowest = item.key; // what was there before does not widen it
        queue->highest = item.key;
    }
    // A key below `lowest` wraps to a distance that no width reaches.
    if (item.key - queue->lowest >= queue->width) {
        if (item.key < queue->lowest && queue->highest - item.key < queue->width) {
            queue->lowest = item.key;
        }
    }
    if (item.key - queue->lowest >= queue->width) {
        wayi_bucket_queue wider = *queue;
        const bool fits = wayi_bucket_queue_cover(&wider, item.key);
        *queue = wider;
        if (!fits) {
            return false;
        }
    }
    if (!queue->spare) {
        wayi_bucket_queue richer = *queue;
        const bool fits = wayi_bucket_queue_add_spares(&richer);
        *queue = richer;
        if (!fits) {
            return false;
        }
    }
    const size_t bucket = (size_t)item.key & (queue->width - 1);
    wayi_bucket_entry *entry = queue->spare;
    wayi_bucket_entry *head = queue->heads[bucket];
    queue->spare = entry->next;
    *entry = (wayi_bucket_entry){head, item.id, item.slot};
    queue->heads[bucket] = entry;
    if (!head) {
        queue->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
        queue->highest = item.key > queue->highest ? item.key : queue->highest;
    }
    queue->pushed++;
    return true;
}

/// The next filled bucket from the lowest key's on, which is empty.
static inline void wayi_bucket_queue_advance(wayi_bucket_queue *queue)
{
    const size_t mask = queue->width - 1;
    const size_t from = (size_t)queue->lowest & mask;
    size_t index = from >> 6;
    uint64_t word = queue->filled[index] & (UINT64_MAX << (from & 63u));
    while (word == 0) {
        index = (index + 1) & (mask >> 6);
        word = queue->filled[index];
    }
    queue->lowest += (index * 64 + wayi_bits_lowest(word) - from) & mask;
}

/// The lowest key. The queue is not empty.
static inline uint64_t wayi_bucket_queue_peek(wayi_bucket_queue *queue)
{
    if (!queue->heads[(size_t)queue->lowest & (queue->width - 1)]) {
        wayi_bucket_queue_advance(queue);
    }
    return queue->lowest;
}

/// Takes the newest item of the lowest bucket. The queue is not empty.
static inline wayi_heap_item wayi_bucket_queue_pop(wayi_bucket_queue *queue)
{
    const uint64_t key = wayi_bucket_queue_peek(queue);
    const size_t bucket = (size_t)key & (queue->width - 1);
    wayi_bucket_entry *entry = queue->heads[bucket];
    queue->heads[bucket] = entry->next;
    if (!entry->next) {
        queue->filled[bucket >> 6] &= ~(UINT64_C(1) << (bucket & 63u));
    }
    entry->next = queue->spare;
    queue->spare = entry;
    queue->popped++;
    return (wayi_heap_item){key, entry->id, entry->slot};
}
