// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a sensor sees. Near: a span of each row. In sight: symmetric shadow casting, a quadrant at a
// time; a row of cells is looked through between two slopes, and what lies between two blocked
// cells of it goes on into the next. A free cell is seen if its centre is, so that two free cells
// see each other or not; a blocked one if any of it is. Slopes are fractions: no rounding, the same
// on every machine.
#include "map/belief/belief.h"

static void glance_mark_span(const wayi_glance *glance, int64_t left, int64_t right, int64_t y)
{
    const way_map *map = glance->truth;
    if (y < 0 || y >= map->height) {
        return;
    }
    const int64_t end = right < map->width ? right : (int64_t)map->width - 1;
    const uint32_t first = (uint32_t)((left < 0 ? 0 : left) - glance->left);
    const uint32_t last = (uint32_t)(end - glance->left);
    uint64_t *row = glance->seen + (size_t)(y - glance->top) * glance->words;
    for (uint32_t word = first >> 6; word <= last >> 6; word++) {
        uint64_t mask = UINT64_MAX;
        mask &= word == first >> 6 ? UINT64_MAX << (first & 63u) : UINT64_MAX;
        mask &= word == last >> 6 ? UINT64_MAX >> (63u - (last & 63u)) : UINT64_MAX;
        row[word] |= mask;
    }
}

/// The cells of a row that are within a radius by the map's own steps.
static void glance_span(const way_map *map, int64_t radius, int64_t dy, int64_t *left,
                        int64_t *right)
{
    const int64_t far = dy < 0 ? -dy : dy;
    *left = -radius;
    *right = radius;
    if (map->neighbours == WAY_NEIGHBOURS_4) {
        *left = far - radius;
        *right = radius - far;
    } else if (map->neighbours == WAY_NEIGHBOURS_6) {
        *left += dy < 0 ? far : 0;
        *right -= dy > 0 ? far : 0;
    }
}

void wayi_glance_near(const wayi_glance *glance, const way_sensor *sensor)
{
    const way_map *map = glance->truth;
    const int64_t y = wayi_map_row(map, sensor->cell);
    const int64_t x = sensor->cell - y * map->width;
    const int64_t radius = sensor->radius;
    const uint32_t floor = wayi_map_floor(map, (uint32_t)y);
    for (int64_t dy = -radius; dy <= radius; dy++) {
        int64_t left = 0;
        int64_t right = 0;
        if (y + dy < 0 || wayi_map_floor(map, (uint32_t)(y + dy)) != floor) {
            continue; // another floor
        }
        glance_span(map, radius, dy, &left, &right);
        glance_mark_span(glance, x + left, x + right, y + dy);
    }
}

/// One quadrant as seen from a sensor.
typedef struct glance_quadrant {
    const wayi_glance *glance;
    int64_t x, y;
    uint32_t turn;
    int32_t radius;
} glance_quadrant;

/// The place `depth` ahead and `side` to the right.
static void glance_place(const glance_quadrant *quadrant, int32_t depth, int32_t side, int64_t *x,
                         int64_t *y)
{
    static const int8_t ahead_x[4] = {0, 1, 0, -1};
    static const int8_t ahead_y[4] = {-1, 0, 1, 0};
    const uint32_t turn = quadrant->turn;
    *x = quadrant->x + ahead_x[turn] * depth - ahead_y[turn] * side;
    *y = quadrant->y + ahead_y[turn] * depth + ahead_x[turn] * side;
}

/// Whether sight ends at a place, which is marked if it is seen and near enough.
static bool glance_look(const glance_quadrant *quadrant, const wayi_glance_row *row, int32_t side)
{
    const way_map *map = quadrant->glance->truth;
    int64_t x = 0;
    int64_t y = 0;
    glance_place(quadrant, row->depth, side, &x, &y);
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
        return true;
    }
    const bool blocked = !wayi_layer_has(map, map->layers[1], (uint32_t)x, (uint32_t)y);
    const bool centre = (int64_t)side * row->start_under >= (int64_t)row->depth * row->start &&
                        (int64_t)side * row->end_under <= (int64_t)row->depth * row->end;
    const int32_t off = side < 0 ? -side : side;
    const bool near = map->neighbours == WAY_NEIGHBOURS_4 ? row->depth + off <= quadrant->radius
                                                          : off <= quadrant->radius;
    if (near && (blocked || centre)) {
        glance_mark_span(quadrant->glance, x, x, y);
    }
    return blocked;
}

/// Rounds down, also below zero; `under` is positive.
static int32_t glance_floor(int64_t over, int64_t under)
{
    const int64_t part = over / under;
    return (int32_t)(part - (over % under < 0));
}

/// Looks through a row; what is behind it is added to the rows that wait.
static uint32_t glance_scan(const glance_quadrant *quadrant, wayi_glance_row row, uint32_t waiting)
{
    wayi_glance_row *rows = quadrant->glance->rows;
    // The first and the last cell of which more than a corner lies between the slopes.
    const int32_t first = glance_floor(2 * (int64_t)row.depth * row.start + row.start_under,
                                       2 * (int64_t)row.start_under);
    const int32_t last =
        -glance_floor(row.end_under - 2 * (int64_t)row.depth * row.end, 2 * (int64_t)row.end_under);
    bool before = false;
    for (int32_t side = first; side <= last; side++) {
        const bool blocked = glance_look(quadrant, &row, side);
        if (side > first && before && !blocked) {
            row.start = 2 * side - 1;
            row.start_under = 2 * row.depth;
        }
        if (side > first && !before && blocked && row.depth < quadrant->radius) {
            rows[waiting++] = (wayi_glance_row){row.depth + 1, row.start, row.start_under,
                                                2 * side - 1, 2 * row.depth};
        }
        before = blocked;
    }
    if (first <= last && !before && row.depth < quadrant->radius) {
        rows[waiting++] =
            (wayi_glance_row){row.depth + 1, row.start, row.start_under, row.end, row.end_under};
    }
    return waiting;
}

void wayi_glance_sight(const wayi_glance *glance, const way_sensor *sensor)
{
    const way_map *map = glance->truth;
    const int64_t y = wayi_map_row(map, sensor->cell);
    const int64_t x = sensor->cell - y * map->width;
    glance_mark_span(glance, x, x, y);
    for (uint32_t turn = 0; turn < 4 && sensor->radius > 0; turn++) {
        const glance_quadrant quadrant = {glance, x, y, turn, (int32_t)sensor->radius};
        glance->rows[0] = (wayi_glance_row){1, -1, 1, 1, 1};
        for (uint32_t waiting = 1; waiting > 0;) {
            const wayi_glance_row row = glance->rows[--waiting];
            waiting = glance_scan(&quadrant, row, waiting);
        }
    }
}
