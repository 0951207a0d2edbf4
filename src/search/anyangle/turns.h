// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What searches for taut ways share. A taut way turns at corners; one that is known to a corner,
// the root, goes on to all that is seen from there, of which pieces wait in a queue by the least
// that a way over them may be. A piece is any struct; pieces that were taken off make room for
// others.
#pragma once

#include "core/heap.h"
#include "core/nodes.h"
#include "search/trip/algorithm.h"

#define WAYI_TURNS_NONE UINT32_MAX ///< no piece

/// What is known of a state that was a root.
typedef struct wayi_turns_root {
    uint32_t stamp;
    way_state parent;
    uint64_t g; ///< length of the way to it
} wayi_turns_root;

/// How searches differ.
typedef struct wayi_turns_kind {
    uint32_t stride;    ///< bytes of a piece
    uint32_t per_state; ///< pieces that an agent with a limit has room for, for each state
    bool few;           ///< roots are few: the store is sparse
    uint32_t tie;       ///< ways to a root whose lengths differ by no more are equal
    way_cost (*cost)(const way_agent *agent, uint64_t length);
    way_cost (*step)(const way_agent *agent, way_state from, way_state to); ///< a legal one
} wayi_turns_kind;

typedef struct wayi_turns {
    const wayi_turns_kind *kind;
    wayi_nodes roots;
    wayi_heap open;
    unsigned char *pieces;
    uint32_t piece_count, piece_capacity;
    uint32_t free; ///< first free piece, or NONE; its first bytes are the next one
    bool full;     ///< there was no room
    way_state closest;
    uint64_t closest_square; ///< from there to the goal
} wayi_turns;

way_status wayi_turns_create(way_agent *agent, wayi_turns *turns, const wayi_turns_kind *kind);
void wayi_turns_destroy(way_agent *agent, wayi_turns *turns);

/// Begins with the start as the only root. False without memory.
bool wayi_turns_begin(way_agent *agent, wayi_turns *turns);

static inline wayi_turns_root *wayi_turns_find(const wayi_turns *turns, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&turns->roots, state, sizeof(wayi_turns_root));
    return slot == WAYI_SLOT_NONE ? NULL
                                  : wayi_nodes_at(&turns->roots, slot, sizeof(wayi_turns_root));
}

/// Whether a way to a state is as short as any so far, as far as rounding lets tell; notes the
/// best. Without memory: false, and `full`.
bool wayi_turns_reach(way_agent *agent, wayi_turns *turns, way_state state, uint64_t g,
                      way_state parent);

static inline void *wayi_turns_piece(const wayi_turns *turns, uint32_t slot)
{
    return turns->pieces + (size_t)slot * turns->kind->stride;
}

/// Room for a piece, or NONE and `full`.
uint32_t wayi_turns_take(way_agent *agent, wayi_turns *turns);

/// Queues a piece by its value; of equals the one that lies behind comes first.
void wayi_turns_push(way_agent *agent, wayi_turns *turns, uint32_t slot, uint64_t value);

/// Takes the piece with the least value off; false if there is none.
bool wayi_turns_pop(way_agent *agent, wayi_turns *turns, void *piece);

/// Counts the expansion of a piece of what a root sees, the square of whose distance from the goal
/// is given.
void wayi_turns_expand(way_agent *agent, wayi_turns *turns, way_state root, uint64_t square);

/// Commits the way to a state over its roots; false without memory.
bool wayi_turns_commit(way_agent *agent, const wayi_turns *turns, way_state last);
