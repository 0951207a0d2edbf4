// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances to the goals of a whole problem, made where somebody asks.
#pragma once

#include "base/alloc.h"
#include "map/grid/directions.h"

#include <waymark/base.h>

#define WAYI_MAPF_NONE UINT32_MAX

/// A cell as the solver numbers it: by the bits of padded rows, so that neighbours are a constant
/// apart and the border is blocked.
typedef uint32_t wayi_mapf_spot;

/// The ground of a problem.
typedef struct wayi_mapf_ground {
    const uint8_t *exits; ///< by spot: bits of the directions that are passable
    uint32_t row;         ///< spots of a row, a multiple of 64
    uint32_t words;       ///< 64 spots each
} wayi_mapf_ground;

/// What a step in a direction adds to a spot.
static inline int32_t wayi_mapf_offset(uint32_t row, uint32_t direction)
{
    const int32_t along = direction == WAYI_EAST || direction == WAYI_SOUTH ? 1 : -1;
    return direction == WAYI_EAST || direction == WAYI_WEST ? along : along * (int32_t)row;
}

/// How far the distances to one goal are known: to all cells from which the way there, together
/// with the open distance to the start, is at most `level`.
typedef struct wayi_mapf_front {
    uint32_t *cells; ///< beyond it, rows and columns, some of them known by now
    uint32_t count;
    uint32_t capacity;
    uint32_t level;
} wayi_mapf_front;

/// Distances to goals, two bits a cell: on four neighbours a step changes a distance by one, so its
/// remainder by three tells which way it went; 0 = not known, 1 + remainder. Bits of 64 cells lie
/// in two words side by side.
typedef struct wayi_mapf_table {
    wayi_mapf_ground ground;
    const wayi_mapf_spot *starts; ///< [count]
    const wayi_mapf_spot *goals;  ///< [count] WAYI_MAPF_NONE = anywhere
    uint32_t count;
    uint64_t *bits;          ///< [count][words][2], cleared
    uint32_t *lengths;       ///< [count] of the shortest ways; WAYI_MAPF_NONE = none
    wayi_mapf_front *fronts; ///< [count], cleared
    uint32_t *stack;         ///< [crews][words * 64]
    uint32_t crews;          ///< parts that workers take
    bool starved;            ///< there was no memory for more
    const way_allocator *allocator;
} wayi_mapf_table;

/// Allocates what a table of this ground, starts, goals, count and crews needs; false without
/// memory. wayi_mapf_table_fini is due all the same.
bool wayi_mapf_table_init(wayi_mapf_table *table, const way_allocator *allocator);
void wayi_mapf_table_fini(wayi_mapf_table *table);

/// Finds out how long the ways of all units are; workers may help. False without memory.
bool wayi_mapf_table_fill(wayi_mapf_table *table,
                          void (*parallel_for)(uint32_t count,
                                               void (*body)(uint32_t index, void *argument),
                                               void *argument, void *user),
                          void *user);

/// The same for one unit.
bool wayi_mapf_table_measure(wayi_mapf_table *table, uint32_t unit);

/// Finds out how far a spot is from the goal of a unit, if it can be reached.
void wayi_mapf_table_reach(wayi_mapf_table *table, uint32_t unit, wayi_mapf_spot spot);

static inline uint32_t wayi_mapf_code(const wayi_mapf_table *table, uint32_t unit,
                                      wayi_mapf_spot spot)
{
    const uint64_t *pair = table->bits + ((size_t)unit * table->ground.words + (spot >> 6)) * 2;
    const uint32_t bit = spot & 63u;
    return (uint32_t)(pair[0] >> bit & 1u) | (uint32_t)(pair[1] >> bit & 1u) << 1;
}

/// Whether a neighbour lies nearer to the goal of a unit. One that is not known does not: all that
/// are as near as a known one are known with it.
static inline bool wayi_mapf_is_nearer(wayi_mapf_table *table, uint32_t unit, wayi_mapf_spot from,
                                       wayi_mapf_spot to)
{
    uint32_t code = wayi_mapf_code(table, unit, from);
    if (code == 0) {
        wayi_mapf_table_reach(table, unit, from);
        code = wayi_mapf_code(table, unit, from);
    }
    const uint32_t nearer = code == 1 ? 3 : code - 1;
    return wayi_mapf_code(table, unit, to) == nearer && code != 0;
}
