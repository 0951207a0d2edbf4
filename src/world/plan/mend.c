// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A route that a change has broken is not thrown away: a way is planned from a little before the
// break to a little behind it and put in its place. What that costs depends on what is in the way,
// not on how far the unit still has to go. A way round that is much longer than the break is given
// up for a plan of the whole.
#include "world/body/units.h"
#include "world/plan/routes.h"
#include "world/world.h"

/// Steps before the break at which the way round leaves the route, and good ones behind it at which
/// it comes back.
#define MEND_BEFORE 4u
#define MEND_BEHIND 12u

/// Steps behind the first break in which others are looked for.
#define MEND_WINDOW 96u

/// Steps of the route that are looked through for the end of a way round.
#define MEND_FAR 512u

void wayi_world_mend(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->place == WAYI_NOBODY && !wayi_planner_has(world, place)) {
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
        mind->part = WAYI_PLAN_MEND;
        world->stats.replans++;
    } else if (mind->part == WAYI_PLAN_EXTEND) {
        mind->part = WAYI_PLAN_MEND; // first things first
    }
}

/// Whether a unit that stands on a cell covers one that is marked as edited.
static bool mend_covers(const way_world *world, way_cell cell, uint32_t size)
{
    for (uint32_t k = 0; k < size * size; k++) {
        if (world->spots[cell + k / size * world->map->width + k % size].next == WAYI_EDITED) {
            return true;
        }
    }
    return false;
}

bool wayi_world_is_broken(const way_world *world, uint32_t place)
{
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const wayi_trail *route = &world->minds[place].route;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    way_cell cell = route->at;
    uint32_t dir = 0;
    while (wayi_trail_step(&reader, &dir)) {
        if (!(wayi_ground_moves(ground, cell) >> dir & 1u)) {
            return true;
        }
        cell += (uint32_t)world->map->offsets[dir];
        if (mend_covers(world, cell, ground->size)) {
            return true;
        }
    }
    return route->link != WAY_CELL_NONE &&
           (wayi_ground_link(ground, route->end, route->link) == WAY_COST_MAX ||
            mend_covers(world, route->link, ground->size));
}

void wayi_world_extend(way_world *world, uint32_t place)
{
    wayi_mind *mind = &world->minds[place];
    if (mind->place == WAYI_NOBODY && !wayi_planner_has(world, place)) {
        wayi_world_ask(world, place, WAY_URGENCY_VISIBLE);
        mind->part = WAYI_PLAN_EXTEND;
    }
}

void wayi_world_keep_abreast(way_world *world, uint32_t place)
{
    wayi_trail *route = &world->minds[place].route;
    const way_cell here = world->bodies[place].cell;
    uint32_t least = wayi_map_open_steps(world->map, here, route->at);
    while (!wayi_trail_is_over(route)) {
        const uint32_t dir = wayi_trail_next(&world->routes, route);
        const way_cell next = route->at + (uint32_t)world->map->offsets[dir];
        const uint32_t steps = wayi_map_open_steps(world->map, here, next);
        if (steps > least) {
            break;
        }
        least = steps;
        wayi_trail_advance(&world->routes, world->map, route);
    }
}

/// From a unit that was pushed off its route to a little behind where that is nearest.
static bool mend_rejoin(const way_world *world, uint32_t place, way_cell *from, way_cell *to)
{
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    const wayi_trail *route = &world->minds[place].route;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, route);
    way_cell cell = route->at;
    uint32_t least = UINT32_MAX;
    uint32_t dir = 0;
    *from = world->bodies[place].cell;
    *to = WAY_CELL_NONE;
    for (uint32_t ahead = 0, behind = 0; ahead < MEND_WINDOW; ahead++, behind++) {
        const uint32_t steps = wayi_map_open_steps(world->map, *from, cell);
        behind = steps < least ? 0 : behind;
        least = steps < least ? steps : least;
        *to = behind <= MEND_BEHIND && wayi_ground_fits(ground, cell) ? cell : *to;
        if (!wayi_trail_step(&reader, &dir)) {
            break;
        }
        cell += (uint32_t)world->map->offsets[dir];
    }
    return *to != WAY_CELL_NONE && *to != *from && wayi_ground_fits(ground, *from);
}

bool wayi_world_break(const way_world *world, uint32_t place, way_cell *from, way_cell *to)
{
    const wayi_mind *mind = &world->minds[place];
    const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
    if (mind->task != WAYI_TASK_ROUTE || mind->route.at == WAY_CELL_NONE) {
        return false;
    }
    if (mind->part == WAYI_PLAN_EXTEND) {
        *from = mind->route.end;
        *to = mind->goal;
        return mind->route.link == WAY_CELL_NONE && wayi_ground_fits(ground, *from);
    }
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &mind->route);
    way_cell trail[MEND_BEFORE + 1] = {0};
    way_cell cell = mind->route.at;
    uint32_t dir = 0;
    uint32_t steps = 0;
    uint32_t good = 0;
    bool broken = false;
    *to = WAY_CELL_NONE;
    for (uint32_t since = 0; since < MEND_WINDOW && wayi_trail_step(&reader, &dir); steps++) {
        trail[steps % (MEND_BEFORE + 1)] = cell;
        const bool legal =
            wayi_ground_fits(ground, cell) && (wayi_ground_moves(ground, cell) >> dir & 1u);
        if (!legal && !broken) {
            broken = true;
            const uint32_t back = steps < MEND_BEFORE ? steps : MEND_BEFORE;
            *from = trail[(steps - back) % (MEND_BEFORE + 1)];
        }
        since += broken;
        good = legal ? good + 1 : 0;
        cell += (uint32_t)world->map->offsets[dir];
        if (broken && good == MEND_BEHIND) {
            *to = cell;
            return wayi_ground_fits(ground, *from);
        }
    }
    if (!broken && mind->route.at != world->bodies[place].cell) {
        return mend_rejoin(world, place, from, to);
    }
    if (broken && cell == mind->route.end && wayi_ground_fits(ground, cell)) {
        *to = cell;
    }
    return broken && *to != WAY_CELL_NONE && wayi_ground_fits(ground, *from);
}

/// Appends steps in one direction to runs; false if there is no room.
static bool mend_append(uint8_t *runs, uint32_t *count, uint32_t capacity, uint32_t dir)
{
    uint8_t *last = *count ? &runs[*count - 1] : NULL;
    if (last && (*last & 7u) == dir && wayi_run_steps(*last) < WAYI_RUN_MAX) {
        *last = wayi_run(dir, wayi_run_steps(*last) + 1);
        return true;
    }
    if (*count == capacity) {
        return false;
    }
    runs[(*count)++] = wayi_run(dir, 1);
    return true;
}

bool wayi_world_splice(way_world *world, const wayi_answer *answer, const uint8_t *runs)
{
    wayi_mind *mind = &world->minds[answer->unit];
    if (mind->task != WAYI_TASK_ROUTE || mind->route.at == WAY_CELL_NONE) {
        return false;
    }
    uint8_t *out = (uint8_t *)world->scratch;
    const uint32_t capacity = world->scratch_capacity * (uint32_t)sizeof *world->scratch;
    uint32_t count = 0;
    uint32_t dir = 0;
    bool room = true;
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &mind->route);
    way_cell cell = mind->route.at;
    way_cell start = cell;
    while (cell != answer->start && wayi_trail_step(&reader, &dir)) {
        room = room && mend_append(out, &count, capacity, dir);
        cell += (uint32_t)world->map->offsets[dir];
    }
    if (cell != answer->start && answer->part == WAYI_PLAN_EXTEND) {
        return false;
    }
    if (cell != answer->start) { // from beside the route, or the unit is past it
        reader = wayi_trail_read(&world->routes, &mind->route);
        cell = mind->route.at;
        start = answer->start;
        count = 0;
        room = true;
    }
    uint32_t round = 0;
    for (uint32_t r = 0; r < answer->count && room; r++) {
        for (uint32_t k = 0; k < wayi_run_steps(runs[r]) && room; k++, round++) {
            room = mend_append(out, &count, capacity, runs[r] & 7u);
        }
    }
    uint32_t replaced = 0;
    while (cell != answer->goal && replaced < MEND_FAR && wayi_trail_step(&reader, &dir)) {
        cell += (uint32_t)world->map->offsets[dir];
        replaced++;
    }
    if (answer->part == WAYI_PLAN_MEND && (cell != answer->goal || round > 3 * replaced + 16)) {
        return false;
    }
    while (room && wayi_trail_step(&reader, &dir)) {
        room = mend_append(out, &count, capacity, dir);
    }
    if (room) {
        wayi_trail_set(&world->routes, world->map, &mind->route, start, out, count);
    }
    return room;
}

// Changes -----------------------------------------------------------------------------------------

/// The set of blocks in which routes of units up to this size feel a change.
static uint64_t mend_blocks(const way_map *map, const way_edit *edit, uint32_t size)
{
    const uint32_t left = edit->x > size ? edit->x - size : 0;
    const uint32_t top = edit->y > size ? edit->y - size : 0;
    const uint32_t right =
        edit->x + edit->width < map->width ? edit->x + edit->width : map->width - 1;
    const uint32_t bottom =
        edit->y + edit->height < map->height ? edit->y + edit->height : map->height - 1;
    uint64_t blocks = 0;
    for (uint32_t y = top >> 4; y <= bottom >> 4 && blocks != UINT64_MAX; y++) {
        for (uint32_t x = left >> 4; x <= right >> 4; x++) {
            blocks |= wayi_trail_block(x << 4, y << 4);
        }
    }
    return blocks;
}

/// Marks the cells of edits, or clears them again.
static void mend_mark(way_world *world, const way_edit *edits, uint32_t count, uint32_t mark)
{
    for (uint32_t e = 0; e < count; e++) {
        for (uint32_t y = edits[e].y; y < edits[e].y + edits[e].height; y++) {
            wayi_spot *row = &world->spots[(size_t)y * world->map->width];
            for (uint32_t x = edits[e].x; x < edits[e].x + edits[e].width; x++) {
                row[x].next = mark;
            }
        }
    }
}

uint32_t wayi_world_touch(way_world *world, const way_map *map, const way_edit *edits,
                          uint32_t count)
{
    uint64_t blocks = 0;
    for (uint32_t e = 0; e < count; e++) {
        if (edits[e].width && edits[e].height) {
            blocks |= mend_blocks(map, &edits[e], world->size_max);
        }
    }
    uint32_t touched = 0;
    mend_mark(world, edits, count, WAYI_EDITED);
    for (uint32_t place = 0; place < world->place_count; place++) {
        const wayi_mind *mind = &world->minds[place];
        if (!(mind->route.blocks & blocks) || !(mind->generation & 1u) ||
            mind->task != WAYI_TASK_ROUTE) {
            continue;
        }
        const wayi_ground *ground = &world->grounds[wayi_world_belief(world, place)];
        if (ground->map == map && wayi_world_is_broken(world, place)) {
            touched++;
            wayi_world_tell(world, WAY_WORLD_REPLANNED, place, mind->goal, WAY_UNIT_NONE);
            world->bodies[place].flags &= (uint8_t)~WAYI_BODY_LOST;
            wayi_world_measure(world, place);
            wayi_world_mend(world, place);
        }
    }
    mend_mark(world, edits, count, WAYI_NOBODY);
    return touched;
}
