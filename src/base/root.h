// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Square roots and quotients of whole numbers, the same on every machine.
#pragma once

#include <math.h>
#include <stdint.h>

/// The square root of a number below 2^63.5, rounded down.
static inline uint64_t wayi_root(uint64_t square)
{
    // Any square root that is nearly right will do: whole numbers settle it.
    uint64_t root = (uint64_t)sqrt((double)square);
    while (root * root > square) {
        root--;
    }
    while ((root + 1) * (root + 1) <= square) {
        root++;
    }
    return root;
}

/// `a / b`, rounded down; `b` is above 0, both are below 2^53. Dividing whole numbers of 64 bits
/// takes some machines three times as long.
static inline int64_t wayi_quotient(int64_t a, int64_t b)
{
    int64_t quotient = (int64_t)((double)a / (double)b);
    while (quotient * b > a) {
        quotient--;
    }
    while ((quotient + 1) * b <= a) {
        quotient++;
    }
    return quotient;
}
