// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* with the two estimates of Bjornsson and Halldorsson, for grids whose maps fall into areas with
// narrow openings. The gateway estimate adds the way to a gate of the own area, the least way from
// there to a gate of the goal's area, found in advance, and the way on to the goal. The dead-end
// estimate is infinite in areas that no way from start to goal has to enter.
//
// Both hold on the map that they were prepared for: after an edit the space's own estimate does it,
// but for gates after a few walls. On the maps that were measured neither is faster than plain A*:
// what they save in expansions, asking them costs.
//
// Bjornsson, Halldorsson: Improved Heuristics for Optimal Path-finding on Game Maps, AIIDE 2006.
#include "lab/discrete/dead_ends.h"
#include "lab/discrete/gates.h"
#include "search/engine/best_first_agent.h"
#include "search/trip/goal.h"
#include "space/grid.h"

enum { GATEWAY_GATES, GATEWAY_ENDS };

typedef struct gateway_database {
    way_space *ground;
    wayi_gates gates;
    wayi_dead_ends ends;
} gateway_database;

typedef struct gateway_memory {
    wayi_best_first search; ///< first: the engine's functions take it for all there is
    const gateway_database *database;
    const wayi_goal *goal;
    wayi_gates_trip gates;
    wayi_dead_ends_trip ends;
    uint64_t revision; ///< of the map when the trip was aimed
    bool aimed, prunes;
} gateway_memory;

static const way_param gateway_params[] = {
    [GATEWAY_GATES] = {"gates", "ask for distances between gates of areas", WAY_PARAM_SWITCH, 1, 0,
                       1, NULL},
    [GATEWAY_ENDS] =
        {"deadends",
         "enter no dead-end area without start or goal; on uniform ground without cut corners",
         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
};

static way_status gateway_prepare(way_navigator *navigator, const way_job *job)
{
    gateway_database *database = navigator->database;
    const way_space *below = wayi_space_below(navigator->space);
    const wayi_grid *grid = wayi_space_grid(below);
    if (!grid) {
        return WAY_STATUS_OK;
    }
    way_status status = way_space_create_grid(grid->map, way_space_profile(below),
                                              &navigator->allocator, &database->ground);
    if (status == WAY_STATUS_OK && navigator->params[GATEWAY_ENDS]) {
        status = wayi_dead_ends_open(&database->ends, database->ground);
    }
    if (status == WAY_STATUS_OK && navigator->params[GATEWAY_GATES]) {
        status = wayi_gates_open(&database->gates, database->ground, job);
    }
    return status;
}

static void gateway_discard(way_navigator *navigator)
{
    gateway_database *database = navigator->database;
    wayi_gates_close(&database->gates);
    wayi_dead_ends_close(&database->ends);
    way_space_destroy(database->ground);
}

/// The estimate of a state, WAY_COST_MAX where the trip need not go.
static way_cost gateway_ask(void *argument, way_state state)
{
    const gateway_memory *memory = argument;
    const gateway_database *database = memory->database;
    const way_cost open = wayi_goal_distance(memory->goal, state);
    if (!(memory->aimed || memory->prunes) ||
        memory->revision != way_space_revision(database->ground)) {
        return open;
    }
    if (memory->prunes && wayi_dead_ends_skip(&database->ends, &memory->ends, state)) {
        return WAY_COST_MAX;
    }
    const way_cost apart =
        memory->aimed ? wayi_gates_ask(&database->gates, &memory->gates, state) : 0;
    return apart > open ? apart : open;
}

static way_status gateway_create(way_agent *agent)
{
    gateway_memory *memory = agent->memory;
    memory->database = agent->navigator->database;
    memory->goal = &agent->goal;
    if (memory->database->ends.ground) {
        const way_status status =
            wayi_dead_ends_reserve(&memory->database->ends, &memory->ends, &agent->allocator);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    const wayi_best_first_config config = {
        .estimate = memory->database->ground ? WAYI_ESTIMATE_ASKED : WAYI_ESTIMATE_COST,
        .ask = gateway_ask,
        .asked = memory,
        .open = WAYI_OPEN_AUTO,
        .weight = 1000};
    return wayi_best_first_agent_create(agent, config);
}

static void gateway_destroy(way_agent *agent)
{
    gateway_memory *memory = agent->memory;
    wayi_best_first_agent_destroy(agent);
    wayi_dead_ends_trip_fini(&memory->ends, &agent->allocator);
}

/// Turns to the goal of the trip, as far as what was prepared holds.
static way_status gateway_aim(way_agent *agent)
{
    gateway_memory *memory = agent->memory;
    const gateway_database *database = memory->database;
    const wayi_goal *goal = memory->goal;
    const bool plain = goal->kind == WAYI_GOAL_ONE &&
                       way_space_can_stand(agent->space, agent->start) &&
                       way_space_can_stand(agent->space, goal->state);
    memory->prunes =
        plain && database->ends.ground && wayi_dead_ends_hold(&database->ends, agent->space);
    memory->aimed =
        goal->kind == WAYI_GOAL_ONE && database->gates.ground && wayi_gates_hold(&database->gates);
    memory->revision = way_space_revision(database->ground);
    if (memory->aimed) {
        wayi_gates_aim(&database->gates, &memory->gates, goal->state);
    }
    if (!memory->prunes) {
        return WAY_STATUS_OK;
    }
    const way_status status =
        wayi_dead_ends_reserve(&database->ends, &memory->ends, &agent->allocator);
    if (status == WAY_STATUS_OK) {
        wayi_dead_ends_aim(&database->ends, &memory->ends, agent->start, goal->state);
    }
    return status;
}

static way_status gateway_begin(way_agent *agent)
{
    const gateway_memory *memory = agent->memory;
    const way_status status = memory->database->ground ? gateway_aim(agent) : WAY_STATUS_OK;
    return status == WAY_STATUS_OK ? wayi_best_first_agent_begin(agent) : status;
}

/// What was prepared says nothing of the map as it is now, unless it still holds.
static bool gateway_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                             uint64_t *work)
{
    gateway_memory *memory = agent->memory;
    if (memory->prunes || (memory->aimed && !wayi_gates_hold(&memory->database->gates))) {
        return false;
    }
    if (memory->aimed) {
        memory->revision = way_space_revision(memory->database->ground);
    }
    return wayi_best_first_agent_outlives(agent, rects, count, work);
}

const wayi_algorithm wayi_algorithm_gateway = {
    .info = {.name = "gateway",
             .title = "A* with gateways and dead ends",
             .family = "discrete",
             .summary = "A* whose estimate knows the gates between areas, or areas without exit",
             .reference = "Bjornsson, Halldorsson: Improved Heuristics for Optimal Path-finding on "
                          "Game Maps, AIIDE 2006",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(gateway_params)},
    .database.size = sizeof(gateway_database),
    .memory_size = sizeof(gateway_memory),
    .database.prepare = gateway_prepare,
    .database.discard = gateway_discard,
    .create = gateway_create,
    .destroy = gateway_destroy,
    .states_max = wayi_best_first_agent_states_max,
    .begin = gateway_begin,
    .step = wayi_best_first_agent_step,
    .outlives = gateway_outlives,
    .look_again = wayi_best_first_agent_look_again,
    .give_up = wayi_best_first_agent_give_up,
};
