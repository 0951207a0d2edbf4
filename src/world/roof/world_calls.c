// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units come and go, and are told what to do.
#include "world/body/units.h"
#include "world/fog/sense.h"
#include "world/order/orders.h"
#include "world/save/record.h"

/// Whether nobody is on the cells of a unit that would stand there.
static bool calls_is_free(const way_world *world, way_cell cell, uint32_t size)
{
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            if (world->spots[cell + row * world->map->width + column].now != WAYI_NOBODY) {
                return false;
            }
        }
    }
    return true;
}

way_status way_world_add(way_world *world, const way_unit_config *config, way_unit *out)
{
    *out = WAY_UNIT_NONE;
    if (wayi_world_enter(world) != WAY_STATUS_OK) {
        return WAY_STATUS_STALE;
    }
    if (config->cell >= world->map->cell_count || config->kind >= world->kind_count ||
        config->team >= world->team_count) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (world->unit_count == world->unit_capacity) {
        return WAY_STATUS_TOO_LARGE;
    }
    const wayi_ground *ground = &world->grounds[world->kind_grounds[config->kind]];
    if (!wayi_ground_fits(ground, config->cell) ||
        !calls_is_free(world, config->cell, ground->size)) {
        return WAY_STATUS_WRONG_STATE;
    }
    uint32_t place = world->free_first;
    if (place != WAYI_NOBODY) {
        world->free_first = world->minds[place].place;
    } else {
        place = world->place_count++;
        world->minds[place].generation = 0;
    }
    const uint32_t generation = world->minds[place].generation + 1u;
    world->minds[place] = (wayi_mind){.generation = generation,
                                      .kind = (uint8_t)config->kind,
                                      .order = WAY_ORDER_STOP,
                                      .cell = WAY_CELL_NONE,
                                      .goal = WAY_CELL_NONE,
                                      .home = config->cell,
                                      .orders_first = WAYI_NOBODY,
                                      .orders_last = WAYI_NOBODY,
                                      .any = WAYI_NOBODY,
                                      .group = WAYI_NOBODY,
                                      .place = WAYI_NOBODY,
                                      .hops = wayi_region_hops_none(),
                                      .route = {.chunk = WAYI_CHUNK_NONE,
                                                .at = WAY_CELL_NONE,
                                                .end = WAY_CELL_NONE,
                                                .link = WAY_CELL_NONE}};
    world->bodies[place] = (wayi_body){.cell = config->cell,
                                       .to = config->cell,
                                       .ready = world->tick * 256u,
                                       .size = (uint8_t)ground->size,
                                       .ground = world->kind_grounds[config->kind],
                                       .want = WAYI_ASK,
                                       .dir = WAYI_STAY,
                                       .heading = WAYI_SOUTH,
                                       .team = (uint8_t)config->team};
    world->unit_count++;
    wayi_world_stand(world, place, place);
    wayi_world_sense(world, place, true);
    *out = wayi_world_handle(world, place);
    if (world->recorder) {
        wayi_record_add(world, config);
    }
    return WAY_STATUS_OK;
}

way_status way_world_remove(way_world *world, way_unit unit)
{
    const uint32_t place = wayi_world_place(world, unit);
    if (wayi_world_enter(world) != WAY_STATUS_OK) {
        return WAY_STATUS_STALE;
    }
    if (place == WAYI_NOBODY) {
        return WAY_STATUS_NOT_FOUND;
    }
    world->jam_due = world->jam_due == place ? WAYI_NOBODY : world->jam_due;
    wayi_world_forget_plan(world, place);
    wayi_world_drop_orders(world, place);
    wayi_world_deactivate(world, place);
    wayi_world_stand(world, place, WAYI_NOBODY);
    world->minds[place].generation++;
    world->minds[place].place = world->free_first;
    world->free_first = place;
    world->unit_count--;
    if (world->recorder) {
        wayi_record_remove(world, unit);
    }
    return WAY_STATUS_OK;
}

static way_status calls_check(way_world *world, const way_unit *units, uint32_t count,
                              const way_order *order)
{
    const uint32_t cells = world->map->cell_count;
    if (wayi_world_enter(world) != WAY_STATUS_OK) {
        return WAY_STATUS_STALE;
    }
    if ((!units && count > 0) || (uint32_t)order->kind >= WAY_ORDER_KINDS ||
        (uint32_t)order->urgency > WAY_URGENCY_PERIODIC ||
        (uint32_t)order->formation > WAY_FORMATION_COLUMN) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (count > world->unit_capacity) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (wayi_world_place(world, units[k]) == WAYI_NOBODY) {
            return WAY_STATUS_NOT_FOUND;
        }
    }
    switch (order->kind) {
    case WAY_ORDER_GO:
    case WAY_ORDER_NEAR:
    case WAY_ORDER_PATROL:
        return order->cell < cells ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
    case WAY_ORDER_ANY:
        if (!order->cells || order->cell_count == 0 || order->cell_count > WAY_ORDER_CELLS_MAX) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
        for (uint32_t k = 0; k < order->cell_count; k++) {
            if (order->cells[k] >= cells) {
                return WAY_STATUS_OUT_OF_RANGE;
            }
        }
        return WAY_STATUS_OK;
    case WAY_ORDER_FOLLOW:
        return wayi_world_place(world, order->target) == WAYI_NOBODY ? WAY_STATUS_OUT_OF_RANGE
                                                                     : WAY_STATUS_OK;
    case WAY_ORDER_FLEE:
        return wayi_world_place(world, order->target) == WAYI_NOBODY && order->cell >= cells
                   ? WAY_STATUS_OUT_OF_RANGE
                   : WAY_STATUS_OK;
    default:
        return WAY_STATUS_OK;
    }
}

static uint32_t calls_room(const way_world *world, uint32_t wanted)
{
    uint32_t found = 0;
    for (uint32_t n = world->order_free; n != WAYI_NOBODY && found < wanted;
         n = world->orders[n].next) {
        found++;
    }
    return found;
}

way_status way_world_order(way_world *world, const way_unit *units, uint32_t count,
                           const way_order *asked)
{
    const way_status status = calls_check(world, units, count, asked);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_order canonical = wayi_order_canonical(world, asked);
    const way_order *order = &canonical;
    if ((order->queued || order->kind == WAY_ORDER_ANY) && calls_room(world, count) < count) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (world->recorder) {
        wayi_record_order(world, units, count, order);
    }
    if (count > 1 && order->kind == WAY_ORDER_GO) {
        wayi_world_order_group(world, units, count, order);
        return WAY_STATUS_OK;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t place = wayi_world_place(world, units[k]);
        if (order->queued) {
            wayi_world_queue_order(world, place, order);
        } else {
            wayi_world_drop_orders(world, place);
            wayi_world_begin_order(world, place, order);
        }
    }
    return WAY_STATUS_OK;
}

uint32_t way_world_unit_path(const way_world *world, way_unit unit, way_cell *cells,
                             uint32_t capacity)
{
    const uint32_t place = wayi_world_place(world, unit);
    if (place == WAYI_NOBODY || world->minds[place].task != WAYI_TASK_ROUTE || capacity == 0) {
        return 0;
    }
    const wayi_trail *route = &world->minds[place].route;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    uint32_t count = 0;
    uint32_t dir = 0;
    way_cell cell = route->at;
    if (cell == WAY_CELL_NONE) {
        return 0;
    }
    cells[count++] = cell;
    while (count < capacity && wayi_trail_step(&reader, &dir)) {
        cell += (uint32_t)world->map->offsets[dir];
        cells[count++] = cell;
    }
    if (count < capacity && cell == route->end && route->link != WAY_CELL_NONE) {
        cells[count++] = route->link;
    }
    return count;
}
