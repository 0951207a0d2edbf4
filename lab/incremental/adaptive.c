// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Adaptive A*: repeated A* towards one goal, each search better informed by the ones before: what a
// search expanded at cost g is at least C - g from the goal if its path cost C. For fog of war,
// where steps only get costlier, estimates stay consistent without further work.
//
// Invariant: see search/incremental/adaptive_search.h.
//
// Koenig, Likhachev: Adaptive A*, 2005.
//
// Deviations: when a step got cheaper, which would make estimates inconsistent, the search notices
// at the states of the change and forgets what it has learned; see gaa for one that need not.
#include "lab/incremental/adaptive_search.h"

enum { ADAPTIVE_UPDATE };

static const char *const adaptive_update_names[] = {"lazy", "eager"};

static const way_param adaptive_params[] = {
    [ADAPTIVE_UPDATE] = {"update", "when states learn from a search: when next met, or at its end",
                         WAY_PARAM_CHOICE, 0, 0, 1, adaptive_update_names},
};

static way_status adaptive_create(way_agent *agent)
{
    const wayi_adaptive_config config = {.eager = agent->navigator->params[ADAPTIVE_UPDATE] == 1};
    return wayi_adaptive_create(agent, config);
}

const wayi_algorithm wayi_algorithm_adaptive = {
    .info =
        {.name = "adaptive",
         .title = "Adaptive A*",
         .family = "incremental",
         .summary =
             "Repeated A* that learns better estimates; for maps where steps get more expensive",
         .reference = "Koenig, Likhachev: Adaptive A*, 2005",
         .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                   WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
         .needs = WAY_SPACE_CONSISTENT,
         WAYI_PARAMS(adaptive_params)},
    .memory_size = sizeof(wayi_adaptive),
    .create = adaptive_create,
    WAYI_ADAPTIVE_HOOKS,
};
