// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What looking ahead and learning on flat ground share: where the nodes of cells are.
#pragma once

#include "base/inline.h"
#include "search/realtime/local_search.h"

/// Where nodes are, until the next touch.
typedef struct wayi_flat_nodes {
    unsigned char *items;
    const wayi_nodes *paged; ///< this and the next NULL = a slot is the cell
    const wayi_nodes *hashed;
    uint32_t generation;
    uint32_t episode;
} wayi_flat_nodes;

/// Nodes that are dense have a cell's number for their slot.
static WAYI_ALWAYS_INLINE wayi_flat_nodes wayi_flat_nodes_of(const wayi_local *local, bool dense)
{
    const wayi_nodes *nodes = &local->nodes;
    return (wayi_flat_nodes){nodes->items, !dense && nodes->paged ? nodes : NULL,
                             !dense && nodes->sparse && !nodes->paged ? nodes : NULL,
                             nodes->generation, local->episode};
}

static WAYI_ALWAYS_INLINE wayi_local_node *wayi_flat_at(wayi_flat_nodes nodes, uint32_t slot)
{
    return (wayi_local_node *)(void *)(nodes.items + (size_t)slot * sizeof(wayi_local_node));
}

/// Where the node of a cell is if there is one.
static WAYI_ALWAYS_INLINE uint32_t wayi_flat_slot(wayi_flat_nodes nodes, way_cell cell)
{
    if (nodes.paged) {
        return wayi_nodes_paged_slot(nodes.paged, cell);
    }
    return nodes.hashed ? wayi_nodes_find_hashed(nodes.hashed, cell) : cell;
}

/// The slot of a cell that this episode has met, else WAYI_SLOT_NONE.
static WAYI_ALWAYS_INLINE uint32_t wayi_flat_find(wayi_flat_nodes nodes, way_cell cell)
{
    const uint32_t slot = wayi_flat_slot(nodes, cell);
    if (slot == WAYI_SLOT_NONE) {
        return slot;
    }
    const wayi_local_node *node = wayi_flat_at(nodes, slot);
    return node->stamp == nodes.generation && node->episode == nodes.episode ? slot
                                                                             : WAYI_SLOT_NONE;
}
