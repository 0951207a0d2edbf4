// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/partial.h"

void wayi_partial_cut(way_agent *agent)
{
    const way_space *space = agent->space;
    uint32_t kept = agent->deep + 1;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < agent->path.count; i++) {
        const way_state state = agent->path.states[i];
        const way_cost h = wayi_goal_distance(&agent->goal, state);
        // Out of a blocked start, whatever it looks like.
        if (h < least && (i > agent->deep || way_space_can_stand(space, state))) {
            least = h;
            kept = i + 1;
        }
    }
    agent->path.count = kept;
    agent->cost = wayi_agent_whole_cost(agent);
}

void wayi_partial_choose(way_agent *agent)
{
    const way_space *space = agent->space;
    const wayi_goal *goal = &agent->goal;
    if (goal->kind == WAYI_GOAL_ONE) {
        return;
    }
    way_state nearest = WAY_STATE_NONE;
    if (wayi_goal_is_reached(goal, agent->start)) {
        nearest = agent->start;
    } else if (goal->kind == WAYI_GOAL_RANGE) {
        nearest = space->type->nearest_reachable(space, agent->start, goal->state);
    } else {
        way_cost least = WAY_COST_MAX;
        for (uint32_t i = 0; i < goal->count; i++) {
            const way_cost h = space->type->distance(space, agent->start, goal->states[i]);
            if (h < least && wayi_space_may_reach(space, agent->start, goal->states[i])) {
                least = h;
                nearest = goal->states[i];
            }
        }
    }
    wayi_goal_set_one(&agent->goal, nearest == WAY_STATE_NONE ? agent->start : nearest);
}

bool wayi_partial_trace(const way_agent *agent, const wayi_confined *local, wayi_path_buffer *path)
{
    const way_rect rect = local->rect;
    way_cell nearest = local->source;
    way_cost least = wayi_goal_distance(&agent->goal, nearest);
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const way_cell cell =
            (rect.y + i / rect.width) * local->grid->map->width + rect.x + i % rect.width;
        const way_cost h =
            local->costs[i] == WAY_COST_MAX ? WAY_COST_MAX : wayi_goal_distance(&agent->goal, cell);
        if (h < least) {
            least = h;
            nearest = cell;
        }
    }
    const uint32_t count = path->count;
    const bool fits = wayi_confined_trace(local, nearest, path);
    path->count = fits ? path->count : count;
    return fits;
}
