// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building a pyramid. Each level takes two passes over its blocks: group the children, find the
// links between the groups.
#include "search/hierarchical/pyramid.h"

#include <string.h>

/// Blocks are handed to threads in so many pieces.
#define PYRAMID_PIECES 32u

typedef struct pyramid_build_work {
    wayi_pyramid *pyramid;
    uint32_t level;
    uint32_t block_count;
    bool linking; ///< the second pass
} pyramid_build_work;

static bool pyramid_build_do_block(const pyramid_build_work *work, uint32_t block,
                                   wayi_pyramid_scratch *scratch)
{
    wayi_pyramid *pyramid = work->pyramid;
    return work->linking ? wayi_pyramid_find_links(pyramid, work->level, block, scratch) &&
                               wayi_pyramid_set_links(pyramid, work->level, block, scratch)
                         : wayi_pyramid_group(pyramid, work->level, block, scratch) &&
                               wayi_pyramid_set_nodes(pyramid, work->level, block, scratch);
}

static way_status pyramid_build_do_piece(uint32_t index, void *argument)
{
    const pyramid_build_work *work = argument;
    const uint64_t count = work->block_count;
    const uint32_t last = (uint32_t)(count * (index + 1) / PYRAMID_PIECES);
    wayi_pyramid_scratch scratch;
    wayi_pyramid_scratch_init(&scratch, &work->pyramid->allocator);
    bool fits = true;
    for (uint32_t i = (uint32_t)(count * index / PYRAMID_PIECES); i < last && fits; i++) {
        fits = pyramid_build_do_block(work, i, &scratch);
    }
    wayi_pyramid_scratch_fini(&scratch);
    return fits ? WAY_STATUS_OK : scratch.large ? WAY_STATUS_TOO_LARGE : WAY_STATUS_NO_MEMORY;
}

/// How far the passes of a level are, of all: each level is half of what is left.
static wayi_job_stage pyramid_build_stage(const way_job *job, uint32_t level, bool linking)
{
    level = level < 10 ? level : 10;
    const uint32_t first = 1000u - (1000u >> level);
    const uint32_t span = (1000u >> level) - (1000u >> (level + 1));
    const uint32_t middle = first + span / 2;
    return (wayi_job_stage){job, linking ? middle : first, linking ? first + span : middle};
}

static way_status pyramid_build_fill_level(wayi_pyramid *pyramid, uint32_t level,
                                           const way_job *job)
{
    wayi_pyramid_level *own = &pyramid->levels[level];
    pyramid_build_work work = {
        .pyramid = pyramid, .level = level, .block_count = own->columns * own->rows};
    for (uint32_t pass = 0; pass < 2; pass++) {
        work.linking = pass == 1;
        const way_status status = wayi_job_run(pyramid_build_stage(job, level, work.linking),
                                               PYRAMID_PIECES, pyramid_build_do_piece, &work);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < work.block_count; i++) {
        own->links += own->blocks[i].edge_count;
    }
    return WAY_STATUS_OK;
}

wayi_pyramid_level *wayi_pyramid_add_level(wayi_pyramid *pyramid)
{
    const way_map *map = pyramid->grid->map;
    const uint32_t index = pyramid->level_count++;
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
    level->bits = level->shift_x + level->shift_y < 16 ? level->shift_x + level->shift_y : 16;
    level->wide = index >= WAYI_PYRAMID_NARROW;
    for (uint32_t i = 0; i < 9; i++) {
        level->ways[i] = (i / 3 - 1) * level->columns + i % 3 - 1;
    }
    wayi_path_buffer_init(&level->dirty, &pyramid->allocator);
    wayi_path_buffer_init(&level->loose, &pyramid->allocator);
    level->blocks = wayi_alloc_zero(&pyramid->allocator, (size_t)level->columns * level->rows,
                                    sizeof *level->blocks);
    return level->blocks ? level : NULL;
}

way_status wayi_pyramid_rise(wayi_pyramid *pyramid, const way_job *job)
{
    while (pyramid->level_count < WAYI_PYRAMID_LEVELS &&
           (pyramid->level_count == 0 || pyramid->levels[pyramid->level_count - 1].links > 0)) {
        const way_status status =
            wayi_pyramid_add_level(pyramid)
                ? pyramid_build_fill_level(pyramid, pyramid->level_count - 1, job)
                : WAY_STATUS_NO_MEMORY;
        if (status != WAY_STATUS_OK) {
            wayi_pyramid_drop_level(pyramid);
            return status;
        }
    }
    return WAY_STATUS_OK;
}

way_status wayi_pyramid_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_pyramid *pyramid = navigator->database;
    wayi_pyramid_init(pyramid, wayi_space_grid(navigator->space), &navigator->allocator);
    pyramid->places = wayi_alloc(&pyramid->allocator, pyramid->cell_count, 1);
    if (!pyramid->places) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(pyramid->places, WAYI_PYRAMID_OUT, pyramid->cell_count);
    return wayi_pyramid_rise(pyramid, job);
}
