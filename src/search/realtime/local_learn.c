// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a look-ahead teaches. Estimates never fall. A state from which no way leads to the frontier
// is a dead end, or leads to dead ends only: unless told otherwise, its estimate becomes infinite,
// and it is never walked to again.
#include "base/inline.h"
#include "search/realtime/local_search.h"
#include "search/trip/observer.h"

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

/// Every expanded state starts without an estimate, the frontier with its own. From here on `g` of
/// a state is its new estimate. `*waiting` is how many have none yet.
static bool local_seed_learning(wayi_local *local, uint32_t *waiting)
{
    const way_cost estimate = wayi_local_at(local, local->start)->h;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < local->met.count; i++) {
        const wayi_local_node *node = wayi_local_at(local, local->met.states[i]);
        least = wayi_local_is_frontier(node) && node->h < least ? node->h : least;
    }
    wayi_calendar_clear(&local->open, least, wayi_local_day(local, estimate));
    for (uint32_t i = 0; i < local->met.count; i++) {
        const uint32_t slot = local->met.states[i];
        const wayi_local_node *node = wayi_local_at(local, slot);
        if (wayi_local_is_frontier(node) && !wayi_local_push_estimate(local, slot, node->h)) {
            return false;
        }
    }
    *waiting = 0;
    for (uint32_t i = 0; i < local->closed.count; i++) {
        wayi_local_node *node = wayi_local_at(local, local->closed.states[i]);
        *waiting += node->closed && node->g != WAY_COST_MAX; // it may be listed twice
        node->g = node->closed ? WAY_COST_MAX : node->h;
    }
    return true;
}

/// Passes an estimate on to the expanded states that lead here.
static bool local_spread(wayi_local *local, uint32_t slot, way_cost estimate)
{
    const wayi_local_node *node = wayi_local_at(local, slot);
    for (uint32_t i = node->before; i != WAYI_LOCAL_NONE; i = local->steps[i].next) {
        const wayi_local_step *step = &local->steps[i];
        const wayi_local_node *from = wayi_local_at(local, step->from);
        const way_cost better = way_cost_add(step->cost, estimate);
        if (from->closed && better < from->g &&
            !wayi_local_pass_on(local, node, step->from, better)) {
            return false;
        }
    }
    return true;
}

/// Notes the steps of the expanded states: those of an estimate that is kept are kept with it.
static bool local_note_steps(wayi_local *local)
{
    wayi_path_buffer *taught = &local->taught;
    wayi_path_buffer_clear(taught);
    for (uint32_t i = 0; !local->config.forgets_steps && i < local->closed.count; i++) {
        const wayi_local_node *node = wayi_local_at(local, local->closed.states[i]);
        if (!wayi_path_buffer_push(taught, node->steps) ||
            !wayi_path_buffer_push(taught, node->error_steps)) {
            return false;
        }
    }
    return true;
}

/// Gives back the steps of estimates that were higher than the lesson.
static void local_restore_steps(const wayi_local *local)
{
    for (uint32_t i = 0; i < local->taught.count / 2; i++) {
        wayi_local_node *node = wayi_local_at(local, local->closed.states[i]);
        if (node->closed && node->g < node->h) {
            node->steps = local->taught.states[2 * i];
            node->error_steps = local->taught.states[2 * i + 1];
        }
    }
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

/// Dijkstra's search backwards on any space; false without memory.
static bool local_learn_any(wayi_local *local)
{
    uint32_t waiting = 0;
    if (!local_seed_learning(local, &waiting)) {
        return false;
    }
    while (wayi_calendar_count(&local->open) > 0 && waiting > 0) {
        const wayi_heap_item item = wayi_calendar_pop(&local->open);
        const wayi_local_node *node = wayi_local_at(local, item.slot);
        if (node->closed && node->g < item.key) {
            continue; // settled by a better one
        }
        waiting -= node->closed;
        if (!local_spread(local, item.slot, (way_cost)item.key)) {
            return false;
        }
    }
    return true;
}

bool wayi_local_learn(way_agent *agent, wayi_local *local)
{
    if (!local_note_steps(local) ||
        !(local->flat ? wayi_local_learn_flat(agent, local) : local_learn_any(local))) {
        return false;
    }
    local_restore_steps(local);
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
