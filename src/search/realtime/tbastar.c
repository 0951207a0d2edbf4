// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// TBA*: one A* from the start, sliced over the moves. Between slices the way to the most promising
// state is traced back through the parents, a bounded number per move, and followed; an agent that
// finds itself beside the new way backs up along its own parents until it meets it, at the start at
// the latest. No learning, no scrubbing; with a large slice the walk is optimal.
//
// Backing up takes steps against their direction. Where the space does not promise that they can be
// taken back, an agent beside the new way searches again from where it stands, with what the old
// search has taught: what TBAA* does. Then it moves after at most two slices, one for the old
// search and one for the new.
//
// Bjornsson, Bulitko, Sturtevant: TBA*: Time-Bounded A*, 2009.
#include "search/realtime/timebound.h"

enum { TBASTAR_LOOKAHEAD, TBASTAR_SHARE, TBASTAR_RATIO };

static const way_param tbastar_params[] = {
    [TBASTAR_LOOKAHEAD] = {"lookahead", "work per move, in expansions", WAY_PARAM_INTEGER, 50, 1,
                           1 << 24, NULL},
    [TBASTAR_SHARE] = {"share", "fraction of it that goes into expansions, not tracing",
                       WAY_PARAM_RATIO, 900, 1, 1000, NULL},
    [TBASTAR_RATIO] = {"ratio", "traced states that cost as much as one expansion",
                       WAY_PARAM_INTEGER, 10, 1, 1000, NULL},
};

static bool tbastar_comes_back(const way_navigator *navigator)
{
    return way_space_traits(navigator->space) & WAY_SPACE_SYMMETRIC;
}

static uint32_t tbastar_bound(const way_navigator *navigator)
{
    const uint32_t lookahead = (uint32_t)navigator->params[TBASTAR_LOOKAHEAD];
    return tbastar_comes_back(navigator) ? lookahead : 2 * lookahead;
}

static way_status tbastar_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    wayi_timebound_config config =
        wayi_timebound_share((uint32_t)params[TBASTAR_LOOKAHEAD], (uint32_t)params[TBASTAR_SHARE],
                             (uint32_t)params[TBASTAR_RATIO]);
    config.restarts = !tbastar_comes_back(agent->navigator);
    return wayi_timebound_init(agent->memory, &config, agent);
}

static void tbastar_destroy(way_agent *agent)
{
    wayi_timebound_fini(agent->memory);
}

static way_status tbastar_begin(way_agent *agent)
{
    return wayi_timebound_begin(agent, agent->memory, agent->start) ? WAY_STATUS_OK
                                                                    : WAY_STATUS_NO_MEMORY;
}

static way_outcome tbastar_step(way_agent *agent, uint32_t budget)
{
    return wayi_timebound_step(agent, agent->memory, budget);
}

static way_cost tbastar_estimate(const way_agent *agent, way_state state)
{
    return wayi_timebound_estimate(agent, agent->memory, state);
}

const wayi_algorithm wayi_algorithm_tbastar = {
    .info = {.name = "tbastar",
             .title = "TBA*",
             .family = "realtime",
             .summary = "One A* sliced over the moves; walks towards its best guess meanwhile",
             .reference = "Bjornsson, Bulitko, Sturtevant: TBA*: Time-Bounded A*, 2009",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS,
             .params = tbastar_params,
             .param_count = sizeof tbastar_params / sizeof *tbastar_params},
    .memory_size = sizeof(wayi_timebound),
    .lookahead = tbastar_bound,
    .create = tbastar_create,
    .destroy = tbastar_destroy,
    .begin = tbastar_begin,
    .step = tbastar_step,
    .estimate = tbastar_estimate,
};
