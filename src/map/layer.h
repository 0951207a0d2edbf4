// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building the bit layers and keeping them up to date.
#pragma once

#include "map/map.h"

/// A layer of blocked cells, without components; NULL without memory.
wayi_layer *wayi_layer_create(const way_map *map, uint32_t size);

/// Destroys a layer and its components. NULL is fine.
void wayi_layer_destroy(const way_map *map, wayi_layer *layer);

size_t wayi_layer_bytes(const way_map *map, const wayi_layer *layer);

/// Makes a rectangle of layer 1 passable or blocked.
void wayi_layer_fill(const way_map *map, wayi_layer *layer, way_rect rect, bool passable);

/// Brings everything else in line with the rows of a layer.
void wayi_layer_complete(const way_map *map, wayi_layer *layer);

/// Brings the layer of a larger unit in line with layer 1, of which a rectangle changed.
void wayi_layer_update(const way_map *map, wayi_layer *layer, way_rect rect);

/// Renews the neighbour bytes, or the run bits, of the cells of a rectangle from rows and columns:
/// of a changed one and all around it.
void wayi_layer_update_around(const way_map *map, wayi_layer *layer, way_rect rect);
void wayi_layer_update_runs(const way_map *map, wayi_layer *layer, way_rect rect);
