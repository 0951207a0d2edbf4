// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/route.h"

void wayi_route_init(wayi_route *route, const way_allocator *allocator)
{
    *route = (wayi_route){.first = WAY_CELL_NONE, .last = WAY_CELL_NONE};
    (void)wayi_frontier_init(&route->frontier, 0, allocator);
}

void wayi_route_fini(wayi_route *route)
{
    wayi_frontier_fini(&route->frontier);
}

/// Where a link stands in the list of those that were found broken, or the end of the list.
static uint32_t route_recall(const wayi_route *route, uint32_t from, uint32_t to)
{
    uint32_t i = 0;
    while (i < route->banned_count && route->banned[i] != ((uint64_t)from << 32 | to)) {
        i++;
    }
    return i;
}

bool wayi_route_ban(wayi_route *route, uint32_t from, uint32_t to)
{
    const uint32_t at = route_recall(route, from, to);
    if (at == sizeof route->banned / sizeof *route->banned) {
        return false;
    }
    route->banned_count += at == route->banned_count;
    route->banned[at] = (uint64_t)from << 32 | to;
    route->doubts &= ~(1u << at);
    return true;
}

bool wayi_route_doubt(wayi_route *route, uint32_t from, uint32_t to)
{
    const uint32_t at = route->banned_count;
    const bool fresh = route_recall(route, from, to) == at && wayi_route_ban(route, from, to);
    route->doubts |= fresh ? 1u << at : 0;
    return fresh;
}

void wayi_route_forgive(wayi_route *route)
{
    route->banned_count = 0;
}

/// What to expect of a link of the regions, or WAY_COST_MAX if it is of no use. New ones have no
/// cost yet.
static way_cost route_price(const wayi_route *route, uint32_t from, uint32_t to, way_cost cost,
                            way_cost least)
{
    const uint32_t at = route_recall(route, from, to);
    if (at < route->banned_count && !(route->doubts >> at & 1u)) {
        return WAY_COST_MAX;
    }
    return cost == WAY_COST_MAX ? way_cost_add(least, least)
           : at < route->banned_count
               ? way_cost_add(way_cost_add(cost, cost), way_cost_add(cost, cost))
               : cost;
}

bool wayi_route_reach(wayi_route *route, uint32_t to, uint32_t from, way_cost g)
{
    const wayi_route_hooks *hooks = route->hooks;
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = wayi_frontier_meet(&route->frontier, to, g, &slot);
    const wayi_atlas_region *region =
        slot == WAYI_SLOT_NONE ? NULL : wayi_atlas_region_at(route->atlas, to);
    if (!region || (route->once && wayi_frontier_at(&route->frontier, slot)->closed)) {
        return fits;
    }
    const way_cell spot = wayi_route_spot(route, to, from == UINT32_MAX);
    const way_cost h = hooks->left(route->owner, to, spot);
    if (h == WAY_COST_MAX) {
        return fits;
    }
    const wayi_frontier_way way = {from, g, way_cost_add(g, h), region->place};
    return wayi_frontier_open(&route->frontier, slot, &way) &&
           (!hooks->meet || hooks->meet(route->owner, slot));
}

bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, uint32_t from, uint32_t to)
{
    route->atlas = atlas;
    route->from = from;
    route->aim = to;
    wayi_frontier_clear(&route->frontier);
    return wayi_route_reach(route, from, UINT32_MAX, 0);
}

static bool route_expand(wayi_route *route, uint32_t slot)
{
    const wayi_atlas *graph = route->atlas;
    const wayi_frontier_node *node = wayi_frontier_at(&route->frontier, slot);
    const uint32_t id = wayi_nodes_id(&route->frontier.nodes, slot);
    const wayi_atlas_region *region = wayi_atlas_region_at(graph, id);
    const way_cost g = node->g;
    if (!region) {
        return true;
    }
    const way_cell spot = wayi_route_spot(route, id, node->parent == UINT32_MAX);
    bool fits = true;
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        way_cost cost = 0;
        const uint32_t to = wayi_atlas_hop(graph, id >> graph->bits, region->link_first + i, &cost);
        // Regions lie scattered over memory: what need not be known of them is not looked up.
        const bool known = !graph->config.bare && cost != WAY_COST_MAX;
        if (!known && !wayi_atlas_region_at(graph, to)) {
            continue;
        }
        const way_cost far =
            known ? 0 : wayi_grid_distance(graph->grid, spot, wayi_route_spot(route, to, false));
        // Bare links have costs on weights only, and these may be rounded down.
        cost = graph->config.bare && cost < far ? far : cost;
        const way_cost step = route_price(route, id, to, cost, far);
        if (step != WAY_COST_MAX) {
            fits = wayi_route_reach(route, to, id, wayi_frontier_add(g, step ? step : 1));
        }
    }
    return fits && route->hooks->leave(route->owner, id, spot, g);
}

way_outcome wayi_route_step(wayi_route *route, uint32_t *budget)
{
    while (*budget) {
        const uint32_t slot = wayi_frontier_take(&route->frontier);
        if (slot == WAYI_SLOT_NONE) {
            return WAY_OUTCOME_NO_PATH;
        }
        --*budget;
        if (route->hooks->ends(route->owner, slot, budget)) {
            return WAY_OUTCOME_FOUND;
        }
        if (!route_expand(route, slot)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out)
{
    return wayi_frontier_trace(&route->frontier, route->aim, out);
}
