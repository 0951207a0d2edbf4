// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A route of regions from one cell to another, which are known by their places.
//
// Links lead from region to region wherever they are. They are looked up in the map while the route
// is found, so nothing of them is kept.
#pragma once

#include "core/bitset.h"
#include "map/links/links.h"
#include "search/atlas/route.h"
#include "search/trip/algorithm.h"

/// A region that a way was found to.
typedef struct wayi_sector_stop {
    way_cell place;    ///< if it is on the route
    way_cell from, to; ///< ends of the link that leads to it, or WAY_CELL_NONE
} wayi_sector_stop;

typedef struct wayi_sector_route {
    way_agent *agent;
    wayi_route search;
    wayi_link link;          ///< that is gone along
    wayi_sector_stop *stops; ///< by slot
    uint32_t stop_capacity;
    wayi_path_buffer slots; ///< the route
    /// [opt] Squares of another atlas that it keeps to.
    const wayi_bitset *within;
    const wayi_atlas *upper; ///< that atlas
} wayi_sector_route;

void wayi_sector_route_init(wayi_sector_route *route, way_agent *agent, const wayi_atlas *atlas);
void wayi_sector_route_fini(wayi_sector_route *route, const way_agent *agent);

/// Starts a search from the agent's start to its goal, in a hurry or not. FOUND: both are in one
/// region, and the route is empty. WORKING, CAPACITY.
way_outcome wayi_sector_route_begin(wayi_sector_route *route, bool hurries);

/// Expands up to *budget regions. FOUND: the route is known, and of many goals the agent has the
/// one that it leads to. WORKING, NO_PATH, CAPACITY.
way_outcome wayi_sector_route_step(wayi_sector_route *route, uint32_t *budget);

static inline const wayi_sector_stop *wayi_sector_route_at(const wayi_sector_route *route,
                                                           uint32_t index)
{
    return &route->stops[route->slots.states[index]];
}
