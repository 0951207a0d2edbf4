// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "core/union_find.h"

#include "base/check.h"

#include <string.h>

// Parents and sizes share one block, so that growing them succeeds or fails as a whole.
#define UNION_FIND_PAIR (2 * sizeof(uint32_t))

void wayi_union_find_init(wayi_union_find *sets, const way_allocator *allocator)
{
    *sets = (wayi_union_find){.allocator = wayi_allocator_or_default(allocator)};
}

void wayi_union_find_fini(wayi_union_find *sets)
{
    wayi_free(&sets->allocator, sets->parents, sets->capacity, UNION_FIND_PAIR);
    wayi_union_find_init(sets, &sets->allocator);
}

static bool union_find_reserve(wayi_union_find *sets, uint32_t count)
{
    void *pairs = NULL;
    uint32_t capacity = 0;
    if (count <= sets->capacity) {
        return true;
    }
    if (!wayi_grow(&sets->allocator, &pairs, &capacity, count, UNION_FIND_PAIR)) {
        return false;
    }
    uint32_t *parents = pairs;
    uint32_t *sizes = parents + capacity;
    if (sets->count > 0) {
        memcpy(parents, sets->parents, sets->count * sizeof(*parents));
        memcpy(sizes, sets->sizes, sets->count * sizeof(*sizes));
    }
    wayi_free(&sets->allocator, sets->parents, sets->capacity, UNION_FIND_PAIR);
    sets->parents = parents;
    sets->sizes = sizes;
    sets->capacity = capacity;
    return true;
}

bool wayi_union_find_reset(wayi_union_find *sets, uint32_t count)
{
    if (!union_find_reserve(sets, count)) {
        return false;
    }
    sets->count = count;
    for (uint32_t i = 0; i < count; i++) {
        sets->parents[i] = i;
        sets->sizes[i] = 1;
    }
    return true;
}

uint32_t wayi_union_find_add(wayi_union_find *sets)
{
    if (sets->count == UINT32_MAX || !union_find_reserve(sets, sets->count + 1)) {
        return UINT32_MAX;
    }
    const uint32_t item = sets->count++;
    sets->parents[item] = item;
    sets->sizes[item] = 1;
    return item;
}

uint32_t wayi_union_find_root(wayi_union_find *sets, uint32_t item)
{
    WAYI_ASSERT(item < sets->count);
    uint32_t *parents = sets->parents;
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

uint32_t wayi_union_find_join(wayi_union_find *sets, uint32_t a, uint32_t b)
{
    const uint32_t root_a = wayi_union_find_root(sets, a);
    const uint32_t root_b = wayi_union_find_root(sets, b);
    if (root_a == root_b) {
        return root_a;
    }
    const uint32_t size_a = sets->sizes[root_a];
    const uint32_t size_b = sets->sizes[root_b];
    const bool a_wins = size_a != size_b ? size_a > size_b : root_a < root_b;
    const uint32_t winner = a_wins ? root_a : root_b;
    sets->parents[a_wins ? root_b : root_a] = winner;
    sets->sizes[winner] = size_a + size_b;
    return winner;
}
