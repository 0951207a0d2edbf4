// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Finding the aims of a goal: links in the order of what is left from their origin. Each that is
// kept is compared with all links once; those whose origin has a kept one on its way, or the goal,
// are not. Links that send a unit anywhere may all be kept: after so many comparisons the rest are
// taken to cost no more than the next, wherever in their tile of the table they begin. That is a
// lower bound, and still consistent: it is at most what is left from any of them.
#include "map/links/aims.h"

/// Most comparisons of links for one goal.
#define AIMS_WORK (UINT32_C(1) << 17)

/// A link on the way to the goal.
struct wayi_aim_link {
    int32_t from_x, from_y, to_x, to_y;
    uint32_t from_floor, to_floor;
    uint32_t cost;
    uint32_t rest; ///< from its origin; WAY_COST_MAX while no way is known
};

void wayi_aims_init(wayi_aims *aims, const way_allocator *allocator)
{
    *aims = (wayi_aims){.goal = WAY_CELL_NONE, .allocator = *allocator};
    wayi_heap_init(&aims->heap, allocator);
}

void wayi_aims_fini(wayi_aims *aims)
{
    WAYI_FREE(&aims->allocator, aims->items, aims->room);
    WAYI_FREE(&aims->allocator, aims->firsts, aims->floor_room);
    WAYI_FREE(&aims->allocator, aims->links, aims->link_room);
    wayi_heap_fini(&aims->heap);
    aims->goal = WAY_CELL_NONE;
}

/// What is left from a place on the floor of an aim.
static uint64_t aims_over(const wayi_aims *aims, const wayi_aim *aim, int32_t x, int32_t y)
{
    const int32_t dx = wayi_aims_gap(x, aim->left, aim->right);
    const int32_t dy = wayi_aims_gap(y, aim->top, aim->bottom);
    return wayi_map_plain_distance(aims->map, dx, dy) * aims->scale + aim->rest;
}

/// Lists the links of the layer; returns how many.
static uint32_t aims_list(wayi_aims *aims)
{
    const way_map *map = aims->map;
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->links->count; i++) {
        const way_map_link *link = &map->links->items[map->links->order[WAYI_LINK_FROM][i]];
        if (!wayi_link_concerns(link, aims->layer)) {
            continue;
        }
        const uint32_t from = wayi_map_row(map, link->from);
        const uint32_t to = wayi_map_row(map, link->to);
        aims->links[count++] =
            (struct wayi_aim_link){.from_x = (int32_t)(link->from - from * map->width),
                                   .from_y = (int32_t)from,
                                   .to_x = (int32_t)(link->to - to * map->width),
                                   .to_y = (int32_t)to,
                                   .from_floor = wayi_map_floor(map, from),
                                   .to_floor = wayi_map_floor(map, to),
                                   .cost = link->cost,
                                   .rest = WAY_COST_MAX};
    }
    return count;
}

/// Keeps an aim and tells all links of it; false without memory.
static bool aims_keep(wayi_aims *aims, wayi_aim aim, uint32_t links)
{
    if (!WAYI_GROW(&aims->allocator, aims->items, aims->room, aims->count + 1)) {
        return false;
    }
    aims->items[aims->count++] = aim;
    for (uint32_t i = 0; i < links; i++) {
        struct wayi_aim_link *link = &aims->links[i];
        if (link->to_floor != aim.floor) {
            continue;
        }
        const uint64_t rest = link->cost + aims_over(aims, &aim, link->to_x, link->to_y);
        if (rest < link->rest) {
            link->rest = (uint32_t)rest;
            if (!wayi_heap_push(&aims->heap, (wayi_heap_item){rest, i, 0})) {
                return false;
            }
        }
    }
    return true;
}

/// Whether an aim that is kept, or the goal, is on the way from the origin of a link.
static bool aims_are_nearer(const wayi_aims *aims, const struct wayi_aim_link *link)
{
    for (uint32_t i = 0; i < aims->count; i++) {
        if (aims->items[i].floor == link->from_floor &&
            aims_over(aims, &aims->items[i], link->from_x, link->from_y) <= link->rest) {
            return true;
        }
    }
    return false;
}

/// Keeps the part of a tile that lies on a floor; false without memory.
static bool aims_keep_part(wayi_aims *aims, const wayi_link_tile *tile, uint32_t floor,
                           uint32_t rest)
{
    const uint32_t rows = aims->map->floors.height + 1;
    const uint32_t last = floor * rows + rows - 1;
    const wayi_aim aim = {.left = (int32_t)tile->left,
                          .top = (int32_t)(tile->top > floor * rows ? tile->top : floor * rows),
                          .right = (int32_t)tile->right,
                          .bottom = (int32_t)(tile->bottom < last ? tile->bottom : last),
                          .floor = floor,
                          .rest = rest};
    return aims_keep(aims, aim, 0);
}

/// Ends a search that takes too long: all links that are left may begin anywhere in their tiles.
static bool aims_keep_tiles(wayi_aims *aims, uint32_t rest)
{
    const wayi_link_tile *tiles = aims->map->links->tiles[WAYI_LINK_FROM];
    bool fits = true;
    for (uint32_t i = 0; i < WAYI_LINK_TILES * WAYI_LINK_TILES && fits; i++) {
        if (tiles[i].first == WAYI_LINK_NONE) {
            continue;
        }
        const uint32_t end = wayi_map_floor(aims->map, tiles[i].bottom);
        for (uint32_t floor = wayi_map_floor(aims->map, tiles[i].top); floor <= end && fits;
             floor++) {
            fits = aims_keep_part(aims, &tiles[i], floor, rest);
        }
    }
    return fits;
}

/// Sorts the aims by floor, of each floor the nearest to the goal first.
static void aims_sort(wayi_aims *aims)
{
    const uint32_t floors = aims->map->floors.count;
    for (uint32_t i = 1; i < aims->count; i++) {
        const wayi_aim aim = aims->items[i];
        uint32_t place = i;
        for (; place > 0 && aims->items[place - 1].floor > aim.floor; place--) {
            aims->items[place] = aims->items[place - 1];
        }
        aims->items[place] = aim;
    }
    uint32_t at = 0;
    for (uint32_t floor = 0; floor <= floors; floor++) {
        while (at < aims->count && aims->items[at].floor < floor) {
            at++;
        }
        aims->firsts[floor] = at;
    }
}

/// Finds all aims; false without memory.
static bool aims_find(wayi_aims *aims, way_cell goal, uint32_t links)
{
    const way_map *map = aims->map;
    const int32_t y = (int32_t)wayi_map_row(map, goal);
    const int32_t x = (int32_t)(goal - (uint32_t)y * map->width);
    wayi_aim aim = {x, y, x, y, wayi_map_floor(map, (uint32_t)y), 0};
    bool fits = aims_keep(aims, aim, links);
    uint32_t work = links;
    while (fits && aims->heap.count > 0) {
        const wayi_heap_item item = wayi_heap_pop(&aims->heap);
        const struct wayi_aim_link *link = &aims->links[item.id];
        work += aims->count;
        if (item.key != link->rest || aims_are_nearer(aims, link)) {
            continue;
        }
        if (work > AIMS_WORK) {
            return aims_keep_tiles(aims, link->rest);
        }
        aim = (wayi_aim){link->from_x, link->from_y,     link->from_x,
                         link->from_y, link->from_floor, link->rest};
        fits = aims_keep(aims, aim, links);
        work += links;
    }
    return fits;
}

bool wayi_aims_make(wayi_aims *aims, const way_map *map, const wayi_layer *layer, way_cell goal)
{
    aims->map = map;
    aims->layer = layer;
    aims->goal = WAY_CELL_NONE;
    aims->scale = layer->min_weight;
    aims->generation = map->link_generation;
    aims->count = 0;
    wayi_heap_clear(&aims->heap);
    if (!WAYI_GROW(&aims->allocator, aims->links, aims->link_room, map->links->count) ||
        !WAYI_GROW(&aims->allocator, aims->firsts, aims->floor_room, map->floors.count + 1) ||
        !aims_find(aims, goal, aims_list(aims))) {
        return false;
    }
    uint64_t most = 0;
    for (uint32_t i = 0; i < aims->count; i++) {
        most = aims->items[i].rest > most ? aims->items[i].rest : most;
    }
    most += wayi_map_open_distance(map, layer, map->width, map->height);
    aims->farthest = most < WAY_COST_MAX ? (uint32_t)most : WAY_COST_MAX;
    aims_sort(aims);
    aims->goal = goal;
    return true;
}
