// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Costs from, or to, many states at once: movement ranges and flow fields, by Dijkstra's search.
//
//     status = way_field_create(&(way_field_config){.space = space, .backward = true}, &field);
//     status = way_field_begin(field, &goal, 1, WAY_COST_MAX);
//     while (way_field_step(field, 1000) == WAY_OUTCOME_WORKING) { next_frame(); }
//     way_state next = way_field_next(field, unit);
#pragma once

#include <waymark/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct way_field way_field;

/// `space` must be set; zero is the default of the rest.
typedef struct way_field_config {
    way_space *space; ///< borrowed
    bool backward;    ///< false: costs from the sources (ranges); true: costs to them (flow fields)
    way_store store;
    const way_allocator *allocator; ///< [opt]
} way_field_config;

/// UNSUPPORTED if `backward` and the space can't list predecessors; NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_field_create(const way_field_config *config, way_field **out);
WAY_API void way_field_destroy(way_field *field);

/// Starts again from `count` sources; states more expensive than `cost_limit` are left out.
/// OUT_OF_RANGE (no such state), INVALID_ARGUMENT (no sources), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_field_begin(way_field *field, const way_state *sources,
                                                 uint32_t count, way_cost cost_limit);

/// Settles up to `budget` states: WORKING while there are more, FOUND when complete, CAPACITY
/// without memory. Step it after edits, even if it was complete: on a map it is then repaired, for
/// about as much work as there are states that lose their way, find a better one, or lie next to
/// one of those, in slices like the rest. Where that would be most of the field, after more than 64
/// changed rectangles at once, and on other spaces, it starts over from the same sources.
WAY_API way_outcome way_field_step(way_field *field, uint32_t budget);

/// Steps until complete.
WAY_API way_outcome way_field_run(way_field *field);

/// The exact cost of a settled state, or WAY_COST_MAX. While an edit is being followed, until
/// FOUND, it may still be the cost from before.
WAY_API way_cost way_field_cost(const way_field *field, way_state state);

/// Writes the costs of all states below `count`, as way_field_cost.
WAY_API void way_field_costs(const way_field *field, way_cost *costs, uint32_t count);

/// The next state on a cheapest way: towards the sources of a backward field; back towards the
/// source of a forward one. WAY_STATE_NONE at a source or outside the field. While an edit is being
/// followed, or before the first step after it, what is left of the old field still serves: it
/// never leads in circles, and gives WAY_STATE_NONE for a step that is no longer legal.
WAY_API way_state way_field_next(const way_field *field, way_state state);

/// The settled states, cheapest first. Valid until the next begin or step. The first time after an
/// edit they are sorted again, so don't ask from two threads at once; NULL and none without memory.
WAY_API const way_state *way_field_states(const way_field *field, uint32_t *count);

WAY_API way_stats way_field_stats(const way_field *field);

#ifdef __cplusplus
}
#endif
