// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Towards goals that can't be reached: which cell stands in for them, and how far a way leads.
#include "lab/spatial/sgastar.h"
#include "search/trip/algorithm.h"

/// Puts a cell in the place of a goal that can't be reached.
static void partial_aim(wayi_sgastar *memory, way_cell cell)
{
    wayi_path_buffer *tail = &memory->ways[WAYI_SGASTAR_TAIL];
    memory->stand_in = true;
    wayi_sgastar_rival_stop(&memory->rival);
    memory->side = WAYI_SGASTAR_HEAD;
    memory->nearest = UINT32_MAX;
    memory->drawn = false;
    tail->count = 1;
    tail->states[0] = cell;
}

bool wayi_sgastar_stand_in(way_agent *agent, bool labels)
{
    wayi_sgastar *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_cell goal = memory->ways[WAYI_SGASTAR_TAIL].states[0];
    wayi_line line = wayi_line_begin(grid->map, goal, wayi_sgastar_end(memory, WAYI_SGASTAR_HEAD));
    if (!labels && way_space_can_stand(agent->space, goal)) {
        wayi_sgastar_pass_run(&line, grid);
    }
    while (line.left && memory->stand_ins_left) {
        const way_cell cell = wayi_sgastar_pass_obstruction(&line, grid);
        if (line.left && (!labels || wayi_space_may_reach(agent->space, agent->start, cell))) {
            memory->stand_ins_left--;
            partial_aim(memory, cell);
            return true;
        }
    }
    return false;
}

uint32_t wayi_sgastar_nearest(const way_agent *agent, way_cost *least)
{
    const wayi_path_buffer *way = &((const wayi_sgastar *)agent->memory)->ways[WAYI_SGASTAR_HEAD];
    uint32_t kept = 1;
    *least = WAY_COST_MAX;
    for (uint32_t i = 0; i < way->count; i++) {
        const way_cost estimate = wayi_goal_distance(&agent->goal, way->states[i]);
        kept = estimate < *least ? i + 1 : kept;
        *least = estimate < *least ? estimate : *least;
    }
    return kept;
}

bool wayi_sgastar_resort(way_agent *agent)
{
    wayi_sgastar *memory = agent->memory;
    const way_space *space = agent->space;
    way_cost least = 0;
    if (memory->resorted || wayi_sgastar_nearest(agent, &least) > 1) {
        return false;
    }
    memory->resorted = true;
    const way_cell cell = space->type->nearest_reachable(space, agent->start, agent->goal.state);
    if (cell == WAY_CELL_NONE || wayi_goal_distance(&agent->goal, cell) >= least) {
        return false;
    }
    memory->ways[WAYI_SGASTAR_HEAD].count = 1;
    partial_aim(memory, cell);
    return true;
}
