// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/rescue.h"

#include "search/subgoal/walk.h"

void wayi_rescue_init(wayi_rescue *rescue, uint32_t limit, const way_allocator *allocator)
{
    rescue->left = 0;
    wayi_lrta_init(&rescue->lessons, limit, allocator);
    (void)wayi_frontier_init(&rescue->frontier, 0, allocator);
}

void wayi_rescue_fini(wayi_rescue *rescue)
{
    wayi_hash_table_fini(&rescue->lessons.learned);
    wayi_frontier_fini(&rescue->frontier);
}

void wayi_rescue_aim(wayi_rescue *rescue, way_cell target)
{
    wayi_lrta_aim(&rescue->lessons, target);
    rescue->left = 0;
}

// Looking -----------------------------------------------------------------------------------------

/// Takes note of a way to a cell; false without memory.
static bool rescue_reach(wayi_rescue *rescue, const wayi_grid *grid, way_cell to, way_cell from,
                         way_cost g)
{
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = wayi_frontier_meet(&rescue->frontier, to, g, &slot);
    if (slot == WAYI_SLOT_NONE) {
        return fits;
    }
    const way_cost f = way_cost_add(g, wayi_lrta_estimate(&rescue->lessons, grid, to));
    return wayi_frontier_open(&rescue->frontier, slot, &(wayi_frontier_way){from, g, f, to});
}

static bool rescue_expand(wayi_rescue *rescue, way_agent *agent)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const uint32_t slot = wayi_frontier_take(&rescue->frontier);
    const wayi_frontier_node *node = wayi_frontier_at(&rescue->frontier, slot);
    const way_cell cell = wayi_nodes_id(&rescue->frontier.nodes, slot);
    const way_cost g = node->g;
    wayi_walk_look(agent, cell, g);
    bool fits = true;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, cell); moves && fits;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const way_cost step = wayi_map_step(map, grid->layer, cell, to, direction);
        fits = rescue_reach(rescue, grid, to, cell, wayi_frontier_add(g, step));
    }
    return fits;
}

// Learning and going ------------------------------------------------------------------------------

/// Everything that was expanded is at least as far from the target as the way over the edge.
static bool rescue_learn_all(wayi_rescue *rescue, way_agent *agent, way_cost f)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    bool fits = true;
    for (uint32_t i = 0; i < rescue->frontier.nodes.count && fits; i++) {
        const wayi_frontier_node *node = wayi_frontier_at(&rescue->frontier, i);
        const way_cell cell = wayi_nodes_id(&rescue->frontier.nodes, i);
        const way_cost value = node->closed && f > node->g ? f - node->g : 0;
        if (value > wayi_lrta_estimate(&rescue->lessons, grid, cell)) {
            fits = wayi_lrta_learn(&rescue->lessons, agent, cell,
                                   value < WAY_COST_MAX ? value : WAY_COST_MAX - 1);
        }
    }
    return fits;
}

way_outcome wayi_rescue_look(wayi_rescue *rescue, way_agent *agent, way_cell from,
                             wayi_path_buffer *way, uint32_t *budget)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    wayi_frontier *seen = &rescue->frontier;
    if (!rescue->left) {
        wayi_frontier_clear(seen);
        rescue->left = WAYI_RESCUE_LOOKAHEAD;
        if (!rescue_reach(rescue, grid, from, WAY_CELL_NONE, 0)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    const wayi_heap_item *top = NULL;
    while ((top = wayi_frontier_top(seen))) {
        const way_cell cell = top->id;
        const bool there = cell == rescue->lessons.target;
        const bool full = rescue->lessons.limit && seen->nodes.count >= rescue->lessons.limit;
        if (there || rescue->left == 1 || (full && cell != from)) {
            rescue->left = 0;
            wayi_path_buffer_clear(way);
            const bool fits =
                (there || rescue_learn_all(rescue, agent, (way_cost)(top->key >> 32))) &&
                wayi_frontier_trace_back(seen, cell, way);
            way->count -= fits; // where it stands
            return fits ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
        }
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        rescue->left--;
        if (!rescue_expand(rescue, agent)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    rescue->left = 0;
    return WAY_OUTCOME_NO_PATH;
}
