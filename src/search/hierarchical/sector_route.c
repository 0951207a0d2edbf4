// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_route.h"

#include "map/components.h"
#include "map/links.h"
#include "search/frame/observer.h"

/// A region met by a search; known by its centre.
typedef struct sector_route_node {
    uint32_t stamp;
    way_cost g;
    way_cell parent;
    uint32_t sector;
    uint32_t region;
    way_cell link_from; ///< the link that leads to it, or WAY_CELL_NONE
    way_cell link_to;
    uint32_t closed;
} sector_route_node;

static const sector_route_node sector_route_blank = {.g = WAY_COST_MAX,
                                                     .parent = WAY_CELL_NONE,
                                                     .link_from = WAY_CELL_NONE,
                                                     .link_to = WAY_CELL_NONE};

typedef struct sector_route_mark {
    uint32_t stamp;
} sector_route_mark;

static const sector_route_mark sector_route_unmarked = {0};

way_status wayi_sector_route_init(wayi_sector_route *route, const way_agent *agent)
{
    wayi_heap_init(&route->open, &agent->allocator);
    wayi_path_buffer_init(&route->centres, &agent->allocator);
    wayi_path_buffer_init(&route->links, &agent->allocator);
    // Routes are short: a hash of their regions is all it takes.
    const wayi_nodes_config marks = {
        .blank = &sector_route_unmarked, .stride = sizeof sector_route_unmarked, .sparse = true};
    const wayi_nodes_config nodes = {.blank = &sector_route_blank,
                                     .stride = sizeof sector_route_blank,
                                     .limit = agent->capacity,
                                     .sparse = true};
    const way_status status = wayi_nodes_init(&route->marks, &marks, &agent->allocator);
    return status == WAY_STATUS_OK ? wayi_nodes_init(&route->nodes, &nodes, &agent->allocator)
                                   : status;
}

void wayi_sector_route_fini(wayi_sector_route *route)
{
    wayi_nodes_fini(&route->nodes);
    wayi_nodes_fini(&route->marks);
    wayi_heap_fini(&route->open);
    wayi_path_buffer_fini(&route->centres);
    wayi_path_buffer_fini(&route->links);
}

size_t wayi_sector_route_bytes(const wayi_sector_route *route)
{
    return wayi_nodes_bytes(&route->nodes) + wayi_nodes_bytes(&route->marks) +
           route->open.capacity * sizeof *route->open.items +
           ((size_t)route->centres.capacity + route->links.capacity) *
               sizeof *route->centres.states;
}

static bool sector_route_same(wayi_region_place a, wayi_region_place b)
{
    return a.sector == b.sector && a.region == b.region;
}

static bool sector_route_is_linked(const wayi_sector_route *route)
{
    return route->lower->grid->layer->links;
}

/// Whether two cells that one can stand on are connected without links.
static bool sector_route_joined(const wayi_sector_route *route, way_cell a, way_cell b)
{
    const wayi_grid *grid = route->lower->grid;
    uint32_t of_a[WAYI_DIRECTIONS];
    uint32_t of_b[WAYI_DIRECTIONS];
    return wayi_components_reach(grid->map, grid->layer, a, of_a) > 0 &&
           wayi_components_reach(grid->map, grid->layer, b, of_b) > 0 && of_a[0] == of_b[0];
}

/// Whether two cells are in one region; their places are known.
static bool sector_route_together(const wayi_sector_route *route, wayi_region_place place,
                                  way_cell cell, wayi_region_place other, way_cell beside)
{
    return sector_route_same(place, other) &&
           (place.region < WAYI_REGIONS_CLOSED || sector_route_joined(route, cell, beside));
}

/// What a region is known by: its centre, or where it was entered if it has none.
static way_cell sector_route_name(const wayi_sector_route *route, wayi_region_place place,
                                  way_cell entered)
{
    return place.region < WAYI_REGIONS_CLOSED
               ? route->graph->sectors[place.sector].regions[place.region].centre
               : entered;
}

/// Where the route passes a region: at its centre, but begins and ends where the trip does.
static way_cell sector_route_spot(const wayi_sector_route *route, wayi_region_place place,
                                  way_cell centre, bool first)
{
    if (first) {
        return route->from;
    }
    return sector_route_same(place, route->aim) ? route->to : centre;
}

/// What is left from a spot at least.
static way_cost sector_route_left(const wayi_sector_route *route, const way_agent *agent,
                                  way_cell spot)
{
    return route->many || sector_route_is_linked(route)
               ? wayi_goal_distance(&agent->goal, spot)
               : wayi_grid_distance(route->graph->grid, spot, route->to);
}

static void sector_route_tell(const wayi_sector_route *route, const way_agent *agent,
                              way_event_kind kind, way_cell centre, const sector_route_node *node)
{
    const way_cost h = sector_route_left(route, agent, centre);
    wayi_observer_write(agent->observer,
                        (way_event){kind, centre, node->parent, node->g, way_cost_add(node->g, h)});
}

/// Where a way to a region comes from.
typedef struct sector_route_origin {
    way_cell centre; ///< WAY_CELL_NONE = nowhere: it is the first one
    way_cell spot;
    way_cost g;
    way_cost step;      ///< what the way between the centres costs; 0 = go by the distance
    way_cell link_from; ///< or the link, and what it takes to get to its end; WAY_CELL_NONE = none
    way_cell link_to;
} sector_route_origin;

/// Whether a region of the lower level lies in one of those that the upper route goes through.
static bool sector_route_may_enter(const wayi_sector_route *route, way_cell centre)
{
    const wayi_regions *upper = route->upper;
    const wayi_region_place place = wayi_regions_find(upper, centre);
    const wayi_region_sector *sector = &upper->sectors[place.sector];
    return place.region < sector->region_count &&
           wayi_nodes_find(&route->marks, sector->regions[place.region].centre,
                           sizeof(sector_route_mark)) != WAYI_SLOT_NONE;
}

/// The node of a region that may be entered. False without memory; WAYI_SLOT_NONE if it may not.
static bool sector_route_node_of(wayi_sector_route *route, way_cell centre, uint32_t *slot)
{
    if (route->marked && route->graph != route->upper) {
        *slot = wayi_nodes_find(&route->nodes, centre, sizeof(sector_route_node));
        if (*slot != WAYI_SLOT_NONE || !sector_route_may_enter(route, centre)) {
            return true;
        }
    }
    *slot = wayi_nodes_touch(&route->nodes, centre, sizeof(sector_route_node));
    return *slot != WAYI_SLOT_NONE;
}

/// Takes note of a way to a region, from the centre and the spot of another one that costs g; false
/// without memory.
static bool sector_route_reach(wayi_sector_route *route, way_agent *agent, wayi_region_place place,
                               const sector_route_origin *origin)
{
    const wayi_regions *graph = route->graph;
    const bool first = origin->centre == WAY_CELL_NONE;
    const bool linked = origin->link_to != WAY_CELL_NONE;
    const way_cell centre = sector_route_name(route, place, linked ? origin->link_to : route->from);
    uint32_t slot = WAYI_SLOT_NONE;
    if (!sector_route_node_of(route, centre, &slot)) {
        return false;
    }
    sector_route_node *node =
        slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&route->nodes, slot, sizeof *node);
    if (!node || node->closed || origin->g >= node->g) {
        return true;
    }
    const way_cell spot = sector_route_spot(route, place, centre, first);
    const way_cost far =
        first ? 0 : wayi_grid_distance(graph->grid, linked ? origin->link_to : origin->spot, spot);
    const way_cost step = linked               ? way_cost_add(far, origin->step)
                          : far > origin->step ? far
                                               : origin->step;
    const way_cost sum = way_cost_add(origin->g, step || first ? step : 1);
    // Over the middles of regions a route may cost more than can be counted; the walk need not.
    const way_cost g = sum < WAY_COST_MAX ? sum : WAY_COST_MAX - 1;
    if (node->g <= g) {
        return true;
    }
    node->g = g;
    node->parent = origin->centre;
    node->sector = place.sector;
    node->region = place.region;
    node->link_from = origin->link_from;
    node->link_to = origin->link_to;
    agent->stats.generations += !first;
    agent->stats.heap_pushes++;
    if (agent->observer && !first) {
        sector_route_tell(route, agent, WAY_EVENT_GENERATE, centre, node);
    }
    const uint64_t f = way_cost_add(g, sector_route_left(route, agent, spot));
    return wayi_heap_push(&route->open, (wayi_heap_item){f << 32 | (uint32_t)~g, centre, slot});
}

/// Takes note of the regions that links from a cell lead to; false without memory.
static bool sector_route_follow_links(wayi_sector_route *route, way_agent *agent, way_cell cell,
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
        if (!sector_route_reach(route, agent, wayi_regions_find(route->graph, links[i].to),
                                &origin)) {
            return false;
        }
    }
    return true;
}

/// The same for all links that start in a region; `inside` is one of its cells.
static bool sector_route_leave_by_links(wayi_sector_route *route, way_agent *agent,
                                        wayi_region_place here, way_cell inside,
                                        sector_route_origin origin)
{
    const wayi_regions *graph = route->graph;
    const wayi_links *links = graph->grid->layer->links;
    const way_rect rect = wayi_regions_rect(graph, here.sector);
    for (uint32_t i = 0; links && i < rect.width * rect.height; i++) {
        const way_cell end =
            (rect.y + i / rect.width) * graph->grid->map->width + rect.x + i % rect.width;
        if (wayi_links_has_bit(links->starts, end) &&
            sector_route_together(route, wayi_regions_find(graph, end), end, here, inside) &&
            !sector_route_follow_links(route, agent, end, origin)) {
            return false;
        }
    }
    return true;
}

static bool sector_route_expand(wayi_sector_route *route, way_agent *agent, way_cell centre,
                                const sector_route_node *node)
{
    const wayi_regions *graph = route->graph;
    const wayi_region_sector *sector = &graph->sectors[node->sector];
    const wayi_region_place here = {node->sector, node->region};
    sector_route_origin origin = {
        centre,        sector_route_spot(route, here, centre, node->parent == WAY_CELL_NONE),
        node->g,       0,
        WAY_CELL_NONE, WAY_CELL_NONE};
    const bool open = here.region < WAYI_REGIONS_CLOSED;
    const uint32_t end = open ? sector->regions[here.region].edge_end : 0;
    for (uint32_t i = open ? wayi_regions_edges(sector, here.region) : 0; i < end; i++) {
        const wayi_region_place to = wayi_regions_follow(graph, here.sector, sector->edges[i]);
        origin.step = sector->costs && wayi_regions_are_priced(graph) ? sector->costs[i] : 0;
        if (!sector_route_reach(route, agent, to, &origin)) {
            return false;
        }
    }
    return sector_route_leave_by_links(route, agent, here, centre, origin);
}

/// Fills in the route that ends at a centre.
static bool sector_route_trace(wayi_sector_route *route, way_cell last)
{
    wayi_path_buffer_clear(&route->centres);
    wayi_path_buffer_clear(&route->links);
    for (way_cell centre = last; centre != WAY_CELL_NONE;) {
        const uint32_t slot = wayi_nodes_find(&route->nodes, centre, sizeof(sector_route_node));
        const sector_route_node *node = wayi_nodes_at(&route->nodes, slot, sizeof *node);
        if (!wayi_path_buffer_push(&route->centres, centre) ||
            !wayi_path_buffer_push(&route->links, node->link_to) ||
            !wayi_path_buffer_push(&route->links, node->link_from)) {
            return false;
        }
        centre = node->parent;
    }
    wayi_path_buffer_reverse(&route->centres, 0);
    wayi_path_buffer_reverse(&route->links, 0);
    return true;
}

static bool sector_route_mark_all(wayi_sector_route *route)
{
    wayi_nodes_clear(&route->marks);
    route->marked = true;
    for (uint32_t i = 0; i < route->centres.count; i++) {
        if (wayi_nodes_touch(&route->marks, route->centres.states[i], sizeof(sector_route_mark)) ==
            WAYI_SLOT_NONE) {
            return false;
        }
    }
    return true;
}

/// The cell of many goals in a region, known by a cell of it, that looks nearest to another one;
/// NONE if there is none.
static way_cell sector_route_goal_in(const wayi_sector_route *route, const way_agent *agent,
                                     wayi_region_place place, way_cell entered, way_cell from)
{
    const wayi_regions *graph = route->graph;
    const way_rect rect = wayi_regions_rect(graph, place.sector);
    way_cell nearest = WAY_CELL_NONE;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const way_cell cell =
            (rect.y + i / rect.width) * graph->grid->map->width + rect.x + i % rect.width;
        const way_cost far = wayi_grid_distance(graph->grid, from, cell);
        if (far < least && wayi_goal_is_reached(&agent->goal, cell) &&
            sector_route_together(route, wayi_regions_find(graph, cell), cell, place, entered)) {
            least = far;
            nearest = cell;
        }
    }
    return nearest;
}

/// Whether a region may have one: nothing in a sector is further away than its corners are.
static bool sector_route_may_end(const wayi_sector_route *route, const way_agent *agent,
                                 way_cell cell)
{
    const wayi_grid *grid = route->graph->grid;
    const int64_t side = (int64_t)1 << route->graph->shift;
    return wayi_goal_distance(&agent->goal, cell) <=
           wayi_map_open_distance(grid->map, grid->layer, side, side);
}

/// Starts on a level; false if start and goal are in one region of it.
static bool sector_route_enter(wayi_sector_route *route, way_agent *agent,
                               const wayi_regions *graph)
{
    const wayi_region_place from = wayi_regions_find(graph, route->from);
    route->graph = graph;
    if (route->many && wayi_goal_is_reached(&agent->goal, route->from)) {
        route->to = route->from;
    } else if (route->many) {
        route->to = sector_route_may_end(route, agent, route->from)
                        ? sector_route_goal_in(route, agent, from, route->from, route->from)
                        : WAY_CELL_NONE;
    }
    route->aim = route->to == WAY_CELL_NONE ? (wayi_region_place){UINT32_MAX, 0}
                                            : wayi_regions_find(graph, route->to);
    wayi_nodes_clear(&route->nodes);
    wayi_heap_clear(&route->open);
    wayi_path_buffer_clear(&route->centres);
    wayi_path_buffer_clear(&route->links);
    // Without links what has no way out of its sector is where the goal is.
    const bool closed =
        from.region >= WAYI_REGIONS_CLOSED || route->aim.region >= WAYI_REGIONS_CLOSED;
    if ((closed && !sector_route_is_linked(route)) || route->from == route->to ||
        (route->to != WAY_CELL_NONE &&
         sector_route_together(route, from, route->from, route->aim, route->to))) {
        return false;
    }
    const sector_route_origin nowhere = {WAY_CELL_NONE, route->from,  0, 0,
                                         WAY_CELL_NONE, WAY_CELL_NONE};
    route->full = !sector_route_reach(route, agent, from, &nowhere);
    return true;
}

bool wayi_sector_route_begin(wayi_sector_route *route, way_agent *agent)
{
    route->from = agent->start;
    route->to = agent->goal.state;
    route->many = agent->goal.kind != WAYI_GOAL_ONE;
    route->marked = false;
    route->full = false;
    const bool two = route->upper && !route->many && !sector_route_is_linked(route) &&
                     !wayi_regions_are_priced(route->lower);
    return (two && sector_route_enter(route, agent, route->upper)) ||
           sector_route_enter(route, agent, route->lower);
}

/// Goes on when the aim's region has been reached.
static way_outcome sector_route_arrive(wayi_sector_route *route, way_agent *agent, way_cell last)
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
    return sector_route_enter(route, agent, route->lower) ? WAY_OUTCOME_MOVING
                                                          : WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_sector_route_step(wayi_sector_route *route, way_agent *agent, uint32_t *budget)
{
    while (*budget > 0 && !route->full) {
        if (route->open.count == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const wayi_heap_item item = wayi_heap_pop(&route->open);
        agent->stats.heap_pops++;
        sector_route_node *node = wayi_nodes_at(&route->nodes, item.slot, sizeof *node);
        if (node->closed) {
            continue;
        }
        agent->stats.expansions++;
        --*budget;
        node->closed = 1;
        if (agent->observer) {
            sector_route_tell(route, agent, WAY_EVENT_EXPAND, item.id, node);
        }
        const wayi_region_place here = {node->sector, node->region};
        if (route->many && sector_route_may_end(route, agent, item.id)) {
            const way_cell from = node->parent == WAY_CELL_NONE ? route->from : node->parent;
            route->to = sector_route_goal_in(route, agent, here, item.id, from);
            route->aim = route->to == WAY_CELL_NONE ? route->aim : here;
            const uint32_t looks = (1u << 2 * route->graph->shift) / 16;
            *budget -= *budget < looks ? *budget : looks;
        }
        if (route->to != WAY_CELL_NONE &&
            sector_route_together(route, here, item.id, route->aim, route->to)) {
            const way_outcome outcome = sector_route_arrive(route, agent, item.id);
            if (outcome != WAY_OUTCOME_MOVING) {
                return outcome;
            }
            continue;
        }
        route->full = !sector_route_expand(route, agent, item.id, node);
    }
    return route->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}
