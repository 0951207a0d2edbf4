// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Single states of a search without a goal, taken out and put back: what fields are mended with.
#include "map/grid/directions.h"
#include "search/engine/best_first_parts.h"

void wayi_best_first_forget(wayi_best_first *search, way_state state)
{
    uint32_t slot = WAYI_SLOT_NONE;
    wayi_best_first_node *node = wayi_best_first_find(search, state, &slot);
    if (!node) {
        return;
    }
    node->g = WAY_COST_MAX;
    if (search->trail.map) {
        node->stamp = search->nodes.generation | WAYI_RETRACE_START;
    } else {
        wayi_best_first_widen(node)->parent = WAY_STATE_NONE;
    }
    wayi_best_first_shut(search, node); // entries in the open list are stale
    if (!search->nodes.sparse || search->nodes.paged) {
        node->stamp = 0; // of no generation: as if it had never been touched
        search->nodes.count--;
    }
}

bool wayi_best_first_reopen(wayi_best_first *search, way_state state)
{
    uint32_t slot = WAYI_SLOT_NONE;
    const wayi_best_first_node *node = wayi_best_first_find(search, state, &slot);
    search->drifts = true; // what its parent has served may be due again
    if (!node || node->g == WAY_COST_MAX || !wayi_best_first_is_closed(search, node)) {
        return true;
    }
    search->config.stats->heap_pushes++;
    return wayi_best_first_queue(search, state, slot);
}
