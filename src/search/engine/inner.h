// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A search inside a search: any algorithm of the registry, by name, working for an agent that cuts
// its trip into pieces. Its memory, store, capacity and observer are the outer agent's unless told
// otherwise, and what it does is counted there.
#pragma once

#include "search/trip/algorithm.h"

typedef struct wayi_inner {
    way_navigator *navigator;
    way_agent *agent;
    way_stats counted; ///< of the piece under way: what the outer agent has been told
    uint64_t looked;   ///< likewise
} wayi_inner;

/// Opens a zeroed one. `capacity` as in way_agent_config. Fails like way_navigator_create.
way_status wayi_inner_open(wayi_inner *inner, const way_agent *outer, const char *spec,
                           uint32_t capacity);

/// The same with a store of its own choice.
way_status wayi_inner_open_in(wayi_inner *inner, const way_agent *outer, const char *spec,
                              uint32_t capacity, way_store store);

/// A zeroed one is fine.
void wayi_inner_close(wayi_inner *inner);

static inline bool wayi_inner_is_open(const wayi_inner *inner)
{
    return inner->agent != NULL;
}

/// States that the piece under way remembers.
uint32_t wayi_inner_states(const wayi_inner *inner);

/// Starts on a piece between two states where an agent can stand. Nothing is looked up first: a
/// piece that can't be done costs a whole search. False without memory.
bool wayi_inner_begin(wayi_inner *inner, way_state from, way_state to);

/// The same towards any goal, noted first; false without memory.
bool wayi_inner_aim(wayi_inner *inner, const wayi_goal *goal);
bool wayi_inner_begin_aimed(wayi_inner *inner, way_state from);

/// Works for up to `budget` expansions. WORKING, FOUND, NO_PATH or CAPACITY.
way_outcome wayi_inner_step(wayi_inner *inner, way_agent *outer, uint32_t budget);

/// The way that was found, both ends included.
static inline const wayi_path_buffer *wayi_inner_path(const wayi_inner *inner)
{
    return &inner->agent->path;
}
