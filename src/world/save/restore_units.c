// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reading the units of a saved world: bodies, minds, routes, orders, and the lists that they are
// in.
#include "world/save/save.h"

/// Reads a route; false if it leaves the map or there is no room for it.
static bool restore_units_route(way_world *world, wayi_trail *route, wayi_parcel_reader *in)
{
    const way_map *map = world->map;
    route->at = wayi_parcel_take32(in);
    route->end = wayi_parcel_take32(in);
    route->link = wayi_parcel_take32(in);
    route->blocks = wayi_save_take64(in);
    route->runs = wayi_parcel_take32(in);
    route->index = (uint8_t)wayi_parcel_take8(in);
    route->taken = (uint8_t)wayi_parcel_take8(in);
    route->chunk = WAYI_CHUNK_NONE;
    if (!wayi_restore_is_cell(world, route->at, true) ||
        !wayi_restore_is_cell(world, route->end, true) ||
        !wayi_restore_is_cell(world, route->link, true) || route->index >= WAYI_TRAIL_BYTES ||
        route->runs > wayi_save_left(in) || (route->runs && route->at == WAY_CELL_NONE)) {
        return false;
    }
    uint32_t *link = &route->chunk;
    int64_t y = route->runs ? wayi_map_row(map, route->at) : 0;
    int64_t x = route->runs ? route->at - y * map->width : 0;
    for (uint32_t k = 0; route->runs && k < route->index + route->runs; k++) {
        if (k % WAYI_TRAIL_BYTES == 0) {
            if (!wayi_trail_grow(&world->routes, link, k == 0)) {
                return false;
            }
        }
        const uint8_t run = (uint8_t)wayi_parcel_take8(in);
        wayi_chunk *chunk = &world->routes.chunks[*link];
        chunk->runs[k % WAYI_TRAIL_BYTES] = run;
        if (k >= route->index) {
            const uint32_t taken = k == route->index ? route->taken : 0;
            const int64_t steps = (int64_t)wayi_run_steps(run) - taken;
            x += wayi_direction_x[run & 7u] * steps;
            y += wayi_direction_y[run & 7u] * steps;
            if (steps <= 0 || x < 0 || y < 0 || x >= map->width || y >= map->height) {
                return false;
            }
        }
        if (k % WAYI_TRAIL_BYTES == WAYI_TRAIL_BYTES - 1) {
            link = &chunk->next;
        }
    }
    return route->runs == 0 || y * map->width + x == route->end;
}

static bool restore_units_order(way_world *world, wayi_parcel_reader *in, uint32_t *node)
{
    *node = world->order_free;
    if (*node == WAYI_NOBODY) {
        return false;
    }
    wayi_waiting_order *to = &world->orders[*node];
    world->order_free = to->next;
    *to = (wayi_waiting_order){.next = WAYI_NOBODY};
    to->order.kind = (way_order_kind)wayi_parcel_take8(in);
    to->order.cell = wayi_parcel_take32(in);
    to->order.target = wayi_save_take64(in);
    to->order.range = wayi_parcel_take32(in);
    to->order.cell_count = wayi_parcel_take8(in);
    bool fine =
        (uint32_t)to->order.kind < WAY_ORDER_KINDS && to->order.cell_count <= WAY_ORDER_CELLS_MAX;
    for (uint32_t k = 0; k < WAY_ORDER_CELLS_MAX; k++) {
        to->cells[k] = wayi_parcel_take32(in);
        fine =
            fine && (k >= to->order.cell_count || wayi_restore_is_cell(world, to->cells[k], false));
    }
    to->order.queued = wayi_parcel_take8(in) != 0;
    to->order.together = wayi_parcel_take8(in) != 0;
    to->order.kept = wayi_parcel_take8(in) != 0;
    to->order.formation = (way_formation)wayi_parcel_take8(in);
    to->order.urgency = (way_urgency)wayi_parcel_take8(in);
    to->order.period = wayi_parcel_take32(in);
    const bool stands = to->order.kind == WAY_ORDER_STOP || to->order.kind == WAY_ORDER_HOLD ||
                        to->order.kind == WAY_ORDER_FOLLOW;
    return fine && (uint32_t)to->order.formation <= WAY_FORMATION_COLUMN &&
           (uint32_t)to->order.urgency <= WAY_URGENCY_PERIODIC &&
           (to->order.kind != WAY_ORDER_ANY || to->order.cell_count > 0) &&
           (stands || wayi_restore_is_cell(world, to->order.cell,
                                           to->order.kind == WAY_ORDER_ANY ||
                                               to->order.kind == WAY_ORDER_FLEE));
}

static bool restore_units_orders(way_world *world, wayi_mind *mind, wayi_parcel_reader *in)
{
    if (wayi_parcel_take8(in) != 0 && !restore_units_order(world, in, &mind->any)) {
        return false;
    }
    const uint32_t waiting = wayi_parcel_take32(in);
    for (uint32_t k = 0; k < waiting; k++) {
        uint32_t node = WAYI_NOBODY;
        if (!restore_units_order(world, in, &node)) {
            return false;
        }
        if (mind->orders_last == WAYI_NOBODY) {
            mind->orders_first = node;
        } else {
            world->orders[mind->orders_last].next = node;
        }
        mind->orders_last = node;
    }
    return true;
}

static bool restore_units_mind(way_world *world, wayi_mind *mind, wayi_parcel_reader *in)
{
    mind->task = (uint8_t)wayi_parcel_take8(in);
    mind->order = (uint8_t)wayi_parcel_take8(in);
    mind->urgency = (uint8_t)wayi_parcel_take8(in);
    mind->astray = (uint8_t)wayi_parcel_take8(in);
    mind->restarts = (uint8_t)wayi_parcel_take8(in);
    mind->displaced = (uint8_t)wayi_parcel_take8(in);
    mind->calm = (uint8_t)wayi_parcel_take8(in);
    mind->standing = (uint16_t)wayi_parcel_take16(in);
    mind->patience = (uint16_t)wayi_parcel_take16(in);
    mind->ahead = (uint16_t)wayi_parcel_take16(in);
    for (uint32_t steps = mind->ahead; steps; steps >>= 4) {
        if ((steps & 15u) > WAYI_DIRECTIONS) {
            return false;
        }
    }
    mind->cell = wayi_parcel_take32(in);
    mind->goal = wayi_parcel_take32(in);
    mind->home = wayi_parcel_take32(in);
    mind->target = wayi_save_take64(in);
    mind->range = wayi_parcel_take32(in);
    mind->group = wayi_parcel_take32(in);
    mind->period = wayi_parcel_take32(in);
    mind->period_at = wayi_parcel_take32(in);
    mind->due = wayi_parcel_take32(in);
    mind->asked = wayi_parcel_take32(in);
    mind->part = (uint8_t)wayi_parcel_take8(in);
    mind->orders_first = WAYI_NOBODY;
    mind->orders_last = WAYI_NOBODY;
    mind->any = WAYI_NOBODY;
    mind->place = WAYI_NOBODY;
    mind->route.chunk = WAYI_CHUNK_NONE;
    const bool travels = mind->order != WAY_ORDER_STOP && mind->order != WAY_ORDER_HOLD;
    const bool fine =
        mind->task <= WAYI_TASK_RESCUE && mind->part < WAYI_PLAN_PARTS &&
        mind->order < WAY_ORDER_KINDS && mind->urgency <= WAY_URGENCY_PERIODIC &&
        wayi_restore_is_cell(world, mind->goal, !travels) &&
        wayi_restore_is_cell(world, mind->home, false) &&
        wayi_restore_is_cell(world, mind->cell, mind->order != WAY_ORDER_NEAR) &&
        (mind->order != WAY_ORDER_PATROL || (wayi_restore_is_cell(world, mind->range, false) &&
                                             wayi_restore_is_cell(world, mind->cell, false)));
    return fine && restore_units_orders(world, mind, in) &&
           restore_units_route(world, &mind->route, in) &&
           (mind->order != WAY_ORDER_ANY || mind->any != WAYI_NOBODY ||
            mind->goal != WAY_CELL_NONE);
}

/// Whether the unit lies on the map and nobody is there; then it is.
static bool restore_units_stand(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    const way_map *map = world->map;
    if (!wayi_restore_is_cell(world, body->cell, false)) {
        return false;
    }
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    if (x + body->size > map->width || y + body->size > map->height) {
        return false;
    }
    for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
        if (world->spots[body->cell + k / body->size * map->width + k % body->size].now !=
            WAYI_NOBODY) {
            return false;
        }
    }
    wayi_world_stand(world, place, place);
    return wayi_ground_fits(wayi_world_truth(world, place), body->cell) ||
           (body->flags & WAYI_BODY_TRAPPED);
}

/// Counts the unit in its group; false if there is no such group, or none with a field.
static bool restore_units_join(way_world *world, const wayi_mind *mind)
{
    if (mind->group == WAYI_NOBODY) {
        return mind->task != WAYI_TASK_FIELD;
    }
    if (mind->group >= WAYI_GROUPS_MAX || !world->groups[mind->group].used) {
        return false;
    }
    wayi_group *group = &world->groups[mind->group];
    group->count++;
    group->walkers += mind->task == WAYI_TASK_FIELD;
    return mind->task != WAYI_TASK_FIELD || group->field != WAYI_FLOW_NONE;
}

static bool restore_units_unit(way_world *world, uint32_t place, wayi_parcel_reader *in)
{
    wayi_mind *mind = &world->minds[place];
    wayi_body *body = &world->bodies[place];
    *mind = (wayi_mind){.generation = wayi_parcel_take32(in)};
    *body = (wayi_body){.cell = 0};
    if (!(mind->generation & 1u)) {
        return true;
    }
    mind->kind = (uint8_t)wayi_parcel_take8(in);
    body->team = (uint8_t)wayi_parcel_take8(in);
    body->cell = wayi_parcel_take32(in);
    body->to = body->cell;
    body->stamp = wayi_parcel_take32(in);
    body->ready = wayi_parcel_take32(in);
    body->flags = (uint8_t)(wayi_parcel_take8(in) & ~(uint32_t)WAYI_BODY_ACTIVE);
    body->heading = (uint8_t)wayi_parcel_take8(in);
    body->want = WAYI_ASK;
    body->dir = WAYI_STAY;
    if (mind->kind >= world->kind_count || body->team >= world->team_count ||
        body->heading >= WAYI_DIRECTIONS) {
        return false;
    }
    body->ground = world->kind_grounds[mind->kind];
    body->size = (uint8_t)world->grounds[body->ground].size;
    world->unit_count++;
    return restore_units_mind(world, mind, in) && restore_units_stand(world, place) &&
           restore_units_join(world, mind);
}

bool wayi_restore_units(way_world *world, wayi_parcel_reader *in)
{
    const uint32_t count = wayi_parcel_take32(in);
    if (count > world->unit_capacity || count > wayi_save_left(in) / 4) {
        return false;
    }
    world->place_count = count;
    for (uint32_t place = 0; place < count; place++) {
        if (!restore_units_unit(world, place, in) || in->at > in->size) {
            return false;
        }
    }
    uint32_t *link = &world->free_first;
    uint32_t found = 0;
    for (;;) {
        const uint32_t place = wayi_parcel_take32(in);
        if (place == WAYI_NOBODY) {
            break;
        }
        if (place >= count || wayi_restore_is_alive(world, place) || ++found > count ||
            world->bodies[place].state != WAYI_UNDECIDED || in->at > in->size) {
            return false;
        }
        world->bodies[place].state = WAYI_DECIDED; // met
        world->minds[place].place = WAYI_NOBODY;
        *link = place;
        link = &world->minds[place].place;
    }
    const uint32_t active = wayi_parcel_take32(in);
    if (found != count - world->unit_count || active > world->unit_count) {
        return false;
    }
    for (uint32_t k = 0; k < active; k++) {
        const uint32_t place = wayi_parcel_take32(in);
        if (!wayi_restore_is_alive(world, place) ||
            (world->bodies[place].flags & WAYI_BODY_ACTIVE)) {
            return false;
        }
        world->bodies[place].flags |= WAYI_BODY_ACTIVE;
        world->bodies[place].serial = world->active_count;
        world->active[world->active_count++] = place;
    }
    world->retreat_count = wayi_parcel_take32(in);
    if (world->retreat_count > WAYI_RETREATS_MAX) {
        return false;
    }
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        world->retreats[k] = wayi_parcel_take32(in);
        if (world->retreats[k] >= count) {
            return false;
        }
    }
    return in->at <= in->size && wayi_restore_jams(world, in);
}
