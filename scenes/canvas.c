// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Drawing and random choices.
#include "scenes/canvas.h"

#include <stdlib.h>
#include <string.h>

void scene_canvas_fill(scene_canvas *canvas, uint8_t weight)
{
    memset(canvas->weights, weight, scene_canvas_cells(canvas));
}

static int32_t canvas_clamp(int64_t value, uint32_t side)
{
    return (int32_t)(value < 0 ? 0 : value > side ? side : value);
}

void scene_canvas_draw_box(scene_canvas *canvas, scene_box box, uint8_t weight)
{
    const int32_t left = canvas_clamp(box.x, canvas->width);
    const int32_t right = canvas_clamp((int64_t)box.x + box.width, canvas->width);
    const int32_t top = canvas_clamp(box.y, canvas->height);
    const int32_t bottom = canvas_clamp((int64_t)box.y + box.height, canvas->height);
    if (left >= right) {
        return;
    }
    for (int32_t y = top; y < bottom; y++) {
        uint8_t *row = canvas->weights + (size_t)y * canvas->width;
        memset(row + left, weight, (size_t)(right - left));
    }
}

void scene_canvas_draw_frame(scene_canvas *canvas, scene_box box, uint8_t weight)
{
    const int32_t right = box.x + box.width - 1;
    const int32_t bottom = box.y + box.height - 1;
    scene_canvas_draw_box(canvas, (scene_box){box.x, box.y, box.width, 1}, weight);
    scene_canvas_draw_box(canvas, (scene_box){box.x, bottom, box.width, 1}, weight);
    scene_canvas_draw_box(canvas, (scene_box){box.x, box.y, 1, box.height}, weight);
    scene_canvas_draw_box(canvas, (scene_box){right, box.y, 1, box.height}, weight);
}

void scene_canvas_draw_disc(scene_canvas *canvas, scene_point centre, int32_t radius,
                            uint8_t weight)
{
    for (int32_t dy = -radius; dy <= radius; dy++) {
        for (int32_t dx = -radius; dx <= radius; dx++) {
            // The half cell more makes small discs round.
            if (dx * dx + dy * dy <= radius * radius + radius / 2) {
                scene_canvas_set(canvas, centre.x + dx, centre.y + dy, weight);
            }
        }
    }
}

void scene_canvas_draw_line(scene_canvas *canvas, scene_point from, scene_point to,
                            int32_t thickness, uint8_t weight)
{
    const int32_t dx = abs(to.x - from.x);
    const int32_t dy = abs(to.y - from.y);
    const int32_t step_x = to.x < from.x ? -1 : 1;
    const int32_t step_y = to.y < from.y ? -1 : 1;
    const int32_t half = (thickness - 1) / 2;
    scene_point at = from;
    // One axis at a time, so that consecutive brushes share an edge.
    int64_t lead = (int64_t)dx - dy;
    for (int32_t left = dx + dy; left >= 0; left--) {
        const scene_box brush = {at.x - half, at.y - half, thickness, thickness};
        scene_canvas_draw_box(canvas, brush, weight);
        if (lead > 0 || (lead == 0 && dx > 0)) {
            at.x += step_x;
            lead -= 2 * (int64_t)dy;
        } else {
            at.y += step_y;
            lead += 2 * (int64_t)dx;
        }
    }
}

int32_t scene_canvas_between(scene_canvas *canvas, int32_t low, int32_t high)
{
    if (high <= low) {
        return low;
    }
    return low + (int32_t)way_rng_below(&canvas->rng, (uint32_t)(high - low) + 1);
}

bool scene_canvas_chance(scene_canvas *canvas, int32_t percent)
{
    return (int32_t)way_rng_below(&canvas->rng, 100) < percent;
}

void scene_canvas_shuffle(scene_canvas *canvas, uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t other = way_rng_below(&canvas->rng, i);
        const uint32_t held = numbers[i - 1];
        numbers[i - 1] = numbers[other];
        numbers[other] = held;
    }
}
