// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records under repair: which hold.
#include "search/atlas/repairs.h"

// Six neighbours are not alike in all four quarters, so the signs of the way count.
way_cost wayi_repairs_distance(const wayi_grid *grid, way_cell cell, way_rect part)
{
    const way_map *map = grid->map;
    const int64_t y = wayi_map_row(map, cell);
    const int64_t x = (int64_t)cell - y * map->width;
    const int64_t right = (int64_t)part.x + part.width - 1;
    const int64_t bottom = (int64_t)part.y + part.height - 1;
    const int64_t dx = x < part.x ? part.x - x : x > right ? right - x : 0;
    const int64_t dy = y < part.y ? part.y - y : y > bottom ? bottom - y : 0;
    return wayi_map_open_distance(map, grid->layer, dx, dy);
}

/// What a way between two cells costs at least that comes by a part of the map.
static way_cost repairs_detour(const wayi_grid *grid, way_cell from, way_cell to, way_rect part)
{
    return way_cost_add(wayi_repairs_distance(grid, from, part),
                        wayi_repairs_distance(grid, to, part));
}

bool wayi_repairs_owes(const wayi_repairs_square *square, uint32_t number, uint32_t to)
{
    const uint32_t *owed = square->owed.states;
    uint32_t i = 0;
    while (i < square->owed.count && (owed[i] != number || owed[i + 1] != to)) {
        i += 2;
    }
    return i < square->owed.count;
}

// No cell of a way that costs so much, nor of a cheaper one, is farther from its ends.
bool wayi_repairs_is_apart(const wayi_atlas *atlas, uint32_t id, uint32_t to, way_cost cost,
                           const wayi_repairs_square *square)
{
    const way_cell from = wayi_atlas_region_at(atlas, id)->place;
    const wayi_atlas_region *target = wayi_atlas_region_at(atlas, to);
    bool apart = target && cost != WAY_COST_MAX &&
                 (!atlas->config.bare || cost) && // from before there were weights
                 !wayi_repairs_owes(square, id & ((1u << atlas->bits) - 1u), to);
    const way_cost most = way_cost_add(cost, cost / 1024 + 1); // costs are kept rounded
    for (uint32_t i = 0; apart && i < square->part_count; i++) {
        apart = repairs_detour(atlas->grid, from, target->place, square->parts[i]) > most;
    }
    return apart;
}

bool wayi_repairs_holds(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                        const wayi_repairs_square *square, wayi_atlas_tools *tools)
{
    if (wayi_repairs_is_apart(atlas, id, link->to, link->cost, square)) {
        return true;
    }
    way_cost cost = 0;
    tools->work += 2;
    return !atlas->config.bare && link->cost != WAY_COST_MAX &&
           !wayi_repairs_owes(square, id & ((1u << atlas->bits) - 1u), link->to) &&
           wayi_atlas_climb(atlas, id, link, &cost) &&
           wayi_atlas_encode(cost) == wayi_atlas_encode(link->cost);
}
