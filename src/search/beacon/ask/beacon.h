// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the navigators and agents of beacon hold.
#pragma once

#include "search/beacon/ask/prices.h"
#include "search/beacon/change/rebuild.h"
#include "search/engine/inner.h"
#include "search/trip/algorithm.h"
#include "space/grid.h"

typedef struct wayi_beacon_database {
    wayi_beacon_index *index;
    wayi_beacon_stale stale;     ///< how the map differs from what the index was made for
    wayi_beacon_rebuild rebuild; ///< another index in the making
    bool rebuilding;
    wayi_waste waste;        ///< of the last index, and of making the next
    way_allocator allocator; ///< by way of it
    uint64_t debt;           ///< expansions that the last piece of work took beyond the budget
    uint64_t entries;        ///< labels of the last index with a tree of its own
    uint64_t epoch;          ///< counts indices
    wayi_beacon_prices prices;
    wayi_beacon_samples samples;
} wayi_beacon_database;

typedef enum wayi_beacon_turn {
    WAYI_BEACON_CHOOSE,      ///< several goals: which is the nearest
    WAYI_BEACON_ASK,         ///< the question to the index
    WAYI_BEACON_CHECK_BEGIN, ///< changed map: is the old way legal and a best one, at its ends
    WAYI_BEACON_CHECK_BACK,  ///< from the end of the way on the graph back to the hub
    WAYI_BEACON_CHECK_AHEAD, ///< and on to the hub
    WAYI_BEACON_SEARCH,      ///< a search without labels is due
    WAYI_BEACON_JUMP,        ///< it is under way
    WAYI_BEACON_LAND,        ///< along what it found
    WAYI_BEACON_LEAVE,       ///< from the start to the graph
    WAYI_BEACON_BACK,  ///< from the end of the way on the graph back to the hub, noting places
    WAYI_BEACON_AHEAD, ///< on to the hub
    WAYI_BEACON_DOWN,  ///< from the hub along the places noted
    WAYI_BEACON_ARRIVE ///< from the graph to the goal
} wayi_beacon_turn;

typedef struct wayi_beacon_memory {
    wayi_beacon_query query;
    wayi_inner jumps; ///< jump point search, once it was needed
    const wayi_beacon_stale *stale;
    wayi_board now; ///< the layer as it is
    wayi_beacon_turn turn;
    bool changed;             ///< the map is not what the index was made for
    bool told;                ///< and the database knows where
    uint32_t race;            ///< expansions of a search that goes first; 0 = it does not
    bool searched;            ///< it was begun for this plan
    bool moved;               ///< since it was planned
    uint32_t tries;           ///< plans that were made again before it could move
    uint32_t jumped;          ///< states of the search's path that were taken
    uint64_t revision;        ///< of the map that was seen last
    uint64_t epoch;           ///< of the index
    wayi_reach place;         ///< where the agent is
    way_state goal;           ///< of one, or the nearest so far of several
    way_state first;          ///< of several: the one asked for first
    way_state asked;          ///< the one in hand
    way_cost least;           ///< cost to the nearest so far
    uint32_t tried;           ///< so many were asked for or passed over
    uint32_t vertex;          ///< on the way
    uint32_t hops;            ///< so far
    wayi_beacon_place *noted; ///< [noted_capacity] places between the hub and the end, the last
                              ///< first
    uint32_t noted_capacity;  ///< for each vertex, and some
    uint32_t noted_count;
} wayi_beacon_memory;

way_status wayi_beacon_trip_create(way_agent *agent);
void wayi_beacon_trip_destroy(way_agent *agent);
way_status wayi_beacon_trip_begin(way_agent *agent);
way_outcome wayi_beacon_trip_step(way_agent *agent, uint32_t budget);

/// A search that goes first may take so many times what a question takes: one that takes more is
/// followed by the question, which then adds little to it.
#define WAYI_BEACON_RACE 4u

/// A search without labels (jump.c): makes ready for it, false without memory; begins, goes on for
/// so many expansions, and takes the next straight stretch of what it found.
bool wayi_beacon_jump_open(way_agent *agent);
way_outcome wayi_beacon_jump_begin(way_agent *agent);
way_outcome wayi_beacon_jump_step(way_agent *agent, uint32_t budget);
way_outcome wayi_beacon_jump_land(way_agent *agent);

/// The nearest of several goals on the map that the index was made for (choose.c): the turn CHOOSE,
/// from the first of them that is to be asked for on.
void wayi_beacon_choose_begin(way_agent *agent);
way_outcome wayi_beacon_choose_step(way_agent *agent);

/// A map that changed (check.c), turns CHECK_BEGIN to CHECK_AHEAD: the next piece of work on
/// whether the old way is still a best one. Returns how many expansions it was beyond one.
uint32_t wayi_beacon_check_step(wayi_beacon_memory *memory);

/// The way of an answer (walk.c): the next piece of it, turns LEAVE to ARRIVE.
way_outcome wayi_beacon_walk_step(way_agent *agent);

/// Walks to the hub from both ends at once, so that the two wait for memory together, and commits
/// all legs that are left: the same as a leg at a time, for those who have the budget. Returns the
/// pieces of work, 0 if the index lies or there is no memory: then nothing is committed.
uint32_t wayi_beacon_walk_at_once(way_agent *agent);

/// Goes to a place.
way_outcome wayi_beacon_walk_go(way_agent *agent, uint32_t x, uint32_t y);

/// The hub of the answer, and the next vertex on the way to it, or NONE if the index lies: no way
/// is longer than there are vertices.
uint32_t wayi_beacon_walk_hub(const wayi_beacon_memory *memory);
uint32_t wayi_beacon_walk_hop(wayi_beacon_memory *memory, uint32_t vertex);

/// All distances by labels (tables.c); UNSUPPORTED while the index can't tell.
way_status wayi_beacon_trip_distances(way_agent *agent, const way_distances *question,
                                      way_cost *out);
