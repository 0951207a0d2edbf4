// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jams in narrow ground that are solved as a whole: see jam.c.
#pragma once

#include "world/world.h"

/// Jams that are being led out at once, the units of one, and its steps.
#define WAYI_JAMS_MAX 4u
#define WAYI_JAM_UNITS 24u
#define WAYI_JAM_STEPS 512u

/// Cells on each side of a unit in which others are looked at; rows of bits bear 62 cells.
#define WAYI_JAM_SIGHT 30u
#define WAYI_JAM_SPOTS (64u * (2u * WAYI_JAM_SIGHT + 3u))

/// Bytes that the search for a way out may take.
#define WAYI_JAM_BYTES ((size_t)1 << 20)

/// Steps that all units of a jam take together.
typedef struct wayi_jam {
    uint32_t count; ///< 0 = not in use
    uint32_t units[WAYI_JAM_UNITS];
    way_cell cells[WAYI_JAM_UNITS]; ///< where they were when the step in hand began
    uint32_t length;
    uint32_t step;
    uint32_t waited;                               ///< ticks that the step in hand has taken
    uint8_t moves[WAYI_JAM_STEPS][WAYI_JAM_UNITS]; ///< directions, or WAYI_STAY
} wayi_jam;

struct wayi_jams {
    wayi_jam list[WAYI_JAMS_MAX];
    uint8_t exits[WAYI_JAM_SPOTS]; ///< as in mapf.h; 0 = not in the jam
    uint32_t queue[WAYI_JAM_SPOTS];
    uint8_t met[WAYI_JAM_SPOTS];
    uint8_t taken[WAYI_JAM_SPOTS]; ///< the goal of somebody
    wayi_align_max memory[WAYI_JAM_BYTES / sizeof(wayi_align_max)];
};

/// Makes what rescues need, with the world; false without memory.
bool wayi_jams_make(way_world *world);
void wayi_jams_fini(way_world *world);

/// Ends all rescues, also such as some have left, and lets those in them go on by themselves.
void wayi_jams_disband(way_world *world);

/// Where a direction of a step leads from a cell.
static inline way_cell wayi_jam_target(const way_world *world, way_cell cell, uint32_t move)
{
    return move == WAYI_STAY ? cell : cell + (uint32_t)world->map->offsets[move];
}
