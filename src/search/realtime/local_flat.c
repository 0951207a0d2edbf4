// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The local search on flat ground, where most of its time goes: the same rules as for any space,
// read from the ground's bits, with what loops need in registers. Steps lead both ways there, so
// none are noted for learning, and no survey is needed: nobody is caught.
// Learning is in local_flat_learn.c.
//
// Over uniform ground the look-ahead takes steps in the canonical order (see map/moves.c): every
// state is reached once, by the first of its best ways. So an expanded state may have a neighbour
// that the look-ahead did not come by, since the frontier lies between it and its own best way.
// Learning asks all neighbours of expanded states for their estimates, those as well: without them
// it would learn too much.
#include "search/realtime/local_flat.h"

#include "base/expect.h"
#include "search/trip/observer.h"

/// The step under way.
typedef struct flat_step {
    uint32_t from; ///< slot
    uint32_t to;   ///< slot
    way_cell cell; ///< of the latter
    uint32_t direction;
    bool told; ///< all others from there are offered as well
    way_cost cost;
    way_cost g; ///< of the way that ends with it
} flat_step;

/// What one instance of the code is made for; constant after inlining.
typedef struct flat_shape {
    bool plain;    ///< uniform ground, dense nodes
    bool corrects; ///< order by f-hat
} flat_shape;

/// Gives a state a better way and opens it; false without memory.
static WAYI_ALWAYS_INLINE bool flat_improve(way_agent *agent, wayi_local *local,
                                            wayi_local_node *node, flat_step step, flat_shape shape)
{
    const bool reopened = node->closed;
    agent->stats.generations++;
    if (reopened) {
        agent->stats.reopenings++;
    }
    node->g = step.g;
    node->step = step.cost;
    node->parent = step.from;
    node->arrival = step.direction & 15u;
    node->told = step.told;
    node->closed = 0;
    if (agent->observer) {
        wayi_local_show(agent, local, step.to, reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE);
    }
    const uint64_t key = shape.corrects ? wayi_local_key(local, node) : wayi_local_plain_key(node);
    agent->stats.heap_pushes++;
    return wayi_calendar_push(&local->open, (wayi_heap_item){key, step.cell, step.to}) &&
           (!local->config.eager_goal || wayi_local_see_goal(agent, local, step.to));
}

/// The steps to offer from a state over uniform ground. From one that the trip had not expanded
/// before to all neighbours, so that whoever stands beside an expanded state is met, but for those
/// that its parent has offered a step no longer; else none where the parent's neighbours have a way
/// that is no worse and comes first.
static WAYI_ALWAYS_INLINE uint32_t flat_moves(const wayi_local *local, const wayi_local_node *node,
                                              way_cell cell, bool first)
{
    const way_map *map = local->ground.map;
    const uint32_t around = local->ground.layer->around[cell];
    if (!first) {
        return map->canonical[node->arrival][around];
    }
    return map->onward[node->told ? node->arrival : WAYI_DIRECTIONS][around];
}

/// Offers the steps from a state; all of them if more is asked of the neighbours.
static WAYI_ALWAYS_INLINE bool flat_expand(way_agent *agent, wayi_local *local, uint32_t slot,
                                           way_cell cell, wayi_local_children *children,
                                           flat_shape shape)
{
    const way_map *map = local->ground.map;
    const uint8_t *weights = shape.plain ? NULL : local->ground.weights;
    const bool corrects = shape.corrects;
    wayi_flat_nodes nodes = wayi_flat_nodes_of(local, shape.plain);
    const wayi_local_node *node = wayi_flat_at(nodes, slot);
    const way_cost g = node->g;
    const uint32_t parent = node->parent;
    const bool asks = weights || corrects;
    const bool first = children->first;
    const uint32_t around = local->ground.layer->around[cell];
    const uint32_t ways = weights ? UINT32_MAX : map->canonical[node->arrival][around];
    uint32_t live = parent != WAYI_LOCAL_NONE; // the parent is
    uint32_t moves = asks ? map->moves[around] : flat_moves(local, node, cell, first);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        flat_step step = {slot,  wayi_flat_find(nodes, to), to, direction,
                          first, map->steps[direction],     0};
        if (step.to == WAYI_SLOT_NONE) {
            const bool known = shape.plain && wayi_flat_at(nodes, to)->stamp == nodes.generation;
            step.to = known ? to : wayi_local_touch(agent, local, to);
            if (step.to == WAYI_SLOT_NONE || (known && !wayi_local_freshen(local, to))) {
                return false;
            }
            nodes = shape.plain ? nodes : wayi_flat_nodes_of(local, false);
        }
        wayi_local_node *met = wayi_flat_at(nodes, step.to);
        if (met->h == WAY_COST_MAX) {
            continue;
        }
        live++;
        step.cost = weights ? wayi_step_cost(step.cost, weights[cell], weights[to]) : step.cost;
        step.g = way_cost_add(g, step.cost);
        if (corrects && step.to != parent) {
            wayi_local_see_child(children, met, step.g);
        }
        if (step.g < met->g && (!corrects || ways >> direction & 1u)) {
            if (shape.plain) { // where it goes on from here
                wayi_expect(wayi_flat_at(nodes, to + (uint32_t)map->offsets[direction]));
            }
            if (!flat_improve(agent, local, met, step, shape)) {
                return false;
            }
        }
    }
    children->live = live;
    return true;
}

/// Meets all neighbours of a state that the trip had not expanded before, on dense nodes; false
/// without memory.
static bool flat_meet(way_agent *agent, wayi_local *local, way_cell cell)
{
    const way_map *map = local->ground.map;
    const wayi_local_node *node = wayi_local_at(local, cell);
    const uint32_t moves = map->moves[local->ground.layer->around[cell]];
    uint32_t strangers = 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const int64_t asks = -(int64_t)(moves >> direction & 1u); // all bits or none
        const uint32_t stamp = node[map->offsets[direction] & asks].stamp;
        strangers |= (uint32_t)(stamp != local->nodes.generation) << direction;
    }
    for (; strangers; strangers &= strangers - 1) {
        const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(strangers)];
        if (wayi_local_touch(agent, local, to) == WAYI_SLOT_NONE) {
            return false;
        }
    }
    return true;
}

/// Sees the children of a state in some directions, all met before. Returns those to which it has a
/// better way. All directions are gone through without a branch, as in flat_ask.
static WAYI_ALWAYS_INLINE uint32_t flat_see(const wayi_local *local, const wayi_local_node *node,
                                            uint32_t moves, wayi_local_children *children)
{
    const way_map *map = local->ground.map;
    const uint32_t episode = local->episode;
    const uint64_t g = node->g;
    uint64_t least = WAY_COST_MAX;
    uint32_t better = 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const int64_t asks = -(int64_t)(moves >> direction & 1u); // all bits or none
        const wayi_local_node *met = &node[map->offsets[direction] & asks];
        const int32_t stale = -(int32_t)(met->episode != episode); // all bits or none
        const uint64_t known = met->g | (way_cost)stale;
        const uint64_t way = g + map->steps[direction];
        const uint64_t f = ((way < known ? way : known) + met->h) | ~(uint64_t)asks;
        better |= (uint32_t)(way < known) << direction;
        least = f < least ? f : least;
    }
    children->f = (way_cost)least;
    return better & moves;
}

/// The steps to go from the child of least f, the first of several.
static uint32_t flat_steps(const wayi_local *local, const wayi_local_node *node, uint32_t moves,
                           way_cost f)
{
    const way_map *map = local->ground.map;
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const wayi_local_node *met = &node[map->offsets[direction]];
        const way_cost g = met->episode == local->episode ? met->g : WAY_COST_MAX;
        const way_cost way = way_cost_add(node->g, map->steps[direction]);
        if (way_cost_add(way < g ? way : g, met->h) == f) {
            return met->steps;
        }
    }
    return 0;
}

/// The same as flat_expand for f-hat over uniform ground with dense nodes.
static bool flat_expand_corrected(way_agent *agent, wayi_local *local, uint32_t slot,
                                  wayi_local_children *children)
{
    const way_map *map = local->ground.map;
    const uint32_t around = local->ground.layer->around[slot];
    if (children->first && !flat_meet(agent, local, slot)) {
        return false;
    }
    const wayi_flat_nodes nodes = wayi_flat_nodes_of(local, true);
    const wayi_local_node *node = wayi_flat_at(nodes, slot);
    const bool rooted = node->parent != WAYI_LOCAL_NONE;
    const uint32_t back = rooted ? 1u << wayi_direction_opposite(node->arrival) : 0;
    const uint32_t onward = map->moves[around] & ~back;
    uint32_t moves = flat_see(local, node, onward, children);
    children->live = rooted || children->f < WAY_COST_MAX;
    if (local->config.stretches) {
        children->steps = flat_steps(local, node, onward, children->f);
    }
    moves &= map->canonical[node->arrival][around];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = slot + (uint32_t)map->offsets[direction];
        wayi_local_node *met = wayi_flat_at(nodes, to);
        wayi_expect(wayi_flat_at(nodes, to + (uint32_t)map->offsets[direction]));
        if (met->h == WAY_COST_MAX) {
            continue;
        }
        const way_cost cost = map->steps[direction];
        const flat_step step = {slot, to, to, direction, false, cost, node->g + cost};
        if ((met->episode != nodes.episode && !wayi_local_freshen(local, to)) ||
            !flat_improve(agent, local, met, step, (flat_shape){true, true})) {
            return false;
        }
    }
    return true;
}

bool wayi_local_expand_flat(way_agent *agent, wayi_local *local, uint32_t slot, way_cell cell,
                            wayi_local_children *children)
{
    const bool corrects = local->config.corrects;
    if (local->ground.weights || local->nodes.sparse) {
        return flat_expand(agent, local, slot, cell, children, (flat_shape){false, corrects});
    }
    return corrects ? flat_expand_corrected(agent, local, slot, children)
                    : flat_expand(agent, local, slot, cell, children, (flat_shape){true, false});
}
