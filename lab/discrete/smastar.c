// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// SMA*: A* inside a fixed number of nodes. A tree is grown one successor at a time from the best
// leaf; when no node is free the worst leaf is forgotten and its f kept by its parent, so that it
// can be grown again when everything else looks worse. Backed-up f values make a forgotten subtree
// count for what it was worth.
//
// Invariants: nodes in memory never exceed the limit; f of the root never decreases; with room for
// an optimal path and two nodes more the answer is optimal. Otherwise the best path that fits, or
// CAPACITY.
//
// The duplicate rule (on by default, needed on grids) refuses a state that is in memory with no
// larger g; with a very tight limit it can lose a path because the survivor sits deeper. MA*
// differs only in growing all successors at once and in keeping f of a forgotten child per
// operator.
//
// Russell: Efficient Memory-Bounded Search Methods, 1992.
#include "core/hash_table.h"
#include "core/indexed_heap.h"
#include "search/engine/search_tree.h"
#include "search/trip/observer.h"

#define SMASTAR_NONE UINT32_MAX
#define SMASTAR_UNTRIED (UINT32_MAX - 1)

enum { SMASTAR_NODES, SMASTAR_DUPLICATES, SMASTAR_LIMIT };

static const way_param smastar_params[] = {
    [SMASTAR_NODES] = {"nodes", "most nodes in memory", WAY_PARAM_INTEGER, 16384, 4, 1 << 24, NULL},
    [SMASTAR_DUPLICATES] = {"duplicates", "refuse states that are in memory with no larger g",
                            WAY_PARAM_SWITCH, 1, 0, 1, NULL},
    [SMASTAR_LIMIT] = {"limit", "most successors grown before giving up; 0 = no limit",
                       WAY_PARAM_INTEGER, 1000000, 0, INT32_MAX, NULL},
};

/// A successor of a node: in memory, or only its last f.
typedef struct smastar_child {
    way_edge edge;
    uint32_t node;   ///< in memory, SMASTAR_UNTRIED, or SMASTAR_NONE = forgotten
    way_cost stored; ///< forgotten: its f; WAY_COST_MAX = dead
} smastar_child;

typedef struct smastar_node {
    way_state state;
    uint32_t parent;
    uint32_t place; ///< among the parent's children
    uint32_t depth;
    way_cost g;
    way_cost f; ///< backed up
    uint32_t child_count;
    uint32_t in_memory;   ///< children that are
    uint32_t twin_before; ///< other nodes of the same state
    uint32_t twin_after;
    bool listed; ///< children are known
} smastar_node;

typedef struct smastar_memory {
    smastar_node *nodes;
    smastar_child *children; ///< degree_max for each node
    uint32_t child_capacity;
    uint32_t node_capacity;
    uint32_t node_limit;
    uint32_t degree;
    uint32_t used;
    uint32_t free_first;      ///< chained by `parent`
    uint32_t fresh;           ///< nodes from here on were never used
    wayi_indexed_heap open;   ///< nodes with something left to grow: least f, then deepest
    wayi_indexed_heap leaves; ///< nodes without a child in memory: largest f, then shallowest
    wayi_hash_table states;   ///< first node of each state
    uint64_t grown;
    bool ordered;  ///< states are not known in advance: what they are called must not matter
    bool squeezed; ///< something was lost for lack of room
} smastar_memory;

static way_status smastar_create(way_agent *agent)
{
    smastar_memory *memory = agent->memory;
    uint32_t limit = (uint32_t)agent->navigator->params[SMASTAR_NODES];
    if (agent->capacity && agent->capacity < limit) {
        limit = agent->capacity > 4 ? agent->capacity : 4;
    }
    memory->node_limit = limit;
    memory->degree = agent->space->degree_max;
    memory->ordered = agent->space->state_count == 0;
    wayi_indexed_heap_init(&memory->open, &agent->allocator);
    wayi_indexed_heap_init(&memory->leaves, &agent->allocator);
    wayi_hash_table_init(&memory->states, &agent->allocator);
    return WAY_STATUS_OK;
}

static void smastar_destroy(way_agent *agent)
{
    smastar_memory *memory = agent->memory;
    WAYI_FREE(&agent->allocator, memory->nodes, memory->node_capacity);
    WAYI_FREE(&agent->allocator, memory->children, memory->child_capacity);
    wayi_indexed_heap_fini(&memory->open);
    wayi_indexed_heap_fini(&memory->leaves);
    wayi_hash_table_fini(&memory->states);
}

static smastar_child *smastar_children(const smastar_memory *memory, uint32_t node)
{
    return memory->children + (size_t)node * memory->degree;
}

/// The next successor to grow: the first untried one, else the forgotten one with the least finite
/// f.
static uint32_t smastar_next_child(const smastar_memory *memory, uint32_t node)
{
    const smastar_child *children = smastar_children(memory, node);
    uint32_t best = SMASTAR_NONE;
    for (uint32_t i = 0; i < memory->nodes[node].child_count; i++) {
        if (children[i].node == SMASTAR_UNTRIED) {
            return i;
        }
        if (children[i].node == SMASTAR_NONE && children[i].stored != WAY_COST_MAX &&
            (best == SMASTAR_NONE || children[i].stored < children[best].stored)) {
            best = i;
        }
    }
    return best;
}

/// Least f of all successors, or the node's own while one is untried.
static way_cost smastar_backed_up(const smastar_memory *memory, uint32_t node)
{
    const smastar_child *children = smastar_children(memory, node);
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < memory->nodes[node].child_count; i++) {
        if (children[i].node == SMASTAR_UNTRIED) {
            return memory->nodes[node].f;
        }
        const way_cost f = children[i].node == SMASTAR_NONE ? children[i].stored
                                                            : memory->nodes[children[i].node].f;
        least = f < least ? f : least;
    }
    return least;
}

/// Puts a node where it belongs in both queues; false without memory.
static bool smastar_requeue(smastar_memory *memory, uint32_t index)
{
    const smastar_node *node = &memory->nodes[index];
    const bool grows = node->f != WAY_COST_MAX &&
                       (!node->listed || smastar_next_child(memory, index) != SMASTAR_NONE);
    const uint32_t order = memory->ordered ? index : node->state;
    const wayi_indexed_item first = {{node->f, UINT32_MAX - node->depth}, order, index};
    const wayi_indexed_item worst = {{UINT32_MAX - node->f, node->depth}, order, index};
    if (!grows) {
        wayi_indexed_heap_remove(&memory->open, index);
    } else if (!wayi_indexed_heap_set(&memory->open, first)) {
        return false;
    }
    if (node->in_memory > 0) {
        wayi_indexed_heap_remove(&memory->leaves, index);
        return true;
    }
    return wayi_indexed_heap_set(&memory->leaves, worst);
}

/// Backs f up from a node towards the root for as long as it changes.
static bool smastar_back_up(smastar_memory *memory, uint32_t index)
{
    while (index != SMASTAR_NONE) {
        smastar_node *node = &memory->nodes[index];
        const way_cost f = node->listed ? smastar_backed_up(memory, index) : node->f;
        const bool changed = f != node->f;
        node->f = f;
        if (!smastar_requeue(memory, index)) {
            return false;
        }
        if (!changed) {
            return true;
        }
        index = node->parent;
    }
    return true;
}

// Twins: nodes of the same state ------------------------------------------------------------------

static bool smastar_link_twin(smastar_memory *memory, uint32_t index)
{
    smastar_node *node = &memory->nodes[index];
    uint32_t *head = wayi_hash_table_get_or_add(&memory->states, node->state, SMASTAR_NONE);
    if (!head) {
        return false;
    }
    node->twin_before = SMASTAR_NONE;
    node->twin_after = *head;
    if (*head != SMASTAR_NONE) {
        memory->nodes[*head].twin_before = index;
    }
    *head = index;
    return true;
}

static void smastar_unlink_twin(smastar_memory *memory, uint32_t index)
{
    const smastar_node *node = &memory->nodes[index];
    if (node->twin_after != SMASTAR_NONE) {
        memory->nodes[node->twin_after].twin_before = node->twin_before;
    }
    if (node->twin_before != SMASTAR_NONE) {
        memory->nodes[node->twin_before].twin_after = node->twin_after;
    } else if (node->twin_after != SMASTAR_NONE) {
        *wayi_hash_table_find(&memory->states, node->state) = node->twin_after;
    } else {
        wayi_hash_table_remove(&memory->states, node->state);
    }
}

/// Whether the state is in memory with no larger g, or lies on the way to `parent`.
static bool smastar_is_served(const smastar_memory *memory, uint32_t parent, way_state state,
                              way_cost g, bool duplicates)
{
    const uint32_t *head = wayi_hash_table_find(&memory->states, state);
    if (!head) {
        return false;
    }
    for (uint32_t twin = *head; duplicates && twin != SMASTAR_NONE;
         twin = memory->nodes[twin].twin_after) {
        if (memory->nodes[twin].g <= g) {
            return true;
        }
    }
    for (uint32_t at = parent; at != SMASTAR_NONE; at = memory->nodes[at].parent) {
        if (memory->nodes[at].state == state) {
            return true;
        }
    }
    return false;
}

// Growing and forgetting --------------------------------------------------------------------------

/// Takes a free node; SMASTAR_NONE without memory. One is free, or the limit is not reached.
static uint32_t smastar_take(smastar_memory *memory)
{
    uint32_t index = memory->free_first;
    if (index != SMASTAR_NONE) {
        memory->free_first = memory->nodes[index].parent;
    } else {
        const way_allocator *allocator = &memory->states.allocator;
        if (!WAYI_GROW(allocator, memory->nodes, memory->node_capacity, memory->fresh + 1) ||
            !WAYI_GROW(allocator, memory->children, memory->child_capacity,
                       (memory->fresh + 1) * memory->degree)) {
            return SMASTAR_NONE;
        }
        index = memory->fresh++;
    }
    memory->used++;
    return index;
}

/// Forgets the worst leaf other than `keep`; false if there is none.
static bool smastar_forget_worst(smastar_memory *memory, uint32_t keep)
{
    wayi_indexed_heap_remove(&memory->leaves, keep);
    if (memory->leaves.count == 0) {
        return false;
    }
    const uint32_t index = wayi_indexed_heap_pop(&memory->leaves).slot;
    const smastar_node *node = &memory->nodes[index];
    wayi_indexed_heap_remove(&memory->open, index);
    smastar_unlink_twin(memory, index);
    const uint32_t parent = node->parent;
    smastar_child *child = &smastar_children(memory, parent)[node->place];
    child->node = SMASTAR_NONE;
    child->stored = node->f;
    memory->nodes[parent].in_memory--;
    memory->nodes[index].parent = memory->free_first;
    memory->free_first = index;
    memory->used--;
    return smastar_requeue(memory, parent);
}

static uint32_t smastar_add(smastar_memory *memory, uint32_t parent, uint32_t place, way_cost f)
{
    const uint32_t index = smastar_take(memory);
    if (index == SMASTAR_NONE) {
        return SMASTAR_NONE;
    }
    smastar_node *node = &memory->nodes[index];
    *node = (smastar_node){.parent = parent, .place = place, .f = f};
    if (parent != SMASTAR_NONE) {
        smastar_child *child = &smastar_children(memory, parent)[place];
        node->state = child->edge.to;
        node->depth = memory->nodes[parent].depth + 1;
        node->g = way_cost_add(memory->nodes[parent].g, child->edge.cost);
        child->node = index;
        memory->nodes[parent].in_memory++;
    }
    return index;
}

static bool smastar_list_children(way_agent *agent, uint32_t index)
{
    smastar_memory *memory = agent->memory;
    smastar_node *node = &memory->nodes[index];
    const uint32_t count = agent->space->type->expand(agent->space, node->state, agent->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    smastar_child *children = smastar_children(memory, index);
    for (uint32_t i = 0; i < count; i++) {
        children[i] = (smastar_child){agent->edges[i], SMASTAR_UNTRIED, 0};
    }
    node->child_count = count;
    node->listed = true;
    agent->stats.expansions++;
    const way_state parent =
        node->parent == SMASTAR_NONE ? WAY_STATE_NONE : memory->nodes[node->parent].state;
    wayi_agent_report(agent, WAY_EVENT_EXPAND, node->state, parent, node->g, node->f - node->g);
    return true;
}

/// Grows one successor of a node, or marks it dead; false without memory.
static bool smastar_grow(way_agent *agent, uint32_t index, uint32_t place)
{
    smastar_memory *memory = agent->memory;
    const smastar_node node = memory->nodes[index];
    smastar_child *child = &smastar_children(memory, index)[place];
    const way_cost known = child->node == SMASTAR_NONE ? child->stored : 0;
    const way_cost g = way_cost_add(node.g, child->edge.cost);
    const bool duplicates = agent->navigator->params[SMASTAR_DUPLICATES] == 1;
    const bool too_deep = node.depth + 1 >= memory->node_limit - 1 &&
                          !wayi_goal_is_reached(&agent->goal, child->edge.to);
    child->node = SMASTAR_NONE;
    child->stored = WAY_COST_MAX;
    memory->grown++;
    if (smastar_is_served(memory, index, child->edge.to, g, duplicates)) {
        return true;
    }
    const bool full = memory->used == memory->node_limit;
    if (too_deep || (full && !smastar_forget_worst(memory, index))) {
        memory->squeezed = true;
        return true;
    }
    way_cost f = way_cost_add(g, wayi_goal_distance(&agent->goal, child->edge.to));
    f = f < node.f ? node.f : f;
    f = f < known ? known : f;
    agent->stats.generations++;
    wayi_agent_report(agent, WAY_EVENT_GENERATE, child->edge.to, node.state, g, f - g);
    const uint32_t grown = smastar_add(memory, index, place, f);
    return grown != SMASTAR_NONE && smastar_link_twin(memory, grown) &&
           smastar_requeue(memory, grown);
}

// The trip ----------------------------------------------------------------------------------------

static way_status smastar_begin(way_agent *agent)
{
    smastar_memory *memory = agent->memory;
    wayi_indexed_heap_clear(&memory->open);
    wayi_indexed_heap_clear(&memory->leaves);
    wayi_hash_table_clear(&memory->states);
    memory->used = 0;
    memory->fresh = 0;
    memory->free_first = SMASTAR_NONE;
    memory->grown = 0;
    memory->squeezed = false;
    const uint32_t root = smastar_add(memory, SMASTAR_NONE, 0, wayi_agent_start_estimate(agent));
    if (root == SMASTAR_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    memory->nodes[root].state = agent->start;
    return smastar_link_twin(memory, root) && smastar_requeue(memory, root) ? WAY_STATUS_OK
                                                                            : WAY_STATUS_NO_MEMORY;
}

static way_outcome smastar_arrive(way_agent *agent, uint32_t index)
{
    const smastar_memory *memory = agent->memory;
    const uint32_t first = agent->path.count;
    if (!wayi_path_buffer_reserve(&agent->path, first + memory->nodes[index].depth)) {
        return WAY_OUTCOME_CAPACITY;
    }
    agent->cost = way_cost_add(agent->cost, memory->nodes[index].g);
    for (; memory->nodes[index].parent != SMASTAR_NONE; index = memory->nodes[index].parent) {
        if (!wayi_path_buffer_push(&agent->path, memory->nodes[index].state)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    wayi_path_buffer_reverse(&agent->path, first);
    return WAY_OUTCOME_FOUND;
}

static way_outcome smastar_step(way_agent *agent, uint32_t budget)
{
    smastar_memory *memory = agent->memory;
    const uint64_t limit = (uint64_t)agent->navigator->params[SMASTAR_LIMIT];
    for (; budget > 0; budget--) {
        if (memory->open.count == 0) {
            return memory->squeezed ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_NO_PATH;
        }
        if (limit && memory->grown >= limit) {
            return WAY_OUTCOME_LIMIT;
        }
        const uint32_t index = memory->open.items[0].slot;
        if (wayi_goal_is_reached(&agent->goal, memory->nodes[index].state)) {
            return smastar_arrive(agent, index);
        }
        if (!memory->nodes[index].listed && !smastar_list_children(agent, index)) {
            return WAY_OUTCOME_CAPACITY;
        }
        const uint32_t place = smastar_next_child(memory, index);
        if (place != SMASTAR_NONE && !smastar_grow(agent, index, place)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (!smastar_back_up(memory, index)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

const wayi_algorithm wayi_algorithm_smastar = {
    .info = {.name = "smastar",
             .title = "SMA*",
             .family = "discrete",
             .summary = "The best path that fits into a fixed number of nodes",
             .reference = "Russell: Efficient Memory-Bounded Search Methods, 1992",
             .traits = WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(smastar_params)},
    .memory_size = sizeof(smastar_memory),
    .create = smastar_create,
    .destroy = smastar_destroy,
    .begin = smastar_begin,
    .step = smastar_step,
};
