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

struct way_mesh {
    way_point *points;
    uint32_t point_count;
    uint32_t polygon_count;
    uint32_t corner_count; ///< of all polygons: also their sides
    uint32_t *starts;      ///< [polygon_count + 1] into corners
    uint32_t *corners;     ///< points; a side goes from a corner to the next of its polygon
    uint32_t *twins;       ///< [corner_count] the same side of the polygon beyond, or NONE
    uint32_t *owners;      ///< [corner_count] polygon of a side
    // Which polygons are near: a grid of lists.
    way_point low, high;
    uint32_t grid_side;
    uint32_t *grid_starts; ///< [grid_side * grid_side + 1]
    uint32_t *grid_lists;
    uint32_t grid_list_count;
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

/// Whether a polygon holds a point, its border included.
bool wayi_mesh_holds(const way_mesh *mesh, uint32_t polygon, way_point point);

/// The side over which the way between the middles of two polygons is shortest, or NONE.
uint32_t wayi_mesh_portal(const way_mesh *mesh, uint32_t from, uint32_t to);
