// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Bidirectional A* in its new form (NBA*): one search from each end, each state closed by only one
// of them.
//
// L is the cost of the best path seen so far, a state in the middle with a way from both ends. A
// state u taken by the forward search is closed without looking at its steps if g1(u) + h1(u) >= L,
// or if g1(u) + F2 - h2(u) >= L, where F2 is the least f of the backward search: no path over u can
// then beat L. When either open list has nothing below L, the path of cost L is optimal. Needs
// consistent estimates in both directions and predecessors. The side with the shorter open list
// goes next.
//
// Pijls, Post: Yet Another Bidirectional Algorithm for Finding the Shortest Path, 2009.
#include "core/heap.h"
#include "search/engine/search_tree.h"
#include "search/trip/observer.h"

enum { BIDIRECTIONAL_FORWARD, BIDIRECTIONAL_BACKWARD };

/// The tree is the forward search's; either search closes nodes.
typedef struct bidirectional_node {
    wayi_tree_node forward;
    way_cost g; ///< of the backward search
    way_state parent;
} bidirectional_node;

static const bidirectional_node bidirectional_blank = {
    .forward = WAYI_TREE_BLANK, .g = WAY_COST_MAX, .parent = WAY_STATE_NONE};

typedef struct bidirectional_memory {
    wayi_search_tree tree;
    wayi_heap open[2];
    way_cost least_f[2];
    way_state ends[2]; ///< where each side started
    way_cost best;     ///< L
    way_state meeting;
    way_edge *exits; ///< [degree_max] steps out of a blocked start
    uint32_t exit_count;
    bool started;
} bidirectional_memory;

static way_status bidirectional_create(way_agent *agent)
{
    bidirectional_memory *memory = agent->memory;
    wayi_heap_init(&memory->open[0], &agent->allocator);
    wayi_heap_init(&memory->open[1], &agent->allocator);
    memory->exits = wayi_alloc(&agent->allocator, agent->space->degree_max, sizeof *memory->exits);
    return memory->exits
               ? wayi_tree_create_sized(agent, &bidirectional_blank, sizeof bidirectional_blank)
               : WAY_STATUS_NO_MEMORY;
}

static void bidirectional_destroy(way_agent *agent)
{
    bidirectional_memory *memory = agent->memory;
    WAYI_FREE(&agent->allocator, memory->exits, agent->space->degree_max);
    wayi_tree_destroy(agent);
    wayi_heap_fini(&memory->open[0]);
    wayi_heap_fini(&memory->open[1]);
}

static bidirectional_node *bidirectional_at(const bidirectional_memory *memory, uint32_t slot)
{
    return wayi_nodes_at(&memory->tree.nodes, slot, sizeof(bidirectional_node));
}

static way_cost *bidirectional_g(bidirectional_node *node, uint32_t side)
{
    return side == BIDIRECTIONAL_FORWARD ? &node->forward.g : &node->g;
}

static way_state *bidirectional_parent(bidirectional_node *node, uint32_t side)
{
    return side == BIDIRECTIONAL_FORWARD ? &node->forward.parent : &node->parent;
}

/// What a side estimates from a state to the other side's end.
static way_cost bidirectional_estimate(const way_agent *agent, uint32_t side, way_state state)
{
    const bidirectional_memory *memory = agent->memory;
    const way_space *space = agent->space;
    if (side == BIDIRECTIONAL_FORWARD) {
        return space->type->estimate(space, state, memory->ends[BIDIRECTIONAL_BACKWARD]);
    }
    way_cost least = memory->exit_count
                         ? WAY_COST_MAX
                         : space->type->estimate(space, memory->ends[BIDIRECTIONAL_FORWARD], state);
    for (uint32_t i = 0; i < memory->exit_count; i++) {
        const way_edge exit = memory->exits[i];
        const way_cost over = way_cost_add(exit.cost, space->type->estimate(space, exit.to, state));
        least = over < least ? over : least;
    }
    return least;
}

/// Gives a state a better way on one side and notes a better meeting; false without memory.
static bool bidirectional_improve(way_agent *agent, uint32_t side, wayi_heap_item place, way_cost g,
                                  way_state parent)
{
    bidirectional_memory *memory = agent->memory;
    bidirectional_node *node = bidirectional_at(memory, place.slot);
    *bidirectional_g(node, side) = g;
    *bidirectional_parent(node, side) = parent;
    const way_cost whole = way_cost_add(g, *bidirectional_g(node, 1 - side));
    if (whole < memory->best) {
        memory->best = whole;
        memory->meeting = place.id;
    }
    const way_cost h = bidirectional_estimate(agent, side, place.id);
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    wayi_agent_report(agent, WAY_EVENT_GENERATE, place.id, parent, g, h);
    place.key = (uint64_t)way_cost_add(g, h) << 32 | (uint32_t)~g;
    place.id = wayi_nodes_order(&memory->tree.nodes, place.id, place.slot);
    return wayi_heap_push(&memory->open[side], place);
}

/// A blocked start is left at once, in all directions; false without memory.
static bool bidirectional_leave(way_agent *agent)
{
    bidirectional_memory *memory = agent->memory;
    way_space *space = agent->space;
    const way_state start = agent->start;
    const uint32_t count = space->type->expand(space, start, memory->exits);
    const uint32_t slot = wayi_nodes_touch(&memory->tree.nodes, start, sizeof(bidirectional_node));
    if (count == WAY_EXPAND_FULL || slot == WAYI_SLOT_NONE) {
        return false;
    }
    memory->exit_count = count;
    bidirectional_at(memory, slot)->forward.g = 0;
    bidirectional_at(memory, slot)->forward.mark = WAYI_TREE_CLOSED;
    memory->least_f[BIDIRECTIONAL_FORWARD] = WAY_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const way_edge exit = memory->exits[i];
        const uint32_t there =
            wayi_nodes_touch(&memory->tree.nodes, exit.to, sizeof(bidirectional_node));
        const way_cost f =
            way_cost_add(exit.cost, bidirectional_estimate(agent, BIDIRECTIONAL_FORWARD, exit.to));
        if (there == WAYI_SLOT_NONE) {
            return false;
        }
        memory->least_f[BIDIRECTIONAL_FORWARD] =
            f < memory->least_f[BIDIRECTIONAL_FORWARD] ? f : memory->least_f[BIDIRECTIONAL_FORWARD];
        // Of several steps to the same place the cheapest counts.
        if (exit.cost < bidirectional_at(memory, there)->forward.g &&
            !bidirectional_improve(agent, BIDIRECTIONAL_FORWARD,
                                   (wayi_heap_item){.id = exit.to, .slot = there}, exit.cost,
                                   start)) {
            return false;
        }
    }
    return true;
}

static bool bidirectional_start(way_agent *agent, uint32_t side)
{
    bidirectional_memory *memory = agent->memory;
    const way_state end = memory->ends[side];
    if (side == BIDIRECTIONAL_FORWARD && end != agent->goal.state &&
        !way_space_can_stand(agent->space, end)) {
        return bidirectional_leave(agent);
    }
    const uint32_t slot = wayi_nodes_touch(&memory->tree.nodes, end, sizeof(bidirectional_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    memory->least_f[side] = bidirectional_estimate(agent, side, end);
    return bidirectional_improve(agent, side, (wayi_heap_item){.id = end, .slot = slot}, 0,
                                 WAY_STATE_NONE);
}

static way_status bidirectional_begin(way_agent *agent)
{
    bidirectional_memory *memory = agent->memory;
    wayi_tree_clear(agent);
    wayi_heap_clear(&memory->open[0]);
    wayi_heap_clear(&memory->open[1]);
    memory->ends[BIDIRECTIONAL_FORWARD] = agent->start;
    memory->ends[BIDIRECTIONAL_BACKWARD] = agent->goal.state;
    memory->best = WAY_COST_MAX;
    memory->exit_count = 0;
    memory->meeting = WAY_STATE_NONE;
    memory->started = false;
    return WAY_STATUS_OK;
}

/// Commits the way from the meeting to the goal; false without memory.
static bool bidirectional_commit_rest(way_agent *agent)
{
    const bidirectional_memory *memory = agent->memory;
    const uint32_t first = agent->path.count;
    for (way_state state = memory->meeting;;) {
        const uint32_t slot =
            wayi_nodes_find(&memory->tree.nodes, state, sizeof(bidirectional_node));
        state = bidirectional_at(memory, slot)->parent;
        if (state == WAY_STATE_NONE) {
            agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, first - 1));
            return true;
        }
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = first;
            return false;
        }
    }
}

static way_outcome bidirectional_finish(way_agent *agent)
{
    const bidirectional_memory *memory = agent->memory;
    if (memory->best == WAY_COST_MAX) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t count = agent->path.count;
    const way_cost cost = agent->cost;
    if (wayi_tree_commit(agent, memory->meeting) && bidirectional_commit_rest(agent)) {
        return WAY_OUTCOME_FOUND;
    }
    agent->path.count = count; // half a path is in the way of a partial one
    agent->cost = cost;
    return WAY_OUTCOME_CAPACITY;
}

/// Looks at the steps of a state on one side; false without memory.
static bool bidirectional_expand(way_agent *agent, uint32_t side, way_state state, way_cost g)
{
    bidirectional_memory *memory = agent->memory;
    way_space *space = agent->space;
    const uint32_t count = side == BIDIRECTIONAL_FORWARD
                               ? space->type->expand(space, state, agent->edges)
                               : space->type->expand_back(space, state, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_edge edge = agent->edges[i];
        const uint32_t slot =
            wayi_nodes_touch(&memory->tree.nodes, edge.to, sizeof(bidirectional_node));
        if (slot == WAYI_SLOT_NONE) {
            return false;
        }
        bidirectional_node *node = bidirectional_at(memory, slot);
        const way_cost better = way_cost_add(g, edge.cost);
        const wayi_heap_item place = {.id = edge.to, .slot = slot};
        if (node->forward.mark != WAYI_TREE_CLOSED && better < *bidirectional_g(node, side) &&
            !bidirectional_improve(agent, side, place, better, state)) {
            return false;
        }
    }
    return true;
}

/// Closes the next state of a side and, if a better path may lead over it, looks at its steps.
static bool bidirectional_advance(way_agent *agent, uint32_t side, wayi_heap_item item)
{
    bidirectional_memory *memory = agent->memory;
    bidirectional_node *node = bidirectional_at(memory, item.slot);
    const way_cost g = *bidirectional_g(node, side);
    const way_cost other = bidirectional_estimate(agent, 1 - side, item.id);
    node->forward.mark = WAYI_TREE_CLOSED;
    memory->least_f[side] = (way_cost)(item.key >> 32);
    agent->stats.expansions++;
    const way_cost estimate = memory->least_f[side] - g;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, item.id, *bidirectional_parent(node, side), g,
                      estimate);
    if (side == BIDIRECTIONAL_FORWARD) {
        wayi_tree_note(&memory->tree, item.id, estimate);
    }
    if ((uint64_t)g + memory->least_f[1 - side] >= (uint64_t)memory->best + other) {
        return true;
    }
    return bidirectional_expand(agent, side, item.id, g);
}

static way_outcome bidirectional_step(way_agent *agent, uint32_t budget)
{
    bidirectional_memory *memory = agent->memory;
    if (!memory->started && !(bidirectional_start(agent, BIDIRECTIONAL_FORWARD) &&
                              bidirectional_start(agent, BIDIRECTIONAL_BACKWARD))) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->started = true;
    while (budget > 0) {
        const uint32_t side = memory->open[1].count < memory->open[0].count;
        wayi_heap *open = &memory->open[side];
        if (open->count == 0 || (way_cost)(open->items[0].key >> 32) >= memory->best) {
            return bidirectional_finish(agent);
        }
        wayi_heap_item item = wayi_heap_pop(open);
        item.id = wayi_nodes_ordered_id(&memory->tree.nodes, item.id, item.slot);
        agent->stats.heap_pops++;
        if (bidirectional_at(memory, item.slot)->forward.mark == WAYI_TREE_CLOSED) {
            continue;
        }
        budget--;
        if (!bidirectional_advance(agent, side, item)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

const wayi_algorithm wayi_algorithm_bidirectional = {
    .info = {.name = "bidirectional",
             .title = "Bidirectional A*",
             .family = "discrete",
             .summary = "Optimal by two searches that meet, each state closed by only one",
             .reference =
                 "Pijls, Post: Yet Another Bidirectional Algorithm for Finding the Shortest "
                 "Path, 2009",
             .traits = WAY_TRAIT_OPTIMAL | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_BLOCKED_START,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT},
    .memory_size = sizeof(bidirectional_memory),
    .create = bidirectional_create,
    .destroy = bidirectional_destroy,
    .begin = bidirectional_begin,
    .step = bidirectional_step,
    .outlives = wayi_tree_outlives,
    .give_up = wayi_tree_give_up,
};
