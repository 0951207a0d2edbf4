// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Exits in a blob: how many links each sector has, and their parts one after the other.
#include "search/hierarchical/exits.h"

#include <string.h>

#define EXITS_BLOB_SECTORS WAYI_BLOB_TAG('S', 'E', 'C', 'T')
#define EXITS_BLOB_ENDS WAYI_BLOB_TAG('E', 'N', 'D', 'S')
#define EXITS_BLOB_PLACES WAYI_BLOB_TAG('P', 'L', 'A', 'C')
#define EXITS_BLOB_COSTS WAYI_BLOB_TAG('C', 'O', 'S', 'T')
#define EXITS_BLOB_WIDE WAYI_BLOB_TAG('W', 'I', 'D', 'E')

typedef struct exits_blob_head {
    uint32_t links;
    uint32_t wide; ///< its costs are among the wide ones
} exits_blob_head;

/// What is left of the sections to be read, or how much there is to write.
typedef struct exits_blob_source {
    const exits_blob_head *heads;
    const uint16_t *ends;
    const uint8_t *places;
    const uint16_t *costs;
    const way_cost *wide;
    size_t head_count, end_count, place_count, cost_count, wide_count;
} exits_blob_source;

static uint32_t exits_blob_sectors(const wayi_exits *exits)
{
    return exits->columns * exits->rows;
}

/// Appends one part of all sectors.
static void exits_blob_write(const wayi_exits *exits, wayi_blob_writer *writer, uint32_t tag,
                             uint32_t size, size_t total)
{
    uint8_t *to = wayi_blob_reserve(writer, tag, size, total);
    for (uint32_t i = 0; to && i < exits_blob_sectors(exits); i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        const void *from = sector->ends;
        size_t count = sector->ends ? 4u << exits->shift : 0;
        if (tag != EXITS_BLOB_ENDS) {
            from = tag == EXITS_BLOB_PLACES  ? (const void *)sector->places
                   : tag == EXITS_BLOB_COSTS ? (const void *)sector->costs
                                             : (const void *)sector->wide;
            count = from ? sector->link_count : 0;
        }
        if (count) {
            memcpy(to, from, count * size);
            to += count * size;
        }
    }
}

void wayi_exits_save(const wayi_exits *exits, wayi_blob_writer *writer)
{
    const uint32_t count = exits_blob_sectors(exits);
    exits_blob_source total = {0};
    exits_blob_head *heads = wayi_blob_reserve(writer, EXITS_BLOB_SECTORS, sizeof *heads, count);
    for (uint32_t i = 0; heads && i < count; i++) {
        const wayi_exit_sector *sector = &exits->sectors[i];
        heads[i] = (exits_blob_head){sector->link_count, sector->wide != NULL};
        total.end_count += sector->ends ? 4u << exits->shift : 0;
        total.place_count += sector->link_count;
        total.cost_count += sector->costs ? sector->link_count : 0;
        total.wide_count += sector->wide ? sector->link_count : 0;
    }
    exits_blob_write(exits, writer, EXITS_BLOB_ENDS, sizeof *total.ends, total.end_count);
    exits_blob_write(exits, writer, EXITS_BLOB_PLACES, sizeof *total.places, total.place_count);
    exits_blob_write(exits, writer, EXITS_BLOB_COSTS, sizeof *total.costs, total.cost_count);
    exits_blob_write(exits, writer, EXITS_BLOB_WIDE, sizeof *total.wide, total.wide_count);
}

/// Takes the parts of one sector off the source.
static void exits_blob_copy(const wayi_exits *exits, wayi_exit_sector *sector,
                            exits_blob_source *source)
{
    const uint32_t places = 4u << exits->shift;
    const size_t count = sector->link_count;
    memcpy(sector->ends, source->ends, places * sizeof *sector->ends);
    memcpy(sector->places, source->places, count * sizeof *sector->places);
    source->ends += places;
    source->end_count -= places;
    source->places += count;
    source->place_count -= count;
    if (sector->wide) {
        memcpy(sector->wide, source->wide, count * sizeof *sector->wide);
        source->wide += count;
        source->wide_count -= count;
    } else {
        memcpy(sector->costs, source->costs, count * sizeof *sector->costs);
        source->costs += count;
        source->cost_count -= count;
    }
}

/// Whether links lead from and to cells of lines, for something.
static bool exits_blob_check(const wayi_exits *exits, uint32_t index)
{
    const wayi_exit_sector *sector = &exits->sectors[index];
    const uint32_t places = 4u << exits->shift;
    if (sector->link_count && sector->ends[places - 1] != sector->link_count) {
        return false;
    }
    for (uint32_t place = 0; sector->link_count && place < places; place++) {
        const uint32_t first = wayi_exits_links(sector, place);
        if (sector->ends[place] < first || sector->ends[place] > sector->link_count ||
            (sector->ends[place] > first &&
             wayi_exits_cell(exits, index, place) == WAY_CELL_NONE)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < sector->link_count; i++) {
        if (sector->places[i] >= places || wayi_exits_cost(sector, i) == 0 ||
            wayi_exits_cell(exits, index, sector->places[i]) == WAY_CELL_NONE) {
            return false;
        }
    }
    return true;
}

static way_status exits_blob_read(wayi_exits *exits, exits_blob_source *source)
{
    for (uint32_t i = 0; i < exits_blob_sectors(exits); i++) {
        const exits_blob_head head = source->heads[i];
        if (head.wide > 1 || head.links > source->place_count ||
            head.links > (head.wide ? source->wide_count : source->cost_count) ||
            (head.links && source->end_count < 4u << exits->shift)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        wayi_exit_sector *sector = &exits->sectors[i];
        if (head.links == 0) {
            continue;
        }
        sector->link_count = head.links;
        if (!wayi_exits_reserve(exits, sector, head.wide)) {
            return WAY_STATUS_NO_MEMORY;
        }
        exits_blob_copy(exits, sector, source);
        if (!exits_blob_check(exits, i)) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    const size_t left =
        source->end_count + source->place_count + source->cost_count + source->wide_count;
    return left ? WAY_STATUS_BAD_FORMAT : WAY_STATUS_OK;
}

way_status wayi_exits_open(wayi_exits *exits, const wayi_blob *blob)
{
    exits_blob_source source = {0};
    source.heads =
        wayi_blob_section(blob, EXITS_BLOB_SECTORS, sizeof *source.heads, &source.head_count);
    source.ends = wayi_blob_section(blob, EXITS_BLOB_ENDS, sizeof *source.ends, &source.end_count);
    source.places =
        wayi_blob_section(blob, EXITS_BLOB_PLACES, sizeof *source.places, &source.place_count);
    source.costs =
        wayi_blob_section(blob, EXITS_BLOB_COSTS, sizeof *source.costs, &source.cost_count);
    source.wide = wayi_blob_section(blob, EXITS_BLOB_WIDE, sizeof *source.wide, &source.wide_count);
    if (!source.heads || !source.ends || !source.places || !source.costs || !source.wide ||
        source.head_count != exits_blob_sectors(exits)) {
        return WAY_STATUS_BAD_FORMAT;
    }
    exits->sectors =
        wayi_alloc_zero(&exits->allocator, exits_blob_sectors(exits), sizeof *exits->sectors);
    return exits->sectors ? exits_blob_read(exits, &source) : WAY_STATUS_NO_MEMORY;
}
