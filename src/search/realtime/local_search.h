// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The local search that LSS-LRTA*, RTAA* and their variants share: an A* of bounded size around the
// agent on estimates that it learns as it goes.
//
// An episode is one such look-ahead. It collects, for every state it sees, the steps that led into
// it, so that learning can walk backwards on any space, also on one that can't list predecessors.
// On flat ground they are the neighbours, and nothing is collected.
// What is learned stays with the trip; what belongs to one episode is told by its number and never
// cleared.
//
// Why every agent comes to an end, whatever the order of expansion and the choice of where to walk:
//   - Estimates only rise, and while a goal can be reached they stay below the true cost, so the
//     estimate of the state under the agent's feet is raised finitely often.
//   - An agent that stands where it stood before, with no such raise in between, becomes cautious
//     until there is one: it walks to the frontier state of least f, whose estimate is lower than
//     its own by what the walk costs. That can't go on for ever either.
//   - Where no goal can be reached any more the survey finds out (see survey.h).
#pragma once

#include "core/bitset.h"
#include "core/calendar.h"
#include "core/nodes.h"
#include "search/realtime/changes.h"
#include "search/realtime/survey.h"
#include "search/trip/algorithm.h"
#include "space/ground.h"

#define WAYI_LOCAL_NONE UINT32_MAX

typedef struct wayi_local_node {
    uint32_t stamp;
    way_cost h;            ///< learned estimate; WAY_COST_MAX = no goal can be reached from here
    uint32_t episode : 25; ///< that `closed`, `arrival`, `told` and g to `before` belong to
    uint32_t arrival : 4;  ///< flat: direction of the step that brought g; WAYI_DIRECTIONS = none
    uint32_t told : 1;     ///< flat: where that step began, steps to all neighbours were offered
    uint32_t closed : 1;
    uint32_t explored : 1; ///< expanded in any episode
    way_cost g;            ///< while learning: the new estimate
    uint32_t parent;       ///< slot
    way_cost step;         ///< cost of the step from the parent
    uint32_t steps;        ///< estimated steps to the goal
    uint32_t error_steps;  ///< steps over which the estimate's error still applies
    uint32_t before;       ///< first of the collected steps into this state; flat, while
                           ///< learning: the directions to expanded neighbours
    uint32_t survey;       ///< mark
    way_cost rise;         ///< what was learned: h less the space's own estimate
    uint32_t stood;        ///< episode in which the agent last stood here
} wayi_local_node;

/// Episodes are counted so far; then what was learned is forgotten.
#define WAYI_LOCAL_EPISODES (UINT32_MAX >> 7)

/// A step into a state, one of a chain.
typedef struct wayi_local_step {
    uint32_t from; ///< slot
    uint32_t to;   ///< slot
    uint32_t next;
    way_cost cost;
} wayi_local_step;

typedef struct wayi_local_config {
    uint32_t capacity; ///< most states; 0 = the agent's
    /// [opt] Sees every state that is expanded, its `count` steps in agent->edges. FOUND = it is
    /// as good as a goal, WORKING = go on, CAPACITY.
    way_outcome (*watch)(way_agent *agent, way_state state, uint32_t count);
    bool corrects;      ///< order by f-hat: the estimate plus its expected error
    bool fresh_error;   ///< the error of the last episode only, not of all so far
    bool stretches;     ///< the steps to go are corrected by their own error
    bool forgets_steps; ///< a lesson leaves alone the steps over which errors apply
    bool eager_goal;    ///< walk to a goal as soon as it is seen, not when it is next
    bool keeps_dead;    ///< states that lead nowhere keep their estimate
    bool passes_maxima; ///< a child's estimate is at least its parent's less the step
    bool all_steps;     ///< offer all steps from a state, also where some can't be better
} wayi_local_config;

typedef struct wayi_local {
    wayi_local_config config;
    wayi_nodes nodes;
    wayi_calendar open;  ///< while learning: states by estimate
    wayi_heap_item next; ///< out of the open list: the state to be expanded next
    bool held;           ///< if there is one
    wayi_local_step *steps;
    uint32_t step_count;
    uint32_t step_capacity;
    wayi_path_buffer met;    ///< slots of this episode
    wayi_path_buffer closed; ///< slots, in order of expansion
    wayi_path_buffer taught; ///< while learning: what `closed` had for `steps` and `error_steps`
    wayi_survey survey;
    uint32_t episode;
    uint32_t raised;         ///< last episode that raised the estimate where the agent stood
    bool cautious;           ///< the agent came back to where it was without learning
    wayi_flat_ground ground; ///< if flat: until the space changes
    wayi_bitset inside;      ///< flat, while learning: what was expanded
    bool flat;               ///< steps of this episode lead both ways, to neighbours on the ground
    uint32_t start;          ///< slot
    uint32_t goal;           ///< slot of a goal to walk to, or WAYI_LOCAL_NONE
    uint32_t seen_goal;      ///< slot of the cheapest goal in view, if those count
    uint32_t expansions;     ///< in this episode, of the look-ahead
    uint32_t surveyed;       ///< in this episode, of the survey
    uint32_t unexplored;     ///< states seen but never expanded: at 0 there is nowhere else to go
    uint64_t error_sum;
    uint64_t error_steps_sum;
    uint64_t error_count;
    uint64_t slope;     ///< error per step to go in force during this episode, in 65536ths
    uint32_t tie_shift; ///< fhat: by which estimates are made to fit the tie-break
} wayi_local;

/// Where an agent walks to after a look-ahead.
typedef enum wayi_local_target {
    WAYI_LOCAL_FRONTIER, ///< the state that would be expanded next
    WAYI_LOCAL_LAYER,    ///< the deepest state of the last complete layer of f
    WAYI_LOCAL_AVOID,    ///< the best frontier state whose estimate was never raised
    WAYI_LOCAL_BORDER    ///< the frontier state whose estimate was raised least
} wayi_local_target;

typedef struct wayi_local_policy {
    wayi_local_target target;
    bool single;      ///< take one step, not all
    bool adapts;      ///< learn by RTAA*'s rule, not by Dijkstra's search
    bool looks_again; ///< single: also when a goal is in view
} wayi_local_policy;

way_status wayi_local_init(wayi_local *local, const wayi_local_config *config,
                           const way_agent *agent);
void wayi_local_fini(wayi_local *local, const way_agent *agent);

/// Forgets all that was learned.
void wayi_local_clear(wayi_local *local);

/// Steps from or to these states changed. Lessons are forgotten unless steps only got lost.
void wayi_local_change(const way_agent *agent, wayi_local *local, const way_state *states,
                       uint32_t count);

/// The `outlives` of an agent whose memory begins with a local search.
bool wayi_local_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work);

/// What a state is believed to be from the goal: the space's estimate, or what was learned.
way_cost wayi_local_estimate(const way_agent *agent, const wayi_local *local, way_state state);

/// Starts an episode at a state; false without memory.
bool wayi_local_begin(way_agent *agent, wayi_local *local, way_state state);

/// Expands up to `budget` states, until `lookahead` of this episode are or a goal is next. WORKING
/// while the episode goes on; FOUND when it is complete; NO_PATH when no goal can be reached;
/// CAPACITY.
way_outcome wayi_local_look(way_agent *agent, wayi_local *local, uint32_t lookahead,
                            uint32_t budget);

/// Learns from a complete look-ahead and walks on; `*count` is how many steps. FOUND, WORKING,
/// NO_PATH, CAPACITY.
way_outcome wayi_local_act(way_agent *agent, wayi_local *local, wayi_local_policy policy,
                           uint32_t *count);

// Between the files of the local search -----------------------------------------------------------

static inline wayi_local_node *wayi_local_at(const wayi_local *local, uint32_t slot)
{
    return wayi_nodes_at(&local->nodes, slot, sizeof(wayi_local_node));
}

/// The largest f-hat, in 65536ths.
#define WAYI_LOCAL_FARTHEST ((UINT64_C(1) << 48) - 1)

/// Orders states by f, then by larger g.
static inline uint64_t wayi_local_plain_key(const wayi_local_node *node)
{
    return (uint64_t)way_cost_add(node->g, node->h) << 32 | (uint32_t)~node->g;
}

/// The key of a state in the open list: the plain one; or f-hat to 65536ths, then the lower
/// estimate.
static inline uint64_t wayi_local_key(const wayi_local *local, const wayi_local_node *node)
{
    if (!local->config.corrects) {
        return wayi_local_plain_key(node);
    }
    const uint64_t f = way_cost_add(node->g, node->h);
    const uint64_t corrected = (f << 16) + local->slope * node->error_steps;
    const uint64_t tie = node->h >> local->tie_shift;
    return (corrected < WAYI_LOCAL_FARTHEST ? corrected : WAYI_LOCAL_FARTHEST) << 16 |
           (tie < UINT16_MAX ? tie : UINT16_MAX);
}

/// Whether an item of the open list still stands for its state.
static inline bool wayi_local_is_open(const wayi_local *local, const wayi_heap_item *item)
{
    const wayi_local_node *node = wayi_local_at(local, item->slot);
    return !node->closed && item->key == wayi_local_key(local, node);
}

/// Whether a state of this episode has a way to it and was not expanded: then it is on the
/// frontier.
static inline bool wayi_local_is_frontier(const wayi_local_node *node)
{
    return !node->closed && node->g != WAY_COST_MAX;
}

/// How long a day of the open list is, as a power of two: no longer than the shortest step of flat
/// ground; elsewhere so short that most hold few states, and so long that the calendar shows them.
/// Of keys that are costs; `estimate` is the start's.
static inline uint32_t wayi_local_day(const wayi_local *local, way_cost estimate)
{
    if (local->flat) {
        return wayi_bits_highest(local->ground.map->costs.cardinal);
    }
    const uint32_t bits = estimate ? wayi_bits_highest(estimate) : 0;
    return bits > 9 ? bits - 9 : 0;
}

/// Which of equals goes first.
static inline uint32_t wayi_local_order(const wayi_local *local, uint32_t slot)
{
    return wayi_nodes_order(&local->nodes, wayi_nodes_id(&local->nodes, slot), slot);
}

static inline bool wayi_local_push(way_agent *agent, wayi_local *local, uint32_t slot)
{
    const wayi_heap_item item = {wayi_local_key(local, wayi_local_at(local, slot)),
                                 wayi_local_order(local, slot), slot};
    agent->stats.heap_pushes++;
    return wayi_calendar_push(&local->open, item);
}

/// While learning.
static inline bool wayi_local_push_estimate(wayi_local *local, uint32_t slot, way_cost estimate)
{
    const wayi_heap_item item = {estimate, wayi_local_order(local, slot), slot};
    return wayi_calendar_push(&local->open, item);
}

/// Gives an expanded state a better estimate, by a step to a node; false without memory.
static inline bool wayi_local_pass_on(wayi_local *local, const wayi_local_node *node, uint32_t from,
                                      way_cost estimate)
{
    wayi_local_node *other = wayi_local_at(local, from);
    other->g = estimate;
    if (!local->config.forgets_steps) {
        other->steps = node->steps + 1;
        other->error_steps = node->error_steps;
    }
    return wayi_local_push_estimate(local, from, estimate);
}

/// What expanding a state has found so far.
typedef struct wayi_local_children {
    bool first;     ///< it was never expanded before
    uint32_t live;  ///< from which a goal may be reached
    way_cost f;     ///< least of them, the parent left out
    uint32_t steps; ///< of that one
} wayi_local_children;

/// A child that a way of cost g leads to.
static inline void wayi_local_see_child(wayi_local_children *children, const wayi_local_node *node,
                                        way_cost g)
{
    const way_cost f = way_cost_add(g < node->g ? g : node->g, node->h);
    if (f < children->f) {
        children->f = f;
        children->steps = node->steps;
    }
}

/// Makes the episode fields of a state fresh, in an episode that had not met it; false without
/// memory.
static inline bool wayi_local_freshen(wayi_local *local, uint32_t slot)
{
    wayi_local_node *node = wayi_local_at(local, slot);
    node->episode = local->episode & WAYI_LOCAL_EPISODES;
    node->g = WAY_COST_MAX;
    node->parent = WAYI_LOCAL_NONE;
    node->before = WAYI_LOCAL_NONE;
    node->closed = 0;
    return wayi_path_buffer_push(&local->met, slot);
}

/// The slot of a state, its episode fields made fresh; WAYI_SLOT_NONE without memory.
uint32_t wayi_local_touch(way_agent *agent, wayi_local *local, way_state state);

/// A goal in view: the cheapest is walked to when the look-ahead is over. True.
bool wayi_local_see_goal(const way_agent *agent, wayi_local *local, uint32_t slot);

/// Tells the observer about a state.
void wayi_local_show(way_agent *agent, const wayi_local *local, uint32_t slot, way_event_kind kind);

/// Offers the steps from a state on flat ground; false without memory.
bool wayi_local_expand_flat(way_agent *agent, wayi_local *local, uint32_t slot, way_cell cell,
                            wayi_local_children *children);

/// The Dijkstra's search of learning on flat ground; false without memory.
bool wayi_local_learn_flat(const way_agent *agent, wayi_local *local);

/// Raises an estimate.
void wayi_local_raise(way_agent *agent, wayi_local *local, uint32_t slot, way_cost estimate);

/// Raises the estimate of every expanded state to what the frontier proves, by Dijkstra's search
/// backwards. False without memory.
bool wayi_local_learn(way_agent *agent, wayi_local *local);

/// The cheaper rule of RTAA*: f of the next state less g.
void wayi_local_adapt(way_agent *agent, wayi_local *local, uint32_t next);
