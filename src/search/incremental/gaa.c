// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Generalized Adaptive A* (GAA*): Adaptive A* for maps that change both ways. When steps got
// cheaper, a small Dijkstra search from them lowers estimates until they are consistent again.
//
// Invariant: see search/incremental/adaptive_search.h; while the repair runs, only states in its
// heap may have a neighbour whose estimate is too high.
//
// Sun, Koenig, Yeoh: Generalized Adaptive A*, 2008.
//
// Deviations: the repair is part of the next step, so that its work falls under the budget.
#include "search/incremental/adaptive_search.h"

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
             .needs = WAY_SPACE_REVERSIBLE | WAY_SPACE_CONSISTENT},
    .memory_size = sizeof(wayi_adaptive),
    .create = gaa_create,
    .destroy = wayi_adaptive_destroy,
    .memory_bytes = wayi_adaptive_bytes,
    .begin = wayi_adaptive_begin,
    .step = wayi_adaptive_step,
    .outlives = wayi_adaptive_outlives,
    .change = wayi_adaptive_change,
    .advance = wayi_adaptive_advance,
};
