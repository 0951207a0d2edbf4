// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Estimates to one cell over ground with links: the exact distance in a world without walls, but
// with floors and links. Let D(a, b) be the open distance between cells of one floor, none between
// floors. With V(i) = cost(i) + h(target of i), found by Dijkstra's search over the links from the
// goal back,
//
//     h(x) = min(D(x, goal), min over links i of D(x, origin of i) + V(i)).
//
// Each term is a distance to a fixed cell and a constant, so a step changes it by no more than it
// costs; and h(origin of i) <= V(i), so no link gains more than it costs: the estimate is
// consistent. Of the links most are never the least, since another origin, or the goal, is on the
// way to theirs: only the others are kept, floor by floor.
#pragma once

#include "core/heap.h"
#include "map/links/links.h"

/// Where an estimate leads: a cell, or the nearest of a rectangle, and what is left from there.
typedef struct wayi_aim {
    int32_t left, top, right, bottom; ///< last cells included
    uint32_t floor;
    uint32_t rest;
} wayi_aim;

typedef struct wayi_aims {
    const way_map *map;
    const wayi_layer *layer;
    way_cell goal;       ///< WAY_CELL_NONE: not made yet
    uint32_t generation; ///< of the links when they were made
    uint32_t scale;      ///< the least weight then
    uint32_t farthest;   ///< no estimate of a cell that can reach the goal is more
    wayi_aim *items;     ///< by floor, of each that with the least rest first
    uint32_t count, room;
    uint32_t *firsts; ///< of each floor, and one more
    uint32_t floor_room;
    struct wayi_aim_link *links; ///< scratch: by place in the order of the table
    uint32_t link_room;
    wayi_heap heap; ///< scratch
    way_allocator allocator;
} wayi_aims;

void wayi_aims_init(wayi_aims *aims, const way_allocator *allocator);
void wayi_aims_fini(wayi_aims *aims);

/// Whether they tell of a goal, and of links and weights as they are.
static inline bool wayi_aims_are_for(const wayi_aims *aims, const way_map *map,
                                     const wayi_layer *layer, way_cell goal)
{
    return aims->goal == goal && aims->layer == layer && aims->map == map &&
           aims->generation == map->link_generation && aims->scale == layer->min_weight;
}

/// Makes them for a goal on a layer with links; false without memory.
bool wayi_aims_make(wayi_aims *aims, const way_map *map, const wayi_layer *layer, way_cell goal);

/// How far a place is from the nearest in a range, with a sign.
static inline int32_t wayi_aims_gap(int32_t place, int32_t first, int32_t last)
{
    return place < first ? place - first : place > last ? place - last : 0;
}

/// The estimate of the cell at (x, y); WAY_COST_MAX if no link leads on from its floor.
static inline way_cost wayi_aims_distance(const wayi_aims *aims, uint32_t x, uint32_t y)
{
    const way_map *map = aims->map;
    const uint32_t floor = wayi_map_floor(map, y);
    const bool between = wayi_map_divides(map, y); // it may be left to both sides
    const wayi_aim *end = aims->items + (between ? aims->count : aims->firsts[floor + 1]);
    uint64_t best = WAY_COST_MAX;
    const wayi_aim *aim = aims->items + (between ? 0 : aims->firsts[floor]);
    for (; aim < end && (between || aim->rest < best); aim++) {
        const int32_t dx = wayi_aims_gap((int32_t)x, aim->left, aim->right);
        const int32_t dy = wayi_aims_gap((int32_t)y, aim->top, aim->bottom);
        const uint64_t over = wayi_map_plain_distance(map, dx, dy) * aims->scale + aim->rest;
        best = over < best ? over : best;
    }
    return (way_cost)best;
}

/// The same for a cell.
static inline way_cost wayi_aims_cell_distance(const wayi_aims *aims, way_cell cell)
{
    const uint32_t y = wayi_map_row(aims->map, cell);
    return wayi_aims_distance(aims, cell - y * aims->map->width, y);
}
