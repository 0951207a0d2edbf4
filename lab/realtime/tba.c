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
//
// TBAA*: TBA* for where steps can't be taken back and for ground that turns out other than
// believed. When the agent must leave the tree, because it can't back up to a better way or because
// the map changed, it starts a new search from where it is, and all that the old one expanded
// learns from it what Adaptive A* learns.
//
//   away=back     back up to a better way where steps can be taken back, as TBA* does
//   away=restart  search again from where the agent is; on spaces with one-way steps always
//
// Deviation: the original knows undirected maps only, and restarts only when its way turns out
// blocked.
//
// Hernandez, Baier, Uras, Koenig: Time-Bounded Adaptive A*, 2012.
#include "lab/realtime/timebound.h"
#include "search/engine/search_tree.h"
#include "search/realtime/changes.h"

enum { TBA_LOOKAHEAD, TBA_SHARE, TBA_RATIO, TBA_AWAY };

static const char *const tba_aways[] = {"back", "restart"};

/// TBA* has all but the last.
static const way_param tba_params[] = {
    [TBA_LOOKAHEAD] = {"lookahead", "work per move, in expansions", WAY_PARAM_INTEGER, 50, 1,
                       1 << 24, NULL},
    [TBA_SHARE] = {"share", "fraction of it that goes into expansions, not tracing",
                   WAY_PARAM_RATIO, 900, 1, 1000, NULL},
    [TBA_RATIO] = {"ratio", "traced states that cost as much as one expansion", WAY_PARAM_INTEGER,
                   10, 1, 1000, NULL},
    [TBA_AWAY] = {"away", "off the best path: back up to it, or search from here", WAY_PARAM_CHOICE,
                  0, 0, 1, tba_aways},
};

/// Whether agents beside the best way search again.
static bool tba_restarts(const way_navigator *navigator)
{
    const bool told =
        navigator->algorithm->info.param_count > TBA_AWAY && navigator->params[TBA_AWAY] == 1;
    return told || !(way_space_traits(navigator->space) & WAY_SPACE_SYMMETRIC);
}

static uint32_t tbaa_bound(const way_navigator *navigator)
{
    return 2 * (uint32_t)navigator->params[TBA_LOOKAHEAD];
}

static uint32_t tbastar_bound(const way_navigator *navigator)
{
    return tba_restarts(navigator) ? tbaa_bound(navigator)
                                   : (uint32_t)navigator->params[TBA_LOOKAHEAD];
}

static way_status tba_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    wayi_timebound_config config = wayi_timebound_share(
        (uint32_t)params[TBA_LOOKAHEAD], (uint32_t)params[TBA_SHARE], (uint32_t)params[TBA_RATIO]);
    config.restarts = tba_restarts(agent->navigator);
    config.learns = config.restarts || agent->algorithm->info.param_count > TBA_AWAY;
    return wayi_timebound_init(agent->memory, &config, agent);
}

static void tba_destroy(way_agent *agent)
{
    wayi_timebound_fini(agent->memory);
}

static way_status tba_begin(way_agent *agent)
{
    wayi_timebound *bound = agent->memory;
    bound->config.restarts = tba_restarts(agent->navigator); // links may have come, or gone
    return wayi_timebound_begin(agent, bound, agent->start) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static way_outcome tba_step(way_agent *agent, uint32_t budget)
{
    return wayi_timebound_step(agent, agent->memory, budget);
}

static bool tba_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_timebound *bound = agent->memory;
    return wayi_agent_nodes_outlive(agent, &bound->nodes, rects, count, work);
}

static way_status tbaa_change(way_agent *agent, const way_state *states, uint32_t count)
{
    wayi_timebound *bound = agent->memory;
    if (wayi_changes_may_help(agent, states, count) ||
        bound->config.restarts != tba_restarts(agent->navigator)) {
        return tba_begin(agent);
    }
    return wayi_timebound_restart(agent, bound, agent->start) ? WAY_STATUS_OK
                                                              : WAY_STATUS_NO_MEMORY;
}

static way_cost tba_estimate(const way_agent *agent, way_state state)
{
    return wayi_timebound_estimate(agent, agent->memory, state);
}

/// What both tables have in common.
#define TBA_HOOKS                                                                                  \
    .memory_size = sizeof(wayi_timebound), .create = tba_create, .destroy = tba_destroy,           \
    .begin = tba_begin, .step = tba_step, .outlives = tba_outlives, .estimate = tba_estimate

const wayi_algorithm wayi_algorithm_tbastar = {
    .info = {.name = "tbastar",
             .title = "TBA*",
             .family = "realtime",
             .summary = "One A* sliced over the moves; walks towards its best guess meanwhile",
             .reference = "Bjornsson, Bulitko, Sturtevant: TBA*: Time-Bounded A*, 2009",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS,
             .params = tba_params,
             .param_count = TBA_AWAY},
    .lookahead = tbastar_bound,
    TBA_HOOKS,
};

const wayi_algorithm wayi_algorithm_tbaa = {
    .info = {.name = "tbaa",
             .title = "TBAA*",
             .family = "realtime",
             .summary = "TBA* that learns when it must search again; also for one-way steps",
             .reference = "Hernandez, Baier, Uras, Koenig: Time-Bounded Adaptive A*, 2012",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(tba_params)},
    .lookahead = tbaa_bound,
    .change = tbaa_change,
    .advance = wayi_changes_advance,
    TBA_HOOKS,
};
