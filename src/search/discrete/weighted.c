// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Weighted A*: A* with f = g + w * h. The estimate pulls harder, fewer states are expanded, and the
// path costs at most w times the optimum.
//
// With a consistent estimate the bound holds even if a closed state that gets a better way is left
// alone, which is the default; opening it again finds cheaper paths for more work. f is not
// monotone here, so fast expansion is of no use.
//
// Pohl: Heuristic Search Viewed as Path Finding in a Graph, 1970; Likhachev et al. 2003 for the
// bound without reopening.
#include "search/engine/best_first_agent.h"

enum { WEIGHTED_WEIGHT, WEIGHTED_REOPEN, WEIGHTED_OPEN };

static const way_param weighted_params[] = {
    [WEIGHTED_WEIGHT] = {"weight", "how much the estimate counts; the bound on the cost",
                         WAY_PARAM_RATIO, 1500, 1000, 100000, NULL},
    [WEIGHTED_REOPEN] = {"reopen", "open a closed state again when it gets a better path",
                         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
    [WEIGHTED_OPEN] = {"open", "open list; auto: buckets on grids, elsewhere a 4-ary heap",
                       WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
};

static way_status weighted_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    const wayi_best_first_config config = {.estimate = WAYI_ESTIMATE_COST,
                                           .open = (wayi_open_kind)params[WEIGHTED_OPEN],
                                           .weight = (uint32_t)params[WEIGHTED_WEIGHT],
                                           .keep_closed = params[WEIGHTED_REOPEN] == 0};
    return wayi_best_first_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_weighted = {
    .info = {.name = "weighted",
             .title = "Weighted A*",
             .family = "discrete",
             .summary = "Fewer expansions than A*, at most w times as expensive",
             .reference = "Pohl: Heuristic Search Viewed as Path Finding in a Graph, 1970",
             .traits = WAY_TRAIT_BOUNDED | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(weighted_params)},
    .memory_size = sizeof(wayi_best_first),
    .create = weighted_create,
    WAYI_BEST_FIRST_HOOKS,
    .give_up = wayi_best_first_agent_give_up,
};
