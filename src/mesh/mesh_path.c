// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways over a navigation mesh: polygons as the nodes of a graph, and the string that is pulled
// through a chain of them.
//
// Pulling keeps a funnel: the last point that the way is sure to pass (the apex), and the two lines
// from it that just clear the sides shared so far. The next shared side narrows it; where one line
// would cross the other, that other's end is the next sure point and the funnel starts again there.
// (Lee and Preparata, Euclidean shortest paths in the presence of rectilinear barriers, 1984.)
// Which side of a line a point is on is computed exactly, so no tolerance is needed.
#include "mesh/mesh.h"
#include "space/straight.h"

#include <math.h>

typedef struct mesh_path_spot {
    double x, y; ///< cells
} mesh_path_spot;

static mesh_path_spot mesh_path_middle(const way_mesh *mesh, uint32_t polygon)
{
    mesh_path_spot sum = {0, 0};
    const double count = wayi_mesh_size(mesh, polygon) * (double)WAY_MESH_UNIT;
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        sum.x += wayi_mesh_at(mesh, side).x;
        sum.y += wayi_mesh_at(mesh, side).y;
    }
    return (mesh_path_spot){sum.x / count, sum.y / count};
}

static double mesh_path_length(mesh_path_spot a, mesh_path_spot b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// From the middle of a side's polygon over the side's middle to that of the polygon beyond.
static double mesh_path_over(const way_mesh *mesh, uint32_t side)
{
    const way_point a = wayi_mesh_at(mesh, side);
    const way_point b = wayi_mesh_at(mesh, wayi_mesh_next(mesh, side));
    const mesh_path_spot middle = {((double)a.x + b.x) / (2.0 * WAY_MESH_UNIT),
                                   ((double)a.y + b.y) / (2.0 * WAY_MESH_UNIT)};
    const uint32_t here = mesh->owners[side];
    const uint32_t there = mesh->owners[mesh->twins[side]];
    return mesh_path_length(mesh_path_middle(mesh, here), middle) +
           mesh_path_length(middle, mesh_path_middle(mesh, there));
}

uint32_t wayi_mesh_portal(const way_mesh *mesh, uint32_t from, uint32_t to)
{
    uint32_t best = WAYI_MESH_NONE;
    double least = INFINITY;
    for (uint32_t side = wayi_mesh_first(mesh, from); side < wayi_mesh_end(mesh, from); side++) {
        const uint32_t twin = mesh->twins[side];
        if (twin != WAYI_MESH_NONE && mesh->owners[twin] == to) {
            const double length = mesh_path_over(mesh, side);
            if (length < least) {
                least = length;
                best = side;
            }
        }
    }
    return best;
}

// Graph -------------------------------------------------------------------------------------------

static uint32_t mesh_path_links(const way_mesh *mesh, way_link *links)
{
    uint32_t count = 0;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        const uint32_t end = wayi_mesh_end(mesh, polygon);
        for (uint32_t side = wayi_mesh_first(mesh, polygon); side < end; side++) {
            if (mesh->twins[side] == WAYI_MESH_NONE || mesh->twins[side] < side) {
                continue;
            }
            if (links) {
                links[count] = (way_link){polygon, mesh->owners[mesh->twins[side]],
                                          wayi_straight_cost(mesh_path_over(mesh, side), 0, 1)};
            }
            count++;
        }
    }
    return count;
}

way_status way_space_create_mesh(const way_mesh *mesh, const way_allocator *allocator,
                                 way_space **out)
{
    if (!mesh || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const way_allocator door = wayi_allocator_or_default(allocator);
    const uint32_t count = mesh_path_links(mesh, NULL);
    const size_t numbers = (size_t)mesh->polygon_count * 2;
    way_link *links = wayi_alloc(&door, count, sizeof *links);
    double *positions = wayi_alloc(&door, numbers, sizeof *positions);
    way_status status = WAY_STATUS_NO_MEMORY;
    if ((links || !count) && positions) {
        mesh_path_links(mesh, links);
        for (uint32_t i = 0; i < mesh->polygon_count; i++) {
            const mesh_path_spot middle = mesh_path_middle(mesh, i);
            positions[2 * (size_t)i] = middle.x;
            positions[2 * (size_t)i + 1] = middle.y;
        }
        const way_graph_config config = {.node_count = mesh->polygon_count,
                                         .links = links,
                                         .link_count = count,
                                         .positions = positions,
                                         .allocator = &door};
        status = way_space_create_graph(&config, out);
    }
    WAYI_FREE(&door, links, count);
    WAYI_FREE(&door, positions, numbers);
    return status;
}

// Pulling -----------------------------------------------------------------------------------------

/// The two ends of what the way must pass between.
typedef struct mesh_path_gate {
    way_point left, right;
} mesh_path_gate;

/// The gate after polygon `index` of the chain; after the last it is the goal. In a polygon that
/// turns from x towards y a side is left with its start to the right.
static mesh_path_gate mesh_path_gate_at(const way_mesh *mesh, const way_mesh_chain *chain,
                                        uint32_t index)
{
    if (index + 1 == chain->count) {
        return (mesh_path_gate){chain->goal, chain->goal};
    }
    const uint32_t side =
        wayi_mesh_portal(mesh, chain->polygons[index], chain->polygons[index + 1]);
    return (mesh_path_gate){wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)),
                            wayi_mesh_at(mesh, side)};
}

static bool mesh_path_same(way_point a, way_point b)
{
    return a.x == b.x && a.y == b.y;
}

static void mesh_path_push(way_point *points, uint32_t *count, way_point point)
{
    if (*count == 0 || !mesh_path_same(points[*count - 1], point)) {
        points[(*count)++] = point;
    }
}

typedef struct mesh_path_funnel {
    way_point apex, left, right;
    uint32_t left_at, right_at; ///< gates that the lines end at
} mesh_path_funnel;

static void mesh_path_restart(mesh_path_funnel *funnel, way_point apex, uint32_t at)
{
    *funnel = (mesh_path_funnel){apex, apex, apex, at, at};
}

/// Narrows the funnel by a gate; true if a line crossed the other and the funnel started again.
static bool mesh_path_narrow(mesh_path_funnel *funnel, const mesh_path_gate *gate, uint32_t at)
{
    const way_point apex = funnel->apex;
    if (wayi_mesh_turn(apex, funnel->right, gate->right) >= 0) {
        if (!mesh_path_same(apex, funnel->right) &&
            wayi_mesh_turn(apex, funnel->left, gate->right) > 0) {
            mesh_path_restart(funnel, funnel->left, funnel->left_at);
            return true;
        }
        funnel->right = gate->right;
        funnel->right_at = at;
    }
    if (wayi_mesh_turn(apex, funnel->left, gate->left) <= 0) {
        if (!mesh_path_same(apex, funnel->left) &&
            wayi_mesh_turn(apex, funnel->right, gate->left) < 0) {
            mesh_path_restart(funnel, funnel->right, funnel->right_at);
            return true;
        }
        funnel->left = gate->left;
        funnel->left_at = at;
    }
    return false;
}

static bool mesh_path_is_chain(const way_mesh *mesh, const way_mesh_chain *chain)
{
    for (uint32_t i = 0; i < chain->count; i++) {
        if (chain->polygons[i] >= mesh->polygon_count) {
            return false;
        }
    }
    for (uint32_t i = 0; i + 1 < chain->count; i++) {
        if (wayi_mesh_portal(mesh, chain->polygons[i], chain->polygons[i + 1]) == WAYI_MESH_NONE) {
            return false;
        }
    }
    return wayi_mesh_holds(mesh, chain->polygons[0], chain->start) &&
           wayi_mesh_holds(mesh, chain->polygons[chain->count - 1], chain->goal);
}

way_status way_mesh_pull(const way_mesh *mesh, const way_mesh_chain *chain, way_point *points,
                         uint32_t capacity, uint32_t *count)
{
    if (!mesh || !chain || !chain->polygons || !points || !count || chain->count == 0 ||
        capacity < chain->count + 1 || !mesh_path_is_chain(mesh, chain)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    mesh_path_funnel funnel;
    mesh_path_restart(&funnel, chain->start, 0);
    *count = 0;
    mesh_path_push(points, count, chain->start);
    uint32_t at = 0;
    while (at < chain->count) {
        const mesh_path_gate gate = mesh_path_gate_at(mesh, chain, at);
        if (mesh_path_narrow(&funnel, &gate, at)) {
            mesh_path_push(points, count, funnel.apex);
            at = funnel.left_at;
        }
        at++;
    }
    mesh_path_push(points, count, chain->goal);
    return WAY_STATUS_OK;
}

double way_points_length(const way_point *points, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const double dx = ((double)points[i + 1].x - points[i].x) / WAY_MESH_UNIT;
        const double dy = ((double)points[i + 1].y - points[i].y) / WAY_MESH_UNIT;
        sum += sqrt(dx * dx + dy * dy);
    }
    return sum;
}
