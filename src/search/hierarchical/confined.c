// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/confined.h"

#include "search/observer.h"

#include <string.h>

/// Directions that lead out of a rectangle at each of its sides, by cardinal direction.
static const uint8_t confined_outward[4] = {
    [WAYI_NORTH] = 1u << WAYI_NORTH | 1u << WAYI_NORTH_EAST | 1u << WAYI_NORTH_WEST,
    [WAYI_EAST] = 1u << WAYI_EAST | 1u << WAYI_NORTH_EAST | 1u << WAYI_SOUTH_EAST,
    [WAYI_SOUTH] = 1u << WAYI_SOUTH | 1u << WAYI_SOUTH_EAST | 1u << WAYI_SOUTH_WEST,
    [WAYI_WEST] = 1u << WAYI_WEST | 1u << WAYI_NORTH_WEST | 1u << WAYI_SOUTH_WEST,
};

bool wayi_confined_init(wayi_confined *local, const wayi_confined_config *config,
                        const way_allocator *allocator)
{
    *local = (wayi_confined){.grid = config->grid,
                             .area = config->area,
                             .limit = config->limit ? config->limit : UINT32_MAX,
                             .stats = config->stats,
                             .observer = config->observer,
                             .allocator = *allocator};
    wayi_heap_init(&local->heap, allocator);
    local->costs = wayi_alloc(allocator, config->area, sizeof *local->costs);
    local->steps = wayi_alloc(allocator, config->area, sizeof *local->steps);
    return local->costs && local->steps;
}

void wayi_confined_fini(wayi_confined *local)
{
    if (!local->area) {
        return; // never begun
    }
    wayi_free(&local->allocator, local->costs, local->area, sizeof *local->costs);
    wayi_free(&local->allocator, local->steps, local->area, sizeof *local->steps);
    wayi_heap_fini(&local->heap);
    local->area = 0;
}

size_t wayi_confined_bytes(const wayi_confined *local)
{
    return local->area * (sizeof *local->costs + sizeof *local->steps) +
           local->heap.capacity * sizeof *local->heap.items;
}

static void confined_tell(const wayi_confined *local, way_event_kind kind, way_cell cell,
                          way_cell from, way_cost g)
{
    const way_cost h =
        local->aim == WAY_CELL_NONE ? 0 : wayi_grid_distance(local->grid->map, cell, local->aim);
    wayi_observer_write(local->observer, (way_event){kind, cell, from, g, way_cost_add(g, h)});
}

/// Remembers a way to a cell; false without room.
static bool confined_push(wayi_confined *local, way_cell cell, uint32_t place, uint32_t direction,
                          way_cost g)
{
    if (local->costs[place] == WAY_COST_MAX && local->touched++ >= local->limit) {
        return false;
    }
    local->costs[place] = g;
    local->steps[place] = (uint8_t)direction;
    const uint64_t h =
        local->aim == WAY_CELL_NONE ? 0 : wayi_grid_distance(local->grid->map, cell, local->aim);
    const wayi_heap_item item = {((uint64_t)g + h) << 32 | (UINT32_MAX - g), cell, place};
    local->stats->heap_pushes++;
    return wayi_heap_push(&local->heap, item);
}

bool wayi_confined_begin(wayi_confined *local, way_rect rect, way_cell source, way_cell aim)
{
    local->rect = rect;
    local->source = source;
    local->aim = aim;
    local->touched = 0;
    wayi_heap_clear(&local->heap);
    memset(local->costs, 0xff, (size_t)rect.width * rect.height * sizeof *local->costs);
    return confined_push(local, source, wayi_confined_place(local, source), WAYI_DIRECTIONS, 0);
}

bool wayi_confined_add(wayi_confined *local, way_cell source)
{
    const uint32_t place = wayi_confined_place(local, source);
    return local->costs[place] == 0 || confined_push(local, source, place, WAYI_DIRECTIONS, 0);
}

/// The directions that stay in the rectangle.
static uint32_t confined_inward(const wayi_confined *local, uint32_t place)
{
    const uint32_t y = place / local->rect.width;
    const uint32_t x = place - y * local->rect.width;
    uint32_t outward = 0;
    outward |= y == 0 ? confined_outward[WAYI_NORTH] : 0u;
    outward |= x == 0 ? confined_outward[WAYI_WEST] : 0u;
    outward |= y + 1 == local->rect.height ? confined_outward[WAYI_SOUTH] : 0u;
    outward |= x + 1 == local->rect.width ? confined_outward[WAYI_EAST] : 0u;
    return ~outward;
}

static bool confined_expand(wayi_confined *local, way_cell cell, uint32_t place)
{
    const way_map *map = local->grid->map;
    const way_cost g = local->costs[place];
    if (local->observer) {
        const uint32_t direction = local->steps[place];
        const way_cell from =
            direction == WAYI_DIRECTIONS ? WAY_CELL_NONE : cell - (uint32_t)map->offsets[direction];
        confined_tell(local, WAY_EVENT_EXPAND, cell, from, g);
    }
    local->stats->expansions++;
    // Over uniform ground the cell before has served the others.
    const uint32_t arrival = map->weights ? WAYI_DIRECTIONS : local->steps[place];
    const uint32_t around = local->grid->layer->around[cell];
    uint32_t moves = map->onward[arrival][around] & confined_inward(local, place);
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const uint32_t next =
            place + (uint32_t)(wayi_direction_y[direction] * (int32_t)local->rect.width +
                               wayi_direction_x[direction]);
        const way_cost cost = way_cost_add(g, wayi_map_step(map, cell, to, direction));
        if (cost >= local->costs[next]) {
            continue;
        }
        if (!confined_push(local, to, next, direction, cost)) {
            return false;
        }
        local->stats->generations++;
        if (local->observer) {
            confined_tell(local, WAY_EVENT_GENERATE, to, cell, cost);
        }
    }
    return true;
}

way_outcome wayi_confined_step(wayi_confined *local, uint32_t *budget)
{
    while (local->heap.count) {
        const wayi_heap_item top = local->heap.items[0];
        if (local->costs[top.slot] != UINT32_MAX - (uint32_t)top.key) {
            wayi_heap_pop(&local->heap);
            local->stats->heap_pops++;
            continue;
        }
        if (top.id == local->aim) {
            return WAY_OUTCOME_ARRIVED;
        }
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        --*budget;
        wayi_heap_pop(&local->heap);
        local->stats->heap_pops++;
        if (!confined_expand(local, top.id, top.slot)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

bool wayi_confined_trace_back(const wayi_confined *local, way_cell cell, wayi_path_buffer *path)
{
    const way_map *map = local->grid->map;
    while (cell != local->source) {
        cell -= (uint32_t)map->offsets[local->steps[wayi_confined_place(local, cell)]];
        if (!wayi_path_buffer_push(path, cell)) {
            return false;
        }
    }
    return true;
}

bool wayi_confined_trace(const wayi_confined *local, way_cell cell, wayi_path_buffer *path)
{
    if (cell == local->source) {
        return true;
    }
    const uint32_t first = path->count;
    if (!wayi_path_buffer_push(path, cell) || !wayi_confined_trace_back(local, cell, path)) {
        return false;
    }
    path->count--; // the source
    wayi_path_buffer_reverse(path, first);
    return true;
}
