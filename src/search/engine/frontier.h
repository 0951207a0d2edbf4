// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a small A* over anything with 32-bit names keeps: nodes in order of first touch behind a
// hash, and an open list. Memory is taken when it is needed. What is expanded, and how, is its
// owner's; estimates need not be consistent: a node that got a better way is open again.
#pragma once

#include "core/hash_table.h"
#include "core/heap.h"
#include "core/path_buffer.h"

typedef struct wayi_frontier_node {
    uint32_t name;
    uint32_t parent; ///< index; its own at the start
    way_cost g;
    bool closed;
} wayi_frontier_node;

typedef struct wayi_frontier {
    wayi_hash_table known; ///< names to nodes
    wayi_frontier_node *nodes;
    uint32_t count, capacity;
    wayi_heap open;
    way_allocator allocator;
} wayi_frontier;

/// The estimate of a name.
typedef way_cost (*wayi_frontier_estimate)(const void *user, uint32_t name);

void wayi_frontier_init(wayi_frontier *frontier, const way_allocator *allocator);
void wayi_frontier_fini(wayi_frontier *frontier);
void wayi_frontier_clear(wayi_frontier *frontier);

/// Opens a name, or finds a better way to it; `parent` is an index, UINT32_MAX at the start. False
/// without memory.
bool wayi_frontier_open(wayi_frontier *frontier, wayi_frontier_node node,
                        wayi_frontier_estimate estimate, const void *user);

/// Takes the node out that is next by cost and estimate: its index and its key. False if there is
/// none.
bool wayi_frontier_pop(wayi_frontier *frontier, wayi_heap_item *item);

/// Appends the names from a node back to the start, which is left out. False without memory.
bool wayi_frontier_trace_back(const wayi_frontier *frontier, uint32_t index, wayi_path_buffer *out);
