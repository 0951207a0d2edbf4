// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Bucket-queue A*: A* whose open list is an array indexed by f. Costs are small integers, so f is
// too, and pushing and popping take constant time. With a consistent estimate f never falls and
// rises by at most twice the costliest step, so a short circular array serves; it grows where the
// estimate is not consistent.
//
// Within a bucket the newest entry goes first, which is close to "larger g first" and costs
// nothing. Refuses nothing: where keys spread over more than 2^24 buckets the search ends with
// CAPACITY.
//
// Dial: Algorithm 360: Shortest-Path Forest with Topological Ordering, 1969.
#include "search/engine/best_first_agent.h"

static way_status bucketastar_create(way_agent *agent)
{
    const wayi_best_first_config config = {
        .estimate = WAYI_ESTIMATE_COST, .open = WAYI_OPEN_BUCKET, .weight = 1000};
    return wayi_best_first_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_bucketastar = {
    .info = {.name = "bucketastar",
             .title = "Bucket-queue A*",
             .family = "discrete",
             .summary = "A* with a constant-time open list for small integer costs",
             .reference =
                 "Dial: Algorithm 360: Shortest-Path Forest with Topological Ordering, 1969",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS},
    .memory_size = sizeof(wayi_best_first),
    .create = bucketastar_create,
    .destroy = wayi_best_first_agent_destroy,
    .states_max = wayi_best_first_agent_states_max,
    .begin = wayi_best_first_agent_begin,
    .step = wayi_best_first_agent_step,
    .outlives = wayi_best_first_agent_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
