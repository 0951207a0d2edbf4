// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Backward A* from scratch: the search that D* Lite repairs, without the repair. A walker with it
// throws everything away at each change and searches again from the goal to where the unit is. The
// yardstick for the incremental searches.
//
// Invariant: that of A*; a state's parent is the next state on its way to the goal.
//
// Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths,
// 1968.
#include "search/engine/best_first.h"
#include "search/trip/algorithm.h"

enum { BACKWARD_OPEN };

static const way_param backward_params[] = {
    [BACKWARD_OPEN] = {"open", "open list; auto: buckets on grids, elsewhere a 4-ary heap",
                       WAY_PARAM_CHOICE, WAYI_OPEN_AUTO, 0, WAYI_OPEN_AUTO, wayi_open_names},
};

typedef struct backward_memory {
    wayi_best_first search;
    way_edge *exits; ///< [degree_max] steps out of a blocked place
    wayi_goal place; ///< where the search ends: at the unit
} backward_memory;

static way_status backward_create(way_agent *agent)
{
    backward_memory *memory = agent->memory;
    memory->exits = wayi_alloc(&agent->allocator, agent->space->degree_max, sizeof *memory->exits);
    if (!memory->exits) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_goal_init(&memory->place, agent->space, &agent->allocator);
    const wayi_best_first_config config = {
        .space = agent->space,
        .goal = &memory->place,
        .observer = agent->observer,
        .edges = agent->edges,
        .stats = &agent->stats,
        .estimate = WAYI_ESTIMATE_COST,
        .open = (wayi_open_kind)agent->navigator->params[BACKWARD_OPEN],
        .weight = 1000,
        .backward = true,
        .nodes = wayi_agent_nodes(agent, NULL, 0)};
    return wayi_best_first_init(&memory->search, &config, &agent->allocator);
}

static void backward_destroy(way_agent *agent)
{
    backward_memory *memory = agent->memory;
    WAYI_FREE(&agent->allocator, memory->exits, agent->space->degree_max);
    if (memory->place.space) {
        wayi_best_first_fini(&memory->search);
    }
}

/// Joins a blocked place to those where one leaves it: a search from the goal does not find it
/// otherwise.
static void backward_open_gate(way_agent *agent)
{
    backward_memory *memory = agent->memory;
    way_space *space = agent->space;
    if (way_space_can_stand(space, agent->start)) {
        return;
    }
    const uint32_t count = space->type->expand(space, agent->start, memory->exits);
    memory->search.exits = memory->exits;
    memory->search.exit_count = count == WAY_EXPAND_FULL ? 0 : count;
    memory->search.left = agent->start;
    for (uint32_t i = 0; i < memory->search.exit_count; i++) {
        const way_edge exit = memory->exits[i];
        const way_cost distance = space->type->estimate(space, exit.to, agent->start);
        if (distance > exit.cost && distance - exit.cost > memory->search.slack) {
            memory->search.slack = distance - exit.cost;
        }
    }
}

static way_status backward_begin(way_agent *agent)
{
    backward_memory *memory = agent->memory;
    wayi_goal_set_one(&memory->place, agent->start);
    wayi_best_first_clear(&memory->search);
    backward_open_gate(agent);
    return wayi_best_first_add(&memory->search, agent->goal.state, 0) ? WAY_STATUS_OK
                                                                      : WAY_STATUS_NO_MEMORY;
}

/// Lays the path out; false without memory.
static bool backward_lay_path(way_agent *agent)
{
    const backward_memory *memory = agent->memory;
    for (way_state state = agent->start; state != agent->goal.state;) {
        state = wayi_best_first_parent(&memory->search, state);
        if (!wayi_path_buffer_push(&agent->path, state)) {
            return false;
        }
    }
    return true;
}

static way_outcome backward_step(way_agent *agent, uint32_t budget)
{
    backward_memory *memory = agent->memory;
    way_state reached = WAY_STATE_NONE;
    const way_outcome outcome = wayi_best_first_step(&memory->search, budget, &reached);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    const uint32_t before = agent->path.count;
    if (!backward_lay_path(agent)) {
        agent->path.count = before;
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost =
        way_cost_add(agent->cost, wayi_best_first_cost(&memory->search, agent->start, false));
    return WAY_OUTCOME_FOUND;
}

static bool backward_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                              uint64_t *work)
{
    const backward_memory *memory = agent->memory;
    return wayi_best_first_outlives(&memory->search, rects, count, work);
}

static void backward_look_again(way_agent *agent, const way_rect *rects, uint32_t count)
{
    backward_memory *memory = agent->memory;
    wayi_best_first_look_again(&memory->search, rects, count);
}

const wayi_algorithm wayi_algorithm_backward = {
    .info = {.name = "backward",
             .title = "Backward A*",
             .family = "incremental",
             .summary = "A* from the goal to the unit, from scratch each time: the yardstick",
             .reference =
                 "Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of "
                 "Minimum Cost Paths, 1968",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_HANDLES_EDITS |
                       WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(backward_params)},
    .memory_size = sizeof(backward_memory),
    .create = backward_create,
    .destroy = backward_destroy,
    .begin = backward_begin,
    .step = backward_step,
    .outlives = backward_outlives,
    .look_again = backward_look_again,
};
