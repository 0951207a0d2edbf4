// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Mazes by randomised depth-first search: from a room go on to a random unvisited neighbour, back
// up where there is none. The result is perfect: a spanning tree of the rooms, so exactly one path
// joins any two. `braid` then removes walls, drawn without replacement, which makes loops: walls
// between two rooms, or, with `pillars`, any wall cells inside, of which those where four walls
// meet open no way. The study of D* Lite in mazes drew its 750 cells that way.
//
// With corridors of width 1 rooms are the cells at odd coordinates and walls between two rooms are
// the interior cells with exactly one odd coordinate.
#include "scenes/canvas.h"

#include <stdlib.h>

enum { MAZE_CORRIDOR, MAZE_BRAID, MAZE_PILLARS };

static const scene_parameter maze_parameters[] = {
    {"corridor", 1, 1, 64, "width of the corridors, cells"},
    {"braid", 0, 0, 1000000000, "walls removed from the perfect maze; at most all between rooms"},
    {"pillars", 0, 0, 1, "1 = those are drawn from all wall cells inside, not only between rooms"},
};

#define MAZE_UNVISITED 4u
#define MAZE_ROOT 5u

typedef struct maze_plan {
    scene_canvas *canvas;
    uint32_t columns; ///< of rooms
    uint32_t rows;
    uint32_t corridor;
    uint8_t *back; ///< by room: direction to where it was entered from
} maze_plan;

/// Opens the wall to the east (0) or south (1) of a room, or the room itself (2).
static void maze_open(const maze_plan *plan, uint32_t room, uint32_t part)
{
    const int32_t corridor = (int32_t)plan->corridor;
    const int32_t x = 1 + (int32_t)(room % plan->columns) * (corridor + 1);
    const int32_t y = 1 + (int32_t)(room / plan->columns) * (corridor + 1);
    const scene_box boxes[] = {
        {x + corridor, y, 1, corridor},
        {x, y + corridor, corridor, 1},
        {x, y, corridor, corridor},
    };
    scene_canvas_draw_box(plan->canvas, boxes[part], SCENE_PLAIN);
}

/// The room in a direction (east, south, west, north), or WAY_CELL_NONE beyond the edge.
static uint32_t maze_beside(const maze_plan *plan, uint32_t room, uint32_t direction)
{
    const uint32_t x = room % plan->columns;
    const uint32_t y = room / plan->columns;
    switch (direction) {
    case 0:
        return x + 1 < plan->columns ? room + 1 : WAY_CELL_NONE;
    case 1:
        return y + 1 < plan->rows ? room + plan->columns : WAY_CELL_NONE;
    case 2:
        return x > 0 ? room - 1 : WAY_CELL_NONE;
    default:
        return y > 0 ? room - plan->columns : WAY_CELL_NONE;
    }
}

/// A random direction that leads to an unvisited room, or MAZE_UNVISITED if none does.
static uint32_t maze_choose(const maze_plan *plan, uint32_t room)
{
    uint32_t choices[4];
    uint32_t count = 0;
    for (uint32_t direction = 0; direction < 4; direction++) {
        const uint32_t next = maze_beside(plan, room, direction);
        if (next != WAY_CELL_NONE && plan->back[next] == MAZE_UNVISITED) {
            choices[count++] = direction;
        }
    }
    return count > 0 ? choices[way_rng_below(&plan->canvas->rng, count)] : MAZE_UNVISITED;
}

/// Walks the tree. The way back is kept in the rooms, so no stack is needed.
static void maze_dig(const maze_plan *plan)
{
    const uint32_t rooms = plan->columns * plan->rows;
    uint32_t room = way_rng_below(&plan->canvas->rng, rooms);
    for (uint32_t i = 0; i < rooms; i++) {
        plan->back[i] = MAZE_UNVISITED;
        maze_open(plan, i, 2);
    }
    plan->back[room] = MAZE_ROOT;
    while (room != WAY_CELL_NONE) {
        const uint32_t direction = maze_choose(plan, room);
        if (direction == MAZE_UNVISITED) {
            const uint32_t back = plan->back[room];
            room = back == MAZE_ROOT ? WAY_CELL_NONE : maze_beside(plan, room, back);
            continue;
        }
        const uint32_t next = maze_beside(plan, room, direction);
        plan->back[next] = (uint8_t)((direction + 2) % 4);
        maze_open(plan, direction < 2 ? room : next, direction % 2);
        room = next;
    }
}

/// Whether the wall to the east or south of a room was opened by the tree.
static bool maze_is_joined(const maze_plan *plan, uint32_t room, uint32_t direction)
{
    const uint32_t next = maze_beside(plan, room, direction);
    return plan->back[room] == direction || plan->back[next] == direction + 2;
}

static way_status maze_braid(const maze_plan *plan, uint32_t removals)
{
    const uint32_t rooms = plan->columns * plan->rows;
    uint32_t *walls = malloc(2 * (size_t)rooms * sizeof *walls);
    if (!walls) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t count = 0;
    for (uint32_t room = 0; room < rooms; room++) {
        for (uint32_t direction = 0; direction < 2; direction++) {
            if (maze_beside(plan, room, direction) != WAY_CELL_NONE &&
                !maze_is_joined(plan, room, direction)) {
                walls[count++] = 2 * room + direction;
            }
        }
    }
    for (uint32_t i = 0; i < removals && i < count; i++) {
        const uint32_t drawn = i + way_rng_below(&plan->canvas->rng, count - i);
        maze_open(plan, walls[drawn] / 2, walls[drawn] % 2);
        walls[drawn] = walls[i];
    }
    free(walls);
    return WAY_STATUS_OK;
}

/// Removes wall cells, wherever they stand inside the outer wall.
static way_status maze_pierce(scene_canvas *canvas, uint32_t removals)
{
    uint32_t *walls = malloc((size_t)scene_canvas_cells(canvas) * sizeof *walls);
    if (!walls) {
        return WAY_STATUS_NO_MEMORY;
    }
    uint32_t count = 0;
    for (uint32_t y = 1; y + 1 < canvas->height; y++) {
        for (uint32_t x = 1; x + 1 < canvas->width; x++) {
            if (canvas->weights[y * canvas->width + x] == SCENE_BLOCKED) {
                walls[count++] = y * canvas->width + x;
            }
        }
    }
    for (uint32_t i = 0; i < removals && i < count; i++) {
        const uint32_t drawn = i + way_rng_below(&canvas->rng, count - i);
        canvas->weights[walls[drawn]] = SCENE_PLAIN;
        walls[drawn] = walls[i];
    }
    free(walls);
    return WAY_STATUS_OK;
}

static way_status maze_generate(scene_canvas *canvas)
{
    const uint32_t corridor = (uint32_t)canvas->values[MAZE_CORRIDOR];
    maze_plan plan = {
        .canvas = canvas,
        .columns = (canvas->width - 1) / (corridor + 1),
        .rows = (canvas->height - 1) / (corridor + 1),
        .corridor = corridor,
    };
    scene_canvas_fill(canvas, SCENE_BLOCKED);
    if (plan.columns == 0 || plan.rows == 0) {
        return WAY_STATUS_OK;
    }
    plan.back = malloc((size_t)plan.columns * plan.rows);
    if (!plan.back) {
        return WAY_STATUS_NO_MEMORY;
    }
    maze_dig(&plan);
    const uint32_t removals = (uint32_t)canvas->values[MAZE_BRAID];
    const way_status status =
        canvas->values[MAZE_PILLARS] ? maze_pierce(canvas, removals) : maze_braid(&plan, removals);
    free(plan.back);
    return status;
}

const scene_generator scene_generator_maze = {
    .name = "maze",
    .title = "Maze",
    .summary = "A perfect maze with corridors of any width; removing walls braids it.",
    .parameters = maze_parameters,
    .parameter_count = sizeof maze_parameters / sizeof maze_parameters[0],
    .generate = maze_generate,
};
