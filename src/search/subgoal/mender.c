// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs: regions, borders and records. Lists of a region that change are written anew at the end
// of their pool; the old ones stay where they are until the rows have been compared with them.
#include "search/subgoal/mender.h"

#include <string.h>

// Setting up -------------------------------------------------------------------------------------

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

static bool mender_reserve_edges(wayi_mender *mender, uint32_t count)
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

/// Climbs a record on the map as it is: its cost and where it comes by. False if it is broken.
static bool mender_trace(wayi_mender *mender, uint32_t region, uint32_t edge)
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
    mender->traces[edge] = box;
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
            mender_trace(mender, i, routes->regions[i].edge_first + k);
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
    const way_status status = wayi_record_maker_init(&mender->maker, navigator->space, allocator);
    mender->partition.labels =
        wayi_alloc(allocator, map->cell_count, sizeof *mender->partition.labels);
    if (status != WAY_STATUS_OK || !mender->partition.labels ||
        !mender_own_routes(mender->routes) ||
        !mender_reserve_regions(mender, mender->routes->region_count + 1) ||
        !mender_reserve_edges(mender, mender->routes->edge_count + 1)) {
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

// Regions ----------------------------------------------------------------------------------------

/// Keeps the records of a region as the rows know them.
static void mender_keep_old(wayi_mender *mender, uint32_t region)
{
    wayi_mender_region *entry = &mender->regions[region];
    if (!entry->has_old) {
        entry->has_old = true;
        entry->old_first = mender->routes->regions[region].edge_first;
        entry->old_count = mender->routes->regions[region].edge_count;
    }
}

static way_status mender_queue(wayi_mender *mender, uint32_t region)
{
    wayi_mender_region *entry = &mender->regions[region];
    if (entry->stale_edges) {
        return WAY_STATUS_OK;
    }
    entry->stale_edges = true;
    return wayi_path_buffer_push(&mender->queue, region) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

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

// What an edit affects ---------------------------------------------------------------------------

/// Whether a box comes within one cell of a rectangle.
static bool mender_is_near(wayi_climb_box box, way_rect rect)
{
    return box.left <= box.right && (uint64_t)box.left <= (uint64_t)rect.x + rect.width &&
           (uint64_t)box.right + 1 >= rect.x &&
           (uint64_t)box.top <= (uint64_t)rect.y + rect.height &&
           (uint64_t)box.bottom + 1 >= rect.y;
}

/// The least cost from a cell to a rectangle.
static uint64_t mender_distance(const way_map *map, way_cell cell, way_rect rect)
{
    const int64_t y = wayi_map_row(map, cell);
    const int64_t x = (int64_t)cell - y * map->width;
    const int64_t left = (int64_t)rect.x - x;
    const int64_t right = x - ((int64_t)rect.x + rect.width - 1);
    const int64_t above = (int64_t)rect.y - y;
    const int64_t below = y - ((int64_t)rect.y + rect.height - 1);
    const int64_t dx = left > 0 ? left : right > 0 ? right : 0;
    const int64_t dy = above > 0 ? above : below > 0 ? below : 0;
    // Hexes reach diagonally one way only: the larger of both is never too much.
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return (uint64_t)(dx > dy ? dx : dy) * map->costs.cardinal;
    }
    return wayi_map_plain_distance(map, dx, dy);
}

/// Whether a record may be broken by a change, or shortened by a way through it. A step around a
/// corner may open one cell beside the rectangle.
static bool mender_is_affected(const wayi_mender *mender, uint32_t region, uint32_t edge,
                               way_rect rect)
{
    const way_map *map = mender->maker.grid->map;
    const wayi_routes *routes = mender->routes;
    if (mender_is_near(mender->traces[edge], rect)) {
        return true;
    }
    const way_rect wide = {rect.x ? rect.x - 1 : 0, rect.y ? rect.y - 1 : 0, rect.width + 2,
                           rect.height + 2};
    const way_cell from = routes->regions[region].place;
    const way_cell to = routes->regions[routes->edges[edge].target].place;
    return to == WAY_CELL_NONE ||
           mender_distance(map, from, wide) + mender_distance(map, to, wide) < mender->costs[edge];
}

static way_status mender_note(wayi_mender *mender, way_rect rect)
{
    const wayi_routes *routes = mender->routes;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < routes->region_count && status == WAY_STATUS_OK; i++) {
        const wayi_route_region *region = &routes->regions[i];
        if (region->place == WAY_CELL_NONE) {
            continue;
        }
        mender->regions[i].touched |= mender_is_near(mender->regions[i].box, rect);
        bool affected = false;
        for (uint32_t k = 0; k < region->edge_count; k++) {
            const uint32_t edge = region->edge_first + k;
            if (!mender->bad[edge] && mender_is_affected(mender, i, edge, rect)) {
                mender->bad[edge] = true;
                affected = true;
            }
        }
        status = affected ? mender_queue(mender, i) : WAY_STATUS_OK;
    }
    return status;
}

// Borders ----------------------------------------------------------------------------------------

/// Collects the regions up to `depth` borders away in mender->targets, itself first. False without
/// memory.
static bool mender_find_within(wayi_mender *mender, uint32_t region)
{
    wayi_path_buffer *out = &mender->targets;
    wayi_path_buffer_clear(out);
    bool fits = wayi_path_buffer_push(out, region);
    mender->seen[region] = 1;
    uint32_t next = 0;
    for (uint32_t level = 0; level < mender->depth && fits; level++) {
        for (const uint32_t end = out->count; next < end && fits; next++) {
            const wayi_mender_region *entry = &mender->regions[out->states[next]];
            for (uint32_t i = 0; i < entry->near_count && fits; i++) {
                const uint32_t other = mender->near.states[entry->near_first + i];
                if (!mender->seen[other]) {
                    mender->seen[other] = 1;
                    fits = wayi_path_buffer_push(out, other);
                }
            }
        }
    }
    mender->seen[region] = 0;
    for (uint32_t i = 0; i < out->count; i++) {
        mender->seen[out->states[i]] = 0;
    }
    return fits;
}

/// Queues all regions up to `depth` borders away, itself included: their records may lead to other
/// regions or places now.
static way_status mender_queue_around(wayi_mender *mender, uint32_t region)
{
    way_status status = mender_find_within(mender, region) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < mender->targets.count && status == WAY_STATUS_OK; i++) {
        status = mender_queue(mender, mender->targets.states[i]);
    }
    return status;
}

/// Finds the neighbours of a region anew and notes whether they are others.
static bool mender_renew_border(wayi_mender *mender, uint32_t region)
{
    wayi_mender_region *entry = &mender->regions[region];
    entry->new_first = mender->near.count;
    if (mender->partition.places[region] != WAY_CELL_NONE &&
        !wayi_partition_neighbours(&mender->partition, entry->box, region, &mender->near)) {
        return false;
    }
    entry->new_count = mender->near.count - entry->new_first;
    entry->changed =
        mender->unsure || entry->moved || entry->new_count != entry->near_count ||
        (entry->new_count &&
         memcmp(mender->near.states + entry->new_first, mender->near.states + entry->near_first,
                entry->new_count * sizeof *mender->near.states) != 0);
    return true;
}

/// Queues what lies around all regions whose neighbours changed.
static way_status mender_queue_changed(wayi_mender *mender)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < mender->partition.region_count && status == WAY_STATUS_OK; i++) {
        if (mender->regions[i].changed) {
            status = mender_queue_around(mender, i);
        }
    }
    return status;
}

static way_status mender_borders(wayi_mender *mender)
{
    const uint32_t count = mender->partition.region_count;
    for (uint32_t i = 0; i < count; i++) {
        if (mender->regions[i].touched && !mender_renew_border(mender, i)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    way_status status = mender_queue_changed(mender);
    for (uint32_t i = 0; i < count; i++) {
        wayi_mender_region *entry = &mender->regions[i];
        if (entry->touched) {
            entry->touched = false;
            entry->near_first = entry->new_first;
            entry->near_count = entry->new_count;
        }
    }
    if (status == WAY_STATUS_OK) {
        status = mender_queue_changed(mender);
    }
    for (uint32_t i = 0; i < count; i++) {
        mender->regions[i].changed = false;
    }
    mender->unsure = false;
    return status;
}

way_rect wayi_mender_reach(const wayi_mender *mender, way_rect rect)
{
    const uint32_t size = mender->maker.grid->layer->size - 1;
    const uint32_t left = rect.x < size ? rect.x : size;
    const uint32_t above = rect.y < size ? rect.y : size;
    return (way_rect){rect.x - left, rect.y - above, rect.width + left, rect.height + above};
}

way_status wayi_mender_note_all(wayi_mender *mender, const way_rect *rects, uint32_t count)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = mender_note(mender, wayi_mender_reach(mender, rects[i]));
    }
    return status == WAY_STATUS_OK && count ? mender_borders(mender) : status;
}

// Records ----------------------------------------------------------------------------------------

static way_status mender_change(wayi_mender *mender, wayi_mender_change change)
{
    if (change.before == change.after) {
        return WAY_STATUS_OK;
    }
    if (!wayi_grow(&mender->allocator, (void **)&mender->changes, &mender->change_capacity,
                   mender->change_count + 1, sizeof *mender->changes)) {
        return WAY_STATUS_NO_MEMORY;
    }
    mender->changes[mender->change_count++] = change;
    return WAY_STATUS_OK;
}

/// Appends a copy of a record that holds, or makes it again.
static way_status mender_append(wayi_mender *mender, uint32_t region, uint32_t target, uint32_t old)
{
    wayi_routes *routes = mender->routes;
    const uint32_t edge = routes->edge_count;
    if (!mender_reserve_edges(mender, edge + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (old != UINT32_MAX) {
        const wayi_route_edge copy = routes->edges[old];
        if (!wayi_routes_add_edge(routes, target, NULL, 0)) {
            return WAY_STATUS_NO_MEMORY;
        }
        routes->edges[edge] = copy;
        mender->costs[edge] = mender->costs[old];
        mender->traces[edge] = mender->traces[old];
        mender->bad[edge] = false;
        return WAY_STATUS_OK;
    }
    const way_status status = wayi_record_make(&mender->maker, routes->regions[region].place,
                                               routes->regions[target].place);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_path_buffer *subgoals = &mender->maker.subgoals;
    if (!wayi_routes_add_edge(routes, target, subgoals->states, subgoals->count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    mender_trace(mender, region, edge);
    return WAY_STATUS_OK;
}

/// The regions that the records of one lead to, ascending, in mender->targets.
static bool mender_find_targets(wayi_mender *mender, uint32_t region)
{
    wayi_path_buffer *out = &mender->targets;
    if (!mender_find_within(mender, region)) {
        return false;
    }
    out->states[0] = out->states[--out->count];
    for (uint32_t i = 1; i < out->count; i++) {
        const uint32_t value = out->states[i];
        uint32_t hole = i;
        for (; hole > 0 && out->states[hole - 1] > value; hole--) {
            out->states[hole] = out->states[hole - 1];
        }
        out->states[hole] = value;
    }
    return true;
}

/// Writes the list of records of a region anew.
static way_status mender_renew_records(wayi_mender *mender, uint32_t region)
{
    wayi_routes *routes = mender->routes;
    mender_keep_old(mender, region);
    const wayi_route_region before = routes->regions[region];
    if (!mender_find_targets(mender, region)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t first = routes->edge_count;
    way_status status = WAY_STATUS_OK;
    uint32_t old = before.edge_first;
    const uint32_t old_end = old + before.edge_count;
    for (uint32_t i = 0; i < mender->targets.count && status == WAY_STATUS_OK; i++) {
        const uint32_t target = mender->targets.states[i];
        while (old < old_end && routes->edges[old].target < target) {
            old++;
        }
        const bool holds = old < old_end && routes->edges[old].target == target &&
                           !mender->bad[old] && !mender->regions[region].moved &&
                           !mender->regions[target].moved;
        status = mender_append(mender, region, target, holds ? old : UINT32_MAX);
    }
    routes->regions[region].edge_first = first;
    routes->regions[region].edge_count = (uint16_t)(routes->edge_count - first);
    return status;
}

/// Compares the records of a region with those that the rows know.
static way_status mender_compare(wayi_mender *mender, uint32_t region)
{
    const wayi_routes *routes = mender->routes;
    wayi_mender_region *entry = &mender->regions[region];
    uint32_t old = entry->old_first;
    const uint32_t old_end = old + entry->old_count;
    uint32_t now = routes->regions[region].edge_first;
    const uint32_t now_end = now + routes->regions[region].edge_count;
    way_status status = WAY_STATUS_OK;
    while ((old < old_end || now < now_end) && status == WAY_STATUS_OK) {
        const uint32_t gone = old < old_end ? routes->edges[old].target : UINT32_MAX;
        const uint32_t come = now < now_end ? routes->edges[now].target : UINT32_MAX;
        const uint32_t target = gone < come ? gone : come;
        entry->stale_row |= gone != come; // its row counts records
        status = mender_change(
            mender, (wayi_mender_change){region, target,
                                         gone == target ? mender->costs[old++] : WAY_COST_MAX,
                                         come == target ? mender->costs[now++] : WAY_COST_MAX});
    }
    return status;
}

static way_status mender_finish_records(wayi_mender *mender)
{
    way_status status = WAY_STATUS_OK;
    mender->change_count = 0;
    for (uint32_t i = 0; i < mender->partition.region_count && status == WAY_STATUS_OK; i++) {
        mender->all_rows |= mender->regions[i].moved;
        mender->regions[i].moved = false;
        if (mender->regions[i].has_old && !mender->all_rows) {
            status = mender_compare(mender, i);
        }
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_judge_rows(mender);
    }
    mender->next_row = 0;
    mender->rows_begun = true;
    return status;
}

way_status wayi_mender_run(wayi_mender *mender, uint32_t budget, bool *done)
{
    *done = false;
    const uint64_t before = mender->maker.stats.expansions;
    while (mender->queue.count) {
        if (mender->maker.stats.expansions - before >= budget) {
            return WAY_STATUS_OK;
        }
        // Rows that were begun are not all of one kind any more.
        mender->all_rows |= mender->rows_begun;
        mender->rows_begun = false;
        const uint32_t region = mender->queue.states[--mender->queue.count];
        mender->regions[region].stale_edges = false;
        const way_status status = mender_renew_records(mender, region);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (!mender->rows_begun) {
        const way_status status = mender_finish_records(mender);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    const uint64_t spent = mender->maker.stats.expansions - before;
    return wayi_mender_rows(mender, spent < budget ? budget - (uint32_t)spent : 1, done);
}

way_status wayi_mender_settle(way_navigator *navigator, way_status status)
{
    wayi_guide *guide = navigator->database;
    guide->broken = status != WAY_STATUS_OK && status != WAY_STATUS_UNSUPPORTED;
    return status;
}

way_status wayi_mender_rebuild(way_navigator *navigator)
{
    wayi_guide *guide = navigator->database;
    const uint64_t version = guide->version;
    navigator->algorithm->discard(navigator);
    memset(navigator->database, 0, navigator->algorithm->database_size);
    const way_status status = navigator->algorithm->prepare(navigator, NULL);
    guide->version = version + 1;
    return wayi_mender_settle(navigator, status);
}
