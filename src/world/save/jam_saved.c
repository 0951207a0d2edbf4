// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rescues under way, as bytes and back: who, where, and the steps that are left.
#include "world/move/jam.h"
#include "world/save/save.h"

void wayi_save_jams(const way_world *world, wayi_parcel_writer *out)
{
    wayi_parcel_put32(out, world->jam_due);
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        const wayi_jam *jam = &world->jams->list[r];
        const uint32_t count = jam->count;
        wayi_parcel_put8(out, count);
        if (count == 0) {
            continue;
        }
        wayi_parcel_put16(out, jam->length - jam->step);
        wayi_parcel_put16(out, jam->waited);
        for (uint32_t m = 0; m < count; m++) {
            wayi_parcel_put32(out, jam->units[m]);
            wayi_parcel_put32(out, jam->cells[m]);
            for (uint32_t t = jam->step; t < jam->length; t++) {
                wayi_parcel_put8(out, jam->moves[t][m]);
            }
        }
    }
}

/// Whether a unit may take part: alive, about it, and in no other rescue.
static bool jam_saved_member(way_world *world, wayi_jam *jam, uint32_t m, wayi_parcel_reader *in)
{
    const uint32_t place = wayi_parcel_take32(in);
    const way_cell cell = wayi_parcel_take32(in);
    if (!wayi_restore_is_alive(world, place) || world->minds[place].task != WAYI_TASK_RESCUE ||
        world->bodies[place].state != WAYI_UNDECIDED || !wayi_restore_is_cell(world, cell, false)) {
        return false;
    }
    world->bodies[place].state = WAYI_DECIDED; // met
    jam->units[m] = place;
    jam->cells[m] = cell;
    for (uint32_t t = 0; t < jam->length; t++) {
        jam->moves[t][m] = (uint8_t)wayi_parcel_take8(in);
        if (jam->moves[t][m] > WAYI_WEST && jam->moves[t][m] != WAYI_STAY) {
            return false;
        }
    }
    // A step leads nowhere but to a cell beside: which one is looked at when it is made.
    const uint32_t y = wayi_map_row(world->map, cell);
    const uint32_t x = cell - y * world->map->width;
    const uint32_t move = jam->moves[0][m];
    return !((move == WAYI_NORTH && y == 0) || (move == WAYI_WEST && x == 0) ||
             (move == WAYI_SOUTH && y + 1 == world->map->height) ||
             (move == WAYI_EAST && x + 1 == world->map->width));
}

static bool jam_saved_read(way_world *world, wayi_jam *jam, uint32_t count, wayi_parcel_reader *in)
{
    *jam = (wayi_jam){.length = wayi_parcel_take16(in)};
    jam->waited = wayi_parcel_take16(in);
    if (count > WAYI_JAM_UNITS || jam->length == 0 || jam->length > WAYI_JAM_STEPS) {
        return false;
    }
    for (uint32_t m = 0; m < count; m++) {
        if (!jam_saved_member(world, jam, m, in)) {
            return false;
        }
    }
    jam->count = count;
    return in->at <= in->size;
}

bool wayi_restore_jams(way_world *world, wayi_parcel_reader *in)
{
    uint32_t members = 0;
    world->jam_due = wayi_parcel_take32(in);
    if (world->jam_due != WAYI_NOBODY && !wayi_restore_is_alive(world, world->jam_due)) {
        return false;
    }
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        const uint32_t count = wayi_parcel_take8(in);
        if (count && !jam_saved_read(world, &world->jams->list[r], count, in)) {
            return false;
        }
        members += count;
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        if (wayi_restore_is_alive(world, place) && world->minds[place].task == WAYI_TASK_RESCUE) {
            members--;
            world->bodies[place].state = WAYI_UNDECIDED;
        }
    }
    return members == 0; // nobody waits for steps that never come
}
