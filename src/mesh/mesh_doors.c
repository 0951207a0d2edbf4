// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The doors of a mesh: sides with a twin, packed for searches, and which of them are bridges, the
// only way to what lies behind them. A shortest way never passes a bridge twice, so it enters what
// lies behind one only if the goal is there.
//
// Polygons are ranked in the order in which a search in depth meets them. What a door cuts off is a
// whole branch of that search, hence a range of ranks (Tarjan 1974): whether the goal is behind it
// takes one comparison. Behind any door that is no bridge lies all but a range of none.
//
// A mesh in tiles is ranked block by block of them, so that an edit ranks few polygons again.
// Whatever lies beyond a block counts as one polygon that all doors at its border lead to: what is
// a bridge then is one in truth. What only a larger look would show is not known there.
#include "mesh/mesh.h"

void wayi_mesh_number_doors(way_mesh *mesh, uint32_t polygon)
{
    wayi_mesh_polygon *at = &mesh->polygons[polygon];
    at->doors = 0;
    for (uint32_t side = at->first; side < at->first + at->size; side++) {
        mesh->door_of[side] = at->first + at->doors;
        at->doors += mesh->twins[side] != WAYI_MESH_NONE;
    }
}

void wayi_mesh_list_doors(way_mesh *mesh, uint32_t polygon, const wayi_mesh_stop *stops)
{
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const uint32_t twin = mesh->twins[side];
        if (twin == WAYI_MESH_NONE) {
            continue;
        }
        const uint32_t next = wayi_mesh_next(mesh, side);
        mesh->doors[mesh->door_of[side]] =
            (wayi_mesh_door){.from = wayi_mesh_at(mesh, side),
                             .to = wayi_mesh_at(mesh, next),
                             .from_stop = mesh->stops[side],
                             .to_stop = mesh->stops[next],
                             .twin = mesh->door_of[twin],
                             .beyond = mesh->owners[twin],
                             .from_bends = (uint8_t)stops[mesh->stops[side]].bends,
                             .to_bends = (uint8_t)stops[mesh->stops[next]].bends};
    }
}

/// Whether a polygon is none of those that are ranked: these have no rank yet, or one of the first.
static bool mesh_doors_is_outside(const wayi_mesh_ranking *walk, uint32_t polygon)
{
    const uint32_t rank = walk->mesh->polygons[polygon].rank;
    return rank != WAYI_MESH_NONE && rank - walk->base >= walk->met;
}

/// The number of a polygon in the order of meeting, from 1; 0 is what lies outside.
static uint32_t mesh_doors_order(const wayi_mesh_ranking *walk, uint32_t polygon)
{
    return mesh_doors_is_outside(walk, polygon)
               ? 0
               : walk->mesh->polygons[polygon].rank - walk->base + 1;
}

static wayi_mesh_visit *mesh_doors_visit(const wayi_mesh_ranking *walk, uint32_t polygon)
{
    return &walk->visits[walk->mesh->polygons[polygon].rank - walk->base];
}

static void mesh_doors_meet(wayi_mesh_ranking *walk, uint32_t polygon, uint32_t entered)
{
    wayi_mesh_polygon *at = &walk->mesh->polygons[polygon];
    at->rank = walk->base + walk->met;
    walk->visits[walk->met] = (wayi_mesh_visit){entered, at->first, walk->met + 1};
    walk->met++;
}

/// All behind the door that led to a polygon is met; the polygon before it.
static uint32_t mesh_doors_leave(wayi_mesh_ranking *walk, uint32_t polygon)
{
    way_mesh *mesh = walk->mesh;
    const wayi_mesh_visit visit = *mesh_doors_visit(walk, polygon);
    wayi_mesh_door *down = &mesh->doors[visit.entered];
    wayi_mesh_door *up = &mesh->doors[down->twin];
    const uint32_t before = up->beyond;
    if (visit.lowest == mesh_doors_order(walk, polygon)) {
        down->low = up->low = mesh->polygons[polygon].rank;
        down->count = up->count = walk->base + walk->met - down->low;
        down->upward = 0;
    }
    wayi_mesh_visit *earlier = mesh_doors_visit(walk, before);
    if (visit.lowest < earlier->lowest) {
        earlier->lowest = visit.lowest;
    }
    return before;
}

/// Takes one step of a search in depth.
static void mesh_doors_go_on(wayi_mesh_ranking *walk)
{
    const way_mesh *mesh = walk->mesh;
    const wayi_mesh_polygon *at = &mesh->polygons[walk->here];
    wayi_mesh_visit *visit = mesh_doors_visit(walk, walk->here);
    if (visit->next == at->first + at->doors) {
        walk->here =
            walk->here == walk->first ? WAYI_MESH_NONE : mesh_doors_leave(walk, walk->here);
        return;
    }
    const wayi_mesh_door *door = &mesh->doors[visit->next++];
    if (mesh->polygons[door->beyond].rank == WAYI_MESH_NONE) {
        mesh_doors_meet(walk, door->beyond, visit->next - 1);
        walk->here = door->beyond;
    } else if (visit->entered != door->twin) {
        const uint32_t order = mesh_doors_order(walk, door->beyond);
        visit->lowest = order < visit->lowest ? order : visit->lowest;
    }
}

/// A door of a polygon that leads outside, or NONE.
static uint32_t mesh_doors_exit(const wayi_mesh_ranking *walk, uint32_t polygon)
{
    const wayi_mesh_polygon *at = &walk->mesh->polygons[polygon];
    for (uint32_t door = at->first; door < at->first + at->doors; door++) {
        if (mesh_doors_is_outside(walk, walk->mesh->doors[door].beyond)) {
            return door;
        }
    }
    return WAYI_MESH_NONE;
}

/// Begins a search in depth at a polygon that was not met: in the first round only if a door leads
/// to it from outside.
static void mesh_doors_set_out(wayi_mesh_ranking *walk, uint32_t polygon, bool anywhere)
{
    const uint32_t exit = mesh_doors_exit(walk, polygon);
    if (exit != WAYI_MESH_NONE || anywhere) {
        mesh_doors_meet(walk, polygon,
                        exit != WAYI_MESH_NONE ? walk->mesh->doors[exit].twin : WAYI_MESH_NONE);
        walk->here = walk->first = polygon;
    }
}

void wayi_mesh_open_doors(way_mesh *mesh, uint32_t polygon)
{
    const wayi_mesh_polygon *at = &mesh->polygons[polygon];
    for (uint32_t door = at->first; door < at->first + at->doors; door++) {
        mesh->doors[door].low = mesh->doors[door].count = 0;
        mesh->doors[door].upward = 1;
    }
}

wayi_mesh_ranking wayi_mesh_ranking_begin(way_mesh *mesh, const uint32_t *polygons, uint32_t count,
                                          uint32_t base, wayi_mesh_visit *visits)
{
    return (wayi_mesh_ranking){.mesh = mesh,
                               .polygons = polygons,
                               .visits = visits,
                               .count = count,
                               .base = base,
                               .here = WAYI_MESH_NONE};
}

bool wayi_mesh_ranking_step(wayi_mesh_ranking *ranking, wayi_mesh_meter *meter)
{
    while (ranking->here != WAYI_MESH_NONE || ranking->at < (uint64_t)3 * ranking->count) {
        if (ranking->here != WAYI_MESH_NONE) {
            if (!wayi_mesh_spend(meter, 1)) {
                return false;
            }
            mesh_doors_go_on(ranking);
            continue;
        }
        const uint32_t polygon = ranking->polygons[ranking->at % ranking->count];
        wayi_mesh_polygon *at = &ranking->mesh->polygons[polygon];
        const bool forget = ranking->at < ranking->count;
        const bool begin = !forget && at->rank == WAYI_MESH_NONE;
        if (!wayi_mesh_spend(meter, begin ? at->doors + 1 : 1)) {
            return false;
        }
        if (forget) {
            at->rank = WAYI_MESH_NONE;
        } else if (begin) {
            mesh_doors_set_out(ranking, polygon, ranking->at >= (uint64_t)2 * ranking->count);
        }
        ranking->at++;
    }
    return true;
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
        wayi_mesh_list_doors(mesh, i, mesh->stop_list);
        wayi_mesh_open_doors(mesh, i);
    }
    if (fits) {
        wayi_mesh_meter meter = {.limit = UINT64_MAX};
        wayi_mesh_ranking ranking = wayi_mesh_ranking_begin(mesh, all, count, 0, visits);
        (void)wayi_mesh_ranking_step(&ranking, &meter);
    }
    WAYI_FREE(allocator, visits, count);
    WAYI_FREE(allocator, all, count);
    return fits;
}
