// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The links of a map. They are kept one way each, by origin, target and profile; a change makes the
// new list, and what the layers make of it, before anything of the old is given up.
#include "map/links/links.h"

#include "core/sort.h"
#include "map/grid/edits.h"

#include <string.h>

/// Orders links by origin, target and profile.
static int links_compare(const way_map_link *a, const way_map_link *b)
{
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    if (a->to != b->to) {
        return a->to < b->to ? -1 : 1;
    }
    return (a->profile > b->profile) - (a->profile < b->profile);
}

static uint64_t links_hash(const way_map_link *link)
{
    const uint64_t ends = (uint64_t)link->from << 32 | link->to;
    const uint64_t rest = (uint64_t)link->profile << 32 | link->cost;
    uint64_t z = (ends + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9) ^ rest;
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The place of the first link of a list that is not before another.
static uint32_t links_find(const way_map_link *list, uint32_t count, const way_map_link *link)
{
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (links_compare(&list[middle], link) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// A list that is being made.
typedef struct links_list {
    way_map_link *items;
    uint32_t count;
    uint32_t room;
} links_list;

/// One way of a link, or the other.
static way_map_link links_way(const way_map_link *link, bool back)
{
    return (way_map_link){.from = back ? link->to : link->from,
                          .to = back ? link->from : link->to,
                          .cost = link->cost,
                          .profile = link->profile};
}

/// Puts one way of a link into its place, or in place of the one that is there.
static void links_put(links_list *list, way_map_link link)
{
    const uint32_t place = links_find(list->items, list->count, &link);
    if (place == list->count || links_compare(&list->items[place], &link) != 0) {
        memmove(&list->items[place + 1], &list->items[place],
                (list->count - place) * sizeof *list->items);
        list->count++;
    }
    list->items[place] = link;
}

/// Takes one way of a link out; false if it is not there.
static bool links_take(links_list *list, way_map_link link)
{
    const uint32_t place = links_find(list->items, list->count, &link);
    if (place == list->count || links_compare(&list->items[place], &link) != 0) {
        return false;
    }
    list->count--;
    memmove(&list->items[place], &list->items[place + 1],
            (list->count - place) * sizeof *list->items);
    return true;
}

static way_status links_check(const way_map *map, const way_map_link *links, uint32_t count)
{
    if (!map || (!links && count > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (links[i].from >= map->cell_count || links[i].to >= map->cell_count ||
            links[i].cost == 0 || links[i].cost > WAYI_LINKS_COST_MAX) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        if (links[i].from == links[i].to ||
            (links[i].profile && !wayi_map_layer(map, links[i].profile))) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
    }
    return WAY_STATUS_OK;
}

/// Whether a list is longer than any may be, or has too many links from or to a cell. NO_MEMORY.
static way_status links_measure(const way_map *map, const links_list *list)
{
    if (list->count > WAY_MAP_LINKS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    uint32_t *targets = wayi_alloc(&map->allocator, list->count, sizeof *targets);
    if (!targets) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        targets[i] = list->items[i].to;
    }
    wayi_sort32(targets, list->count);
    bool crowded = false;
    for (uint32_t i = WAY_MAP_CELL_LINKS_MAX; i < list->count; i++) {
        const uint32_t first = i - WAY_MAP_CELL_LINKS_MAX;
        crowded = crowded || list->items[first].from == list->items[i].from ||
                  targets[first] == targets[i];
    }
    wayi_free(&map->allocator, targets, list->count, sizeof *targets);
    return crowded ? WAY_STATUS_TOO_LARGE : WAY_STATUS_OK;
}

/// What the layers will have instead of what they have.
typedef struct links_renewal {
    wayi_links *made[WAYI_LAYERS_MAX];
} links_renewal;

/// Makes new links for all layers from the list of the map; false without memory.
static bool links_renew(way_map *map, links_renewal *renewal)
{
    bool fits = true;
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX && fits; i++) {
        if (map->layers[i] && wayi_links_concern(map, map->layers[i])) {
            renewal->made[i] = wayi_links_create(map, map->layers[i]);
            fits = renewal->made[i] != NULL;
        }
    }
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX && !fits; i++) {
        wayi_links_destroy(map, renewal->made[i]);
    }
    return fits;
}

/// Gives the layers what was made for them.
static void links_settle(way_map *map, const links_renewal *renewal)
{
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX; i++) {
        wayi_layer *layer = map->layers[i];
        if (layer) {
            wayi_links_destroy(map, layer->links);
            layer->links = renewal->made[i];
        }
        if (layer && layer->links) {
            wayi_links_update(map, layer);
        }
    }
    map->link_generation++;
    map->links_hash = 0;
    for (uint32_t i = 0; i < map->link_count; i++) {
        map->links_hash += links_hash(&map->links[i]);
    }
}

static way_rect links_rect(const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return (way_rect){cell - y * map->width, y, 1, 1};
}

/// Puts a list in place of the map's, and tells the journal of the links that changed.
static way_status links_replace(way_map *map, links_list *list, const way_map_link *changed,
                                uint32_t count)
{
    const links_list old = {map->links, map->link_count, map->link_room};
    way_map_link *items = NULL;
    if (list->count > 0) {
        items = wayi_alloc(&map->allocator, list->count, sizeof *items);
        if (!items) {
            return WAY_STATUS_NO_MEMORY;
        }
        memcpy(items, list->items, list->count * sizeof *items);
    }
    links_renewal renewal = {0};
    map->links = items;
    map->link_count = list->count;
    map->link_room = list->count;
    if (!links_renew(map, &renewal)) {
        wayi_free(&map->allocator, items, list->count, sizeof *items);
        map->links = old.items;
        map->link_count = old.count;
        map->link_room = old.room;
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_free(&map->allocator, old.items, old.room, sizeof *old.items);
    links_settle(map, &renewal);
    wayi_batch batch = {0};
    for (uint32_t i = 0; i < count; i++) {
        wayi_batch_add(map, &batch, links_rect(map, changed[i].from));
        wayi_batch_add(map, &batch, links_rect(map, changed[i].to));
    }
    wayi_batch_end(map, &batch);
    return WAY_STATUS_OK;
}

/// Copies the links of the map with room for more; false without memory.
static bool links_copy(const way_map *map, uint32_t more, links_list *out)
{
    *out = (links_list){.count = map->link_count, .room = map->link_count + more};
    out->items = wayi_alloc(&map->allocator, out->room, sizeof *out->items);
    if (out->items && map->link_count > 0) {
        memcpy(out->items, map->links, map->link_count * sizeof *out->items);
    }
    return out->items != NULL;
}

way_status way_map_add_links(way_map *map, const way_map_link *links, uint32_t count)
{
    way_status status = links_check(map, links, count);
    if (status != WAY_STATUS_OK || count == 0) {
        return status;
    }
    if (count > WAY_MAP_LINKS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    links_list list;
    if (!links_copy(map, 2 * count, &list)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        links_put(&list, links_way(&links[i], false));
        if (links[i].both_ways) {
            links_put(&list, links_way(&links[i], true));
        }
    }
    status = links_measure(map, &list);
    status = status == WAY_STATUS_OK ? links_replace(map, &list, links, count) : status;
    wayi_free(&map->allocator, list.items, list.room, sizeof *list.items);
    return status;
}

way_status way_map_remove_links(way_map *map, const way_map_link *links, uint32_t count)
{
    way_status status = links_check(map, links, count);
    if (status != WAY_STATUS_OK || count == 0) {
        return status;
    }
    links_list list;
    if (!links_copy(map, 1, &list)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool found = true;
    for (uint32_t i = 0; i < count && found; i++) {
        found = links_take(&list, links_way(&links[i], false)) &&
                (!links[i].both_ways || links_take(&list, links_way(&links[i], true)));
    }
    status = found ? links_replace(map, &list, links, count) : WAY_STATUS_NOT_FOUND;
    wayi_free(&map->allocator, list.items, list.room, sizeof *list.items);
    return status;
}

void wayi_links_forget(way_map *map, uint32_t profile)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->link_count; i++) {
        if (map->links[i].profile == profile) {
            map->links_hash -= links_hash(&map->links[i]);
        } else {
            map->links[kept++] = map->links[i];
        }
    }
    // The array keeps its size: giving some of it back may fail, and this must not.
    map->link_count = kept;
}

uint32_t way_map_link_count(const way_map *map)
{
    return map->link_count;
}

way_map_link way_map_link_at(const way_map *map, uint32_t index)
{
    return index < map->link_count ? map->links[index]
                                   : (way_map_link){WAY_CELL_NONE, WAY_CELL_NONE, 0, 0, false};
}
