// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rooms in the pools of a pyramid. They have a multiple of a few places, so that there are not too
// many sizes, and free ones are kept in a list for each size. Who needs a room takes a free one of
// the next sizes, so pools stay within a small factor of what is in use, however many edits there
// are.
#include "search/hierarchical/pyramid.h"

#define PYRAMID_NODE_UNIT 4u
#define PYRAMID_EDGE_UNIT 8u
/// Up to so many units there is a list for each size; then two for each doubling.
#define PYRAMID_ROOMS_FINE 32u

/// The size of the rooms of a list, in units.
static uint32_t pyramid_rooms_size(uint32_t list)
{
    if (list < PYRAMID_ROOMS_FINE) {
        return list + 1;
    }
    const uint32_t coarse = list - PYRAMID_ROOMS_FINE;
    return PYRAMID_ROOMS_FINE / 2 * (3 + coarse % 2) << coarse / 2;
}

/// The list of the smallest rooms for so many units; ROOMS if there is none.
static uint32_t pyramid_rooms_list(uint32_t units)
{
    uint32_t list = units <= PYRAMID_ROOMS_FINE ? units - 1 : PYRAMID_ROOMS_FINE;
    while (list < WAYI_PYRAMID_ROOMS && pyramid_rooms_size(list) < units) {
        list++;
    }
    return list;
}

static uint32_t pyramid_rooms_round(uint32_t count, uint32_t unit)
{
    if (count == 0) {
        return 0;
    }
    const uint32_t units = (count - 1) / unit + 1;
    const uint32_t list = pyramid_rooms_list(units);
    return (list < WAYI_PYRAMID_ROOMS ? pyramid_rooms_size(list) : units) * unit;
}

uint32_t wayi_pyramid_node_room(uint32_t count)
{
    return pyramid_rooms_round(count, PYRAMID_NODE_UNIT);
}

uint32_t wayi_pyramid_edge_room(uint32_t count)
{
    return pyramid_rooms_round(count, PYRAMID_EDGE_UNIT);
}

/// Where a free room is kept: the list of the largest size that fits into it; ROOMS if none does.
static uint32_t pyramid_rooms_home(uint32_t units)
{
    if (units == 0) {
        return WAYI_PYRAMID_ROOMS;
    }
    const uint32_t list = pyramid_rooms_list(units);
    return list < WAYI_PYRAMID_ROOMS && pyramid_rooms_size(list) == units ? list : list - 1;
}

/// The first list with a free room of a size that will do, or ROOMS.
static uint32_t pyramid_rooms_find(const uint32_t *heads, uint32_t list)
{
    const uint32_t end = list + 3 < WAYI_PYRAMID_ROOMS ? list + 3 : WAYI_PYRAMID_ROOMS;
    while (list < end && heads[list] == WAYI_PYRAMID_NONE) {
        list++;
    }
    return list < end ? list : WAYI_PYRAMID_ROOMS;
}

way_status wayi_pyramid_take_nodes(wayi_pyramid *pyramid, wayi_pyramid_level *level, uint32_t count,
                                   uint32_t *first, uint32_t *got)
{
    *first = *got = 0;
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    const uint32_t room = wayi_pyramid_node_room(count);
    const uint32_t found =
        pyramid_rooms_find(level->node_rooms, pyramid_rooms_list(room / PYRAMID_NODE_UNIT));
    if (found < WAYI_PYRAMID_ROOMS) {
        *first = level->node_rooms[found];
        *got = pyramid_rooms_size(found) * PYRAMID_NODE_UNIT;
        level->node_rooms[found] = level->nodes[*first].parent;
        return WAY_STATUS_OK;
    }
    if (room > UINT32_MAX - 1 - level->node_count ||
        !wayi_grow_little(&pyramid->allocator, (void **)&level->nodes, &level->node_capacity,
                          level->node_count + room, sizeof *level->nodes)) {
        return WAY_STATUS_NO_MEMORY;
    }
    *first = level->node_count;
    *got = room;
    level->node_count += room;
    return WAY_STATUS_OK;
}

way_status wayi_pyramid_take_edges(wayi_pyramid *pyramid, wayi_pyramid_level *level, uint32_t count,
                                   uint32_t *first, uint32_t *got)
{
    *first = *got = 0;
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    const uint32_t room = wayi_pyramid_edge_room(count);
    const uint32_t found =
        pyramid_rooms_find(level->edge_rooms, pyramid_rooms_list(room / PYRAMID_EDGE_UNIT));
    if (found < WAYI_PYRAMID_ROOMS) {
        *first = level->edge_rooms[found];
        *got = pyramid_rooms_size(found) * PYRAMID_EDGE_UNIT;
        level->edge_rooms[found] = level->edges[*first].to;
        return WAY_STATUS_OK;
    }
    if (room > UINT32_MAX - 1 - level->edge_count ||
        !wayi_grow_little(&pyramid->allocator, (void **)&level->edges, &level->edge_capacity,
                          level->edge_count + room, sizeof *level->edges)) {
        return WAY_STATUS_NO_MEMORY;
    }
    *first = level->edge_count;
    *got = room;
    level->edge_count += room;
    return WAY_STATUS_OK;
}

void wayi_pyramid_free_nodes(wayi_pyramid_level *level, uint32_t first, uint32_t room)
{
    const uint32_t list = pyramid_rooms_home(room / PYRAMID_NODE_UNIT);
    if (list < WAYI_PYRAMID_ROOMS) {
        uint32_t *head = &level->node_rooms[list];
        // Nobody's node: without cells.
        level->nodes[first] = (wayi_pyramid_node){.parent = *head};
        *head = first;
    }
}

void wayi_pyramid_free_edges(wayi_pyramid_level *level, uint32_t first, uint32_t room)
{
    const uint32_t list = pyramid_rooms_home(room / PYRAMID_EDGE_UNIT);
    if (list < WAYI_PYRAMID_ROOMS) {
        uint32_t *head = &level->edge_rooms[list];
        level->edges[first].to = *head;
        *head = first;
    }
}
