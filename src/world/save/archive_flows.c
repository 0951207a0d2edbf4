// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Groups and shared fields. What a field says is believed, for it can do no harm: every step is
// checked against the map when it is taken.
#include "world/save/archive.h"

#include <string.h>

bool wayi_archive_groups(wayi_archive *archive, way_world *world)
{
    for (uint32_t g = 0; g <= WAYI_GROUPS_MAX; g++) {
        uint32_t index = g < WAYI_GROUPS_MAX ? g : WAYI_NOBODY;
        if (!wayi_archive_reads(archive) && index != WAYI_NOBODY && !world->groups[g].used) {
            continue;
        }
        wayi_archive_word(archive, &index);
        if (index == WAYI_NOBODY) {
            return true;
        }
        if (index >= WAYI_GROUPS_MAX ||
            (wayi_archive_reads(archive) && world->groups[index].used)) {
            break;
        }
        if (wayi_archive_reads(archive)) {
            world->groups[index] = (wayi_group){.used = 1};
        }
        wayi_archive_fields(archive, &wayi_group_fields, &world->groups[index]);
    }
    return wayi_archive_refuse(archive, "group", WAYI_NOBODY, "there is one twice, or too many");
}

// Fields ------------------------------------------------------------------------------------------

static void archive_write_blocks(wayi_archive *archive, const wayi_flows *fields,
                                 const wayi_flow *field)
{
    for (uint32_t b = 0; b < fields->columns * fields->rows; b++) {
        wayi_flow_block *block = field->table[b];
        if (!block) {
            continue;
        }
        wayi_archive_word(archive, &b);
        for (uint32_t k = 0; k < WAYI_BLOCK_CELLS; k++) {
            wayi_archive_word(archive, &block->costs[k]);
            wayi_archive_byte(archive, &block->steps[k]);
        }
    }
    uint32_t end = WAYI_FLOW_NONE;
    wayi_archive_word(archive, &end);
}

static bool archive_read_blocks(wayi_archive *archive, wayi_flows *fields, wayi_flow *field)
{
    for (;;) {
        uint32_t at = 0;
        wayi_archive_word(archive, &at);
        if (at == WAYI_FLOW_NONE) {
            return true;
        }
        if (at >= fields->columns * fields->rows || field->table[at] ||
            wayi_archive_left(archive) < 5 * WAYI_BLOCK_CELLS) {
            return wayi_archive_refuse(archive, "field", (uint32_t)(field - fields->fields),
                                       "it has a block twice, or off the map");
        }
        wayi_flow_block *block = wayi_flows_new_block(fields);
        if (!block) {
            archive->starved = fields->starved;
            return wayi_archive_refuse(archive, "field", (uint32_t)(field - fields->fields),
                                       "there is no room for it");
        }
        field->table[at] = block;
        for (uint32_t k = 0; k < WAYI_BLOCK_CELLS; k++) {
            wayi_archive_word(archive, &block->costs[k]);
            wayi_archive_byte(archive, &block->steps[k]);
        }
    }
}

static bool archive_flow(wayi_archive *archive, way_world *world, uint32_t index)
{
    wayi_flow *field = &world->fields.fields[index];
    if (wayi_archive_reads(archive) && !wayi_flows_make_table(&world->fields, field)) {
        archive->starved = true;
        return wayi_archive_refuse(archive, "field", index, "there is no memory for it");
    }
    wayi_archive_fields(archive, &wayi_flow_fields, field);
    if (field->rect_count > WAYI_FLOW_RECTS) {
        return wayi_archive_refuse(archive, "field", index, "more changes wait than can");
    }
    for (uint32_t r = 0; r < field->rect_count; r++) {
        wayi_archive_fields(archive, &wayi_rect_fields, &field->rects[r]);
    }
    wayi_archive_fields(archive, &wayi_flow_more, field);
    if (wayi_archive_reads(archive)) {
        field->live = 1;
        return archive_read_blocks(archive, &world->fields, field);
    }
    if (archive->mode == WAYI_ARCHIVE_WRITE) { // `cells` tells how far it has come
        archive_write_blocks(archive, &world->fields, field);
    }
    return true;
}

/// A list of cells in its order; returns how many, or WAYI_FLOW_NONE if it is refused.
static uint32_t archive_list(wayi_archive *archive, way_world *world, uint32_t *head)
{
    wayi_flows *fields = &world->fields;
    uint32_t *link = head;
    for (uint32_t count = 0;; count++) {
        const bool more = !wayi_archive_reads(archive) && *link != WAYI_FLOW_NONE;
        way_cell cell = more ? wayi_flow_entry_at(fields, *link)->cell : WAYI_FLOW_NONE;
        wayi_archive_word(archive, &cell);
        if (cell == WAYI_FLOW_NONE) {
            return count;
        }
        if (wayi_archive_reads(archive)) {
            const uint32_t entry = cell < world->map->cell_count && wayi_archive_left(archive)
                                       ? wayi_flows_new_entry(fields)
                                       : WAYI_FLOW_NONE;
            if (entry == WAYI_FLOW_NONE) {
                archive->starved = fields->starved;
                return WAYI_FLOW_NONE;
            }
            *wayi_flow_entry_at(fields, entry) = (wayi_flow_entry){cell, WAYI_FLOW_NONE};
            *link = entry;
        }
        link = &wayi_flow_entry_at(fields, *link)->next;
    }
}

/// The search for the field in hand.
static bool archive_flow_search(wayi_archive *archive, way_world *world)
{
    wayi_flows *fields = &world->fields;
    const bool reads = wayi_archive_reads(archive);
    if (reads) {
        memset(fields->heads, 0xff, sizeof fields->heads);
        fields->waiting = 0;
        fields->raising = WAYI_FLOW_NONE;
        fields->raised = WAYI_FLOW_NONE;
        fields->entry_top = 0;
        fields->entry_free = WAYI_FLOW_NONE;
    }
    wayi_archive_fields(archive, &wayi_search_fields, fields);
    for (uint32_t b = 0; b <= WAYI_FLOW_BUCKETS; b++) {
        uint32_t bucket = b < WAYI_FLOW_BUCKETS ? b : WAYI_FLOW_NONE;
        if (!reads && bucket != WAYI_FLOW_NONE && fields->heads[b] == WAYI_FLOW_NONE) {
            continue;
        }
        wayi_archive_word(archive, &bucket);
        if (bucket == WAYI_FLOW_NONE) {
            uint32_t ignored = archive_list(archive, world, &fields->raising);
            ignored =
                ignored == WAYI_FLOW_NONE ? ignored : archive_list(archive, world, &fields->raised);
            return ignored != WAYI_FLOW_NONE ||
                   wayi_archive_refuse(archive, "field in hand", WAYI_NOBODY,
                                       "a list has no end, or cells off the map");
        }
        if (reads && (bucket >= WAYI_FLOW_BUCKETS || fields->heads[bucket] != WAYI_FLOW_NONE)) {
            break;
        }
        const uint32_t count = archive_list(archive, world, &fields->heads[bucket]);
        if (count == WAYI_FLOW_NONE) {
            break;
        }
        fields->waiting += reads ? count : 0;
    }
    return wayi_archive_refuse(archive, "field in hand", WAYI_NOBODY,
                               "a list is there twice, or not of cells");
}

bool wayi_archive_flows(wayi_archive *archive, way_world *world)
{
    wayi_flows *fields = &world->fields;
    for (uint32_t f = 0; f <= WAYI_FLOWS_MAX; f++) {
        uint32_t index = f < WAYI_FLOWS_MAX ? f : WAYI_FLOW_NONE;
        if (!wayi_archive_reads(archive) && index != WAYI_FLOW_NONE && !fields->fields[f].live) {
            continue;
        }
        wayi_archive_word(archive, &index);
        if (index == WAYI_FLOW_NONE) {
            wayi_archive_word(archive, &fields->current);
            return fields->current == WAYI_FLOW_NONE || archive_flow_search(archive, world);
        }
        if (index >= WAYI_FLOWS_MAX ||
            (wayi_archive_reads(archive) && fields->fields[index].live)) {
            break;
        }
        if (!archive_flow(archive, world, index)) {
            return false;
        }
    }
    return wayi_archive_refuse(archive, "field", WAYI_NOBODY, "there is one twice, or too many");
}
