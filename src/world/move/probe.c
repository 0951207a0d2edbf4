// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether a unit may go to a cell in this tick, as far as others are decided or being tried, and
// whom it would have to push.
#include "world/body/units.h"
#include "world/move/agree.h"
#include "world/move/conflict.h"
#include "world/world.h"

/// Who takes a link is nowhere on the way: only a swap along it is refused.
static inline bool probe_clash_link(const wayi_body *body, uint32_t to, const wayi_body *other)
{
    return other->to == body->cell && to == other->cell;
}

/// Whether the unit in the way may be asked to move.
static bool probe_may_push(const way_world *world, const wayi_body *pusher, const wayi_body *other)
{
    if ((world->rivals && other->team != pusher->team) || !wayi_world_is_ready(world, other)) {
        return false;
    }
    return !(other->flags & WAYI_BODY_HOLD) || (pusher->flags & WAYI_BODY_BOLD);
}

static inline bool probe_clash(const way_world *world, uint32_t dir, const wayi_body *other, int dx,
                               int dy)
{
    return wayi_conflict(
        world->map->neighbours,
        (wayi_encounter){.x = dx, .y = dy, .a = dir, .b = other->dir, .a_size = 1, .b_size = 1});
}

/// Whether the link that a unit wants bears one more in this tick.
static bool probe_bears(const way_world *world, uint32_t i)
{
    const wayi_lift *lift =
        wayi_world_lift(world, world->bodies[i].cell, world->minds[i].route.link);
    return !lift ||
           (lift->claims == 0 && wayi_world_may_link(world, i, world->minds[i].route.link));
}

/// Whether a unit of one cell may go there where all units are that small. Only the pusher, the one
/// who stands there and, on a diagonal, those beside it can conflict.
static bool probe_small(way_world *world, wayi_push *push, uint32_t dir)
{
    const uint32_t i = push->unit;
    const wayi_body *body = &world->bodies[i];
    const wayi_spot *here = &world->spots[body->cell];
    const uint32_t u = wayi_world_target(world, i, dir);
    const wayi_spot there = world->spots[u];
    push->blocker_count = 0;
    if (there.next != WAYI_NOBODY && there.next != i) {
        return false;
    }
    if (dir == WAYI_STAY) {
        return true;
    }
    if (dir == WAYI_LINK && !probe_bears(world, i)) {
        return false;
    }
    if (here->next != WAYI_NOBODY && here->next != i) {
        const wayi_body *pusher = &world->bodies[here->next];
        if (dir == WAYI_LINK || pusher->dir == WAYI_LINK) {
            if (probe_clash_link(body, u, pusher)) {
                return false;
            }
        } else if (pusher->dir != WAYI_STAY &&
                   probe_clash(world, dir, pusher, -wayi_direction_x[pusher->dir],
                               -wayi_direction_y[pusher->dir])) {
            return false;
        }
    }
    const int dx = wayi_move_x(dir);
    const int dy = wayi_move_y(dir);
    if (there.now != WAYI_NOBODY) {
        const wayi_body *other = &world->bodies[there.now];
        if (other->state != WAYI_UNDECIDED && (dir == WAYI_LINK || other->dir == WAYI_LINK)) {
            if (other->dir == WAYI_STAY || probe_clash_link(body, u, other)) {
                return false;
            }
        } else if (other->state == WAYI_UNDECIDED) {
            if (!probe_may_push(world, body, other)) {
                return false;
            }
            world->blockers[push->blockers] = there.now;
            push->blocker_count = 1;
        } else if (probe_clash(world, dir, other, dx, dy)) {
            return false;
        }
    }
    if (dir >= WAYI_NORTH_EAST && dir < WAYI_STAY && world->map->neighbours == WAY_NEIGHBOURS_8) {
        const uint32_t sides[2] = {world->spots[body->cell + (uint32_t)dx].now,
                                   world->spots[u - (uint32_t)dx].now};
        for (uint32_t s = 0; s < 2; s++) {
            const wayi_body *side = sides[s] == WAYI_NOBODY ? NULL : &world->bodies[sides[s]];
            if (side && side->state != WAYI_UNDECIDED && side->dir != WAYI_LINK &&
                probe_clash(world, dir, side, s ? 0 : dx, s ? dy : 0)) {
                return false;
            }
        }
    }
    return true;
}

/// Lists the unit among the blockers; false if it may not be pushed or there is no room.
static bool probe_list(way_world *world, wayi_push *push, uint32_t other)
{
    for (uint32_t b = 0; b < push->blocker_count; b++) {
        if (world->blockers[push->blockers + b] == other) {
            return true;
        }
    }
    if (!probe_may_push(world, &world->bodies[push->unit], &world->bodies[other]) ||
        push->blocker_count == UINT8_MAX ||
        push->blockers + push->blocker_count >= WAYI_BLOCKERS_MAX) {
        return false;
    }
    world->blockers[push->blockers + push->blocker_count++] = other;
    return true;
}

/// Whether the cells of the target are, or may become, free.
static bool probe_cells(way_world *world, wayi_push *push, uint32_t u)
{
    const uint32_t i = push->unit;
    const uint32_t size = world->bodies[i].size;
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            const wayi_spot spot = world->spots[u + row * world->map->width + column];
            if (spot.next != WAYI_NOBODY && spot.next != i) {
                return false;
            }
            if (spot.now == WAYI_NOBODY || spot.now == i) {
                continue;
            }
            const wayi_body *other = &world->bodies[spot.now];
            if (other->state == WAYI_TRYING && (int32_t)other->depth <= push->bar) {
                return false; // not certain to leave
            }
            if (other->state == WAYI_UNDECIDED && !probe_list(world, push, spot.now)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether the move comes too near to another that is decided or being tried.
static bool probe_moves(const way_world *world, uint32_t i, uint32_t dir)
{
    const way_map *map = world->map;
    const wayi_body *body = &world->bodies[i];
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    const uint32_t left = x ? x - 1 : 0;
    const uint32_t top = y ? y - 1 : 0;
    const uint32_t right = x + body->size < map->width ? x + body->size : map->width - 1;
    const uint32_t bottom = y + body->size < map->height ? y + body->size : map->height - 1;
    for (uint32_t r = top; r <= bottom; r++) {
        for (uint32_t c = left; c <= right; c++) {
            const uint32_t j = world->spots[(size_t)r * map->width + c].now;
            if (j == WAYI_NOBODY || j == i || world->bodies[j].state == WAYI_UNDECIDED) {
                continue;
            }
            const wayi_body *other = &world->bodies[j];
            if (other->dir == WAYI_LINK) {
                continue;
            }
            const uint32_t oy = wayi_map_row(map, other->cell);
            const uint32_t ox = other->cell - oy * map->width;
            if (wayi_conflict(map->neighbours, (wayi_encounter){.x = (int)ox - (int)x,
                                                                .y = (int)oy - (int)y,
                                                                .a = dir,
                                                                .b = other->dir,
                                                                .a_size = body->size,
                                                                .b_size = other->size})) {
                return false;
            }
        }
    }
    return true;
}

/// Whether somebody on the cells of a link's end takes it the other way.
static bool probe_swap(const way_world *world, uint32_t i, uint32_t u)
{
    const wayi_body *body = &world->bodies[i];
    for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
        const uint32_t j =
            world->spots[u + k / body->size * world->map->width + k % body->size].now;
        if (j != WAYI_NOBODY && j != i && world->bodies[j].state != WAYI_UNDECIDED &&
            world->bodies[j].dir == WAYI_LINK && world->bodies[j].to == body->cell) {
            return false;
        }
    }
    return true;
}

bool wayi_world_probe(way_world *world, wayi_push *push, uint32_t dir)
{
    world->stats.cells_read++;
    if (world->size_max == 1) {
        return probe_small(world, push, dir);
    }
    push->blocker_count = 0;
    const uint32_t u = wayi_world_target(world, push->unit, dir);
    if (dir == WAYI_LINK) {
        return probe_bears(world, push->unit) && probe_cells(world, push, u) &&
               probe_swap(world, push->unit, u);
    }
    return probe_cells(world, push, u) && (dir == WAYI_STAY || probe_moves(world, push->unit, dir));
}
