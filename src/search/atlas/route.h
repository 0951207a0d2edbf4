// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* over the links of an atlas, to be done a slice at a time: for trips that no row of hops leads,
// since there are too many regions or an edit was a moment ago. It goes on while squares change: a
// region that is gone is passed over, and whoever follows the chain looks at its links again.
//
// On large maps there is an atlas of larger squares above. Then a search of that one comes first,
// and the search of the regions keeps to those that its chain and what is beside it are made of.
#pragma once

#include "search/atlas/atlas.h"
#include "search/engine/frontier.h"

typedef struct wayi_route {
    wayi_frontier frontier; ///< of regions
    uint32_t from, goal;
    const wayi_atlas *upper; ///< the level that is searched, or whose chain is kept to; NULL = none
    bool rising;             ///< it is searched
    wayi_hash_table marks;   ///< regions of its chain, and those beside it
    uint64_t banned[32];     ///< links that were found broken: from << 32 | to
    uint32_t banned_count;
    uint32_t doubts; ///< bit by bit: that one may be got past
} wayi_route;

void wayi_route_init(wayi_route *route, const way_allocator *allocator);
void wayi_route_fini(wayi_route *route);

/// Leaves a link out of the searches to come, until `wayi_route_forgive`. False if there is no room
/// to remember it.
bool wayi_route_ban(wayi_route *route, uint32_t from, uint32_t to);

/// Takes a link for longer than it says. False if there is no room, or it was known.
bool wayi_route_doubt(wayi_route *route, uint32_t from, uint32_t to);
void wayi_route_forgive(wayi_route *route);

/// Starts a search, with a level above it if that is of use; false without memory.
bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, const wayi_atlas *upper,
                      uint32_t from, uint32_t to);

/// Expands up to *budget regions, which are taken off it: MOVING, ARRIVED, NO_PATH, CAPACITY.
way_outcome wayi_route_step(wayi_route *route, const wayi_atlas *atlas, uint32_t *budget);

/// Appends the chain that was found, both ends included. False without memory.
bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out);
