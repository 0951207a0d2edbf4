// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who goes where in a tick.
#pragma once

#include "world/world.h"

/// One unit that is being moved, on the stack of agreement.
typedef struct wayi_push {
    uint32_t unit;
    uint32_t blockers; ///< where they start in the list
    int32_t bar;       ///< nearest frame below with blockers still to come; -1 = none
    uint8_t dirs[WAYI_DIRECTIONS + 1];
    uint8_t count;
    uint8_t next;
    uint8_t blocker_count;
    uint8_t claimed;
    uint8_t sorted; ///< dirs hold all candidates, not only `want`
} wayi_push;

/// Longest chain of pushes, and most units that they list.
#define WAYI_CHAIN_MAX 4096u
#define WAYI_BLOCKERS_MAX (4u * WAYI_CHAIN_MAX)

/// Decides where everybody stands at the end of the tick, and lets them.
void wayi_world_agree(way_world *world);

/// Where a direction leads a unit.
static inline way_cell wayi_world_target(const way_world *world, uint32_t i, uint32_t dir)
{
    const way_cell cell = world->bodies[i].cell;
    if (dir == WAYI_LINK) {
        return world->minds[i].route.link;
    }
    return dir == WAYI_STAY ? cell : cell + (uint32_t)world->map->offsets[dir];
}

/// Whether the unit of a frame may go there; lists whom it would have to push.
bool wayi_world_probe(way_world *world, wayi_push *push, uint32_t dir);

/// The direction that a unit would take now, or WAYI_STAY.
uint32_t wayi_world_want(way_world *world, uint32_t place);

/// All directions that a unit may take, WAYI_STAY among them, best first; returns how many.
uint32_t wayi_world_prefer(way_world *world, uint32_t place, uint8_t *dirs);

/// The unit in the way of what this one wants, or WAY_UNIT_NONE.
way_unit wayi_world_blocker(way_world *world, uint32_t place);

/// Lets a unit that has stood for long go back, so that others can pass.
void wayi_world_yield(way_world *world, uint32_t place);

/// Whether there is so little ground around a unit that a jam may not come apart by itself.
bool wayi_world_is_narrow(way_world *world, uint32_t place);

/// Looks for a way out for whom world->jam_due asks, within a budget; returns what it took.
uint32_t wayi_world_rescue(way_world *world, uint32_t budget);
