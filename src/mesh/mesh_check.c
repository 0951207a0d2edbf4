// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh is checked once, so that everything later can rely on it: every polygon is convex and goes
// round once, no two overlap, no side has more than one polygon on either side of it, no point is
// left over.
#include "mesh/mesh.h"

/// After how many polygons a job is asked.
#define MESH_CHECK_ASK 16384u

// Shape -------------------------------------------------------------------------------------------

static way_status mesh_check_fail(wayi_mesh_fault *fault, uint32_t polygon, uint32_t other,
                                  const char *text)
{
    *fault = (wayi_mesh_fault){polygon, other, WAYI_MESH_NONE, text};
    return WAY_STATUS_BAD_FORMAT;
}

/// Whether the first turn that a polygon takes is the wrong one.
static bool mesh_check_turns_back(const way_mesh *mesh, uint32_t polygon)
{
    const uint32_t first = wayi_mesh_first(mesh, polygon);
    for (uint32_t side = first; side < wayi_mesh_end(mesh, polygon); side++) {
        const uint32_t next = wayi_mesh_next(mesh, side);
        const int64_t turn = wayi_mesh_turn(wayi_mesh_at(mesh, side), wayi_mesh_at(mesh, next),
                                            wayi_mesh_at(mesh, wayi_mesh_next(mesh, next)));
        if (turn != 0) {
            return turn < 0;
        }
    }
    return false;
}

/// Lets a polygon turn from x towards y.
static void mesh_check_orient(way_mesh *mesh, uint32_t polygon)
{
    if (!mesh_check_turns_back(mesh, polygon)) {
        return;
    }
    uint32_t low = wayi_mesh_first(mesh, polygon);
    uint32_t high = wayi_mesh_end(mesh, polygon) - 1;
    for (; low < high; low++, high--) {
        const uint32_t point = mesh->corners[low];
        mesh->corners[low] = mesh->corners[high];
        mesh->corners[high] = point;
    }
}

/// Whether a direction points to the half of larger y; ties go by x.
static bool mesh_check_points_up(way_point from, way_point to)
{
    return to.y > from.y || (to.y == from.y && to.x > from.x);
}

/// Convex: no turn to the other side, no way straight back, once round.
static way_status mesh_check_shape(const way_mesh *mesh, uint32_t polygon, wayi_mesh_fault *fault)
{
    uint32_t changes = 0;
    bool turns = false;
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const uint32_t next = wayi_mesh_next(mesh, side);
        const way_point a = wayi_mesh_at(mesh, side);
        const way_point b = wayi_mesh_at(mesh, next);
        const way_point c = wayi_mesh_at(mesh, wayi_mesh_next(mesh, next));
        const int64_t turn = wayi_mesh_turn(a, b, c);
        const bool up = mesh_check_points_up(a, b);
        const bool up_next = mesh_check_points_up(b, c);
        if (a.x == b.x && a.y == b.y) {
            return mesh_check_fail(fault, polygon, WAYI_MESH_NONE, "has the same corner twice");
        }
        if (turn < 0 || (turn == 0 && up != up_next)) {
            return mesh_check_fail(fault, polygon, WAYI_MESH_NONE, "is not convex");
        }
        turns = turns || turn > 0;
        changes += up != up_next;
    }
    if (!turns) {
        return mesh_check_fail(fault, polygon, WAYI_MESH_NONE, "has no area");
    }
    return changes == 2 ? WAY_STATUS_OK
                        : mesh_check_fail(fault, polygon, WAYI_MESH_NONE, "is not convex");
}

/// Every point belongs to a polygon.
static way_status mesh_check_points(way_mesh *mesh, wayi_mesh_fault *fault)
{
    uint8_t *used = wayi_alloc_zero(&mesh->allocator, mesh->point_count, sizeof *used);
    if (!used) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        used[mesh->corners[side]] = 1;
    }
    way_status status = WAY_STATUS_OK;
    for (uint32_t point = 0; point < mesh->point_count && status == WAY_STATUS_OK; point++) {
        if (!used[point]) {
            *fault =
                (wayi_mesh_fault){WAYI_MESH_NONE, WAYI_MESH_NONE, point, "belongs to no polygon"};
            status = WAY_STATUS_BAD_FORMAT;
        }
    }
    WAYI_FREE(&mesh->allocator, used, mesh->point_count);
    return status;
}

// Neighbours --------------------------------------------------------------------------------------

way_status wayi_mesh_pair_sides(way_mesh *mesh, wayi_hash_table *seen, uint32_t first, uint32_t end,
                                wayi_mesh_fault *fault)
{
    for (uint32_t side = first; side < end; side++) {
        const uint32_t from = mesh->corners[side];
        const uint32_t to = mesh->corners[wayi_mesh_next(mesh, side)];
        const uint64_t key = (uint64_t)(from < to ? from : to) << 32 | (from < to ? to : from);
        const uint32_t *found = wayi_hash_table_find(seen, key);
        if (!found) {
            if (!wayi_hash_table_get_or_add(seen, key, side)) {
                return WAY_STATUS_NO_MEMORY;
            }
            mesh->twins[side] = WAYI_MESH_NONE;
            continue;
        }
        const uint32_t twin = *found;
        if (mesh->twins[twin] != WAYI_MESH_NONE || mesh->corners[twin] == from) {
            return mesh_check_fail(fault, mesh->owners[side], mesh->owners[twin],
                                   "overlaps polygon");
        }
        mesh->twins[twin] = side;
        mesh->twins[side] = twin;
    }
    return WAY_STATUS_OK;
}

static way_status mesh_check_find_neighbours(way_mesh *mesh, wayi_mesh_fault *fault)
{
    wayi_hash_table seen;
    wayi_hash_table_init(&seen, &mesh->allocator);
    const way_status status = wayi_mesh_pair_sides(mesh, &seen, 0, mesh->side_count, fault);
    wayi_hash_table_fini(&seen);
    return status;
}

static way_status mesh_check_overlaps(const way_mesh *mesh, wayi_job_stage stage,
                                      wayi_mesh_fault *fault)
{
    uint32_t polygon = WAYI_MESH_NONE;
    uint32_t other = WAYI_MESH_NONE;
    const way_status status = wayi_mesh_find_overlap(mesh, stage, &polygon, &other);
    if (status != WAY_STATUS_OK || polygon == WAYI_MESH_NONE) {
        return status;
    }
    return mesh_check_fail(fault, polygon, other, "overlaps polygon");
}

way_status wayi_mesh_check(way_mesh *mesh, wayi_mesh_kind kind, wayi_job_stage stage,
                           wayi_mesh_fault *fault)
{
    const wayi_job_stage shapes = {stage.job, stage.first, (4 * stage.first + stage.last) / 5};
    const wayi_job_stage sweep = {stage.job, shapes.last, stage.last};
    const bool whole = kind <= WAYI_MESH_WHOLE;
    way_status status = whole ? mesh_check_points(mesh, fault) : WAY_STATUS_OK;
    for (uint32_t i = 0; whole && i < mesh->polygon_count && status == WAY_STATUS_OK; i++) {
        mesh_check_orient(mesh, i);
        status = mesh_check_shape(mesh, i, fault);
        if (i % MESH_CHECK_ASK == 0 && !wayi_job_report(shapes, i, mesh->polygon_count)) {
            status = WAY_STATUS_CANCELLED;
        }
    }
    if (status == WAY_STATUS_OK && whole) {
        status = mesh_check_find_neighbours(mesh, fault);
    }
    if (status == WAY_STATUS_OK && kind == WAYI_MESH_STRANGE) {
        status = mesh_check_overlaps(mesh, sweep, fault);
    }
    return status;
}
