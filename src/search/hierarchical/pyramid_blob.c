// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A pyramid in a blob: blocks one after the other, so nodes and links get new numbers on the way.
#include "search/hierarchical/pyramid.h"

#include <string.h>

#define PYRAMID_BLOB_CELLS WAYI_BLOB_TAG('C', 'E', 'L', 'L')
#define PYRAMID_BLOB_LEVELS WAYI_BLOB_TAG('L', 'E', 'V', 'L')
#define PYRAMID_BLOB_BLOCKS WAYI_BLOB_TAG('B', 'L', 'O', 'K')
#define PYRAMID_BLOB_NODES WAYI_BLOB_TAG('N', 'O', 'D', 'E')
#define PYRAMID_BLOB_EDGES WAYI_BLOB_TAG('E', 'D', 'G', 'E')

typedef struct pyramid_blob_level {
    uint32_t blocks, nodes, edges;
} pyramid_blob_level;

typedef struct pyramid_blob_block {
    uint32_t nodes, edges;
} pyramid_blob_block;

static uint32_t pyramid_blob_blocks(const wayi_pyramid_level *level)
{
    return level->columns * level->rows;
}

// Writing -----------------------------------------------------------------------------------------

/// Levels up to the first without links; repairs may have left empty ones above.
static uint32_t pyramid_blob_levels(const wayi_pyramid *pyramid)
{
    uint32_t count = 1;
    while (count < pyramid->level_count && pyramid->levels[count - 1].links > 0) {
        count++;
    }
    return count;
}

/// The new number of a node; `firsts` are those of the blocks of its level.
static uint32_t pyramid_blob_number(const wayi_pyramid_level *level, const uint32_t *firsts,
                                    uint32_t node)
{
    if (node == WAYI_PYRAMID_NONE) {
        return node;
    }
    const uint32_t block = wayi_pyramid_block_of(level, node);
    return firsts[block] + node - level->blocks[block].node_first;
}

/// Fills in the new number of the first node of every block; what all levels hold together.
static pyramid_blob_level pyramid_blob_measure(const wayi_pyramid *pyramid, uint32_t *firsts)
{
    pyramid_blob_level total = {0};
    for (uint32_t i = 0; i < pyramid_blob_levels(pyramid); i++) {
        const wayi_pyramid_level *level = &pyramid->levels[i];
        uint32_t nodes = 0;
        for (uint32_t k = 0; k < pyramid_blob_blocks(level); k++) {
            if (firsts) {
                firsts[total.blocks + k] = nodes;
            }
            nodes += level->blocks[k].node_count;
            total.edges += level->blocks[k].edge_count;
        }
        total.blocks += pyramid_blob_blocks(level);
        total.nodes += nodes;
    }
    return total;
}

static void pyramid_blob_save_cells(const wayi_pyramid *pyramid, wayi_blob_writer *writer)
{
    uint8_t *cells = wayi_blob_reserve(writer, PYRAMID_BLOB_CELLS, 1, pyramid->cell_count);
    if (cells) {
        memcpy(cells, pyramid->places, pyramid->cell_count);
    }
}

static void pyramid_blob_save_blocks(const wayi_pyramid *pyramid, pyramid_blob_level total,
                                     wayi_blob_writer *writer)
{
    pyramid_blob_level *levels = wayi_blob_reserve(writer, PYRAMID_BLOB_LEVELS, sizeof *levels,
                                                   pyramid_blob_levels(pyramid));
    for (uint32_t i = 0; levels && i < pyramid_blob_levels(pyramid); i++) {
        const wayi_pyramid_level *level = &pyramid->levels[i];
        levels[i] = (pyramid_blob_level){.blocks = pyramid_blob_blocks(level)};
        for (uint32_t k = 0; k < levels[i].blocks; k++) {
            levels[i].nodes += level->blocks[k].node_count;
            levels[i].edges += level->blocks[k].edge_count;
        }
    }
    pyramid_blob_block *blocks =
        wayi_blob_reserve(writer, PYRAMID_BLOB_BLOCKS, sizeof *blocks, total.blocks);
    for (uint32_t i = 0; blocks && i < pyramid_blob_levels(pyramid); i++) {
        const wayi_pyramid_level *level = &pyramid->levels[i];
        for (uint32_t k = 0; k < pyramid_blob_blocks(level); k++) {
            *blocks++ =
                (pyramid_blob_block){level->blocks[k].node_count, level->blocks[k].edge_count};
        }
    }
}

static void pyramid_blob_save_nodes(const wayi_pyramid *pyramid, const uint32_t *firsts,
                                    uint32_t count, wayi_blob_writer *writer)
{
    wayi_pyramid_node *nodes = wayi_blob_reserve(writer, PYRAMID_BLOB_NODES, sizeof *nodes, count);
    for (uint32_t i = 0; nodes && i < pyramid_blob_levels(pyramid); i++) {
        const wayi_pyramid_level *level = &pyramid->levels[i];
        uint32_t edges = 0;
        const uint32_t *above = firsts + pyramid_blob_blocks(level);
        for (uint32_t k = 0; k < pyramid_blob_blocks(level); k++) {
            for (uint32_t n = 0; n < level->blocks[k].node_count; n++) {
                *nodes = level->nodes[level->blocks[k].node_first + n];
                nodes->parent = pyramid_blob_number(level + 1, above, nodes->parent);
                nodes->edge_first = edges;
                edges += nodes++->edge_count;
            }
        }
        firsts = above;
    }
}

/// Writes the neighbours of a node, ascending; returns where the next ones go.
static uint32_t *pyramid_blob_put_edges(const wayi_pyramid_level *level, const uint32_t *firsts,
                                        uint32_t id, uint32_t *out)
{
    const wayi_pyramid_node *node = &level->nodes[id];
    for (uint32_t i = 0; i < node->edge_count; i++) {
        const uint32_t to =
            pyramid_blob_number(level, firsts, level->edges[node->edge_first + i].to);
        uint32_t at = i;
        for (; at > 0 && out[at - 1] > to; at--) {
            out[at] = out[at - 1];
        }
        out[at] = to;
    }
    return out + node->edge_count;
}

static void pyramid_blob_save_edges(const wayi_pyramid *pyramid, const uint32_t *firsts,
                                    uint32_t count, wayi_blob_writer *writer)
{
    uint32_t *edges = wayi_blob_reserve(writer, PYRAMID_BLOB_EDGES, sizeof *edges, count);
    for (uint32_t i = 0; edges && i < pyramid_blob_levels(pyramid); i++) {
        const wayi_pyramid_level *level = &pyramid->levels[i];
        for (uint32_t k = 0; k < pyramid_blob_blocks(level); k++) {
            for (uint32_t n = 0; n < level->blocks[k].node_count; n++) {
                edges =
                    pyramid_blob_put_edges(level, firsts, level->blocks[k].node_first + n, edges);
            }
        }
        firsts += pyramid_blob_blocks(level);
    }
}

void wayi_pyramid_save(const wayi_pyramid *pyramid, wayi_blob_writer *writer)
{
    const pyramid_blob_level total = pyramid_blob_measure(pyramid, NULL);
    uint32_t *firsts = wayi_alloc(&pyramid->allocator, total.blocks, sizeof *firsts);
    if (!firsts) {
        writer->status = writer->status == WAY_STATUS_OK ? WAY_STATUS_NO_MEMORY : writer->status;
        return;
    }
    pyramid_blob_measure(pyramid, firsts);
    pyramid_blob_save_cells(pyramid, writer);
    pyramid_blob_save_blocks(pyramid, total, writer);
    pyramid_blob_save_nodes(pyramid, firsts, total.nodes, writer);
    pyramid_blob_save_edges(pyramid, firsts, total.edges, writer);
    wayi_free(&pyramid->allocator, firsts, total.blocks, sizeof *firsts);
}

// Reading -----------------------------------------------------------------------------------------

/// What is left of the sections to be read.
typedef struct pyramid_blob_source {
    const pyramid_blob_level *levels;
    const pyramid_blob_block *blocks;
    const wayi_pyramid_node *nodes;
    const uint32_t *edges;
    size_t level_count, block_count, node_count, edge_count;
} pyramid_blob_source;

/// Makes room for a level; OK, BAD_FORMAT or NO_MEMORY.
static way_status pyramid_blob_make_level(wayi_pyramid *pyramid, const pyramid_blob_source *source)
{
    const way_allocator *allocator = &pyramid->allocator;
    const uint32_t index = pyramid->level_count++;
    const pyramid_blob_level *head = &source->levels[index];
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_measure(pyramid, index);
    if (head->blocks != pyramid_blob_blocks(level) || head->blocks > source->block_count ||
        head->nodes > source->node_count || head->edges > source->edge_count ||
        head->nodes > pyramid->cell_count) {
        return WAY_STATUS_BAD_FORMAT;
    }
    level->blocks = wayi_alloc_zero(allocator, head->blocks, sizeof *level->blocks);
    level->nodes = wayi_alloc(allocator, (size_t)head->nodes + 1, sizeof *level->nodes);
    level->node_capacity = level->nodes ? head->nodes + 1 : 0;
    level->edges = wayi_alloc(allocator, (size_t)head->edges + 1, sizeof *level->edges);
    level->edge_capacity = level->edges ? head->edges + 1 : 0;
    level->node_count = head->nodes;
    level->edge_count = level->links = head->edges;
    return level->blocks && level->nodes && level->edges ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Whether a node is where its block is and has the next links of the level.
static bool pyramid_blob_check_node(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                                    uint32_t id, uint32_t block, uint32_t edges)
{
    const way_map *map = pyramid->grid->map;
    const wayi_pyramid_node *node = &level->nodes[id];
    return node->x / WAYI_PYRAMID_PARTS < map->width &&
           node->y / WAYI_PYRAMID_PARTS < map->height &&
           wayi_pyramid_block_of(level, id) == block && node->cells > 0 &&
           node->cells <= pyramid->cell_count && node->weight <= 255 * WAYI_PYRAMID_PARTS &&
           node->edge_first == edges && node->edge_count <= level->edge_count - edges;
}

/// Takes over links; false if one leads nowhere.
static bool pyramid_blob_fill_edges(const wayi_pyramid_level *level, const uint32_t *edges)
{
    for (uint32_t i = 0; i < level->edge_count; i++) {
        if (edges[i] >= level->node_count) {
            return false;
        }
        level->edges[i] = (wayi_pyramid_edge){edges[i]};
    }
    return true;
}

static bool pyramid_blob_fill_level(wayi_pyramid *pyramid, wayi_pyramid_level *level,
                                    const pyramid_blob_source *source)
{
    memcpy(level->nodes, source->nodes, level->node_count * sizeof *level->nodes);
    uint32_t nodes = 0;
    uint32_t edges = 0;
    for (uint32_t i = 0; i < pyramid_blob_blocks(level); i++) {
        const pyramid_blob_block *told = &source->blocks[i];
        if (told->nodes > level->node_count - nodes || told->edges > level->edge_count - edges) {
            return false;
        }
        level->blocks[i] = (wayi_pyramid_block){nodes,       told->nodes, told->nodes, edges,
                                                told->edges, told->edges, false,       false};
        const uint32_t edges_end = edges + told->edges;
        for (const uint32_t end = nodes + told->nodes; nodes < end; nodes++) {
            if (!pyramid_blob_check_node(pyramid, level, nodes, i, edges)) {
                return false;
            }
            edges += level->nodes[nodes].edge_count;
        }
        if (edges != edges_end) {
            return false;
        }
    }
    return nodes == level->node_count && edges == level->edge_count &&
           pyramid_blob_fill_edges(level, source->edges);
}

/// Whether the parents of a level are nodes of the block above them, and only whole components have
/// none.
static bool pyramid_blob_check_parents(const wayi_pyramid *pyramid, uint32_t index)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    const wayi_pyramid_level *above = index + 1 < pyramid->level_count ? level + 1 : NULL;
    for (uint32_t i = 0; i < level->node_count; i++) {
        const wayi_pyramid_node *node = &level->nodes[i];
        if (node->parent == WAYI_PYRAMID_NONE) {
            if (above && node->edge_count) {
                return false;
            }
            continue;
        }
        if (!above || node->parent >= above->node_count ||
            wayi_pyramid_block_of(above, node->parent) !=
                wayi_pyramid_block_at(above, node->x / WAYI_PYRAMID_PARTS,
                                      node->y / WAYI_PYRAMID_PARTS)) {
            return false;
        }
    }
    return true;
}

/// The same for cells; those that can be stood on have a parent.
static bool pyramid_blob_check_cells(const wayi_pyramid *pyramid)
{
    const wayi_grid *grid = pyramid->grid;
    const wayi_pyramid_level *level = &pyramid->levels[0];
    for (uint32_t cell = 0; cell < pyramid->cell_count; cell++) {
        const uint32_t y = wayi_map_row(grid->map, cell);
        const uint32_t x = cell - y * grid->map->width;
        const uint8_t place = pyramid->places[cell];
        const wayi_pyramid_block *block = &level->blocks[wayi_pyramid_block_at(level, x, y)];
        const bool sound = wayi_layer_has(grid->map, grid->layer, x, y) ? place < block->node_count
                                                                        : place == WAYI_PYRAMID_OUT;
        if (!sound) {
            return false;
        }
    }
    return true;
}

static way_status pyramid_blob_read(wayi_pyramid *pyramid, pyramid_blob_source *source)
{
    for (uint32_t i = 0; i < source->level_count; i++) {
        const way_status status = pyramid_blob_make_level(pyramid, source);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        wayi_pyramid_level *level = &pyramid->levels[i];
        if (!pyramid_blob_fill_level(pyramid, level, source)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        source->blocks += pyramid_blob_blocks(level);
        source->block_count -= pyramid_blob_blocks(level);
        source->nodes += level->node_count;
        source->node_count -= level->node_count;
        source->edges += level->edge_count;
        source->edge_count -= level->edge_count;
    }
    bool sound = source->block_count == 0 && source->node_count == 0 && source->edge_count == 0 &&
                 pyramid_blob_check_cells(pyramid);
    for (uint32_t i = 0; i < pyramid->level_count && sound; i++) {
        sound = pyramid_blob_check_parents(pyramid, i);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

way_status wayi_pyramid_open(wayi_pyramid *pyramid, const wayi_blob *blob)
{
    pyramid_blob_source source = {0};
    size_t cells = 0;
    const uint8_t *places = wayi_blob_section(blob, PYRAMID_BLOB_CELLS, 1, &cells);
    source.levels =
        wayi_blob_section(blob, PYRAMID_BLOB_LEVELS, sizeof *source.levels, &source.level_count);
    source.blocks =
        wayi_blob_section(blob, PYRAMID_BLOB_BLOCKS, sizeof *source.blocks, &source.block_count);
    source.nodes =
        wayi_blob_section(blob, PYRAMID_BLOB_NODES, sizeof *source.nodes, &source.node_count);
    source.edges =
        wayi_blob_section(blob, PYRAMID_BLOB_EDGES, sizeof *source.edges, &source.edge_count);
    if (!places || !source.levels || !source.blocks || !source.nodes || !source.edges ||
        cells != pyramid->cell_count || source.level_count == 0 ||
        source.level_count > WAYI_PYRAMID_LEVELS) {
        return WAY_STATUS_BAD_FORMAT;
    }
    pyramid->places = wayi_alloc(&pyramid->allocator, cells, 1);
    if (!pyramid->places) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(pyramid->places, places, cells);
    return pyramid_blob_read(pyramid, &source);
}
