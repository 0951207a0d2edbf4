// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Value noise in whole numbers: a hash gives each corner of a lattice a height, and heights are
// blended with the curve 3t^2 - 2t^3 in 16-bit fixed point, so no machine rounds differently.
#include "scenes/canvas.h"

#include <string.h>

#define NOISE_ONE 65536u

/// The height of a lattice corner [0..65535].
static uint32_t noise_corner(uint64_t seed, uint32_t x, uint32_t y)
{
    uint64_t mixed = seed + x * UINT64_C(0x9E3779B97F4A7C15) + y * UINT64_C(0xC2B2AE3D27D4EB4F);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(mixed >> 48);
}

/// The place between two corners, eased [0..65536].
static uint32_t noise_ease(uint32_t offset, uint32_t scale)
{
    const uint64_t t = (uint64_t)offset * NOISE_ONE / scale;
    return (uint32_t)((t * t / NOISE_ONE) * (3 * (uint64_t)NOISE_ONE - 2 * t) / NOISE_ONE);
}

static uint32_t noise_blend(uint32_t a, uint32_t b, uint32_t t)
{
    return (uint32_t)(((uint64_t)a * (NOISE_ONE - t) + (uint64_t)b * t) / NOISE_ONE);
}

static uint32_t noise_layer(uint64_t seed, uint32_t scale, uint32_t x, uint32_t y)
{
    const uint32_t column = x / scale;
    const uint32_t row = y / scale;
    const uint32_t across = noise_ease(x % scale, scale);
    const uint32_t down = noise_ease(y % scale, scale);
    const uint32_t top =
        noise_blend(noise_corner(seed, column, row), noise_corner(seed, column + 1, row), across);
    const uint32_t bottom = noise_blend(noise_corner(seed, column, row + 1),
                                        noise_corner(seed, column + 1, row + 1), across);
    return noise_blend(top, bottom, down);
}

uint32_t scene_noise_at(const scene_noise *noise, uint32_t x, uint32_t y)
{
    uint32_t scale = noise->scale > 0 ? noise->scale : 1;
    uint32_t sum = 0;
    uint32_t total = 0;
    for (uint32_t octave = 0; octave < noise->octaves; octave++) {
        const uint32_t share = 32u >> octave;
        sum += share * noise_layer(noise->seed + octave, scale, x, y);
        total += share;
        scale = scale > 1 ? scale / 2 : 1;
    }
    return sum / total;
}

uint32_t scene_noise_percentile(const scene_noise *noise, const scene_canvas *canvas,
                                uint32_t percent)
{
    uint32_t counts[256];
    memset(counts, 0, sizeof counts);
    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            counts[scene_noise_at(noise, x, y) >> 8]++;
        }
    }
    const uint64_t wanted = (uint64_t)scene_canvas_cells(canvas) * percent / 100;
    uint64_t below = 0;
    uint32_t bucket = 0;
    while (bucket < 256 && below + counts[bucket] <= wanted) {
        below += counts[bucket++];
    }
    return bucket << 8;
}
