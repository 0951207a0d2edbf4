// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units that are being led out of a jam make the steps that were found for them (move/jam.c) before
// all others choose, waiting for each other after every one. Whatever comes between, an order, a
// building, somebody who does not give way, ends it, and all go on by themselves.
#include "world/body/units.h"
#include "world/order/orders.h"
#include "world/plan/routes.h"

/// Ticks that a step may take before it is given up.
#define JAM_PATIENCE 32u

bool wayi_jams_make(way_world *world)
{
    world->jams = wayi_alloc(&world->allocator, 1, sizeof *world->jams);
    for (uint32_t r = 0; world->jams && r < WAYI_JAMS_MAX; r++) {
        world->jams->list[r].count = 0;
    }
    return world->jams != NULL;
}

void wayi_jams_fini(way_world *world)
{
    wayi_free(&world->allocator, world->jams, 1, sizeof *world->jams);
    world->jams = NULL;
}

/// The rescue of a unit and its number in it, or NULL.
static wayi_jam *jam_steps_of(const way_world *world, uint32_t place, uint32_t *member)
{
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        wayi_jam *jam = &world->jams->list[r];
        for (uint32_t m = 0; m < jam->count; m++) {
            if (jam->units[m] == place) {
                *member = m;
                return jam;
            }
        }
    }
    return NULL;
}

uint32_t wayi_world_rescue_move(const way_world *world, uint32_t place)
{
    uint32_t member = 0;
    const wayi_jam *jam = jam_steps_of(world, place, &member);
    if (!jam || world->bodies[place].cell != jam->cells[member]) {
        return WAYI_STAY; // it has made its step
    }
    const uint32_t move = jam->moves[jam->step][member];
    return move == WAYI_STAY || !(wayi_world_moves(world, place) >> move & 1u) ? WAYI_STAY : move;
}

/// Lets a unit go on by itself.
static void jam_steps_leave(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    mind->task = WAYI_TASK_REST;
    mind->home = world->bodies[place].cell;
    mind->standing = 0;
    wayi_world_measure(world, place);
    if (mind->order != WAY_ORDER_STOP && mind->order != WAY_ORDER_HOLD) {
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
    }
}

static void jam_steps_end(way_world *world, wayi_jam *jam)
{
    for (uint32_t m = 0; m < jam->count; m++) {
        jam_steps_leave(world, jam->units[m]);
    }
    jam->count = 0;
}

void wayi_jams_disband(way_world *world)
{
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        world->jams->list[r].count = 0;
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        if ((mind->generation & 1u) && mind->task == WAYI_TASK_RESCUE) {
            jam_steps_leave(world, place);
        }
    }
    const uint32_t due = world->jam_due;
    if (due >= world->place_count || !(world->minds[due].generation & 1u)) {
        world->jam_due = WAYI_NOBODY;
    }
}

void wayi_world_rescue_leave(way_world *world, uint32_t place)
{
    uint32_t member = 0;
    if (world->minds[place].task == WAYI_TASK_RESCUE) {
        jam_steps_end(world, jam_steps_of(world, place, &member));
    }
}

/// Whether all are where the step in hand began or ends.
static bool jam_steps_holds(const way_world *world, const wayi_jam *jam, bool *done)
{
    *done = true;
    for (uint32_t m = 0; m < jam->count; m++) {
        const uint32_t place = jam->units[m];
        const wayi_body *body = &world->bodies[place];
        const way_cell to = wayi_jam_target(world, jam->cells[m], jam->moves[jam->step][m]);
        if (body->cell != to && body->cell != jam->cells[m]) {
            return false;
        }
        *done = *done && body->cell == to && wayi_world_is_ready(world, body);
    }
    return true;
}

/// Begins the next step of a rescue if all have made the last one, or ends it.
static void jam_steps_go_on(way_world *world, wayi_jam *jam)
{
    bool done = false;
    if (!jam_steps_holds(world, jam, &done) || ++jam->waited > JAM_PATIENCE) {
        jam_steps_end(world, jam);
    } else if (done) {
        jam->waited = 0;
        for (uint32_t m = 0; m < jam->count; m++) {
            jam->cells[m] = world->bodies[jam->units[m]].cell;
        }
        if (++jam->step == jam->length) {
            jam_steps_end(world, jam);
        }
    }
}

void wayi_world_rescue_tick(way_world *world)
{
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        if (world->jams->list[r].count) {
            jam_steps_go_on(world, &world->jams->list[r]);
        }
    }
}

uint32_t wayi_world_rescued(const way_world *world, uint32_t index)
{
    const uint32_t rescue = index / WAYI_JAM_UNITS;
    const uint32_t member = index % WAYI_JAM_UNITS;
    if (rescue >= WAYI_JAMS_MAX) {
        return WAYI_NOBODY - 1u;
    }
    return member < world->jams->list[rescue].count ? world->jams->list[rescue].units[member]
                                                    : WAYI_NOBODY;
}
