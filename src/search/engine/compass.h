// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Prepared distances as the estimate of another search: those of another algorithm, or differences
// of distances to a few pivots. The former are those of the bare ground: of cells that can be
// walked on, whatever they weigh. Times the least weight that is no more than any way costs, over
// weights and with penalties too, and where all cells weigh the same it is the cost. While the map
// is not the one that they were prepared for, or where they can't be, the space's own estimate does
// it.
#pragma once

#include "search/engine/dead_ends.h"
#include "search/engine/gates.h"
#include "search/engine/pivots.h"
#include "search/engine/swamps.h"
#include "search/trip/algorithm.h"

/// What is prepared, for all agents.
typedef struct wayi_compass {
    way_space *ground;
    way_navigator *navigator; ///< NULL = the space does not suit, or there are pivots
    wayi_pivots pivots;
    wayi_gates gates;
    wayi_dead_ends ends;
    wayi_swamps swamps;
} wayi_compass;

/// What is to be prepared.
typedef struct wayi_compass_plan {
    const char *spec; ///< an algorithm that has `ask`, or NULL
    bool pivots;      ///< if there is none
    bool gates;       ///< or these
    bool ends;        ///< dead ends
    bool swamps;
} wayi_compass_plan;

/// Prepares for the ground below a space; what does not suit it is left out. NO_MEMORY, CANCELLED,
/// TOO_LARGE. `close` copes with a half-filled one.
way_status wayi_compass_open(wayi_compass *compass, const way_navigator *outer,
                             const wayi_compass_plan *plan, const way_job *job);
void wayi_compass_close(wayi_compass *compass);

/// Follows changed rectangles for up to `*budget` expansions; what was done is taken off.
way_status wayi_compass_repair(wayi_compass *compass, const way_rect *rects, uint32_t count,
                               uint32_t *budget, bool *done);

/// One agent that asks.
typedef struct wayi_asker {
    const wayi_compass *compass;
    way_agent *agent;
    const wayi_goal *goal;
    const way_agent *outer;
    wayi_dead_ends_trip trip;
    wayi_gates_trip gates;
    wayi_swamps_trip *wade; ///< NULL = there are no swamps
    uint32_t scale;
    uint32_t rounds;   ///< of what was prepared, when it was aimed
    uint64_t revision; ///< of the map that was aimed on
    bool aimed;
    bool prunes; ///< dead ends of this trip
    bool wades;  ///< and swamps
} wayi_asker;

way_status wayi_asker_open(wayi_asker *asker, const wayi_compass *compass, const way_agent *outer);
void wayi_asker_close(wayi_asker *asker);

/// Turns to the goal of the outer agent's trip. NO_MEMORY.
way_status wayi_asker_aim(wayi_asker *asker);

/// Whether the map has changed in no way that makes what the trip was told wrong, as far as is
/// known at once. The trip may then go on.
bool wayi_asker_outlives(wayi_asker *asker);

/// The estimate of a state, WAY_COST_MAX where the trip need not go; `asker` is a wayi_asker.
way_cost wayi_asker_ask(void *argument, way_state state);

/// Of the passable neighbours of a cell those where the trip need go, swamps considered.
uint32_t wayi_asker_around(void *argument, way_cell cell, uint32_t around);
