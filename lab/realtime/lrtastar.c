// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LRTA* and RTA*: look a few steps ahead in all directions, correct the estimate of the state under
// one's feet, take the best step. The ancestors of real-time search.
//
//   rule=lrta   store the best value: estimates stay admissible, and trips repeated with them would
//   converge rule=rta    store the second best, what coming back would be worth: fewer revisits, no
//   convergence
//
// A state with a stored value is not searched below again, as in the study of the video game. Ties
// go to the first step in the space's order. The look-ahead is a stack of at most `depth` frames,
// so the work for one move is at most b + b^2 + ... expansions. In a heuristic depression the agent
// walks to and fro until it is filled up ("scrubbing"); revisits are counted.
//
// Steps need not be reversible. An agent that got caught where no goal can be reached from finds
// out (see survey.h). A value backed up from below is never less than the estimate it stands for,
// so that agents arrive with inconsistent estimates too. Korf's rule stores an infinite value for a
// state with one step only; that holds where the step can be taken back, elsewhere the best value
// is stored.
//
// Korf: Real-Time Heuristic Search, 1990.
#include "core/nodes.h"
#include "search/engine/search_tree.h"
#include "search/realtime/changes.h"
#include "search/realtime/survey.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"

#define LRTASTAR_DEPTH_MAX 6

enum { LRTASTAR_DEPTH, LRTASTAR_RULE };

static const char *const lrtastar_rules[] = {"lrta", "rta"};

static const way_param lrtastar_params[] = {
    [LRTASTAR_DEPTH] = {"depth", "steps to look ahead", WAY_PARAM_INTEGER, 1, 1, LRTASTAR_DEPTH_MAX,
                        NULL},
    [LRTASTAR_RULE] = {"rule", "which value is stored for the state that is left", WAY_PARAM_CHOICE,
                       0, 0, 1, lrtastar_rules},
};

typedef struct lrtastar_node {
    uint32_t stamp;
    way_cost h;
    uint32_t flags;
    uint32_t survey; ///< mark
} lrtastar_node;

enum { LRTASTAR_SEEN = 1, LRTASTAR_EXPLORED = 2, LRTASTAR_LEARNED = 4 };

static const lrtastar_node lrtastar_blank = {.h = 0};

/// One level of the look-ahead.
typedef struct lrtastar_frame {
    uint32_t count; ///< steps from its state
    uint32_t at;    ///< next one to value
    way_cost best;  ///< least value so far
} lrtastar_frame;

typedef struct lrtastar_memory {
    wayi_nodes learned;
    way_edge *edges;  ///< degree_max for each level
    way_cost *values; ///< of the steps from the agent's own state
    lrtastar_frame frames[LRTASTAR_DEPTH_MAX];
    wayi_survey survey;
    uint32_t level;      ///< frames in use
    uint32_t unexplored; ///< states seen but never looked at
} lrtastar_memory;

static uint32_t lrtastar_bound(const way_navigator *navigator)
{
    uint64_t bound = 1;
    uint64_t level = 1;
    for (int32_t i = 1; i < navigator->params[LRTASTAR_DEPTH]; i++) {
        level *= navigator->space->degree_max;
        bound += level;
    }
    return bound < UINT32_MAX ? (uint32_t)bound : UINT32_MAX;
}

static way_status lrtastar_create(way_agent *agent)
{
    lrtastar_memory *memory = agent->memory;
    const size_t degree = agent->space->degree_max;
    memory->edges = wayi_alloc(&agent->allocator, degree * LRTASTAR_DEPTH_MAX, sizeof(way_edge));
    memory->values = wayi_alloc(&agent->allocator, degree, sizeof *memory->values);
    if (!memory->edges || !memory->values) {
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_agent_open_nodes(agent, &memory->learned, &lrtastar_blank, sizeof lrtastar_blank);
}

static void lrtastar_destroy(way_agent *agent)
{
    lrtastar_memory *memory = agent->memory;
    const size_t degree = agent->space->degree_max;
    wayi_free(&agent->allocator, memory->edges, degree * LRTASTAR_DEPTH_MAX, sizeof(way_edge));
    WAYI_FREE(&agent->allocator, memory->values, degree);
    wayi_nodes_fini(&memory->learned);
}

static way_status lrtastar_begin(way_agent *agent)
{
    lrtastar_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->learned);
    wayi_survey_clear(&memory->survey);
    memory->level = 0;
    memory->unexplored = 0;
    return WAY_STATUS_OK;
}

static way_edge *lrtastar_edges(const way_agent *agent, uint32_t level)
{
    const lrtastar_memory *memory = agent->memory;
    return memory->edges + (size_t)level * agent->space->degree_max;
}

/// The node of a state, counted when it is new; NULL without memory.
static lrtastar_node *lrtastar_see(lrtastar_memory *memory, way_state state)
{
    const uint32_t slot = wayi_nodes_touch(&memory->learned, state, sizeof(lrtastar_node));
    if (slot == WAYI_SLOT_NONE) {
        return NULL;
    }
    lrtastar_node *node = wayi_nodes_at(&memory->learned, slot, sizeof *node);
    memory->unexplored += !(node->flags & LRTASTAR_SEEN);
    node->flags |= LRTASTAR_SEEN;
    return node;
}

/// Notes that a state is looked at and what it leads to; false without memory.
static bool lrtastar_explore(lrtastar_memory *memory, way_state state, const way_edge *edges,
                             uint32_t count)
{
    lrtastar_node *node = lrtastar_see(memory, state);
    if (!node) {
        return false;
    }
    memory->unexplored -= !(node->flags & LRTASTAR_EXPLORED);
    node->flags |= LRTASTAR_EXPLORED;
    wayi_survey_count(&memory->survey);
    const bool surveyed = wayi_survey_settle(&memory->survey, &node->survey);
    for (uint32_t i = 0; i < count; i++) {
        lrtastar_node *to = lrtastar_see(memory, edges[i].to);
        if (!to) {
            return false;
        }
        if (surveyed) {
            wayi_survey_join(&memory->survey, &to->survey, 0);
        }
    }
    return true;
}

/// Opens a level below the present ones; false without memory.
static bool lrtastar_enter(way_agent *agent, way_state state, way_state parent)
{
    lrtastar_memory *memory = agent->memory;
    way_edge *edges = lrtastar_edges(agent, memory->level);
    const uint32_t count = wayi_agent_expand(agent, state, edges);
    if (count == WAY_EXPAND_FULL || !lrtastar_explore(memory, state, edges, count)) {
        return false;
    }
    memory->frames[memory->level++] = (lrtastar_frame){count, 0, WAY_COST_MAX};
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, state, parent, 0,
                                                         wayi_goal_distance(&agent->goal, state)});
    }
    return true;
}

/// Begins to look ahead from where the agent stands; false without memory.
static bool lrtastar_start(way_agent *agent, way_state here)
{
    lrtastar_memory *memory = agent->memory;
    lrtastar_node *node = lrtastar_see(memory, here);
    if (!node) {
        return false;
    }
    wayi_survey_begin(&memory->survey, &node->survey, 0);
    return lrtastar_enter(agent, here, WAY_STATE_NONE);
}

/// The value of a state that is not looked below; false if it must be.
static bool lrtastar_value(const way_agent *agent, way_state state, way_cost *value)
{
    const lrtastar_memory *memory = agent->memory;
    if (wayi_goal_is_reached(&agent->goal, state)) {
        *value = 0;
        return true;
    }
    const uint32_t slot = wayi_nodes_find(&memory->learned, state, sizeof(lrtastar_node));
    const lrtastar_node *node = wayi_nodes_at(&memory->learned, slot, sizeof *node);
    if (node->flags & LRTASTAR_LEARNED) {
        *value = node->h;
        return true;
    }
    *value = wayi_goal_distance(&agent->goal, state);
    return memory->level == (uint32_t)agent->navigator->params[LRTASTAR_DEPTH];
}

/// Enters the value of the step under trial at the deepest level.
static void lrtastar_offer(const way_agent *agent, way_cost value)
{
    lrtastar_memory *memory = agent->memory;
    lrtastar_frame *frame = &memory->frames[memory->level - 1];
    const way_edge edge = lrtastar_edges(agent, memory->level - 1)[frame->at];
    value = way_cost_add(edge.cost, value);
    if (memory->level == 1) {
        memory->values[frame->at] = value;
    }
    frame->best = value < frame->best ? value : frame->best;
    frame->at++;
}

/// Enters what a level that is done has found below the step under trial.
static void lrtastar_offer_below(const way_agent *agent, way_cost best)
{
    const lrtastar_memory *memory = agent->memory;
    const lrtastar_frame *frame = &memory->frames[memory->level - 1];
    const way_state state = lrtastar_edges(agent, memory->level - 1)[frame->at].to;
    const way_cost estimate = wayi_goal_distance(&agent->goal, state);
    lrtastar_offer(agent, best > estimate ? best : estimate);
}

/// Looks on for up to `*budget` expansions; WORKING, FOUND when the look-ahead is complete, or
/// CAPACITY.
static way_outcome lrtastar_look(way_agent *agent, uint32_t *budget)
{
    lrtastar_memory *memory = agent->memory;
    for (;;) {
        const lrtastar_frame *frame = &memory->frames[memory->level - 1];
        if (frame->at == frame->count) {
            if (memory->level == 1) {
                return WAY_OUTCOME_FOUND;
            }
            const way_cost best = frame->best;
            memory->level--;
            lrtastar_offer_below(agent, best);
            continue;
        }
        const way_edge edge = lrtastar_edges(agent, memory->level - 1)[frame->at];
        way_cost value = 0;
        if (lrtastar_value(agent, edge.to, &value)) {
            lrtastar_offer(agent, value);
            continue;
        }
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        if (!lrtastar_enter(agent, edge.to, WAY_STATE_NONE)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
}

/// The best step, the first of equals; and the least value of the steps that lead elsewhere.
static uint32_t lrtastar_choose(const way_agent *agent, way_cost *second)
{
    const lrtastar_memory *memory = agent->memory;
    const way_edge *edges = lrtastar_edges(agent, 0);
    uint32_t best = 0;
    for (uint32_t i = 1; i < memory->frames[0].count; i++) {
        best = memory->values[i] < memory->values[best] ? i : best;
    }
    *second = WAY_COST_MAX;
    for (uint32_t i = 0; i < memory->frames[0].count; i++) {
        if (edges[i].to != edges[best].to && memory->values[i] < *second) {
            *second = memory->values[i];
        }
    }
    return best;
}

static bool lrtastar_store(way_agent *agent, way_state state, way_cost value)
{
    lrtastar_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->learned, state, sizeof(lrtastar_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    lrtastar_node *node = wayi_nodes_at(&memory->learned, slot, sizeof *node);
    const way_cost estimate = wayi_goal_distance(&agent->goal, state);
    node->h = node->h < estimate ? estimate : node->h;
    const bool raised = value > node->h;
    node->h = raised ? value : node->h;
    node->flags |= LRTASTAR_LEARNED;
    if (raised && agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_LEARN, state, WAY_STATE_NONE, value, value});
    }
    return true;
}

/// Learns and takes one step.
static way_outcome lrtastar_act(way_agent *agent, way_state here)
{
    lrtastar_memory *memory = agent->memory;
    memory->level = 0;
    const way_cost least = memory->frames[0].best;
    if (least == WAY_COST_MAX || memory->unexplored == 0 ||
        wayi_survey_is_complete(&memory->survey)) {
        return WAY_OUTCOME_NO_PATH; // nowhere to go, or nothing that was not looked at
    }
    way_cost second = WAY_COST_MAX;
    const uint32_t best = lrtastar_choose(agent, &second);
    const way_edge edge = lrtastar_edges(agent, 0)[best];
    const bool comes_back = way_space_traits(agent->space) & WAY_SPACE_SYMMETRIC;
    const bool keeps_second =
        agent->navigator->params[LRTASTAR_RULE] == 1 && (second != WAY_COST_MAX || comes_back);
    if (!lrtastar_store(agent, here, keeps_second ? second : memory->values[best]) ||
        !wayi_agent_commit(agent, edge.to, edge.cost)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return wayi_goal_is_reached(&agent->goal, edge.to) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
}

static way_outcome lrtastar_step(way_agent *agent, uint32_t budget)
{
    lrtastar_memory *memory = agent->memory;
    const way_state here = agent->path.states[agent->path.count - 1];
    if (wayi_goal_is_reached(&agent->goal, here)) {
        return WAY_OUTCOME_FOUND;
    }
    if (memory->level == 0) {
        budget--;
        if (!lrtastar_start(agent, here)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    const way_outcome outcome = lrtastar_look(agent, &budget);
    return outcome == WAY_OUTCOME_FOUND ? lrtastar_act(agent, here) : outcome;
}

static bool lrtastar_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                              uint64_t *work)
{
    const lrtastar_memory *memory = agent->memory;
    return wayi_agent_nodes_outlive(agent, &memory->learned, rects, count, work);
}

static way_status lrtastar_change(way_agent *agent, const way_state *states, uint32_t count)
{
    lrtastar_memory *memory = agent->memory;
    memory->level = 0;
    // The value of the second best step holds behind the move that was made, which may be taken
    // back.
    const bool forgets = agent->navigator->params[LRTASTAR_RULE] == 1;
    return forgets || wayi_changes_may_help(agent, states, count) ? lrtastar_begin(agent)
                                                                  : WAY_STATUS_OK;
}

static way_cost lrtastar_estimate(const way_agent *agent, way_state state)
{
    const lrtastar_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_find(&memory->learned, state, sizeof(lrtastar_node));
    const lrtastar_node *node =
        slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&memory->learned, slot, sizeof *node);
    return node && node->flags & LRTASTAR_LEARNED ? node->h
                                                  : wayi_goal_distance(&agent->goal, state);
}

const wayi_algorithm wayi_algorithm_lrtastar = {
    .info = {.name = "lrtastar",
             .title = "LRTA* and RTA*",
             .family = "realtime",
             .summary = "A few steps of look-ahead, one lesson, one move",
             .reference = "Korf: Real-Time Heuristic Search, 1990",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_INCREMENTAL |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(lrtastar_params)},
    .memory_size = sizeof(lrtastar_memory),
    .lookahead = lrtastar_bound,
    .create = lrtastar_create,
    .destroy = lrtastar_destroy,
    .begin = lrtastar_begin,
    .step = lrtastar_step,
    .outlives = lrtastar_outlives,
    .estimate = lrtastar_estimate,
    .change = lrtastar_change,
    .advance = wayi_changes_advance,
};
