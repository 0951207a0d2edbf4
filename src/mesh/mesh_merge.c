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
// Coordinates are whole cells, so all comparisons are exact. Each of these goes from side to side,
// point to point or ear to ear, and can be left off and taken up again in between.
#include "core/heap.h"
#include "mesh/mesh.h"

#include <string.h>

/// Larger maps are left as they are after step 2: a circle could take more than 64 bits.
#define MESH_MERGE_SIDE 16384

/// A side of a triangle or polygon; its end is where the next one starts.
typedef struct mesh_merge_side {
    uint32_t start; ///< point; NONE = not in use
    uint32_t next, previous;
    uint32_t twin; ///< or NONE
} mesh_merge_side;

struct wayi_mesh_merge {
    const way_mesh *mesh;
    mesh_merge_side *sides; ///< [capacity]
    uint32_t count, capacity;
    uint32_t free;     ///< first side not in use, or NONE: linked by `next`
    uint32_t *spokes;  ///< [point_count] a side that starts there
    uint32_t *ring;    ///< [capacity] what is cut into triangles; at last, sides that are listed
    wayi_heap longest; ///< sides that may be left out
    wayi_mesh_lists lists; ///< the polygons that came out of it
    uint32_t *numbers;     ///< [point_count] of points that are left
    way_mesh *part;        ///< made of them, while its grid is made
    wayi_mesh_grid grid;
    // How far it is.
    uint32_t stage;
    uint32_t at;         ///< polygon, point or side that comes next
    uint32_t ring_count; ///< corners that are left of the ring; 0 = it is cut
    uint32_t ring_at;    ///< the one to be tried
    bool changed;        ///< a side was flipped this time
};

static way_point mesh_merge_at(const wayi_mesh_merge *merge, uint32_t side)
{
    const way_point at = merge->mesh->points[merge->sides[side].start];
    return (way_point){at.x / WAY_MESH_UNIT, at.y / WAY_MESH_UNIT};
}

static uint32_t mesh_merge_take(wayi_mesh_merge *merge)
{
    uint32_t side = merge->free;
    if (side == WAYI_MESH_NONE) {
        side = merge->count++;
    } else {
        merge->free = merge->sides[side].next;
    }
    return side;
}

static void mesh_merge_give(wayi_mesh_merge *merge, uint32_t side)
{
    merge->sides[side] = (mesh_merge_side){.start = WAYI_MESH_NONE, .next = merge->free};
    merge->free = side;
}

static void mesh_merge_join(wayi_mesh_merge *merge, uint32_t side, uint32_t next)
{
    merge->sides[side].next = next;
    merge->sides[next].previous = side;
}

static void mesh_merge_triangle(wayi_mesh_merge *merge, uint32_t a, uint32_t b, uint32_t c)
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
static bool mesh_merge_is_ear(const wayi_mesh_merge *merge, uint32_t count, uint32_t index)
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

/// Cuts off a corner of the ring.
static void mesh_merge_clip(wayi_mesh_merge *merge, uint32_t index)
{
    uint32_t *ring = merge->ring;
    const uint32_t count = merge->ring_count;
    const uint32_t before = (index + count - 1) % count;
    const uint32_t inner = mesh_merge_take(merge);
    const uint32_t outer = mesh_merge_take(merge);
    merge->sides[inner] =
        (mesh_merge_side){.start = merge->sides[ring[(index + 1) % count]].start, .twin = outer};
    merge->sides[outer] =
        (mesh_merge_side){.start = merge->sides[ring[before]].start, .twin = inner};
    mesh_merge_triangle(merge, ring[before], ring[index], inner);
    ring[before] = outer;
    memmove(ring + index, ring + index + 1, (count - index - 1) * sizeof *ring);
    merge->ring_count--;
}

static void mesh_merge_set_ring(wayi_mesh_merge *merge, uint32_t count)
{
    merge->ring_count = count;
    merge->ring_at = 0;
}

/// Cuts the ring into triangles: every simple ring has an ear. False if it is to go on later.
static bool mesh_merge_clip_ring(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    while (merge->ring_count > 3) {
        if (!wayi_mesh_spend(meter, merge->ring_count)) {
            return false;
        }
        const uint32_t index = merge->ring_at++ % merge->ring_count;
        if (mesh_merge_is_ear(merge, merge->ring_count, index)) {
            mesh_merge_clip(merge, index);
        }
    }
    if (merge->ring_count) {
        mesh_merge_triangle(merge, merge->ring[0], merge->ring[1], merge->ring[2]);
        merge->ring_count = 0;
    }
    return true;
}

/// Takes the sides of the mesh over.
static bool mesh_merge_load(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = merge->mesh;
    for (; merge->at < mesh->side_count && wayi_mesh_spend(meter, 1); merge->at++) {
        merge->sides[merge->at] =
            (mesh_merge_side){.start = mesh->corners[merge->at], .twin = mesh->twins[merge->at]};
    }
    merge->count = mesh->side_count;
    return merge->at == mesh->side_count;
}

static bool mesh_merge_cut(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = merge->mesh;
    while (mesh_merge_clip_ring(merge, meter)) {
        if (merge->at == mesh->polygon_count) {
            return true;
        }
        const uint32_t first = wayi_mesh_first(mesh, merge->at);
        const uint32_t count = wayi_mesh_size(mesh, merge->at);
        if (!wayi_mesh_spend(meter, count)) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            merge->ring[i] = first + i;
        }
        mesh_merge_set_ring(merge, count);
        merge->at++;
    }
    return false;
}

// Taking points out -------------------------------------------------------------------------------

/// The first side at a point: a wall if there is one, which nothing lies to the right of.
static uint32_t mesh_merge_first(const wayi_mesh_merge *merge, uint32_t point)
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
static uint32_t mesh_merge_go_round(const wayi_mesh_merge *merge, uint32_t first, uint32_t *count)
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

/// Takes a point out unless it is a corner of a wall, which leaves a ring; how many sides it has.
static uint32_t mesh_merge_drop(wayi_mesh_merge *merge, uint32_t point)
{
    const uint32_t first = mesh_merge_first(merge, point);
    const bool wall = merge->sides[first].twin == WAYI_MESH_NONE;
    uint32_t count = 0;
    const uint32_t last = mesh_merge_go_round(merge, first, &count);
    const way_point from = mesh_merge_at(merge, last);
    const way_point to = mesh_merge_at(merge, merge->sides[first].next);
    const way_point at = mesh_merge_at(merge, first);
    if (wall && (wayi_mesh_turn(from, at, to) != 0 || !wayi_mesh_on_side(from, to, at))) {
        return count;
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
    mesh_merge_set_ring(merge, count);
    return count;
}

static bool mesh_merge_drop_all(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    while (mesh_merge_clip_ring(merge, meter)) {
        if (merge->at == merge->mesh->point_count) {
            return true;
        }
        if (!wayi_mesh_spend(meter, 1)) {
            return false;
        }
        meter->spent += mesh_merge_drop(merge, merge->at++);
    }
    return false;
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
static bool mesh_merge_flip(wayi_mesh_merge *merge, uint32_t side)
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

static bool mesh_merge_is_inner(const wayi_mesh_merge *merge, uint32_t side)
{
    return merge->sides[side].start != WAYI_MESH_NONE &&
           merge->sides[side].twin != WAYI_MESH_NONE && merge->sides[side].twin > side;
}

static bool mesh_merge_improve(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = merge->mesh;
    if ((mesh->high.x - mesh->low.x) / WAY_MESH_UNIT > MESH_MERGE_SIDE ||
        (mesh->high.y - mesh->low.y) / WAY_MESH_UNIT > MESH_MERGE_SIDE) {
        return true;
    }
    for (; wayi_mesh_spend(meter, 1); merge->at++) {
        if (merge->at == merge->count) {
            if (!merge->changed) {
                return true;
            }
            merge->changed = false;
            merge->at = 0;
        }
        merge->changed |=
            mesh_merge_is_inner(merge, merge->at) && mesh_merge_flip(merge, merge->at);
    }
    return false;
}

// Joining -----------------------------------------------------------------------------------------

/// Whether a corner stays convex without the side that starts there.
static bool mesh_merge_opens(const wayi_mesh_merge *merge, uint32_t side)
{
    const uint32_t before = merge->sides[side].previous;
    const uint32_t after = merge->sides[merge->sides[side].twin].next;
    return wayi_mesh_turn(mesh_merge_at(merge, before), mesh_merge_at(merge, side),
                          mesh_merge_at(merge, merge->sides[after].next)) >= 0;
}

/// Lists sides by their length.
static bool mesh_merge_measure(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    for (; merge->at < merge->count && wayi_mesh_spend(meter, 1); merge->at++) {
        if (mesh_merge_is_inner(merge, merge->at)) {
            const way_point a = mesh_merge_at(merge, merge->at);
            const way_point b = mesh_merge_at(merge, merge->sides[merge->at].next);
            const int64_t dx = b.x - a.x;
            const int64_t dy = b.y - a.y;
            const uint64_t rest = UINT64_MAX - (uint64_t)(dx * dx + dy * dy);
            (void)wayi_heap_push(&merge->longest, (wayi_heap_item){rest, merge->at, 0}); // has room
        }
    }
    return merge->at == merge->count;
}

static bool mesh_merge_join_all(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    while (merge->longest.count && wayi_mesh_spend(meter, 4)) {
        const uint32_t side = wayi_heap_pop(&merge->longest).id;
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
    return merge->longest.count == 0;
}

// A mesh of it ------------------------------------------------------------------------------------

static bool mesh_merge_clear(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    const uint32_t points = merge->mesh->point_count;
    for (; merge->at < merge->count && wayi_mesh_spend(meter, 1); merge->at++) {
        merge->ring[merge->at] = 0;
        if (merge->at < points) { // there are fewer than sides
            merge->numbers[merge->at] = WAYI_MESH_NONE;
        }
    }
    return merge->at == merge->count;
}

static bool mesh_merge_list(wayi_mesh_merge *merge, wayi_mesh_meter *meter)
{
    wayi_mesh_lists *lists = &merge->lists;
    for (; merge->at < merge->count && wayi_mesh_spend(meter, 1); merge->at++) {
        if (merge->sides[merge->at].start == WAYI_MESH_NONE || merge->ring[merge->at]) {
            continue;
        }
        const uint32_t before = lists->corner_count;
        for (uint32_t side = merge->at; !merge->ring[side]; side = merge->sides[side].next) {
            const uint32_t point = merge->sides[side].start;
            if (merge->numbers[point] == WAYI_MESH_NONE) {
                merge->numbers[point] = lists->point_count;
                lists->points[lists->point_count++] = merge->mesh->points[point];
            }
            merge->ring[side] = 1;
            lists->corners[lists->corner_count++] = merge->numbers[point];
        }
        lists->sizes[lists->polygon_count++] = lists->corner_count - before;
        meter->spent += lists->corner_count - before;
    }
    return merge->at == merge->count;
}

/// Makes the mesh, and its grid in steps.
static way_status mesh_merge_create(wayi_mesh_merge *merge, wayi_mesh_meter *meter, way_mesh **out)
{
    bool done = false;
    if (!merge->part) {
        if (!wayi_mesh_spend(meter, merge->lists.corner_count / 4 + 1)) {
            return WAY_STATUS_OK;
        }
        const way_status status =
            wayi_mesh_create_of(&merge->lists, &merge->mesh->meter.source, &merge->part);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        merge->grid = wayi_mesh_grid_begin(merge->part);
    }
    if (!wayi_mesh_grid_step(&merge->grid, meter, &done)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (done) {
        *out = merge->part;
        merge->part = NULL;
    }
    return WAY_STATUS_OK;
}

// All of it ---------------------------------------------------------------------------------------

/// Each does what it may, and says whether it is done.
static bool (*const mesh_merge_stages[])(wayi_mesh_merge *merge, wayi_mesh_meter *meter) = {
    mesh_merge_load,    mesh_merge_cut,      mesh_merge_drop_all, mesh_merge_improve,
    mesh_merge_measure, mesh_merge_join_all, mesh_merge_clear,    mesh_merge_list,
};

enum { MESH_MERGE_STAGES = sizeof mesh_merge_stages / sizeof *mesh_merge_stages };

wayi_mesh_merge *wayi_mesh_merge_begin(const way_mesh *mesh)
{
    const way_allocator *allocator = &mesh->allocator;
    const uint32_t room = 3 * mesh->side_count;
    wayi_mesh_merge *merge = wayi_alloc_zero(allocator, 1, sizeof *merge);
    if (!merge) {
        return NULL;
    }
    merge->mesh = mesh;
    merge->capacity = room;
    merge->free = WAYI_MESH_NONE;
    merge->sides = wayi_alloc(allocator, room, sizeof *merge->sides);
    merge->spokes = wayi_alloc(allocator, mesh->point_count, sizeof *merge->spokes);
    merge->ring = wayi_alloc(allocator, room, sizeof *merge->ring);
    merge->lists.points = wayi_alloc(allocator, mesh->point_count, sizeof *merge->lists.points);
    merge->lists.corners = wayi_alloc(allocator, room, sizeof *merge->lists.corners);
    merge->lists.sizes = wayi_alloc(allocator, room, sizeof *merge->lists.sizes);
    merge->numbers = wayi_alloc(allocator, mesh->point_count, sizeof *merge->numbers);
    wayi_heap_init(&merge->longest, allocator);
    if (!wayi_heap_reserve(&merge->longest, room / 2) || !merge->sides || !merge->spokes ||
        !merge->ring || !merge->lists.points || !merge->lists.corners || !merge->lists.sizes ||
        !merge->numbers) {
        wayi_mesh_merge_end(merge);
        return NULL;
    }
    return merge;
}

void wayi_mesh_merge_end(wayi_mesh_merge *merge)
{
    if (!merge) {
        return;
    }
    const way_allocator *allocator = &merge->mesh->allocator;
    const uint32_t points = merge->mesh->point_count;
    const wayi_mesh_lists *lists = &merge->lists;
    wayi_mesh_release(merge->part);
    WAYI_FREE(allocator, merge->sides, merge->capacity);
    WAYI_FREE(allocator, merge->spokes, points);
    WAYI_FREE(allocator, merge->ring, merge->capacity);
    WAYI_FREE(allocator, lists->points, points);
    WAYI_FREE(allocator, lists->corners, merge->capacity);
    WAYI_FREE(allocator, lists->sizes, merge->capacity);
    WAYI_FREE(allocator, merge->numbers, points);
    wayi_heap_fini(&merge->longest);
    WAYI_FREE(allocator, merge, 1);
}

way_status wayi_mesh_merge_step(wayi_mesh_merge *merge, wayi_mesh_meter *meter, way_mesh **out)
{
    while (merge->stage < MESH_MERGE_STAGES && mesh_merge_stages[merge->stage](merge, meter)) {
        merge->stage++;
        merge->at = 0;
    }
    return merge->stage == MESH_MERGE_STAGES ? mesh_merge_create(merge, meter, out) : WAY_STATUS_OK;
}
