// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The one call that smooths the paths of all algorithms, and what can be asked of a path.
#include "path/smooth.h"

#include <math.h>
#include <string.h>

uint32_t wayi_smooth_leaving(const way_map *map, const wayi_layer *layer, const way_cell *cells,
                             uint32_t count)
{
    uint32_t steps = 0;
    for (uint32_t i = 0; i < count && cells[i] < map->cell_count; i++) {
        const uint32_t y = wayi_map_row(map, cells[i]);
        const bool free = wayi_layer_has(map, layer, cells[i] - y * map->width, y);
        if ((i == 0 && (free || wayi_layer_moves(map, layer, cells[0]))) ||
            (i > 0 && wayi_map_plain_step(map, cells[i - 1], cells[i]) == WAY_COST_MAX)) {
            break;
        }
        steps = free ? steps : i;
    }
    return steps;
}

bool way_path_check(const way_map *map, uint32_t size, const way_cell *cells, uint32_t count,
                    way_cost *cost)
{
    way_cost sum = 0;
    bool legal = map && cells && count > 0 && wayi_map_layer(map, size) && size > 0 &&
                 cells[0] < map->cell_count;
    const uint32_t deep =
        legal ? wayi_smooth_leaving(map, wayi_map_layer(map, size), cells, count) : 0;
    legal &= deep == 0 || deep + 1 < count;
    for (uint32_t i = 1; legal && i < count; i++) {
        const way_cost step = i <= deep ? wayi_map_plain_step(map, cells[i - 1], cells[i])
                                        : way_map_step_cost(map, cells[i - 1], cells[i], size);
        legal = step != WAY_COST_MAX;
        sum = legal ? way_cost_add(sum, step) : sum;
    }
    if (cost) {
        *cost = sum;
    }
    return legal;
}

double way_path_length(const way_map *map, const way_cell *cells, uint32_t count)
{
    double length = 0;
    for (uint32_t i = 1; i < count; i++) {
        const wayi_offset by = wayi_map_offset(map, cells[i - 1], cells[i]);
        const double x = (double)by.x;
        const double y = (double)by.y;
        // The axes of a hex map are 60 degrees apart.
        const double lean = map->neighbours == WAY_NEIGHBOURS_6 ? x * y : 0;
        length += sqrt(x * x + y * y + lean);
    }
    return length;
}

/// Twice the length of a step times the mean of the weights at its ends: what the ground along it
/// weighs, whatever steps cost.
static uint64_t smooth_burden(const wayi_smoother *smoother, way_cell from, way_cell to)
{
    const uint32_t map_width = smoother->map->width;
    const uint32_t from_y = wayi_map_row(smoother->map, from);
    const uint32_t to_y = wayi_map_row(smoother->map, to);
    const bool diagonal = smoother->map->neighbours == WAY_NEIGHBOURS_8 && from_y != to_y &&
                          from - from_y * map_width != to - to_y * map_width;
    const uint8_t *weights = smoother->layer->weights;
    const uint32_t ahead = weights ? weights[to] : 1;
    const uint32_t behind = weights && weights[from] ? weights[from] : ahead;
    return (diagonal ? WAYI_SMOOTH_DIAGONAL : WAYI_SMOOTH_STRAIGHT) * (uint64_t)(behind + ahead);
}

/// Sums up the steps of a run; false if one is not legal.
static bool smooth_fill_costs(wayi_smoother *smoother, way_smoothing kind)
{
    smoother->costs[0] = 0;
    for (uint32_t i = 1; i < smoother->count; i++) {
        const way_cell from = smoother->cells[i - 1];
        const way_cell to = smoother->cells[i];
        const way_cost step = wayi_map_ground_cost(smoother->map, smoother->layer, from, to);
        if (step == WAY_COST_MAX) {
            return false;
        }
        smoother->costs[i] =
            smoother->costs[i - 1] +
            (kind == WAY_SMOOTHING_ANY_ANGLE ? smooth_burden(smoother, from, to) : step);
    }
    return true;
}

static uint32_t smooth_run(wayi_smoother *smoother, way_smoothing kind)
{
    switch (kind) {
    case WAY_SMOOTHING_RAYS:
        return wayi_smooth_rays(smoother);
    case WAY_SMOOTHING_PULL:
        return wayi_smooth_pull(smoother);
    default:
        return wayi_smooth_any_angle(smoother);
    }
}

static way_status smooth_check(const way_smoothing_config *config, const way_cell *cells,
                               const uint32_t *count)
{
    if (!config || !config->map || !cells || !count || *count == 0 ||
        (uint32_t)config->kind > WAY_SMOOTHING_ANY_ANGLE) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!wayi_map_layer(config->map, config->unit_size)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    return cells[0] < config->map->cell_count ? WAY_STATUS_OK : WAY_STATUS_STALE;
}

/// How many cells from the first on are walked: up to the first step along a link, or over one that
/// is not legal.
static uint32_t smooth_walked(const wayi_smoother *smoother, uint32_t size)
{
    uint32_t count = 1;
    while (smoother->layer->links && count < smoother->count) {
        const way_cell from = smoother->cells[count - 1];
        const way_cell to = smoother->cells[count];
        const way_cost step = way_map_step_cost(smoother->map, from, to, size);
        if (step == WAY_COST_MAX) {
            return count + 1;
        }
        if (step != wayi_map_ground_cost(smoother->map, smoother->layer, from, to)) {
            return count;
        }
        count++;
    }
    return smoother->count;
}

/// Smooths what lies between links, run by run.
static way_status smooth_all(wayi_smoother *smoother, const way_smoothing_config *config,
                             uint32_t *count)
{
    way_cell *cells = smoother->cells;
    uint32_t kept = wayi_smooth_leaving(smoother->map, smoother->layer, cells, *count);
    if (kept > 0 && kept + 1 == *count) {
        return WAY_STATUS_STALE;
    }
    for (uint32_t first = kept; first < *count;) {
        smoother->cells = cells + first;
        smoother->count = *count - first;
        smoother->count = smooth_walked(smoother, config->unit_size);
        first += smoother->count;
        if (!smooth_fill_costs(smoother, config->kind)) {
            return WAY_STATUS_STALE;
        }
        const uint32_t run = smooth_run(smoother, config->kind);
        if (!run) {
            return WAY_STATUS_NO_MEMORY;
        }
        memmove(cells + kept, smoother->cells, run * sizeof *cells);
        kept += run;
    }
    *count = kept;
    return WAY_STATUS_OK;
}

way_status way_path_smooth(const way_smoothing_config *config, way_cell *cells, uint32_t *count)
{
    way_status status = smooth_check(config, cells, count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t room = *count;
    wayi_smoother smoother = {.map = config->map,
                              .layer = wayi_map_layer(config->map, config->unit_size),
                              .reach = config->reach ? config->reach : UINT32_MAX,
                              .allocator = wayi_allocator_or_default(config->allocator)};
    smoother.costs = wayi_alloc(&smoother.allocator, room, sizeof *smoother.costs);
    // A copy: what was smoothed before something fails must not show.
    way_cell *copy = wayi_alloc(&smoother.allocator, room, sizeof *copy);
    status = WAY_STATUS_NO_MEMORY;
    if (smoother.costs && copy) {
        memcpy(copy, cells, room * sizeof *cells);
        smoother.cells = copy;
        status = smooth_all(&smoother, config, count);
    }
    if (status == WAY_STATUS_OK) {
        memcpy(cells, copy, *count * sizeof *cells);
    }
    WAYI_FREE(&smoother.allocator, copy, room);
    WAYI_FREE(&smoother.allocator, smoother.costs, room);
    return status;
}
