// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Dead ends: parts of a map that no best path between cells outside them enters. An opening that is
// the only way to what lies behind it (a bridge of the graph of areas) cuts off a dead end: whoever
// goes in by one cell of the run and comes out by another could as well have walked along the run.
// That takes ground on which all steps cost the same, and diagonal steps that cut no corners, which
// pass an opening within its run.
//
// After any edit nothing is said: a wall across a run may make a dead end the way round it.
//
// Björnsson, Halldórsson: Improved Heuristics for Optimal Path-finding on Game Maps, 2006.
#pragma once

#include "lab/discrete/areas.h"

typedef struct wayi_dead_ends {
    way_space *ground; ///< borrowed: a grid; NULL = there are none
    wayi_areas areas;  ///< when all is made, the parts of cells
    uint32_t part_count;
    uint32_t *starts, *halves; ///< openings of areas
    struct wayi_area_visit *visits;
    uint32_t *order; ///< areas in the order in which they were met
    struct wayi_dead_end *tree;
    uint32_t graph_areas, graph_edges, tree_capacity;
    uint32_t cursor, met, at; ///< of the search in depth
    uint64_t revision;        ///< of the map that it holds for
} wayi_dead_ends;

/// Finds all of them; the ground is a grid. NO_MEMORY. `close` copes with a half-filled one.
way_status wayi_dead_ends_open(wayi_dead_ends *ends, way_space *ground);
void wayi_dead_ends_close(wayi_dead_ends *ends);

/// Whether they hold on the map as it is, for a search over a space.
bool wayi_dead_ends_hold(const wayi_dead_ends *ends, const way_space *space);

/// Which parts a best path from one cell to another may enter.
typedef struct wayi_dead_ends_trip {
    uint32_t *marks; ///< [capacity] by part
    uint32_t capacity, stamp;
} wayi_dead_ends_trip;

/// Makes room for a trip. NO_MEMORY.
way_status wayi_dead_ends_reserve(const wayi_dead_ends *ends, wayi_dead_ends_trip *trip,
                                  const way_allocator *allocator);
void wayi_dead_ends_aim(const wayi_dead_ends *ends, wayi_dead_ends_trip *trip, way_cell start,
                        way_cell goal);
void wayi_dead_ends_trip_fini(wayi_dead_ends_trip *trip, const way_allocator *allocator);

static inline bool wayi_dead_ends_skip(const wayi_dead_ends *ends, const wayi_dead_ends_trip *trip,
                                       way_cell cell)
{
    const uint32_t part = ends->areas.of[cell];
    return part < trip->capacity && trip->marks[part] != trip->stamp;
}
