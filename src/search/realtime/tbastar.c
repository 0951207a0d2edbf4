// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// TBA*: one A* from the start, sliced over the moves. Between slices the way to the most promising
// state is traced back through the parents, a bounded number per move, and followed; an agent that
// finds itself beside the new way backs up along its own parents until it meets it, at the start at
// the latest. No learning, no scrubbing; with a large slice the walk is optimal.
//
// A trace writes "next" marks into the nodes as it goes, in one of two sets, so that a finished way
// can be followed while the next one is being traced. Backing up takes steps against their
// direction: symmetric spaces only. The tracing budget is never less than what the first slice can
// need, so that the agent moves from the start.
//
// Bjornsson, Bulitko, Sturtevant: TBA*: Time-Bounded A*, 2009.
#include "core/heap.h"
#include "core/nodes.h"
#include "search/algorithm.h"
#include "search/observer.h"

enum { TBASTAR_LOOKAHEAD, TBASTAR_SHARE, TBASTAR_RATIO };

static const way_param tbastar_params[] = {
    [TBASTAR_LOOKAHEAD] = {"lookahead", "work per move, in expansions", WAY_PARAM_INTEGER, 50, 1,
                           1 << 24, NULL},
    [TBASTAR_SHARE] = {"share", "part of it that goes into expansions, not tracing",
                       WAY_PARAM_RATIO, 900, 1, 1000, NULL},
    [TBASTAR_RATIO] = {"ratio", "traced states that cost as much as one expansion",
                       WAY_PARAM_INTEGER, 10, 1, 1000, NULL},
};

typedef struct tbastar_node {
    uint32_t stamp;
    way_cost g;
    way_state parent;
    uint32_t closed;
    uint32_t trace[2]; ///< number of the trace that marked it, in either set
    way_state next[2]; ///< where that trace leads from here
    way_cost next_cost[2];
} tbastar_node;

static const tbastar_node tbastar_blank = {.g = WAY_COST_MAX, .parent = WAY_STATE_NONE};

typedef struct tbastar_memory {
    wayi_nodes nodes;
    wayi_heap open;
    uint32_t expanded; ///< in this slice
    uint32_t trace;    ///< number of the newest trace; its set is its lowest bit
    uint32_t follow;   ///< number of the finished trace that is followed; 0 = none
    way_state tracing; ///< where the running trace is, or WAY_STATE_NONE
    way_state goal;    ///< once it was expanded
    bool final;        ///< the way to the goal is being followed
    bool final_trace;  ///< the running trace is that of the goal
} tbastar_memory;

static way_status tbastar_create(way_agent *agent)
{
    tbastar_memory *memory = agent->memory;
    wayi_heap_init(&memory->open, &agent->allocator);
    const wayi_nodes_config config = {.blank = &tbastar_blank,
                                      .stride = sizeof tbastar_blank,
                                      .id_count = agent->space->state_count,
                                      .limit = agent->capacity,
                                      .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&memory->nodes, &config, &agent->allocator);
}

static void tbastar_destroy(way_agent *agent)
{
    tbastar_memory *memory = agent->memory;
    wayi_nodes_fini(&memory->nodes);
    wayi_heap_fini(&memory->open);
}

static size_t tbastar_bytes(const way_agent *agent)
{
    const tbastar_memory *memory = agent->memory;
    return wayi_nodes_bytes(&memory->nodes) + memory->open.capacity * sizeof *memory->open.items;
}

static tbastar_node *tbastar_node_of(const tbastar_memory *memory, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&memory->nodes, state, sizeof(tbastar_node));
    return wayi_nodes_at(&memory->nodes, slot, sizeof(tbastar_node));
}

static bool tbastar_push(way_agent *agent, way_state state, uint32_t slot, way_cost g)
{
    tbastar_memory *memory = agent->memory;
    const uint64_t f = way_cost_add(g, wayi_goal_distance(&agent->goal, state));
    agent->stats.heap_pushes++;
    return wayi_heap_push(&memory->open, (wayi_heap_item){f << 32 | (uint32_t)~g, state, slot});
}

static way_status tbastar_begin(way_agent *agent)
{
    tbastar_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->nodes);
    wayi_heap_clear(&memory->open);
    memory->expanded = 0;
    memory->trace = 0;
    memory->follow = 0;
    memory->tracing = WAY_STATE_NONE;
    memory->goal = WAY_STATE_NONE;
    memory->final = false;
    memory->final_trace = false;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, agent->start, sizeof(tbastar_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    ((tbastar_node *)wayi_nodes_at(&memory->nodes, slot, sizeof(tbastar_node)))->g = 0;
    return tbastar_push(agent, agent->start, slot, 0) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// The search
// ---------------------------------------------------------------------------------------

/// Expansions per move.
static uint32_t tbastar_slice(const way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    const uint64_t slice =
        (uint64_t)params[TBASTAR_LOOKAHEAD] * (uint64_t)params[TBASTAR_SHARE] / 1000;
    return slice > 1 ? (uint32_t)slice : 1;
}

static void tbastar_report(const way_agent *agent, way_event_kind kind, way_state state,
                           const tbastar_node *node)
{
    if (agent->observer) {
        wayi_observer_write(
            agent->observer,
            (way_event){kind, state, node->parent, node->g,
                        way_cost_add(node->g, wayi_goal_distance(&agent->goal, state))});
    }
}

static bool tbastar_relax(way_agent *agent, way_state origin, way_cost origin_g, way_edge edge)
{
    tbastar_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, edge.to, sizeof(tbastar_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    tbastar_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    const way_cost g = way_cost_add(origin_g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    node->g = g;
    node->parent = origin;
    agent->stats.generations++;
    tbastar_report(agent, WAY_EVENT_GENERATE, edge.to, node);
    return tbastar_push(agent, edge.to, slot, g);
}

/// Drops stale entries; false when nothing is left to expand.
static bool tbastar_settle_top(way_agent *agent)
{
    tbastar_memory *memory = agent->memory;
    while (memory->open.count > 0) {
        const tbastar_node *node =
            wayi_nodes_at(&memory->nodes, memory->open.items[0].slot, sizeof *node);
        if (!node->closed) {
            return true;
        }
        wayi_heap_pop(&memory->open);
        agent->stats.heap_pops++;
    }
    return false;
}

static bool tbastar_expand(way_agent *agent, wayi_heap_item item)
{
    tbastar_memory *memory = agent->memory;
    tbastar_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
    const way_cost g = node->g;
    node->closed = 1;
    memory->expanded++;
    agent->stats.expansions++;
    tbastar_report(agent, WAY_EVENT_EXPAND, item.id, node);
    if (wayi_goal_is_reached(&agent->goal, item.id)) {
        memory->goal = item.id;
        return true;
    }
    const uint32_t count = agent->space->type->expand(agent->space, item.id, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (!tbastar_relax(agent, item.id, g, agent->edges[i])) {
            return false;
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// Goes on with the slice; ARRIVED when it is complete.
static way_outcome tbastar_search(way_agent *agent, uint32_t budget)
{
    tbastar_memory *memory = agent->memory;
    while (memory->goal == WAY_STATE_NONE && memory->expanded < tbastar_slice(agent)) {
        if (!tbastar_settle_top(agent)) {
            return WAY_OUTCOME_NO_PATH;
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const wayi_heap_item item = wayi_heap_pop(&memory->open);
        agent->stats.heap_pops++;
        if (!tbastar_expand(agent, item)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_ARRIVED;
}

// Tracing and walking
// ------------------------------------------------------------------------------

/// Starts a trace at the goal or at the most promising open state; false if there is none.
static bool tbastar_start_trace(way_agent *agent)
{
    tbastar_memory *memory = agent->memory;
    memory->final_trace = memory->goal != WAY_STATE_NONE;
    if (!memory->final_trace && !tbastar_settle_top(agent)) {
        return false;
    }
    memory->tracing = memory->final_trace ? memory->goal : memory->open.items[0].id;
    memory->trace++;
    tbastar_node *node = tbastar_node_of(memory, memory->tracing);
    node->trace[memory->trace & 1u] = memory->trace;
    node->next[memory->trace & 1u] = WAY_STATE_NONE;
    return true;
}

/// Traces up to `budget` states back towards the start, or to where the agent stands.
static void tbastar_run_trace(way_agent *agent, way_state here, uint64_t budget)
{
    tbastar_memory *memory = agent->memory;
    if (memory->final || (memory->tracing == WAY_STATE_NONE && !tbastar_start_trace(agent))) {
        return;
    }
    const uint32_t set = memory->trace & 1u;
    for (; budget > 0; budget--) {
        if (memory->tracing == here || memory->tracing == agent->start) {
            memory->follow = memory->trace;
            memory->final = memory->final_trace;
            memory->tracing = WAY_STATE_NONE;
            return;
        }
        const tbastar_node *node = tbastar_node_of(memory, memory->tracing);
        tbastar_node *parent = tbastar_node_of(memory, node->parent);
        parent->trace[set] = memory->trace;
        parent->next[set] = memory->tracing;
        parent->next_cost[set] = node->g - parent->g;
        memory->tracing = node->parent;
    }
}

/// One step along the way that is followed, or back towards it; false without memory.
static bool tbastar_walk(way_agent *agent, way_state here)
{
    const tbastar_memory *memory = agent->memory;
    const tbastar_node *node = tbastar_node_of(memory, here);
    const uint32_t set = memory->follow & 1u;
    if (memory->follow && node->trace[set] == memory->follow && node->next[set] != WAY_STATE_NONE) {
        return wayi_agent_commit(agent, node->next[set], node->next_cost[set]);
    }
    if (node->parent == WAY_STATE_NONE) {
        return true; // at the start with nothing to follow: wait
    }
    const way_cost cost = node->g - tbastar_node_of(memory, node->parent)->g;
    return wayi_agent_commit(agent, node->parent, cost);
}

static way_outcome tbastar_step(way_agent *agent, uint32_t budget)
{
    tbastar_memory *memory = agent->memory;
    const way_state here = agent->path.states[agent->path.count - 1];
    if (wayi_goal_is_reached(&agent->goal, here)) {
        return WAY_OUTCOME_ARRIVED;
    }
    const way_outcome outcome = tbastar_search(agent, budget);
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    const uint64_t slice = tbastar_slice(agent);
    const uint64_t left = (uint64_t)agent->navigator->params[TBASTAR_LOOKAHEAD] - slice;
    const uint64_t tracing = left * (uint64_t)agent->navigator->params[TBASTAR_RATIO];
    tbastar_run_trace(agent, here, tracing > slice + 2 ? tracing : slice + 2);
    memory->expanded = 0;
    if (!tbastar_walk(agent, here)) {
        return WAY_OUTCOME_CAPACITY;
    }
    const way_state there = agent->path.states[agent->path.count - 1];
    return wayi_goal_is_reached(&agent->goal, there) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
}

const wayi_algorithm wayi_algorithm_tbastar = {
    .info = {.name = "tbastar",
             .title = "TBA*",
             .family = "realtime",
             .summary = "One A* sliced over the moves; walks towards its best guess meanwhile",
             .reference = "Bjornsson, Bulitko, Sturtevant: TBA*: Time-Bounded A*, 2009",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_ANY_GOAL,
             .needs = WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT,
             .params = tbastar_params,
             .param_count = sizeof tbastar_params / sizeof *tbastar_params},
    .memory_size = sizeof(tbastar_memory),
    .create = tbastar_create,
    .destroy = tbastar_destroy,
    .memory_bytes = tbastar_bytes,
    .begin = tbastar_begin,
    .step = tbastar_step,
};
