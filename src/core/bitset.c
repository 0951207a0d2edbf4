// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/bitset.h"

#include <string.h>

static size_t bitset_word_count(const wayi_bitset *set)
{
    return ((size_t)set->bit_count >> 6) + ((set->bit_count & 63u) != 0);
}

way_status wayi_bitset_init(wayi_bitset *set, uint32_t bit_count, const way_allocator *allocator)
{
    *set = (wayi_bitset){.bit_count = bit_count, .allocator = wayi_allocator_or_default(allocator)};
    set->words = wayi_alloc_zero(&set->allocator, bitset_word_count(set), sizeof(*set->words));
    if (set->words == NULL && bit_count > 0) {
        set->bit_count = 0;
        return WAY_STATUS_NO_MEMORY;
    }
    return WAY_STATUS_OK;
}

void wayi_bitset_fini(wayi_bitset *set)
{
    WAYI_FREE(&set->allocator, set->words, bitset_word_count(set));
    set->words = NULL;
    set->bit_count = 0;
}
