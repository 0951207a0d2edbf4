// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs: what an edit affects, and who is next to whom.
#include "search/subgoal/mender.h"

#include <string.h>

static way_status mender_borders_queue(wayi_mender *mender, uint32_t region)
{
    wayi_mender_region *entry = &mender->regions[region];
    if (entry->stale_edges) {
        return WAY_STATUS_OK;
    }
    entry->stale_edges = true;
    return wayi_path_buffer_push(&mender->queue, region) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// What an edit affects ----------------------------------------------------------------------------

/// Whether a box comes within one cell of a rectangle.
static bool mender_borders_is_near(wayi_climb_box box, way_rect rect)
{
    return box.left <= box.right && (uint64_t)box.left <= (uint64_t)rect.x + rect.width &&
           (uint64_t)box.right + 1 >= rect.x &&
           (uint64_t)box.top <= (uint64_t)rect.y + rect.height &&
           (uint64_t)box.bottom + 1 >= rect.y;
}

/// The least cost from a cell to a rectangle.
static uint64_t mender_borders_distance(const way_map *map, way_cell cell, way_rect rect)
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
static bool mender_borders_is_affected(const wayi_mender *mender, uint32_t region, uint32_t edge,
                                       way_rect rect)
{
    const way_map *map = mender->maker.grid->map;
    const wayi_routes *routes = mender->routes;
    if (mender_borders_is_near(mender->traces[edge].box, rect)) {
        return true;
    }
    const way_rect wide = {rect.x ? rect.x - 1 : 0, rect.y ? rect.y - 1 : 0, rect.width + 2,
                           rect.height + 2};
    const way_cell from = routes->regions[region].place;
    const way_cell to = routes->regions[routes->edges[edge].target].place;
    return to == WAY_CELL_NONE ||
           mender_borders_distance(map, from, wide) + mender_borders_distance(map, to, wide) <
               mender->traces[edge].length;
}

static way_status mender_borders_note(wayi_mender *mender, way_rect rect)
{
    const wayi_routes *routes = mender->routes;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < routes->region_count && status == WAY_STATUS_OK; i++) {
        const wayi_route_region *region = &routes->regions[i];
        if (region->place == WAY_CELL_NONE) {
            continue;
        }
        mender->regions[i].touched |= mender_borders_is_near(mender->regions[i].box, rect);
        bool affected = false;
        for (uint32_t k = 0; k < region->edge_count; k++) {
            const uint32_t edge = region->edge_first + k;
            if (!mender->bad[edge] && mender_borders_is_affected(mender, i, edge, rect)) {
                mender->bad[edge] = true;
                affected = true;
            }
        }
        status = affected ? mender_borders_queue(mender, i) : WAY_STATUS_OK;
    }
    return status;
}

// Borders -----------------------------------------------------------------------------------------

bool wayi_mender_find_within(wayi_mender *mender, uint32_t region)
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
static way_status mender_borders_queue_around(wayi_mender *mender, uint32_t region)
{
    way_status status =
        wayi_mender_find_within(mender, region) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < mender->targets.count && status == WAY_STATUS_OK; i++) {
        status = mender_borders_queue(mender, mender->targets.states[i]);
    }
    return status;
}

/// Finds the neighbours of a region anew and notes whether they are others.
static bool mender_borders_renew_border(wayi_mender *mender, uint32_t region)
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
static way_status mender_borders_queue_changed(wayi_mender *mender)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < mender->partition.region_count && status == WAY_STATUS_OK; i++) {
        if (mender->regions[i].changed) {
            status = mender_borders_queue_around(mender, i);
        }
    }
    return status;
}

static way_status mender_borders_renew(wayi_mender *mender)
{
    const uint32_t count = mender->partition.region_count;
    for (uint32_t i = 0; i < count; i++) {
        if (mender->regions[i].touched && !mender_borders_renew_border(mender, i)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    way_status status = mender_borders_queue_changed(mender);
    for (uint32_t i = 0; i < count; i++) {
        wayi_mender_region *entry = &mender->regions[i];
        if (entry->touched) {
            entry->touched = false;
            entry->near_first = entry->new_first;
            entry->near_count = entry->new_count;
        }
    }
    if (status == WAY_STATUS_OK) {
        status = mender_borders_queue_changed(mender);
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
        status = mender_borders_note(mender, wayi_mender_reach(mender, rects[i]));
    }
    return status == WAY_STATUS_OK && count ? mender_borders_renew(mender) : status;
}
