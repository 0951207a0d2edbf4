// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A key's bit is its remainder by the width. As all keys lie within one width, a bit stands for one
// key only, and walking the bits upward from the lowest key meets the keys in order. Pages, where
// there are any, come and go with words of bits: a free one has no head but that in place of which
// the next one is.
#include "core/bucket_list.h"

#include "base/bits.h"
#include "base/check.h"

#include <string.h>

#define BUCKET_LIST_WIDTH_LEAST 64u
#define BUCKET_LIST_PAGE (64 * sizeof(uint32_t))

/// Up to this width every key has a head: 64 KB.
#define BUCKET_LIST_WIDTH_WHOLE (UINT32_C(1) << 14)

void wayi_bucket_list_init(wayi_bucket_list *list, size_t stride, const way_allocator *allocator)
{
    *list = (wayi_bucket_list){.stride = stride,
                               .spare = WAYI_BUCKET_END,
                               .allocator = wayi_allocator_or_default(allocator)};
}

static uint32_t bucket_list_coarse_words(uint32_t width)
{
    return (width + 4095) / 4096;
}

static void bucket_list_free_bits(wayi_bucket_list *list)
{
    const way_allocator *allocator = &list->allocator;
    WAYI_FREE(allocator, list->filled, list->width / 64);
    WAYI_FREE(allocator, list->pages, list->width / 64);
    WAYI_FREE(allocator, list->coarse, bucket_list_coarse_words(list->width));
}

void wayi_bucket_list_fini(wayi_bucket_list *list)
{
    bucket_list_free_bits(list);
    wayi_free(&list->allocator, list->heads, list->page_capacity, BUCKET_LIST_PAGE);
    wayi_bucket_list_init(list, list->stride, &list->allocator);
}

void wayi_bucket_list_clear(wayi_bucket_list *list)
{
    for (uint32_t i = 0; list->count > 0 && i < bucket_list_coarse_words(list->width); i++) {
        while (list->coarse[i]) {
            const uint32_t word = i * 64 + wayi_bits_lowest(list->coarse[i]);
            for (uint32_t key = 0; key < 64; key++) {
                *wayi_bucket_list_head(list, word * 64 + key) = WAYI_BUCKET_END;
            }
            list->filled[word] = 0;
            wayi_bucket_list_drop_word(list, word);
        }
    }
    list->count = 0;
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

static bool bucket_list_add_pages(wayi_bucket_list *list)
{
    const uint32_t before = list->page_capacity;
    if (!wayi_grow(&list->allocator, &list->heads, &list->page_capacity, before + 1,
                   BUCKET_LIST_PAGE)) {
        return false;
    }
    for (uint32_t i = before * 64; i < list->page_capacity * 64; i++) {
        list->heads[i] = WAYI_BUCKET_END;
    }
    for (uint32_t page = before; page < list->page_capacity; page++) {
        list->heads[page * 64] = list->spare;
        list->spare = page * 64;
    }
    return true;
}

bool wayi_bucket_list_take_page(wayi_bucket_list *list, uint32_t word)
{
    if (list->spare == WAYI_BUCKET_END && !bucket_list_add_pages(list)) {
        return false;
    }
    const uint32_t page = list->spare;
    list->spare = list->heads[page];
    list->heads[page] = WAYI_BUCKET_END;
    list->pages[word] = page;
    return true;
}

void wayi_bucket_list_drop_word(wayi_bucket_list *list, uint32_t word)
{
    if (list->pages) {
        const uint32_t page = list->pages[word];
        list->heads[page] = list->spare;
        list->spare = page;
    }
    list->coarse[word >> 6] &= ~(UINT64_C(1) << (word & 63u));
}

/// Gives a word its place among wider bits: its keys are neighbours, so any one tells where. A page
/// with their heads stays as it is, and heads of all keys are copied. False without memory.
static bool bucket_list_move(const wayi_bucket_list *list, uint32_t word, wayi_bucket_list *wider)
{
    const uint32_t key = word * 64 + wayi_bits_lowest(list->filled[word]);
    const uint32_t slot = *wayi_bucket_list_head(list, key);
    const uint32_t place = (wayi_bucket_list_link(list, slot)->key & (wider->width - 1)) >> 6;
    if (list->pages) {
        wider->pages[place] = list->pages[word];
    } else if (wider->pages && !wayi_bucket_list_take_page(wider, place)) {
        return false;
    }
    if (!list->pages) {
        memcpy(wayi_bucket_list_head(wider, place * 64), list->heads + (size_t)word * 64,
               BUCKET_LIST_PAGE);
    }
    wider->filled[place] = list->filled[word];
    wider->coarse[place >> 6] |= UINT64_C(1) << (place & 63u);
    return true;
}

/// Makes a list of another width; those with pages share them. False without memory.
static bool bucket_list_open(wayi_bucket_list *list, uint32_t width)
{
    const way_allocator *allocator = &list->allocator;
    const bool whole = width <= BUCKET_LIST_WIDTH_WHOLE;
    const bool paged = list->pages != NULL;
    list->width = width;
    list->filled = wayi_alloc_zero(allocator, width / 64, sizeof(*list->filled));
    list->pages = whole ? NULL : wayi_alloc(allocator, width / 64, sizeof(*list->pages));
    list->coarse =
        wayi_alloc_zero(allocator, bucket_list_coarse_words(width), sizeof(*list->coarse));
    if (!paged) {
        list->heads = NULL;
        list->page_capacity = 0;
        list->spare = WAYI_BUCKET_END;
    }
    if (whole) {
        list->heads = wayi_alloc(allocator, width / 64, BUCKET_LIST_PAGE);
        list->page_capacity = list->heads ? width / 64 : 0;
        for (uint32_t i = 0; list->heads && i < width; i++) {
            list->heads[i] = WAYI_BUCKET_END;
        }
    }
    return list->filled && list->coarse && (whole ? list->heads != NULL : list->pages != NULL);
}

static bool bucket_list_widen(wayi_bucket_list *list, uint32_t width)
{
    wayi_bucket_list wider = *list;
    bool made = bucket_list_open(&wider, width);
    for (uint32_t word = 0; made && word < list->width / 64; word++) {
        made = !list->filled[word] || bucket_list_move(list, word, &wider);
    }
    wayi_bucket_list *old = made ? list : &wider;
    if (!list->pages) { // otherwise both have the same
        wayi_free(&old->allocator, old->heads, old->page_capacity, BUCKET_LIST_PAGE);
    }
    bucket_list_free_bits(old);
    *list = made ? wider : *list;
    return made;
}

// Widens the bits until keys `span` apart are in words of their own. Which keys share a page then
// depends on the keys alone, and a trip that is made again in a wider queue takes no more of them.
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
    while (span > width - 64) {
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
