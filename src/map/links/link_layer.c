// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links of one layer. Reachability: the components of the ground are nodes, links that units can
// take are edges, and a question follows them from the start. Which component an end lies in is
// looked up again when edits gave it another number, so a question costs no look-ups. Estimates:
// "to the nearest origin, the cheapest link, from the nearest target", by the tiles of the table.
#include "map/links/links.h"
#include "map/reach/components.h"

#include <string.h>

// Memory ------------------------------------------------------------------------------------------

void wayi_links_destroy(const way_map *map, wayi_links *links)
{
    if (!links) {
        return;
    }
    WAYI_FREE(&map->allocator, links->states, links->state_room);
    WAYI_FREE(&map->allocator, links->nodes, links->node_room);
    WAYI_FREE(&map->allocator, links, 1);
}

static uint32_t link_layer_hash(uint32_t number)
{
    return (uint32_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % WAYI_LINK_HASHES;
}

// Components --------------------------------------------------------------------------------------

/// The node of a component, or none.
static uint32_t link_layer_node(const wayi_links *links, uint32_t number)
{
    uint32_t node = links->heads[link_layer_hash(number)];
    while (node != WAYI_LINK_NONE && links->nodes[node].number != number) {
        node = links->nodes[node].next;
    }
    return node;
}

/// The node of a component, which has one user more.
static uint32_t link_layer_use(wayi_links *links, uint32_t number)
{
    uint32_t node = link_layer_node(links, number);
    if (node == WAYI_LINK_NONE) {
        node = links->vacant == WAYI_LINK_NONE ? links->node_count++ : links->vacant;
        links->vacant = links->vacant == WAYI_LINK_NONE ? WAYI_LINK_NONE : links->nodes[node].next;
        uint32_t *head = &links->heads[link_layer_hash(number)];
        links->nodes[node].number = number;
        links->nodes[node].users = 0;
        links->nodes[node].first = WAYI_LINK_NONE;
        links->nodes[node].next = *head;
        *head = node;
    }
    links->nodes[node].users++;
    return node;
}

static void link_layer_leave(wayi_links *links, uint32_t node)
{
    if (--links->nodes[node].users > 0) {
        return;
    }
    uint32_t *at = &links->heads[link_layer_hash(links->nodes[node].number)];
    while (*at != node) {
        at = &links->nodes[*at].next;
    }
    *at = links->nodes[node].next;
    links->nodes[node].next = links->vacant;
    links->vacant = node;
}

/// Takes a link out of the graph of components, if it is there.
static void link_layer_part(wayi_links *links, uint32_t id)
{
    wayi_link_state *state = &links->states[id];
    const uint32_t from = state->nodes[WAYI_LINK_FROM];
    if (from == WAYI_LINK_NONE) {
        return;
    }
    if (state->last == WAYI_LINK_NONE) {
        links->nodes[from].first = state->next;
    } else {
        links->states[state->last].next = state->next;
    }
    if (state->next != WAYI_LINK_NONE) {
        links->states[state->next].last = state->last;
    }
    link_layer_leave(links, from);
    link_layer_leave(links, state->nodes[WAYI_LINK_TO]);
    state->nodes[WAYI_LINK_FROM] = state->nodes[WAYI_LINK_TO] = WAYI_LINK_NONE;
}

/// Puts a link into the graph, if units can stand at both ends.
static void link_layer_join(wayi_links *links, uint32_t id)
{
    wayi_link_state *state = &links->states[id];
    if (state->ends[WAYI_LINK_FROM] == WAY_CELL_NONE ||
        state->ends[WAYI_LINK_TO] == WAY_CELL_NONE) {
        return;
    }
    const uint32_t from = link_layer_use(links, state->ends[WAYI_LINK_FROM]);
    state->nodes[WAYI_LINK_FROM] = from;
    state->nodes[WAYI_LINK_TO] = link_layer_use(links, state->ends[WAYI_LINK_TO]);
    state->last = WAYI_LINK_NONE;
    state->next = links->nodes[from].first;
    if (state->next != WAYI_LINK_NONE) {
        links->states[state->next].last = id;
    }
    links->nodes[from].first = id;
}

/// Links without any, or NULL without memory.
static wayi_links *link_layer_create(const way_allocator *allocator)
{
    wayi_links *links = wayi_alloc_zero(allocator, 1, sizeof *links);
    if (links) {
        links->cheapest = WAY_COST_MAX;
        links->vacant = WAYI_LINK_NONE;
        links->stale = WAYI_LINK_NONE;
        memset(links->heads, 0xff, sizeof links->heads);
    }
    return links;
}

bool wayi_links_reserve(const way_map *map, wayi_layer *layer, uint32_t room)
{
    const way_allocator *allocator = &map->allocator;
    layer->links = layer->links ? layer->links : link_layer_create(allocator);
    wayi_links *links = layer->links;
    return links && WAYI_GROW(allocator, links->states, links->state_room, room) &&
           WAYI_GROW(allocator, links->nodes, links->node_room, 2 * room);
}

/// The component at an end of a link.
static uint32_t link_layer_component(const way_map *map, const wayi_layer *layer, uint32_t id,
                                     wayi_link_end end)
{
    const way_map_link *link = &map->links->items[id];
    return wayi_components_at(map, layer, end == WAYI_LINK_FROM ? link->from : link->to);
}

void wayi_links_note(const way_map *map, const wayi_layer *layer, way_rect rect)
{
    const wayi_link_table *table = map->links;
    wayi_links *links = layer->links;
    for (uint32_t end = 0; end < WAYI_LINK_ENDS; end++) {
        const uint32_t *order = table->order[end];
        const way_cell last = (rect.y + rect.height - 1) * map->width + rect.x + rect.width - 1;
        uint32_t place = wayi_links_find(table, end, rect.y * map->width + rect.x);
        while (place < table->count) {
            const way_map_link *link = &table->items[order[place]];
            const way_cell cell = end == WAYI_LINK_FROM ? link->from : link->to;
            const uint32_t y = wayi_map_row(map, cell);
            const uint32_t x = cell - y * map->width;
            if (cell > last) {
                break;
            }
            if (x - rect.x >= rect.width) { // left or right of it: on to where it begins again
                const uint32_t row = x < rect.x ? y : y + 1;
                place = wayi_links_find(table, end, row * map->width + rect.x);
                continue;
            }
            wayi_link_state *state = &links->states[order[place]];
            if (wayi_link_concerns(link, layer) && state->stale == WAYI_LINK_NONE) {
                state->stale = links->stale == WAYI_LINK_NONE ? order[place] : links->stale;
                links->stale = order[place];
            }
            place++;
        }
    }
}

void wayi_links_update(const way_map *map, const wayi_layer *layer)
{
    wayi_links *links = layer->links;
    while (links->stale != WAYI_LINK_NONE) {
        const uint32_t id = links->stale;
        wayi_link_state *state = &links->states[id];
        links->stale = state->stale == id ? WAYI_LINK_NONE : state->stale;
        state->stale = WAYI_LINK_NONE;
        const uint32_t from = link_layer_component(map, layer, id, WAYI_LINK_FROM);
        const uint32_t to = link_layer_component(map, layer, id, WAYI_LINK_TO);
        if (from != state->ends[WAYI_LINK_FROM] || to != state->ends[WAYI_LINK_TO]) {
            link_layer_part(links, id);
            state->ends[WAYI_LINK_FROM] = from;
            state->ends[WAYI_LINK_TO] = to;
            link_layer_join(links, id);
        }
    }
}

// Links that come and go --------------------------------------------------------------------------

/// Whether a link costs less than open ground between its ends might.
static bool link_layer_is_shortcut(const way_map *map, const wayi_layer *layer,
                                   const way_map_link *link)
{
    const int64_t from_y = wayi_map_row(map, link->from);
    const int64_t to_y = wayi_map_row(map, link->to);
    const int64_t dx = (link->to - to_y * map->width) - (link->from - from_y * map->width);
    return wayi_map_floor(map, (uint32_t)from_y) != wayi_map_floor(map, (uint32_t)to_y) ||
           link->cost < wayi_map_plain_distance(map, dx, to_y - from_y) * layer->min_weight;
}

/// Counts again what depends on costs and weights, but for one link [none = of all].
static void link_layer_weigh(const way_map *map, const wayi_layer *layer, uint32_t without)
{
    wayi_links *links = layer->links;
    links->shortcuts = 0;
    links->cheapest = WAY_COST_MAX;
    for (uint32_t i = 0; i < map->links->count; i++) {
        const uint32_t id = map->links->order[WAYI_LINK_FROM][i];
        const way_map_link *link = &map->links->items[id];
        if (id != without && wayi_link_concerns(link, layer)) {
            links->shortcuts += link_layer_is_shortcut(map, layer, link);
            links->cheapest = link->cost < links->cheapest ? link->cost : links->cheapest;
        }
    }
}

void wayi_links_weigh(const way_map *map, const wayi_layer *layer)
{
    link_layer_weigh(map, layer, WAYI_LINK_NONE);
}

void wayi_links_add(const way_map *map, wayi_layer *layer, uint32_t id)
{
    wayi_links *links = layer->links;
    const way_map_link *link = &map->links->items[id];
    wayi_link_state *state = &links->states[id];
    links->count++;
    links->shortcuts += link_layer_is_shortcut(map, layer, link);
    links->cheapest = link->cost < links->cheapest ? link->cost : links->cheapest;
    *state = (wayi_link_state){.ends = {link_layer_component(map, layer, id, WAYI_LINK_FROM),
                                        link_layer_component(map, layer, id, WAYI_LINK_TO)},
                               .nodes = {WAYI_LINK_NONE, WAYI_LINK_NONE},
                               .stale = WAYI_LINK_NONE};
    link_layer_join(links, id);
}

void wayi_links_drop(const way_map *map, wayi_layer *layer, uint32_t id)
{
    wayi_links *links = layer->links;
    const way_map_link *link = &map->links->items[id];
    link_layer_part(links, id);
    links->count--;
    links->shortcuts -= link_layer_is_shortcut(map, layer, link);
    if (link->cost == links->cheapest) {
        link_layer_weigh(map, layer, id);
    }
}

// Steps -------------------------------------------------------------------------------------------

static bool link_layer_stands(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return wayi_layer_has(map, layer, cell - y * map->width, y);
}

/// Writes the links of a cell, the cheapest of those between the same cells; returns how many.
static uint32_t link_layer_collect(const way_map *map, const wayi_layer *layer, way_cell cell,
                                   bool back, wayi_link *out)
{
    const wayi_link_table *table = map->links;
    const wayi_link_end end = back ? WAYI_LINK_TO : WAYI_LINK_FROM;
    uint32_t count = 0;
    for (uint32_t place = wayi_links_find(table, end, cell); place < table->count; place++) {
        const way_map_link *link = &table->items[table->order[end][place]];
        if ((back ? link->to : link->from) != cell) {
            break;
        }
        if (!wayi_link_concerns(link, layer)) {
            continue;
        }
        const bool again =
            count > 0 && out[count - 1].from == link->from && out[count - 1].to == link->to;
        count += !again;
        if (!again || link->cost < out[count - 1].cost) {
            out[count - 1] = (wayi_link){link->from, link->to, link->cost};
        }
    }
    return count;
}

uint32_t wayi_links_list(const way_map *map, const wayi_layer *layer, way_cell cell, bool back,
                         wayi_link *out)
{
    if (!wayi_links_near(map, cell) || !link_layer_stands(map, layer, cell)) {
        return 0;
    }
    const uint32_t count = link_layer_collect(map, layer, cell, back, out);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (link_layer_stands(map, layer, back ? out[i].from : out[i].to)) {
            out[kept++] = out[i];
        }
    }
    return kept;
}

way_cell wayi_links_partner(const way_map *map, const wayi_layer *layer, way_cell cell,
                            uint32_t index)
{
    for (uint32_t back = 0; back < 2 && wayi_links_near(map, cell); back++) {
        wayi_link links[WAY_MAP_CELL_LINKS_MAX];
        const uint32_t count = link_layer_collect(map, layer, cell, back, links);
        if (index < count) {
            return back ? links[index].from : links[index].to;
        }
        index -= count;
    }
    return WAY_CELL_NONE;
}

way_cost wayi_links_cost(const way_map *map, const wayi_layer *layer, way_cell from, way_cell to)
{
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = link_layer_collect(map, layer, from, false, links);
    for (uint32_t i = 0; i < count; i++) {
        if (links[i].to == to) {
            return links[i].cost;
        }
    }
    return WAY_COST_MAX;
}

/// Whether a link leads from one cell to another, but not back at the same cost.
static bool link_layer_is_uneven(const way_map *map, const wayi_layer *layer, way_cell from,
                                 way_cell to)
{
    const way_cost cost = wayi_links_cost(map, layer, from, to);
    return cost != WAY_COST_MAX && cost != wayi_links_cost(map, layer, to, from);
}

uint32_t wayi_links_uneven(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b)
{
    return (uint32_t)link_layer_is_uneven(map, layer, a, b) +
           (uint32_t)link_layer_is_uneven(map, layer, b, a);
}

bool wayi_links_join_layer(const way_map *map, wayi_layer *layer)
{
    for (uint32_t i = 0; i < way_map_link_count(map); i++) {
        const uint32_t id = map->links->order[WAYI_LINK_FROM][i];
        const way_map_link *link = &map->links->items[id];
        if (!wayi_link_concerns(link, layer)) {
            continue;
        }
        if (!wayi_links_reserve(map, layer, map->links->room)) {
            return false;
        }
        wayi_links_add(map, layer, id);
        const way_map_link before = way_map_link_at(map, i - 1); // nowhere before the first
        const bool again = before.from == link->from && before.to == link->to &&
                           wayi_link_concerns(&before, layer);
        layer->links->uneven += !again && link_layer_is_uneven(map, layer, link->from, link->to);
    }
    return true;
}

// Estimates ---------------------------------------------------------------------------------------

/// How far a place is from the nearest in a range.
static int64_t link_layer_gap(int64_t place, int64_t first, int64_t last)
{
    return place < first ? first - place : place > last ? place - last : 0;
}

uint64_t wayi_links_distance(const way_map *map, const wayi_layer *layer, way_cell cell,
                             wayi_link_end end)
{
    const wayi_link_table *table = map->links;
    const int64_t y = wayi_map_row(map, cell);
    const int64_t x = cell - y * map->width;
    const uint32_t floor = wayi_map_floor(map, (uint32_t)y);
    const bool between = wayi_map_divides(map, (uint32_t)y); // it may be left to both sides
    uint64_t best = UINT32_MAX;
    for (uint32_t i = 0; i < WAYI_LINK_TILES * WAYI_LINK_TILES; i++) {
        const wayi_link_tile *tile = &table->tiles[end][i];
        if (tile->first == WAYI_LINK_NONE) {
            continue;
        }
        const int64_t dx = link_layer_gap(x, tile->left, tile->right);
        const int64_t dy = link_layer_gap(y, tile->top, tile->bottom);
        // No metric of ours is below the longer axis times the cardinal cost.
        if ((uint64_t)(dx > dy ? dx : dy) * map->costs.cardinal >= best) {
            continue;
        }
        for (uint32_t id = tile->first; id != WAYI_LINK_NONE; id = table->chains[end][id]) {
            const way_map_link *link = &table->items[id];
            const way_cell other = end == WAYI_LINK_FROM ? link->from : link->to;
            const int64_t row = wayi_map_row(map, other);
            if (!wayi_link_concerns(link, layer) ||
                (!between && wayi_map_floor(map, (uint32_t)row) != floor)) {
                continue;
            }
            const int64_t across = other - row * map->width - x;
            // From the cell to an origin, from a target to the cell.
            const uint64_t distance = end == WAYI_LINK_FROM
                                          ? wayi_map_plain_distance(map, across, row - y)
                                          : wayi_map_plain_distance(map, -across, y - row);
            best = distance < best ? distance : best;
        }
    }
    return best;
}

uint64_t wayi_links_detour(const way_map *map, const wayi_layer *layer, way_cell from, way_cell to)
{
    return (wayi_links_distance(map, layer, from, WAYI_LINK_FROM) +
            wayi_links_distance(map, layer, to, WAYI_LINK_TO)) *
               layer->min_weight +
           layer->links->cheapest;
}

// Reachability ------------------------------------------------------------------------------------

bool wayi_links_follow(const wayi_links *links, const uint32_t *numbers, uint32_t count,
                       uint32_t goal, wayi_links_reach *out)
{
    uint16_t queue[2 * WAY_MAP_LINKS_MAX];
    uint32_t queued = 0;
    const uint32_t end = goal == WAY_CELL_NONE ? WAYI_LINK_NONE : link_layer_node(links, goal);
    memset(out, 0, sizeof *out);
    if (goal != WAY_CELL_NONE && end == WAYI_LINK_NONE) {
        return false; // no link ends there
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t node = link_layer_node(links, numbers[i]);
        if (node != WAYI_LINK_NONE && !wayi_links_has_bit(out->nodes, node)) {
            out->nodes[node >> 6] |= UINT64_C(1) << (node & 63u);
            queue[queued++] = (uint16_t)node;
        }
    }
    for (uint32_t next = 0; next < queued; next++) {
        for (uint32_t id = links->nodes[queue[next]].first; id != WAYI_LINK_NONE;
             id = links->states[id].next) {
            const uint32_t node = links->states[id].nodes[WAYI_LINK_TO];
            if (node == end) {
                return true;
            }
            if (!wayi_links_has_bit(out->nodes, node)) {
                out->nodes[node >> 6] |= UINT64_C(1) << (node & 63u);
                queue[queued++] = (uint16_t)node;
            }
        }
    }
    return false;
}

bool wayi_links_reached(const wayi_links *links, const wayi_links_reach *reach, uint32_t number)
{
    const uint32_t node = link_layer_node(links, number);
    return node != WAYI_LINK_NONE && wayi_links_has_bit(reach->nodes, node);
}
