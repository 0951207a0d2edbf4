// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What real-time searches make of changes. An estimate that was learned stays a lower bound as long
// as steps only get lost or costlier, as in the fog of war; when something may have become cheaper
// it has to be forgotten.
#pragma once

#include "search/trip/algorithm.h"
#include "space/grid.h"

/// How many states a changed one concerns: the places of a unit that covers it.
static inline uint32_t wayi_changes_covered(const way_agent *agent)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(agent->space));
    return grid ? grid->layer->size * grid->layer->size : 1;
}

/// These, the state itself first; WAY_STATE_NONE outside of the map.
static inline way_state wayi_changes_covers(const way_agent *agent, way_state state, uint32_t index)
{
    const wayi_grid *grid = wayi_space_grid(wayi_space_below(agent->space));
    if (!grid || index == 0) {
        return state;
    }
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(grid->map, state, &x, &y);
    return way_map_cell(grid->map, (int64_t)x - index % grid->layer->size,
                        (int64_t)y - index / grid->layer->size);
}

/// Whether steps from or to these states may have become cheaper: all that is certain is that none
/// leads to where nobody can stand.
static inline bool wayi_changes_may_help(const way_agent *agent, const way_state *states,
                                         uint32_t count)
{
    const uint32_t covered = wayi_changes_covered(agent);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < covered; k++) {
            if (way_space_can_stand(agent->space, wayi_changes_covers(agent, states[i], k))) {
                return true;
            }
        }
    }
    return false;
}

/// The `advance` of an agent that plans from the end of its committed moves: nothing to do.
static inline way_status wayi_changes_advance(way_agent *agent, way_cost walked)
{
    (void)agent;
    (void)walked;
    return WAY_STATUS_OK;
}
