// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Generalized Adaptive A* (GAA*): Adaptive A* for maps that change both ways. When steps got
// cheaper, a small Dijkstra search from them lowers estimates until they are consistent again.
//
// Moving-target Adaptive A* (MT-AA*) is the same towards a goal that moves. When the goal has
// moved, lowering all estimates by that of the new goal keeps them consistent; it is done when a
// state is met, so a move of the goal costs nothing.
//
// Invariant: see search/incremental/adaptive_search.h; while the repair runs, only states in its
// heap may have a neighbour whose estimate is too high.
//
// Sun, Koenig, Yeoh: Generalized Adaptive A*, 2008. Koenig, Likhachev, Sun: Speeding up
// Moving-Target Search, 2007.
//
// Deviations: the repair is part of the next step, so that its work falls under the budget. MT-AA*
// also follows steps that get cheaper.
#include "lab/incremental/adaptive_search.h"

static way_status gaa_create(way_agent *agent)
{
    const wayi_adaptive_config config = {.repairs = true};
    return wayi_adaptive_create(agent, config);
}

const wayi_algorithm wayi_algorithm_gaa = {
    .info = {.name = "gaa",
             .title = "GAA*",
             .family = "incremental",
             .summary = "Repeated A* that learns better estimates on maps that change both ways",
             .reference = "Sun, Koenig, Yeoh: Generalized Adaptive A*, 2008",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT},
    .memory_size = sizeof(wayi_adaptive),
    .create = gaa_create,
    WAYI_ADAPTIVE_HOOKS,
};

const wayi_algorithm wayi_algorithm_mtadaptive = {
    .info = {.name = "mtadaptive",
             .title = "MT-AA*",
             .family = "incremental",
             .summary = "Chases a moving target by A* with estimates that it keeps improving",
             .reference = "Koenig, Likhachev, Sun: Speeding up Moving-Target Search, 2007",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT},
    .memory_size = sizeof(wayi_adaptive),
    .create = gaa_create,
    WAYI_ADAPTIVE_HOOKS,
    .retarget = wayi_adaptive_retarget,
};
