// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Weighted ground: a smooth landscape whose valleys are quick and whose heights are slow, with
// lakes in the lowest places.
#include "scenes/canvas.h"

enum { TERRAIN_SCALE, TERRAIN_ROUGH, TERRAIN_HEAVIEST, TERRAIN_WATER };

static const scene_parameter terrain_parameters[] = {
    {"scale", 32, 2, 1024, "width of a hill, cells"},
    {"rough", 4, 1, 6, "layers of detail"},
    {"heaviest", 9, 1, 255, "weight of the highest ground; the lowest weighs 1"},
    {"water", 10, 0, 90, "percent of lakes, about"},
};

static way_status terrain_generate(scene_canvas *canvas)
{
    const scene_noise noise = {canvas->seed, (uint32_t)canvas->values[TERRAIN_SCALE],
                               (uint32_t)canvas->values[TERRAIN_ROUGH]};
    const uint32_t water = (uint32_t)canvas->values[TERRAIN_WATER];
    const uint32_t shore = water > 0 ? scene_noise_percentile(&noise, canvas, water) : 0;
    const uint32_t low = scene_noise_percentile(&noise, canvas, water + 2);
    const uint32_t peak = scene_noise_percentile(&noise, canvas, 98);
    const uint32_t span = peak > low ? peak - low : 1;
    const uint32_t heaviest = (uint32_t)canvas->values[TERRAIN_HEAVIEST];
    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            const uint32_t height = scene_noise_at(&noise, x, y);
            const uint32_t above = height > low ? height - low : 0;
            uint32_t weight = 1 + (uint32_t)((uint64_t)above * heaviest / span);
            weight = weight < heaviest ? weight : heaviest;
            canvas->weights[y * canvas->width + x] = height < shore ? 0 : (uint8_t)weight;
        }
    }
    return WAY_STATUS_OK;
}

const scene_generator scene_generator_terrain = {
    .name = "terrain",
    .title = "Weighted terrain",
    .summary = "Smooth hills whose ground weighs more the higher it lies, and lakes.",
    .parameters = terrain_parameters,
    .parameter_count = sizeof terrain_parameters / sizeof terrain_parameters[0],
    .generate = terrain_generate,
};
