// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Gateways: areas are put together over the widest openings first, as long as they stay below a
// size, until no more than WAYI_GATES borders are left. All openings between two of these that lie
// near each other are a gate, of which the true distances to all others are kept. Whoever goes from
// one area to another passes a gate of the first and then one of the second: so no way is shorter
// than the least sum, over both, of the open distance to the gate, the distance between gates, and
// the open distance from there. Inside an area nothing is said.
//
// The estimate is never too high, but not consistent: gates are wider than one cell, and the
// nearest one of two sums need not be the same. Searches must open closed states again.
//
// Edits: a few walls leave all of it true, as with pivots; where ground opens nothing is said.
//
// Björnsson, Halldórsson: Improved Heuristics for Optimal Path-finding on Game Maps, 2006, who cut
// maps along walls and keep the distances of gates for each direction of passing.
#pragma once

#include "base/job.h"
#include "lab/discrete/areas.h"

#include <waymark/field.h>

#define WAYI_GATES 64u

/// What all cells of a gate lie in, and the areas on both sides.
typedef struct wayi_gateway {
    uint32_t x0, y0, x1, y1;
    uint32_t areas[2];
} wayi_gateway;

typedef struct wayi_gates {
    way_space *ground;  ///< borrowed: a grid
    wayi_areas areas;   ///< when all is made, those that were put together
    way_field *field;   ///< while distances are found
    uint32_t *roots;    ///< [area_room] by area: one that it was put to, or itself
    uint32_t *sizes;    ///< [area_room] cells of a root's area
    uint32_t area_room; ///< while areas are put together
    way_cell *sources;  ///< [source_capacity] cells of a gate
    uint32_t source_capacity;
    wayi_gateway gates[WAYI_GATES];
    uint32_t side_areas[2 * WAYI_GATES]; ///< areas that have gates
    uint64_t sides[2 * WAYI_GATES];      ///< and which
    way_cost distances[WAYI_GATES][WAYI_GATES];
    uint32_t count;
    uint32_t side_count;
    uint32_t weight;   ///< least one of the map
    uint64_t revision; ///< of the map that it is for
} wayi_gates;

/// Makes room and finds all; the ground is a grid. NO_MEMORY, CANCELLED. `close` copes with a
/// half-filled one.
way_status wayi_gates_open(wayi_gates *gates, way_space *ground, const way_job *job);
void wayi_gates_close(wayi_gates *gates);

/// Whether they hold on the map as it is: as far as a short look at what changed tells.
bool wayi_gates_hold(const wayi_gates *gates);

/// How far the goal is from each gate at least.
typedef struct wayi_gates_trip {
    way_cost costs[WAYI_GATES];
    uint32_t area;
} wayi_gates_trip;

void wayi_gates_aim(const wayi_gates *gates, wayi_gates_trip *trip, way_cell goal);

/// No more than the way from a cell costs; 0 where nothing is known.
way_cost wayi_gates_ask(const wayi_gates *gates, const wayi_gates_trip *trip, way_cell cell);
