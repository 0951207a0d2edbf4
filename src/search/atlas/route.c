// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/route.h"

void wayi_route_init(wayi_route *route, const way_allocator *allocator)
{
    route->banned_count = 0;
    wayi_frontier_init(&route->frontier, allocator);
}

void wayi_route_fini(wayi_route *route)
{
    wayi_frontier_fini(&route->frontier);
}

size_t wayi_route_bytes(const wayi_route *route)
{
    return wayi_frontier_bytes(&route->frontier);
}

bool wayi_route_ban(wayi_route *route, uint32_t from, uint32_t to)
{
    if (route->banned_count == sizeof route->banned / sizeof *route->banned) {
        return false;
    }
    route->banned[route->banned_count++] = (uint64_t)from << 32 | to;
    return true;
}

void wayi_route_forgive(wayi_route *route)
{
    route->banned_count = 0;
}

static bool route_is_banned(const wayi_route *route, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < route->banned_count; i++) {
        if (route->banned[i] == ((uint64_t)from << 32 | to)) {
            return true;
        }
    }
    return false;
}

/// Where a search goes on.
typedef struct route_aim {
    const wayi_atlas *atlas;
    const wayi_atlas_region *goal; ///< NULL = it is gone
} route_aim;

static way_cost route_estimate(const void *user, uint32_t region)
{
    const route_aim *aim = user;
    return aim->goal ? wayi_grid_distance(aim->atlas->grid,
                                          wayi_atlas_region_at(aim->atlas, region)->place,
                                          aim->goal->place)
                     : 0;
}

bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, uint32_t from, uint32_t to)
{
    const route_aim aim = {atlas, wayi_atlas_region_at(atlas, to)};
    wayi_frontier_clear(&route->frontier);
    route->goal = to;
    return wayi_frontier_open(&route->frontier,
                              (wayi_frontier_node){.name = from, .parent = UINT32_MAX},
                              route_estimate, &aim);
}

static bool route_expand(wayi_route *route, const route_aim *aim, uint32_t index)
{
    const wayi_atlas *atlas = aim->atlas;
    const uint32_t id = route->frontier.nodes[index].name;
    const way_cost g = route->frontier.nodes[index].g;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    bool fits = true;
    for (uint32_t i = 0; region && i < region->link_count && fits; i++) {
        const wayi_atlas_block *block = atlas->squares[square];
        const uint32_t link = region->link_first + i;
        const uint16_t cost = wayi_atlas_costs(block)[link];
        const uint32_t to = wayi_atlas_target(atlas, square, wayi_atlas_words(block)[link]);
        if (cost != WAYI_ATLAS_UNMADE && wayi_atlas_region_at(atlas, to) &&
            !route_is_banned(route, id, to)) {
            const way_cost sum = way_cost_add(g, wayi_atlas_decode(cost));
            fits = wayi_frontier_open(&route->frontier, (wayi_frontier_node){to, index, sum, false},
                                      route_estimate, aim);
        }
    }
    return fits;
}

way_outcome wayi_route_step(wayi_route *route, const wayi_atlas *atlas, uint32_t *budget)
{
    const route_aim aim = {atlas, wayi_atlas_region_at(atlas, route->goal)};
    wayi_heap_item item;
    while (*budget) {
        if (!wayi_frontier_pop(&route->frontier, &item)) {
            return WAY_OUTCOME_NO_PATH;
        }
        wayi_frontier_node *node = &route->frontier.nodes[item.id];
        if (node->name == route->goal) {
            return WAY_OUTCOME_ARRIVED;
        }
        --*budget;
        node->closed = true;
        if (!route_expand(route, &aim, item.id)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out)
{
    const uint32_t first = out->count;
    const uint32_t *found = wayi_hash_table_find(&route->frontier.known, route->goal);
    if (found && (!wayi_frontier_trace_back(&route->frontier, *found, out) ||
                  !wayi_path_buffer_push(out, route->frontier.nodes[0].name))) {
        return false;
    }
    wayi_path_buffer_reverse(out, first);
    return true;
}
