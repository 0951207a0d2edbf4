// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Line of sight, in whole numbers only.
//
// Any angle: the line between two centres leaves a square cell through the side it meets first,
// which is a comparison of two products; where both are equal it passes a corner. In a hex map a
// cell is touched when its centre is no further from the line than the line's shadow on a hexagon.
// Both are the same from either end. Where weights do not matter the cells of a square map that a
// line touches in one row, or in one column if it is steep, are looked at 64 at a time.
#include "map/sight/board_scan.h"
#include "map/sight/line.h"

typedef struct sight_line {
    const way_map *map;
    const wayi_layer *layer;
    uint32_t x, y;   ///< where it starts
    int64_t dx, dy;  ///< to where it ends
    uint32_t width;  ///< |dx|
    uint32_t height; ///< |dy|
    int32_t step_x;  ///< -1, 0 or 1
    int32_t step_y;
    uint32_t heaviest; ///< cells that weigh more are in the way, too
} sight_line;

/// Whether the line may touch a cell.
static bool sight_is_free(const sight_line *line, uint32_t x, uint32_t y)
{
    return wayi_layer_has(line->map, line->layer, x, y) &&
           (line->heaviest >= UINT8_MAX ||
            wayi_layer_weight_at(line->map, line->layer, x, y) <= line->heaviest);
}

static sight_line sight_between(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b)
{
    const uint32_t y = wayi_map_row(map, a);
    const wayi_offset by = wayi_map_offset(map, a, b);
    return (sight_line){
        .map = map,
        .layer = layer,
        .x = a - y * map->width,
        .y = y,
        .dx = by.x,
        .dy = by.y,
        .width = (uint32_t)(by.x < 0 ? -by.x : by.x),
        .height = (uint32_t)(by.y < 0 ? -by.y : by.y),
        .step_x = (by.x > 0) - (by.x < 0),
        .step_y = (by.y > 0) - (by.y < 0),
        .heaviest = UINT8_MAX,
    };
}

/// Whether the line may pass the corner ahead of (x, y).
static bool sight_passes_corner(const sight_line *line, uint32_t x, uint32_t y)
{
    const bool beside = wayi_layer_has(line->map, line->layer, x + (uint32_t)line->step_x, y);
    const bool above = wayi_layer_has(line->map, line->layer, x, y + (uint32_t)line->step_y);
    switch (line->map->corners) {
    case WAY_CORNERS_STRICT:
        return beside && above;
    case WAY_CORNERS_LOOSE:
        return beside || above;
    default:
        return true;
    }
}

static bool sight_any_angle(const sight_line *line)
{
    uint32_t x = line->x;
    uint32_t y = line->y;
    const uint32_t end_x = x + (uint32_t)line->dx;
    const uint32_t end_y = y + (uint32_t)line->dy;
    // Twice the products of both sides' distances; the next upright side is met first if negative.
    int64_t lead = (int64_t)line->height - line->width;
    while (sight_is_free(line, x, y)) {
        if (x == end_x && y == end_y) {
            return true;
        }
        if (lead == 0 && !sight_passes_corner(line, x, y)) {
            return false;
        }
        const bool across = lead <= 0;
        const bool along = lead >= 0;
        x += across ? (uint32_t)line->step_x : 0;
        y += along ? (uint32_t)line->step_y : 0;
        lead += (across ? 2 * (int64_t)line->height : 0) - (along ? 2 * (int64_t)line->width : 0);
    }
    return false;
}

/// The same by whole stretches of a row, or of a column if the line is steep.
static bool sight_by_stretches(const sight_line *line)
{
    const bool steep = line->height > line->width;
    const wayi_layer *layer = line->layer;
    const size_t words = steep ? line->map->column_words : line->map->row_words;
    const uint64_t *lines = steep ? layer->columns : layer->rows;
    const int64_t longer = steep ? line->height : line->width;
    const int64_t shorter = steep ? line->width : line->height;
    const uint32_t onward = (uint32_t)(steep ? line->step_y : line->step_x);
    const uint32_t aside = (uint32_t)(steep ? line->step_x : line->step_y);
    // Padded, as lines are.
    uint32_t at = (steep ? line->y : line->x) + 1;
    uint32_t row = (steep ? line->x : line->y) + 1;
    int64_t left = longer;
    for (int64_t lead = shorter - longer, rows = shorter;; rows--) {
        // Steps until the line leaves the row, or its end.
        const int64_t leave = shorter ? (2 * shorter - 1 - lead) / (2 * shorter) : left;
        const int64_t steps = lead >= 0 ? 0 : leave < left ? leave : left;
        const uint32_t to = at + (uint32_t)steps * onward;
        if (!wayi_scan_is_free(lines + row * words, at, to)) {
            return false;
        }
        at = to;
        left -= steps;
        lead += steps * 2 * shorter;
        if (rows == 0) {
            return true;
        }
        if (lead == 0) {
            const uint32_t x = (steep ? row : at) - 1;
            const uint32_t y = (steep ? at : row) - 1;
            if (!sight_passes_corner(line, x, y)) {
                return false;
            }
            at += onward;
            left--;
            lead += 2 * shorter;
        }
        row += aside;
        lead -= 2 * longer;
    }
}

static int64_t sight_magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

/// Three times how far from the line a hexagon's centre may be, in units of the cross product.
static int64_t sight_hex_shadow(const sight_line *line)
{
    const int64_t one = sight_magnitude(line->dx - line->dy);
    const int64_t two = sight_magnitude(line->dx + 2 * line->dy);
    const int64_t three = sight_magnitude(2 * line->dx + line->dy);
    const int64_t most = one > two ? one : two;
    return most > three ? most : three;
}

/// Whether the cell (x, y) away from the start lies between both ends: twice the dot product of the
/// hex lattice must not be negative from either.
static bool sight_hex_between(const sight_line *line, int64_t x, int64_t y)
{
    const int64_t east = 2 * line->dx + line->dy;
    const int64_t south = 2 * line->dy + line->dx;
    const int64_t ahead = x * east + y * south;
    const int64_t whole = line->dx * east + line->dy * south;
    return ahead >= 0 && ahead <= whole;
}

/// Checks the cells that the line touches in the row `row` away from the start, going from its
/// middle in one direction; returns false at a blocked one.
static bool sight_hex_row(const sight_line *line, int64_t middle, int64_t row, int64_t step)
{
    const int64_t shadow = sight_hex_shadow(line);
    for (int64_t x = middle; 3 * sight_magnitude(line->dx * row - line->dy * x) <= shadow;
         x += step) {
        if (!sight_hex_between(line, x, row)) {
            break;
        }
        if (!sight_is_free(line, (uint32_t)(line->x + x), (uint32_t)(line->y + row))) {
            return false;
        }
    }
    return true;
}

static bool sight_any_angle_hex(const sight_line *line)
{
    if (line->dy == 0) {
        for (int64_t x = 0; x <= line->width; x++) {
            if (!sight_is_free(line, (uint32_t)(line->x + x * line->step_x), line->y)) {
                return false;
            }
        }
        return true;
    }
    for (int64_t i = 0; i <= line->height; i++) {
        const int64_t middle =
            line->step_x * ((2 * i * line->width + line->height) / (2 * (int64_t)line->height));
        const int64_t row = i * line->step_y;
        if (!sight_hex_row(line, middle, row, 1) || !sight_hex_row(line, middle, row, -1)) {
            return false;
        }
    }
    return true;
}

static bool sight_grid(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b)
{
    wayi_line line = wayi_line_begin(map, a, b);
    while (line.left) {
        if (!wayi_line_may_step(&line, map, layer)) {
            return false;
        }
        wayi_line_step(&line);
    }
    return true;
}

bool wayi_map_sees_over(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b,
                        uint32_t heaviest)
{
    sight_line line = sight_between(map, layer, a, b);
    line.heaviest = heaviest;
    if (map->neighbours == WAY_NEIGHBOURS_6) {
        return sight_any_angle_hex(&line);
    }
    const bool plain =
        heaviest >= UINT8_MAX ||
        (!layer->weights && wayi_layer_weight_at(map, layer, line.x, line.y) <= heaviest);
    return plain && layer->columns ? sight_by_stretches(&line) : sight_any_angle(&line);
}

bool way_map_sees(const way_map *map, way_cell a, way_cell b, way_sight kind, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer || a >= map->cell_count || way_map_weight(map, b, profile) == 0) {
        return false;
    }
    return kind == WAY_SIGHT_GRID ? sight_grid(map, layer, a, b)
                                  : wayi_map_sees_over(map, layer, a, b, UINT8_MAX);
}
