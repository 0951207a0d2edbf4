// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// IDA*: A*'s answer in memory linear in the length of the path, by depth-first walks under a rising
// bound on f.
//
// The threshold is tested before the goal: the other way round, as the survey prints it, accepts
// goals above the threshold. States on the current path are refused. Made for trees such as
// puzzles; on a grid the number of equal paths is exponential, so there is a limit on expansions,
// and hitting it is said (LIMIT).
//
// Korf: Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, 1985.
#include "lab/discrete/deepening.h"

enum { IDASTAR_LIMIT };

static const way_param idastar_params[] = {
    [IDASTAR_LIMIT] = {"limit", "most expansions before giving up; 0 = no limit", WAY_PARAM_INTEGER,
                       1000000, 0, INT32_MAX, NULL},
};

static way_status idastar_create(way_agent *agent)
{
    return wayi_deepening_create(agent, false, (uint64_t)agent->navigator->params[IDASTAR_LIMIT]);
}

const wayi_algorithm wayi_algorithm_idastar = {
    .info = {.name = "idastar",
             .title = "IDA*",
             .family = "discrete",
             .summary =
                 "Optimal in memory linear in the path; for trees and puzzles, not for grids",
             .reference =
                 "Korf: Depth-First Iterative-Deepening: An Optimal Admissible Tree Search, 1985",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(idastar_params)},
    .memory_size = sizeof(wayi_deepening),
    .create = idastar_create,
    WAYI_DEEPENING_HOOKS,
};
