// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/leg.h"

#include "search/frame/observer.h"

#include <string.h>

/// Room on the open list for each cell of a side: the front of a search is a line.
#define LEG_OPEN 8u

void wayi_leg_init(wayi_leg *leg, uint32_t limit, way_stats *stats, way_observer *observer,
                   const way_allocator *allocator)
{
    *leg =
        (wayi_leg){.limit = limit, .stats = stats, .observer = observer, .allocator = *allocator};
    wayi_heap_init(&leg->heap, allocator);
}

void wayi_leg_fini(wayi_leg *leg)
{
    wayi_free(&leg->allocator, leg->costs, leg->capacity, sizeof *leg->costs);
    wayi_free(&leg->allocator, leg->toward, leg->capacity, sizeof *leg->toward);
    wayi_heap_fini(&leg->heap);
    leg->costs = NULL;
    leg->toward = NULL;
    leg->capacity = 0;
}

size_t wayi_leg_bytes(const wayi_leg *leg)
{
    return leg->capacity * (sizeof *leg->costs + sizeof *leg->toward) +
           leg->heap.capacity * sizeof *leg->heap.items;
}

bool wayi_leg_reserve(wayi_leg *leg, uint32_t side)
{
    const uint32_t cells = side * side;
    if (leg->capacity >= cells) {
        return true;
    }
    way_cost *costs = wayi_alloc(&leg->allocator, cells, sizeof *costs);
    uint8_t *toward = wayi_alloc(&leg->allocator, cells, sizeof *toward);
    if (!costs || !toward || !wayi_heap_reserve(&leg->heap, side * LEG_OPEN)) {
        wayi_free(&leg->allocator, costs, cells, sizeof *costs);
        wayi_free(&leg->allocator, toward, cells, sizeof *toward);
        return false;
    }
    wayi_free(&leg->allocator, leg->costs, leg->capacity, sizeof *leg->costs);
    wayi_free(&leg->allocator, leg->toward, leg->capacity, sizeof *leg->toward);
    leg->costs = costs;
    leg->toward = toward;
    leg->capacity = cells;
    return true;
}

static uint32_t leg_index(const wayi_leg *leg, const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    return (y - leg->rect.y) * leg->rect.width + (cell - y * map->width - leg->rect.x);
}

/// Puts a cell on the open list; of equal f the one farther from the end comes first.
static bool leg_open(wayi_leg *leg, const wayi_grid *grid, way_cell cell, way_cost cost)
{
    const uint64_t f = way_cost_add(cost, wayi_grid_distance(grid, cell, leg->from));
    return wayi_heap_push(&leg->heap, (wayi_heap_item){f << 32 | ~cost, cell, cost});
}

bool wayi_leg_begin(wayi_leg *leg, const wayi_grid *grid, way_rect rect, way_cell from, way_cell to)
{
    leg->rect = rect;
    leg->from = from;
    leg->to = to;
    leg->full = leg->limit && leg->touched >= leg->limit;
    if (leg->full) {
        return false;
    }
    leg->touched++;
    memset(leg->costs, 0xff, (size_t)rect.width * rect.height * sizeof *leg->costs);
    wayi_heap_clear(&leg->heap);
    const uint32_t index = leg_index(leg, grid->map, to);
    leg->costs[index] = 0;
    leg->toward[index] = WAYI_DIRECTIONS;
    return leg_open(leg, grid, to, 0);
}

static bool leg_is_inside(const wayi_leg *leg, uint32_t x, uint32_t y)
{
    return x - leg->rect.x < leg->rect.width && y - leg->rect.y < leg->rect.height;
}

/// Gives the neighbours of a cell their way; false at the limit.
static bool leg_expand(wayi_leg *leg, const wayi_grid *grid, way_cell cell, way_cost cost)
{
    const way_map *map = grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    uint32_t moves = map->moves[wayi_layer_around(map, grid->layer, x, y)];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        if (!leg_is_inside(leg, (uint32_t)((int32_t)x + wayi_direction_x[direction]),
                           (uint32_t)((int32_t)y + wayi_direction_y[direction]))) {
            continue;
        }
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const uint32_t index = leg_index(leg, map, to);
        const way_cost better = way_cost_add(cost, map->steps[direction]);
        if (better >= leg->costs[index]) {
            continue;
        }
        const bool fresh = leg->costs[index] == WAY_COST_MAX;
        if ((fresh && leg->limit && leg->touched >= leg->limit) ||
            !leg_open(leg, grid, to, better)) {
            return false;
        }
        leg->touched += fresh;
        leg->costs[index] = better;
        leg->toward[index] = (uint8_t)wayi_direction_opposite(direction);
        leg->stats->generations++;
        leg->stats->heap_pushes++;
        if (leg->observer) {
            wayi_observer_write(leg->observer,
                                (way_event){WAY_EVENT_GENERATE, to, cell, better, better});
        }
    }
    return true;
}

wayi_leg_state wayi_leg_run(wayi_leg *leg, const wayi_grid *grid, uint32_t *budget)
{
    while (*budget > 0) {
        if (leg->full || leg->heap.count == 0) {
            return WAYI_LEG_NONE;
        }
        const wayi_heap_item item = wayi_heap_pop(&leg->heap);
        leg->stats->heap_pops++;
        if (item.slot != leg->costs[leg_index(leg, grid->map, item.id)]) {
            continue;
        }
        if (item.id == leg->from) {
            return WAYI_LEG_FOUND;
        }
        --*budget;
        leg->stats->expansions++;
        if (leg->observer) {
            wayi_observer_write(leg->observer,
                                (way_event){WAY_EVENT_EXPAND, item.id, WAY_STATE_NONE, item.slot,
                                            (way_cost)(item.key >> 32)});
        }
        if (!leg_expand(leg, grid, item.id, item.slot)) {
            leg->full = true;
            return WAYI_LEG_NONE;
        }
    }
    return WAYI_LEG_SEARCHING;
}

uint32_t wayi_leg_direction(const wayi_leg *leg, const way_map *map, way_cell cell)
{
    return leg->toward[leg_index(leg, map, cell)];
}

void wayi_leg_lay(wayi_leg *leg, const way_map *map, way_cell cell, uint32_t direction)
{
    leg->toward[leg_index(leg, map, cell)] = (uint8_t)direction;
}
