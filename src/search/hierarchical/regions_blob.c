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
}

static bool regions_blob_copy(wayi_regions *regions, uint32_t index, regions_blob_head head,
                              const wayi_region *all, const uint32_t *edges)
{
    wayi_region_sector *sector = &regions->sectors[index];
    sector->region_count = head.regions;
    sector->edge_count = head.edges;
    sector->regions = wayi_alloc(&regions->allocator, head.regions, sizeof *all);
    sector->edges = wayi_alloc(&regions->allocator, head.edges, sizeof *edges);
    if ((head.regions && !sector->regions) || (head.edges && !sector->edges)) {
        return false;
    }
    if (head.regions) {
        memcpy(sector->regions, all, head.regions * sizeof *all);
    }
    if (head.edges) {
        memcpy(sector->edges, edges, head.edges * sizeof *edges);
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

way_status wayi_regions_open(wayi_regions *regions, char name, const wayi_blob *blob)
{
    const uint32_t count = regions->columns * regions->rows;
    size_t head_count = 0;
    size_t region_count = 0;
    size_t edge_count = 0;
    const regions_blob_head *heads =
        wayi_blob_section(blob, regions_blob_tag('S', name), sizeof *heads, &head_count);
    const wayi_region *all =
        wayi_blob_section(blob, regions_blob_tag('R', name), sizeof *all, &region_count);
    const uint32_t *edges =
        wayi_blob_section(blob, regions_blob_tag('L', name), sizeof *edges, &edge_count);
    if (!heads || !all || !edges || head_count != count) {
        return WAY_STATUS_BAD_FORMAT;
    }
    regions->sectors = wayi_alloc_zero(&regions->allocator, count, sizeof *regions->sectors);
    if (!regions->sectors) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const regions_blob_head head = heads[i];
        if (head.regions > region_count || head.edges > edge_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
        if (!regions_blob_copy(regions, i, head, all, edges)) {
            return WAY_STATUS_NO_MEMORY;
        }
        all += head.regions;
        edges += head.edges;
        region_count -= head.regions;
        edge_count -= head.edges;
    }
    bool sound = region_count == 0 && edge_count == 0;
    for (uint32_t i = 0; i < count && sound; i++) {
        sound = regions->sectors[i].region_count == wayi_regions_count(regions, i) &&
                regions_blob_check(regions, i);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
