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
#include "search/engine/compass.h"

#include <waymark/database.h>

enum { ASTAR_OPEN, ASTAR_TIE, ASTAR_FAST, ASTAR_ESTIMATE, ASTAR_PRUNE };
enum { ASTAR_SPACE, ASTAR_BEACON, ASTAR_DIFFERENTIAL, ASTAR_GATEWAY };
enum { ASTAR_ALL, ASTAR_DEAD_ENDS, ASTAR_SWAMPS };

typedef struct astar_memory {
    wayi_best_first search; ///< first: the engine's functions take it for all there is
    wayi_asker asker;
} astar_memory;

static const char *const astar_estimate_names[] = {"space", "beacon", "differential", "gateway"};

static const char *const astar_prune_names[] = {"off", "deadends", "swamps"};

static const char *const astar_tie_names[] = {"high_g", "low_g"};

static const way_param astar_params[] = {
    [ASTAR_OPEN] = {"open", "open list; auto takes buckets on grids and a 4-ary heap elsewhere",
                    WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
    [ASTAR_TIE] = {"tie", "which of equal f goes first (buckets: always the newest)",
                   WAY_PARAM_CHOICE, 0, 0, 1, astar_tie_names},
    [ASTAR_FAST] = {"fast", "expand a successor of the same f at once", WAY_PARAM_SWITCH, 0, 0, 1,
                    NULL},
    [ASTAR_ESTIMATE] = {"estimate",
                        "the space's; beacon: true distances over the bare ground, where beacon "
                        "suits it; differential: by distances to eight pivots; gateway: by "
                        "distances between gates of areas, where no corners are cut",
                        WAY_PARAM_CHOICE, ASTAR_SPACE, 0, ASTAR_GATEWAY, astar_estimate_names},
    [ASTAR_PRUNE] = {"prune",
                     "deadends: enter no part of the map that has one opening unless start or goal "
                     "is there; where all steps cost the same and cut no corners. swamps: enter no "
                     "cell that only other starts and goals need; where all steps cost the same",
                     WAY_PARAM_CHOICE, 0, 0, ASTAR_SWAMPS, astar_prune_names},
};

static bool astar_wants_database(const way_navigator *navigator)
{
    return navigator->params[ASTAR_ESTIMATE] != ASTAR_SPACE || navigator->params[ASTAR_PRUNE];
}

static way_status astar_prepare(way_navigator *navigator, const way_job *job)
{
    const int32_t estimate = navigator->params[ASTAR_ESTIMATE];
    const wayi_compass_plan plan = {
        .spec = estimate == ASTAR_BEACON ? astar_estimate_names[ASTAR_BEACON] : NULL,
        .pivots = estimate == ASTAR_DIFFERENTIAL,
        .gates = estimate == ASTAR_GATEWAY,
        .ends = navigator->params[ASTAR_PRUNE] == ASTAR_DEAD_ENDS,
        .swamps = navigator->params[ASTAR_PRUNE] == ASTAR_SWAMPS};
    return wayi_compass_open(navigator->database, navigator, &plan, job);
}

static void astar_discard(way_navigator *navigator)
{
    wayi_compass_close(navigator->database);
}

static way_status astar_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    const uint32_t before = budget;
    const way_status status = wayi_compass_repair(navigator->database, rects, count, &budget, done);
    navigator->repaired += before - budget;
    return status;
}

static way_status astar_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    astar_memory *memory = agent->memory;
    const wayi_compass *compass = agent->navigator->database;
    const way_status status =
        compass ? wayi_asker_open(&memory->asker, compass, agent) : WAY_STATUS_OK;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_best_first_config config = {
        .estimate = compass ? WAYI_ESTIMATE_ASKED : WAYI_ESTIMATE_COST,
        .ask = wayi_asker_ask,
        .around = compass && compass->swamps.ground ? wayi_asker_around : NULL,
        .asked = &memory->asker,
        .open = (wayi_open_kind)params[ASTAR_OPEN],
        .weight = 1000,
        .low_g = params[ASTAR_TIE] == 1,
        .fast_expansion = params[ASTAR_FAST] == 1};
    return wayi_best_first_agent_create(agent, config);
}

static void astar_destroy(way_agent *agent)
{
    astar_memory *memory = agent->memory;
    wayi_best_first_agent_destroy(agent);
    wayi_asker_close(&memory->asker);
}

static way_status astar_begin(way_agent *agent)
{
    astar_memory *memory = agent->memory;
    const way_status status =
        memory->asker.compass ? wayi_asker_aim(&memory->asker) : WAY_STATUS_OK;
    return status == WAY_STATUS_OK ? wayi_best_first_agent_begin(agent) : status;
}

/// What was prepared says nothing of the map as it is now, unless it still holds.
static bool astar_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    astar_memory *memory = agent->memory;
    return (!memory->asker.compass || wayi_asker_outlives(&memory->asker)) &&
           wayi_best_first_agent_outlives(agent, rects, count, work);
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
    .database_size = sizeof(wayi_compass),
    .memory_size = sizeof(astar_memory),
    .wants_database = astar_wants_database,
    .prepare = astar_prepare,
    .discard = astar_discard,
    .repair = astar_repair,
    .create = astar_create,
    .destroy = astar_destroy,
    .states_max = wayi_best_first_agent_states_max,
    .begin = astar_begin,
    .step = wayi_best_first_agent_step,
    .outlives = astar_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
