// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Caves by a cellular automaton: random rock, then rounds in which a cell becomes rock if most of
// the cells around it are. The world outside is rock. Caves too small to matter are filled, and the
// others are joined by tunnels unless they are to stay apart.
#include "scenes/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CAVES_ROCK, CAVES_ROUNDS, CAVES_SMALLEST, CAVES_TUNNELS };

static const scene_parameter caves_parameters[] = {
    {"rock", 49, 0, 100, "percent of rock to begin with"},
    {"rounds", 5, 0, 20, "rounds of smoothing"},
    {"smallest", 24, 1, 1000000, "caves with fewer cells are filled"},
    {"tunnels", 2, 0, 16, "width of the tunnels that join the caves; 0 leaves them apart"},
};

static uint32_t caves_rock_around(const scene_canvas *canvas, int32_t x, int32_t y)
{
    uint32_t rock = 0;
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            rock += scene_canvas_get(canvas, x + dx, y + dy) == SCENE_BLOCKED;
        }
    }
    return rock;
}

static void caves_smooth(scene_canvas *canvas, uint8_t *next)
{
    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            const uint32_t rock = caves_rock_around(canvas, (int32_t)x, (int32_t)y);
            next[y * canvas->width + x] = rock >= 5 ? SCENE_BLOCKED : SCENE_PLAIN;
        }
    }
    memcpy(canvas->weights, next, scene_canvas_cells(canvas));
}

static way_status caves_generate(scene_canvas *canvas)
{
    for (uint32_t cell = 0; cell < scene_canvas_cells(canvas); cell++) {
        const bool rock = scene_canvas_chance(canvas, canvas->values[CAVES_ROCK]);
        canvas->weights[cell] = rock ? SCENE_BLOCKED : SCENE_PLAIN;
    }
    assert(scene_canvas_cells(canvas) > 0);
    uint8_t *next = malloc(scene_canvas_cells(canvas));
    if (!next) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (int32_t round = 0; round < canvas->values[CAVES_ROUNDS]; round++) {
        caves_smooth(canvas, next);
    }
    free(next);
    way_status status = scene_canvas_drop_areas(canvas, (uint32_t)canvas->values[CAVES_SMALLEST]);
    if (status == WAY_STATUS_OK && canvas->values[CAVES_TUNNELS] > 0) {
        status = scene_canvas_join_areas(canvas, 1, canvas->values[CAVES_TUNNELS]);
    }
    return status;
}

const scene_generator scene_generator_caves = {
    .name = "caves",
    .title = "Caves",
    .summary = "Natural caves grown by a cellular automaton and joined by tunnels.",
    .parameters = caves_parameters,
    .parameter_count = sizeof caves_parameters / sizeof caves_parameters[0],
    .generate = caves_generate,
};
