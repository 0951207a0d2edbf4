// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The inside of a navigation mesh. Coordinates are whole numbers of at most 10^9 in size, so that
// products of two differences fit into 64 bits: which side of a line a point lies on is exact.
#pragma once

#include "base/alloc.h"
#include "base/job.h"
#include "space/space.h"

#include <waymark/navgraph.h>

#define WAYI_MESH_NONE UINT32_MAX

/// A side with a twin: where ways lead from a polygon into another. All that a search asks of it
/// lies side by side.
typedef struct wayi_mesh_door {
    way_point from, to; ///< its ends; leaving by it `from` is on the right
    uint32_t from_stop, to_stop;
    uint32_t twin;       ///< the same door of the polygon beyond
    uint32_t beyond;     ///< that polygon
    uint32_t low, count; ///< ranks of what lies behind it if there is no other way there
    uint8_t from_bends, to_bends;
    uint8_t upward; ///< behind it lies everything but those ranks
} wayi_mesh_door;

struct way_mesh {
    way_point *points; ///< [stop_count]
    uint32_t point_count;
    uint32_t stop_count; ///< a point where walls meet is several places to stop at: the others
                         ///< follow the points
    uint32_t polygon_count;
    uint32_t corner_count; ///< of all polygons: also their sides
    uint32_t *starts;      ///< [polygon_count + 1] into corners
    uint32_t *corners;     ///< points; a side goes from a corner to the next of its polygon
    uint32_t *twins;       ///< [corner_count] the same side of the polygon beyond, or NONE
    uint32_t *owners;      ///< [corner_count] polygon of a side
    uint32_t *stops;       ///< [corner_count] the stop where a side starts
    uint32_t *stop_sides;  ///< [stop_count] a side that starts there
    uint8_t *bends;        ///< [stop_count] a taut way may bend: walls leave more than 180 degrees
    uint32_t *door_starts; ///< [polygon_count + 1] into doors
    wayi_mesh_door
        *doors;      ///< [door_starts[polygon_count]] of each polygon in the order of its sides
    uint32_t *ranks; ///< [polygon_count] see mesh_doors.c
    // Which polygons are near: a grid of lists.
    way_point low, high;
    uint32_t grid_side;
    uint32_t *grid_starts; ///< [grid_side * grid_side + 1]
    uint32_t *grid_lists;
    uint32_t grid_list_count;
    struct wayi_mesh_source *source; ///< the map that it follows, or NULL
    uint32_t stop_room;              ///< stops that repairs may make of it
    uint64_t revision;               ///< of what repairs made of it
    way_allocator allocator;
};

/// What is wrong with a mesh: one of its polygons, or one of its points.
typedef struct wayi_mesh_fault {
    uint32_t polygon; ///< NONE = it is about a point
    uint32_t other;   ///< the polygon it is at odds with, or NONE
    uint32_t point;
    const char *text; ///< "is not convex"
} wayi_mesh_fault;

/// As way_mesh_create, with the fault in parts. A mesh that is `trusted` is not looked through for
/// overlaps; the stage is told instead of config->job.
way_status wayi_mesh_create(const way_mesh_config *config, bool trusted, wayi_job_stage stage,
                            way_mesh **out, wayi_mesh_fault *fault);

/// The smallest upright rectangle round a polygon.
typedef struct wayi_mesh_box {
    uint32_t polygon;
    int32_t left, right, top, bottom;
} wayi_mesh_box;

wayi_mesh_box wayi_mesh_box_of(const way_mesh *mesh, uint32_t polygon);

/// Turns all polygons the same way round, finds the twins of sides, and checks everything that a
/// mesh promises but, if `trusted`, overlaps. BAD_FORMAT with the fault, NO_MEMORY,
/// CANCELLED.
way_status wayi_mesh_check(way_mesh *mesh, bool trusted, wayi_job_stage stage,
                           wayi_mesh_fault *fault);

/// A mesh of the same ground with fewer polygons, cut between corners of walls only. All points lie
/// on whole cells. NO_MEMORY.
way_status wayi_mesh_merge(const way_mesh *mesh, way_mesh **out);

/// A mesh of the cells of an area that a unit can stand on; NULL if there are none. NO_MEMORY,
/// TOO_LARGE.
struct wayi_layer;
way_status wayi_mesh_cut(const way_map *map, const struct wayi_layer *layer, way_rect area,
                         const way_allocator *allocator, way_mesh **out);

/// What a mesh keeps of its map (mesh_tiles.c); NULL is fine.
void wayi_mesh_source_destroy(struct wayi_mesh_source *source, const way_allocator *allocator);
size_t wayi_mesh_source_bytes(const struct wayi_mesh_source *source);

/// Finds stops, and where ways may bend. Twins are known. False without memory.
bool wayi_mesh_find_stops(way_mesh *mesh);

/// Lists doors, and finds which of them are the only way to what lies behind them. Stops are known.
/// False without memory.
bool wayi_mesh_find_doors(way_mesh *mesh);

/// Whether a polygon of a rank may be reached by a door without coming back by it.
static inline bool wayi_mesh_leads_to(const wayi_mesh_door *door, uint32_t rank)
{
    return (rank - door->low < door->count) != door->upward;
}

/// Looks for two polygons that overlap: their numbers, the larger first, or NONE. The polygons are
/// convex and turn from x towards y. NO_MEMORY, CANCELLED.
way_status wayi_mesh_find_overlap(const way_mesh *mesh, wayi_job_stage stage, uint32_t *polygon,
                                  uint32_t *other);

/// Twice the area of a triangle, positive if it turns from x towards y.
static inline int64_t wayi_mesh_turn(way_point a, way_point b, way_point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static inline uint32_t wayi_mesh_size(const way_mesh *mesh, uint32_t polygon)
{
    return mesh->starts[polygon + 1] - mesh->starts[polygon];
}

/// The side after this one round its polygon.
static inline uint32_t wayi_mesh_next(const way_mesh *mesh, uint32_t side)
{
    const uint32_t owner = mesh->owners[side];
    return side + 1 < mesh->starts[owner + 1] ? side + 1 : mesh->starts[owner];
}

/// The point where a side starts.
static inline way_point wayi_mesh_at(const way_mesh *mesh, uint32_t side)
{
    return mesh->points[mesh->corners[side]];
}

/// Goes round a point from polygon to polygon, over sides on which it lies:
///     wayi_mesh_round round = wayi_mesh_round_begin(mesh, polygon, at);
///     do { ... round.polygon ... } while (wayi_mesh_round_next(&round));
typedef struct wayi_mesh_round {
    const way_mesh *mesh;
    way_point at;
    uint32_t polygon;
    uint32_t first;
    uint32_t left;    ///< the side by which the first polygon was left, or NONE
    uint32_t entered; ///< the side by which this one was entered, or NONE
    bool back;
} wayi_mesh_round;

static inline wayi_mesh_round wayi_mesh_round_begin(const way_mesh *mesh, uint32_t polygon,
                                                    way_point at)
{
    return (wayi_mesh_round){mesh, at, polygon, polygon, WAYI_MESH_NONE, WAYI_MESH_NONE, false};
}

/// False once all were met.
bool wayi_mesh_round_next(wayi_mesh_round *round);

/// Whether a polygon holds a point, its border included.
bool wayi_mesh_holds(const way_mesh *mesh, uint32_t polygon, way_point point);

/// The side over which the way between the middles of two polygons is shortest, or NONE.
uint32_t wayi_mesh_portal(const way_mesh *mesh, uint32_t from, uint32_t to);

// Points as states --------------------------------------------------------------------------------

/// The space of a mesh's points and of spots that the caller moves about. Spots come first.
typedef struct wayi_points {
    way_space space;
    const way_mesh *mesh;
    way_point *spots;             ///< [spot_count]
    uint32_t *homes;              ///< [spot_count] a polygon that holds the spot, or NONE
    uint64_t homes_revision;      ///< of the mesh that they belong to
    uint32_t *seen;               ///< [state_count] the last look that met a state
    struct mesh_points_gap *gaps; ///< what a look still has to go through
    uint32_t gap_capacity;
    uint32_t spot_count;
    uint32_t look;
    uint64_t moves; ///< of spots
} wayi_points;

/// The space behind a way_space with WAY_SPACE_MESH_POINTS.
static inline const wayi_points *wayi_space_points(const way_space *space)
{
    return (const wayi_points *)space;
}

/// Where a state is.
static inline way_point wayi_points_at(const wayi_points *points, way_state state)
{
    if (state < points->spot_count) {
        return points->spots[state];
    }
    const uint32_t stop = state - points->spot_count;
    return stop < points->mesh->stop_count ? points->mesh->points[stop] : (way_point){0, 0};
}

/// The state where a side starts.
static inline way_state wayi_points_of(const wayi_points *points, uint32_t side)
{
    return points->spot_count + points->mesh->stops[side];
}

/// A polygon that holds a state, or NONE.
static inline uint32_t wayi_points_home(const wayi_points *points, way_state state)
{
    const way_mesh *mesh = points->mesh;
    if (state < points->spot_count) {
        const uint32_t home = points->homes[state];
        return home == WAYI_MESH_NONE || points->homes_revision == mesh->revision
                   ? home
                   : way_mesh_locate(mesh, points->spots[state]);
    }
    const uint32_t stop = state - points->spot_count;
    return stop < mesh->stop_count ? mesh->owners[mesh->stop_sides[stop]] : WAYI_MESH_NONE;
}

/// The cost of the straight way between two states.
way_cost wayi_points_cost(const wayi_points *points, way_state from, way_state to);

/// On which side of a ray from a root a point lies: positive is left. The ray goes through another
/// point, or away from one behind the root.
static inline int64_t wayi_mesh_ray_turn(way_point root, way_point other, bool behind, way_point at)
{
    return behind ? wayi_mesh_turn(other, root, at) : wayi_mesh_turn(root, other, at);
}

static inline bool wayi_mesh_same(way_point a, way_point b)
{
    return a.x == b.x && a.y == b.y;
}

/// Whether a point lies on a side, its ends included.
static inline bool wayi_mesh_on_side(way_point from, way_point to, way_point at)
{
    return wayi_mesh_turn(from, to, at) == 0 &&
           ((int64_t)from.x - at.x) * ((int64_t)to.x - at.x) +
                   ((int64_t)from.y - at.y) * ((int64_t)to.y - at.y) <=
               0;
}
