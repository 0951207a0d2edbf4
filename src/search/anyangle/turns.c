// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Roots, pieces and the queue of searches for taut ways.
#include "search/anyangle/turns.h"

#include "search/trip/observer.h"

static const wayi_turns_root turns_blank = {.g = UINT64_MAX, .parent = WAY_STATE_NONE};

way_status wayi_turns_create(way_agent *agent, wayi_turns *turns, const wayi_turns_kind *kind)
{
    wayi_nodes_config config = wayi_agent_nodes(agent, &turns_blank, sizeof turns_blank);
    config.sparse |= kind->few;
    turns->kind = kind;
    wayi_heap_init(&turns->open, &agent->allocator);
    const way_status status = wayi_nodes_init(&turns->roots, &config, &agent->allocator);
    if (status != WAY_STATUS_OK || !agent->capacity) {
        return status;
    }
    void *pieces = NULL;
    const uint32_t room = agent->capacity > UINT32_MAX / kind->per_state / 2
                              ? UINT32_MAX / 2
                              : agent->capacity * kind->per_state;
    const bool fits =
        wayi_grow(&agent->allocator, &pieces, &turns->piece_capacity, room, kind->stride) &&
        wayi_heap_reserve(&turns->open, room);
    turns->pieces = pieces;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_turns_destroy(way_agent *agent, wayi_turns *turns)
{
    if (turns->kind) {
        wayi_free(&agent->allocator, turns->pieces, turns->piece_capacity, turns->kind->stride);
        wayi_heap_fini(&turns->open);
        wayi_nodes_fini(&turns->roots);
    }
}

bool wayi_turns_begin(way_agent *agent, wayi_turns *turns)
{
    wayi_nodes_clear(&turns->roots);
    wayi_heap_clear(&turns->open);
    turns->piece_count = 0;
    turns->free = WAYI_TURNS_NONE;
    turns->full = false;
    turns->closest = agent->start;
    turns->closest_square = UINT64_MAX;
    return wayi_turns_reach(agent, turns, agent->start, 0, WAY_STATE_NONE);
}

/// Tells the observer of a root.
static void turns_report(const way_agent *agent, const wayi_turns *turns, way_event_kind kind,
                         way_state state)
{
    const wayi_turns_root *root = wayi_turns_find(turns, state);
    const way_cost g = turns->kind->cost(agent, root->g);
    wayi_observer_write(agent->observer, (way_event){kind, state, root->parent, g, g});
}

bool wayi_turns_reach(way_agent *agent, wayi_turns *turns, way_state state, uint64_t g,
                      way_state parent)
{
    const uint32_t slot = wayi_nodes_touch(&turns->roots, state, sizeof(wayi_turns_root));
    if (slot == WAYI_SLOT_NONE) {
        turns->full = true;
        return false;
    }
    wayi_turns_root *root = wayi_nodes_at(&turns->roots, slot, sizeof *root);
    if (g < root->g) {
        root->g = g;
        root->parent = parent;
        agent->stats.generations++;
        if (agent->observer) {
            turns_report(agent, turns, WAY_EVENT_GENERATE, state);
        }
    }
    return g <= root->g + turns->kind->tie;
}

uint32_t wayi_turns_take(way_agent *agent, wayi_turns *turns)
{
    const uint32_t slot = turns->free;
    if (slot != WAYI_TURNS_NONE) {
        memcpy(&turns->free, wayi_turns_piece(turns, slot), sizeof turns->free);
        return slot;
    }
    void *pieces = turns->pieces;
    const bool limited = agent->capacity && turns->piece_count == turns->piece_capacity;
    if (limited || !wayi_grow(&agent->allocator, &pieces, &turns->piece_capacity,
                              turns->piece_count + 1, turns->kind->stride)) {
        turns->full = true;
        return WAYI_TURNS_NONE;
    }
    turns->pieces = pieces;
    return turns->piece_count++;
}

void wayi_turns_push(way_agent *agent, wayi_turns *turns, uint32_t slot, uint64_t value)
{
    agent->stats.heap_pushes++;
    if (!wayi_heap_push(&turns->open, (wayi_heap_item){value, UINT32_MAX - slot, slot})) {
        turns->full = true;
    }
}

bool wayi_turns_pop(way_agent *agent, wayi_turns *turns, void *piece)
{
    if (turns->open.count == 0) {
        return false;
    }
    const uint32_t slot = wayi_heap_pop(&turns->open).slot;
    agent->stats.heap_pops++;
    memcpy(piece, wayi_turns_piece(turns, slot), turns->kind->stride);
    memcpy(wayi_turns_piece(turns, slot), &turns->free, sizeof turns->free);
    turns->free = slot;
    return true;
}

void wayi_turns_expand(way_agent *agent, wayi_turns *turns, way_state root, uint64_t square)
{
    agent->stats.expansions++;
    if (agent->observer) {
        turns_report(agent, turns, WAY_EVENT_EXPAND, root);
    }
    if (square < turns->closest_square) {
        turns->closest_square = square;
        turns->closest = root;
    }
}

bool wayi_turns_commit(way_agent *agent, const wayi_turns *turns, way_state last)
{
    const uint32_t first = agent->path.count;
    way_cost cost = 0;
    for (way_state state = last; state != agent->start;) {
        const way_state parent = wayi_turns_find(turns, state)->parent;
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = first;
            return false;
        }
        cost = way_cost_add(cost, turns->kind->step(agent, parent, state));
        state = parent;
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}
