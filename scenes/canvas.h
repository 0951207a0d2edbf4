// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What generators draw on. Shapes are clipped: they may reach over the edge of the scene.
#pragma once

#include "scenes/scene.h"

#define SCENE_BLOCKED 0
#define SCENE_PLAIN 1

/// Most cells of a scene: what a map may have, and what leaves room to count the bytes of three
/// numbers per cell even where size_t has 32 bits.
#define SCENE_CELLS_MAX                                                                            \
    (SIZE_MAX / 16 < WAY_MAP_CELLS_MAX ? (uint32_t)(SIZE_MAX / 16) : WAY_MAP_CELLS_MAX)

typedef struct scene_canvas {
    uint32_t width;
    uint32_t height;
    uint8_t *weights; ///< all plain when a generator gets it
    uint64_t seed;
    way_rng rng;
    int32_t values[SCENE_PARAMETERS_MAX]; ///< in the order of the generator's parameters
} scene_canvas;

typedef struct scene_point {
    int32_t x, y;
} scene_point;

typedef struct scene_box {
    int32_t x, y, width, height;
} scene_box;

/// How many cells the canvas has.
static inline uint32_t scene_canvas_cells(const scene_canvas *canvas)
{
    return canvas->width * canvas->height;
}

/// The weight at (x, y); blocked outside.
static inline uint8_t scene_canvas_get(const scene_canvas *canvas, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || (uint32_t)x >= canvas->width || (uint32_t)y >= canvas->height) {
        return SCENE_BLOCKED;
    }
    return canvas->weights[(uint32_t)y * canvas->width + (uint32_t)x];
}

/// Gives one cell a weight; nothing outside.
static inline void scene_canvas_set(scene_canvas *canvas, int32_t x, int32_t y, uint8_t weight)
{
    if (x >= 0 && y >= 0 && (uint32_t)x < canvas->width && (uint32_t)y < canvas->height) {
        canvas->weights[(uint32_t)y * canvas->width + (uint32_t)x] = weight;
    }
}

void scene_canvas_fill(scene_canvas *canvas, uint8_t weight);
void scene_canvas_draw_box(scene_canvas *canvas, scene_box box, uint8_t weight);

/// The outline of a box, one cell thick.
void scene_canvas_draw_frame(scene_canvas *canvas, scene_box box, uint8_t weight);

void scene_canvas_draw_disc(scene_canvas *canvas, scene_point centre, int32_t radius,
                            uint8_t weight);

/// A line drawn with a square brush of `thickness` cells. It has no diagonal gaps: what it blocks,
/// it blocks for diagonal steps too, and what it opens can be walked with cardinal steps.
void scene_canvas_draw_line(scene_canvas *canvas, scene_point from, scene_point to,
                            int32_t thickness, uint8_t weight);

/// A whole number in [low..high].
int32_t scene_canvas_between(scene_canvas *canvas, int32_t low, int32_t high);

/// True in `percent` of all calls.
bool scene_canvas_chance(scene_canvas *canvas, int32_t percent);

/// Shuffles `count` numbers.
void scene_canvas_shuffle(scene_canvas *canvas, uint32_t *numbers, uint32_t count);

// The tables, one per generator.
#define SCENE_GENERATOR(name) extern const scene_generator scene_generator_##name;
#include "scenes/generators.def"
#undef SCENE_GENERATOR

// Areas: passable cells joined by cardinal steps --------------------------------------------------

/// The areas of a canvas, numbered in the order of their lowest cells.
typedef struct scene_areas {
    uint32_t *labels; ///< by cell; WAY_CELL_NONE on blocked ones
    uint32_t *sizes;  ///< by area
    uint32_t count;
    uint32_t largest; ///< the first of the largest ones; WAY_CELL_NONE without any
} scene_areas;

WAY_NODISCARD way_status scene_areas_create(const scene_canvas *canvas, scene_areas *out);
void scene_areas_destroy(scene_areas *areas);

/// Blocks every area with fewer cells than `smallest`, but never the largest one.
WAY_NODISCARD way_status scene_canvas_drop_areas(scene_canvas *canvas, uint32_t smallest);

/// Joins every area of at least `smallest` cells to the largest one by tunnels `thickness` wide.
WAY_NODISCARD way_status scene_canvas_join_areas(scene_canvas *canvas, uint32_t smallest,
                                                 int32_t thickness);

/// Two cells of the largest area that lie far apart.
WAY_NODISCARD way_status scene_canvas_find_ends(const scene_canvas *canvas, way_cell *start,
                                                way_cell *goal);

// Noise -------------------------------------------------------------------------------------------

/// Smooth noise [0..65535] at (x, y): hills `scale` cells wide, then half as wide and half as high,
/// and so on for `octaves` [1..6]. Whole numbers only.
typedef struct scene_noise {
    uint64_t seed;
    uint32_t scale;
    uint32_t octaves;
} scene_noise;

uint32_t scene_noise_at(const scene_noise *noise, uint32_t x, uint32_t y);

/// The value below which `percent` of the noise over the whole canvas lies.
uint32_t scene_noise_percentile(const scene_noise *noise, const scene_canvas *canvas,
                                uint32_t percent);
