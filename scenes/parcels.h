// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Cuts a scene into boxes: the ground plan of fields and buildings.
#pragma once

#include "scenes/canvas.h"

typedef struct scene_parcels {
    scene_box *boxes; ///< the leaves, none narrower than half the wanted side
    uint32_t count;
    scene_box *cuts; ///< the lines between them, one cell thick, in the order of cutting
    uint32_t cut_count;
} scene_parcels;

/// Cuts the whole canvas at random, across the longer side, until boxes are about `side` cells.
WAY_NODISCARD way_status scene_parcels_create(scene_canvas *canvas, int32_t side,
                                              scene_parcels *out);
void scene_parcels_destroy(scene_parcels *parcels);
