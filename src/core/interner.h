// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Gives numbers to 64-bit keys: the first key is 0, the next new one 1 and so on. Both directions
// are one look-up. Spaces whose states are met on the way name them so.
#pragma once

#include "base/alloc.h"

#define WAYI_INTERNER_NONE UINT32_MAX

typedef struct wayi_interner {
    uint64_t *keys;  ///< by number
    uint32_t *slots; ///< open addressing, a power of two of them: number, or NONE
    uint32_t slot_mask;
    uint32_t count;
    uint32_t capacity; ///< of keys; at most three quarters of the slots
    uint32_t limit;    ///< most numbers
    way_allocator allocator;
} wayi_interner;

/// `limit` [0..2^31] 0 = no limit but that.
void wayi_interner_init(wayi_interner *interner, uint32_t limit, const way_allocator *allocator);
void wayi_interner_fini(wayi_interner *interner);

/// Forgets all keys, keeps the memory.
void wayi_interner_clear(wayi_interner *interner);

/// The number of `key`, a new one if it had none. NONE at the limit or without memory.
uint32_t wayi_interner_add(wayi_interner *interner, uint64_t key);

/// The numbers of up to WAYI_INTERNER_BATCH keys, new ones for those that had none: faster than one
/// by one, as waits for memory overlap. False at the limit or without memory; some keys may have
/// got their numbers then.
#define WAYI_INTERNER_BATCH 8u
bool wayi_interner_add_all(wayi_interner *interner, const uint64_t *keys, uint32_t count,
                           uint32_t *numbers);

/// The key of a number.
static inline uint64_t wayi_interner_key(const wayi_interner *interner, uint32_t number)
{
    return interner->keys[number];
}
