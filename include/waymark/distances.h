// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Many questions in one call: trips one after another, or costs of many ways without the ways
// themselves: which of a hundred bases is nearest, who of a
// squad gets there first, a table for a planner. With "beacon" an entry takes about a microsecond;
// other algorithms make a trip for each.
//
//     way_cost costs[3 * 2];
//     way_status status = way_agent_distances(
//         agent, &(way_distances){.from = units, .from_count = 3, .to = bases, .to_count = 2},
//         costs);
#pragma once

#include <waymark/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From each of some states to each of others.
typedef struct way_distances {
    const way_state *from; ///< [from_count]
    uint32_t from_count;
    const way_state *to; ///< [to_count]
    uint32_t to_count;
} way_distances;

/// Writes what the agent's trips would cost, row by row, one for each of `from`: WAY_COST_MAX where
/// there is no way. The agent's own trip is forgotten. INVALID_ARGUMENT, OUT_OF_RANGE (no such
/// state), TOO_LARGE (more than 2^32 - 1 entries), and whatever way_agent_begin says.
WAY_API WAY_NODISCARD way_status way_agent_distances(way_agent *agent,
                                                     const way_distances *question, way_cost *out);

/// What one of many trips came to.
typedef struct way_answer {
    way_outcome outcome;
    way_cost cost;
    uint32_t count; ///< cells of its path
} way_answer;

/// Makes trips one after another, as way_agent_begin and way_agent_run. Writes an answer for each
/// and, one behind the other, the states of their paths, as long as these fit into `capacity`:
/// `*done` is how many trips that was; go on with the next. INVALID_ARGUMENT, and whatever
/// way_agent_begin says of trip number `*done`.
WAY_API WAY_NODISCARD way_status way_agent_trips(way_agent *agent, const way_trip *trips,
                                                 uint32_t count, way_answer *answers,
                                                 way_state *states, size_t capacity,
                                                 uint32_t *done);

/// The index of the least cost in a row, the first of equal ones; `count` if there is no way at
/// all.
WAY_API uint32_t way_distances_nearest(const way_cost *costs, uint32_t count);

#ifdef __cplusplus
}
#endif
