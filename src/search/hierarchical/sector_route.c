// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_route.h"

#include "search/trip/observer.h"

static const wayi_link sector_route_no_link = {.from = WAY_CELL_NONE, .to = WAY_CELL_NONE};

/// What is left from a cell at least.
static way_cost sector_route_left(const void *owner, uint32_t region, way_cell cell)
{
    (void)region;
    const wayi_sector_route *route = owner;
    if (route->within &&
        !wayi_bitset_has(route->within, wayi_atlas_square_of(route->upper, cell))) {
        return WAY_COST_MAX;
    }
    const way_cost left = wayi_goal_distance(&route->agent->goal, cell);
    return route->search.once ? way_cost_add(left, left / 2) : left;
}

/// The place of a region, WAY_CELL_NONE if it is none.
static way_cell sector_route_place(const wayi_sector_route *route, uint32_t region)
{
    return region == UINT32_MAX ? WAY_CELL_NONE
                                : wayi_atlas_region_at(route->search.atlas, region)->place;
}

static void sector_route_tell(const wayi_sector_route *route, way_event_kind kind, uint32_t slot)
{
    const wayi_frontier *frontier = &route->search.frontier;
    const wayi_frontier_node *node = wayi_frontier_at(frontier, slot);
    const way_cell place = sector_route_place(route, wayi_nodes_id(&frontier->nodes, slot));
    const way_cost f = way_cost_add(node->g, sector_route_left(route, 0, place));
    wayi_observer_write(
        route->agent->observer,
        (way_event){kind, place, sector_route_place(route, node->parent), node->g, f});
}

static bool sector_route_meet(void *owner, uint32_t slot)
{
    wayi_sector_route *route = owner;
    const bool first = wayi_frontier_at(&route->search.frontier, slot)->parent == UINT32_MAX;
    if (!WAYI_GROW(&route->agent->allocator, route->stops, route->stop_capacity, slot + 1)) {
        return false;
    }
    route->stops[slot] = (wayi_sector_stop){.from = route->link.from, .to = route->link.to};
    route->agent->stats.generations += !first;
    if (route->agent->observer && !first) {
        sector_route_tell(route, WAY_EVENT_GENERATE, slot);
    }
    return true;
}

// Links -------------------------------------------------------------------------------------------

/// Takes note of the regions that links from a cell of a region lead to; false without memory.
static bool sector_route_follow_links(wayi_sector_route *route, uint32_t region, way_cell cell,
                                      way_cost g)
{
    wayi_route *search = &route->search;
    const wayi_grid *grid = search->atlas->grid;
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(grid->map, grid->layer, cell, false, links);
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        const uint32_t to = wayi_atlas_find(search->atlas, links[i].to);
        if (to == WAYI_REGION_NONE) {
            continue;
        }
        const way_cost step =
            way_cost_add(links[i].cost,
                         wayi_grid_distance(grid, links[i].to, wayi_route_spot(search, to, false)));
        route->link = links[i];
        // Over the middles of regions a route may cost more than can be counted; the walk need not.
        fits = wayi_route_reach(search, to, region, wayi_frontier_add(g, step ? step : 1));
    }
    route->link = sector_route_no_link;
    return fits;
}

/// The same for all links that start in a region.
static bool sector_route_leave(void *owner, uint32_t region, way_cell spot, way_cost g)
{
    wayi_sector_route *route = owner;
    const wayi_grid *grid = route->search.atlas->grid;
    wayi_square_bits cells;
    if (!grid->layer->links) {
        return true;
    }
    wayi_atlas_cells(route->search.atlas, region, &cells);
    WAYI_SQUARE_EACH(&cells, x, y, {
        const way_cell end = (cells.top + y) * grid->map->width + cells.left + x;
        if (wayi_links_near(grid->map, end) &&
            !sector_route_follow_links(route, region, end,
                                       way_cost_add(g, wayi_grid_distance(grid, spot, end)))) {
            return false;
        }
    })
    return true;
}

// Ends --------------------------------------------------------------------------------------------

/// The cell of many goals in a region that looks nearest to another one; NONE if there is none.
static way_cell sector_route_goal_in(const wayi_sector_route *route, uint32_t region, way_cell from)
{
    const wayi_grid *grid = route->search.atlas->grid;
    way_cell nearest = WAY_CELL_NONE;
    way_cost least = WAY_COST_MAX;
    wayi_square_bits cells;
    wayi_atlas_cells(route->search.atlas, region, &cells);
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
    const wayi_grid *grid = route->search.atlas->grid;
    const int64_t side = route->search.atlas->config.side;
    return wayi_goal_distance(&route->agent->goal, cell) <=
           wayi_map_open_distance(grid->map, grid->layer, side, side);
}

static bool sector_route_ends(void *owner, uint32_t slot, uint32_t *budget)
{
    wayi_sector_route *route = owner;
    wayi_route *search = &route->search;
    const uint32_t here = wayi_nodes_id(&search->frontier.nodes, slot);
    route->agent->stats.expansions++;
    if (route->agent->observer) {
        sector_route_tell(route, WAY_EVENT_EXPAND, slot);
    }
    if (route->agent->goal.kind != WAYI_GOAL_ONE &&
        sector_route_may_end(route, sector_route_place(route, here))) {
        const uint32_t before = wayi_frontier_at(&search->frontier, slot)->parent;
        search->last = sector_route_goal_in(
            route, here, before == UINT32_MAX ? search->first : sector_route_place(route, before));
        search->aim = search->last == WAY_CELL_NONE ? WAYI_REGION_NONE : here;
        wayi_budget_take(budget, search->atlas->config.side * search->atlas->config.side / 16);
    }
    return here == search->aim;
}

// Routes ------------------------------------------------------------------------------------------

static const wayi_route_hooks sector_route_hooks = {sector_route_left, sector_route_meet,
                                                    sector_route_ends, sector_route_leave};

void wayi_sector_route_init(wayi_sector_route *route, way_agent *agent, const wayi_atlas *atlas)
{
    wayi_frontier *frontier = &route->search.frontier;
    route->agent = agent;
    route->link = sector_route_no_link;
    wayi_path_buffer_init(&route->slots, &agent->allocator);
    wayi_route_init(&route->search, &agent->allocator);
    route->search.atlas = atlas;
    route->search.hooks = &sector_route_hooks;
    route->search.owner = route;
    frontier->nodes.limit = agent->capacity ? agent->capacity : frontier->nodes.limit;
    frontier->stats = &agent->stats;
}

void wayi_sector_route_fini(wayi_sector_route *route, const way_agent *agent)
{
    wayi_route_fini(&route->search);
    WAYI_FREE(&agent->allocator, route->stops, route->stop_capacity);
    wayi_path_buffer_fini(&route->slots);
}

way_outcome wayi_sector_route_begin(wayi_sector_route *route, bool hurries)
{
    wayi_goal *goal = &route->agent->goal;
    const way_cell start = route->agent->start;
    wayi_route *search = &route->search;
    const wayi_atlas *atlas = search->atlas;
    const uint32_t from = wayi_atlas_find(atlas, start);
    const bool many = goal->kind != WAYI_GOAL_ONE;
    search->first = start;
    search->last = goal->state;
    if (many) {
        search->last = wayi_goal_is_reached(goal, start) ? start
                       : from != WAYI_REGION_NONE && sector_route_may_end(route, start)
                           ? sector_route_goal_in(route, from, start)
                           : WAY_CELL_NONE;
    }
    const uint32_t to =
        search->last == WAY_CELL_NONE ? WAYI_REGION_NONE : wayi_atlas_find(atlas, search->last);
    wayi_path_buffer_clear(&route->slots);
    if (start == search->last ||
        (search->last != WAY_CELL_NONE &&
         (from == to || from == WAYI_REGION_NONE || to == WAYI_REGION_NONE))) {
        wayi_goal_set_one(goal, search->last);
        return WAY_OUTCOME_FOUND;
    }
    search->once = hurries && !many;
    return wayi_route_begin(search, atlas, from, to) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

way_outcome wayi_sector_route_step(wayi_sector_route *route, uint32_t *budget)
{
    const wayi_frontier *frontier = &route->search.frontier;
    const way_outcome outcome = wayi_route_step(&route->search, budget);
    bool fits = true;
    if (outcome == WAY_OUTCOME_FOUND) {
        for (uint32_t id = route->search.aim; id != UINT32_MAX && fits;) {
            const uint32_t slot = wayi_frontier_slot(frontier, id);
            route->stops[slot].place = sector_route_place(route, id);
            fits = wayi_path_buffer_push(&route->slots, slot);
            id = wayi_frontier_at(frontier, slot)->parent;
        }
        wayi_path_buffer_reverse(&route->slots, 0);
        wayi_goal_set_one(&route->agent->goal, route->search.last);
    }
    return fits ? outcome : WAY_OUTCOME_CAPACITY;
}
