// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Keys lie in order of their numbers, so they double as the list of all states; a slot holds the
// number alone. That is 8 bytes a key and about 8 a slot. Growth builds new arrays beside the old
// ones, so that a failed one leaves everything as it was.
#include "core/interner.h"

#include "base/check.h"
#include "base/expect.h"

#include <string.h>

#define INTERNER_LIMIT (UINT32_C(1) << 31)

void wayi_interner_init(wayi_interner *interner, uint32_t limit, const way_allocator *allocator)
{
    *interner = (wayi_interner){.limit = limit && limit < INTERNER_LIMIT ? limit : INTERNER_LIMIT,
                                .allocator = wayi_allocator_or_default(allocator)};
}

static size_t interner_slot_count(const wayi_interner *interner)
{
    return interner->slots ? (size_t)interner->slot_mask + 1 : 0;
}

void wayi_interner_fini(wayi_interner *interner)
{
    WAYI_FREE(&interner->allocator, interner->keys, interner->capacity);
    WAYI_FREE(&interner->allocator, interner->slots, interner_slot_count(interner));
    wayi_interner_init(interner, interner->limit, &interner->allocator);
}

static void interner_empty_slots(uint32_t *slots, size_t count)
{
    memset(slots, 0xff, count * sizeof *slots);
}

void wayi_interner_clear(wayi_interner *interner)
{
    interner->count = 0;
    if (interner->slots) {
        interner_empty_slots(interner->slots, interner_slot_count(interner));
    }
}

static uint32_t interner_home(const wayi_interner *interner, uint64_t key)
{
    key = (key ^ key >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    key = (key ^ key >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(key >> 32) & interner->slot_mask;
}

/// The slot of `key`, or the empty one where it would go, from its home on.
static uint32_t *interner_slot_from(const wayi_interner *interner, uint64_t key, uint32_t place)
{
    for (;;) {
        uint32_t *slot = &interner->slots[place];
        if (*slot == WAYI_INTERNER_NONE || interner->keys[*slot] == key) {
            return slot;
        }
        place = (place + 1) & interner->slot_mask;
    }
}

static uint32_t *interner_slot(const wayi_interner *interner, uint64_t key)
{
    return interner_slot_from(interner, key, interner_home(interner, key));
}

static bool interner_grow(wayi_interner *interner)
{
    const size_t slot_count =
        interner->slots ? interner_slot_count(interner) * 2 : (size_t)WAYI_INITIAL(512u) * 2;
    wayi_interner grown = *interner;
    // The slots are four times a power of two at least, so that three quarters are whole.
    grown.slot_mask = (uint32_t)(slot_count - 1);
    grown.capacity = (uint32_t)(slot_count / 4 * 3);
    grown.keys = wayi_alloc(&grown.allocator, grown.capacity, sizeof *grown.keys);
    grown.slots = wayi_alloc(&grown.allocator, slot_count, sizeof *grown.slots);
    if (!grown.keys || !grown.slots) {
        WAYI_FREE(&grown.allocator, grown.keys, grown.capacity);
        WAYI_FREE(&grown.allocator, grown.slots, slot_count);
        return false;
    }
    interner_empty_slots(grown.slots, slot_count);
    for (uint32_t number = 0; number < grown.count; number++) {
        grown.keys[number] = interner->keys[number];
        *interner_slot(&grown, grown.keys[number]) = number;
    }
    wayi_interner old = *interner;
    *interner = grown;
    wayi_interner_fini(&old);
    return true;
}

/// Gives a key that has no number the next one; its slot is looked for again if the slots grew.
static uint32_t interner_append(wayi_interner *interner, uint64_t key, uint32_t *slot)
{
    if (interner->count >= interner->limit) {
        return WAYI_INTERNER_NONE;
    }
    if (!slot || interner->count == interner->capacity) {
        if (!interner_grow(interner)) {
            return WAYI_INTERNER_NONE;
        }
        slot = interner_slot(interner, key);
    }
    const uint32_t number = interner->count++;
    interner->keys[number] = key;
    *slot = number;
    return number;
}

uint32_t wayi_interner_add(wayi_interner *interner, uint64_t key)
{
    uint32_t *slot = interner->slots ? interner_slot(interner, key) : NULL;
    return slot && *slot != WAYI_INTERNER_NONE ? *slot : interner_append(interner, key, slot);
}

/// Announces the homes of some keys, then the keys that lie there: each wait covers all of them.
static void interner_look_ahead(const wayi_interner *interner, const uint64_t *keys, uint32_t count,
                                uint32_t *homes)
{
    for (uint32_t i = 0; i < count; i++) {
        homes[i] = interner_home(interner, keys[i]);
        wayi_expect(&interner->slots[homes[i]]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t number = interner->slots[homes[i]];
        if (number != WAYI_INTERNER_NONE) {
            wayi_expect(&interner->keys[number]);
        }
    }
}

bool wayi_interner_add_all(wayi_interner *interner, const uint64_t *keys, uint32_t count,
                           uint32_t *numbers)
{
    uint32_t homes[WAYI_INTERNER_BATCH];
    WAYI_ASSERT(count <= WAYI_INTERNER_BATCH);
    // With room for all of them the homes stay where they are.
    if (!interner->slots || interner->capacity - interner->count < count) {
        for (uint32_t i = 0; i < count; i++) {
            numbers[i] = wayi_interner_add(interner, keys[i]);
            if (numbers[i] == WAYI_INTERNER_NONE) {
                return false;
            }
        }
        return true;
    }
    interner_look_ahead(interner, keys, count, homes);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *slot = interner_slot_from(interner, keys[i], homes[i]);
        numbers[i] = *slot != WAYI_INTERNER_NONE ? *slot : interner_append(interner, keys[i], slot);
        if (numbers[i] == WAYI_INTERNER_NONE) {
            return false;
        }
    }
    return true;
}
