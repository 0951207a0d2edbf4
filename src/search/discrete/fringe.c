// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fringe search: A*-quality paths without a sorted open list. The frontier is one linked list that
// is walked again and again under a rising threshold: states whose f is within it are replaced by
// their successors on the spot, the others are left for the next walk. Memory of all seen states
// spares IDA*'s repetition.
//
// Invariants: a state is in the list at most once; the threshold of a walk is the least f left
// behind by the one before, so it strictly rises and a goal met within it is optimal with an
// admissible estimate.
//
// The printed listing in Anguelov's survey expands f < T only, which never starts; here f <= T is
// expanded. Skipping a state that is left for later counts against the budget like an expansion: it
// is work too.
//
// Bjornsson, Enzenberger, Holte, Schaeffer: Fringe Search: Beating A* at Pathfinding on Game Maps,
// 2005.
#include "core/nodes.h"
#include "search/algorithm.h"
#include "search/observer.h"

#define FRINGE_NONE UINT32_MAX

typedef struct fringe_node {
    uint32_t stamp;
    way_cost g;
    way_cost h;
    way_state parent;
    uint32_t before; ///< slots in the list
    uint32_t after;
    uint32_t listed;
} fringe_node;

static const fringe_node fringe_blank = {
    .g = WAY_COST_MAX, .parent = WAY_STATE_NONE, .before = FRINGE_NONE, .after = FRINGE_NONE};

typedef struct fringe_memory {
    wayi_nodes nodes;
    uint32_t first;
    uint32_t at; ///< where the walk stands
    way_cost threshold;
    way_cost least_left; ///< least f that this walk left behind
    way_state closest;
    way_cost closest_estimate;
} fringe_memory;

static way_status fringe_create(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    const wayi_nodes_config config = {.blank = &fringe_blank,
                                      .stride = sizeof fringe_blank,
                                      .id_count = agent->space->state_count,
                                      .limit = agent->capacity,
                                      .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&memory->nodes, &config, &agent->allocator);
}

static void fringe_destroy(way_agent *agent)
{
    wayi_nodes_fini(&((fringe_memory *)agent->memory)->nodes);
}

static size_t fringe_bytes(const way_agent *agent)
{
    return wayi_nodes_bytes(&((const fringe_memory *)agent->memory)->nodes);
}

static uint32_t fringe_states_max(const way_agent *agent)
{
    return ((const fringe_memory *)agent->memory)->nodes.count;
}

static fringe_node *fringe_at(const fringe_memory *memory, uint32_t slot)
{
    return wayi_nodes_at(&memory->nodes, slot, sizeof(fringe_node));
}

static void fringe_unlink(fringe_memory *memory, uint32_t slot)
{
    fringe_node *node = fringe_at(memory, slot);
    if (node->before == FRINGE_NONE) {
        memory->first = node->after;
    } else {
        fringe_at(memory, node->before)->after = node->after;
    }
    if (node->after != FRINGE_NONE) {
        fringe_at(memory, node->after)->before = node->before;
    }
    node->listed = 0;
}

static void fringe_link_after(fringe_memory *memory, uint32_t place, uint32_t slot)
{
    fringe_node *node = fringe_at(memory, slot);
    fringe_node *previous = fringe_at(memory, place);
    node->before = place;
    node->after = previous->after;
    node->listed = 1;
    if (previous->after != FRINGE_NONE) {
        fringe_at(memory, previous->after)->before = slot;
    }
    previous->after = slot;
}

static void fringe_report(const way_agent *agent, way_event_kind kind, way_state state,
                          const fringe_node *node)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){kind, state, node->parent, node->g,
                                                         way_cost_add(node->g, node->h)});
    }
}

static way_status fringe_begin(way_agent *agent)
{
    fringe_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->nodes);
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, agent->start, sizeof(fringe_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    fringe_node *node = fringe_at(memory, slot);
    node->g = 0;
    // A blocked start may be left for less than its estimate says.
    node->h = way_space_can_stand(agent->space, agent->start)
                  ? wayi_goal_distance(&agent->goal, agent->start)
                  : 0;
    node->listed = 1;
    memory->first = slot;
    memory->at = slot;
    memory->threshold = node->h;
    memory->least_left = WAY_COST_MAX;
    memory->closest = WAY_STATE_NONE;
    memory->closest_estimate = WAY_COST_MAX;
    return WAY_STATUS_OK;
}

/// Offers a successor its way; a better one puts it right behind the state under expansion.
static bool fringe_relax(way_agent *agent, uint32_t origin_slot, way_edge edge)
{
    fringe_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, edge.to, sizeof(fringe_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    fringe_node *node = fringe_at(memory, slot);
    const way_cost g = way_cost_add(fringe_at(memory, origin_slot)->g, edge.cost);
    if (g >= node->g) {
        return true;
    }
    const bool seen = node->g != WAY_COST_MAX;
    node->h = seen ? node->h : wayi_goal_distance(&agent->goal, edge.to);
    const bool reopened = seen && !node->listed;
    if (node->listed) {
        fringe_unlink(memory, slot);
    }
    agent->stats.reopenings += reopened;
    node->g = g;
    node->parent = wayi_nodes_id(&memory->nodes, origin_slot);
    fringe_link_after(memory, origin_slot, slot);
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    fringe_report(agent, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to, node);
    return true;
}

/// Replaces a state by its successors, first successor first; false without memory.
static bool fringe_expand(way_agent *agent, uint32_t slot, way_state state)
{
    fringe_memory *memory = agent->memory;
    const fringe_node *node = fringe_at(memory, slot);
    agent->stats.expansions++;
    agent->stats.heap_pops++;
    fringe_report(agent, WAY_EVENT_EXPAND, state, node);
    if (node->h < memory->closest_estimate) {
        memory->closest_estimate = node->h;
        memory->closest = state;
    }
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = count; i-- > 0;) {
        if (!fringe_relax(agent, slot, agent->edges[i])) {
            return false;
        }
    }
    memory->at = fringe_at(memory, slot)->after;
    fringe_unlink(memory, slot);
    return true;
}

static way_state fringe_parent(const way_agent *agent, way_state state)
{
    const fringe_memory *memory = agent->memory;
    return fringe_at(memory, wayi_nodes_find(&memory->nodes, state, sizeof(fringe_node)))->parent;
}

/// Starts the next walk under the least f that was left behind; false if nothing was.
static bool fringe_walk_again(fringe_memory *memory)
{
    if (memory->first == FRINGE_NONE || memory->least_left == WAY_COST_MAX) {
        return false;
    }
    memory->threshold = memory->least_left;
    memory->least_left = WAY_COST_MAX;
    memory->at = memory->first;
    return true;
}

static way_outcome fringe_step(way_agent *agent, uint32_t budget)
{
    fringe_memory *memory = agent->memory;
    for (; budget > 0; budget--) {
        if (memory->at == FRINGE_NONE && !fringe_walk_again(memory)) {
            return WAY_OUTCOME_NO_PATH;
        }
        const uint32_t slot = memory->at;
        const fringe_node *node = fringe_at(memory, slot);
        const way_cost f = way_cost_add(node->g, node->h);
        if (f > memory->threshold) {
            memory->least_left = f < memory->least_left ? f : memory->least_left;
            memory->at = node->after;
            continue;
        }
        const way_state state = wayi_nodes_id(&memory->nodes, slot);
        if (wayi_goal_is_reached(&agent->goal, state)) {
            return wayi_agent_commit_chain(agent, state, fringe_parent) ? WAY_OUTCOME_ARRIVED
                                                                        : WAY_OUTCOME_CAPACITY;
        }
        if (!fringe_expand(agent, slot, state)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

static void fringe_give_up(way_agent *agent)
{
    const fringe_memory *memory = agent->memory;
    if (memory->closest != WAY_STATE_NONE) {
        wayi_agent_commit_chain(agent, memory->closest, fringe_parent);
    }
}

const wayi_algorithm wayi_algorithm_fringe = {
    .info = {.name = "fringe",
             .title = "Fringe search",
             .family = "discrete",
             .summary =
                 "Optimal without a sorted open list: one list walked under a rising threshold",
             .reference = "Bjornsson, Enzenberger, Holte, Schaeffer: Fringe Search: Beating A* at "
                          "Pathfinding on Game Maps, 2005",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START},
    .memory_size = sizeof(fringe_memory),
    .create = fringe_create,
    .destroy = fringe_destroy,
    .memory_bytes = fringe_bytes,
    .states_max = fringe_states_max,
    .begin = fringe_begin,
    .step = fringe_step,
    .give_up = fringe_give_up,
};
