// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh is checked once, so that everything later can rely on it: every polygon is convex and goes
// round once, no two overlap, no side has more than one polygon on either side of it, no point is
// left over. Overlaps are looked for along a line that sweeps over the polygons from low to high x:
// two convex polygons are apart exactly if a side of one has all of the other beyond it.
#include "core/hash_table.h"
#include "space/mesh.h"

#include <stdlib.h>
#include <string.h>

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
    const uint32_t first = mesh->starts[polygon];
    for (uint32_t side = first; side < mesh->starts[polygon + 1]; side++) {
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
    uint32_t low = mesh->starts[polygon];
    uint32_t high = mesh->starts[polygon + 1] - 1;
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
    for (uint32_t side = mesh->starts[polygon]; side < mesh->starts[polygon + 1]; side++) {
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
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
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
    wayi_free(&mesh->allocator, used, mesh->point_count, sizeof *used);
    return status;
}

// Neighbours --------------------------------------------------------------------------------------

/// Finds the twin of every side.
static way_status mesh_check_pair_sides(way_mesh *mesh, wayi_hash_table *seen,
                                        wayi_mesh_fault *fault)
{
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
        const uint32_t from = mesh->corners[side];
        const uint32_t to = mesh->corners[wayi_mesh_next(mesh, side)];
        const uint64_t key = (uint64_t)(from < to ? from : to) << 32 | (from < to ? to : from);
        const uint32_t *found = wayi_hash_table_find(seen, key);
        if (!found) {
            if (!wayi_hash_table_get_or_add(seen, key, side)) {
                return WAY_STATUS_NO_MEMORY;
            }
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
    memset(mesh->twins, 0xff, mesh->corner_count * sizeof *mesh->twins);
    const way_status status = mesh_check_pair_sides(mesh, &seen, fault);
    wayi_hash_table_fini(&seen);
    return status;
}

// Overlaps ----------------------------------------------------------------------------------------

/// Whether a side of `a` has all of `b` beyond it.
static bool mesh_check_separates(const way_mesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t side = mesh->starts[a]; side < mesh->starts[a + 1]; side++) {
        const way_point from = wayi_mesh_at(mesh, side);
        const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
        bool beyond = true;
        for (uint32_t i = mesh->starts[b]; beyond && i < mesh->starts[b + 1]; i++) {
            beyond = wayi_mesh_turn(from, to, wayi_mesh_at(mesh, i)) <= 0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

static int mesh_check_compare_boxes(const void *a, const void *b)
{
    const wayi_mesh_box *x = a;
    const wayi_mesh_box *y = b;
    if (x->left != y->left) {
        return x->left < y->left ? -1 : 1;
    }
    return (x->polygon > y->polygon) - (x->polygon < y->polygon);
}

/// Compares each polygon with those that the sweeping line still crosses.
static way_status mesh_check_sweep(const way_mesh *mesh, wayi_mesh_box *boxes, uint32_t *open,
                                   wayi_mesh_fault *fault)
{
    uint32_t open_count = 0;
    qsort(boxes, mesh->polygon_count, sizeof *boxes, mesh_check_compare_boxes);
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        const wayi_mesh_box *box = &boxes[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < open_count; k++) {
            const wayi_mesh_box *other = &boxes[open[k]];
            if (other->right <= box->left) {
                continue;
            }
            open[kept++] = open[k];
            if (other->top < box->bottom && box->top < other->bottom &&
                !mesh_check_separates(mesh, box->polygon, other->polygon) &&
                !mesh_check_separates(mesh, other->polygon, box->polygon)) {
                const bool later = box->polygon > other->polygon;
                return mesh_check_fail(fault, later ? box->polygon : other->polygon,
                                       later ? other->polygon : box->polygon, "overlaps polygon");
            }
        }
        open[kept++] = i;
        open_count = kept;
    }
    return WAY_STATUS_OK;
}

static way_status mesh_check_overlaps(const way_mesh *mesh, wayi_mesh_fault *fault)
{
    const way_allocator *allocator = &mesh->allocator;
    wayi_mesh_box *boxes = wayi_alloc(allocator, mesh->polygon_count, sizeof *boxes);
    uint32_t *open = wayi_alloc(allocator, mesh->polygon_count, sizeof *open);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (boxes && open) {
        for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
            boxes[polygon] = wayi_mesh_box_of(mesh, polygon);
        }
        status = mesh_check_sweep(mesh, boxes, open, fault);
    }
    wayi_free(allocator, boxes, mesh->polygon_count, sizeof *boxes);
    wayi_free(allocator, open, mesh->polygon_count, sizeof *open);
    return status;
}

way_status wayi_mesh_check(way_mesh *mesh, bool trusted, wayi_mesh_fault *fault)
{
    way_status status = mesh_check_points(mesh, fault);
    for (uint32_t i = 0; i < mesh->polygon_count && status == WAY_STATUS_OK; i++) {
        mesh_check_orient(mesh, i);
        status = mesh_check_shape(mesh, i, fault);
    }
    if (status == WAY_STATUS_OK) {
        status = mesh_check_find_neighbours(mesh, fault);
    }
    if (status == WAY_STATUS_OK && !trusted) {
        status = mesh_check_overlaps(mesh, fault);
    }
    return status;
}
