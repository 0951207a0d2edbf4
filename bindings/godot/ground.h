// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The inside of a WaymarkGround node, for its methods, the reader of tiles and the world of units.
#pragma once

#include "extension.h"

typedef struct ground {
    way_map *map;
    way_space *space;
    way_navigator *navigator; ///< of `algorithm`
    way_agent *agent;
    way_field *field;
    way_world *world;   ///< of units, if there is one
    way_unit *selected; ///< [selected_count of selected_capacity] who gets the next order
    uint32_t selected_count, selected_capacity;
    way_neighbours neighbours; ///< of the next setup
    way_corners corners;
    char algorithm[128];
    gd_vector2i origin; ///< the place of cell 0
} ground;

/// Makes the ground again: plain, with its top left cell at `origin`. Says so if it can't.
bool ground_setup(ground *self, gd_vector2i origin, gd_vector2i size);

/// The cell at a place, or WAY_CELL_NONE.
way_cell ground_cell(const ground *self, const gd_vector2i *place);

/// Edits the map, or the world on it: what was edited by hand would leave a world behind.
way_status ground_edit(ground *self, const way_edit *edits, uint32_t count);

/// Puts an end to the world.
void ground_forget_world(ground *self);

extern const extension_method *const units_methods[]; ///< ends with NULL
extern const extension_method ground_read_tiles;
extern const extension_method ground_update_tiles;
