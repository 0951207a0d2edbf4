// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairing a pyramid after edits, level by level from the bottom. Blocks with edits are grouped
// again, then linked again. If one has turned out as it was, nothing else needs to know. Otherwise
// those around it are linked again, too, and the block above is grouped again. A block has few
// nodes on every level, so a repair costs about the same per level. A block that there is no memory
// for stays listed: the next repair goes on with it.
#include "map/layer.h"
#include "search/hierarchical/pyramid.h"

#include <string.h>

/// Children whose links are looked at for a unit of work.
#define PYRAMID_REPAIR_LINKS 8u

/// Makes room for lists of all blocks; false without memory.
static bool pyramid_repair_reserve(wayi_pyramid *pyramid)
{
    bool fits = true;
    for (uint32_t i = 0; i < pyramid->level_count; i++) {
        wayi_pyramid_level *level = &pyramid->levels[i];
        const uint32_t count = level->columns * level->rows;
        fits = fits && wayi_path_buffer_reserve(&level->dirty, count) &&
               wayi_path_buffer_reserve(&level->loose, count);
    }
    return fits;
}

/// Puts a block into one of the lists, unless a flag says that it is there.
static void pyramid_repair_list(wayi_path_buffer *list, uint32_t block, bool *listed)
{
    if (!*listed) {
        list->states[list->count++] = block;
    }
    *listed = true;
}

/// Lists the blocks of changed rectangles.
static void pyramid_repair_note(wayi_pyramid *pyramid, const way_rect *rects, uint32_t count)
{
    wayi_pyramid_level *level = &pyramid->levels[0];
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect =
            wayi_layer_touched(pyramid->grid->map, pyramid->grid->layer, rects[i]);
        const uint32_t last_x = (rect.x + rect.width - 1) >> level->shift_x;
        const uint32_t last_y = (rect.y + rect.height - 1) >> level->shift_y;
        for (uint32_t y = rect.y >> level->shift_y; y <= last_y; y++) {
            for (uint32_t x = rect.x >> level->shift_x; x <= last_x; x++) {
                const uint32_t block = y * level->columns + x;
                pyramid_repair_list(&level->dirty, block, &level->blocks[block].dirty);
            }
        }
    }
}

/// The block above one is to be grouped again.
static void pyramid_repair_above(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    if (index + 1 < pyramid->level_count) {
        const way_rect rect = wayi_pyramid_rect(pyramid, index, id);
        wayi_pyramid_level *above = &pyramid->levels[index + 1];
        const uint32_t block = wayi_pyramid_block_at(above, rect.x, rect.y);
        pyramid_repair_list(&above->dirty, block, &above->blocks[block].dirty);
    }
}

// Groups ------------------------------------------------------------------------------------------

/// Cells that can't be stood on any more have no parent.
static void pyramid_repair_forget(wayi_pyramid *pyramid, uint32_t block)
{
    const way_rect rect = wayi_pyramid_rect(pyramid, 0, block);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        memset(pyramid->places + (size_t)y * pyramid->grid->map->width + rect.x, WAYI_PYRAMID_OUT,
               rect.width);
    }
}

/// Whether a block has got the nodes that it had.
static bool pyramid_repair_has_nodes(const wayi_pyramid_block *block,
                                     const wayi_pyramid_scratch *scratch)
{
    bool same = block->node_count == scratch->node_count;
    for (uint32_t i = 0; i < block->node_count && same; i++) {
        const wayi_pyramid_node *was = &block->nodes[i];
        const wayi_pyramid_node *is = &scratch->nodes[i];
        same = was->x == is->x && was->y == is->y && was->cells == is->cells &&
               was->weight == is->weight;
    }
    return same;
}

/// Groups a block again. False without memory, and then it is to be done again.
static bool pyramid_repair_group(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    wayi_pyramid_scratch *scratch = &pyramid->scratch;
    if (index == 0) {
        pyramid_repair_forget(pyramid, id);
    }
    if (!wayi_pyramid_group(pyramid, index, id, scratch)) {
        return false;
    }
    pyramid->worked += scratch->children.count;
    if (!pyramid_repair_has_nodes(block, scratch)) {
        const uint32_t links = block->edge_count;
        if (!wayi_pyramid_set_nodes(pyramid, index, id, scratch)) {
            return false;
        }
        level->links -= links;
        block->torn = true;
        pyramid_repair_above(pyramid, index, id);
    }
    pyramid_repair_list(&level->loose, id, &block->loose);
    return true;
}

// Links -------------------------------------------------------------------------------------------

/// Whether the links found are those that a block has.
static bool pyramid_repair_has_links(const wayi_pyramid_level *level, uint32_t id,
                                     const wayi_pyramid_scratch *scratch)
{
    const wayi_pyramid_block *block = &level->blocks[id];
    bool same = block->edge_count == scratch->pair_count;
    for (uint32_t i = 0, at = 0; i < block->node_count && same; i++) {
        const uint64_t from = (uint64_t)(id << level->bits | i) << 32;
        for (uint32_t k = 0; k < block->nodes[i].edge_count && same; k++, at++) {
            same = scratch->pairs[at] == (from | wayi_pyramid_to(level, id, at));
        }
    }
    return same;
}

/// Links a block again; *changed says whether that made a difference, *opened whether some node has
/// got its first links or lost its last. False without memory.
static bool pyramid_repair_relink(wayi_pyramid *pyramid, uint32_t index, uint32_t id, bool *changed,
                                  bool *opened)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    const wayi_pyramid_block *block = &level->blocks[id];
    wayi_pyramid_scratch *scratch = &pyramid->scratch;
    *opened = false;
    if (!wayi_pyramid_find_links(pyramid, index, id, scratch)) {
        return false;
    }
    pyramid->worked += 1 + scratch->children.count / PYRAMID_REPAIR_LINKS;
    *changed = !pyramid_repair_has_links(level, id, scratch);
    if (!*changed) {
        return true;
    }
    const uint64_t links = block->edge_count;
    if (!wayi_pyramid_set_links(pyramid, index, id, scratch)) {
        return false;
    }
    level->links += block->edge_count - links;
    for (uint32_t i = 0; i < block->node_count; i++) {
        // The scratch has the nodes as they were.
        *opened |= (block->nodes[i].edge_count == 0) != (scratch->nodes[i].edge_count == 0);
    }
    pyramid->repaired++;
    return true;
}

/// Links the blocks around one again; those that are listed see for themselves.
static bool pyramid_repair_around(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    const uint32_t column = id % level->columns;
    const uint32_t row = id / level->columns;
    bool fits = true;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < level->rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < level->columns; x++) {
            const uint32_t beside = y * level->columns + x;
            bool changed = false;
            bool opened = false;
            if (beside != id && !level->blocks[beside].loose) {
                fits = fits && pyramid_repair_relink(pyramid, index, beside, &changed, &opened);
            }
            if (opened) {
                pyramid_repair_above(pyramid, index, beside);
            }
        }
    }
    return fits;
}

static bool pyramid_repair_link(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_block *block = &pyramid->levels[index].blocks[id];
    bool changed = false;
    bool opened = false;
    if (!pyramid_repair_relink(pyramid, index, id, &changed, &opened)) {
        return false;
    }
    block->torn |= changed; // until those around know
    if (block->torn) {
        if (!pyramid_repair_around(pyramid, index, id)) {
            return false;
        }
        pyramid_repair_above(pyramid, index, id);
    }
    block->torn = false;
    return true;
}

// All of it ---------------------------------------------------------------------------------------

/// Does the next block of the lowest level that has one; its cost is taken off the budget.
static bool pyramid_repair_next(wayi_pyramid *pyramid, uint32_t *budget, bool *done)
{
    uint32_t index = 0;
    while (index < pyramid->level_count && pyramid->levels[index].dirty.count == 0 &&
           pyramid->levels[index].loose.count == 0) {
        index++;
    }
    *done = index == pyramid->level_count;
    if (*done) {
        return true;
    }
    wayi_pyramid_level *level = &pyramid->levels[index];
    const uint64_t before = pyramid->worked++;
    const bool groups = level->dirty.count > 0;
    wayi_path_buffer *list = groups ? &level->dirty : &level->loose;
    const uint32_t id = list->states[list->count - 1];
    wayi_pyramid_block *block = &level->blocks[id];
    const bool fits =
        groups ? pyramid_repair_group(pyramid, index, id) : pyramid_repair_link(pyramid, index, id);
    if (fits) {
        list->count--;
        *(groups ? &block->dirty : &block->loose) = false;
    }
    const uint64_t cost = pyramid->worked - before;
    *budget = *budget > cost ? *budget - (uint32_t)cost : 0;
    pyramid->repaired++;
    return fits;
}

way_status wayi_pyramid_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    wayi_pyramid *pyramid = navigator->database;
    const uint64_t before = pyramid->worked;
    *done = false;
    if (!pyramid_repair_reserve(pyramid)) {
        return WAY_STATUS_NO_MEMORY;
    }
    pyramid_repair_note(pyramid, rects, count);
    bool fits = true;
    while (fits && !*done && budget > 0) {
        fits = pyramid_repair_next(pyramid, &budget, done);
    }
    navigator->repaired += pyramid->worked - before;
    if (*done) {
        const way_status status = wayi_pyramid_rise(pyramid, NULL);
        *done = status == WAY_STATUS_OK;
        return status;
    }
    return fits                     ? WAY_STATUS_OK
           : pyramid->scratch.large ? WAY_STATUS_TOO_LARGE
                                    : WAY_STATUS_NO_MEMORY;
}
