// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The optimised form of MT-D* Lite: when the root has moved, all states whose way does not lead
// over it are shed at once. They lose their values, and those next to what is left look around
// again, so that the search goes on as if it had never come to them; nothing becomes
// underconsistent.
//
// Over which step a state has its value, its tag says. So the states whose ways begin at the former
// root are a tree, which is gone through twice without any memory, down by tags that point back and
// up by a state's own: to take the values away, then to look around. That is done in slices; no
// value may be read meanwhile. Moves of the root that come before the first slice make one tree.
#include "search/engine/lifelong_parts.h"

/// How many states are gone through for the price of an expansion.
#define LIFELONG_SHED_STATES 4u

bool wayi_lifelong_shed_begin(wayi_lifelong *search, way_state before)
{
    wayi_flat_ground ground;
    if (!search->config.sheds || search->untraced || search->exit_count ||
        search->config.observer || !wayi_space_ground(search->config.space, &ground) ||
        !way_space_can_stand(search->config.space, search->root) ||
        !way_space_can_stand(search->config.space, before)) {
        return false;
    }
    if (search->shed_phase == WAYI_LIFELONG_WHOLE) {
        search->shed_from = before;
        search->shed_phase = WAYI_LIFELONG_DUE;
    }
    return true;
}

/// Goes to the next state of the tree below where it is, from a direction on; false if there is
/// none.
static bool lifelong_shed_down(wayi_lifelong *search, const wayi_flat_ground *ground)
{
    const bool taken = search->shed_phase == WAYI_LIFELONG_LOOKS;
    uint32_t moves = wayi_layer_moves(ground->map, ground->layer, search->shed_at) &
                     (0xffu << search->shed_next);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_state to = search->shed_at + (uint32_t)ground->map->offsets[direction];
        const uint32_t slot = wayi_lifelong_find(search, to);
        if (slot == WAYI_SLOT_NONE || to == search->root || to == search->shed_from) {
            continue;
        }
        const wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
        const bool valued = node->rhs != WAY_COST_MAX;
        if (node->link.tag == direction && valued != taken) {
            search->shed_at = to;
            search->shed_next = 0;
            return true;
        }
    }
    return false;
}

/// Takes its values from a state.
static void lifelong_shed_take(wayi_lifelong *search, wayi_lifelong_shape shape, way_state state)
{
    const uint32_t slot = wayi_lifelong_find(search, state);
    wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
    search->buckets.links =
        (unsigned char *)wayi_lifelong_at(search, 0) + offsetof(wayi_lifelong_node, link);
    wayi_lifelong_unqueue(search, shape, slot);
    node->g = WAY_COST_MAX;
    node->rhs = WAY_COST_MAX;
}

/// Lets a state look around at what is left.
static void lifelong_shed_look(wayi_lifelong *search, wayi_lifelong_shape shape, way_state state)
{
    const uint32_t slot = wayi_lifelong_find(search, state);
    const wayi_lifelong_offer offer = wayi_lifelong_look(search, shape, state);
    wayi_lifelong_node *node = wayi_lifelong_at(search, slot);
    node->rhs = offer.value;
    node->link.tag = offer.arrival & 15u;
    wayi_lifelong_settle(search, shape, state, slot);
}

/// Begins to go through the tree: a first time, a second time, and no more.
static void lifelong_shed_turn(wayi_lifelong *search, wayi_lifelong_shape shape)
{
    search->shed_at = search->shed_from;
    search->shed_next = 0;
    search->shed_phase++;
    if (search->shed_phase == WAYI_LIFELONG_TAKES) {
        lifelong_shed_take(search, shape, search->shed_from);
    } else if (search->shed_phase > WAYI_LIFELONG_LOOKS) {
        search->shed_phase = WAYI_LIFELONG_WHOLE;
    }
}

/// Leaves a state whose tree below is done.
static void lifelong_shed_up(wayi_lifelong *search, wayi_lifelong_shape shape)
{
    const way_state state = search->shed_at;
    const uint32_t tag = wayi_lifelong_at(search, wayi_lifelong_find(search, state))->link.tag;
    if (search->shed_phase == WAYI_LIFELONG_LOOKS) {
        lifelong_shed_look(search, shape, state);
    }
    if (state == search->shed_from) {
        lifelong_shed_turn(search, shape);
        return;
    }
    search->shed_at = state - (uint32_t)shape.ground->map->offsets[tag];
    search->shed_next = tag + 1;
}

uint32_t wayi_lifelong_shed(wayi_lifelong *search, uint32_t budget)
{
    wayi_flat_ground ground;
    if (!wayi_space_ground(search->config.space, &ground)) {
        search->full |= !wayi_lifelong_restart(search);
        return budget;
    }
    const wayi_lifelong_shape shape = wayi_lifelong_flat_shape(search, &ground);
    uint64_t left = (uint64_t)budget * LIFELONG_SHED_STATES;
    if (search->shed_phase == WAYI_LIFELONG_DUE) {
        lifelong_shed_turn(search, shape);
    }
    for (; left > 0 && search->shed_phase != WAYI_LIFELONG_WHOLE && !search->full; left--) {
        if (!lifelong_shed_down(search, &ground)) {
            lifelong_shed_up(search, shape);
        } else if (search->shed_phase == WAYI_LIFELONG_TAKES) {
            lifelong_shed_take(search, shape, search->shed_at);
        }
    }
    const uint32_t rest = (uint32_t)(left / LIFELONG_SHED_STATES);
    search->other_work += budget - rest;
    return rest;
}
