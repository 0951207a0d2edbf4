// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Greedy best-first search: always expand the state that looks cheapest to finish from, whatever it
// cost to get there. The first way found to a state is kept, so each is expanded at most once.
// Finds some path with very little search on open ground; nothing bounds its cost.
//
// Speedy search is greedy on the number of steps to go, not on their cost. It aims at being done
// soon, which is what counts when every step takes time; the off-line rival of real-time search.
//
// Of equal estimates the larger g goes first, as in the program of speedy's authors.
//
// Doran, Michie: Experiments with the Graph Traverser Program, 1966. Ruml, Do: Best-First
// Utility-Guided Search, 2007; Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results
// in a Video Game, 2013.
#include "search/engine/best_first_agent.h"

enum { GREEDY_OPEN };

static const way_param greedy_params[] = {
    [GREEDY_OPEN] = {"open", "open list; auto: buckets on grids, elsewhere a 4-ary heap",
                     WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
};

static way_status greedy_make(way_agent *agent, wayi_estimate estimate)
{
    const wayi_best_first_config config = {
        .estimate = estimate,
        .open = (wayi_open_kind)agent->navigator->params[GREEDY_OPEN],
        .weight = 1000,
        .greedy = true};
    return wayi_best_first_agent_create(agent, config);
}

static way_status greedy_create(way_agent *agent)
{
    return greedy_make(agent, WAYI_ESTIMATE_COST);
}

static way_status greedy_create_speedy(way_agent *agent)
{
    return greedy_make(agent, WAYI_ESTIMATE_STEPS);
}

const wayi_algorithm wayi_algorithm_greedy = {
    .info = {.name = "greedy",
             .title = "Greedy best-first search",
             .family = "discrete",
             .summary = "Some path with little search, by the estimated cost to go alone",
             .reference = "Doran, Michie: Experiments with the Graph Traverser Program, 1966",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(greedy_params)},
    .memory_size = sizeof(wayi_best_first),
    .create = greedy_create,
    WAYI_BEST_FIRST_HOOKS,
    .give_up = wayi_best_first_agent_give_up,
};

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
             WAYI_PARAMS(greedy_params)},
    .memory_size = sizeof(wayi_best_first),
    .create = greedy_create_speedy,
    WAYI_BEST_FIRST_HOOKS,
    .give_up = wayi_best_first_agent_give_up,
};
