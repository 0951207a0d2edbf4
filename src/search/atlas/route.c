// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/route.h"

void wayi_route_init(wayi_route *route, const way_allocator *allocator)
{
    *route = (wayi_route){.allocator = *allocator};
    wayi_hash_table_init(&route->known, allocator);
    wayi_heap_init(&route->open, allocator);
}

void wayi_route_fini(wayi_route *route)
{
    wayi_hash_table_fini(&route->known);
    wayi_heap_fini(&route->open);
    wayi_free(&route->allocator, route->nodes, route->capacity, sizeof *route->nodes);
    route->nodes = NULL;
    route->capacity = 0;
}

size_t wayi_route_bytes(const wayi_route *route)
{
    return wayi_hash_table_bytes(&route->known) + route->capacity * sizeof *route->nodes +
           route->open.capacity * sizeof *route->open.items;
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

/// Opens a region at a cost; false without memory.
static bool route_open(wayi_route *route, const wayi_atlas *atlas, uint32_t region, uint32_t parent,
                       way_cost g)
{
    const uint32_t *known = wayi_hash_table_find(&route->known, region);
    const uint32_t index = known ? *known : route->count;
    if (known && route->nodes[index].g <= g) {
        return true;
    }
    if (!known && (!wayi_grow(&route->allocator, (void **)&route->nodes, &route->capacity,
                              route->count + 1, sizeof *route->nodes) ||
                   !wayi_hash_table_get_or_add(&route->known, region, index))) {
        return false;
    }
    route->count += !known;
    route->nodes[index] =
        (wayi_route_node){region, parent == UINT32_MAX ? index : parent, g, false};
    const wayi_atlas_region *goal = wayi_atlas_region_at(atlas, route->goal);
    const way_cost h =
        goal ? wayi_grid_distance(atlas->grid, wayi_atlas_region_at(atlas, region)->place,
                                  goal->place)
             : 0;
    return wayi_heap_push(&route->open, (wayi_heap_item){(uint64_t)g + h, index, g});
}

bool wayi_route_begin(wayi_route *route, const wayi_atlas *atlas, uint32_t from, uint32_t to)
{
    wayi_hash_table_clear(&route->known);
    wayi_heap_clear(&route->open);
    route->count = 0;
    route->goal = to;
    return route_open(route, atlas, from, UINT32_MAX, 0);
}

static bool route_expand(wayi_route *route, const wayi_atlas *atlas, uint32_t index)
{
    const uint32_t id = route->nodes[index].region;
    const way_cost g = route->nodes[index].g;
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
            fits = route_open(route, atlas, to, index, way_cost_add(g, wayi_atlas_decode(cost)));
        }
    }
    return fits;
}

way_outcome wayi_route_step(wayi_route *route, const wayi_atlas *atlas, uint32_t *budget)
{
    while (route->open.count) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const wayi_heap_item item = wayi_heap_pop(&route->open);
        wayi_route_node *node = &route->nodes[item.id];
        if (item.slot != node->g || node->closed) {
            continue;
        }
        if (node->region == route->goal) {
            return WAY_OUTCOME_ARRIVED;
        }
        --*budget;
        node->closed = true;
        if (!route_expand(route, atlas, item.id)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

bool wayi_route_trace(const wayi_route *route, wayi_path_buffer *out)
{
    const uint32_t first = out->count;
    const uint32_t *found = wayi_hash_table_find(&route->known, route->goal);
    for (uint32_t at = found ? *found : UINT32_MAX; at != UINT32_MAX;) {
        if (!wayi_path_buffer_push(out, route->nodes[at].region)) {
            return false;
        }
        at = route->nodes[at].parent == at ? UINT32_MAX : route->nodes[at].parent;
    }
    wayi_path_buffer_reverse(out, first);
    return true;
}
