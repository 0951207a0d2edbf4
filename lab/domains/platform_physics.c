// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The physics of the platform game (Burns, Kiesel and Ruml, "Experimental Real-time Heuristic
// Search Results in a Video Game", 2013, with the constants of the authors' program), in whole
// quarter pixels: all its numbers are multiples of that, so nothing is rounded.
//
// A move is made of sub-steps of at most a pixel. Each axis counts down what it has tried and what
// it has moved: an axis that is stopped goes on trying while the other one has sub-steps left, and
// may so pass an edge that is cleared within the frame. A frame in which nothing solid is near
// needs none of that.
#include "base/check.h"
#include "lab/domains/platform.h"

#include <string.h>

#define PHYSICS_PIXEL 4

bool wayi_terrain_init(wayi_terrain *terrain, const way_level *level,
                       const way_allocator *allocator)
{
    const size_t stride = level->width + 1;
    const size_t tiles = (size_t)level->width * level->height;
    *terrain =
        (wayi_terrain){.width = level->width, .height = level->height, .allocator = *allocator};
    terrain->solid = wayi_alloc(allocator, tiles, sizeof *terrain->solid);
    terrain->corners =
        wayi_alloc_zero(allocator, stride * (level->height + 1), sizeof *terrain->corners);
    if (!terrain->solid || !terrain->corners) {
        wayi_terrain_fini(terrain);
        return false;
    }
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            const bool solid = level->solid[(size_t)y * level->width + x];
            uint32_t *corner = terrain->corners + (y + 1) * stride + x + 1;
            terrain->solid[(size_t)y * level->width + x] = solid;
            *corner = *(corner - 1) + *(corner - stride) - *(corner - stride - 1) + solid;
        }
    }
    return true;
}

void wayi_terrain_fini(wayi_terrain *terrain)
{
    const size_t corners = ((size_t)terrain->width + 1) * (terrain->height + 1);
    WAYI_FREE(&terrain->allocator, terrain->solid, (size_t)terrain->width * terrain->height);
    WAYI_FREE(&terrain->allocator, terrain->corners, corners);
    terrain->solid = NULL;
    terrain->corners = NULL;
}

/// One axis of a move.
typedef struct physics_axis {
    int32_t sign;
    int32_t left;  ///< still to be moved
    int32_t tries; ///< still to be tried
} physics_axis;

static physics_axis physics_axis_of(int32_t way)
{
    const int32_t size = way < 0 ? -way : way;
    return (physics_axis){.sign = way < 0 ? -1 : 1, .left = size, .tries = size};
}

/// The way to the next whole pixel, or what is left if that is less.
static int32_t physics_sub_step(const physics_axis *axis, int32_t at)
{
    const int32_t behind = at & (PHYSICS_PIXEL - 1);
    const int32_t whole = axis->sign > 0 || behind == 0 ? PHYSICS_PIXEL - behind : behind;
    return whole < axis->left ? whole : axis->left;
}

/// How deep a side that has moved to `side` is inside the line of tiles it has entered.
static int32_t physics_depth(int32_t sign, int32_t side)
{
    const int32_t inside = side & (WAY_PLATFORM_TILE - 1);
    if (sign < 0) {
        return WAY_PLATFORM_TILE - inside;
    }
    return inside ? inside : WAY_PLATFORM_TILE;
}

/// How far the box must be pulled back after a vertical sub-step to (x, y).
static int32_t physics_stop_vertical(const wayi_terrain *terrain, int32_t sign, int32_t x,
                                     int32_t y)
{
    if (wayi_terrain_is_clear(terrain, x, y, x + WAY_PLATFORM_WIDTH, y + WAY_PLATFORM_HEIGHT)) {
        return 0;
    }
    return physics_depth(sign, sign > 0 ? y + WAY_PLATFORM_HEIGHT : y);
}

static int32_t physics_stop_horizontal(const wayi_terrain *terrain, int32_t sign, int32_t x,
                                       int32_t y)
{
    if (wayi_terrain_is_clear(terrain, x, y, x + WAY_PLATFORM_WIDTH, y + WAY_PLATFORM_HEIGHT)) {
        return 0;
    }
    return physics_depth(sign, sign > 0 ? x + WAY_PLATFORM_WIDTH : x);
}

/// Moves by (dx, dy) as far as the walls allow; true if a sub-step was stopped vertically.
static bool physics_move_slowly(const wayi_terrain *terrain, way_platform_state *state, int32_t dx,
                                int32_t dy)
{
    physics_axis across = physics_axis_of(dx);
    physics_axis along = physics_axis_of(dy);
    bool hit = false;
    while (across.tries > 0 || along.tries > 0) {
        int32_t x = physics_sub_step(&across, state->x);
        int32_t y = physics_sub_step(&along, state->y);
        across.tries -= x;
        along.tries -= y;
        if (y > 0) {
            const int32_t stop =
                physics_stop_vertical(terrain, along.sign, state->x, state->y + along.sign * y);
            y -= stop;
            hit = hit || stop > 0;
        }
        state->y += along.sign * y;
        if (x > 0) {
            x -=
                physics_stop_horizontal(terrain, across.sign, state->x + across.sign * x, state->y);
        }
        state->x += across.sign * x;
        across.left -= x;
        along.left -= y;
    }
    return hit;
}

static bool physics_move(const wayi_terrain *terrain, way_platform_state *state, int32_t dx,
                         int32_t dy)
{
    const int32_t left = state->x + (dx < 0 ? dx : 0);
    const int32_t top = state->y + (dy < 0 ? dy : 0);
    const int32_t right = state->x + WAY_PLATFORM_WIDTH + (dx > 0 ? dx : 0);
    const int32_t bottom = state->y + WAY_PLATFORM_HEIGHT + (dy > 0 ? dy : 0);
    if (wayi_terrain_is_clear(terrain, left, top, right, bottom)) {
        state->x += dx;
        state->y += dy;
        return false;
    }
    return physics_move_slowly(terrain, state, dx, dy);
}

/// Letting go of the jump key cuts the rise, the later the less; pressing it on the ground jumps.
static void physics_hold(way_platform_state *state, bool held)
{
    if (!held && state->falling) {
        if (state->speed < 0) {
            state->speed += WAYI_PLATFORM_JUMP - PHYSICS_PIXEL * state->jump;
            state->speed = state->speed > 0 ? 0 : state->speed;
        }
        state->jump = 0;
    } else if (held && !state->falling) {
        state->speed = -WAYI_PLATFORM_JUMP;
        state->falling = true;
        state->jump = WAYI_PLATFORM_HOLD;
    }
}

static void physics_fall(way_platform_state *state, bool hit)
{
    if (state->speed > 0 && hit && state->falling) {
        // The speed stays: the next frame pushes down again and notices when the floor ends.
        state->falling = false;
    } else if (state->speed < 0 && hit) {
        state->speed = 0;
        state->falling = true;
    }
    if (!hit && !state->falling) {
        state->speed = 0;
        state->falling = true;
    }
    if (state->falling && state->speed < WAYI_PLATFORM_TERMINAL) {
        state->speed += WAYI_PLATFORM_GRAVITY;
    }
}

way_platform_state wayi_platform_step(const wayi_terrain *terrain, const way_platform_state *state,
                                      uint32_t keys)
{
    way_platform_state next = *state;
    physics_hold(&next, keys & WAY_PLATFORM_JUMP);
    int32_t dx = keys & WAY_PLATFORM_LEFT ? -WAYI_PLATFORM_RUN : 0;
    dx += keys & WAY_PLATFORM_RIGHT ? WAYI_PLATFORM_RUN : 0;
    physics_fall(&next, physics_move(terrain, &next, dx, next.speed));
    if (next.jump > 0) {
        next.jump--;
    }
    return next;
}
