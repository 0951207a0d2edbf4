// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Small nodes on maps: over which step the best way to a cell comes, and whether the cell was
// expanded, are marks in its stamp, and no node keeps a parent. Ways that don't come from a
// neighbour are in a table beside. The store of such nodes has `marks`.
#pragma once

#include "core/hash_table.h"
#include "map/grid/directions.h"
#include "search/engine/read_set.h"

/// Marks: one more than the direction of the step that a way comes over, and whether the node is
/// closed.
#define WAYI_RETRACE_START 0u                        ///< it is where a way begins
#define WAYI_RETRACE_ELSEWHERE (WAYI_DIRECTIONS + 1) ///< its way does not come from a neighbour
#define WAYI_RETRACE_STEP 15u
#define WAYI_RETRACE_DONE 16u

typedef struct wayi_retrace {
    const way_map *map;      ///< whose cells the states are; NULL = nodes keep their parents
    wayi_hash_table parents; ///< of states whose way does not come from a neighbour
} wayi_retrace;

/// `space` NULL = nodes keep their parents on maps, too.
static inline void wayi_retrace_init(wayi_retrace *trail, const way_space *space,
                                     const way_allocator *allocator)
{
    const way_map *map = space ? wayi_read_map(space) : NULL;
    trail->map = map && map->cell_count == space->state_count ? map : NULL;
    wayi_hash_table_init(&trail->parents, allocator);
}

/// Notes in a stamp which state is before one on its way; false without memory.
static inline bool wayi_retrace_lead(wayi_retrace *trail, way_state parent, way_state state,
                                     uint32_t *stamp)
{
    uint32_t direction = 0; // none is that of a step from elsewhere
    while (direction < WAYI_DIRECTIONS &&
           parent + (uint32_t)trail->map->offsets[direction] != state) {
        direction++;
    }
    *stamp = (*stamp & ~WAYI_RETRACE_STEP) | (direction + 1);
    if (direction < WAYI_DIRECTIONS) {
        return true;
    }
    uint32_t *known = wayi_hash_table_get_or_add(&trail->parents, state, parent);
    if (known) {
        *known = parent;
    }
    return known;
}

/// The state before one on its way, or WAY_STATE_NONE.
static inline way_state wayi_retrace_before(const wayi_retrace *trail, way_state state,
                                            uint32_t stamp)
{
    const uint32_t step = stamp & WAYI_RETRACE_STEP;
    if (step == WAYI_RETRACE_START) {
        return WAY_STATE_NONE;
    }
    return step < WAYI_RETRACE_ELSEWHERE ? state - (uint32_t)trail->map->offsets[step - 1]
                                         : *wayi_hash_table_find(&trail->parents, state);
}
