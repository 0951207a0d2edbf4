// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Pseudo-RTS fields: open ground with many small rocks, groves and bits of wall, and nothing that
// closes an area off. What obstacles enclose by chance is filled, so the ground is one area.
#include "scenes/canvas.h"

enum { RTS_COVER, RTS_CLUMP };

static const scene_parameter rts_parameters[] = {
    {"cover", 10, 0, 40, "percent of cells under obstacles, about"},
    {"clump", 3, 1, 12, "largest radius of an obstacle, cells"},
};

static void rts_draw_grove(scene_canvas *canvas, scene_point at, int32_t radius)
{
    for (int32_t tree = 0; tree < 3 * radius; tree++) {
        const int32_t x = at.x + scene_canvas_between(canvas, -radius, radius);
        const int32_t y = at.y + scene_canvas_between(canvas, -radius, radius);
        scene_canvas_set(canvas, x, y, SCENE_BLOCKED);
    }
}

/// Draws one obstacle and returns about how many cells it covers.
static uint32_t rts_draw_obstacle(scene_canvas *canvas, scene_point at)
{
    const int32_t clump = canvas->values[RTS_CLUMP];
    const int32_t radius = scene_canvas_between(canvas, 0, clump);
    switch (scene_canvas_between(canvas, 0, 3)) {
    case 0:
        scene_canvas_draw_disc(canvas, at, radius, SCENE_BLOCKED);
        return (uint32_t)(3 * radius * radius + 1);
    case 1: {
        const scene_box box = {at.x, at.y, radius + 1, scene_canvas_between(canvas, 1, clump)};
        scene_canvas_draw_box(canvas, box, SCENE_BLOCKED);
        return (uint32_t)(box.width * box.height);
    }
    case 2: {
        const scene_point end = {at.x + scene_canvas_between(canvas, -clump, clump),
                                 at.y + scene_canvas_between(canvas, -clump, clump)};
        scene_canvas_draw_line(canvas, at, end, 1, SCENE_BLOCKED);
        return (uint32_t)clump;
    }
    default:
        rts_draw_grove(canvas, at, radius + 1);
        return (uint32_t)(2 * radius + 2);
    }
}

static way_status rts_generate(scene_canvas *canvas)
{
    const uint64_t cells = scene_canvas_cells(canvas);
    const uint64_t wanted = cells * (uint32_t)canvas->values[RTS_COVER] / 100;
    // Counted without overlaps, so the end is certain and the cover a little less than asked for.
    for (uint64_t covered = 0; covered < wanted;) {
        const scene_point at = {(int32_t)way_rng_below(&canvas->rng, canvas->width),
                                (int32_t)way_rng_below(&canvas->rng, canvas->height)};
        covered += rts_draw_obstacle(canvas, at);
    }
    return scene_canvas_drop_areas(canvas, UINT32_MAX);
}

const scene_generator scene_generator_rts = {
    .name = "rts",
    .title = "Pseudo-RTS field",
    .summary = "Open ground with small scattered obstacles, all in one area.",
    .parameters = rts_parameters,
    .parameter_count = sizeof rts_parameters / sizeof rts_parameters[0],
    .generate = rts_generate,
};
