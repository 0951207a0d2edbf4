// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// ME-IDA*: IDA* with a memory. For every state the best g and the round that reached it are kept; a
// walk turns back from a state that was reached more cheaply in any round, or as cheaply in this
// one. That kills the repetition inside a round; the rounds themselves still repeat each other.
//
// Pruning only strictly better g, as the survey words it, lets equal paths explode; without the
// round the next, deeper round would be pruned wrongly.
//
// Reinefeld, Marsland: Enhanced Iterative-Deepening Search, 1994.
#include "lab/discrete/deepening.h"

enum { MEIDASTAR_LIMIT };

static const way_param meidastar_params[] = {
    [MEIDASTAR_LIMIT] = {"limit", "most expansions before giving up; 0 = no limit",
                         WAY_PARAM_INTEGER, 0, 0, INT32_MAX, NULL},
};

static way_status meidastar_create(way_agent *agent)
{
    return wayi_deepening_create(agent, true, (uint64_t)agent->navigator->params[MEIDASTAR_LIMIT]);
}

const wayi_algorithm wayi_algorithm_meidastar = {
    .info = {.name = "meidastar",
             .title = "ME-IDA*",
             .family = "discrete",
             .summary = "IDA* that remembers where it has been",
             .reference = "Reinefeld, Marsland: Enhanced Iterative-Deepening Search, 1994",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(meidastar_params)},
    .memory_size = sizeof(wayi_deepening),
    .create = meidastar_create,
    WAYI_DEEPENING_HOOKS,
};
