// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the moves of a path cost on the space as it is now.
#include "search/trip/algorithm.h"
#include "space/grid.h"

/// Whether a step in a direction is legal and leads from a cell `offset` on.
static bool agent_price_goes(const way_map *map, uint32_t moves, uint32_t direction, way_cell from,
                             uint32_t offset)
{
    return (moves >> direction & 1u) && wayi_map_leads(map, direction, from, offset);
}

/// The cost of the committed steps from index `first` to `end` in 64 bits; UINT64_MAX if one is not
/// legal. Straight lines take turns between two directions.
static uint64_t agent_price_grid(const way_agent *agent, const wayi_grid *grid, uint32_t first,
                                 uint32_t end)
{
    const way_map *map = grid->map;
    const way_state *states = agent->path.states;
    uint64_t sum = 0;
    uint32_t direction = 0;
    uint32_t other = 0;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t offset = states[i + 1] - states[i];
        const uint32_t moves = wayi_layer_moves(map, grid->layer, states[i]);
        if (!agent_price_goes(map, moves, direction, states[i], offset)) {
            const uint32_t last = direction;
            direction = agent_price_goes(map, moves, other, states[i], offset) ? other : 0;
            other = last;
        }
        while (!agent_price_goes(map, moves, direction, states[i], offset)) {
            if (++direction == WAYI_DIRECTIONS) {
                return UINT64_MAX;
            }
        }
        sum += wayi_map_step(map, grid->layer, states[i], states[i + 1], direction);
    }
    return sum;
}

/// The same of all from index `first` on, in any space.
static uint64_t agent_price_sum(const way_agent *agent, uint32_t first)
{
    const wayi_grid *grid = wayi_space_plain_grid(agent->space);
    if (grid) {
        return first < agent->path.count
                   ? agent_price_grid(agent, grid, first, agent->path.count - 1)
                   : 0;
    }
    uint64_t sum = 0;
    for (uint32_t i = first; i + 1 < agent->path.count; i++) {
        const way_cost least =
            wayi_agent_step_cost(agent, agent->path.states[i], agent->path.states[i + 1]);
        if (least == WAY_COST_MAX) {
            return UINT64_MAX;
        }
        sum += least;
    }
    return sum;
}

bool wayi_agent_moves_hold(const way_agent *agent, uint32_t from, uint32_t moves)
{
    wayi_agent_unroll((way_agent *)(uintptr_t)agent);
    const wayi_grid *grid = wayi_space_plain_grid(agent->space);
    const uint32_t last = agent->path.count ? agent->path.count - 1 : 0;
    const uint32_t end = last - from < moves || from > last ? last : from + moves;
    uint32_t i = from;
    for (; i < end && (!grid || i < agent->exit.deep); i++) {
        if (!wayi_space_has(agent->space, agent->path.states[i])) {
            return false; // the space has forgotten it
        }
        const way_state next = agent->path.states[i + 1];
        if (!wayi_agent_leads_out(agent, i, next) &&
            wayi_agent_step_cost(agent, agent->path.states[i], next) == WAY_COST_MAX) {
            return false;
        }
    }
    return i >= end || agent_price_grid(agent, grid, i, end) != UINT64_MAX;
}

bool way_agent_path_holds(const way_agent *agent, uint32_t from)
{
    const bool leads = from < agent->exit.deep && from + 1 < agent->path.count;
    return (!leads || wayi_agent_is_deep(agent, agent->path.states[0])) &&
           wayi_agent_moves_hold(agent, from, UINT32_MAX);
}

way_cost wayi_agent_path_cost(const way_agent *agent, uint32_t first)
{
    const uint64_t sum = agent_price_sum(agent, first);
    return sum < WAY_COST_MAX ? (way_cost)sum : WAY_COST_MAX;
}

way_cost wayi_agent_lead_cost(const way_agent *agent)
{
    way_cost sum = 0;
    for (uint32_t i = 0; i < agent->exit.deep && i + 1 < agent->path.count; i++) {
        sum = way_cost_add(sum, wayi_agent_move_cost(agent, i)); // some of it may be free by now
    }
    return sum;
}

way_cost wayi_agent_whole_cost(const way_agent *agent)
{
    const way_cost sum = wayi_agent_lead_cost(agent);
    return agent->path.count > agent->exit.deep
               ? way_cost_add(sum, wayi_agent_path_cost(agent, agent->exit.deep))
               : sum;
}
