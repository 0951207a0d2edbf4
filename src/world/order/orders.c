// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What units are about: orders begin, become plans, and end.
#include "world/order/orders.h"

#include "search/trip/leave.h"
#include "world/body/units.h"
#include "world/plan/routes.h"
#include "world/world.h"

void wayi_world_forget_plan(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    wayi_world_rescue_leave(world, place);
    wayi_planner_cancel(world, place);
    wayi_world_leave_group(world, place);
    wayi_trail_clear(&world->routes, &mind->route);
    if (mind->any != WAYI_NOBODY) {
        world->orders[mind->any].next = world->order_free;
        world->order_free = mind->any;
        mind->any = WAYI_NOBODY;
    }
    mind->task = WAYI_TASK_REST;
    mind->home = world->bodies[place].cell;
    mind->astray = 0;
}

void wayi_world_drop_orders(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    while (mind->orders_first != WAYI_NOBODY) {
        const uint32_t first = mind->orders_first;
        mind->orders_first = world->orders[first].next;
        world->orders[first].next = world->order_free;
        world->order_free = first;
    }
    mind->orders_last = WAYI_NOBODY;
}

static void orders_clear_flags(way_world *world, uint32_t place)
{
    world->minds[place].standing = 0;
    world->bodies[place].flags &=
        (uint8_t) ~(WAYI_BODY_STRAIGHT | WAYI_BODY_HOLD | WAYI_BODY_BOLD | WAYI_BODY_LOST);
}

/// A cell that lies `range` cells away from a threat, the other way from it if possible.
static way_cell orders_refuge(const way_world *world, uint32_t place, way_cell threat,
                              uint32_t range)
{
    const way_map *map = world->map;
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const way_cell here = world->bodies[place].cell;
    const int64_t ty = wayi_map_row(map, threat);
    const int64_t tx = threat - ty * map->width;
    way_cell best = here;
    uint64_t least = UINT64_MAX;
    for (uint32_t dir = 0; dir < WAYI_DIRECTIONS; dir++) {
        int64_t x = tx + wayi_direction_x[dir] * (int64_t)range;
        int64_t y = ty + wayi_direction_y[dir] * (int64_t)range;
        x = x < 0 ? 0 : x >= map->width ? map->width - 1 : x;
        y = y < 0 ? 0 : y >= map->height ? map->height - 1 : y;
        const way_cell cell =
            way_map_nearest_reachable(ground->map, here, way_map_cell(map, x, y), ground->profile);
        if (cell == WAY_CELL_NONE) {
            continue;
        }
        // Far from the threat first, then near to here.
        const uint64_t far = way_map_estimate(map, threat, cell);
        const uint64_t wanted = (uint64_t)range * map->costs.cardinal;
        const uint64_t lacks = far < wanted ? wanted - far : 0;
        const uint64_t key = lacks << 32 | way_map_estimate(map, here, cell);
        best = key < least ? cell : best;
        least = key < least ? key : least;
    }
    return best;
}

/// Whether an old way is worth walking until the new plan is there.
static bool orders_leads_nearer(const way_world *world, uint32_t place, way_cell goal)
{
    const wayi_mind *mind = &world->minds[place];
    return mind->task == WAYI_TASK_ROUTE && mind->route.end != WAY_CELL_NONE &&
           mind->route.at == world->bodies[place].cell && goal != WAY_CELL_NONE &&
           way_map_estimate(world->map, mind->route.end, goal) <
               way_map_estimate(world->map, world->bodies[place].cell, goal);
}

/// Whether an order has lost what it is about.
static bool orders_is_void(const way_world *world, const way_order *order)
{
    return (order->kind == WAY_ORDER_FOLLOW || order->kind == WAY_ORDER_FLEE) &&
           order->cell == WAY_CELL_NONE && wayi_world_place(world, order->target) == WAYI_NOBODY;
}

/// The goal that an order means, as things are; it is not void.
static way_cell orders_goal(const way_world *world, uint32_t place, const way_order *order)
{
    const uint32_t target = wayi_world_place(world, order->target);
    const way_cell there = target == WAYI_NOBODY ? order->cell : world->bodies[target].cell;
    switch (order->kind) {
    case WAY_ORDER_FOLLOW:
        return there;
    case WAY_ORDER_FLEE:
        return orders_refuge(world, place, there, order->range);
    case WAY_ORDER_ANY:
        return order->cells[0];
    default:
        return order->cell;
    }
}

/// Keeps an order, and the cells of ANY with it.
static uint32_t orders_keep(way_world *world, const way_order *order)
{
    const uint32_t node = world->order_free;
    if (node != WAYI_NOBODY) {
        world->order_free = world->orders[node].next;
        world->orders[node] = (wayi_waiting_order){.order = *order, .next = WAYI_NOBODY};
        for (uint32_t k = 0; k < order->cell_count; k++) {
            world->orders[node].cells[k] = order->cells[k];
        }
        world->orders[node].order.cells = NULL;
    }
    return node;
}

/// Where a unit leaves a wall, by the rule of trips; where that finds nothing, the nearest ground.
static way_cell orders_way_out(way_world *world, uint32_t place)
{
    const wayi_ground *ground = wayi_world_truth(world, place);
    const wayi_mind *mind = &world->minds[place];
    const way_cell here = world->bodies[place].cell;
    way_edge edges[WAYI_DIRECTIONS + WAY_MAP_CELL_LINKS_MAX];
    wayi_goal goal = {.kind = mind->goal == WAY_CELL_NONE ? WAYI_GOAL_SPACE : WAYI_GOAL_ONE,
                      .state = mind->goal,
                      .space = ground->space};
    if (mind->any != WAYI_NOBODY) {
        goal.kind = WAYI_GOAL_SET;
        goal.states = world->orders[mind->any].cells;
        goal.count = world->orders[mind->any].order.cell_count;
    }
    const wayi_leaver unit = {ground->space, &goal, edges, WAY_STATE_NONE};
    const way_cell out = wayi_leave_exit(&unit, here).cell;
    return out != WAY_CELL_NONE ? out
                                : way_map_nearest_passable(ground->map, here, ground->profile);
}

void wayi_world_evade(way_world *world, uint32_t place)
{
    wayi_body *body = &world->bodies[place];
    const wayi_ground *ground = wayi_world_truth(world, place);
    if (wayi_ground_fits(ground, body->cell)) {
        return;
    }
    wayi_mind *mind = &world->minds[place];
    const way_cell out = orders_way_out(world, place);
    body->flags |= WAYI_BODY_TRAPPED;
    wayi_world_rescue_leave(world, place);
    mind->task = WAYI_TASK_REST;
    mind->home = out == WAY_CELL_NONE ? body->cell : out;
    wayi_trail_clear(&world->routes, &mind->route);
    wayi_planner_cancel(world, place);
    if (!(body->flags & WAYI_BODY_ACTIVE)) {
        wayi_world_activate(world, place);
    }
}

void wayi_world_begin_order(way_world *world, uint32_t place, const way_order *order)
{
    wayi_mind *mind = &world->minds[place];
    const bool stands = order->kind == WAY_ORDER_STOP || order->kind == WAY_ORDER_HOLD;
    const way_cell goal = stands ? WAY_CELL_NONE : orders_goal(world, place, order);
    const bool waited = mind->place != WAYI_NOBODY;
    const uint32_t due = mind->due;
    wayi_trail kept = {.chunk = WAYI_CHUNK_NONE};
    const bool keeps = orders_leads_nearer(world, place, goal);
    if (keeps) {
        kept = mind->route;
        mind->route.chunk = WAYI_CHUNK_NONE; // not to be given back
    }
    wayi_world_forget_plan(world, place);
    orders_clear_flags(world, place);
    if (keeps) {
        mind->route = kept;
        mind->task = WAYI_TASK_ROUTE;
    }
    mind->order = (uint8_t)order->kind;
    mind->cell = order->cell;
    mind->goal = goal;
    mind->target = order->target;
    mind->range = order->kind == WAY_ORDER_PATROL ? world->bodies[place].cell : order->range;
    mind->urgency = (uint8_t)order->urgency;
    mind->period = order->period;
    mind->part = WAYI_PLAN_WHOLE;
    mind->instead = order->patient ? WAYI_PATIENT : 0;
    mind->calm = 0;
    mind->displaced = 0;
    mind->group = WAYI_NOBODY;
    wayi_world_measure(world, place);
    if (stands) {
        world->bodies[place].flags |= order->kind == WAY_ORDER_HOLD ? WAYI_BODY_HOLD : 0;
        world->bodies[place].flags &= (uint8_t)~WAYI_BODY_TRAPPED;
        wayi_world_deactivate(world, place);
        wayi_world_evade(world, place); // out of a wall first
        return;
    }
    mind->any = order->kind == WAY_ORDER_ANY ? orders_keep(world, order) : WAYI_NOBODY;
    wayi_world_activate(world, place);
    wayi_world_ask(world, place, order->urgency);
    mind->due = waited && due < mind->due ? due : mind->due;
    wayi_planner_ask(world, place);
    wayi_world_evade(world, place);
}

void wayi_world_end_order(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    while (mind->orders_first != WAYI_NOBODY) {
        const uint32_t first = mind->orders_first;
        wayi_waiting_order next = world->orders[first];
        mind->orders_first = next.next;
        mind->orders_last = next.next == WAYI_NOBODY ? WAYI_NOBODY : mind->orders_last;
        world->orders[first].next = world->order_free;
        world->order_free = first;
        next.order.cells = next.cells;
        if (!orders_is_void(world, &next.order)) {
            wayi_world_begin_order(world, place, &next.order);
            return;
        }
    }
    const way_order stop = {.kind = WAY_ORDER_STOP, .cell = WAY_CELL_NONE};
    wayi_world_begin_order(world, place, &stop);
}

void wayi_world_queue_order(way_world *world, uint32_t place, const way_order *order)
{
    wayi_mind *mind = &world->minds[place];
    const uint32_t node = orders_keep(world, order);
    if (mind->orders_last == WAYI_NOBODY) {
        mind->orders_first = node;
    } else {
        world->orders[mind->orders_last].next = node;
    }
    mind->orders_last = node;
    if (mind->order == WAY_ORDER_STOP) {
        wayi_world_end_order(world, place);
    }
}

way_order wayi_order_canonical(const way_world *world, const way_order *order)
{
    const bool stands = order->kind == WAY_ORDER_STOP || order->kind == WAY_ORDER_HOLD;
    const bool chases = order->kind == WAY_ORDER_FOLLOW || order->kind == WAY_ORDER_FLEE;
    const bool any = order->kind == WAY_ORDER_ANY;
    way_order own = *order;
    if (stands || any || order->kind == WAY_ORDER_FOLLOW ||
        (chases && order->cell >= world->map->cell_count)) {
        own.cell = WAY_CELL_NONE;
    }
    own.target = chases ? order->target : WAY_UNIT_NONE;
    own.range = chases || order->kind == WAY_ORDER_NEAR ? order->range : 0;
    own.cells = any ? order->cells : NULL;
    own.cell_count = any ? order->cell_count : 0;
    if (order->kind != WAY_ORDER_GO) {
        own.keep_pace = false;
        own.keep_formation = false;
        own.patient = false;
        own.formation = WAY_FORMATION_NONE;
    }
    if (stands) {
        own.urgency = WAY_URGENCY_VISIBLE;
        own.period = 0;
    }
    return own;
}
