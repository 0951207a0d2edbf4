// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links that a team believes in: those of which it has seen both ends. Where it looks at an end, it
// finds out which are new there and which are gone.
#include "map/belief/belief.h"
#include "map/links/links.h"

static bool belief_marked(const way_belief *belief, way_cell cell)
{
    const way_map *map = belief->truth;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width + 1;
    return belief->glance.seen[(size_t)y * map->row_words + (x >> 6)] >> (x & 63u) & 1u;
}

/// Whether a map has a link, one way, at the same cost.
static bool belief_linked(const way_map *map, const way_map_link *link)
{
    const wayi_link_table *table = map->links;
    for (uint32_t i = table ? wayi_links_find(table, WAYI_LINK_FROM, link->from) : 0;
         table && i < table->count; i++) {
        const way_map_link *other = &table->items[table->order[WAYI_LINK_FROM][i]];
        if (other->from != link->from) {
            return false;
        }
        if (other->to == link->to && other->cost == link->cost && other->profile == link->profile) {
            return true;
        }
    }
    return false;
}

static bool belief_knows(const way_belief *belief, way_cell cell)
{
    return belief->seen[cell] != WAY_BELIEF_NEVER;
}

/// Whether a team learns that a link is there: it has seen both ends, and has the profile.
static bool belief_finds(const way_belief *belief, const way_map_link *link)
{
    return (!link->profile || wayi_map_layer(belief->truth, link->profile)) &&
           (belief_knows(belief, link->from) || belief_marked(belief, link->from)) &&
           (belief_knows(belief, link->to) || belief_marked(belief, link->to));
}

/// Whether it learns that one is gone: from the truth, or from a team that has seen both ends.
static bool belief_misses(const way_belief *from, const way_map_link *link)
{
    return !from || (belief_knows(from, link->from) && belief_knows(from, link->to));
}

/// Notes the links at marked cells that one of two maps has and the other has not: those to be
/// found, or to be missed. False without memory.
static bool belief_list(way_belief *belief, const way_map *map, const way_map *other,
                        wayi_belief_box box, const way_belief *from)
{
    const wayi_link_table *table = map->links;
    const bool gone = map == belief->map;
    for (uint32_t end = 0; table && end < WAYI_LINK_ENDS; end++) {
        for (uint32_t place = wayi_links_find(table, end, box.top * map->width);
             place < table->count; place++) {
            const way_map_link *link = &table->items[table->order[end][place]];
            const way_cell cell = end == WAYI_LINK_FROM ? link->from : link->to;
            if (cell / map->width >= box.bottom) {
                break;
            }
            if (!belief_marked(belief, cell) ||
                (end == WAYI_LINK_TO && belief_marked(belief, link->from)) || // is listed
                !(gone ? belief_misses(from, link) : belief_finds(belief, link)) ||
                belief_linked(other, link)) {
                continue;
            }
            void *links = belief->links;
            if (!wayi_grow(&belief->allocator, &links, &belief->link_capacity,
                           belief->link_count + 1, sizeof *belief->links)) {
                return false;
            }
            belief->links = links;
            belief->links[belief->link_count++] = *link;
        }
    }
    return true;
}

bool wayi_belief_list_links(way_belief *belief, const way_map *source, wayi_belief_box box,
                            const way_belief *from)
{
    belief->link_count = 0;
    bool fits = belief_list(belief, belief->map, source, box, from);
    belief->gone_count = belief->link_count;
    return fits && belief_list(belief, source, belief->map, box, from);
}

way_status wayi_belief_apply_links(way_belief *belief)
{
    way_status status = way_map_remove_links(belief->map, belief->links, belief->gone_count);
    for (uint32_t i = belief->gone_count; i < belief->link_count && status == WAY_STATUS_OK; i++) {
        status = way_map_add_links(belief->map, &belief->links[i], 1);
        // As many as may be are believed to be there: the others are gone when that is seen.
        status = status == WAY_STATUS_TOO_LARGE ? WAY_STATUS_OK : status;
    }
    return status;
}
