// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of the incremental benchmark share.
#pragma once

#include <waymark/waymark.h>

typedef struct incremental_options {
    uint32_t mazes;
    uint32_t maps;
    uint32_t agents;
    const char *data;
} incremental_options;

/// A list of cells.
typedef struct incremental_cells {
    way_cell *cells;
    uint32_t count;
} incremental_cells;

way_space *incremental_fog(const way_map *map, uint32_t radius, way_store store);

/// All passable cells; the caller frees them.
incremental_cells incremental_list_ground(const way_map *map);

/// Two places that are far apart and joined.
way_trip incremental_draw_trip(const way_map *map, const incremental_cells *ground, way_rng *rng);

/// Prints what 1 to options->agents units in the fog cost.
void incremental_agents(const incremental_options *options);
