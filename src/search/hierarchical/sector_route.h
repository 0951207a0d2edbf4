// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A route of regions from one cell to another, on one level or on two: among large sectors first,
// then among the small ones inside those of the large route. Regions are known by their places.
//
// Links lead from region to region wherever they are. They are looked up in the map while the route
// is found, so nothing of them is kept; the upper level knows none, and is left out where there are
// some.
#pragma once

#include "core/hash_table.h"
#include "search/atlas/atlas.h"
#include "search/engine/frontier.h"
#include "search/frame/algorithm.h"

/// What the search over sectors keeps of a map, the smallest useful picture of it: an atlas of what
/// is connected inside sectors with bare links, and on large maps one of larger sectors above it.
typedef struct wayi_sector_database {
    wayi_atlas lower;
    wayi_atlas upper;
    bool two; ///< there is an upper level
} wayi_sector_database;

/// A region met by a search.
typedef struct wayi_sector_stop {
    uint32_t region;
    way_cell link_from; ///< the link that leads to it, or WAY_CELL_NONE
    way_cell link_to;
} wayi_sector_stop;

typedef struct wayi_sector_route {
    way_agent *agent;
    const wayi_atlas *lower;
    const wayi_atlas *upper; ///< NULL = one level
    const wayi_atlas *graph; ///< under search
    wayi_frontier frontier;  ///< of places; routes are short
    wayi_sector_stop *stops; ///< by slot
    uint32_t stop_capacity;
    wayi_hash_table marks;   ///< places of the upper regions that the route goes through
    wayi_path_buffer places; ///< the route
    wayi_path_buffer links;  ///< two for each: the link that leads to it, or WAY_CELL_NONE
    way_cell from, to;
    uint32_t aim; ///< region to find a route to
    bool many;    ///< to any region with a cell of the agent's goal: `to` is that cell then
    bool marked;  ///< the route stays inside the marked regions
    bool full;    ///< memory or capacity ran out
} wayi_sector_route;

/// On failure `fini` is fine. NO_MEMORY.
way_status wayi_sector_route_init(wayi_sector_route *route, way_agent *agent);
void wayi_sector_route_fini(wayi_sector_route *route);

/// Starts a search from the agent's start to its goal; false if both are in one region, and then
/// the route is empty.
bool wayi_sector_route_begin(wayi_sector_route *route);

/// Expands up to *budget regions. ARRIVED: the route is known, and empty if both are in one region.
/// MOVING, NO_PATH, CAPACITY.
way_outcome wayi_sector_route_step(wayi_sector_route *route, uint32_t *budget);
