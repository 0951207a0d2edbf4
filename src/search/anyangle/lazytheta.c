// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Lazy Theta*: A* over cells whose parents need not be neighbours. A cell that is met is taken to
// be in sight of its origin's parent, so that ways get straight as they grow; whether that is so is
// looked up once, when the cell is expanded. If it is not, the best of its expanded neighbours
// becomes its parent.
//
// Invariant: an expanded cell's parent is one that it sees, and whose way is known. Sight is looked
// for once a cell, not once a step. Ways are short, not shortest: a turn is sought only along the
// cells by which a way came.
//
// Departs from the paper: over weights a line may only cross ground of one weight
// (space/angles.h), so cells that weigh something else than their origin have that as a parent.
//
// Nash, Koenig, Tovey: Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D, 2010.
#include "core/heap.h"
#include "core/nodes.h"
#include "search/anyangle/looked.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"
#include "space/angles.h"

/// Of a start. Cells take fewer bits than these.
#define LAZYTHETA_NONE (UINT32_MAX >> 1)

/// The longest line that is looked along, in looks: what a step may do beyond its budget. Ways bend
/// at the end of longer ones.
#define LAZYTHETA_LONGEST (60u * WAYI_LOOKS)

typedef struct lazytheta_node {
    uint32_t stamp;
    way_cost g;
    uint32_t parent : 31; ///< a cell, which expanded ones see
    uint32_t expanded : 1;
} lazytheta_node;

static const lazytheta_node lazytheta_blank = {.g = WAY_COST_MAX, .parent = LAZYTHETA_NONE};

typedef struct lazytheta_memory {
    wayi_nodes nodes;
    wayi_heap open;
    way_state closest;
    way_cost closest_estimate;
    wayi_looked looked; ///< at the cells that were expanded, beside them, and along lines
    uint32_t looks;     ///< along lines, that are not counted yet
} lazytheta_memory;

static way_status lazytheta_create(way_agent *agent)
{
    lazytheta_memory *memory = agent->memory;
    wayi_heap_init(&memory->open, &agent->allocator);
    const way_map *map = wayi_space_angles(agent->space)->grid->map;
    way_status status = wayi_looked_init(&memory->looked, map, &agent->allocator);
    if (status == WAY_STATUS_OK) {
        status =
            wayi_agent_open_nodes(agent, &memory->nodes, &lazytheta_blank, sizeof lazytheta_blank);
    }
    // A cell is queued again when its way gets shorter, by any of its neighbours.
    const uint32_t room = agent->capacity < UINT32_MAX / WAYI_DIRECTIONS
                              ? agent->capacity * WAYI_DIRECTIONS
                              : UINT32_MAX;
    return status == WAY_STATUS_OK && room && !wayi_heap_reserve(&memory->open, room)
               ? WAY_STATUS_NO_MEMORY
               : status;
}

static void lazytheta_destroy(way_agent *agent)
{
    lazytheta_memory *memory = agent->memory;
    wayi_looked_fini(&memory->looked);
    wayi_heap_fini(&memory->open);
    wayi_nodes_fini(&memory->nodes);
}

static uint32_t lazytheta_states_max(const way_agent *agent)
{
    return ((const lazytheta_memory *)agent->memory)->nodes.count;
}

static lazytheta_node *lazytheta_find(const lazytheta_memory *memory, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&memory->nodes, state, sizeof(lazytheta_node));
    return slot == WAYI_SLOT_NONE ? NULL
                                  : wayi_nodes_at(&memory->nodes, slot, sizeof(lazytheta_node));
}

static way_state lazytheta_parent(const way_agent *agent, way_state state)
{
    const lazytheta_node *node = lazytheta_find(agent->memory, state);
    return node->parent == LAZYTHETA_NONE ? WAY_STATE_NONE : node->parent;
}

/// Offers a cell its way; false without memory.
static bool lazytheta_relax(way_agent *agent, way_state state, way_cost g, way_state parent)
{
    lazytheta_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, state, sizeof(lazytheta_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    lazytheta_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    if (g >= node->g || node->expanded) {
        return true;
    }
    const way_cost f = way_cost_add(g, wayi_goal_distance(&agent->goal, state));
    node->g = g;
    node->parent = parent & LAZYTHETA_NONE;
    agent->stats.generations++;
    agent->stats.heap_pushes++;
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_GENERATE, state, parent, g, f});
    }
    // Of equals the one with the longer way behind it comes first.
    return wayi_heap_push(&memory->open,
                          (wayi_heap_item){(uint64_t)f << 32 | (UINT32_MAX - g), state, slot});
}

static way_status lazytheta_begin(way_agent *agent)
{
    lazytheta_memory *memory = agent->memory;
    wayi_nodes_clear(&memory->nodes);
    wayi_heap_clear(&memory->open);
    memory->closest = agent->start;
    memory->closest_estimate = WAY_COST_MAX;
    memory->looks = 0;
    wayi_looked_clear(&memory->looked);
    return lazytheta_relax(agent, agent->start, 0, WAY_STATE_NONE) ? WAY_STATUS_OK
                                                                   : WAY_STATUS_NO_MEMORY;
}

/// Makes sure that a cell sees its parent; else it takes the best of its expanded neighbours, of
/// which there are `count` in agent->edges. False if there is none any more.
static bool lazytheta_settle(const way_agent *agent, way_state state, lazytheta_node *node,
                             uint32_t count)
{
    const wayi_angles *angles = wayi_space_angles(agent->space);
    lazytheta_memory *memory = agent->memory;
    const way_map *map = angles->grid->map;
    if (node->parent == LAZYTHETA_NONE) {
        wayi_looked_add_line(&memory->looked, map, state, state);
        return true;
    }
    const uint32_t looks = wayi_angles_looks(angles, node->parent, state);
    const bool short_enough = looks < LAZYTHETA_LONGEST;
    wayi_looked_add_line(&memory->looked, map, short_enough ? node->parent : state, state);
    memory->looks += short_enough ? looks : 0;
    if (short_enough && wayi_angles_step(angles, node->parent, state) != WAY_COST_MAX) {
        return true;
    }
    node->g = WAY_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const lazytheta_node *other = lazytheta_find(agent->memory, agent->edges[i].to);
        if (other && other->expanded && way_cost_add(other->g, agent->edges[i].cost) < node->g) {
            node->g = way_cost_add(other->g, agent->edges[i].cost);
            node->parent = agent->edges[i].to & LAZYTHETA_NONE;
        }
    }
    return node->g != WAY_COST_MAX;
}

static void lazytheta_note(way_agent *agent, way_state state, const lazytheta_node *node)
{
    lazytheta_memory *memory = agent->memory;
    const way_cost estimate = wayi_goal_distance(&agent->goal, state);
    agent->stats.expansions++;
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, state, lazytheta_parent(agent, state),
                                        node->g, way_cost_add(node->g, estimate)});
    }
    if (estimate < memory->closest_estimate) {
        memory->closest_estimate = estimate;
        memory->closest = state;
    }
}

/// Offers a cell's neighbours the way from its parent if all of them weigh the same, else from
/// itself. False without memory.
static bool lazytheta_spread(way_agent *agent, way_state state, lazytheta_node node, uint32_t count)
{
    const wayi_angles *angles = wayi_space_angles(agent->space);
    const uint8_t *weights = angles->grid->layer->weights;
    const lazytheta_node *parent =
        node.parent == LAZYTHETA_NONE ? NULL : lazytheta_find(agent->memory, node.parent);
    const way_cost parent_g = parent ? parent->g : 0;
    for (uint32_t i = 0; i < count; i++) {
        const way_edge edge = agent->edges[i];
        const bool straight = parent && (!weights || (weights[state] == weights[edge.to] &&
                                                      weights[node.parent] == weights[edge.to]));
        const way_cost g =
            straight ? way_cost_add(parent_g, wayi_angles_cost(angles, node.parent, edge.to))
                     : way_cost_add(node.g, edge.cost);
        if (!lazytheta_relax(agent, edge.to, g, straight ? node.parent : state)) {
            return false;
        }
    }
    return true;
}

/// Takes an expansion and the looks that it took off a budget.
static uint32_t lazytheta_spend(way_agent *agent, uint32_t budget)
{
    lazytheta_memory *memory = agent->memory;
    const uint32_t looked = memory->looks / WAYI_LOOKS;
    memory->looks %= WAYI_LOOKS;
    agent->looked += looked;
    return budget > looked + 1 ? budget - looked - 1 : 0;
}

static way_outcome lazytheta_step(way_agent *agent, uint32_t budget)
{
    lazytheta_memory *memory = agent->memory;
    for (; budget > 0; budget = lazytheta_spend(agent, budget)) {
        if (memory->open.count == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_heap_pop(&memory->open);
        const way_state state = item.id;
        lazytheta_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
        agent->stats.heap_pops++;
        if (node->expanded || (uint32_t)item.key != UINT32_MAX - node->g) {
            continue; // a better way has come since
        }
        const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
        if (!lazytheta_settle(agent, state, node, count)) {
            continue;
        }
        node->expanded = 1;
        lazytheta_note(agent, state, node);
        if (wayi_goal_is_reached(&agent->goal, state)) {
            return wayi_agent_commit_chain(agent, state, lazytheta_parent) ? WAY_OUTCOME_FOUND
                                                                           : WAY_OUTCOME_CAPACITY;
        }
        if (!lazytheta_spread(agent, state, *node, count)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

static bool lazytheta_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                               uint64_t *work)
{
    const lazytheta_memory *memory = agent->memory;
    return wayi_looked_outlives(&memory->looked, rects, count, work);
}

static void lazytheta_give_up(way_agent *agent)
{
    wayi_agent_commit_chain(agent, ((const lazytheta_memory *)agent->memory)->closest,
                            lazytheta_parent);
}

const wayi_algorithm wayi_algorithm_lazytheta = {
    .info = {.name = "lazytheta",
             .title = "Lazy Theta*",
             .family = "spatial",
             .summary = "Short ways over a grid, at any angle, over weights too",
             .reference = "Nash, Koenig, Tovey: Lazy Theta*: Any-Angle Path Planning and Path "
                          "Length Analysis in 3D, 2010",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_ANGLES | WAY_SPACE_UNLINKED},
    .memory_size = sizeof(lazytheta_memory),
    .create = lazytheta_create,
    .destroy = lazytheta_destroy,
    .states_max = lazytheta_states_max,
    .begin = lazytheta_begin,
    .step = lazytheta_step,
    .outlives = lazytheta_outlives,
    .give_up = lazytheta_give_up,
};
