// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ridges and basins as in StarCraft: cliffs run along the contour lines of a smooth landscape,
// ramps join the large basins, and many small places stay sealed. Beyond what the landscape closes
// off, `pockets` sealed ones are set into the cliffs: each in its own square of a lattice, so that
// they can't open each other.
#include "scenes/canvas.h"

#include <stdlib.h>

enum { POCKETS_SCALE, POCKETS_LEVELS, POCKETS_CLIFFS, POCKETS_COUNT };

static const scene_parameter pockets_parameters[] = {
    {"scale", 64, 8, 1024, "width of a hill, cells"},
    {"levels", 6, 1, 16, "heights of the ground"},
    {"cliffs", 26, 1, 60, "percent of each height that is cliff"},
    {"pockets", 24, 0, 100000, "sealed pockets set in; at most one for each 9 x 9 cells"},
};

/// Side of the lattice squares: a pocket of 3 to 5 cells, walls of 2, in 9.
#define POCKETS_SLOT 9u

static void pockets_draw_cliffs(scene_canvas *canvas)
{
    const scene_noise noise = {canvas->seed, (uint32_t)canvas->values[POCKETS_SCALE], 3};
    const uint32_t step = 65536u / (uint32_t)canvas->values[POCKETS_LEVELS];
    const uint32_t cliff = step * (uint32_t)canvas->values[POCKETS_CLIFFS] / 100;
    for (uint32_t y = 0; y < canvas->height; y++) {
        for (uint32_t x = 0; x < canvas->width; x++) {
            if (scene_noise_at(&noise, x, y) % step < cliff) {
                canvas->weights[y * canvas->width + x] = SCENE_BLOCKED;
            }
        }
    }
}

static uint32_t pockets_blocked_in(const scene_canvas *canvas, scene_point corner)
{
    uint32_t blocked = 0;
    for (uint32_t i = 0; i < POCKETS_SLOT * POCKETS_SLOT; i++) {
        const int32_t x = corner.x + (int32_t)(i % POCKETS_SLOT);
        const int32_t y = corner.y + (int32_t)(i / POCKETS_SLOT);
        blocked += scene_canvas_get(canvas, x, y) == SCENE_BLOCKED;
    }
    return blocked;
}

static scene_point pockets_corner(const scene_canvas *canvas, uint32_t slot)
{
    const uint32_t columns = canvas->width / POCKETS_SLOT;
    return (scene_point){(int32_t)(slot % columns * POCKETS_SLOT),
                         (int32_t)(slot / columns * POCKETS_SLOT)};
}

static void pockets_seal(scene_canvas *canvas, uint32_t slot)
{
    const scene_point corner = pockets_corner(canvas, slot);
    const scene_point centre = {corner.x + 4, corner.y + 4};
    scene_canvas_draw_disc(canvas, centre, 4, SCENE_BLOCKED);
    scene_canvas_draw_disc(canvas, centre, scene_canvas_between(canvas, 1, 2), SCENE_PLAIN);
}

/// Slots that are mostly rock come first; among equals the order is random. Uses 2 * count numbers
/// and leaves the result in the second half.
static void pockets_order_slots(scene_canvas *canvas, uint32_t *slots, uint32_t count)
{
    uint32_t *sorted = slots + count;
    for (uint32_t slot = 0; slot < count; slot++) {
        slots[slot] = slot;
    }
    scene_canvas_shuffle(canvas, slots, count);
    uint32_t placed = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t blocked = pockets_blocked_in(canvas, pockets_corner(canvas, slots[i]));
            const bool is_rocky = 2 * blocked > POCKETS_SLOT * POCKETS_SLOT;
            if (is_rocky == (pass == 0)) {
                sorted[placed++] = slots[i];
            }
        }
    }
}

static way_status pockets_set_in(scene_canvas *canvas)
{
    const uint32_t count = (canvas->width / POCKETS_SLOT) * (canvas->height / POCKETS_SLOT);
    uint32_t wanted = (uint32_t)canvas->values[POCKETS_COUNT];
    if (count == 0 || wanted == 0) {
        return WAY_STATUS_OK;
    }
    uint32_t *slots = malloc(2 * (size_t)count * sizeof *slots);
    if (!slots) {
        return WAY_STATUS_NO_MEMORY;
    }
    pockets_order_slots(canvas, slots, count);
    for (uint32_t i = 0; i < count && i < wanted; i++) {
        pockets_seal(canvas, slots[count + i]);
    }
    free(slots);
    return WAY_STATUS_OK;
}

static way_status pockets_generate(scene_canvas *canvas)
{
    pockets_draw_cliffs(canvas);
    const uint32_t basin = scene_canvas_cells(canvas) / 150 + 1;
    way_status status = scene_canvas_join_areas(canvas, basin, 5);
    if (status == WAY_STATUS_OK) {
        status = pockets_set_in(canvas);
    }
    return status;
}

const scene_generator scene_generator_pockets = {
    .name = "pockets",
    .title = "Ridges and pockets",
    .summary = "Large basins between cliffs, joined by ramps, and many sealed pockets.",
    .parameters = pockets_parameters,
    .parameter_count = sizeof pockets_parameters / sizeof pockets_parameters[0],
    .generate = pockets_generate,
};
