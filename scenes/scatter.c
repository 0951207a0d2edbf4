// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Open ground, and ground with an exact share of cells blocked at random.
#include "scenes/canvas.h"

enum { SCATTER_BLOCKED };

static const scene_parameter scatter_parameters[] = {
    {"blocked", 25, 0, 100, "percent of cells that are blocked"},
};

static way_status scatter_open(scene_canvas *canvas)
{
    scene_canvas_fill(canvas, SCENE_PLAIN);
    return WAY_STATUS_OK;
}

/// Selection sampling: each cell is taken with the chance (still to take) / (still to see).
static way_status scatter_random(scene_canvas *canvas)
{
    const uint32_t cells = scene_canvas_cells(canvas);
    uint32_t wanted = (uint32_t)((uint64_t)cells * (uint32_t)canvas->values[SCATTER_BLOCKED] / 100);
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (way_rng_below(&canvas->rng, cells - cell) < wanted) {
            canvas->weights[cell] = SCENE_BLOCKED;
            wanted--;
        }
    }
    return WAY_STATUS_OK;
}

const scene_generator scene_generator_open = {
    .name = "open",
    .title = "Open ground",
    .summary = "Nothing in the way.",
    .generate = scatter_open,
};

const scene_generator scene_generator_random = {
    .name = "random",
    .title = "Random obstacles",
    .summary = "An exact share of the cells blocked at random, with no promise of connection.",
    .parameters = scatter_parameters,
    .parameter_count = sizeof scatter_parameters / sizeof scatter_parameters[0],
    .generate = scatter_random,
};
