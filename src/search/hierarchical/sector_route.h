// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A route of regions from one cell to another, which are known by their places.
//
// Links lead from region to region wherever they are. They are looked up in the map while the route
// is found, so nothing of them is kept.
#pragma once

#include "search/atlas/route.h"
#include "search/frame/algorithm.h"

/// What the search over sectors keeps of a map, the smallest useful picture of it: an atlas of what
/// is connected inside sectors with bare links.
typedef struct wayi_sector_database {
    wayi_atlas atlas;
    bool hurries; ///< routes are found soon, if not the shortest
} wayi_sector_database;

/// The ends of a link that leads to a region, or WAY_CELL_NONE.
typedef struct wayi_sector_link {
    way_cell from, to;
} wayi_sector_link;

typedef struct wayi_sector_route {
    way_agent *agent;
    wayi_route search;
    wayi_sector_link link;   ///< that is gone along
    wayi_sector_link *stops; ///< by slot
    uint32_t stop_capacity;
    wayi_path_buffer places; ///< the route
    wayi_path_buffer links;  ///< two for each: the link that leads to it, or WAY_CELL_NONE
    bool many; ///< to any region with a cell of the agent's goal: `search.last` is that cell then
} wayi_sector_route;

void wayi_sector_route_init(wayi_sector_route *route, way_agent *agent);
void wayi_sector_route_fini(wayi_sector_route *route);

/// Starts a search from the agent's start to its goal. ARRIVED: both are in one region, and the
/// route is empty. MOVING, CAPACITY.
way_outcome wayi_sector_route_begin(wayi_sector_route *route);

/// Expands up to *budget regions. ARRIVED: the route is known. MOVING, NO_PATH, CAPACITY.
way_outcome wayi_sector_route_step(wayi_sector_route *route, uint32_t *budget);
