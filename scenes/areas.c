// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Areas of cardinally joined cells, and what generators do with them. All floods are loops over an
// explicit queue that holds each cell once.
#include "scenes/canvas.h"

#include <stdlib.h>

/// The up to four cells beside a cell, on the canvas. Returns how many.
static uint32_t areas_beside(const scene_canvas *canvas, uint32_t cell, uint32_t *out)
{
    const uint32_t x = cell % canvas->width;
    const uint32_t y = cell / canvas->width;
    uint32_t count = 0;
    if (y > 0) {
        out[count++] = cell - canvas->width;
    }
    if (x + 1 < canvas->width) {
        out[count++] = cell + 1;
    }
    if (y + 1 < canvas->height) {
        out[count++] = cell + canvas->width;
    }
    if (x > 0) {
        out[count++] = cell - 1;
    }
    return count;
}

/// Labels the area of `first` and returns its size.
static uint32_t areas_flood(const scene_canvas *canvas, uint32_t first, uint32_t label,
                            uint32_t *labels, uint32_t *queue)
{
    uint32_t head = 0;
    uint32_t tail = 0;
    labels[first] = label;
    queue[tail++] = first;
    while (head < tail) {
        uint32_t beside[4];
        const uint32_t count = areas_beside(canvas, queue[head++], beside);
        for (uint32_t i = 0; i < count; i++) {
            if (canvas->weights[beside[i]] != SCENE_BLOCKED && labels[beside[i]] == WAY_CELL_NONE) {
                labels[beside[i]] = label;
                queue[tail++] = beside[i];
            }
        }
    }
    return tail;
}

way_status scene_areas_create(const scene_canvas *canvas, scene_areas *out)
{
    const uint32_t cells = scene_canvas_cells(canvas);
    uint32_t *queue = malloc(cells * sizeof *queue);
    *out = (scene_areas){
        .labels = malloc(cells * sizeof *out->labels),
        .sizes = malloc(cells * sizeof *out->sizes),
        .largest = WAY_CELL_NONE,
    };
    if (!queue || !out->labels || !out->sizes) {
        free(queue);
        scene_areas_destroy(out);
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        out->labels[cell] = WAY_CELL_NONE;
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (canvas->weights[cell] == SCENE_BLOCKED || out->labels[cell] != WAY_CELL_NONE) {
            continue;
        }
        const uint32_t label = out->count++;
        out->sizes[label] = areas_flood(canvas, cell, label, out->labels, queue);
        if (label == 0 || out->sizes[label] > out->sizes[out->largest]) {
            out->largest = label;
        }
    }
    free(queue);
    return WAY_STATUS_OK;
}

void scene_areas_destroy(scene_areas *areas)
{
    free(areas->labels);
    free(areas->sizes);
    *areas = (scene_areas){0};
}

way_status scene_canvas_drop_areas(scene_canvas *canvas, uint32_t smallest)
{
    scene_areas areas;
    const way_status status = scene_areas_create(canvas, &areas);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t cell = 0; cell < scene_canvas_cells(canvas); cell++) {
        const uint32_t label = areas.labels[cell];
        if (label != WAY_CELL_NONE && label != areas.largest && areas.sizes[label] < smallest) {
            canvas->weights[cell] = SCENE_BLOCKED;
        }
    }
    scene_areas_destroy(&areas);
    return WAY_STATUS_OK;
}

/// Opens the way back from `cell` to where the flood began.
static void areas_dig(scene_canvas *canvas, const uint32_t *parents, uint32_t cell,
                      int32_t thickness)
{
    const int32_t half = (thickness - 1) / 2;
    while (parents[cell] != cell) {
        cell = parents[cell];
        const int32_t x = (int32_t)(cell % canvas->width);
        const int32_t y = (int32_t)(cell / canvas->width);
        for (int32_t dy = 0; dy < thickness; dy++) {
            for (int32_t dx = 0; dx < thickness; dx++) {
                if (scene_canvas_get(canvas, x + dx - half, y + dy - half) == SCENE_BLOCKED) {
                    scene_canvas_set(canvas, x + dx - half, y + dy - half, SCENE_PLAIN);
                }
            }
        }
    }
}

/// The state of a flood through walls: cells in the order of how many walls lie before them.
typedef struct areas_tunnels {
    scene_areas *areas;
    uint32_t *parents; ///< by cell: where it was reached from; itself in the largest area
    uint32_t *queue;   ///< cells with as many walls before them as are now passed
    uint32_t tail;
    uint32_t *walls; ///< wall cells reached, one wall further
    uint32_t wall_count;
} areas_tunnels;

static void areas_tunnels_begin(areas_tunnels *tunnels, const scene_canvas *canvas, uint32_t *work)
{
    const uint32_t cells = scene_canvas_cells(canvas);
    tunnels->parents = work;
    tunnels->queue = work + cells;
    tunnels->walls = work + 2 * (size_t)cells;
    for (uint32_t cell = 0; cell < cells; cell++) {
        const bool is_root = tunnels->areas->labels[cell] == tunnels->areas->largest;
        tunnels->parents[cell] = is_root ? cell : WAY_CELL_NONE;
        if (is_root) {
            tunnels->queue[tunnels->tail++] = cell;
        }
    }
}

static void areas_tunnels_expand(areas_tunnels *tunnels, const scene_canvas *canvas, uint32_t cell)
{
    uint32_t beside[4];
    const uint32_t count = areas_beside(canvas, cell, beside);
    for (uint32_t i = 0; i < count; i++) {
        if (tunnels->parents[beside[i]] != WAY_CELL_NONE) {
            continue;
        }
        tunnels->parents[beside[i]] = cell;
        // What was a wall at the beginning counts as one; tunnels dug meanwhile do not matter.
        if (tunnels->areas->labels[beside[i]] == WAY_CELL_NONE) {
            tunnels->walls[tunnels->wall_count++] = beside[i];
        } else {
            tunnels->queue[tunnels->tail++] = beside[i];
        }
    }
}

/// Floods everything from the largest area, passing as few walls as possible; the first cell that
/// is met of every other area digs its way back. `sizes` of areas that are done becomes 0.
static void areas_join(scene_canvas *canvas, scene_areas *areas, uint32_t *work, uint32_t smallest,
                       int32_t thickness)
{
    areas_tunnels tunnels = {.areas = areas};
    areas_tunnels_begin(&tunnels, canvas, work);
    areas->sizes[areas->largest] = 0;
    while (tunnels.tail > 0) {
        for (uint32_t head = 0; head < tunnels.tail; head++) {
            const uint32_t cell = tunnels.queue[head];
            const uint32_t label = areas->labels[cell];
            if (label != WAY_CELL_NONE && areas->sizes[label] > 0 &&
                areas->sizes[label] >= smallest) {
                areas_dig(canvas, tunnels.parents, cell, thickness);
                areas->sizes[label] = 0;
            }
            areas_tunnels_expand(&tunnels, canvas, cell);
        }
        uint32_t *passed = tunnels.queue;
        tunnels.queue = tunnels.walls;
        tunnels.tail = tunnels.wall_count;
        tunnels.walls = passed;
        tunnels.wall_count = 0;
    }
}

way_status scene_canvas_join_areas(scene_canvas *canvas, uint32_t smallest, int32_t thickness)
{
    scene_areas areas;
    const way_status status = scene_areas_create(canvas, &areas);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    uint32_t *work = NULL;
    if (areas.count > 1) {
        work = malloc(3 * (size_t)scene_canvas_cells(canvas) * sizeof *work);
        if (!work) {
            scene_areas_destroy(&areas);
            return WAY_STATUS_NO_MEMORY;
        }
        areas_join(canvas, &areas, work, smallest, thickness);
    }
    free(work);
    scene_areas_destroy(&areas);
    return WAY_STATUS_OK;
}

/// The last cell that a flood from `first` reaches. Ends in a far corner, whatever the shape.
static uint32_t areas_farthest(const scene_canvas *canvas, uint32_t first, uint32_t *work)
{
    const uint32_t cells = scene_canvas_cells(canvas);
    for (uint32_t cell = 0; cell < cells; cell++) {
        work[cell] = WAY_CELL_NONE;
    }
    const uint32_t count = areas_flood(canvas, first, 0, work, work + cells);
    return work[cells + count - 1];
}

way_status scene_canvas_find_ends(const scene_canvas *canvas, way_cell *start, way_cell *goal)
{
    scene_areas areas;
    const way_status status = scene_areas_create(canvas, &areas);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    uint32_t *work = malloc(2 * (size_t)scene_canvas_cells(canvas) * sizeof *work);
    uint32_t first = 0;
    while (work && areas.labels[first] != areas.largest) {
        first++;
    }
    scene_areas_destroy(&areas);
    if (!work) {
        return WAY_STATUS_NO_MEMORY;
    }
    *start = areas_farthest(canvas, first, work);
    *goal = areas_farthest(canvas, *start, work);
    free(work);
    return WAY_STATUS_OK;
}
