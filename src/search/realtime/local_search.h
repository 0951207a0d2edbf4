// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The local search that LSS-LRTA*, RTAA* and their variants share: an A* of bounded size around the
// agent on estimates that it learns as it goes.
//
// An episode is one such look-ahead. It collects, for every state it sees, the steps that led into
// it, so that learning can walk backwards on any space, also on one that can't list predecessors.
// What is learned stays with the trip; what belongs to one episode is told by its number and never
// cleared.
#pragma once

#include "core/heap.h"
#include "core/nodes.h"
#include "search/algorithm.h"

#define WAYI_LOCAL_NONE UINT32_MAX

typedef struct wayi_local_node {
    uint32_t stamp;
    way_cost h;           ///< learned estimate
    uint32_t error_steps; ///< steps over which the estimate's error still applies
    uint32_t episode;     ///< that the fields below belong to
    way_cost g;           ///< while learning: the new estimate
    way_cost step;        ///< cost of the step from the parent
    uint32_t parent;      ///< slot
    uint32_t before;      ///< first of the collected steps into this state
    uint32_t closed;
    uint32_t explored; ///< expanded in any episode
} wayi_local_node;

/// A step into a state, one of a chain.
typedef struct wayi_local_step {
    uint32_t from; ///< slot
    uint32_t next;
    way_cost cost;
} wayi_local_step;

typedef struct wayi_local_config {
    bool corrects;    ///< order by f-hat: the estimate plus its expected error
    bool fresh_error; ///< the error of the last episode only, not of all so far
} wayi_local_config;

typedef struct wayi_local {
    wayi_local_config config;
    wayi_nodes nodes;
    wayi_heap open;
    wayi_heap frontier; ///< while learning: states by estimate
    wayi_local_step *steps;
    uint32_t step_count;
    uint32_t step_capacity;
    wayi_path_buffer closed; ///< slots, in order of expansion
    uint32_t episode;
    uint32_t start;      ///< slot
    uint32_t goal;       ///< slot of a goal that was about to be expanded, or WAYI_LOCAL_NONE
    uint32_t expansions; ///< in this episode
    uint32_t unexplored; ///< states seen but never expanded: at 0 there is nowhere else to go
    uint64_t error_sum;
    uint64_t error_count;
    uint64_t error; ///< per step, in thousandths, in force during this episode
} wayi_local;

way_status wayi_local_init(wayi_local *local, const wayi_local_config *config,
                           const way_agent *agent);
void wayi_local_fini(wayi_local *local, const way_agent *agent);
size_t wayi_local_bytes(const wayi_local *local);

/// Forgets all that was learned.
void wayi_local_clear(wayi_local *local);

/// Starts an episode at a state; false without memory.
bool wayi_local_begin(way_agent *agent, wayi_local *local, way_state state);

/// Expands up to `budget` states, until `lookahead` of this episode are or a goal is next. MOVING
/// while the episode goes on; ARRIVED when it is complete; NO_PATH when nothing is left to expand;
/// CAPACITY.
way_outcome wayi_local_look(way_agent *agent, wayi_local *local, uint32_t lookahead,
                            uint32_t budget);

/// The state that would be expanded next; WAYI_LOCAL_NONE if there is none but the agent's own.
uint32_t wayi_local_next(wayi_local *local);

/// The deepest state of the last complete layer of f, or WAYI_LOCAL_NONE.
uint32_t wayi_local_layer(const wayi_local *local, uint32_t next);

/// Raises the estimate of every expanded state to what the frontier proves, by Dijkstra's search
/// backwards.
/// `*raised` tells whether anything was. False without memory.
bool wayi_local_learn(way_agent *agent, wayi_local *local, bool *raised);

/// The cheaper rule of RTAA*: f of the next state less g.
void wayi_local_adapt(way_agent *agent, wayi_local *local, uint32_t next);

/// Commits the way to a slot, or only its first step; `*count` is how many steps. False without
/// memory.
bool wayi_local_move(way_agent *agent, const wayi_local *local, uint32_t target, bool single,
                     uint32_t *count);
