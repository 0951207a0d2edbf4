// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Adversarial scenes. Each holds a wall that a straight line to the goal runs into, so that a
// search led by distance alone must unlearn a lot: a spiral, a zigzag of long corridors, and combs
// whose teeth are dead ends that open towards the unit.
#include "scenes/canvas.h"

enum { TRAPS_CORRIDOR, TRAPS_DEPTH };

static const scene_parameter traps_parameters[] = {
    {"corridor", 3, 1, 256, "width of the corridors, cells"},
    {"depth", 24, 1, 1024, "length of a comb's teeth, cells"},
};

static void traps_draw_wall(scene_canvas *canvas, scene_point from, scene_point to)
{
    scene_canvas_draw_line(canvas, from, to, 1, SCENE_BLOCKED);
}

static way_status traps_draw_spiral(scene_canvas *canvas)
{
    const int32_t corridor = canvas->values[TRAPS_CORRIDOR];
    const int32_t pitch = corridor + 1;
    int32_t left = corridor;
    int32_t top = corridor;
    int32_t right = (int32_t)canvas->width - 1 - corridor;
    int32_t bottom = (int32_t)canvas->height - 1 - corridor;
    int32_t from = 0;
    // One wall wound inwards; each round begins where the last one ended.
    while (from < right && top < bottom) {
        traps_draw_wall(canvas, (scene_point){from, top}, (scene_point){right, top});
        traps_draw_wall(canvas, (scene_point){right, top}, (scene_point){right, bottom});
        if (left >= right) {
            break;
        }
        traps_draw_wall(canvas, (scene_point){right, bottom}, (scene_point){left, bottom});
        top += pitch;
        if (top >= bottom) {
            break;
        }
        traps_draw_wall(canvas, (scene_point){left, bottom}, (scene_point){left, top});
        from = left;
        left += pitch;
        right -= pitch;
        bottom -= pitch;
    }
    return WAY_STATUS_OK;
}

static way_status traps_draw_zigzag(scene_canvas *canvas)
{
    const int32_t corridor = canvas->values[TRAPS_CORRIDOR];
    const int32_t width = (int32_t)canvas->width;
    bool open_right = true;
    for (int32_t y = corridor; y < (int32_t)canvas->height - 1; y += corridor + 1) {
        const scene_box wall = {open_right ? 0 : corridor, y, width - corridor, 1};
        scene_canvas_draw_box(canvas, wall, SCENE_BLOCKED);
        open_right = !open_right;
    }
    return WAY_STATUS_OK;
}

/// Spines from edge to edge but for one gap, at alternating ends; teeth point left from each.
static way_status traps_draw_comb(scene_canvas *canvas)
{
    const int32_t corridor = canvas->values[TRAPS_CORRIDOR];
    const int32_t depth = canvas->values[TRAPS_DEPTH];
    const int32_t height = (int32_t)canvas->height;
    bool open_below = true;
    for (int32_t x = depth + corridor; x < (int32_t)canvas->width - 1; x += depth + corridor + 1) {
        const int32_t top = open_below ? 0 : corridor;
        const int32_t bottom = open_below ? height - corridor : height;
        scene_canvas_draw_box(canvas, (scene_box){x, top, 1, bottom - top}, SCENE_BLOCKED);
        for (int32_t y = top + corridor; y < bottom; y += corridor + 1) {
            scene_canvas_draw_box(canvas, (scene_box){x - depth, y, depth, 1}, SCENE_BLOCKED);
        }
        open_below = !open_below;
    }
    return WAY_STATUS_OK;
}

const scene_generator scene_generator_spiral = {
    .name = "spiral",
    .title = "Spiral",
    .summary = "One corridor wound to the middle.",
    .parameters = traps_parameters,
    .parameter_count = 1,
    .generate = traps_draw_spiral,
};

const scene_generator scene_generator_zigzag = {
    .name = "zigzag",
    .title = "Zigzag",
    .summary = "Long corridors that double back on each other.",
    .parameters = traps_parameters,
    .parameter_count = 1,
    .generate = traps_draw_zigzag,
};

const scene_generator scene_generator_comb = {
    .name = "comb",
    .title = "Combs",
    .summary = "Rows of dead ends that open towards the unit and close towards the goal.",
    .parameters = traps_parameters,
    .parameter_count = sizeof traps_parameters / sizeof traps_parameters[0],
    .generate = traps_draw_comb,
};
