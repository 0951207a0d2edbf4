// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where a trip may end: one state, the nearest of several, all within a range, or the space's own
// goals. Estimates stay consistent whenever the space's are.
#pragma once

#include "space/space.h"

/// With more goals than this the estimate is 0: looking at all of them would cost more than it
/// saves.
#define WAYI_GOAL_ESTIMATES 16u

typedef enum wayi_goal_kind {
    WAYI_GOAL_ONE,
    WAYI_GOAL_SET,
    WAYI_GOAL_RANGE,
    WAYI_GOAL_SPACE
} wayi_goal_kind;

typedef struct wayi_goal {
    wayi_goal_kind kind;
    way_state state;   ///< ONE, RANGE
    way_cost range;    ///< RANGE
    bool consistent;   ///< RANGE: the distance shrinks by no more than a step costs
    way_state *states; ///< SET: ascending
    uint32_t count;
    uint32_t capacity;
    const way_space *space;
    way_allocator allocator;
} wayi_goal;

void wayi_goal_init(wayi_goal *goal, const way_space *space, const way_allocator *allocator);
void wayi_goal_fini(wayi_goal *goal);

void wayi_goal_set_one(wayi_goal *goal, way_state state);
void wayi_goal_set_range(wayi_goal *goal, way_state state, way_cost range);
void wayi_goal_set_space(wayi_goal *goal);

/// Collects the states of a set: begin, add each, then end. False without memory.
void wayi_goal_begin_set(wayi_goal *goal);
bool wayi_goal_add(wayi_goal *goal, way_state state);
void wayi_goal_end_set(wayi_goal *goal);

bool wayi_goal_is_reached_slow(const wayi_goal *goal, way_state state);

static inline bool wayi_goal_is_reached(const wayi_goal *goal, way_state state)
{
    return goal->kind == WAYI_GOAL_ONE ? state == goal->state
                                       : wayi_goal_is_reached_slow(goal, state);
}

/// Estimated cost from a state to the goal.
way_cost wayi_goal_distance(const wayi_goal *goal, way_state state);

/// Estimated number of steps from a state to the goal.
uint32_t wayi_goal_steps(const wayi_goal *goal, way_state state);
