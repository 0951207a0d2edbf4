// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Moves where there is nothing to decide: the next one of a climb, or a whole climb or leg at once,
// for those who want the path and don't wait between its moves, with the moves that single steps
// would make.
#include "search/subgoal/pilot.h"

/// Most steps are the next one of a climb that goes straight at its end, which nobody watches, on a
/// map that has not changed: nothing is looked at but whether that is open.
way_outcome wayi_pilot_step(way_agent *agent, uint32_t budget)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    const way_map *map = grid->map;
    wayi_path_buffer *path = &agent->path;
    if (!pilot->stride || pilot->revision != map->revision || path->count == path->capacity ||
        !(map->moves[grid->layer->around[pilot->cell]] >> pilot->toward & 1u)) {
        return wayi_pilot_work(agent, budget);
    }
    const uint32_t toward = pilot->toward;
    const way_cell to = pilot->cell + (uint32_t)map->offsets[toward];
    agent->cost =
        way_cost_add(agent->cost, wayi_map_step(map, grid->layer, pilot->cell, to, toward));
    agent->stats.expansions++;
    path->states[path->count++] = to;
    pilot->cell = to;
    pilot->stride--;
    return wayi_pilot_arrive(pilot);
}

/// Makes the steps of the climb at hand, none if the goal is among them; how many.
static uint32_t pilot_rush_up(way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_pilot_grid(agent);
    wayi_climb climb = wayi_climb_begin(grid, pilot->cell, pilot->climb_to);
    const uint32_t far = wayi_climb_least_steps(&climb);
    const uint32_t near = pilot->climb_to == pilot->goal;
    const uint32_t room = agent->path.capacity - agent->path.count;
    if (far <= near || room == 0) {
        return 0;
    }
    const uint32_t steps = far - near < room ? far - near : room;
    way_cell *cells = agent->path.states + agent->path.count;
    uint32_t left = steps;
    const bool free = wayi_climb_record(grid, &climb, &left, cells);
    const uint32_t made = steps - left - !free;
    if (wayi_map_open_steps(grid->map, pilot->cell, pilot->goal) <= made) {
        for (uint32_t i = 0; i < made; i++) {
            if (cells[i] == pilot->goal) {
                return 0;
            }
        }
    }
    agent->cost = way_cost_add(agent->cost, climb.cost);
    return made;
}

/// Makes the moves of a leg that was found, the goal not among them; how many.
static uint32_t pilot_rush_along(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_map *map = grid->map;
    const uint32_t room = agent->path.capacity - agent->path.count;
    way_cell *cells = agent->path.states + agent->path.count;
    way_cell cell = pilot->cell;
    uint32_t made = 0;
    for (; made < room && pilot->way.count; made++) {
        const way_cell to = pilot->way.states[pilot->way.count - 1];
        const uint32_t direction = wayi_pilot_direction(agent, cell);
        if (to == pilot->goal || direction == WAYI_CLIMB_STUCK) {
            break;
        }
        agent->cost =
            way_cost_add(agent->cost, wayi_map_step(map, grid->layer, cell, to, direction));
        cells[made] = cell = to;
        pilot->way.count--;
    }
    return made;
}

uint32_t wayi_pilot_rush(way_agent *agent)
{
    wayi_pilot *pilot = agent->memory;
    const bool climbs = pilot->stage == WAYI_PILOT_CLIMB;
    if ((!climbs && pilot->stage != WAYI_PILOT_FOLLOW) || pilot->due ||
        pilot->revision != wayi_pilot_grid(agent)->map->revision) {
        return 0;
    }
    // Steps see to it that the path grows.
    const uint32_t made = climbs ? pilot_rush_up(agent) : pilot_rush_along(agent);
    if (made) {
        agent->path.count += made;
        pilot->cell = agent->path.states[agent->path.count - 1];
        pilot->purse = wayi_pilot_guide(agent)->lookahead - 1;
        pilot->tries = 0;
        pilot->spent = 0;
        pilot->stride = 0; // what comes next is looked up
        pilot->stage = (uint8_t)(pilot->cell == pilot->climb_to ? WAYI_PILOT_POINT : pilot->stage);
    }
    return made;
}
