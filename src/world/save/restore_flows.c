// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading links, groups and shared fields. What a field says is believed, for it can do no harm:
// every step is checked against the map when it is taken. Where it points is not.
#include "world/save/save.h"

#include <string.h>

/// Reads one link; false at the end of them, or if it is none.
static bool restore_flows_link(const way_world *world, wayi_parcel_reader *in, way_map_link *link)
{
    *link = (way_map_link){.from = wayi_parcel_take32(in)};
    if (link->from == WAY_CELL_NONE || in->at > in->size) {
        return false;
    }
    link->to = wayi_parcel_take32(in);
    link->cost = wayi_parcel_take32(in);
    const uint32_t kind = wayi_parcel_take8(in);
    link->profile = wayi_world_link_profile(world, kind);
    return true;
}

way_status wayi_restore_links(way_world *world, wayi_parcel_reader *in)
{
    way_map_link links[64];
    uint32_t count = 0;
    for (bool more = true; more;) {
        more = restore_flows_link(world, in, &links[count]);
        count += more;
        if (count == 64 || (!more && count)) {
            const way_status status = way_map_add_links(world->map, links, count);
            if (status != WAY_STATUS_OK) {
                return status == WAY_STATUS_NO_MEMORY ? status : WAY_STATUS_BAD_FORMAT;
            }
            count = 0;
        }
    }
    const uint32_t lifts = wayi_parcel_take32(in);
    if (lifts > WAYI_LIFTS_MAX || in->at > in->size) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t k = 0; k < lifts; k++) {
        const way_cell from = wayi_parcel_take32(in);
        const way_cell to = wayi_parcel_take32(in);
        wayi_lift *lift = wayi_world_add_lift(world, from, to);
        if (!lift) {
            return WAY_STATUS_NO_MEMORY;
        }
        lift->capacity = wayi_parcel_take8(in);
        for (uint32_t u = 0; u < WAY_WORLD_LIFT_MAX; u++) {
            lift->until[u] = wayi_parcel_take32(in);
        }
        if (lift->capacity == 0 || lift->capacity > WAY_WORLD_LIFT_MAX || k >= world->lift_count) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    for (uint32_t t = 0; t < world->team_count; t++) {
        const way_status status = wayi_world_teach_links(world, &world->teams[t]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

bool wayi_restore_groups(way_world *world, wayi_parcel_reader *in)
{
    for (;;) {
        const uint32_t index = wayi_parcel_take32(in);
        if (index == WAYI_NOBODY) {
            return true;
        }
        if (index >= WAYI_GROUPS_MAX || world->groups[index].used || in->at > in->size) {
            return false;
        }
        wayi_group *group = &world->groups[index];
        *group = (wayi_group){.used = 1};
        group->goal = wayi_parcel_take32(in);
        group->field = wayi_parcel_take32(in);
        group->reach = wayi_parcel_take32(in);
        group->ground = (uint8_t)wayi_parcel_take8(in);
        group->speed = (uint8_t)wayi_parcel_take8(in);
        group->leader = wayi_parcel_take32(in);
        group->waited = (uint16_t)wayi_parcel_take16(in);
        group->go = (uint16_t)wayi_parcel_take16(in);
        group->halted = wayi_parcel_take8(in) != 0;
        world->march_count += group->leader != WAYI_NOBODY;
        if (group->goal >= world->map->cell_count || group->ground >= world->ground_count ||
            (group->field != WAYI_FLOW_NONE && group->field >= WAYI_FLOWS_MAX)) {
            return false;
        }
        if (group->field != WAYI_FLOW_NONE) {
            world->fields.fields[group->field].references++;
        }
    }
}

static bool restore_flows_rects(const way_map *map, wayi_flow *field, wayi_parcel_reader *in)
{
    if (field->rect_count > WAYI_FLOW_RECTS) {
        return false;
    }
    for (uint32_t r = 0; r < field->rect_count; r++) {
        way_rect *rect = &field->rects[r];
        rect->x = wayi_parcel_take32(in);
        rect->y = wayi_parcel_take32(in);
        rect->width = wayi_parcel_take32(in);
        rect->height = wayi_parcel_take32(in);
        if (rect->width == 0 || rect->height == 0 || rect->width > map->width ||
            rect->height > map->height || rect->x > map->width - rect->width ||
            rect->y > map->height - rect->height) {
            return false;
        }
    }
    return true;
}

static bool restore_flows_blocks(way_world *world, wayi_flow *field, wayi_parcel_reader *in)
{
    wayi_flows *fields = &world->fields;
    for (;;) {
        const uint32_t at = wayi_parcel_take32(in);
        if (at == WAYI_FLOW_NONE) {
            return true;
        }
        if (at >= fields->columns * fields->rows || field->table[at] ||
            wayi_save_left(in) < 5 * WAYI_BLOCK_CELLS) {
            return false;
        }
        wayi_flow_block *block = wayi_flows_new_block(fields);
        if (!block) {
            return false;
        }
        field->table[at] = block;
        for (uint32_t k = 0; k < WAYI_BLOCK_CELLS; k++) {
            block->costs[k] = wayi_parcel_take32(in);
            block->steps[k] = (uint8_t)wayi_parcel_take8(in);
            if ((block->steps[k] & (WAYI_FLOW_OPEN - 1u)) > WAYI_FLOW_LINK) {
                return false;
            }
        }
    }
}

static bool restore_flows_one(way_world *world, wayi_flow *field, wayi_parcel_reader *in)
{
    field->goal = wayi_parcel_take32(in);
    field->used = wayi_parcel_take32(in);
    field->asked = wayi_parcel_take32(in);
    field->since = wayi_parcel_take32(in);
    field->limit = wayi_parcel_take32(in);
    field->cells = wayi_parcel_take32(in);
    field->rect_count = wayi_parcel_take32(in);
    field->live = 1;
    if (field->goal >= world->map->cell_count || !restore_flows_rects(world->map, field, in)) {
        return false;
    }
    field->ground = (uint8_t)wayi_parcel_take8(in);
    field->whole = wayi_parcel_take8(in) != 0;
    field->fresh = wayi_parcel_take8(in) != 0;
    return field->ground < world->ground_count && restore_flows_blocks(world, field, in);
}

/// Reads a list in its order.
static bool restore_flows_list(way_world *world, uint32_t *head, uint32_t *count,
                               wayi_parcel_reader *in)
{
    wayi_flows *fields = &world->fields;
    uint32_t *link = head;
    for (;;) {
        const way_cell cell = wayi_parcel_take32(in);
        if (cell == WAYI_FLOW_NONE) {
            return true;
        }
        if (cell >= world->map->cell_count || in->at > in->size) {
            return false;
        }
        const uint32_t entry = wayi_flows_new_entry(fields);
        if (entry == WAYI_FLOW_NONE) {
            return false;
        }
        *wayi_flow_entry_at(fields, entry) = (wayi_flow_entry){cell, WAYI_FLOW_NONE};
        *link = entry;
        link = &wayi_flow_entry_at(fields, entry)->next;
        (*count)++;
    }
}

static bool restore_flows_current(way_world *world, wayi_parcel_reader *in)
{
    wayi_flows *fields = &world->fields;
    uint32_t ignored = 0;
    memset(fields->heads, 0xff, sizeof fields->heads);
    fields->waiting = 0;
    fields->raising = WAYI_FLOW_NONE;
    fields->raised = WAYI_FLOW_NONE;
    fields->entry_top = 0;
    fields->entry_free = WAYI_FLOW_NONE;
    fields->stage = (uint8_t)wayi_parcel_take8(in);
    fields->scan = wayi_parcel_take32(in);
    fields->level = wayi_parcel_take32(in);
    if (fields->current >= WAYI_FLOWS_MAX || !fields->fields[fields->current].live ||
        fields->stage >= WAYI_FLOW_STAGES || fields->scan > fields->columns * fields->rows) {
        return false;
    }
    for (;;) {
        const uint32_t bucket = wayi_parcel_take32(in);
        if (bucket == WAYI_FLOW_NONE) {
            break;
        }
        if (bucket >= WAYI_FLOW_BUCKETS || fields->heads[bucket] != WAYI_FLOW_NONE ||
            !restore_flows_list(world, &fields->heads[bucket], &fields->waiting, in)) {
            return false;
        }
    }
    return restore_flows_list(world, &fields->raising, &ignored, in) &&
           restore_flows_list(world, &fields->raised, &ignored, in);
}

bool wayi_restore_flows(way_world *world, wayi_parcel_reader *in)
{
    wayi_flows *fields = &world->fields;
    for (;;) {
        const uint32_t index = wayi_parcel_take32(in);
        if (index == WAYI_FLOW_NONE) {
            break;
        }
        if (index >= WAYI_FLOWS_MAX || fields->fields[index].live ||
            !wayi_flows_make_table(fields, &fields->fields[index]) ||
            !restore_flows_one(world, &fields->fields[index], in)) {
            return false;
        }
    }
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        if (fields->fields[f].references && !fields->fields[f].live) {
            return false;
        }
    }
    fields->current = wayi_parcel_take32(in);
    return fields->current == WAYI_FLOW_NONE || restore_flows_current(world, in);
}
