// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links of one layer. Reachability: the components of the ground are nodes, links that units can
// take are edges, and a question follows them from the start; which component an end lies in is
// looked up again after edits, so a question costs no look-ups. Estimates: the cheaper of the open
// ground and "to the nearest origin, the cheapest link, from the nearest target", each term of
// which is consistent by itself, whatever a link costs.
#include "core/sort.h"
#include "map/links/links.h"
#include "map/reach/components.h"

#include <string.h>

bool wayi_links_concern(const way_map *map, const wayi_layer *layer)
{
    for (uint32_t i = 0; i < map->link_count; i++) {
        if (!map->links[i].profile || map->links[i].profile == layer->profile) {
            return true;
        }
    }
    return false;
}

// Tables ------------------------------------------------------------------------------------------

static size_t link_layer_words(const way_map *map)
{
    return (map->cell_count + 63u) / 64u;
}

void wayi_links_destroy(const way_map *map, wayi_links *links)
{
    if (!links) {
        return;
    }
    const way_allocator *allocator = &map->allocator;
    const uint32_t room = links->count;
    wayi_free(allocator, links->out, room, sizeof *links->out);
    wayi_free(allocator, links->in, room, sizeof *links->in);
    wayi_free(allocator, links->starts, link_layer_words(map), sizeof *links->starts);
    wayi_free(allocator, links->ends, link_layer_words(map), sizeof *links->ends);
    wayi_free(allocator, links->entries, map->cell_count, sizeof *links->entries);
    wayi_free(allocator, links->exits, map->cell_count, sizeof *links->exits);
    wayi_free(allocator, links->numbers, 2 * (size_t)room, sizeof *links->numbers);
    wayi_free(allocator, links->nodes, 2 * (size_t)room, sizeof *links->nodes);
    wayi_free(allocator, links->firsts, 2 * (size_t)room + 1, sizeof *links->firsts);
    wayi_free(allocator, links->order, room, sizeof *links->order);
    wayi_free(allocator, links, 1, sizeof *links);
}

size_t wayi_links_bytes(const way_map *map, const wayi_links *links)
{
    return sizeof *links + links->count * (sizeof *links->out + 8 * sizeof *links->nodes) +
           sizeof *links->firsts + 2 * link_layer_words(map) * sizeof *links->starts +
           2 * (size_t)map->cell_count * sizeof *links->entries;
}

static bool link_layer_alloc(const way_map *map, wayi_links *links)
{
    const way_allocator *allocator = &map->allocator;
    const size_t words = link_layer_words(map);
    const uint32_t room = links->count;
    links->out = wayi_alloc(allocator, room, sizeof *links->out);
    links->in = wayi_alloc(allocator, room, sizeof *links->in);
    links->starts = wayi_alloc_zero(allocator, words, sizeof *links->starts);
    links->ends = wayi_alloc_zero(allocator, words, sizeof *links->ends);
    links->entries = wayi_alloc(allocator, map->cell_count, sizeof *links->entries);
    links->exits = wayi_alloc(allocator, map->cell_count, sizeof *links->exits);
    links->numbers = wayi_alloc(allocator, 2 * (size_t)room, sizeof *links->numbers);
    links->nodes = wayi_alloc(allocator, 2 * (size_t)room, sizeof *links->nodes);
    links->firsts = wayi_alloc(allocator, 2 * (size_t)room + 1, sizeof *links->firsts);
    links->order = wayi_alloc(allocator, room, sizeof *links->order);
    return links->out && links->in && links->starts && links->ends && links->entries &&
           links->exits && links->numbers && links->nodes && links->firsts && links->order;
}

/// The first link of a sorted list that is kept by a cell not below `cell`.
static uint32_t link_layer_find(const wayi_links *links, way_cell cell, bool back)
{
    uint32_t low = 0;
    uint32_t high = links->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const way_cell key = back ? links->out[links->in[middle]].to : links->out[middle].from;
        if (key < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool link_layer_has_mirror(const wayi_links *links, const wayi_link *link)
{
    for (uint32_t i = link_layer_find(links, link->to, false);
         i < links->count && links->out[i].from == link->to; i++) {
        if (links->out[i].to == link->from) {
            return links->out[i].cost == link->cost;
        }
    }
    return false;
}

// Estimates ---------------------------------------------------------------------------------------

/// Lowers the value of (x, y) to what a neighbour tells.
static void link_layer_relax(const way_map *map, way_cost *plane, int64_t x, int64_t y,
                             uint32_t direction)
{
    const int64_t near_x = x + wayi_direction_x[direction];
    const int64_t near_y = y + wayi_direction_y[direction];
    if (near_x < 0 || near_y < 0 || near_x >= map->width || near_y >= map->height) {
        return;
    }
    way_cost *here = &plane[y * map->width + x];
    const way_cost over = way_cost_add(plane[near_y * map->width + near_x], map->steps[direction]);
    *here = over < *here ? over : *here;
}

/// Distances over open ground from the cells that are 0, by two sweeps: a shortest way has at most
/// two kinds of steps, and those that go on with the sweep can come first.
static void link_layer_sweep(const way_map *map, way_cost *plane)
{
    static const uint8_t before[] = {WAYI_WEST, WAYI_NORTH, WAYI_NORTH_EAST, WAYI_NORTH_WEST};
    static const uint8_t after[] = {WAYI_EAST, WAYI_SOUTH, WAYI_SOUTH_WEST, WAYI_SOUTH_EAST};
    const uint32_t kinds = map->neighbours == WAY_NEIGHBOURS_8   ? 4
                           : map->neighbours == WAY_NEIGHBOURS_6 ? 3
                                                                 : 2;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const uint32_t y = wayi_map_row(map, i);
        for (uint32_t k = 0; k < kinds; k++) {
            link_layer_relax(map, plane, i - y * map->width, y, before[k]);
        }
    }
    for (uint32_t i = map->cell_count; i-- > 0;) {
        const uint32_t y = wayi_map_row(map, i);
        for (uint32_t k = 0; k < kinds; k++) {
            link_layer_relax(map, plane, i - y * map->width, y, after[k]);
        }
    }
}

/// Over plain ground.
static uint64_t link_layer_distance(const way_map *map, const wayi_link *link)
{
    const int64_t from_y = wayi_map_row(map, link->from);
    const int64_t to_y = wayi_map_row(map, link->to);
    const int64_t dx = (link->to - to_y * map->width) - (link->from - from_y * map->width);
    return wayi_map_plain_distance(map, dx, to_y - from_y);
}

static void link_layer_fill(const way_map *map, wayi_links *links)
{
    memset(links->entries, 0xff, map->cell_count * sizeof *links->entries);
    memset(links->exits, 0xff, map->cell_count * sizeof *links->exits);
    links->cheapest = WAY_COST_MAX;
    links->symmetric = true;
    for (uint32_t i = 0; i < links->count; i++) {
        const wayi_link *link = &links->out[i];
        links->starts[link->from >> 6] |= UINT64_C(1) << (link->from & 63u);
        links->ends[link->to >> 6] |= UINT64_C(1) << (link->to & 63u);
        links->entries[link->from] = 0;
        links->exits[link->to] = 0;
        links->cheapest = link->cost < links->cheapest ? link->cost : links->cheapest;
        links->symmetric = links->symmetric && link_layer_has_mirror(links, link);
    }
    link_layer_sweep(map, links->entries);
    link_layer_sweep(map, links->exits);
}

/// Copies the links that concern a layer, the cheapest of those between the same two cells; the
/// map keeps them by origin and target. Returns how many; `out` may be NULL.
static uint32_t link_layer_collect(const way_map *map, const wayi_layer *layer, wayi_link *out)
{
    uint32_t count = 0;
    const way_map_link *last = NULL;
    for (uint32_t i = 0; i < map->link_count; i++) {
        const way_map_link *link = &map->links[i];
        if (link->profile && link->profile != layer->profile) {
            continue;
        }
        const bool again = last && last->from == link->from && last->to == link->to;
        count += !again;
        if (out && (!again || link->cost < out[count - 1].cost)) {
            out[count - 1] = (wayi_link){link->from, link->to, link->cost};
        }
        last = link;
    }
    return count;
}

wayi_links *wayi_links_create(const way_map *map, const wayi_layer *layer)
{
    wayi_links *links = wayi_alloc_zero(&map->allocator, 1, sizeof *links);
    if (!links) {
        return NULL;
    }
    links->count = link_layer_collect(map, layer, NULL);
    uint64_t *keys = wayi_alloc(&map->allocator, links->count, sizeof *keys);
    if (!keys || !link_layer_alloc(map, links)) {
        wayi_free(&map->allocator, keys, links->count, sizeof *keys);
        wayi_links_destroy(map, links);
        return NULL;
    }
    (void)link_layer_collect(map, layer, links->out);
    for (uint32_t i = 0; i < links->count; i++) {
        keys[i] = (uint64_t)links->out[i].to << 32 | i;
    }
    wayi_sort64(keys, links->count);
    for (uint32_t i = 0; i < links->count; i++) {
        links->in[i] = (uint32_t)keys[i];
    }
    wayi_free(&map->allocator, keys, links->count, sizeof *keys);
    link_layer_fill(map, links);
    return links;
}

// Steps -------------------------------------------------------------------------------------------

static bool link_layer_stands(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return wayi_layer_has(map, layer, cell - y * map->width, y);
}

uint32_t wayi_links_list(const way_map *map, const wayi_layer *layer, way_cell cell, bool back,
                         wayi_link *out)
{
    const wayi_links *links = layer->links;
    if (!wayi_links_has_bit(back ? links->ends : links->starts, cell) ||
        !link_layer_stands(map, layer, cell)) {
        return 0;
    }
    uint32_t count = 0;
    for (uint32_t i = link_layer_find(links, cell, back); i < links->count; i++) {
        const wayi_link *link = &links->out[back ? links->in[i] : i];
        if ((back ? link->to : link->from) != cell) {
            break;
        }
        if (link_layer_stands(map, layer, back ? link->from : link->to)) {
            out[count++] = *link;
        }
    }
    return count;
}

way_cell wayi_links_partner(const wayi_links *links, way_cell cell, uint32_t index)
{
    for (uint32_t back = 0; back < 2; back++) {
        if (!wayi_links_has_bit(back ? links->ends : links->starts, cell)) {
            continue;
        }
        uint32_t i = link_layer_find(links, cell, back);
        for (; i < links->count; i++) {
            const wayi_link *link = &links->out[back ? links->in[i] : i];
            if ((back ? link->to : link->from) != cell) {
                break;
            }
            if (index-- == 0) {
                return back ? link->from : link->to;
            }
        }
    }
    return WAY_CELL_NONE;
}

// Reachability ------------------------------------------------------------------------------------

/// The place of a component among the numbers, or none.
static uint32_t link_layer_node(const wayi_links *links, uint32_t number)
{
    uint32_t low = 0;
    uint32_t high = links->node_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (links->numbers[middle] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < links->node_count && links->numbers[low] == number ? low : WAYI_LINK_NODE_NONE;
}

/// Lists the links that can be taken by the node of their origin.
static void link_layer_index(wayi_links *links)
{
    uint32_t at = 0;
    for (uint32_t node = 0; node < links->node_count; node++) {
        links->firsts[node] = 0;
    }
    for (uint32_t i = 0; i < links->count; i++) {
        if (links->nodes[2 * i] != WAYI_LINK_NODE_NONE) {
            links->firsts[links->nodes[2 * i]]++;
        }
    }
    for (uint32_t node = 0; node <= links->node_count; node++) {
        const uint32_t own = node < links->node_count ? links->firsts[node] : 0;
        at += own;
        links->firsts[node] = at; // the end; filling moves it to the start
    }
    for (uint32_t i = links->count; i-- > 0;) {
        if (links->nodes[2 * i] != WAYI_LINK_NODE_NONE) {
            links->order[--links->firsts[links->nodes[2 * i]]] = i;
        }
    }
}

void wayi_links_update(const way_map *map, wayi_layer *layer)
{
    wayi_links *links = layer->links;
    uint32_t ends = 0;
    links->shortcuts = false;
    for (uint32_t i = 0; i < links->count; i++) {
        const wayi_link *link = &links->out[i];
        links->shortcuts |= link->cost < link_layer_distance(map, link) * layer->min_weight;
        const uint32_t from = way_map_component(map, link->from, layer->profile);
        const uint32_t to = way_map_component(map, link->to, layer->profile);
        const bool open = from != WAY_CELL_NONE && to != WAY_CELL_NONE;
        links->nodes[2 * i] = open ? from : WAYI_LINK_NODE_NONE;
        links->nodes[2 * i + 1] = open ? to : WAYI_LINK_NODE_NONE;
        if (open) {
            links->numbers[ends++] = from;
            links->numbers[ends++] = to;
        }
    }
    wayi_sort32(links->numbers, ends);
    links->node_count = 0;
    for (uint32_t i = 0; i < ends; i++) {
        if (i == 0 || links->numbers[i] != links->numbers[i - 1]) {
            links->numbers[links->node_count++] = links->numbers[i];
        }
    }
    for (uint32_t i = 0; i < 2 * links->count; i++) {
        links->nodes[i] = link_layer_node(links, links->nodes[i]);
    }
    link_layer_index(links);
}

void wayi_links_follow(const wayi_links *links, const uint32_t *numbers, uint32_t count,
                       wayi_links_reach *out)
{
    uint16_t queue[2 * WAY_MAP_LINKS_MAX];
    uint32_t queued = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t node = link_layer_node(links, numbers[i]);
        if (node != WAYI_LINK_NODE_NONE && !wayi_links_has_bit(out->nodes, node)) {
            out->nodes[node >> 6] |= UINT64_C(1) << (node & 63u);
            queue[queued++] = (uint16_t)node;
        }
    }
    for (uint32_t next = 0; next < queued; next++) {
        for (uint32_t i = links->firsts[queue[next]]; i < links->firsts[queue[next] + 1]; i++) {
            const uint32_t node = links->nodes[2 * links->order[i] + 1];
            if (!wayi_links_has_bit(out->nodes, node)) {
                out->nodes[node >> 6] |= UINT64_C(1) << (node & 63u);
                queue[queued++] = (uint16_t)node;
            }
        }
    }
}

bool wayi_links_reached(const wayi_links *links, const wayi_links_reach *reach, uint32_t number)
{
    const uint32_t node = link_layer_node(links, number);
    return node != WAYI_LINK_NODE_NONE && wayi_links_has_bit(reach->nodes, node);
}
