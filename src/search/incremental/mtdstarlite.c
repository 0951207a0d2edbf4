// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Moving Target D* Lite: a unit chases a target that moves, on a map that changes. The search runs
// forward from the unit, so both the root of the search and its target move.
//
// The idea: when the unit has walked along its path, the values behind it are right but for a
// constant, the value that its new place had. So that value becomes the root's own, every other
// value stays, and the place left behind is repaired like any state whose steps changed.
//
// Invariant: see search/engine/lifelong.h, with rhs(root) = the root's value instead of 0.
//
// Sun, Yeoh, Koenig: Moving Target D* Lite, 2010.
//
// Two forms, as in the paper. Basic: states outside the new root's tree become underconsistent one
// by one as far as they matter. Optimised: they lose their values all at once (lifelong_shed.c),
// over ground on which parents are known; elsewhere the basic one takes its place.
#include "search/engine/lifelong_agent.h"

enum { MTDSTARLITE_QUEUE, MTDSTARLITE_FORM };

static const char *const mtdstarlite_queue_names[] = {"heap_small_g", "heap_large_g", "bucket"};

static const char *const mtdstarlite_form_names[] = {"basic", "optimised"};

static const way_param mtdstarlite_params[] = {
    [MTDSTARLITE_QUEUE] =
        {"queue",
         "queue and tie-breaking; buckets on maps with small step costs, elsewhere heap_large_g",
         WAY_PARAM_CHOICE, WAYI_LIFELONG_BUCKET, 0, WAYI_LIFELONG_BUCKET, mtdstarlite_queue_names},
    [MTDSTARLITE_FORM] =
        {"form",
         "states that the unit left behind are repaired one by one, or, on maps, forgotten at once",
         WAY_PARAM_CHOICE, 1, 0, 1, mtdstarlite_form_names},
};

static way_status mtdstarlite_create(way_agent *agent)
{
    const wayi_lifelong_config config = {
        .queue = (wayi_lifelong_queue)agent->navigator->params[MTDSTARLITE_QUEUE],
        .sheds = agent->navigator->params[MTDSTARLITE_FORM] == 1};
    return wayi_lifelong_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_mtdstarlite = {
    .info = {.name = "mtdstarlite",
             .title = "MT-D* Lite",
             .family = "incremental",
             .summary = "Chases a moving target over a changing map, reusing its search",
             .reference = "Sun, Yeoh, Koenig: Moving Target D* Lite, 2010",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(mtdstarlite_params)},
    .create = mtdstarlite_create,
    WAYI_LIFELONG_HOOKS,
    .advance = wayi_lifelong_agent_advance,
    .retarget = wayi_lifelong_agent_retarget,
};
