// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Scenes on top of each other: floors below each other on one map, a blocked row between two,
// joined by stairs between their largest areas.
#include "scenes/canvas.h"

#include <stdlib.h>
#include <string.h>

/// What stairs cost, in straight steps.
#define STACK_STEPS 4u

/// How often a place that is open on both floors is looked for before any will do.
#define STACK_TRIES 64u

typedef struct stack_floor {
    scene_canvas canvas; ///< borrows the scene's weights
    scene_areas areas;
} stack_floor;

/// A cell of the largest area, drawn by lot.
static way_cell stack_draw(const stack_floor *floor, way_rng *rng)
{
    uint32_t skip = way_rng_below(rng, floor->areas.sizes[floor->areas.largest]);
    way_cell cell = 0;
    while (floor->areas.labels[cell] != floor->areas.largest || skip-- > 0) {
        cell++;
    }
    return cell;
}

/// The cell of the largest area nearest to `cell` by columns and rows.
static way_cell stack_nearest(const stack_floor *floor, way_cell cell)
{
    const uint32_t width = floor->canvas.width;
    uint32_t least = UINT32_MAX;
    way_cell best = cell;
    for (way_cell other = 0; other < scene_canvas_cells(&floor->canvas); other++) {
        const int32_t x = (int32_t)(other % width) - (int32_t)(cell % width);
        const int32_t y = (int32_t)(other / width) - (int32_t)(cell / width);
        const uint32_t away = (uint32_t)(abs(x) + abs(y));
        if (floor->areas.labels[other] == floor->areas.largest && away < least) {
            least = away;
            best = other;
        }
    }
    return best;
}

/// Stairs between two floors, above each other wherever the ground allows.
static void stack_join(const stack_floor *below, const stack_floor *above, way_rng *rng,
                       scene_stairs *out)
{
    way_cell low = stack_draw(below, rng);
    for (uint32_t i = 1; i < STACK_TRIES && above->areas.labels[low] != above->areas.largest; i++) {
        low = stack_draw(below, rng);
    }
    *out = (scene_stairs){low, stack_nearest(above, low), STACK_STEPS};
}

/// Whether both ends of stairs are free of others.
static bool stack_is_new(const scene *made, scene_stairs stairs)
{
    for (uint32_t i = 0; i < made->stairs_count; i++) {
        const scene_stairs *other = &made->stairs[i];
        if (other->from == stairs.from || other->to == stairs.to) {
            return false;
        }
    }
    return true;
}

static void stack_add_stairs(const stack_floor *floors, uint32_t count, uint32_t stairs,
                             way_rng *rng, scene *out)
{
    const uint32_t pitch = (floors[0].canvas.height + 1) * out->width;
    for (uint32_t i = 0; i + 1 < count; i++) {
        for (uint32_t k = 0; k < stairs; k++) {
            scene_stairs made;
            stack_join(&floors[i], &floors[i + 1], rng, &made);
            made.from += i * pitch;
            made.to += (i + 1) * pitch;
            if (stack_is_new(out, made)) {
                out->stairs[out->stairs_count++] = made;
            }
        }
    }
}

static way_status stack_open(const scene *scenes, uint32_t count, stack_floor *floors)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count; i++) {
        floors[i].canvas = (scene_canvas){
            .width = scenes[i].width, .height = scenes[i].height, .weights = scenes[i].weights};
        status = scene_areas_create(&floors[i].canvas, &floors[i].areas);
    }
    return status;
}

static way_status stack_copy(const scene *scenes, uint32_t count, scene *out)
{
    const size_t width = scenes[0].width;
    const uint32_t height = scenes[0].height;
    out->weights = malloc(width * out->height);
    if (!out->weights) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(out->weights, SCENE_BLOCKED, width * out->height);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(out->weights + width * i * (height + 1), scenes[i].weights, width * height);
    }
    return WAY_STATUS_OK;
}

way_status scene_stack(const scene_stack_config *config, scene *out)
{
    const scene *scenes = config->floors;
    const uint32_t count = config->count;
    *out = (scene){0};
    if (count == 0 || config->stairs == 0 || config->stairs > SCENE_STAIRS_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const uint64_t height = count * ((uint64_t)scenes[0].height + 1) - 1;
    if (height > WAY_MAP_SIDE_MAX || height * scenes[0].width > SCENE_CELLS_MAX ||
        (uint64_t)count * config->stairs > WAY_MAP_LINKS_MAX / 2) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 1; i < count; i++) {
        if (scenes[i].width != scenes[0].width || scenes[i].height != scenes[0].height) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
    }
    scene made = {.width = scenes[0].width, .height = (uint32_t)height, .floors = count};
    way_rng rng = way_rng_seed(config->seed);
    stack_floor *floors = calloc(count, sizeof *floors);
    made.stairs = malloc((size_t)count * config->stairs * sizeof *made.stairs);
    way_status status = floors && made.stairs ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    status = status ? status : stack_open(scenes, count, floors);
    status = status ? status : stack_copy(scenes, count, &made);
    if (status == WAY_STATUS_OK) {
        stack_add_stairs(floors, count, config->stairs, &rng, &made);
        made.start = scenes[0].start;
        made.goal = scenes[count - 1].goal + (count - 1) * (scenes[0].height + 1) * made.width;
    }
    for (uint32_t i = 0; floors && i < count; i++) {
        scene_areas_destroy(&floors[i].areas);
    }
    free(floors);
    if (status != WAY_STATUS_OK) {
        scene_destroy(&made);
    }
    *out = made;
    return status;
}
