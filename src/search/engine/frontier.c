// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/frontier.h"

static const wayi_frontier_node frontier_blank = {.g = WAY_COST_MAX, .parent = UINT32_MAX};

bool wayi_frontier_init(wayi_frontier *frontier, uint32_t names, const way_allocator *allocator)
{
    const wayi_nodes_config nodes = {.blank = &frontier_blank,
                                     .stride = sizeof frontier_blank,
                                     .id_count = names,
                                     .sparse = names == 0};
    frontier->stats = NULL;
    wayi_heap_init(&frontier->open, allocator);
    const bool fits = wayi_nodes_init(&frontier->nodes, &nodes, allocator) == WAY_STATUS_OK;
    frontier->nodes.limit = names ? UINT32_MAX : frontier->nodes.limit;
    return fits;
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

uint32_t wayi_frontier_take(wayi_frontier *frontier)
{
    if (!wayi_frontier_top(frontier)) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t slot = wayi_heap_pop(&frontier->open).slot;
    wayi_frontier_at(frontier, slot)->closed = 1;
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

bool wayi_frontier_trace(const wayi_frontier *frontier, uint32_t name, wayi_path_buffer *out)
{
    const uint32_t first = out->count;
    const bool fits = wayi_frontier_trace_back(frontier, name, out);
    wayi_path_buffer_reverse(out, first);
    return fits;
}
