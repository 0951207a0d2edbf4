// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Dijkstra's search, point to point: expand states in order of the cost so far, until the goal's
// turn.
//
// Popped costs never decrease, so a closed state is never improved. It needs no estimate and so
// works on every space; all-point searches, movement ranges and flow fields are waymark/field.h.
//
// Dijkstra: A Note on Two Problems in Connexion with Graphs, 1959.
#include "search/engine/best_first_agent.h"

enum { DIJKSTRA_OPEN };

static const way_param dijkstra_params[] = {
    [DIJKSTRA_OPEN] = {"open", "open list; auto: buckets on grids, elsewhere a 4-ary heap",
                       WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
};

static way_status dijkstra_create(way_agent *agent)
{
    const wayi_best_first_config config = {
        .estimate = WAYI_ESTIMATE_NONE,
        .open = (wayi_open_kind)agent->navigator->params[DIJKSTRA_OPEN],
        .weight = 1000,
        .low_g = true};
    return wayi_best_first_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_dijkstra = {
    .info = {.name = "dijkstra",
             .title = "Dijkstra's search",
             .family = "discrete",
             .summary = "Optimal without any estimate; the yardstick",
             .reference = "Dijkstra: A Note on Two Problems in Connexion with Graphs, 1959",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(dijkstra_params)},
    .memory_size = sizeof(wayi_best_first),
    .create = dijkstra_create,
    WAYI_BEST_FIRST_HOOKS,
};
