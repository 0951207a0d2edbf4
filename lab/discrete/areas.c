// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/discrete/areas.h"

#include "base/alloc.h"

#include <string.h>

static bool areas_stand(const wayi_areas *areas, uint32_t x, uint32_t y)
{
    const wayi_grid *grid = wayi_space_grid(areas->ground);
    return x < grid->map->width && y < grid->map->height &&
           wayi_layer_has(grid->map, grid->layer, x, y);
}

/// Gives the cells that are joined to one inside its square the number of a new area.
static void areas_flood(wayi_areas *areas, uint32_t x, uint32_t y)
{
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t stack[WAYI_AREAS_SIDE * WAYI_AREAS_SIDE][2];
    uint32_t count = 0;
    stack[count][0] = x;
    stack[count++][1] = y;
    *wayi_areas_at(areas, x, y) = areas->count;
    while (count) {
        count--;
        const uint32_t at_x = stack[count][0];
        const uint32_t at_y = stack[count][1];
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t to_x = at_x + (uint32_t)steps[i][0];
            const uint32_t to_y = at_y + (uint32_t)steps[i][1];
            if (to_x / WAYI_AREAS_SIDE == x / WAYI_AREAS_SIDE &&
                to_y / WAYI_AREAS_SIDE == y / WAYI_AREAS_SIDE && areas_stand(areas, to_x, to_y) &&
                *wayi_areas_at(areas, to_x, to_y) == WAYI_AREA_NONE) {
                *wayi_areas_at(areas, to_x, to_y) = areas->count;
                stack[count][0] = to_x;
                stack[count++][1] = to_y;
            }
        }
    }
    areas->count++;
}

static void areas_label(wayi_areas *areas, uint32_t square)
{
    const way_map *map = wayi_space_grid(areas->ground)->map;
    const way_rect rect = wayi_map_square(map, WAYI_AREAS_SIDE, square);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        memset(wayi_areas_at(areas, rect.x, y), 0xff, rect.width * sizeof *areas->of);
    }
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            if (*wayi_areas_at(areas, x, y) == WAYI_AREA_NONE && areas_stand(areas, x, y)) {
                areas_flood(areas, x, y);
            }
        }
    }
}

/// Adds an opening without steps yet; false without memory.
static bool areas_add(wayi_areas *areas, uint32_t x, uint32_t y, bool across)
{
    if (!WAYI_GROW(&areas->ground->allocator, areas->openings, areas->opening_capacity,
                   areas->opening_count + 1)) {
        return false;
    }
    areas->openings[areas->opening_count++] = (wayi_opening){
        .areas = {*wayi_areas_at(areas, x, y), *wayi_areas_at(areas, x + across, y + !across)},
        .cell = y * wayi_space_grid(areas->ground)->map->width + x,
        .across = across};
    return true;
}

/// Lists the openings along the right (`across`) or lower border of a square; false without memory.
static bool areas_list(wayi_areas *areas, uint32_t square, bool across)
{
    const uint32_t left = square % areas->columns * WAYI_AREAS_SIDE;
    const uint32_t top = square / areas->columns * WAYI_AREAS_SIDE;
    bool runs = false;
    for (uint32_t i = 0; i < WAYI_AREAS_SIDE; i++) {
        const uint32_t x = across ? left + WAYI_AREAS_SIDE - 1 : left + i;
        const uint32_t y = across ? top + i : top + WAYI_AREAS_SIDE - 1;
        const bool open = areas_stand(areas, x, y) && areas_stand(areas, x + across, y + !across);
        if (open && !runs && !areas_add(areas, x, y, across)) {
            return false;
        }
        if (open) {
            areas->openings[areas->opening_count - 1].length++;
        }
        runs = open;
    }
    return true;
}

void wayi_areas_drop_openings(wayi_areas *areas)
{
    WAYI_FREE(&areas->ground->allocator, areas->openings, areas->opening_capacity);
    areas->openings = NULL;
    areas->opening_count = areas->opening_capacity = 0;
}

void wayi_areas_close(wayi_areas *areas)
{
    if (areas->ground) {
        wayi_areas_drop_openings(areas);
        WAYI_FREE(&areas->ground->allocator, areas->of, areas->cells);
    }
    *areas = (wayi_areas){0};
}

way_status wayi_areas_find(wayi_areas *areas, const way_space *ground)
{
    const way_map *map = wayi_space_grid(ground)->map;
    const uint32_t columns = (map->width + WAYI_AREAS_SIDE - 1) / WAYI_AREAS_SIDE;
    const uint32_t squares = columns * ((map->height + WAYI_AREAS_SIDE - 1) / WAYI_AREAS_SIDE);
    *areas = (wayi_areas){.ground = ground, .cells = ground->state_count, .columns = columns};
    areas->of = wayi_alloc(&ground->allocator, areas->cells, sizeof *areas->of);
    bool fits = areas->of != NULL;
    for (uint32_t i = 0; fits && i < squares; i++) {
        areas_label(areas, i);
    }
    for (uint32_t i = 0; fits && i < squares; i++) {
        fits = areas_list(areas, i, true) && areas_list(areas, i, false);
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
