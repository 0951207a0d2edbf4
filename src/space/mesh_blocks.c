// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which tiles of a mesh an exchange of parts concerns, and the blocks of them that are ranked.
#include "core/sort.h"
#include "space/mesh_tiles.h"

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

uint32_t wayi_mesh_splice_list_block(const wayi_mesh_source *source, uint32_t block, uint32_t *out)
{
    const uint32_t columns = (source->columns + source->span - 1) / source->span;
    const uint32_t left = block % columns * source->span;
    const uint32_t top = block / columns * source->span;
    uint32_t count = 0;
    for (uint32_t y = top; y < top + source->span && y < source->rows; y++) {
        for (uint32_t x = left; x < left + source->span && x < source->columns; x++) {
            const wayi_mesh_tile *at = &source->tiles[y * source->columns + x];
            const uint32_t size = at->part ? at->part->polygon_count : 0;
            if (out && size) {
                memcpy(out + count, at->polygons, size * sizeof *out);
            }
            count += size;
        }
    }
    return count;
}

uint32_t wayi_mesh_splice_list_blocks(const wayi_mesh_splice *splice)
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
    return count;
}

void wayi_mesh_splice_rank(wayi_mesh_splice *splice)
{
    const wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    const uint32_t blocks = wayi_mesh_splice_list_blocks(splice);
    for (uint32_t i = 0; i < blocks; i++) {
        const uint32_t count =
            wayi_mesh_splice_list_block(source, splice->blocks[i], splice->ranked);
        if (count) {
            const uint32_t tile = source->homes[splice->ranked[0]].tile;
            wayi_mesh_rank(splice->mesh, splice->ranked, count, wayi_mesh_splice_base(source, tile),
                           splice->visits);
        }
    }
}
