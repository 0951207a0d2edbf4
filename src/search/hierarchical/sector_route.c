// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_route.h"

#include "search/frame/observer.h"

/// A region met by a search; known by its centre.
typedef struct sector_route_node {
    uint32_t stamp;
    way_cost g;
    way_cell parent;
    uint32_t sector;
    uint32_t region;
    uint32_t closed;
} sector_route_node;

static const sector_route_node sector_route_blank = {.g = WAY_COST_MAX, .parent = WAY_CELL_NONE};

typedef struct sector_route_mark {
    uint32_t stamp;
} sector_route_mark;

static const sector_route_mark sector_route_unmarked = {0};

way_status wayi_sector_route_init(wayi_sector_route *route, const way_agent *agent)
{
    wayi_heap_init(&route->open, &agent->allocator);
    wayi_path_buffer_init(&route->centres, &agent->allocator);
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
}

size_t wayi_sector_route_bytes(const wayi_sector_route *route)
{
    return wayi_nodes_bytes(&route->nodes) + wayi_nodes_bytes(&route->marks) +
           route->open.capacity * sizeof *route->open.items +
           route->centres.capacity * sizeof *route->centres.states;
}

static bool sector_route_same(wayi_region_place a, wayi_region_place b)
{
    return a.sector == b.sector && a.region == b.region;
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

static void sector_route_tell(const wayi_sector_route *route, const way_agent *agent,
                              way_event_kind kind, way_cell centre, const sector_route_node *node)
{
    const way_cost h = wayi_grid_distance(route->graph->grid, centre, route->to);
    wayi_observer_write(agent->observer,
                        (way_event){kind, centre, node->parent, node->g, way_cost_add(node->g, h)});
}

/// Where a way to a region comes from.
typedef struct sector_route_origin {
    way_cell centre; ///< WAY_CELL_NONE = nowhere: it is the first one
    way_cell spot;
    way_cost g;
    way_cost step; ///< what the way between the centres costs; 0 = go by the distance
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
    const way_cell centre = graph->sectors[place.sector].regions[place.region].centre;
    uint32_t slot = WAYI_SLOT_NONE;
    if (!sector_route_node_of(route, centre, &slot)) {
        return false;
    }
    sector_route_node *node =
        slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&route->nodes, slot, sizeof *node);
    if (!node || node->closed || origin->g >= node->g) {
        return true;
    }
    const bool first = origin->centre == WAY_CELL_NONE;
    const way_cell spot = sector_route_spot(route, place, centre, first);
    const way_cost far = first ? 0 : wayi_grid_distance(graph->grid, origin->spot, spot);
    const way_cost step = far > origin->step ? far : origin->step;
    const way_cost g = way_cost_add(origin->g, step || first ? step : 1);
    if (node->g <= g) {
        return true;
    }
    node->g = g;
    node->parent = origin->centre;
    node->sector = place.sector;
    node->region = place.region;
    agent->stats.generations += !first;
    agent->stats.heap_pushes++;
    if (agent->observer && !first) {
        sector_route_tell(route, agent, WAY_EVENT_GENERATE, centre, node);
    }
    const uint64_t f = way_cost_add(g, wayi_grid_distance(graph->grid, spot, route->to));
    return wayi_heap_push(&route->open, (wayi_heap_item){f << 32 | (uint32_t)~g, centre, slot});
}

static bool sector_route_expand(wayi_sector_route *route, way_agent *agent, way_cell centre,
                                const sector_route_node *node)
{
    const wayi_regions *graph = route->graph;
    const wayi_region_sector *sector = &graph->sectors[node->sector];
    const wayi_region_place here = {node->sector, node->region};
    sector_route_origin origin = {
        centre, sector_route_spot(route, here, centre, node->parent == WAY_CELL_NONE), node->g, 0};
    const uint32_t end = sector->regions[here.region].edge_end;
    for (uint32_t i = wayi_regions_edges(sector, here.region); i < end; i++) {
        const wayi_region_place to = wayi_regions_follow(graph, here.sector, sector->edges[i]);
        origin.step = sector->costs && wayi_regions_are_priced(graph) ? sector->costs[i] : 0;
        if (!sector_route_reach(route, agent, to, &origin)) {
            return false;
        }
    }
    return true;
}

/// Fills in the route that ends at a centre.
static bool sector_route_trace(wayi_sector_route *route, way_cell last)
{
    wayi_path_buffer_clear(&route->centres);
    for (way_cell centre = last; centre != WAY_CELL_NONE;) {
        if (!wayi_path_buffer_push(&route->centres, centre)) {
            return false;
        }
        const uint32_t slot = wayi_nodes_find(&route->nodes, centre, sizeof(sector_route_node));
        const sector_route_node *node = wayi_nodes_at(&route->nodes, slot, sizeof *node);
        centre = node->parent;
    }
    wayi_path_buffer_reverse(&route->centres, 0);
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

/// Starts on a level; false if start and goal are in one region of it.
static bool sector_route_enter(wayi_sector_route *route, way_agent *agent,
                               const wayi_regions *graph)
{
    const wayi_region_place from = wayi_regions_find(graph, route->from);
    route->graph = graph;
    route->aim = wayi_regions_find(graph, route->to);
    wayi_nodes_clear(&route->nodes);
    wayi_heap_clear(&route->open);
    wayi_path_buffer_clear(&route->centres);
    if (from.region >= WAYI_REGIONS_CLOSED || route->aim.region >= WAYI_REGIONS_CLOSED ||
        sector_route_same(from, route->aim)) {
        return false;
    }
    const sector_route_origin nowhere = {WAY_CELL_NONE, route->from, 0, 0};
    route->full = !sector_route_reach(route, agent, from, &nowhere);
    return true;
}

bool wayi_sector_route_begin(wayi_sector_route *route, way_agent *agent, way_cell from, way_cell to)
{
    route->from = from;
    route->to = to;
    route->marked = false;
    route->full = false;
    const bool two = route->upper && !wayi_regions_are_priced(route->lower);
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
        if (node->sector == route->aim.sector && node->region == route->aim.region) {
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
