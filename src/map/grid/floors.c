// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which cell lies on which floor.
#include "map/grid/edits.h"

#include <waymark/format.h>

uint32_t way_floors_rows(const way_floors *floors)
{
    const uint64_t rows = floors->count * ((uint64_t)floors->height + 1) - 1;
    return floors->count && floors->height && rows <= WAY_MAP_SIDE_MAX ? (uint32_t)rows : 0;
}

way_status way_floors_divide(way_map *map, const way_floors *floors)
{
    if (!map || !floors) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (way_floors_rows(floors) != map->height) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (map->floors.count == floors->count) {
        return WAY_STATUS_OK; // as it is
    }
    if (map->floors.count > 1) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    wayi_map_divide(map, floors);
    return WAY_STATUS_OK;
}

way_cell way_floors_cell(const way_map *map, const way_floors *floors, uint32_t floor, int64_t x,
                         int64_t y)
{
    return floor < floors->count && y >= 0 && y < floors->height
               ? way_map_cell(map, x, (int64_t)floor * ((int64_t)floors->height + 1) + y)
               : WAY_CELL_NONE;
}

bool way_floors_position(const way_map *map, const way_floors *floors, way_cell cell,
                         uint32_t *floor, uint32_t *x, uint32_t *y)
{
    if (cell >= map->cell_count) {
        return false;
    }
    const uint32_t row = wayi_map_row(map, cell);
    const uint64_t rows = (uint64_t)floors->height + 1;
    const uint32_t number = (uint32_t)(row / rows);
    if (row % rows == floors->height || number >= floors->count) {
        return false;
    }
    if (floor) {
        *floor = number;
    }
    if (x) {
        *x = cell - row * map->width;
    }
    if (y) {
        *y = (uint32_t)(row % rows);
    }
    return true;
}
