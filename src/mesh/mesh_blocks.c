// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which tiles of a mesh an exchange of parts concerns, and the blocks of them that are ranked.
//
// Ranking takes longer than a call may, so it is done before and after an exchange, a little at a
// time. First the doors of the blocks are opened one by one: one that leads anywhere keeps nobody
// from a way. Then parts are exchanged, and then blocks are ranked: no door is said to lead nowhere
// before all behind it have their ranks. So searches find the same at any time, and look at more
// until ranks are up.
#include "core/sort.h"
#include "mesh/mesh_tiles.h"

#include <string.h>

/// The tiles beside one, up to four of them.
static uint32_t mesh_blocks_beside(const wayi_mesh_source *source, uint32_t tile, uint32_t out[4])
{
    const uint32_t column = tile % source->columns;
    const uint32_t row = tile / source->columns;
    uint32_t count = 0;
    if (row > 0) {
        out[count++] = tile - source->columns;
    }
    if (column > 0) {
        out[count++] = tile - 1;
    }
    if (column + 1 < source->columns) {
        out[count++] = tile + 1;
    }
    if (row + 1 < source->rows) {
        out[count++] = tile + source->columns;
    }
    return count;
}

void wayi_mesh_splice_mark(wayi_mesh_splice *splice)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    splice->beside_count = 0;
    for (uint32_t i = 0; i < splice->count; i++) {
        source->tiles[splice->list[i].tile].fresh = true;
    }
    for (uint32_t i = 0; i < splice->count; i++) {
        uint32_t near[4];
        const uint32_t count = mesh_blocks_beside(source, splice->list[i].tile, near);
        for (uint32_t k = 0; k < count; k++) {
            wayi_mesh_tile *tile = &source->tiles[near[k]];
            if (tile->part && !tile->fresh && !tile->beside) {
                tile->beside = true;
                splice->beside[splice->beside_count++] = near[k];
            }
        }
    }
}

void wayi_mesh_splice_unmark(wayi_mesh_splice *splice)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    for (uint32_t i = 0; i < splice->count; i++) {
        source->tiles[splice->list[i].tile].fresh = false;
    }
    for (uint32_t i = 0; i < splice->beside_count; i++) {
        source->tiles[splice->beside[i]].beside = false;
    }
}

uint32_t wayi_mesh_splice_tile(const wayi_mesh_splice *splice, uint32_t index)
{
    return index < splice->count ? splice->list[index].tile : splice->beside[index - splice->count];
}

// Blocks ------------------------------------------------------------------------------------------

/// The block of a tile.
static uint32_t mesh_blocks_of(const wayi_mesh_source *source, uint32_t tile)
{
    const uint32_t columns = (source->columns + source->span - 1) / source->span;
    return tile / source->columns / source->span * columns + tile % source->columns / source->span;
}

uint32_t wayi_mesh_splice_base(const wayi_mesh_source *source, uint32_t tile)
{
    const uint32_t side = source->span * source->side;
    const uint32_t x = tile % source->columns / source->span * side;
    const uint32_t y = tile / source->columns / source->span * side;
    const uint32_t below = source->map->height - y;
    return y * source->map->width + x * (below < side ? below : side);
}

/// The first tile of a block.
static uint32_t mesh_blocks_first(const wayi_mesh_source *source, uint32_t block)
{
    const uint32_t columns = (source->columns + source->span - 1) / source->span;
    return block / columns * source->span * source->columns + block % columns * source->span;
}

/// A tile of a block by its number there; NULL beyond the last column or row.
static const wayi_mesh_tile *mesh_blocks_tile(const wayi_mesh_source *source, uint32_t block,
                                              uint32_t index)
{
    const uint32_t first = mesh_blocks_first(source, block);
    const uint32_t x = first % source->columns + index % source->span;
    const uint32_t y = first / source->columns + index / source->span;
    return x < source->columns && y < source->rows ? &source->tiles[y * source->columns + x] : NULL;
}

uint32_t wayi_mesh_splice_count_block(const wayi_mesh_source *source, uint32_t block)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < source->span * source->span; i++) {
        const wayi_mesh_tile *tile = mesh_blocks_tile(source, block, i);
        count += tile && tile->part ? tile->part->polygon_count : 0;
    }
    return count;
}

void wayi_mesh_splice_list_blocks(wayi_mesh_splice *splice)
{
    const uint32_t tiles = splice->count + splice->beside_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < tiles; i++) {
        splice->blocks[i] =
            mesh_blocks_of(wayi_mesh_splice_source(splice), wayi_mesh_splice_tile(splice, i));
    }
    wayi_sort32(splice->blocks, tiles);
    for (uint32_t i = 0; i < tiles; i++) {
        if (!count || splice->blocks[count - 1] != splice->blocks[i]) {
            splice->blocks[count++] = splice->blocks[i];
        }
    }
    splice->block_count = count;
}

// Ranking
// -----------------------------------------------------------------------------------------

bool wayi_mesh_blocks_add(const wayi_mesh_splice *splice)
{
    const wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    const way_allocator *allocator = &splice->mesh->allocator;
    wayi_mesh_blocks *blocks = &wayi_mesh_splice_source(splice)->blocks;
    if (!WAYI_GROW_LITTLE(allocator, blocks->list, blocks->room,
                          (uint64_t)blocks->count + splice->block_count) ||
        !WAYI_GROW_LITTLE(allocator, blocks->polygons, blocks->polygon_room, splice->need.ranked) ||
        !WAYI_GROW_LITTLE(allocator, blocks->visits, blocks->visit_room, splice->need.ranked)) {
        return false;
    }
    for (uint32_t i = 0; i < splice->block_count; i++) {
        wayi_mesh_tile *first = &source->tiles[mesh_blocks_first(source, splice->blocks[i])];
        if (!first->listed) {
            first->listed = true;
            blocks->list[blocks->count++] = splice->blocks[i];
        }
    }
    return true;
}

/// Lists the polygons of the next block.
static bool mesh_blocks_begin(way_mesh *mesh, wayi_mesh_meter *meter)
{
    const wayi_mesh_source *source = mesh->source;
    wayi_mesh_blocks *blocks = &mesh->source->blocks;
    const uint32_t block = blocks->list[blocks->next];
    for (; blocks->at < source->span * source->span; blocks->at++) {
        const wayi_mesh_tile *tile = mesh_blocks_tile(source, block, blocks->at);
        const uint32_t count = tile && tile->part ? tile->part->polygon_count : 0;
        if (!wayi_mesh_spend(meter, count / 16 + 1)) {
            return false;
        }
        if (count) {
            memcpy(blocks->polygons + blocks->polygon_count, tile->polygons,
                   count * sizeof *blocks->polygons);
            blocks->polygon_count += count;
        }
    }
    const uint32_t base = wayi_mesh_splice_base(source, mesh_blocks_first(source, block));
    blocks->ranking = wayi_mesh_ranking_begin(mesh, blocks->polygons, blocks->polygon_count, base,
                                              blocks->visits);
    blocks->begun = true;
    blocks->at = 0;
    return true;
}

/// Turns to a block of the list.
static void mesh_blocks_go_to(wayi_mesh_blocks *blocks, uint32_t next)
{
    blocks->next = next;
    blocks->begun = false;
    blocks->at = blocks->polygon_count = 0;
}

void wayi_mesh_blocks_rank(wayi_mesh_blocks *blocks)
{
    if (blocks->count && !blocks->ranks) {
        blocks->ranks = true;
        mesh_blocks_go_to(blocks, 0);
    }
}

static bool mesh_blocks_open(way_mesh *mesh, wayi_mesh_blocks *blocks, wayi_mesh_meter *meter)
{
    for (; blocks->at < blocks->polygon_count; blocks->at++) {
        const uint32_t polygon = blocks->polygons[blocks->at];
        if (!wayi_mesh_spend(meter, mesh->polygons[polygon].doors + 1)) {
            return false;
        }
        wayi_mesh_open_doors(mesh, polygon);
    }
    return true;
}

bool wayi_mesh_blocks_step(way_mesh *mesh, wayi_mesh_meter *meter)
{
    wayi_mesh_blocks *blocks = &mesh->source->blocks;
    while (blocks->next < blocks->count) {
        if ((!blocks->begun && !mesh_blocks_begin(mesh, meter)) ||
            !(blocks->ranks ? wayi_mesh_ranking_step(&blocks->ranking, meter)
                            : mesh_blocks_open(mesh, blocks, meter))) {
            return false;
        }
        mesh_blocks_go_to(blocks, blocks->next + 1);
    }
    if (blocks->ranks) {
        wayi_mesh_blocks_leave(mesh);
    }
    return true;
}

void wayi_mesh_blocks_leave(way_mesh *mesh)
{
    wayi_mesh_blocks *blocks = &mesh->source->blocks;
    for (uint32_t i = 0; i < blocks->count; i++) {
        mesh->source->tiles[mesh_blocks_first(mesh->source, blocks->list[i])].listed = false;
    }
    wayi_mesh_blocks_end(blocks, &mesh->allocator);
}

void wayi_mesh_blocks_end(wayi_mesh_blocks *blocks, const way_allocator *allocator)
{
    WAYI_FREE(allocator, blocks->list, blocks->room);
    WAYI_FREE(allocator, blocks->polygons, blocks->polygon_room);
    WAYI_FREE(allocator, blocks->visits, blocks->visit_room);
    *blocks = (wayi_mesh_blocks){.count = 0};
}
