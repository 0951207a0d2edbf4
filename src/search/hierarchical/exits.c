// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/exits.h"

#include <string.h>

/// Sectors are handed to threads in so many pieces.
#define EXITS_PIECES 32u

static uint32_t exits_sectors(const wayi_exits *exits)
{
    return exits->columns * exits->rows;
}

/// The place of a cell on the rim, by how far it is right of and below the corner: the upper line,
/// the lower one, and what is left of the two others.
static uint32_t exits_place(const wayi_exits *exits, uint32_t x, uint32_t y)
{
    const uint32_t side = 1u << exits->shift;
    if (y == 0 || y == side) {
        return (y ? side + 1 : 0) + x;
    }
    return 2 * side + 2 + (x ? side - 1 : 0) + y - 1;
}

void wayi_exits_init(wayi_exits *exits, const wayi_grid *grid, uint32_t shift,
                     const way_allocator *allocator)
{
    const uint32_t side = 1u << shift;
    *exits = (wayi_exits){.grid = grid,
                          .shift = shift,
                          .columns = (grid->map->width + side - 1) >> shift,
                          .rows = (grid->map->height + side - 1) >> shift,
                          .allocator = *allocator};
    for (uint32_t y = 0; y <= side; y++) {
        for (uint32_t x = 0; x <= side; x += y % side ? side : 1) {
            const uint32_t place = exits_place(exits, x, y);
            exits->x[place] = (uint8_t)x;
            exits->y[place] = (uint8_t)y;
        }
    }
    wayi_path_buffer_init(&exits->dirty, allocator);
}

/// The bytes behind a sector.
static size_t exits_block(const wayi_exits *exits, const wayi_exit_sector *sector)
{
    const size_t cost = sector->wide ? sizeof *sector->wide : sizeof *sector->costs;
    return sector->ends ? (4u << exits->shift) * sizeof *sector->ends +
                              sector->link_count * (cost + sizeof *sector->places)
                        : 0;
}

void wayi_exits_clear(const wayi_exits *exits, wayi_exit_sector *sector)
{
    wayi_free(&exits->allocator, sector->ends, exits_block(exits, sector), 1);
    *sector = (wayi_exit_sector){.dirty = sector->dirty};
}

bool wayi_exits_reserve(const wayi_exits *exits, wayi_exit_sector *sector, bool wide)
{
    const uint32_t places = 4u << exits->shift;
    const size_t cost = wide ? sizeof *sector->wide : sizeof *sector->costs;
    const size_t bytes =
        places * sizeof *sector->ends + sector->link_count * (cost + sizeof *sector->places);
    sector->ends = wayi_alloc(&exits->allocator, bytes, 1);
    if (!sector->ends) {
        return false;
    }
    void *costs = sector->ends + places; // a multiple of four bytes in
    sector->costs = wide ? NULL : costs;
    sector->wide = wide ? costs : NULL;
    sector->places = (uint8_t *)costs + sector->link_count * cost;
    return true;
}

void wayi_exits_fini(wayi_exits *exits)
{
    for (uint32_t i = 0; exits->sectors && i < exits_sectors(exits); i++) {
        wayi_exits_clear(exits, &exits->sectors[i]);
    }
    wayi_free(&exits->allocator, exits->sectors, exits_sectors(exits), sizeof *exits->sectors);
    exits->sectors = NULL;
    wayi_path_buffer_fini(&exits->dirty);
}

size_t wayi_exits_bytes(const wayi_exits *exits)
{
    size_t bytes = exits->dirty.capacity * sizeof *exits->dirty.states;
    for (uint32_t i = 0; exits->sectors && i < exits_sectors(exits); i++) {
        bytes += sizeof *exits->sectors + exits_block(exits, &exits->sectors[i]);
    }
    return bytes;
}

// Places ------------------------------------------------------------------------------------------

way_rect wayi_exits_rect(const wayi_exits *exits, uint32_t sector)
{
    const way_map *map = exits->grid->map;
    const uint32_t side = 1u << exits->shift;
    const uint32_t x = sector % exits->columns * side;
    const uint32_t y = sector / exits->columns * side;
    const uint32_t left = x ? x - 1 : 0;
    const uint32_t top = y ? y - 1 : 0;
    const uint32_t right = map->width - x < side ? map->width : x + side;
    const uint32_t bottom = map->height - y < side ? map->height : y + side;
    return (way_rect){left, top, right - left, bottom - top};
}

way_cell wayi_exits_cell(const wayi_exits *exits, uint32_t sector, uint32_t place)
{
    const way_map *map = exits->grid->map;
    const uint32_t x = ((sector % exits->columns) << exits->shift) + exits->x[place];
    const uint32_t y = ((sector / exits->columns) << exits->shift) + exits->y[place];
    // Both are one too large, so that those before the map are 0.
    if (x == 0 || y == 0 || x > map->width || y > map->height ||
        !wayi_exits_is_line(exits, x - 1, y - 1)) {
        return WAY_CELL_NONE;
    }
    return (y - 1) * map->width + x - 1;
}

uint32_t wayi_exits_spots(const wayi_exits *exits, uint32_t x, uint32_t y, wayi_exit_spot *spots)
{
    const way_map *map = exits->grid->map;
    const uint32_t side = 1u << exits->shift;
    const uint32_t from_x = (x & (side - 1)) + 1;
    const uint32_t from_y = (y & (side - 1)) + 1;
    const uint32_t sector = wayi_exits_sector(exits, x, y);
    const bool right = from_x == side && x + 1 < map->width;
    const bool below = from_y == side && y + 1 < map->height;
    uint32_t count = 0;
    spots[count++] = (wayi_exit_spot){sector, exits_place(exits, from_x, from_y)};
    if (right) {
        spots[count++] = (wayi_exit_spot){sector + 1, exits_place(exits, 0, from_y)};
    }
    if (below) {
        spots[count++] = (wayi_exit_spot){sector + exits->columns, exits_place(exits, from_x, 0)};
    }
    if (right && below) {
        spots[count++] = (wayi_exit_spot){sector + exits->columns + 1, exits_place(exits, 0, 0)};
    }
    return count;
}

// All sectors -------------------------------------------------------------------------------------

typedef struct exits_work {
    wayi_exits *exits;
    bool failed[EXITS_PIECES];
} exits_work;

static void exits_do_piece(uint32_t index, void *argument)
{
    exits_work *work = argument;
    const uint64_t count = exits_sectors(work->exits);
    const uint32_t last = (uint32_t)(count * (index + 1) / EXITS_PIECES);
    wayi_exits_maker *maker = wayi_exits_maker_create(work->exits);
    bool fits = maker != NULL;
    for (uint32_t i = (uint32_t)(count * index / EXITS_PIECES); i < last && fits; i++) {
        fits = wayi_exits_make(work->exits, i, maker);
    }
    work->failed[index] = !fits;
    wayi_exits_maker_destroy(maker);
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

// Repairs -----------------------------------------------------------------------------------------

static way_status exits_note_one(wayi_exits *exits, uint32_t index)
{
    wayi_exit_sector *sector = &exits->sectors[index];
    if (!sector->dirty && !wayi_path_buffer_push(&exits->dirty, index)) {
        return WAY_STATUS_NO_MEMORY;
    }
    sector->dirty = true;
    return WAY_STATUS_OK;
}

way_status wayi_exits_note(wayi_exits *exits, const way_rect *rects, uint32_t count)
{
    const uint32_t reach = exits->grid->layer->size - 1; // a larger unit stands on more cells
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = rects[i];
        const uint32_t left = (rect.x > reach ? rect.x - reach : 0) >> exits->shift;
        const uint32_t top = (rect.y > reach ? rect.y - reach : 0) >> exits->shift;
        // A line is part of the sector behind it as well.
        const uint32_t right = (rect.x + rect.width) >> exits->shift;
        const uint32_t bottom = (rect.y + rect.height) >> exits->shift;
        for (uint32_t y = top; y <= bottom && y < exits->rows; y++) {
            for (uint32_t x = left; x <= right && x < exits->columns; x++) {
                const way_status status = exits_note_one(exits, y * exits->columns + x);
                if (status != WAY_STATUS_OK) {
                    return status;
                }
            }
        }
    }
    return WAY_STATUS_OK;
}

way_status wayi_exits_mend(wayi_exits *exits, uint32_t budget, bool *done)
{
    const uint32_t cost = 1u << (2 * exits->shift);
    wayi_exits_maker *maker = wayi_exits_maker_create(exits);
    bool fits = maker != NULL;
    while (fits && exits->dirty.count && budget) {
        const uint32_t index = exits->dirty.states[exits->dirty.count - 1];
        fits = wayi_exits_make(exits, index, maker);
        if (fits) {
            exits->dirty.count--;
            exits->sectors[index].dirty = false;
            exits->repaired++;
            budget = budget > cost ? budget - cost : 0;
        }
    }
    wayi_exits_maker_destroy(maker);
    *done = fits && exits->dirty.count == 0;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
