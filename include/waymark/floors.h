// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps of several floors: equal rectangles of cells below each other on one map, a blocked row
// between two, joined by links. To everything that works on maps they are a map like any other;
// this header knows which cell lies on which floor, and reads and writes them.
//
//     way_floors floors;
//     way_map *map = NULL;
//     way_status status = way_floors_parse(text, size, NULL, NULL, &map, &floors, &problem);
//     way_cell upstairs = way_floors_cell(map, &floors, 1, 12, 7);
#pragma once

#include <waymark/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The rows of a map of `floors`, blocked ones included; 0 if it would have more than
/// WAY_MAP_SIDE_MAX.
WAY_API uint32_t way_floors_rows(const way_floors *floors);

/// Divides a map that is one floor so far: blocks the rows between floors for good, as one edit.
/// INVALID_ARGUMENT if it is divided otherwise already, OUT_OF_RANGE if it has another number of
/// rows, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_floors_divide(way_map *map, const way_floors *floors);

/// The cell at (x, y) of a floor, or WAY_CELL_NONE outside.
WAY_API way_cell way_floors_cell(const way_map *map, const way_floors *floors, uint32_t floor,
                                 int64_t x, int64_t y);

/// Where a cell lies; false between floors and outside. Any of the last three may be NULL.
WAY_API bool way_floors_position(const way_map *map, const way_floors *floors, way_cell cell,
                                 uint32_t *floor, uint32_t *x, uint32_t *y);

/// Reads a .map, as way_map_parse does, and says how it is divided: a map without the header line
/// `floors N` is one floor.
WAY_API WAY_NODISCARD way_status way_floors_parse(const char *text, size_t size,
                                                  const way_map_config *config,
                                                  const way_letters *letters, way_map **out,
                                                  way_floors *floors, way_problem *problem);

/// Writes a .map, floor by floor, and the links for all units; those of one profile are left out.
/// `letters` [opt]: each cell as the first letter, by code, that reads as its terrain; otherwise,
/// and for terrain without a letter, as way_map_format. INVALID floors are written as one. Returns
/// the bytes needed without a final 0, writing at most `capacity` of them.
WAY_API size_t way_floors_format(const way_map *map, const way_floors *floors,
                                 const way_letters *letters, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
