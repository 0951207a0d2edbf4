// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/swamps.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "map/grid/layer.h"

#include <string.h>

#define SWAMPS_LOOKS 8u ///< cells that cost as much to look at as one expansion

// Making ------------------------------------------------------------------------------------------

/// Notes a way around the middle between two of its neighbours if it costs no more.
static void swamps_add_way(wayi_swamps_ways *ways, uint32_t around, uint32_t over, bool cheap)
{
    if (cheap && ways->count < WAYI_SWAMPS_WAYS) {
        ways->around[ways->count] = (uint8_t)around;
        ways->over[ways->count++] = (uint8_t)over;
    }
}

/// Lists the ways of one step or two around the middle that cost no more than the one over it.
static void swamps_list_ways(wayi_swamps *swamps, uint32_t from, uint32_t to)
{
    const way_map *map = wayi_space_grid(swamps->ground)->map;
    const uint64_t most = (uint64_t)map->steps[from] + map->steps[to];
    wayi_swamps_ways *ways = &swamps->ways[from][to];
    const wayi_step_beside straight = wayi_map_step_beside(map, from, to);
    swamps_add_way(ways, straight.needed, 0, straight.legal && straight.cost <= most);
    for (uint32_t over = 0; over < WAYI_DIRECTIONS; over++) {
        const wayi_step_beside first = wayi_map_step_beside(map, from, over);
        const wayi_step_beside second = wayi_map_step_beside(map, over, to);
        swamps_add_way(ways, first.needed | second.needed, 1u << over,
                       first.legal && second.legal && (uint64_t)first.cost + second.cost <= most);
    }
}

/// Whether one of the ways is there.
static bool swamps_have_way(const wayi_swamps_ways *ways, uint32_t around, uint32_t left)
{
    for (uint32_t i = 0; i < ways->count; i++) {
        if (!(ways->around[i] & ~around) && !(ways->over[i] & ~left)) {
            return true;
        }
    }
    return false;
}

/// The neighbours of a cell that stay, or went after a depth; and the greatest depth of the others.
static uint32_t swamps_left(const wayi_swamps *swamps, way_cell cell, uint32_t depth,
                            uint32_t *deepest)
{
    const wayi_grid *grid = wayi_space_grid(swamps->ground);
    uint32_t left = 0;
    *deepest = 0;
    for (uint32_t around = grid->layer->around[cell]; around; around &= around - 1) {
        const uint32_t direction = wayi_bits_lowest(around);
        const uint32_t other = swamps->depths[cell + (uint32_t)grid->map->offsets[direction]];
        left |= (uint32_t)(other == 0 || other > depth) << direction;
        *deepest = other > *deepest ? other : *deepest;
    }
    return left;
}

/// Whether all ways over a cell between those neighbours can be replaced.
static bool swamps_spare(const wayi_swamps *swamps, way_cell cell, uint32_t left)
{
    const wayi_grid *grid = wayi_space_grid(swamps->ground);
    const uint32_t around = grid->layer->around[cell];
    const uint32_t ends = grid->map->moves[around] & left;
    for (uint32_t from = ends; from; from &= from - 1) {
        for (uint32_t to = from & (from - 1); to; to &= to - 1) {
            if (!swamps_have_way(&swamps->ways[wayi_bits_lowest(from)][wayi_bits_lowest(to)],
                                 around, left)) {
                return false;
            }
        }
    }
    return true;
}

/// Looks at a cell: puts it back if its reason is gone, or leaves it out if it is its turn.
/// Neighbours never go in the same round, and a cell need be looked at only after one of them went.
static void swamps_look(wayi_swamps *swamps, way_cell cell, bool stands)
{
    uint8_t *depth = &swamps->depths[cell];
    uint32_t deepest = 0;
    if (swamps->round == 0 && *depth) {
        const uint32_t left = swamps_left(swamps, cell, *depth, &deepest);
        if (!stands || !swamps_spare(swamps, cell, left)) {
            *depth = 0;
            swamps->again = true;
        }
    } else if (swamps->round && stands && !*depth) {
        const uint32_t left = swamps_left(swamps, cell, UINT8_MAX, &deepest);
        if (deepest + 1 == swamps->round && swamps_spare(swamps, cell, left)) {
            *depth = (uint8_t)swamps->round;
        }
    }
}

static void swamps_do_row(wayi_swamps *swamps)
{
    const wayi_grid *grid = wayi_space_grid(swamps->ground);
    const uint32_t y = swamps->box.y + swamps->cursor++;
    for (uint32_t x = swamps->box.x; x < swamps->box.x + swamps->box.width; x++) {
        swamps_look(swamps, y * grid->map->width + x, wayi_layer_has(grid->map, grid->layer, x, y));
    }
}

static void swamps_work(wayi_swamps *swamps, uint32_t *budget)
{
    while (*budget > 0 && !swamps->whole) {
        if (swamps->cursor < swamps->box.height) {
            wayi_budget_take(budget, swamps->box.width / SWAMPS_LOOKS + 1);
            swamps_do_row(swamps);
            continue;
        }
        // Cells are put back until all are right.
        swamps->round += swamps->round > 0 || !swamps->again;
        swamps->again = false;
        swamps->cursor = 0;
        swamps->whole = swamps->round > WAYI_SWAMPS_DEEPEST;
        *budget -= 1;
    }
}

way_status wayi_swamps_open(wayi_swamps *swamps, way_space *ground)
{
    const way_map *map = wayi_space_grid(ground)->map;
    *swamps = (wayi_swamps){.ground = ground,
                            .cells = ground->state_count,
                            .box = {0, 0, map->width, map->height},
                            .round = 1,
                            .revision = way_space_revision(ground)};
    swamps->depths = wayi_alloc_zero(&ground->allocator, swamps->cells, sizeof *swamps->depths);
    if (!swamps->depths) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < WAYI_DIRECTIONS * WAYI_DIRECTIONS; i++) {
        swamps_list_ways(swamps, i / WAYI_DIRECTIONS, i % WAYI_DIRECTIONS);
    }
    while (!swamps->whole) {
        uint32_t budget = UINT32_MAX;
        swamps_work(swamps, &budget);
    }
    return WAY_STATUS_OK;
}

void wayi_swamps_close(wayi_swamps *swamps)
{
    if (swamps->ground) {
        wayi_free(&swamps->ground->allocator, swamps->depths, swamps->cells,
                  sizeof *swamps->depths);
    }
    *swamps = (wayi_swamps){0};
}

// Edits -------------------------------------------------------------------------------------------

/// All cells that an edit of a rectangle may put back.
static way_rect swamps_reach(const wayi_swamps *swamps, way_rect rect)
{
    const wayi_grid *grid = wayi_space_grid(swamps->ground);
    const way_rect touched = wayi_layer_touched(grid->map, grid->layer, rect);
    const uint32_t grown = WAYI_SWAMPS_DEEPEST + 1;
    const uint32_t x = touched.x > grown ? touched.x - grown : 0;
    const uint32_t y = touched.y > grown ? touched.y - grown : 0;
    const uint32_t right = touched.x + touched.width + grown;
    const uint32_t bottom = touched.y + touched.height + grown;
    return (way_rect){x, y, (right < grid->map->width ? right : grid->map->width) - x,
                      (bottom < grid->map->height ? bottom : grid->map->height) - y};
}

void wayi_swamps_repair(wayi_swamps *swamps, const way_rect *rects, uint32_t count,
                        uint32_t *budget)
{
    for (uint32_t i = 0; i < count; i++) {
        const way_rect box = swamps_reach(swamps, rects[i]);
        swamps->box = swamps->whole ? box : wayi_rect_join(swamps->box, box);
        swamps->round = swamps->cursor = 0;
        swamps->again = swamps->whole = false;
    }
    swamps->revision = way_space_revision(swamps->ground);
    swamps_work(swamps, budget);
}

bool wayi_swamps_hold(const wayi_swamps *swamps, const way_space *space)
{
    const uint32_t wanted = WAY_SPACE_GRID | WAY_SPACE_UNIFORM_COST | WAY_SPACE_UNLINKED;
    return swamps->ground && swamps->whole && (way_space_traits(space) & wanted) == wanted &&
           swamps->revision == way_space_revision(swamps->ground);
}

// Trips -------------------------------------------------------------------------------------------

/// Marks what rising depths join to a cell.
static void swamps_rise(const wayi_swamps *swamps, wayi_swamps_trip *trip, uint32_t end,
                        way_cell from)
{
    const wayi_grid *grid = wayi_space_grid(swamps->ground);
    uint16_t stack[WAYI_SWAMPS_WINDOW * WAYI_SWAMPS_WINDOW];
    uint32_t count = 0;
    uint64_t *rows = trip->ends[end].rows;
    const uint32_t middle = WAYI_SWAMPS_DEEPEST;
    const uint32_t from_y = wayi_map_row(grid->map, from);
    trip->ends[end].x = from - from_y * grid->map->width - middle;
    trip->ends[end].y = from_y - middle;
    memset(rows, 0, sizeof trip->ends[end].rows);
    if (swamps->depths[from] == 0) {
        return;
    }
    stack[count++] = (uint16_t)(middle << 6 | middle);
    rows[middle] = UINT64_C(1) << middle;
    while (count) {
        const uint32_t x = stack[--count] & 63u;
        const uint32_t y = stack[count] >> 6;
        const way_cell cell = (trip->ends[end].y + y) * grid->map->width + trip->ends[end].x + x;
        for (uint32_t moves = wayi_layer_moves(grid->map, grid->layer, cell); moves;
             moves &= moves - 1) {
            const uint32_t direction = wayi_bits_lowest(moves);
            const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[direction]);
            const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[direction]);
            if (swamps->depths[cell + (uint32_t)grid->map->offsets[direction]] >
                    swamps->depths[cell] &&
                !(rows[to_y] >> to_x & 1u)) {
                rows[to_y] |= UINT64_C(1) << to_x;
                stack[count++] = (uint16_t)(to_y << 6 | to_x);
            }
        }
    }
}

void wayi_swamps_aim(const wayi_swamps *swamps, wayi_swamps_trip *trip, way_cell start,
                     way_cell goal)
{
    swamps_rise(swamps, trip, 0, start);
    swamps_rise(swamps, trip, 1, goal);
}

bool wayi_swamps_skip(const wayi_swamps *swamps, const wayi_swamps_trip *trip, way_cell cell)
{
    if (swamps->depths[cell] == 0) {
        return false;
    }
    const way_map *map = wayi_space_grid(swamps->ground)->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t dx = x - trip->ends[i].x; // wraps for what lies before the window
        const uint32_t dy = y - trip->ends[i].y;
        if (dx < WAYI_SWAMPS_WINDOW && dy < WAYI_SWAMPS_WINDOW &&
            (trip->ends[i].rows[dy] >> dx & 1u)) {
            return false;
        }
    }
    return true;
}

uint32_t wayi_swamps_around(const wayi_swamps *swamps, const wayi_swamps_trip *trip, way_cell cell,
                            uint32_t around)
{
    const way_map *map = wayi_space_grid(swamps->ground)->map;
    uint32_t needed = around;
    for (uint32_t rest = around; rest; rest &= rest - 1) {
        const uint32_t direction = wayi_bits_lowest(rest);
        if (wayi_swamps_skip(swamps, trip, cell + (uint32_t)map->offsets[direction])) {
            needed &= ~(1u << direction);
        }
    }
    return needed;
}
