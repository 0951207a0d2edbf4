// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What can be laid over a map: regions of databases, fields of costs, smoothed paths.
#include "web/engine/engine.h"

#include <waymark/database.h>

#include <stdlib.h>

static uint32_t layers_cells(void)
{
    return way_map_width(engine_map()) * way_map_height(engine_map());
}

/// Region + 1 of every cell, 0 for none; the highest bit marks the cells that represent theirs.
/// Returns how many cells are in a region.
ENGINE_CALL(uint32_t, layer_regions, (uint32_t slot, uint32_t *out))
{
    const way_navigator *navigator = engine_trip_navigator(slot);
    uint32_t inside = 0;
    for (way_cell cell = 0; cell < layers_cells(); cell++) {
        way_state place = WAY_STATE_NONE;
        const uint32_t region = way_navigator_region(navigator, cell, &place);
        out[cell] = 0;
        if (region != WAY_STATE_NONE) {
            out[cell] = (region + 1) | (place == cell ? 0x80000000u : 0);
            inside++;
        }
    }
    return inside;
}

/// The exact cost from every cell to `goal` (or from it), WAY_COST_MAX where there is no way.
ENGINE_CALL(int32_t, layer_field, (uint32_t goal, uint32_t size, uint32_t backward, uint32_t *out))
{
    way_space *space = NULL;
    way_field *field = NULL;
    way_status status = engine_map_prepare(size);
    status = status ? status : way_space_create_grid(engine_map(), size, NULL, &space);
    if (status == WAY_STATUS_OK) {
        const way_field_config config = {.space = space, .backward = backward != 0};
        status = way_field_create(&config, &field);
    }
    if (status == WAY_STATUS_OK) {
        status = way_field_begin(field, &goal, 1, WAY_COST_MAX);
    }
    if (status == WAY_STATUS_OK) {
        (void)way_field_run(field);
        for (way_cell cell = 0; cell < layers_cells(); cell++) {
            out[cell] = way_field_cost(field, cell);
        }
    }
    way_field_destroy(field);
    way_space_destroy(space);
    return (int32_t)engine_reply_status(status);
}

/// Smooths a path in place and says how many cells are left.
ENGINE_CALL(int32_t, layer_smooth, (uint32_t kind, uint32_t size, way_cell *cells, uint32_t count))
{
    const way_smoothing_config config = {
        .map = engine_map(), .unit_size = size, .kind = (way_smoothing)kind};
    const way_status status = way_path_smooth(&config, cells, &count);
    if (status != WAY_STATUS_OK) {
        return (int32_t)engine_reply_status(status);
    }
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("count", count);
    engine_reply_decimal("length", way_path_length(engine_map(), cells, count));
    engine_reply_close('}');
    return WAY_STATUS_OK;
}
