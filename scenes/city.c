// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A city: blocks of uneven size between streets and avenues. A block is solid, or has an alley
// through it, or a courtyard with a passage, or is a park with trees. Wide boulevards may cut
// across at an angle. All open ground is connected.
#include "scenes/canvas.h"

enum { CITY_BLOCK, CITY_STREET, CITY_ALLEYS, CITY_PARKS, CITY_DIAGONALS };

static const scene_parameter city_parameters[] = {
    {"block", 18, 4, 256, "mean side of a block, cells"},
    {"street", 3, 1, 32, "width of a street, cells; some are avenues of twice that"},
    {"alleys", 45, 0, 100, "percent of blocks with alleys or a courtyard"},
    {"parks", 8, 0, 100, "percent of blocks that are parks"},
    {"diagonals", 0, 0, 8, "boulevards that cut across the blocks"},
};

static void city_draw_park(scene_canvas *canvas, scene_box block)
{
    // Trees stand at every other cell at most, so that no ground is closed in.
    for (int32_t y = block.y + 1; y < block.y + block.height - 1; y += 2) {
        for (int32_t x = block.x + 1; x < block.x + block.width - 1; x += 2) {
            if (scene_canvas_chance(canvas, 30)) {
                scene_canvas_set(canvas, x, y, SCENE_BLOCKED);
            }
        }
    }
}

static void city_cut_alleys(scene_canvas *canvas, scene_box block)
{
    const bool both = scene_canvas_chance(canvas, 35);
    const bool across = scene_canvas_chance(canvas, 50);
    const int32_t x = block.x + scene_canvas_between(canvas, 2, block.width - 3);
    const int32_t y = block.y + scene_canvas_between(canvas, 2, block.height - 3);
    if (both || across) {
        scene_canvas_draw_box(canvas, (scene_box){block.x, y, block.width, 1}, SCENE_PLAIN);
    }
    if (both || !across) {
        scene_canvas_draw_box(canvas, (scene_box){x, block.y, 1, block.height}, SCENE_PLAIN);
    }
}

static void city_cut_courtyard(scene_canvas *canvas, scene_box block)
{
    const int32_t wall = 2 + (block.width < block.height ? block.width : block.height) / 6;
    const scene_box yard = {block.x + wall, block.y + wall, block.width - 2 * wall,
                            block.height - 2 * wall};
    if (yard.width < 2 || yard.height < 2) {
        city_cut_alleys(canvas, block);
        return;
    }
    scene_canvas_draw_box(canvas, yard, SCENE_PLAIN);
    const int32_t x = yard.x + scene_canvas_between(canvas, 0, yard.width - 1);
    const int32_t y = scene_canvas_chance(canvas, 50) ? block.y : yard.y;
    scene_canvas_draw_box(canvas, (scene_box){x, y, 1, block.y + block.height - yard.y},
                          SCENE_PLAIN);
}

static void city_draw_block(scene_canvas *canvas, scene_box block)
{
    if (scene_canvas_chance(canvas, canvas->values[CITY_PARKS])) {
        city_draw_park(canvas, block);
        return;
    }
    scene_canvas_draw_box(canvas, block, SCENE_BLOCKED);
    const bool is_large = block.width >= 6 && block.height >= 6;
    if (!is_large || !scene_canvas_chance(canvas, canvas->values[CITY_ALLEYS])) {
        return;
    }
    if (scene_canvas_chance(canvas, 40)) {
        city_cut_courtyard(canvas, block);
    } else {
        city_cut_alleys(canvas, block);
    }
}

static int32_t city_next_block(const scene_canvas *canvas, way_rng *rng)
{
    const int32_t block = canvas->values[CITY_BLOCK];
    return block - block / 3 + (int32_t)way_rng_below(rng, (uint32_t)(block / 3 * 2 + 1));
}

static int32_t city_next_street(const scene_canvas *canvas, way_rng *rng)
{
    const int32_t street = canvas->values[CITY_STREET];
    return way_rng_below(rng, 100) < 15 ? 2 * street : street;
}

/// A row of blocks. Every row replays the same widths from a copy of `columns`, so that streets run
/// through; here and there a block swallows a street, or is lower than its row and leaves a square.
static void city_draw_row(scene_canvas *canvas, way_rng columns, int32_t y, int32_t height)
{
    int32_t x = city_next_street(canvas, &columns);
    while (x < (int32_t)canvas->width) {
        int32_t width = city_next_block(canvas, &columns);
        int32_t street = city_next_street(canvas, &columns);
        if (scene_canvas_chance(canvas, 18)) {
            width += street + city_next_block(canvas, &columns);
            street = city_next_street(canvas, &columns);
        }
        const int32_t square = scene_canvas_chance(canvas, 12) ? height / 4 : 0;
        city_draw_block(canvas, (scene_box){x, y + square, width, height - square});
        x += width + street;
    }
}

static void city_draw_boulevard(scene_canvas *canvas)
{
    const int32_t right = (int32_t)canvas->width - 1;
    const int32_t bottom = (int32_t)canvas->height - 1;
    const bool steep = scene_canvas_chance(canvas, 50);
    scene_point from = {0, scene_canvas_between(canvas, 0, bottom)};
    scene_point to = {right, scene_canvas_between(canvas, 0, bottom)};
    if (steep) {
        from = (scene_point){scene_canvas_between(canvas, 0, right), 0};
        to = (scene_point){scene_canvas_between(canvas, 0, right), bottom};
    }
    scene_canvas_draw_line(canvas, from, to, canvas->values[CITY_STREET] + 1, SCENE_PLAIN);
}

static way_status city_generate(scene_canvas *canvas)
{
    const way_rng columns = way_rng_seed(way_rng_next(&canvas->rng));
    int32_t y = city_next_street(canvas, &canvas->rng);
    while (y < (int32_t)canvas->height) {
        const int32_t height = city_next_block(canvas, &canvas->rng);
        city_draw_row(canvas, columns, y, height);
        y += height + city_next_street(canvas, &canvas->rng);
    }
    for (int32_t i = 0; i < canvas->values[CITY_DIAGONALS]; i++) {
        city_draw_boulevard(canvas);
    }
    // Blocks that the edge cuts off may hold a closed yard.
    return scene_canvas_drop_areas(canvas, UINT32_MAX);
}

const scene_generator scene_generator_city = {
    .name = "city",
    .title = "City",
    .summary = "Blocks, streets, alleys, courtyards and parks, all connected.",
    .parameters = city_parameters,
    .parameter_count = sizeof city_parameters / sizeof city_parameters[0],
    .generate = city_generate,
};
