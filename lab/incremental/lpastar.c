// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Lifelong Planning A*: repeated shortest paths between a fixed start and a fixed goal while steps
// change. The first search expands what A* would; later ones only what the changes concern.
//
// Invariant: see search/engine/lifelong.h. A state is expanded at most twice per repair.
//
// Koenig, Likhachev, Furcy: Lifelong Planning A*, 2004.
//
// Deviations: the loop goes on while the goal is underconsistent *or* a queued key is below the
// goal's (a thesis prints "and"), and stops while the goal is still overconsistent. A blocked start
// counts as a predecessor of the states its exits lead to.
#include "search/engine/lifelong_agent.h"

enum { LPASTAR_QUEUE };

static const char *const lpastar_queue_names[] = {"heap_small_g", "heap_large_g", "bucket"};

static const way_param lpastar_params[] = {
    [LPASTAR_QUEUE] =
        {"queue",
         "queue and tie-breaking; buckets on maps with small step costs, elsewhere heap_large_g",
         WAY_PARAM_CHOICE, WAYI_LIFELONG_BUCKET, 0, WAYI_LIFELONG_BUCKET, lpastar_queue_names},
};

static way_status lpastar_create(way_agent *agent)
{
    const wayi_lifelong_config config = {
        .queue = (wayi_lifelong_queue)agent->navigator->params[LPASTAR_QUEUE]};
    return wayi_lifelong_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_lpastar = {
    .info = {.name = "lpastar",
             .title = "LPA*",
             .family = "incremental",
             .summary = "Repeated optimal paths between two fixed places while the map changes",
             .reference = "Koenig, Likhachev, Furcy: Lifelong Planning A*, 2004",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(lpastar_params)},
    .create = lpastar_create,
    WAYI_LIFELONG_HOOKS,
};
