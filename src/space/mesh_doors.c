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
//
// A mesh in tiles is ranked block by block of them, so that an edit ranks few polygons again.
// Whatever lies beyond a block counts as one polygon that all doors at its border lead to: what is
// a bridge then is one in truth. What only a larger look would show is not known there.
#include "space/mesh.h"

typedef struct mesh_doors_walk {
    way_mesh *mesh;
    wayi_mesh_visit *visits; ///< by the order in which polygons are met
    uint32_t base;           ///< rank of the first
    uint32_t met;            ///< polygons so far
} mesh_doors_walk;

void wayi_mesh_number_doors(way_mesh *mesh, uint32_t polygon)
{
    wayi_mesh_polygon *at = &mesh->polygons[polygon];
    at->doors = 0;
    for (uint32_t side = at->first; side < at->first + at->size; side++) {
        mesh->door_of[side] = at->first + at->doors;
        at->doors += mesh->twins[side] != WAYI_MESH_NONE;
    }
}

void wayi_mesh_list_doors(way_mesh *mesh, uint32_t polygon)
{
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const uint32_t twin = mesh->twins[side];
        if (twin == WAYI_MESH_NONE) {
            continue;
        }
        const uint32_t next = wayi_mesh_next(mesh, side);
        wayi_mesh_door *door = &mesh->doors[mesh->door_of[side]];
        *door = (wayi_mesh_door){.from = wayi_mesh_at(mesh, side),
                                 .to = wayi_mesh_at(mesh, next),
                                 .from_stop = mesh->stops[side],
                                 .to_stop = mesh->stops[next],
                                 .twin = mesh->door_of[twin],
                                 .beyond = mesh->owners[twin],
                                 .low = door->low,
                                 .count = door->count,
                                 .upward = door->upward,
                                 .from_bends = (uint8_t)mesh->stop_list[mesh->stops[side]].bends,
                                 .to_bends = (uint8_t)mesh->stop_list[mesh->stops[next]].bends};
    }
}

/// Whether a polygon is none of those that are ranked: these have no rank yet, or one of the first.
static bool mesh_doors_is_outside(const mesh_doors_walk *walk, uint32_t polygon)
{
    const uint32_t rank = walk->mesh->polygons[polygon].rank;
    return rank != WAYI_MESH_NONE && rank - walk->base >= walk->met;
}

/// The number of a polygon in the order of meeting, from 1; 0 is what lies outside.
static uint32_t mesh_doors_order(const mesh_doors_walk *walk, uint32_t polygon)
{
    return mesh_doors_is_outside(walk, polygon)
               ? 0
               : walk->mesh->polygons[polygon].rank - walk->base + 1;
}

static wayi_mesh_visit *mesh_doors_visit(const mesh_doors_walk *walk, uint32_t polygon)
{
    return &walk->visits[walk->mesh->polygons[polygon].rank - walk->base];
}

static void mesh_doors_meet(mesh_doors_walk *walk, uint32_t polygon, uint32_t entered)
{
    wayi_mesh_polygon *at = &walk->mesh->polygons[polygon];
    at->rank = walk->base + walk->met;
    walk->visits[walk->met] = (wayi_mesh_visit){entered, at->first, walk->met + 1};
    walk->met++;
}

/// All behind the door that led to a polygon is met; the polygon before it.
static uint32_t mesh_doors_leave(mesh_doors_walk *walk, uint32_t polygon)
{
    way_mesh *mesh = walk->mesh;
    const wayi_mesh_visit visit = *mesh_doors_visit(walk, polygon);
    wayi_mesh_door *down = &mesh->doors[visit.entered];
    wayi_mesh_door *up = &mesh->doors[down->twin];
    const uint32_t before = up->beyond;
    if (visit.lowest == mesh_doors_order(walk, polygon)) {
        down->low = up->low = mesh->polygons[polygon].rank;
        down->count = up->count = walk->base + walk->met - down->low;
        up->upward = 1;
    }
    wayi_mesh_visit *earlier = mesh_doors_visit(walk, before);
    if (visit.lowest < earlier->lowest) {
        earlier->lowest = visit.lowest;
    }
    return before;
}

/// Meets all that is joined to a polygon, which is entered by a door from outside, or by none.
static void mesh_doors_search(mesh_doors_walk *walk, uint32_t first, uint32_t entered)
{
    const way_mesh *mesh = walk->mesh;
    mesh_doors_meet(walk, first, entered);
    for (uint32_t polygon = first;;) {
        const wayi_mesh_polygon *at = &mesh->polygons[polygon];
        wayi_mesh_visit *visit = mesh_doors_visit(walk, polygon);
        if (visit->next == at->first + at->doors) {
            if (polygon == first) {
                return;
            }
            polygon = mesh_doors_leave(walk, polygon);
            continue;
        }
        const wayi_mesh_door *door = &mesh->doors[visit->next++];
        if (mesh->polygons[door->beyond].rank == WAYI_MESH_NONE) {
            mesh_doors_meet(walk, door->beyond, visit->next - 1);
            polygon = door->beyond;
        } else if (visit->entered != door->twin) {
            const uint32_t order = mesh_doors_order(walk, door->beyond);
            visit->lowest = order < visit->lowest ? order : visit->lowest;
        }
    }
}

/// A door of a polygon that leads outside, or NONE.
static uint32_t mesh_doors_exit(const mesh_doors_walk *walk, uint32_t polygon)
{
    const wayi_mesh_polygon *at = &walk->mesh->polygons[polygon];
    for (uint32_t door = at->first; door < at->first + at->doors; door++) {
        if (mesh_doors_is_outside(walk, walk->mesh->doors[door].beyond)) {
            return door;
        }
    }
    return WAYI_MESH_NONE;
}

void wayi_mesh_rank(way_mesh *mesh, const uint32_t *polygons, uint32_t count, uint32_t base,
                    wayi_mesh_visit *visits)
{
    mesh_doors_walk walk = {mesh, visits, base, 0};
    for (uint32_t i = 0; i < count; i++) {
        wayi_mesh_polygon *at = &mesh->polygons[polygons[i]];
        at->rank = WAYI_MESH_NONE;
        for (uint32_t door = at->first; door < at->first + at->doors; door++) {
            mesh->doors[door].low = mesh->doors[door].upward = 0;
            mesh->doors[door].count = UINT32_MAX;
        }
    }
    for (uint32_t i = 0; i < 2 * count; i++) {
        const uint32_t polygon = polygons[i % count];
        if (mesh->polygons[polygon].rank == WAYI_MESH_NONE) {
            const uint32_t exit = mesh_doors_exit(&walk, polygon);
            if (exit != WAYI_MESH_NONE) {
                mesh_doors_search(&walk, polygon, mesh->doors[exit].twin);
            } else if (i >= count) {
                mesh_doors_search(&walk, polygon, WAYI_MESH_NONE);
            }
        }
    }
}

bool wayi_mesh_find_doors(way_mesh *mesh)
{
    const way_allocator *allocator = &mesh->allocator;
    const uint32_t count = mesh->polygon_count;
    wayi_mesh_visit *visits = wayi_alloc(allocator, count, sizeof *visits);
    uint32_t *all = wayi_alloc(allocator, count, sizeof *all);
    const bool fits = visits && all;
    for (uint32_t i = 0; i < count && fits; i++) {
        all[i] = i;
        wayi_mesh_number_doors(mesh, i);
    }
    for (uint32_t i = 0; i < count && fits; i++) {
        wayi_mesh_list_doors(mesh, i);
    }
    if (fits) {
        wayi_mesh_rank(mesh, all, count, 0, visits);
    }
    wayi_free(allocator, visits, count, sizeof *visits);
    wayi_free(allocator, all, count, sizeof *all);
    return fits;
}
