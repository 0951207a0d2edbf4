// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A climb that costs no more than the estimate is a best way and needs no search: on open ground
// that is nearly every record. Otherwise A* finds the way and compression keeps its corners.
#include "search/subgoal/record.h"

way_status wayi_record_maker_init(wayi_record_maker *maker, way_space *space,
                                  const way_allocator *allocator)
{
    *maker = (wayi_record_maker){.grid = wayi_space_grid(space)};
    wayi_goal_init(&maker->goal, space, allocator);
    wayi_path_buffer_init(&maker->path, allocator);
    wayi_path_buffer_init(&maker->subgoals, allocator);
    const wayi_best_first_config search = {.space = space,
                                           .goal = &maker->goal,
                                           .edges = maker->edges,
                                           .stats = &maker->stats,
                                           .estimate = WAYI_ESTIMATE_COST,
                                           .open = WAYI_OPEN_AUTO,
                                           .weight = 1000};
    return wayi_best_first_init(&maker->search, &search, allocator);
}

void wayi_record_maker_fini(wayi_record_maker *maker)
{
    wayi_best_first_fini(&maker->search);
    wayi_goal_fini(&maker->goal);
    wayi_path_buffer_fini(&maker->path);
    wayi_path_buffer_fini(&maker->subgoals);
}

/// The best path, start included, in maker->path.
static way_status record_search(wayi_record_maker *maker, way_cell from, way_cell to)
{
    wayi_goal_set_one(&maker->goal, to);
    wayi_path_buffer_clear(&maker->path);
    wayi_best_first_clear(&maker->search);
    way_state reached = WAY_STATE_NONE;
    if (!wayi_best_first_add(&maker->search, from, 0) ||
        !wayi_path_buffer_push(&maker->path, from)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_outcome outcome = WAY_OUTCOME_MOVING;
    while (outcome == WAY_OUTCOME_MOVING) {
        outcome = wayi_best_first_step(&maker->search, UINT32_MAX, &reached);
    }
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome == WAY_OUTCOME_NO_PATH ? WAY_STATUS_TOO_LARGE : WAY_STATUS_NO_MEMORY;
    }
    return wayi_best_first_trace(&maker->search, reached, &maker->path) ? WAY_STATUS_OK
                                                                        : WAY_STATUS_NO_MEMORY;
}

way_status wayi_record_make(wayi_record_maker *maker, way_cell from, way_cell to)
{
    const wayi_grid *grid = maker->grid;
    wayi_path_buffer_clear(&maker->subgoals);
    const way_cost least = wayi_grid_distance(grid, from, to);
    maker->stats.expansions += wayi_map_open_steps(grid->map, from, to);
    if (wayi_climb_reaches(grid, from, to, UINT32_MAX, &maker->cost) && maker->cost == least) {
        return WAY_STATUS_OK;
    }
    const way_status status = record_search(maker, from, to);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t count = maker->path.count;
    if (!wayi_path_buffer_reserve(&maker->subgoals, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    maker->subgoals.count =
        wayi_climb_compress(grid, maker->path.states, count, maker->subgoals.states, &maker->cost);
    return WAY_STATUS_OK;
}
