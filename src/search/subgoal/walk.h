// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What all who walk by a subgoal database do: look at cells, find out whether a climb leads
// somewhere, make a step.
#pragma once

#include "search/engine/hillclimb.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"

/// What tables say of those who walk by a database of uniform ground and learn of no edit.
#define WAYI_WALK_KIND                                                                             \
    .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,                        \
    .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST

/// Lists all cells where a unit can stand; false without memory.
static inline bool wayi_walk_cells(const way_space *space, wayi_path_buffer *cells)
{
    bool fits = true;
    for (way_cell cell = 0; cell < space->state_count && fits; cell++) {
        fits = !way_space_can_stand(space, cell) || wayi_path_buffer_push(cells, cell);
    }
    return fits;
}

/// Tells who watches of a cell whose steps are looked at.
static inline void wayi_walk_tell(const way_agent *agent, way_cell cell, way_cost cost)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, cost, cost});
    }
}

/// The same, and counts the look.
static inline void wayi_walk_look(way_agent *agent, way_cell cell, way_cost cost)
{
    agent->stats.expansions++;
    wayi_walk_tell(agent, cell, cost);
}

/// Goes on with a climb to see where it leads, for up to *budget cells and *left of its own.
/// WORKING: to be called again; FOUND: it gets there; NO_PATH: it is stuck, or too long.
static inline way_outcome wayi_walk_check(way_agent *agent, wayi_climb *climb, uint32_t *left,
                                          uint32_t *budget)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    bool free = true;
    while (free && *budget && *left && !wayi_climb_is_there(climb)) {
        const uint32_t most = *budget < *left ? *budget : *left;
        const uint32_t steps = agent->observer ? 1 : most;
        uint32_t rest = steps;
        wayi_walk_tell(agent, climb->y * grid->map->width + climb->x, climb->cost);
        free = wayi_climb_run(grid, climb, &rest);
        *budget -= steps - rest;
        *left -= steps - rest;
        agent->stats.expansions += steps - rest;
    }
    return free && wayi_climb_is_there(climb) ? WAY_OUTCOME_FOUND
           : free && *left                    ? WAY_OUTCOME_WORKING
                                              : WAY_OUTCOME_NO_PATH;
}

/// Makes a legal step from a cell. FOUND at the goal, WORKING, CAPACITY.
static inline way_outcome wayi_walk_step(way_agent *agent, way_cell *cell, uint32_t direction)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_cell from = *cell;
    *cell += (uint32_t)grid->map->offsets[direction];
    const way_cost cost = wayi_map_step(grid->map, grid->layer, from, *cell, direction);
    return !wayi_agent_commit(agent, *cell, cost) ? WAY_OUTCOME_CAPACITY
           : *cell == agent->goal.state           ? WAY_OUTCOME_FOUND
                                                  : WAY_OUTCOME_WORKING;
}

/// Makes a step of a climb to another cell. NO_PATH where it is stuck; else as wayi_walk_step.
static inline way_outcome wayi_walk_climb(way_agent *agent, way_cell *cell, way_cell target)
{
    wayi_walk_look(agent, *cell, agent->cost);
    const uint32_t direction = wayi_climb_next(wayi_space_grid(agent->space), *cell, target);
    return direction == WAYI_CLIMB_STUCK ? WAY_OUTCOME_NO_PATH
                                         : wayi_walk_step(agent, cell, direction);
}
