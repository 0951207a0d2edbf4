// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A search with a loop of its own. The tree has what all of them share: a node for each state that
// was met, with the best way to it; the closest state so far and the partial path to it; what an
// observer sees; and edits under way. What is left to an algorithm is its lists: where a node goes
// that has a better way (`put`), and which node is next (`next`).
//
// The algorithm's memory begins with a wayi_search_tree, its table has WAYI_SEARCH_TREE_HOOKS, its
// wayi_tree_kind as `kind`, and a `step` that calls wayi_tree_step with that. It may have larger
// nodes, and a loop and a `begin` of its own.
#pragma once

#include "base/inline.h"
#include "core/nodes.h"
#include "search/trip/observer.h"

typedef enum wayi_tree_mark { WAYI_TREE_NEW, WAYI_TREE_LISTED, WAYI_TREE_CLOSED } wayi_tree_mark;

typedef struct wayi_tree_node {
    uint32_t stamp;
    way_cost g;       ///< of the best way so far
    way_cost h;       ///< estimate of the rest
    way_state parent; ///< before it on that way; WAY_STATE_NONE = it is the start
    uint32_t mark;
} wayi_tree_node;

#define WAYI_TREE_BLANK                                                                            \
    {                                                                                              \
        .g = WAY_COST_MAX, .parent = WAY_STATE_NONE                                                \
    }

typedef struct wayi_search_tree {
    wayi_nodes nodes;
    way_state closest; ///< of those that were expanded; WAY_STATE_NONE = none was
    way_cost closest_estimate;
} wayi_search_tree;

typedef enum wayi_tree_pick {
    WAYI_TREE_TAKE, ///< expand this node
    WAYI_TREE_PASS, ///< there was something to do, which counts as an expansion does
    WAYI_TREE_NONE, ///< no node is left
    WAYI_TREE_FULL  ///< no memory is left
} wayi_tree_pick;

typedef struct wayi_tree_kind {
    /// Empties the lists.
    void (*clear)(way_agent *agent);
    /// Lists a node that has a better way; of several entries of it only those count that fit its
    /// g. Successors come last one first. False without memory.
    bool (*put)(way_agent *agent, uint32_t slot);
    wayi_tree_pick (*next)(way_agent *agent, uint32_t *slot);
} wayi_tree_kind;

static inline wayi_tree_node *wayi_tree_at(const wayi_search_tree *tree, uint32_t slot)
{
    return wayi_nodes_at(&tree->nodes, slot, tree->nodes.stride);
}

static inline way_cost wayi_tree_f(const wayi_tree_node *node)
{
    return way_cost_add(node->g, node->h);
}

/// The estimate of the start: a blocked one may be left for less than the space's says.
way_cost wayi_agent_start_estimate(const way_agent *agent);

/// Whether nodes of an agent's search lie in none of the rectangles; for `outlives`.
bool wayi_agent_nodes_outlive(const way_agent *agent, const wayi_nodes *nodes,
                              const way_rect *rects, uint32_t count, uint64_t *work);

/// Notes that a state is expanded whose estimate is `h`.
static inline void wayi_tree_note(wayi_search_tree *tree, way_state state, way_cost h)
{
    if (h < tree->closest_estimate) {
        tree->closest_estimate = h;
        tree->closest = state;
    }
}

/// Nodes that begin with a wayi_tree_node, `stride` bytes each.
way_status wayi_tree_create_sized(way_agent *agent, const void *blank, uint32_t stride);
way_status wayi_tree_create(way_agent *agent);
void wayi_tree_destroy(way_agent *agent);
uint32_t wayi_tree_states_max(const way_agent *agent);

/// Forgets all nodes.
void wayi_tree_clear(way_agent *agent);
way_status wayi_tree_begin(way_agent *agent);

/// Commits the way to a state that was met; false without memory.
bool wayi_tree_commit(way_agent *agent, way_state state);
void wayi_tree_give_up(way_agent *agent);
bool wayi_tree_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work);
void wayi_tree_look_again(way_agent *agent, const way_rect *rects, uint32_t count);

/// Offers a successor its way; a better one lists it.
static WAYI_ALWAYS_INLINE bool wayi_tree_relax(way_agent *agent, const wayi_tree_kind *kind,
                                               way_state origin, way_cost origin_g, way_edge edge)
{
    wayi_search_tree *tree = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&tree->nodes, edge.to, sizeof(wayi_tree_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_tree_node *node = wayi_nodes_at(&tree->nodes, slot, sizeof *node);
    const way_cost g = way_cost_add(origin_g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    const bool reopened = node->mark == WAYI_TREE_CLOSED;
    if (node->mark == WAYI_TREE_NEW) {
        node->h = wayi_goal_distance(&agent->goal, edge.to);
    }
    node->g = g;
    node->parent = origin;
    node->mark = WAYI_TREE_LISTED;
    agent->stats.reopenings += reopened;
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    wayi_agent_report(agent, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to, origin, g,
                      node->h);
    return kind->put(agent, slot);
}

/// Closes a node and offers its successors their ways; false without memory.
static WAYI_ALWAYS_INLINE bool wayi_tree_expand(way_agent *agent, const wayi_tree_kind *kind,
                                                uint32_t slot, way_state state)
{
    wayi_search_tree *tree = agent->memory;
    wayi_tree_node *node = wayi_nodes_at(&tree->nodes, slot, sizeof *node);
    const way_cost g = node->g;
    node->mark = WAYI_TREE_CLOSED;
    agent->stats.expansions++;
    agent->stats.heap_pops++;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, state, node->parent, g, node->h);
    wayi_tree_note(tree, state, node->h);
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    bool fits = count != WAY_EXPAND_FULL;
    for (uint32_t i = fits ? count : 0; fits && i-- > 0;) {
        fits = wayi_tree_relax(agent, kind, state, g, agent->edges[i]);
    }
    return fits;
}

/// The loop of a kind, which is a constant where it is called: so one is made for each.
static WAYI_ALWAYS_INLINE way_outcome wayi_tree_step(way_agent *agent, const wayi_tree_kind *kind,
                                                     uint32_t budget)
{
    const wayi_search_tree *tree = agent->memory;
    for (; budget > 0; budget--) {
        uint32_t slot = WAYI_SLOT_NONE;
        const wayi_tree_pick pick = kind->next(agent, &slot);
        if (pick == WAYI_TREE_PASS) {
            continue;
        }
        if (pick != WAYI_TREE_TAKE) {
            return pick == WAYI_TREE_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_CAPACITY;
        }
        const way_state state = wayi_nodes_id(&tree->nodes, slot);
        if (wayi_goal_is_reached(&agent->goal, state)) {
            return wayi_tree_commit(agent, state) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
        }
        if (!wayi_tree_expand(agent, kind, slot, state)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

#define WAYI_SEARCH_TREE_HOOKS                                                                     \
    .states_max = wayi_tree_states_max, .begin = wayi_tree_begin, .give_up = wayi_tree_give_up,    \
    .outlives = wayi_tree_outlives, .look_again = wayi_tree_look_again
