// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A queue of slots under small integer keys from which any slot can be taken: insert, move and
// remove in constant time, last in first out within a bucket. The links are intrusive: they live in
// the caller's own array, `stride` bytes apart, so that a queue costs no memory per slot beyond
// them. The keys in the queue at any moment differ by less than WAYI_BUCKET_LIST_SPAN. Bits tell
// which are in use. As long as keys lie close together there is a head for each of them; further
// apart far fewer are in use, and only every 64 keys in a row of which one is in use have a page
// with the heads of their buckets, found by the key.
#pragma once

#include "base/alloc.h"
#include "base/inline.h"

/// Ends a chain; `next` of a slot that is in no bucket is WAYI_BUCKET_OUT.
#define WAYI_BUCKET_END UINT32_MAX
#define WAYI_BUCKET_OUT (UINT32_MAX - 1)

#define WAYI_BUCKET_LIST_SPAN (UINT32_C(1) << 24)

/// What a slot needs to be queued. Blank: {.next = WAYI_BUCKET_OUT}.
typedef struct wayi_bucket_link {
    uint32_t next;
    uint32_t previous; ///< WAYI_BUCKET_END = first of its bucket
    uint32_t key : 28; ///< its low bits; `lowest` knows the rest
    uint32_t tag : 4;  ///< the owner's own
} wayi_bucket_link;

#define WAYI_BUCKET_KEY UINT32_C(0x0fffffff)

typedef struct wayi_bucket_list {
    unsigned char *links; ///< of slot 0; the owner keeps it up to date when its array moves
    size_t stride;
    uint32_t *heads;        ///< the newest slot of each bucket, 64 to a page
    uint32_t page_capacity; ///< without `pages`: width / 64
    uint32_t spare;   ///< first head of a page that is free, in place of which the next one is
    uint32_t *pages;  ///< [width / 64] by word of `filled`, where that is not 0: its first head;
                      ///< NULL while every key has a head
    uint64_t *filled; ///< one bit per key, circular
    uint64_t *coarse; ///< one bit per word of those: keys may lie far apart
    uint32_t width;   ///< of the bits, a power of two and at least 64; 0 before the first insert
    uint32_t count;
    uint64_t lowest;  ///< hint: no key in the queue is smaller
    uint64_t highest; ///< no key in the queue is larger
    way_allocator allocator;
} wayi_bucket_list;

void wayi_bucket_list_init(wayi_bucket_list *list, size_t stride, const way_allocator *allocator);
void wayi_bucket_list_fini(wayi_bucket_list *list);

/// Empties the queue without a look at its slots, whose links the owner has reset or forgotten.
void wayi_bucket_list_clear(wayi_bucket_list *list);

/// Out-of-line parts of insert, remove and peek; use those.
bool wayi_bucket_list_make_room(wayi_bucket_list *list, uint64_t key);
bool wayi_bucket_list_take_page(wayi_bucket_list *list, uint32_t word);
void wayi_bucket_list_drop_word(wayi_bucket_list *list, uint32_t word);
void wayi_bucket_list_advance(wayi_bucket_list *list);

/// The head of a bucket whose word has a page.
static inline uint32_t *wayi_bucket_list_head(const wayi_bucket_list *list, uint32_t bucket)
{
    return &list->heads[list->pages ? list->pages[bucket >> 6] + (bucket & 63u) : bucket];
}

static inline wayi_bucket_link *wayi_bucket_list_link(const wayi_bucket_list *list, uint32_t slot)
{
    return (wayi_bucket_link *)(void *)(list->links + slot * list->stride);
}

static inline bool wayi_bucket_list_has(const wayi_bucket_list *list, uint32_t slot)
{
    return wayi_bucket_list_link(list, slot)->next != WAYI_BUCKET_OUT;
}

/// Whether a key is too far from those in the queue to be inserted.
static inline bool wayi_bucket_list_is_wide(const wayi_bucket_list *list, uint64_t key)
{
    return list->count > 0 &&
           (key < list->lowest ? list->highest - key : key - list->lowest) >= WAYI_BUCKET_LIST_SPAN;
}

/// The key of a slot that is in the queue.
static inline uint64_t wayi_bucket_list_key(const wayi_bucket_list *list, uint32_t slot)
{
    const uint32_t key = wayi_bucket_list_link(list, slot)->key;
    return list->lowest + ((key - (uint32_t)list->lowest) & WAYI_BUCKET_KEY);
}

/// Puts a slot that is not in the queue into it. False without memory, or if the span would pass
/// 2^24 keys; then nothing changed.
static inline bool wayi_bucket_list_insert(wayi_bucket_list *list, uint32_t slot, uint64_t key)
{
    // A key below `lowest` wraps to a distance that no width reaches.
    if ((list->count == 0 || key - list->lowest > list->width - 64) &&
        !wayi_bucket_list_make_room(list, key)) {
        return false;
    }
    const uint32_t bucket = (uint32_t)key & (list->width - 1);
    if (list->pages && list->filled[bucket >> 6] == 0 &&
        !wayi_bucket_list_take_page(list, bucket >> 6)) {
        return false;
    }
    uint32_t *head = wayi_bucket_list_head(list, bucket);
    wayi_bucket_link *link = wayi_bucket_list_link(list, slot);
    link->next = *head;
    link->previous = WAYI_BUCKET_END;
    link->key = (uint32_t)key & WAYI_BUCKET_KEY;
    if (*head == WAYI_BUCKET_END) {
        list->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
        list->coarse[bucket >> 12] |= UINT64_C(1) << (bucket >> 6 & 63u);
    } else {
        wayi_bucket_list_link(list, *head)->previous = slot;
    }
    *head = slot;
    list->highest = key > list->highest ? key : list->highest;
    list->count++;
    return true;
}

/// A bucket has lost its last slot.
static WAYI_ALWAYS_INLINE void wayi_bucket_list_empty(wayi_bucket_list *list, uint32_t bucket)
{
    list->filled[bucket >> 6] &= ~(UINT64_C(1) << (bucket & 63u));
    if (list->filled[bucket >> 6] == 0) {
        wayi_bucket_list_drop_word(list, bucket >> 6);
    }
}

/// Takes out a slot that is in the queue.
static WAYI_ALWAYS_INLINE void wayi_bucket_list_remove(wayi_bucket_list *list, uint32_t slot)
{
    wayi_bucket_link *link = wayi_bucket_list_link(list, slot);
    if (link->next != WAYI_BUCKET_END) {
        wayi_bucket_list_link(list, link->next)->previous = link->previous;
    }
    if (link->previous != WAYI_BUCKET_END) {
        wayi_bucket_list_link(list, link->previous)->next = link->next;
    } else {
        const uint32_t bucket = link->key & (list->width - 1);
        *wayi_bucket_list_head(list, bucket) = link->next;
        if (link->next == WAYI_BUCKET_END) {
            wayi_bucket_list_empty(list, bucket);
        }
    }
    link->next = WAYI_BUCKET_OUT;
    list->count--;
}

/// The newest slot of the lowest key, which becomes `lowest`. The queue is not empty.
static inline uint32_t wayi_bucket_list_peek(wayi_bucket_list *list)
{
    const uint32_t bucket = (uint32_t)list->lowest & (list->width - 1);
    if (!(list->filled[bucket >> 6] >> (bucket & 63u) & 1u)) {
        wayi_bucket_list_advance(list);
    }
    return *wayi_bucket_list_head(list, (uint32_t)list->lowest & (list->width - 1));
}

/// Takes out the slot that peek has just told.
static inline void wayi_bucket_list_pop(wayi_bucket_list *list, uint32_t slot)
{
    const uint32_t bucket = (uint32_t)list->lowest & (list->width - 1);
    wayi_bucket_link *link = wayi_bucket_list_link(list, slot);
    *wayi_bucket_list_head(list, bucket) = link->next;
    if (link->next != WAYI_BUCKET_END) {
        wayi_bucket_list_link(list, link->next)->previous = WAYI_BUCKET_END;
    } else {
        wayi_bucket_list_empty(list, bucket);
    }
    link->next = WAYI_BUCKET_OUT;
    list->count--;
}
