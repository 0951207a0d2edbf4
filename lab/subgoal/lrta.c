// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/subgoal/lrta.h"

#include "search/subgoal/walk.h"

void wayi_lrta_init(wayi_lrta *lrta, uint32_t limit, const way_allocator *allocator)
{
    *lrta = (wayi_lrta){.target = WAY_CELL_NONE, .limit = limit};
    wayi_hash_table_init(&lrta->learned, allocator);
}

void wayi_lrta_aim(wayi_lrta *lrta, way_cell target)
{
    wayi_hash_table_clear(&lrta->learned);
    lrta->target = target;
}

// What is believed of the way from a cell to the target.
static way_cost lrta_estimate(const wayi_lrta *lrta, const wayi_grid *grid, way_cell cell)
{
    const uint32_t *known = wayi_hash_table_find(&lrta->learned, cell);
    const way_cost estimate = wayi_grid_distance(grid, cell, lrta->target);
    return known && *known > estimate ? *known : estimate;
}

// Remembers an estimate; false at the limit or without memory.
static bool lrta_learn(wayi_lrta *lrta, way_agent *agent, way_cell cell, way_cost value)
{
    uint32_t *known = wayi_hash_table_find(&lrta->learned, cell);
    if (!known && (!lrta->limit || lrta->learned.count < lrta->limit)) {
        known = wayi_hash_table_get_or_add(&lrta->learned, cell, value);
    }
    if (!known) {
        return false;
    }
    *known = value;
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_LEARN, cell, WAY_STATE_NONE, value, value});
    }
    return true;
}

way_outcome wayi_lrta_step(wayi_lrta *lrta, way_agent *agent, way_cell *cell)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const way_cell from = *cell;
    uint32_t best = WAYI_DIRECTIONS;
    way_cost least = WAY_COST_MAX;
    uint32_t moves = wayi_layer_moves(map, grid->layer, from);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = from + (uint32_t)map->offsets[direction];
        const way_cost value = way_cost_add(wayi_map_step(map, grid->layer, from, to, direction),
                                            lrta_estimate(lrta, grid, to));
        if (value < least) {
            least = value;
            best = direction;
        }
    }
    if (best == WAYI_DIRECTIONS) {
        return WAY_OUTCOME_NO_PATH;
    }
    return least <= lrta_estimate(lrta, grid, from) || lrta_learn(lrta, agent, from, least)
               ? wayi_walk_step(agent, cell, best)
               : WAY_OUTCOME_CAPACITY;
}
