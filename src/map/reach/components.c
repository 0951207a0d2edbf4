// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The levels of blocks above the sectors, what is to be done on them after an edit, and the
// questions about reachability.
#include "map/reach/components.h"

#include "map/links/links.h"

#include <string.h>

#define COMPONENTS_END UINT32_MAX
/// The link of a block that needs nothing.
#define COMPONENTS_CLEAN (UINT32_MAX - 1)

static size_t components_block_count(const wayi_level *level)
{
    return (size_t)level->columns * level->rows;
}

static size_t components_border_length(const wayi_level *level)
{
    return 2 * ((size_t)level->wide + level->tall);
}

static bool components_is_top(const wayi_components *components, uint32_t index)
{
    return index + 1 == components->level_count;
}

/// Measures all levels, from sectors to the one block that holds the whole map.
static void components_measure(const way_map *map, wayi_components *components)
{
    const uint32_t columns = (map->width + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t rows = (map->height + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    uint32_t number = 0;
    bool more = true;
    for (uint32_t i = 0; more; i++) {
        wayi_level *level = &components->levels[i];
        const uint32_t span = 1u << i;
        level->columns = (columns + span - 1) >> i;
        level->rows = (rows + span - 1) >> i;
        // A block need not be wider than the map.
        level->wide = (span < columns ? span : columns) << WAYI_SECTOR_SHIFT;
        level->tall = (span < rows ? span : rows) << WAYI_SECTOR_SHIFT;
        level->open_max = level->wide + level->tall;
        level->region_max = i == 0 ? WAYI_SECTOR_REGIONS : 4 * components->levels[i - 1].open_max;
        level->first_number = number;
        level->dirty = COMPONENTS_END;
        number += level->columns * level->rows * level->region_max;
        components->level_count = i + 1;
        more = level->columns > 1 || level->rows > 1;
    }
    if (components->level_count > 1) {
        const wayi_level *below = &components->levels[components->level_count - 2];
        components->scratch_border = (uint32_t)components_border_length(below);
        components->scratch_sets = 4 * below->open_max;
    }
}

static bool components_alloc_level(const way_map *map, wayi_components *components, uint32_t index)
{
    wayi_level *level = &components->levels[index];
    const way_allocator *allocator = &map->allocator;
    const size_t blocks = components_block_count(level);
    level->open_counts = wayi_alloc_zero(allocator, blocks, sizeof *level->open_counts);
    level->links = wayi_alloc(allocator, blocks, sizeof *level->links);
    if (!level->open_counts || !level->links) {
        return false;
    }
    for (size_t i = 0; i < blocks; i++) {
        level->links[i] = COMPONENTS_CLEAN;
    }
    if (components_is_top(components, index)) {
        return true;
    }
    const size_t border = blocks * components_border_length(level);
    level->borders = wayi_alloc_zero(allocator, border, sizeof *level->borders);
    level->parents = wayi_alloc_zero(allocator, blocks * level->open_max, sizeof *level->parents);
    return level->borders && level->parents;
}

static bool components_alloc(const way_map *map, wayi_components *components)
{
    const way_allocator *allocator = &map->allocator;
    for (uint32_t i = 0; i < components->level_count; i++) {
        if (!components_alloc_level(map, components, i)) {
            return false;
        }
    }
    const size_t sectors = components_block_count(&components->levels[0]);
    components->labels =
        wayi_alloc(allocator, sectors * WAYI_SECTOR_CELLS, sizeof *components->labels);
    components->region_counts = wayi_alloc(allocator, sectors, sizeof *components->region_counts);
    if (!components->labels || !components->region_counts) {
        return false;
    }
    if (components->level_count == 1) {
        return true;
    }
    components->border =
        wayi_alloc(allocator, components->scratch_border, sizeof *components->border);
    components->sets = wayi_alloc(allocator, components->scratch_sets, sizeof *components->sets);
    components->numbers =
        wayi_alloc(allocator, components->scratch_sets, sizeof *components->numbers);
    return components->border && components->sets && components->numbers;
}

static wayi_touch components_touch_of(const way_map *map)
{
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return WAYI_TOUCH_6;
    }
    const bool eight = map->neighbours == WAY_NEIGHBOURS_8 && map->corners == WAY_CORNERS_ANY;
    return eight ? WAYI_TOUCH_8 : WAYI_TOUCH_4;
}

wayi_components *wayi_components_create(const way_map *map, const wayi_layer *layer)
{
    wayi_components *components = wayi_alloc_zero(&map->allocator, 1, sizeof *components);
    if (!components) {
        return NULL;
    }
    components->touch = components_touch_of(map);
    components_measure(map, components);
    if (!components_alloc(map, components)) {
        wayi_components_destroy(map, components);
        return NULL;
    }
    wayi_layer whole = *layer;
    whole.components = components;
    for (uint32_t sector = 0; sector < components_block_count(&components->levels[0]); sector++) {
        (void)wayi_sector_label(map, &whole, sector);
    }
    for (uint32_t i = 1; i < components->level_count; i++) {
        for (uint32_t block = 0; block < components_block_count(&components->levels[i]); block++) {
            (void)wayi_block_merge(components, i, block);
        }
    }
    return components;
}

void wayi_components_destroy(const way_map *map, wayi_components *components)
{
    if (!components) {
        return;
    }
    const way_allocator *allocator = &map->allocator;
    const size_t sectors = components_block_count(&components->levels[0]);
    for (uint32_t i = 0; i < components->level_count; i++) {
        wayi_level *level = &components->levels[i];
        const size_t blocks = components_block_count(level);
        WAYI_FREE(allocator, level->borders, blocks * components_border_length(level));
        WAYI_FREE(allocator, level->parents, blocks * level->open_max);
        WAYI_FREE(allocator, level->open_counts, blocks);
        WAYI_FREE(allocator, level->links, blocks);
    }
    WAYI_FREE(allocator, components->labels, sectors * WAYI_SECTOR_CELLS);
    WAYI_FREE(allocator, components->region_counts, sectors);
    WAYI_FREE(allocator, components->border, components->scratch_border);
    WAYI_FREE(allocator, components->sets, components->scratch_sets);
    WAYI_FREE(allocator, components->numbers, components->scratch_sets);
    WAYI_FREE(allocator, components, 1);
}

static void components_mark(wayi_level *level, uint32_t block)
{
    if (level->links[block] == COMPONENTS_CLEAN) {
        level->links[block] = level->dirty;
        level->dirty = block;
    }
}

void wayi_components_touch(wayi_layer *layer, way_rect rect)
{
    // A unit stands on all cells right of and below its own that it covers.
    const uint32_t reach = layer->size - 1;
    const uint32_t left = (rect.x < reach ? 0 : rect.x - reach) >> WAYI_SECTOR_SHIFT;
    const uint32_t top = (rect.y < reach ? 0 : rect.y - reach) >> WAYI_SECTOR_SHIFT;
    const uint32_t right = (rect.x + rect.width - 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t bottom = (rect.y + rect.height - 1) >> WAYI_SECTOR_SHIFT;
    wayi_level *level = &layer->components->levels[0];
    for (uint32_t y = top; y <= bottom; y++) {
        for (uint32_t x = left; x <= right; x++) {
            components_mark(level, y * level->columns + x);
        }
    }
}

/// Tells the links that ends of theirs within a block may have other numbers.
static void components_note(const way_map *map, const wayi_layer *layer, uint32_t level,
                            uint32_t block)
{
    const uint32_t shift = WAYI_SECTOR_SHIFT + level;
    const uint32_t columns = layer->components->levels[level].columns;
    const way_rect rect = {block % columns << shift, block / columns << shift, 1u << shift,
                           1u << shift};
    wayi_links_note(map, layer, wayi_rect_grow(rect, 0, map->width, map->height));
}

void wayi_components_update(const way_map *map, wayi_layer *layer)
{
    wayi_components *components = layer->components;
    for (uint32_t i = 0; i < components->level_count; i++) {
        wayi_level *level = &components->levels[i];
        wayi_level *above = level + 1;
        while (level->dirty != COMPONENTS_END) {
            const uint32_t block = level->dirty;
            level->dirty = level->links[block];
            level->links[block] = COMPONENTS_CLEAN;
            components->renumbered = i == 0;
            const bool changed = i == 0 ? wayi_sector_label(map, layer, block)
                                        : wayi_block_merge(components, i, block);
            if (layer->links && components->renumbered) {
                components_note(map, layer, i, block);
            }
            if (changed) {
                components_mark(above, (block / level->columns >> 1) * above->columns +
                                           (block % level->columns >> 1));
            }
        }
    }
    if (layer->links) {
        wayi_links_update(map, layer);
    }
}

uint32_t wayi_components_at(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const wayi_components *components = layer->components;
    const uint32_t column = x >> WAYI_SECTOR_SHIFT;
    const uint32_t row = y >> WAYI_SECTOR_SHIFT;
    const size_t sector = (size_t)row * components->levels[0].columns + column;
    const wayi_label label =
        components->labels[sector * WAYI_SECTOR_CELLS + y % WAYI_SECTOR_SIDE * WAYI_SECTOR_SIDE +
                           x % WAYI_SECTOR_SIDE];
    return label == WAYI_LABEL_NONE ? WAY_CELL_NONE
                                    : wayi_components_number(components, column, row, label);
}

uint32_t way_map_component(const way_map *map, way_cell cell, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    return layer && cell < map->cell_count ? wayi_components_at(map, layer, cell) : WAY_CELL_NONE;
}

uint32_t wayi_components_reach(const way_map *map, const wayi_layer *layer, way_cell from,
                               uint32_t numbers[WAYI_DIRECTIONS])
{
    numbers[0] = wayi_components_at(map, layer, from);
    if (numbers[0] != WAY_CELL_NONE) {
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t moves = wayi_layer_moves(map, layer, from); moves; moves &= moves - 1) {
        const int32_t offset = map->offsets[wayi_bits_lowest(moves)];
        numbers[count++] = wayi_components_at(map, layer, from + (uint32_t)offset);
    }
    return count;
}

bool way_map_is_reachable(const way_map *map, way_cell from, way_cell to, uint32_t profile)
{
    const uint32_t goal = way_map_component(map, to, profile);
    if (goal == WAY_CELL_NONE || from >= map->cell_count) {
        return false;
    }
    uint32_t numbers[WAYI_DIRECTIONS];
    const wayi_layer *layer = wayi_map_layer(map, profile);
    const uint32_t count = wayi_components_reach(map, layer, from, numbers);
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == goal) {
            return true;
        }
    }
    if (!layer->links) {
        return false;
    }
    wayi_links_reach reach;
    return wayi_links_follow(layer->links, numbers, count, goal, &reach);
}
