// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The agent of the subgoal databases: climbs from subgoal to subgoal along routes, one move a step.
//
// Between two moves it looks at no more than `lookahead` cells (checks whether it can climb past
// the next subgoal, straight to the goal, ...), plus one search inside a sector where places are
// not climbable from all their region. Checks only ever shorten the way: without them, or when they
// fail, the next subgoal is one that was climbed when the database was made.
//
// While the map has changed and the database has not followed yet, an agent finishes the climb it
// is on and then goes by LRTA* with the knowledge of this trip only: legal, bounded, complete. When
// the database is current again it starts over from where it is.
#pragma once

#include "search/subgoal/leg.h"
#include "search/subgoal/lrta.h"
#include "search/subgoal/routes.h"

/// What a database offers its agents; the first member of the database.
typedef struct wayi_guide {
    wayi_routes routes;
    uint64_t version;   ///< grows with every repair
    uint32_t lookahead; ///< most cells looked at between two moves [1..]
    uint32_t side;      ///< of the sectors that searches keep to; 0 = climbing leads to all places
    bool trim;          ///< whether to look for shorter ways at all
    bool broken;        ///< a repair went wrong half way
    /// The region of a cell, or WAYI_REGION_NONE.
    uint32_t (*find_region)(const struct wayi_guide *guide, const wayi_grid *grid, way_cell cell);
} wayi_guide;

typedef enum wayi_pilot_stage {
    WAYI_PILOT_START, ///< about to decide, anywhere
    WAYI_PILOT_POINT, ///< about to decide, standing on the target
    WAYI_PILOT_CHECK, ///< finding out whether a candidate can be climbed to
    WAYI_PILOT_SEARCH,
    WAYI_PILOT_CLIMB,  ///< moving to the target
    WAYI_PILOT_FOLLOW, ///< moving along the leg that was found
    WAYI_PILOT_LOST    ///< moving without the database
} wayi_pilot_stage;

/// Why a check is made.
typedef enum wayi_pilot_hope {
    WAYI_PILOT_HOPE_GOAL,  ///< from the start straight to the goal
    WAYI_PILOT_HOPE_FIRST, ///< from the start to the first subgoal
    WAYI_PILOT_HOPE_PLACE, ///< from the start to the place of its region
    WAYI_PILOT_HOPE_LAST,  ///< from the last place to the goal
    WAYI_PILOT_HOPE_SKIP,  ///< past the target
    WAYI_PILOT_HOPE_PEEK   ///< past the target, from half way to it
} wayi_pilot_hope;

#define WAYI_PILOT_NO_EDGE UINT32_MAX

/// A point of the route: a subgoal of an edge, the place of a region, or the goal.
typedef struct wayi_pilot_point {
    uint32_t edge;  ///< WAYI_PILOT_NO_EDGE = a place or the goal
    uint32_t index; ///< of the subgoal; of the region; WAYI_REGION_NONE = the goal
} wayi_pilot_point;

typedef struct wayi_pilot {
    way_cell cell; ///< where the agent is
    way_cell goal;
    way_cell climb_to; ///< the cell of the target
    uint32_t stride;   ///< steps `toward` it before the climb turns, if nothing is in the way
    uint32_t peek;     ///< looks past the target again when it is so near; 0 = no more
    uint32_t start_region;
    uint32_t goal_region;
    wayi_pilot_point target;
    wayi_pilot_point candidate;
    wayi_climb check;
    uint32_t purse; ///< cells that may still be looked at before the next move
    uint8_t toward;
    uint8_t stage;  ///< wayi_pilot_stage
    uint8_t hope;   ///< wayi_pilot_hope
    bool distrusts; ///< this version of the database led astray
    uint64_t version;
    uint64_t revision; ///< of the map that the goal is known to be reachable on
    wayi_leg leg;      ///< no memory unless guide->side
    wayi_lrta lrta;    ///< no memory until lost
} wayi_pilot;

way_status wayi_pilot_create(way_agent *agent);
void wayi_pilot_destroy(way_agent *agent);
size_t wayi_pilot_bytes(const way_agent *agent);
way_status wayi_pilot_begin(way_agent *agent);
way_outcome wayi_pilot_step(way_agent *agent, uint32_t budget);
uint32_t wayi_pilot_rush(way_agent *agent);

/// The region of a state and its place; WAY_STATE_NONE if it has none.
uint32_t wayi_pilot_region(const way_navigator *navigator, way_state state, way_state *place);

/// Most expansions between two moves.
uint32_t wayi_pilot_bound(const way_navigator *navigator);

// Parking -----------------------------------------------------------------------------------------

way_status wayi_pilot_park(const way_agent *agent, wayi_parcel_writer *out);
way_status wayi_pilot_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in);

/// The cell of a point of the route.
way_cell wayi_pilot_cell(const way_agent *agent, wayi_pilot_point point);

/// The sector that a cell lies in.
way_rect wayi_pilot_sector(const way_agent *agent, way_cell cell);

/// Works out how far it is straight on, or to where to look again, and how far all in all.
uint32_t wayi_pilot_aim(way_agent *agent, bool halves);
