// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The inside of a WaymarkGround node, for its methods and for the reader of tiles.
#pragma once

#include "extension.h"

typedef struct ground {
    way_map *map;
    way_space *space;
    way_navigator *navigator; ///< of `algorithm`
    way_agent *agent;
    way_field *field;
    char algorithm[128];
    gd_vector2i origin; ///< the place of cell 0
} ground;

/// Makes the ground again: plain, with its top left cell at `origin`. Says so if it can't.
bool ground_setup(ground *self, gd_vector2i origin, gd_vector2i size);

extern const extension_method ground_read_tiles;
extern const extension_method ground_update_tiles;
