// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The planning service: requests wait in the order of the ticks they are due at, and a fixed number
// of lanes answers them. A lane has an agent for each ground and a share of the frame's budget;
// workers take whole lanes, so how many there are never shows in a result.
#pragma once

#include "base/alloc.h"

#include <waymark/search.h>
#include <waymark/world.h>

/// Requests that a lane takes at a time.
#define WAYI_LANE_BATCH 8u

/// Steps of a trip whose budgets are kept, and the budget of all later ones: what a search has done
/// may depend on how its work was cut, and a restored one must be cut alike.
#define WAYI_LANE_STEPS 64u
#define WAYI_LANE_STEP 16u

/// The revision of a search in hand that an edit had overtaken when it was saved: none of a map.
#define WAYI_LANE_OVERTAKEN UINT64_MAX

/// Longest answer of a lane in runs; longer ways are cut and planned on from there.
#define WAYI_LANE_RUNS 4096u

/// Most expansions for one plan; beyond it the plan leads nearer and goes on from there.
#define WAYI_PLAN_LIMIT 32768u

/// Where many wait, plans are cut so short that all who wait have one within so many frames, but
/// no shorter than this: better that all set out than that a few know their whole way.
#define WAYI_PLAN_FRAMES 64u
#define WAYI_PLAN_LEAST 256u

/// Most expansions for a way round a break.
#define WAYI_MEND_LIMIT 2048u

/// Most states that a search may remember.
#define WAYI_PLAN_STATES 65536u

/// What a plan is for.
enum {
    WAYI_PLAN_WHOLE,  ///< the way from where the unit stands to its goal
    WAYI_PLAN_MEND,   ///< a way round a break of the route, or back to it
    WAYI_PLAN_EXTEND, ///< the way from the end of a route that was cut to the goal
    WAYI_PLAN_PARTS
};

typedef struct wayi_answer {
    uint32_t unit;
    way_cell start;
    way_cell asked; ///< the goal that was asked for
    way_cell goal;  ///< in force
    way_outcome outcome;
    uint8_t part;   ///< WAYI_PLAN_...
    way_cell end;   ///< of its runs
    way_cell link;  ///< where the link there leads; WAY_CELL_NONE = the way ends
    uint32_t first; ///< of its runs in the lane's
    uint32_t count;
} wayi_answer;

typedef struct wayi_lane {
    way_agent **agents; ///< by ground; NULL where nobody plans
    uint32_t units[WAYI_LANE_BATCH];
    uint32_t count; ///< of units
    uint32_t next;  ///< of units: in hand
    bool begun;     ///< its trip
    way_cell start;
    way_cell goal;
    uint8_t part;                      ///< of the trip in hand: WAYI_PLAN_...
    uint64_t revision;                 ///< of the map it plans on
    uint64_t work;                     ///< of the trip in hand
    uint32_t steps;                    ///< of the trip in hand
    uint32_t budgets[WAYI_LANE_STEPS]; ///< of the first of these; each later one has WAYI_LANE_STEP
    uint64_t limit;                    ///< of the trip in hand
    uint32_t share;
    uint32_t spent;
    wayi_answer answers[WAYI_LANE_BATCH];
    uint32_t answer_count;
    uint8_t *runs;
    uint32_t run_count;
    way_status status;
} wayi_lane;

typedef struct wayi_planner {
    uint32_t *queue; ///< a heap of places by (due, place)
    uint32_t queue_count;
    wayi_lane lanes[WAY_WORLD_LANES_MAX];
    uint32_t lane_count;
    uint32_t limit; ///< of the plans that begin in this frame
} wayi_planner;

/// Queue and lanes; agents come with the grounds.
way_status wayi_planner_init(way_world *world);
void wayi_planner_fini(way_world *world);

/// Makes the navigator and the agents of a ground; those that it had go.
way_status wayi_planner_add_ground(way_world *world, uint32_t index);

/// Brings the database of a ground up to date with its map, at the cost of budgets to come; one
/// that can't be has the general search from then on.
way_status wayi_planner_follow(way_world *world, uint32_t index);

/// Gives a ground the database of a save.
way_status wayi_planner_open(way_world *world, uint32_t index, const void *bytes, size_t size);

/// Puts a unit into the queue by its `due`; one that waits keeps its turn if that is earlier.
void wayi_planner_ask(way_world *world, uint32_t place);

/// Takes out the unit whose turn it is; there must be one.
uint32_t wayi_planner_pop(way_world *world);

/// Forgets the request of a unit.
void wayi_planner_cancel(way_world *world, uint32_t place);

/// Whether a lane has taken the request of a unit.
bool wayi_planner_has(const way_world *world, uint32_t place);

/// Plans for about `budget` units of work; returns what it took.
uint32_t wayi_planner_step(way_world *world, uint32_t budget);

/// Starts the search in hand of a lane again and makes the steps that were made of it. One that
/// does not come to the same work begins again when its turn comes. NO_MEMORY.
way_status wayi_planner_rerun(way_world *world, uint32_t index);
