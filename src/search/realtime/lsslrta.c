// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LSS-LRTA*: look ahead with an A* of fixed size from where the agent stands, raise the estimates
// of all expanded states to what the frontier proves, walk towards the best frontier state, repeat.
// Heuristic depressions fill up and are left; estimates stay admissible and never fall.
//
// Every variant that Burns, Kiesel and Ruml compare is a parameter, and where their program differs
// from their paper both are:
//   move=multi     walk all the way to the frontier before looking again
//   move=single    one action per look-ahead
//   move=dynamic   multi, and the next look-ahead is as many times larger as actions were
//                  committed; or what way_agent_set_lookahead says, from a table of times
//   target=layer   the last completely expanded layer of f instead of a half-expanded one
//   order=fhat     f plus the expected error of the estimate over the steps to go
//   error=last     that error from the last look-ahead only (program), not from all (paper)
//   stretch=on     the steps to go are corrected by their own error (program)
//   track=off      lessons leave alone over how many steps the error applies (neither)
//   goal=seen      a goal is walked to once generated (program), not once it is next (paper)
//   pathmax=on     a child's estimate is at least its parent's less the step (program)
//   dead=keep      states that can't reach the frontier keep their estimate (program) instead of
//                  learning an infinite one (Koenig and Sun)
//   arrive=look    move=single takes one step towards a goal in view and looks again: as printed;
//                  arrive=walk makes for the goal at once, with the same moves and fewer looks
//   steps=all      on grids, every successor of an expanded state goes on the open list, as
//   printed;
//                  canonical leaves out what can't be a better way (see local_flat.c)
// and depression avoidance, Hernandez and Baier's aLSS-LRTA* and daLSS-LRTA*:
//   target=avoid   the best frontier state whose estimate was never raised, if there is one
//   target=border  the frontier state whose estimate was raised least
//
// A goal in view is walked to, at once unless told otherwise, and nothing is learned. Steps need
// not be reversible: states that lead nowhere learn an infinite estimate, and an agent that got
// caught finds out. An agent that comes back to where it stood, nothing learned there since, goes
// by f until it learns (see local_search.h): that keeps every combination from going in circles.
//
// Koenig, Sun: Comparing Real-Time and Incremental Heuristic Search for Real-Time Situated Agents,
// 2009; Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a Video Game, 2013;
// Hernandez, Baier: Avoiding and Escaping Depressions in Real-Time Heuristic Search, 2012.
#include "search/realtime/local_search.h"

enum {
    LSSLRTA_LOOKAHEAD,
    LSSLRTA_MOVE,
    LSSLRTA_TARGET,
    LSSLRTA_ORDER,
    LSSLRTA_ERROR,
    LSSLRTA_STRETCH,
    LSSLRTA_TRACK,
    LSSLRTA_GOAL,
    LSSLRTA_PATHMAX,
    LSSLRTA_DEAD,
    LSSLRTA_ARRIVE,
    LSSLRTA_MOST,
    LSSLRTA_STEPS
};
enum { LSSLRTA_MULTI, LSSLRTA_SINGLE, LSSLRTA_DYNAMIC };

static const char *const lsslrta_moves[] = {"multi", "single", "dynamic"};
static const char *const lsslrta_targets[] = {"frontier", "layer", "avoid", "border"};
static const char *const lsslrta_orders[] = {"f", "fhat"};
static const char *const lsslrta_errors[] = {"all", "last"};
static const char *const lsslrta_goals[] = {"next", "seen"};
static const char *const lsslrta_deads[] = {"infinite", "keep"};
static const char *const lsslrta_arrivals[] = {"walk", "look"};
static const char *const lsslrta_steps[] = {"canonical", "all"};

static const way_param lsslrta_params[] = {
    [LSSLRTA_LOOKAHEAD] = {"lookahead", "expansions per look-ahead", WAY_PARAM_INTEGER, 100, 1,
                           1 << 24, NULL},
    [LSSLRTA_MOVE] = {"move", "how far to walk before looking again", WAY_PARAM_CHOICE,
                      LSSLRTA_MULTI, 0, 2, lsslrta_moves},
    [LSSLRTA_TARGET] = {"target", "where to walk to", WAY_PARAM_CHOICE, 0, 0, WAYI_LOCAL_BORDER,
                        lsslrta_targets},
    [LSSLRTA_ORDER] = {"order", "what orders the look-ahead", WAY_PARAM_CHOICE, 0, 0, 1,
                       lsslrta_orders},
    [LSSLRTA_ERROR] = {"error", "fhat: which look-aheads the error is averaged over",
                       WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_errors},
    [LSSLRTA_STRETCH] = {"stretch", "fhat: correct the steps to go by their own error",
                         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
    [LSSLRTA_TRACK] = {"track", "fhat: updates pass on the steps over which the error applies",
                       WAY_PARAM_SWITCH, 1, 0, 1, NULL},
    [LSSLRTA_GOAL] = {"goal", "when to walk to a goal: once it is next, or once it is seen",
                      WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_goals},
    [LSSLRTA_PATHMAX] = {"pathmax", "raise estimates to the parent's less the step",
                         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
    [LSSLRTA_DEAD] = {"dead", "estimate learned for dead ends: infinite, or the old one",
                      WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_deads},
    [LSSLRTA_ARRIVE] = {"arrive", "single: walk to a goal in view, or take one step and look again",
                        WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_arrivals},
    [LSSLRTA_MOST] = {"most", "dynamic: expansions per look-ahead at most", WAY_PARAM_INTEGER,
                      10000, 1, 1 << 24, NULL},
    [LSSLRTA_STEPS] = {"steps", "on grids: steps in canonical order, or all of each state",
                       WAY_PARAM_CHOICE, 0, 0, 1, lsslrta_steps},
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
                                      .fresh_error = params[LSSLRTA_ERROR] == 1,
                                      .stretches = params[LSSLRTA_STRETCH],
                                      .forgets_steps =
                                          !params[LSSLRTA_TRACK] || params[LSSLRTA_ORDER] != 1,
                                      .eager_goal = params[LSSLRTA_GOAL] == 1,
                                      .passes_maxima = params[LSSLRTA_PATHMAX],
                                      .keeps_dead = params[LSSLRTA_DEAD] == 1,
                                      .all_steps = params[LSSLRTA_STEPS] == 1};
    return wayi_local_init(&memory->local, &config, agent);
}

static void lsslrta_destroy(way_agent *agent)
{
    wayi_local_fini(&((lsslrta_memory *)agent->memory)->local, agent);
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

static way_status lsslrta_set_lookahead(way_agent *agent, uint32_t expansions)
{
    lsslrta_memory *memory = agent->memory;
    const uint32_t bound = lsslrta_bound(agent->navigator);
    if (agent->navigator->params[LSSLRTA_MOVE] != LSSLRTA_DYNAMIC) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (memory->looking) {
        return WAY_STATUS_WRONG_STATE;
    }
    memory->lookahead = expansions < bound ? expansions : bound;
    return WAY_STATUS_OK;
}

static way_outcome lsslrta_act(way_agent *agent)
{
    lsslrta_memory *memory = agent->memory;
    const int32_t *params = agent->navigator->params;
    const wayi_local_policy policy = {.target = (wayi_local_target)params[LSSLRTA_TARGET],
                                      .single = params[LSSLRTA_MOVE] == LSSLRTA_SINGLE,
                                      .looks_again = params[LSSLRTA_ARRIVE] == 1};
    uint32_t actions = 0;
    const way_outcome outcome = wayi_local_act(agent, &memory->local, policy, &actions);
    memory->lookahead = lsslrta_next_lookahead(agent, actions);
    return outcome;
}

static way_outcome lsslrta_step(way_agent *agent, uint32_t budget)
{
    lsslrta_memory *memory = agent->memory;
    if (!memory->looking) {
        const way_state here = agent->path.states[agent->path.count - 1];
        if (!wayi_local_begin(agent, &memory->local, here)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    memory->looking = true;
    const way_outcome outcome = wayi_local_look(agent, &memory->local, memory->lookahead, budget);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    memory->looking = false;
    return lsslrta_act(agent);
}

static way_status lsslrta_change(way_agent *agent, const way_state *states, uint32_t count)
{
    lsslrta_memory *memory = agent->memory;
    wayi_local_change(agent, &memory->local, states, count);
    memory->lookahead = (uint32_t)agent->navigator->params[LSSLRTA_LOOKAHEAD];
    memory->looking = false;
    return WAY_STATUS_OK;
}

static way_cost lsslrta_estimate(const way_agent *agent, way_state state)
{
    const lsslrta_memory *memory = agent->memory;
    return wayi_local_estimate(agent, &memory->local, state);
}

const wayi_algorithm wayi_algorithm_lsslrta = {
    .info = {.name = "lsslrta",
             .title = "LSS-LRTA*",
             .family = "realtime",
             .summary = "Bounded look-ahead and learning; every variant of the video-game study",
             .reference = "Koenig, Sun: Comparing Real-Time and Incremental Heuristic Search for "
                          "Real-Time Situated Agents, 2009",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(lsslrta_params)},
    .memory_size = sizeof(lsslrta_memory),
    .beside = WAYI_SURVEY_SHARE,
    .lookahead = lsslrta_bound,
    .create = lsslrta_create,
    .destroy = lsslrta_destroy,
    .begin = lsslrta_begin,
    .step = lsslrta_step,
    .outlives = wayi_local_outlives,
    .estimate = lsslrta_estimate,
    .change = lsslrta_change,
    .advance = wayi_changes_advance,
    .set_lookahead = lsslrta_set_lookahead,
};
