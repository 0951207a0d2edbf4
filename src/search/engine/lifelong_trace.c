// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading a lifelong search: the way that its values describe, and whether its invariants hold.
#include "search/engine/lifelong_parts.h"

/// The step from a state (backward) or to it (forward) over which it has its least value; of equal
/// ones the first in the space's order.
static way_edge lifelong_best_step(wayi_lifelong *search, way_state state)
{
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    const uint32_t count = wayi_lifelong_expand(search, shape, state, false, search->around);
    way_edge best = {WAY_STATE_NONE, 0};
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; count != WAY_EXPAND_FULL && i < count; i++) {
        const way_edge edge = search->around[i];
        const way_cost value = way_cost_add(edge.cost, wayi_lifelong_g(search, edge.to));
        if (value < least) {
            least = value;
            best = edge;
        }
    }
    for (uint32_t i = 0; !search->config.backward && i < search->exit_count; i++) {
        const way_edge exit = search->exits[i];
        const way_cost value = way_cost_add(exit.cost, wayi_lifelong_g(search, search->root));
        if (exit.to == state && value < least) {
            least = value;
            best = (way_edge){search->root, exit.cost};
        }
    }
    return best;
}

/// The same backward over flat ground, where a start that is blocked has exits of its own.
static way_state lifelong_next_flat(const wayi_lifelong *search, wayi_lifelong_shape shape,
                                    way_state state)
{
    const wayi_lifelong_offer least = wayi_lifelong_look_flat(search, shape, state);
    return least.arrival == WAYI_DIRECTIONS
               ? WAY_STATE_NONE
               : state +
                     (uint32_t)shape.ground->map->offsets[wayi_direction_opposite(least.arrival)];
}

static bool lifelong_trace_forward(wayi_lifelong *search, wayi_path_buffer *path)
{
    const uint32_t first = path->count;
    way_state state = search->target;
    for (uint32_t guard = search->nodes.count; state != search->root; guard--) {
        if (guard == 0 || state == WAY_STATE_NONE || !wayi_path_buffer_push(path, state)) {
            path->count = first;
            return false;
        }
        state = lifelong_best_step(search, state).to;
    }
    wayi_path_buffer_reverse(path, first);
    return true;
}

bool wayi_lifelong_trace(wayi_lifelong *search, wayi_path_buffer *path, uint32_t moves)
{
    if (!search->config.backward) {
        return lifelong_trace_forward(search, path);
    }
    wayi_flat_ground ground;
    wayi_lifelong_shape shape = {.flat = false};
    if (search->exit_count == 0 && wayi_space_ground(search->config.space, &ground)) {
        shape = wayi_lifelong_flat_shape(search, &ground);
    }
    way_state state = path->states[path->count - 1];
    for (uint32_t guard = search->nodes.count; state != search->root && moves > 0; moves--) {
        state = shape.flat ? lifelong_next_flat(search, shape, state)
                           : lifelong_best_step(search, state).to;
        if (guard-- == 0 || state == WAY_STATE_NONE || !wayi_path_buffer_push(path, state)) {
            return false;
        }
    }
    return true;
}

/// Value and estimate of a state that waits, at most `least`.
static way_cost lifelong_less(const wayi_lifelong *search, uint32_t slot, way_cost least)
{
    const wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
    const way_cost value = node->g < node->rhs ? node->g : node->rhs;
    const way_state state = wayi_nodes_id(&search->nodes, slot);
    const way_cost f = way_cost_add(
        value, wayi_lifelong_estimate(search, wayi_lifelong_plain_shape(search), state));
    return node->g != node->rhs && f < least ? f : least;
}

way_cost wayi_lifelong_least(const wayi_lifelong *search, uint32_t first, uint32_t count)
{
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = first; i < first + count; i++) {
        least = lifelong_less(search, search->put_off.states[i], least);
    }
    return least > search->root_value ? least - search->root_value : 0;
}

// Checking ----------------------------------------------------------------------------------------

static way_cost lifelong_true_rhs(wayi_lifelong *search, way_state state)
{
    if (state == search->root) {
        return search->root_value;
    }
    const way_state start = wayi_lifelong_start(search);
    if (state != start && !way_space_can_stand(search->config.space, state)) {
        return WAY_COST_MAX;
    }
    return wayi_lifelong_look(search, wayi_lifelong_plain_shape(search), state).value;
}

/// The key that a queued state is found under.
static wayi_key lifelong_queued_key(const wayi_lifelong *search, uint32_t slot)
{
    if (wayi_lifelong_queue_of(search) == WAYI_LIFELONG_BUCKET) {
        return (wayi_key){wayi_bucket_list_key(&search->buckets, slot), 0};
    }
    return search->heap.items[search->heap.places[slot] - 1].key;
}

static bool lifelong_check_node(wayi_lifelong *search, way_state state, uint32_t slot)
{
    const wayi_lifelong_shape shape = wayi_lifelong_plain_shape(search);
    const way_cost rhs = lifelong_true_rhs(search, state);
    const wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
    const bool queued = wayi_lifelong_is_queued(search, shape, slot);
    const bool waits = search->config.inflated && node->link.key == search->round;
    if (node->rhs != rhs || (queued && node->g == node->rhs) ||
        (!queued && node->g != node->rhs && !waits)) {
        return false;
    }
    // Between a move and the next change the bias is behind: it is brought up before keys count.
    if (!queued || search->aimed != search->target) {
        return true;
    }
    const wayi_key key =
        wayi_lifelong_key(search, shape, node, wayi_lifelong_estimate(search, shape, state));
    return !wayi_key_less(key, lifelong_queued_key(search, slot));
}

bool wayi_lifelong_check(wayi_lifelong *search)
{
    if (!wayi_space_is_metric(search->config.space)) {
        return true; // to look is to list steps, for which other spaces may need room
    }
    if (search->shed_phase != WAYI_LIFELONG_WHOLE) {
        return true; // values can't be read
    }
    const uint32_t slots = wayi_nodes_end(&search->nodes);
    uint32_t queued = 0;
    for (uint32_t slot = 0; slot < slots; slot++) {
        const way_state state = wayi_nodes_id(&search->nodes, slot);
        if (wayi_lifelong_at(search, slot)->stamp != search->nodes.generation) {
            continue;
        }
        if (!lifelong_check_node(search, state, slot)) {
            return false;
        }
        queued += wayi_lifelong_is_queued(search, wayi_lifelong_plain_shape(search), slot);
    }
    return queued == (wayi_lifelong_queue_of(search) == WAYI_LIFELONG_BUCKET ? search->buckets.count
                                                                             : search->heap.count);
}
