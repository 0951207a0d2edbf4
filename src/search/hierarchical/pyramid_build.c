// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building a pyramid. Each level takes four passes over its blocks: group the children, make the
// nodes, count the links, write them; between passes the blocks get their places in the pools.
#include "search/hierarchical/pyramid.h"

#include <string.h>

/// Blocks are handed to threads in so many pieces.
#define PYRAMID_PIECES 32u

typedef enum pyramid_build_pass {
    PYRAMID_GROUP,
    PYRAMID_SETTLE,
    PYRAMID_COUNT,
    PYRAMID_LINK,
    PYRAMID_PASSES
} pyramid_build_pass;

typedef struct pyramid_build_work {
    wayi_pyramid *pyramid;
    uint32_t level;
    uint32_t block_count;
    pyramid_build_pass pass;
    bool failed[PYRAMID_PIECES];
} pyramid_build_work;

static bool pyramid_build_do_block(const pyramid_build_work *work, uint32_t block,
                                   wayi_pyramid_scratch *scratch)
{
    wayi_pyramid *pyramid = work->pyramid;
    switch (work->pass) {
    case PYRAMID_GROUP:
        return wayi_pyramid_group(pyramid, work->level, block, scratch);
    case PYRAMID_SETTLE:
        return wayi_pyramid_settle(pyramid, work->level, block, scratch);
    default:
        if (!wayi_pyramid_find_links(pyramid, work->level, block, scratch)) {
            return false;
        }
        if (work->pass == PYRAMID_COUNT) {
            pyramid->levels[work->level].blocks[block].edge_count = scratch->pair_count;
        } else {
            wayi_pyramid_write_links(pyramid, work->level, block, scratch);
        }
        return true;
    }
}

static void pyramid_build_do_piece(uint32_t index, void *argument)
{
    pyramid_build_work *work = argument;
    const uint64_t count = work->block_count;
    const uint32_t last = (uint32_t)(count * (index + 1) / PYRAMID_PIECES);
    wayi_pyramid_scratch scratch;
    wayi_pyramid_scratch_init(&scratch, &work->pyramid->allocator);
    for (uint32_t block = (uint32_t)(count * index / PYRAMID_PIECES); block < last; block++) {
        if (!pyramid_build_do_block(work, block, &scratch)) {
            work->failed[index] = true;
            break;
        }
    }
    wayi_pyramid_scratch_fini(&scratch);
}

/// Gives the blocks their places in the pool of nodes or of links.
static way_status pyramid_build_lay_out(wayi_pyramid *pyramid, wayi_pyramid_level *level,
                                        pyramid_build_pass pass)
{
    uint64_t total = 0;
    uint32_t links = 0;
    for (uint32_t i = 0; i < level->columns * level->rows; i++) {
        wayi_pyramid_block *block = &level->blocks[i];
        if (pass == PYRAMID_GROUP) {
            block->node_first = (uint32_t)total;
            block->node_room = wayi_pyramid_node_room(block->node_count);
            total += block->node_room;
        } else {
            // Most edits change a link or two of the blocks around: those shall not move.
            block->edge_first = (uint32_t)total;
            block->edge_room = wayi_pyramid_edge_room(block->edge_count);
            links += block->edge_count;
            total += block->edge_room;
        }
    }
    if (total > UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    // Room for a while of edits: a pool that grows moves as a whole.
    const uint64_t roomy = total + total / 16 + 16;
    const uint32_t room = (uint32_t)(roomy < UINT32_MAX ? roomy : UINT32_MAX);
    if (pass == PYRAMID_GROUP) {
        level->nodes = wayi_alloc(&pyramid->allocator, room, sizeof *level->nodes);
        level->node_capacity = level->nodes ? room : 0;
        level->node_count = (uint32_t)total;
        return level->nodes ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    level->edges = wayi_alloc(&pyramid->allocator, room, sizeof *level->edges);
    level->edge_capacity = level->edges ? room : 0;
    level->edge_count = (uint32_t)total;
    level->links = links;
    return level->edges ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// How far the passes of a level are, of all: each level is half of what is left.
static wayi_job_stage pyramid_build_stage(const way_job *job, uint32_t level,
                                          pyramid_build_pass pass)
{
    level = level < 10 ? level : 10;
    const uint32_t first = 1000u - (1000u >> level);
    const uint32_t span = (1000u >> level) - (1000u >> (level + 1));
    return (wayi_job_stage){job, first + span * (uint32_t)pass / PYRAMID_PASSES,
                            first + span * ((uint32_t)pass + 1) / PYRAMID_PASSES};
}

static way_status pyramid_build_fill_level(wayi_pyramid *pyramid, uint32_t level,
                                           const way_job *job)
{
    wayi_pyramid_level *own = &pyramid->levels[level];
    pyramid_build_work work = {
        .pyramid = pyramid, .level = level, .block_count = own->columns * own->rows};
    for (work.pass = PYRAMID_GROUP; work.pass < PYRAMID_PASSES; work.pass++) {
        if (!wayi_job_run(pyramid_build_stage(job, level, work.pass), PYRAMID_PIECES,
                          pyramid_build_do_piece, &work)) {
            return WAY_STATUS_CANCELLED;
        }
        for (uint32_t i = 0; i < PYRAMID_PIECES; i++) {
            if (work.failed[i]) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
        if (work.pass == PYRAMID_GROUP || work.pass == PYRAMID_COUNT) {
            const way_status status = pyramid_build_lay_out(pyramid, own, work.pass);
            if (status != WAY_STATUS_OK) {
                return status;
            }
        }
    }
    return WAY_STATUS_OK;
}

void wayi_pyramid_measure(wayi_pyramid *pyramid, uint32_t index)
{
    const way_map *map = pyramid->grid->map;
    wayi_pyramid_level *level = &pyramid->levels[index];
    *level = (wayi_pyramid_level){.shift_x = WAYI_PYRAMID_SHIFT, .shift_y = WAYI_PYRAMID_SHIFT};
    for (uint32_t i = 0; i <= index; i++) {
        const bool wide = map->width > 1u << level->shift_x;
        const bool high = map->height > 1u << level->shift_y;
        const bool across = wide && (!high || level->shift_x <= level->shift_y);
        level->shift_x += across;
        level->shift_y += high && !across;
    }
    level->columns = ((map->width - 1) >> level->shift_x) + 1;
    level->rows = ((map->height - 1) >> level->shift_y) + 1;
    wayi_path_buffer_init(&level->dirty, &pyramid->allocator);
    memset(level->node_rooms, 0xff, sizeof level->node_rooms);
    memset(level->edge_rooms, 0xff, sizeof level->edge_rooms);
}

static way_status pyramid_build_add_level(wayi_pyramid *pyramid, const way_job *job)
{
    const uint32_t index = pyramid->level_count++;
    wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_measure(pyramid, index);
    level->blocks = wayi_alloc_zero(&pyramid->allocator, (size_t)level->columns * level->rows,
                                    sizeof *level->blocks);
    return level->blocks ? pyramid_build_fill_level(pyramid, index, job) : WAY_STATUS_NO_MEMORY;
}

way_status wayi_pyramid_rise(wayi_pyramid *pyramid, const way_job *job)
{
    way_status status = WAY_STATUS_OK;
    while (status == WAY_STATUS_OK && pyramid->level_count < WAYI_PYRAMID_LEVELS &&
           (pyramid->level_count == 0 || pyramid->levels[pyramid->level_count - 1].links > 0)) {
        status = pyramid_build_add_level(pyramid, job);
    }
    return status;
}

way_status wayi_pyramid_build(wayi_pyramid *pyramid, const way_job *job)
{
    pyramid->places = wayi_alloc(&pyramid->allocator, pyramid->cell_count, 1);
    if (!pyramid->places) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(pyramid->places, WAYI_PYRAMID_OUT, pyramid->cell_count);
    return wayi_pyramid_rise(pyramid, job);
}
