// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The links of a sector, by a search from each exit over a copy of its cells. Of all best ways to a
// cell the search prefers those that pass another exit; an exit that none of them gets to so is
// linked. When nothing is open any more but what passes another exit, no link is left to find.
#include "core/bucket_queue.h"
#include "search/hierarchical/exits.h"

#include <string.h>

/// Cells across the largest sector with its lines.
#define MAKER_SIDE ((1u << WAYI_EXITS_SHIFT_MAX) + 1u)
#define MAKER_CELLS (MAKER_SIDE * MAKER_SIDE)

enum {
    MAKER_PASSES = 1, ///< a best way to the cell passes an exit
    MAKER_CLOSED = 2
};

/// A cell of the copy.
typedef struct maker_cell {
    way_cost cost;
    uint8_t marks;
    uint8_t moves; ///< directions that stay in the sector
    uint8_t exit;  ///< its place + 1; 0 = none
} maker_cell;

typedef struct maker_link {
    way_cost cost;
    uint8_t place;
} maker_link;

struct wayi_exits_maker {
    maker_cell cells[MAKER_CELLS];
    uint16_t exits[WAYI_EXITS_PLACES]; ///< by place: its cell + 1; 0 = it is none
    uint16_t ends[WAYI_EXITS_PLACES];
    maker_link links[WAYI_EXITS_PLACES * (WAYI_EXITS_PLACES - 1)];
    uint32_t link_count;
    way_rect rect;
    int32_t offsets[WAYI_DIRECTIONS];
    uint32_t direct; ///< cells open whose way passes no exit
    way_cost dearest;
    wayi_bucket_queue open;
    way_allocator allocator;
};

wayi_exits_maker *wayi_exits_maker_create(const wayi_exits *exits)
{
    wayi_exits_maker *maker = wayi_alloc_zero(&exits->allocator, 1, sizeof *maker);
    if (maker) {
        maker->allocator = exits->allocator;
        wayi_bucket_queue_init(&maker->open, &exits->allocator);
    }
    return maker;
}

void wayi_exits_maker_destroy(wayi_exits_maker *maker)
{
    if (maker) {
        const way_allocator allocator = maker->allocator;
        wayi_bucket_queue_fini(&maker->open);
        wayi_free(&allocator, maker, 1, sizeof *maker);
    }
}

/// Copies the moves of a sector.
static void maker_copy(wayi_exits_maker *maker, const wayi_exits *exits, uint32_t index)
{
    const wayi_grid *grid = exits->grid;
    const way_rect rect = wayi_exits_rect(exits, index);
    maker->rect = rect;
    for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
        maker->offsets[i] = wayi_direction_y[i] * (int32_t)rect.width + wayi_direction_x[i];
    }
    for (uint32_t y = 0; y < rect.height; y++) {
        for (uint32_t x = 0; x < rect.width; x++) {
            const way_cell cell = (rect.y + y) * grid->map->width + rect.x + x;
            uint32_t inward = 0;
            for (uint32_t moves = wayi_layer_moves(grid->map, grid->layer, cell); moves;
                 moves &= moves - 1) {
                const uint32_t move = wayi_bits_lowest(moves);
                const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[move]);
                const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[move]);
                inward |= to_x < rect.width && to_y < rect.height ? 1u << move : 0u;
            }
            maker->cells[y * rect.width + x] = (maker_cell){.moves = (uint8_t)inward};
        }
    }
}

/// Finds the exits of the copy.
static void maker_find_exits(wayi_exits_maker *maker, const wayi_exits *exits, uint32_t index)
{
    const way_map *map = exits->grid->map;
    for (uint32_t place = 0; place < 4u << exits->shift; place++) {
        const way_cell cell = wayi_exits_cell(exits, index, place);
        maker->exits[place] = 0;
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        const uint32_t y = cell / map->width;
        const uint32_t x = cell - y * map->width;
        if (wayi_layer_has(map, exits->grid->layer, x, y)) {
            const uint32_t at = (y - maker->rect.y) * maker->rect.width + x - maker->rect.x;
            maker->exits[place] = (uint16_t)(at + 1);
            maker->cells[at].exit = (uint8_t)(place + 1);
        }
    }
}

/// Takes note of a way to a cell; false without memory.
static bool maker_reach(wayi_exits_maker *maker, uint32_t at, way_cost cost, bool passes)
{
    maker_cell *cell = &maker->cells[at];
    if (cost > cell->cost || cell->marks & MAKER_CLOSED) {
        return true;
    }
    const bool fresh = cost < cell->cost;
    const bool was_direct = cell->cost != WAY_COST_MAX && !(cell->marks & MAKER_PASSES);
    const bool direct = !passes && (fresh || was_direct);
    maker->direct += (uint32_t)direct - (uint32_t)was_direct;
    cell->marks = direct ? 0 : MAKER_PASSES;
    cell->cost = cost;
    return !fresh || wayi_bucket_queue_push(&maker->open, (wayi_heap_item){cost, at, 0});
}

static bool maker_expand(wayi_exits_maker *maker, const wayi_grid *grid, uint32_t at, bool passes)
{
    const way_map *map = grid->map;
    const way_cost cost = maker->cells[at].cost;
    const way_rect rect = maker->rect;
    const way_cell cell = grid->layer->weights
                              ? (rect.y + at / rect.width) * map->width + rect.x + at % rect.width
                              : 0;
    for (uint32_t moves = maker->cells[at].moves; moves; moves &= moves - 1) {
        const uint32_t move = wayi_bits_lowest(moves);
        const way_cost step =
            wayi_map_step(map, grid->layer, cell, cell + (uint32_t)map->offsets[move], move);
        if (!maker_reach(maker, at + (uint32_t)maker->offsets[move], cost + step, passes)) {
            return false;
        }
    }
    return true;
}

/// Finds the links of one exit; false without memory.
static bool maker_search(wayi_exits_maker *maker, const wayi_grid *grid, uint32_t from)
{
    const uint32_t source = maker->exits[from] - 1u;
    for (uint32_t i = 0; i < maker->rect.width * maker->rect.height; i++) {
        maker->cells[i].cost = WAY_COST_MAX;
        maker->cells[i].marks = 0;
    }
    maker->direct = 0;
    wayi_bucket_queue_clear(&maker->open);
    bool fits = maker_reach(maker, source, 0, false);
    while (fits && maker->direct) {
        const uint32_t at = wayi_bucket_queue_pop(&maker->open).id;
        maker_cell *cell = &maker->cells[at];
        if (cell->marks & MAKER_CLOSED) {
            continue;
        }
        const bool direct = !(cell->marks & MAKER_PASSES);
        const bool exit = cell->exit && at != source;
        maker->direct -= direct;
        cell->marks |= MAKER_CLOSED;
        if (exit && direct) {
            maker->links[maker->link_count++] = (maker_link){cell->cost, (uint8_t)(cell->exit - 1)};
            maker->dearest = cell->cost > maker->dearest ? cell->cost : maker->dearest;
        }
        fits = maker_expand(maker, grid, at, !direct || exit);
    }
    return fits;
}

/// Gives a sector what was found; false without memory.
static bool maker_finish(const wayi_exits_maker *maker, wayi_exits *exits, uint32_t index)
{
    wayi_exit_sector fresh = {.link_count = maker->link_count,
                              .dirty = exits->sectors[index].dirty};
    if (maker->link_count && !wayi_exits_reserve(exits, &fresh, maker->dearest > UINT16_MAX)) {
        return false;
    }
    if (maker->link_count) {
        memcpy(fresh.ends, maker->ends, (4u << exits->shift) * sizeof *fresh.ends);
    }
    for (uint32_t i = 0; i < maker->link_count; i++) {
        fresh.places[i] = maker->links[i].place;
        if (fresh.wide) {
            fresh.wide[i] = maker->links[i].cost;
        } else {
            fresh.costs[i] = (uint16_t)maker->links[i].cost;
        }
    }
    wayi_exits_clear(exits, &exits->sectors[index]);
    exits->sectors[index] = fresh;
    return true;
}

bool wayi_exits_make(wayi_exits *exits, uint32_t index, wayi_exits_maker *maker)
{
    maker_copy(maker, exits, index);
    maker_find_exits(maker, exits, index);
    maker->link_count = 0;
    maker->dearest = 0;
    for (uint32_t place = 0; place < 4u << exits->shift; place++) {
        if (maker->exits[place] && !maker_search(maker, exits->grid, place)) {
            return false;
        }
        maker->ends[place] = (uint16_t)maker->link_count;
    }
    return maker_finish(maker, exits, index);
}
