// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The way to a cell inside one rectangle of the map, where climbing does not lead there: A* from
// the end backwards, so that what it leaves behind leads forwards from the beginning.
#pragma once

#include "core/heap.h"
#include "space/grid.h"

#include <waymark/search.h>

typedef enum wayi_leg_state { WAYI_LEG_SEARCHING, WAYI_LEG_FOUND, WAYI_LEG_NONE } wayi_leg_state;

typedef struct wayi_leg {
    way_rect rect;
    way_cell from, to;
    way_cost *costs; ///< [capacity] to `to`, row by row over the rectangle
    uint8_t *toward; ///< [capacity] the direction to go
    uint32_t capacity;
    uint32_t touched; ///< cells given a cost since the trip began; set to 0 there
    uint32_t limit;   ///< most of them; 0 = no limit
    bool full;        ///< the limit or the memory was hit
    wayi_heap heap;
    way_stats *stats;
    way_observer *observer; ///< NULL = nobody watches
    way_allocator allocator;
} wayi_leg;

/// For an agent: its limit, its statistics, its observer [opt], its allocator.
void wayi_leg_init(wayi_leg *leg, uint32_t limit, way_stats *stats, way_observer *observer,
                   const way_allocator *allocator);
void wayi_leg_fini(wayi_leg *leg);
size_t wayi_leg_bytes(const wayi_leg *leg);

/// Takes memory for squares of so many cells a side; false if there is none.
bool wayi_leg_reserve(wayi_leg *leg, uint32_t side);

/// Starts the search for a way between two cells of a rectangle, for which room was reserved.
/// False at the limit or without memory.
bool wayi_leg_begin(wayi_leg *leg, const wayi_grid *grid, way_rect rect, way_cell from,
                    way_cell to);

/// Goes on for up to *budget expansions and takes them off it.
wayi_leg_state wayi_leg_run(wayi_leg *leg, const wayi_grid *grid, uint32_t *budget);

/// The direction to go from a cell of a way that was found.
uint32_t wayi_leg_direction(const wayi_leg *leg, const way_map *map, way_cell cell);

/// Lays down what a search would have found: the direction to go from a cell of the rectangle.
void wayi_leg_lay(wayi_leg *leg, const way_map *map, way_cell cell, uint32_t direction);
