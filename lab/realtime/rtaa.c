// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// RTAA*: LSS-LRTA* with a cheaper lesson. After a look-ahead every expanded state s learns h(s) = F
// - g(s), where F is the f of the state that would be expanded next: Adaptive A*'s rule, one pass
// and no search. A single lesson teaches at most as much as LSS-LRTA*'s, for less time.
//
// Depression avoidance by Hernandez and Baier, who find daRTAA* the best when time is short:
//   target=avoid   walk to the best frontier state whose estimate was never raised (aRTAA*)
//   target=border  walk to the frontier state whose estimate was raised least (daRTAA*)
//
// Estimates never fall and stay consistent where they were. A goal that comes into view is walked
// to at once. Steps need not be reversible: an agent that got caught finds out (see
// local_search.h), and states without a way on learn an infinite estimate.
//
// Koenig, Likhachev: Real-Time Adaptive A*, 2006; Hernandez, Baier: Avoiding and Escaping
// Depressions in Real-Time Heuristic Search, 2012.
#include "search/realtime/local_search.h"

enum { RTAA_LOOKAHEAD, RTAA_MOVE, RTAA_TARGET };

static const char *const rtaa_moves[] = {"multi", "single"};
static const char *const rtaa_targets[] = {"frontier", "avoid", "border"};
static const wayi_local_target rtaa_target_kinds[] = {WAYI_LOCAL_FRONTIER, WAYI_LOCAL_AVOID,
                                                      WAYI_LOCAL_BORDER};

static const way_param rtaa_params[] = {
    [RTAA_LOOKAHEAD] = {"lookahead", "expansions per look-ahead", WAY_PARAM_INTEGER, 100, 1,
                        1 << 24, NULL},
    [RTAA_MOVE] = {"move", "how far to walk before looking again", WAY_PARAM_CHOICE, 0, 0, 1,
                   rtaa_moves},
    [RTAA_TARGET] = {"target", "where to walk to", WAY_PARAM_CHOICE, 0, 0, 2, rtaa_targets},
};

typedef struct rtaa_memory {
    wayi_local local;
    bool looking;
} rtaa_memory;

static way_status rtaa_create(way_agent *agent)
{
    const wayi_local_config config = {.corrects = false};
    return wayi_local_init(&((rtaa_memory *)agent->memory)->local, &config, agent);
}

static void rtaa_destroy(way_agent *agent)
{
    wayi_local_fini(&((rtaa_memory *)agent->memory)->local, agent);
}

static way_status rtaa_begin(way_agent *agent)
{
    rtaa_memory *memory = agent->memory;
    wayi_local_clear(&memory->local);
    memory->looking = false;
    return WAY_STATUS_OK;
}

static way_outcome rtaa_step(way_agent *agent, uint32_t budget)
{
    rtaa_memory *memory = agent->memory;
    const int32_t *params = agent->navigator->params;
    if (!memory->looking) {
        const way_state here = agent->path.states[agent->path.count - 1];
        if (!wayi_local_begin(agent, &memory->local, here)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    memory->looking = true;
    const way_outcome outcome =
        wayi_local_look(agent, &memory->local, (uint32_t)params[RTAA_LOOKAHEAD], budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    memory->looking = false;
    const wayi_local_policy policy = {.target = rtaa_target_kinds[params[RTAA_TARGET]],
                                      .single = params[RTAA_MOVE] == 1,
                                      .adapts = true};
    uint32_t actions = 0;
    return wayi_local_act(agent, &memory->local, policy, &actions);
}

static way_status rtaa_change(way_agent *agent, const way_state *states, uint32_t count)
{
    rtaa_memory *memory = agent->memory;
    wayi_local_change(agent, &memory->local, states, count);
    memory->looking = false;
    return WAY_STATUS_OK;
}

static way_cost rtaa_estimate(const way_agent *agent, way_state state)
{
    const rtaa_memory *memory = agent->memory;
    return wayi_local_estimate(agent, &memory->local, state);
}

const wayi_algorithm wayi_algorithm_rtaa = {
    .info = {.name = "rtaa",
             .title = "RTAA*",
             .family = "realtime",
             .summary = "Bounded look-ahead with the cheapest lesson",
             .reference = "Koenig, Likhachev: Real-Time Adaptive A*, 2006",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(rtaa_params)},
    .memory_size = sizeof(rtaa_memory),
    .beside = WAYI_SURVEY_SHARE,
    .create = rtaa_create,
    .destroy = rtaa_destroy,
    .begin = rtaa_begin,
    .step = rtaa_step,
    .outlives = wayi_local_outlives,
    .estimate = rtaa_estimate,
    .change = rtaa_change,
    .advance = wayi_changes_advance,
};
