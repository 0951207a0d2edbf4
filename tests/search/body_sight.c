// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/body_sight.h"

#include <math.h>
#include <stdlib.h>

static bool body_is_free(const body_ground *ground, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < ground->width && y < ground->height &&
           ground->free[y * ground->width + x];
}

/// The part of a line between two bounds of one coordinate: from low / scale to high / scale.
typedef struct body_part {
    int64_t low, high, scale; ///< scale 0: all of it, or with low above high nothing
} body_part;

static body_part body_clip(int64_t from, int64_t delta, int64_t middle)
{
    if (delta == 0) {
        const bool inside = from > middle - 1 && from < middle + 1;
        return (body_part){inside ? 0 : 1, 0, 0};
    }
    const int64_t side = delta > 0 ? 1 : -1;
    return (body_part){(middle - side - from) * side, (middle + side - from) * side, delta * side};
}

static bool body_before(int64_t a, int64_t a_scale, int64_t b, int64_t b_scale)
{
    return a * b_scale < b * a_scale;
}

/// Whether a line comes into the open square of side 2 around a cell.
static bool body_enters(const int64_t from[2], const int64_t delta[2], int64_t x, int64_t y)
{
    const body_part parts[2] = {body_clip(from[0], delta[0], x), body_clip(from[1], delta[1], y)};
    body_part bounds[2] = {{0, 0, 1}, {0, 0, 1}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2; i++) {
        if (parts[i].scale == 0 && parts[i].low > parts[i].high) {
            return false;
        }
        if (parts[i].scale) {
            bounds[count++] = parts[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            if (!body_before(bounds[i].low, bounds[i].scale, bounds[k].high, bounds[k].scale)) {
                return false;
            }
        }
        if (bounds[i].low >= bounds[i].scale || bounds[i].high <= 0) {
            return false;
        }
    }
    return true;
}

bool body_sees(const body_ground *ground, uint32_t from, uint32_t to)
{
    const int32_t width = ground->width;
    const int64_t origin[2] = {(int32_t)from % width, (int32_t)from / width};
    const int64_t delta[2] = {(int32_t)to % width - origin[0], (int32_t)to / width - origin[1]};
    if (!ground->free[from] || !ground->free[to]) {
        return false;
    }
    const int64_t left = delta[0] < 0 ? origin[0] + delta[0] : origin[0];
    const int64_t top = delta[1] < 0 ? origin[1] + delta[1] : origin[1];
    for (int64_t y = top; y <= top + llabs(delta[1]); y++) {
        for (int64_t x = left; x <= left + llabs(delta[0]); x++) {
            if (!ground->free[y * width + x] && body_enters(origin, delta, x, y)) {
                return false;
            }
        }
    }
    return true;
}

double body_length(const body_ground *ground, uint32_t from, uint32_t to)
{
    const int32_t width = ground->width;
    return hypot((int32_t)to % width - (int32_t)from % width,
                 (int32_t)to / width - (int32_t)from / width);
}

static bool body_is_corner(const body_ground *ground, int32_t x, int32_t y)
{
    for (int32_t k = 0; k < 4; k++) {
        const int32_t dx = k % 2 ? 1 : -1;
        const int32_t dy = k / 2 ? 1 : -1;
        if (body_is_free(ground, x + dx, y) && body_is_free(ground, x, y + dy) &&
            !body_is_free(ground, x + dx, y + dy)) {
            return true;
        }
    }
    return false;
}

void body_corners_make(const body_ground *ground, body_corners *out)
{
    const uint32_t cells = (uint32_t)(ground->width * ground->height);
    *out = (body_corners){.cells = malloc(cells * sizeof *out->cells)};
    for (uint32_t i = 0; i < cells; i++) {
        if (ground->free[i] &&
            body_is_corner(ground, (int32_t)i % ground->width, (int32_t)i / ground->width)) {
            out->cells[out->count++] = i;
        }
    }
    out->sees = calloc((size_t)out->count * out->count + 1, 1);
    for (uint32_t i = 0; i < out->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const uint8_t sees = body_sees(ground, out->cells[i], out->cells[k]);
            out->sees[i * out->count + k] = out->sees[k * out->count + i] = sees;
        }
    }
}

void body_corners_free(body_corners *corners)
{
    free(corners->cells);
    free(corners->sees);
}

double body_shortest(const body_ground *ground, const body_corners *corners, uint32_t start,
                     uint32_t goal)
{
    const uint32_t count = corners->count;
    double best = body_sees(ground, start, goal) ? body_length(ground, start, goal) : INFINITY;
    double *lengths = malloc((count + 1) * sizeof *lengths);
    uint8_t *done = calloc(count + 1, 1);
    for (uint32_t i = 0; i < count; i++) {
        lengths[i] = body_sees(ground, start, corners->cells[i])
                         ? body_length(ground, start, corners->cells[i])
                         : INFINITY;
    }
    for (;;) {
        uint32_t least = count;
        for (uint32_t i = 0; i < count; i++) {
            if (!done[i] && lengths[i] < (least < count ? lengths[least] : best)) {
                least = i;
            }
        }
        if (least == count) {
            break;
        }
        done[least] = 1;
        const uint32_t here = corners->cells[least];
        if (lengths[least] + body_length(ground, here, goal) < best &&
            body_sees(ground, here, goal)) {
            best = lengths[least] + body_length(ground, here, goal);
        }
        for (uint32_t i = 0; i < count; i++) {
            const double length = lengths[least] + body_length(ground, here, corners->cells[i]);
            if (corners->sees[least * count + i] && length < lengths[i]) {
                lengths[i] = length;
            }
        }
    }
    free(lengths);
    free(done);
    return best;
}
