// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Short cuts into a space for the searches.
#pragma once

#include "base/alloc.h"
#include "base/lend.h"

#include <waymark/space.h>

/// Whether the state exists, as far as the space can tell.
static inline bool wayi_space_has(const way_space *space, way_state state)
{
    if (state == WAY_STATE_NONE || space->state_count) {
        return state < space->state_count;
    }
    return !space->type->can_stand || space->type->can_stand(space, state);
}

/// Whether all of some states do.
static inline bool wayi_space_has_all(const way_space *space, const way_state *states,
                                      uint32_t count)
{
    uint32_t i = 0;
    while (i < count && wayi_space_has(space, states[i])) {
        i++;
    }
    return i == count;
}

static inline uint32_t wayi_space_steps(const way_space *space, way_state from, way_state to)
{
    return space->type->estimate_steps ? space->type->estimate_steps(space, from, to) : from != to;
}

/// Whether a walk exists; true where the space can't tell.
static inline bool wayi_space_may_reach(const way_space *space, way_state from, way_state to)
{
    return !space->type->is_reachable || space->type->is_reachable(space, from, to);
}

/// The cost of one step, or WAY_COST_MAX if there is none; `edges` [space->degree_max] is scratch.
way_cost wayi_space_step(way_space *space, way_edge *edges, way_state from, way_state to);

/// Whether an array over all states pays: they are known in advance, or numbered without gaps.
/// Where only so many may be remembered, numbers without gaps are still too large for an array.
static inline bool wayi_space_is_dense(const way_space *space, uint32_t limit)
{
    return space->state_count || (limit == 0 && (space->traits & WAY_SPACE_COMPACT_IDS));
}

/// The ground whose steps a space makes more expensive, or the space itself.
const way_space *wayi_space_below(const way_space *space);

/// How many states lie in a row of cells; 0 where they don't.
uint32_t wayi_space_row(const way_space *space);
