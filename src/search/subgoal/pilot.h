// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The agent of the subgoal databases: climbs from subgoal to subgoal along a chain of regions, one
// move a step.
//
//   plan    the chain comes from tiers of costs, a piece at a time, and from a search over the
//           links where these know none
//   ends    near the start and the goal it looks whether climbs to and from places of the chain
//           cost about as little as can be; where not, one search inside a window finds the best
//           way to join the chain, or from it to the goal
//   trim    between two moves it looks at no more than `lookahead` cells: whether it can climb past
//           the next subgoal, or straight to the goal
//
// While the map has changed and the database has not followed, a chain is climbed before it is
// followed, as far as it lies near edits, and links that do not hold are avoided. A search inside a
// window leads to the next place where a link is yet to be made or a climb gets stuck; if there is
// no way inside, a search over the links finds a chain without that one. Where there is no chain
// the trip goes on without the pilot (ASIDE in trip.c) until the database is current, and starts
// over from where it is then.
#pragma once

#include "search/atlas/route.h"
#include "search/atlas/tiers.h"
#include "search/engine/confined.h"
#include "search/trip/algorithm.h"

/// What a database offers its agents; all of it.
typedef struct wayi_guide {
    wayi_atlas atlas;
    wayi_tiers tiers;
    uint32_t lookahead; ///< most cells looked at between two moves [1..]
    bool searches;      ///< whether to search, where climbs do not lead there
    bool trim;          ///< whether to look past subgoals
} wayi_guide;

/// Steps from the start and from the goal within which better ends are looked for.
#define WAYI_PILOT_REACH 24u

/// Starts without a move in between, and the database is of no use here.
#define WAYI_PILOT_TRIES 8u

/// What it is at. Up to FOLLOW nothing is half done: a trip can be parked, and their numbers are
/// those of the parked bytes.
typedef enum wayi_pilot_stage {
    WAYI_PILOT_START,       ///< about to decide, anywhere
    WAYI_PILOT_POINT,       ///< about to decide, standing on the target
    WAYI_PILOT_CLIMB,       ///< moving to the target
    WAYI_PILOT_FOLLOW,      ///< moving along the leg that was found
    WAYI_PILOT_TRY_GOAL,    ///< checking a climb from the start straight to the goal
    WAYI_PILOT_MAKE,        ///< making a chain, or the first piece of one
    WAYI_PILOT_PICK_FIRST,  ///< choosing the region that it begins with
    WAYI_PILOT_PICK_LAST,   ///< choosing that which it ends with
    WAYI_PILOT_PICK_ON,     ///< the same for its next piece
    WAYI_PILOT_ROUTE,       ///< searching the links for a chain
    WAYI_PILOT_DOUBT_TIERS, ///< finding out whether a prepared chain can be followed
    WAYI_PILOT_DOUBT_ROUTE, ///< the same for one that was searched for
    WAYI_PILOT_DOUBT_ON,    ///< the same for the rest of the chain
    WAYI_PILOT_JOIN,        ///< where to join the chain?
    WAYI_PILOT_LEG_GOAL,    ///< searching from the start straight to the goal
    WAYI_PILOT_LEG_JOIN,    ///< searching from the start to a place of the chain
    WAYI_PILOT_LEG_LEAVE,   ///< searching from the chain to the goal
    WAYI_PILOT_LEG_LAST,    ///< searching from the last place to the goal
    WAYI_PILOT_BACK,        ///< is there a place of the chain before that?
    WAYI_PILOT_STAND,       ///< remains where it is on the chain
    WAYI_PILOT_FORCE,       ///< does a climb lead where the search did not?
    WAYI_PILOT_AIM,         ///< checking a climb past the target
    WAYI_PILOT_TRY_LAST,    ///< checking a climb from the last place to the goal
    WAYI_PILOT_LEAVE,       ///< is it time to leave the chain?
    WAYI_PILOT_GO_ON,       ///< is it time for its next piece?
    WAYI_PILOT_NEXT,        ///< what is next on it?
    WAYI_PILOT_LEAD,        ///< searching for a place of the chain, where no climb leads to it
    WAYI_PILOT_LOST,        ///< the database knows no way
    WAYI_PILOT_STAGES
} wayi_pilot_stage;

/// What comes of it. Where that leads stands in the table of stages, in pilot.c.
typedef enum wayi_pilot_answer {
    WAYI_PILOT_YES,
    WAYI_PILOT_NO,
    WAYI_PILOT_ELSE, ///< neither: mostly, what it needs is gone or does not apply
    WAYI_PILOT_MORE, ///< to be called again
    WAYI_PILOT_FOUND,
    WAYI_PILOT_NO_PATH,
    WAYI_PILOT_CAPACITY
} wayi_pilot_answer;

/// A point of the route: a place of the chain, a subgoal of the link that leaves it, or the goal.
typedef struct wayi_pilot_point {
    uint32_t hop;   ///< of the chain; its count = the goal
    uint32_t index; ///< 0 = the place, 1 = the first subgoal
} wayi_pilot_point;

/// A region that a route may begin or end with.
typedef struct wayi_pilot_door {
    uint32_t region;
    way_cost cost; ///< of the climb between its place and the end of the trip
} wayi_pilot_door;

/// Most of them.
#define WAYI_PILOT_DOORS 32u

/// A link of the chain that was looked up.
typedef struct wayi_pilot_memo {
    wayi_atlas_link link;
    uint64_t version;
    uint32_t hop;
    bool whole; ///< there is one
} wayi_pilot_memo;

typedef struct wayi_pilot {
    way_cell cell; ///< where the agent is
    way_cell goal;
    way_cell climb_to; ///< the cell of the target
    uint32_t stride;   ///< steps `toward` it before anything but what is in the way matters
    uint32_t start_region, goal_region;
    wayi_pilot_point target;
    wayi_pilot_point
        candidate; ///< to be the target next; where a leg is searched for, the last one
    wayi_climb check;
    uint32_t purse; ///< cells that may still be looked at before the next move
    uint32_t due;   ///< looked at, and not yet taken off a budget
    uint32_t tries; ///< starts since the last move
    uint32_t spent; ///< budget since then
    uint8_t toward;
    uint8_t stage;    ///< wayi_pilot_stage
    bool near_goal;   ///< the way to the goal was looked for already
    bool full;        ///< memory or the capacity of the agent ran out
    uint32_t touched; ///< cells of searches since the trip began
    uint64_t version;
    uint64_t revision;      ///< of the map that the goal is known to be reachable on
    uint64_t verified;      ///< of the map that the chain was found to hold on
    uint32_t checked;       ///< the hop from which on that is yet to be found out
    bool broken;            ///< some link before it does not hold
    wayi_path_buffer chain; ///< regions; emptied by wayi_pilot_drop_chain only
    wayi_pilot_memo memos[2];
    wayi_confined leg; ///< backwards from the target
    wayi_tiers_ask ask;
    wayi_route route;                        ///< no memory until tiers know no chain
    wayi_pilot_door doors[WAYI_PILOT_DOORS]; ///< that a route may end with
    uint32_t door_count;
    wayi_pilot_door door; ///< the best one that is known, and what all of the way by it costs
    way_cost least;       ///< what was left where the last piece of a chain ended
    bool part;            ///< the chain is such a piece, and does not lead to the goal
    wayi_path_buffer way; ///< that a search found: cells, the next one last
} wayi_pilot;

/// Whether what is kept of a trip under way goes together; of wayi_trip_check.
bool wayi_pilot_check(const way_agent *agent);

way_status wayi_pilot_create(way_agent *agent);
void wayi_pilot_destroy(way_agent *agent);
way_status wayi_pilot_begin(way_agent *agent);
way_outcome wayi_pilot_step(way_agent *agent, uint32_t budget);
uint32_t wayi_pilot_rush(way_agent *agent);

/// Most expansions between two moves, whatever the size of the map.
uint32_t wayi_pilot_bound(const way_navigator *navigator);

/// What searches may still take before the next one.
uint32_t wayi_pilot_work_left(const way_agent *agent);

// Parking -----------------------------------------------------------------------------------------

way_status wayi_pilot_park(const way_agent *agent, wayi_parcel_writer *out);
way_status wayi_pilot_resume(way_agent *agent, const wayi_parked *parked, wayi_parcel_reader *in);

// Between the files of the pilot ------------------------------------------------------------------

static inline const wayi_guide *wayi_pilot_guide(const way_agent *agent)
{
    return agent->navigator->database;
}

static inline const wayi_grid *wayi_pilot_grid(const way_agent *agent)
{
    return (const wayi_grid *)agent->space;
}

/// What the outcome of a part of the work says to a stage.
static inline wayi_pilot_answer wayi_pilot_told(way_outcome outcome)
{
    return outcome == WAY_OUTCOME_FOUND     ? WAYI_PILOT_YES
           : outcome == WAY_OUTCOME_NO_PATH ? WAYI_PILOT_NO
           : outcome == WAY_OUTCOME_WORKING ? WAYI_PILOT_MORE
                                            : WAYI_PILOT_CAPACITY;
}

/// Begins a trip, wherever it comes from.
void wayi_pilot_set(way_agent *agent, way_cell cell, way_cell goal);

/// The link that leaves a place of the chain, good until another one is asked for; NULL if it is
/// gone.
const wayi_atlas_link *wayi_pilot_link(const way_agent *agent, uint32_t hop);

void wayi_pilot_drop_chain(way_agent *agent);

/// The cell of a point of the route, or WAY_CELL_NONE if it is gone.
way_cell wayi_pilot_cell(const way_agent *agent, wayi_pilot_point point);

static inline bool wayi_pilot_is_goal(const wayi_pilot *pilot, wayi_pilot_point point)
{
    return point.hop >= pilot->chain.count;
}

/// Where the agent stands after a move of a climb decides how it goes on.
static inline way_outcome wayi_pilot_arrive(wayi_pilot *pilot)
{
    if (pilot->cell == pilot->goal) {
        return WAY_OUTCOME_FOUND;
    }
    if (pilot->cell == pilot->climb_to) {
        pilot->stage = WAYI_PILOT_POINT;
    }
    return WAY_OUTCOME_WORKING;
}

/// A step that has something to decide.
way_outcome wayi_pilot_work(way_agent *agent, uint32_t budget);

/// The direction from a cell to the next one of the way, or WAYI_CLIMB_STUCK if it is not open.
uint32_t wayi_pilot_direction(const way_agent *agent, way_cell cell);

/// Goes by the database as it is now: what was found out about the one before is forgotten.
void wayi_pilot_catch_up(way_agent *agent);

/// Finds the regions to begin and to end with in the database as it is: those of both ends, or
/// others near them while these have no links yet.
void wayi_pilot_locate(way_agent *agent);

/// Lets the chain begin or end with another region than that of the end, if that makes a better
/// way.
void wayi_pilot_choose(way_agent *agent, bool last);

/// Makes the next piece of the chain by tiers, from the region of the start or behind its end.
/// False if they know none.
bool wayi_pilot_lengthen(way_agent *agent);

/// Starts a search over the links, from and to the regions that make the cheapest trip.
wayi_pilot_answer wayi_pilot_begin_route(way_agent *agent);

/// Goes on with it for up to *budget expansions, which are taken off it. FOUND: the chain is
/// there.
way_outcome wayi_pilot_run_route(way_agent *agent, uint32_t *budget);

/// Whether a search all the way to the goal is soon done, and may find a better way than the chain.
bool wayi_pilot_is_short(const way_agent *agent);

// The work of stages, and what is done when they begin --------------------------------------------

/// Chooses where to join a chain that was found: the candidate. YES: it can be climbed to; NO: it
/// is to be searched for; ELSE: it is gone.
wayi_pilot_answer wayi_pilot_join(way_agent *agent);

/// At a place near the goal: chooses where to leave the chain. YES: by a search.
wayi_pilot_answer wayi_pilot_leave(way_agent *agent);

/// Cells of the largest window: the bounding box of two cells within reach, with a margin.
uint32_t wayi_pilot_area(const wayi_guide *guide);

/// Takes the memory of these searches, if that was not done yet; false without.
bool wayi_pilot_open_leg(way_agent *agent);

/// Searches the window between here and the candidate, which becomes the target.
wayi_pilot_answer wayi_pilot_begin_leg(way_agent *agent);
wayi_pilot_answer wayi_pilot_leg_goal(way_agent *agent);
wayi_pilot_answer wayi_pilot_leg_last(way_agent *agent);
wayi_pilot_answer wayi_pilot_leg(way_agent *agent, uint32_t *budget);
wayi_pilot_answer wayi_pilot_back(way_agent *agent);
wayi_pilot_answer wayi_pilot_stand(way_agent *agent);
wayi_pilot_answer wayi_pilot_force(way_agent *agent);

/// Whether the chain can be followed on the map as it is, as far as anyone knows.
bool wayi_pilot_is_verified(const way_agent *agent);

/// Finds out whether it can, link by link: all of it, or from the target on.
wayi_pilot_answer wayi_pilot_begin_doubt(way_agent *agent);
wayi_pilot_answer wayi_pilot_doubt(way_agent *agent, uint32_t *budget);
wayi_pilot_answer wayi_pilot_doubt_tiers(way_agent *agent, uint32_t *budget);

/// Searches for the target, a place of the chain, where no climb leads.
wayi_pilot_answer wayi_pilot_lead(way_agent *agent);

/// Goes on with that. NO: there is no way near; looks for a chain without the link that leads
/// there, ELSE: none.
wayi_pilot_answer wayi_pilot_leg_lead(way_agent *agent, uint32_t *budget);
