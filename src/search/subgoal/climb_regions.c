// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// All seeds of the lattice grow at once, nearest cells first, so that a cell goes to the nearest
// seed that it climbs to and from. What is left over becomes a seed in its turn, and takes over
// cells that are nearer to it than to the seed they have.
#include "search/subgoal/climb_regions.h"

#include <string.h>

way_status wayi_climb_partition_init(wayi_climb_partition *climbs, wayi_partition *partition,
                                     uint32_t cutoff, const way_allocator *allocator)
{
    const uint32_t cells = way_space_map(partition->space)->cell_count;
    *climbs =
        (wayi_climb_partition){.partition = partition, .cutoff = cutoff, .allocator = *allocator};
    wayi_bucket_queue_init(&climbs->queue, allocator);
    climbs->asked = wayi_alloc(allocator, cells, sizeof *climbs->asked);
    if (!climbs->asked) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(climbs->asked, 0xff, cells * sizeof *climbs->asked);
    return WAY_STATUS_OK;
}

void wayi_climb_partition_fini(wayi_climb_partition *climbs)
{
    const uint32_t cells = way_space_map(climbs->partition->space)->cell_count;
    wayi_free(&climbs->allocator, climbs->asked, cells, sizeof *climbs->asked);
    wayi_bucket_queue_fini(&climbs->queue);
}

static bool climb_regions_push(wayi_climb_partition *climbs, way_cell cell, uint32_t region)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    const way_cost distance = wayi_grid_distance(grid, cell, climbs->partition->places[region]);
    return wayi_bucket_queue_push(&climbs->queue, (wayi_heap_item){distance, cell, region});
}

/// Whether a cell would go over to a region: it has none, or a farther seed.
static bool climb_regions_wants(const wayi_climb_partition *climbs, way_cell cell, uint32_t region)
{
    const wayi_partition *partition = climbs->partition;
    const uint32_t label = partition->labels[cell];
    if (label == WAYI_REGION_NONE) {
        return true;
    }
    const wayi_grid *grid = wayi_space_grid(partition->space);
    return label != region && wayi_grid_distance(grid, cell, partition->places[region]) <
                                  wayi_grid_distance(grid, cell, partition->places[label]);
}

bool wayi_climb_partition_belongs(wayi_climb_partition *climbs, way_cell cell, uint32_t region)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    const way_cell seed = climbs->partition->places[region];
    climbs->work += 1 + wayi_map_open_steps(grid->map, cell, seed);
    return wayi_climb_reaches(grid, cell, seed, climbs->cutoff, NULL) &&
           wayi_climb_reaches(grid, seed, cell, climbs->cutoff, NULL);
}

bool wayi_climb_partition_assign(wayi_climb_partition *climbs, way_cell cell, uint32_t region)
{
    const uint32_t before = climbs->partition->labels[cell];
    climbs->partition->labels[cell] = (uint16_t)region;
    return !climbs->relabel || climbs->relabel(climbs->user, cell, before, region);
}

/// Puts a cell that a region wants into the queue, unless it asked before.
static bool climb_regions_ask(wayi_climb_partition *climbs, way_cell cell, uint32_t region)
{
    if (climbs->asked[cell] == region || !climb_regions_wants(climbs, cell, region)) {
        return true;
    }
    climbs->asked[cell] = (uint16_t)region;
    return climb_regions_push(climbs, cell, region) &&
           (!climbs->asked_list || wayi_path_buffer_push(climbs->asked_list, cell));
}

bool wayi_climb_partition_offer(wayi_climb_partition *climbs, way_cell cell)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    uint32_t moves = wayi_layer_moves(grid->map, grid->layer, cell);
    for (; moves; moves &= moves - 1) {
        const way_cell from = cell + (uint32_t)grid->map->offsets[wayi_bits_lowest(moves)];
        const uint32_t region = climbs->partition->labels[from];
        if (region != WAYI_REGION_NONE && !climb_regions_ask(climbs, cell, region)) {
            return false;
        }
    }
    return true;
}

bool wayi_climb_partition_spread(wayi_climb_partition *climbs)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    while (wayi_bucket_queue_count(&climbs->queue)) {
        const wayi_heap_item item = wayi_bucket_queue_pop(&climbs->queue);
        const uint32_t region = item.slot;
        if (!climb_regions_wants(climbs, item.id, region) ||
            !wayi_climb_partition_belongs(climbs, item.id, region)) {
            continue;
        }
        if (!wayi_climb_partition_assign(climbs, item.id, region)) {
            return false;
        }
        uint32_t moves = wayi_layer_moves(grid->map, grid->layer, item.id);
        for (; moves; moves &= moves - 1) {
            const way_cell to = item.id + (uint32_t)grid->map->offsets[wayi_bits_lowest(moves)];
            if (!climb_regions_ask(climbs, to, region)) {
                return false;
            }
        }
    }
    return true;
}

/// A new region.
static way_status climb_regions_add(wayi_climb_partition *climbs, way_cell seed)
{
    wayi_partition *partition = climbs->partition;
    if (partition->region_count == WAYI_REGIONS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (!wayi_grow(&climbs->allocator, (void **)&partition->places, &climbs->capacity,
                   partition->region_count + 1, sizeof *partition->places)) {
        return WAY_STATUS_NO_MEMORY;
    }
    partition->places[partition->region_count++] = seed;
    return WAY_STATUS_OK;
}

way_status wayi_climb_partition_grow(wayi_climb_partition *climbs, uint32_t region, way_cell seed)
{
    climbs->partition->places[region] = seed;
    wayi_bucket_queue_clear(&climbs->queue);
    return climb_regions_push(climbs, seed, region) && wayi_climb_partition_spread(climbs)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

/// Seeds in the middle of the squares of a lattice, where they are free.
static way_status climb_regions_sow(wayi_climb_partition *climbs, uint32_t spacing)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    const way_map *map = grid->map;
    wayi_bucket_queue_clear(&climbs->queue);
    for (uint32_t y = spacing / 2; y < map->height; y += spacing) {
        for (uint32_t x = spacing / 2; x < map->width; x += spacing) {
            if (!wayi_layer_has(map, grid->layer, x, y)) {
                continue;
            }
            const way_cell seed = y * map->width + x;
            const way_status status = climb_regions_add(climbs, seed);
            if (status != WAY_STATUS_OK) {
                return status;
            }
            if (!climb_regions_push(climbs, seed, climbs->partition->region_count - 1)) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
    }
    return wayi_climb_partition_spread(climbs) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static way_status climb_regions_fill_row(wayi_climb_partition *climbs, uint32_t y)
{
    const wayi_grid *grid = wayi_space_grid(climbs->partition->space);
    for (uint32_t x = 0; x < grid->map->width; x++) {
        const way_cell cell = y * grid->map->width + x;
        if (climbs->partition->labels[cell] != WAYI_REGION_NONE ||
            !wayi_layer_has(grid->map, grid->layer, x, y)) {
            continue;
        }
        way_status status = climb_regions_add(climbs, cell);
        if (status == WAY_STATUS_OK) {
            status = wayi_climb_partition_grow(climbs, climbs->partition->region_count - 1, cell);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

way_status wayi_climb_partition_run(wayi_climb_partition *climbs, uint32_t spacing,
                                    wayi_job_stage stage)
{
    const way_map *map = way_space_map(climbs->partition->space);
    way_status status = climb_regions_sow(climbs, spacing);
    for (uint32_t y = 0; y < map->height && status == WAY_STATUS_OK; y++) {
        if (y % 64 == 0 && !wayi_job_report(stage, y, map->height)) {
            return WAY_STATUS_CANCELLED;
        }
        status = climb_regions_fill_row(climbs, y);
    }
    return status;
}
