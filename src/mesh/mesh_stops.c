// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where one can stop on a mesh, and where a taut way may bend.
//
// Where walls meet in a point, polygons may touch there that share no side: nobody passes between
// them, so whoever stands in the point stands on one side. Such a point is as many stops as there
// are sides to stand on. All sides that start in a point and are joined by polygons round it belong
// to one stop.
#include "mesh/mesh.h"

#include <string.h>

/// Gives all sides that start at a stop its number. One starts there; others lie to both sides. The
/// wall that ends there, or NONE.
static uint32_t mesh_stops_mark(way_mesh *mesh, uint32_t first, uint32_t stop)
{
    uint32_t side = first;
    uint32_t before = WAYI_MESH_NONE;
    do {
        mesh->stops[side] = stop;
        before = wayi_mesh_previous(mesh, side);
        side = mesh->twins[before];
    } while (side != WAYI_MESH_NONE && side != first);
    const bool open = side == WAYI_MESH_NONE;
    for (side = first; open && mesh->twins[side] != WAYI_MESH_NONE;) {
        side = wayi_mesh_next(mesh, mesh->twins[side]);
        mesh->stops[side] = stop;
    }
    return open ? before : WAYI_MESH_NONE;
}

/// Whether the free ground between a wall and the one that follows leaves more than 180 degrees.
static bool mesh_stops_bends(const way_mesh *mesh, uint32_t wall)
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
    return turn < 0 || (turn == 0 && !wayi_mesh_on_side(from, to, at));
}

wayi_mesh_stop wayi_mesh_make_stop(way_mesh *mesh, uint32_t side, uint32_t stop)
{
    const uint32_t wall = mesh_stops_mark(mesh, side, stop);
    return (wayi_mesh_stop){.at = wayi_mesh_at(mesh, side),
                            .side = side,
                            .bends = wall != WAYI_MESH_NONE && mesh_stops_bends(mesh, wall)};
}

/// Numbers the stops: the first of a point has its number, others come behind all points. The
/// second time, with a list, they are made.
static void mesh_stops_number(way_mesh *mesh, uint8_t *taken)
{
    uint32_t count = mesh->point_count;
    memset(mesh->stops, 0xff, mesh->side_count * sizeof *mesh->stops);
    memset(taken, 0, mesh->point_count);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (mesh->stops[side] != WAYI_MESH_NONE) {
            continue;
        }
        const uint32_t point = mesh->corners[side];
        const uint32_t stop = taken[point] ? count++ : point;
        taken[point] = 1;
        if (mesh->stop_list) {
            mesh->stop_list[stop] = wayi_mesh_make_stop(mesh, side, stop);
        } else {
            (void)mesh_stops_mark(mesh, side, stop);
        }
    }
    mesh->stop_count = count;
}

bool wayi_mesh_find_stops(way_mesh *mesh)
{
    const way_allocator *allocator = &mesh->allocator;
    uint8_t *taken = wayi_alloc(allocator, mesh->point_count, sizeof *taken);
    if (!taken) {
        return false;
    }
    mesh_stops_number(mesh, taken);
    mesh->stop_list = wayi_alloc(allocator, mesh->stop_count, sizeof *mesh->stop_list);
    mesh->stop_room = mesh->stop_list ? mesh->stop_count : 0;
    if (mesh->stop_list) {
        mesh_stops_number(mesh, taken);
    }
    WAYI_FREE(allocator, taken, mesh->point_count);
    return mesh->stop_list != NULL;
}

// Round a point -----------------------------------------------------------------------------------

/// A side of this polygon that leads on round the point and is not the one it was entered by.
static uint32_t mesh_stops_exit(const wayi_mesh_round *round)
{
    const way_mesh *mesh = round->mesh;
    const uint32_t end = wayi_mesh_end(mesh, round->polygon);
    for (uint32_t side = wayi_mesh_first(mesh, round->polygon); side < end; side++) {
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
