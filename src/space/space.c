// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What holds for every space: the optional functions and their fall-backs.
#include "space/angles.h"

#include <waymark/space.h>

void way_space_destroy(way_space *space)
{
    if (space && space->type->destroy) {
        WAYI_ASSERT_FREE(space, "navigators, fields and attached spaces go before their space");
        space->type->destroy(space);
    }
}

uint32_t way_space_traits(const way_space *space)
{
    return space->type->traits ? space->type->traits(space) : space->traits;
}

uint64_t way_space_revision(const way_space *space)
{
    return space->type->revision ? space->type->revision(space) : 1;
}

bool way_space_can_stand(const way_space *space, way_state state)
{
    if (!wayi_space_has(space, state)) {
        return false;
    }
    return !space->type->can_stand || space->type->can_stand(space, state);
}

way_cost wayi_space_step(way_space *space, way_edge *edges, way_state from, way_state to)
{
    if (space->type == &wayi_angles_type) {
        return wayi_angles_step(wayi_space_angles(space), from, to);
    }
    const uint32_t count = space->type->expand(space, from, edges);
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        least = edges[i].to == to && edges[i].cost < least ? edges[i].cost : least;
    }
    return least;
}

way_cost way_space_step_cost(way_space *space, way_state from, way_state to)
{
    // A space of the caller's own may have left its allocator empty.
    const way_allocator allocator = wayi_allocator_or_default(&space->allocator);
    way_edge *edges = wayi_space_has(space, from)
                          ? wayi_alloc(&allocator, space->degree_max, sizeof *edges)
                          : NULL;
    const way_cost cost = edges ? wayi_space_step(space, edges, from, to) : WAY_COST_MAX;
    WAYI_FREE(&allocator, edges, space->degree_max);
    return cost;
}
