// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/confined.h"

#include "search/trip/observer.h"

#include <string.h>

bool wayi_confined_init(wayi_confined *local, const wayi_confined_config *config,
                        const way_allocator *allocator)
{
    *local = (wayi_confined){.grid = config->grid,
                             .area = config->area,
                             .limit = config->limit ? config->limit : UINT32_MAX,
                             .stats = config->stats,
                             .observer = config->observer,
                             .allocator = *allocator};
    wayi_open_init(&local->open, WAYI_OPEN_HEAP4, allocator);
    local->costs = wayi_alloc(allocator, config->area, sizeof *local->costs);
    local->steps = wayi_alloc(allocator, config->area, sizeof *local->steps);
    return local->costs && local->steps;
}

void wayi_confined_fini(wayi_confined *local)
{
    if (!local->area) {
        return; // never begun
    }
    WAYI_FREE(&local->allocator, local->costs, local->area);
    WAYI_FREE(&local->allocator, local->steps, local->area);
    wayi_open_fini(&local->open);
    local->area = 0;
}

static void confined_tell(const wayi_confined *local, way_event_kind kind, way_cell cell,
                          way_cell from, way_cost g)
{
    const way_cost h =
        local->aim == WAY_CELL_NONE ? 0 : wayi_grid_distance(local->grid, cell, local->aim);
    wayi_observer_write(local->observer, (way_event){kind, cell, from, g, way_cost_add(g, h)});
}

/// Remembers a way to a cell; false without room. `h` is what is left at least.
static bool confined_push(wayi_confined *local, wayi_heap_item item, uint32_t direction, way_cost g,
                          way_cost h)
{
    const uint64_t pull = local->weight ? (uint64_t)h * local->weight / 1000u : h;
    if (local->costs[item.slot] == WAY_COST_MAX && local->touched++ >= local->limit) {
        return false;
    }
    local->costs[item.slot] = g;
    local->steps[item.slot] = (uint8_t)direction;
    local->stats->heap_pushes++;
    const uint64_t f = g + pull;
    item.key = (f < UINT32_MAX ? f : UINT32_MAX) << 32 | (UINT32_MAX - g);
    return wayi_open_push(&local->open, local->open.kind, item);
}

bool wayi_confined_add(wayi_confined *local, way_cell cell)
{
    const way_cost h =
        local->aim == WAY_CELL_NONE ? 0 : wayi_grid_distance(local->grid, cell, local->aim);
    const wayi_heap_item item = {.id = cell, .slot = wayi_confined_place(local, cell)};
    return confined_push(local, item, WAYI_DIRECTIONS, 0, h);
}

/// Steps are small numbers, even at the greatest weight, which is what buckets want, and f never
/// falls.
static wayi_open_kind confined_choose(const wayi_confined *local)
{
    return local->grid->map->costs.diagonal <= 4096 && !local->weight ? WAYI_OPEN_BUCKET
                                                                      : WAYI_OPEN_HEAP4;
}

bool wayi_confined_begin(wayi_confined *local, way_rect rect, way_cell source, way_cell aim)
{
    const way_map *map = local->grid->map;
    local->rect = rect;
    local->source = source;
    local->aim = aim;
    local->sought = WAY_CELL_NONE;
    local->aim_y = aim == WAY_CELL_NONE ? 0 : wayi_map_row(map, aim);
    local->aim_x = (int64_t)aim - local->aim_y * map->width;
    local->touched = 0;
    local->reach = WAY_COST_MAX;
    local->ends = NULL;
    wayi_open_clear(&local->open);
    local->open.kind = confined_choose(local);
    memset(local->costs, 0xff, (size_t)rect.width * rect.height * sizeof *local->costs);
    return wayi_confined_add(local, source);
}

static bool confined_expand(wayi_confined *local, way_cell cell, uint32_t place)
{
    const way_map *map = local->grid->map;
    const wayi_layer *layer = local->grid->layer;
    const way_cost g = local->costs[place];
    const uint32_t y = place / local->rect.width;
    const uint32_t x = place - y * local->rect.width;
    const int64_t ahead_x = (int64_t)(local->rect.x + x) - local->aim_x;
    const int64_t ahead_y = (int64_t)(local->rect.y + y) - local->aim_y;
    // Over uniform ground other ways serve the others, as long as they stay in the rectangle.
    const uint32_t arrival = layer->weights ? WAYI_DIRECTIONS : wayi_confined_arrival(local, place);
    const uint32_t beyond = wayi_directions_beyond(x, y, local->rect.width, local->rect.height);
    uint32_t moves = map->canonical[arrival][layer->around[cell] & ~beyond];
    local->steps[place] |= WAYI_CONFINED_CLOSED;
    local->stats->expansions++;
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const int32_t dx = wayi_direction_x[direction];
        const int32_t dy = wayi_direction_y[direction];
        const wayi_heap_item to = {.id = cell + (uint32_t)map->offsets[direction],
                                   .slot =
                                       place + (uint32_t)(dy * (int32_t)local->rect.width + dx)};
        if (local->costs[to.slot] <= g) {
            continue; // as half of them are
        }
        const way_cost cost = way_cost_add(g, wayi_map_step(map, layer, cell, to.id, direction));
        if (cost >= local->costs[to.slot] || cost > local->reach) {
            continue;
        }
        const way_cost h = local->aim == WAY_CELL_NONE
                               ? 0
                               : wayi_map_open_distance(map, layer, ahead_x + dx, ahead_y + dy);
        if (!confined_push(local, to, direction, cost, h)) {
            return false;
        }
        local->stats->generations++;
        if (local->observer) {
            confined_tell(local, WAY_EVENT_GENERATE, to.id, cell, cost);
        }
    }
    return true;
}

/// Whether a cell of the rectangle was expanded.
static bool confined_is_settled(const wayi_confined *local, way_cell cell)
{
    const uint32_t place = wayi_confined_place(local, cell);
    return local->costs[place] != WAY_COST_MAX && (local->steps[place] & WAYI_CONFINED_CLOSED);
}

way_outcome wayi_confined_step(wayi_confined *local, uint32_t *budget)
{
    const wayi_open_kind kind = local->open.kind;
    if (local->sought != WAY_CELL_NONE && confined_is_settled(local, local->sought)) {
        return WAY_OUTCOME_FOUND;
    }
    while (!wayi_open_is_empty(&local->open, kind)) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        const wayi_heap_item top = wayi_open_pop(&local->open, kind);
        local->stats->heap_pops++;
        if (local->steps[top.slot] & WAYI_CONFINED_CLOSED) {
            continue;
        }
        if (top.id == local->aim || (local->ends && local->ends(local->context, top.id))) {
            local->end = top.id;
            return WAY_OUTCOME_FOUND;
        }
        --*budget;
        if (local->observer) {
            const uint32_t arrival = wayi_confined_arrival(local, top.slot);
            const way_cell from = arrival == WAYI_DIRECTIONS
                                      ? WAY_CELL_NONE
                                      : top.id - (uint32_t)local->grid->map->offsets[arrival];
            confined_tell(local, WAY_EVENT_EXPAND, top.id, from, local->costs[top.slot]);
        }
        if (!confined_expand(local, top.id, top.slot)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (top.id == local->sought) {
            return WAY_OUTCOME_FOUND;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

bool wayi_confined_trace_back(const wayi_confined *local, way_cell cell, wayi_path_buffer *path)
{
    const way_map *map = local->grid->map;
    while (cell != local->source) {
        cell -=
            (uint32_t)map->offsets[wayi_confined_arrival(local, wayi_confined_place(local, cell))];
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
        path->count = first; // half of it leads backwards
        return false;
    }
    path->count--; // the source
    wayi_path_buffer_reverse(path, first);
    return true;
}
