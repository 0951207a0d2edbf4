// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records: the saved world, then one entry for every call that changed it, in order. An entry is a
// tag, the number of its bytes, and those; a frame's ends with the hash after it.
#include "world/save/record.h"

#include "core/parcel.h"
#include "world/body/units.h"
#include "world/world.h"

#include <waymark/world_more.h>

#include <string.h>

/// Bytes of the largest entry with a fixed size.
#define RECORD_BYTES 192u

static void record_write(way_world *world, uint32_t tag, const wayi_parcel_writer *entry)
{
    uint8_t head[5];
    wayi_parcel_writer out = {head, sizeof head, 0};
    wayi_parcel_put8(&out, tag);
    wayi_parcel_put32(&out, (uint32_t)entry->at);
    world->recorder(head, sizeof head, world->recorder_user);
    world->recorder(entry->bytes, entry->at, world->recorder_user);
}

way_status way_world_record(way_world *world, way_world_recorder recorder, void *user)
{
    world->recorder = NULL;
    if (!recorder) {
        return WAY_STATUS_OK;
    }
    size_t size = 0;
    way_status status = way_world_save(world, NULL, 0, &size);
    if (status != WAY_STATUS_OUT_OF_RANGE) {
        return status;
    }
    void *bytes = wayi_alloc(&world->allocator, size, 1);
    if (!bytes) {
        return WAY_STATUS_NO_MEMORY;
    }
    status = way_world_save(world, bytes, size, &size);
    uint8_t head[16];
    wayi_parcel_writer out = {head, sizeof head, 0};
    wayi_parcel_put64(&out, WAYI_RECORD_MAGIC);
    wayi_parcel_put64(&out, size);
    if (status == WAY_STATUS_OK) {
        recorder(head, sizeof head, user);
        recorder(bytes, size, user);
        world->recorder = recorder;
        world->recorder_user = user;
    }
    wayi_free(&world->allocator, bytes, size, 1);
    return status;
}

void wayi_record_add(way_world *world, const way_unit_config *config)
{
    uint8_t bytes[RECORD_BYTES];
    wayi_parcel_writer out = {bytes, sizeof bytes, 0};
    wayi_parcel_put32(&out, config->cell);
    wayi_parcel_put32(&out, config->kind);
    wayi_parcel_put32(&out, config->team);
    record_write(world, WAYI_RECORD_ADD, &out);
}

void wayi_record_remove(way_world *world, way_unit unit)
{
    uint8_t bytes[RECORD_BYTES];
    wayi_parcel_writer out = {bytes, sizeof bytes, 0};
    wayi_parcel_put64(&out, unit);
    record_write(world, WAYI_RECORD_REMOVE, &out);
}

void wayi_record_order(way_world *world, const way_unit *units, uint32_t count,
                       const way_order *order)
{
    uint8_t bytes[RECORD_BYTES];
    wayi_parcel_writer out = {bytes, sizeof bytes, 0};
    const bool any = order->kind == WAY_ORDER_ANY;
    wayi_parcel_put8(&out, (uint32_t)order->kind);
    wayi_parcel_put32(&out, order->cell);
    wayi_parcel_put64(&out, order->target);
    wayi_parcel_put32(&out, order->range);
    wayi_parcel_put8(&out, order->queued);
    wayi_parcel_put8(&out, order->keep_pace);
    wayi_parcel_put8(&out, (uint32_t)order->keep_formation | (uint32_t)order->patient << 1);
    wayi_parcel_put8(&out, (uint32_t)order->formation);
    wayi_parcel_put8(&out, (uint32_t)order->urgency);
    wayi_parcel_put32(&out, order->period);
    wayi_parcel_put8(&out, any ? order->cell_count : 0);
    for (uint32_t k = 0; any && k < order->cell_count; k++) {
        wayi_parcel_put32(&out, order->cells[k]);
    }
    record_write(world, WAYI_RECORD_ORDER, &out);
    // The units follow in entries of their own; the last says that the order is whole.
    for (uint32_t k = 0; k < count;) {
        out.at = 0;
        for (; k < count && out.at + 8 <= RECORD_BYTES; k++) {
            wayi_parcel_put64(&out, units[k]);
        }
        record_write(world, k == count ? WAYI_RECORD_OBEY : WAYI_RECORD_UNITS, &out);
    }
}

void wayi_record_edit(way_world *world, const way_edit *edits, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        uint8_t bytes[RECORD_BYTES];
        wayi_parcel_writer out = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&out, edits[k].x);
        wayi_parcel_put32(&out, edits[k].y);
        wayi_parcel_put32(&out, edits[k].width);
        wayi_parcel_put32(&out, edits[k].height);
        wayi_parcel_put8(&out, edits[k].weight);
        record_write(world, k + 1 == count ? WAYI_RECORD_BUILD : WAYI_RECORD_EDIT, &out);
    }
}

void wayi_record_links(way_world *world, const way_map_link *links, uint32_t count,
                       uint32_t capacity)
{
    for (uint32_t k = 0; k < count; k++) {
        uint8_t bytes[RECORD_BYTES];
        wayi_parcel_writer out = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&out, links[k].from);
        wayi_parcel_put32(&out, links[k].to);
        wayi_parcel_put32(&out, links[k].cost);
        wayi_parcel_put32(&out, wayi_world_link_kind(world, links[k].profile));
        wayi_parcel_put8(&out, links[k].both_ways);
        wayi_parcel_put32(&out, capacity);
        record_write(world, k + 1 == count ? WAYI_RECORD_LINKS : WAYI_RECORD_LINK, &out);
    }
}

void wayi_record_frame(way_world *world, uint32_t budget)
{
    uint8_t bytes[RECORD_BYTES];
    wayi_parcel_writer out = {bytes, sizeof bytes, 0};
    wayi_parcel_put32(&out, budget);
    wayi_parcel_put64(&out, way_world_hash(world));
    record_write(world, WAYI_RECORD_FRAME, &out);
}
