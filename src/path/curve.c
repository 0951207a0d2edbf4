// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Curves for display. At each corner the last part of one leg and the first of the next, at most
// half of each, become the ends of a quadratic curve whose middle control point is the corner; with
// legs of equal length that is the quadratic B-spline of the corners. Such a bend lies inside the
// corner and is shorter than the legs it replaces. It is tried ever smaller until all cells that it
// touches are free.
//
// Floats: nothing that decides a path may come from here.
#include "path/smooth.h"

#include <math.h>

#define CURVE_DENSITY 4u
#define CURVE_DENSITY_MAX 64u

/// Bends smaller than this, in cells, can't be told from a corner.
#define CURVE_RADIUS_MIN 0.125

typedef struct curve_pen {
    const way_map *map;
    const wayi_layer *layer;
    way_cell start; ///< counts as free
    uint32_t density;
    way_curve *out;
} curve_pen;

typedef struct curve_bend {
    way_curve_point from, corner, to;
    uint32_t parts; ///< straight pieces that it is drawn with
} curve_bend;

static void curve_put(curve_pen *pen, way_curve_point point)
{
    if (pen->out->count < pen->out->capacity) {
        pen->out->points[pen->out->count] = point;
    }
    pen->out->count++;
}

static way_curve_point curve_centre(const curve_pen *pen, way_cell cell)
{
    const uint32_t y = wayi_map_row(pen->map, cell);
    return (way_curve_point){(double)(cell - y * pen->map->width), (double)y};
}

static way_curve_point curve_at(const curve_bend *bend, uint32_t part)
{
    const double t = (double)part / bend->parts;
    const double a = (1 - t) * (1 - t);
    const double b = 2 * t * (1 - t);
    const double c = t * t;
    return (way_curve_point){a * bend->from.x + b * bend->corner.x + c * bend->to.x,
                             a * bend->from.y + b * bend->corner.y + c * bend->to.y};
}

static bool curve_is_free(const curve_pen *pen, int64_t x, int64_t y)
{
    const way_cell cell = way_map_cell(pen->map, x, y);
    return cell != WAY_CELL_NONE &&
           (cell == pen->start || wayi_layer_has(pen->map, pen->layer, (uint32_t)x, (uint32_t)y));
}

/// Whether a straight piece stays on free cells: two cells side by side hold it, and of four it
/// touches three at most.
static bool curve_piece_is_free(const curve_pen *pen, way_curve_point a, way_curve_point b)
{
    const int64_t ax = (int64_t)floor(a.x + 0.5);
    const int64_t ay = (int64_t)floor(a.y + 0.5);
    const int64_t bx = (int64_t)floor(b.x + 0.5);
    const int64_t by = (int64_t)floor(b.y + 0.5);
    if (ax - bx > 1 || bx - ax > 1 || ay - by > 1 || by - ay > 1) {
        return false;
    }
    return curve_is_free(pen, ax, ay) && curve_is_free(pen, bx, by) && curve_is_free(pen, ax, by) &&
           curve_is_free(pen, bx, ay);
}

static bool curve_bend_is_free(const curve_pen *pen, const curve_bend *bend)
{
    way_curve_point last = bend->from;
    for (uint32_t i = 1; i <= bend->parts; i++) {
        const way_curve_point point = curve_at(bend, i);
        if (!curve_piece_is_free(pen, last, point)) {
            return false;
        }
        last = point;
    }
    return true;
}

static double curve_distance(way_curve_point a, way_curve_point b)
{
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

/// The point `distance` from the corner on the way to another one.
static way_curve_point curve_along(way_curve_point corner, way_curve_point other, double distance)
{
    const double part = distance / curve_distance(corner, other);
    return (way_curve_point){corner.x + part * (other.x - corner.x),
                             corner.y + part * (other.y - corner.y)};
}

/// Draws the corner between two legs, bent as far as there is room.
static void curve_corner(curve_pen *pen, way_curve_point before, way_curve_point corner,
                         way_curve_point after)
{
    const double one = curve_distance(before, corner);
    const double two = curve_distance(corner, after);
    const bool square = pen->map->neighbours != WAY_NEIGHBOURS_6;
    double radius = (one < two ? one : two) / 2;
    for (; square && radius >= CURVE_RADIUS_MIN; radius /= 2) {
        const curve_bend bend = {.from = curve_along(corner, before, radius),
                                 .corner = corner,
                                 .to = curve_along(corner, after, radius),
                                 .parts = (uint32_t)(2 * radius * pen->density) + 2};
        if (curve_bend_is_free(pen, &bend)) {
            for (uint32_t i = 0; i <= bend.parts; i++) {
                curve_put(pen, curve_at(&bend, i));
            }
            return;
        }
    }
    curve_put(pen, corner);
}

/// Whether the way goes straight on at a point.
static bool curve_is_straight(way_curve_point before, way_curve_point point, way_curve_point after)
{
    const double ax = point.x - before.x;
    const double ay = point.y - before.y;
    const double bx = after.x - point.x;
    const double by = after.y - point.y;
    return ax * by == ay * bx && ax * bx + ay * by > 0;
}

static void curve_draw(curve_pen *pen, const way_cell *cells, uint32_t count)
{
    way_curve_point before = curve_centre(pen, cells[0]);
    curve_put(pen, before);
    for (uint32_t i = 1; i + 1 < count; i++) {
        const way_curve_point point = curve_centre(pen, cells[i]);
        const way_curve_point after = curve_centre(pen, cells[i + 1]);
        if (cells[i] != cells[i - 1] && !curve_is_straight(before, point, after)) {
            // The leg behind ends at the next corner, not at the next cell.
            uint32_t end = i + 1;
            while (end + 1 < count && curve_is_straight(point, curve_centre(pen, cells[end]),
                                                        curve_centre(pen, cells[end + 1]))) {
                end++;
            }
            curve_corner(pen, before, point, curve_centre(pen, cells[end]));
            before = point;
        }
    }
    if (count > 1) {
        curve_put(pen, curve_centre(pen, cells[count - 1]));
    }
}

/// Whether one can walk from a point to another: by a step or straight.
static bool curve_goes(const curve_pen *pen, way_cell from, way_cell to)
{
    return wayi_map_ground_cost(pen->map, pen->layer, from, to) != WAY_COST_MAX ||
           way_map_sees(pen->map, from, to, WAY_SIGHT_ANY_ANGLE, pen->layer->profile);
}

/// Whether one can go from each point to the next, also along links.
static bool curve_holds(const curve_pen *pen, const way_cell *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (cells[i] >= pen->map->cell_count ||
            (i > 0 && !curve_goes(pen, cells[i - 1], cells[i]) &&
             way_map_step_cost(pen->map, cells[i - 1], cells[i], pen->layer->profile) ==
                 WAY_COST_MAX)) {
            return false;
        }
    }
    return true;
}

way_status way_path_curve(const way_curve_config *config, const way_cell *cells, uint32_t count,
                          way_curve *out)
{
    if (!config || !config->map || !cells || count == 0 || !out ||
        (out->capacity && !out->points)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->density > CURVE_DENSITY_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (config->unit_size == 0 || !wayi_map_layer(config->map, config->unit_size)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    curve_pen pen = {.map = config->map,
                     .layer = wayi_map_layer(config->map, config->unit_size),
                     .density = config->density ? config->density : CURVE_DENSITY,
                     .out = out};
    out->count = 0;
    const uint32_t deep = wayi_smooth_leaving(pen.map, pen.layer, cells, count);
    pen.start = cells[deep];
    if ((deep > 0 && deep + 1 == count) || !curve_holds(&pen, cells + deep, count - deep)) {
        return WAY_STATUS_STALE;
    }
    // Links are not drawn: the curve goes on at the other end.
    for (uint32_t first = 0; first < count;) {
        uint32_t last = first;
        while (last + 1 < count && curve_goes(&pen, cells[last], cells[last + 1])) {
            last++;
        }
        curve_draw(&pen, cells + first, last + 1 - first);
        first = last + 1;
    }
    return WAY_STATUS_OK;
}
