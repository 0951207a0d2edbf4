// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a look-ahead teaches. Estimates never fall. A state from which no way leads to the frontier
// is a dead end, or leads to dead ends only: unless told otherwise, its estimate becomes infinite,
// and it is never walked to again.
#include "base/inline.h"
#include "search/frame/observer.h"
#include "search/realtime/local_search.h"

way_cost wayi_local_estimate(const way_agent *agent, const wayi_local *local, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&local->nodes, state, sizeof(wayi_local_node));
    const wayi_local_node *node = slot == WAYI_SLOT_NONE ? NULL : wayi_local_at(local, slot);
    return node && node->episode ? node->h : wayi_goal_distance(&agent->goal, state);
}

void wayi_local_raise(way_agent *agent, wayi_local *local, uint32_t slot, way_cost estimate)
{
    wayi_local_node *node = wayi_local_at(local, slot);
    node->rise = way_cost_add(node->rise, estimate - node->h);
    node->h = estimate;
    if (estimate == WAY_COST_MAX) {
        node->rise = WAY_COST_MAX;
        (void)wayi_survey_settle(&local->survey, &node->survey);
    }
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_LEARN, wayi_nodes_id(&local->nodes, slot),
                                        WAY_STATE_NONE, estimate, estimate});
    }
}

static bool local_push_frontier(wayi_local *local, uint32_t slot, way_cost estimate)
{
    return wayi_heap_push(&local->frontier,
                          (wayi_heap_item){estimate, wayi_nodes_id(&local->nodes, slot), slot});
}

/// Every expanded state starts without an estimate, the frontier with its own. From here on `g` of
/// a state is its new estimate. `*waiting` is how many have none yet.
static bool local_seed_learning(wayi_local *local, uint32_t *waiting)
{
    *waiting = 0;
    wayi_heap_clear(&local->frontier);
    for (uint32_t i = 0; i < local->open.count; i++) {
        const wayi_heap_item *item = &local->open.items[i];
        if (wayi_local_is_open(local, item) &&
            !local_push_frontier(local, item->slot, wayi_local_at(local, item->slot)->h)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = wayi_local_at(local, local->closed.states[i]);
        *waiting += node->closed && node->g != WAY_COST_MAX; // it may be listed twice
        node->g = node->closed ? WAY_COST_MAX : node->h;
    }
    return true;
}

/// Passes the estimate of a state on over one step from an expanded state, of flat ground in a
/// direction; false without memory.
static WAYI_ALWAYS_INLINE bool local_pass_on(wayi_local *local, const wayi_local_node *node,
                                             const wayi_local_step *step, way_cost estimate,
                                             uint32_t direction)
{
    const uint32_t slot = step->from;
    wayi_local_node *from = wayi_local_at(local, slot);
    const way_cost better = way_cost_add(step->cost, estimate);
    if (!from->closed || better >= from->g) {
        return true;
    }
    from->g = better;
    from->arrival = direction & 15u;
    if (!local->config.forgets_steps) {
        from->steps = node->steps + 1;
        from->error_steps = node->error_steps;
    }
    return local_push_frontier(local, slot, better);
}

/// Passes an estimate on to the expanded states that lead here.
static bool local_spread(wayi_local *local, uint32_t slot, way_cost estimate)
{
    const wayi_local_node *node = wayi_local_at(local, slot);
    for (uint32_t i = node->before; i != WAYI_LOCAL_NONE; i = local->steps[i].next) {
        const wayi_local_step *step = &local->steps[i];
        if (!local_pass_on(local, node, step, estimate, WAYI_DIRECTIONS)) {
            return false;
        }
    }
    return true;
}

/// The same on flat ground, to the neighbours that this episode has expanded: over uniform ground
/// but to those that had a lower estimate from where this one came from.
static bool local_spread_flat(wayi_local *local, uint32_t slot, way_cost estimate)
{
    const wayi_local_node *node = wayi_local_at(local, slot);
    const way_map *map = local->ground.map;
    const uint8_t *weights = local->ground.weights;
    const way_cell cell = wayi_nodes_id(&local->nodes, slot);
    const uint32_t arrival = node->closed && !weights ? node->arrival : WAYI_DIRECTIONS;
    uint32_t moves = map->onward[arrival][local->ground.layer->around[cell]];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const uint32_t from = wayi_nodes_find(&local->nodes, to, sizeof(wayi_local_node));
        if (from == WAYI_SLOT_NONE || wayi_local_at(local, from)->episode != local->episode) {
            continue;
        }
        wayi_local_step step = {.from = from, .cost = map->steps[direction]};
        step.cost = weights ? wayi_step_cost(step.cost, weights[to], weights[cell]) : step.cost;
        if (!local_pass_on(local, node, &step, estimate, direction)) {
            return false;
        }
    }
    return true;
}

/// Takes over the new estimates; never lowers one.
static void local_keep(way_agent *agent, wayi_local *local)
{
    for (uint32_t i = 0; i < local->closed.count; i++) {
        const uint32_t slot = local->closed.states[i];
        const wayi_local_node *node = wayi_local_at(local, slot);
        const bool dead = node->g == WAY_COST_MAX && local->config.keeps_dead;
        if (node->closed && node->g > node->h && !dead) {
            wayi_local_raise(agent, local, slot, node->g);
        }
    }
}

bool wayi_local_learn(way_agent *agent, wayi_local *local)
{
    uint32_t waiting = 0;
    if (!local_seed_learning(local, &waiting)) {
        return false;
    }
    while (local->frontier.count > 0 && waiting > 0) {
        const wayi_heap_item item = wayi_heap_pop(&local->frontier);
        const wayi_local_node *node = wayi_local_at(local, item.slot);
        if (node->closed && node->g < item.key) {
            continue; // settled by a better one
        }
        waiting -= node->closed;
        if (!(local->flat ? local_spread_flat(local, item.slot, (way_cost)item.key)
                          : local_spread(local, item.slot, (way_cost)item.key))) {
            return false;
        }
    }
    local_keep(agent, local);
    return true;
}

void wayi_local_adapt(way_agent *agent, wayi_local *local, uint32_t next)
{
    const wayi_local_node *limit = wayi_local_at(local, next);
    const way_cost f = way_cost_add(limit->g, limit->h);
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = wayi_local_at(local, local->closed.states[i]);
        node->g = f > node->g ? f - node->g : 0;
    }
    local_keep(agent, local);
}
