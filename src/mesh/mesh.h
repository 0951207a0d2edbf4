// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The inside of a navigation mesh. Coordinates are whole numbers of at most 10^9 in size, so that
// products of two differences fit into 64 bits: which side of a line a point lies on is exact.
#pragma once

#include "base/alloc.h"
#include "base/job.h"
#include "core/hash_table.h"
#include "space/space.h"

#include <waymark/mesh.h>

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

/// Its sides lie one after the other; its doors do too, in their order, from the same number on.
typedef struct wayi_mesh_polygon {
    uint32_t first;
    uint32_t size;  ///< sides
    uint32_t doors; ///< sides with a twin
    uint32_t rank;  ///< see mesh_doors.c
} wayi_mesh_polygon;

/// Where one can stop: a point where walls meet may be several such places.
typedef struct wayi_mesh_stop {
    way_point at;
    uint32_t side;  ///< one that starts there; NONE = not in use
    uint32_t bends; ///< a taut way may bend: walls leave more than 180 degrees
} wayi_mesh_stop;

struct way_mesh {
    way_point *points;           ///< [point_room]
    wayi_mesh_polygon *polygons; ///< [polygon_room]
    wayi_mesh_stop *stop_list;   ///< [stop_room]
    uint32_t *corners; ///< [side_room] points; a side goes from a corner to the next of its polygon
    uint32_t *twins;   ///< [side_room] the same side of the polygon beyond, or NONE
    uint32_t *owners;  ///< [side_room] polygon of a side
    uint32_t *stops;   ///< [side_room] the stop where a side starts
    uint32_t *door_of; ///< [side_room] the door of a side with a twin
    uint32_t *others;  ///< [side_room] the next side from the same point, or NONE (mesh_splice.c)
    wayi_mesh_door *doors; ///< [side_room]
    uint32_t point_count, point_room;
    uint32_t polygon_count, polygon_room;
    uint32_t side_count, side_room; ///< sides: also corners of all polygons
    uint32_t stop_count, stop_room;
    // Which polygons are near: a grid of lists. A mesh that follows a map has those of its parts.
    way_point low, high;
    uint32_t grid_side;
    uint32_t *grid_starts; ///< [grid_side * grid_side + 1]
    uint32_t *grid_lists;
    uint32_t grid_list_count;
    struct wayi_mesh_source *source; ///< the map that it follows, or NULL
    uint32_t state_room;             ///< stops that repairs may make of it
    uint64_t revision;               ///< of what repairs made of it
    uint32_t lent;                   ///< to spaces of points (base/lend.h)
    wayi_meter meter;                ///< of all that it holds
    way_allocator allocator;
};

/// What is wrong with a mesh: one of its polygons, or one of its points.
typedef struct wayi_mesh_fault {
    uint32_t polygon; ///< NONE = it is about a point
    uint32_t other;   ///< the polygon it is at odds with, or NONE
    uint32_t point;
    const char *text; ///< "is not convex"
} wayi_mesh_fault;

/// How far a mesh is made.
typedef enum wayi_mesh_kind {
    WAYI_MESH_STRANGE, ///< whole, from anywhere: polygons may overlap
    WAYI_MESH_WHOLE,   ///< polygons are known not to
    WAYI_MESH_PIECES,  ///< for making another one: twins and grid are yet to be found
} wayi_mesh_kind;

/// As way_mesh_create, with the fault in parts. The stage is told instead of config->job.
way_status wayi_mesh_create(const way_mesh_config *config, wayi_mesh_kind kind,
                            wayi_job_stage stage, way_mesh **out, wayi_mesh_fault *fault);

/// Polygons that a mesh is to be made of.
typedef struct wayi_mesh_lists {
    way_point *points;
    uint32_t *corners, *sizes;
    uint32_t point_count, corner_count, polygon_count;
} wayi_mesh_lists;

/// Pieces that are known to be right.
way_status wayi_mesh_create_of(const wayi_mesh_lists *lists, const way_allocator *allocator,
                               way_mesh **out);

/// The polygon that holds a point: the lowest if several do, by the numbers that `names` gives them
/// [opt], or WAY_STATE_NONE.
uint32_t wayi_mesh_find(const way_mesh *mesh, const uint32_t *names, way_point point);

/// A mesh that follows no map, such as a part: ends it, and the bytes it holds.
void wayi_mesh_release(way_mesh *mesh);

/// The smallest upright rectangle round a polygon.
typedef struct wayi_mesh_box {
    uint32_t polygon;
    int32_t left, right, top, bottom;
} wayi_mesh_box;

/// The work of a call that makes part of a mesh: cells, sides and polygons that are looked at.
typedef struct wayi_mesh_meter {
    uint64_t spent, limit;
} wayi_mesh_meter;

/// Whether a piece of work may be done in this call, which is then counted: if it fits, or if it is
/// the first.
static inline bool wayi_mesh_spend(wayi_mesh_meter *meter, uint64_t work)
{
    if (meter->spent > 0 && (work > meter->limit || meter->spent > meter->limit - work)) {
        return false;
    }
    meter->spent += work;
    return true;
}

/// The grid by which the polygons of a place are found, in steps.
typedef struct wayi_mesh_grid {
    way_mesh *mesh;
    uint32_t stage;
    uint32_t side;  ///< cells per side
    uint32_t at;    ///< the polygon or cell that comes next
    uint64_t total; ///< polygons in all cells
} wayi_mesh_grid;

wayi_mesh_grid wayi_mesh_grid_begin(way_mesh *mesh);

/// Goes on; `*done` tells when it is there. False without memory.
bool wayi_mesh_grid_step(wayi_mesh_grid *grid, wayi_mesh_meter *meter, bool *done);

/// Finds the twins of the sides from `first` to before `end`, among those `seen` so far and each
/// other. BAD_FORMAT with the fault, NO_MEMORY.
way_status wayi_mesh_pair_sides(way_mesh *mesh, wayi_hash_table *seen, uint32_t first, uint32_t end,
                                wayi_mesh_fault *fault);

/// Finds the twins of sides of a whole mesh. Turns its polygons the same way round and checks
/// everything that it promises, overlaps if it is strange. BAD_FORMAT with the fault, NO_MEMORY,
/// CANCELLED.
way_status wayi_mesh_check(way_mesh *mesh, wayi_mesh_kind kind, wayi_job_stage stage,
                           wayi_mesh_fault *fault);

/// A mesh of the same ground with fewer polygons, cut between corners of walls only, in steps. All
/// points lie on whole cells; twins are known. The mesh stays until the end. NULL without memory.
typedef struct wayi_mesh_merge wayi_mesh_merge;
wayi_mesh_merge *wayi_mesh_merge_begin(const way_mesh *mesh);

/// Goes on; `*out` is there once it is done. NO_MEMORY.
way_status wayi_mesh_merge_step(wayi_mesh_merge *merge, wayi_mesh_meter *meter, way_mesh **out);
void wayi_mesh_merge_end(wayi_mesh_merge *merge);

/// A mesh of the cells of an area that a unit can stand on, in steps. These do not change
/// meanwhile. NULL without memory.
typedef struct wayi_mesh_cut wayi_mesh_cut;
struct wayi_layer;
wayi_mesh_cut *wayi_mesh_cut_begin(const way_map *map, way_rect area,
                                   const way_allocator *allocator);

/// Goes on. Once it is done `*done` is true and `*out` the mesh; NULL if there are no such cells.
/// NO_MEMORY, TOO_LARGE.
way_status wayi_mesh_cut_step(wayi_mesh_cut *plan, const struct wayi_layer *layer,
                              wayi_mesh_meter *meter, bool *done, way_mesh **out);
void wayi_mesh_cut_end(wayi_mesh_cut *plan);

/// Finds stops, and where ways may bend. Twins are known. False without memory.
bool wayi_mesh_find_stops(way_mesh *mesh);

/// Makes a stop of a side's start and of all sides that start there too, which get its number.
wayi_mesh_stop wayi_mesh_make_stop(way_mesh *mesh, uint32_t side, uint32_t stop);

/// Lists doors, and finds which of them are the only way to what lies behind them. Stops are known.
/// False without memory.
bool wayi_mesh_find_doors(way_mesh *mesh);

/// Numbers the doors of a polygon, and lists them once those of its neighbours have numbers;
/// `stops` are those of its sides, by their numbers. What lies behind them is yet to be found.
void wayi_mesh_number_doors(way_mesh *mesh, uint32_t polygon);
void wayi_mesh_list_doors(way_mesh *mesh, uint32_t polygon, const wayi_mesh_stop *stops);

/// What is kept of a polygon while its doors are ranked.
typedef struct wayi_mesh_visit {
    uint32_t entered; ///< the door that it was left by to come here, or NONE
    uint32_t next;    ///< door that is to be tried
    uint32_t lowest;  ///< rank that is reached from its branch without the door that leads here
} wayi_mesh_visit;

/// A ranking of some polygons, in steps: it finds which doors between them are the only way to what
/// lies behind them, whatever lies beyond the others. What doors say is true at any time.
typedef struct wayi_mesh_ranking {
    way_mesh *mesh;
    const uint32_t *polygons; ///< [count] that are ranked
    wayi_mesh_visit *visits;  ///< [count] by the order in which polygons are met
    uint32_t count;
    uint32_t base;  ///< rank of the first
    uint32_t met;   ///< polygons so far
    uint64_t at;    ///< turns that were taken: one to forget ranks, two to begin, of
                    ///< each polygon
    uint32_t first; ///< where a search in depth began
    uint32_t here;  ///< where it is, or NONE
} wayi_mesh_ranking;

wayi_mesh_ranking wayi_mesh_ranking_begin(way_mesh *mesh, const uint32_t *polygons, uint32_t count,
                                          uint32_t base, wayi_mesh_visit *visits);

/// Goes on; true once it is done.
bool wayi_mesh_ranking_step(wayi_mesh_ranking *ranking, wayi_mesh_meter *meter);

/// Has the doors of a polygon lead anywhere: what lies behind them is not known.
void wayi_mesh_open_doors(way_mesh *mesh, uint32_t polygon);

/// Makes room for sides; false without memory, nothing has changed then.
bool wayi_mesh_resize_sides(way_mesh *mesh, uint32_t room);

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
    return mesh->polygons[polygon].size;
}

/// The first side of a polygon, and the number behind its last.
static inline uint32_t wayi_mesh_first(const way_mesh *mesh, uint32_t polygon)
{
    return mesh->polygons[polygon].first;
}

static inline uint32_t wayi_mesh_end(const way_mesh *mesh, uint32_t polygon)
{
    return mesh->polygons[polygon].first + mesh->polygons[polygon].size;
}

/// The side after this one round its polygon.
static inline uint32_t wayi_mesh_next(const way_mesh *mesh, uint32_t side)
{
    const wayi_mesh_polygon *owner = &mesh->polygons[mesh->owners[side]];
    return side + 1 < owner->first + owner->size ? side + 1 : owner->first;
}

static inline uint32_t wayi_mesh_previous(const way_mesh *mesh, uint32_t side)
{
    const wayi_mesh_polygon *owner = &mesh->polygons[mesh->owners[side]];
    return side > owner->first ? side - 1 : owner->first + owner->size - 1;
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
    return stop < points->mesh->stop_count ? points->mesh->stop_list[stop].at : (way_point){0, 0};
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
    const uint32_t side = stop < mesh->stop_count ? mesh->stop_list[stop].side : WAYI_MESH_NONE;
    return side == WAYI_MESH_NONE ? WAYI_MESH_NONE : mesh->owners[side];
}

/// The cost of the straight way between two states.
way_cost wayi_points_cost(const wayi_points *points, way_state from, way_state to);

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
