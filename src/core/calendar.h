// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A calendar queue over the 4-ary heap, for searches whose keys grow and reach far ahead. Keys are
// divided into days of equal length. Items of days to come wait in unsorted lists; those of today
// are in a heap, which stays small, and a single item of a day skips even that. Pops come in the
// same total order as the heap's (key, then id).
//
// The calendar shows so many days from today. What is to come later waits on the last of these and
// is put off again when that comes. A key before today is fine, just not as cheap.
#pragma once

#include "base/bits.h"
#include "base/inline.h"
#include "core/heap.h"

#define WAYI_CALENDAR_DAYS 1024u
#define WAYI_CALENDAR_NONE UINT32_MAX

/// An item that waits.
typedef struct wayi_calendar_entry {
    wayi_heap_item item;
    uint32_t next; ///< of the same day, or unused like this one
} wayi_calendar_entry;

typedef struct wayi_calendar {
    wayi_heap near; ///< items up to the end of today; has room for all
    wayi_calendar_entry *entries;
    uint32_t entry_count;
    uint32_t entry_capacity;
    uint32_t spare;   ///< first unused entry
    uint32_t drawn;   ///< pop_any: the first entry left of a day that was torn off
    uint32_t waiting; ///< items of days to come, or drawn
    uint32_t shift;   ///< a day is 2^shift keys
    uint64_t today;
    uint64_t filled[WAYI_CALENDAR_DAYS / 64]; ///< one bit per day to come, by its remainder
    uint32_t heads[WAYI_CALENDAR_DAYS];       ///< first entry of each filled day
} wayi_calendar;

void wayi_calendar_init(wayi_calendar *calendar, const way_allocator *allocator);
void wayi_calendar_fini(wayi_calendar *calendar);

/// Empties the calendar. Today is where a key belongs; a day is 2^shift keys.
void wayi_calendar_clear(wayi_calendar *calendar, uint64_t key, uint32_t shift);

/// Out-of-line parts of push and pop; use those.
bool wayi_calendar_grow(wayi_calendar *calendar);
wayi_heap_item wayi_calendar_pop_later(wayi_calendar *calendar);
void wayi_calendar_draw(wayi_calendar *calendar);

static inline uint32_t wayi_calendar_count(const wayi_calendar *calendar)
{
    return calendar->near.count + calendar->waiting;
}

/// Pushes an item; false without memory, and then nothing changed.
static inline bool wayi_calendar_push(wayi_calendar *calendar, wayi_heap_item item)
{
    if (wayi_calendar_count(calendar) == calendar->near.capacity ||
        calendar->spare == WAYI_CALENDAR_NONE) {
        if (!wayi_calendar_grow(calendar)) {
            return false;
        }
    }
    uint64_t day = item.key >> calendar->shift;
    if (day <= calendar->today) {
        return wayi_heap_push(&calendar->near, item);
    }
    const uint64_t last = calendar->today + WAYI_CALENDAR_DAYS - 1;
    day = (day < last ? day : last) % WAYI_CALENDAR_DAYS;
    const uint64_t bit = UINT64_C(1) << (day & 63u);
    const bool filled = calendar->filled[day >> 6] & bit;
    wayi_calendar_entry *entry = &calendar->entries[calendar->spare];
    const uint32_t place = calendar->spare;
    calendar->spare = entry->next;
    entry->item = item;
    entry->next = filled ? calendar->heads[day] : WAYI_CALENDAR_NONE;
    calendar->heads[day] = place;
    calendar->filled[day >> 6] |= bit;
    calendar->waiting++;
    return true;
}

/// Takes an item that waits; its entry is free again.
static inline wayi_heap_item wayi_calendar_take(wayi_calendar *calendar, uint32_t place)
{
    wayi_calendar_entry *entry = &calendar->entries[place];
    entry->next = calendar->spare;
    calendar->spare = place;
    calendar->waiting--;
    return entry->item;
}

/// Takes the smallest item. The calendar is not empty.
static inline wayi_heap_item wayi_calendar_pop(wayi_calendar *calendar)
{
    return calendar->near.count ? wayi_heap_pop(&calendar->near)
                                : wayi_calendar_pop_later(calendar);
}

/// Takes any item of the first day, the newest as a rule: enough where no item leads to another one
/// of the same day. The calendar is not empty, and all pops until the next clear are of this kind.
static WAYI_ALWAYS_INLINE wayi_heap_item wayi_calendar_pop_any(wayi_calendar *calendar)
{
    while (!calendar->near.count) {
        if (calendar->drawn == WAYI_CALENDAR_NONE) {
            wayi_calendar_draw(calendar);
        }
        const uint32_t place = calendar->drawn;
        calendar->drawn = calendar->entries[place].next;
        const wayi_heap_item item = wayi_calendar_take(calendar, place);
        if (item.key >> calendar->shift <= calendar->today) {
            return item;
        }
        (void)wayi_calendar_push(calendar, item); // put off; there is room
    }
    return wayi_heap_pop(&calendar->near);
}
