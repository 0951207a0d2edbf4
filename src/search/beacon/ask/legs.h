// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The runs of the legs of a way, eight legs at a time.
#pragma once

#include "base/inline.h"
#include "search/beacon/index/index.h"

#include <waymark/agent.h>

#define WAYI_LEGS 8u
/// Runs behind or in front of those of a round that it writes over.
#define WAYI_LEGS_SPARE 2u

/// Places one after the other.
typedef struct wayi_legs_round {
    wayi_beacon_place places[WAYI_LEGS];
} wayi_legs_round;

/// Moves of all legs, the diagonal ones among them, and legs that lead anywhere.
typedef struct wayi_legs_sums {
    uint32_t moves;
    uint32_t slanted;
    uint32_t legs;
} wayi_legs_sums;

/// Legs from each place to the next, or from each back to the one before.
typedef struct wayi_legs {
    uint32_t width; ///< of the map
    wayi_beacon_place last;
    wayi_legs_sums sums;
} wayi_legs;

static WAYI_ALWAYS_INLINE wayi_legs wayi_legs_start(uint32_t width, wayi_beacon_place place)
{
    return (wayi_legs){.width = width, .last = place};
}

/// Writes the runs of a round behind those before; of legs that lead back, in front of them. Two
/// are written of each leg: those that it has not are written over. Returns where the next ones go.
static WAYI_ALWAYS_INLINE way_segment *
wayi_legs_write(wayi_legs *legs, const wayi_legs_round *round, bool back, way_segment *out)
{
    for (uint32_t i = 0; i < WAYI_LEGS; i++) {
        const wayi_beacon_place from = back ? round->places[i] : legs->last;
        const wayi_beacon_place to = back ? legs->last : round->places[i];
        const uint32_t wide = from.x < to.x ? to.x - from.x : from.x - to.x;
        const uint32_t high = from.y < to.y ? to.y - from.y : from.y - to.y;
        const uint32_t low = wide < high ? wide : high;
        const uint32_t rest = (wide < high ? high : wide) - low;
        const uint32_t x = from.x < to.x ? from.x + low : from.x - low;
        const uint32_t y = from.y < to.y ? from.y + low : from.y - low;
        const way_segment first = {y * legs->width + x, low};
        const way_segment second = {to.y * legs->width + to.x, rest};
        if (back) {
            out[-1] = second;
            out -= rest != 0;
            out[-1] = first;
            out -= low != 0;
        } else {
            out[0] = first;
            out += low != 0;
            out[0] = second;
            out += rest != 0;
        }
        legs->last = round->places[i];
        legs->sums.moves += low + rest;
        legs->sums.slanted += low;
        legs->sums.legs += low + rest != 0;
    }
    return out;
}
