// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The node store: what a search remembers about a state. One interface, two layouts.
//
//   dense    an array indexed by id; a slot is the id
//   sparse   a pool in order of first touch behind a hash table; a slot is a place in the pool
//
// A node is any struct whose first member is `uint32_t stamp`. Starting a search bumps the
// generation; a node with another stamp counts as untouched and is reset to the blank on touch, so
// a search pays for what it touches and not for what the map measures.
//
// Slots stay valid until the next generation; pointers only until the next touch.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"

#include <string.h>

#define WAYI_SLOT_NONE UINT32_MAX

typedef struct wayi_nodes_entry {
    uint32_t stamp;
    uint32_t slot;
} wayi_nodes_entry;

typedef struct wayi_nodes {
    unsigned char *items; ///< stride bytes each
    const void *blank;    ///< what an untouched node looks like; borrowed
    uint32_t stride;
    uint32_t generation;
    uint32_t capacity; ///< slots allocated
    uint32_t limit;    ///< slots allowed at most
    uint32_t count;    ///< nodes touched in this generation
    bool sparse;
    uint32_t *ids;             ///< sparse: id of each slot
    wayi_nodes_entry *entries; ///< sparse: open addressing, a power of two of them
    uint32_t entry_mask;
    way_allocator allocator;
} wayi_nodes;

typedef struct wayi_nodes_config {
    const void *blank; ///< prototype of an untouched node; borrowed, must outlive the store
    uint32_t stride;   ///< sizeof the node, a multiple of 4
    uint32_t id_count; ///< ids are below this; 0 when not known in advance
    uint32_t limit;    ///< most nodes in one generation; 0 = no limit
    bool sparse;
} wayi_nodes_config;

/// Dense stores with a known id_count allocate everything here; other ones grow.
way_status wayi_nodes_init(wayi_nodes *nodes, const wayi_nodes_config *config,
                           const way_allocator *allocator);
void wayi_nodes_fini(wayi_nodes *nodes);

/// Starts a new generation: all nodes count as untouched. Constant time but for one wrap in 2^32.
void wayi_nodes_clear(wayi_nodes *nodes);

/// Bytes held.
size_t wayi_nodes_bytes(const wayi_nodes *nodes);

/// Out-of-line parts of touch and find; use those.
uint32_t wayi_nodes_touch_slow(wayi_nodes *nodes, uint32_t id);
uint32_t wayi_nodes_find_sparse(const wayi_nodes *nodes, uint32_t id);

static inline void *wayi_nodes_at(const wayi_nodes *nodes, uint32_t slot, uint32_t stride)
{
    return nodes->items + (size_t)slot * stride;
}

/// The slot of `id`, its node reset to the blank if this generation had not seen it yet.
/// WAYI_SLOT_NONE at the limit or without memory. `stride` is the constant sizeof of the node.
static inline uint32_t wayi_nodes_touch(wayi_nodes *nodes, uint32_t id, uint32_t stride)
{
    if (!nodes->sparse && id < nodes->capacity) {
        uint32_t *stamp = wayi_nodes_at(nodes, id, stride);
        if (*stamp == nodes->generation) {
            return id;
        }
        if (nodes->count < nodes->limit) {
            memcpy(stamp, nodes->blank, stride);
            *stamp = nodes->generation;
            nodes->count++;
            return id;
        }
    }
    return wayi_nodes_touch_slow(nodes, id);
}

/// The slot of `id` if this generation touched it, else WAYI_SLOT_NONE.
static inline uint32_t wayi_nodes_find(const wayi_nodes *nodes, uint32_t id, uint32_t stride)
{
    if (nodes->sparse) {
        return wayi_nodes_find_sparse(nodes, id);
    }
    if (id >= nodes->capacity) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t *stamp = wayi_nodes_at(nodes, id, stride);
    return *stamp == nodes->generation ? id : WAYI_SLOT_NONE;
}

/// The id that lives in `slot`.
static inline uint32_t wayi_nodes_id(const wayi_nodes *nodes, uint32_t slot)
{
    return nodes->sparse ? nodes->ids[slot] : slot;
}
