// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LSS-LRTA*: look ahead with an A* of fixed size from where the agent stands, raise the estimates
// of all expanded states to what the frontier proves, walk towards the best frontier state, repeat.
// Heuristic depressions fill up and are left; estimates stay admissible and never fall.
//
// Every variant that Burns, Kiesel and Ruml compare is a parameter:
//   move=multi    walk all the way to the frontier before looking again
//   move=single   one action per look-ahead
//   move=dynamic  multi, and the next look-ahead is as many times larger as actions were committed
//   target=layer  the last completely expanded layer of f instead of a half-expanded one
//   order=fhat    f plus the expected error of the estimate over the steps to go
//   error=last    that error from the last look-ahead only (the authors' program), not from all
//   (their paper)
//
// Where the layer rule could cycle (an episode that teaches nothing) the frontier is taken instead.
// A goal that comes into view is walked to at once and nothing is learned. On spaces with one-way
// steps an agent could circle in a trap for ever, so the space must be symmetric.
//
// Koenig, Sun: Comparing Real-Time and Incremental Heuristic Search for Real-Time Situated Agents,
// 2009; Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a Video Game, 2013.
#include "search/realtime/local_search.h"

enum {
    LSSLRTA_LOOKAHEAD,
    LSSLRTA_MOVE,
    LSSLRTA_TARGET,
    LSSLRTA_ORDER,
    LSSLRTA_ERROR,
    LSSLRTA_MOST
};
enum { LSSLRTA_MULTI, LSSLRTA_SINGLE, LSSLRTA_DYNAMIC };

static const char *const lsslrta_moves[] = {"multi", "single", "dynamic"};
static const char *const lsslrta_targets[] = {"frontier", "layer"};
static const char *const lsslrta_orders[] = {"f", "fhat"};
static const char *const lsslrta_errors[] = {"all", "last"};

static const way_param lsslrta_params[] = {
    [LSSLRTA_LOOKAHEAD] = {"lookahead", "expansions per look-ahead", WAY_PARAM_INTEGER, 100, 1,
                           1 << 24, NULL},
    [LSSLRTA_MOVE] = {"move", "how far to walk before looking again", WAY_PARAM_CHOICE,
                      LSSLRTA_MULTI, 0, 2, lsslrta_moves},
    [LSSLRTA_TARGET] = {"target", "where to walk to", WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_targets},
    [LSSLRTA_ORDER] = {"order", "what orders the look-ahead", WAY_PARAM_CHOICE, 0, 0, 1,
                       lsslrta_orders},
    [LSSLRTA_ERROR] = {"error", "fhat: which look-aheads the error is averaged over",
                       WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_errors},
    [LSSLRTA_MOST] = {"most", "dynamic: expansions per look-ahead at most", WAY_PARAM_INTEGER,
                      10000, 1, 1 << 24, NULL},
};

typedef struct lsslrta_memory {
    wayi_local local;
    uint32_t lookahead; ///< of the episode under way
    bool looking;
} lsslrta_memory;

static uint32_t lsslrta_bound(const way_navigator *navigator)
{
    const uint32_t lookahead = (uint32_t)navigator->params[LSSLRTA_LOOKAHEAD];
    const uint32_t most = (uint32_t)navigator->params[LSSLRTA_MOST];
    const bool dynamic = navigator->params[LSSLRTA_MOVE] == LSSLRTA_DYNAMIC;
    return dynamic && most > lookahead ? most : lookahead;
}

static way_status lsslrta_create(way_agent *agent)
{
    lsslrta_memory *memory = agent->memory;
    const int32_t *params = agent->navigator->params;
    const wayi_local_config config = {.corrects = params[LSSLRTA_ORDER] == 1,
                                      .fresh_error = params[LSSLRTA_ERROR] == 1};
    return wayi_local_init(&memory->local, &config, agent);
}

static void lsslrta_destroy(way_agent *agent)
{
    wayi_local_fini(&((lsslrta_memory *)agent->memory)->local, agent);
}

static size_t lsslrta_bytes(const way_agent *agent)
{
    return wayi_local_bytes(&((const lsslrta_memory *)agent->memory)->local);
}

static way_status lsslrta_begin(way_agent *agent)
{
    lsslrta_memory *memory = agent->memory;
    wayi_local_clear(&memory->local);
    memory->lookahead = (uint32_t)agent->navigator->params[LSSLRTA_LOOKAHEAD];
    memory->looking = false;
    return WAY_STATUS_OK;
}

/// How far to look after committing to so many actions.
static uint32_t lsslrta_next_lookahead(const way_agent *agent, uint32_t actions)
{
    const int32_t *params = agent->navigator->params;
    const uint64_t lookahead = (uint64_t)params[LSSLRTA_LOOKAHEAD];
    if (params[LSSLRTA_MOVE] != LSSLRTA_DYNAMIC) {
        return (uint32_t)lookahead;
    }
    const uint64_t wish = lookahead * actions;
    const uint64_t bound = lsslrta_bound(agent->navigator);
    return (uint32_t)(wish < bound ? wish : bound);
}

/// Learns from a complete look-ahead and walks on.
static way_outcome lsslrta_act(way_agent *agent)
{
    lsslrta_memory *memory = agent->memory;
    wayi_local *local = &memory->local;
    const int32_t *params = agent->navigator->params;
    uint32_t actions = 0;
    if (local->goal != WAYI_LOCAL_NONE) {
        return wayi_local_move(agent, local, local->goal, false, &actions) ? WAY_OUTCOME_ARRIVED
                                                                           : WAY_OUTCOME_CAPACITY;
    }
    const uint32_t next = wayi_local_next(local);
    if (next == WAYI_LOCAL_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    uint32_t target = params[LSSLRTA_TARGET] == 1 ? wayi_local_layer(local, next) : next;
    bool raised = false;
    if (!wayi_local_learn(agent, local, &raised)) {
        return WAY_OUTCOME_CAPACITY;
    }
    target = target == WAYI_LOCAL_NONE || !raised ? next : target;
    if (!wayi_local_move(agent, local, target, params[LSSLRTA_MOVE] == LSSLRTA_SINGLE, &actions)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->lookahead = lsslrta_next_lookahead(agent, actions);
    return WAY_OUTCOME_MOVING;
}

static way_outcome lsslrta_step(way_agent *agent, uint32_t budget)
{
    lsslrta_memory *memory = agent->memory;
    const way_state here = agent->path.states[agent->path.count - 1];
    if (!memory->looking && !wayi_local_begin(agent, &memory->local, here)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->looking = true;
    const way_outcome outcome = wayi_local_look(agent, &memory->local, memory->lookahead, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    memory->looking = false;
    return lsslrta_act(agent);
}

const wayi_algorithm wayi_algorithm_lsslrta = {
    .info = {.name = "lsslrta",
             .title = "LSS-LRTA*",
             .family = "realtime",
             .summary = "Bounded look-ahead and learning; every variant of the video-game study",
             .reference = "Koenig, Sun: Comparing Real-Time and Incremental Heuristic Search for "
                          "Real-Time Situated Agents, 2009",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_ANY_GOAL,
             .needs = WAY_SPACE_SYMMETRIC,
             .params = lsslrta_params,
             .param_count = sizeof lsslrta_params / sizeof *lsslrta_params},
    .memory_size = sizeof(lsslrta_memory),
    .lookahead = lsslrta_bound,
    .create = lsslrta_create,
    .destroy = lsslrta_destroy,
    .memory_bytes = lsslrta_bytes,
    .begin = lsslrta_begin,
    .step = lsslrta_step,
};
