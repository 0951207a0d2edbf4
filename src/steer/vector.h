// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Vectors in fixed point: whole numbers that round the same everywhere.
#pragma once

#include "base/bits.h"
#include "base/root.h"

/// A unit vector is so long.
#define WAYI_UNIT_BITS 15
#define WAYI_UNIT_ONE (1 << WAYI_UNIT_BITS)

typedef struct wayi_vector {
    int64_t x, y;
} wayi_vector;

/// Division that rounds down, whatever the signs.
static inline int64_t wayi_divide(int64_t a, int64_t b)
{
    const int64_t quotient = a / b;
    return quotient - ((a % b != 0) && ((a < 0) != (b < 0)));
}

/// The same by the length of a unit vector.
static inline int64_t wayi_of_unit(int64_t a)
{
    const uint64_t half = UINT64_C(1) << 63; // makes all numbers positive: a shift rounds down
    return (int64_t)(((uint64_t)a + half) >> WAYI_UNIT_BITS) - (int64_t)(half >> WAYI_UNIT_BITS);
}

/// The whole part of a square root; 0 of what is below.
static inline int64_t wayi_root_of(int64_t value)
{
    return value > 0 ? (int64_t)wayi_root((uint64_t)value) : 0;
}

static inline int64_t wayi_dot(wayi_vector a, wayi_vector b)
{
    return a.x * b.x + a.y * b.y;
}

static inline int64_t wayi_cross(wayi_vector a, wayi_vector b)
{
    return a.x * b.y - a.y * b.x;
}

static inline wayi_vector wayi_minus(wayi_vector a, wayi_vector b)
{
    return (wayi_vector){a.x - b.x, a.y - b.y};
}

/// `length` along a unit vector.
static inline wayi_vector wayi_along(wayi_vector unit, int64_t length)
{
    return (wayi_vector){wayi_of_unit(unit.x * length), wayi_of_unit(unit.y * length)};
}

/// The unit vector of a direction; east for none.
static inline wayi_vector wayi_unit(wayi_vector vector)
{
    const int64_t length = wayi_root_of(wayi_dot(vector, vector));
    if (length == 0) {
        return (wayi_vector){WAYI_UNIT_ONE, 0};
    }
    return (wayi_vector){wayi_divide(vector.x * WAYI_UNIT_ONE, length),
                         wayi_divide(vector.y * WAYI_UNIT_ONE, length)};
}
