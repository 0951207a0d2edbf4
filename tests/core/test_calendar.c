// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/calendar.h"
#include "support/test.h"
#include "support/test_allocator.h"

#define CALENDAR_SHIFT 6u

/// Both queues take the same pushes; each pop must give the same item.
static void calendar_test_compare(way_rng *rng, uint64_t reach, uint32_t rounds)
{
    static wayi_calendar calendar;
    wayi_heap heap;
    wayi_calendar_init(&calendar, NULL);
    wayi_heap_init(&heap, NULL);
    uint64_t lowest = 5000;
    wayi_calendar_clear(&calendar, lowest, CALENDAR_SHIFT);
    for (uint32_t i = 0; i < rounds; i++) {
        if (heap.count == 0 || way_rng_below(rng, 5) < 3) {
            const uint64_t ahead = (uint64_t)way_rng_below(rng, 1000) * reach / 1000;
            const bool early = way_rng_below(rng, 50) == 0;
            const wayi_heap_item item = {early ? lowest / 2 : lowest + ahead, i, ~i};
            assert_true(wayi_heap_push(&heap, item));
            assert_true(wayi_calendar_push(&calendar, item));
        } else {
            const wayi_heap_item expected = wayi_heap_pop(&heap);
            const wayi_heap_item item = wayi_calendar_pop(&calendar);
            assert_true(item.key == expected.key);
            assert_int_equal(item.id, expected.id);
            assert_int_equal(item.slot, expected.slot);
            lowest = expected.key > lowest ? expected.key : lowest;
        }
        assert_int_equal(wayi_calendar_count(&calendar), heap.count);
    }
    wayi_heap_fini(&heap);
    wayi_calendar_fini(&calendar);
}

static void pops_as_a_heap_does(void **state)
{
    (void)state;
    way_rng rng = test_rng(33);
    const uint64_t shown = (uint64_t)WAYI_CALENDAR_DAYS << CALENDAR_SHIFT;
    // Within a day, a few days, about all days that are shown, and far beyond them.
    const uint64_t reaches[] = {40, 1000, shown, shown * 3 / 2, shown * 40};
    for (uint32_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
        calendar_test_compare(&rng, reaches[i], 4000);
    }
}

/// Days come in order, whatever their items do.
static void pop_any_goes_day_by_day(void **state)
{
    (void)state;
    static wayi_calendar calendar;
    way_rng rng = test_rng(34);
    wayi_calendar_init(&calendar, NULL);
    wayi_calendar_clear(&calendar, 900, CALENDAR_SHIFT);
    uint64_t today = 0;
    uint32_t popped = 0;
    bool seen[3000] = {false};
    for (uint32_t pushed = 0; popped < 3000;) {
        if (pushed < 3000 && (pushed == popped || way_rng_below(&rng, 5) < 3)) {
            const uint64_t day = today + 1 + way_rng_below(&rng, pushed % 9 ? 40 : 5000);
            const uint64_t key =
                (day << CALENDAR_SHIFT) + way_rng_below(&rng, 1u << CALENDAR_SHIFT);
            assert_true(wayi_calendar_push(&calendar, (wayi_heap_item){key, pushed, pushed}));
            pushed++;
        } else {
            const wayi_heap_item item = wayi_calendar_pop_any(&calendar);
            assert_true(item.key >> CALENDAR_SHIFT >= today);
            assert_false(seen[item.id]);
            seen[item.id] = true;
            today = item.key >> CALENDAR_SHIFT;
            popped++;
        }
        assert_int_equal(wayi_calendar_count(&calendar), pushed - popped);
    }
    wayi_calendar_fini(&calendar);
}

static void cleared_when_items_wait(void **state)
{
    (void)state;
    static wayi_calendar calendar;
    test_allocator memory;
    test_allocator_init(&memory);
    wayi_calendar_init(&calendar, &memory.allocator);
    uint64_t calls = 0;
    for (uint64_t round = 0; round < 3; round++) {
        wayi_calendar_clear(&calendar, round, 0);
        assert_int_equal(wayi_calendar_count(&calendar), 0);
        for (uint32_t i = 0; i < 200; i++) {
            assert_true(wayi_calendar_push(&calendar, (wayi_heap_item){round + 400 - i, i, i}));
        }
        for (uint32_t i = 0; i < 50; i++) {
            assert_int_equal(wayi_calendar_pop(&calendar).id, 199 - i);
        }
        assert_true(round == 0 || memory.calls == calls);
        calls = memory.calls;
    }
    wayi_calendar_fini(&calendar);
    wayi_calendar_fini(&calendar); // Twice is fine.
    test_allocator_check_empty(&memory);
}

static bool calendar_test_scenario(test_allocator *memory)
{
    static wayi_calendar calendar;
    wayi_calendar_init(&calendar, &memory->allocator);
    wayi_calendar_clear(&calendar, 0, 2);
    uint32_t pushed = 0;
    for (uint32_t i = 0; i < 300; i++) {
        pushed += wayi_calendar_push(&calendar, (wayi_heap_item){i * 7 % 1000, i, i});
    }
    assert_int_equal(wayi_calendar_count(&calendar), pushed);
    for (uint64_t last = 0; wayi_calendar_count(&calendar) > 0;) {
        const uint64_t key = wayi_calendar_pop(&calendar).key;
        assert_true(key >= last);
        last = key;
    }
    wayi_calendar_fini(&calendar);
    return pushed == 300;
}

static void calendar_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(calendar_test_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pops_as_a_heap_does),
        cmocka_unit_test(pop_any_goes_day_by_day),
        cmocka_unit_test(cleared_when_items_wait),
        cmocka_unit_test(calendar_when_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
