// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// FRIT: follow the ideal tree and, where it is broken, reconnect with it. The ideal tree is the one
// that the space's own estimates describe: a state's parent is the step that they take at their
// word, cost + estimate there = estimate here. As long as there is one the agent follows it, and
// that costs one expansion a move, or none. Where a wall breaks the tree, RTAA* takes over until
// its look-ahead meets a state that is connected: one whose parents lead to the goal, or to a state
// that nobody has looked at yet and that is believed to be connected. The way there becomes part of
// the tree, so nothing is searched for twice.
//
//   join=closer  a connected state will do if its estimate is less than wherever the tree was found
//                broken before: the agent is not lured into the next pocket
//   join=any     any connected state will do, as in the original
//
// Invariant: following parents never leads in a circle; a parent that would close one is refused.
// Every reconnection leads on to the goal or to a state that is looked at for the first time, so
// there are finitely many; and each ends, because RTAA* would arrive without it.
//
// Deviation: the original believes in the map and looks with the agent's eyes; this one believes in
// the estimate, so that it works on any space, and looks with its look-ahead.
//
// Rivera, Illanes, Baier, Hernandez: Reconnection with the Ideal Tree: A New Approach to Real-Time
// Search, 2014.
#include "search/engine/search_tree.h"
#include "search/realtime/local_search.h"
#include "search/trip/observer.h"
#include "space/grid.h"

enum { FRIT_LOOKAHEAD, FRIT_JOIN, FRIT_TARGET };

enum { FRIT_CLOSER, FRIT_ANY };

static const char *const frit_joins[] = {"closer", "any"};
static const char *const frit_targets[] = {"frontier", "avoid", "border"};
static const wayi_local_target frit_target_kinds[] = {WAYI_LOCAL_FRONTIER, WAYI_LOCAL_AVOID,
                                                      WAYI_LOCAL_BORDER};

static const way_param frit_params[] = {
    [FRIT_LOOKAHEAD] = {"lookahead", "expansions per look-ahead off the tree", WAY_PARAM_INTEGER,
                        100, 2, 1 << 24, NULL},
    [FRIT_JOIN] = {"join",
                   "which connected states will do: nearer than where the tree broke, or any",
                   WAY_PARAM_CHOICE, 0, 0, 1, frit_joins},
    [FRIT_TARGET] = {"target", "where to walk to off the tree", WAY_PARAM_CHOICE, 2, 0, 2,
                     frit_targets},
};

typedef struct frit_node {
    uint32_t stamp;
    uint32_t looked;
    way_state parent; ///< WAY_STATE_NONE = the tree is broken here
    way_cost cost;    ///< of the step there
    uint32_t colour;  ///< of the reconnection that found it not connected
} frit_node;

static const frit_node frit_blank = {.parent = WAY_STATE_NONE};

typedef struct frit_memory {
    wayi_nodes tree;
    wayi_local local;
    uint32_t colour;
    way_cost closest; ///< least estimate where the tree was found broken
    bool lost;        ///< reconnecting
    bool looking;     ///< amid a look-ahead
} frit_memory;

static way_outcome frit_watch(way_agent *agent, way_state state, uint32_t count);

static way_status frit_create(way_agent *agent)
{
    frit_memory *memory = agent->memory;
    const wayi_local_config local = {.capacity = agent->capacity / 2, .watch = frit_watch};
    wayi_nodes_config tree = wayi_agent_nodes(agent, &frit_blank, sizeof frit_blank);
    tree.limit -= agent->capacity / 2;
    tree.sparse = true; // where it was looked at or mended: little of the map
    const way_status status = wayi_nodes_init(&memory->tree, &tree, &agent->allocator);
    return status == WAY_STATUS_OK ? wayi_local_init(&memory->local, &local, agent) : status;
}

static void frit_destroy(way_agent *agent)
{
    frit_memory *memory = agent->memory;
    wayi_nodes_fini(&memory->tree);
    wayi_local_fini(&memory->local, agent);
}

static way_status frit_begin(way_agent *agent)
{
    frit_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->tree);
    wayi_local_clear(&memory->local);
    memory->colour = 0;
    memory->closest = WAY_COST_MAX;
    memory->lost = false;
    memory->looking = false;
    return WAY_STATUS_OK;
}

static frit_node *frit_touch(frit_memory *memory, way_state state)
{
    const uint32_t slot = wayi_nodes_touch(&memory->tree, state, sizeof(frit_node));
    return slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&memory->tree, slot, sizeof(frit_node));
}

/// Whether parents lead from one state to another.
static bool frit_leads(const frit_memory *memory, way_state from, way_state to)
{
    while (from != to && from != WAY_STATE_NONE) {
        const uint32_t slot = wayi_nodes_find(&memory->tree, from, sizeof(frit_node));
        const frit_node *node =
            slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&memory->tree, slot, sizeof *node);
        from = node ? node->parent : WAY_STATE_NONE;
    }
    return from == to;
}

/// Looks at a state whose `count` steps are in agent->edges: finds its ideal parent. One that leads
/// back here, because part of the tree was joined again to lead here, is none.
static void frit_look(const way_agent *agent, frit_node *node, way_state state, uint32_t count)
{
    way_cost least = wayi_goal_distance(&agent->goal, state);
    node->looked = 1;
    for (uint32_t i = 0; i < count; i++) {
        const way_edge edge = agent->edges[i];
        const way_cost value = way_cost_add(edge.cost, wayi_goal_distance(&agent->goal, edge.to));
        if (value < least || (value == least && node->parent == WAY_STATE_NONE)) {
            least = value;
            node->parent = edge.to;
            node->cost = edge.cost;
        }
    }
    const way_state parent = node->parent;
    node->parent = WAY_STATE_NONE;
    if (!frit_leads(agent->memory, parent, state)) {
        node->parent = parent;
    }
}

/// Whether parents lead from a state to the goal, as far as is known. Paints what does not.
static bool frit_is_connected(const way_agent *agent, frit_memory *memory, way_state state)
{
    while (!wayi_goal_is_reached(&agent->goal, state)) {
        const uint32_t slot = wayi_nodes_find(&memory->tree, state, sizeof(frit_node));
        frit_node *node =
            slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&memory->tree, slot, sizeof(frit_node));
        if (!node || !node->looked) {
            return true;
        }
        if (node->parent == WAY_STATE_NONE || node->colour == memory->colour) {
            return false;
        }
        node->colour = memory->colour;
        state = node->parent;
    }
    return true;
}

/// Sees every state that a look-ahead expands: a connected one will do.
static way_outcome frit_watch(way_agent *agent, way_state state, uint32_t count)
{
    frit_memory *memory = agent->memory;
    frit_node *node = frit_touch(memory, state);
    if (!node) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (!node->looked) {
        frit_look(agent, node, state, count);
    }
    const bool will_do = agent->navigator->params[FRIT_JOIN] == FRIT_ANY ||
                         wayi_goal_distance(&agent->goal, state) < memory->closest;
    return will_do && frit_is_connected(agent, memory, state) ? WAY_OUTCOME_FOUND
                                                              : WAY_OUTCOME_WORKING;
}

/// Looks at the state under the agent's feet unless that was done; NULL without memory.
static frit_node *frit_look_here(way_agent *agent, way_state here, uint32_t *budget)
{
    frit_memory *memory = agent->memory;
    frit_node *node = frit_touch(memory, here);
    if (!node || node->looked) {
        return node;
    }
    const uint32_t count = wayi_agent_expand(agent, here, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return NULL;
    }
    --*budget;
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, here, WAY_STATE_NONE, 0,
                                                         wayi_goal_distance(&agent->goal, here)});
    }
    frit_look(agent, node, here, count);
    return node;
}

/// Makes what was committed from index `first` on part of the tree, from its end on; states that
/// the tree already leads to from there keep their parents.
static void frit_connect(const way_agent *agent, frit_memory *memory, uint32_t first)
{
    for (uint32_t i = agent->path.count - 1; i >= first; i--) {
        const way_state from = agent->path.states[i - 1];
        const way_state to = agent->path.states[i];
        if (frit_leads(memory, to, from)) {
            continue;
        }
        const uint32_t slot = wayi_nodes_find(&memory->tree, from, sizeof(frit_node));
        const uint32_t step = wayi_nodes_find(&memory->local.nodes, to, sizeof(wayi_local_node));
        frit_node *node = wayi_nodes_at(&memory->tree, slot, sizeof *node);
        node->parent = to;
        node->cost = wayi_local_at(&memory->local, step)->step;
    }
}

/// Walks on after a complete look-ahead.
static way_outcome frit_act(way_agent *agent)
{
    frit_memory *memory = agent->memory;
    const uint32_t first = agent->path.count;
    const wayi_local_policy policy = {
        .target = frit_target_kinds[agent->navigator->params[FRIT_TARGET]], .adapts = true};
    uint32_t actions = 0;
    memory->looking = false;
    const way_outcome outcome = wayi_local_act(agent, &memory->local, policy, &actions);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    frit_connect(agent, memory, first);
    memory->lost = false;
    const way_state here = agent->path.states[agent->path.count - 1];
    return wayi_goal_is_reached(&agent->goal, here) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}

/// Goes on reconnecting.
static way_outcome frit_reconnect(way_agent *agent, way_state here, uint32_t budget)
{
    frit_memory *memory = agent->memory;
    if (!memory->looking) {
        if (agent->capacity == 1 || !wayi_local_begin(agent, &memory->local, here)) {
            return WAY_OUTCOME_CAPACITY;
        }
        memory->looking = true;
    }
    // One expansion of the move may have gone into looking at the state underfoot.
    const uint32_t lookahead = (uint32_t)agent->navigator->params[FRIT_LOOKAHEAD] - 1;
    const way_outcome outcome = wayi_local_look(agent, &memory->local, lookahead, budget);
    return outcome == WAY_OUTCOME_FOUND ? frit_act(agent) : outcome;
}

static way_outcome frit_step(way_agent *agent, uint32_t budget)
{
    frit_memory *memory = agent->memory;
    const way_state here = agent->path.states[agent->path.count - 1];
    if (wayi_goal_is_reached(&agent->goal, here)) {
        return WAY_OUTCOME_FOUND;
    }
    if (memory->lost) {
        return frit_reconnect(agent, here, budget);
    }
    const frit_node *node = frit_look_here(agent, here, &budget);
    if (!node) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (node->parent == WAY_STATE_NONE) {
        const way_cost estimate = wayi_goal_distance(&agent->goal, here);
        memory->closest = estimate < memory->closest ? estimate : memory->closest;
        memory->lost = true;
        memory->colour++;
        return frit_reconnect(agent, here, budget);
    }
    const way_state next = node->parent;
    if (!wayi_agent_commit(agent, next, node->cost)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return wayi_goal_is_reached(&agent->goal, next) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}

static bool frit_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const frit_memory *memory = agent->memory;
    return wayi_agent_nodes_outlive(agent, &memory->tree, rects, count, work) &&
           wayi_agent_nodes_outlive(agent, &memory->local.nodes, rects, count, work);
}

/// Makes a state and those around it such as nobody has looked at.
static bool frit_forget(way_agent *agent, way_state state)
{
    frit_memory *memory = agent->memory;
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i <= count; i++) {
        const way_state near = i < count ? agent->edges[i].to : state;
        const uint32_t slot = wayi_nodes_find(&memory->tree, near, sizeof(frit_node));
        if (slot != WAYI_SLOT_NONE) {
            frit_node *node = wayi_nodes_at(&memory->tree, slot, sizeof *node);
            node->looked = 0;
            node->parent = WAY_STATE_NONE;
        }
    }
    return count != WAY_EXPAND_FULL;
}

/// On plain ground the steps that led to a lost state are those that lead out of it; elsewhere the
/// whole tree is looked at again.
static way_status frit_change(way_agent *agent, const way_state *states, uint32_t count)
{
    frit_memory *memory = agent->memory;
    memory->looking = false;
    if (wayi_changes_may_help(agent, states, count)) {
        return frit_begin(agent);
    }
    if (!wayi_space_plain_grid(agent->space)) {
        wayi_nodes_clear(&memory->tree);
        return WAY_STATUS_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < wayi_changes_covered(agent); k++) {
            const way_state state = wayi_changes_covers(agent, states[i], k);
            if (state != WAY_STATE_NONE && !frit_forget(agent, state)) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
    }
    return WAY_STATUS_OK;
}

static way_cost frit_estimate(const way_agent *agent, way_state state)
{
    const frit_memory *memory = agent->memory;
    return wayi_local_estimate(agent, &memory->local, state);
}

const wayi_algorithm wayi_algorithm_frit = {
    .info = {.name = "frit",
             .title = "FRIT",
             .family = "realtime",
             .summary = "Follows its estimates and reconnects with them behind walls",
             .reference = "Rivera, Illanes, Baier, Hernandez: Reconnection with the Ideal Tree, "
                          "2014",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(frit_params)},
    .memory_size = sizeof(frit_memory),
    .beside = WAYI_SURVEY_SHARE,
    .create = frit_create,
    .destroy = frit_destroy,
    .begin = frit_begin,
    .step = frit_step,
    .outlives = frit_outlives,
    .estimate = frit_estimate,
    .change = frit_change,
    .advance = wayi_changes_advance,
};
