// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A*: expand states in order of f = g + h, the cost so far plus an estimate that is never too high.
//
// With a consistent estimate popped f never decreases and no state is expanded twice; with one that
// is only admissible closed states are opened again. The goal is tested when it is expanded, not
// when it is seen, or a dearer path could win.
//
// Of equal f the larger g goes first by default (the sources disagree; it expands fewer states),
// then the lower state number. Fast expansion (Sun et al. 2009) goes straight on to a successor
// with the same f, which must be minimal, and spares it the trip through the open list.
//
// Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths,
// 1968.
#include "search/engine/best_first_agent.h"

enum { ASTAR_OPEN, ASTAR_TIE, ASTAR_FAST };

static const char *const astar_tie_names[] = {"high_g", "low_g"};

static const way_param astar_params[] = {
    [ASTAR_OPEN] = {"open", "open list; auto takes buckets on grids and a 4-ary heap elsewhere",
                    WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
    [ASTAR_TIE] = {"tie", "which of equal f goes first (buckets: always the newest)",
                   WAY_PARAM_CHOICE, 0, 0, 1, astar_tie_names},
    [ASTAR_FAST] = {"fast", "expand a successor of the same f at once", WAY_PARAM_SWITCH, 0, 0, 1,
                    NULL},
};

static way_status astar_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    const wayi_best_first_config config = {.estimate = WAYI_ESTIMATE_COST,
                                           .open = (wayi_open_kind)params[ASTAR_OPEN],
                                           .weight = 1000,
                                           .low_g = params[ASTAR_TIE] == 1,
                                           .fast_expansion = params[ASTAR_FAST] == 1};
    return wayi_best_first_agent_create(agent, config);
}

const wayi_algorithm wayi_algorithm_astar = {
    .info = {.name = "astar",
             .title = "A*",
             .family = "discrete",
             .summary = "The standard optimal search, guided by an estimate",
             .reference =
                 "Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of "
                 "Minimum Cost Paths, 1968",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .params = astar_params,
             .param_count = sizeof astar_params / sizeof *astar_params},
    .memory_size = sizeof(wayi_best_first),
    .create = astar_create,
    .destroy = wayi_best_first_agent_destroy,
    .memory_bytes = wayi_best_first_agent_bytes,
    .states_max = wayi_best_first_agent_states_max,
    .begin = wayi_best_first_agent_begin,
    .step = wayi_best_first_agent_step,
    .outlives = wayi_best_first_agent_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
