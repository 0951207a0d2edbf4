// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Best-first searches: what others ask of them, and what they make of edits.
#include "search/engine/best_first_parts.h"
#include "search/engine/read_set.h"

/// Changed rectangles of more cells than this are not looked at again.
#define BEST_FIRST_LOOKS 1024u

bool wayi_best_first_outlives(const wayi_best_first *search, const way_rect *rects, uint32_t count,
                              uint64_t *work)
{
    const uint32_t width = wayi_read_map(search->config.space)->width;
    return !wayi_nodes_met(&search->nodes, width, rects, count, work);
}

void wayi_best_first_look_again(wayi_best_first *search, const way_rect *rects, uint32_t count)
{
    const uint32_t width = wayi_read_map(search->config.space)->width;
    search->drifts = true;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t area = (uint64_t)rects[i].width * rects[i].height;
        for (uint32_t k = 0; area <= BEST_FIRST_LOOKS && k < area; k++) {
            const way_cell cell = wayi_rect_at(rects[i], k, width);
            uint32_t slot = WAYI_SLOT_NONE;
            const wayi_best_first_node *node = wayi_best_first_find(search, cell, &slot);
            if (node && wayi_best_first_is_closed(search, node)) {
                (void)wayi_best_first_queue(search, cell, slot);
            }
        }
    }
}

bool wayi_best_first_lead(wayi_best_first *search, way_state parent, way_state state,
                          wayi_best_first_node *node)
{
    if (!search->trail.map) {
        wayi_best_first_widen(node)->parent = parent;
        return true;
    }
    return wayi_retrace_lead(&search->trail, parent, state, &node->stamp);
}

way_state wayi_best_first_before(const wayi_best_first *search, way_state state,
                                 const wayi_best_first_node *node)
{
    if (!search->trail.map) {
        return wayi_best_first_widen(node)->parent;
    }
    return wayi_retrace_before(&search->trail, state, node->stamp);
}

way_cost wayi_best_first_cost(const wayi_best_first *search, way_state state, bool closed_only)
{
    uint32_t slot = WAYI_SLOT_NONE;
    const wayi_best_first_node *node = wayi_best_first_find(search, state, &slot);
    return !node || (closed_only && !wayi_best_first_is_closed(search, node)) ? WAY_COST_MAX
                                                                              : node->g;
}

/// The costs of a page of nodes. Without a branch, which among walls would be guessed wrongly all
/// the time, and such that compilers take several at once.
static void best_first_page_costs(const wayi_best_first_node *restrict nodes, uint32_t generation,
                                  uint32_t span, uint32_t needed, way_cost *restrict costs)
{
    for (uint32_t i = 0; i < WAYI_NODES_PAGE; i++) {
        const uint32_t lacks = (uint32_t)(nodes[i].stamp - generation >= span) |
                               (uint32_t)((nodes[i].stamp & needed) != needed);
        costs[i] = nodes[i].g | (0U - lacks);
    }
}

void wayi_best_first_costs(const wayi_best_first *search, uint32_t count, bool closed_only,
                           way_cost *costs)
{
    // The nodes of a page of states in a row lie side by side: one look for all of them.
    const wayi_nodes *nodes = &search->nodes;
    const uint32_t generation = nodes->generation, span = nodes->span;
    const uint32_t needed = closed_only ? WAYI_RETRACE_DONE : 0;
    const uint32_t known = nodes->row || !search->trail.map ? 0
                           : nodes->paged  ? nodes->table_count << WAYI_NODES_PAGE_SHIFT
                           : nodes->sparse ? 0
                                           : nodes->capacity;
    way_state state = 0;
    while (state < known && known - state >= WAYI_NODES_PAGE && count - state >= WAYI_NODES_PAGE) {
        const uint32_t slot = nodes->paged ? wayi_nodes_paged_slot(nodes, state) : state;
        best_first_page_costs(wayi_best_first_at(search, slot), generation, span, needed,
                              costs + state);
        state += WAYI_NODES_PAGE;
    }
    for (; state < count; state++) {
        costs[state] = wayi_best_first_cost(search, state, closed_only);
    }
}

way_state wayi_best_first_parent(const wayi_best_first *search, way_state state)
{
    uint32_t slot = WAYI_SLOT_NONE;
    const wayi_best_first_node *node = wayi_best_first_find(search, state, &slot);
    return node ? wayi_best_first_before(search, state, node) : WAY_STATE_NONE;
}

/// The node of a state that has a way.
static inline const wayi_best_first_node *best_first_met(const wayi_best_first *search,
                                                         way_state state)
{
    const wayi_nodes *nodes = &search->nodes;
    return wayi_best_first_at(search, nodes->paged    ? wayi_nodes_paged_slot(nodes, state)
                                      : nodes->sparse ? wayi_nodes_find_hashed(nodes, state)
                                                      : state);
}

bool wayi_best_first_trace(const wayi_best_first *search, way_state state, wayi_path_buffer *path)
{
    const uint32_t first = path->count;
    for (;;) {
        const way_state parent =
            wayi_best_first_before(search, state, best_first_met(search, state));
        if (parent == WAY_STATE_NONE) {
            break;
        }
        if (!wayi_path_buffer_push(path, state)) {
            path->count = first;
            return false;
        }
        state = parent;
    }
    wayi_path_buffer_reverse(path, first);
    return true;
}
