// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// TBAA*: TBA* for where steps can't be taken back and for ground that turns out other than
// believed. As there, one A* is sliced over the moves and the agent follows the way to the most
// promising state meanwhile. But when it must leave the tree, because it can't back up to a better
// way or because the map changed, it starts a new search from where it is, and all that the old one
// expanded learns from it what Adaptive A* learns.
//
//   away=back     back up to a better way where steps can be taken back, as TBA* does
//   away=restart  search again from where the agent is; on spaces with one-way steps always
//
// The agent moves after at most two slices: one for the old search, one for the new. Deviation: the
// original knows undirected maps only, and restarts only when its way turns out blocked.
//
// Hernandez, Baier, Uras, Koenig: Time-Bounded Adaptive A*, 2012.
#include "search/realtime/changes.h"
#include "search/realtime/timebound.h"

enum { TBAA_LOOKAHEAD, TBAA_SHARE, TBAA_RATIO, TBAA_AWAY };

static const char *const tbaa_aways[] = {"back", "restart"};

static const way_param tbaa_params[] = {
    [TBAA_LOOKAHEAD] = {"lookahead", "work per move, in expansions", WAY_PARAM_INTEGER, 50, 1,
                        1 << 24, NULL},
    [TBAA_SHARE] = {"share", "fraction of it that goes into expansions, not tracing",
                    WAY_PARAM_RATIO, 900, 1, 1000, NULL},
    [TBAA_RATIO] = {"ratio", "traced states that cost as much as one expansion", WAY_PARAM_INTEGER,
                    10, 1, 1000, NULL},
    [TBAA_AWAY] = {"away", "what to do beside the best way: back up to it, or search from here",
                   WAY_PARAM_CHOICE, 0, 0, 1, tbaa_aways},
};

static uint32_t tbaa_bound(const way_navigator *navigator)
{
    return 2 * (uint32_t)navigator->params[TBAA_LOOKAHEAD];
}

static way_status tbaa_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    const bool comes_back = way_space_traits(agent->space) & WAY_SPACE_SYMMETRIC;
    wayi_timebound_config config =
        wayi_timebound_share((uint32_t)params[TBAA_LOOKAHEAD], (uint32_t)params[TBAA_SHARE],
                             (uint32_t)params[TBAA_RATIO]);
    config.restarts = params[TBAA_AWAY] == 1 || !comes_back;
    return wayi_timebound_init(agent->memory, &config, agent);
}

static void tbaa_destroy(way_agent *agent)
{
    wayi_timebound_fini(agent->memory);
}

static way_status tbaa_begin(way_agent *agent)
{
    return wayi_timebound_begin(agent, agent->memory, agent->start) ? WAY_STATUS_OK
                                                                    : WAY_STATUS_NO_MEMORY;
}

static way_outcome tbaa_step(way_agent *agent, uint32_t budget)
{
    return wayi_timebound_step(agent, agent->memory, budget);
}

static way_status tbaa_change(way_agent *agent, const way_state *states, uint32_t count)
{
    if (wayi_changes_may_help(agent, states, count)) {
        return tbaa_begin(agent);
    }
    return wayi_timebound_restart(agent, agent->memory, agent->start) ? WAY_STATUS_OK
                                                                      : WAY_STATUS_NO_MEMORY;
}

static way_cost tbaa_estimate(const way_agent *agent, way_state state)
{
    return wayi_timebound_estimate(agent, agent->memory, state);
}

const wayi_algorithm wayi_algorithm_tbaa = {
    .info = {.name = "tbaa",
             .title = "TBAA*",
             .family = "realtime",
             .summary = "TBA* that learns when it must search again; also for one-way steps",
             .reference = "Hernandez, Baier, Uras, Koenig: Time-Bounded Adaptive A*, 2012",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             .params = tbaa_params,
             .param_count = sizeof tbaa_params / sizeof *tbaa_params},
    .memory_size = sizeof(wayi_timebound),
    .lookahead = tbaa_bound,
    .create = tbaa_create,
    .destroy = tbaa_destroy,
    .begin = tbaa_begin,
    .step = tbaa_step,
    .estimate = tbaa_estimate,
    .change = tbaa_change,
    .advance = wayi_changes_advance,
};
