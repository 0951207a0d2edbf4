// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a sensor sees. Near: a span of each row. In sight: symmetric shadow casting, a quadrant at a
// time; a line of cells, of a row or of a column, is looked through between two slopes, and what
// lies between two blocked cells of it goes on into the next. A free cell is seen if its centre is,
// so that two free cells see each other or not; a blocked one if any of it is. Slopes are
// fractions: no rounding, the same on every machine. Lines are bits of the layer, read a stretch of
// free or blocked cells at a time.
#include "map/belief/belief.h"

static void glance_mark_span(const wayi_glance *glance, int64_t left, int64_t right, int64_t y)
{
    const way_map *map = glance->truth;
    const uint32_t first = (uint32_t)(left < 0 ? 0 : left) + 1;
    const uint32_t last = (uint32_t)(right < map->width ? right : (int64_t)map->width - 1) + 1;
    if (y < 0 || y >= map->height || first > last) {
        return;
    }
    uint64_t *word = glance->seen + (size_t)y * map->row_words + (first >> 6);
    const uint64_t *end = word + ((last >> 6) - (first >> 6));
    uint64_t mask = UINT64_MAX << (first & 63u);
    for (; word < end; word++, mask = UINT64_MAX) {
        *word |= mask;
    }
    *word |= mask & UINT64_MAX >> (63u - (last & 63u));
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

/// One quadrant as seen from a sensor: lines of cells, the nearest first.
typedef struct glance_quadrant {
    const wayi_glance *glance;
    const uint64_t *lines; ///< of the layer: rows, or columns
    uint32_t words;
    int32_t across, along; ///< the sensor's line, and its place in it
    int32_t ahead;         ///< to the next line: 1 or -1
    int32_t last;          ///< place in a line, borders included
    int32_t radius;
    bool rows;
} glance_quadrant;

/// Marks the places from `first` to `last` of a line, as seen from the sensor.
static void glance_mark_line(const glance_quadrant *quadrant, int32_t depth, int32_t first,
                             int32_t last)
{
    const wayi_glance *glance = quadrant->glance;
    const int64_t line = quadrant->across + (int64_t)depth * quadrant->ahead;
    if (glance->truth->neighbours == WAY_NEIGHBOURS_4) {
        const int32_t wide = quadrant->radius - depth;
        first = first < -wide ? -wide : first;
        last = last > wide ? wide : last;
    }
    if (quadrant->rows) {
        glance_mark_span(glance, quadrant->along + (int64_t)first, quadrant->along + (int64_t)last,
                         line);
        return;
    }
    const way_map *map = glance->truth;
    const int32_t end =
        quadrant->along + last < quadrant->last - 1 ? quadrant->along + last : quadrant->last - 2;
    const int32_t y = quadrant->along + first > 0 ? quadrant->along + first : 0;
    uint64_t *word = glance->seen + (size_t)y * map->row_words + ((size_t)(line + 1) >> 6);
    for (int32_t count = line < 0 || line >= map->width ? 0 : end - y + 1; count > 0; count--) {
        *word |= UINT64_C(1) << ((line + 1) & 63);
        word += map->row_words;
    }
}

/// Rounds down, also below zero; `under` is positive.
static int32_t glance_floor(int32_t over, int32_t under)
{
    return over / under - (over % under < 0);
}

/// The last place, up to `last`, of the stretch of free or of blocked cells of a line that begins
/// at `first`; places count from the border.
static int32_t glance_stretch(const uint64_t *line, int32_t first, int32_t last, bool *free)
{
    const uint32_t at = (uint32_t)first;
    uint32_t word = at >> 6;
    *free = line[word] >> (at & 63u) & 1u;
    const uint64_t flip = *free ? UINT64_MAX : 0;
    uint64_t ends = (line[word] ^ flip) & UINT64_MAX << (at & 63u);
    while (!ends && word < (uint32_t)last >> 6) {
        word++;
        ends = line[word] ^ flip;
    }
    const int32_t end = ends ? (int32_t)(word * 64 + wayi_bits_lowest(ends)) - 1 : last;
    return end < last ? end : last;
}

/// Looks through a line; what is behind it is added to those that wait.
static uint32_t glance_scan(const glance_quadrant *quadrant, wayi_glance_row row, uint32_t waiting)
{
    wayi_glance_row *rows = quadrant->glance->rows;
    const int32_t here = quadrant->along + 1;
    const uint64_t *line =
        quadrant->lines +
        (size_t)(quadrant->across + 1 + row.depth * quadrant->ahead) * quadrant->words;
    // The first and the last cell of which more than a corner lies between the slopes.
    int32_t first =
        here + glance_floor(2 * row.depth * row.start + row.start_under, 2 * row.start_under);
    int32_t last = here - glance_floor(row.end_under - 2 * row.depth * row.end, 2 * row.end_under);
    first = first < 0 ? 0 : first; // the border is blocked
    last = last > quadrant->last ? quadrant->last : last;
    bool free = false;
    for (int32_t at = first, end = 0; at <= last; at = end + 1) {
        end = glance_stretch(line, at, last, &free);
        const int32_t edge = 2 * (at - here) - 1;
        if (at > first && free) {
            row.start = edge;
            row.start_under = 2 * row.depth;
        } else if (at > first && row.depth < quadrant->radius) {
            rows[waiting++] =
                (wayi_glance_row){row.depth + 1, row.start, row.start_under, edge, 2 * row.depth};
        }
        if (!free) {
            glance_mark_line(quadrant, row.depth, at - here, end - here);
            continue;
        }
        const int32_t left = -glance_floor(-row.depth * row.start, row.start_under);
        const int32_t right = glance_floor(row.depth * row.end, row.end_under);
        glance_mark_line(quadrant, row.depth, left > at - here ? left : at - here,
                         right < end - here ? right : end - here);
    }
    if (free && row.depth < quadrant->radius) {
        rows[waiting] = row;
        rows[waiting++].depth++;
    }
    return waiting;
}

/// How many lines, the nearest first, have nothing blocked between the slopes that a quadrant
/// begins with: most near a sensor.
static int32_t glance_open_lines(const glance_quadrant *quadrant)
{
    const int32_t here = quadrant->along + 1;
    int32_t depth = 0;
    for (bool free = true; free && depth < quadrant->radius; depth += free) {
        const int32_t first = here - depth - 1;
        const int32_t last = here + depth + 1;
        const int32_t line = quadrant->across + 1 + (depth + 1) * quadrant->ahead;
        free = first > 0 && last < quadrant->last &&
               glance_stretch(quadrant->lines + (size_t)line * quadrant->words, first, last,
                              &free) == last &&
               free;
    }
    return depth;
}

/// Marks so many of them.
static void glance_mark_open(const glance_quadrant *quadrant, int32_t depth)
{
    if (quadrant->rows) {
        for (int32_t i = 1; i <= depth; i++) {
            glance_mark_line(quadrant, i, -i, i);
        }
        return;
    }
    // Columns lie across the words of what is marked: these are marked by rows as well.
    const bool adds = quadrant->glance->truth->neighbours == WAY_NEIGHBOURS_4;
    for (int32_t i = -depth; i <= depth; i++) {
        const int32_t near = i < 0 ? -i : i;
        const int32_t cut = quadrant->radius - near;
        const int32_t far = adds && cut < depth ? cut : depth;
        const int32_t left = quadrant->across + (quadrant->ahead > 0 ? near : -far);
        glance_mark_span(quadrant->glance, left, left + far - near, quadrant->along + i);
    }
}

void wayi_glance_sight(const wayi_glance *glance, const way_sensor *sensor)
{
    const way_map *map = glance->truth;
    const wayi_layer *layer = map->layers[1];
    const int32_t y = (int32_t)wayi_map_row(map, sensor->cell);
    const int32_t x = (int32_t)(sensor->cell - (uint32_t)y * map->width);
    glance_mark_span(glance, x, x, y);
    for (uint32_t turn = 0; turn < 4 && sensor->radius > 0; turn++) {
        const bool rows = turn < 2;
        const glance_quadrant quadrant = {.glance = glance,
                                          .lines = rows ? layer->rows : layer->columns,
                                          .words = rows ? map->row_words : map->column_words,
                                          .across = rows ? y : x,
                                          .along = rows ? x : y,
                                          .ahead = turn % 2 ? 1 : -1,
                                          .last = (int32_t)(rows ? map->width : map->height) + 1,
                                          .radius = (int32_t)sensor->radius,
                                          .rows = rows};
        const int32_t open = glance_open_lines(&quadrant);
        glance_mark_open(&quadrant, open);
        glance->rows[0] = (wayi_glance_row){open + 1, -1, 1, 1, 1};
        for (uint32_t waiting = quadrant.radius != open; waiting > 0;) {
            const wayi_glance_row row = glance->rows[--waiting];
            waiting = glance_scan(&quadrant, row, waiting);
        }
    }
}
