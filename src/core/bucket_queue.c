// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A key's bucket is its remainder by the width. As all keys lie within one width, a bucket holds
// one key only, and walking the buckets upward from the lowest key meets the keys in order.
#include "core/bucket_queue.h"

#include "base/bits.h"
#include "base/check.h"

#include <string.h>

#define BUCKET_QUEUE_WIDTH_LEAST 64u
#define BUCKET_QUEUE_WIDTH_MOST (UINT32_C(1) << 24)

void wayi_bucket_queue_init(wayi_bucket_queue *queue, const way_allocator *allocator)
{
    *queue = (wayi_bucket_queue){.free_entry = WAYI_BUCKET_NONE,
                                 .allocator = wayi_allocator_or_default(allocator)};
}

static void bucket_queue_free_buckets(wayi_bucket_queue *queue)
{
    wayi_free(&queue->allocator, queue->heads, queue->width, sizeof(*queue->heads));
    wayi_free(&queue->allocator, queue->filled, queue->width / 64, sizeof(*queue->filled));
}

void wayi_bucket_queue_fini(wayi_bucket_queue *queue)
{
    bucket_queue_free_buckets(queue);
    wayi_free(&queue->allocator, queue->entries, queue->entry_capacity, sizeof(*queue->entries));
    wayi_bucket_queue_init(queue, &queue->allocator);
}

void wayi_bucket_queue_clear(wayi_bucket_queue *queue)
{
    if (queue->count > 0) {
        const uint32_t mask = queue->width / 64 - 1;
        const uint32_t first = (uint32_t)(queue->lowest >> 6) & mask;
        const uint64_t words = (queue->highest >> 6) - (queue->lowest >> 6) + 1;
        for (uint32_t i = 0; i < words; i++) {
            const uint32_t index = (first + i) & mask;
            for (uint64_t word = queue->filled[index]; word != 0; word &= word - 1) {
                queue->heads[index * 64 + wayi_bits_lowest(word)] = WAYI_BUCKET_NONE;
            }
            queue->filled[index] = 0;
        }
    }
    queue->count = 0;
    queue->entry_count = 0;
    queue->free_entry = WAYI_BUCKET_NONE;
}

size_t wayi_bucket_queue_bytes(const wayi_bucket_queue *queue)
{
    return queue->width * sizeof(*queue->heads) + queue->width / 64 * sizeof(*queue->filled) +
           queue->entry_capacity * sizeof(*queue->entries);
}

void wayi_bucket_queue_advance(wayi_bucket_queue *queue)
{
    WAYI_ASSERT(queue->count > 0);
    const uint32_t mask = queue->width / 64 - 1;
    const uint32_t from = (uint32_t)queue->lowest & (queue->width - 1);
    uint32_t index = from >> 6;
    uint64_t word = queue->filled[index] & (UINT64_MAX << (from & 63u));
    while (word == 0) {
        index = (index + 1) & mask;
        word = queue->filled[index];
    }
    const uint32_t found = index * 64 + wayi_bits_lowest(word);
    queue->lowest += (found - from) & (queue->width - 1);
}

// Hands each chain over to its bucket in the wider array.
static void bucket_queue_move(const wayi_bucket_queue *from, wayi_bucket_queue *to)
{
    for (uint32_t i = 0; i < from->width / 64; i++) {
        for (uint64_t word = from->filled[i]; word != 0; word &= word - 1) {
            const uint32_t head = from->heads[i * 64 + wayi_bits_lowest(word)];
            const uint32_t bucket = (uint32_t)from->entries[head].item.key & (to->width - 1);
            to->heads[bucket] = head;
            to->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
        }
    }
}

static bool bucket_queue_widen(wayi_bucket_queue *queue, uint32_t width)
{
    wayi_bucket_queue wider = *queue;
    wider.width = width;
    wider.heads = wayi_alloc(&queue->allocator, width, sizeof(*wider.heads));
    wider.filled = wayi_alloc_zero(&queue->allocator, width / 64, sizeof(*wider.filled));
    if (wider.heads == NULL || wider.filled == NULL) {
        bucket_queue_free_buckets(&wider);
        return false;
    }
    memset(wider.heads, 0xFF, width * sizeof(*wider.heads)); // WAYI_BUCKET_NONE in each.
    bucket_queue_move(queue, &wider);
    bucket_queue_free_buckets(queue);
    *queue = wider;
    return true;
}

// Widens the array until keys `span` apart have buckets of their own.
static bool bucket_queue_cover(wayi_bucket_queue *queue, uint64_t span)
{
    if (span >= BUCKET_QUEUE_WIDTH_MOST) {
        return false;
    }
    uint32_t width = queue->width;
    if (width == 0) {
        const uint32_t initial = WAYI_INITIAL(1024u);
        width = initial < BUCKET_QUEUE_WIDTH_LEAST ? BUCKET_QUEUE_WIDTH_LEAST : initial;
    }
    while (span >= width) {
        width *= 2;
    }
    return width == queue->width || bucket_queue_widen(queue, width);
}

static bool bucket_queue_reserve_entry(wayi_bucket_queue *queue)
{
    if (queue->free_entry != WAYI_BUCKET_NONE || queue->entry_count < queue->entry_capacity) {
        return true;
    }
    void *entries = queue->entries;
    if (!wayi_grow(&queue->allocator, &entries, &queue->entry_capacity, queue->entry_count + 1,
                   sizeof(*queue->entries))) {
        return false;
    }
    queue->entries = entries;
    return true;
}

bool wayi_bucket_queue_make_room(wayi_bucket_queue *queue, uint64_t key)
{
    if (!bucket_queue_reserve_entry(queue)) {
        return false;
    }
    if (queue->count == 0) {
        if (!bucket_queue_cover(queue, 0)) {
            return false;
        }
        queue->lowest = key;
        queue->highest = key;
        return true;
    }
    const uint64_t first = wayi_bucket_queue_peek(queue);
    const uint64_t low = key < first ? key : first;
    const uint64_t high = key > queue->highest ? key : queue->highest;
    if (!bucket_queue_cover(queue, high - low)) {
        return false;
    }
    queue->lowest = low;
    return true;
}
