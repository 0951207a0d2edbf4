// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Checks a request, lets the generator draw, and finds the suggested ends.
#include "scenes/scene.h"

#include "scenes/canvas.h"

#include <stdlib.h>
#include <string.h>

scene_request scene_request_default(const char *generator, uint32_t width, uint32_t height,
                                    uint64_t seed)
{
    return (scene_request){.generator = generator, .width = width, .height = height, .seed = seed};
}

static way_status scene_check_sides(const scene_request *request, const char **offender)
{
    if (request->width == 0 || request->width > WAY_MAP_SIDE_MAX) {
        *offender = "width";
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (request->height == 0 || request->height > WAY_MAP_SIDE_MAX) {
        *offender = "height";
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (request->floors > SCENE_FLOORS_MAX) {
        *offender = "floors";
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (request->stairs > SCENE_STAIRS_MAX) {
        *offender = "stairs";
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const uint64_t floors = request->floors ? request->floors : 1;
    const uint64_t rows = floors * (request->height + UINT64_C(1)) - 1;
    if (rows > WAY_MAP_SIDE_MAX || rows * request->width > SCENE_CELLS_MAX) {
        *offender = floors > 1 ? "floors" : "height";
        return WAY_STATUS_TOO_LARGE;
    }
    return WAY_STATUS_OK;
}

static way_status scene_apply_setting(const scene_generator *generator,
                                      const scene_setting *setting, int32_t *values)
{
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        const scene_parameter *parameter = &generator->parameters[i];
        if (strcmp(parameter->name, setting->name) != 0) {
            continue;
        }
        if (setting->value < parameter->min || setting->value > parameter->max) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        values[i] = setting->value;
        return WAY_STATUS_OK;
    }
    return WAY_STATUS_NOT_FOUND;
}

static way_status scene_read_settings(const scene_generator *generator,
                                      const scene_request *request, int32_t *values,
                                      const char **offender)
{
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        values[i] = generator->parameters[i].initial;
    }
    for (uint32_t i = 0; i < SCENE_PARAMETERS_MAX && request->settings[i].name; i++) {
        const way_status status = scene_apply_setting(generator, &request->settings[i], values);
        if (status != WAY_STATUS_OK) {
            *offender = request->settings[i].name;
            return status;
        }
    }
    return WAY_STATUS_OK;
}

/// A scene without a passable cell is of no use: the middle is opened.
static void scene_open_one(scene_canvas *canvas)
{
    const uint32_t cells = scene_canvas_cells(canvas);
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (canvas->weights[cell] != SCENE_BLOCKED) {
            return;
        }
    }
    canvas->weights[canvas->height / 2 * canvas->width + canvas->width / 2] = SCENE_PLAIN;
}

static way_status scene_draw(const scene_generator *generator, scene_canvas *canvas, scene *out)
{
    canvas->rng = way_rng_seed(canvas->seed);
    canvas->weights = malloc(scene_canvas_cells(canvas));
    if (!canvas->weights) {
        return WAY_STATUS_NO_MEMORY;
    }
    scene_canvas_fill(canvas, SCENE_PLAIN);
    *out = (scene){.width = canvas->width, .height = canvas->height, .weights = canvas->weights};
    way_status status = generator->generate(canvas);
    if (status == WAY_STATUS_OK) {
        scene_open_one(canvas);
        status = scene_canvas_find_ends(canvas, &out->start, &out->goal);
    }
    if (status != WAY_STATUS_OK) {
        scene_destroy(out);
    }
    return status;
}

/// Draws every floor and stacks them.
static way_status scene_draw_floors(const scene_generator *generator, const scene_request *request,
                                    const scene_canvas *canvas, scene *out)
{
    scene *floors = calloc(request->floors, sizeof *floors);
    way_status status = floors ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < request->floors; i++) {
        scene_canvas floor = *canvas;
        floor.seed = canvas->seed + i;
        status = scene_draw(generator, &floor, &floors[i]);
    }
    if (status == WAY_STATUS_OK) {
        const scene_stack_config stack = {floors, request->floors,
                                          request->stairs ? request->stairs : 2, request->seed};
        status = scene_stack(&stack, out);
    }
    for (uint32_t i = 0; floors && i < request->floors; i++) {
        scene_destroy(&floors[i]);
    }
    free(floors);
    return status;
}

way_status scene_create(const scene_request *request, scene *out, const char **offender)
{
    const char *ignored = NULL;
    const char **blame = offender ? offender : &ignored;
    *blame = NULL;
    *out = (scene){0};
    const scene_generator *generator = scene_generator_find(request->generator);
    if (!generator) {
        *blame = "generator";
        return WAY_STATUS_NOT_FOUND;
    }
    scene_canvas canvas = {
        .width = request->width,
        .height = request->height,
        .seed = request->seed,
    };
    way_status status = scene_check_sides(request, blame);
    if (status == WAY_STATUS_OK) {
        status = scene_read_settings(generator, request, canvas.values, blame);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    return request->floors > 1 ? scene_draw_floors(generator, request, &canvas, out)
                               : scene_draw(generator, &canvas, out);
}

void scene_destroy(scene *made)
{
    if (made) {
        free(made->weights);
        free(made->stairs);
        *made = (scene){0};
    }
}

way_status scene_add_stairs(const scene *made, way_map *map)
{
    way_map_link *links = malloc((made->stairs_count + 1) * sizeof *links);
    if (!links) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < made->stairs_count; i++) {
        const scene_stairs *stairs = &made->stairs[i];
        links[i] = (way_map_link){.from = stairs->from,
                                  .to = stairs->to,
                                  .cost = stairs->steps * (way_cost)way_map_costs(map).cardinal,
                                  .both_ways = true};
    }
    const way_status status =
        made->stairs_count ? way_map_add_links(map, links, made->stairs_count) : WAY_STATUS_OK;
    free(links);
    return status;
}

way_status scene_create_map(const scene *made, way_neighbours neighbours, way_corners corners,
                            way_map **out)
{
    way_map_config config = way_map_config_default(made->width, made->height);
    config.neighbours = neighbours;
    config.corners = corners;
    config.costs = (way_cost_model){0};
    config.weights = made->weights;
    way_status status = way_map_create(&config, out);
    status = status ? status : scene_add_stairs(made, *out);
    if (status != WAY_STATUS_OK) {
        way_map_destroy(*out);
        *out = NULL;
    }
    return status;
}
