// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The doors of a mesh: sides with a twin, packed for searches, and which of them are bridges, the
// only way to what lies behind them. A shortest way never passes a bridge twice, so it enters what
// lies behind one only if the goal is there.
//
// Polygons are ranked in the order in which a search in depth meets them. What a door cuts off is a
// whole branch of that search, hence a range of ranks (Tarjan 1974): whether the goal is behind it
// takes one comparison. Any door that is no bridge has the range of all.
#include "base/check.h"
#include "space/mesh.h"

/// The search in depth: by polygon.
typedef struct mesh_doors_visit {
    uint32_t entered; ///< the door that it was left by to come here, or NONE
    uint32_t next;    ///< door that is to be tried
    uint32_t lowest;  ///< rank that is reached from its branch without the door that leads here
} mesh_doors_visit;

typedef struct mesh_doors_walk {
    way_mesh *mesh;
    mesh_doors_visit *visits; ///< [polygon_count]
    uint32_t met;             ///< polygons so far
} mesh_doors_walk;

/// Fills in the doors; `numbers` has room for that of every side.
static void mesh_doors_list(way_mesh *mesh, uint32_t *numbers)
{
    uint32_t count = 0;
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
        numbers[side] = count;
        count += mesh->twins[side] != WAYI_MESH_NONE;
    }
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
        const uint32_t twin = mesh->twins[side];
        if (twin == WAYI_MESH_NONE) {
            continue;
        }
        const uint32_t next = wayi_mesh_next(mesh, side);
        WAYI_ASSERT(mesh->doors); // a side with a twin has one
        mesh->doors[numbers[side]] = (wayi_mesh_door){.from = wayi_mesh_at(mesh, side),
                                                      .to = wayi_mesh_at(mesh, next),
                                                      .from_stop = mesh->stops[side],
                                                      .to_stop = mesh->stops[next],
                                                      .twin = numbers[twin],
                                                      .beyond = mesh->owners[twin],
                                                      .count = UINT32_MAX,
                                                      .from_bends = mesh->bends[mesh->stops[side]],
                                                      .to_bends = mesh->bends[mesh->stops[next]]};
    }
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        mesh->door_starts[polygon] = numbers[mesh->starts[polygon]];
    }
    mesh->door_starts[mesh->polygon_count] = count;
}

static void mesh_doors_meet(mesh_doors_walk *walk, uint32_t polygon, uint32_t entered)
{
    walk->mesh->ranks[polygon] = walk->met;
    walk->visits[polygon] =
        (mesh_doors_visit){entered, walk->mesh->door_starts[polygon], walk->met};
    walk->met++;
}

/// All behind the door that led to a polygon is met; the polygon before it.
static uint32_t mesh_doors_leave(mesh_doors_walk *walk, uint32_t polygon)
{
    way_mesh *mesh = walk->mesh;
    const mesh_doors_visit visit = walk->visits[polygon];
    wayi_mesh_door *down = &mesh->doors[visit.entered];
    wayi_mesh_door *up = &mesh->doors[down->twin];
    const uint32_t before = up->beyond;
    if (visit.lowest == mesh->ranks[polygon]) {
        down->low = up->low = visit.lowest;
        down->count = up->count = walk->met - visit.lowest;
        up->upward = 1;
    }
    if (visit.lowest < walk->visits[before].lowest) {
        walk->visits[before].lowest = visit.lowest;
    }
    return before;
}

/// Meets all that is joined to a polygon.
static void mesh_doors_search(mesh_doors_walk *walk, uint32_t first)
{
    const way_mesh *mesh = walk->mesh;
    mesh_doors_meet(walk, first, WAYI_MESH_NONE);
    for (uint32_t polygon = first;;) {
        mesh_doors_visit *visit = &walk->visits[polygon];
        if (visit->next == mesh->door_starts[polygon + 1]) {
            if (polygon == first) {
                return;
            }
            polygon = mesh_doors_leave(walk, polygon);
            continue;
        }
        const uint32_t door = visit->next++;
        WAYI_ASSERT(mesh->doors);
        const uint32_t beyond = mesh->doors[door].beyond;
        if (mesh->ranks[beyond] == WAYI_MESH_NONE) {
            mesh_doors_meet(walk, beyond, door);
            polygon = beyond;
        } else if (visit->entered != mesh->doors[door].twin &&
                   mesh->ranks[beyond] < visit->lowest) {
            visit->lowest = mesh->ranks[beyond];
        }
    }
}

bool wayi_mesh_find_doors(way_mesh *mesh)
{
    const way_allocator *allocator = &mesh->allocator;
    uint32_t count = 0;
    for (uint32_t side = 0; side < mesh->corner_count; side++) {
        count += mesh->twins[side] != WAYI_MESH_NONE;
    }
    uint32_t *numbers = wayi_alloc(allocator, mesh->corner_count, sizeof *numbers);
    mesh_doors_walk walk = {mesh, wayi_alloc(allocator, mesh->polygon_count, sizeof *walk.visits),
                            0};
    mesh->ranks = wayi_alloc(allocator, mesh->polygon_count, sizeof *mesh->ranks);
    mesh->door_starts =
        wayi_alloc_zero(allocator, (size_t)mesh->polygon_count + 1, sizeof *mesh->door_starts);
    if (mesh->door_starts && count) {
        mesh->doors = wayi_alloc(allocator, count, sizeof *mesh->doors);
        mesh->door_starts[mesh->polygon_count] = count;
    }
    const bool fits =
        numbers && walk.visits && mesh->ranks && mesh->door_starts && (mesh->doors || !count);
    if (fits) {
        mesh_doors_list(mesh, numbers);
        for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
            mesh->ranks[polygon] = WAYI_MESH_NONE;
        }
        for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
            if (mesh->ranks[polygon] == WAYI_MESH_NONE) {
                mesh_doors_search(&walk, polygon);
            }
        }
    }
    wayi_free(allocator, numbers, mesh->corner_count, sizeof *numbers);
    wayi_free(allocator, walk.visits, mesh->polygon_count, sizeof *walk.visits);
    return fits;
}
