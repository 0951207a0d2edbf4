// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors and regions in a blob. Links name sectors by direction, so nothing needs a new number.
#include "search/hierarchical/regions.h"

#include <string.h>

typedef struct regions_blob_head {
    uint32_t regions, edges;
} regions_blob_head;

static uint32_t regions_blob_tag(char kind, char name)
{
    return WAYI_BLOB_TAG('S', 'R', kind, name);
}

void wayi_regions_save(const wayi_regions *regions, char name, wayi_blob_writer *writer)
{
    const uint32_t count = regions->columns * regions->rows;
    size_t region_total = 0;
    size_t edge_total = 0;
    regions_blob_head *heads =
        wayi_blob_reserve(writer, regions_blob_tag('S', name), sizeof *heads, count);
    for (uint32_t i = 0; heads && i < count; i++) {
        heads[i] =
            (regions_blob_head){regions->sectors[i].region_count, regions->sectors[i].edge_count};
        region_total += heads[i].regions;
        edge_total += heads[i].edges;
    }
    wayi_region *all =
        wayi_blob_reserve(writer, regions_blob_tag('R', name), sizeof *all, region_total);
    for (uint32_t i = 0; all && i < count; i++) {
        for (uint32_t k = 0; k < regions->sectors[i].region_count; k++) {
            *all++ = regions->sectors[i].regions[k];
        }
    }
    uint32_t *edges =
        wayi_blob_reserve(writer, regions_blob_tag('L', name), sizeof *edges, edge_total);
    for (uint32_t i = 0; edges && i < count; i++) {
        for (uint32_t k = 0; k < regions->sectors[i].edge_count; k++) {
            *edges++ = regions->sectors[i].edges[k];
        }
    }
    const bool priced = wayi_regions_are_priced(regions);
    way_cost *costs = wayi_blob_reserve(writer, regions_blob_tag('C', name), sizeof *costs,
                                        priced ? edge_total : 0);
    for (uint32_t i = 0; costs && priced && i < count; i++) {
        for (uint32_t k = 0; k < regions->sectors[i].edge_count; k++) {
            *costs++ = regions->sectors[i].costs[k];
        }
    }
}

/// The sections of a blob, as far as they were not handed out.
typedef struct regions_blob_lists {
    const regions_blob_head *heads;
    const wayi_region *regions;
    const uint32_t *edges;
    const way_cost *costs;
    size_t head_count, region_count, edge_count, cost_count;
} regions_blob_lists;

static bool regions_blob_copy(wayi_regions *regions, uint32_t index, regions_blob_head head,
                              const regions_blob_lists *lists)
{
    wayi_region_sector *sector = &regions->sectors[index];
    sector->region_count = head.regions;
    sector->edge_count = head.edges;
    const bool priced = regions->priced && head.edges;
    sector->regions = wayi_alloc(&regions->allocator, head.regions, sizeof *sector->regions);
    sector->edges = wayi_alloc(&regions->allocator, head.edges, sizeof *sector->edges);
    sector->costs =
        priced ? wayi_alloc(&regions->allocator, head.edges, sizeof *sector->costs) : NULL;
    if ((head.regions && !sector->regions) || (head.edges && !sector->edges) ||
        (priced && !sector->costs)) {
        return false;
    }
    if (head.regions) {
        memcpy(sector->regions, lists->regions, head.regions * sizeof *sector->regions);
    }
    if (head.edges) {
        memcpy(sector->edges, lists->edges, head.edges * sizeof *sector->edges);
    }
    if (priced) {
        memcpy(sector->costs, lists->costs, head.edges * sizeof *sector->costs);
    }
    return true;
}

/// Whether the numbers of a sector point at what is there.
static bool regions_blob_check(const wayi_regions *regions, uint32_t index)
{
    const wayi_region_sector *sector = &regions->sectors[index];
    const int32_t column = (int32_t)(index % regions->columns);
    const int32_t row = (int32_t)(index / regions->columns);
    uint32_t edge = 0;
    for (uint32_t i = 0; i < sector->region_count; i++) {
        const wayi_region *region = &sector->regions[i];
        if (region->centre >= regions->grid->map->cell_count || region->edge_end < edge ||
            region->edge_end > sector->edge_count) {
            return false;
        }
        const wayi_region_place place = wayi_regions_find(regions, region->centre);
        if (place.sector != index || place.region != i) {
            return false;
        }
        for (; edge < region->edge_end; edge++) {
            const uint32_t direction = sector->edges[edge] >> WAYI_REGIONS_EDGE_BITS;
            const int32_t x = column + wayi_direction_x[direction];
            const int32_t y = row + wayi_direction_y[direction];
            if (x < 0 || y < 0 || x >= (int32_t)regions->columns || y >= (int32_t)regions->rows) {
                return false;
            }
            const wayi_region_place to = wayi_regions_follow(regions, index, sector->edges[edge]);
            if (to.region >= regions->sectors[to.sector].region_count) {
                return false;
            }
        }
    }
    return edge == sector->edge_count;
}

/// Finds the sections; false if one is missing or not as long as it should be.
static bool regions_blob_find(const wayi_regions *regions, char name, const wayi_blob *blob,
                              regions_blob_lists *out)
{
    out->heads =
        wayi_blob_section(blob, regions_blob_tag('S', name), sizeof *out->heads, &out->head_count);
    out->regions = wayi_blob_section(blob, regions_blob_tag('R', name), sizeof *out->regions,
                                     &out->region_count);
    out->edges =
        wayi_blob_section(blob, regions_blob_tag('L', name), sizeof *out->edges, &out->edge_count);
    out->costs =
        wayi_blob_section(blob, regions_blob_tag('C', name), sizeof *out->costs, &out->cost_count);
    return out->heads && out->regions && out->edges && out->costs &&
           out->head_count == (size_t)regions->columns * regions->rows &&
           out->cost_count == (regions->priced ? out->edge_count : 0);
}

/// Copies all sectors.
static way_status regions_blob_read(wayi_regions *regions, regions_blob_lists lists)
{
    for (uint32_t i = 0; i < regions->columns * regions->rows; i++) {
        const regions_blob_head head = lists.heads[i];
        if (head.regions > lists.region_count || head.edges > lists.edge_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
        if (!regions_blob_copy(regions, i, head, &lists)) {
            return WAY_STATUS_NO_MEMORY;
        }
        lists.regions += head.regions;
        lists.edges += head.edges;
        lists.costs += regions->priced ? head.edges : 0;
        lists.region_count -= head.regions;
        lists.edge_count -= head.edges;
    }
    return lists.region_count || lists.edge_count ? WAY_STATUS_BAD_FORMAT : WAY_STATUS_OK;
}

way_status wayi_regions_open(wayi_regions *regions, char name, const wayi_blob *blob)
{
    const uint32_t count = regions->columns * regions->rows;
    regions_blob_lists lists = {0};
    regions->priced = wayi_regions_are_priced(regions);
    if (!regions_blob_find(regions, name, blob, &lists)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    regions->sectors = wayi_alloc_zero(&regions->allocator, count, sizeof *regions->sectors);
    if (!regions->sectors) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = regions_blob_read(regions, lists);
    bool sound = true;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count && sound; i++) {
        sound = regions->sectors[i].region_count == wayi_regions_count(regions, i) &&
                regions_blob_check(regions, i);
    }
    return sound ? status : WAY_STATUS_BAD_FORMAT;
}
