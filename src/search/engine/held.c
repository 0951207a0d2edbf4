// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/held.h"

const char *const wayi_held_smooths[] = {
    [WAYI_SMOOTH_OFF] = "off", [WAYI_SMOOTH_BOX] = "box", [WAYI_SMOOTH_ALL] = "all"};

void wayi_held_init(wayi_held *held, const way_agent *agent)
{
    held->grid = wayi_space_grid(agent->space);
    wayi_path_buffer_init(&held->cells, &agent->allocator);
    wayi_rays_init(&held->rays, held->grid->map, held->grid->layer, &agent->allocator);
}

void wayi_held_fini(wayi_held *held)
{
    wayi_path_buffer_fini(&held->cells);
    wayi_rays_fini(&held->rays);
}

bool wayi_held_begin(wayi_held *held, way_cell from)
{
    wayi_path_buffer_clear(&held->cells);
    held->beyond = WAY_CELL_NONE;
    return wayi_path_buffer_push(&held->cells, from);
}

bool wayi_held_commit(wayi_held *held, way_agent *agent, uint32_t kept)
{
    wayi_path_buffer *path = &agent->path;
    if (held->beyond != WAY_CELL_NONE) {
        if (!wayi_path_buffer_push(&held->cells, held->beyond)) {
            return false;
        }
        held->beyond = WAY_CELL_NONE;
        kept = 0;
    }
    const way_cell *cells = held->cells.states;
    const uint32_t more = held->cells.count > kept ? held->cells.count - kept - 1 : 0;
    if (!wayi_path_buffer_reserve(path, path->count + more)) {
        return false;
    }
    const bool uniform = !held->grid->layer->weights && !held->grid->layer->links;
    way_cost step = 0;
    for (uint32_t i = 1; i <= more; i++) {
        // Straight on over uniform ground a step costs what the one before did.
        if (!uniform || i < 2 || cells[i] - cells[i - 1] != cells[i - 1] - cells[i - 2]) {
            step = wayi_agent_step_cost(agent, cells[i - 1], cells[i]);
        }
        agent->cost = way_cost_add(agent->cost, step);
        path->states[path->count++] = cells[i];
    }
    wayi_path_buffer_drop(&held->cells, more);
    return true;
}

bool wayi_held_smooth_begin(wayi_held *held, wayi_held_smooth smooth, uint32_t side)
{
    return wayi_rays_begin(&held->rays, smooth == WAYI_SMOOTH_BOX ? side : UINT32_MAX,
                           held->cells.states, held->cells.count);
}

way_outcome wayi_held_smooth_on(wayi_held *held, way_agent *agent, uint32_t kept, uint32_t *budget)
{
    if (!wayi_rays_step(&held->rays, budget)) {
        return WAY_OUTCOME_WORKING;
    }
    held->cells.count = held->rays.last + 1;
    return wayi_held_commit(held, agent, kept) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

// Ends of trips -----------------------------------------------------------------------------------

void wayi_held_add_nearest(wayi_held *held, const way_agent *agent, const wayi_confined *local)
{
    const way_rect rect = local->rect;
    way_cell nearest = local->source;
    way_cost least = wayi_goal_distance(&agent->goal, nearest);
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const way_cell cell = wayi_rect_at(rect, i, local->grid->map->width);
        const way_cost h =
            local->costs[i] == WAY_COST_MAX ? WAY_COST_MAX : wayi_goal_distance(&agent->goal, cell);
        if (h < least) {
            least = h;
            nearest = cell;
        }
    }
    const uint32_t count = held->cells.count;
    if (!wayi_confined_trace(local, nearest, &held->cells)) {
        held->cells.count = count;
    }
}

void wayi_held_give_up(wayi_held *held, way_agent *agent, bool smoothing)
{
    if (smoothing) {
        // The finished part, before what rays have left of the piece.
        held->cells.count = held->rays.last + 1;
    }
    held->beyond = WAY_CELL_NONE;
    wayi_held_commit(held, agent, 0);
    wayi_agent_cut_to_nearest(agent, &agent->goal);
}
