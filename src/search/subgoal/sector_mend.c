// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/sector_mend.h"

#include <string.h>

/// Makes the lists the sectors' own, with room for all regions; false without memory.
static bool sector_mend_reserve(wayi_sectors *sectors, const wayi_mender *mender)
{
    const way_allocator *allocator = &mender->allocator;
    const uint32_t needed = mender->routes->region_count;
    if (sectors->borrowed) {
        uint16_t *first = wayi_alloc(allocator, sectors->count, sizeof *first);
        uint16_t *sibling = wayi_alloc(allocator, needed, sizeof *sibling);
        if (!first || (!sibling && needed)) {
            wayi_free(allocator, first, sectors->count, sizeof *first);
            wayi_free(allocator, sibling, needed, sizeof *sibling);
            return false;
        }
        memcpy(first, sectors->first, sectors->count * sizeof *first);
        if (needed) {
            memcpy(sibling, sectors->sibling, needed * sizeof *sibling);
        }
        sectors->first = first;
        sectors->sibling = sibling;
        sectors->sibling_capacity = needed;
        sectors->borrowed = false;
    }
    return wayi_grow(allocator, (void **)&sectors->sibling, &sectors->sibling_capacity, needed + 1,
                     sizeof *sectors->sibling);
}

/// Puts a region into the ascending list of its sector.
static void sector_mend_link(wayi_sectors *sectors, uint32_t sector, uint32_t region)
{
    uint16_t *link = &sectors->first[sector];
    while (*link < region) {
        link = &sectors->sibling[*link];
    }
    sectors->sibling[region] = *link;
    *link = (uint16_t)region;
}

static bool sector_mend_holds(const wayi_mender *mender, const wayi_sector_bits *cells,
                              uint32_t region)
{
    const way_map *map = mender->maker.grid->map;
    const way_cell place = mender->partition.places[region];
    const uint32_t y = wayi_map_row(map, place);
    return wayi_sector_has(cells, place - y * map->width, y);
}

/// How far from where a fresh build would put it a place may stay: a sixteenth of a sector. Every
/// move costs all rows, but places off the middle make detours.
static bool sector_mend_is_central(const wayi_sectors *sectors, const way_map *map, way_cell place,
                                   way_cell centre)
{
    return wayi_map_open_steps(map, place, centre) * 16 <= sectors->side;
}

/// The number that a set of cells goes on with; a number used is taken out of the list of old ones.
static uint32_t sector_mend_name(const wayi_sectors *sectors, wayi_mender *mender,
                                 const wayi_sector_bits *cells)
{
    const way_map *map = mender->maker.grid->map;
    const way_cell centre = wayi_sector_centre(map, cells);
    wayi_path_buffer *olds = &mender->olds;
    for (uint32_t i = 0; i < olds->count; i++) {
        const uint32_t region = olds->states[i];
        if (region == WAYI_REGION_NONE || !sector_mend_holds(mender, cells, region)) {
            continue;
        }
        olds->states[i] = WAYI_REGION_NONE;
        if (!sector_mend_is_central(sectors, map, mender->partition.places[region], centre)) {
            wayi_mender_move(mender, region, centre);
        }
        return region;
    }
    return wayi_mender_add(mender, centre);
}

static wayi_climb_box sector_mend_box(const wayi_sector_bits *cells)
{
    return (wayi_climb_box){(uint16_t)cells->left, (uint16_t)cells->top,
                            (uint16_t)(cells->left + cells->width - 1),
                            (uint16_t)(cells->top + cells->height - 1)};
}

static void sector_mend_clear(const way_map *map, way_rect rect, uint16_t *labels)
{
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        memset(labels + (size_t)y * map->width + rect.x, 0xff, rect.width * sizeof *labels);
    }
}

static way_status sector_mend_one(wayi_sectors *sectors, wayi_mender *mender, uint32_t sector)
{
    const wayi_grid *grid = mender->maker.grid;
    wayi_path_buffer_clear(&mender->olds);
    for (uint32_t region = sectors->first[sector]; region != WAYI_REGION_NONE;
         region = sectors->sibling[region]) {
        if (!wayi_path_buffer_push(&mender->olds, region)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    sectors->first[sector] = WAYI_REGION_NONE;
    sector_mend_clear(grid->map, wayi_sectors_rect(sectors, grid->map, sector),
                      mender->partition.labels);
    wayi_sector_bits free;
    wayi_sector_bits cells;
    wayi_sector_load(sectors, grid, sector, &free);
    while (wayi_sector_take(grid, &free, &cells)) {
        const uint32_t region = sector_mend_name(sectors, mender, &cells);
        if (region == WAYI_REGION_NONE || !sector_mend_reserve(sectors, mender)) {
            return WAY_STATUS_NO_MEMORY;
        }
        wayi_sector_paint(grid->map, &cells, mender->partition.labels, (uint16_t)region);
        sector_mend_link(sectors, sector, region);
        wayi_mender_touch(mender, region, sector_mend_box(&cells));
    }
    for (uint32_t i = 0; i < mender->olds.count; i++) {
        const uint32_t region = mender->olds.states[i];
        if (region == WAYI_REGION_NONE) {
            continue;
        }
        sectors->sibling[region] = WAYI_REGION_NONE;
        if (!wayi_mender_retire(mender, region)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return WAY_STATUS_OK;
}

/// The sectors around may have other neighbours now.
static void sector_mend_touch_around(const wayi_sectors *sectors, wayi_mender *mender,
                                     uint32_t sector)
{
    const uint32_t column = sector % sectors->columns;
    const uint32_t row = sector / sectors->columns;
    const uint32_t rows = sectors->count / sectors->columns;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < sectors->columns; x++) {
            for (uint32_t region = sectors->first[y * sectors->columns + x];
                 region != WAYI_REGION_NONE; region = sectors->sibling[region]) {
                wayi_mender_touch(mender, region, wayi_climb_box_none());
            }
        }
    }
}

way_status wayi_sectors_mend(wayi_sectors *sectors, wayi_mender *mender, const way_rect *rects,
                             uint32_t count)
{
    if (!sector_mend_reserve(sectors, mender)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = wayi_mender_reach(mender, rects[i]);
        const uint32_t last_x = (rect.x + rect.width - 1) / sectors->side;
        const uint32_t last_y = (rect.y + rect.height - 1) / sectors->side;
        for (uint32_t y = rect.y / sectors->side; y <= last_y; y++) {
            for (uint32_t x = rect.x / sectors->side; x <= last_x; x++) {
                const uint32_t sector = y * sectors->columns + x;
                const way_status status = sector_mend_one(sectors, mender, sector);
                if (status != WAY_STATUS_OK) {
                    return status;
                }
                sector_mend_touch_around(sectors, mender, sector);
            }
        }
    }
    return WAY_STATUS_OK;
}
