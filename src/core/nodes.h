// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The node store: what a search remembers about a state. One interface, three layouts.
//
//   dense    an array indexed by id; a slot is the id
//   paged    pages of WAYI_NODES_PAGE ids each, made where a search comes by, behind a table of 4
//            bytes for each; for sparse stores of known ids without a limit. Where ids are cells of
//            rows, a page is four rows of eight: what a search comes by lies side by side
//   hashed   a pool in order of first touch behind a hash table; for all other sparse stores
//
// A store that adapts begins with pages, and is dense from the generation after one that came by
// more than a tenth of them, or for one that is expected to: searches that stay near hold little,
// those that don't soon lose no time over pages. Where all would take little it is dense at once.
//
// A node is any struct whose first member is `uint32_t stamp`. Starting a search bumps the
// generation; a node with another stamp counts as untouched and is reset to the blank on touch, so
// a search pays for what it touches and not for what the map measures. Where every byte of an array
// counts, the low bits of the stamp may be the node's own (`marks`): a generation then takes as
// many stamps as there are marks.
//
// Ids that are not known in advance say who met a state first, maybe another search long ago. A
// store of such ids therefore remembers the order of first touch for those who break ties: it is
// the slot in a hash; in an array stamps count on from the generation's, so that it takes no room.
//
// Slots stay valid until the next generation; pointers only until the next touch.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"

#include <string.h>

#define WAYI_SLOT_NONE UINT32_MAX

#define WAYI_NODES_PAGE_SHIFT 5u
#define WAYI_NODES_PAGE (1u << WAYI_NODES_PAGE_SHIFT)
#define WAYI_NODES_MARKS 64u  ///< stamps of a generation whose nodes mark them, a power of two
#define WAYI_NODES_ROWS 4u    ///< of a page of cells, and the columns
#define WAYI_NODES_COLUMNS 8u ///< in them

typedef struct wayi_nodes_entry {
    uint32_t stamp;
    uint32_t slot;
} wayi_nodes_entry;

typedef struct wayi_nodes {
    unsigned char *items; ///< stride bytes each
    const void *blank;    ///< what an untouched node looks like; borrowed
    uint32_t stride;
    uint32_t generation;
    uint32_t span;            ///< stamps in use from the generation's on: one, or WAYI_NODES_MARKS;
                              ///< for arrays of ids not known in advance as many as touched nodes
    uint32_t capacity;        ///< slots allocated
    uint32_t limit;           ///< slots allowed at most
    uint32_t count;           ///< nodes touched in this generation
    bool sparse;              ///< a slot is not the id
    bool paged;               ///< and pages are why
    bool adapts;              ///< and will be dense once it has many,
    const uint32_t *expected; ///< or when so many are expected
    bool ordered;             ///< ids are not known in advance
    uint32_t *ids;            ///< hashed: id of each slot; paged: first id of each page
    wayi_nodes_entry *entries; ///< hashed: open addressing, a power of two of them
    uint32_t entry_mask;
    uint32_t *pages; ///< paged: page of each WAYI_NODES_PAGE ids; 0 = none, in which no node is
                     ///< ever touched
    uint32_t table_count; ///< of those
    uint32_t page_count;  ///< pages in use, the empty one included
    uint32_t page_clear;  ///< pages whose nodes were ever written
    uint32_t id_count;
    uint32_t row;        ///< paged: cells in a row; 0 = ids are not cells
    uint32_t row_pages;  ///< pages side by side
    uint64_t reciprocal; ///< cell / row = cell * reciprocal >> shift
    uint32_t shift;
    way_allocator allocator;
} wayi_nodes;

typedef struct wayi_nodes_config {
    const void *blank; ///< prototype of an untouched node; borrowed, must outlive the store
    uint32_t stride;   ///< sizeof the node, a multiple of 4
    uint32_t id_count; ///< ids are below this; 0 when not known in advance
    uint32_t limit;    ///< most nodes in one generation; 0 = no limit
    uint32_t row;      ///< ids are those of cells in rows of so many; 0 = they are not
    bool
        marks; ///< the low bits of a touched node's stamp are its own; of ids known in advance only
    bool sparse;
    bool adapts;              ///< if dense: only when that pays
    const uint32_t *expected; ///< [opt] then: nodes that the next generation may touch; borrowed
} wayi_nodes_config;

/// Dense stores with a known id_count allocate everything here, paged ones their table; nodes of
/// other ones grow.
way_status wayi_nodes_init(wayi_nodes *nodes, const wayi_nodes_config *config,
                           const way_allocator *allocator);
void wayi_nodes_fini(wayi_nodes *nodes);

/// Starts a new generation: all nodes count as untouched. Constant time but for one wrap in 2^32;
/// paged: in proportion to the pages in use. One that adapts keeps its pages without memory.
void wayi_nodes_clear(wayi_nodes *nodes);

/// Out-of-line parts of touch and find; use those.
uint32_t wayi_nodes_touch_slow(wayi_nodes *nodes, uint32_t id);
uint32_t wayi_nodes_find_hashed(const wayi_nodes *nodes, uint32_t id);

static inline void *wayi_nodes_at(const wayi_nodes *nodes, uint32_t slot, uint32_t stride)
{
    return nodes->items + (size_t)slot * stride;
}

/// Paged: where the node of `id` is, if there is one.
static inline uint32_t wayi_nodes_paged_slot(const wayi_nodes *nodes, uint32_t id)
{
    if (nodes->row) {
        const uint32_t y = (uint32_t)(id * nodes->reciprocal >> nodes->shift);
        const uint32_t x = id - y * nodes->row;
        const uint32_t page = y / WAYI_NODES_ROWS * nodes->row_pages + x / WAYI_NODES_COLUMNS;
        return nodes->pages[page] << WAYI_NODES_PAGE_SHIFT |
               y % WAYI_NODES_ROWS * WAYI_NODES_COLUMNS | x % WAYI_NODES_COLUMNS;
    }
    return nodes->pages[id >> WAYI_NODES_PAGE_SHIFT] << WAYI_NODES_PAGE_SHIFT |
           (id & (WAYI_NODES_PAGE - 1));
}

/// The slot of `id`, its node reset to the blank if this generation had not seen it yet.
/// WAYI_SLOT_NONE at the limit or without memory. `stride` is the constant sizeof of the node.
static inline uint32_t wayi_nodes_touch(wayi_nodes *nodes, uint32_t id, uint32_t stride)
{
    if (nodes->paged ? id < nodes->id_count : !nodes->sparse && id < nodes->capacity) {
        const uint32_t slot = nodes->paged ? wayi_nodes_paged_slot(nodes, id) : id;
        uint32_t *stamp = wayi_nodes_at(nodes, slot, stride);
        if (*stamp - nodes->generation < nodes->span) {
            return slot;
        }
        const bool is_there = !nodes->paged || slot >= WAYI_NODES_PAGE;
        if (is_there && !nodes->ordered && nodes->count < nodes->limit) {
            memcpy(stamp, nodes->blank, stride);
            *stamp = nodes->generation;
            nodes->count++;
            return slot;
        }
    }
    return wayi_nodes_touch_slow(nodes, id);
}

/// The slot of `id` if this generation touched it, else WAYI_SLOT_NONE.
static inline uint32_t wayi_nodes_find(const wayi_nodes *nodes, uint32_t id, uint32_t stride)
{
    if (nodes->sparse && !nodes->paged) {
        return wayi_nodes_find_hashed(nodes, id);
    }
    if (id >= (nodes->paged ? nodes->id_count : nodes->capacity)) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t slot = nodes->paged ? wayi_nodes_paged_slot(nodes, id) : id;
    const uint32_t *stamp = wayi_nodes_at(nodes, slot, stride);
    return *stamp - nodes->generation < nodes->span ? slot : WAYI_SLOT_NONE;
}

/// The id that lives in `slot`.
static inline uint32_t wayi_nodes_id(const wayi_nodes *nodes, uint32_t slot)
{
    if (nodes->paged) {
        const uint32_t place = slot & (WAYI_NODES_PAGE - 1);
        return nodes->ids[slot >> WAYI_NODES_PAGE_SHIFT] +
               place / WAYI_NODES_COLUMNS * (nodes->row ? nodes->row : WAYI_NODES_COLUMNS) +
               place % WAYI_NODES_COLUMNS;
    }
    return nodes->sparse ? nodes->ids[slot] : slot;
}

/// Breaks ties between touched nodes: the id, or if ids are not known in advance, the order of
/// first touch.
static inline uint32_t wayi_nodes_order(const wayi_nodes *nodes, uint32_t id, uint32_t slot)
{
    if (!nodes->ordered) {
        return id;
    }
    const uint32_t *stamp = wayi_nodes_at(nodes, slot, nodes->stride);
    return nodes->sparse ? slot : *stamp - nodes->generation;
}

/// The id of the node of that order in `slot`.
static inline uint32_t wayi_nodes_ordered_id(const wayi_nodes *nodes, uint32_t order, uint32_t slot)
{
    return nodes->ordered ? wayi_nodes_id(nodes, slot) : order;
}

/// Slots from here on hold no node. Below, those whose stamp is one in use do.
static inline uint32_t wayi_nodes_end(const wayi_nodes *nodes)
{
    if (nodes->paged) {
        return nodes->page_count << WAYI_NODES_PAGE_SHIFT;
    }
    return nodes->sparse ? nodes->count : nodes->capacity;
}
