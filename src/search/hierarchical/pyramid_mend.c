// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairing a pyramid after edits, level by level from the bottom. Blocks with edits are grouped
// again, in new rooms. Then each is linked again. If it has turned out as it was, it takes its old
// nodes back and nothing else needs to know. Otherwise the links that lead to it from the blocks
// around it are replaced, and the block above is grouped again. A block has few nodes on every
// level, so a repair costs about the same per level.
#include "search/hierarchical/pyramid.h"

#include <string.h>

/// Links that are written for a unit of work.
#define PYRAMID_MEND_LINKS 8u

/// A run of node numbers.
typedef struct pyramid_range {
    uint32_t first, count;
} pyramid_range;

static bool pyramid_mend_has(pyramid_range range, uint32_t node)
{
    return node - range.first < range.count;
}

static way_status pyramid_mend_list(wayi_pyramid_level *level, uint32_t block)
{
    wayi_pyramid_block *place = &level->blocks[block];
    if (!place->dirty && !wayi_path_buffer_push(&level->dirty, block)) {
        return WAY_STATUS_NO_MEMORY;
    }
    place->dirty = true;
    return WAY_STATUS_OK;
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
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < count; i++) {
        const way_rect rect = pyramid_mend_reach(pyramid->grid, rects[i]);
        const uint32_t last_x = (rect.x + rect.width - 1) >> level->shift_x;
        const uint32_t last_y = (rect.y + rect.height - 1) >> level->shift_y;
        for (uint32_t y = rect.y >> level->shift_y; y <= last_y; y++) {
            for (uint32_t x = rect.x >> level->shift_x; x <= last_x; x++) {
                status = status == WAY_STATUS_OK ? pyramid_mend_list(level, y * level->columns + x)
                                                 : status;
            }
        }
    }
    return status;
}

/// The block above one is to be grouped again.
static way_status pyramid_mend_above(wayi_pyramid *pyramid, uint32_t index, uint32_t block)
{
    if (index + 1 == pyramid->level_count) {
        return WAY_STATUS_OK;
    }
    const way_rect rect = wayi_pyramid_rect(pyramid, index, block);
    wayi_pyramid_level *above = &pyramid->levels[index + 1];
    return pyramid_mend_list(above, wayi_pyramid_block_at(above, rect.x, rect.y));
}

// Groups ------------------------------------------------------------------------------------------

/// Cells that can't be stood on any more have no parent.
static void pyramid_mend_forget(wayi_pyramid *pyramid, uint32_t block)
{
    const way_rect rect = wayi_pyramid_rect(pyramid, 0, block);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        memset(pyramid->places + (size_t)y * pyramid->grid->map->width + rect.x, WAYI_PYRAMID_OUT,
               rect.width);
    }
}

/// Whether a block has links to some nodes.
static bool pyramid_mend_leads(const wayi_pyramid_level *level, const wayi_pyramid_block *block,
                               pyramid_range nodes)
{
    bool leads = false;
    for (uint32_t i = 0; i < block->edge_count && !leads; i++) {
        leads = pyramid_mend_has(nodes, level->edges[block->edge_first + i].to);
    }
    return leads;
}

/// Gives up the nodes of a block that was grouped and not linked yet. Blocks around it that were
/// linked to them meanwhile are to be done again.
static way_status pyramid_mend_drop(wayi_pyramid_level *level, uint32_t id)
{
    const wayi_pyramid_block *block = &level->blocks[id];
    const pyramid_range nodes = {block->node_first, block->node_count};
    const uint32_t column = id % level->columns;
    const uint32_t row = id / level->columns;
    way_status status = WAY_STATUS_OK;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < level->rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < level->columns; x++) {
            const uint32_t beside = y * level->columns + x;
            const wayi_pyramid_block *other = &level->blocks[beside];
            if (status == WAY_STATUS_OK && !other->loose &&
                pyramid_mend_leads(level, other, nodes)) {
                status = pyramid_mend_list(level, beside);
            }
        }
    }
    wayi_pyramid_free_nodes(level, block->node_first, block->node_room);
    return status;
}

/// Lists a block to be linked and keeps its nodes; or gives them up if older ones are kept already.
static way_status pyramid_mend_keep(wayi_pyramid *pyramid, wayi_pyramid_level *level, uint32_t id)
{
    wayi_pyramid_block *block = &level->blocks[id];
    if (block->loose) {
        return pyramid_mend_drop(level, id);
    }
    if (!wayi_grow(&pyramid->allocator, (void **)&level->loose, &level->loose_capacity,
                   level->loose_count + 1, sizeof *level->loose)) {
        return WAY_STATUS_NO_MEMORY;
    }
    level->loose[level->loose_count++] =
        (wayi_pyramid_change){id, block->node_first, block->node_count, block->node_room};
    block->loose = true;
    return WAY_STATUS_OK;
}

static way_status pyramid_mend_group(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    way_status status = pyramid_mend_keep(pyramid, level, id);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (index == 0) {
        pyramid_mend_forget(pyramid, id);
    }
    if (!wayi_pyramid_group(pyramid, index, id, &pyramid->scratch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    status = wayi_pyramid_take_nodes(pyramid, level, block->node_count, &block->node_first,
                                     &block->node_room);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    pyramid->worked += pyramid->scratch.children.count;
    return wayi_pyramid_settle(pyramid, index, id, &pyramid->scratch) ? WAY_STATUS_OK
                                                                      : WAY_STATUS_NO_MEMORY;
}

// Links -------------------------------------------------------------------------------------------

/// Whether a link was found, of those sorted in the scratch.
static bool pyramid_mend_is_found(const wayi_pyramid_scratch *scratch, uint32_t from, uint32_t to)
{
    const uint64_t pair = (uint64_t)from << 32 | to;
    uint32_t low = 0;
    uint32_t high = scratch->pair_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (scratch->pairs[middle] < pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < scratch->pair_count && scratch->pairs[low] == pair;
}

/// Whether a block has got the nodes and links that it had, but for their numbers.
static bool pyramid_mend_is_same(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                                 const wayi_pyramid_change *old)
{
    const wayi_pyramid_block *block = &level->blocks[old->block];
    if (block->node_count != old->node_count || block->edge_count != pyramid->scratch.pair_count) {
        return false;
    }
    const pyramid_range before = {old->node_first, old->node_count};
    for (uint32_t i = 0; i < old->node_count; i++) {
        const wayi_pyramid_node *was = &level->nodes[old->node_first + i];
        const wayi_pyramid_node *is = &level->nodes[block->node_first + i];
        if (was->x != is->x || was->y != is->y || was->cells != is->cells ||
            was->weight != is->weight) {
            return false;
        }
        for (uint32_t k = 0; k < was->edge_count; k++) {
            uint32_t to = level->edges[was->edge_first + k].to;
            to = pyramid_mend_has(before, to) ? to - old->node_first + block->node_first : to;
            if (!pyramid_mend_is_found(&pyramid->scratch, block->node_first + i, to)) {
                return false;
            }
        }
    }
    return true;
}

/// Gives a block its old nodes back, its children old numbers.
static void pyramid_mend_undo(wayi_pyramid *pyramid, uint32_t index, const wayi_pyramid_change *old)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[old->block];
    const wayi_path_buffer *children = &pyramid->scratch.children;
    for (uint32_t i = 0; i < children->count && index > 0; i++) {
        uint32_t *parent = &level[-1].nodes[children->states[i]].parent;
        *parent =
            *parent == WAYI_PYRAMID_NONE ? *parent : *parent - block->node_first + old->node_first;
    }
    wayi_pyramid_free_nodes(level, block->node_first, block->node_room);
    block->node_first = old->node_first;
    block->node_room = old->node_room;
}

/// Makes room for so many links of a block; what it had is gone.
static way_status pyramid_mend_room(wayi_pyramid *pyramid, wayi_pyramid_level *level,
                                    wayi_pyramid_block *block, uint32_t count)
{
    level->links = level->links - block->edge_count + count;
    block->edge_count = count;
    pyramid->worked += 1 + count / PYRAMID_MEND_LINKS;
    if (count <= block->edge_room) {
        return WAY_STATUS_OK;
    }
    wayi_pyramid_free_edges(level, block->edge_first, block->edge_room);
    block->edge_room = 0;
    return wayi_pyramid_take_edges(pyramid, level, count, &block->edge_first, &block->edge_room);
}

/// Puts the links of a node of a block beside into the patch: what it had, but for those to the
/// nodes that changed, and those that were found the other way round. Returns how many they are.
static uint32_t pyramid_mend_put(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                                 uint32_t id, const pyramid_range changed[2],
                                 wayi_pyramid_edge *patch)
{
    const wayi_pyramid_node *node = &level->nodes[id];
    const wayi_pyramid_scratch *scratch = &pyramid->scratch;
    uint32_t count = 0;
    for (uint32_t i = node->edge_first; i < node->edge_first + node->edge_count; i++) {
        const uint32_t to = level->edges[i].to;
        if (!pyramid_mend_has(changed[0], to) && !pyramid_mend_has(changed[1], to)) {
            patch[count++] = level->edges[i];
        }
    }
    for (uint32_t i = 0; i < scratch->list.count; i++) {
        const uint64_t pair = scratch->pairs[scratch->list.states[i]];
        const uint32_t from = (uint32_t)(pair >> 32);
        if ((uint32_t)pair != id) {
            continue;
        }
        uint32_t at = count++;
        for (; at > 0 && patch[at - 1].to > from; at--) {
            patch[at] = patch[at - 1];
        }
        patch[at] = (wayi_pyramid_edge){from};
    }
    return count;
}

/// Replaces the links from a block to one that changed.
static way_status pyramid_mend_patch(wayi_pyramid *pyramid, uint32_t index, uint32_t id,
                                     const pyramid_range changed[2])
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    if (!wayi_grow(&pyramid->allocator, (void **)&pyramid->patch, &pyramid->patch_capacity,
                   block->edge_count + pyramid->scratch.list.count + 1, sizeof *pyramid->patch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t count = 0;
    bool opened = false; // a node that was a whole component is none now, or the reverse
    for (uint32_t i = block->node_first; i < block->node_first + block->node_count; i++) {
        wayi_pyramid_node *node = &level->nodes[i];
        const uint32_t links = pyramid_mend_put(pyramid, level, i, changed, pyramid->patch + count);
        opened = opened || (links == 0) != (node->edge_count == 0);
        node->edge_first = count;
        node->edge_count = links;
        count += links;
    }
    const way_status status = pyramid_mend_room(pyramid, level, block, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t i = block->node_first; i < block->node_first + block->node_count; i++) {
        level->nodes[i].edge_first += block->edge_first;
    }
    if (count > 0) {
        memcpy(level->edges + block->edge_first, pyramid->patch, count * sizeof *pyramid->patch);
    }
    pyramid->repaired++;
    return opened ? pyramid_mend_above(pyramid, index, id) : WAY_STATUS_OK;
}

/// Lists in the scratch which of the pairs found lead to a block; whether there are such, or were.
static bool pyramid_mend_touches(wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                                 const wayi_pyramid_change *old, uint32_t id)
{
    const wayi_pyramid_block *block = &level->blocks[id];
    const pyramid_range other = {block->node_first, block->node_count};
    wayi_pyramid_scratch *scratch = &pyramid->scratch;
    wayi_path_buffer_clear(&scratch->list); // which was reserved for all pairs
    for (uint32_t i = 0; i < scratch->pair_count; i++) {
        if (pyramid_mend_has(other, (uint32_t)scratch->pairs[i])) {
            scratch->list.states[scratch->list.count++] = i;
        }
    }
    return scratch->list.count > 0 || pyramid_mend_leads(level, &level->blocks[old->block], other);
}

/// Replaces the links to a block from those around it; those to be linked again see for themselves.
static way_status pyramid_mend_around(wayi_pyramid *pyramid, uint32_t index,
                                      const wayi_pyramid_change *old)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    const wayi_pyramid_block *block = &level->blocks[old->block];
    const pyramid_range changed[2] = {{old->node_first, old->node_count},
                                      {block->node_first, block->node_count}};
    const uint32_t column = old->block % level->columns;
    const uint32_t row = old->block / level->columns;
    if (!wayi_path_buffer_reserve(&pyramid->scratch.list, pyramid->scratch.pair_count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = WAY_STATUS_OK;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < level->rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < level->columns; x++) {
            const uint32_t id = y * level->columns + x;
            if (status == WAY_STATUS_OK && id != old->block && !level->blocks[id].loose &&
                pyramid_mend_touches(pyramid, level, old, id)) {
                status = pyramid_mend_patch(pyramid, index, id, changed);
            }
        }
    }
    return status;
}

/// Whether blocks around one are linked to its new nodes already: then it can't have the old ones
/// back, even if they are the same.
static bool pyramid_mend_is_met(const wayi_pyramid_level *level, uint32_t id)
{
    const pyramid_range nodes = {level->blocks[id].node_first, level->blocks[id].node_count};
    const uint32_t column = id % level->columns;
    const uint32_t row = id / level->columns;
    bool met = false;
    for (uint32_t y = row ? row - 1 : 0; y <= row + 1 && y < level->rows; y++) {
        for (uint32_t x = column ? column - 1 : 0; x <= column + 1 && x < level->columns; x++) {
            const wayi_pyramid_block *other = &level->blocks[y * level->columns + x];
            met = met || (other != &level->blocks[id] && !other->loose &&
                          pyramid_mend_leads(level, other, nodes));
        }
    }
    return met;
}

static way_status pyramid_mend_link(wayi_pyramid *pyramid, uint32_t index,
                                    const wayi_pyramid_change *old)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[old->block];
    wayi_pyramid_scratch *scratch = &pyramid->scratch;
    if (!wayi_pyramid_find_links(pyramid, index, old->block, scratch)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (pyramid_mend_is_same(pyramid, level, old) && !pyramid_mend_is_met(level, old->block)) {
        pyramid_mend_undo(pyramid, index, old);
        return WAY_STATUS_OK;
    }
    way_status status = pyramid_mend_around(pyramid, index, old);
    if (status == WAY_STATUS_OK) {
        status = pyramid_mend_room(pyramid, level, block, scratch->pair_count);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_pyramid_write_links(pyramid, index, old->block, scratch);
    wayi_pyramid_free_nodes(level, old->node_first, old->node_room);
    return pyramid_mend_above(pyramid, index, old->block);
}

// All of it ---------------------------------------------------------------------------------------

/// Does the next block of the lowest level that has one; its cost is taken off the budget.
static way_status pyramid_mend_next(wayi_pyramid *pyramid, uint32_t *budget, bool *done)
{
    uint32_t index = 0;
    while (index < pyramid->level_count && pyramid->levels[index].dirty.count == 0 &&
           pyramid->levels[index].loose_count == 0) {
        index++;
    }
    *done = index == pyramid->level_count;
    if (*done) {
        return WAY_STATUS_OK;
    }
    wayi_pyramid_level *level = &pyramid->levels[index];
    const uint64_t before = pyramid->worked++;
    way_status status;
    if (level->dirty.count) {
        const uint32_t block = level->dirty.states[--level->dirty.count];
        level->blocks[block].dirty = false;
        status = pyramid_mend_group(pyramid, index, block);
    } else {
        const wayi_pyramid_change change = level->loose[--level->loose_count];
        level->blocks[change.block].loose = false;
        status = pyramid_mend_link(pyramid, index, &change);
    }
    const uint64_t cost = pyramid->worked - before;
    *budget = *budget > cost ? *budget - (uint32_t)cost : 0;
    pyramid->repaired++;
    return status;
}

/// Everything again, after a failure.
static way_status pyramid_mend_all(wayi_pyramid *pyramid)
{
    const uint32_t repaired = pyramid->repaired;
    const uint64_t worked = pyramid->worked;
    const wayi_grid *grid = pyramid->grid;
    const way_allocator allocator = pyramid->allocator;
    wayi_pyramid_fini(pyramid);
    wayi_pyramid_init(pyramid, grid, &allocator);
    pyramid->repaired = repaired;
    pyramid->worked = worked;
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
    if (pyramid->broken) {
        status = pyramid_mend_all(pyramid);
        *done = status == WAY_STATUS_OK;
    }
    pyramid->broken = status != WAY_STATUS_OK;
    return status;
}
