// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Exits in a blob. Links name sectors by direction, so nothing needs a new number.
#include "search/hierarchical/exits.h"

#include <string.h>

#define EXITS_BLOB_SECTORS WAYI_BLOB_TAG('S', 'E', 'C', 'T')
#define EXITS_BLOB_EXITS WAYI_BLOB_TAG('E', 'X', 'I', 'T')
#define EXITS_BLOB_LINKS WAYI_BLOB_TAG('L', 'I', 'N', 'K')
#define EXITS_BLOB_COSTS WAYI_BLOB_TAG('C', 'O', 'S', 'T')

typedef struct exits_blob_head {
    uint32_t exits, links;
} exits_blob_head;

/// What is left of the sections to be read.
typedef struct exits_blob_source {
    const exits_blob_head *heads;
    const wayi_exit *exits;
    const wayi_exit_link *links;
    const way_cost *costs;
    size_t head_count, exit_count, link_count, cost_count;
} exits_blob_source;

static uint32_t exits_blob_sectors(const wayi_exits *exits)
{
    return exits->regions.columns * exits->regions.rows;
}

void wayi_exits_save(const wayi_exits *exits, wayi_blob_writer *writer)
{
    const uint32_t count = exits_blob_sectors(exits);
    exits_blob_source total = {0};
    exits_blob_head *heads = wayi_blob_reserve(writer, EXITS_BLOB_SECTORS, sizeof *heads, count);
    for (uint32_t i = 0; heads && i < count; i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        heads[i] = (exits_blob_head){sector->exit_count, sector->link_count};
        total.exit_count += sector->exit_count;
        total.link_count += sector->link_count;
        total.cost_count += (size_t)sector->exit_count * sector->exit_count;
    }
    wayi_exit *all = wayi_blob_reserve(writer, EXITS_BLOB_EXITS, sizeof *all, total.exit_count);
    for (uint32_t i = 0; all && i < count; i++) {
        for (uint32_t k = 0; k < exits->sectors[i].exit_count; k++) {
            *all++ = exits->sectors[i].exits[k];
        }
    }
    wayi_exit_link *links =
        wayi_blob_reserve(writer, EXITS_BLOB_LINKS, sizeof *links, total.link_count);
    for (uint32_t i = 0; links && i < count; i++) {
        for (uint32_t k = 0; k < exits->sectors[i].link_count; k++) {
            *links++ = exits->sectors[i].links[k];
        }
    }
    way_cost *costs = wayi_blob_reserve(writer, EXITS_BLOB_COSTS, sizeof *costs, total.cost_count);
    for (uint32_t i = 0; costs && i < count; i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        for (uint32_t k = 0; k < sector->exit_count * sector->exit_count; k++) {
            *costs++ = sector->costs[k];
        }
    }
}

static bool exits_blob_copy(const wayi_exits *exits, wayi_exit_sector *sector,
                            const exits_blob_source *source)
{
    const way_allocator *allocator = &exits->allocator;
    const size_t pairs = (size_t)sector->exit_count * sector->exit_count;
    sector->exits = wayi_alloc(allocator, sector->exit_count, sizeof *sector->exits);
    sector->links = wayi_alloc(allocator, sector->link_count, sizeof *sector->links);
    sector->costs = wayi_alloc(allocator, pairs, sizeof *sector->costs);
    if ((sector->exit_count && (!sector->exits || !sector->costs)) ||
        (sector->link_count && !sector->links)) {
        return false;
    }
    if (sector->exit_count) {
        memcpy(sector->exits, source->exits, sector->exit_count * sizeof *sector->exits);
        memcpy(sector->costs, source->costs, pairs * sizeof *sector->costs);
    }
    if (sector->link_count) {
        memcpy(sector->links, source->links, sector->link_count * sizeof *sector->links);
    }
    return true;
}

/// Whether an exit lies inside its sector and its links lead to exits.
static bool exits_blob_check_exit(const wayi_exits *exits, uint32_t index, uint32_t id)
{
    const wayi_regions *regions = &exits->regions;
    const wayi_exit_sector *sector = &exits->sectors[index];
    const wayi_exit *exit = &sector->exits[id];
    const way_rect rect = wayi_regions_rect(regions, index);
    const uint32_t last_x = exit->x + (exit->down ? 0u : exit->length - 1u);
    const uint32_t last_y = exit->y + (exit->down ? exit->length - 1u : 0u);
    uint32_t link = wayi_exits_links(sector, id);
    if (exit->length == 0 || exit->down > 1 || exit->x < rect.x || exit->y < rect.y ||
        last_x >= rect.x + rect.width || last_y >= rect.y + rect.height || exit->link_end < link ||
        exit->link_end > sector->link_count) {
        return false;
    }
    for (; link < exit->link_end; link++) {
        const uint32_t direction = sector->links[link].to >> WAYI_REGIONS_EDGE_BITS;
        const int32_t x = (int32_t)(index % regions->columns) + wayi_direction_x[direction];
        const int32_t y = (int32_t)(index / regions->columns) + wayi_direction_y[direction];
        if (x < 0 || y < 0 || x >= (int32_t)regions->columns || y >= (int32_t)regions->rows ||
            sector->links[link].cost == 0) {
            return false;
        }
        const wayi_region_place to = wayi_regions_follow(regions, index, sector->links[link].to);
        if (to.region >= exits->sectors[to.sector].exit_count) {
            return false;
        }
    }
    return true;
}

static way_status exits_blob_read(wayi_exits *exits, exits_blob_source *source)
{
    const uint32_t count = exits_blob_sectors(exits);
    for (uint32_t i = 0; i < count; i++) {
        const exits_blob_head head = source->heads[i];
        if (head.exits > source->exit_count || head.links > source->link_count ||
            head.exits > 255 || head.exits * head.exits > source->cost_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
        wayi_exit_sector *sector = &exits->sectors[i];
        sector->exit_count = head.exits;
        sector->link_count = head.links;
        if (!exits_blob_copy(exits, sector, source)) {
            return WAY_STATUS_NO_MEMORY;
        }
        source->exits += head.exits;
        source->exit_count -= head.exits;
        source->links += head.links;
        source->link_count -= head.links;
        source->costs += head.exits * head.exits;
        source->cost_count -= head.exits * head.exits;
    }
    bool sound = source->exit_count == 0 && source->link_count == 0 && source->cost_count == 0;
    for (uint32_t i = 0; i < count && sound; i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        for (uint32_t k = 0; k < sector->exit_count && sound; k++) {
            sound = exits_blob_check_exit(exits, i, k);
        }
        sound = sound && (!sector->exit_count ||
                          sector->exits[sector->exit_count - 1].link_end == sector->link_count);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

way_status wayi_exits_open(wayi_exits *exits, const wayi_blob *blob)
{
    exits_blob_source source = {0};
    source.heads =
        wayi_blob_section(blob, EXITS_BLOB_SECTORS, sizeof *source.heads, &source.head_count);
    source.exits =
        wayi_blob_section(blob, EXITS_BLOB_EXITS, sizeof *source.exits, &source.exit_count);
    source.links =
        wayi_blob_section(blob, EXITS_BLOB_LINKS, sizeof *source.links, &source.link_count);
    source.costs =
        wayi_blob_section(blob, EXITS_BLOB_COSTS, sizeof *source.costs, &source.cost_count);
    if (!source.heads || !source.exits || !source.links || !source.costs ||
        source.head_count != exits_blob_sectors(exits)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    exits->sectors =
        wayi_alloc_zero(&exits->allocator, exits_blob_sectors(exits), sizeof *exits->sectors);
    return exits->sectors ? exits_blob_read(exits, &source) : WAY_STATUS_NO_MEMORY;
}
