// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Speedy search: greedy on the number of steps to go, not on their cost. It aims at being done
// soon, which is what counts when every step takes time; the off-line rival of real-time search.
//
// The first way found to a state is kept. Of equal estimates the larger g goes first, as in its
// authors' program.
//
// Ruml, Do: Best-First Utility-Guided Search, 2007; Burns, Kiesel, Ruml: Experimental Real-time
// Heuristic Search Results in a Video Game, 2013.
#include "search/engine/best_first_agent.h"

enum { SPEEDY_OPEN };

static const way_param speedy_params[] = {
    [SPEEDY_OPEN] = {"open", "open list; auto takes buckets on grids and a 4-ary heap elsewhere",
                     WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
};

static way_status speedy_create(way_agent *agent)
{
    const wayi_best_first_config config = {
        .estimate = WAYI_ESTIMATE_STEPS,
        .open = (wayi_open_kind)agent->navigator->params[SPEEDY_OPEN],
        .weight = 1000,
        .greedy = true};
    return wayi_best_first_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_speedy = {
    .info = {.name = "speedy",
             .title = "Speedy search",
             .family = "discrete",
             .summary = "Some path with little search, by the estimated steps to go alone",
             .reference =
                 "Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a "
                 "Video Game, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .params = speedy_params,
             .param_count = sizeof speedy_params / sizeof *speedy_params},
    .memory_size = sizeof(wayi_best_first),
    .create = speedy_create,
    .destroy = wayi_best_first_agent_destroy,
    .memory_bytes = wayi_best_first_agent_bytes,
    .states_max = wayi_best_first_agent_states_max,
    .begin = wayi_best_first_agent_begin,
    .step = wayi_best_first_agent_step,
    .outlives = wayi_best_first_agent_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
