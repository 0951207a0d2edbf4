// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A* over the links of an atlas, to be done a slice at a time: for routes of sectors, and for trips
// that tiers do not lead, since an edit was a moment ago. It goes on while squares change: a region
// that is gone is passed over, and whoever follows the chain looks at its links again.
#pragma once

#include "search/atlas/atlas.h"
#include "search/engine/frontier.h"

/// What the owner of a search has to say in it.
typedef struct wayi_route_hooks {
    /// What it costs at least from a region, passed at a cell, to where the route may end;
    /// WAY_COST_MAX = the route does not lead there.
    way_cost (*left)(const void *owner, uint32_t region, way_cell cell);
    /// [opt] A way to a region was found and is remembered in a slot. False without memory.
    bool (*meet)(void *owner, uint32_t slot);
    /// Whether the route ends in a region that comes next. What it takes to find out is taken off
    /// *budget.
    bool (*ends)(void *owner, uint32_t slot, uint32_t *budget);
    /// Goes on from a region, which the route passes at a cell, by ways that are no links of the
    /// atlas. False without memory.
    bool (*leave)(void *owner, uint32_t region, way_cell cell, way_cost g);
} wayi_route_hooks;

typedef struct wayi_route {
    wayi_frontier frontier; ///< of regions
    const wayi_atlas *atlas;
    uint32_t from, aim;   ///< regions
    way_cell first, last; ///< cells at its ends; WAY_CELL_NONE = where the places are
    bool once;            ///< no region is expanded again, whatever better way to it is found
    uint64_t banned[32];  ///< links that were found broken: from << 32 | to
    uint32_t banned_count;
    uint32_t doubts; ///< bit by bit: that one may be got past
    const wayi_route_hooks *hooks;
    void *owner;
} wayi_route;

/// From place to place, unless the owner writes something else into it; it has to bring hooks.
void wayi_route_init(wayi_route *route, const way_allocator *allocator);
void wayi_route_fini(wayi_route *route);

/// Leaves a link out of the searches to come, until `wayi_route_forgive`. False if there is no room
/// to remember it.
bool wayi_route_ban(wayi_route *route, uint32_t from, uint32_t to);

/// Takes a link for longer than it says. False if there is no room, or it was known.
bool wayi_route_doubt(wayi_route *route, uint32_t from, uint32_t to);
void wayi_route_forgive(wayi_route *route);

/// Starts a search; false without memory.
bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, uint32_t from, uint32_t to);

/// Expands up to *budget regions, which are taken off it: WORKING, FOUND at the aim, NO_PATH,
/// CAPACITY.
way_outcome wayi_route_step(wayi_route *route, uint32_t *budget);

/// Takes note of a way to a region from another one, of what the way up to there costs; false
/// without memory.
bool wayi_route_reach(wayi_route *route, uint32_t to, uint32_t from, way_cost g);

/// Where the route passes a region: at its place, but begins and ends where that is said.
static inline way_cell wayi_route_spot(const wayi_route *route, uint32_t region, bool first)
{
    const way_cell end = first ? route->first : region == route->aim ? route->last : WAY_CELL_NONE;
    return end == WAY_CELL_NONE ? wayi_atlas_region_at(route->atlas, region)->place : end;
}

/// Appends the chain that was found, both ends included. False without memory.
bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out);
