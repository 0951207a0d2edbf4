// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Large squares made of small ones. A region is a set of smaller ones that are connected by their
// links inside the large square; it lists them where others have subgoals, ascending. Its place is
// that of the one nearest to their mean. Regions without links are whole components: they are left
// out, for nobody looks for a route from or to them.
#include "core/sort.h"
#include "search/atlas/atlas.h"

/// The small squares that a large one is made of, by columns and rows of them.
static way_rect upper_span(const wayi_atlas *atlas, uint32_t square)
{
    const wayi_atlas *lower = atlas->config.lower;
    const uint32_t factor = atlas->config.side / lower->config.side;
    const way_rect whole = {square % atlas->columns * factor, square / atlas->columns * factor,
                            factor, factor};
    return wayi_rect_grow(whole, 0, lower->columns, lower->rows);
}

/// The large square of a small region.
static uint32_t upper_square(const wayi_atlas *atlas, uint32_t id)
{
    const wayi_atlas *lower = atlas->config.lower;
    const uint32_t factor = atlas->config.side / lower->config.side;
    const uint32_t small = id >> lower->bits;
    return small / lower->columns / factor * atlas->columns + small % lower->columns / factor;
}

uint32_t wayi_atlas_group_end(const wayi_atlas_block *block, uint32_t number)
{
    return number + 1 < block->region_count ? wayi_atlas_regions(block)[number + 1].subgoal_first
                                            : block->subgoal_count;
}

uint32_t wayi_atlas_group(const wayi_atlas *atlas, uint32_t lower)
{
    if (lower == WAYI_REGION_NONE) {
        return WAYI_REGION_NONE;
    }
    const uint32_t square = upper_square(atlas, lower);
    const wayi_atlas_block *block = atlas->squares[square];
    for (uint32_t i = 0, k = 0; block && i < block->region_count; i++) {
        for (; k < wayi_atlas_group_end(block, i); k++) {
            if (wayi_atlas_subgoals(block)[k] == lower) {
                return square << atlas->bits | i;
            }
        }
    }
    return WAYI_REGION_NONE;
}

// Regions -----------------------------------------------------------------------------------------

/// Lists the small regions of a square that have links, ascending, in tools->targets; false without
/// memory.
static bool upper_gather(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools)
{
    const wayi_atlas *lower = atlas->config.lower;
    const way_rect span = upper_span(atlas, square);
    bool fits = true;
    wayi_path_buffer_clear(&tools->targets);
    for (uint32_t i = 0; i < span.width * span.height; i++) {
        const uint32_t small = (span.y + i / span.width) * lower->columns + span.x + i % span.width;
        const wayi_atlas_block *block = lower->squares[small];
        for (uint32_t k = 0; block && k < block->region_count && fits; k++) {
            fits = wayi_atlas_regions(block)[k].link_count == 0 ||
                   wayi_path_buffer_push(&tools->targets, small << lower->bits | k);
        }
    }
    tools->work += 1 + tools->targets.count;
    return fits;
}

/// The place of a small region in the list, or UINT32_MAX.
static uint32_t upper_index(const wayi_path_buffer *list, uint32_t id)
{
    uint32_t low = 0;
    uint32_t high = list->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        low = list->states[middle] < id ? middle + 1 : low;
        high = list->states[middle] < id ? high : middle;
    }
    return low < list->count && list->states[low] == id ? low : UINT32_MAX;
}

/// Appends what is connected to a small region to the group in tools->path. Whoever is in a group
/// is marked in tools->places. False without memory.
static bool upper_connect(const wayi_atlas *lower, uint32_t first, wayi_atlas_tools *tools)
{
    wayi_path_buffer *group = &tools->path;
    wayi_path_buffer_clear(group);
    tools->places.states[first] = 0;
    bool fits = wayi_path_buffer_push(group, first);
    for (uint32_t i = 0; i < group->count && fits; i++) {
        const uint32_t id = tools->targets.states[group->states[i]];
        wayi_path_buffer_clear(&tools->costs);
        fits = wayi_atlas_neighbours(lower, id, &tools->costs);
        for (uint32_t k = 0; k < tools->costs.count && fits; k++) {
            const uint32_t to = upper_index(&tools->targets, tools->costs.states[k]);
            if (to != UINT32_MAX && tools->places.states[to] == WAY_CELL_NONE) {
                tools->places.states[to] = 0;
                fits = wayi_path_buffer_push(group, to);
            }
        }
    }
    wayi_path_buffer_clear(&tools->costs);
    wayi_sort32(group->states, group->count);
    return fits;
}

/// The place of the group's region nearest to the mean of all of them.
static way_cell upper_place(const wayi_atlas *lower, const wayi_atlas_tools *tools)
{
    const way_map *map = lower->grid->map;
    const wayi_path_buffer *group = &tools->path;
    int64_t sum_x = 0;
    int64_t sum_y = 0;
    int64_t least = INT64_MAX;
    way_cell best = WAY_CELL_NONE;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < group->count; i++) {
            const uint32_t id = tools->targets.states[group->states[i]];
            const way_cell place = wayi_atlas_region_at(lower, id)->place;
            const int64_t y = wayi_map_row(map, place);
            const int64_t x = (int64_t)place - y * map->width;
            const int64_t dx = x * 16 - sum_x * 16 / group->count;
            const int64_t dy = y * 16 - sum_y * 16 / group->count;
            sum_x += pass ? 0 : x;
            sum_y += pass ? 0 : y;
            if (pass && dx * dx + dy * dy < least) {
                least = dx * dx + dy * dy;
                best = place;
            }
        }
    }
    return best;
}

bool wayi_atlas_make_groups(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools,
                            wayi_atlas_block **out)
{
    const wayi_atlas *lower = atlas->config.lower;
    wayi_atlas_block_begin(tools);
    if (!upper_gather(atlas, square, tools) ||
        !wayi_path_buffer_reserve(&tools->places, tools->targets.count)) {
        return false;
    }
    for (uint32_t i = 0; i < tools->targets.count; i++) {
        tools->places.states[i] = WAY_CELL_NONE;
    }
    for (uint32_t i = 0; i < tools->targets.count; i++) {
        if (tools->places.states[i] != WAY_CELL_NONE) {
            continue;
        }
        bool fits =
            upper_connect(lower, i, tools) &&
            wayi_atlas_block_add_region(tools, upper_place(lower, tools), WAYI_ATLAS_NO_ROW);
        for (uint32_t k = 0; k < tools->path.count && fits; k++) {
            fits = wayi_path_buffer_push(&tools->subgoals,
                                         tools->targets.states[tools->path.states[k]]);
        }
        if (!fits) {
            return false;
        }
    }
    return wayi_atlas_block_end(atlas, tools, out);
}

bool wayi_atlas_pair_groups(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools)
{
    const wayi_atlas_block *block = atlas->squares[square];
    wayi_path_buffer *found = &tools->targets;
    bool fits = true;
    for (uint32_t i = 0, k = 0; block && i < block->region_count && fits; i++) {
        for (tools->work++; k < wayi_atlas_group_end(block, i) && fits; k++) {
            wayi_path_buffer_clear(found);
            fits = wayi_atlas_neighbours(atlas->config.lower, wayi_atlas_subgoals(block)[k], found);
            for (uint32_t n = 0; n < found->count && fits; n++) {
                const bool out = upper_square(atlas, found->states[n]) != square;
                const uint32_t to =
                    out ? wayi_atlas_group(atlas, found->states[n]) : WAYI_REGION_NONE;
                fits = to == WAYI_REGION_NONE || wayi_atlas_add_pair(tools, i, to);
                tools->work += out;
            }
        }
    }
    return fits;
}
