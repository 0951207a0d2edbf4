// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records under repair: which hold, and which are made again.
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

/// Whether the record of a link is as good as a new one would be. No cell of a way that costs so
/// much, nor of a cheaper one, is farther from its ends.
static bool repairs_holds(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                          const wayi_repairs_square *square)
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
    atlas->repairs->tools.work += 2;
    bool holds = !atlas->config.bare && wayi_atlas_climb(atlas, id, link, &cost) &&
                 wayi_atlas_encode(cost) == wayi_atlas_encode(link->cost);
    const bool least = cost == wayi_grid_distance(grid, from, to);
    for (uint32_t i = 0; i < square->part_count && holds && !least; i++) {
        holds = !repairs_improves(grid, from, to, &square->parts[i], cost);
    }
    return holds;
}

/// Appends the next link of the region under way: MOVING, ARRIVED, CAPACITY.
static way_outcome repairs_link(wayi_atlas *atlas, const wayi_repairs_square *square, uint32_t id,
                                uint32_t *budget)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t to = repairs->tools.targets.states[repairs->link];
    const uint32_t known = wayi_atlas_link_to(atlas, id, to);
    wayi_atlas_link link = {.to = to, .cost = WAY_COST_MAX};
    if (known != UINT32_MAX) {
        link = wayi_atlas_link_at(atlas, id, known);
    }
    if (!repairs->tools.searching && repairs_holds(atlas, id, &link, square)) {
        return wayi_atlas_block_add_link(atlas, square->square, &link, &repairs->tools)
                   ? WAY_OUTCOME_ARRIVED
                   : WAY_OUTCOME_CAPACITY;
    }
    return wayi_atlas_make_link(atlas, id, link, &repairs->tools, budget);
}

/// Finds out which links the region under way has: those it had, unless others are in reach.
static bool repairs_targets(wayi_atlas *atlas, uint32_t id)
{
    wayi_repairs *repairs = atlas->repairs;
    wayi_path_buffer *targets = &repairs->tools.targets;
    repairs->targets_known = true;
    if (atlas->flags[id >> atlas->bits] & WAYI_ATLAS_TARGETS) {
        return wayi_atlas_reach(atlas, id, &repairs->tools);
    }
    wayi_path_buffer_clear(targets);
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    bool fits = true;
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        const uint32_t to = wayi_atlas_link_at(atlas, id, i).to;
        fits = !wayi_atlas_region_at(atlas, to) || wayi_path_buffer_push(targets, to);
    }
    return fits;
}

/// Goes on with the region under way.
static way_outcome repairs_region(wayi_atlas *atlas, const wayi_repairs_square *square,
                                  uint32_t *budget)
{
    wayi_repairs *repairs = atlas->repairs;
    const wayi_atlas_block *block = atlas->squares[square->square];
    const uint32_t id = square->square << atlas->bits | repairs->region;
    const wayi_atlas_region *region = &wayi_atlas_regions(block)[repairs->region];
    if (!repairs->targets_known) {
        repairs->link = 0;
        wayi_path_buffer_clear(&repairs->tools.targets);
        repairs->tools.searching = false;
        if (!wayi_atlas_block_add_region(&repairs->tools, region->place, region->row) ||
            (region->place != WAY_CELL_NONE && !repairs_targets(atlas, id))) {
            return WAY_OUTCOME_CAPACITY;
        }
        repairs->targets_known = true;
    }
    for (; repairs->link < repairs->tools.targets.count; repairs->link++) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const way_outcome outcome = repairs_link(atlas, square, id, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
    }
    repairs->targets_known = false;
    repairs->region++;
    return WAY_OUTCOME_ARRIVED;
}

way_outcome wayi_repairs_records(wayi_atlas *atlas, uint32_t index, uint32_t *budget)
{
    wayi_repairs *repairs = atlas->repairs;
    const wayi_repairs_square square = repairs->queue[index];
    const wayi_atlas_block *block = atlas->squares[square.square];
    if (repairs->current != square.square) {
        repairs->current = square.square;
        repairs->region = 0;
        repairs->targets_known = false;
        wayi_atlas_block_begin(&repairs->tools);
    }
    while (block && repairs->region < block->region_count) {
        const way_outcome outcome = repairs_region(atlas, &square, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            repairs->current = outcome == WAY_OUTCOME_MOVING ? repairs->current : UINT32_MAX;
            return outcome;
        }
    }
    wayi_atlas_block *made = NULL;
    repairs->current = UINT32_MAX;
    if (!wayi_atlas_block_end(atlas, &repairs->tools, &made)) {
        return WAY_OUTCOME_CAPACITY;
    }
    wayi_atlas_replace(atlas, square.square, made);
    atlas->flags[square.square] &= (uint16_t) ~(WAYI_ATLAS_RECORDS | WAYI_ATLAS_TARGETS);
    return WAY_OUTCOME_ARRIVED;
}
