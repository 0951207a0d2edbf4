// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The planning service: requests wait in the order of the ticks they are due at, and a fixed number
// of lanes answers them. A lane has an agent for each ground and a share of the frame's budget;
// workers take whole lanes, so how many there are never shows in a result.
#pragma once

#include "base/alloc.h"
#include "map/reach/nearest.h"
#include "search/engine/confined.h"
#include "world/plan/regions.h"

#include <waymark/agent.h>
#include <waymark/world.h>

/// Requests that a lane takes at a time.
#define WAYI_LANE_BATCH 8u

/// Work that a lane does on a plan in one go. A plan in hand is always cut alike, so a restored
/// world makes the same steps again.
#define WAYI_LANE_STEP 16u

/// Hops that are looked at for a piece: those since the last, and those that it leads on.
#define WAYI_LANE_HOPS 12u

/// Longest answer of a lane in runs; longer ways are cut and planned on from there.
#define WAYI_LANE_RUNS 4096u

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
    wayi_region_hops hops; ///< on the way from its end
    way_cost rest;         ///< from its start on, by regions; WAY_COST_MAX = as it was before
} wayi_answer;

/// What a lane does for the plan in hand. Each leads to one further down.
typedef enum wayi_lane_phase {
    WAYI_LANE_IDLE,
    WAYI_LANE_SAVED, ///< begins again: what it had done could not be made again
    WAYI_LANE_SEEK,  ///< looks for the nearest ground to a goal that can't be reached
    WAYI_LANE_WHOLE, ///< searches all the way, by the algorithm that the world was told
    WAYI_LANE_PIECE, ///< the same to a goal or a place that is near, with a limit
    WAYI_LANE_ROUTE, ///< searches the regions
    WAYI_LANE_BOX    ///< searches within the sectors of the next hops
} wayi_lane_phase;

typedef struct wayi_lane {
    way_agent **agents; ///< by ground; NULL where nobody plans
    uint32_t units[WAYI_LANE_BATCH];
    uint32_t count; ///< of units
    uint32_t next;  ///< of units: in hand
    uint8_t phase;  ///< wayi_lane_phase; IDLE = the plan in hand has not begun
    uint8_t part;   ///< that it is: WAYI_PLAN_...
    way_cell start;
    way_cell goal;
    uint64_t revision; ///< of the map it plans on
    uint64_t work;     ///< on the plan in hand
    uint32_t steps;    ///< made of it
    // What follows is found again by making the same steps again.
    way_cell target; ///< the goal, or what can be reached instead
    way_cell via;    ///< where the next piece leads
    bool last;       ///< `via` is where the hops end
    bool agent_read; ///< a search that does not tell what it has read was used
    bool routed;     ///< the regions were searched
    bool jumps;      ///< the ground is one to jump on, which says what is searched
    wayi_region_hops hops;
    way_cell cells[WAYI_LANE_HOPS + 1]; ///< of the regions before its hops, and of the last
    uint32_t walked;                    ///< of them
    uint32_t cell_first;                ///< the start's
    uint32_t cell_count;                ///< where those end that the piece leads through; 0 = none
    wayi_nearest nearest;
    wayi_region_search regions;
    wayi_confined box;
    const wayi_regions *box_regions; ///< of the ground of a piece that is searched in a box
    uint32_t box_ends[2];            ///< the regions in which it may end
    way_stats box_stats;
    wayi_path_buffer path;
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
} wayi_planner;

/// Queue and lanes; agents come with the grounds.
way_status wayi_planner_init(way_world *world);
void wayi_planner_fini(way_world *world);

/// Makes the navigator and the agents of a ground; those that it had go.
way_status wayi_planner_add_ground(way_world *world, uint32_t index);

/// Makes the agents that a ground lacks.
way_status wayi_planner_add_agents(way_world *world, uint32_t index);

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

/// Hands requests out to the lanes and lets them plan for about `budget` units of work; adds what
/// it took to `*spent`. The lanes hold the answers until the next round. False if nobody waits.
bool wayi_planner_round(way_world *world, uint32_t budget, uint32_t *spent);

/// Begins the plans in hand again that an edit of a map touches.
void wayi_planner_edit(way_world *world, const way_map *map, const way_edit *edits, uint32_t count);

// plan/lane.c -------------------------------------------------------------------------------------

way_status wayi_lane_init(way_world *world, wayi_lane *lane);
void wayi_lane_fini(way_world *world, wayi_lane *lane);

/// Works on what the lane has in hand until that or its share is over.
void wayi_lane_run(way_world *world, wayi_lane *lane);

/// Whether the plan in hand has read what edits change.
bool wayi_lane_reads(const way_world *world, const wayi_lane *lane, const way_edit *edits,
                     uint32_t count);

/// Begins the plan in hand again and makes the steps that were made of it. One that is over before
/// that begins again when its turn comes, with what it has had. NO_MEMORY.
way_status wayi_lane_rerun(way_world *world, wayi_lane *lane);
