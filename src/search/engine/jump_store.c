// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Filling goes along rows for runs east and west, then along columns: each jump point that a run
// can meet gets its list. After an edit that is done for points that lost theirs, and for all cells
// of what changed.
#include "search/engine/jump_store.h"

#include "map/grid/layer.h"

/// Points, or jumps, that are looked at in one piece.
#define STORE_PIECE 512u

way_status wayi_jump_store_init(wayi_jump_store *store, const wayi_grid *grid,
                                const way_allocator *allocator)
{
    wayi_path_buffer_init(&store->due, allocator);
    return wayi_jump_graph_init(&store->graph, grid, 0, allocator);
}

void wayi_jump_store_fini(wayi_jump_store *store)
{
    wayi_jump_graph_fini(&store->graph);
    wayi_path_buffer_fini(&store->due);
}

/// Whether a diagonal walk can meet a cell as a jump point.
static bool store_meets_slanted(const wayi_jump_graph *graph, wayi_jump_spot spot,
                                uint32_t direction)
{
    const way_map *map = graph->map;
    const int32_t columns = wayi_direction_x[direction];
    const int32_t rows = wayi_direction_y[direction];
    const uint32_t x = spot.x - (uint32_t)columns;
    const uint32_t y = spot.y - (uint32_t)rows;
    const uint32_t ahead = 1u << direction | 1u << (columns > 0 ? WAYI_EAST : WAYI_WEST) |
                           1u << (rows > 0 ? WAYI_SOUTH : WAYI_NORTH);
    return x < map->width && y < map->height && wayi_layer_has(map, graph->layer, x, y) &&
           (wayi_layer_moves(map, graph->layer, y * map->width + x) >> direction & 1u) &&
           (map->jump_onward[direction][graph->layer->around[spot.y * map->width + spot.x]] &
            ~ahead);
}

/// Whether a run in a cardinal direction can meet a cell as a jump point.
static bool store_meets(const wayi_jump_graph *graph, wayi_jump_spot spot, uint32_t direction)
{
    if (direction >= WAYI_NORTH_EAST) {
        return graph->cuts && store_meets_slanted(graph, spot, direction);
    }
    const bool row = direction == WAYI_EAST || direction == WAYI_WEST;
    const uint32_t line = row ? spot.y + 1 : spot.x + 1;
    const uint32_t bit = row ? spot.x + 1 : spot.y + 1;
    const size_t at = (size_t)line * (row ? graph->map->row_words : graph->map->column_words);
    const uint64_t *free = (row ? graph->layer->rows : graph->layer->columns) + at;
    const bool up = direction == WAYI_EAST || direction == WAYI_SOUTH;
    const uint32_t before = up ? bit - 1 : bit + 1;
    return (graph->layer->jumps[direction][at + (bit >> 6)] >> (bit & 63u) & 1u) &&
           (free[before >> 6] >> (before & 63u) & 1u);
}

/// Begins to scan the next list that a point lacks; false if it lacks none.
static bool store_begin(wayi_jump_store *store, way_cell cell)
{
    wayi_jump_graph *graph = &store->graph;
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, cell);
    const uint32_t step = graph->square ? 2 : 1; // only along columns
    for (uint32_t direction = 0; direction < (graph->cuts ? 8u : 4u); direction += step) {
        if (!store_meets(graph, spot, direction)) {
            continue;
        }
        const uint32_t arrival = direction & 3u;
        const uint32_t slot =
            wayi_jump_graph_touch(graph, wayi_jump_graph_id(graph, cell, direction));
        store->full |= slot == WAYI_SLOT_NONE;
        if (slot != WAYI_SLOT_NONE &&
            !((uint32_t)wayi_jump_graph_at(graph, slot)->known >> arrival & 1u)) {
            store->scan = wayi_jump_scan_point(graph, slot, arrival);
            store->scans = true;
            return true;
        }
    }
    return false;
}

/// The first cell from the place of a filling on that may lack lists; WAY_CELL_NONE at the end.
static way_cell store_next(wayi_jump_store *store)
{
    const wayi_jump_graph *graph = &store->graph;
    const way_map *map = graph->map;
    while (store->line < map->height + map->width) {
        if (graph->square && store->line < map->height) {
            store->line = map->height; // runs go along columns alone
        }
        const bool row = store->line < map->height;
        const uint32_t line = row ? store->line : store->line - map->height;
        const uint32_t words = row ? map->row_words : map->column_words;
        const size_t at = ((size_t)line + 1) * words + (store->word >> 6);
        const uint64_t left = (graph->layer->jumps[row ? WAYI_EAST : WAYI_SOUTH][at] |
                               graph->layer->jumps[row ? WAYI_WEST : WAYI_NORTH][at]) &
                              UINT64_MAX << (store->word & 63u);
        store->graph.looked++;
        if (left) {
            const uint32_t bit = (store->word & ~63u) + wayi_bits_lowest(left);
            store->word = bit;
            return row ? line * map->width + bit - 1 : (bit - 1) * map->width + line;
        }
        store->word = (store->word & ~63u) + 64;
        if (store->word >> 6 >= words) {
            store->word = 0;
            store->line++;
        }
    }
    return WAY_CELL_NONE;
}

/// Past the cell that store_next gave.
static void store_pass(wayi_jump_store *store)
{
    const way_map *map = store->graph.map;
    const uint32_t words = store->line < map->height ? map->row_words : map->column_words;
    if (++store->word >> 6 >= words) {
        store->word = 0;
        store->line++;
    }
}

/// A point lost its lists.
static bool store_note(void *asker, uint32_t slot)
{
    wayi_jump_store *store = asker;
    store->full |= !wayi_path_buffer_push(&store->due, wayi_jump_graph_cell(&store->graph, slot));
    return true;
}

static void store_start_over(wayi_jump_store *store)
{
    wayi_jump_graph_clear(&store->graph);
    wayi_path_buffer_clear(&store->due);
    store->rect_count = 0;
    store->line = 0;
    store->word = 0;
}

static void store_notice(wayi_jump_store *store, const way_rect *rects, uint32_t count)
{
    store->whole = false;
    store->scans = false;
    const bool over = store->full || store->graph.lost > store->graph.kept.count / 2 ||
                      store->rect_count + count > WAYI_JUMP_STORE_RECTS;
    store->full = false;
    if (over) {
        store_start_over(store);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        store->rects[store->rect_count++] =
            wayi_layer_touched(store->graph.map, store->graph.layer, rects[i]);
    }
    store->slot = 0;
    store->jump = 0;
}

/// Cells of the last rectangle may be jump points now.
static void store_finish_rect(wayi_jump_store *store)
{
    const way_rect rect = store->rects[--store->rect_count];
    const uint32_t width = store->graph.map->width;
    for (uint32_t k = 0; k < rect.width * rect.height; k++) {
        const way_cell cell = (rect.y + k / rect.width) * width + rect.x + k % rect.width;
        store->full |= !wayi_path_buffer_push(&store->due, cell);
    }
    store->slot = 0;
}

/// Drops what changes concern, some points at a time; false when that is done.
static bool store_drop(wayi_jump_store *store)
{
    wayi_jump_graph *graph = &store->graph;
    if (store->rect_count > 0) {
        const uint32_t rest = graph->points.count - store->slot;
        const uint32_t end = store->slot + (rest < STORE_PIECE ? rest : STORE_PIECE);
        graph->looked += 8 + (end - store->slot) / 8;
        if (!wayi_jump_graph_drop(graph, store->rects[store->rect_count - 1],
                                  (wayi_jump_range){store->slot, end}, store_note, store)) {
            store_start_over(store);
            return true;
        }
        store->slot = end;
        if (end == graph->points.count) {
            store_finish_rect(store);
        }
        return true;
    }
    if (graph->unsure && store->jump < graph->kept.count) {
        const uint32_t rest = graph->kept.count - store->jump;
        const uint32_t count = rest < STORE_PIECE ? rest : STORE_PIECE;
        wayi_jump_graph_unleaf(graph, store->jump, count);
        graph->looked += count / 8;
        store->jump += count;
        return true;
    }
    graph->unsure = false;
    return false;
}

/// Goes on to the next list that is missing; false if there is none.
static bool store_advance(wayi_jump_store *store)
{
    while (store->due.count > 0) {
        if (store_begin(store, store->due.states[store->due.count - 1])) {
            return true;
        }
        store->due.count--;
        store->graph.looked++;
    }
    const way_cell cell = store_next(store);
    if (cell == WAY_CELL_NONE) {
        return false;
    }
    if (!store_begin(store, cell)) {
        store_pass(store);
    }
    return true;
}

bool wayi_jump_store_fill(wayi_jump_store *store, const way_rect *rects, uint32_t count,
                          uint64_t looks)
{
    const uint64_t stop = store->graph.looked + looks;
    if (count > 0) {
        store_notice(store, rects, count);
    }
    store->graph.revision = way_map_revision(store->graph.map);
    while (!store->whole && !store->full && store->graph.looked < stop) {
        if (store_drop(store)) {
            continue;
        }
        if (store->scans) {
            store->scans = !wayi_jump_scan_step(&store->graph, &store->scan, stop);
            store->full |= store->graph.full;
        } else {
            store->whole = !store_advance(store);
        }
    }
    return store->whole || store->full;
}
