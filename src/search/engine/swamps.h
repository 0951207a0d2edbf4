// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Swamps: cells that no search between other cells needs, found one by one. A cell goes if between
// any two of its neighbours that are still there some way around it, over a third one at most,
// costs no more. All that is left is as far apart as before. The number of the round in which a
// cell went is its depth; neighbours go in different rounds.
//
// Of a way between two cells, gone or not, one that goes before both of its neighbours on the way
// can be replaced, until depths rise behind the start and fall towards the goal. So a search needs
// the cells that stayed, those that rising depths join to the start, and those that they join to
// the goal. These lie within WAYI_SWAMPS_DEEPEST cells, which bounds what a trip looks at before it
// begins.
//
// Whether a cell may go depends on its neighbours alone. After an edit cells are put back whose
// reason is gone, none farther away than the greatest depth, and rounds are made there again.
//
// Pochter, Zohar, Rosenschein, Felner: Search Space Reduction Using Swamp Hierarchies, 2010, where
// swamps are areas, found by searches between all cells of their rims.
#pragma once

#include "space/grid.h"

#define WAYI_SWAMPS_DEEPEST 31u
#define WAYI_SWAMPS_WINDOW (2u * WAYI_SWAMPS_DEEPEST + 1u)

#define WAYI_SWAMPS_WAYS 4u

/// Ways between two neighbours of a cell around it: the neighbours that must be passable, and of
/// those the one that they lead over, which must be left.
typedef struct wayi_swamps_ways {
    uint8_t around[WAYI_SWAMPS_WAYS], over[WAYI_SWAMPS_WAYS];
    uint8_t count;
} wayi_swamps_ways;

typedef struct wayi_swamps {
    way_space *ground; ///< borrowed: a grid; NULL = there are none
    uint8_t *depths;   ///< [cells] 0 = stays
    uint32_t cells;
    way_rect box;                ///< what is worked on
    uint32_t round;              ///< 0 = cells are put back
    uint32_t cursor;             ///< row of the box
    bool again;                  ///< a cell was put back in this round
    bool whole;                  ///< nothing is left to do
    uint64_t revision;           ///< of the map that all of it is for, or is going to be
    wayi_swamps_ways ways[8][8]; ///< by the directions of the two neighbours
} wayi_swamps;

/// Finds all of them; the ground is a grid. NO_MEMORY. `close` copes with a half-filled one.
way_status wayi_swamps_open(wayi_swamps *swamps, way_space *ground);
void wayi_swamps_close(wayi_swamps *swamps);

/// Follows changed rectangles for up to `*budget`; what was done is taken off.
void wayi_swamps_repair(wayi_swamps *swamps, const way_rect *rects, uint32_t count,
                        uint32_t *budget);

/// Whether they hold on the map as it is, for a search over a space.
bool wayi_swamps_hold(const wayi_swamps *swamps, const way_space *space);

/// The swamp cells that a trip may enter.
typedef struct wayi_swamps_trip {
    struct {
        uint32_t x, y;                     ///< of the first cell, which may lie before the map
        uint64_t rows[WAYI_SWAMPS_WINDOW]; ///< one bit per cell
    } ends[2];
} wayi_swamps_trip;

void wayi_swamps_aim(const wayi_swamps *swamps, wayi_swamps_trip *trip, way_cell start,
                     way_cell goal);

/// Whether a trip does without a cell.
bool wayi_swamps_skip(const wayi_swamps *swamps, const wayi_swamps_trip *trip, way_cell cell);

/// Of the passable neighbours of a cell those that a trip needs.
uint32_t wayi_swamps_around(const wayi_swamps *swamps, const wayi_swamps_trip *trip, way_cell cell,
                            uint32_t around);
