// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The open lists that are kept for comparison: binary heap, skew heap, sorted and unsorted array.
#include "core/open_list.h"

#include <string.h>

#define OPEN_NONE UINT32_MAX

const char *const wayi_open_names[WAYI_OPEN_KINDS + 1] = {
    [WAYI_OPEN_HEAP4] = "heap4", [WAYI_OPEN_BUCKET] = "bucket", [WAYI_OPEN_BINARY] = "binary",
    [WAYI_OPEN_SKEW] = "skew",   [WAYI_OPEN_SORTED] = "sorted", [WAYI_OPEN_UNSORTED] = "unsorted",
    [WAYI_OPEN_AUTO] = "auto",
};

void wayi_open_init(wayi_open_list *open, wayi_open_kind kind, const way_allocator *allocator)
{
    *open = (wayi_open_list){.kind = kind, .root = OPEN_NONE};
    wayi_heap_init(&open->heap, allocator);
    wayi_bucket_queue_init(&open->buckets, allocator);
}

void wayi_open_fini(wayi_open_list *open)
{
    WAYI_FREE(&open->heap.allocator, open->links, open->link_capacity);
    wayi_heap_fini(&open->heap);
    wayi_bucket_queue_fini(&open->buckets);
    *open = (wayi_open_list){.kind = open->kind, .root = OPEN_NONE};
}

void wayi_open_clear(wayi_open_list *open)
{
    wayi_heap_clear(&open->heap);
    wayi_bucket_queue_clear(&open->buckets);
    open->root = OPEN_NONE;
    open->live = 0;
}

bool wayi_open_push_far(wayi_open_list *open, wayi_heap_item item)
{
    const uint64_t count = wayi_bucket_queue_count(&open->buckets);
    // A heap helps only where the span is too wide.
    if (!wayi_bucket_queue_is_wide(&open->buckets, item.key >> 32) || count >= UINT32_MAX ||
        !wayi_heap_reserve(&open->heap, (uint32_t)count + 1)) {
        return false;
    }
    while (wayi_bucket_queue_count(&open->buckets) > 0) {
        wayi_heap_item moved = wayi_bucket_queue_pop(&open->buckets);
        moved.key <<= 32;
        (void)wayi_heap_push(&open->heap, moved);
    }
    open->kind = WAYI_OPEN_HEAP4;
    return wayi_heap_push(&open->heap, item);
}

static bool open_append(wayi_open_list *open, wayi_heap_item item)
{
    wayi_heap *heap = &open->heap;
    if (heap->count == heap->capacity && !wayi_heap_reserve(heap, heap->count + 1)) {
        return false;
    }
    heap->items[heap->count++] = item;
    return true;
}

static void open_binary_sift_up(wayi_heap_item *items, uint32_t hole)
{
    const wayi_heap_item item = items[hole];
    while (hole > 0 && wayi_heap_before(item, items[(hole - 1) / 2])) {
        items[hole] = items[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    items[hole] = item;
}

static wayi_heap_item open_binary_pop(wayi_heap *heap)
{
    wayi_heap_item *items = heap->items;
    const wayi_heap_item top = items[0];
    const wayi_heap_item last = items[--heap->count];
    uint32_t hole = 0;
    for (uint32_t child = 1; child < heap->count; child = hole * 2 + 1) {
        if (child + 1 < heap->count && wayi_heap_before(items[child + 1], items[child])) {
            child++;
        }
        if (!wayi_heap_before(items[child], last)) {
            break;
        }
        items[hole] = items[child];
        hole = child;
    }
    items[hole] = last;
    return top;
}

/// Melds two skew heaps top down: walk the right spines in order, swapping children on the way.
static uint32_t open_skew_meld(wayi_open_list *open, uint32_t a, uint32_t b)
{
    const wayi_heap_item *items = open->heap.items;
    uint32_t root = OPEN_NONE;
    uint32_t *place = &root;
    while (a != OPEN_NONE && b != OPEN_NONE) {
        if (wayi_heap_before(items[b], items[a])) {
            const uint32_t swap = a;
            a = b;
            b = swap;
        }
        *place = a;
        wayi_skew_links *links = &open->links[a];
        a = links->right;
        links->right = links->left;
        place = &links->left;
    }
    *place = a != OPEN_NONE ? a : b;
    return root;
}

static bool open_skew_push(wayi_open_list *open, wayi_heap_item item)
{
    const uint32_t place = open->heap.count;
    if (!WAYI_GROW(&open->heap.allocator, open->links, open->link_capacity, place + 1) ||
        !open_append(open, item)) {
        return false;
    }
    open->links[place] = (wayi_skew_links){OPEN_NONE, OPEN_NONE};
    open->root = open_skew_meld(open, open->root, place);
    open->live++;
    return true;
}

static wayi_heap_item open_skew_pop(wayi_open_list *open)
{
    const uint32_t top = open->root;
    const wayi_heap_item item = open->heap.items[top];
    open->root = open_skew_meld(open, open->links[top].left, open->links[top].right);
    if (--open->live == 0) {
        open->heap.count = 0;
    }
    return item;
}

/// Keeps the array sorted with the first item last.
static bool open_sorted_push(wayi_open_list *open, wayi_heap_item item)
{
    if (!open_append(open, item)) {
        return false;
    }
    wayi_heap_item *items = open->heap.items;
    uint32_t low = 0;
    uint32_t high = open->heap.count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (wayi_heap_before(item, items[middle])) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    memmove(items + low + 1, items + low, (open->heap.count - 1 - low) * sizeof *items);
    items[low] = item;
    return true;
}

static wayi_heap_item open_unsorted_pop(wayi_heap *heap)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < heap->count; i++) {
        if (wayi_heap_before(heap->items[i], heap->items[least])) {
            least = i;
        }
    }
    const wayi_heap_item item = heap->items[least];
    heap->items[least] = heap->items[--heap->count];
    return item;
}

bool wayi_open_push_plain(wayi_open_list *open, wayi_heap_item item)
{
    switch (open->kind) {
    case WAYI_OPEN_SKEW:
        return open_skew_push(open, item);
    case WAYI_OPEN_SORTED:
        return open_sorted_push(open, item);
    case WAYI_OPEN_BINARY:
        if (!open_append(open, item)) {
            return false;
        }
        open_binary_sift_up(open->heap.items, open->heap.count - 1);
        return true;
    default:
        return open_append(open, item);
    }
}

wayi_heap_item wayi_open_pop_plain(wayi_open_list *open)
{
    switch (open->kind) {
    case WAYI_OPEN_SKEW:
        return open_skew_pop(open);
    case WAYI_OPEN_SORTED:
        return open->heap.items[--open->heap.count];
    case WAYI_OPEN_BINARY:
        return open_binary_pop(&open->heap);
    default:
        return open_unsorted_pop(&open->heap);
    }
}
