// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/climb_regions.h"
#include "search/subgoal/routes_blob.h"

#define REGION_INDEX_BLOCKS WAYI_BLOB_TAG('B', 'L', 'C', 'K')
#define REGION_INDEX_LABELS WAYI_BLOB_TAG('L', 'A', 'B', 'L')

void wayi_region_index_init(wayi_region_index *index, const way_allocator *allocator)
{
    *index = (wayi_region_index){.allocator = *allocator};
}

void wayi_region_index_fini(wayi_region_index *index)
{
    if (index->block_capacity) {
        wayi_free(&index->allocator, index->blocks, index->block_capacity, sizeof *index->blocks);
    }
    if (index->run_capacity) {
        wayi_free(&index->allocator, index->runs, index->run_capacity, sizeof *index->runs);
    }
    wayi_region_index_init(index, &index->allocator);
}

size_t wayi_region_index_bytes(const wayi_region_index *index)
{
    const uint32_t runs =
        index->run_capacity > index->run_count ? index->run_capacity : index->run_count;
    return index->block_count * sizeof *index->blocks + runs * sizeof *index->runs;
}

/// Counts the runs of a block, and writes them if there is somewhere to.
static uint32_t region_index_scan(const uint16_t *labels, uint32_t cell_count, uint32_t block,
                                  uint32_t *out)
{
    const uint32_t first = block * WAYI_INDEX_BLOCK;
    const uint32_t end =
        cell_count - first < WAYI_INDEX_BLOCK ? cell_count - first : WAYI_INDEX_BLOCK;
    uint32_t count = 0;
    uint32_t current = WAYI_REGION_NONE;
    for (uint32_t i = 0; i < end; i++) {
        const uint32_t label = labels[first + i];
        if (label == WAYI_REGION_NONE || label == current) {
            continue;
        }
        current = label;
        if (out) {
            out[count] = (count ? i << 16 : 0) | label;
        }
        count++;
    }
    if (count == 0) {
        if (out) {
            out[0] = WAYI_REGION_NONE;
        }
        count = 1;
    }
    return count;
}

way_status wayi_region_index_build(wayi_region_index *index, const uint16_t *labels,
                                   uint32_t cell_count)
{
    const uint32_t blocks = (cell_count + WAYI_INDEX_BLOCK - 1) / WAYI_INDEX_BLOCK;
    index->blocks = wayi_alloc(&index->allocator, blocks, sizeof *index->blocks);
    if (!index->blocks) {
        return WAY_STATUS_NO_MEMORY;
    }
    index->block_count = blocks;
    index->block_capacity = blocks;
    uint32_t runs = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        const uint32_t count = region_index_scan(labels, cell_count, i, NULL);
        index->blocks[i] = (wayi_index_block){runs, count};
        runs += count;
    }
    index->runs = wayi_alloc(&index->allocator, runs, sizeof *index->runs);
    if (!index->runs) {
        return WAY_STATUS_NO_MEMORY;
    }
    index->run_count = runs;
    index->run_capacity = runs;
    for (uint32_t i = 0; i < blocks; i++) {
        region_index_scan(labels, cell_count, i, index->runs + index->blocks[i].first);
    }
    return WAY_STATUS_OK;
}

bool wayi_region_index_renew(wayi_region_index *index, const uint16_t *labels, uint32_t cell_count,
                             uint32_t block)
{
    const uint32_t count = region_index_scan(labels, cell_count, block, NULL);
    wayi_index_block *old = &index->blocks[block];
    if (count > old->count) {
        if (!wayi_grow(&index->allocator, (void **)&index->runs, &index->run_capacity,
                       index->run_count + count, sizeof *index->runs)) {
            return false;
        }
        old->first = index->run_count;
        index->run_count += count;
    }
    old->count = count;
    region_index_scan(labels, cell_count, block, index->runs + old->first);
    return true;
}

void wayi_region_index_save(const wayi_region_index *index, wayi_blob_writer *writer)
{
    wayi_index_block *blocks =
        wayi_blob_reserve(writer, REGION_INDEX_BLOCKS, sizeof *blocks, index->block_count);
    uint32_t runs = 0;
    for (uint32_t i = 0; blocks && i < index->block_count; i++) {
        blocks[i] = (wayi_index_block){runs, index->blocks[i].count};
        runs += blocks[i].count;
    }
    uint32_t *out = wayi_blob_reserve(writer, REGION_INDEX_LABELS, sizeof *out, runs);
    for (uint32_t i = 0; out && i < index->block_count; i++) {
        for (uint32_t k = 0; k < index->blocks[i].count; k++) {
            *out++ = index->runs[index->blocks[i].first + k];
        }
    }
}

way_status wayi_region_index_open(wayi_region_index *index, const wayi_blob *blob,
                                  uint32_t cell_count, uint32_t region_count)
{
    index->blocks =
        wayi_blob_borrow(blob, REGION_INDEX_BLOCKS, sizeof *index->blocks, &index->block_count);
    index->runs =
        wayi_blob_borrow(blob, REGION_INDEX_LABELS, sizeof *index->runs, &index->run_count);
    if (!index->blocks || !index->runs ||
        index->block_count != (cell_count + WAYI_INDEX_BLOCK - 1) / WAYI_INDEX_BLOCK) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t i = 0; i < index->block_count; i++) {
        const wayi_index_block *block = &index->blocks[i];
        if (block->count == 0 || block->count > index->run_count ||
            block->first > index->run_count - block->count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    for (uint32_t i = 0; i < index->run_count; i++) {
        const uint32_t region = index->runs[i] & 0xffffu;
        if (region != WAYI_REGION_NONE && region >= region_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}
