// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The open list of a best-first search, in all the shapes that the literature compares. Every shape
// but the bucket queue pops in the same total order (key, then id); buckets ignore ids and take the
// newest of the lowest key. Deletion is lazy throughout: push again, skip what is stale.
//
// Callers that pass a constant kind get the switch folded away.
#pragma once

#include "core/bucket_queue.h"
#include "core/heap.h"

typedef enum wayi_open_kind {
    WAYI_OPEN_HEAP4,
    WAYI_OPEN_BUCKET,
    WAYI_OPEN_BINARY,
    WAYI_OPEN_SKEW,
    WAYI_OPEN_SORTED,
    WAYI_OPEN_UNSORTED,
    WAYI_OPEN_KINDS,
    WAYI_OPEN_AUTO = WAYI_OPEN_KINDS ///< left to the search to choose
} wayi_open_kind;

/// What each kind is called in parameters, "auto" last.
extern const char *const wayi_open_names[WAYI_OPEN_KINDS + 1];

typedef struct wayi_skew_links {
    uint32_t left, right;
} wayi_skew_links;

typedef struct wayi_open_list {
    wayi_heap heap; ///< heap4; and the plain array of the binary, skew, sorted and unsorted kinds
    wayi_bucket_queue buckets;
    wayi_skew_links *links; ///< skew: children of each place of the array
    uint32_t link_capacity;
    uint32_t root;
    uint32_t
        live; ///< skew: items in the heap; its array also holds popped places until it is empty
    wayi_open_kind kind;
} wayi_open_list;

void wayi_open_init(wayi_open_list *open, wayi_open_kind kind, const way_allocator *allocator);
void wayi_open_fini(wayi_open_list *open);
void wayi_open_clear(wayi_open_list *open);

/// The kinds that are compared, not used in anger.
bool wayi_open_push_plain(wayi_open_list *open, wayi_heap_item item);
wayi_heap_item wayi_open_pop_plain(wayi_open_list *open);

/// Goes on with a heap when keys span more than buckets can hold; ties break differently from then
/// on. False without memory.
bool wayi_open_push_far(wayi_open_list *open, wayi_heap_item item);

/// Pushes an item; false without memory. A caller that passes `open->kind` need not care how far
/// keys are apart; one with a constant kind of buckets must know that they are not.
static inline bool wayi_open_push(wayi_open_list *open, wayi_open_kind kind, wayi_heap_item item)
{
    if (kind == WAYI_OPEN_HEAP4) {
        return wayi_heap_push(&open->heap, item);
    }
    if (kind == WAYI_OPEN_BUCKET) {
        const wayi_heap_item bare = {item.key >> 32, item.id, item.slot}; // without the tie-break
        return wayi_bucket_queue_push(&open->buckets, bare) || wayi_open_push_far(open, item);
    }
    return wayi_open_push_plain(open, item);
}

static inline bool wayi_open_is_empty(const wayi_open_list *open, wayi_open_kind kind)
{
    if (kind == WAYI_OPEN_BUCKET) {
        return wayi_bucket_queue_count(&open->buckets) == 0;
    }
    return kind == WAYI_OPEN_SKEW ? open->live == 0 : open->heap.count == 0;
}

/// Takes the first item. The list is not empty.
static inline wayi_heap_item wayi_open_pop(wayi_open_list *open, wayi_open_kind kind)
{
    if (kind == WAYI_OPEN_HEAP4) {
        return wayi_heap_pop(&open->heap);
    }
    if (kind == WAYI_OPEN_BUCKET) {
        return wayi_bucket_queue_pop(&open->buckets);
    }
    return wayi_open_pop_plain(open);
}
