// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Agents: one trip at a time, a bounded amount of work per step. Everything that is the same for
// all algorithms happens here: checking the trip, limits, partial paths, counting.
#include "search/trip/detour.h"
#include "search/trip/observer.h"
#include "search/trip/wide.h"
#include "space/grid.h"

/// Most moves that a trip which knows none leaves behind when it gives up.
#define AGENT_FIRST_MOVES 16u

/// Most expansions beyond its budget of a step that mends a path.
#define AGENT_MENDS 4096u

/// Lets the algorithm set up its memory.
static way_status agent_set_up(way_agent *agent)
{
    return agent->algorithm->create ? agent->algorithm->create(agent) : WAY_STATUS_OK;
}

/// Gives back the memory of the algorithm.
static void agent_forget(way_agent *agent)
{
    if (agent->memory && agent->algorithm->destroy) {
        agent->algorithm->destroy(agent);
    }
    wayi_free(&agent->allocator, agent->memory, 1, agent->algorithm->memory_size);
}

way_status way_agent_create(const way_agent_config *config, way_agent **out)
{
    if (!config || !config->navigator || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->observer && (!config->observer->events || !config->observer->capacity)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator source = wayi_allocator_or_default(config->allocator);
    way_agent *agent = wayi_alloc_zero(&source, 1, sizeof *agent);
    if (!agent) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_navigator *navigator = config->navigator;
    *agent = (way_agent){.algorithm = navigator->algorithm,
                         .navigator = navigator,
                         .home = navigator,
                         .space = navigator->space,
                         .observer = config->observer,
                         .outcome = WAY_OUTCOME_CANCELLED,
                         .cost = WAY_COST_MAX,
                         .store = config->store,
                         .capacity = config->capacity};
    const way_allocator allocator = wayi_meter_start(&agent->meter, &source);
    agent->allocator = allocator;
    wayi_goal_init(&agent->goal, agent->space, &allocator);
    wayi_path_buffer_init(&agent->path, &allocator);
    wayi_path_buffer_init(&agent->wishes, &allocator);
    wayi_path_buffer_init(&agent->told, &allocator);
    wayi_path_buffer_init(&agent->rest, &allocator);
    wayi_hash_table_init(&agent->walked, &allocator);
    agent->edges = wayi_alloc(&allocator, agent->space->degree_max, sizeof *agent->edges);
    agent->memory = wayi_alloc_zero(&allocator, 1, agent->algorithm->memory_size);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (agent->edges && agent->memory) {
        status = agent_set_up(agent);
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
    wayi_wide_end(agent);
    wayi_detour_close(agent);
    agent_forget(agent);
    wayi_free(&allocator, agent->edges, agent->space->degree_max, sizeof *agent->edges);
    wayi_goal_fini(&agent->goal);
    wayi_path_buffer_fini(&agent->path);
    wayi_free(&allocator, agent->runs.items, agent->runs.capacity, sizeof *agent->runs.items);
    wayi_path_buffer_fini(&agent->wishes);
    wayi_path_buffer_fini(&agent->told);
    wayi_path_buffer_fini(&agent->rest);
    wayi_hash_table_fini(&agent->walked);
    const way_allocator source = agent->meter.source;
    wayi_free(&source, agent, 1, sizeof *agent);
}

way_status wayi_agent_move(way_agent *agent, way_navigator *navigator)
{
    way_navigator *before = agent->navigator;
    void *old = agent->memory;
    void *memory = wayi_alloc_zero(&agent->allocator, 1, navigator->algorithm->memory_size);
    if (!memory) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_wide_end(agent);
    wayi_detour_close(agent);
    agent->outcome = WAY_OUTCOME_CANCELLED;
    agent->navigator = navigator;
    agent->algorithm = navigator->algorithm;
    agent->memory = memory;
    const way_status status = agent_set_up(agent);
    if (status == WAY_STATUS_OK) {
        agent->navigator = before; // which has to go
        agent->algorithm = before->algorithm;
        agent->memory = old;
    }
    agent_forget(agent);
    agent->navigator = status == WAY_STATUS_OK ? navigator : before;
    agent->algorithm = agent->navigator->algorithm;
    agent->memory = status == WAY_STATUS_OK ? memory : old;
    return status;
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

void wayi_agent_cut_to_nearest(way_agent *agent, const wayi_goal *goal)
{
    uint32_t kept = agent->deep + 1; // out of a blocked start, whatever it looks like
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = agent->deep; i < agent->path.count; i++) {
        const way_cost h = wayi_goal_distance(goal, agent->path.states[i]);
        if (h < least && way_space_can_stand(agent->space, agent->path.states[i])) {
            least = h;
            kept = i + 1;
        }
    }
    agent->path.count = kept;
    agent->cost = wayi_agent_whole_cost(agent);
}

// Stepping ----------------------------------------------------------------------------------------

/// The step from a state that looks best of those that lead nearer to the goal; to WAY_STATE_NONE
/// if there is none.
static way_edge agent_nearer(way_agent *agent, way_state from)
{
    way_edge best = {.to = WAY_STATE_NONE, .cost = 0};
    way_cost least = WAY_COST_MAX;
    const way_cost left = wayi_goal_distance(&agent->goal, from);
    const uint32_t degree = agent->space->type->expand(agent->space, from, agent->edges);
    for (uint32_t i = 0; degree != WAY_EXPAND_FULL && i < degree; i++) {
        const way_cost h = wayi_goal_distance(&agent->goal, agent->edges[i].to);
        const way_cost f = way_cost_add(h, agent->edges[i].cost);
        if (h < left && f < least) {
            least = f;
            best = agent->edges[i];
        }
    }
    agent->looked++;
    return best;
}

/// First moves towards the goal, for a trip that gives up before it knows any. Who is stuck stays.
static void agent_set_out(way_agent *agent)
{
    if (!way_space_can_stand(agent->space, agent->start)) {
        return;
    }
    way_edge next = agent_nearer(agent, agent->start);
    for (uint32_t i = 0; i < AGENT_FIRST_MOVES && next.to != WAY_STATE_NONE &&
                         wayi_agent_commit(agent, next.to, next.cost);
         i++) {
        next = agent_nearer(agent, next.to);
    }
}

void wayi_agent_drop_path(way_agent *agent)
{
    agent->path.count = 1;
    agent->runs = (wayi_runs){.items = agent->runs.items, .capacity = agent->runs.capacity};
    agent->deep = 0;
    agent->lead = 1;
    agent->cost = 0;
}

/// Ends a trip that hit a limit, with a path towards the goal if one was asked for.
static void agent_give_up(way_agent *agent, way_outcome outcome)
{
    void (*give_up)(way_agent *) = agent->far         ? wayi_wide_give_up
                                   : agent->detouring ? wayi_detour_give_up
                                   : agent->begun     ? agent->algorithm->give_up
                                                      : NULL;
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    if (outcome == WAY_OUTCOME_NO_PATH && !realtime && !(agent->partial && give_up)) {
        wayi_agent_drop_path(agent);
    }
    if (agent->partial && give_up) {
        give_up(agent);
        if (agent->path.count == 1 && agent->begun && outcome != WAY_OUTCOME_NO_PATH) {
            agent_set_out(agent);
        }
    }
    if (outcome == WAY_OUTCOME_NO_PATH && agent->deep && agent->path.count == agent->deep + 1) {
        wayi_agent_drop_path(agent); // who gets nowhere stays where it is
    }
    wayi_agent_unroll(agent);
    if (!realtime && agent->path.count > 1) {
        wayi_agent_cut_path(agent); // some of it may be older than the last edit
        agent->cost = wayi_agent_whole_cost(agent);
    }
    agent->outcome = outcome;
    wayi_wide_end(agent);
}

/// Whether a search that found nothing overlooked a way, for it costs more than 32 bits count: a
/// complete one should have found a goal that the space knows a walk to.
static bool agent_is_far(const way_agent *agent)
{
    const bool complete = agent->algorithm->info.traits & WAY_TRAIT_COMPLETE;
    if (agent->far || agent->detouring || !complete || !agent->space->type->is_reachable ||
        (agent->goal.kind == WAYI_GOAL_RANGE && !wayi_agent_knows_nearest(agent->space))) {
        return false;
    }
    return wayi_agent_leads(agent, wayi_agent_last(agent));
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

/// Searches until the budget is spent or the trip is over. What edits broke of a path is mended in
/// the same step, if that is possible with as much as way_agent_begin may do: by the next one other
/// pieces of it might be broken.
static way_outcome agent_work(way_agent *agent, uint32_t budget)
{
    uint32_t spare = AGENT_MENDS;
    const bool realtime = agent->algorithm->info.traits & WAY_TRAIT_REALTIME;
    for (;;) {
        const uint64_t before = agent->stats.expansions;
        way_outcome outcome = agent->far         ? wayi_wide_step(agent, budget)
                              : agent->detouring ? wayi_detour_step(agent, budget)
                                                 : agent->algorithm->step(agent, budget);
        const bool pieces = agent->algorithm->detours && agent->outlived;
        const bool doubtful = outcome == WAY_OUTCOME_NO_PATH
                                  ? agent->outlived && (!agent->detouring || agent->path.count > 1)
                                  : outcome == WAY_OUTCOME_ARRIVED && pieces;
        if (!agent->drifts && !agent->mends && !doubtful) {
            if (outcome == WAY_OUTCOME_ARRIVED && agent->outlived && !realtime && !agent->horizon) {
                wayi_agent_unroll(agent);
                const way_cost cost = wayi_agent_whole_cost(agent);
                agent->cost = cost == WAY_COST_MAX ? agent->cost : cost;
            }
            return outcome;
        }
        if (outcome == WAY_OUTCOME_MOVING) {
            return outcome;
        }
        outcome = wayi_agent_mend(agent, outcome);
        const uint64_t spent = agent->stats.expansions - before;
        budget -= spent < budget ? (uint32_t)spent : budget;
        if (outcome == WAY_OUTCOME_MOVING && agent->mends && spare) {
            budget = agent_limit_budget(agent, budget + spare);
            spare = 0;
        }
        if (outcome != WAY_OUTCOME_MOVING || budget == 0) {
            return outcome;
        }
    }
}

way_outcome way_agent_step(way_agent *agent, uint32_t budget)
{
    if (agent->outcome != WAY_OUTCOME_MOVING) {
        return agent->outcome;
    }
    const uint64_t before = agent->stats.expansions;
    const uint64_t looked = agent->looked;
    // A trip that goes on after a change may have spent everything before.
    if (agent->expansion_limit && before >= agent->expansion_limit) {
        agent_give_up(agent, WAY_OUTCOME_BUDGET);
        return agent->outcome;
    }
    budget = agent_limit_budget(agent, budget);
    if (agent->seeks || agent->told.count || way_space_revision(agent->space) != agent->revision) {
        budget = wayi_agent_catch_up(agent, budget);
        if (agent->outcome != WAY_OUTCOME_MOVING) {
            agent_give_up(agent, agent->outcome);
            return agent->outcome;
        }
    }
    way_outcome outcome = budget ? agent_work(agent, budget) : WAY_OUTCOME_MOVING;
    if (outcome == WAY_OUTCOME_NO_PATH && agent_is_far(agent)) {
        outcome = wayi_wide_begin(agent) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
    }
    agent->stats.steps++;
    const bool spent = agent->expansion_limit && agent->stats.expansions >= agent->expansion_limit;
    if (outcome == WAY_OUTCOME_ARRIVED) {
        agent->outcome = agent->arrival;
    } else if (outcome == WAY_OUTCOME_MOVING && spent) {
        agent_give_up(agent, WAY_OUTCOME_BUDGET);
    } else if (outcome == WAY_OUTCOME_MOVING) {
        agent->outcome = WAY_OUTCOME_MOVING;
    } else {
        agent_give_up(agent, outcome);
    }
    const uint64_t work = agent->stats.expansions - before + agent->looked - looked;
    agent->stats.step_work_max =
        work > agent->stats.step_work_max ? work : agent->stats.step_work_max;
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
    return agent->outcome == WAY_OUTCOME_MOVING && agent->begun
               ? agent->algorithm->set_lookahead(agent, expansions)
               : WAY_STATUS_WRONG_STATE;
}

/// Lets an algorithm that can make several moves at once; they count as steps.
static void agent_rush(way_agent *agent)
{
    if (!agent->algorithm->rush || !agent->begun || agent->outcome != WAY_OUTCOME_MOVING ||
        agent->observer || agent->expansion_limit ||
        way_space_revision(agent->space) != agent->revision) {
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

/// Whether there is no way and none was gone either.
static bool agent_has_nothing(const way_agent *agent)
{
    uint32_t count = 0;
    return agent->outcome == WAY_OUTCOME_NO_PATH && (way_agent_path(agent, &count), count == 1);
}

way_cost way_agent_cost(const way_agent *agent)
{
    return agent_has_nothing(agent) ? WAY_COST_MAX : agent->cost;
}

uint64_t way_agent_full_cost(const way_agent *agent)
{
    if (agent_has_nothing(agent)) {
        return UINT64_MAX;
    }
    if (agent->cost < WAY_COST_MAX) {
        return agent->cost;
    }
    wayi_agent_unroll((way_agent *)(uintptr_t)agent); // what others see stays the same
    const uint64_t sum = wayi_agent_path_sum(agent, agent->deep);
    return sum < UINT64_MAX ? agent->deep_cost + sum : UINT64_MAX;
}

way_state way_agent_goal(const way_agent *agent)
{
    const bool there =
        agent->outcome == WAY_OUTCOME_ARRIVED || agent->outcome == WAY_OUTCOME_PARTIAL;
    if (there && agent->path.count) {
        return wayi_agent_last(agent);
    }
    if (agent->detouring) {
        return wayi_detour_goal(agent);
    }
    const wayi_goal_kind kind = agent->mends ? agent->wish_kind : agent->goal.kind;
    const way_state state = agent->mends ? agent->wish_state : agent->goal.state;
    return kind == WAYI_GOAL_ONE ? state : agent->asked_goal;
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
        bool legal = wayi_agent_leads_out(agent, (uint32_t)i, agent->path.states[i + 1]);
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
    stats.states_max = agent->algorithm->states_max && !agent->detouring
                           ? agent->algorithm->states_max(agent)
                           : wayi_detour_states(agent);
    stats.bytes = sizeof *agent + (size_t)agent->meter.bytes;
    return stats;
}
