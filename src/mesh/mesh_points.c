// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The points of a mesh as states, and spots that the caller moves: who sees whom is one step away.
// A step is found by looking from a point through the polygons: what is seen through a shared side
// lies between two rays, each of which passes through a point of the mesh, so that all comparisons
// are exact. A line may touch walls and pass along them, but goes from polygon to polygon only by
// crossing a side.
#include "mesh/mesh.h"
#include "space/straight.h"

#define MESH_POINTS_SPOTS_MAX 65536u

/// What is seen through a side: all between two rays.
typedef struct mesh_points_gap {
    uint32_t side; ///< of the polygon behind it
    way_point right, left;
} mesh_points_gap;

way_cost wayi_points_cost(const wayi_points *points, way_state from, way_state to)
{
    const way_point a = wayi_points_at(points, from);
    const way_point b = wayi_points_at(points, to);
    return wayi_straight_cost((double)a.x - b.x, (double)a.y - b.y, WAY_MESH_UNIT);
}

// Looking -----------------------------------------------------------------------------------------

typedef struct mesh_points_look {
    wayi_points *points;
    way_point root;
    way_state from;
    way_edge *edges;
    uint32_t count;
    uint32_t gap_count;
} mesh_points_look;

static void mesh_points_meet(mesh_points_look *look, way_state state)
{
    if (look->points->seen[state] != look->points->look) {
        look->points->seen[state] = look->points->look;
        look->edges[look->count++] =
            (way_edge){state, wayi_points_cost(look->points, look->from, state)};
    }
}

/// Meets all states of a polygon that lie between the rays; NULL = all of them.
static void mesh_points_meet_all(mesh_points_look *look, uint32_t polygon,
                                 const mesh_points_gap *gap)
{
    const wayi_points *points = look->points;
    const way_mesh *mesh = points->mesh;
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const way_point at = wayi_mesh_at(mesh, side);
        if (!gap || (wayi_mesh_turn(look->root, gap->right, at) >= 0 &&
                     wayi_mesh_turn(look->root, gap->left, at) <= 0)) {
            mesh_points_meet(look, wayi_points_of(points, side));
        }
    }
    for (uint32_t spot = 0; spot < points->spot_count; spot++) {
        const way_point at = points->spots[spot];
        if (wayi_points_home(points, spot) != WAYI_MESH_NONE &&
            wayi_mesh_holds(mesh, polygon, at) &&
            (!gap || (wayi_mesh_turn(look->root, gap->right, at) >= 0 &&
                      wayi_mesh_turn(look->root, gap->left, at) <= 0))) {
            mesh_points_meet(look, spot);
        }
    }
}

/// Notes what is seen through a side; false without memory.
static bool mesh_points_push(mesh_points_look *look, uint32_t side, way_point right, way_point left)
{
    wayi_points *points = look->points;
    const uint32_t twin = points->mesh->twins[side];
    if (twin == WAYI_MESH_NONE || wayi_mesh_turn(look->root, right, left) <= 0) {
        return true;
    }
    if (!WAYI_GROW(&points->space.allocator, points->gaps, points->gap_capacity,
                   look->gap_count + 1)) {
        return false;
    }
    points->gaps[look->gap_count++] = (mesh_points_gap){twin, right, left};
    return true;
}

/// Looks on through all sides of a polygon behind a gap.
static bool mesh_points_go_on(mesh_points_look *look, const mesh_points_gap *gap)
{
    const way_mesh *mesh = look->points->mesh;
    const way_point root = look->root;
    bool fits = true;
    for (uint32_t side = wayi_mesh_next(mesh, gap->side); side != gap->side && fits;
         side = wayi_mesh_next(mesh, side)) {
        const way_point from = wayi_mesh_at(mesh, side);
        const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
        if (wayi_mesh_turn(root, gap->right, to) > 0 && wayi_mesh_turn(root, gap->left, from) < 0) {
            const bool cut_right = wayi_mesh_turn(root, gap->right, from) < 0;
            const bool cut_left = wayi_mesh_turn(root, gap->left, to) > 0;
            fits = mesh_points_push(look, side, cut_right ? gap->right : from,
                                    cut_left ? gap->left : to);
        }
    }
    return fits;
}

/// Looks at a polygon that holds the root; false without memory.
static bool mesh_points_look_round(mesh_points_look *look, uint32_t polygon)
{
    const way_mesh *mesh = look->points->mesh;
    bool fits = true;
    mesh_points_meet_all(look, polygon, NULL);
    for (uint32_t side = wayi_mesh_first(mesh, polygon);
         side < wayi_mesh_end(mesh, polygon) && fits; side++) {
        fits = mesh_points_push(look, side, wayi_mesh_at(mesh, side),
                                wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)));
    }
    return fits;
}

static uint32_t mesh_points_expand(way_space *space, way_state state, way_edge *edges)
{
    wayi_points *points = (wayi_points *)space;
    const uint32_t home = wayi_points_home(points, state);
    if (home == WAYI_MESH_NONE) {
        return 0;
    }
    mesh_points_look look = {points, wayi_points_at(points, state), state, edges, 0, 0};
    points->look++;
    points->seen[state] = points->look;
    bool fits = true;
    wayi_mesh_round round = wayi_mesh_round_begin(points->mesh, home, look.root);
    do {
        fits = mesh_points_look_round(&look, round.polygon);
    } while (fits && wayi_mesh_round_next(&round));
    while (look.gap_count && fits) {
        const mesh_points_gap gap = points->gaps[--look.gap_count];
        mesh_points_meet_all(&look, points->mesh->owners[gap.side], &gap);
        fits = mesh_points_go_on(&look, &gap);
    }
    return fits ? look.count : WAY_EXPAND_FULL;
}

// The space ---------------------------------------------------------------------------------------

static way_cost mesh_points_distance(const way_space *space, way_state from, way_state to)
{
    const wayi_points *points = wayi_space_points(space);
    const way_point a = wayi_points_at(points, from);
    const way_point b = wayi_points_at(points, to);
    return wayi_straight_estimate((double)a.x - b.x, (double)a.y - b.y, WAY_MESH_UNIT);
}

static bool mesh_points_can_stand(const way_space *space, way_state state)
{
    return wayi_points_home(wayi_space_points(space), state) != WAYI_MESH_NONE;
}

static uint64_t mesh_points_revision(const way_space *space)
{
    return wayi_space_points(space)->moves + wayi_space_points(space)->mesh->revision;
}

static void mesh_points_position(const way_space *space, way_state state, double *x, double *y)
{
    const way_point at = wayi_points_at(wayi_space_points(space), state);
    *x = (double)at.x / WAY_MESH_UNIT;
    *y = (double)at.y / WAY_MESH_UNIT;
}

static void mesh_points_destroy(way_space *space)
{
    wayi_points *points = (wayi_points *)space;
    const way_allocator allocator = space->allocator;
    WAYI_GIVE_BACK(points->mesh);
    WAYI_FREE(&allocator, points->spots, points->spot_count);
    WAYI_FREE(&allocator, points->homes, points->spot_count);
    WAYI_FREE(&allocator, points->seen, space->state_count);
    WAYI_FREE(&allocator, points->gaps, points->gap_capacity);
    WAYI_FREE(&allocator, points, 1);
}

static const way_space_type mesh_points_type = {
    .name = "points",
    .expand = mesh_points_expand,
    .expand_back = mesh_points_expand,
    .estimate = mesh_points_distance,
    .can_stand = mesh_points_can_stand,
    .revision = mesh_points_revision,
    .position = mesh_points_position,
    .destroy = mesh_points_destroy,
};

way_status way_space_create_points(const way_mesh *mesh, uint32_t spot_count,
                                   const way_allocator *allocator, way_space **out)
{
    if (!mesh || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (spot_count > MESH_POINTS_SPOTS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    const way_allocator door = wayi_allocator_or_default(allocator);
    wayi_points *points = wayi_alloc_zero(&door, 1, sizeof *points);
    if (!points) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t states = spot_count + mesh->state_room;
    *points = (wayi_points){.space = {.type = &mesh_points_type,
                                      .state_count = states,
                                      .degree_max = states,
                                      .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS |
                                                WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT |
                                                WAY_SPACE_MESH_POINTS,
                                      .allocator = door},
                            .mesh = mesh,
                            .spots = wayi_alloc_zero(&door, spot_count, sizeof *points->spots),
                            .homes = wayi_alloc(&door, spot_count, sizeof *points->homes),
                            .seen = wayi_alloc_zero(&door, states, sizeof *points->seen),
                            .spot_count = spot_count,
                            .homes_revision = mesh->revision};
    WAYI_BORROW(mesh);
    if ((spot_count && (!points->spots || !points->homes)) || !points->seen) {
        mesh_points_destroy(&points->space);
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t spot = 0; spot < spot_count; spot++) {
        points->homes[spot] = WAYI_MESH_NONE;
    }
    *out = &points->space;
    return WAY_STATUS_OK;
}

way_status way_points_set(way_space *space, uint32_t spot, way_point at)
{
    if (!space || space->type != &mesh_points_type) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    wayi_points *points = (wayi_points *)space;
    const uint32_t home = way_mesh_locate(points->mesh, at);
    if (spot >= points->spot_count || home == WAY_STATE_NONE) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (points->homes_revision != points->mesh->revision) {
        for (uint32_t i = 0; i < points->spot_count; i++) {
            points->homes[i] = wayi_points_home(points, i);
        }
        points->homes_revision = points->mesh->revision;
    }
    points->spots[spot] = at;
    points->homes[spot] = home;
    points->moves++;
    return WAY_STATUS_OK;
}

way_point way_points_at(const way_space *space, way_state state)
{
    const bool known = space && space->type == &mesh_points_type && state < space->state_count;
    return known ? wayi_points_at(wayi_space_points(space), state) : (way_point){0, 0};
}
