// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ways out of a blocked start on a grid, for searches that read off a database what the way
// from each of them costs: try them one by one, remember the best, take it.
#pragma once

#include "search/frame/algorithm.h"
#include "space/grid.h"

typedef struct wayi_ways_out {
    way_edge edges[WAYI_DIRECTIONS];
    uint32_t count; ///< 0: the start is not blocked
    uint32_t tried;
    uint32_t best; ///< of those tried
    way_cost cost; ///< of the step to the one tried last; 0 without exits
} wayi_ways_out;

/// Finds those that the goal can be reached from; false if there are none, or none is needed.
static inline bool wayi_ways_out_find(wayi_ways_out *exits, way_agent *agent)
{
    way_space *space = agent->space;
    *exits = (wayi_ways_out){.count = 0};
    if (!way_space_can_stand(space, agent->start) && agent->start != agent->goal.state) {
        const uint32_t count = space->type->expand(space, agent->start, agent->edges);
        for (uint32_t i = 0; i < count; i++) {
            if (wayi_space_may_reach(space, agent->edges[i].to, agent->goal.state)) {
                exits->edges[exits->count++] = agent->edges[i];
            }
        }
    }
    return exits->count > 0;
}

static inline bool wayi_ways_out_left(const wayi_ways_out *exits)
{
    return exits->tried < exits->count;
}

/// The next one to try.
static inline way_cell wayi_ways_out_next(wayi_ways_out *exits)
{
    const way_edge exit = exits->edges[exits->tried++];
    exits->cost = exit.cost;
    return exit.to;
}

/// The one tried last is the best so far.
static inline void wayi_ways_out_take(wayi_ways_out *exits)
{
    exits->best = exits->tried ? exits->tried - 1 : 0;
}

/// Makes the step to the best one, if there are any; false without memory.
static inline bool wayi_ways_out_commit(wayi_ways_out *exits, way_agent *agent, way_cell *cell)
{
    if (exits->count == 0) {
        return true;
    }
    const way_edge exit = exits->edges[exits->best];
    *cell = exit.to;
    exits->count = 0;
    exits->cost = 0;
    return wayi_agent_commit(agent, exit.to, exit.cost);
}
