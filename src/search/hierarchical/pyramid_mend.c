// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairing a pyramid after edits, level by level from the bottom: blocks with edits are grouped
// anew, then they and the blocks around them are linked anew, then the blocks above are grouped
// anew. A block that outgrows its room moves to the end of the pool.
#include "search/hierarchical/pyramid.h"

#include <string.h>

static bool pyramid_mend_list(wayi_pyramid_level *level, uint32_t block, bool dirty)
{
    wayi_pyramid_block *place = &level->blocks[block];
    bool *listed = dirty ? &place->dirty : &place->loose;
    if (!*listed && !wayi_path_buffer_push(dirty ? &level->dirty : &level->loose, block)) {
        return false;
    }
    *listed = true;
    return true;
}

/// What a changed rectangle can change: where a larger unit stands, and steps from there.
static way_rect pyramid_mend_reach(const wayi_grid *grid, way_rect rect)
{
    const uint32_t size = grid->layer->size;
    const uint32_t left = rect.x > size ? rect.x - size : 0;
    const uint32_t top = rect.y > size ? rect.y - size : 0;
    const uint32_t right = rect.x + rect.width + 1;
    const uint32_t bottom = rect.y + rect.height + 1;
    return (way_rect){left, top, (right < grid->map->width ? right : grid->map->width) - left,
                      (bottom < grid->map->height ? bottom : grid->map->height) - top};
}

way_status wayi_pyramid_note(wayi_pyramid *pyramid, const way_rect *rects, uint32_t count)
{
    wayi_pyramid_level *level = &pyramid->levels[0];
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = pyramid_mend_reach(pyramid->grid, rects[i]);
        const uint32_t last_x = (rect.x + rect.width - 1) / level->side;
        const uint32_t last_y = (rect.y + rect.height - 1) / level->side;
        for (uint32_t y = rect.y / level->side; y <= last_y; y++) {
            for (uint32_t x = rect.x / level->side; x <= last_x; x++) {
                if (!pyramid_mend_list(level, y * level->columns + x, true)) {
                    return WAY_STATUS_NO_MEMORY;
                }
            }
        }
    }
    return WAY_STATUS_OK;
}

/// Cells that can't be stood on any more have no parent.
static void pyramid_mend_forget(wayi_pyramid *pyramid, uint32_t block)
{
    const way_rect rect = wayi_pyramid_rect(pyramid, 0, block);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        memset(pyramid->parents + (size_t)y * pyramid->grid->map->width + rect.x, 0xff,
               rect.width * sizeof *pyramid->parents);
    }
}

/// Makes room for the nodes of a block.
static way_status pyramid_mend_room(wayi_pyramid *pyramid, wayi_pyramid_level *level,
                                    wayi_pyramid_block *block)
{
    if (block->node_count <= block->node_room) {
        return WAY_STATUS_OK;
    }
    const uint32_t needed = level->node_count + block->node_count;
    // Numbers of nodes stay below the number of cells, which searches rely on.
    if (needed > pyramid->cell_count) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (!wayi_grow(&pyramid->allocator, (void **)&level->nodes, &level->node_capacity, needed,
                   sizeof *level->nodes)) {
        return WAY_STATUS_NO_MEMORY;
    }
    block->node_first = level->node_count;
    block->node_room = block->node_count;
    level->node_count = needed;
    return WAY_STATUS_OK;
}

static way_status pyramid_mend_group(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    if (index == 0) {
        pyramid_mend_forget(pyramid, id);
    }
    if (!wayi_pyramid_group(pyramid, index, id, &pyramid->scratch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = pyramid_mend_room(pyramid, level, block);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!wayi_pyramid_settle(pyramid, index, id, &pyramid->scratch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t column = id % level->columns;
    const uint32_t row = id / level->columns;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < level->rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < level->columns; x++) {
            if (!pyramid_mend_list(level, y * level->columns + x, false)) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
    }
    if (index + 1 == pyramid->level_count) {
        return WAY_STATUS_OK;
    }
    wayi_pyramid_level *above = &pyramid->levels[index + 1];
    const uint32_t up = wayi_pyramid_block_at(above, column * level->side, row * level->side);
    return pyramid_mend_list(above, up, true) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static way_status pyramid_mend_link(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    wayi_pyramid_scratch *scratch = &pyramid->scratch;
    if (!wayi_pyramid_find_links(pyramid, index, id, scratch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (scratch->pair_count > block->edge_room) {
        const uint64_t needed = (uint64_t)level->edge_count + scratch->pair_count;
        // Holes may take as much as half of the pool.
        if (needed > 2 * (uint64_t)(level->links + scratch->pair_count) + 1024) {
            return WAY_STATUS_TOO_LARGE;
        }
        if (!wayi_grow(&pyramid->allocator, (void **)&level->edges, &level->edge_capacity,
                       (uint32_t)needed, sizeof *level->edges)) {
            return WAY_STATUS_NO_MEMORY;
        }
        block->edge_first = level->edge_count;
        block->edge_room = scratch->pair_count;
        level->edge_count = (uint32_t)needed;
    }
    level->links = level->links - block->edge_count + scratch->pair_count;
    block->edge_count = scratch->pair_count;
    wayi_pyramid_write_links(pyramid, index, id, scratch);
    return WAY_STATUS_OK;
}

/// Does the next block of the lowest level that has one; its cost is taken off the budget.
static way_status pyramid_mend_next(wayi_pyramid *pyramid, uint32_t *budget, bool *done)
{
    uint32_t index = 0;
    while (index < pyramid->level_count && pyramid->levels[index].dirty.count == 0 &&
           pyramid->levels[index].loose.count == 0) {
        index++;
    }
    *done = index == pyramid->level_count;
    if (*done) {
        return WAY_STATUS_OK;
    }
    wayi_pyramid_level *level = &pyramid->levels[index];
    way_status status;
    if (level->dirty.count) {
        const uint32_t block = level->dirty.states[--level->dirty.count];
        level->blocks[block].dirty = false;
        status = pyramid_mend_group(pyramid, index, block);
    } else {
        const uint32_t block = level->loose.states[--level->loose.count];
        level->blocks[block].loose = false;
        status = pyramid_mend_link(pyramid, index, block);
    }
    const uint32_t cost = pyramid->scratch.children.count + 1;
    *budget = *budget > cost ? *budget - cost : 0;
    pyramid->repaired++;
    return status;
}

/// Everything anew: after a failure, or when holes have become too many.
static way_status pyramid_mend_all(wayi_pyramid *pyramid)
{
    const uint32_t repaired = pyramid->repaired;
    const wayi_grid *grid = pyramid->grid;
    const way_allocator allocator = pyramid->allocator;
    wayi_pyramid_fini(pyramid);
    wayi_pyramid_init(pyramid, grid, &allocator);
    pyramid->repaired = repaired;
    const way_status status = wayi_pyramid_build(pyramid, NULL);
    pyramid->broken = status != WAY_STATUS_OK;
    return status;
}

way_status wayi_pyramid_mend(wayi_pyramid *pyramid, uint32_t budget, bool *done)
{
    way_status status = WAY_STATUS_OK;
    *done = false;
    while (status == WAY_STATUS_OK && !pyramid->broken && !*done && budget > 0) {
        status = pyramid_mend_next(pyramid, &budget, done);
    }
    if (status == WAY_STATUS_OK && *done) {
        status = wayi_pyramid_rise(pyramid, NULL);
    }
    if (status == WAY_STATUS_TOO_LARGE || pyramid->broken) {
        status = pyramid_mend_all(pyramid);
        *done = status == WAY_STATUS_OK;
    }
    pyramid->broken = status != WAY_STATUS_OK;
    return status;
}
