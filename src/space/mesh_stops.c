// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where one can stop on a mesh, and where a taut way may bend.
//
// Where walls meet in a point, polygons may touch there that share no side: nobody passes between
// them, so whoever stands in the point stands on one side. Such a point is as many stops as there
// are sides to stand on. All sides that start in a point and are joined by polygons round it belong
// to one stop.
#include "space/mesh.h"

#include <string.h>

static uint32_t mesh_stops_previous(const way_mesh *mesh, uint32_t side)
{
    const uint32_t owner = mesh->owners[side];
    return side > mesh->starts[owner] ? side - 1 : mesh->starts[owner + 1] - 1;
}

/// Gives all sides that start at a stop its number. One starts there; others lie to both sides.
static void mesh_stops_mark(way_mesh *mesh, uint32_t first, uint32_t stop)
{
    uint32_t side = first;
    do {
        mesh->stops[side] = stop;
        side = mesh->twins[mesh_stops_previous(mesh, side)];
    } while (side != WAYI_MESH_NONE && side != first);
    for (side = first; side != WAYI_MESH_NONE && mesh->twins[side] != WAYI_MESH_NONE;) {
        side = wayi_mesh_next(mesh, mesh->twins[side]);
        if (side == first) {
            break;
        }
        mesh->stops[side] = stop;
    }
}

/// Numbers the stops: the first of a point has its number, others come behind all points. The
/// second time sides of stops and the points of those behind are written.
static void mesh_stops_number(way_mesh *mesh, uint8_t *taken)
{
    uint32_t count = mesh->point_count;
    memset(mesh->stops, 0xff, mesh->corner_count * sizeof *mesh->stops);
    memset(taken, 0, mesh->point_count);
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
        if (mesh->stops[side] != WAYI_MESH_NONE) {
            continue;
        }
        const uint32_t point = mesh->corners[side];
        const uint32_t stop = taken[point] ? count++ : point;
        taken[point] = 1;
        mesh_stops_mark(mesh, side, stop);
        if (mesh->stop_sides) {
            mesh->stop_sides[stop] = side;
            mesh->points[stop] = mesh->points[point];
        }
    }
    if (!mesh->stop_sides) {
        mesh->stop_count = count;
    }
}

/// Whether the free ground of a stop leaves more than 180 degrees between two walls.
static void mesh_stops_find_bend(way_mesh *mesh, uint32_t wall)
{
    uint32_t after = wayi_mesh_next(mesh, wall);
    while (mesh->twins[after] != WAYI_MESH_NONE) {
        after = wayi_mesh_next(mesh, mesh->twins[after]);
    }
    const way_point from = wayi_mesh_at(mesh, wall);
    const way_point at = wayi_mesh_at(mesh, after);
    const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, after));
    const int64_t turn = wayi_mesh_turn(from, at, to);
    // A wall without thickness leads straight back.
    if (turn < 0 || (turn == 0 && !wayi_mesh_on_side(from, to, at))) {
        mesh->bends[mesh->stops[after]] = 1;
    }
}

bool wayi_mesh_find_stops(way_mesh *mesh)
{
    const way_allocator *allocator = &mesh->allocator;
    const uint32_t points = mesh->point_count;
    uint8_t *taken = wayi_alloc(allocator, points, sizeof *taken);
    if (!taken) {
        return false;
    }
    mesh_stops_number(mesh, taken);
    const uint32_t count = mesh->stop_count;
    way_point *all = wayi_alloc(allocator, count, sizeof *all);
    mesh->stop_count = points; // as long as there is no room for the others
    bool fits = all != NULL;
    if (fits) {
        memcpy(all, mesh->points, points * sizeof *all);
        wayi_free(allocator, mesh->points, points, sizeof *mesh->points);
        mesh->points = all;
        mesh->stop_count = count;
        mesh->stop_sides = wayi_alloc(allocator, count, sizeof *mesh->stop_sides);
        mesh->bends = wayi_alloc_zero(allocator, count, sizeof *mesh->bends);
        fits = mesh->stop_sides && mesh->bends;
    }
    if (fits) {
        mesh_stops_number(mesh, taken);
    }
    wayi_free(allocator, taken, points, sizeof *taken);
    for (uint32_t side = 0; fits && side < mesh->corner_count; side++) {
        if (mesh->twins[side] == WAYI_MESH_NONE) {
            mesh_stops_find_bend(mesh, side);
        }
    }
    return fits;
}

// Round a point -----------------------------------------------------------------------------------

/// A side of this polygon that leads on round the point and is not the one it was entered by.
static uint32_t mesh_stops_exit(const wayi_mesh_round *round)
{
    const way_mesh *mesh = round->mesh;
    const uint32_t end = mesh->starts[round->polygon + 1];
    for (uint32_t side = mesh->starts[round->polygon]; side < end; side++) {
        if (side != round->entered && mesh->twins[side] != WAYI_MESH_NONE &&
            wayi_mesh_on_side(wayi_mesh_at(mesh, side),
                              wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)), round->at)) {
            return side;
        }
    }
    return WAYI_MESH_NONE;
}

bool wayi_mesh_round_next(wayi_mesh_round *round)
{
    uint32_t exit = mesh_stops_exit(round);
    if (exit == WAYI_MESH_NONE && !round->back && round->polygon != round->first) {
        // A wall: the other way round from the first polygon.
        round->back = true;
        round->polygon = round->first;
        round->entered = round->left;
        exit = mesh_stops_exit(round);
    }
    if (exit == WAYI_MESH_NONE) {
        return false;
    }
    if (round->left == WAYI_MESH_NONE) {
        round->left = exit;
    }
    round->entered = round->mesh->twins[exit];
    round->polygon = round->mesh->owners[round->entered];
    return round->polygon != round->first;
}
