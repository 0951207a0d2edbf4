// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/order/orders.h"
#include "world/save/valid.h"

/// Whether an order is as a call would have left it: with nothing in what it does not use.
static bool valid_is_canonical(const way_world *world, const way_order *order)
{
    const wayi_waiting_order own = {.order = *order};
    const wayi_waiting_order left = {.order = wayi_order_canonical(world, order)};
    bool same = true;
    for (uint32_t k = 0; k < wayi_order_fields.count; k++) {
        const wayi_field *field = &wayi_order_fields.rows[k];
        same = same && wayi_field_get(field, &own, 0) == wayi_field_get(field, &left, 0);
    }
    const bool aims = order->kind == WAY_ORDER_GO || order->kind == WAY_ORDER_NEAR ||
                      order->kind == WAY_ORDER_PATROL;
    return same && (!aims || order->cell != WAY_CELL_NONE) &&
           (order->kind != WAY_ORDER_ANY || order->cell_count > 0);
}

static bool valid_stands(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_STOP || mind->order == WAY_ORDER_HOLD;
}

// Bodies ------------------------------------------------------------------------------------------

bool wayi_unit_is_valid(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    const wayi_mind *mind = &world->minds[place];
    const wayi_body *body = &world->bodies[place];
    if (!wayi_fields_are_valid(world, &wayi_body_fields, body, place, flaw) ||
        !wayi_fields_are_valid(world, &wayi_mind_fields, mind, place, flaw) ||
        !wayi_fields_are_valid(world, &wayi_route_fields, &mind->route, place, flaw)) {
        return false;
    }
    *flaw = (wayi_flaw){.part = "unit", .index = place, .rule = "it lies off the map"};
    const uint32_t y = wayi_map_row(world->map, body->cell);
    const uint32_t x = body->cell - y * world->map->width;
    return mind->kind < world->kind_count && x + body->size <= world->map->width &&
           y + body->size <= world->map->height;
}

static bool valid_places(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    uint32_t alive = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        alive += wayi_is_alive(world, place);
    }
    uint32_t free = 0;
    for (uint32_t n = world->free_first; n != WAYI_NOBODY; n = world->minds[n].place) {
        flaw->index = n;
        if (n >= world->place_count || wayi_is_alive(world, n) || ++free > world->place_count) {
            return false;
        }
    }
    flaw->index = index;
    return alive == world->unit_count && free == world->place_count - alive;
}

static bool valid_footprint(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_body *body = &world->bodies[place];
    for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
        const way_cell cell = body->cell + k / body->size * world->map->width + k % body->size;
        if (world->spots[cell].now != place || world->spots[cell].next != WAYI_NOBODY) {
            return false;
        }
    }
    return true;
}

/// Whether nobody stands anywhere but on the footprints of units.
static bool valid_spots(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    (void)index;
    (void)flaw;
    uint64_t covered = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        const uint64_t size = wayi_is_alive(world, place) ? world->bodies[place].size : 0;
        covered += size * size;
    }
    for (uint32_t cell = 0; cell < world->map->cell_count; cell++) {
        covered -= world->spots[cell].now != WAYI_NOBODY;
    }
    return covered == 0;
}

static bool valid_walls(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_body *body = &world->bodies[place];
    return (body->flags & WAYI_BODY_TRAPPED) ||
           wayi_ground_fits(wayi_world_truth(world, place), body->cell);
}

static bool valid_active(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    uint32_t listed = 0;
    for (uint32_t k = 0; k < world->active_count; k++) {
        const uint32_t unit = world->active[k];
        flaw->index = unit;
        if (unit == WAYI_NOBODY) {
            continue;
        }
        listed++;
        if (!wayi_is_alive(world, unit) || world->bodies[unit].serial != k ||
            !(world->bodies[unit].flags & WAYI_BODY_ACTIVE)) {
            return false;
        }
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        listed -=
            wayi_is_alive(world, place) && (world->bodies[place].flags & WAYI_BODY_ACTIVE) != 0;
    }
    flaw->index = index;
    return listed == 0;
}

static bool valid_activity(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const uint32_t flags = world->bodies[place].flags;
    const wayi_mind *mind = &world->minds[place];
    return (flags & WAYI_BODY_ACTIVE) ||
           (valid_stands(mind) && mind->task != WAYI_TASK_RESCUE && !(flags & WAYI_BODY_TRAPPED));
}

// Minds -------------------------------------------------------------------------------------------

static bool valid_goal(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_mind *mind = &world->minds[place];
    return (mind->goal == WAY_CELL_NONE) == valid_stands(mind) &&
           (mind->order != WAY_ORDER_PATROL || mind->range < world->map->cell_count);
}

way_order wayi_mind_order(const wayi_mind *mind)
{
    return (way_order){.kind = (way_order_kind)mind->order,
                       .cell = mind->cell,
                       .target = mind->target,
                       .range = mind->order == WAY_ORDER_PATROL ? 0 : mind->range,
                       .cell_count = mind->order == WAY_ORDER_ANY,
                       .patient = mind->instead & WAYI_PATIENT,
                       .urgency = (way_urgency)mind->urgency,
                       .period = mind->period};
}

static bool valid_unused(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_mind *mind = &world->minds[place];
    const way_order order = wayi_mind_order(mind);
    return valid_is_canonical(world, &order);
}

// Orders ------------------------------------------------------------------------------------------

/// Whether a node of the pool is met for the first time, by a mark in the scratch memory.
static bool valid_meet(const way_world *world, uint32_t node, uint32_t *met)
{
    if (node >= world->order_capacity || (world->scratch[node / 64] >> node % 64 & 1u)) {
        return false;
    }
    world->scratch[node / 64] |= UINT64_C(1) << node % 64;
    (*met)++;
    return true;
}

/// Meets all nodes from the first on; `*last` is where they end.
static bool valid_meet_all(const way_world *world, uint32_t first, uint32_t *met, uint32_t *last)
{
    *last = WAYI_NOBODY;
    for (uint32_t n = first; n != WAYI_NOBODY; n = world->orders[n].next) {
        *last = n;
        if (!valid_meet(world, n, met)) {
            return false;
        }
    }
    return true;
}

static bool valid_order_lists(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    uint32_t met = 0;
    for (uint32_t w = 0; w <= world->order_capacity / 64; w++) {
        world->scratch[w] = 0;
    }
    if (!valid_meet_all(world, world->order_free, &met, &flaw->index)) {
        return false;
    }
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        uint32_t last = WAYI_NOBODY;
        flaw->index = place;
        if (wayi_is_alive(world, place) &&
            ((mind->any != WAYI_NOBODY && !valid_meet(world, mind->any, &met)) ||
             !valid_meet_all(world, mind->orders_first, &met, &last) ||
             last != mind->orders_last)) {
            return false;
        }
    }
    flaw->index = index;
    return met == world->order_capacity;
}

static bool valid_any(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_mind *mind = &world->minds[place];
    return (mind->any != WAYI_NOBODY) == (mind->order == WAY_ORDER_ANY) &&
           (mind->any == WAYI_NOBODY || world->orders[mind->any].order.kind == WAY_ORDER_ANY);
}

static bool valid_order(const way_world *world, uint32_t node)
{
    const wayi_waiting_order *waiting = &world->orders[node];
    wayi_flaw flaw;
    return wayi_fields_are_valid(world, &wayi_order_fields, waiting, node, &flaw) &&
           valid_is_canonical(world, &waiting->order);
}

static bool valid_orders(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const wayi_mind *mind = &world->minds[place];
    bool fine = mind->any == WAYI_NOBODY || valid_order(world, mind->any);
    for (uint32_t n = mind->orders_first; fine && n != WAYI_NOBODY; n = world->orders[n].next) {
        fine = valid_order(world, n);
    }
    return fine;
}

// Routes ------------------------------------------------------------------------------------------

/// Walks a route by rows and columns; false if it leaves the map or does not end where it says.
static bool valid_route(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    const way_map *map = world->map;
    const wayi_trail *route = &world->minds[place].route;
    if (route->runs == 0) {
        return route->chunk == WAYI_CHUNK_NONE && route->at == route->end && route->taken == 0;
    }
    if (route->at == WAY_CELL_NONE || route->chunk == WAYI_CHUNK_NONE) {
        return false;
    }
    int64_t y = wayi_map_row(map, route->at);
    int64_t x = route->at - y * map->width;
    uint32_t chunk = route->chunk;
    uint32_t index = route->index;
    for (uint32_t k = 0; k < route->runs; k++) {
        if (chunk >= world->routes.capacity) {
            return false;
        }
        const uint8_t run = world->routes.chunks[chunk].runs[index];
        const int64_t steps = (int64_t)wayi_run_steps(run) - (k == 0 ? route->taken : 0);
        x += wayi_direction_x[run & 7u] * steps;
        y += wayi_direction_y[run & 7u] * steps;
        if (steps <= 0 || x < 0 || y < 0 || x >= map->width || y >= map->height) {
            return false;
        }
        index = (index + 1) % WAYI_TRAIL_BYTES;
        chunk = index == 0 ? world->routes.chunks[chunk].next : chunk;
    }
    return y * map->width + x == route->end;
}

static bool valid_chunks(const way_world *world, uint32_t index, wayi_flaw *flaw)
{
    const wayi_trails *routes = &world->routes;
    uint32_t held = 0;
    uint32_t used = 0;
    for (uint32_t place = 0; place < world->place_count; place++) {
        if (!wayi_is_alive(world, place)) {
            continue;
        }
        flaw->index = place;
        const uint32_t first = world->minds[place].route.chunk;
        held += first != WAYI_CHUNK_NONE;
        for (uint32_t c = first; c != WAYI_CHUNK_NONE; c = routes->chunks[c].next) {
            if (c >= routes->capacity || ++used > routes->capacity) {
                return false;
            }
        }
    }
    flaw->index = index;
    return held == routes->held && used + routes->free_count == routes->capacity;
}

static bool valid_route_task(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    (void)flaw;
    return world->minds[place].route.runs == 0 || world->minds[place].task == WAYI_TASK_ROUTE;
}

// clang-format off: a rule is a line

const wayi_rule wayi_unit_rules[] = {
    {"unit", "it is none that can be", WAYI_EACH_UNIT, wayi_unit_is_valid},
    {"unit", "it is counted wrong, or free and alive at once", WAYI_EACH_WORLD, valid_places},
    {"unit", "it lies on another, or is not where it stands", WAYI_EACH_UNIT, valid_footprint},
    {"unit", "somebody stands where nobody is", WAYI_EACH_WORLD, valid_spots},
    {"unit", "it stands in a wall and is not trapped", WAYI_EACH_UNIT, valid_walls},
    {"unit", "it is active and not listed once, or listed and not active", WAYI_EACH_WORLD,
     valid_active},
    {"unit", "it has something to do and is not active", WAYI_EACH_UNIT, valid_activity},
    {"unit", "it has a goal and nowhere to go, or none and is to go", WAYI_EACH_UNIT, valid_goal},
    {"unit", "its order has something in what it does not use", WAYI_EACH_UNIT, valid_unused},
    {"order", "it lies in two lists, or in none", WAYI_EACH_WORLD, valid_order_lists},
    {"unit", "its cells to choose from are not those of its order", WAYI_EACH_UNIT, valid_any},
    {"unit", "an order that waits could not be given", WAYI_EACH_UNIT, valid_orders},
    {"unit", "its route leaves the map, or ends elsewhere", WAYI_EACH_UNIT, valid_route},
    {"unit", "its route lies in chunks of others, or in none", WAYI_EACH_WORLD, valid_chunks},
    {"unit", "it has a route and another task", WAYI_EACH_UNIT, valid_route_task},
    {0},
};
