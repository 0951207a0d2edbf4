// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What units are told, alone, in groups and in formations; and the steps of those who are led out
// of a jam together.
#pragma once

#include "world/world.h"

/// An order that has been checked, with nothing in what its kind does not use: worlds, saves and
/// records hold no others.
way_order wayi_order_canonical(const way_world *world, const way_order *order);

/// Begins an order that has been checked.
void wayi_world_begin_order(way_world *world, uint32_t place, const way_order *order);

/// Ends what a unit is about and begins its next order, if any.
void wayi_world_end_order(way_world *world, uint32_t place);

/// Leaves group, route and request.
void wayi_world_forget_plan(way_world *world, uint32_t place);

/// Puts an order that has been checked behind those that a unit has.
void wayi_world_queue_order(way_world *world, uint32_t place, const way_order *order);

/// Gives back the orders that a unit has not begun.
void wayi_world_drop_orders(way_world *world, uint32_t place);

/// Lets a unit that stands in a wall make for the nearest ground that it fits on and that its goal
/// can be reached from, if there is any; else for the nearest. It goes there over whatever there
/// is.
void wayi_world_evade(way_world *world, uint32_t place);

/// Finds leaders for formations that have none, and lets leaders wait for those behind.
void wayi_world_march(way_world *world);

/// Where a unit should be in its formation if straight steps lead there, or where it stands if that
/// lies behind it; else WAY_CELL_NONE.
way_cell wayi_world_march_slot(const way_world *world, uint32_t place);

/// Whether a unit stands for the sake of its formation.
bool wayi_world_march_waits(const way_world *world, uint32_t place);

void wayi_world_leave_group(way_world *world, uint32_t place);

/// Sends units that have been checked to places of their own around one cell.
void wayi_world_order_group(way_world *world, const way_unit *units, uint32_t count,
                            const way_order *order);

/// Begins the next steps of rescues under way, or ends them.
void wayi_world_rescue_tick(way_world *world);

/// Ends the rescue that a unit takes part in, if any, for all of them: nobody leaves one alone.
void wayi_world_rescue_leave(way_world *world, uint32_t place);

/// The units of rescues by number: WAYI_NOBODY = a gap, one less than that = no more.
uint32_t wayi_world_rescued(const way_world *world, uint32_t index);

/// What a unit that is being rescued does now: a direction, or WAYI_STAY.
uint32_t wayi_world_rescue_move(const way_world *world, uint32_t place);

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
