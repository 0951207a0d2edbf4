// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The table of links of a map, and how it changes: link by link, each of which tells the layers it
// concerns. All memory is taken before the first; what can be refused afterwards is taken back in
// the same way.
#include "map/links/links.h"

#include "map/grid/edits.h"

#include <string.h>

/// The cell at an end of a link, or at the other.
static way_cell links_cell(const way_map_link *link, wayi_link_end end)
{
    return end == WAYI_LINK_FROM ? link->from : link->to;
}

/// Orders links by one end, the other, and profile.
static int links_compare(const way_map_link *a, const way_map_link *b, wayi_link_end end)
{
    const way_cell near[2] = {links_cell(a, end), links_cell(b, end)};
    const way_cell far[2] = {links_cell(a, !end), links_cell(b, !end)};
    if (near[0] != near[1]) {
        return near[0] < near[1] ? -1 : 1;
    }
    if (far[0] != far[1]) {
        return far[0] < far[1] ? -1 : 1;
    }
    return (a->profile > b->profile) - (a->profile < b->profile);
}

uint64_t wayi_link_hash(const way_map_link *link)
{
    const uint64_t ends = (uint64_t)link->from << 32 | link->to;
    const uint64_t rest = (uint64_t)link->profile << 32 | link->cost;
    uint64_t z = (ends + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9) ^ rest;
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The place in an order of the first link that is not before another.
static uint32_t links_place(const wayi_link_table *table, wayi_link_end end,
                            const way_map_link *link)
{
    uint32_t low = 0;
    uint32_t high = table->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (links_compare(&table->items[table->order[end][middle]], link, end) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The id of a link with the same ends and profile, or none.
static uint32_t links_id(const wayi_link_table *table, const way_map_link *link)
{
    const uint32_t place = links_place(table, WAYI_LINK_FROM, link);
    const uint32_t id = place < table->count ? table->order[WAYI_LINK_FROM][place] : WAYI_LINK_NONE;
    return id != WAYI_LINK_NONE && links_compare(&table->items[id], link, WAYI_LINK_FROM) == 0
               ? id
               : WAYI_LINK_NONE;
}

uint32_t wayi_links_find(const wayi_link_table *table, wayi_link_end end, way_cell cell)
{
    const way_map_link first =
        end == WAYI_LINK_FROM ? (way_map_link){.from = cell} : (way_map_link){.to = cell};
    return links_place(table, end, &first);
}

// Memory ------------------------------------------------------------------------------------------

void wayi_link_table_destroy(way_map *map)
{
    wayi_link_table *table = map->links;
    if (!table) {
        return;
    }
    WAYI_FREE(&map->allocator, table->items, table->item_room);
    for (uint32_t end = 0; end < WAYI_LINK_ENDS; end++) {
        WAYI_FREE(&map->allocator, table->order[end], table->order_rooms[end]);
        WAYI_FREE(&map->allocator, table->chains[end], table->chain_rooms[end]);
    }
    WAYI_FREE(&map->allocator, table->sectors, table->sector_words);
    WAYI_FREE(&map->allocator, table, 1);
    map->links = NULL;
}

/// An empty table, or NULL without memory.
static wayi_link_table *links_create_table(const way_map *map)
{
    wayi_link_table *table = wayi_alloc_zero(&map->allocator, 1, sizeof *table);
    if (!table) {
        return NULL;
    }
    const uint32_t longest = map->width > map->height ? map->width : map->height;
    const uint32_t down = (map->height + WAYI_LINK_SIDE - 1) / WAYI_LINK_SIDE;
    table->columns = (map->width + WAYI_LINK_SIDE - 1) / WAYI_LINK_SIDE;
    // Whole sectors: one never lies in two tiles.
    table->tile_side = (longest + WAYI_LINK_TILES * 16 - 1) / (WAYI_LINK_TILES * 16) * 16;
    table->sector_words = ((size_t)table->columns * down + 63) / 64;
    table->vacant = WAYI_LINK_NONE;
    for (uint32_t i = 0; i < WAYI_LINK_TILES * WAYI_LINK_TILES; i++) {
        table->tiles[WAYI_LINK_FROM][i].first = WAYI_LINK_NONE;
        table->tiles[WAYI_LINK_TO][i].first = WAYI_LINK_NONE;
    }
    table->sectors = wayi_alloc_zero(&map->allocator, table->sector_words, sizeof *table->sectors);
    if (!table->sectors) {
        WAYI_FREE(&map->allocator, table, 1);
        return NULL;
    }
    return table;
}

/// Gives the table room; false without memory.
static bool links_widen(const way_map *map, uint32_t room)
{
    wayi_link_table *table = map->links;
    const way_allocator *allocator = &map->allocator;
    bool fits = WAYI_GROW(allocator, table->items, table->item_room, room);
    for (uint32_t end = 0; end < WAYI_LINK_ENDS && fits; end++) {
        fits = WAYI_GROW(allocator, table->order[end], table->order_rooms[end], room) &&
               WAYI_GROW(allocator, table->chains[end], table->chain_rooms[end], room);
    }
    for (uint32_t id = room; fits && id-- > table->room;) {
        table->items[id] = (way_map_link){.from = WAY_CELL_NONE, .to = table->vacant};
        table->vacant = id;
    }
    table->room = fits ? room : table->room;
    return fits;
}

/// Whether any of some links concern a layer.
static bool links_concern(const way_map_link *links, uint32_t count, const wayi_layer *layer)
{
    for (uint32_t i = 0; i < count; i++) {
        if (wayi_link_concerns(&links[i], layer)) {
            return true;
        }
    }
    return false;
}

/// Makes room for links in the table and in the layers that they concern; false without memory.
static bool links_reserve(way_map *map, const way_map_link *links, uint32_t count)
{
    map->links = map->links ? map->links : links_create_table(map);
    if (!map->links) {
        return false;
    }
    uint32_t room = map->links->room ? map->links->room : 16;
    while (room < map->links->count + 2 * count) {
        room *= 2;
    }
    if (room > map->links->room && !links_widen(map, room)) {
        return false;
    }
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX; i++) {
        if (map->layers[i] &&
            (map->layers[i]->links || links_concern(links, count, map->layers[i])) &&
            !wayi_links_reserve(map, map->layers[i], room)) {
            return false;
        }
    }
    return true;
}

/// Lets go of what has no links any more.
static void links_tidy(way_map *map)
{
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX; i++) {
        wayi_layer *layer = map->layers[i];
        if (layer && layer->links && layer->links->count == 0) {
            wayi_links_destroy(map, layer->links);
            layer->links = NULL;
        }
    }
    if (map->links && map->links->count == 0) {
        wayi_link_table_destroy(map);
    }
}

// Changes -----------------------------------------------------------------------------------------

/// Sets the bit of the sector of a cell as the ends in its tile say.
static void links_mark_sector(const way_map *map, wayi_link_table *table, way_cell cell)
{
    const uint32_t tile = wayi_link_tile_of(map, table, cell);
    const uint32_t sector = wayi_link_sector_of(map, cell);
    bool any = false;
    for (uint32_t end = 0; end < WAYI_LINK_ENDS; end++) {
        for (uint32_t id = table->tiles[end][tile].first; id != WAYI_LINK_NONE && !any;
             id = table->chains[end][id]) {
            any = wayi_link_sector_of(map, links_cell(&table->items[id], end)) == sector;
        }
    }
    const uint64_t bit = UINT64_C(1) << (sector & 63u);
    table->sectors[sector >> 6] = (table->sectors[sector >> 6] & ~bit) | (any ? bit : 0);
}

/// Widens a tile to one of its ends.
static void links_tile_add(const way_map *map, wayi_link_tile *tile, way_cell cell, bool first)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    tile->left = first || x < tile->left ? x : tile->left;
    tile->right = first || x > tile->right ? x : tile->right;
    tile->top = first || y < tile->top ? y : tile->top;
    tile->bottom = first || y > tile->bottom ? y : tile->bottom;
}

static uint32_t links_insert(const way_map *map, const way_map_link *link)
{
    wayi_link_table *table = map->links;
    const uint32_t id = table->vacant;
    table->vacant = table->items[id].to;
    for (uint32_t end = 0; end < WAYI_LINK_ENDS; end++) {
        uint32_t *order = table->order[end];
        const uint32_t place = links_place(table, end, link);
        memmove(&order[place + 1], &order[place], (table->count - place) * sizeof *order);
        order[place] = id;
        const way_cell cell = links_cell(link, end);
        wayi_link_tile *tile = &table->tiles[end][wayi_link_tile_of(map, table, cell)];
        links_tile_add(map, tile, cell, tile->first == WAYI_LINK_NONE);
        table->chains[end][id] = tile->first;
        tile->first = id;
    }
    table->items[id] = *link;
    table->items[id].both_ways = false;
    table->count++;
    links_mark_sector(map, table, link->from);
    links_mark_sector(map, table, link->to);
    return id;
}

/// Takes a link out of its tile and measures what is left.
static void links_tile_drop(const way_map *map, wayi_link_table *table, wayi_link_end end,
                            uint32_t id)
{
    const uint32_t place = wayi_link_tile_of(map, table, links_cell(&table->items[id], end));
    wayi_link_tile *tile = &table->tiles[end][place];
    uint32_t *at = &tile->first;
    while (*at != id) {
        at = &table->chains[end][*at];
    }
    *at = table->chains[end][id];
    for (uint32_t other = tile->first; other != WAYI_LINK_NONE; other = table->chains[end][other]) {
        links_tile_add(map, tile, links_cell(&table->items[other], end), other == tile->first);
    }
}

static void links_erase(const way_map *map, uint32_t id)
{
    wayi_link_table *table = map->links;
    const way_map_link link = table->items[id];
    for (uint32_t end = 0; end < WAYI_LINK_ENDS; end++) {
        uint32_t *order = table->order[end];
        const uint32_t place = links_place(table, end, &link);
        memmove(&order[place], &order[place + 1], (table->count - place - 1) * sizeof *order);
        links_tile_drop(map, table, end, id);
    }
    table->count--;
    table->items[id] = (way_map_link){.from = WAY_CELL_NONE, .to = table->vacant};
    table->vacant = id;
    links_mark_sector(map, table, link.from);
    links_mark_sector(map, table, link.to);
}

/// Counts a pair of cells in or out of those that are uneven, in all layers that a link concerns.
static void links_count_pair(const way_map *map, const way_map_link *link, uint32_t sign)
{
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX; i++) {
        const wayi_layer *layer = map->layers[i];
        if (layer && wayi_link_concerns(link, layer)) {
            layer->links->uneven += sign * wayi_links_uneven(map, layer, link->from, link->to);
        }
    }
}

/// Gives one way of a link another cost [0 = there is none]; returns what it cost before.
static way_cost links_set(way_map *map, const way_map_link *link)
{
    uint32_t id = links_id(map->links, link);
    const way_cost before = id == WAYI_LINK_NONE ? 0 : map->links->items[id].cost;
    if (before == link->cost) {
        return before;
    }
    links_count_pair(map, link, UINT32_MAX);
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX && before; i++) {
        if (map->layers[i] && wayi_link_concerns(link, map->layers[i])) {
            wayi_links_drop(map, map->layers[i], id);
        }
    }
    if (before) {
        map->links_hash -= wayi_link_hash(&map->links->items[id]);
        links_erase(map, id);
    }
    if (link->cost) {
        id = links_insert(map, link);
        map->links_hash += wayi_link_hash(&map->links->items[id]);
    }
    for (uint32_t i = 0; i < WAYI_LAYERS_MAX && link->cost; i++) {
        if (map->layers[i] && wayi_link_concerns(link, map->layers[i])) {
            wayi_links_add(map, map->layers[i], id);
        }
    }
    links_count_pair(map, link, 1);
    return before;
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

/// Whether as many links as may be have an end on a cell.
static bool links_crowd(const wayi_link_table *table, wayi_link_end end, way_cell cell)
{
    const uint32_t last = wayi_links_find(table, end, cell) + WAY_MAP_CELL_LINKS_MAX - 1;
    return last < table->count && links_cell(&table->items[table->order[end][last]], end) == cell;
}

/// Whether the table takes one way of a link.
static bool links_fit(const wayi_link_table *table, const way_map_link *way)
{
    return links_id(table, way) != WAYI_LINK_NONE ||
           (table->count < WAY_MAP_LINKS_MAX && !links_crowd(table, WAYI_LINK_FROM, way->from) &&
            !links_crowd(table, WAYI_LINK_TO, way->to));
}

static way_rect links_rect(const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return (way_rect){cell - y * map->width, y, 1, 1};
}

/// What changes in one call.
typedef struct links_change {
    const way_map_link *links; ///< the caller's
    uint32_t link_count;
    way_map_link *ways; ///< each with the cost that it had, in the order in which they changed
    uint32_t count;
} links_change;

/// One way of a link of a call, or the other.
static way_map_link links_way(const way_map_link *link, bool back)
{
    return (way_map_link){.from = back ? link->to : link->from,
                          .to = back ? link->from : link->to,
                          .cost = link->cost,
                          .profile = link->profile};
}

/// Begins a call; false without memory.
static bool links_begin(way_map *map, links_change *change)
{
    const size_t room = 2 * (size_t)change->link_count;
    change->ways = wayi_alloc(&map->allocator, room, sizeof *change->ways);
    if (!change->ways || !links_reserve(map, change->links, change->link_count)) {
        WAYI_FREE(&map->allocator, change->ways, room);
        links_tidy(map);
        return false;
    }
    return true;
}

/// Changes one way of a link, and notes how to change it back; returns what it cost.
static way_cost links_apply(way_map *map, links_change *change, way_map_link way)
{
    way.cost = links_set(map, &way);
    change->ways[change->count++] = way;
    return way.cost;
}

/// Ends a call: all of it holds, or nothing of it.
static way_status links_end(way_map *map, links_change *change, way_status status)
{
    wayi_batch batch = {0};
    for (uint32_t i = change->count; i-- > 0 && status != WAY_STATUS_OK;) {
        (void)links_set(map, &change->ways[i]);
    }
    for (uint32_t i = 0; i < change->link_count && status == WAY_STATUS_OK; i++) {
        wayi_batch_add(map, &batch, links_rect(map, change->links[i].from));
        wayi_batch_add(map, &batch, links_rect(map, change->links[i].to));
    }
    wayi_batch_end(map, &batch);
    map->link_generation += status == WAY_STATUS_OK;
    WAYI_FREE(&map->allocator, change->ways, 2 * (size_t)change->link_count);
    links_tidy(map);
    return status;
}

/// Adds links, or removes them.
static way_status links_edit(way_map *map, const way_map_link *links, uint32_t count, bool adds)
{
    const way_status status = links_check(map, links, count);
    if (status != WAY_STATUS_OK || count == 0) {
        return status;
    }
    const way_status refused = adds ? WAY_STATUS_TOO_LARGE : WAY_STATUS_NOT_FOUND;
    if (count > (adds ? (uint32_t)WAY_MAP_LINKS_MAX : way_map_link_count(map))) {
        return refused;
    }
    links_change change = {.links = links, .link_count = count};
    if (!links_begin(map, &change)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        for (uint32_t back = 0; back < (links[i].both_ways ? 2u : 1u) && fits; back++) {
            way_map_link way = links_way(&links[i], back);
            way.cost = adds ? way.cost : 0;
            fits = !adds || links_fit(map->links, &way);
            fits = fits && (links_apply(map, &change, way) != 0 || adds);
        }
    }
    return links_end(map, &change, fits ? WAY_STATUS_OK : refused);
}

way_status way_map_add_links(way_map *map, const way_map_link *links, uint32_t count)
{
    return links_edit(map, links, count, true);
}

way_status way_map_remove_links(way_map *map, const way_map_link *links, uint32_t count)
{
    return links_edit(map, links, count, false);
}

void wayi_links_forget(way_map *map, uint32_t profile)
{
    for (uint32_t i = way_map_link_count(map); i-- > 0;) {
        way_map_link link = way_map_link_at(map, i);
        if (link.profile == profile) {
            link.cost = 0;
            (void)links_set(map, &link);
        }
    }
    links_tidy(map);
}

uint32_t way_map_link_count(const way_map *map)
{
    return map->links ? map->links->count : 0;
}

way_map_link way_map_link_at(const way_map *map, uint32_t index)
{
    return index < way_map_link_count(map)
               ? map->links->items[map->links->order[WAYI_LINK_FROM][index]]
               : (way_map_link){WAY_CELL_NONE, WAY_CELL_NONE, 0, 0, false};
}
