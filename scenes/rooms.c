// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A grid of square rooms with thin walls and a door in most of them, like the benchmarks' room
// maps. The rooms are first joined into a random tree of doors (Kruskal), so all are connected;
// then each remaining wall gets a door with the given chance.
#include "scenes/canvas.h"

#include <stdlib.h>

enum { ROOMS_SIZE, ROOMS_DOORS, ROOMS_GAP };

static const scene_parameter rooms_parameters[] = {
    {"size", 8, 2, 1024, "cells from one wall to the next"},
    {"doors", 75, 0, 100, "percent of walls with a door beyond those that join all rooms"},
    {"gap", 1, 1, 64, "width of a door, cells"},
};

typedef struct rooms_plan {
    scene_canvas *canvas;
    uint32_t size;
    uint32_t columns;
    uint32_t rows;
    uint32_t *roots; ///< by room: a room of the same tree; itself if it is the root
} rooms_plan;

static uint32_t rooms_root(const rooms_plan *plan, uint32_t room)
{
    while (plan->roots[room] != room) {
        plan->roots[room] = plan->roots[plan->roots[room]];
        room = plan->roots[room];
    }
    return room;
}

/// Where a door of `gap` cells begins in the wall of a room that starts after `wall`.
static int32_t rooms_door(const rooms_plan *plan, uint32_t wall, uint32_t side, int32_t gap)
{
    const uint32_t end = wall + plan->size < side ? wall + plan->size : side;
    return scene_canvas_between(plan->canvas, (int32_t)wall + 1, (int32_t)end - gap);
}

/// Opens a door in the wall east (even number) or south (odd) of room number / 2.
static void rooms_open(const rooms_plan *plan, uint32_t number)
{
    const scene_canvas *canvas = plan->canvas;
    const uint32_t x = number / 2 % plan->columns * plan->size;
    const uint32_t y = number / 2 / plan->columns * plan->size;
    const int32_t most = (int32_t)plan->size - 1;
    const int32_t gap = canvas->values[ROOMS_GAP] < most ? canvas->values[ROOMS_GAP] : most;
    scene_box door = {(int32_t)(x + plan->size), 0, 1, gap};
    if (number % 2 == 0) {
        door.y = rooms_door(plan, y, canvas->height, gap);
    } else {
        door = (scene_box){0, (int32_t)(y + plan->size), gap, 1};
        door.x = rooms_door(plan, x, canvas->width, gap);
    }
    scene_canvas_draw_box(plan->canvas, door, SCENE_PLAIN);
}

static uint32_t rooms_list_walls(const rooms_plan *plan, uint32_t *walls)
{
    uint32_t count = 0;
    for (uint32_t room = 0; room < plan->columns * plan->rows; room++) {
        if (room % plan->columns + 1 < plan->columns) {
            walls[count++] = 2 * room;
        }
        if (room / plan->columns + 1 < plan->rows) {
            walls[count++] = 2 * room + 1;
        }
    }
    scene_canvas_shuffle(plan->canvas, walls, count);
    return count;
}

static void rooms_join(const rooms_plan *plan, uint32_t *walls)
{
    const uint32_t count = rooms_list_walls(plan, walls);
    for (uint32_t room = 0; room < plan->columns * plan->rows; room++) {
        plan->roots[room] = room;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t room = walls[i] / 2;
        const uint32_t other = walls[i] % 2 == 0 ? room + 1 : room + plan->columns;
        const uint32_t a = rooms_root(plan, room);
        const uint32_t b = rooms_root(plan, other);
        if (a != b || scene_canvas_chance(plan->canvas, plan->canvas->values[ROOMS_DOORS])) {
            rooms_open(plan, walls[i]);
        }
        plan->roots[a] = b;
    }
}

static void rooms_draw_walls(scene_canvas *canvas, uint32_t size)
{
    for (uint32_t x = 0; x < canvas->width; x += size) {
        const scene_box wall = {(int32_t)x, 0, 1, (int32_t)canvas->height};
        scene_canvas_draw_box(canvas, wall, SCENE_BLOCKED);
    }
    for (uint32_t y = 0; y < canvas->height; y += size) {
        const scene_box wall = {0, (int32_t)y, (int32_t)canvas->width, 1};
        scene_canvas_draw_box(canvas, wall, SCENE_BLOCKED);
    }
}

static way_status rooms_generate(scene_canvas *canvas)
{
    const uint32_t size = (uint32_t)canvas->values[ROOMS_SIZE];
    rooms_draw_walls(canvas, size);
    if (canvas->width < 2 || canvas->height < 2) {
        return WAY_STATUS_OK;
    }
    rooms_plan plan = {
        .canvas = canvas,
        .size = size,
        .columns = (canvas->width - 2) / size + 1,
        .rows = (canvas->height - 2) / size + 1,
    };
    const size_t rooms = (size_t)plan.columns * plan.rows;
    uint32_t *walls = malloc(2 * rooms * sizeof *walls);
    plan.roots = malloc(rooms * sizeof *plan.roots);
    const bool ok = walls && plan.roots;
    if (ok) {
        rooms_join(&plan, walls);
    }
    free(walls);
    free(plan.roots);
    return ok ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

const scene_generator scene_generator_rooms = {
    .name = "rooms",
    .title = "Rooms",
    .summary = "A grid of rooms with thin walls and doors, all connected.",
    .parameters = rooms_parameters,
    .parameter_count = sizeof rooms_parameters / sizeof rooms_parameters[0],
    .generate = rooms_generate,
};
