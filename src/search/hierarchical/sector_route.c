// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_route.h"

#include "map/links.h"
#include "search/frame/observer.h"

way_status wayi_sector_route_init(wayi_sector_route *route, way_agent *agent)
{
    route->agent = agent;
    wayi_path_buffer_init(&route->places, &agent->allocator);
    wayi_path_buffer_init(&route->links, &agent->allocator);
    wayi_hash_table_init(&route->marks, &agent->allocator);
    const bool fits = wayi_frontier_init(&route->frontier, 0, &agent->allocator);
    route->frontier.nodes.limit = agent->capacity ? agent->capacity : route->frontier.nodes.limit;
    route->frontier.stats = &agent->stats;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_sector_route_fini(wayi_sector_route *route)
{
    if (!route->agent) {
        return; // never set up
    }
    wayi_frontier_fini(&route->frontier);
    wayi_free(&route->agent->allocator, route->stops, route->stop_capacity, sizeof *route->stops);
    wayi_hash_table_fini(&route->marks);
    wayi_path_buffer_fini(&route->places);
    wayi_path_buffer_fini(&route->links);
}

static bool sector_route_is_linked(const wayi_sector_route *route)
{
    return route->lower->grid->layer->links;
}

/// Where the route passes a region: at its place, but begins and ends where the trip does.
static way_cell sector_route_spot(const wayi_sector_route *route, uint32_t region, way_cell place,
                                  bool first)
{
    if (first) {
        return route->from;
    }
    return region == route->aim ? route->to : place;
}

/// What is left from a spot at least.
static way_cost sector_route_left(const wayi_sector_route *route, way_cell spot)
{
    return route->many || sector_route_is_linked(route)
               ? wayi_goal_distance(&route->agent->goal, spot)
               : wayi_grid_distance(route->graph->grid, spot, route->to);
}

static void sector_route_tell(const wayi_sector_route *route, way_event_kind kind, way_cell place,
                              const wayi_frontier_node *way)
{
    const way_cost f = way_cost_add(way->g, sector_route_left(route, place));
    wayi_observer_write(route->agent->observer, (way_event){kind, place, way->parent, way->g, f});
}

/// Where a way to a region comes from.
typedef struct sector_route_origin {
    way_cell place; ///< WAY_CELL_NONE = nowhere: it is the first one
    way_cell spot;
    way_cost g;
    way_cost step;      ///< what the way between the places costs; 0 = go by the distance
    way_cell link_from; ///< or the link, and what it takes to get to its end; WAY_CELL_NONE = none
    way_cell link_to;
} sector_route_origin;

/// Whether a region of the lower level lies in one of those that the upper route goes through.
static bool sector_route_may_enter(const wayi_sector_route *route, uint32_t region, way_cell place)
{
    if (!route->marked || route->graph == route->upper ||
        wayi_frontier_find(&route->frontier, place)) {
        return true;
    }
    const wayi_atlas_region *above =
        wayi_atlas_region_at(route->upper, wayi_atlas_group(route->upper, region));
    return above && wayi_hash_table_find(&route->marks, above->place);
}

/// Takes note of a way to a region, from the place and the spot of another one that costs g; false
/// without memory.
static bool sector_route_reach(wayi_sector_route *route, uint32_t region,
                               const sector_route_origin *origin)
{
    const wayi_atlas *graph = route->graph;
    const wayi_atlas_region *known = wayi_atlas_region_at(graph, region);
    if (!known) {
        return true;
    }
    const bool first = origin->place == WAY_CELL_NONE;
    const bool linked = origin->link_to != WAY_CELL_NONE;
    const way_cell place = known->place;
    if (!sector_route_may_enter(route, region, place)) {
        return true;
    }
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = wayi_frontier_meet(&route->frontier, place, origin->g, &slot);
    if (slot == WAYI_SLOT_NONE) {
        return fits;
    }
    const way_cell spot = sector_route_spot(route, region, place, first);
    const way_cost far =
        first ? 0 : wayi_grid_distance(graph->grid, linked ? origin->link_to : origin->spot, spot);
    const way_cost step = linked               ? way_cost_add(far, origin->step)
                          : far > origin->step ? far
                                               : origin->step;
    // Over the middles of regions a route may cost more than can be counted; the walk need not.
    const way_cost g = wayi_frontier_add(origin->g, step || first ? step : 1);
    const wayi_frontier_node *node = wayi_frontier_at(&route->frontier, slot);
    if (node->closed || node->g <= g) {
        return true;
    }
    const way_cost f = way_cost_add(g, sector_route_left(route, spot));
    const wayi_frontier_way way = {origin->place, g, f, place};
    if (!wayi_grow(&route->agent->allocator, (void **)&route->stops, &route->stop_capacity,
                   slot + 1, sizeof *route->stops) ||
        !wayi_frontier_open(&route->frontier, slot, &way)) {
        return false;
    }
    route->stops[slot] = (wayi_sector_stop){region, origin->link_from, origin->link_to};
    route->agent->stats.generations += !first;
    if (route->agent->observer && !first) {
        sector_route_tell(route, WAY_EVENT_GENERATE, place, node);
    }
    return true;
}

/// Takes note of the regions that links from a cell lead to; false without memory.
static bool sector_route_follow_links(wayi_sector_route *route, way_cell cell,
                                      sector_route_origin origin)
{
    const wayi_grid *grid = route->graph->grid;
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(grid->map, grid->layer, cell, false, links);
    const way_cost there = wayi_grid_distance(grid, origin.spot, cell);
    for (uint32_t i = 0; i < count; i++) {
        origin.step = way_cost_add(there, links[i].cost);
        origin.link_from = links[i].from;
        origin.link_to = links[i].to;
        if (!sector_route_reach(route, wayi_atlas_find(route->graph, links[i].to), &origin)) {
            return false;
        }
    }
    return true;
}

/// The same for all links that start in a region.
static bool sector_route_leave_by_links(wayi_sector_route *route, uint32_t region,
                                        sector_route_origin origin)
{
    const wayi_grid *grid = route->graph->grid;
    wayi_square_bits cells;
    if (!grid->layer->links) {
        return true;
    }
    wayi_atlas_cells(route->graph, region, &cells);
    WAYI_SQUARE_EACH(&cells, x, y, {
        const way_cell end = (cells.top + y) * grid->map->width + cells.left + x;
        if (wayi_links_has_bit(grid->layer->links->starts, end) &&
            !sector_route_follow_links(route, end, origin)) {
            return false;
        }
    })
    return true;
}

static bool sector_route_expand(wayi_sector_route *route, way_cell place, uint32_t slot)
{
    const wayi_atlas *graph = route->graph;
    const wayi_frontier_node *node = wayi_frontier_at(&route->frontier, slot);
    const uint32_t region = route->stops[slot].region;
    const uint32_t links = wayi_atlas_region_at(graph, region)->link_count;
    sector_route_origin origin = {
        place,         sector_route_spot(route, region, place, node->parent == WAY_CELL_NONE),
        node->g,       0,
        WAY_CELL_NONE, WAY_CELL_NONE};
    for (uint32_t i = 0; i < links; i++) {
        const wayi_atlas_link link = wayi_atlas_link_at(graph, region, i);
        origin.step = wayi_atlas_is_priced(graph) ? link.cost : 0;
        if (!sector_route_reach(route, link.to, &origin)) {
            return false;
        }
    }
    return sector_route_leave_by_links(route, region, origin);
}

/// Fills in the route that ends at a place.
static bool sector_route_trace(wayi_sector_route *route, way_cell last)
{
    wayi_path_buffer_clear(&route->places);
    wayi_path_buffer_clear(&route->links);
    for (way_cell place = last; place != WAY_CELL_NONE;) {
        const uint32_t slot = wayi_frontier_slot(&route->frontier, place);
        if (!wayi_path_buffer_push(&route->places, place) ||
            !wayi_path_buffer_push(&route->links, route->stops[slot].link_to) ||
            !wayi_path_buffer_push(&route->links, route->stops[slot].link_from)) {
            return false;
        }
        place = wayi_frontier_at(&route->frontier, slot)->parent;
    }
    wayi_path_buffer_reverse(&route->places, 0);
    wayi_path_buffer_reverse(&route->links, 0);
    return true;
}

static bool sector_route_mark_all(wayi_sector_route *route)
{
    bool fits = true;
    wayi_hash_table_clear(&route->marks);
    route->marked = true;
    for (uint32_t i = 0; i < route->places.count && fits; i++) {
        fits = wayi_hash_table_get_or_add(&route->marks, route->places.states[i], 0);
    }
    return fits;
}

/// The cell of many goals in a region that looks nearest to another one; NONE if there is none.
static way_cell sector_route_goal_in(const wayi_sector_route *route, uint32_t region, way_cell from)
{
    const wayi_grid *grid = route->graph->grid;
    way_cell nearest = WAY_CELL_NONE;
    way_cost least = WAY_COST_MAX;
    wayi_square_bits cells;
    wayi_atlas_cells(route->graph, region, &cells);
    WAYI_SQUARE_EACH(&cells, x, y, {
        const way_cell cell = (cells.top + y) * grid->map->width + cells.left + x;
        const way_cost far = wayi_grid_distance(grid, from, cell);
        if (far < least && wayi_goal_is_reached(&route->agent->goal, cell)) {
            least = far;
            nearest = cell;
        }
    })
    return nearest;
}

/// Whether a region may have one: nothing in a sector is further away than its corners are.
static bool sector_route_may_end(const wayi_sector_route *route, way_cell cell)
{
    const wayi_grid *grid = route->graph->grid;
    const int64_t side = route->graph->config.side;
    return wayi_goal_distance(&route->agent->goal, cell) <=
           wayi_map_open_distance(grid->map, grid->layer, side, side);
}

/// Starts on a level; false if start and goal are in one region of it.
static bool sector_route_enter(wayi_sector_route *route, const wayi_atlas *graph)
{
    const uint32_t from = wayi_atlas_find(graph, route->from);
    route->graph = graph;
    if (route->many && wayi_goal_is_reached(&route->agent->goal, route->from)) {
        route->to = route->from;
    } else if (route->many) {
        route->to = from != WAYI_REGION_NONE && sector_route_may_end(route, route->from)
                        ? sector_route_goal_in(route, from, route->from)
                        : WAY_CELL_NONE;
    }
    route->aim = route->to == WAY_CELL_NONE ? WAYI_REGION_NONE : wayi_atlas_find(graph, route->to);
    wayi_frontier_clear(&route->frontier);
    wayi_path_buffer_clear(&route->places);
    wayi_path_buffer_clear(&route->links);
    // Large squares leave out what has no way out of the small ones: that is where the goal is.
    if (route->from == route->to ||
        (route->to != WAY_CELL_NONE &&
         (from == route->aim || from == WAYI_REGION_NONE || route->aim == WAYI_REGION_NONE))) {
        return false;
    }
    const sector_route_origin nowhere = {WAY_CELL_NONE, route->from,  0, 0,
                                         WAY_CELL_NONE, WAY_CELL_NONE};
    route->full = !sector_route_reach(route, from, &nowhere);
    return true;
}

bool wayi_sector_route_begin(wayi_sector_route *route)
{
    route->from = route->agent->start;
    route->to = route->agent->goal.state;
    route->many = route->agent->goal.kind != WAYI_GOAL_ONE;
    route->marked = false;
    route->full = false;
    const bool two = route->upper && !route->many && !sector_route_is_linked(route) &&
                     !wayi_atlas_is_priced(route->lower);
    return (two && sector_route_enter(route, route->upper)) ||
           sector_route_enter(route, route->lower);
}

/// Goes on when the aim's region has been reached.
static way_outcome sector_route_arrive(wayi_sector_route *route, way_cell last)
{
    if (!sector_route_trace(route, last)) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (route->graph == route->lower) {
        return WAY_OUTCOME_ARRIVED;
    }
    if (!sector_route_mark_all(route)) {
        return WAY_OUTCOME_CAPACITY;
    }
    return sector_route_enter(route, route->lower) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_sector_route_step(wayi_sector_route *route, uint32_t *budget)
{
    while (*budget > 0 && !route->full) {
        const uint32_t slot = wayi_frontier_take(&route->frontier);
        if (slot == WAYI_SLOT_NONE) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_frontier_node *node = wayi_frontier_at(&route->frontier, slot);
        const way_cell place = wayi_nodes_id(&route->frontier.nodes, slot);
        route->agent->stats.expansions++;
        --*budget;
        if (route->agent->observer) {
            sector_route_tell(route, WAY_EVENT_EXPAND, place, node);
        }
        const uint32_t here = route->stops[slot].region;
        if (route->many && sector_route_may_end(route, place)) {
            const way_cell before = node->parent;
            const way_cell from = before == WAY_CELL_NONE ? route->from : before;
            route->to = sector_route_goal_in(route, here, from);
            route->aim = route->to == WAY_CELL_NONE ? route->aim : here;
            const uint32_t looks = route->graph->config.side * route->graph->config.side / 16;
            *budget -= *budget < looks ? *budget : looks;
        }
        if (route->to != WAY_CELL_NONE && here == route->aim) {
            const way_outcome outcome = sector_route_arrive(route, place);
            if (outcome != WAY_OUTCOME_MOVING) {
                return outcome;
            }
            continue;
        }
        route->full = !sector_route_expand(route, place, slot);
    }
    return route->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}
