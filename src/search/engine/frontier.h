// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an A* over anything with 32-bit names keeps, where it is small: nodes and an open list. What
// is expanded, and how, is its owner's. Of equal promises the one that has come further is next,
// then the one of the smaller tie. Estimates need not be consistent: a node that got a better way
// is open again, unless its owner says no.
#pragma once

#include "core/heap.h"
#include "core/nodes.h"
#include "core/path_buffer.h"

#include <waymark/agent.h>

typedef struct wayi_frontier_node {
    uint32_t stamp;
    way_cost g;      ///< WAY_COST_MAX = no way to it is known
    uint32_t parent; ///< name that the way comes from; UINT32_MAX at the start
    uint32_t closed; ///< it was expanded since it got this way
} wayi_frontier_node;

typedef struct wayi_frontier {
    wayi_nodes nodes;
    wayi_heap open;   ///< `slot` is that of the node
    way_stats *stats; ///< [opt] counts what is pushed and popped
} wayi_frontier;

/// A way to a name.
typedef struct wayi_frontier_way {
    uint32_t parent;
    way_cost g;
    way_cost f;   ///< what it costs up to the goal at least
    uint32_t tie; ///< which of equals is next
} wayi_frontier_way;

/// Names are below a number, which is no limit, or, where that is 0, anything. False without
/// memory; `fini` is fine in both cases. Anything takes memory when it is needed.
bool wayi_frontier_init(wayi_frontier *frontier, uint32_t names, const way_allocator *allocator);
void wayi_frontier_fini(wayi_frontier *frontier);
void wayi_frontier_clear(wayi_frontier *frontier);

/// Appends the names from one that was met back to the start. False without memory.
bool wayi_frontier_trace_back(const wayi_frontier *frontier, uint32_t name, wayi_path_buffer *out);

/// The same from the start on.
bool wayi_frontier_trace(const wayi_frontier *frontier, uint32_t name, wayi_path_buffer *out);

static inline wayi_frontier_node *wayi_frontier_at(const wayi_frontier *frontier, uint32_t slot)
{
    return wayi_nodes_at(&frontier->nodes, slot, sizeof(wayi_frontier_node));
}

/// The slot of a name, or WAYI_SLOT_NONE if it was not met.
static inline uint32_t wayi_frontier_slot(const wayi_frontier *frontier, uint32_t name)
{
    return wayi_nodes_find(&frontier->nodes, name, sizeof(wayi_frontier_node));
}

/// The node of a name, or NULL.
static inline wayi_frontier_node *wayi_frontier_find(const wayi_frontier *frontier, uint32_t name)
{
    const uint32_t slot = wayi_frontier_slot(frontier, name);
    return slot == WAYI_SLOT_NONE ? NULL : wayi_frontier_at(frontier, slot);
}

/// Costs of ways that can't be counted any more are all the same, and still ways.
static inline way_cost wayi_frontier_add(way_cost g, way_cost step)
{
    const way_cost sum = way_cost_add(g, step);
    return sum < WAY_COST_MAX ? sum : WAY_COST_MAX - 1;
}

/// The slot of a name that can be reached for g, or WAYI_SLOT_NONE if a way as good is known. False
/// without memory or at the limit.
static inline bool wayi_frontier_meet(wayi_frontier *frontier, uint32_t name, way_cost g,
                                      uint32_t *slot)
{
    *slot = wayi_nodes_touch(&frontier->nodes, name, sizeof(wayi_frontier_node));
    if (*slot == WAYI_SLOT_NONE) {
        return false;
    }
    const wayi_frontier_node *node = wayi_frontier_at(frontier, *slot);
    *slot = g < node->g ? *slot : WAYI_SLOT_NONE;
    return true;
}

/// Opens a slot that was met, with a better way to it. False without memory.
static inline bool wayi_frontier_open(wayi_frontier *frontier, uint32_t slot,
                                      const wayi_frontier_way *way)
{
    wayi_frontier_node *node = wayi_frontier_at(frontier, slot);
    node->g = way->g;
    node->parent = way->parent;
    node->closed = 0;
    if (frontier->stats) {
        frontier->stats->heap_pushes++;
    }
    const uint64_t key = (uint64_t)way->f << 32 | (UINT32_MAX - way->g);
    return wayi_heap_push(&frontier->open, (wayi_heap_item){key, way->tie, slot});
}

/// What comes next by promise, or NULL: `key >> 32` is that. Drops what a better way has outdated.
static inline const wayi_heap_item *wayi_frontier_top(wayi_frontier *frontier)
{
    while (frontier->open.count) {
        const wayi_heap_item *top = frontier->open.items;
        const wayi_frontier_node *node = wayi_frontier_at(frontier, top->slot);
        if (node->g == UINT32_MAX - (uint32_t)top->key && !node->closed) {
            return top;
        }
        wayi_heap_pop(&frontier->open);
        if (frontier->stats) {
            frontier->stats->heap_pops++;
        }
    }
    return NULL;
}

/// Takes out what comes next and closes it: its slot, or WAYI_SLOT_NONE if there is none.
uint32_t wayi_frontier_take(wayi_frontier *frontier);
