// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Regions of mutual hill climbing: every cell of a region climbs to its seed, and is climbed to
// from it, in a limited number of steps.
#pragma once

#include "core/blob.h"
#include "core/bucket_queue.h"
#include "search/subgoal/routes.h"

/// Told of every cell that changes its region; either may be WAYI_REGION_NONE. False = no memory.
typedef bool (*wayi_climb_relabel)(void *user, way_cell cell, uint32_t before, uint32_t after);

typedef struct wayi_climb_partition {
    wayi_partition *partition;
    uint32_t capacity; ///< of partition->places
    uint32_t cutoff;   ///< most steps of a climb
    uint16_t *asked;   ///< [cells] the last region that wanted the cell: it need not ask again
    wayi_bucket_queue queue;
    uint64_t work;                ///< cells looked at
    wayi_climb_relabel relabel;   ///< [opt]
    void *user;                   ///< for relabel
    wayi_path_buffer *asked_list; ///< [opt] collects cells whose `asked` was set
    way_allocator allocator;
} wayi_climb_partition;

/// NO_MEMORY; fini is fine then.
way_status wayi_climb_partition_init(wayi_climb_partition *climbs, wayi_partition *partition,
                                     uint32_t cutoff, const way_allocator *allocator);
void wayi_climb_partition_fini(wayi_climb_partition *climbs);

/// Partitions the map from seeds on a lattice; `stage` hears of progress. CANCELLED, NO_MEMORY,
/// TOO_LARGE beyond WAYI_REGIONS_MAX.
way_status wayi_climb_partition_run(wayi_climb_partition *climbs, uint32_t spacing,
                                    wayi_job_stage stage);

/// Whether a cell climbs to the seed of a region and back within the cut-off.
bool wayi_climb_partition_belongs(wayi_climb_partition *climbs, way_cell cell, uint32_t region);

/// Gives a cell another region, or none. False without memory.
bool wayi_climb_partition_assign(wayi_climb_partition *climbs, way_cell cell, uint32_t region);

/// Offers an unassigned cell to the regions around it. False without memory.
bool wayi_climb_partition_offer(wayi_climb_partition *climbs, way_cell cell);

/// Lets regions take what was offered, and go on from there. False without memory.
bool wayi_climb_partition_spread(wayi_climb_partition *climbs);

/// Makes an unassigned cell the seed of `region` and lets it take what is free or nearer to it than
/// to its own seed. NO_MEMORY.
way_status wayi_climb_partition_grow(wayi_climb_partition *climbs, uint32_t region, way_cell seed);

// The index: which region a cell is in ------------------------------------------------------------

/// Cells per block: the k of every k-th cell whose run is known.
#define WAYI_INDEX_BLOCK 1024u

typedef struct wayi_index_block {
    uint32_t first; ///< run
    uint32_t count; ///< of runs
} wayi_index_block;

/// Runs of cells of the same region, in blocks. Cells where nobody stands go with those before.
typedef struct wayi_region_index {
    wayi_index_block *blocks;
    uint32_t *runs; ///< first cell within the block << 16 | region
    uint32_t block_count, block_capacity;
    uint32_t run_count, run_capacity;
    way_allocator allocator;
} wayi_region_index;

void wayi_region_index_init(wayi_region_index *index, const way_allocator *allocator);
void wayi_region_index_fini(wayi_region_index *index);
size_t wayi_region_index_bytes(const wayi_region_index *index);

/// Builds the index over all labels.
way_status wayi_region_index_build(wayi_region_index *index, const uint16_t *labels,
                                   uint32_t cell_count);

/// Writes the runs of one block anew; false without memory.
bool wayi_region_index_renew(wayi_region_index *index, const uint16_t *labels, uint32_t cell_count,
                             uint32_t block);

/// Writes the index into a blob; problems show in the writer.
void wayi_region_index_save(const wayi_region_index *index, wayi_blob_writer *writer);

/// Borrows the index from a blob: BAD_FORMAT if a number in it points nowhere.
way_status wayi_region_index_open(wayi_region_index *index, const wayi_blob *blob,
                                  uint32_t cell_count, uint32_t region_count);

/// The region of a cell on which a unit can stand.
static inline uint32_t wayi_region_index_find(const wayi_region_index *index, way_cell cell)
{
    const wayi_index_block *block = &index->blocks[cell / WAYI_INDEX_BLOCK];
    const uint32_t *runs = index->runs + block->first;
    const uint32_t within = cell % WAYI_INDEX_BLOCK;
    uint32_t low = 0;
    for (uint32_t size = block->count; size > 1;) {
        const uint32_t half = size / 2;
        low += runs[low + half] >> 16 <= within ? half : 0;
        size -= half;
    }
    return runs[low] & 0xffffu;
}
