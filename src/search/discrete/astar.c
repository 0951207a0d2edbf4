// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A*: expand states in order of f = g + h, the cost so far plus an estimate that is never too high.
//
// With a consistent estimate popped f never decreases and no state is expanded twice; with one that
// is only admissible closed states are opened again. The goal is tested when it is expanded, not
// when it is seen, or a costlier path could win.
//
// Of equal f the larger g goes first by default (the sources disagree; it expands fewer states),
// then the lower state number. Fast expansion (Sun et al. 2009) goes straight on to a successor
// with the same f, which must be minimal, and spares it the trip through the open list.
//
// Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths,
// 1968.
#include "search/engine/best_first_agent.h"
#include "search/engine/pivots.h"
#include "search/trip/goal.h"
#include "space/grid.h"

enum { ASTAR_OPEN, ASTAR_TIE, ASTAR_FAST, ASTAR_ESTIMATE };
enum { ASTAR_SPACE, ASTAR_DIFFERENTIAL };

/// What `estimate=differential` prepares, for all agents.
typedef struct astar_database {
    way_space *ground;
    wayi_pivots pivots; ///< none where steps cost more one way than the other
} astar_database;

typedef struct astar_memory {
    wayi_best_first search;    ///< first: the engine's functions take it for all there is
    const wayi_pivots *pivots; ///< NULL = the space's own estimate
    const wayi_goal *goal;
    uint32_t rounds;   ///< of the pivots, when the trip was aimed
    uint64_t revision; ///< of the map then
    bool aimed;
} astar_memory;

static const char *const astar_estimate_names[] = {"space", "differential"};

static const char *const astar_tie_names[] = {"high_g", "low_g"};

static const way_param astar_params[] = {
    [ASTAR_OPEN] = {"open", "open list; auto: buckets on grids, elsewhere a 4-ary heap",
                    WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
    [ASTAR_TIE] = {"tie", "which of equal f goes first (buckets: always the newest)",
                   WAY_PARAM_CHOICE, 0, 0, 1, astar_tie_names},
    [ASTAR_FAST] = {"fast", "expand a successor of the same f at once", WAY_PARAM_SWITCH, 0, 0, 1,
                    NULL},
    [ASTAR_ESTIMATE] = {"estimate", "the space's; differential: by distances to eight pivots",
                        WAY_PARAM_CHOICE, ASTAR_SPACE, 0, ASTAR_DIFFERENTIAL, astar_estimate_names},
};

// Distances to pivots -----------------------------------------------------------------------------

static bool astar_wants_database(const way_navigator *navigator)
{
    return navigator->params[ASTAR_ESTIMATE] != ASTAR_SPACE;
}

static way_status astar_prepare(way_navigator *navigator, const way_job *job)
{
    astar_database *database = navigator->database;
    const way_space *below = wayi_space_below(navigator->space);
    const wayi_grid *grid = wayi_space_grid(below);
    if (!grid) {
        return WAY_STATUS_OK;
    }
    const way_status status = way_space_create_grid(grid->map, way_space_profile(below),
                                                    &navigator->allocator, &database->ground);
    if (status != WAY_STATUS_OK || !(way_space_traits(database->ground) & WAY_SPACE_SYMMETRIC)) {
        return status;
    }
    return wayi_pivots_open(&database->pivots, database->ground, job);
}

static void astar_discard(way_navigator *navigator)
{
    astar_database *database = navigator->database;
    wayi_pivots_close(&database->pivots);
    way_space_destroy(database->ground);
}

static way_status astar_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    astar_database *database = navigator->database;
    const uint32_t before = budget;
    *done = true;
    if (!database->pivots.ground) {
        return WAY_STATUS_OK;
    }
    const way_status status = wayi_pivots_repair(&database->pivots, rects, count, &budget);
    *done = database->pivots.whole;
    navigator->repaired += before - budget;
    return status;
}

/// How far the pivots say that the nearest goal is at least.
static way_cost astar_apart(const astar_memory *memory, way_state state)
{
    const wayi_goal *goal = memory->goal;
    if (goal->kind == WAYI_GOAL_ONE) {
        return wayi_pivots_between(memory->pivots, state, goal->state);
    }
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < goal->count; i++) {
        const way_cost apart = wayi_pivots_between(memory->pivots, state, goal->states[i]);
        least = apart < least ? apart : least;
    }
    return least;
}

/// The estimate of a state: the space's own while the map is not the one that was prepared for.
static way_cost astar_ask(void *argument, way_state state)
{
    const astar_memory *memory = argument;
    const way_cost open = wayi_goal_distance(memory->goal, state);
    if (!memory->aimed || memory->revision != way_space_revision(memory->pivots->ground)) {
        return open;
    }
    const way_cost apart = astar_apart(memory, state);
    return apart > open ? apart : open;
}

// Trips -------------------------------------------------------------------------------------------

static way_status astar_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    astar_memory *memory = agent->memory;
    const astar_database *database = agent->navigator->database;
    memory->pivots = database && database->pivots.ground ? &database->pivots : NULL;
    memory->goal = &agent->goal;
    const wayi_best_first_config config = {.estimate = memory->pivots ? WAYI_ESTIMATE_ASKED
                                                                      : WAYI_ESTIMATE_COST,
                                           .ask = astar_ask,
                                           .asked = memory,
                                           .open = (wayi_open_kind)params[ASTAR_OPEN],
                                           .weight = 1000,
                                           .low_g = params[ASTAR_TIE] == 1,
                                           .fast_expansion = params[ASTAR_FAST] == 1};
    return wayi_best_first_agent_create(agent, config);
}

static way_status astar_begin(way_agent *agent)
{
    astar_memory *memory = agent->memory;
    if (memory->pivots) {
        const wayi_goal *goal = memory->goal;
        const bool several = goal->kind == WAYI_GOAL_SET && goal->count <= WAYI_GOAL_ESTIMATES;
        memory->aimed =
            (goal->kind == WAYI_GOAL_ONE || several) && wayi_pivots_hold(memory->pivots);
        memory->rounds = memory->pivots->rounds;
        memory->revision = way_space_revision(memory->pivots->ground);
    }
    return wayi_best_first_agent_begin(agent);
}

/// What was prepared says nothing of the map as it is now, unless it still holds.
static bool astar_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    astar_memory *memory = agent->memory;
    if (memory->pivots && memory->aimed) {
        if (memory->rounds != memory->pivots->rounds || !wayi_pivots_hold(memory->pivots)) {
            return false;
        }
        memory->revision = way_space_revision(memory->pivots->ground);
    }
    return wayi_best_first_agent_outlives(agent, rects, count, work);
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
             WAYI_PARAMS(astar_params)},
    .database.size = sizeof(astar_database),
    .memory_size = sizeof(astar_memory),
    .database.is_wanted = astar_wants_database,
    .database.prepare = astar_prepare,
    .database.discard = astar_discard,
    .database.repair = astar_repair,
    .create = astar_create,
    .destroy = wayi_best_first_agent_destroy,
    .states_max = wayi_best_first_agent_states_max,
    .begin = astar_begin,
    .step = wayi_best_first_agent_step,
    .outlives = astar_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
