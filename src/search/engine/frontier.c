// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/frontier.h"

void wayi_frontier_init(wayi_frontier *frontier, const way_allocator *allocator)
{
    *frontier = (wayi_frontier){.allocator = *allocator};
    wayi_hash_table_init(&frontier->known, allocator);
    wayi_heap_init(&frontier->open, allocator);
}

void wayi_frontier_fini(wayi_frontier *frontier)
{
    wayi_hash_table_fini(&frontier->known);
    wayi_heap_fini(&frontier->open);
    wayi_free(&frontier->allocator, frontier->nodes, frontier->capacity, sizeof *frontier->nodes);
    frontier->nodes = NULL;
    frontier->capacity = 0;
}

void wayi_frontier_clear(wayi_frontier *frontier)
{
    wayi_hash_table_clear(&frontier->known);
    wayi_heap_clear(&frontier->open);
    frontier->count = 0;
}

bool wayi_frontier_open(wayi_frontier *frontier, wayi_frontier_node node,
                        wayi_frontier_estimate estimate, const void *user)
{
    const uint32_t *known = wayi_hash_table_find(&frontier->known, node.name);
    const uint32_t index = known ? *known : frontier->count;
    if (known && frontier->nodes[index].g <= node.g) {
        return true;
    }
    if (!known && (!wayi_grow(&frontier->allocator, (void **)&frontier->nodes, &frontier->capacity,
                              index + 1, sizeof *frontier->nodes) ||
                   !wayi_hash_table_get_or_add(&frontier->known, node.name, index))) {
        return false;
    }
    frontier->count += !known;
    node.parent = node.parent == UINT32_MAX ? index : node.parent;
    frontier->nodes[index] = node;
    const uint64_t f = (uint64_t)node.g + estimate(user, node.name);
    return wayi_heap_push(&frontier->open, (wayi_heap_item){f, index, node.g});
}

bool wayi_frontier_pop(wayi_frontier *frontier, wayi_heap_item *item)
{
    while (frontier->open.count) {
        *item = wayi_heap_pop(&frontier->open);
        const wayi_frontier_node *node = &frontier->nodes[item->id];
        if (!node->closed && node->g == item->slot) {
            return true;
        }
    }
    return false;
}

bool wayi_frontier_trace_back(const wayi_frontier *frontier, uint32_t index, wayi_path_buffer *out)
{
    const wayi_frontier_node *nodes = frontier->nodes;
    for (uint32_t at = index; nodes[at].parent != at; at = nodes[at].parent) {
        if (!wayi_path_buffer_push(out, nodes[at].name)) {
            return false;
        }
    }
    return true;
}
