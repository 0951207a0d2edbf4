// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/smooth.h"

#include <stdlib.h>
#include <string.h>

/// Cells that a ray goes at most with `--smooth box`.
#define SMOOTH_BOX 12u

const char *const cli_choices_smooth[] = {"none", "rays", "box", "pull", "angle", "spline", NULL};

cli_smooth cli_smooth_find(const char *name)
{
    uint32_t kind = CLI_SMOOTH_SPLINE;
    while (kind > CLI_SMOOTH_NONE && strcmp(cli_choices_smooth[kind], name) != 0) {
        kind--;
    }
    return (cli_smooth)kind;
}

static way_smoothing smooth_kind(cli_smooth kind)
{
    switch (kind) {
    case CLI_SMOOTH_RAYS:
    case CLI_SMOOTH_BOX:
        return WAY_SMOOTHING_RAYS;
    case CLI_SMOOTH_PULL:
        return WAY_SMOOTHING_PULL;
    default:
        return WAY_SMOOTHING_ANY_ANGLE;
    }
}

/// Replaces the path by a curve through it: bent, or with its corners.
static way_status smooth_bend(const cli_trip_request *request, cli_trip_result *result)
{
    const way_curve_config config = {.map = request->map, .unit_size = request->unit};
    way_status status = way_path_curve(&config, result->path, result->path_count, &result->curve);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    result->curve.capacity = result->curve.count;
    result->curve.points = malloc(result->curve.count * sizeof *result->curve.points);
    if (!result->curve.points) {
        return WAY_STATUS_NO_MEMORY;
    }
    status = way_path_curve(&config, result->path, result->path_count, &result->curve);
    return status;
}

static way_status smooth_corners(const cli_trip_request *request, cli_trip_result *result)
{
    result->curve.points = malloc(result->path_count * sizeof *result->curve.points);
    if (!result->curve.points) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < result->path_count; i++) {
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(request->map, result->path[i], &x, &y);
        result->curve.points[i] = (way_curve_point){x, y};
    }
    result->curve.count = result->path_count;
    return WAY_STATUS_OK;
}

way_status cli_smooth_apply(const cli_trip_request *request, cli_trip_result *result,
                            uint32_t space)
{
    if (result->path_count && (space & WAY_SPACE_ANGLES)) {
        return request->smooth == CLI_SMOOTH_SPLINE ? smooth_bend(request, result)
                                                    : smooth_corners(request, result);
    }
    if (request->smooth == CLI_SMOOTH_NONE || result->path_count == 0) {
        return WAY_STATUS_OK;
    }
    result->length_before = way_path_length(request->map, result->path, result->path_count);
    way_smoothing_config config = {.map = request->map,
                                   .unit_size = request->unit,
                                   .kind = smooth_kind(request->smooth),
                                   .reach = request->smooth == CLI_SMOOTH_BOX ? SMOOTH_BOX : 0};
    way_status status = WAY_STATUS_OK;
    if (config.kind != WAY_SMOOTHING_RAYS) {
        // Straight lines along a path can't undo its detours.
        const way_smoothing_config rays = {.map = request->map, .unit_size = request->unit};
        status = way_path_smooth(&rays, result->path, &result->path_count);
    }
    if (status == WAY_STATUS_OK) {
        status = way_path_smooth(&config, result->path, &result->path_count);
    }
    if (status == WAY_STATUS_OK && request->smooth == CLI_SMOOTH_ANGLE) {
        status = smooth_corners(request, result);
    } else if (status == WAY_STATUS_OK && request->smooth == CLI_SMOOTH_SPLINE) {
        status = smooth_bend(request, result);
    } else if (status == WAY_STATUS_OK && result->cost != WAY_COST_MAX) {
        (void)way_path_check(request->map, request->unit, result->path, result->path_count,
                             &result->cost);
    }
    return status;
}
