// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who waits for a plan: a heap by turn, and what lanes have taken from it.
#include "world/plan/routes.h"
#include "world/world.h"

static bool planner_before(const way_world *world, uint32_t a, uint32_t b)
{
    const uint32_t due_a = world->minds[a].due;
    const uint32_t due_b = world->minds[b].due;
    return due_a != due_b ? due_a < due_b : a < b;
}

static void planner_put(way_world *world, uint32_t place, uint32_t at)
{
    world->planner.queue[at] = place;
    world->minds[place].place = at;
}

static void planner_rise(way_world *world, uint32_t at)
{
    const uint32_t place = world->planner.queue[at];
    while (at > 0 && planner_before(world, place, world->planner.queue[(at - 1) / 2])) {
        planner_put(world, world->planner.queue[(at - 1) / 2], at);
        at = (at - 1) / 2;
    }
    planner_put(world, place, at);
}

static void planner_sink(way_world *world, uint32_t at)
{
    const uint32_t count = world->planner.queue_count;
    const uint32_t place = world->planner.queue[at];
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        const uint32_t *queue = world->planner.queue;
        if (child + 1 < count && planner_before(world, queue[child + 1], queue[child])) {
            child++;
        }
        if (!planner_before(world, queue[child], place)) {
            break;
        }
        planner_put(world, queue[child], at);
        at = child;
    }
    planner_put(world, place, at);
}

static void planner_take(way_world *world, uint32_t at)
{
    const uint32_t place = world->planner.queue[at];
    const uint32_t last = world->planner.queue[--world->planner.queue_count];
    world->minds[place].place = WAYI_NOBODY;
    if (at < world->planner.queue_count) {
        planner_put(world, last, at);
        planner_sink(world, at);
        planner_rise(world, world->minds[last].place);
    }
}

void wayi_planner_ask(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->place == WAYI_NOBODY) {
        mind->asked = world->tick;
        planner_put(world, place, world->planner.queue_count++);
    }
    planner_rise(world, mind->place);
    planner_sink(world, mind->place);
}

uint32_t wayi_planner_pop(way_world *world)
{
    const uint32_t place = world->planner.queue[0];
    planner_take(world, 0);
    return place;
}

void wayi_planner_cancel(way_world *world, uint32_t place)
{
    if (world->minds[place].place != WAYI_NOBODY) {
        planner_take(world, world->minds[place].place);
    }
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        wayi_lane *lane = &world->planner.lanes[l];
        for (uint32_t k = lane->next; k < lane->count; k++) {
            if (lane->units[k] == place) {
                lane->units[k] = WAYI_NOBODY;
                lane->phase = k == lane->next ? (uint8_t)WAYI_LANE_IDLE : lane->phase;
            }
        }
    }
    world->minds[place].restarts = 0;
    world->minds[place].around = 0;
}

bool wayi_planner_has(const way_world *world, uint32_t place)
{
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        const wayi_lane *lane = &world->planner.lanes[l];
        for (uint32_t k = lane->next; k < lane->count; k++) {
            if (lane->units[k] == place) {
                return true;
            }
        }
    }
    return false;
}

/// Ticks until a plan is due, by urgency.
static const uint32_t planner_due[] = {8, 2, 32, 128};

void wayi_world_ask(way_world *world, uint32_t place, way_urgency urgency)
{
    wayi_mind *mind = &world->minds[place];
    if (wayi_planner_has(world, place)) {
        return;
    }
    mind->part = WAYI_PLAN_WHOLE;
    const uint32_t due = world->tick + planner_due[urgency];
    mind->due = mind->place != WAYI_NOBODY && mind->due < due ? mind->due : due;
    wayi_planner_ask(world, place);
}
