// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Pseudo-RTS fields: open ground with many small rocks, groves and bits of wall, and nothing that
// closes an area off. What obstacles enclose by chance is filled, so the ground is one area.
#include "scenes/canvas.h"

enum { RTS_COVER, RTS_CLUMP, RTS_SWAMPS };

static const scene_parameter rts_parameters[] = {
    {"cover", 10, 0, 40, "percent of cells under obstacles, about"},
    {"clump", 3, 1, 12, "largest radius of an obstacle, cells"},
    {"swamps", 0, 0, 90, "percent of the ground that is swamp and weighs 2 to 9, about"},
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

/// Round swamps, each of one weight, on what is open.
static void rts_draw_swamps(scene_canvas *canvas, uint64_t wanted)
{
    const int32_t side = (int32_t)(canvas->width < canvas->height ? canvas->width : canvas->height);
    const int32_t least = side / 40 + 1;
    while (wanted > 0) {
        const int32_t radius = scene_canvas_between(canvas, least, least + side / 12);
        const int32_t x = (int32_t)way_rng_below(&canvas->rng, canvas->width);
        const int32_t y = (int32_t)way_rng_below(&canvas->rng, canvas->height);
        const uint8_t weight = (uint8_t)scene_canvas_between(canvas, 2, 9);
        for (int32_t row = y - radius; row <= y + radius; row++) {
            for (int32_t column = x - radius; column <= x + radius; column++) {
                const int32_t away = (row - y) * (row - y) + (column - x) * (column - x);
                if (away <= radius * radius && scene_canvas_get(canvas, column, row)) {
                    scene_canvas_set(canvas, column, row, weight);
                }
            }
        }
        const uint64_t covered = 3 * (uint64_t)radius * (uint64_t)radius + 1;
        wanted -= covered < wanted ? covered : wanted;
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
    // Before the ground is closed up, or swamps would not know what is open; none draws no lots.
    rts_draw_swamps(canvas, cells * (uint32_t)canvas->values[RTS_SWAMPS] / 100);
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
