// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the loop of a best-first search and those who ask it afterwards know of its nodes.
#pragma once

#include "map/grid/directions.h"
#include "search/engine/best_first.h"
#include "space/ground.h"

#define WAYI_BEST_FIRST_ESTIMATE 0x7fffffffu ///< the largest
#define WAYI_BEST_FIRST_CLOSED 0x80000000u   ///< of a wide node, beside its estimate

/// A compact node, and how each begins.
typedef struct wayi_best_first_node {
    uint32_t stamp;
    way_cost g;
} wayi_best_first_node;

typedef struct wayi_best_first_wide {
    wayi_best_first_node node;
    way_state parent;
    uint32_t estimate; ///< weighted; the top bit says closed
} wayi_best_first_wide;

static inline uint32_t wayi_best_first_stride(const wayi_best_first *search)
{
    return search->trail.map ? sizeof(wayi_best_first_node) : sizeof(wayi_best_first_wide);
}

static inline wayi_best_first_node *wayi_best_first_at(const wayi_best_first *search, uint32_t slot)
{
    return wayi_nodes_at(&search->nodes, slot, wayi_best_first_stride(search));
}

static inline wayi_best_first_wide *wayi_best_first_widen(const wayi_best_first_node *node)
{
    return (wayi_best_first_wide *)(void *)(uintptr_t)node;
}

/// The node of a state, or NULL.
static inline wayi_best_first_node *wayi_best_first_find(const wayi_best_first *search,
                                                         way_state state, uint32_t *slot)
{
    *slot = wayi_nodes_find(&search->nodes, state, wayi_best_first_stride(search));
    return *slot == WAYI_SLOT_NONE ? NULL : wayi_best_first_at(search, *slot);
}

static inline bool wayi_best_first_is_closed(const wayi_best_first *search,
                                             const wayi_best_first_node *node)
{
    return search->trail.map
               ? node->stamp & WAYI_RETRACE_DONE
               : (wayi_best_first_widen(node)->estimate & WAYI_BEST_FIRST_CLOSED) != 0;
}

static inline void wayi_best_first_shut(const wayi_best_first *search, wayi_best_first_node *node)
{
    if (search->trail.map) {
        node->stamp |= WAYI_RETRACE_DONE;
    } else {
        wayi_best_first_widen(node)->estimate |= WAYI_BEST_FIRST_CLOSED;
    }
}

static inline void wayi_best_first_unshut(const wayi_best_first *search, wayi_best_first_node *node)
{
    if (search->trail.map) {
        node->stamp &= ~WAYI_RETRACE_DONE;
    } else {
        wayi_best_first_widen(node)->estimate &= ~WAYI_BEST_FIRST_CLOSED;
    }
}

/// The state before one on its way, or WAY_STATE_NONE.
way_state wayi_best_first_before(const wayi_best_first *search, way_state state,
                                 const wayi_best_first_node *node);

/// Notes which state is before one on its way; false without memory.
bool wayi_best_first_lead(wayi_best_first *search, way_state parent, way_state state,
                          wayi_best_first_node *node);

/// Puts a state that was closed into the open list again; false without memory.
bool wayi_best_first_queue(wayi_best_first *search, way_state state, uint32_t slot);

static inline uint32_t wayi_best_first_priority(const wayi_best_first *search, way_cost g,
                                                uint32_t estimate)
{
    return search->config.greedy ? estimate : way_cost_add(g, estimate);
}

static inline wayi_heap_item wayi_best_first_item(const wayi_best_first *search, way_state state,
                                                  uint32_t slot, way_cost g, uint32_t estimate)
{
    const uint64_t f = wayi_best_first_priority(search, g, estimate);
    return (wayi_heap_item){f << 32 | (search->config.low_g ? g : ~g),
                            wayi_nodes_order(&search->nodes, state, slot), slot};
}

/// What an entry of the open list says beside its state: its slot in a hash, which moves, or where
/// ids are not known in advance; else, on grids, the direction of the step to it, or that there was
/// none.
static inline uint32_t wayi_best_first_place(const wayi_best_first *search, uint32_t slot)
{
    const wayi_nodes *nodes = &search->nodes;
    return nodes->ordered || (nodes->sparse && !nodes->paged) ? slot : WAYI_DIRECTIONS;
}

static inline uint32_t wayi_best_first_weigh(const wayi_best_first *search, uint32_t estimate)
{
    uint64_t weighted = estimate;
    if (search->config.weight != 1000) {
        weighted = weighted * search->config.weight / 1000;
    }
    return weighted > WAYI_BEST_FIRST_ESTIMATE ? WAYI_BEST_FIRST_ESTIMATE : (uint32_t)weighted;
}

/// Whether the search has aims towards its goal over links and weights as they are.
static inline bool wayi_best_first_aims(const wayi_best_first *search)
{
    const wayi_aims *aims = &search->aims;
    return aims->goal != WAY_CELL_NONE && search->config.goal &&
           search->config.goal->kind == WAYI_GOAL_ONE &&
           wayi_aims_are_for(aims, aims->map, aims->layer, search->config.goal->state);
}

/// The grid of a search, if its instances serve it; NULL elsewhere.
const wayi_grid *wayi_best_first_grid(const wayi_best_first *search);

/// The weighted estimate of a state.
uint32_t wayi_best_first_estimate(const wayi_best_first *search, way_state state);
