// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records under repair: which hold.
#include "search/atlas/repairs.h"

/// What it costs at least to get from a cell to a part of the map. Six neighbours are not alike in
/// all four quarters, so the signs of the way count.
static way_cost repairs_distance(const wayi_grid *grid, way_cell cell, way_rect part)
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
    return way_cost_add(repairs_distance(grid, from, part), repairs_distance(grid, to, part));
}

/// Whether one of two cells lies where places came, moved or went.
static bool repairs_moved(const wayi_grid *grid, way_cell from, way_cell to,
                          const wayi_repairs_part *part)
{
    return part->moved &&
           (!repairs_distance(grid, from, part->rect) || !repairs_distance(grid, to, part->rect));
}

/// Whether a new way may be better than one that still leads to its end: from or to a place that
/// moved, or over cells that changed, or slantwise past one.
static bool repairs_improves(const wayi_grid *grid, way_cell from, way_cell to,
                             const wayi_repairs_part *part, way_cost cost)
{
    const way_map *map = grid->map;
    // Steps beside what changed are part of it, too.
    const way_rect all = part->rect;
    const uint32_t left = all.x > 0;
    const uint32_t top = all.y > 0;
    const uint32_t right = all.x + all.width < map->width;
    const uint32_t bottom = all.y + all.height < map->height;
    const way_rect inner = {all.x + left, all.y + top, all.width - left - right,
                            all.height - top - bottom};
    const way_cost over = repairs_detour(grid, from, to, inner);
    const way_cost past = wayi_map_open_distance(map, grid->layer, 1, 1);
    const way_cost straight = wayi_map_open_distance(map, grid->layer, 2, 0);
    return repairs_moved(grid, from, to, part) ||
           (part->opened && way_cost_add(over, past) < way_cost_add(cost, straight));
}

// No cell of a way that costs so much, nor of a cheaper one, is farther from its ends.
bool wayi_repairs_holds(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                        const wayi_repairs_square *square, wayi_atlas_tools *tools)
{
    const wayi_grid *grid = atlas->grid;
    const way_cell from = wayi_atlas_region_at(atlas, id)->place;
    const way_cell to = wayi_atlas_region_at(atlas, link->to)->place;
    if (link->cost == WAY_COST_MAX ||
        (atlas->config.bare && link->cost == 0)) { // from before there were weights
        return false;
    }
    bool near = false;
    for (uint32_t i = 0; i < square->part_count && !near; i++) {
        const wayi_repairs_part *part = &square->parts[i];
        // Costs are kept rounded.
        const way_cost most = way_cost_add(link->cost, link->cost / 1024 + 1);
        near = (part->edited && repairs_detour(grid, from, to, part->rect) <= most) ||
               repairs_moved(grid, from, to, part);
    }
    if (!near) {
        return true;
    }
    way_cost cost = 0;
    tools->work += 2;
    bool holds = !atlas->config.bare && wayi_atlas_climb(atlas, id, link, &cost) &&
                 wayi_atlas_encode(cost) == wayi_atlas_encode(link->cost);
    const bool least = cost == wayi_grid_distance(grid, from, to);
    for (uint32_t i = 0; i < square->part_count && holds && !least; i++) {
        holds = !repairs_improves(grid, from, to, &square->parts[i], cost);
    }
    return holds;
}
