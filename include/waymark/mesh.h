// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigation meshes over a map.
#pragma once

#include <waymark/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the length of one cell costs on meshes and waypoints, as in the default cost model of maps.
/// Costs are straight lengths times this, rounded up.
enum { WAY_NAVGRAPH_CELL = 408 };

// Navigation meshes -------------------------------------------------------------------------------

/// The length of a cell, and the largest coordinate.
enum { WAY_MESH_UNIT = 1000, WAY_MESH_COORDINATE_MAX = 1000000000 };

/// A point of a mesh, in thousandths of a cell [-10^9..10^9]. The cell (x, y) of a map covers
/// [x..x+1] x [y..y+1].
typedef struct way_point {
    int32_t x, y;
} way_point;

/// Most polygons, and most corners of all of them.
enum { WAY_MESH_POLYGONS_MAX = 1 << 20, WAY_MESH_CORNERS_MAX = 1 << 24 };

typedef struct way_mesh way_mesh;

/// A floor of convex polygons. Two that share a side, from corner to corner, are joined there.
/// All but `allocator` and `job` must be set; zero is the default of the rest.
typedef struct way_mesh_config {
    const way_point *points;
    uint32_t point_count;
    const uint32_t *corners; ///< numbers of points, polygon by polygon, in either direction
    const uint32_t *sizes;   ///< [polygon_count] corners of each polygon, 3 at least
    uint32_t polygon_count;
    const way_allocator *allocator; ///< [opt]
    const way_job *job;             ///< [opt] for progress and cancelling while it is checked
} way_mesh_config;

/// Creates a mesh; everything is copied. BAD_FORMAT (a polygon that is not convex, has no area or
/// overlaps another, a point without a polygon), OUT_OF_RANGE, TOO_LARGE, INVALID_ARGUMENT,
/// NO_MEMORY, CANCELLED. `problem` [opt] says which.
WAY_API WAY_NODISCARD way_status way_mesh_create(const way_mesh_config *config, way_mesh **out,
                                                 way_problem *problem);

/// A mesh for a kind of unit, which follows its map.
/// `map` must be set; zero is the default of the rest.
typedef struct way_mesh_map_config {
    const way_map *map; ///< borrowed as long as the mesh is repaired
    /// Of the unit, as for way_space_create_grid [0 = 1]. For one of n cells per side a point of
    /// the mesh is the top left corner of a square of n - 1 cells per side, which touches no wall.
    uint32_t profile;
    uint32_t tile;   ///< cells per side of the pieces that repairs remake [0 = the whole map]
    bool any_weight; ///< cells may differ in weight: ways are the shortest, whatever they cost
    const way_allocator *allocator; ///< [opt]
    way_problem *problem; ///< [opt] says what is UNSUPPORTED, and at which cell weights differ
} way_mesh_map_config;

/// Convex polygons that cover the cells on which a unit can stand; the corners of walls are their
/// points. With tiles, no polygon goes beyond its own. UNSUPPORTED (hexes, a profile that the map
/// lacks, cells of different weights without `any_weight`), OUT_OF_RANGE (nowhere to stand, a tile
/// below 8), TOO_LARGE, NO_MEMORY, INVALID_ARGUMENT.
WAY_API WAY_NODISCARD way_status way_mesh_create_for(const way_mesh_map_config *config,
                                                     way_mesh **out);

/// Follows the edits of the map since the mesh was made, with up to `budget` of work in this call
/// [UINT32_MAX = no limit]; `*done` says whether all is done. Then the mesh is the one that would
/// be made now, except for the numbers of polygons and points. One call puts all tiles in; until
/// then the mesh answers every question and trip as before. In some calls before that one and after
/// it, dead ends near the edits are not pruned: searches find the same paths with more work. The
/// work depends on the tiles that were edited, those beside them and the blocks of 512 cells per
/// side, or of a larger tile, that these lie in, not on the size of the map, and budgets do not
/// change it: if all of it is w, it takes at most 2 w / budget + 1 calls. On rare occasions lists
/// of the mesh are moved to where they have an eighth more room (1 for each 64 bytes of the mesh at
/// most). Edits may come between calls: a tile that is edited again is begun again, or once more
/// after it is put in. After eight restarts the next call finishes the repair, whatever its budget.
///
/// Work is cells, sides and polygons looked at. A call takes at most 8 more for each cell of a
/// tile's side. Two things are not split, and get a call of their own if they do not fit: the
/// corners of a tile's cells or polygons are copied (1 for each 4 of them); and tiles that were
/// laid beside the mesh are put in (1 for each side of the tiles, old and new, at most). Listing
/// edits, and comparing the weights of what was edited, is not counted.
///
/// Spaces of points stay valid: once tiles are put in, their trips end with STALE, and spots stay
/// where they are if there is still ground. Don't call it while agents step. UNSUPPORTED (not made
/// by way_mesh_create_for, the profile is gone, or weights have come to differ and `any_weight` was
/// not given), OUT_OF_RANGE (nowhere to stand), TOO_LARGE (a quarter more points than at first, or
/// too many polygons), NO_MEMORY: then the mesh is as before, trips go on, and the next call begins
/// again. INVALID_ARGUMENT.
WAY_API WAY_NODISCARD way_status way_mesh_repair(way_mesh *mesh, uint32_t budget, bool *done);

/// Whether the mesh has followed all edits of its map; true for meshes that follow none.
WAY_API bool way_mesh_is_current(const way_mesh *mesh);

/// Reads the mesh text format (docs/formats.md):
///     waymark-mesh 1
///     vertex ID X Y
///     polygon ID VERTEX VERTEX VERTEX ...
/// '#' starts a comment; vertices and polygons are numbered 0, 1, 2, ... each. Coordinates are in
/// cells and have at most 3 decimals. As way_mesh_create, and CANCELLED; `problem` names the line.
WAY_API WAY_NODISCARD way_status way_mesh_parse(const char *text, size_t size,
                                                const way_parse_config *config, way_mesh **out,
                                                way_problem *problem);

/// Writes that format. Returns the bytes needed without a final 0, writing at most `capacity`.
WAY_API size_t way_mesh_format(const way_mesh *mesh, char *text, size_t capacity);

/// NULL is fine.
WAY_API void way_mesh_destroy(way_mesh *mesh);

WAY_API uint32_t way_mesh_polygon_count(const way_mesh *mesh);
WAY_API uint32_t way_mesh_point_count(const way_mesh *mesh);

/// A point; {0, 0} if there is no such one.
WAY_API way_point way_mesh_point(const way_mesh *mesh, uint32_t index);
WAY_API size_t way_mesh_bytes(const way_mesh *mesh);

/// The points of a polygon, turning from x towards y, until the mesh is repaired or destroyed; NULL
/// and a count of 0 if there is no such polygon.
WAY_API const uint32_t *way_mesh_polygon(const way_mesh *mesh, uint32_t polygon, uint32_t *count);

/// The polygon beyond the side that starts at corner `side`; WAY_STATE_NONE if there is none, or no
/// such side.
WAY_API uint32_t way_mesh_neighbour(const way_mesh *mesh, uint32_t polygon, uint32_t side);

/// The polygon that holds a point, the lowest if several touch there, or WAY_STATE_NONE.
WAY_API uint32_t way_mesh_locate(const way_mesh *mesh, way_point point);

/// A graph whose nodes are the polygons. A link costs the way from the middle of one polygon over
/// the middle of the shared side to the middle of the other. The mesh is not needed afterwards.
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_mesh(const way_mesh *mesh,
                                                       const way_allocator *allocator,
                                                       way_space **out);

/// The points of a mesh as states, for the shortest possible ways ("polyanya"), and `spots` more
/// states [0..65536] for the ends of trips. Spots come first, 0 to spots - 1, then the points of
/// the mesh, in an order of their own if it follows a map (way_points_at). Points that see each
/// other are one step apart, at the cost of the straight way. Borrows the mesh. One thread at a
/// time: looking around uses memory of the space. TOO_LARGE (spots), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_space_create_points(const way_mesh *mesh, uint32_t spots,
                                                         const way_allocator *allocator,
                                                         way_space **out);

/// Puts a spot of that space somewhere on the mesh; until then nobody can stand there. Don't call
/// it during a trip. OUT_OF_RANGE (no such spot, or a point off the mesh), INVALID_ARGUMENT.
WAY_API WAY_NODISCARD way_status way_points_set(way_space *space, uint32_t spot, way_point at);

/// Where a state of that space is.
WAY_API way_point way_points_at(const way_space *space, way_state state);

/// A way through a chain of polygons.
typedef struct way_mesh_chain {
    way_point start;           ///< in the first polygon
    way_point goal;            ///< in the last
    const way_state *polygons; ///< [count] each beside the one before
    uint32_t count;
} way_mesh_chain;

/// Pulls a string through the chain: the shortest way inside it, as points from start to goal. It
/// has at most count + 1 points, and `capacity` must be that. INVALID_ARGUMENT (not a chain, an end
/// outside, no room).
WAY_API WAY_NODISCARD way_status way_mesh_pull(const way_mesh *mesh, const way_mesh_chain *chain,
                                               way_point *points, uint32_t capacity,
                                               uint32_t *count);

/// The sum of the straight lengths between the points, in cells.
WAY_API double way_points_length(const way_point *points, uint32_t count);

#ifdef __cplusplus
}
#endif
