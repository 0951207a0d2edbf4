// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search that the Adaptive A* family shares: A* from where the unit is, again and again, with
// estimates that each search makes better informed. After a search of cost C every state that it
// expanded at cost g is at least C - g from the goal.
//
// Lazily: nothing is written after a search. A state remembers the search that saw it last, each
// search its cost, and the estimate is brought up to date when a later search meets the state.
//
// Invariant: as read through a touch, estimates are consistent and never below the space's own.
#pragma once

#include "core/calendar.h"
#include "core/nodes.h"
#include "search/trip/algorithm.h"
#include "space/ground.h"

/// What a search leaves behind.
typedef struct wayi_adaptive_past {
    uint64_t shift; ///< by how much estimates had been lowered for moves of the goal by then
    way_cost cost;  ///< of its path; 0 = it found none, and taught nothing
} wayi_adaptive_past;

typedef struct wayi_adaptive_config {
    bool eager;   ///< update all expanded states after each search
    bool repairs; ///< make estimates consistent when steps got cheaper, else forget them all
} wayi_adaptive_config;

typedef struct wayi_adaptive {
    wayi_adaptive_config config;
    wayi_nodes nodes;
    wayi_calendar open;
    wayi_heap_item next;       ///< taken from the open list,
    bool held;                 ///< and not yet expanded
    wayi_heap repair;          ///< states whose estimate fell and whose neighbours must hear of it
    wayi_path_buffer expanded; ///< eager: slots of this search
    wayi_adaptive_past *past;  ///< by search, from 1
    uint32_t past_capacity;
    uint32_t count;      ///< the search that runs or comes next
    bool searching;      ///< its start is in the open list
    uint32_t scale;      ///< of the space's estimates
    way_state goal;      ///< that the estimates lead to
    wayi_ground_aim aim; ///< for the step under way
    bool full;
} wayi_adaptive;

way_status wayi_adaptive_create(way_agent *agent, wayi_adaptive_config config);
void wayi_adaptive_destroy(way_agent *agent);
way_status wayi_adaptive_begin(way_agent *agent);
way_outcome wayi_adaptive_step(way_agent *agent, uint32_t budget);
bool wayi_adaptive_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                            uint64_t *work);
way_status wayi_adaptive_change(way_agent *agent, const way_state *states, uint32_t count);
way_status wayi_adaptive_advance(way_agent *agent, way_cost walked);
way_status wayi_adaptive_retarget(way_agent *agent);

/// What the state's estimate is now. For tests.
way_cost wayi_adaptive_estimate(way_agent *agent, way_state state);

/// What tables have of it.
#define WAYI_ADAPTIVE_HOOKS                                                                        \
    .destroy = wayi_adaptive_destroy, .begin = wayi_adaptive_begin, .step = wayi_adaptive_step,    \
    .outlives = wayi_adaptive_outlives, .change = wayi_adaptive_change,                            \
    .advance = wayi_adaptive_advance
