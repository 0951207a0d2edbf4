// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Groups and units: bodies, minds, orders, routes, the lists that they are in, and what is planned
// for them.
#include "world/order/orders.h"
#include "world/save/archive.h"

// Groups ------------------------------------------------------------------------------------------

bool wayi_archive_groups(wayi_archive *archive, way_world *world)
{
    for (uint32_t g = 0;; g++) {
        while (!wayi_archive_reads(archive) && g < WAYI_GROUPS_MAX && !world->groups[g].used) {
            g++;
        }
        uint32_t index = g < WAYI_GROUPS_MAX ? g : WAYI_NOBODY;
        wayi_archive_word(archive, &index);
        if (index == WAYI_NOBODY) {
            break;
        }
        if (index >= WAYI_GROUPS_MAX ||
            (wayi_archive_reads(archive) && world->groups[index].used)) {
            return wayi_archive_refuse(archive, "group", WAYI_NOBODY,
                                       "there is one twice, or too many");
        }
        if (wayi_archive_reads(archive)) {
            world->groups[index] = (wayi_group){.used = 1};
        }
        wayi_archive_fields(archive, &wayi_group_fields, &world->groups[index]);
    }
    if (wayi_archive_is_old(archive)) {
        wayi_archive_skip_fields(archive);
    }
    return true;
}

// Minds -------------------------------------------------------------------------------------------

static bool archive_order(wayi_archive *archive, way_world *world, uint32_t *node)
{
    if (wayi_archive_reads(archive)) {
        *node = world->order_free;
        if (*node == WAYI_NOBODY) {
            return wayi_archive_refuse(archive, "order", WAYI_NOBODY, "more wait than can");
        }
        world->order_free = world->orders[*node].next;
        world->orders[*node] = (wayi_waiting_order){.next = WAYI_NOBODY};
    }
    wayi_archive_fields(archive, &wayi_order_fields, &world->orders[*node]);
    return true;
}

static bool archive_orders(wayi_archive *archive, way_world *world, wayi_mind *mind)
{
    uint8_t any = mind->any != WAYI_NOBODY;
    uint32_t waiting = 0;
    wayi_archive_byte(archive, &any);
    if (any && !archive_order(archive, world, &mind->any)) {
        return false;
    }
    for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
        waiting++;
    }
    if (!wayi_archive_count(archive, &waiting, world->order_capacity, "order")) {
        return false;
    }
    uint32_t *link = &mind->orders_first;
    for (uint32_t k = 0; k < waiting; k++) {
        if (!archive_order(archive, world, link)) {
            return false;
        }
        if (wayi_archive_reads(archive)) {
            mind->orders_last = *link;
        }
        link = &world->orders[*link].next;
    }
    return true;
}

/// From the start of the first chunk on, so that as many chunks are taken again.
static bool archive_route(wayi_archive *archive, way_world *world, uint32_t place)
{
    wayi_trail *route = &world->minds[place].route;
    wayi_archive_fields(archive, &wayi_route_fields, route);
    if (route->index >= WAYI_TRAIL_BYTES ||
        (wayi_archive_reads(archive) && route->runs > wayi_archive_left(archive))) {
        return wayi_archive_refuse(archive, "unit", place, "its route is longer than the save");
    }
    uint32_t *link = &route->chunk;
    for (uint32_t k = 0; route->runs && k < route->index + route->runs; k++) {
        if (k % WAYI_TRAIL_BYTES == 0 && wayi_archive_reads(archive) &&
            !wayi_trail_grow(&world->routes, link, k == 0)) {
            return wayi_archive_refuse(archive, "unit", place, "there is no room for its route");
        }
        wayi_chunk *chunk = &world->routes.chunks[*link];
        wayi_archive_byte(archive, &chunk->runs[k % WAYI_TRAIL_BYTES]);
        link = k % WAYI_TRAIL_BYTES == WAYI_TRAIL_BYTES - 1 ? &chunk->next : link;
    }
    return true;
}

bool wayi_archive_mind(wayi_archive *archive, way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_archive_fields(archive, &wayi_mind_fields, mind);
    return archive_orders(archive, world, mind) && archive_route(archive, world, place);
}

// Bodies ------------------------------------------------------------------------------------------

bool wayi_archive_body(wayi_archive *archive, way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    if (wayi_archive_reads(archive)) {
        *mind = (wayi_mind){.orders_first = WAYI_NOBODY,
                            .orders_last = WAYI_NOBODY,
                            .any = WAYI_NOBODY,
                            .place = WAYI_NOBODY,
                            .hops = wayi_region_hops_none(),
                            .route = {.chunk = WAYI_CHUNK_NONE}};
        *body = (wayi_body){.want = WAYI_ASK, .dir = WAYI_STAY};
    }
    wayi_archive_word(archive, &mind->generation);
    if (!(mind->generation & 1u)) {
        return true;
    }
    wayi_archive_byte(archive, &mind->kind);
    wayi_archive_fields(archive, &wayi_body_fields, body);
    if (wayi_archive_reads(archive)) {
        if (mind->kind >= world->kind_count) {
            return wayi_archive_refuse(archive, "unit", place, "there is no such kind");
        }
        body->to = body->cell;
        body->ground = world->kind_grounds[mind->kind];
        body->size = (uint8_t)world->grounds[body->ground].size;
        world->unit_count++;
    }
    return true;
}

bool wayi_archive_free_places(wayi_archive *archive, way_world *world)
{
    uint32_t *link = &world->free_first;
    for (uint32_t found = 0;; found++) {
        wayi_archive_word(archive, link);
        if (*link == WAYI_NOBODY) {
            return true;
        }
        if (found == world->place_count || *link >= world->place_count ||
            (world->minds[*link].generation & 1u)) {
            return wayi_archive_refuse(archive, "unit", *link, "its place is said to be free");
        }
        link = &world->minds[*link].place;
    }
}

bool wayi_archive_active(wayi_archive *archive, way_world *world)
{
    uint32_t count = world->active_count - world->active_holes;
    if (!wayi_archive_count(archive, &count, world->unit_capacity, "active unit")) {
        return false;
    }
    uint32_t at = 0;
    for (uint32_t k = 0; k < count; k++) {
        while (!wayi_archive_reads(archive) && world->active[at] == WAYI_NOBODY) {
            at++;
        }
        wayi_archive_word(archive, &world->active[at]);
        if (world->active[at] >= world->place_count) {
            return wayi_archive_refuse(archive, "active unit", k, "there is no such unit");
        }
        if (wayi_archive_reads(archive)) {
            world->bodies[world->active[at]].serial = at;
            world->active_count = at + 1;
        }
        at++;
    }
    return true;
}

bool wayi_archive_units(wayi_archive *archive, way_world *world)
{
    if (!wayi_archive_count(archive, &world->place_count, world->unit_capacity, "unit")) {
        return false;
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        if (!wayi_archive_body(archive, world, place) ||
            ((world->minds[place].generation & 1u) && !wayi_archive_mind(archive, world, place))) {
            return false;
        }
    }
    return wayi_archive_free_places(archive, world) && wayi_archive_active(archive, world);
}

// Rescues -----------------------------------------------------------------------------------------

static bool archive_rescue(wayi_archive *archive, wayi_jam *jam, uint32_t index)
{
    uint8_t count = (uint8_t)jam->count;
    wayi_archive_byte(archive, &count);
    if (count == 0) {
        return true;
    }
    uint64_t length = jam->length - jam->step;
    uint64_t waited = jam->waited;
    wayi_archive_number(archive, &length, 2);
    wayi_archive_number(archive, &waited, 2);
    if (wayi_archive_reads(archive)) {
        if (count > WAYI_JAM_UNITS || length == 0 || length > WAYI_JAM_STEPS) {
            return wayi_archive_refuse(archive, "rescue", index, "it has too many units or steps");
        }
        *jam = (wayi_jam){.count = count, .length = (uint32_t)length, .waited = (uint32_t)waited};
    }
    for (uint32_t m = 0; m < count; m++) {
        wayi_archive_word(archive, &jam->units[m]);
        wayi_archive_word(archive, &jam->cells[m]);
        for (uint32_t t = 0; t < length; t++) {
            wayi_archive_byte(archive, &jam->moves[jam->step + t][m]);
        }
    }
    return true;
}

bool wayi_archive_rescues(wayi_archive *archive, way_world *world)
{
    if (!wayi_archive_count(archive, &world->retreat_count, WAYI_RETREATS_MAX, "retreat")) {
        return false;
    }
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        wayi_archive_word(archive, &world->retreats[k]);
    }
    wayi_archive_word(archive, &world->jam_due);
    for (uint32_t r = 0; r < WAYI_JAMS_MAX; r++) {
        if (!archive_rescue(archive, &world->jams->list[r], r)) {
            return false;
        }
    }
    return true;
}

// Plans -------------------------------------------------------------------------------------------

/// A lane: who waits in it, and how the search in hand has come to where it is. What it has found
/// is not kept: restoring does it again.
static bool archive_lane(wayi_archive *archive, wayi_lane *lane, uint32_t index)
{
    wayi_archive_fields(archive, &wayi_lane_fields, lane);
    if (lane->count > WAYI_LANE_BATCH || lane->next > lane->count) {
        return wayi_archive_refuse(archive, "lane", index, "more wait in it than can");
    }
    for (uint32_t k = 0; k < lane->count; k++) {
        uint32_t unit = k < lane->next ? WAYI_NOBODY : lane->units[k];
        wayi_archive_word(archive, &unit);
        if (wayi_archive_reads(archive)) {
            lane->units[k] = unit;
        }
    }
    uint8_t begun = lane->phase != WAYI_LANE_IDLE;
    wayi_archive_byte(archive, &begun);
    wayi_lane none = {0};
    wayi_archive_fields(archive, &wayi_plan_fields,
                        begun || wayi_archive_reads(archive) ? lane : &none);
    if (wayi_archive_is_old(archive)) {
        wayi_archive_skip_search(archive);
        begun = 0;
    }
    if (wayi_archive_reads(archive)) {
        lane->phase = begun ? WAYI_LANE_SAVED : WAYI_LANE_IDLE;
    }
    return true;
}

bool wayi_archive_planner(wayi_archive *archive, way_world *world)
{
    wayi_planner *planner = &world->planner;
    if (!wayi_archive_count(archive, &planner->queue_count, world->unit_capacity, "request")) {
        return false;
    }
    for (uint32_t k = 0; k < planner->queue_count; k++) {
        wayi_archive_word(archive, &planner->queue[k]);
        if (planner->queue[k] >= world->place_count ||
            !(world->minds[planner->queue[k]].generation & 1u)) {
            return wayi_archive_refuse(archive, "request", k, "there is no such unit");
        }
        if (wayi_archive_reads(archive)) {
            world->minds[planner->queue[k]].place = k;
        }
    }
    for (uint32_t l = 0; l < planner->lane_count; l++) {
        if (!archive_lane(archive, &world->planner.lanes[l], l)) {
            return false;
        }
    }
    return true;
}
