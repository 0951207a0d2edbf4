// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map as a space. Searches that know grids look inside.
#pragma once

#include "map/grid/map.h"
#include "space/space.h"

typedef struct wayi_grid {
    way_space space;
    const way_map *map;
    const wayi_layer *layer;
} wayi_grid;

extern const way_space_type wayi_grid_type;

/// The grid behind a space, or NULL if it is something else.
static inline const wayi_grid *wayi_space_grid(const way_space *space)
{
    return space->type == &wayi_grid_type ? (const wayi_grid *)space : NULL;
}

/// The same for searches that know neighbours only: NULL also where there are links.
static inline const wayi_grid *wayi_space_plain_grid(const way_space *space)
{
    const wayi_grid *grid = wayi_space_grid(space);
    return grid && !grid->layer->links ? grid : NULL;
}

/// A hash of all that decides paths in a grid space.
static inline uint64_t wayi_grid_hash(const way_space *space)
{
    const wayi_grid *grid = (const wayi_grid *)space;
    return wayi_layer_hash(grid->map, grid->layer);
}

/// The cost estimate between two cells over open ground.
static inline way_cost wayi_grid_distance(const wayi_grid *grid, way_cell a, way_cell b)
{
    const way_map *map = grid->map;
    const wayi_offset by = wayi_map_offset(map, b, a);
    return wayi_map_open_distance(map, grid->layer, by.x, by.y);
}
