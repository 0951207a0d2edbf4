// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A search with a loop of its own. The tree has what all of them share: a node for each state that
// was met, with the best way to it; the closest state so far and the partial path to it; what an
// observer sees; and edits under way. What is left to an algorithm is its lists: where a node goes
// that has a better way (`put`), and which node is next (`next`).
//
// The algorithm's memory begins with a wayi_search_tree, its table has WAYI_SEARCH_TREE_HOOKS and
// its wayi_tree_kind as `kind`. It may have larger nodes, and a `step` and a `begin` of its own.
#pragma once

#include "core/nodes.h"
#include "search/trip/algorithm.h"

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

/// Sets up a store for all states of the space, as large and of the kind that the agent may have.
way_status wayi_agent_open_nodes(const way_agent *agent, wayi_nodes *nodes, const void *blank,
                                 uint32_t stride);

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
way_outcome wayi_tree_step(way_agent *agent, uint32_t budget);

/// Commits the way to a state that was met; false without memory.
bool wayi_tree_commit(way_agent *agent, way_state state);
void wayi_tree_give_up(way_agent *agent);
bool wayi_tree_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work);
void wayi_tree_look_again(way_agent *agent, const way_rect *rects, uint32_t count);

#define WAYI_SEARCH_TREE_HOOKS                                                                     \
    .states_max = wayi_tree_states_max, .begin = wayi_tree_begin, .step = wayi_tree_step,          \
    .give_up = wayi_tree_give_up, .outlives = wayi_tree_outlives,                                  \
    .look_again = wayi_tree_look_again
