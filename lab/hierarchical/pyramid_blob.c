// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A pyramid in a blob: its blocks, one after the other, level by level; a word that counts the
// nodes and links of one, then these.
#include "lab/hierarchical/pyramid.h"

#include <string.h>

#define PYRAMID_BLOB_CELLS WAYI_BLOB_TAG('C', 'E', 'L', 'L')
#define PYRAMID_BLOB_WORDS WAYI_BLOB_TAG('B', 'L', 'K', '2')

/// Counts the words of so many levels and writes them [opt].
static size_t pyramid_blob_write(const wayi_pyramid *pyramid, uint32_t levels, uint32_t *words)
{
    size_t count = 0;
    for (const wayi_pyramid_level *level = &pyramid->levels[1]; level < &pyramid->levels[levels];
         level++) {
        for (uint32_t i = 0; i < level->columns * level->rows; i++) {
            const wayi_pyramid_block *block = &level->blocks[i];
            const size_t size = wayi_pyramid_size(level, block->node_count, block->edge_count);
            if (words) {
                words[count] = block->node_count | (uint32_t)block->edge_count << 16;
            }
            if (words && size) {
                memcpy(words + count + 1, block->nodes, size * sizeof *words);
            }
            count += 1 + size;
        }
    }
    return count;
}

void wayi_pyramid_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_pyramid *pyramid = navigator->database;
    // Up to the first level without links; repairs may have left empty ones above.
    uint32_t levels = 2;
    while (levels < pyramid->level_count && wayi_pyramid_has_links(&pyramid->levels[levels - 1])) {
        levels++;
    }
    wayi_blob_add(writer, PYRAMID_BLOB_CELLS, 1, pyramid->places, pyramid->cell_count);
    uint32_t *words = wayi_blob_reserve(writer, PYRAMID_BLOB_WORDS, sizeof *words,
                                        pyramid_blob_write(pyramid, levels, NULL));
    if (words) {
        pyramid_blob_write(pyramid, levels, words);
    }
}

// Reading -----------------------------------------------------------------------------------------

/// Takes over the blocks of the next level from the words that are left; OK, BAD_FORMAT or
/// NO_MEMORY.
static way_status pyramid_blob_read_level(wayi_pyramid *pyramid, const uint32_t **words,
                                          size_t *left)
{
    wayi_pyramid_level *level = wayi_pyramid_add_level(pyramid);
    if (!level) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < level->columns * level->rows; i++) {
        const uint32_t nodes = *left ? **words & UINT16_MAX : 0;
        const uint32_t edges = *left ? **words >> 16 : 0;
        const size_t size = wayi_pyramid_size(level, nodes, edges);
        if (size >= *left || nodes > 1u << level->bits) {
            return WAY_STATUS_BAD_FORMAT;
        }
        if (!wayi_pyramid_put(pyramid, level, &level->blocks[i], nodes, edges, *words + 1)) {
            return WAY_STATUS_NO_MEMORY;
        }
        *words += size + 1;
        *left -= size + 1;
    }
    return WAY_STATUS_OK;
}

/// Whether the links of a block lead to nodes of those around it.
static bool pyramid_blob_check_links(const wayi_pyramid_level *level, uint32_t id)
{
    const wayi_pyramid_block *block = &level->blocks[id];
    const void *edges = block->nodes + block->node_count;
    bool sound = true;
    for (uint32_t i = 0; i < block->edge_count && sound; i++) {
        const uint32_t shift = level->wide ? 28 : 12;
        const uint32_t link =
            level->wide ? ((const uint32_t *)edges)[i] : ((const uint16_t *)edges)[i];
        const uint32_t x = id % level->columns + (link >> shift) % 3 - 1;
        const uint32_t y = id / level->columns + (link >> shift) / 3 - 1;
        sound = link >> shift < 9 && x < level->columns && y < level->rows &&
                (link & ((1u << shift) - 1u)) < level->blocks[y * level->columns + x].node_count;
    }
    return sound;
}

/// Whether the nodes of a block are where it is, have its links one after the other, and parents in
/// the block above unless they are whole components.
static bool pyramid_blob_check(const wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    const wayi_pyramid_block *block = &level->blocks[id];
    const bool top = index + 1 == pyramid->level_count;
    const way_map *map = pyramid->grid->map;
    uint32_t edges = 0;
    for (uint32_t i = 0; i < block->node_count; i++) {
        const wayi_pyramid_node *node = &block->nodes[i];
        const uint32_t x = node->x / WAYI_PYRAMID_PARTS;
        const uint32_t y = node->y / WAYI_PYRAMID_PARTS;
        if (x >= map->width || y >= map->height || wayi_pyramid_block_at(level, x, y) != id ||
            node->cells == 0 || node->cells > pyramid->cell_count ||
            node->weight > 255 * WAYI_PYRAMID_PARTS || node->edge_first != edges) {
            return false;
        }
        edges += node->edge_count;
        if (node->parent == WAYI_PYRAMID_ROOT ? !top && node->edge_count : top) {
            return false;
        }
        if (node->parent != WAYI_PYRAMID_ROOT &&
            node->parent >= level[1].blocks[wayi_pyramid_block_at(&level[1], x, y)].node_count) {
            return false;
        }
    }
    return edges == block->edge_count && pyramid_blob_check_links(level, id);
}

/// Whether cells that can be stood on have a parent in their block, and no others.
static bool pyramid_blob_check_cells(const wayi_pyramid *pyramid)
{
    const wayi_grid *grid = pyramid->grid;
    const wayi_pyramid_level *level = &pyramid->levels[1];
    bool sound = true;
    for (uint32_t cell = 0; cell < pyramid->cell_count && sound; cell++) {
        const uint32_t y = wayi_map_row(grid->map, cell);
        const uint32_t x = cell - y * grid->map->width;
        const uint8_t place = pyramid->places[cell];
        const wayi_pyramid_block *block = &level->blocks[wayi_pyramid_block_at(level, x, y)];
        sound = wayi_layer_has(grid->map, grid->layer, x, y) ? place < block->node_count
                                                             : place == WAYI_PYRAMID_OUT;
    }
    return sound;
}

way_status wayi_pyramid_open(way_navigator *navigator, const wayi_blob *blob)
{
    wayi_pyramid *pyramid = navigator->database;
    if (!wayi_pyramid_init(pyramid, navigator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    size_t cells = 0;
    size_t left = 0;
    const uint8_t *places = wayi_blob_section(blob, PYRAMID_BLOB_CELLS, 1, &cells);
    const uint32_t *words = wayi_blob_section(blob, PYRAMID_BLOB_WORDS, sizeof *words, &left);
    if (!places || !words || cells != pyramid->cell_count || left == 0) {
        return WAY_STATUS_BAD_FORMAT;
    }
    memcpy(pyramid->places, places, cells);
    while (left) {
        const way_status status = pyramid->level_count + 1 < WAYI_PYRAMID_LEVELS
                                      ? pyramid_blob_read_level(pyramid, &words, &left)
                                      : WAY_STATUS_BAD_FORMAT;
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    bool sound = pyramid_blob_check_cells(pyramid);
    for (uint32_t i = 1; i < pyramid->level_count; i++) {
        for (uint32_t k = 0; k < pyramid->levels[i].columns * pyramid->levels[i].rows; k++) {
            sound = sound && pyramid_blob_check(pyramid, i, k);
        }
    }
    while (sound && wayi_pyramid_is_low(pyramid)) { // empty ones, which are not saved
        if (!wayi_pyramid_add_level(pyramid)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
