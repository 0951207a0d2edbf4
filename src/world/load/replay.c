// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Running a record again: the world that it starts with is restored, then its calls are made.
#include "base/text.h"
#include "core/parcel.h"
#include "world/body/units.h"
#include "world/save/record.h"
#include "world/world.h"

#include <waymark/world_more.h>

/// Most units of an order and edits of a call that a record may hold, to bound what hostile ones
/// can ask for.
#define REPLAY_LIST_MAX (1u << 22)

struct way_replay {
    way_world *world;
    wayi_parcel_reader in;
    uint64_t hash;
    way_order order; ///< that waits for its units
    way_cell cells[WAY_ORDER_CELLS_MAX];
    bool ordering;
    way_unit *units;
    uint32_t unit_count;
    uint32_t unit_capacity;
    way_edit *edits;
    uint32_t edit_count;
    uint32_t edit_capacity;
    way_map_link *links;
    uint32_t link_count;
    uint32_t link_capacity;
    way_allocator allocator;
};

way_status way_replay_create(const void *bytes, size_t size, const way_world_host *host,
                             way_replay **out, way_problem *problem)
{
    *out = NULL;
    wayi_parcel_reader in = {bytes, size, 0};
    const uint64_t magic = wayi_parcel_take64(&in);
    const uint64_t saved = wayi_parcel_take64(&in);
    if (size < 16 || magic != WAYI_RECORD_MAGIC || saved > size - 16) {
        if (problem) {
            wayi_text text = wayi_problem_begin(problem, 0, 0);
            wayi_text_add(&text, "not a record of a world, or cut short");
        }
        return WAY_STATUS_BAD_FORMAT;
    }
    const way_allocator allocator = wayi_allocator_or_default(host ? host->allocator : NULL);
    way_replay *replay = wayi_alloc_zero(&allocator, 1, sizeof *replay);
    if (!replay) {
        return WAY_STATUS_NO_MEMORY;
    }
    replay->allocator = allocator;
    const way_status status = way_world_restore((const uint8_t *)bytes + 16, (size_t)saved, host,
                                                &replay->world, problem);
    if (status != WAY_STATUS_OK) {
        way_replay_destroy(replay);
        return status;
    }
    in.at = 16 + (size_t)saved;
    replay->in = in;
    replay->hash = way_world_hash(replay->world);
    *out = replay;
    return WAY_STATUS_OK;
}

void way_replay_destroy(way_replay *replay)
{
    if (replay) {
        const way_allocator allocator = replay->allocator;
        way_world_destroy(replay->world);
        WAYI_FREE(&allocator, replay->units, replay->unit_capacity);
        WAYI_FREE(&allocator, replay->edits, replay->edit_capacity);
        WAYI_FREE(&allocator, replay->links, replay->link_capacity);
        WAYI_FREE(&allocator, replay, 1);
    }
}

way_world *way_replay_world(way_replay *replay)
{
    return replay->world;
}

uint64_t way_replay_hash(const way_replay *replay)
{
    return replay->hash;
}

// Entries -----------------------------------------------------------------------------------------

static way_status replay_add(way_replay *replay, wayi_parcel_reader *in)
{
    way_unit_config config = {0};
    config.cell = wayi_parcel_take32(in);
    config.kind = wayi_parcel_take32(in);
    config.team = wayi_parcel_take32(in);
    way_unit unit = WAY_UNIT_NONE;
    return way_world_add(replay->world, &config, &unit);
}

static way_status replay_order(way_replay *replay, wayi_parcel_reader *in)
{
    way_order *order = &replay->order;
    *order = (way_order){.kind = (way_order_kind)wayi_parcel_take8(in)};
    order->cell = wayi_parcel_take32(in);
    order->target = wayi_parcel_take64(in);
    order->range = wayi_parcel_take32(in);
    order->queued = wayi_parcel_take8(in) != 0;
    order->keep_pace = wayi_parcel_take8(in) != 0;
    const uint32_t keeps = wayi_parcel_take8(in);
    order->keep_formation = keeps & 1u;
    order->patient = keeps >> 1 & 1u;
    order->formation = (way_formation)wayi_parcel_take8(in);
    order->urgency = (way_urgency)wayi_parcel_take8(in);
    order->period = wayi_parcel_take32(in);
    order->cell_count = wayi_parcel_take8(in);
    if (order->cell_count > WAY_ORDER_CELLS_MAX) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t k = 0; k < order->cell_count; k++) {
        replay->cells[k] = wayi_parcel_take32(in);
    }
    order->cells = replay->cells;
    replay->ordering = true;
    replay->unit_count = 0;
    return WAY_STATUS_OK;
}

static way_status replay_units(way_replay *replay, wayi_parcel_reader *in, bool last)
{
    while (wayi_parcel_left(in) >= 8) {
        if (!replay->ordering || replay->unit_count == REPLAY_LIST_MAX) {
            return WAY_STATUS_BAD_FORMAT;
        }
        if (!WAYI_GROW(&replay->allocator, replay->units, replay->unit_capacity,
                       replay->unit_count + 1)) {
            return WAY_STATUS_NO_MEMORY;
        }
        replay->units[replay->unit_count++] = wayi_parcel_take64(in);
    }
    if (!last) {
        return WAY_STATUS_OK;
    }
    const bool ordering = replay->ordering && replay->unit_count > 0;
    replay->ordering = false;
    return ordering
               ? way_world_order(replay->world, replay->units, replay->unit_count, &replay->order)
               : WAY_STATUS_BAD_FORMAT;
}

static way_status replay_edit(way_replay *replay, wayi_parcel_reader *in, bool last)
{
    if (replay->edit_count == REPLAY_LIST_MAX) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!WAYI_GROW(&replay->allocator, replay->edits, replay->edit_capacity,
                   replay->edit_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_edit *edit = &replay->edits[replay->edit_count++];
    edit->x = wayi_parcel_take32(in);
    edit->y = wayi_parcel_take32(in);
    edit->width = wayi_parcel_take32(in);
    edit->height = wayi_parcel_take32(in);
    edit->weight = (uint8_t)wayi_parcel_take8(in);
    if (!last) {
        return WAY_STATUS_OK;
    }
    const uint32_t count = replay->edit_count;
    replay->edit_count = 0;
    return way_world_edit(replay->world, replay->edits, count);
}

static way_status replay_link(way_replay *replay, wayi_parcel_reader *in, bool last)
{
    if (replay->link_count == REPLAY_LIST_MAX) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!WAYI_GROW(&replay->allocator, replay->links, replay->link_capacity,
                   replay->link_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_map_link *link = &replay->links[replay->link_count++];
    link->from = wayi_parcel_take32(in);
    link->to = wayi_parcel_take32(in);
    link->cost = wayi_parcel_take32(in);
    link->profile = wayi_world_link_profile(replay->world, wayi_parcel_take32(in));
    link->both_ways = wayi_parcel_take8(in) != 0;
    const uint32_t capacity = wayi_parcel_take32(in);
    if (!last) {
        return WAY_STATUS_OK;
    }
    const uint32_t count = replay->link_count;
    replay->link_count = 0;
    return capacity == WAYI_RECORD_NO_LINK
               ? way_world_remove_links(replay->world, replay->links, count)
               : way_world_add_links(replay->world, replay->links, count, capacity);
}

static way_status replay_entry(way_replay *replay, uint32_t tag, wayi_parcel_reader *in)
{
    switch (tag) {
    case WAYI_RECORD_ADD:
        return replay_add(replay, in);
    case WAYI_RECORD_REMOVE:
        return way_world_remove(replay->world, wayi_parcel_take64(in));
    case WAYI_RECORD_ORDER:
        return replay_order(replay, in);
    case WAYI_RECORD_UNITS:
    case WAYI_RECORD_OBEY:
        return replay_units(replay, in, tag == WAYI_RECORD_OBEY);
    case WAYI_RECORD_EDIT:
    case WAYI_RECORD_BUILD:
        return replay_edit(replay, in, tag == WAYI_RECORD_BUILD);
    case WAYI_RECORD_LINK:
    case WAYI_RECORD_LINKS:
        return replay_link(replay, in, tag == WAYI_RECORD_LINKS);
    case WAYI_RECORD_FRAME: {
        const way_status status = way_world_frame(replay->world, wayi_parcel_take32(in));
        replay->hash = wayi_parcel_take64(in);
        return status;
    }
    default:
        return WAY_STATUS_BAD_FORMAT;
    }
}

way_status way_replay_frame(way_replay *replay, bool *over, bool *same)
{
    *over = false;
    *same = false;
    while (wayi_parcel_left(&replay->in) > 0) {
        const uint32_t tag = wayi_parcel_take8(&replay->in);
        const uint32_t size = wayi_parcel_take32(&replay->in);
        if (replay->in.at > replay->in.size || size > wayi_parcel_left(&replay->in)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        wayi_parcel_reader entry = {replay->in.bytes + replay->in.at, size, 0};
        replay->in.at += size;
        const way_status status = replay_entry(replay, tag, &entry);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        if (!wayi_parcel_is_read(&entry)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        if (tag == WAYI_RECORD_FRAME) {
            *same = way_world_hash(replay->world) == replay->hash;
            return WAY_STATUS_OK;
        }
    }
    *over = true;
    return WAY_STATUS_OK;
}
