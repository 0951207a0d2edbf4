// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bounded A* around an agent, and how it learns.
#include "search/realtime/local_search.h"

#include "search/observer.h"

static const wayi_local_node local_blank = {.h = WAY_COST_MAX};

way_status wayi_local_init(wayi_local *local, const wayi_local_config *config,
                           const way_agent *agent)
{
    *local = (wayi_local){.config = *config, .goal = WAYI_LOCAL_NONE};
    wayi_heap_init(&local->open, &agent->allocator);
    wayi_heap_init(&local->frontier, &agent->allocator);
    wayi_path_buffer_init(&local->closed, &agent->allocator);
    const wayi_nodes_config nodes = {.blank = &local_blank,
                                     .stride = sizeof local_blank,
                                     .id_count = agent->space->state_count,
                                     .limit = agent->capacity,
                                     .sparse = wayi_agent_wants_sparse(agent)};
    return wayi_nodes_init(&local->nodes, &nodes, &agent->allocator);
}

void wayi_local_fini(wayi_local *local, const way_agent *agent)
{
    wayi_nodes_fini(&local->nodes);
    wayi_heap_fini(&local->open);
    wayi_heap_fini(&local->frontier);
    wayi_path_buffer_fini(&local->closed);
    wayi_free(&agent->allocator, local->steps, local->step_capacity, sizeof *local->steps);
}

size_t wayi_local_bytes(const wayi_local *local)
{
    return wayi_nodes_bytes(&local->nodes) + local->step_capacity * sizeof *local->steps +
           ((size_t)local->open.capacity + local->frontier.capacity) * sizeof(wayi_heap_item) +
           local->closed.capacity * sizeof *local->closed.states;
}

void wayi_local_clear(wayi_local *local)
{
    wayi_nodes_clear(&local->nodes);
    local->episode = 0;
    local->unexplored = 0;
    local->error = 0;
    local->error_sum = 0;
    local->error_count = 0;
}

static wayi_local_node *local_at(const wayi_local *local, uint32_t slot)
{
    return wayi_nodes_at(&local->nodes, slot, sizeof(wayi_local_node));
}

/// The slot of a state, its episode fields made fresh; WAYI_SLOT_NONE without memory.
static uint32_t local_touch(way_agent *agent, wayi_local *local, way_state state)
{
    const uint32_t slot = wayi_nodes_touch(&local->nodes, state, sizeof(wayi_local_node));
    if (slot == WAYI_SLOT_NONE) {
        return slot;
    }
    wayi_local_node *node = local_at(local, slot);
    if (node->episode == 0) {
        local->unexplored++;
        node->h = wayi_goal_distance(&agent->goal, state);
        node->error_steps = local->config.corrects ? wayi_goal_steps(&agent->goal, state) : 0;
    }
    if (node->episode != local->episode) {
        node->episode = local->episode;
        node->g = WAY_COST_MAX;
        node->parent = WAYI_LOCAL_NONE;
        node->before = WAYI_LOCAL_NONE;
        node->closed = 0;
    }
    return slot;
}

/// Order of expansion: f, then larger g; or f-hat, then f.
static uint64_t local_key(const wayi_local *local, const wayi_local_node *node)
{
    const uint64_t f = way_cost_add(node->g, node->h);
    if (!local->config.corrects) {
        return f << 32 | (uint32_t)~node->g;
    }
    const uint64_t corrected = f + local->error * node->error_steps / 1000;
    return (corrected < WAY_COST_MAX ? corrected : WAY_COST_MAX) << 32 | f;
}

static bool local_push(way_agent *agent, wayi_local *local, uint32_t slot, way_state state)
{
    agent->stats.heap_pushes++;
    return wayi_heap_push(&local->open,
                          (wayi_heap_item){local_key(local, local_at(local, slot)), state, slot});
}

bool wayi_local_begin(way_agent *agent, wayi_local *local, way_state state)
{
    local->episode++;
    local->expansions = 0;
    local->step_count = 0;
    local->goal = WAYI_LOCAL_NONE;
    wayi_heap_clear(&local->open);
    wayi_path_buffer_clear(&local->closed);
    local->error = local->error_count ? local->error_sum * 1000 / local->error_count : 0;
    if (local->config.fresh_error) {
        local->error_sum = 0;
        local->error_count = 1; // one phantom sample without error
    }
    const uint32_t slot = local_touch(agent, local, state);
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    local->start = slot;
    local_at(local, slot)->g = 0;
    return local_push(agent, local, slot, state);
}

/// Notes a step for learning and offers it as a way; `*best_f` becomes the least f of the children
/// so far.
static bool local_relax(way_agent *agent, wayi_local *local, uint32_t origin, way_edge edge,
                        way_cost *best_f)
{
    const uint32_t slot = local_touch(agent, local, edge.to);
    if (slot == WAYI_SLOT_NONE ||
        !wayi_grow(&agent->allocator, (void **)&local->steps, &local->step_capacity,
                   local->step_count + 1, sizeof *local->steps)) {
        return false;
    }
    wayi_local_node *node = local_at(local, slot);
    local->steps[local->step_count] = (wayi_local_step){origin, node->before, edge.cost};
    node->before = local->step_count++;
    const way_cost g = way_cost_add(local_at(local, origin)->g, edge.cost);
    const bool better = g < node->g;
    const way_cost f = way_cost_add(better ? g : node->g, node->h);
    if (slot != local_at(local, origin)->parent && f < *best_f) {
        *best_f = f;
    }
    if (!better) {
        return true;
    }
    const bool reopened = node->closed;
    agent->stats.generations++;
    agent->stats.reopenings += reopened;
    node->g = g;
    node->step = edge.cost;
    node->parent = origin;
    node->closed = 0;
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){reopened ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, edge.to,
                                        wayi_nodes_id(&local->nodes, origin), g, f});
    }
    return local_push(agent, local, slot, edge.to);
}

/// Expands a state and samples the error of its estimate over one step; false without memory.
static bool local_expand(way_agent *agent, wayi_local *local, uint32_t slot, way_state state)
{
    wayi_local_node *node = local_at(local, slot);
    const way_cost f = way_cost_add(node->g, node->h);
    way_cost best = WAY_COST_MAX;
    node->closed = 1;
    local->unexplored -= !node->explored;
    node->explored = 1;
    if (agent->observer) {
        const way_state parent = node->parent == WAYI_LOCAL_NONE
                                     ? WAY_STATE_NONE
                                     : wayi_nodes_id(&local->nodes, node->parent);
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, state, parent, node->g, f});
    }
    agent->stats.expansions++;
    local->expansions++;
    if (!wayi_path_buffer_push(&local->closed, slot)) {
        return false;
    }
    const uint32_t count = agent->space->type->expand(agent->space, state, agent->edges);
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        if (!local_relax(agent, local, slot, agent->edges[i], &best)) {
            return false;
        }
    }
    if (best != WAY_COST_MAX) {
        local->error_sum += best > f ? best - f : 0;
        local->error_count++;
    }
    return count != WAY_EXPAND_FULL;
}

/// Drops stale entries from the top of the open list; false when nothing is left.
static bool local_settle_top(way_agent *agent, wayi_local *local)
{
    while (local->open.count > 0) {
        const wayi_heap_item *top = &local->open.items[0];
        const wayi_local_node *node = local_at(local, top->slot);
        if (!node->closed && top->key == local_key(local, node)) {
            return true;
        }
        wayi_heap_pop(&local->open);
        agent->stats.heap_pops++;
    }
    return false;
}

way_outcome wayi_local_look(way_agent *agent, wayi_local *local, uint32_t lookahead,
                            uint32_t budget)
{
    for (;;) {
        if (local->unexplored == 0 || !local_settle_top(agent, local)) {
            return WAY_OUTCOME_NO_PATH; // all that can be reached has been looked at
        }
        const wayi_heap_item top = local->open.items[0];
        if (wayi_goal_is_reached(&agent->goal, top.id)) {
            local->goal = top.slot;
            return WAY_OUTCOME_ARRIVED;
        }
        if (local->expansions >= lookahead) {
            return WAY_OUTCOME_ARRIVED;
        }
        if (budget-- == 0) {
            return WAY_OUTCOME_MOVING;
        }
        wayi_heap_pop(&local->open);
        agent->stats.heap_pops++;
        if (!local_expand(agent, local, top.slot, top.id)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
}

uint32_t wayi_local_next(wayi_local *local)
{
    wayi_heap_item best = {UINT64_MAX, UINT32_MAX, WAYI_LOCAL_NONE};
    // The agent's own state is on top only if the order is not by f; then the next best is near.
    for (uint32_t i = 0; i < local->open.count; i++) {
        const wayi_heap_item item = local->open.items[i];
        const wayi_local_node *node = local_at(local, item.slot);
        if (!node->closed && item.slot != local->start && item.key == local_key(local, node)) {
            if (i == 0) {
                return item.slot;
            }
            best = wayi_heap_before(item, best) ? item : best;
        }
    }
    return best.slot;
}

uint32_t wayi_local_layer(const wayi_local *local, uint32_t next)
{
    const wayi_local_node *limit = local_at(local, next);
    const way_cost edge = way_cost_add(limit->g, limit->h);
    uint32_t best = WAYI_LOCAL_NONE;
    way_cost best_f = 0;
    way_cost best_h = WAY_COST_MAX;
    for (uint32_t i = 0; i < local->closed.count; i++) {
        const uint32_t slot = local->closed.states[i];
        const wayi_local_node *node = local_at(local, slot);
        const way_cost f = way_cost_add(node->g, node->h);
        const bool better = f > best_f || (f == best_f && node->h < best_h);
        if (node->closed && slot != local->start && f < edge &&
            (best == WAYI_LOCAL_NONE || better)) {
            best = slot;
            best_f = f;
            best_h = node->h;
        }
    }
    return best;
}

// Learning
// -----------------------------------------------------------------------------------------

static bool local_push_frontier(wayi_local *local, uint32_t slot, way_cost estimate)
{
    return wayi_heap_push(&local->frontier,
                          (wayi_heap_item){estimate, wayi_nodes_id(&local->nodes, slot), slot});
}

/// Every expanded state starts without an estimate, the frontier with its own. From here on `g` of
/// a state is its new estimate.
static bool local_seed_learning(wayi_local *local)
{
    wayi_heap_clear(&local->frontier);
    for (uint32_t i = 0; i < local->open.count; i++) {
        const wayi_heap_item item = local->open.items[i];
        const wayi_local_node *node = local_at(local, item.slot);
        if (!node->closed && item.key == local_key(local, node) &&
            !local_push_frontier(local, item.slot, node->h)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = local_at(local, local->closed.states[i]);
        node->g = node->closed ? WAY_COST_MAX : node->h;
    }
    return true;
}

/// Passes an estimate on to the expanded states that lead here.
static bool local_spread(wayi_local *local, uint32_t slot, way_cost estimate)
{
    const wayi_local_node *node = local_at(local, slot);
    for (uint32_t i = node->before; i != WAYI_LOCAL_NONE; i = local->steps[i].next) {
        const wayi_local_step *step = &local->steps[i];
        wayi_local_node *from = local_at(local, step->from);
        const way_cost better = way_cost_add(step->cost, estimate);
        if (!from->closed || better >= from->g) {
            continue;
        }
        from->g = better;
        from->error_steps = node->error_steps;
        if (!local_push_frontier(local, step->from, better)) {
            return false;
        }
    }
    return true;
}

/// Takes over the new estimates; never lowers one.
static bool local_keep(way_agent *agent, wayi_local *local)
{
    bool raised = false;
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = local_at(local, local->closed.states[i]);
        if (!node->closed || node->g <= node->h) {
            continue;
        }
        node->h = node->g;
        raised = true;
        if (agent->observer) {
            wayi_observer_write(agent->observer,
                                (way_event){WAY_EVENT_LEARN,
                                            wayi_nodes_id(&local->nodes, local->closed.states[i]),
                                            WAY_STATE_NONE, node->h, node->h});
        }
    }
    return raised;
}

bool wayi_local_learn(way_agent *agent, wayi_local *local, bool *raised)
{
    if (!local_seed_learning(local)) {
        return false;
    }
    while (local->frontier.count > 0) {
        const wayi_heap_item item = wayi_heap_pop(&local->frontier);
        const wayi_local_node *node = local_at(local, item.slot);
        if (node->closed && node->g < item.key) {
            continue; // settled by a better one
        }
        if (!local_spread(local, item.slot, (way_cost)item.key)) {
            return false;
        }
    }
    *raised = local_keep(agent, local);
    return true;
}

void wayi_local_adapt(way_agent *agent, wayi_local *local, uint32_t next)
{
    const wayi_local_node *limit = local_at(local, next);
    const way_cost f = way_cost_add(limit->g, limit->h);
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = local_at(local, local->closed.states[i]);
        node->g = f > node->g ? f - node->g : 0;
    }
    local_keep(agent, local);
}

bool wayi_local_move(way_agent *agent, const wayi_local *local, uint32_t target, bool single,
                     uint32_t *count)
{
    uint32_t length = 0;
    for (uint32_t slot = target; slot != local->start; slot = local_at(local, slot)->parent) {
        length++;
    }
    *count = single && length ? 1 : length;
    // The way is known backwards: for each step walk back to where it starts.
    const uint32_t first = agent->path.count;
    if (!wayi_path_buffer_reserve(&agent->path, first + length)) {
        return false;
    }
    uint32_t slot = target;
    for (uint32_t i = length; i-- > 0; slot = local_at(local, slot)->parent) {
        agent->path.states[first + i] = slot;
    }
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t step_slot = agent->path.states[first + i];
        if (!wayi_agent_commit(agent, wayi_nodes_id(&local->nodes, step_slot),
                               local_at(local, step_slot)->step)) {
            return false;
        }
    }
    return true;
}
