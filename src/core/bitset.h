// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A fixed-size set of small integers, 64 to a word.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"

typedef struct wayi_bitset {
    uint64_t *words;
    uint32_t bit_count;
    way_allocator allocator;
} wayi_bitset;

/// All bits start clear.
way_status wayi_bitset_init(wayi_bitset *set, uint32_t bit_count, const way_allocator *allocator);
void wayi_bitset_fini(wayi_bitset *set);

static inline bool wayi_bitset_has(const wayi_bitset *set, uint32_t bit)
{
    return (set->words[bit >> 6] >> (bit & 63u)) & 1u;
}

static inline void wayi_bitset_add(wayi_bitset *set, uint32_t bit)
{
    set->words[bit >> 6] |= UINT64_C(1) << (bit & 63u);
}

static inline void wayi_bitset_remove(wayi_bitset *set, uint32_t bit)
{
    set->words[bit >> 6] &= ~(UINT64_C(1) << (bit & 63u));
}
