// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Component numbers. Two components that meet become one without touching their regions: the
// numbers of the component with fewer of them get the other's root. All numbers of a component
// form a circle, so this takes as long as the shorter circle, and roots are always found in one
// look. A number without regions is recycled, unless it is a root that others still need.
#include "map/components.h"

bool wayi_number_reserve(const way_map *map, wayi_components *components, uint32_t count)
{
    if (count <= components->free_number_count) {
        return true;
    }
    const uint32_t needed = components->number_count + count - components->free_number_count;
    return wayi_grow(&map->allocator, (void **)&components->numbers, &components->number_capacity,
                     needed, sizeof *components->numbers);
}

uint32_t wayi_number_create(wayi_components *components)
{
    uint32_t number = components->free_numbers;
    if (number != WAYI_NONE) {
        components->free_numbers = components->numbers[number].next;
        components->free_number_count--;
    } else {
        number = components->number_count++;
    }
    components->numbers[number] = (wayi_number){
        .root = number,
        .next = number,
        .previous = number,
        .members = 1,
    };
    return number;
}

static void numbers_recycle(wayi_components *components, uint32_t number)
{
    components->numbers[number].next = components->free_numbers;
    components->free_numbers = number;
    components->free_number_count++;
}

/// Takes a number out of its circle and recycles it, if nothing needs it any more.
static void numbers_drop(wayi_components *components, uint32_t number)
{
    wayi_number *numbers = components->numbers;
    const uint32_t root = numbers[number].root;
    if (numbers[number].regions > 0 || (number == root && numbers[root].members > 1)) {
        return;
    }
    if (number != root) {
        numbers[numbers[number].previous].next = numbers[number].next;
        numbers[numbers[number].next].previous = numbers[number].previous;
        numbers[root].members--;
    }
    numbers_recycle(components, number);
    if (number != root && numbers[root].members == 1 && numbers[root].regions == 0) {
        numbers_recycle(components, root);
    }
}

void wayi_number_release(wayi_components *components, uint32_t number)
{
    components->numbers[number].regions--;
    numbers_drop(components, number);
}

void wayi_number_merge(wayi_components *components, uint32_t a, uint32_t b)
{
    wayi_number *numbers = components->numbers;
    uint32_t keep = numbers[a].root;
    uint32_t lose = numbers[b].root;
    if (keep == lose) {
        return;
    }
    if (numbers[keep].members < numbers[lose].members) {
        keep = numbers[b].root;
        lose = numbers[a].root;
    }
    uint32_t member = lose;
    do {
        numbers[member].root = keep;
        member = numbers[member].next;
    } while (member != lose);
    const uint32_t after_keep = numbers[keep].next;
    const uint32_t after_lose = numbers[lose].next;
    numbers[keep].next = after_lose;
    numbers[after_lose].previous = keep;
    numbers[lose].next = after_keep;
    numbers[after_keep].previous = lose;
    numbers[keep].members += numbers[lose].members;
    numbers_drop(components, lose);
}
