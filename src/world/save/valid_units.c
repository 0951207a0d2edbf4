// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The rules about units: where they stand, what they are about, their orders and routes.
#include "world/save/valid.h"

/// Which of its fields an order uses.
enum {
    USES_CELL = 1,
    USES_TARGET = 2,
    USES_RANGE = 4,
    USES_CELLS = 8,
    USES_PLAN = 16,
    USES_GROUP = 32
};

static const uint8_t valid_uses[WAY_ORDER_KINDS] = {
    [WAY_ORDER_GO] = USES_CELL | USES_PLAN | USES_GROUP,
    [WAY_ORDER_NEAR] = USES_CELL | USES_RANGE | USES_PLAN,
    [WAY_ORDER_ANY] = USES_CELLS | USES_PLAN,
    [WAY_ORDER_FOLLOW] = USES_TARGET | USES_RANGE | USES_PLAN,
    [WAY_ORDER_PATROL] = USES_CELL | USES_PLAN,
    [WAY_ORDER_FLEE] = USES_CELL | USES_TARGET | USES_RANGE | USES_PLAN,
};

/// Whether an order leaves what it does not use empty. FLEE may do without a cell.
static bool valid_is_canonical(const way_order *order)
{
    const uint32_t uses = valid_uses[order->kind];
    const bool cell = uses & USES_CELL ? order->cell != WAY_CELL_NONE || (uses & USES_TARGET)
                                       : order->cell == WAY_CELL_NONE;
    return cell && ((uses & USES_TARGET) || order->target == WAY_UNIT_NONE) &&
           ((uses & USES_RANGE) || order->range == 0) &&
           (uses & USES_CELLS ? order->cell_count > 0 : order->cell_count == 0) &&
           ((uses & USES_PLAN) || (order->urgency == WAY_URGENCY_VISIBLE && order->period == 0)) &&
           ((uses & USES_GROUP) ||
            (!order->keep_pace && !order->keep_formation && !order->patient && !order->formation));
}

static bool valid_stands(const wayi_mind *mind)
{
    return mind->order == WAY_ORDER_STOP || mind->order == WAY_ORDER_HOLD;
}

/// The next living unit from `*place` on.
static const wayi_mind *valid_next(const way_world *world, uint32_t *place, wayi_flaw *flaw)
{
    while (*place < world->place_count && !wayi_is_alive(world, *place)) {
        (*place)++;
    }
    flaw->index = *place;
    return *place < world->place_count ? &world->minds[(*place)++] : NULL;
}

// Bodies ------------------------------------------------------------------------------------------

static bool valid_is_on_map(const way_world *world, const wayi_body *body)
{
    const uint32_t y = wayi_map_row(world->map, body->cell);
    const uint32_t x = body->cell - y * world->map->width;
    return x + body->size <= world->map->width && y + body->size <= world->map->height;
}

bool wayi_unit_is_valid(const way_world *world, uint32_t place, wayi_flaw *flaw)
{
    const wayi_mind *mind = &world->minds[place];
    if (!wayi_fields_are_valid(world, &wayi_body_fields, &world->bodies[place], place, flaw) ||
        !wayi_fields_are_valid(world, &wayi_mind_fields, mind, place, flaw) ||
        !wayi_fields_are_valid(world, &wayi_route_fields, &mind->route, place, flaw)) {
        return false;
    }
    *flaw = (wayi_flaw){.part = "unit", .index = place, .rule = "it lies off the map"};
    return mind->kind < world->kind_count && valid_is_on_map(world, &world->bodies[place]);
}

bool wayi_valid_unit_fields(const way_world *world, wayi_flaw *flaw)
{
    for (uint32_t place = 0; place < world->place_count; place++) {
        if (wayi_is_alive(world, place) && !wayi_unit_is_valid(world, place, flaw)) {
            return false;
        }
    }
    return true;
}

bool wayi_valid_places(const way_world *world, wayi_flaw *flaw)
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
    flaw->index = WAYI_NOBODY;
    return alive == world->unit_count && free == world->place_count - alive;
}

bool wayi_valid_footprints(const way_world *world, wayi_flaw *flaw)
{
    uint64_t covered = 0;
    uint32_t place = 0;
    while (valid_next(world, &place, flaw)) {
        const wayi_body *body = &world->bodies[place - 1];
        for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
            const way_cell cell = body->cell + k / body->size * world->map->width + k % body->size;
            if (world->spots[cell].now != place - 1 || world->spots[cell].next != WAYI_NOBODY) {
                return false;
            }
        }
        covered += (uint64_t)body->size * body->size;
    }
    for (uint32_t cell = 0; cell < world->map->cell_count; cell++) {
        covered -= world->spots[cell].now != WAYI_NOBODY;
    }
    flaw->index = WAYI_NOBODY;
    return covered == 0;
}

bool wayi_valid_walls(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    while (valid_next(world, &place, flaw)) {
        const wayi_body *body = &world->bodies[place - 1];
        if (!(body->flags & WAYI_BODY_TRAPPED) &&
            !wayi_ground_fits(wayi_world_truth(world, place - 1), body->cell)) {
            return false;
        }
    }
    return true;
}

bool wayi_valid_active(const way_world *world, wayi_flaw *flaw)
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
    uint32_t place = 0;
    while (valid_next(world, &place, flaw)) {
        listed -= (world->bodies[place - 1].flags & WAYI_BODY_ACTIVE) != 0;
    }
    flaw->index = WAYI_NOBODY;
    return listed == 0;
}

bool wayi_valid_activity(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        const uint32_t flags = world->bodies[place - 1].flags;
        if (!(flags & WAYI_BODY_ACTIVE) && (!valid_stands(mind) || mind->task == WAYI_TASK_RESCUE ||
                                            (flags & WAYI_BODY_TRAPPED))) {
            return false;
        }
    }
    return true;
}

// Minds -------------------------------------------------------------------------------------------

bool wayi_valid_goals(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        if ((mind->goal == WAY_CELL_NONE) != valid_stands(mind) ||
            (mind->order == WAY_ORDER_PATROL && mind->range >= world->map->cell_count)) {
            return false;
        }
    }
    return true;
}

bool wayi_valid_unused(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        const way_order order = {.kind = (way_order_kind)mind->order,
                                 .cell = mind->cell,
                                 .target = mind->target,
                                 .range = mind->order == WAY_ORDER_PATROL ? 0 : mind->range,
                                 .cell_count = mind->order == WAY_ORDER_ANY,
                                 .patient = mind->instead & WAYI_PATIENT,
                                 .urgency = (way_urgency)mind->urgency,
                                 .period = mind->period};
        if (!valid_is_canonical(&order)) {
            return false;
        }
    }
    return true;
}

// Orders ------------------------------------------------------------------------------------------

bool wayi_valid_any(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        if ((mind->any != WAYI_NOBODY) != (mind->order == WAY_ORDER_ANY) ||
            (mind->any != WAYI_NOBODY && world->orders[mind->any].order.kind != WAY_ORDER_ANY)) {
            return false;
        }
    }
    return true;
}

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

bool wayi_valid_order_lists(const way_world *world, wayi_flaw *flaw)
{
    uint32_t met = 0;
    for (uint32_t w = 0; w <= world->order_capacity / 64; w++) {
        world->scratch[w] = 0;
    }
    for (uint32_t n = world->order_free; n != WAYI_NOBODY; n = world->orders[n].next) {
        flaw->index = n;
        if (!valid_meet(world, n, &met)) {
            return false;
        }
    }
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        uint32_t last = WAYI_NOBODY;
        if (mind->any != WAYI_NOBODY && !valid_meet(world, mind->any, &met)) {
            return false;
        }
        for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
            last = n;
            if (!valid_meet(world, n, &met)) {
                return false;
            }
        }
        if (last != mind->orders_last) {
            return false;
        }
    }
    flaw->index = WAYI_NOBODY;
    return met == world->order_capacity;
}

static bool valid_order(const way_world *world, uint32_t node)
{
    const wayi_waiting_order *waiting = &world->orders[node];
    wayi_flaw flaw;
    return wayi_fields_are_valid(world, &wayi_order_fields, waiting, node, &flaw) &&
           valid_is_canonical(&waiting->order);
}

bool wayi_valid_orders(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        if (mind->any != WAYI_NOBODY && !valid_order(world, mind->any)) {
            return false;
        }
        for (uint32_t n = mind->orders_first; n != WAYI_NOBODY; n = world->orders[n].next) {
            if (!valid_order(world, n)) {
                return false;
            }
        }
    }
    return true;
}

// Routes ------------------------------------------------------------------------------------------

/// Walks a route by rows and columns; false if it leaves the map or does not end where it says.
static bool valid_route(const way_world *world, const wayi_trail *route)
{
    const way_map *map = world->map;
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

bool wayi_valid_routes(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        if (!valid_route(world, &mind->route)) {
            return false;
        }
    }
    return true;
}

bool wayi_valid_chunks(const way_world *world, wayi_flaw *flaw)
{
    const wayi_trails *routes = &world->routes;
    uint32_t held = 0;
    uint32_t used = 0;
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        held += mind->route.chunk != WAYI_CHUNK_NONE;
        for (uint32_t c = mind->route.chunk; c != WAYI_CHUNK_NONE; c = routes->chunks[c].next) {
            if (c >= routes->capacity || ++used > routes->capacity) {
                return false;
            }
        }
    }
    flaw->index = WAYI_NOBODY;
    return held == routes->held && used + routes->free_count == routes->capacity;
}

bool wayi_valid_route_tasks(const way_world *world, wayi_flaw *flaw)
{
    uint32_t place = 0;
    for (const wayi_mind *mind; (mind = valid_next(world, &place, flaw)) != NULL;) {
        if (mind->route.runs && mind->task != WAYI_TASK_ROUTE) {
            return false;
        }
    }
    return true;
}
