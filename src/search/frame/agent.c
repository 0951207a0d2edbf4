// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents: one trip at a time, a bounded amount of work per step. Everything that is the same for
// all algorithms happens here: checking the trip, limits, partial paths, counting.
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"
#include "space/grid.h"

#define AGENT_GOALS_MAX 65536u

way_status way_agent_create(const way_agent_config *config, way_agent **out)
{
    if (!config || !config->navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->observer && (!config->observer->events || !config->observer->capacity)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_agent *agent = wayi_alloc_zero(&allocator, 1, sizeof *agent);
    if (!agent) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_navigator *navigator = config->navigator;
    *agent = (way_agent){.algorithm = navigator->algorithm,
                         .navigator = navigator,
                         .space = navigator->space,
                         .observer = config->observer,
                         .outcome = WAY_OUTCOME_CANCELLED,
                         .cost = WAY_COST_MAX,
                         .store = config->store,
                         .capacity = config->capacity,
                         .allocator = allocator};
    wayi_goal_init(&agent->goal, agent->space, &allocator);
    wayi_path_buffer_init(&agent->path, &allocator);
    wayi_hash_table_init(&agent->walked, &allocator);
    agent->edges = wayi_alloc(&allocator, agent->space->degree_max, sizeof *agent->edges);
    agent->memory = wayi_alloc_zero(&allocator, 1, agent->algorithm->memory_size);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (agent->edges && agent->memory) {
        status = agent->algorithm->create(agent);
    }
    if (status != WAY_STATUS_OK) {
        way_agent_destroy(agent);
        return status;
    }
    *out = agent;
    return WAY_STATUS_OK;
}

void way_agent_destroy(way_agent *agent)
{
    if (!agent) {
        return;
    }
    const way_allocator allocator = agent->allocator;
    if (agent->memory) {
        agent->algorithm->destroy(agent);
    }
    wayi_free(&allocator, agent->memory, 1, agent->algorithm->memory_size);
    wayi_free(&allocator, agent->edges, agent->space->degree_max, sizeof *agent->edges);
    wayi_goal_fini(&agent->goal);
    wayi_path_buffer_fini(&agent->path);
    wayi_free(&allocator, agent->runs.items, agent->runs.capacity, sizeof *agent->runs.items);
    wayi_hash_table_fini(&agent->walked);
    wayi_free(&allocator, agent, 1, sizeof *agent);
}

bool wayi_agent_wants_sparse(const way_agent *agent)
{
    return agent->store == WAY_STORE_SPARSE ||
           (agent->store == WAY_STORE_AUTO && !wayi_space_is_dense(agent->space, agent->capacity));
}

void wayi_agent_tell_move(const way_agent *agent, way_state state)
{
    wayi_observer_write(agent->observer,
                        (way_event){WAY_EVENT_MOVE, state, WAY_STATE_NONE, agent->cost, 0});
}

bool wayi_agent_commit_chain(way_agent *agent, way_state last, wayi_parent_of parent_of)
{
    const uint32_t first = agent->path.count;
    for (way_state parent = parent_of(agent, last); parent != WAY_STATE_NONE;
         parent = parent_of(agent, last)) {
        if (!wayi_path_buffer_push(&agent->path, last)) {
            agent->path.count = first;
            return false;
        }
        last = parent;
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, first - 1));
    return true;
}

// Beginning a trip --------------------------------------------------------------------------------

static way_status agent_check_trip(const way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    const uint32_t traits = way_space_traits(space);
    if ((traits & agent->algorithm->info.needs) != agent->algorithm->info.needs) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if ((agent->algorithm->info.traits & WAY_TRAIT_PREPARED) &&
        !(agent->algorithm->info.traits & WAY_TRAIT_HANDLES_EDITS) &&
        (agent->navigator->repairing || agent->navigator->revision != way_space_revision(space))) {
        return WAY_STATUS_STALE;
    }
    if (!wayi_space_has(space, trip->start)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const bool any_goal = agent->algorithm->info.traits & WAY_TRAIT_ANY_GOAL;
    switch (trip->mode) {
    case WAY_GOAL_EXACT:
        return wayi_space_has(space, trip->goal) ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
    case WAY_GOAL_RANGE:
    case WAY_GOAL_ADJACENT:
        if (!wayi_space_has(space, trip->goal)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        if (trip->mode == WAY_GOAL_ADJACENT &&
            !(traits & (WAY_SPACE_SYMMETRIC | WAY_SPACE_REVERSIBLE))) {
            return WAY_STATUS_UNSUPPORTED;
        }
        return any_goal ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_NEAREST:
        if (!trip->goals || trip->goal_count == 0) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
        for (uint32_t i = 0; i < trip->goal_count && i < AGENT_GOALS_MAX; i++) {
            if (!wayi_space_has(space, trip->goals[i])) {
                return WAY_STATUS_OUT_OF_RANGE;
            }
        }
        if (trip->goal_count > AGENT_GOALS_MAX) {
            return WAY_STATUS_TOO_LARGE;
        }
        return any_goal ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    case WAY_GOAL_SPACE:
        return any_goal && (traits & WAY_SPACE_OWN_GOAL) ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    default:
        return WAY_STATUS_INVALID_ARGUMENT;
    }
}

bool wayi_agent_goal_works(const way_agent *agent, way_state start, way_state goal)
{
    return way_space_can_stand(agent->space, goal) &&
           wayi_space_may_reach(agent->space, start, goal);
}

/// Puts the nearest reachable state in place of `goal`; ends the trip if that is not wanted or
/// there is none.
static void agent_replace_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    const way_space *space = agent->space;
    way_state instead = WAY_STATE_NONE;
    if (trip->nearest_instead && space->type->nearest_reachable) {
        instead = space->type->nearest_reachable(space, trip->start, goal);
    }
    if (instead == WAY_STATE_NONE) {
        const bool seeks = trip->partial && agent->algorithm->seeks_unreachable;
        agent->outcome = seeks ? WAY_OUTCOME_MOVING : WAY_OUTCOME_NO_PATH;
        return;
    }
    wayi_goal_set_one(&agent->goal, instead);
    agent->arrival = WAY_OUTCOME_PARTIAL;
}

/// Adds a goal if it can be reached; false without memory.
static bool agent_add_goal(way_agent *agent, const way_trip *trip, way_state goal)
{
    return !wayi_agent_goal_works(agent, trip->start, goal) || wayi_goal_add(&agent->goal, goal);
}

/// Closes the set of goals; an empty one is replaced by what is nearest to `wish`.
static void agent_end_goals(way_agent *agent, const way_trip *trip, way_state wish)
{
    const uint32_t found = agent->goal.count;
    wayi_goal_end_set(&agent->goal);
    if (found == 0) {
        agent_replace_goal(agent, trip, wish);
    }
}

static way_status agent_set_nearest(way_agent *agent, const way_trip *trip)
{
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < trip->goal_count; i++) {
        if (!agent_add_goal(agent, trip, trip->goals[i])) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    agent_end_goals(agent, trip, trip->goals[0]);
    return WAY_STATUS_OK;
}

/// The states from which a step leads to the goal. In a symmetric space those are also the ones a
/// step from it leads to, which holds for a blocked goal as well.
static way_status agent_set_adjacent(way_agent *agent, const way_trip *trip)
{
    way_space *space = agent->space;
    // On a map with links that lead one way, links don't count at a blocked goal.
    const bool forth = (way_space_traits(space) & WAY_SPACE_SYMMETRIC) ||
                       (wayi_space_grid(space) && !way_space_can_stand(space, trip->goal));
    const uint32_t degree = forth ? space->type->expand(space, trip->goal, agent->edges)
                                  : space->type->expand_back(space, trip->goal, agent->edges);
    if (degree == WAY_EXPAND_FULL) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_goal_begin_set(&agent->goal);
    for (uint32_t i = 0; i < degree; i++) {
        if (!agent_add_goal(agent, trip, agent->edges[i].to)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    agent_end_goals(agent, trip, trip->goal);
    return WAY_STATUS_OK;
}

/// Whether the nearest reachable state tells if any lies within a range: not where links make
/// others nearer.
static bool agent_knows_nearest(const way_space *space)
{
    return space->type->nearest_reachable &&
           (!wayi_space_grid(space) || wayi_space_plain_grid(space));
}

/// A range holds a reachable state exactly if it holds the nearest reachable one.
static void agent_set_range(way_agent *agent, const way_trip *trip)
{
    const way_space *space = agent->space;
    wayi_goal_set_range(&agent->goal, trip->goal, trip->range);
    if (!agent_knows_nearest(space)) {
        return;
    }
    const way_state nearest = space->type->nearest_reachable(space, trip->start, trip->goal);
    if (nearest == WAY_STATE_NONE ||
        space->type->distance(space, nearest, trip->goal) > trip->range) {
        agent_replace_goal(agent, trip, trip->goal);
    }
}

static way_status agent_set_goal(way_agent *agent, const way_trip *trip)
{
    switch (trip->mode) {
    case WAY_GOAL_ADJACENT:
        return agent_set_adjacent(agent, trip);
    case WAY_GOAL_NEAREST:
        return agent_set_nearest(agent, trip);
    case WAY_GOAL_RANGE:
        agent_set_range(agent, trip);
        return WAY_STATUS_OK;
    case WAY_GOAL_SPACE:
        wayi_goal_set_space(&agent->goal);
        return WAY_STATUS_OK;
    default:
        wayi_goal_set_one(&agent->goal, trip->goal);
        if (trip->goal != trip->start && !wayi_agent_goal_works(agent, trip->start, trip->goal)) {
            agent_replace_goal(agent, trip, trip->goal);
        }
        return WAY_STATUS_OK;
    }
}

/// Whether some goal can be reached from an exit, as far as the space can tell.
static bool agent_exit_leads(const way_agent *agent, way_state exit)
{
    const way_space *space = agent->space;
    const wayi_goal *goal = &agent->goal;
    if (goal->kind == WAYI_GOAL_ONE) {
        return wayi_space_may_reach(space, exit, goal->state);
    }
    if (goal->kind == WAYI_GOAL_RANGE && agent_knows_nearest(space)) {
        const way_state nearest = space->type->nearest_reachable(space, exit, goal->state);
        return nearest != WAY_STATE_NONE && wayi_goal_is_reached(goal, nearest);
    }
    bool leads = goal->kind != WAYI_GOAL_SET;
    for (uint32_t i = 0; i < goal->count && !leads; i++) {
        leads = wayi_space_may_reach(space, exit, goal->states[i]);
    }
    return leads;
}

/// Leads out of a blocked start for algorithms that can't: by the exit that looks cheapest.
static way_status agent_leave_blocked_start(way_agent *agent)
{
    way_space *space = agent->space;
    if ((agent->algorithm->info.traits & WAY_TRAIT_BLOCKED_START) ||
        way_space_can_stand(space, agent->start) ||
        wayi_goal_is_reached(&agent->goal, agent->start)) {
        return WAY_STATUS_OK;
    }
    const uint32_t degree = space->type->expand(space, agent->start, agent->edges);
    way_edge exit = {WAY_STATE_NONE, 0};
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; degree != WAY_EXPAND_FULL && i < degree; i++) {
        const way_edge edge = agent->edges[i];
        const way_cost estimate =
            way_cost_add(edge.cost, wayi_goal_distance(&agent->goal, edge.to));
        if (estimate < least && agent_exit_leads(agent, edge.to)) {
            least = estimate;
            exit = edge;
        }
    }
    if (exit.to == WAY_STATE_NONE) {
        agent->outcome = WAY_OUTCOME_NO_PATH;
        return WAY_STATUS_OK;
    }
    agent->start = exit.to;
    return wayi_agent_commit(agent, exit.to, exit.cost) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_agent_reset(way_agent *agent, const way_trip *trip)
{
    wayi_path_buffer_clear(&agent->path);
    agent->runs.count = 0;
    agent->runs.unrolled = 0;
    agent->runs.rolled = 0;
    wayi_hash_table_clear(&agent->walked);
    agent->walked_count = 0;
    agent->stats = (way_stats){0};
    agent->start = trip->start;
    agent->asked_goal = trip->mode == WAY_GOAL_NEAREST ? WAY_STATE_NONE : trip->goal;
    agent->cost = 0;
    agent->outcome = WAY_OUTCOME_MOVING;
    agent->arrival = WAY_OUTCOME_ARRIVED;
    agent->partial = trip->partial;
    agent->nearest_instead = trip->nearest_instead;
    agent->begun = false;
    agent->expansion_limit = trip->expansion_limit;
    agent->revision = way_space_revision(agent->space);
}

way_status way_agent_begin(way_agent *agent, const way_trip *trip)
{
    if (!agent || !trip) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    way_status status = agent_check_trip(agent, trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_agent_reset(agent, trip);
    status = wayi_agent_commit(agent, trip->start, 0) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        status = agent_set_goal(agent, trip);
    }
    if (status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_MOVING) {
        status = agent_leave_blocked_start(agent);
    }
    if (status == WAY_STATUS_OK && agent->outcome == WAY_OUTCOME_MOVING) {
        status = agent->algorithm->begin(agent);
        agent->begun = true;
    }
    if (status != WAY_STATUS_OK) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
    return status;
}

// Stepping ----------------------------------------------------------------------------------------

static bool agent_is_stale(const way_agent *agent)
{
    return !(agent->algorithm->info.traits & WAY_TRAIT_HANDLES_EDITS) &&
           way_space_revision(agent->space) != agent->revision;
}

/// Ends a trip that hit a limit, with a path towards the goal if one was asked for.
static void agent_give_up(way_agent *agent, way_outcome outcome)
{
    if (agent->partial && agent->algorithm->give_up) {
        agent->algorithm->give_up(agent);
    }
    agent->outcome = outcome;
}

/// What a search that found nothing comes to: a goal that a complete one should have found, for the
/// space knows a walk to it, costs more than can be counted.
static way_outcome agent_no_path(const way_agent *agent)
{
    const bool complete = agent->algorithm->info.traits & WAY_TRAIT_COMPLETE;
    if (agent->goal.kind == WAYI_GOAL_RANGE && !agent_knows_nearest(agent->space)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const way_state place = agent->path.states[agent->path.count - 1];
    return complete && agent->space->type->is_reachable && agent_exit_leads(agent, place)
               ? WAY_OUTCOME_TOO_FAR
               : WAY_OUTCOME_NO_PATH;
}

static uint32_t agent_limit_budget(const way_agent *agent, uint32_t budget)
{
    budget = budget ? budget : 1;
    if (!agent->expansion_limit) {
        return budget;
    }
    const uint64_t left = agent->expansion_limit - agent->stats.expansions;
    return left < budget ? (uint32_t)left : budget;
}

way_outcome way_agent_step(way_agent *agent, uint32_t budget)
{
    if (agent->outcome != WAY_OUTCOME_MOVING) {
        return agent->outcome;
    }
    if (agent_is_stale(agent)) {
        return agent->outcome = WAY_OUTCOME_STALE;
    }
    const uint64_t before = agent->stats.expansions;
    // A trip that goes on after a change may have spent everything before.
    if (agent->expansion_limit && before >= agent->expansion_limit) {
        agent_give_up(agent, WAY_OUTCOME_BUDGET);
        return agent->outcome;
    }
    const way_outcome outcome = agent->algorithm->step(agent, agent_limit_budget(agent, budget));
    const uint64_t work = agent->stats.expansions - before;
    agent->stats.steps++;
    agent->stats.step_work_max =
        work > agent->stats.step_work_max ? work : agent->stats.step_work_max;
    const bool spent = agent->expansion_limit && agent->stats.expansions >= agent->expansion_limit;
    if (outcome == WAY_OUTCOME_ARRIVED) {
        agent->outcome = agent->arrival;
    } else if (outcome == WAY_OUTCOME_MOVING && spent) {
        agent_give_up(agent, WAY_OUTCOME_BUDGET);
    } else if (outcome == WAY_OUTCOME_MOVING) {
        agent->outcome = WAY_OUTCOME_MOVING;
    } else {
        agent_give_up(agent, outcome == WAY_OUTCOME_NO_PATH ? agent_no_path(agent) : outcome);
    }
    return agent->outcome;
}

way_status way_agent_set_lookahead(way_agent *agent, uint32_t expansions)
{
    if (!agent || expansions == 0) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!agent->algorithm->set_lookahead) {
        return WAY_STATUS_UNSUPPORTED;
    }
    return agent->outcome == WAY_OUTCOME_MOVING ? agent->algorithm->set_lookahead(agent, expansions)
                                                : WAY_STATUS_WRONG_STATE;
}

/// Lets an algorithm that can make several moves at once; they count as steps.
static void agent_rush(way_agent *agent)
{
    if (!agent->algorithm->rush || agent->outcome != WAY_OUTCOME_MOVING || agent->observer ||
        agent->expansion_limit || agent_is_stale(agent)) {
        return;
    }
    const uint32_t moves = agent->algorithm->rush(agent);
    agent->stats.steps += moves;
    agent->stats.expansions += moves;
    if (moves && agent->stats.step_work_max == 0) {
        agent->stats.step_work_max = 1;
    }
}

way_outcome way_agent_run(way_agent *agent)
{
    do {
        agent_rush(agent);
    } while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_MOVING);
    return agent->outcome;
}

void way_agent_cancel(way_agent *agent)
{
    if (agent->outcome == WAY_OUTCOME_MOVING) {
        agent->outcome = WAY_OUTCOME_CANCELLED;
    }
}

// Asking ------------------------------------------------------------------------------------------

way_outcome way_agent_outcome(const way_agent *agent)
{
    return agent->outcome;
}

const way_state *way_agent_path(const way_agent *agent, uint32_t *count)
{
    wayi_agent_unroll((way_agent *)(uintptr_t)agent); // what others see stays the same
    if (count) {
        *count = agent->path.count;
    }
    return agent->path.states;
}

way_cost way_agent_cost(const way_agent *agent)
{
    const bool none =
        agent->outcome == WAY_OUTCOME_NO_PATH || agent->outcome == WAY_OUTCOME_TOO_FAR;
    return none ? WAY_COST_MAX : agent->cost;
}

way_state way_agent_goal(const way_agent *agent)
{
    const bool there =
        agent->outcome == WAY_OUTCOME_ARRIVED || agent->outcome == WAY_OUTCOME_PARTIAL;
    if (there && agent->path.count) {
        return wayi_agent_last(agent);
    }
    return agent->goal.kind == WAYI_GOAL_ONE ? agent->goal.state : agent->asked_goal;
}

bool way_agent_path_holds(const way_agent *agent, uint32_t from)
{
    wayi_agent_unroll((way_agent *)(uintptr_t)agent);
    for (uint64_t i = from; i + 1 < agent->path.count; i++) {
        if (!wayi_space_has(agent->space, agent->path.states[i])) {
            return false; // the space has forgotten it
        }
        const uint32_t degree =
            agent->space->type->expand(agent->space, agent->path.states[i], agent->edges);
        bool legal = false;
        for (uint32_t k = 0; degree != WAY_EXPAND_FULL && k < degree && !legal; k++) {
            legal = agent->edges[k].to == agent->path.states[i + 1];
        }
        if (!legal) {
            return false;
        }
    }
    return true;
}

void wayi_agent_count_revisits(way_agent *agent)
{
    wayi_agent_unroll(agent);
    while (agent->walked_count < agent->path.count) {
        const way_state state = agent->path.states[agent->walked_count];
        uint32_t *visits = wayi_hash_table_get_or_add(&agent->walked, state, 0);
        if (!visits) {
            return;
        }
        agent->walked_count++;
        agent->stats.revisits += *visits > 0;
        ++*visits;
    }
}

way_stats way_agent_stats(const way_agent *agent)
{
    if (agent->algorithm->info.traits & WAY_TRAIT_REALTIME) {
        // Nothing that others can see changes.
        wayi_agent_count_revisits((way_agent *)(uintptr_t)agent);
    }
    way_stats stats = agent->stats;
    stats.states_max = agent->algorithm->states_max ? agent->algorithm->states_max(agent) : 0;
    stats.bytes =
        sizeof *agent + agent->algorithm->memory_size + agent->algorithm->memory_bytes(agent) +
        agent->space->degree_max * sizeof *agent->edges +
        agent->path.capacity * sizeof *agent->path.states +
        agent->runs.capacity * sizeof *agent->runs.items +
        agent->goal.capacity * sizeof *agent->goal.states + wayi_hash_table_bytes(&agent->walked);
    return stats;
}
