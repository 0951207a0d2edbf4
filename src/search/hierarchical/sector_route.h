// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A route of regions from one cell to another, on one level or on two: among large sectors first,
// then among the small ones inside those of the large route. Regions are known by their centres.
#pragma once

#include "core/nodes.h"
#include "search/frame/algorithm.h"
#include "search/hierarchical/regions.h"

typedef struct wayi_sector_route {
    const wayi_regions *lower;
    const wayi_regions *upper; ///< NULL = one level
    const wayi_regions *graph; ///< under search
    wayi_nodes nodes;
    wayi_nodes marks; ///< centres of the upper regions that the route goes through
    wayi_heap open;
    wayi_path_buffer centres; ///< the route
    way_cell from, to;
    wayi_region_place aim; ///< region to find a route to
    bool marked;           ///< the route stays inside the marked regions
    bool full;             ///< memory or capacity ran out
} wayi_sector_route;

/// On failure `fini` is fine. NO_MEMORY.
way_status wayi_sector_route_init(wayi_sector_route *route, const way_agent *agent);
void wayi_sector_route_fini(wayi_sector_route *route);
size_t wayi_sector_route_bytes(const wayi_sector_route *route);

/// Starts a search; false if both are in one region, and then the route is empty.
bool wayi_sector_route_begin(wayi_sector_route *route, way_agent *agent, way_cell from,
                             way_cell to);

/// Expands up to *budget regions. ARRIVED: the route is known, and empty if both are in one region.
/// MOVING, NO_PATH, CAPACITY.
way_outcome wayi_sector_route_step(wayi_sector_route *route, way_agent *agent, uint32_t *budget);
