// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D* Lite: keeps the costs from everywhere that matters to a fixed goal and, when steps change,
// repairs only those that changed and lie where the unit may go. The search runs backward from the
// goal, so that the unit can walk without spoiling what is known.
//
// Invariant: see search/engine/lifelong.h; the queue holds exactly the states whose two values
// disagree. When the unit moves, keys in the queue stay as they are and new ones get a bias (k_m).
//
// Koenig, Likhachev: Fast Replanning for Navigation in Unknown Terrain, 2005; priorities for
// buckets: Likhachev, Koenig: Incremental Heuristic Search in Games: The Quest for Speed, 2006.
//
// Deviations: the paper's bucket priorities are printed without k_m, which must stay in. The triple
// that prefers larger g is [f; 0; 0] for underconsistent states and [f; 1; -rhs] for others, which
// meets both conditions of the proof. On spaces whose estimates are rounded, the bias grows by the
// cost walked, because the triangle inequality may fail there. A blocked start is left by its
// exits, as if the unit stood on plain ground. The goal may move: see way_agent_retarget.
#include "search/engine/lifelong_agent.h"

enum { DSTARLITE_QUEUE };

static const char *const dstarlite_queue_names[] = {"heap_small_g", "heap_large_g", "bucket"};

static const way_param dstarlite_params[] = {
    [DSTARLITE_QUEUE] =
        {"queue",
         "queue and tie-breaking; buckets on maps with small step costs, elsewhere heap_large_g",
         WAY_PARAM_CHOICE, WAYI_LIFELONG_BUCKET, 0, WAYI_LIFELONG_BUCKET, dstarlite_queue_names},
};

static way_status dstarlite_create(way_agent *agent)
{
    const wayi_lifelong_config config = {
        .queue = (wayi_lifelong_queue)agent->navigator->params[DSTARLITE_QUEUE], .backward = true};
    return wayi_lifelong_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_dstarlite = {
    .info = {.name = "dstarlite",
             .title = "D* Lite",
             .family = "incremental",
             .summary = "Optimal paths for a walking unit, repaired when the map changes",
             .reference = "Koenig, Likhachev: Fast Replanning for Navigation in Unknown Terrain, "
                          "2005",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(dstarlite_params)},
    .create = dstarlite_create,
    WAYI_LIFELONG_HOOKS,
    .waits = true,
    .advance = wayi_lifelong_agent_advance,
    .retarget = wayi_lifelong_agent_retarget,
};
