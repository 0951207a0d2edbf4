// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ways out of a blocked start on a grid, for searches that read off a database what the way
// from each of them costs: try them one by one, take the best.
#pragma once

#include "search/trip/algorithm.h"
#include "space/grid.h"

typedef struct wayi_ways_out {
    way_edge edges[WAYI_DIRECTIONS];
    uint32_t count;     ///< 0: the start is not blocked, or the best one was taken
    uint32_t tried;     ///< at hand; the step to it costs nothing without exits
    uint32_t best;      ///< of those before
    way_cost best_cost; ///< of the whole way by that; WAY_COST_MAX = none leads there yet
} wayi_ways_out;

/// Finds those that the goal can be reached from: *cell is the first one, if there are any.
static inline void wayi_ways_out_find(wayi_ways_out *exits, way_agent *agent, way_cell *cell)
{
    way_space *space = agent->space;
    *exits = (wayi_ways_out){.best_cost = WAY_COST_MAX};
    if (!way_space_can_stand(space, agent->start) && agent->start != agent->goal.state) {
        const uint32_t count = space->type->expand(space, agent->start, agent->edges);
        for (uint32_t i = 0; i < count; i++) {
            if (wayi_space_may_reach(space, agent->edges[i].to, agent->goal.state)) {
                exits->edges[exits->count++] = agent->edges[i];
            }
        }
    }
    *cell = exits->count ? exits->edges[0].to : *cell;
}

/// Ends the try of an exit, by which the way costs `cost` in all, WAY_COST_MAX if there is none:
/// *cell is the next one, or the step to the best one is made and none is left. WORKING, FOUND,
/// NO_PATH, CAPACITY.
static inline way_outcome wayi_ways_out_end(wayi_ways_out *exits, way_agent *agent, way_cost cost,
                                            way_cell *cell)
{
    if (cost < exits->best_cost) {
        exits->best_cost = cost;
        exits->best = exits->tried;
    }
    if (++exits->tried < exits->count) {
        *cell = exits->edges[exits->tried].to;
        return WAY_OUTCOME_WORKING;
    }
    const way_edge exit = exits->edges[exits->best];
    *cell = exit.to;
    exits->count = 0;
    return exits->best_cost == WAY_COST_MAX                ? WAY_OUTCOME_NO_PATH
           : !wayi_agent_commit(agent, exit.to, exit.cost) ? WAY_OUTCOME_CAPACITY
           : exit.to == agent->goal.state                  ? WAY_OUTCOME_FOUND
                                                           : WAY_OUTCOME_WORKING;
}
