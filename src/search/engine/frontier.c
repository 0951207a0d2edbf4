// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/frontier.h"

const wayi_frontier_node wayi_frontier_blank = {.g = WAY_COST_MAX, .parent = UINT32_MAX};

bool wayi_frontier_init(wayi_frontier *frontier, const wayi_nodes_config *nodes,
                        const way_allocator *allocator)
{
    frontier->stats = NULL;
    wayi_heap_init(&frontier->open, allocator);
    return wayi_nodes_init(&frontier->nodes, nodes, allocator) == WAY_STATUS_OK;
}

void wayi_frontier_init_bare(wayi_frontier *frontier, const way_allocator *allocator)
{
    const wayi_nodes_config nodes = {
        .blank = &wayi_frontier_blank, .stride = sizeof wayi_frontier_blank, .sparse = true};
    (void)wayi_frontier_init(frontier, &nodes, allocator);
}

void wayi_frontier_fini(wayi_frontier *frontier)
{
    wayi_nodes_fini(&frontier->nodes);
    wayi_heap_fini(&frontier->open);
}

void wayi_frontier_clear(wayi_frontier *frontier)
{
    wayi_nodes_clear(&frontier->nodes);
    wayi_heap_clear(&frontier->open);
}

const wayi_heap_item *wayi_frontier_top(wayi_frontier *frontier)
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

uint32_t wayi_frontier_take(wayi_frontier *frontier)
{
    if (!wayi_frontier_top(frontier)) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t slot = wayi_heap_pop(&frontier->open).slot;
    wayi_frontier_node *node = wayi_frontier_at(frontier, slot);
    node->closed = 1;
    if (frontier->stats) {
        frontier->stats->heap_pops++;
    }
    return slot;
}

bool wayi_frontier_trace_back(const wayi_frontier *frontier, uint32_t name, wayi_path_buffer *out)
{
    while (name != UINT32_MAX) {
        if (!wayi_path_buffer_push(out, name)) {
            return false;
        }
        name = wayi_frontier_find(frontier, name)->parent;
    }
    return true;
}
