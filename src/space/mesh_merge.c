// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fewer polygons for the same ground. Rectangles of cells cut open ground into strips; here it is
// cut between corners of walls only:
//
// 1. Every polygon is cut into triangles.
// 2. Points that are no corners of walls are taken out, one by one: the triangles round a point
//    leave a hole, which is cut into triangles without it.
// 3. Sides are flipped until the circle through a triangle holds no corner of a neighbour
//    (Delaunay), which makes triangles that are as little slender as can be.
// 4. Triangles are joined where that leaves a convex polygon, over long sides first (Hertel and
//    Mehlhorn 1983).
//
// Coordinates are whole cells, so all comparisons are exact.
#include "core/sort.h"
#include "space/mesh.h"

#include <string.h>

/// Larger maps are left as they are after step 2: a circle could take more than 64 bits.
#define MESH_MERGE_SIDE 16384

/// A side of a triangle or polygon; its end is where the next one starts.
typedef struct mesh_merge_side {
    uint32_t start; ///< point; NONE = not in use
    uint32_t next, previous;
    uint32_t twin; ///< or NONE
} mesh_merge_side;

typedef struct mesh_merge {
    const way_mesh *mesh;
    mesh_merge_side *sides; ///< [capacity]
    uint32_t count, capacity;
    uint32_t free;    ///< first side not in use, or NONE: linked by `next`
    uint32_t *spokes; ///< [point_count] a side that starts there
    uint32_t *ring;   ///< [capacity] scratch
    uint64_t *keys;   ///< [capacity] scratch
} mesh_merge;

static way_point mesh_merge_at(const mesh_merge *merge, uint32_t side)
{
    const way_point at = merge->mesh->points[merge->sides[side].start];
    return (way_point){at.x / WAY_MESH_UNIT, at.y / WAY_MESH_UNIT};
}

static uint32_t mesh_merge_take(mesh_merge *merge)
{
    uint32_t side = merge->free;
    if (side == WAYI_MESH_NONE) {
        side = merge->count++;
    } else {
        merge->free = merge->sides[side].next;
    }
    return side;
}

static void mesh_merge_give(mesh_merge *merge, uint32_t side)
{
    merge->sides[side] = (mesh_merge_side){.start = WAYI_MESH_NONE, .next = merge->free};
    merge->free = side;
}

static void mesh_merge_join(mesh_merge *merge, uint32_t side, uint32_t next)
{
    merge->sides[side].next = next;
    merge->sides[next].previous = side;
}

static void mesh_merge_triangle(mesh_merge *merge, uint32_t a, uint32_t b, uint32_t c)
{
    mesh_merge_join(merge, a, b);
    mesh_merge_join(merge, b, c);
    mesh_merge_join(merge, c, a);
    merge->spokes[merge->sides[a].start] = a;
    merge->spokes[merge->sides[b].start] = b;
    merge->spokes[merge->sides[c].start] = c;
}

// Cutting into triangles --------------------------------------------------------------------------

/// Whether the corner between two sides of the ring can be cut off: no other corner is in the way.
static bool mesh_merge_is_ear(const mesh_merge *merge, uint32_t count, uint32_t index)
{
    const uint32_t *ring = merge->ring;
    const uint32_t before = (index + count - 1) % count;
    const uint32_t after = (index + 1) % count;
    const way_point a = mesh_merge_at(merge, ring[before]);
    const way_point b = mesh_merge_at(merge, ring[index]);
    const way_point c = mesh_merge_at(merge, ring[after]);
    if (wayi_mesh_turn(a, b, c) <= 0) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_point at = mesh_merge_at(merge, ring[i]);
        if (i != before && i != index && i != after && wayi_mesh_turn(a, b, at) >= 0 &&
            wayi_mesh_turn(b, c, at) >= 0 && wayi_mesh_turn(c, a, at) >= 0) {
            return false;
        }
    }
    return true;
}

/// Cuts the ring into triangles. Every simple ring has an ear.
static void mesh_merge_clip(mesh_merge *merge, uint32_t count)
{
    uint32_t *ring = merge->ring;
    for (uint32_t i = 0; count > 3; i++) {
        const uint32_t index = i % count;
        if (!mesh_merge_is_ear(merge, count, index)) {
            continue;
        }
        const uint32_t before = (index + count - 1) % count;
        const uint32_t inner = mesh_merge_take(merge);
        const uint32_t outer = mesh_merge_take(merge);
        merge->sides[inner] = (mesh_merge_side){
            .start = merge->sides[ring[(index + 1) % count]].start, .twin = outer};
        merge->sides[outer] =
            (mesh_merge_side){.start = merge->sides[ring[before]].start, .twin = inner};
        mesh_merge_triangle(merge, ring[before], ring[index], inner);
        ring[before] = outer;
        memmove(ring + index, ring + index + 1, (count - index - 1) * sizeof *ring);
        count--;
    }
    mesh_merge_triangle(merge, ring[0], ring[1], ring[2]);
}

static void mesh_merge_cut(mesh_merge *merge)
{
    const way_mesh *mesh = merge->mesh;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        merge->sides[side] =
            (mesh_merge_side){.start = mesh->corners[side], .twin = mesh->twins[side]};
    }
    merge->count = mesh->side_count;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        const uint32_t first = wayi_mesh_first(mesh, polygon);
        const uint32_t count = wayi_mesh_size(mesh, polygon);
        for (uint32_t i = 0; i < count; i++) {
            merge->ring[i] = first + i;
        }
        mesh_merge_clip(merge, count);
    }
}

// Taking points out -------------------------------------------------------------------------------

/// The first side at a point: a wall if there is one, which nothing lies to the right of.
static uint32_t mesh_merge_first(const mesh_merge *merge, uint32_t point)
{
    const uint32_t start = merge->spokes[point];
    uint32_t side = start;
    do {
        const uint32_t twin = merge->sides[side].twin;
        if (twin == WAYI_MESH_NONE) {
            return side;
        }
        side = merge->sides[twin].next;
    } while (side != start);
    return start;
}

/// Puts the far sides of the triangles round a point into the ring; the last side that leads to it.
static uint32_t mesh_merge_go_round(const mesh_merge *merge, uint32_t first, uint32_t *count)
{
    uint32_t side = first;
    *count = 0;
    for (;;) {
        const uint32_t back = merge->sides[side].previous;
        merge->ring[(*count)++] = merge->sides[side].next;
        side = merge->sides[back].twin;
        if (side == first || side == WAYI_MESH_NONE) {
            return back;
        }
    }
}

/// Takes a point out unless it is a corner of a wall.
static void mesh_merge_drop(mesh_merge *merge, uint32_t point)
{
    const uint32_t first = mesh_merge_first(merge, point);
    const bool wall = merge->sides[first].twin == WAYI_MESH_NONE;
    uint32_t count = 0;
    const uint32_t last = mesh_merge_go_round(merge, first, &count);
    const way_point from = mesh_merge_at(merge, last);
    const way_point to = mesh_merge_at(merge, merge->sides[first].next);
    const way_point at = mesh_merge_at(merge, first);
    if (wall && (wayi_mesh_turn(from, at, to) != 0 || !wayi_mesh_on_side(from, to, at))) {
        return;
    }
    const uint32_t start = merge->sides[last].start;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t side = merge->ring[i];
        mesh_merge_give(merge, merge->sides[side].next);
        mesh_merge_give(merge, merge->sides[side].previous);
    }
    if (wall) {
        const uint32_t side = mesh_merge_take(merge);
        merge->sides[side] = (mesh_merge_side){.start = start, .twin = WAYI_MESH_NONE};
        merge->ring[count++] = side;
    }
    merge->spokes[point] = WAYI_MESH_NONE;
    mesh_merge_clip(merge, count);
}

// Better triangles --------------------------------------------------------------------------------

/// Positive if d lies inside the circle through a triangle.
static int64_t mesh_merge_in_circle(way_point a, way_point b, way_point c, way_point d)
{
    const int64_t ax = a.x - d.x;
    const int64_t ay = a.y - d.y;
    const int64_t bx = b.x - d.x;
    const int64_t by = b.y - d.y;
    const int64_t cx = c.x - d.x;
    const int64_t cy = c.y - d.y;
    return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) +
           (cx * cx + cy * cy) * (ax * by - bx * ay);
}

/// Turns a side between two triangles to their other two corners if that makes them better.
static bool mesh_merge_flip(mesh_merge *merge, uint32_t side)
{
    const uint32_t twin = merge->sides[side].twin;
    const uint32_t b = merge->sides[side].next;
    const uint32_t c = merge->sides[b].next;
    const uint32_t e = merge->sides[twin].next;
    const uint32_t f = merge->sides[e].next;
    if (mesh_merge_in_circle(mesh_merge_at(merge, side), mesh_merge_at(merge, b),
                             mesh_merge_at(merge, c), mesh_merge_at(merge, f)) <= 0) {
        return false;
    }
    merge->sides[side].start = merge->sides[f].start;
    merge->sides[twin].start = merge->sides[c].start;
    mesh_merge_triangle(merge, side, c, e);
    mesh_merge_triangle(merge, twin, f, b);
    return true;
}

static bool mesh_merge_is_inner(const mesh_merge *merge, uint32_t side)
{
    return merge->sides[side].start != WAYI_MESH_NONE &&
           merge->sides[side].twin != WAYI_MESH_NONE && merge->sides[side].twin > side;
}

static void mesh_merge_improve(mesh_merge *merge)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t side = 0; side < merge->count; side++) {
            changed |= mesh_merge_is_inner(merge, side) && mesh_merge_flip(merge, side);
        }
    }
}

// Joining -----------------------------------------------------------------------------------------

/// Whether a corner stays convex without the side that starts there.
static bool mesh_merge_opens(const mesh_merge *merge, uint32_t side)
{
    const uint32_t before = merge->sides[side].previous;
    const uint32_t after = merge->sides[merge->sides[side].twin].next;
    return wayi_mesh_turn(mesh_merge_at(merge, before), mesh_merge_at(merge, side),
                          mesh_merge_at(merge, merge->sides[after].next)) >= 0;
}

static void mesh_merge_join_all(mesh_merge *merge)
{
    uint32_t count = 0;
    for (uint32_t side = 0; side < merge->count; side++) {
        if (mesh_merge_is_inner(merge, side)) {
            const way_point a = mesh_merge_at(merge, side);
            const way_point b = mesh_merge_at(merge, merge->sides[side].next);
            const int64_t dx = b.x - a.x;
            const int64_t dy = b.y - a.y;
            const uint64_t rest = (UINT64_C(1) << 34) - (uint64_t)(dx * dx + dy * dy);
            merge->keys[count++] = rest << 28 | side;
        }
    }
    wayi_sort64(merge->keys, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t side = (uint32_t)(merge->keys[i] & ((1u << 28) - 1));
        const uint32_t twin = merge->sides[side].twin;
        if (mesh_merge_opens(merge, side) && mesh_merge_opens(merge, twin)) {
            const mesh_merge_side here = merge->sides[side];
            const mesh_merge_side there = merge->sides[twin];
            mesh_merge_join(merge, here.previous, there.next);
            mesh_merge_join(merge, there.previous, here.next);
            mesh_merge_give(merge, side);
            mesh_merge_give(merge, twin);
        }
    }
}

// A mesh of it ------------------------------------------------------------------------------------

typedef struct mesh_merge_lists {
    way_point *points;
    uint32_t *corners, *sizes;
    uint32_t *numbers; ///< [point_count] of points that are left
    uint32_t point_count, corner_count, polygon_count;
} mesh_merge_lists;

static void mesh_merge_list(mesh_merge *merge, mesh_merge_lists *lists)
{
    const way_mesh *mesh = merge->mesh;
    memset(lists->numbers, 0xff, mesh->point_count * sizeof *lists->numbers);
    memset(merge->ring, 0, merge->count * sizeof *merge->ring); // sides that are listed
    for (uint32_t first = 0; first < merge->count; first++) {
        if (merge->sides[first].start == WAYI_MESH_NONE || merge->ring[first]) {
            continue;
        }
        const uint32_t before = lists->corner_count;
        for (uint32_t side = first; !merge->ring[side]; side = merge->sides[side].next) {
            const uint32_t point = merge->sides[side].start;
            if (lists->numbers[point] == WAYI_MESH_NONE) {
                lists->numbers[point] = lists->point_count;
                lists->points[lists->point_count++] = mesh->points[point];
            }
            merge->ring[side] = 1;
            lists->corners[lists->corner_count++] = lists->numbers[point];
        }
        lists->sizes[lists->polygon_count++] = lists->corner_count - before;
    }
}

static way_status mesh_merge_create(mesh_merge *merge, wayi_mesh_kind kind, way_mesh **out)
{
    const way_mesh *mesh = merge->mesh;
    const way_allocator *allocator = &mesh->allocator;
    mesh_merge_lists lists = {
        .points = wayi_alloc(allocator, mesh->point_count, sizeof *lists.points),
        .corners = wayi_alloc(allocator, merge->count, sizeof *lists.corners),
        .sizes = wayi_alloc(allocator, merge->count, sizeof *lists.sizes),
        .numbers = wayi_alloc(allocator, mesh->point_count, sizeof *lists.numbers)};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (lists.points && lists.corners && lists.sizes && lists.numbers) {
        mesh_merge_list(merge, &lists);
        const way_mesh_config config = {.points = lists.points,
                                        .point_count = lists.point_count,
                                        .corners = lists.corners,
                                        .sizes = lists.sizes,
                                        .polygon_count = lists.polygon_count,
                                        .allocator = allocator};
        wayi_mesh_fault fault;
        status = wayi_mesh_create(&config, kind, (wayi_job_stage){0}, out, &fault);
    }
    wayi_free(allocator, lists.points, mesh->point_count, sizeof *lists.points);
    wayi_free(allocator, lists.corners, merge->count, sizeof *lists.corners);
    wayi_free(allocator, lists.sizes, merge->count, sizeof *lists.sizes);
    wayi_free(allocator, lists.numbers, mesh->point_count, sizeof *lists.numbers);
    return status;
}

way_status wayi_mesh_merge(const way_mesh *mesh, wayi_mesh_kind kind, way_mesh **out)
{
    const way_allocator *allocator = &mesh->allocator;
    const uint32_t room = 3 * mesh->side_count;
    mesh_merge merge = {.mesh = mesh,
                        .sides = wayi_alloc(allocator, room, sizeof *merge.sides),
                        .capacity = room,
                        .free = WAYI_MESH_NONE,
                        .spokes = wayi_alloc(allocator, mesh->point_count, sizeof *merge.spokes),
                        .ring = wayi_alloc(allocator, room, sizeof *merge.ring),
                        .keys = wayi_alloc(allocator, room, sizeof *merge.keys)};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (merge.sides && merge.spokes && merge.ring && merge.keys) {
        mesh_merge_cut(&merge);
        for (uint32_t point = 0; point < mesh->point_count; point++) {
            mesh_merge_drop(&merge, point);
        }
        if ((mesh->high.x - mesh->low.x) / WAY_MESH_UNIT <= MESH_MERGE_SIDE &&
            (mesh->high.y - mesh->low.y) / WAY_MESH_UNIT <= MESH_MERGE_SIDE) {
            mesh_merge_improve(&merge);
        }
        mesh_merge_join_all(&merge);
        status = mesh_merge_create(&merge, kind, out);
    }
    wayi_free(allocator, merge.sides, room, sizeof *merge.sides);
    wayi_free(allocator, merge.spokes, mesh->point_count, sizeof *merge.spokes);
    wayi_free(allocator, merge.ring, room, sizeof *merge.ring);
    wayi_free(allocator, merge.keys, room, sizeof *merge.keys);
    return status;
}
