// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A whole climb at once, for those who want the path and don't wait between its moves: up to where
// there is something to decide, with the moves that single steps would make.
#include "search/subgoal/pilot.h"

/// Makes up to so many steps of a climb at once, the goal not among them; how many.
static uint32_t pilot_rush_on(way_agent *agent, wayi_climb *climb, uint32_t steps)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const wayi_climb from = *climb;
    way_cell *cells = agent->path.states + agent->path.count;
    uint32_t left = steps;
    const bool free = wayi_climb_record(grid, climb, &left, cells);
    const uint32_t made = steps - left - !free;
    for (uint32_t i = 0; i < made; i++) {
        if (cells[i] == pilot->goal) {
            *climb = from;
            left = i;
            (void)wayi_climb_record(grid, climb, &left, cells);
            return i;
        }
    }
    return made;
}

uint32_t wayi_pilot_rush(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    if (pilot->stage != WAYI_PILOT_CLIMB || pilot->revision != grid->map->revision || pilot->due) {
        return 0;
    }
    wayi_climb climb = wayi_climb_begin(grid, pilot->cell, pilot->climb_to);
    const uint32_t far = wayi_climb_least_steps(&climb);
    const uint32_t near = pilot->climb_to == pilot->goal;
    // Steps see to it that the path grows.
    const uint32_t room = agent->path.capacity - agent->path.count;
    if (far <= near || room == 0) {
        return 0;
    }
    const uint32_t made = pilot_rush_on(agent, &climb, far - near < room ? far - near : room);
    if (made) {
        agent->path.count += made;
        agent->cost = way_cost_add(agent->cost, climb.cost);
        pilot->cell = agent->path.states[agent->path.count - 1];
        pilot->purse = wayi_pilot_guide(agent)->lookahead - 1;
        pilot->tries = 0;
        pilot->stride = 0; // what comes next is looked up
        pilot->stage = wayi_climb_is_there(&climb) ? WAYI_PILOT_POINT : WAYI_PILOT_CLIMB;
    }
    return made;
}
