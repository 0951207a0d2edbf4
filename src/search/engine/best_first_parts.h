// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the loop of a best-first search and those who ask it afterwards know of its nodes.
#pragma once

#include "search/engine/best_first.h"

#define WAYI_BEST_FIRST_CLOSED 0x80000000u
#define WAYI_BEST_FIRST_ESTIMATE 0x7fffffffu

typedef struct wayi_best_first_node {
    uint32_t stamp;
    way_cost g;
    way_state parent;
    uint32_t estimate; ///< weighted; the top bit says closed
} wayi_best_first_node;

static inline wayi_best_first_node *wayi_best_first_at(const wayi_best_first *search, uint32_t slot)
{
    return wayi_nodes_at(&search->nodes, slot, sizeof(wayi_best_first_node));
}

static inline uint32_t wayi_best_first_priority(const wayi_best_first *search, way_cost g,
                                                uint32_t estimate)
{
    return search->config.greedy ? estimate : way_cost_add(g, estimate);
}

static inline wayi_heap_item wayi_best_first_item(const wayi_best_first *search, way_state state,
                                                  uint32_t slot, way_cost g, uint32_t estimate)
{
    const uint64_t f = wayi_best_first_priority(search, g, estimate);
    return (wayi_heap_item){f << 32 | (search->config.low_g ? g : ~g), state, slot};
}
