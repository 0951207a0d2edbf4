// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What spaces over a grid leave to it.
#include "space/above.h"

#include <waymark/space.h>

static way_space *above_ground(const way_space *space)
{
    return ((const wayi_above *)space)->ground;
}

uint32_t wayi_above_steps(const way_space *space, way_state from, way_state to)
{
    return above_ground(space)->type->estimate_steps(above_ground(space), from, to);
}

bool wayi_above_can_stand(const way_space *space, way_state state)
{
    return way_space_can_stand(above_ground(space), state);
}

bool wayi_above_is_reachable(const way_space *space, way_state from, way_state to)
{
    return above_ground(space)->type->is_reachable(above_ground(space), from, to);
}

way_state wayi_above_nearest_reachable(const way_space *space, way_state from, way_state goal)
{
    return above_ground(space)->type->nearest_reachable(above_ground(space), from, goal);
}

uint64_t wayi_above_revision(const way_space *space)
{
    return way_space_revision(above_ground(space));
}

void wayi_above_position(const way_space *space, way_state state, double *x, double *y)
{
    above_ground(space)->type->position(above_ground(space), state, x, y);
}

void wayi_above_destroy(way_space *space, size_t size)
{
    const way_allocator allocator = space->allocator;
    way_space_destroy(above_ground(space));
    wayi_free(&allocator, space, 1, size);
}

const way_space *wayi_space_below(const way_space *space)
{
    return space->type->can_stand == wayi_above_can_stand ? above_ground(space) : space;
}

uint32_t wayi_space_row(const way_space *space)
{
    const way_map *map = way_space_map(wayi_space_below(space));
    return map ? way_map_width(map) : 0;
}
