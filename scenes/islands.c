// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Islands in the sea, one to each square of a lattice, ragged by noise and never touching. A random
// tree over neighbouring squares says which get bridges: those found last stay apart if asked for.
// A bridge runs between the middles of two neighbouring squares and so can't touch a third island.
#include "scenes/canvas.h"

#include <stdlib.h>

enum { ISLANDS_COUNT, ISLANDS_APART, ISLANDS_BRIDGE, ISLANDS_LOOPS, ISLANDS_LAND };

static const scene_parameter islands_parameters[] = {
    {"islands", 12, 1, 4096, "how many; fewer if they would be smaller than 6 x 6 cells"},
    {"apart", 0, 0, 4096, "islands without a bridge; one always keeps the others company"},
    {"bridge", 2, 1, 16, "width of a bridge, cells"},
    {"loops", 20, 0, 100, "percent of bridges beyond those that join all islands"},
    {"land", 70, 10, 100, "how much of its square an island fills"},
};

typedef struct islands_plan {
    scene_canvas *canvas;
    uint32_t columns;
    uint32_t rows;
    uint32_t count;       ///< islands, at most columns * rows
    uint32_t joined;      ///< the first so many of the order have bridges
    scene_point *centres; ///< by square
    uint32_t *order;      ///< squares in the order in which the tree grew
    uint32_t *rank;       ///< by square: place in the order, or WAY_CELL_NONE
    uint32_t *parents;    ///< by square: a neighbour found earlier
} islands_plan;

static scene_box islands_square(const islands_plan *plan, uint32_t square)
{
    const uint32_t column = square % plan->columns;
    const uint32_t row = square / plan->columns;
    const uint32_t x = (uint32_t)((uint64_t)column * plan->canvas->width / plan->columns);
    const uint32_t y = (uint32_t)((uint64_t)row * plan->canvas->height / plan->rows);
    const uint32_t right = (uint32_t)(((uint64_t)column + 1) * plan->canvas->width / plan->columns);
    const uint32_t bottom = (uint32_t)(((uint64_t)row + 1) * plan->canvas->height / plan->rows);
    return (scene_box){(int32_t)x, (int32_t)y, (int32_t)(right - x), (int32_t)(bottom - y)};
}

static uint32_t islands_beside(const islands_plan *plan, uint32_t square, uint32_t *out)
{
    const uint32_t column = square % plan->columns;
    const uint32_t row = square / plan->columns;
    uint32_t count = 0;
    if (column > 0) {
        out[count++] = square - 1;
    }
    if (column + 1 < plan->columns) {
        out[count++] = square + 1;
    }
    if (row > 0) {
        out[count++] = square - plan->columns;
    }
    if (row + 1 < plan->rows) {
        out[count++] = square + plan->columns;
    }
    return count;
}

/// A chooser for squares: the tree grows by one random square of those waiting at its edge.
static void islands_grow_tree(islands_plan *plan, uint32_t *waiting)
{
    const uint32_t squares = plan->columns * plan->rows;
    uint32_t wait_count = 0;
    for (uint32_t square = 0; square < squares; square++) {
        plan->rank[square] = WAY_CELL_NONE;
        plan->parents[square] = WAY_CELL_NONE;
    }
    const uint32_t first = plan->rows / 2 * plan->columns + plan->columns / 2;
    plan->parents[first] = first;
    waiting[wait_count++] = first;
    for (uint32_t found = 0; found < plan->count && wait_count > 0; found++) {
        const uint32_t pick = way_rng_below(&plan->canvas->rng, wait_count);
        const uint32_t square = waiting[pick];
        waiting[pick] = waiting[--wait_count];
        plan->order[found] = square;
        plan->rank[square] = found;
        uint32_t beside[4];
        const uint32_t count = islands_beside(plan, square, beside);
        for (uint32_t i = 0; i < count; i++) {
            if (plan->parents[beside[i]] == WAY_CELL_NONE) {
                plan->parents[beside[i]] = square;
                waiting[wait_count++] = beside[i];
            }
        }
    }
}

/// How far a cell of a box is from the nearest edge of the box.
static int32_t islands_from_edge(scene_box box, int32_t x, int32_t y)
{
    const int32_t right = box.x + box.width - 1 - x;
    const int32_t bottom = box.y + box.height - 1 - y;
    const int32_t across = x - box.x < right ? x - box.x : right;
    const int32_t down = y - box.y < bottom ? y - box.y : bottom;
    return across < down ? across : down;
}

/// Land where the distance from the middle, as a share of the reach, is below a ragged limit that
/// falls to nothing at the edge of the square: islands never touch.
static void islands_draw(islands_plan *plan, uint32_t square)
{
    scene_canvas *canvas = plan->canvas;
    const scene_box box = islands_square(plan, square);
    const int32_t side = box.width < box.height ? box.width : box.height;
    const scene_point centre = {
        box.x + box.width / 2 + scene_canvas_between(canvas, -side / 6, side / 6),
        box.y + box.height / 2 + scene_canvas_between(canvas, -side / 6, side / 6)};
    const int32_t land = canvas->values[ISLANDS_LAND];
    const int64_t reach_x = box.width * (int64_t)scene_canvas_between(canvas, land / 2, land);
    const int64_t reach_y = box.height * (int64_t)scene_canvas_between(canvas, land / 2, land);
    const scene_noise noise = {canvas->seed + 1, (uint32_t)(side / 3 + 2), 4};
    const int32_t beach = side / 7 + 1;
    plan->centres[square] = centre;
    for (int32_t y = box.y; y < box.y + box.height; y++) {
        for (int32_t x = box.x; x < box.x + box.width; x++) {
            const int64_t across = (x - centre.x) * INT64_C(25600) / (reach_x + 1);
            const int64_t down = (y - centre.y) * INT64_C(25600) / (reach_y + 1);
            const int32_t edge = islands_from_edge(box, x, y);
            // Stretched, so that the coast is ragged.
            int64_t limit = 2 * (int64_t)scene_noise_at(&noise, (uint32_t)x, (uint32_t)y) - 28000;
            limit = edge < beach ? limit * edge / beach : limit;
            if (across * across + down * down < limit) {
                scene_canvas_set(canvas, x, y, SCENE_PLAIN);
            }
        }
    }
    scene_canvas_draw_box(canvas, (scene_box){centre.x - 1, centre.y - 1, 2, 2}, SCENE_PLAIN);
}

/// Sinks the islets: only what hangs together with the middle of its square stays.
static way_status islands_sink_islets(islands_plan *plan)
{
    scene_areas areas;
    const way_status status = scene_areas_create(plan->canvas, &areas);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t i = 0; i < plan->count; i++) {
        const uint32_t square = plan->order[i];
        const scene_box box = islands_square(plan, square);
        const scene_point centre = plan->centres[square];
        const uint32_t width = plan->canvas->width;
        const uint32_t kept = areas.labels[(uint32_t)centre.y * width + (uint32_t)centre.x];
        for (int32_t y = box.y; y < box.y + box.height; y++) {
            for (int32_t x = box.x; x < box.x + box.width; x++) {
                if (areas.labels[(uint32_t)y * width + (uint32_t)x] != kept) {
                    scene_canvas_set(plan->canvas, x, y, SCENE_BLOCKED);
                }
            }
        }
    }
    scene_areas_destroy(&areas);
    return WAY_STATUS_OK;
}

static void islands_build_bridges(islands_plan *plan)
{
    for (uint32_t i = 1; i < plan->joined; i++) {
        const uint32_t square = plan->order[i];
        uint32_t beside[4];
        const uint32_t count = islands_beside(plan, square, beside);
        for (uint32_t k = 0; k < count; k++) {
            // Each pair once: from the later island to the earlier.
            const bool is_tree = beside[k] == plan->parents[square];
            if (plan->rank[beside[k]] >= i ||
                (!is_tree &&
                 !scene_canvas_chance(plan->canvas, plan->canvas->values[ISLANDS_LOOPS]))) {
                continue;
            }
            scene_canvas_draw_line(plan->canvas, plan->centres[square], plan->centres[beside[k]],
                                   plan->canvas->values[ISLANDS_BRIDGE], SCENE_PLAIN);
        }
    }
}

/// A lattice of nearly square squares, a third more than islands: some open sea looks natural.
static void islands_lay_out(islands_plan *plan)
{
    const uint32_t most_columns = plan->canvas->width / 8 > 0 ? plan->canvas->width / 8 : 1;
    const uint32_t most_rows = plan->canvas->height / 8 > 0 ? plan->canvas->height / 8 : 1;
    const uint32_t wanted = (uint32_t)plan->canvas->values[ISLANDS_COUNT];
    plan->columns = 1;
    plan->rows = 1;
    while (plan->columns * plan->rows < wanted + wanted / 3 &&
           (plan->columns < most_columns || plan->rows < most_rows)) {
        const bool wide = (uint64_t)plan->canvas->width * plan->rows >=
                          (uint64_t)plan->canvas->height * plan->columns;
        if ((wide && plan->columns < most_columns) || plan->rows == most_rows) {
            plan->columns++;
        } else {
            plan->rows++;
        }
    }
    const uint32_t squares = plan->columns * plan->rows;
    plan->count = squares < wanted ? squares : wanted;
    const uint32_t apart = (uint32_t)plan->canvas->values[ISLANDS_APART];
    plan->joined = apart < plan->count ? plan->count - apart : 1;
}

static way_status islands_generate(scene_canvas *canvas)
{
    islands_plan plan = {.canvas = canvas};
    scene_canvas_fill(canvas, SCENE_BLOCKED);
    islands_lay_out(&plan);
    const size_t squares = (size_t)plan.columns * plan.rows;
    plan.centres = calloc(squares, sizeof *plan.centres);
    uint32_t *numbers = malloc(4 * squares * sizeof *numbers);
    way_status status = plan.centres && numbers ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        plan.order = numbers;
        plan.rank = numbers + squares;
        plan.parents = numbers + 2 * squares;
        islands_grow_tree(&plan, numbers + 3 * squares);
        for (uint32_t i = 0; i < plan.count; i++) {
            islands_draw(&plan, plan.order[i]);
        }
        status = islands_sink_islets(&plan);
    }
    if (status == WAY_STATUS_OK) {
        islands_build_bridges(&plan);
    }
    free(plan.centres);
    free(numbers);
    return status;
}

const scene_generator scene_generator_islands = {
    .name = "islands",
    .title = "Islands",
    .summary = "Islands in the sea joined by a few bridges; some may stay apart.",
    .parameters = islands_parameters,
    .parameter_count = sizeof islands_parameters / sizeof islands_parameters[0],
    .generate = islands_generate,
};
