// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/subgoal/climb_mend.h"

#include "core/sort.h"

#include <string.h>

// Setting up --------------------------------------------------------------------------------------

/// Makes the index's lists its own; false without memory.
static bool climb_mend_own_index(wayi_region_index *index)
{
    if (index->block_capacity) {
        return true;
    }
    wayi_index_block *blocks =
        wayi_alloc(&index->allocator, index->block_count, sizeof *index->blocks);
    uint32_t *runs = wayi_alloc(&index->allocator, index->run_count, sizeof *index->runs);
    if (!blocks || !runs) {
        wayi_free(&index->allocator, blocks, index->block_count, sizeof *blocks);
        wayi_free(&index->allocator, runs, index->run_count, sizeof *runs);
        return false;
    }
    memcpy(blocks, index->blocks, index->block_count * sizeof *blocks);
    memcpy(runs, index->runs, index->run_count * sizeof *runs);
    index->blocks = blocks;
    index->runs = runs;
    index->block_capacity = index->block_count;
    index->run_capacity = index->run_count;
    return true;
}

static void climb_mend_touch_cell(wayi_climb_mender *mend, way_cell cell, uint32_t region)
{
    const way_map *map = mend->mender->maker.grid->map;
    const uint16_t y = (uint16_t)wayi_map_row(map, cell);
    const uint16_t x = (uint16_t)(cell - (uint32_t)y * map->width);
    wayi_mender_touch(mend->mender, region, (wayi_climb_box){x, y, x, y});
}

/// Notes that the index of a cell's block must be written again; false without memory.
static bool climb_mend_list_block(wayi_climb_mender *mend, way_cell cell)
{
    const uint32_t block = cell / WAYI_INDEX_BLOCK;
    if (mend->block_is_listed[block]) {
        return true;
    }
    mend->block_is_listed[block] = 1;
    return wayi_path_buffer_push(&mend->blocks, block);
}

/// A cell changed its region: that concerns both, and all regions around the cell.
static bool climb_mend_relabel(void *user, way_cell cell, uint32_t before, uint32_t after)
{
    wayi_climb_mender *mend = user;
    const wayi_grid *grid = mend->mender->maker.grid;
    const uint16_t *labels = mend->mender->partition.labels;
    if (before != WAYI_REGION_NONE) {
        wayi_mender_touch(mend->mender, before, wayi_climb_box_none());
    }
    if (after != WAYI_REGION_NONE) {
        climb_mend_touch_cell(mend, cell, after);
    }
    uint32_t moves = wayi_layer_moves(grid->map, grid->layer, cell);
    for (; moves; moves &= moves - 1) {
        const way_cell near = cell + (uint32_t)grid->map->offsets[wayi_bits_lowest(moves)];
        if (labels[near] != WAYI_REGION_NONE) {
            wayi_mender_touch(mend->mender, labels[near], wayi_climb_box_none());
        }
    }
    return climb_mend_list_block(mend, cell);
}

way_status wayi_climb_mender_create(way_navigator *navigator, wayi_region_index *index,
                                    uint32_t depth, uint32_t cutoff, wayi_climb_mender **out)
{
    const way_allocator *allocator = &navigator->allocator;
    wayi_mender *mender = NULL;
    way_status status = wayi_mender_create(navigator, depth, &mender);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_climb_mender *mend = wayi_alloc_zero(allocator, 1, sizeof *mend);
    if (!mend) {
        wayi_mender_destroy(mender);
        return WAY_STATUS_NO_MEMORY;
    }
    mend->mender = mender;
    mend->index = index;
    wayi_path_buffer_init(&mend->loose, allocator);
    wayi_path_buffer_init(&mend->asked, allocator);
    wayi_path_buffer_init(&mend->blocks, allocator);
    status = wayi_climb_partition_init(&mend->climbs, &mender->partition, cutoff, allocator);
    mend->climbs.relabel = climb_mend_relabel;
    mend->climbs.user = mend;
    mend->climbs.asked_list = &mend->asked;
    mend->block_is_listed = wayi_alloc_zero(allocator, index->block_count, 1);
    if (status != WAY_STATUS_OK || !mend->block_is_listed || !climb_mend_own_index(index)) {
        wayi_climb_mender_destroy(mend);
        return WAY_STATUS_NO_MEMORY;
    }
    *out = mend;
    return WAY_STATUS_OK;
}

void wayi_climb_mender_destroy(wayi_climb_mender *mend)
{
    if (!mend) {
        return;
    }
    const way_allocator allocator = mend->mender->allocator;
    wayi_climb_partition_fini(&mend->climbs);
    wayi_free(&allocator, mend->reach, mend->reach_capacity, sizeof *mend->reach);
    wayi_free(&allocator, mend->block_is_listed, mend->index->block_count, 1);
    wayi_path_buffer_fini(&mend->loose);
    wayi_path_buffer_fini(&mend->asked);
    wayi_path_buffer_fini(&mend->blocks);
    wayi_mender_destroy(mend->mender);
    wayi_free(&allocator, mend, 1, sizeof *mend);
}

size_t wayi_climb_mender_bytes(const wayi_climb_mender *mend)
{
    if (!mend) {
        return 0;
    }
    return sizeof *mend + wayi_mender_bytes(mend->mender) +
           mend->mender->cell_count * sizeof *mend->climbs.asked +
           wayi_bucket_queue_bytes(&mend->climbs.queue) +
           mend->reach_capacity * sizeof *mend->reach + mend->index->block_count +
           ((size_t)mend->loose.capacity + mend->asked.capacity + mend->blocks.capacity) *
               sizeof(uint32_t);
}

// Mending -----------------------------------------------------------------------------------------

static bool climb_mend_loosen(wayi_climb_mender *mend, way_cell cell)
{
    return wayi_climb_partition_assign(&mend->climbs, cell, WAYI_REGION_NONE) &&
           wayi_path_buffer_push(&mend->loose, cell);
}

/// Takes note of cells that can no longer, or now can, be stood on; false without memory.
static bool climb_mend_read(wayi_climb_mender *mend, way_rect rect)
{
    const wayi_grid *grid = mend->mender->maker.grid;
    const way_map *map = grid->map;
    uint16_t *labels = mend->mender->partition.labels;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            const way_cell cell = y * map->width + x;
            const bool stands = wayi_layer_has(map, grid->layer, x, y);
            // Labels learned after the edit know nothing of what a blocked cell was.
            bool fits = stands || climb_mend_list_block(mend, cell);
            if (fits && !stands && labels[cell] != WAYI_REGION_NONE) {
                fits = wayi_climb_partition_assign(&mend->climbs, cell, WAYI_REGION_NONE);
            } else if (stands && labels[cell] == WAYI_REGION_NONE) {
                fits = wayi_path_buffer_push(&mend->loose, cell);
            }
            if (!fits) {
                return false;
            }
        }
    }
    return true;
}

/// Whether a fresh build would have a seed here.
static bool climb_mend_is_on_lattice(const wayi_climb_mender *mend, way_cell cell)
{
    const way_map *map = mend->mender->maker.grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const uint32_t spacing = mend->spacing;
    return spacing && x % spacing == spacing / 2 && y % spacing == spacing / 2;
}

/// Whether all cells of a region that a fresh build might not need could go to those around it.
static bool climb_mend_is_spare(wayi_climb_mender *mend, uint32_t region)
{
    const wayi_mender *mender = mend->mender;
    const uint32_t width = mender->maker.grid->map->width;
    const wayi_mender_region *entry = &mender->regions[region];
    if (climb_mend_is_on_lattice(mend, mender->partition.places[region])) {
        return false;
    }
    for (uint32_t y = entry->box.top; y <= entry->box.bottom; y++) {
        for (uint32_t x = entry->box.left; x <= entry->box.right; x++) {
            const way_cell cell = y * width + x;
            bool settled = mender->partition.labels[cell] != region;
            for (uint32_t i = 0; i < entry->near_count && !settled; i++) {
                const uint32_t near = mender->near.states[entry->near_first + i];
                settled = mender->partition.places[near] != WAY_CELL_NONE &&
                          wayi_climb_partition_belongs(&mend->climbs, cell, near);
            }
            if (!settled) {
                return false;
            }
        }
    }
    return true;
}

/// Climbs all cells of a region again: those that fail lose it. Without a place all do, and so they
/// do if the region is not needed any more, which is asked if there is `room` for its cells.
static bool climb_mend_verify(wayi_climb_mender *mend, uint32_t region, bool room)
{
    wayi_mender *mender = mend->mender;
    const wayi_grid *grid = mender->maker.grid;
    const way_map *map = grid->map;
    const way_cell place = mender->partition.places[region];
    const bool stands = way_space_can_stand(mender->partition.space, place) &&
                        !(room && climb_mend_is_spare(mend, region));
    const wayi_climb_box box = mender->regions[region].box;
    wayi_climb_box reach = wayi_climb_box_none();
    for (uint32_t y = box.top; y <= box.bottom; y++) {
        for (uint32_t x = box.left; x <= box.right; x++) {
            const way_cell cell = y * map->width + x;
            if (mender->partition.labels[cell] != region) {
                continue;
            }
            way_cost cost = 0;
            if (stands && wayi_climb_partition_belongs(&mend->climbs, cell, region)) {
                (void)wayi_climb_traces(grid, cell, place, &cost, &reach);
                (void)wayi_climb_traces(grid, place, cell, &cost, &reach);
            } else if (!climb_mend_loosen(mend, cell)) {
                return false;
            }
        }
    }
    mend->reach[region] = reach;
    return stands || wayi_mender_retire(mender, region);
}

static bool climb_mend_is_near(wayi_climb_box box, way_rect rect)
{
    return box.left <= box.right && (uint64_t)box.left <= (uint64_t)rect.x + rect.width &&
           (uint64_t)box.right + 1 >= rect.x &&
           (uint64_t)box.top <= (uint64_t)rect.y + rect.height &&
           (uint64_t)box.bottom + 1 >= rect.y;
}

static bool climb_mend_reserve(wayi_climb_mender *mend)
{
    const uint32_t count = mend->mender->partition.region_count;
    return wayi_grow(&mend->mender->allocator, (void **)&mend->reach, &mend->reach_capacity,
                     count + 1, sizeof *mend->reach);
}

/// Verifies the regions whose climbs come near a change, and those never looked at.
static bool climb_mend_verify_all(wayi_climb_mender *mend, const way_rect *rects, uint32_t count)
{
    const wayi_partition *partition = &mend->mender->partition;
    if (!climb_mend_reserve(mend)) {
        return false;
    }
    const bool opened = mend->loose.count > 0;
    for (uint32_t region = 0; region < partition->region_count; region++) {
        bool near = region >= mend->known;
        for (uint32_t i = 0; i < count && !near; i++) {
            near =
                climb_mend_is_near(mend->reach[region], wayi_mender_reach(mend->mender, rects[i]));
        }
        if (near && partition->places[region] != WAY_CELL_NONE &&
            !climb_mend_verify(mend, region, opened && region < mend->known)) {
            return false;
        }
    }
    mend->known = partition->region_count;
    return true;
}

/// Makes a loose cell the seed of a new region.
static way_status climb_mend_sow(wayi_climb_mender *mend, way_cell cell)
{
    const uint32_t region = wayi_mender_add(mend->mender, cell);
    if (region == WAYI_REGION_NONE || !climb_mend_reserve(mend)) {
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_climb_partition_grow(&mend->climbs, region, cell);
}

/// Makes seeds of the loose cells without a region, of all or of those on the lattice.
static way_status climb_mend_sow_all(wayi_climb_mender *mend, bool lattice_only)
{
    const uint16_t *labels = mend->mender->partition.labels;
    const wayi_path_buffer *loose = &mend->loose;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < loose->count && status == WAY_STATUS_OK; i++) {
        const way_cell cell = loose->states[i];
        if (labels[cell] == WAYI_REGION_NONE &&
            (!lattice_only || climb_mend_is_on_lattice(mend, cell))) {
            status = climb_mend_sow(mend, cell);
        }
    }
    return status;
}

/// Finds regions for loose cells, or makes some.
static way_status climb_mend_settle(wayi_climb_mender *mend)
{
    const uint16_t *labels = mend->mender->partition.labels;
    wayi_path_buffer *loose = &mend->loose;
    wayi_sort32(loose->states, loose->count);
    const way_status status = climb_mend_sow_all(mend, true);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_bucket_queue_clear(&mend->climbs.queue);
    for (uint32_t i = 0; i < loose->count; i++) {
        if (labels[loose->states[i]] == WAYI_REGION_NONE &&
            !wayi_climb_partition_offer(&mend->climbs, loose->states[i])) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    return wayi_climb_partition_spread(&mend->climbs) ? climb_mend_sow_all(mend, false)
                                                      : WAY_STATUS_NO_MEMORY;
}

/// Learns the reach of regions that gained or lost cells, writes the index, forgets the rest.
static way_status climb_mend_finish(wayi_climb_mender *mend)
{
    const wayi_partition *partition = &mend->mender->partition;
    for (uint32_t region = 0; region < partition->region_count; region++) {
        if (mend->mender->regions[region].touched && partition->places[region] != WAY_CELL_NONE &&
            !climb_mend_verify(mend, region, false)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    mend->known = partition->region_count;
    for (uint32_t i = 0; i < mend->blocks.count; i++) {
        mend->block_is_listed[mend->blocks.states[i]] = 0;
        if (!wayi_region_index_renew(mend->index, partition->labels, mend->mender->cell_count,
                                     mend->blocks.states[i])) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    for (uint32_t i = 0; i < mend->asked.count; i++) {
        mend->climbs.asked[mend->asked.states[i]] = WAYI_REGION_NONE;
    }
    wayi_path_buffer_clear(&mend->blocks);
    wayi_path_buffer_clear(&mend->asked);
    wayi_path_buffer_clear(&mend->loose);
    return WAY_STATUS_OK;
}

way_status wayi_climb_mend(wayi_climb_mender *mend, const way_rect *rects, uint32_t count)
{
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!climb_mend_read(mend, wayi_mender_reach(mend->mender, rects[i]))) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    if (!climb_mend_verify_all(mend, rects, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = climb_mend_settle(mend);
    return status == WAY_STATUS_OK ? climb_mend_finish(mend) : status;
}
