// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building the bit layers and keeping them up to date.
#pragma once

#include "map/grid/map.h"

/// A bare layer of blocked cells; NULL without memory.
wayi_layer *wayi_layer_create(const way_map *map, const wayi_table *table, uint32_t size);

/// Destroys a layer and its components. NULL is fine.
void wayi_layer_destroy(const way_map *map, wayi_layer *layer);

/// Gives a bare layer with rows and columns all else, components and footprint included; false and
/// bare without memory.
bool wayi_layer_furnish(const way_map *map, wayi_layer *layer);

/// Makes a layer bare again.
void wayi_layer_strip(const way_map *map, wayi_layer *layer);

/// Makes a rectangle of the base of a table passable or blocked.
void wayi_layer_fill(const way_map *map, wayi_layer *layer, way_rect rect, bool passable);

/// How many words rows take, or columns.
static inline size_t wayi_layer_row_total(const way_map *map)
{
    return ((size_t)map->height + 2) * map->row_words + 1;
}

static inline size_t wayi_layer_column_total(const way_map *map)
{
    return ((size_t)map->width + 2) * map->column_words + 1;
}

/// Brings columns in line with 64 rows of a layer, a word of each; or, of any bits that are kept
/// like rows and like columns, with those of a rectangle.
void wayi_layer_transpose_band(const way_map *map, wayi_layer *layer, uint32_t band, uint32_t first,
                               uint32_t end);
void wayi_lines_transpose(const way_map *map, const uint64_t *rows, uint64_t *columns,
                          way_rect rect);

/// Brings the layer of a larger unit in line with the base of its table, of which a rectangle
/// changed.
void wayi_layer_update(const way_map *map, wayi_layer *layer, way_rect rect);

/// Brings what units of several cells cover in line with the plane of the table, of which a
/// rectangle changed, and with the rows.
void wayi_layer_update_footprint(const way_map *map, wayi_layer *layer, way_rect rect);

/// Renews the bits of rough ground of the cells of a rectangle: of those that weigh otherwise and
/// all around.
void wayi_layer_update_rough(const way_map *map, wayi_layer *layer, way_rect rect);

/// Renews the neighbour bytes, or the run bits, of the cells of a rectangle from rows and columns:
/// of a changed one and all around it.
void wayi_layer_update_around(const way_map *map, wayi_layer *layer, way_rect rect);
void wayi_layer_update_runs(const way_map *map, wayi_layer *layer, way_rect rect);

/// Renews the runs north and south that wayi_layer_update_runs has put off, of all rectangles at
/// once.
void wayi_layer_settle_runs(const way_map *map, wayi_layer *layer);

/// The first part of that: jump points and corners, which need nothing but rows and columns.
void wayi_layer_update_jumps(const way_map *map, wayi_layer *layer, way_rect rect);

/// Adds what the lines through a rectangle hold there to the counts of a layer, or takes it off:
/// before a change, of all cells whose bits it may concern.
void wayi_layer_count(const way_map *map, wayi_layer *layer, way_rect rect, bool adds);

/// All cells whose steps a changed rectangle concerns: those of units that cover or pass it.
way_rect wayi_layer_touched(const way_map *map, const wayi_layer *layer, way_rect rect);
