// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways that cost more than 32 bits count. Every search counts in 32 bits, for that is what keeps
// its loop short, and past them it finds nothing. Where the space knows that there is a way
// nevertheless, this A* with costs of 64 bits goes on from where the path ends, whatever the
// algorithm, and finds the best one.
//
// It is a search of last resort: states lie in a hash table, memory is taken when such a trip is
// made and given back when it is over.
#include "search/trip/wide.h"

#include "core/hash_table.h"
#include "core/heap.h"
#include "search/trip/observer.h"

#define WIDE_NONE UINT32_MAX

typedef struct wide_node {
    uint64_t g;
    way_state state;
    uint32_t parent; ///< index of a node, or WIDE_NONE
    way_cost h;
    bool closed;
} wide_node;

struct wayi_wide {
    wayi_hash_table places; ///< from states to nodes
    wide_node *nodes;
    uint32_t count;
    uint32_t capacity;
    uint32_t limit;   ///< most nodes
    uint32_t nearest; ///< the node with the least estimate, then the first: where who gives up goes
    wayi_heap open;   ///< by f, then states; h = slot
};

/// The node of a state, new ones without a way; WIDE_NONE without memory.
static uint32_t wide_node_of(way_agent *agent, way_state state)
{
    wayi_wide *wide = agent->wide;
    uint32_t *place = wayi_hash_table_get_or_add(&wide->places, state, wide->count);
    if (!place) {
        return WIDE_NONE;
    }
    if (*place < wide->count) {
        return *place;
    }
    if (wide->count >= wide->limit ||
        !wayi_grow(&agent->allocator, (void **)&wide->nodes, &wide->capacity, wide->count + 1,
                   sizeof *wide->nodes)) {
        return WIDE_NONE;
    }
    wide->nodes[wide->count] =
        (wide_node){UINT64_MAX, state, WIDE_NONE, wayi_goal_distance(&agent->goal, state), false};
    return wide->count++;
}

/// A way to a state; false without memory.
static bool wide_reach(way_agent *agent, way_state state, uint64_t g, uint32_t parent)
{
    wayi_wide *wide = agent->wide;
    const uint32_t index = wide_node_of(agent, state);
    if (index == WIDE_NONE) {
        return false;
    }
    wide_node *node = &wide->nodes[index];
    if (g >= node->g) {
        return true;
    }
    agent->stats.generations++;
    agent->stats.reopenings += node->closed;
    agent->stats.heap_pushes++;
    node->g = g;
    node->parent = parent;
    node->closed = false;
    wide->nearest = node->h < wide->nodes[wide->nearest].h ? index : wide->nearest;
    return wayi_heap_push(&wide->open, (wayi_heap_item){g + node->h, state, index});
}

/// Looks at the steps from a node; false without memory.
static bool wide_expand(way_agent *agent, uint32_t index)
{
    const wide_node node = agent->wide->nodes[index];
    agent->wide->nodes[index].closed = true;
    agent->stats.expansions++;
    if (agent->observer) {
        const way_cost g = node.g < WAY_COST_MAX ? (way_cost)node.g : WAY_COST_MAX;
        wayi_observer_write(
            agent->observer,
            (way_event){WAY_EVENT_EXPAND, node.state, WAY_STATE_NONE, g, way_cost_add(g, node.h)});
    }
    const uint32_t degree = agent->space->type->expand(agent->space, node.state, agent->edges);
    bool fits = degree != WAY_EXPAND_FULL;
    for (uint32_t i = 0; fits && i < degree; i++) {
        fits = wide_reach(agent, agent->edges[i].to, node.g + agent->edges[i].cost, index);
    }
    return fits;
}

/// Commits the way to a node; false without memory.
static bool wide_commit(way_agent *agent, uint32_t index)
{
    const wayi_wide *wide = agent->wide;
    const uint32_t first = agent->path.count;
    for (; wide->nodes[index].parent != WIDE_NONE; index = wide->nodes[index].parent) {
        if (!wayi_path_buffer_push(&agent->path, wide->nodes[index].state)) {
            agent->path.count = first;
            return false;
        }
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, first - 1));
    return true;
}

bool wayi_wide_begin(way_agent *agent)
{
    wayi_wide_end(agent);
    wayi_agent_unroll(agent);
    agent->runs = (wayi_runs){.items = agent->runs.items, .capacity = agent->runs.capacity};
    agent->wide = wayi_alloc_zero(&agent->allocator, 1, sizeof *agent->wide);
    if (!agent->wide) {
        return false;
    }
    agent->wide->limit = agent->capacity ? agent->capacity : WIDE_NONE;
    wayi_hash_table_init(&agent->wide->places, &agent->allocator);
    wayi_heap_init(&agent->wide->open, &agent->allocator);
    agent->knows = WAYI_NOTHING; // the algorithm can't go on from what follows
    wayi_trip_enter(agent, WAYI_WIDE);
    const way_state start = agent->path.states[agent->path.count - 1];
    return wide_node_of(agent, start) == 0 && wide_reach(agent, start, 0, WIDE_NONE);
}

way_outcome wayi_wide_step(way_agent *agent, uint32_t budget)
{
    wayi_wide *wide = agent->wide;
    for (uint32_t i = 0; i < budget; i++) {
        wayi_heap_item item = {0};
        do {
            if (wide->open.count == 0) {
                return WAY_OUTCOME_NO_PATH;
            }
            item = wayi_heap_pop(&wide->open);
            agent->stats.heap_pops++;
        } while (wide->nodes[item.slot].closed);
        if (wayi_goal_is_reached(&agent->goal, item.id)) {
            const bool fits = wide_commit(agent, item.slot);
            wayi_wide_end(agent);
            return fits ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
        }
        if (!wide_expand(agent, item.slot)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

void wayi_wide_give_up(way_agent *agent)
{
    if (agent->wide && agent->wide->count) {
        (void)wide_commit(agent, agent->wide->nearest); // or it stays where it is
    }
}

void wayi_wide_end(way_agent *agent)
{
    wayi_wide *wide = agent->wide;
    if (!wide) {
        return;
    }
    wayi_hash_table_fini(&wide->places);
    wayi_heap_fini(&wide->open);
    wayi_free(&agent->allocator, wide->nodes, wide->capacity, sizeof *wide->nodes);
    wayi_free(&agent->allocator, wide, 1, sizeof *wide);
    agent->wide = NULL;
}
