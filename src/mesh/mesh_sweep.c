// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether two polygons of a mesh overlap, in O(n log n) for n corners, however they lie.
//
// A line sweeps over the mesh from low to high x. It crosses a convex polygon in one piece, between
// a side below (of lower y) and one above. As long as nothing overlaps, the pieces lie one above
// the other: a search tree keeps them in order, and a list tells who lies next to whom. Two
// polygons that overlap are neighbours where they first do (Shamos and Hoey 1976), so it is enough
// to compare neighbours when a polygon appears, goes on to its next side, or leaves two others side
// by side. Polygons may touch. All comparisons are exact.
#include "core/sort.h"
#include "mesh/mesh.h"

/// At equal x: who ends makes room, then sides change, then others begin.
enum { MESH_SWEEP_REMOVE, MESH_SWEEP_TURN, MESH_SWEEP_INSERT };

/// Events are numbers that sort as they happen: x, kind, side (below 2^24).
#define MESH_SWEEP_SIDE_BITS 24u
#define MESH_SWEEP_SIDE_MASK ((UINT64_C(1) << MESH_SWEEP_SIDE_BITS) - 1)

/// After how many events a job is asked.
#define MESH_SWEEP_ASK 16384u

/// A polygon under the line: a node of a treap, and of the list in its order.
typedef struct mesh_sweep_item {
    uint32_t below, above; ///< sides that bound it
    uint32_t left, right, parent;
    uint32_t previous, next;
} mesh_sweep_item;

typedef struct mesh_sweep {
    const way_mesh *mesh;
    mesh_sweep_item *items; ///< [polygon_count]
    uint64_t *events;       ///< [corner_count + polygon_count]
    size_t event_count;
    uint64_t seed;
    uint32_t root;
    uint32_t clash[2]; ///< polygons that overlap, or NONE
} mesh_sweep;

/// A side from left to right.
typedef struct mesh_sweep_side {
    way_point left, right;
} mesh_sweep_side;

static mesh_sweep_side mesh_sweep_at(const mesh_sweep *sweep, uint32_t side)
{
    const way_point from = wayi_mesh_at(sweep->mesh, side);
    const way_point to = wayi_mesh_at(sweep->mesh, wayi_mesh_next(sweep->mesh, side));
    return from.x < to.x ? (mesh_sweep_side){from, to} : (mesh_sweep_side){to, from};
}

/// Positive if a point lies above a side, 0 on its line.
static int64_t mesh_sweep_height(mesh_sweep_side side, way_point point)
{
    return wayi_mesh_turn(side.left, side.right, point);
}

/// Whether two sides that the line crosses keep their order, as far as both reach.
static bool mesh_sweep_is_ordered(mesh_sweep_side low, mesh_sweep_side high)
{
    const bool starts = high.left.x >= low.left.x ? mesh_sweep_height(low, high.left) >= 0
                                                  : mesh_sweep_height(high, low.left) <= 0;
    const bool ends = high.right.x <= low.right.x ? mesh_sweep_height(low, high.right) >= 0
                                                  : mesh_sweep_height(high, low.right) <= 0;
    return starts && ends;
}

/// Compares two neighbours, either of which may be NONE.
static void mesh_sweep_compare(mesh_sweep *sweep, uint32_t low, uint32_t high)
{
    if (low == WAYI_MESH_NONE || high == WAYI_MESH_NONE || sweep->clash[0] != WAYI_MESH_NONE) {
        return;
    }
    if (!mesh_sweep_is_ordered(mesh_sweep_at(sweep, sweep->items[low].above),
                               mesh_sweep_at(sweep, sweep->items[high].below))) {
        sweep->clash[0] = low;
        sweep->clash[1] = high;
    }
}

// The tree ----------------------------------------------------------------------------------------

/// Heap order of the treap. The seed comes from the points, so that no order of polygons can be
/// chosen that makes the tree high: another order is another seed.
static uint32_t mesh_sweep_rank(const mesh_sweep *sweep, uint32_t polygon)
{
    uint64_t mixed = (polygon + sweep->seed) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

static void mesh_sweep_set_child(mesh_sweep *sweep, uint32_t parent, uint32_t old, uint32_t new)
{
    if (parent == WAYI_MESH_NONE) {
        sweep->root = new;
    } else if (sweep->items[parent].left == old) {
        sweep->items[parent].left = new;
    } else {
        sweep->items[parent].right = new;
    }
    if (new != WAYI_MESH_NONE) {
        sweep->items[new].parent = parent;
    }
}

/// Puts a child in its parent's place.
static void mesh_sweep_rotate(mesh_sweep *sweep, uint32_t child)
{
    const uint32_t parent = sweep->items[child].parent;
    mesh_sweep_item *up = &sweep->items[child];
    mesh_sweep_item *down = &sweep->items[parent];
    mesh_sweep_set_child(sweep, down->parent, parent, child);
    if (down->left == child) {
        down->left = up->right;
        if (up->right != WAYI_MESH_NONE) {
            sweep->items[up->right].parent = parent;
        }
        up->right = parent;
    } else {
        down->right = up->left;
        if (up->left != WAYI_MESH_NONE) {
            sweep->items[up->left].parent = parent;
        }
        up->left = parent;
    }
    down->parent = child;
}

/// Whether a polygon that begins lies above one under the line: from its first point on.
static bool mesh_sweep_is_above(const mesh_sweep *sweep, uint32_t polygon, uint32_t other)
{
    const mesh_sweep_side begins = mesh_sweep_at(sweep, sweep->items[polygon].below);
    const mesh_sweep_side there = mesh_sweep_at(sweep, sweep->items[other].above);
    const int64_t height = mesh_sweep_height(there, begins.left);
    return height > 0 || (height == 0 && mesh_sweep_height(there, begins.right) >= 0);
}

static void mesh_sweep_insert(mesh_sweep *sweep, uint32_t polygon)
{
    uint32_t low = WAYI_MESH_NONE;
    uint32_t high = WAYI_MESH_NONE;
    uint32_t parent = WAYI_MESH_NONE;
    mesh_sweep_item *item = &sweep->items[polygon];
    for (uint32_t at = sweep->root; at != WAYI_MESH_NONE;) {
        parent = at;
        if (mesh_sweep_is_above(sweep, polygon, at)) {
            low = at;
            at = sweep->items[at].right;
        } else {
            high = at;
            at = sweep->items[at].left;
        }
    }
    item->left = item->right = WAYI_MESH_NONE;
    item->parent = parent;
    item->previous = low;
    item->next = high;
    if (parent == WAYI_MESH_NONE) {
        sweep->root = polygon;
    } else if (parent == low) {
        sweep->items[parent].right = polygon;
    } else {
        sweep->items[parent].left = polygon;
    }
    while (item->parent != WAYI_MESH_NONE &&
           mesh_sweep_rank(sweep, item->parent) < mesh_sweep_rank(sweep, polygon)) {
        mesh_sweep_rotate(sweep, polygon);
    }
    if (low != WAYI_MESH_NONE) {
        sweep->items[low].next = polygon;
    }
    if (high != WAYI_MESH_NONE) {
        sweep->items[high].previous = polygon;
    }
    mesh_sweep_compare(sweep, low, polygon);
    mesh_sweep_compare(sweep, polygon, high);
}

static void mesh_sweep_remove(mesh_sweep *sweep, uint32_t polygon)
{
    mesh_sweep_item *item = &sweep->items[polygon];
    while (item->left != WAYI_MESH_NONE && item->right != WAYI_MESH_NONE) {
        const bool left = mesh_sweep_rank(sweep, item->left) > mesh_sweep_rank(sweep, item->right);
        mesh_sweep_rotate(sweep, left ? item->left : item->right);
    }
    mesh_sweep_set_child(sweep, item->parent, polygon,
                         item->left != WAYI_MESH_NONE ? item->left : item->right);
    if (item->previous != WAYI_MESH_NONE) {
        sweep->items[item->previous].next = item->next;
    }
    if (item->next != WAYI_MESH_NONE) {
        sweep->items[item->next].previous = item->previous;
    }
    mesh_sweep_compare(sweep, item->previous, item->next);
}

// Events ------------------------------------------------------------------------------------------

/// How far a side goes in x; sides below a polygon go up in x, those above go down.
static int64_t mesh_sweep_run(const way_mesh *mesh, uint32_t side)
{
    return (int64_t)wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)).x - wayi_mesh_at(mesh, side).x;
}

static void mesh_sweep_add(mesh_sweep *sweep, int32_t x, uint32_t kind, uint32_t side)
{
    const uint64_t place = (uint64_t)((int64_t)x + WAY_MESH_COORDINATE_MAX);
    sweep->events[sweep->event_count++] =
        (place << 2 | kind) << MESH_SWEEP_SIDE_BITS | (side & MESH_SWEEP_SIDE_MASK);
}

/// Lists when a polygon begins, when it goes on to another side, and when it ends.
static void mesh_sweep_list(mesh_sweep *sweep, uint32_t polygon)
{
    const way_mesh *mesh = sweep->mesh;
    const uint32_t first = wayi_mesh_first(mesh, polygon);
    const uint32_t last = wayi_mesh_end(mesh, polygon) - 1;
    mesh_sweep_item *item = &sweep->items[polygon];
    for (uint32_t side = first; side <= last; side++) {
        const int64_t run = mesh_sweep_run(mesh, side);
        const uint32_t next = wayi_mesh_next(mesh, side);
        const uint32_t previous = side == first ? last : side - 1;
        if (run > 0 && mesh_sweep_run(mesh, previous) > 0) {
            mesh_sweep_add(sweep, wayi_mesh_at(mesh, side).x, MESH_SWEEP_TURN, side);
        } else if (run > 0) {
            item->below = side;
            mesh_sweep_add(sweep, wayi_mesh_at(mesh, side).x, MESH_SWEEP_INSERT, side);
        } else if (run < 0 && mesh_sweep_run(mesh, next) < 0) {
            mesh_sweep_add(sweep, wayi_mesh_at(mesh, next).x, MESH_SWEEP_TURN, side);
        } else if (run < 0) {
            item->above = side;
        }
        if (run < 0 && mesh_sweep_run(mesh, previous) >= 0) {
            mesh_sweep_add(sweep, wayi_mesh_at(mesh, side).x, MESH_SWEEP_REMOVE, side);
        }
    }
}

static void mesh_sweep_turn(mesh_sweep *sweep, uint32_t polygon, uint32_t side)
{
    mesh_sweep_item *item = &sweep->items[polygon];
    if (mesh_sweep_run(sweep->mesh, side) > 0) {
        item->below = side;
        mesh_sweep_compare(sweep, item->previous, polygon);
    } else {
        item->above = side;
        mesh_sweep_compare(sweep, polygon, item->next);
    }
}

/// False if the job was cancelled.
static bool mesh_sweep_go(mesh_sweep *sweep, wayi_job_stage stage)
{
    for (uint32_t polygon = 0; polygon < sweep->mesh->polygon_count; polygon++) {
        mesh_sweep_list(sweep, polygon);
    }
    wayi_sort64(sweep->events, sweep->event_count);
    for (size_t i = 0; i < sweep->event_count && sweep->clash[0] == WAYI_MESH_NONE; i++) {
        const uint32_t side = (uint32_t)(sweep->events[i] & MESH_SWEEP_SIDE_MASK);
        const uint32_t polygon = sweep->mesh->owners[side];
        if (i % MESH_SWEEP_ASK == 0 &&
            !wayi_job_report(stage, (uint32_t)i, (uint32_t)sweep->event_count)) {
            return false;
        }
        switch (sweep->events[i] >> MESH_SWEEP_SIDE_BITS & 3u) {
        case MESH_SWEEP_REMOVE:
            mesh_sweep_remove(sweep, polygon);
            break;
        case MESH_SWEEP_TURN:
            mesh_sweep_turn(sweep, polygon, side);
            break;
        default:
            mesh_sweep_insert(sweep, polygon);
            break;
        }
    }
    return true;
}

way_status wayi_mesh_find_overlap(const way_mesh *mesh, wayi_job_stage stage, uint32_t *polygon,
                                  uint32_t *other)
{
    const way_allocator *allocator = &mesh->allocator;
    const size_t room = (size_t)mesh->side_count + mesh->polygon_count;
    mesh_sweep sweep = {
        .mesh = mesh,
        .items = wayi_alloc(allocator, mesh->polygon_count, sizeof *sweep.items),
        .events = wayi_alloc(allocator, room, sizeof *sweep.events),
        .seed = way_hash_bytes(0, mesh->points, mesh->point_count * sizeof *mesh->points),
        .root = WAYI_MESH_NONE,
        .clash = {WAYI_MESH_NONE, WAYI_MESH_NONE}};
    const bool fits = sweep.items && sweep.events;
    bool done = true;
    if (fits) {
        done = mesh_sweep_go(&sweep, stage);
        const bool later = sweep.clash[0] > sweep.clash[1];
        *polygon = sweep.clash[later ? 0 : 1];
        *other = sweep.clash[later ? 1 : 0];
    }
    WAYI_FREE(allocator, sweep.items, mesh->polygon_count);
    WAYI_FREE(allocator, sweep.events, room);
    return !fits ? WAY_STATUS_NO_MEMORY : done ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
}
