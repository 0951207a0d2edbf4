// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs: setting up, and regions that come, move and go.
#include "search/subgoal/mender.h"

#include <string.h>

// Setting up --------------------------------------------------------------------------------------

/// Makes room for `count` regions in all lists by region.
static bool mender_reserve_regions(wayi_mender *mender, uint32_t count)
{
    const uint32_t before = mender->seen_capacity;
    if (!wayi_grow(&mender->allocator, (void **)&mender->regions, &mender->region_capacity, count,
                   sizeof *mender->regions) ||
        !wayi_grow(&mender->allocator, (void **)&mender->partition.places, &mender->place_capacity,
                   count, sizeof *mender->partition.places) ||
        !wayi_grow(&mender->allocator, (void **)&mender->seen, &mender->seen_capacity, count,
                   sizeof *mender->seen)) {
        return false;
    }
    memset(mender->seen + before, 0, (mender->seen_capacity - before) * sizeof *mender->seen);
    return true;
}

bool wayi_mender_reserve_edges(wayi_mender *mender, uint32_t count)
{
    return wayi_grow(&mender->allocator, (void **)&mender->costs, &mender->cost_capacity, count,
                     sizeof *mender->costs) &&
           wayi_grow(&mender->allocator, (void **)&mender->traces, &mender->trace_capacity, count,
                     sizeof *mender->traces) &&
           wayi_grow(&mender->allocator, (void **)&mender->bad, &mender->bad_capacity, count,
                     sizeof *mender->bad);
}

/// Copies a borrowed list; false without memory.
static bool mender_own(const way_allocator *allocator, void **items, uint32_t count,
                       uint32_t *capacity, size_t size)
{
    if (*capacity || count == 0) {
        *items = *capacity ? *items : NULL;
        return true;
    }
    void *copy = wayi_alloc(allocator, count, size);
    if (!copy) {
        return false;
    }
    memcpy(copy, *items, count * size);
    *items = copy;
    *capacity = count;
    return true;
}

static bool mender_own_routes(wayi_routes *routes)
{
    const way_allocator *allocator = &routes->allocator;
    return mender_own(allocator, (void **)&routes->regions, routes->region_count,
                      &routes->region_capacity, sizeof *routes->regions) &&
           mender_own(allocator, (void **)&routes->edges, routes->edge_count,
                      &routes->edge_capacity, sizeof *routes->edges) &&
           mender_own(allocator, (void **)&routes->subgoals, routes->subgoal_count,
                      &routes->subgoal_capacity, sizeof *routes->subgoals) &&
           mender_own(allocator, (void **)&routes->runs, routes->run_count, &routes->run_capacity,
                      sizeof *routes->runs);
}

bool wayi_mender_trace_edge(wayi_mender *mender, uint32_t region, uint32_t edge)
{
    const wayi_routes *routes = mender->routes;
    const wayi_grid *grid = mender->maker.grid;
    way_cell at = routes->regions[region].place;
    way_cost cost = 0;
    wayi_climb_box box = wayi_climb_box_none();
    bool whole = true;
    for (uint32_t i = 0; whole && i <= routes->edges[edge].subgoal_count; i++) {
        const way_cell to = wayi_routes_subgoal(routes, edge, i);
        whole = wayi_climb_traces(grid, at, to, &cost, &box);
        at = to;
    }
    mender->costs[edge] = cost;
    mender->traces[edge] = (wayi_mender_trace){box, cost};
    mender->bad[edge] = !whole;
    mender->maker.stats.expansions += 4;
    return whole;
}

/// Learns costs and traces of routes that were made elsewhere. The map has changed since, so the
/// costs need not be those that the rows were made with.
static bool mender_learn_records(wayi_mender *mender)
{
    const wayi_routes *routes = mender->routes;
    bool fits = true;
    for (uint32_t i = 0; i < routes->region_count && fits; i++) {
        mender->regions[i] = (wayi_mender_region){.box = wayi_climb_box_none()};
        mender->partition.places[i] = routes->regions[i].place;
        if (routes->regions[i].place == WAY_CELL_NONE) {
            fits = wayi_path_buffer_push(&mender->free, i);
        }
        for (uint32_t k = 0; k < routes->regions[i].edge_count; k++) {
            wayi_mender_trace_edge(mender, i, routes->regions[i].edge_first + k);
        }
    }
    return fits;
}

static bool mender_learn_borders(wayi_mender *mender)
{
    const wayi_grid *grid = mender->maker.grid;
    const uint32_t count = mender->partition.region_count;
    for (way_cell cell = 0; cell < mender->cell_count; cell++) {
        mender->partition.labels[cell] =
            (uint16_t)mender->guide->find_region(mender->guide, grid, cell);
    }
    wayi_climb_box *boxes = wayi_alloc(&mender->allocator, (size_t)count + 1, sizeof *boxes);
    if (!boxes) {
        return false;
    }
    wayi_partition_boxes(&mender->partition, boxes);
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        wayi_mender_region *entry = &mender->regions[i];
        entry->box = boxes[i];
        entry->near_first = mender->near.count;
        if (boxes[i].left <= boxes[i].right) {
            fits = wayi_partition_neighbours(&mender->partition, boxes[i], i, &mender->near);
        }
        entry->near_count = mender->near.count - entry->near_first;
    }
    wayi_free(&mender->allocator, boxes, (size_t)count + 1, sizeof *boxes);
    return fits;
}

static way_status mender_init(wayi_mender *mender, way_navigator *navigator, uint32_t depth)
{
    const way_map *map = way_space_map(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    *mender = (wayi_mender){.guide = navigator->database,
                            .depth = depth,
                            .cell_count = map->cell_count,
                            .unsure = true,
                            .all_rows = true,
                            .allocator = *allocator};
    mender->routes = &mender->guide->routes;
    mender->partition = (wayi_partition){.space = navigator->space};
    wayi_path_buffer *buffers[] = {&mender->near, &mender->free, &mender->targets, &mender->queue,
                                   &mender->olds};
    for (uint32_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        wayi_path_buffer_init(buffers[i], allocator);
    }
    const way_status status =
        wayi_record_maker_init(&mender->maker, navigator->space, true, allocator);
    mender->partition.labels =
        wayi_alloc(allocator, map->cell_count, sizeof *mender->partition.labels);
    if (status != WAY_STATUS_OK || !mender->partition.labels ||
        !mender_own_routes(mender->routes) ||
        !mender_reserve_regions(mender, mender->routes->region_count + 1) ||
        !wayi_mender_reserve_edges(mender, mender->routes->edge_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    mender->partition.region_count = mender->routes->region_count;
    return mender_learn_records(mender) && mender_learn_borders(mender) ? WAY_STATUS_OK
                                                                        : WAY_STATUS_NO_MEMORY;
}

void wayi_mender_destroy(wayi_mender *mender)
{
    if (!mender) {
        return;
    }
    const way_allocator own = mender->allocator;
    const way_allocator *allocator = &own;
    wayi_free(allocator, mender->partition.labels, mender->cell_count,
              sizeof *mender->partition.labels);
    wayi_free(allocator, mender->partition.places, mender->place_capacity,
              sizeof *mender->partition.places);
    wayi_free(allocator, mender->regions, mender->region_capacity, sizeof *mender->regions);
    wayi_free(allocator, mender->costs, mender->cost_capacity, sizeof *mender->costs);
    wayi_free(allocator, mender->traces, mender->trace_capacity, sizeof *mender->traces);
    wayi_free(allocator, mender->bad, mender->bad_capacity, sizeof *mender->bad);
    wayi_free(allocator, mender->seen, mender->seen_capacity, sizeof *mender->seen);
    wayi_free(allocator, mender->changes, mender->change_capacity, sizeof *mender->changes);
    wayi_path_buffer_fini(&mender->near);
    wayi_path_buffer_fini(&mender->free);
    wayi_path_buffer_fini(&mender->targets);
    wayi_path_buffer_fini(&mender->queue);
    wayi_path_buffer_fini(&mender->olds);
    wayi_record_maker_fini(&mender->maker);
    wayi_free(allocator, mender, 1, sizeof *mender);
}

way_status wayi_mender_create(way_navigator *navigator, uint32_t depth, wayi_mender **out)
{
    wayi_mender *mender = wayi_alloc_zero(&navigator->allocator, 1, sizeof *mender);
    if (!mender) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = mender_init(mender, navigator, depth);
    if (status != WAY_STATUS_OK) {
        wayi_mender_destroy(mender);
        return status;
    }
    *out = mender;
    return WAY_STATUS_OK;
}

size_t wayi_mender_bytes(const wayi_mender *mender)
{
    if (!mender) {
        return 0;
    }
    return sizeof *mender + mender->cell_count * sizeof *mender->partition.labels +
           mender->place_capacity * sizeof *mender->partition.places +
           mender->region_capacity * sizeof *mender->regions +
           mender->cost_capacity * sizeof *mender->costs +
           mender->trace_capacity * sizeof *mender->traces +
           mender->bad_capacity * sizeof *mender->bad +
           mender->seen_capacity * sizeof *mender->seen +
           mender->change_capacity * sizeof *mender->changes +
           ((size_t)mender->near.capacity + mender->free.capacity + mender->targets.capacity +
            mender->queue.capacity + mender->olds.capacity) *
               sizeof(uint32_t) +
           wayi_record_maker_bytes(&mender->maker);
}

// Regions -----------------------------------------------------------------------------------------

uint32_t wayi_mender_add(wayi_mender *mender, way_cell place)
{
    wayi_routes *routes = mender->routes;
    uint32_t region = routes->region_count;
    if (mender->free.count) {
        region = mender->free.states[--mender->free.count];
    } else {
        if (region == WAYI_REGIONS_MAX || !mender_reserve_regions(mender, region + 1) ||
            !wayi_grow(&routes->allocator, (void **)&routes->regions, &routes->region_capacity,
                       region + 1, sizeof *routes->regions)) {
            return WAYI_REGION_NONE;
        }
        routes->region_count++;
        mender->partition.region_count++;
        routes->regions[region] = (wayi_route_region){0};
        mender->regions[region] = (wayi_mender_region){.box = wayi_climb_box_none()};
    }
    mender->regions[region].box = wayi_climb_box_none();
    wayi_mender_move(mender, region, place);
    return region;
}

bool wayi_mender_retire(wayi_mender *mender, uint32_t region)
{
    wayi_mender_move(mender, region, WAY_CELL_NONE);
    return wayi_path_buffer_push(&mender->free, region);
}

void wayi_mender_move(wayi_mender *mender, uint32_t region, way_cell place)
{
    mender->routes->regions[region].place = place;
    mender->partition.places[region] = place;
    mender->regions[region].moved = true;
    mender->regions[region].touched = true;
}

void wayi_mender_touch(wayi_mender *mender, uint32_t region, wayi_climb_box box)
{
    wayi_climb_box *own = &mender->regions[region].box;
    own->left = box.left < own->left ? box.left : own->left;
    own->top = box.top < own->top ? box.top : own->top;
    own->right = box.right > own->right ? box.right : own->right;
    own->bottom = box.bottom > own->bottom ? box.bottom : own->bottom;
    mender->regions[region].touched = true;
}
