// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D* and Focused D*: the first planners that repaired their paths. Costs to the goal spread from
// the goal; a change puts the states around it back on the open list, and two kinds of waves run
// from there: raise waves for costs that grew, lower waves for costs that fell.
//
// Invariant: following back pointers from a closed state leads to the goal at the state's cost, or
// over a state on the open list whose key, the least cost it has had there, is below that cost.
// When no key is below the unit's cost, the unit's cost is the best.
//
// Focused: open states are ordered by key plus estimate from the unit, and a bias that grows as it
// walks keeps old keys comparable. What is stale when it is taken is put back.
//
// Stentz: Optimal and Efficient Path Planning for Partially-Known Environments, 1994; The Focussed
// D* Algorithm for Real-Time Replanning, 1995.
//
// Deviations: a step that is gone has no cost that could spread, so the states at a change compare
// their cost with their back pointer's at once instead of hearing of it.
#include "core/indexed_heap.h"
#include "core/nodes.h"
#include "search/engine/search_tree.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"
#include "space/ground.h"

enum { DSTAR_FOCUSED };

/// States that are put back for the price of an expansion.
#define DSTAR_REQUEUES 4u

static const way_param dstar_params[] = {
    [DSTAR_FOCUSED] = {"focused", "focused on the unit", WAY_PARAM_SWITCH, 1, 0, 1, NULL},
};

/// A state is open if it is in the heap, closed if it has a cost and is not, else new.
typedef struct dstar_node {
    uint32_t stamp;
    way_cost cost;  ///< to the goal, over `next`
    way_cost key;   ///< while open: the least cost since it was opened
    way_state next; ///< back pointer: where to go from here
} dstar_node;

static const dstar_node dstar_blank = {
    .cost = WAY_COST_MAX, .key = WAY_COST_MAX, .next = WAY_STATE_NONE};

typedef struct dstar_memory {
    wayi_nodes nodes;
    wayi_indexed_heap open;
    wayi_path_buffer scratch;
    wayi_ground_aim aim; ///< the ground as it is, and the unit on it: set where keys are made
    way_state aimed;     ///< where the unit was when keys were made
    uint64_t walked;     ///< since then
    uint64_t bias;
    bool biased;       ///< keys on the open list may be below the true ones
    uint32_t requeued; ///< put back for it, and not counted as work yet
    uint32_t scale;    ///< of the estimates in the keys
    way_edge *exits;   ///< [degree_max] steps out of a blocked start
    uint32_t exit_count;
    way_state left; ///< what they lead out of
    way_cost slack; ///< by which estimates to it may be too high
    bool full;
} dstar_memory;

/// The state being processed.
typedef struct dstar_origin {
    way_state state;
    way_cost cost;
    way_cost key;
    wayi_key priority;
} dstar_origin;

static way_status dstar_create(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    wayi_indexed_heap_init(&memory->open, &agent->allocator);
    wayi_path_buffer_init(&memory->scratch, &agent->allocator);
    memory->exits = wayi_alloc(&agent->allocator, agent->space->degree_max, sizeof *memory->exits);
    if (!memory->exits) {
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_agent_open_nodes(agent, &memory->nodes, &dstar_blank, sizeof dstar_blank);
}

static void dstar_destroy(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    WAYI_FREE(&agent->allocator, memory->exits, agent->space->degree_max);
    if (!memory->nodes.blank) {
        return; // never set up
    }
    wayi_nodes_fini(&memory->nodes);
    wayi_indexed_heap_fini(&memory->open);
    wayi_path_buffer_fini(&memory->scratch);
}

static dstar_node *dstar_at(const dstar_memory *memory, uint32_t slot)
{
    return wayi_nodes_at(&memory->nodes, slot, sizeof(dstar_node));
}

static uint32_t dstar_find(const dstar_memory *memory, way_state state)
{
    return wayi_nodes_find(&memory->nodes, state, sizeof(dstar_node));
}

static way_cost dstar_cost(const dstar_memory *memory, way_state state)
{
    const uint32_t slot = dstar_find(memory, state);
    return slot == WAYI_SLOT_NONE ? WAY_COST_MAX : dstar_at(memory, slot)->cost;
}

/// How urgent a state of a given cost or key is.
static wayi_key dstar_priority(const way_agent *agent, way_state state, way_cost cost)
{
    const dstar_memory *memory = agent->memory;
    if (!agent->navigator->params[DSTAR_FOCUSED] || cost == WAY_COST_MAX) {
        return (wayi_key){cost == WAY_COST_MAX ? UINT64_MAX - 1 : cost, cost};
    }
    const wayi_ground_aim *aim = &memory->aim;
    const way_cost estimate = aim->flat
                                  ? wayi_ground_distance_to(&aim->ground, state, aim->x, aim->y)
                                  : agent->space->type->estimate(agent->space, agent->start, state);
    const way_cost sure = estimate > memory->slack ? estimate - memory->slack : 0;
    return (wayi_key){cost + memory->bias + sure, cost};
}

/// Opens a state with a cost over `next`.
static void dstar_insert(way_agent *agent, way_state state, way_cost cost, way_state next)
{
    dstar_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, state, sizeof(dstar_node));
    if (slot == WAYI_SLOT_NONE) {
        memory->full = true;
        return;
    }
    dstar_node *node = dstar_at(memory, slot);
    const bool open = wayi_indexed_heap_has(&memory->open, slot);
    const bool again = node->cost != WAY_COST_MAX || node->next != WAY_STATE_NONE;
    const bool better = cost < node->cost;
    const way_cost before = open ? node->key : node->cost;
    node->key = before < cost ? before : cost;
    node->cost = cost;
    node->next = next;
    if (better) {
        agent->stats.generations++;
        agent->stats.reopenings += again;
        wayi_agent_report(agent, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, state, node->next,
                          node->cost, 0);
    }
    agent->stats.heap_pushes++;
    const uint32_t order = wayi_nodes_order(&memory->nodes, state, slot);
    memory->full |= !wayi_indexed_heap_set(
        &memory->open, (wayi_indexed_item){dstar_priority(agent, state, node->key), order, slot});
}

/// Opens a known state as it is.
static void dstar_reopen(way_agent *agent, way_state state)
{
    const dstar_memory *memory = agent->memory;
    const dstar_node *node = dstar_at(memory, dstar_find(memory, state));
    dstar_insert(agent, state, node->cost, node->next);
}

/// Makes a state new again.
static void dstar_forget(dstar_memory *memory, way_state state)
{
    const uint32_t slot = dstar_find(memory, state);
    if (slot != WAYI_SLOT_NONE) {
        wayi_indexed_heap_remove(&memory->open, slot);
        const uint32_t stamp = dstar_at(memory, slot)->stamp;
        *dstar_at(memory, slot) = dstar_blank;
        dstar_at(memory, slot)->stamp = stamp;
    }
}

/// A blocked start that was left, or freed, is nobody's neighbour any more.
static void dstar_close_gate(dstar_memory *memory)
{
    if (memory->exit_count) {
        dstar_forget(memory, memory->left);
    }
    memory->exit_count = 0;
}

/// Sees whether the start is blocked, and joins it to the places where one leaves it.
static void dstar_open_gate(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    way_space *space = agent->space;
    const way_cost slack = memory->slack;
    dstar_close_gate(memory);
    memory->biased |= slack != 0;
    memory->slack = 0;
    if (way_space_can_stand(space, agent->start) || agent->start == agent->goal.state) {
        return;
    }
    const uint32_t count = space->type->expand(space, agent->start, memory->exits);
    memory->full |= count == WAY_EXPAND_FULL;
    memory->exit_count = count == WAY_EXPAND_FULL ? 0 : count;
    memory->left = agent->start;
    way_edge best = {WAY_STATE_NONE, WAY_COST_MAX};
    for (uint32_t i = 0; i < memory->exit_count; i++) {
        const way_edge exit = memory->exits[i];
        const way_cost distance = space->type->estimate(space, agent->start, exit.to);
        const way_cost over = way_cost_add(exit.cost, dstar_cost(memory, exit.to));
        if (distance > exit.cost && distance - exit.cost > memory->slack) {
            memory->slack = distance - exit.cost;
        }
        best = over < best.cost ? (way_edge){exit.to, over} : best;
    }
    memory->bias += memory->slack > slack ? memory->slack - slack : 0;
    memory->biased |= memory->slack != slack;
    if (best.to != WAY_STATE_NONE) {
        dstar_insert(agent, agent->start, best.cost, best.to);
    } else {
        dstar_forget(memory, agent->start); // where it led before, nobody steps any more
    }
}

static way_status dstar_begin(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    wayi_indexed_heap_clear(&memory->open);
    wayi_nodes_clear(&memory->nodes);
    memory->aim = wayi_ground_aim_at(agent->space, agent->start);
    memory->aimed = agent->start;
    memory->walked = 0;
    memory->bias = 0;
    memory->biased = false;
    memory->requeued = 0;
    memory->scale = wayi_space_scale(agent->space);
    memory->full = false;
    memory->exit_count = 0;
    memory->slack = 0;
    dstar_open_gate(agent);
    dstar_insert(agent, agent->goal.state, 0, WAY_STATE_NONE);
    return memory->full ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

// Processing --------------------------------------------------------------------------------------

/// A state whose cost grew looks for a neighbour whose cost is beyond doubt.
static void dstar_lower_raised(way_agent *agent, dstar_origin *origin, const way_edge *edges,
                               uint32_t count)
{
    const dstar_memory *memory = agent->memory;
    dstar_node *node = dstar_at(memory, dstar_find(memory, origin->state));
    for (uint32_t i = 0; i < count; i++) {
        const way_edge edge = edges[i];
        const way_cost there = dstar_cost(memory, edge.to);
        const way_cost over = way_cost_add(there, edge.cost);
        if (over < origin->cost &&
            !wayi_key_less(origin->priority, dstar_priority(agent, edge.to, there))) {
            origin->cost = over;
            node->cost = over;
            node->next = edge.to;
        }
    }
}

/// Tells a neighbour about the cost of the origin.
static void dstar_spread(way_agent *agent, const dstar_origin *origin, way_edge edge)
{
    const dstar_memory *memory = agent->memory;
    const uint32_t slot = dstar_find(memory, edge.to);
    const dstar_node *node = slot == WAYI_SLOT_NONE ? &dstar_blank : dstar_at(memory, slot);
    const way_cost over = way_cost_add(origin->cost, edge.cost);
    const bool child = node->next == origin->state;
    const bool raised = origin->key < origin->cost;
    const bool known = node->cost != WAY_COST_MAX || node->next != WAY_STATE_NONE;
    if ((!known && over != WAY_COST_MAX) || (child && node->cost != over) ||
        (!raised && !child && over < node->cost)) {
        dstar_insert(agent, edge.to, over, origin->state);
    } else if (raised && !child && over < node->cost) {
        const uint32_t own = dstar_find(memory, origin->state);
        if (!wayi_indexed_heap_has(&memory->open, own)) {
            dstar_reopen(agent, origin->state);
        }
    } else if (raised && !child && slot != WAYI_SLOT_NONE &&
               way_cost_add(node->cost, edge.cost) < origin->cost &&
               !wayi_indexed_heap_has(&memory->open, slot) &&
               wayi_key_less(origin->priority, dstar_priority(agent, edge.to, node->cost))) {
        dstar_reopen(agent, edge.to);
    }
}

/// A blocked start whose cost grew, and that an exit leads out of cheaper, hears of it from there:
/// no step leads into it, so its exits don't ask.
static void dstar_ask_exits(way_agent *agent, const dstar_origin *gate)
{
    const dstar_memory *memory = agent->memory;
    for (uint32_t i = 0; i < memory->exit_count && gate->key < gate->cost; i++) {
        const way_edge exit = memory->exits[i];
        const uint32_t slot = dstar_find(memory, exit.to);
        if (slot != WAYI_SLOT_NONE && !wayi_indexed_heap_has(&memory->open, slot) &&
            way_cost_add(dstar_at(memory, slot)->cost, exit.cost) < gate->cost) {
            dstar_reopen(agent, exit.to);
        }
    }
}

/// Takes the first open state and lets its cost spread.
static void dstar_process(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    wayi_indexed_item item = wayi_indexed_heap_pop(&memory->open);
    item.id = wayi_nodes_ordered_id(&memory->nodes, item.id, item.slot);
    const dstar_node *node = dstar_at(memory, item.slot);
    dstar_origin origin = {item.id, node->cost, node->key, item.key};
    agent->stats.heap_pops++;
    agent->stats.expansions++;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, item.id, node->next, node->cost, 0);
    way_space *space = agent->space;
    const uint32_t count =
        memory->aim.flat ? wayi_ground_expand(&memory->aim.ground, item.id, true, agent->edges)
                         : space->type->expand_back(space, item.id, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        memory->full = true;
        return;
    }
    // The goal's cost never grows; a closed state opens itself only by hearing of a change.
    const bool gate = memory->exit_count && item.id == memory->left;
    if (origin.key < origin.cost && gate) {
        dstar_lower_raised(agent, &origin, memory->exits, memory->exit_count);
        dstar_ask_exits(agent, &origin);
    } else if (origin.key < origin.cost) {
        dstar_lower_raised(agent, &origin, agent->edges, count);
    }
    for (uint32_t i = 0; i < memory->exit_count && !memory->full; i++) {
        if (memory->exits[i].to == item.id) {
            dstar_spread(agent, &origin, (way_edge){memory->left, memory->exits[i].cost});
        }
    }
    for (uint32_t i = 0; i < count && !memory->full; i++) {
        if (agent->edges[i].to != agent->goal.state) {
            dstar_spread(agent, &origin, agent->edges[i]);
        }
    }
}

/// Puts a state back whose key was made for another place of the unit; true if it did.
static bool dstar_put_back(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    const wayi_indexed_item item = memory->open.items[0];
    const way_state state = wayi_nodes_ordered_id(&memory->nodes, item.id, item.slot);
    const wayi_key now = dstar_priority(agent, state, dstar_at(memory, item.slot)->key);
    if (!wayi_key_less(item.key, now)) {
        return false;
    }
    agent->stats.heap_pops++;
    memory->full |=
        !wayi_indexed_heap_set(&memory->open, (wayi_indexed_item){now, item.id, item.slot});
    return true;
}

/// Lays the path out along the back pointers; false without memory.
static bool dstar_lay_path(way_agent *agent)
{
    const dstar_memory *memory = agent->memory;
    uint32_t moves = agent->wish.horizon ? agent->wish.horizon : UINT32_MAX;
    moves -= agent->wish.horizon ? agent->path.count - 1 - agent->exit.deep : 0;
    way_state state = agent->path.states[agent->path.count - 1];
    for (; state != agent->goal.state && moves > 0; moves--) {
        state = dstar_at(memory, dstar_find(memory, state))->next;
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = agent->exit.deep + 1;
            return false;
        }
    }
    return true;
}

static way_outcome dstar_step(way_agent *agent, uint32_t budget)
{
    dstar_memory *memory = agent->memory;
    memory->aim = wayi_ground_aim_at(agent->space, agent->start);
    memory->biased |= memory->aimed != agent->start;
    while (!memory->full) {
        const way_cost cost = dstar_cost(memory, agent->start);
        const wayi_key enough = dstar_priority(agent, agent->start, cost);
        if (!memory->open.count || !wayi_key_less(memory->open.items[0].key, enough)) {
            if (cost == WAY_COST_MAX) {
                return WAY_OUTCOME_NO_PATH;
            }
            agent->cost = way_cost_add(agent->cost, cost);
            return dstar_lay_path(agent) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
        }
        if (budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        if (memory->biased && dstar_put_back(agent)) {
            const bool worth_one = ++memory->requeued % DSTAR_REQUEUES == 0;
            agent->looked += worth_one;
            budget -= worth_one;
            continue;
        }
        dstar_process(agent);
        budget--;
    }
    return WAY_OUTCOME_CAPACITY;
}

// Changes -----------------------------------------------------------------------------------------

/// Gives every open state its true key.
static void dstar_rekey(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    wayi_path_buffer *slots = &memory->scratch;
    wayi_path_buffer_clear(slots);
    for (uint32_t i = 0; i < memory->open.count; i++) {
        memory->full |= !wayi_path_buffer_push(slots, memory->open.items[i].slot);
    }
    wayi_indexed_heap_clear(&memory->open);
    memory->bias = 0;
    memory->biased = false;
    memory->scale = wayi_space_scale(agent->space);
    for (uint32_t i = 0; i < slots->count && !memory->full; i++) {
        const uint32_t slot = slots->states[i];
        const way_state state = wayi_nodes_id(&memory->nodes, slot);
        const wayi_key key = dstar_priority(agent, state, dstar_at(memory, slot)->key);
        const uint32_t order = wayi_nodes_order(&memory->nodes, state, slot);
        memory->full |=
            !wayi_indexed_heap_set(&memory->open, (wayi_indexed_item){key, order, slot});
    }
}

/// Makes the bias cover what the unit has walked, before any key is made.
static void dstar_aim(way_agent *agent)
{
    dstar_memory *memory = agent->memory;
    const way_space *space = agent->space;
    memory->aim = wayi_ground_aim_at(space, agent->start);
    if (memory->aimed != agent->start) {
        memory->biased = true;
        memory->bias += wayi_space_is_metric(space)
                            ? space->type->estimate(space, memory->aimed, agent->start)
                            : memory->walked;
        memory->aimed = agent->start;
        memory->walked = 0;
    }
    if (memory->scale != wayi_space_scale(space)) {
        dstar_rekey(agent);
    }
}

/// Compares a state's cost with what its back pointer tells now.
static void dstar_refresh(way_agent *agent, way_state state)
{
    dstar_memory *memory = agent->memory;
    const uint32_t slot = dstar_find(memory, state);
    if (slot == WAYI_SLOT_NONE || memory->full) {
        return;
    }
    dstar_node *node = dstar_at(memory, slot);
    if (memory->exit_count && state == memory->left) {
        return; // looked at already
    }
    if (!way_space_can_stand(agent->space, state) && state != agent->goal.state) {
        // Nobody comes here any more: those whose way led over it find out by themselves.
        wayi_indexed_heap_remove(&memory->open, slot);
        node->cost = WAY_COST_MAX;
        node->next = WAY_STATE_NONE;
        return;
    }
    if (node->next == WAY_STATE_NONE) {
        if (state == agent->goal.state) {
            dstar_insert(agent, state, 0, WAY_STATE_NONE);
        }
        return;
    }
    const way_cost step = wayi_agent_step_cost(agent, state, node->next);
    const way_cost cost = way_cost_add(dstar_cost(memory, node->next), step);
    if (cost != node->cost || !wayi_indexed_heap_has(&memory->open, slot)) {
        dstar_insert(agent, state, cost, node->next);
    }
}

static bool dstar_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const dstar_memory *memory = agent->memory;
    return wayi_agent_nodes_outlive(agent, &memory->nodes, rects, count, work);
}

static way_status dstar_change(way_agent *agent, const way_state *states, uint32_t count)
{
    dstar_aim(agent);
    dstar_open_gate(agent);
    for (uint32_t i = 0; i < count; i++) {
        wayi_touched touched = wayi_space_touched(agent->space, states[i]);
        for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE;
             state = wayi_touched_next(&touched)) {
            dstar_refresh(agent, state);
        }
    }
    return WAY_STATUS_OK;
}

static way_status dstar_advance(way_agent *agent, way_cost walked)
{
    dstar_memory *memory = agent->memory;
    memory->walked += walked;
    if (agent->start != memory->left) {
        dstar_close_gate(memory);
    }
    if (agent->path.count <= agent->wish.horizon && !dstar_lay_path(agent)) {
        return WAY_STATUS_NO_MEMORY;
    }
    return WAY_STATUS_OK;
}

const wayi_algorithm wayi_algorithm_dstar = {
    .info = {.name = "dstar",
             .title = "D*",
             .family = "incremental",
             .summary = "The classic repair of paths by raise and lower waves, focused or not",
             .reference = "Stentz: Optimal and Efficient Path Planning for Partially-Known "
                          "Environments, 1994",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(dstar_params)},
    .memory_size = sizeof(dstar_memory),
    .create = dstar_create,
    .destroy = dstar_destroy,
    .begin = dstar_begin,
    .step = dstar_step,
    .outlives = dstar_outlives,
    .change = dstar_change,
    .advance = dstar_advance,
};
