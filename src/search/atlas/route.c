// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/route.h"

void wayi_route_init(wayi_route *route, const way_allocator *allocator)
{
    route->banned_count = 0;
    route->doubts = 0;
    (void)wayi_frontier_init(&route->frontier, 0, allocator);
    wayi_hash_table_init(&route->marks, allocator);
}

void wayi_route_fini(wayi_route *route)
{
    wayi_frontier_fini(&route->frontier);
    wayi_hash_table_fini(&route->marks);
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

/// Where a search goes on.
typedef struct route_aim {
    const wayi_atlas *atlas;
    const wayi_atlas_region *goal; ///< NULL = it is gone
} route_aim;

/// Takes note of a way to a region; false without memory.
static bool route_reach(wayi_route *route, const route_aim *aim, uint32_t to, uint32_t from,
                        way_cost g)
{
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = wayi_frontier_meet(&route->frontier, to, g, &slot);
    if (slot == WAYI_SLOT_NONE) {
        return fits;
    }
    const way_cell place = aim->goal ? wayi_atlas_region_at(aim->atlas, to)->place : 0;
    const way_cost h =
        aim->goal ? wayi_grid_distance(aim->atlas->grid, place, aim->goal->place) : 0;
    return wayi_frontier_open(&route->frontier, slot,
                              &(wayi_frontier_way){from, g, way_cost_add(g, h), to});
}

/// Starts on a level.
static bool route_enter(wayi_route *route, const wayi_atlas *graph, uint32_t from, uint32_t to)
{
    const route_aim aim = {graph, wayi_atlas_region_at(graph, to)};
    wayi_frontier_clear(&route->frontier);
    return route_reach(route, &aim, from, UINT32_MAX, 0);
}

bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, const wayi_atlas *upper,
                      uint32_t from, uint32_t to)
{
    route->from = from;
    route->goal = to;
    route->upper = NULL;
    route->rising = false;
    if (upper) {
        const uint32_t above = wayi_atlas_group(upper, from);
        const uint32_t end = wayi_atlas_group(upper, to);
        if (above != WAYI_REGION_NONE && end != WAYI_REGION_NONE && above != end) {
            route->upper = upper;
            route->rising = true;
            return route_enter(route, upper, above, end);
        }
    }
    return route_enter(route, atlas, from, to);
}

/// Marks a region above and those beside it; false without memory.
static bool route_mark(wayi_route *route, uint32_t id)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(route->upper, id);
    const uint32_t links = region ? region->link_count : 0;
    bool fits = wayi_hash_table_get_or_add(&route->marks, id, 0);
    for (uint32_t i = 0; i < links && fits; i++) {
        const uint32_t beside = wayi_atlas_link_at(route->upper, id, i).to;
        fits = wayi_hash_table_get_or_add(&route->marks, beside, 0);
    }
    return fits;
}

/// Keeps the chain that ends at a region of the level above and goes on below; false without
/// memory.
static bool route_fall(wayi_route *route, const wayi_atlas *atlas, uint32_t last)
{
    wayi_hash_table_clear(&route->marks);
    bool fits = true;
    while (last != UINT32_MAX && fits) {
        fits = route_mark(route, last);
        last = wayi_frontier_find(&route->frontier, last)->parent;
    }
    route->rising = false;
    return fits && route_enter(route, atlas, route->from, route->goal);
}

/// Whether a search may come by a region.
static bool route_admits(const wayi_route *route, uint32_t to)
{
    return !route->upper || route->rising || wayi_frontier_find(&route->frontier, to) ||
           wayi_hash_table_find(&route->marks, wayi_atlas_group(route->upper, to));
}

static bool route_expand(wayi_route *route, const route_aim *aim, uint32_t id, way_cost g)
{
    const wayi_atlas *atlas = aim->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    bool fits = true;
    for (uint32_t i = 0; region && i < region->link_count && fits; i++) {
        const wayi_atlas_block *block = atlas->squares[square];
        const uint32_t link = region->link_first + i;
        const uint16_t cost = wayi_atlas_costs(block)[link];
        const uint32_t to = wayi_atlas_target(atlas, square, wayi_atlas_word(block, link));
        const wayi_atlas_region *other = wayi_atlas_region_at(atlas, to);
        if (!other || !route_admits(route, to)) {
            continue;
        }
        // Links of the level above have no costs.
        const way_cost least = wayi_grid_distance(atlas->grid, region->place, other->place);
        const way_cost step =
            route->rising ? least : route_price(route, id, to, wayi_atlas_decode(cost), least);
        if (step != WAY_COST_MAX) {
            fits = route_reach(route, aim, to, id, wayi_frontier_add(g, step));
        }
    }
    return fits;
}

way_outcome wayi_route_step(wayi_route *route, const wayi_atlas *atlas, uint32_t *budget)
{
    while (*budget) {
        const wayi_atlas *graph = route->rising ? route->upper : atlas;
        const uint32_t goal = route->rising ? wayi_atlas_group(graph, route->goal) : route->goal;
        const route_aim aim = {graph, wayi_atlas_region_at(graph, goal)};
        const wayi_heap_item *top = wayi_frontier_top(&route->frontier);
        if (!top) {
            if (!route->upper) {
                return WAY_OUTCOME_NO_PATH;
            }
            // A repair has changed what is above meanwhile, or the chain leads over banned links.
            if (!wayi_route_begin(route, atlas, NULL, route->from, route->goal)) {
                return WAY_OUTCOME_CAPACITY;
            }
            continue;
        }
        const uint32_t id = top->id;
        if (id == goal && !route->rising) {
            return WAY_OUTCOME_ARRIVED;
        }
        --*budget;
        const wayi_frontier_node *node =
            wayi_frontier_at(&route->frontier, wayi_frontier_take(&route->frontier));
        if (id == goal ? !route_fall(route, atlas, id) : !route_expand(route, &aim, id, node->g)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out)
{
    const uint32_t first = out->count;
    const bool fits = !wayi_frontier_find(&route->frontier, route->goal) ||
                      wayi_frontier_trace_back(&route->frontier, route->goal, out);
    wayi_path_buffer_reverse(out, first);
    return fits;
}
