// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A key's bucket is its remainder by the width. As all keys lie within one width, a bucket holds
// one key only, and walking the buckets upward from the lowest key meets the keys in order.
#include "core/bucket_queue.h"

#include "base/check.h"

#define BUCKET_QUEUE_WIDTH_LEAST 64u
#define BUCKET_QUEUE_SPARES 256u
#define BUCKET_QUEUE_SPARES_LEAST 16u
#define BUCKET_QUEUE_POOL_BLOCK (16 * BUCKET_QUEUE_SPARES * sizeof(wayi_bucket_entry))

void wayi_bucket_queue_init(wayi_bucket_queue *queue, const way_allocator *allocator)
{
    *queue = (wayi_bucket_queue){.allocator = wayi_allocator_or_default(allocator)};
    wayi_arena_init(&queue->pool, BUCKET_QUEUE_POOL_BLOCK, allocator);
}

static void bucket_queue_free_buckets(wayi_bucket_queue *queue)
{
    WAYI_FREE(&queue->allocator, queue->heads, queue->width);
    WAYI_FREE(&queue->allocator, queue->filled, queue->width / 64);
}

void wayi_bucket_queue_fini(wayi_bucket_queue *queue)
{
    bucket_queue_free_buckets(queue);
    wayi_arena_fini(&queue->pool);
    const way_allocator allocator = queue->allocator;
    wayi_bucket_queue_init(queue, &allocator);
}

void wayi_bucket_queue_clear(wayi_bucket_queue *queue)
{
    if (wayi_bucket_queue_count(queue) > 0) {
        const size_t mask = queue->width / 64 - 1;
        const size_t first = (size_t)(queue->lowest >> 6) & mask;
        const uint64_t words = (queue->highest >> 6) - (queue->lowest >> 6) + 1;
        for (uint64_t i = 0; i < words; i++) {
            const size_t index = (first + i) & mask;
            for (uint64_t word = queue->filled[index]; word != 0; word &= word - 1) {
                queue->heads[index * 64 + wayi_bits_lowest(word)] = NULL;
            }
            queue->filled[index] = 0;
        }
    }
    queue->pushed = 0;
    queue->popped = 0;
    queue->highest = queue->lowest;
    queue->spare = NULL;
    wayi_arena_reset(&queue->pool);
}

// Hands each chain over to its bucket in the wider array. The key of a bucket is the one within a
// width of the lowest.
static void bucket_queue_move(const wayi_bucket_queue *from, wayi_bucket_queue *to)
{
    for (size_t i = 0; i < from->width / 64; i++) {
        for (uint64_t word = from->filled[i]; word != 0; word &= word - 1) {
            const size_t old = i * 64 + wayi_bits_lowest(word);
            const uint64_t key = from->lowest + ((old - (size_t)from->lowest) & (from->width - 1));
            const size_t bucket = (size_t)key & (to->width - 1);
            to->heads[bucket] = from->heads[old];
            to->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
        }
    }
}

static bool bucket_queue_widen(wayi_bucket_queue *queue, size_t width)
{
    wayi_bucket_queue wider = *queue;
    wider.width = width;
    wider.heads = wayi_alloc_zero(&queue->allocator, width, sizeof(*wider.heads));
    wider.filled = wayi_alloc_zero(&queue->allocator, width / 64, sizeof(*wider.filled));
    if (wider.heads == NULL || wider.filled == NULL) {
        bucket_queue_free_buckets(&wider);
        return false;
    }
    bucket_queue_move(queue, &wider);
    bucket_queue_free_buckets(queue);
    *queue = wider;
    return true;
}

// Widens the array until keys `span` apart have buckets of their own.
static bool bucket_queue_span(wayi_bucket_queue *queue, uint64_t span)
{
    if (span >= WAYI_BUCKET_QUEUE_SPAN) {
        return false;
    }
    size_t width = queue->width;
    if (width == 0) {
        const size_t initial = WAYI_INITIAL(1024u);
        width = initial < BUCKET_QUEUE_WIDTH_LEAST ? BUCKET_QUEUE_WIDTH_LEAST : initial;
    }
    while (span >= width) {
        width *= 2;
    }
    return width == queue->width || bucket_queue_widen(queue, width);
}

bool wayi_bucket_queue_cover(wayi_bucket_queue *queue, uint64_t key)
{
    if (wayi_bucket_queue_count(queue) == 0) {
        if (!bucket_queue_span(queue, 0)) {
            return false;
        }
        queue->lowest = key;
        queue->highest = key;
        return true;
    }
    const uint64_t first = wayi_bucket_queue_peek(queue);
    const uint64_t low = key < first ? key : first;
    const uint64_t high = key > queue->highest ? key : queue->highest;
    if (!bucket_queue_span(queue, high - low)) {
        return false;
    }
    queue->lowest = low;
    return true;
}

bool wayi_bucket_queue_add_spares(wayi_bucket_queue *queue)
{
    // As many as are in use already: a search of a few states must not pay for hundreds.
    const uint32_t least = WAYI_INITIAL(BUCKET_QUEUE_SPARES_LEAST);
    const uint32_t most = WAYI_INITIAL(BUCKET_QUEUE_SPARES);
    const uint32_t more = queue->pushed < most ? (uint32_t)queue->pushed : most;
    const uint32_t count = more < least ? least : more;
    wayi_bucket_entry *entries = wayi_arena_alloc(&queue->pool, count * sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        entries[i].next = &entries[i + 1];
    }
    entries[count - 1].next = queue->spare;
    queue->spare = entries;
    return true;
}
