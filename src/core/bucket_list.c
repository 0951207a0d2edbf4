// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A key's bit is its remainder by the width. As all keys lie within one width, a bit stands for one
// key only, and walking the bits upward from the lowest key meets the keys in order.
#include "core/bucket_list.h"

#include "base/bits.h"
#include "base/check.h"

#include <string.h>

#define BUCKET_LIST_WIDTH_LEAST 64u
#define BUCKET_LIST_HEADS_LEAST 16u

void wayi_bucket_list_init(wayi_bucket_list *list, size_t stride, const way_allocator *allocator)
{
    *list = (wayi_bucket_list){.stride = stride, .allocator = wayi_allocator_or_default(allocator)};
}

static uint32_t bucket_list_coarse_words(uint32_t width)
{
    return (width + 4095) / 4096;
}

static uint32_t bucket_list_heads(const wayi_bucket_list *list)
{
    return list->heads == NULL ? 0 : (UINT32_MAX >> list->head_shift) + 1;
}

static void bucket_list_free_bits(wayi_bucket_list *list)
{
    wayi_free(&list->allocator, list->filled, list->width / 64, sizeof(*list->filled));
    wayi_free(&list->allocator, list->coarse, bucket_list_coarse_words(list->width),
              sizeof(*list->coarse));
}

void wayi_bucket_list_fini(wayi_bucket_list *list)
{
    bucket_list_free_bits(list);
    wayi_free(&list->allocator, list->heads, bucket_list_heads(list), sizeof(*list->heads));
    wayi_bucket_list_init(list, list->stride, &list->allocator);
}

void wayi_bucket_list_clear(wayi_bucket_list *list)
{
    for (uint32_t i = 0; list->count > 0 && i < bucket_list_heads(list); i++) {
        const uint32_t bucket = list->heads[i].key & (list->width - 1);
        if (list->heads[i].slot != WAYI_BUCKET_END) {
            list->filled[bucket >> 6] = 0;
            list->coarse[bucket >> 12] = 0;
            list->heads[i].slot = WAYI_BUCKET_END;
        }
    }
    list->head_count = 0;
    list->count = 0;
}

size_t wayi_bucket_list_bytes(const wayi_bucket_list *list)
{
    return bucket_list_heads(list) * sizeof(*list->heads) +
           list->width / 64 * sizeof(*list->filled) +
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

// An entry that follows the gap moves into it if it could not be found across it.
void wayi_bucket_list_drop_head(wayi_bucket_list *list, wayi_bucket_head *head)
{
    const uint32_t bucket = head->key & (list->width - 1);
    list->filled[bucket >> 6] &= ~(UINT64_C(1) << (bucket & 63u));
    list->coarse[bucket >> 12] &=
        ~((uint64_t)(list->filled[bucket >> 6] == 0) << (bucket >> 6 & 63u));
    list->head_count--;
    const uint32_t mask = UINT32_MAX >> list->head_shift;
    uint32_t gap = (uint32_t)(head - list->heads);
    for (uint32_t place = (gap + 1) & mask; list->heads[place].slot != WAYI_BUCKET_END;
         place = (place + 1) & mask) {
        const uint32_t home = list->heads[place].key * UINT32_C(2654435769) >> list->head_shift;
        if (((place - home) & mask) >= ((place - gap) & mask)) {
            list->heads[gap] = list->heads[place];
            gap = place;
        }
    }
    list->heads[gap].slot = WAYI_BUCKET_END;
}

bool wayi_bucket_list_grow_heads(wayi_bucket_list *list)
{
    wayi_bucket_list grown = *list;
    const uint32_t before = bucket_list_heads(list);
    const uint32_t size = before ? 2 * before : BUCKET_LIST_HEADS_LEAST;
    grown.head_shift = 32 - wayi_bits_lowest(size);
    grown.heads = wayi_alloc(&list->allocator, size, sizeof(*grown.heads));
    if (grown.heads == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < size; i++) {
        grown.heads[i] = (wayi_bucket_head){0, WAYI_BUCKET_END};
    }
    for (uint32_t i = 0; i < before; i++) {
        if (list->heads[i].slot != WAYI_BUCKET_END) {
            *wayi_bucket_list_head(&grown, list->heads[i].key) = list->heads[i];
        }
    }
    wayi_free(&list->allocator, list->heads, before, sizeof(*list->heads));
    *list = grown;
    return true;
}

static bool bucket_list_widen(wayi_bucket_list *list, uint32_t width)
{
    wayi_bucket_list wider = *list;
    wider.width = width;
    wider.filled = wayi_alloc_zero(&list->allocator, width / 64, sizeof(*wider.filled));
    wider.coarse =
        wayi_alloc_zero(&list->allocator, bucket_list_coarse_words(width), sizeof(*wider.coarse));
    if (wider.filled == NULL || wider.coarse == NULL) {
        bucket_list_free_bits(&wider);
        return false;
    }
    for (uint32_t i = 0; i < bucket_list_heads(list); i++) {
        if (list->heads[i].slot != WAYI_BUCKET_END) {
            const uint32_t bucket = list->heads[i].key & (width - 1);
            wider.filled[bucket >> 6] |= UINT64_C(1) << (bucket & 63u);
            wider.coarse[bucket >> 12] |= UINT64_C(1) << (bucket >> 6 & 63u);
        }
    }
    bucket_list_free_bits(list);
    *list = wider;
    return true;
}

// Widens the bits until keys `span` apart have one each.
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
        if ((list->heads == NULL && !wayi_bucket_list_grow_heads(list)) ||
            !bucket_list_cover(list, 0)) {
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
