// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What agreement reads of a unit every tick: 32 bytes.
#pragma once

#include "map/grid/directions.h"

#include <waymark/world.h>

#define WAYI_NOBODY UINT32_MAX

/// Values of a direction beyond the eight.
enum { WAYI_STAY = WAYI_DIRECTIONS, WAYI_ASK, WAYI_LINK };

/// What has become of a body in this tick's agreement.
enum {
    WAYI_UNDECIDED,
    WAYI_TRYING,
    WAYI_REFUSED, ///< was pushed in vain: stands for all others, and chooses when its turn comes
    WAYI_DECIDED
};

/// Flags of a body.
enum {
    WAYI_BODY_STRAIGHT = 1 << 0, ///< has stood for long: straight steps only
    WAYI_BODY_HOLD = 1 << 1,     ///< gives way only to those who have stood for long
    WAYI_BODY_ACTIVE = 1 << 2,   ///< listed in world->active
    WAYI_BODY_MOVED = 1 << 3,    ///< made a step in the last tick
    WAYI_BODY_PUSHED = 1 << 4,   ///< ... for the sake of another
    WAYI_BODY_TRAPPED = 1 << 5,  ///< leaves a wall
    WAYI_BODY_BOLD = 1 << 6,     ///< has stood for very long: pushes those who hold, too
    WAYI_BODY_LOST = 1 << 7      ///< has nowhere to go for the moment
};

typedef struct wayi_body {
    way_cell cell;
    way_cell to;     ///< where this tick ends for it
    uint32_t stamp;  ///< tick of its order: lower ones choose first
    uint32_t depth;  ///< on the stack, while TRYING
    uint32_t ready;  ///< when its last step is over, in 1/256 ticks
    uint32_t serial; ///< where world->active lists it
    uint8_t size;
    uint8_t ground; ///< what it walks on, in truth
    uint8_t state;
    uint8_t want; ///< direction that it would take, WAYI_STAY, or WAYI_ASK: see prefer.c
    uint8_t dir;  ///< direction of `to`
    uint8_t flags;
    uint8_t heading;
    uint8_t team;
} wayi_body;

/// Who stands on a cell, and who has claimed it for the end of the tick.
typedef struct wayi_spot {
    uint32_t now;
    uint32_t next;
} wayi_spot;

/// A link that bears only so many units at a time, both ways together.
typedef struct wayi_lift {
    way_cell ends[2];
    uint32_t capacity;
    uint32_t until[WAY_WORLD_LIFT_MAX]; ///< when those on it are over, in 1/256 ticks
    uint32_t claims; ///< of those who take it in the tick that is being agreed on
} wayi_lift;
