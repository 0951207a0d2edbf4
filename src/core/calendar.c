// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/calendar.h"

#include "base/check.h"

#include <string.h>

#define CALENDAR_ENTRIES 16u

void wayi_calendar_init(wayi_calendar *calendar, const way_allocator *allocator)
{
    *calendar = (wayi_calendar){.spare = WAYI_CALENDAR_NONE, .drawn = WAYI_CALENDAR_NONE};
    wayi_heap_init(&calendar->near, allocator);
}

void wayi_calendar_fini(wayi_calendar *calendar)
{
    WAYI_FREE(&calendar->near.allocator, calendar->entries, calendar->entry_capacity);
    wayi_heap_fini(&calendar->near);
    const way_allocator allocator = calendar->near.allocator;
    wayi_calendar_init(calendar, &allocator);
}

void wayi_calendar_clear(wayi_calendar *calendar, uint64_t key, uint32_t shift)
{
    wayi_heap_clear(&calendar->near);
    memset(calendar->filled, 0, sizeof calendar->filled);
    calendar->shift = shift;
    calendar->today = key >> shift;
    calendar->waiting = 0;
    calendar->spare = WAYI_CALENDAR_NONE;
    calendar->drawn = WAYI_CALENDAR_NONE;
    calendar->entry_count = 0;
}

// Hands out the entries that have not been used since the last clear a few at a time.
static bool calendar_add_spares(wayi_calendar *calendar)
{
    const uint32_t count = WAYI_INITIAL(CALENDAR_ENTRIES);
    const uint32_t first = calendar->entry_count;
    if (first + count > calendar->entry_capacity) {
        if (!WAYI_GROW(&calendar->near.allocator, calendar->entries, calendar->entry_capacity,
                       first + count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        calendar->entries[first + i].next = i + 1 < count ? first + i + 1 : WAYI_CALENDAR_NONE;
    }
    calendar->entry_count = first + count;
    calendar->spare = first;
    return true;
}

bool wayi_calendar_grow(wayi_calendar *calendar)
{
    const uint32_t count = wayi_calendar_count(calendar);
    if (count == calendar->near.capacity && !wayi_heap_reserve(&calendar->near, count + 1)) {
        return false;
    }
    return calendar->spare != WAYI_CALENDAR_NONE || calendar_add_spares(calendar);
}

// The next day with items, which becomes today.
static uint32_t calendar_turn(wayi_calendar *calendar)
{
    const uint32_t from = (uint32_t)(calendar->today % WAYI_CALENDAR_DAYS);
    uint32_t index = from >> 6;
    uint64_t word = calendar->filled[index] & (UINT64_MAX << (from & 63u));
    while (!word) {
        index = (index + 1) % (WAYI_CALENDAR_DAYS / 64);
        word = calendar->filled[index];
    }
    const uint32_t day = index * 64 + wayi_bits_lowest(word);
    calendar->today += (day - from) % WAYI_CALENDAR_DAYS;
    return day;
}

// Today's items are out.
static void calendar_tear_off(wayi_calendar *calendar, uint32_t day)
{
    calendar->filled[day >> 6] &= ~(UINT64_C(1) << (day & 63u));
}

wayi_heap_item wayi_calendar_pop_later(wayi_calendar *calendar)
{
    do {
        const uint32_t day = calendar_turn(calendar);
        uint32_t place = calendar->heads[day];
        uint32_t next = calendar->entries[place].next;
        calendar_tear_off(calendar, day);
        if (next == WAYI_CALENDAR_NONE &&
            calendar->entries[place].item.key >> calendar->shift <= calendar->today) {
            return wayi_calendar_take(calendar, place);
        }
        for (; place != WAYI_CALENDAR_NONE; place = next) {
            next = calendar->entries[place].next;
            (void)wayi_calendar_push(calendar,
                                     wayi_calendar_take(calendar, place)); // there is room
        }
    } while (!calendar->near.count);
    return wayi_heap_pop(&calendar->near);
}

void wayi_calendar_draw(wayi_calendar *calendar)
{
    const uint32_t day = calendar_turn(calendar);
    calendar_tear_off(calendar, day);
    calendar->drawn = calendar->heads[day];
}
