// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smaller graphs over a map: waypoints, points of visibility, navigation meshes.
//
//     way_places places;  way_space *graph = NULL, *trip = NULL;
//     way_status status = way_places_corners(map, NULL, &places);
//     way_places_config config = {.map = map, .cells = places.cells, .cell_count = places.count};
//     status = way_space_create_places(&config, &graph);
//     status = way_space_attach(graph, &config, start, goal, &trip);   // states n and n + 1
#pragma once

#include <waymark/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the length of one cell costs in these graphs, as in the default cost model of maps. Costs
/// are straight lengths times this, rounded up.
#define WAY_NAVGRAPH_CELL 408u

// Places: waypoints and points of visibility
// -------------------------------------------------------

/// Cells to be the nodes of a graph, ascending.
typedef struct way_places {
    way_cell *cells;
    uint32_t count;
    way_allocator allocator;
} way_places;

/// The points of visibility: the cells round which a shortest way can bend, namely those diagonal
/// to a blocked cell with both cells between free. UNSUPPORTED (hexes), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_places_corners(const way_map *map,
                                                    const way_allocator *allocator,
                                                    way_places *out);

/// Waypoints such that every passable cell sees one no farther than `reach` cells away [0 = any
/// distance], and waypoints are linked wherever their surroundings are joined. UNSUPPORTED (hexes),
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_places_cover(const way_map *map, uint32_t reach,
                                                  const way_allocator *allocator, way_places *out);

/// Gives back what the two above gave. NULL and zeroed places are fine.
WAY_API void way_places_free(way_places *places);

typedef struct way_places_config {
    const way_map *map;             ///< square cells of plain ground
    const way_cell *cells;          ///< [cell_count] any passable cells
    uint32_t cell_count;            ///< [1..65536]
    uint32_t reach;                 ///< longest link in cells; 0 = any length
    const way_allocator *allocator; ///< [opt]
} way_places_config;

/// A graph whose nodes are the cells in order, linked where one sees the other
/// (WAY_SIGHT_ANY_ANGLE) at the cost of the straight way. The map is not needed afterwards.
/// OUT_OF_RANGE (a cell is blocked or outside), UNSUPPORTED (hexes, weights), TOO_LARGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_places(const way_places_config *config,
                                                         way_space **out);

/// How many passable cells see one of the places within reach.
WAY_API uint32_t way_places_coverage(const way_places_config *config);

/// The graph with two more nodes for one trip: state cell_count at `start`, and state cell_count +
/// 1 at `goal`, or the same one if both are one cell. They are linked to all places in sight and to
/// each other. The graph, made with the same config, is borrowed and stays as it is. OUT_OF_RANGE
/// (a cell is blocked or outside), INVALID_ARGUMENT, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_attach(way_space *graph, const way_places_config *config,
                                                  way_cell start, way_cell goal, way_space **out);

#ifdef __cplusplus
}
#endif
