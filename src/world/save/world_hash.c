// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The hash of a world, part by part, over canonical bytes: field by field, never a struct with its
// padding. Parts are sums over units, groups and so on, so that no order matters.
#include "core/parcel.h"
#include "world/move/jam.h"
#include "world/world.h"

#define HASH_BYTES 256u

static uint64_t world_hash_parcel(const wayi_parcel_writer *parcel)
{
    return way_hash_bytes(0, parcel->bytes, parcel->at);
}

static void world_hash_put64(wayi_parcel_writer *parcel, uint64_t value)
{
    wayi_parcel_put32(parcel, (uint32_t)value);
    wayi_parcel_put32(parcel, (uint32_t)(value >> 32));
}

static uint64_t world_hash_clock(const way_world *world)
{
    uint8_t bytes[HASH_BYTES];
    wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
    wayi_parcel_put32(&parcel, world->tick);
    wayi_parcel_put32(&parcel, world->frame);
    wayi_parcel_put32(&parcel, world->unit_count);
    wayi_parcel_put32(&parcel, world->place_count);
    wayi_parcel_put32(&parcel, world->free_first);
    wayi_parcel_put32(&parcel, world->work_owed);
    return world_hash_parcel(&parcel);
}

static uint64_t world_hash_map(const way_world *world)
{
    uint64_t sum = way_map_hash(world->map);
    for (uint32_t k = 0; k < world->lift_count; k++) {
        uint8_t bytes[HASH_BYTES];
        wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
        const wayi_lift *lift = &world->lifts[k];
        wayi_parcel_put32(&parcel, lift->ends[0]);
        wayi_parcel_put32(&parcel, lift->ends[1]);
        wayi_parcel_put32(&parcel, lift->capacity);
        for (uint32_t u = 0; u < lift->capacity; u++) {
            wayi_parcel_put32(&parcel, lift->until[u]);
        }
        sum += world_hash_parcel(&parcel);
    }
    return sum;
}

static uint64_t world_hash_body(const way_world *world, uint32_t place)
{
    uint8_t bytes[HASH_BYTES];
    const wayi_body *body = &world->bodies[place];
    wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
    wayi_parcel_put32(&parcel, place);
    wayi_parcel_put32(&parcel, world->minds[place].generation);
    if (world->minds[place].generation & 1u) {
        wayi_parcel_put32(&parcel, body->cell);
        wayi_parcel_put32(&parcel, body->stamp);
        wayi_parcel_put32(&parcel, body->ready);
        wayi_parcel_put8(&parcel, world->minds[place].kind);
        wayi_parcel_put8(&parcel, body->team);
        wayi_parcel_put8(&parcel, body->heading);
        wayi_parcel_put8(&parcel, body->flags);
    }
    return world_hash_parcel(&parcel);
}

static uint64_t world_hash_units(const way_world *world)
{
    uint64_t sum = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        sum += world_hash_body(world, place);
    }
    for (uint32_t k = 0, listed = 0; k < world->active_count; k++) {
        if (world->active[k] != WAYI_NOBODY) {
            uint8_t bytes[8];
            wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
            wayi_parcel_put32(&parcel, listed++);
            wayi_parcel_put32(&parcel, world->active[k]);
            sum += world_hash_parcel(&parcel);
        }
    }
    return sum;
}

static void world_hash_put_route(const way_world *world, const wayi_trail *route,
                                 wayi_parcel_writer *parcel)
{
    uint64_t hash = 0;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    for (uint32_t dir = 0; wayi_trail_step(&reader, &dir);) {
        const uint8_t byte = (uint8_t)dir;
        hash = way_hash_bytes(hash, &byte, 1);
    }
    wayi_parcel_put32(parcel, route->at);
    wayi_parcel_put32(parcel, route->end);
    wayi_parcel_put32(parcel, route->link);
    world_hash_put64(parcel, route->blocks);
    world_hash_put64(parcel, hash);
}

static uint64_t world_hash_mind(const way_world *world, uint32_t place)
{
    const wayi_mind *mind = &world->minds[place];
    uint64_t sum = 0;
    uint8_t bytes[HASH_BYTES];
    wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
    const uint32_t small[] = {mind->task,     mind->order, mind->urgency,   mind->astray,
                              mind->restarts, mind->part,  mind->displaced, mind->calm};
    const uint32_t large[] = {place,
                              mind->standing,
                              mind->patience,
                              mind->ahead,
                              mind->cell,
                              mind->goal,
                              mind->home,
                              mind->range,
                              mind->period,
                              mind->period_at,
                              mind->group,
                              (uint32_t)mind->target,
                              (uint32_t)(mind->target >> 32)};
    for (uint32_t k = 0; k < sizeof small / sizeof *small; k++) {
        wayi_parcel_put8(&parcel, small[k]);
    }
    for (uint32_t k = 0; k < sizeof large / sizeof *large; k++) {
        wayi_parcel_put32(&parcel, large[k]);
    }
    for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
        wayi_parcel_put8(&parcel, (uint32_t)world->orders[n].order.kind);
        wayi_parcel_put32(&parcel, world->orders[n].order.cell);
        sum += world_hash_parcel(&parcel);
        parcel.at -= 5;
    }
    world_hash_put_route(world, &mind->route, &parcel);
    return sum + world_hash_parcel(&parcel);
}

static uint64_t world_hash_plans(const way_world *world)
{
    uint64_t sum = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        sum += world->minds[place].generation & 1u ? world_hash_mind(world, place) : 0;
    }
    return sum;
}

uint64_t wayi_world_unit_hash(const way_world *world, uint32_t place)
{
    if (place >= world->place_count) {
        return 0;
    }
    return world_hash_body(world, place) +
           (world->minds[place].generation & 1u ? world_hash_mind(world, place) : 0);
}

static uint64_t world_hash_jam(const wayi_jam *jam, uint32_t index)
{
    uint64_t sum = 0;
    for (uint32_t m = 0; m < jam->count; m++) {
        uint8_t bytes[32];
        uint64_t moves = 0;
        wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
        for (uint32_t t = jam->step; t < jam->length; t++) {
            moves = way_hash_bytes(moves, &jam->moves[t][m], 1);
        }
        wayi_parcel_put32(&parcel, index << 16 | m);
        wayi_parcel_put32(&parcel, jam->units[m]);
        wayi_parcel_put32(&parcel, jam->cells[m]);
        wayi_parcel_put32(&parcel, jam->waited);
        world_hash_put64(&parcel, moves);
        sum += world_hash_parcel(&parcel);
    }
    return sum;
}

static uint64_t world_hash_queue(const way_world *world)
{
    uint64_t sum = 0;
    uint8_t bytes[HASH_BYTES];
    for (uint32_t k = 0; k < world->planner.queue_count; k++) {
        const uint32_t place = world->planner.queue[k];
        wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&parcel, place);
        wayi_parcel_put32(&parcel, world->minds[place].due);
        wayi_parcel_put32(&parcel, world->minds[place].asked);
        sum += world_hash_parcel(&parcel);
    }
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&parcel, k);
        wayi_parcel_put32(&parcel, world->retreats[k]);
        sum += world_hash_parcel(&parcel);
    }
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        sum += world_hash_jam(&world->jams->list[r], r);
    }
    sum += world->jam_due * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
        wayi_parcel_put32(&parcel, l);
        for (uint32_t k = lane->next; k < lane->count; k++) {
            wayi_parcel_put32(&parcel, lane->units[k]);
        }
        wayi_parcel_put8(&parcel, lane->begun);
        world_hash_put64(&parcel, lane->begun ? lane->work : 0);
        wayi_parcel_put32(&parcel, lane->begun ? lane->start : 0);
        wayi_parcel_put32(&parcel, lane->begun ? lane->goal : 0);
        sum += world_hash_parcel(&parcel);
    }
    return sum;
}

static uint64_t world_hash_fields(const way_world *world)
{
    uint64_t sum = 0;
    uint8_t bytes[HASH_BYTES];
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        const wayi_flow *field = &world->fields.fields[f];
        if (field->live) {
            wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
            wayi_parcel_put32(&parcel, f);
            wayi_parcel_put32(&parcel, field->goal);
            wayi_parcel_put8(&parcel, field->ground);
            wayi_parcel_put32(&parcel, field->references);
            wayi_parcel_put32(&parcel, field->cells);
            wayi_parcel_put32(&parcel, field->rect_count);
            sum += world_hash_parcel(&parcel);
        }
    }
    for (uint32_t g = 0; g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        if (group->used) {
            wayi_parcel_writer parcel = {bytes, sizeof bytes, 0};
            wayi_parcel_put32(&parcel, g);
            wayi_parcel_put32(&parcel, group->goal);
            wayi_parcel_put32(&parcel, group->field);
            wayi_parcel_put32(&parcel, group->count);
            wayi_parcel_put32(&parcel, group->reach);
            wayi_parcel_put8(&parcel, group->speed);
            wayi_parcel_put32(&parcel, group->leader);
            wayi_parcel_put16(&parcel, group->waited);
            wayi_parcel_put16(&parcel, group->go);
            wayi_parcel_put8(&parcel, group->halted);
            sum += world_hash_parcel(&parcel);
        }
    }
    return sum;
}

static uint64_t world_hash_fog(const way_world *world)
{
    uint64_t sum = 0;
    for (uint32_t t = 0; t < world->team_count; t++) {
        const wayi_team *team = &world->teams[t];
        if (team->fog) {
            sum += (way_map_hash(team->map) + team->news_count) * (2 * t + 3);
        }
    }
    return sum;
}

uint64_t way_world_part_hash(const way_world *world, way_world_part part)
{
    switch (part) {
    case WAY_WORLD_PART_CLOCK:
        return world_hash_clock(world);
    case WAY_WORLD_PART_MAP:
        return world_hash_map(world);
    case WAY_WORLD_PART_UNITS:
        return world_hash_units(world);
    case WAY_WORLD_PART_PLANS:
        return world_hash_plans(world);
    case WAY_WORLD_PART_QUEUE:
        return world_hash_queue(world);
    case WAY_WORLD_PART_FIELDS:
        return world_hash_fields(world);
    case WAY_WORLD_PART_FOG:
        return world_hash_fog(world);
    default:
        return 0;
    }
}

uint64_t way_world_hash(const way_world *world)
{
    uint64_t hash = 0;
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        const uint64_t value = way_world_part_hash(world, (way_world_part)part);
        uint8_t bytes[8];
        for (uint32_t k = 0; k < 8; k++) {
            bytes[k] = (uint8_t)(value >> 8 * k);
        }
        hash = way_hash_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}
