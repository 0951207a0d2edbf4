// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A key's bucket is its remainder by the width. As all keys lie within one width, a bucket holds
// one key only, and walking the buckets upward from the lowest key meets the keys in order.
#include "core/bucket_list.h"

#include "base/bits.h"
#include "base/check.h"

#include <string.h>

#define BUCKET_LIST_WIDTH_LEAST 64u

void wayi_bucket_list_init(wayi_bucket_list *list, size_t stride, const way_allocator *allocator)
{
    *list = (wayi_bucket_list){.stride = stride, .allocator = wayi_allocator_or_default(allocator)};
}

static uint32_t bucket_list_coarse_words(uint32_t width)
{
    return (width + 4095) / 4096;
}

static void bucket_list_free_buckets(wayi_bucket_list *list)
{
    wayi_free(&list->allocator, list->heads, list->width, sizeof(*list->heads));
    wayi_free(&list->allocator, list->filled, list->width / 64, sizeof(*list->filled));
    wayi_free(&list->allocator, list->coarse, bucket_list_coarse_words(list->width),
              sizeof(*list->coarse));
}

void wayi_bucket_list_fini(wayi_bucket_list *list)
{
    bucket_list_free_buckets(list);
    wayi_bucket_list_init(list, list->stride, &list->allocator);
}

void wayi_bucket_list_clear(wayi_bucket_list *list)
{
    for (uint32_t index = 0; list->count > 0 && index < list->width / 64; index++) {
        for (uint64_t word = list->filled[index]; word != 0; word &= word - 1) {
            list->heads[index * 64 + wayi_bits_lowest(word)] = WAYI_BUCKET_END;
        }
        list->filled[index] = 0;
    }
    for (uint32_t i = 0; list->count > 0 && i < bucket_list_coarse_words(list->width); i++) {
        list->coarse[i] = 0;
    }
    list->count = 0;
}

size_t wayi_bucket_list_bytes(const wayi_bucket_list *list)
{
    return list->width * sizeof(*list->heads) + list->width / 64 * sizeof(*list->filled) +
           bucket_list_coarse_words(list->width) * sizeof(*list->coarse);
}

void wayi_bucket_list_advance(wayi_bucket_list *list)
{
    WAYI_ASSERT(list->count > 0);
    const uint32_t from = (uint32_t)list->lowest & (list->width - 1);
    uint32_t index = from >> 6;
    uint64_t word = list->filled[index] & (UINT64_MAX << (from & 63u));
    if (word == 0) {
        const uint32_t words = bucket_list_coarse_words(list->width);
        uint32_t place = index >> 6;
        // All but this word and those before it; these come round last.
        uint64_t coarse = list->coarse[place] & (UINT64_MAX << (index & 63u)) << 1;
        while (coarse == 0) {
            place = place + 1 == words ? 0 : place + 1;
            coarse = list->coarse[place];
        }
        index = place * 64 + wayi_bits_lowest(coarse);
        word = list->filled[index];
    }
    const uint32_t found = index * 64 + wayi_bits_lowest(word);
    list->lowest += (found - from) & (list->width - 1);
}

// Hands each chain over to its bucket in the wider array.
static void bucket_list_move(const wayi_bucket_list *from, wayi_bucket_list *to)
{
    for (uint32_t i = 0; i < from->width / 64; i++) {
        for (uint64_t word = from->filled[i]; word != 0; word &= word - 1) {
            const uint32_t head = from->heads[i * 64 + wayi_bits_lowest(word)];
            const uint32_t bucket = wayi_bucket_list_link(from, head)->key & (to->width - 1);
            to->heads[bucket] = head;
            to->filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
            to->coarse[bucket >> 12] |= UINT64_C(1) << (bucket >> 6 & 63u);
        }
    }
}

static bool bucket_list_widen(wayi_bucket_list *list, uint32_t width)
{
    wayi_bucket_list wider = *list;
    wider.width = width;
    wider.heads = wayi_alloc(&list->allocator, width, sizeof(*wider.heads));
    wider.filled = wayi_alloc_zero(&list->allocator, width / 64, sizeof(*wider.filled));
    wider.coarse =
        wayi_alloc_zero(&list->allocator, bucket_list_coarse_words(width), sizeof(*wider.coarse));
    if (wider.heads == NULL || wider.filled == NULL || wider.coarse == NULL) {
        bucket_list_free_buckets(&wider);
        return false;
    }
    memset(wider.heads, 0xFF, width * sizeof(*wider.heads)); // WAYI_BUCKET_END in each.
    bucket_list_move(list, &wider);
    bucket_list_free_buckets(list);
    *list = wider;
    return true;
}

// Widens the array until keys `span` apart have buckets of their own.
static bool bucket_list_cover(wayi_bucket_list *list, uint64_t span)
{
    if (span >= WAYI_BUCKET_LIST_SPAN) {
        return false;
    }
    uint32_t width = list->width;
    if (width == 0) {
        const uint32_t initial = WAYI_INITIAL(256u);
        width = initial < BUCKET_LIST_WIDTH_LEAST ? BUCKET_LIST_WIDTH_LEAST : initial;
    }
    while (span >= width) {
        width *= 2;
    }
    return width == list->width || bucket_list_widen(list, width);
}

bool wayi_bucket_list_make_room(wayi_bucket_list *list, uint64_t key)
{
    if (list->count == 0) {
        if (!bucket_list_cover(list, 0)) {
            return false;
        }
        list->lowest = key;
        list->highest = key;
        return true;
    }
    wayi_bucket_list_peek(list);
    const uint64_t low = key < list->lowest ? key : list->lowest;
    const uint64_t high = key > list->highest ? key : list->highest;
    if (!bucket_list_cover(list, high - low)) {
        return false;
    }
    list->lowest = low;
    return true;
}
