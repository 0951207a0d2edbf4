// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Barriers by where they are: boxes around boxes, so that a mover looks at those beside it only.
#pragma once

#include "base/alloc.h"

#include <waymark/steer.h>

/// Boxes of a box, and barriers of a smallest one.
#define WAYI_BARRIER_FAN 8u

/// Levels of boxes above 2^32 barriers.
#define WAYI_BARRIER_LEVELS 11u

typedef struct wayi_box {
    int32_t left, top, right, bottom;
} wayi_box;

/// A barrier as movers look at it.
typedef struct wayi_barrier {
    int32_t x, y;           ///< where it begins
    int32_t unit_x, unit_y; ///< where it goes, east if it has no length
    int32_t length;
    uint32_t number; ///< of the caller
    wayi_box box;    ///< all of it, with room for how far the rounded direction strays
} wayi_barrier;

typedef struct wayi_barrier_index {
    way_barrier *given;     ///< [count] as they came, to see whether they are still the same
    uint64_t *order;        ///< [count] place << 32 | number, sorted
    wayi_barrier *barriers; ///< [count] in that order
    wayi_box *boxes;        ///< of all levels, the smallest first
    uint32_t given_capacity, order_capacity, barrier_capacity, box_capacity;
    uint32_t count;
    uint32_t levels;
    uint32_t first[WAYI_BARRIER_LEVELS + 1]; ///< boxes where each level begins, and ends
} wayi_barrier_index;

/// Makes the index fit these barriers; looks at them and no more if it does. OUT_OF_RANGE,
/// NO_MEMORY: the index is that of the barriers before, or of none.
way_status wayi_barrier_index_update(wayi_barrier_index *index, const way_barrier *barriers,
                                     uint32_t count, const way_allocator *allocator);
void wayi_barrier_index_fini(wayi_barrier_index *index, const way_allocator *allocator);

/// Calls for every barrier whose box meets another, which the calls may make smaller.
void wayi_barrier_index_visit(const wayi_barrier_index *index, const wayi_box *box,
                              void (*visit)(const wayi_barrier *barrier, void *argument),
                              void *argument);
