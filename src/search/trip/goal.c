// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where a trip may end.
#include "search/trip/goal.h"

#include "core/sort.h"

#include <stdlib.h>

void wayi_goal_init(wayi_goal *goal, const way_space *space, const way_allocator *allocator)
{
    *goal = (wayi_goal){.state = WAY_STATE_NONE, .space = space, .allocator = *allocator};
}

void wayi_goal_fini(wayi_goal *goal)
{
    WAYI_FREE(&goal->allocator, goal->states, goal->capacity);
    goal->states = NULL;
    goal->capacity = 0;
}

void wayi_goal_set_one(wayi_goal *goal, way_state state)
{
    goal->kind = WAYI_GOAL_ONE;
    goal->state = state;
}

void wayi_goal_set_range(wayi_goal *goal, way_state state, way_cost range)
{
    goal->kind = WAYI_GOAL_RANGE;
    goal->state = state;
    goal->range = range;
    goal->consistent = way_space_traits(goal->space) & WAY_SPACE_CONSISTENT;
}

void wayi_goal_set_space(wayi_goal *goal)
{
    goal->kind = WAYI_GOAL_SPACE;
    goal->state = WAY_STATE_NONE;
}

void wayi_goal_begin_set(wayi_goal *goal)
{
    goal->kind = WAYI_GOAL_SET;
    goal->state = WAY_STATE_NONE;
    goal->count = 0;
}

bool wayi_goal_add(wayi_goal *goal, way_state state)
{
    if (!WAYI_GROW(&goal->allocator, goal->states, goal->capacity, goal->count + 1)) {
        return false;
    }
    goal->states[goal->count++] = state;
    return true;
}

static int goal_compare(const void *a, const void *b)
{
    const way_state x = *(const way_state *)a;
    const way_state y = *(const way_state *)b;
    return (x > y) - (x < y);
}

void wayi_goal_end_set(wayi_goal *goal)
{
    if (goal->count == 0) {
        return;
    }
    wayi_sort32(goal->states, goal->count);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < goal->count; i++) {
        if (goal->states[i] != goal->states[kept - 1]) {
            goal->states[kept++] = goal->states[i];
        }
    }
    goal->count = kept;
    if (kept == 1) {
        wayi_goal_set_one(goal, goal->states[0]);
    }
}

bool wayi_goal_is_reached_slow(const wayi_goal *goal, way_state state)
{
    const way_space *space = goal->space;
    switch (goal->kind) {
    case WAYI_GOAL_ONE:
        return state == goal->state;
    case WAYI_GOAL_SET:
        return bsearch(&state, goal->states, goal->count, sizeof state, goal_compare) != NULL;
    case WAYI_GOAL_RANGE:
        return space->type->estimate(space, state, goal->state) <= goal->range &&
               way_space_can_stand(space, state);
    default:
        return space->type->is_goal(space, state);
    }
}

way_cost wayi_goal_distance(const wayi_goal *goal, way_state state)
{
    const way_space *space = goal->space;
    way_cost least = WAY_COST_MAX;
    switch (goal->kind) {
    case WAYI_GOAL_ONE:
        return space->type->estimate(space, state, goal->state);
    case WAYI_GOAL_RANGE:
        // Only a consistent distance tells how far the edge of the range is.
        least = goal->consistent ? space->type->estimate(space, state, goal->state) : 0;
        return least > goal->range ? least - goal->range : 0;
    case WAYI_GOAL_SPACE:
        return space->type->goal_estimate ? space->type->goal_estimate(space, state) : 0;
    default:
        break;
    }
    if (goal->count > WAYI_GOAL_ESTIMATES) {
        return 0;
    }
    for (uint32_t i = 0; i < goal->count; i++) {
        const way_cost distance = space->type->estimate(space, state, goal->states[i]);
        least = distance < least ? distance : least;
    }
    return least;
}

uint32_t wayi_goal_steps(const wayi_goal *goal, way_state state)
{
    const way_space *space = goal->space;
    if (goal->kind == WAYI_GOAL_ONE) {
        return wayi_space_steps(space, state, goal->state);
    }
    if (goal->kind == WAYI_GOAL_SET && goal->count <= WAYI_GOAL_ESTIMATES) {
        uint32_t least = UINT32_MAX;
        for (uint32_t i = 0; i < goal->count; i++) {
            const uint32_t steps = wayi_space_steps(space, state, goal->states[i]);
            least = steps < least ? steps : least;
        }
        return least;
    }
    // Ranges and own goals give no count of steps: the cost estimate orders states just as well.
    return wayi_goal_is_reached(goal, state) ? 0 : wayi_goal_distance(goal, state);
}
