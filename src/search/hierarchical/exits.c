// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A sector is made in three passes: the cells of its border give the exits, steps out of them the
// links, and searches from all cells of an exit at once the costs between exits.
#include "search/hierarchical/exits.h"

#include <string.h>

/// Sectors are handed to threads in so many pieces.
#define EXITS_PIECES 32u
/// Most exits of a sector: all cells along the border of the largest.
#define EXITS_MOST 128u
#define EXITS_SELF WAYI_DIRECTIONS

typedef struct exits_list {
    wayi_exit exits[EXITS_MOST];
    uint32_t count;
} exits_list;

/// Memory for work on one sector at a time.
typedef struct exits_scratch {
    exits_list lists[WAYI_DIRECTIONS + 1]; ///< of the sectors around, and of the sector itself
    wayi_exit_link *links;
    uint32_t link_count;
    uint32_t link_capacity;
    way_cost *costs; ///< [EXITS_MOST * EXITS_MOST]
    wayi_confined search;
    way_stats stats;
    way_allocator allocator;
} exits_scratch;

void wayi_exits_init(wayi_exits *exits, const wayi_grid *grid, uint32_t shift, uint32_t longest,
                     const way_allocator *allocator)
{
    *exits = (wayi_exits){.longest = longest, .allocator = *allocator};
    wayi_regions_init(&exits->regions, grid, shift, allocator);
    wayi_path_buffer_init(&exits->dirty, allocator);
}

static void exits_clear_sector(const wayi_exits *exits, wayi_exit_sector *sector)
{
    const size_t count = sector->exit_count;
    wayi_free(&exits->allocator, sector->exits, count, sizeof *sector->exits);
    wayi_free(&exits->allocator, sector->links, sector->link_count, sizeof *sector->links);
    wayi_free(&exits->allocator, sector->costs, count * count, sizeof *sector->costs);
    *sector = (wayi_exit_sector){.dirty = sector->dirty};
}

static uint32_t exits_sectors(const wayi_exits *exits)
{
    return exits->regions.columns * exits->regions.rows;
}

void wayi_exits_fini(wayi_exits *exits)
{
    for (uint32_t i = 0; exits->sectors && i < exits_sectors(exits); i++) {
        exits_clear_sector(exits, &exits->sectors[i]);
    }
    wayi_free(&exits->allocator, exits->sectors, exits_sectors(exits), sizeof *exits->sectors);
    exits->sectors = NULL;
    wayi_path_buffer_fini(&exits->dirty);
    wayi_regions_fini(&exits->regions);
}

size_t wayi_exits_bytes(const wayi_exits *exits)
{
    size_t bytes = exits->dirty.capacity * sizeof *exits->dirty.states;
    for (uint32_t i = 0; exits->sectors && i < exits_sectors(exits); i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        bytes += sizeof *sector + sector->exit_count * sizeof *sector->exits +
                 sector->link_count * sizeof *sector->links +
                 (size_t)sector->exit_count * sector->exit_count * sizeof *sector->costs;
    }
    return bytes;
}

// Distances --------------------------------------------------------------------------------------

/// How far a number is from the nearest of a range.
static int64_t exits_gap(int64_t at, int64_t first, int64_t count)
{
    if (at < first) {
        return first - at;
    }
    return at >= first + count ? at - (first + count - 1) : 0;
}

way_cost wayi_exits_nearest(const way_map *map, const wayi_exit *exit, uint32_t x, uint32_t y)
{
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        // Signs matter there: look at each cell.
        way_cost least = WAY_COST_MAX;
        for (uint32_t i = 0; i < exit->length; i++) {
            const way_cost cost =
                wayi_map_open_distance(map, (int64_t)exit->x + (exit->down ? 0 : i) - (int64_t)x,
                                       (int64_t)exit->y + (exit->down ? i : 0) - (int64_t)y);
            least = cost < least ? cost : least;
        }
        return least;
    }
    return wayi_map_open_distance(map, exits_gap(x, exit->x, exit->down ? 1 : exit->length),
                                  exits_gap(y, exit->y, exit->down ? exit->length : 1));
}

way_cost wayi_exits_farthest(const way_map *map, const wayi_exit *exit, uint32_t x, uint32_t y)
{
    const int64_t dx = (int64_t)exit->x - x;
    const int64_t dy = (int64_t)exit->y - y;
    const int64_t on = exit->length - 1;
    const way_cost a = wayi_map_open_distance(map, dx, dy);
    const way_cost b =
        wayi_map_open_distance(map, dx + (exit->down ? 0 : on), dy + (exit->down ? on : 0));
    return a > b ? a : b; // one end is the farthest of a straight run
}

// Exits ------------------------------------------------------------------------------------------

/// The directions in which a cell's steps leave a rectangle.
static uint32_t exits_outward(const wayi_grid *grid, way_rect rect, uint32_t x, uint32_t y)
{
    uint32_t outward = 0;
    for (uint32_t moves = wayi_layer_moves(grid->map, grid->layer, y * grid->map->width + x); moves;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[direction]);
        const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[direction]);
        const bool inside = to_x - rect.x < rect.width && to_y - rect.y < rect.height;
        outward |= inside ? 0 : 1u << direction;
    }
    return outward;
}

/// Adds the exits along one side of a sector: `count` cells from (x, y) on.
static void exits_add_side(const wayi_exits *exits, way_rect rect, exits_list *list, wayi_exit side)
{
    const wayi_grid *grid = exits->regions.grid;
    bool open = false;
    for (uint32_t i = 0; i < side.length; i++) {
        const uint32_t x = side.x + (side.down ? 0 : i);
        const uint32_t y = side.y + (side.down ? i : 0);
        const wayi_region_place place =
            wayi_regions_find(&exits->regions, y * grid->map->width + x);
        if (place.region >= WAYI_REGIONS_CLOSED || !exits_outward(grid, rect, x, y)) {
            open = false;
            continue;
        }
        wayi_exit *last = open ? &list->exits[list->count - 1] : NULL;
        if (last && last->length < exits->longest && last->region == place.region) {
            last->length++;
            continue;
        }
        open = true;
        list->exits[list->count++] = (wayi_exit){.x = (uint16_t)x,
                                                 .y = (uint16_t)y,
                                                 .length = 1,
                                                 .down = side.down,
                                                 .region = place.region};
    }
}

/// Lists the exits of a sector; its corners belong to the rows.
static void exits_find(const wayi_exits *exits, uint32_t sector, exits_list *list)
{
    const way_rect rect = wayi_regions_rect(&exits->regions, sector);
    const uint16_t left = (uint16_t)rect.x;
    const uint16_t top = (uint16_t)rect.y;
    const uint16_t right = (uint16_t)(rect.x + rect.width - 1);
    const uint16_t bottom = (uint16_t)(rect.y + rect.height - 1);
    list->count = 0;
    wayi_exit row = {.x = left, .y = top, .length = (uint8_t)rect.width};
    exits_add_side(exits, rect, list, row);
    if (bottom > top) {
        row.y = bottom;
        exits_add_side(exits, rect, list, row);
    }
    if (rect.height > 2) {
        wayi_exit column = {
            .x = left, .y = (uint16_t)(top + 1), .length = (uint8_t)(rect.height - 2), .down = 1};
        exits_add_side(exits, rect, list, column);
        if (right > left) {
            column.x = right;
            exits_add_side(exits, rect, list, column);
        }
    }
}

/// The exit of a list that a cell is in.
static uint32_t exits_at(const exits_list *list, uint32_t x, uint32_t y)
{
    uint32_t index = 0;
    while (index < list->count &&
           (exits_gap(x, list->exits[index].x,
                      list->exits[index].down ? 1 : list->exits[index].length) ||
            exits_gap(y, list->exits[index].y,
                      list->exits[index].down ? list->exits[index].length : 1))) {
        index++;
    }
    return index;
}

// Links ------------------------------------------------------------------------------------------

/// The direction in which a sector lies from another one beside it.
static uint32_t exits_direction(const wayi_regions *regions, uint32_t from, uint32_t to)
{
    const int32_t dx = (int32_t)(to % regions->columns) - (int32_t)(from % regions->columns);
    const int32_t dy = (int32_t)(to / regions->columns) - (int32_t)(from / regions->columns);
    uint32_t direction = 0;
    while (wayi_direction_x[direction] != dx || wayi_direction_y[direction] != dy) {
        direction++;
    }
    return direction;
}

/// Notes a link of the exit whose links begin at `first`, or that it is cheaper.
static bool exits_add_link(exits_scratch *scratch, uint32_t first, wayi_exit_link link)
{
    for (uint32_t i = first; i < scratch->link_count; i++) {
        if (scratch->links[i].to == link.to) {
            way_cost *cost = &scratch->links[i].cost;
            *cost = link.cost < *cost ? link.cost : *cost;
            return true;
        }
    }
    if (!wayi_grow(&scratch->allocator, (void **)&scratch->links, &scratch->link_capacity,
                   scratch->link_count + 1, sizeof *scratch->links)) {
        return false;
    }
    scratch->links[scratch->link_count++] = link;
    return true;
}

/// Notes the links over one cell of an exit.
static bool exits_link_cell(const wayi_exits *exits, uint32_t sector, uint32_t x, uint32_t y,
                            uint32_t first, exits_scratch *scratch)
{
    const wayi_regions *regions = &exits->regions;
    const way_map *map = regions->grid->map;
    const way_cell cell = y * map->width + x;
    const way_rect rect = wayi_regions_rect(regions, sector);
    for (uint32_t moves = exits_outward(regions->grid, rect, x, y); moves; moves &= moves - 1) {
        const uint32_t move = wayi_bits_lowest(moves);
        const uint32_t to_x = (uint32_t)((int32_t)x + wayi_direction_x[move]);
        const uint32_t to_y = (uint32_t)((int32_t)y + wayi_direction_y[move]);
        const uint32_t side =
            exits_direction(regions, sector, wayi_regions_sector(regions, to_x, to_y));
        const wayi_exit_link link = {side << WAYI_REGIONS_EDGE_BITS |
                                         exits_at(&scratch->lists[side], to_x, to_y),
                                     wayi_map_step(map, cell, to_y * map->width + to_x, move)};
        if (!exits_add_link(scratch, first, link)) {
            return false;
        }
    }
    return true;
}

static bool exits_link(const wayi_exits *exits, uint32_t sector, exits_scratch *scratch)
{
    exits_list *own = &scratch->lists[EXITS_SELF];
    scratch->link_count = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        wayi_exit *exit = &own->exits[i];
        const uint32_t first = scratch->link_count;
        for (uint32_t k = 0; k < exit->length; k++) {
            if (!exits_link_cell(exits, sector, exit->x + (exit->down ? 0 : k),
                                 exit->y + (exit->down ? k : 0), first, scratch)) {
                return false;
            }
        }
        exit->link_end = scratch->link_count;
    }
    return true;
}

// Costs ------------------------------------------------------------------------------------------

static way_cell exits_cell(const way_map *map, const wayi_exit *exit, uint32_t index)
{
    return (exit->y + (exit->down ? index : 0)) * map->width + exit->x + (exit->down ? 0 : index);
}

/// Finds the costs from one exit to all of the sector.
static bool exits_measure(const wayi_exits *exits, way_rect rect, uint32_t from,
                          exits_scratch *scratch)
{
    const way_map *map = exits->regions.grid->map;
    const exits_list *own = &scratch->lists[EXITS_SELF];
    bool fits = wayi_confined_begin(&scratch->search, rect, exits_cell(map, &own->exits[from], 0),
                                    WAY_CELL_NONE);
    for (uint32_t i = 1; i < own->exits[from].length && fits; i++) {
        fits = wayi_confined_add(&scratch->search, exits_cell(map, &own->exits[from], i));
    }
    uint32_t budget = UINT32_MAX;
    if (!fits || wayi_confined_step(&scratch->search, &budget) == WAY_OUTCOME_CAPACITY) {
        return false;
    }
    for (uint32_t to = 0; to < own->count; to++) {
        way_cost least = WAY_COST_MAX;
        for (uint32_t i = 0; i < own->exits[to].length; i++) {
            const way_cost cost =
                wayi_confined_cost(&scratch->search, exits_cell(map, &own->exits[to], i));
            least = cost < least ? cost : least;
        }
        scratch->costs[from * own->count + to] = least;
    }
    return true;
}

// Sectors ----------------------------------------------------------------------------------------

/// Gives a sector what was found; false without memory, and then it is as it was.
static bool exits_set_sector(wayi_exits *exits, uint32_t index, const exits_scratch *scratch)
{
    const way_allocator *allocator = &exits->allocator;
    const exits_list *own = &scratch->lists[EXITS_SELF];
    const size_t pairs = (size_t)own->count * own->count;
    wayi_exit_sector fresh = {.exit_count = own->count, .link_count = scratch->link_count};
    fresh.exits = wayi_alloc(allocator, own->count, sizeof *fresh.exits);
    fresh.links = wayi_alloc(allocator, scratch->link_count, sizeof *fresh.links);
    fresh.costs = wayi_alloc(allocator, pairs, sizeof *fresh.costs);
    if (own->count && (!fresh.exits || !fresh.links || !fresh.costs)) {
        exits_clear_sector(exits, &fresh);
        return false;
    }
    if (own->count) {
        memcpy(fresh.exits, own->exits, own->count * sizeof *fresh.exits);
        memcpy(fresh.links, scratch->links, scratch->link_count * sizeof *fresh.links);
        memcpy(fresh.costs, scratch->costs, pairs * sizeof *fresh.costs);
    }
    wayi_exit_sector *sector = &exits->sectors[index];
    fresh.dirty = sector->dirty;
    exits_clear_sector(exits, sector);
    *sector = fresh;
    return true;
}

static bool exits_make_sector(wayi_exits *exits, uint32_t sector, exits_scratch *scratch)
{
    const wayi_regions *regions = &exits->regions;
    const int32_t column = (int32_t)(sector % regions->columns);
    const int32_t row = (int32_t)(sector / regions->columns);
    for (uint32_t i = 0; i < WAYI_DIRECTIONS; i++) {
        const int32_t x = column + wayi_direction_x[i];
        const int32_t y = row + wayi_direction_y[i];
        scratch->lists[i].count = 0;
        if (x >= 0 && y >= 0 && x < (int32_t)regions->columns && y < (int32_t)regions->rows) {
            exits_find(exits, (uint32_t)y * regions->columns + (uint32_t)x, &scratch->lists[i]);
        }
    }
    exits_find(exits, sector, &scratch->lists[EXITS_SELF]);
    bool fits = exits_link(exits, sector, scratch);
    const way_rect rect = wayi_regions_rect(regions, sector);
    for (uint32_t i = 0; i < scratch->lists[EXITS_SELF].count && fits; i++) {
        fits = exits_measure(exits, rect, i, scratch);
    }
    return fits && exits_set_sector(exits, sector, scratch);
}

static exits_scratch *exits_scratch_create(const wayi_exits *exits)
{
    const way_allocator *allocator = &exits->allocator;
    exits_scratch *scratch = wayi_alloc_zero(allocator, 1, sizeof *scratch);
    if (!scratch) {
        return NULL;
    }
    scratch->allocator = *allocator;
    scratch->costs = wayi_alloc(allocator, EXITS_MOST * EXITS_MOST, sizeof *scratch->costs);
    const wayi_confined_config config = {.grid = exits->regions.grid,
                                         .area = 1u << (2 * exits->regions.shift),
                                         .stats = &scratch->stats};
    if (!wayi_confined_init(&scratch->search, &config, allocator) || !scratch->costs) {
        wayi_confined_fini(&scratch->search);
        wayi_free(allocator, scratch->costs, EXITS_MOST * EXITS_MOST, sizeof *scratch->costs);
        wayi_free(allocator, scratch, 1, sizeof *scratch);
        return NULL;
    }
    return scratch;
}

static void exits_scratch_destroy(exits_scratch *scratch)
{
    if (!scratch) {
        return;
    }
    const way_allocator allocator = scratch->allocator;
    wayi_free(&allocator, scratch->links, scratch->link_capacity, sizeof *scratch->links);
    wayi_free(&allocator, scratch->costs, EXITS_MOST * EXITS_MOST, sizeof *scratch->costs);
    wayi_confined_fini(&scratch->search);
    wayi_free(&allocator, scratch, 1, sizeof *scratch);
}

typedef struct exits_work {
    wayi_exits *exits;
    bool failed[EXITS_PIECES];
} exits_work;

static void exits_do_piece(uint32_t index, void *argument)
{
    exits_work *work = argument;
    const uint64_t count = exits_sectors(work->exits);
    const uint32_t last = (uint32_t)(count * (index + 1) / EXITS_PIECES);
    exits_scratch *scratch = exits_scratch_create(work->exits);
    bool fits = scratch != NULL;
    for (uint32_t i = (uint32_t)(count * index / EXITS_PIECES); i < last && fits; i++) {
        fits = exits_make_sector(work->exits, i, scratch);
    }
    work->failed[index] = !fits;
    exits_scratch_destroy(scratch);
}

way_status wayi_exits_build(wayi_exits *exits, wayi_job_stage stage)
{
    exits->sectors =
        wayi_alloc_zero(&exits->allocator, exits_sectors(exits), sizeof *exits->sectors);
    if (!exits->sectors) {
        return WAY_STATUS_NO_MEMORY;
    }
    exits_work work = {.exits = exits};
    if (!wayi_job_run(stage, EXITS_PIECES, exits_do_piece, &work)) {
        return WAY_STATUS_CANCELLED;
    }
    for (uint32_t i = 0; i < EXITS_PIECES; i++) {
        if (work.failed[i]) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}

// Repairs ----------------------------------------------------------------------------------------

way_status wayi_exits_note(wayi_exits *exits, const way_rect *rects, uint32_t count)
{
    const wayi_regions *regions = &exits->regions;
    for (uint32_t i = 0; i < count; i++) {
        const way_rect span = wayi_regions_span(regions, rects[i]);
        for (uint32_t y = span.y; y < span.y + span.height; y++) {
            for (uint32_t x = span.x; x < span.x + span.width; x++) {
                wayi_exit_sector *sector = &exits->sectors[y * regions->columns + x];
                if (!sector->dirty &&
                    !wayi_path_buffer_push(&exits->dirty, y * regions->columns + x)) {
                    return WAY_STATUS_NO_MEMORY;
                }
                sector->dirty = true;
            }
        }
    }
    return WAY_STATUS_OK;
}

way_status wayi_exits_mend(wayi_exits *exits, uint32_t budget, bool *done)
{
    const uint32_t cost = 1u << (2 * exits->regions.shift);
    exits_scratch *scratch = exits_scratch_create(exits);
    bool fits = scratch != NULL;
    while (fits && exits->dirty.count && budget) {
        const uint32_t index = exits->dirty.states[exits->dirty.count - 1];
        fits = exits_make_sector(exits, index, scratch);
        if (fits) {
            exits->dirty.count--;
            exits->sectors[index].dirty = false;
            exits->repaired++;
            budget = budget > cost ? budget - cost : 0;
        }
    }
    exits_scratch_destroy(scratch);
    *done = fits && exits->dirty.count == 0;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
