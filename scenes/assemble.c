// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Large scenes from small ones.
#include "scenes/canvas.h"

#include <stdlib.h>
#include <string.h>

#define ASSEMBLE_FACTOR_MAX 64u

/// Memory for a scene; its sides must have been checked to be at least 1.
static way_status assemble_allocate(uint64_t width, uint64_t height, scene_canvas *out)
{
    if (width > WAY_MAP_SIDE_MAX || height > WAY_MAP_SIDE_MAX || width * height > SCENE_CELLS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    *out = (scene_canvas){.width = (uint32_t)width, .height = (uint32_t)height};
    out->weights = malloc(scene_canvas_cells(out));
    return out->weights ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static scene assemble_finish(const scene_canvas *canvas, way_cell start, way_cell goal)
{
    return (scene){.width = canvas->width,
                   .height = canvas->height,
                   .weights = canvas->weights,
                   .start = start,
                   .goal = goal};
}

/// The cell in the middle of what a cell became.
static way_cell assemble_magnified(const scene *from, uint32_t factor, way_cell cell)
{
    const uint32_t x = cell % from->width * factor + factor / 2;
    const uint32_t y = cell / from->width * factor + factor / 2;
    return y * from->width * factor + x;
}

way_status scene_magnify(const scene *from, uint32_t factor, scene *out)
{
    *out = (scene){0};
    if (factor == 0 || factor > ASSEMBLE_FACTOR_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    scene_canvas canvas;
    const way_status status =
        assemble_allocate((uint64_t)from->width * factor, (uint64_t)from->height * factor, &canvas);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t y = 0; y < canvas.height; y++) {
        const uint8_t *source = from->weights + (size_t)(y / factor) * from->width;
        uint8_t *row = canvas.weights + (size_t)y * canvas.width;
        for (uint32_t x = 0; x < from->width; x++) {
            memset(row + (size_t)x * factor, source[x], factor);
        }
    }
    *out = assemble_finish(&canvas, assemble_magnified(from, factor, from->start),
                           assemble_magnified(from, factor, from->goal));
    return WAY_STATUS_OK;
}

// Mosaic ------------------------------------------------------------------------------------------

typedef struct assemble_place {
    uint32_t column, row;
} assemble_place;

static bool assemble_is_sound(const scene_mosaic_config *config)
{
    for (uint32_t i = 1; i < config->tile_count; i++) {
        if (config->tiles[i].width != config->tiles[0].width ||
            config->tiles[i].height != config->tiles[0].height) {
            return false;
        }
    }
    return true;
}

static bool assemble_is_in_range(const scene_mosaic_config *config)
{
    if (config->tile_count == 0 || config->columns == 0 || config->rows == 0) {
        return false;
    }
    const scene *tile = &config->tiles[0];
    // A seam takes one column and one row of each tile.
    return tile->width >= 2 && tile->height >= 2 && config->opening >= 1 &&
           config->opening < tile->width && config->opening < tile->height;
}

/// The cell of `label` nearest to (x, y) by steps along the axes; the first of equals.
static scene_point assemble_nearest(const scene_canvas *canvas, const scene_areas *areas,
                                    scene_point from)
{
    scene_point best = from;
    int64_t least = INT64_MAX;
    for (uint32_t cell = 0; cell < scene_canvas_cells(canvas); cell++) {
        const scene_point at = {(int32_t)(cell % canvas->width), (int32_t)(cell / canvas->width)};
        const int64_t distance = (int64_t)abs(at.x - from.x) + abs(at.y - from.y);
        if (areas->labels[cell] == areas->largest && distance < least) {
            least = distance;
            best = at;
        }
    }
    return best;
}

/// Opens blocked cells along one axis and then the other; weights of open cells stay.
static void assemble_open_way(scene_canvas *canvas, scene_point from, scene_point to)
{
    while (true) {
        if (scene_canvas_get(canvas, from.x, from.y) == SCENE_BLOCKED) {
            scene_canvas_set(canvas, from.x, from.y, SCENE_PLAIN);
        }
        if (from.x != to.x) {
            from.x += from.x < to.x ? 1 : -1;
        } else if (from.y != to.y) {
            from.y += from.y < to.y ? 1 : -1;
        } else {
            return;
        }
    }
}

/// Walls the last column and row of a tile, but for the openings, where a neighbour follows.
static void assemble_wall(const scene_mosaic_config *config, assemble_place place,
                          scene_canvas *tile)
{
    const int32_t width = (int32_t)tile->width;
    const int32_t height = (int32_t)tile->height;
    const int32_t opening = (int32_t)config->opening;
    const scene_box east = {width - 1, 0, 1, height};
    const scene_box south = {0, height - 1, width, 1};
    const scene_box east_door = {width - 1, (height - opening) / 2, 1, opening};
    const scene_box south_door = {(width - opening) / 2, height - 1, opening, 1};
    if (place.column + 1 < config->columns) {
        scene_canvas_draw_box(tile, east, SCENE_BLOCKED);
    }
    if (place.row + 1 < config->rows) {
        scene_canvas_draw_box(tile, south, SCENE_BLOCKED);
    }
    if (place.column + 1 < config->columns) {
        scene_canvas_draw_box(tile, east_door, SCENE_PLAIN);
    }
    if (place.row + 1 < config->rows) {
        scene_canvas_draw_box(tile, south_door, SCENE_PLAIN);
    }
}

/// Joins the inner side of each opening of a tile to the tile's largest area.
static void assemble_join(const scene_mosaic_config *config, assemble_place place,
                          scene_canvas *tile, const scene_areas *areas)
{
    const int32_t width = (int32_t)tile->width;
    const int32_t height = (int32_t)tile->height;
    const int32_t x = (width - (int32_t)config->opening) / 2;
    const int32_t y = (height - (int32_t)config->opening) / 2;
    const scene_point doors[4] = {{width - 2, y}, {x, height - 2}, {0, y}, {x, 0}};
    const bool used[4] = {place.column + 1 < config->columns, place.row + 1 < config->rows,
                          place.column > 0, place.row > 0};
    for (uint32_t i = 0; i < 4; i++) {
        if (used[i]) {
            assemble_open_way(tile, doors[i], assemble_nearest(tile, areas, doors[i]));
        }
    }
}

static void assemble_place_tile(const scene_canvas *tile, assemble_place place,
                                scene_canvas *canvas)
{
    for (uint32_t y = 0; y < tile->height; y++) {
        const size_t row = (size_t)place.row * tile->height + y;
        const size_t column = (size_t)place.column * tile->width;
        memcpy(canvas->weights + row * canvas->width + column,
               tile->weights + (size_t)y * tile->width, tile->width);
    }
}

/// Draws one tile; `tile` is room for a copy.
static way_status assemble_draw_tile(const scene_mosaic_config *config, assemble_place place,
                                     scene_canvas *tile, scene_canvas *canvas)
{
    const uint64_t number = (uint64_t)place.row * config->columns + place.column;
    const scene *source = &config->tiles[number % config->tile_count];
    memcpy(tile->weights, source->weights, scene_canvas_cells(tile));
    assemble_wall(config, place, tile);
    scene_areas areas;
    const way_status status = scene_areas_create(tile, &areas);
    if (status == WAY_STATUS_OK) {
        assemble_join(config, place, tile, &areas);
        assemble_place_tile(tile, place, canvas);
        scene_areas_destroy(&areas);
    }
    return status;
}

way_status scene_mosaic(const scene_mosaic_config *config, scene *out)
{
    *out = (scene){0};
    if (!assemble_is_in_range(config)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (!assemble_is_sound(config)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    scene_canvas canvas = {0};
    scene_canvas tile = {0};
    const scene *first = &config->tiles[0];
    way_status status = assemble_allocate((uint64_t)first->width * config->columns,
                                          (uint64_t)first->height * config->rows, &canvas);
    if (status == WAY_STATUS_OK) {
        status = assemble_allocate(first->width, first->height, &tile);
    }
    for (uint32_t row = 0; status == WAY_STATUS_OK && row < config->rows; row++) {
        for (uint32_t column = 0; status == WAY_STATUS_OK && column < config->columns; column++) {
            const assemble_place place = {column, row};
            status = assemble_draw_tile(config, place, &tile, &canvas);
        }
    }
    free(tile.weights);
    way_cell start = WAY_CELL_NONE;
    way_cell goal = WAY_CELL_NONE;
    if (status == WAY_STATUS_OK) {
        status = scene_canvas_find_ends(&canvas, &start, &goal);
    }
    if (status != WAY_STATUS_OK) {
        free(canvas.weights);
        return status;
    }
    *out = assemble_finish(&canvas, start, goal);
    return WAY_STATUS_OK;
}
