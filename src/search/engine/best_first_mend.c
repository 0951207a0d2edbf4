// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Single states of a search without a goal, taken out and put back: what fields are mended with.
#include "map/grid/directions.h"
#include "search/engine/best_first_parts.h"

static wayi_best_first_node *mend_find(const wayi_best_first *search, way_state state,
                                       uint32_t *slot)
{
    *slot = wayi_nodes_find(&search->nodes, state, sizeof(wayi_best_first_node));
    return *slot == WAYI_SLOT_NONE ? NULL : wayi_best_first_at(search, *slot);
}

void wayi_best_first_forget(wayi_best_first *search, way_state state)
{
    uint32_t slot = WAYI_SLOT_NONE;
    wayi_best_first_node *node = mend_find(search, state, &slot);
    if (!node) {
        return;
    }
    node->g = WAY_COST_MAX;
    node->parent = WAY_STATE_NONE;
    node->estimate = WAYI_BEST_FIRST_CLOSED; // entries in the open list are stale
    if (!search->nodes.sparse || search->nodes.paged) {
        node->stamp = 0; // of no generation: as if it had never been touched
        search->nodes.count--;
    }
}

bool wayi_best_first_reopen(wayi_best_first *search, way_state state)
{
    uint32_t slot = WAYI_SLOT_NONE;
    wayi_best_first_node *node = mend_find(search, state, &slot);
    search->drifts = true; // what its parent has served may be due again
    if (!node || node->g == WAY_COST_MAX || !(node->estimate & WAYI_BEST_FIRST_CLOSED)) {
        return true;
    }
    node->estimate &= WAYI_BEST_FIRST_ESTIMATE;
    search->config.stats->heap_pushes++;
    const uint32_t place = wayi_best_first_place(search, slot);
    return wayi_open_push(&search->open, search->open.kind,
                          wayi_best_first_item(search, state, place, node->g, node->estimate));
}
