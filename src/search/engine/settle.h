// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Dijkstra's search over a small graph keeps: the cost of each place, and an open list. Unlike
// a frontier it has no names, no estimates and no way back, and a place takes 4 bytes.
#pragma once

#include "core/heap.h"
#include "core/path_buffer.h"

#include <waymark/base.h>

#include <string.h>

typedef struct wayi_settle {
    wayi_path_buffer costs; ///< by place; WAY_COST_MAX = not reached
    wayi_heap open;         ///< `slot` is the place, `id` breaks ties
} wayi_settle;

static inline void wayi_settle_init(wayi_settle *settle, const way_allocator *allocator)
{
    wayi_path_buffer_init(&settle->costs, allocator);
    wayi_heap_init(&settle->open, allocator);
}

static inline void wayi_settle_fini(wayi_settle *settle)
{
    wayi_path_buffer_fini(&settle->costs);
    wayi_heap_fini(&settle->open);
}

/// Starts on so many places, none of them reached; false without memory.
static inline bool wayi_settle_begin(wayi_settle *settle, uint32_t count)
{
    if (!wayi_path_buffer_reserve(&settle->costs, count + 1)) {
        return false;
    }
    settle->costs.count = count;
    memset(settle->costs.states, 0xff, count * sizeof *settle->costs.states);
    wayi_heap_clear(&settle->open);
    return true;
}

/// Opens a place that is reached for less than before; false without memory.
static inline bool wayi_settle_open(wayi_settle *settle, uint32_t place, uint32_t id, way_cost cost)
{
    settle->costs.states[place] = cost;
    return wayi_heap_push(&settle->open, (wayi_heap_item){cost, id, place});
}

/// Takes out what is nearest: `key` is its cost. False if nothing is left.
static inline bool wayi_settle_take(wayi_settle *settle, wayi_heap_item *item)
{
    while (settle->open.count) {
        *item = wayi_heap_pop(&settle->open);
        if (item->key == settle->costs.states[item->slot]) {
            return true;
        }
    }
    return false;
}
