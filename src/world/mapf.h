// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of the solver for whole problems share.
#pragma once

#include "base/alloc.h"
#include "map/map.h"

#include <waymark/mapf.h>

#define WAYI_MAPF_NONE UINT32_MAX

/// A cell as the solver numbers it: by the bits of padded rows, so that neighbours are a constant
/// apart and the border is blocked.
typedef uint32_t wayi_mapf_spot;

/// Distances to goals, two bits a cell: on four neighbours a step changes a distance by one, so its
/// remainder by four tells which way it went. Bits of 64 cells lie in two words side by side.
typedef struct wayi_mapf_table {
    uint64_t *bits;    ///< [units][words][2]
    size_t words;      ///< of the padded map
    uint32_t *lengths; ///< [units] of the shortest ways; WAYI_MAPF_NONE = none
} wayi_mapf_table;

static inline uint32_t wayi_mapf_code(const wayi_mapf_table *table, uint32_t unit,
                                      wayi_mapf_spot spot)
{
    const uint64_t *pair = table->bits + (unit * table->words + (spot >> 6)) * 2;
    const uint32_t bit = spot & 63u;
    return (uint32_t)(pair[0] >> bit & 1u) | (uint32_t)(pair[1] >> bit & 1u) << 1;
}

/// Whether a neighbour lies nearer to the goal of a unit.
static inline bool wayi_mapf_is_nearer(const wayi_mapf_table *table, uint32_t unit,
                                       wayi_mapf_spot from, wayi_mapf_spot to)
{
    return ((wayi_mapf_code(table, unit, from) - wayi_mapf_code(table, unit, to)) & 3u) == 1u;
}

/// A unit on the stack of one step.
typedef struct wayi_mapf_push {
    uint32_t unit;
    uint32_t partner; ///< with whom it has to change places in a corridor
    wayi_mapf_spot spots[5];
    uint32_t count;
    uint32_t next;
} wayi_mapf_push;

/// One step for all: from a configuration to the next.
typedef struct wayi_mapf_step {
    const uint8_t *exits; ///< by spot: bits of the directions that are passable
    int32_t offsets[4];   ///< what a step adds to a spot
    const wayi_mapf_table *table;
    const wayi_mapf_spot *goals;
    uint32_t count;
    const wayi_mapf_spot *now;
    wayi_mapf_spot *next;  ///< [count] WAYI_MAPF_NONE = not decided
    uint32_t *here;        ///< by spot: who stands there
    uint32_t *there;       ///< by spot: who will
    wayi_mapf_push *stack; ///< [count]
    way_rng rng;
} wayi_mapf_step;

/// Decides for all units in `order` whose next cell is not decided yet. False if somebody finds no
/// place. `here` must hold `now`, and `there` what is decided beforehand.
bool wayi_mapf_decide(wayi_mapf_step *step, const uint16_t *order);
