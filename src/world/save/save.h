// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bytes of a saved world: what save.c writes and restore.c reads, in this order.
//
//   magic, version; sides, rules and costs of the map; kinds; teams; the world's settings;
//   terrain as runs; clock; units; free places; active units; who go back; rescues; groups;
//   requests; lanes; fields; what teams in the fog believe; a hash of all bytes before it
#pragma once

#include "core/parcel.h"
#include "world/world.h"

#define WAYI_SAVE_MAGIC UINT64_C(0x31444c5259415757) // "WWAYRLD1"
#define WAYI_SAVE_VERSION 6u

static inline void wayi_save_put64(wayi_parcel_writer *out, uint64_t value)
{
    wayi_parcel_put32(out, (uint32_t)value);
    wayi_parcel_put32(out, (uint32_t)(value >> 32));
}

static inline uint64_t wayi_save_take64(wayi_parcel_reader *in)
{
    const uint64_t low = wayi_parcel_take32(in);
    return low | (uint64_t)wayi_parcel_take32(in) << 32;
}

static inline size_t wayi_save_left(const wayi_parcel_reader *in)
{
    return in->at < in->size ? in->size - in->at : 0;
}

/// A cell of the map, or none where `none` is fine.
static inline bool wayi_restore_is_cell(const way_world *world, way_cell cell, bool none)
{
    return cell < world->map->cell_count || (none && cell == WAY_CELL_NONE);
}

static inline bool wayi_restore_is_alive(const way_world *world, uint32_t place)
{
    return place < world->place_count && (world->minds[place].generation & 1u);
}

// restore_units.c ---------------------------------------------------------------------------------

/// Reads the units and the lists that they are in; false if they are not sound.
bool wayi_restore_units(way_world *world, wayi_parcel_reader *in);

// jam_saved.c ----------------------------------------------------------------------------------

/// Writes rescues under way, and reads them behind the units; false if they are not sound.
void wayi_save_jams(const way_world *world, wayi_parcel_writer *out);
bool wayi_restore_jams(way_world *world, wayi_parcel_reader *in);

// restore_flows.c ---------------------------------------------------------------------------------

/// Reads the groups and the fields; false if they are not sound.
way_status wayi_restore_links(way_world *world, wayi_parcel_reader *in);
bool wayi_restore_groups(way_world *world, wayi_parcel_reader *in);
bool wayi_restore_flows(way_world *world, wayi_parcel_reader *in);
