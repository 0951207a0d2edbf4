// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A navigation mesh of a part of a map: cells that a unit can stand on are gathered into
// rectangles, each as wide as it goes from its top left cell and then as high. Where the corner of
// one lies on the side of another it becomes a corner of both, so that neighbours share whole
// sides. Then they are cut again, into fewer polygons (mesh_merge.c).
#include "map/grid/map.h"
#include "mesh/mesh.h"

#include <string.h>

#define MESH_MAP_NONE UINT32_MAX

/// What is drawn up for the mesh.
struct wayi_mesh_cut {
    const way_map *map;
    const wayi_layer *layer; ///< of the unit, while a step goes on
    way_rect area;           ///< all below counts from its corner
    way_allocator allocator;
    uint8_t *taken;    ///< [cells] belongs to a rectangle
    uint32_t *lattice; ///< [(width + 1) * (height + 1)] number of the point there, or NONE
    way_rect *rects;
    wayi_mesh_lists lists; ///< of rectangles
    uint32_t rect_count, rect_capacity;
    uint32_t point_capacity, corner_capacity, size_capacity;
    // How far it is.
    uint32_t stage;
    uint32_t at;   ///< row, cell, rectangle or side that comes next
    way_rect rect; ///< that grows, from the cell before `at`; of no height otherwise
    way_mesh *rectangles;
    wayi_hash_table seen; ///< sides of them that wait for a twin
    wayi_mesh_merge *merge;
    bool fits; ///< nothing has failed; if something has, it is memory, or the status says what
    way_status status;
};

static bool mesh_map_is_open(const wayi_mesh_cut *plan, uint32_t x, uint32_t y)
{
    const way_rect *area = &plan->area;
    return x < area->width && y < area->height && !plan->taken[(size_t)y * area->width + x] &&
           wayi_layer_has(plan->map, plan->layer, area->x + x, area->y + y);
}

/// Makes all places free.
static bool mesh_map_clear(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    const uint32_t width = plan->area.width;
    for (; plan->at <= plan->area.height && wayi_mesh_spend(meter, width / 16 + 1); plan->at++) {
        memset(plan->lattice + (size_t)plan->at * (width + 1), 0xff,
               (width + 1) * sizeof *plan->lattice);
        if (plan->at < plan->area.height) {
            memset(plan->taken + (size_t)plan->at * width, 0, width);
        }
    }
    return plan->at > plan->area.height;
}

/// Takes a row of a rectangle if all of it is open.
static bool mesh_map_take_row(const wayi_mesh_cut *plan, const way_rect *rect, uint32_t y)
{
    for (uint32_t x = rect->x; x < rect->x + rect->width; x++) {
        if (!mesh_map_is_open(plan, x, y)) {
            return false;
        }
    }
    memset(plan->taken + (size_t)y * plan->area.width + rect->x, 1, rect->width);
    return true;
}

/// Adds a row to the rectangle, or lists it.
static void mesh_map_grow(wayi_mesh_cut *plan)
{
    if (mesh_map_take_row(plan, &plan->rect, plan->rect.y + plan->rect.height)) {
        plan->rect.height++;
        return;
    }
    plan->fits =
        WAYI_GROW(&plan->allocator, plan->rects, plan->rect_capacity, plan->rect_count + 1);
    if (plan->fits) {
        plan->rects[plan->rect_count++] = plan->rect;
    }
    plan->rect.height = 0;
}

/// Gathers cells into rectangles.
static bool mesh_map_gather(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    const uint32_t width = plan->area.width;
    const uint32_t cells = width * plan->area.height;
    while (plan->fits && (plan->rect.height || plan->at < cells)) {
        if (!wayi_mesh_spend(meter, plan->rect.height ? plan->rect.width : 1)) {
            return false;
        }
        if (plan->rect.height) {
            mesh_map_grow(plan);
            continue;
        }
        const way_rect rect = {plan->at % width, plan->at / width, 0, 1};
        plan->rect = rect;
        while (mesh_map_is_open(plan, rect.x + plan->rect.width, rect.y)) {
            plan->rect.width++;
        }
        memset(plan->taken + plan->at, 1, plan->rect.width);
        plan->rect.height = plan->rect.width > 0;
        meter->spent += plan->rect.width;
        plan->at += plan->rect.width ? plan->rect.width : 1;
    }
    return true;
}

static uint32_t *mesh_map_lattice(const wayi_mesh_cut *plan, uint32_t x, uint32_t y)
{
    return &plan->lattice[(size_t)y * (plan->area.width + 1) + x];
}

/// Makes a place of the lattice a point.
static bool mesh_map_add_point(wayi_mesh_cut *plan, uint32_t x, uint32_t y)
{
    uint32_t *place = mesh_map_lattice(plan, x, y);
    if (*place != MESH_MAP_NONE) {
        return true;
    }
    if (!WAYI_GROW(&plan->allocator, plan->lists.points, plan->point_capacity,
                   plan->lists.point_count + 1)) {
        return false;
    }
    plan->lists.points[plan->lists.point_count] =
        (way_point){(int32_t)((plan->area.x + x) * WAY_MESH_UNIT),
                    (int32_t)((plan->area.y + y) * WAY_MESH_UNIT)};
    *place = plan->lists.point_count++;
    return true;
}

static bool mesh_map_add_corner(wayi_mesh_cut *plan, uint32_t x, uint32_t y)
{
    const uint32_t point = *mesh_map_lattice(plan, x, y);
    if (point == MESH_MAP_NONE) {
        return true;
    }
    if (!WAYI_GROW(&plan->allocator, plan->lists.corners, plan->corner_capacity,
                   plan->lists.corner_count + 1)) {
        return false;
    }
    plan->lists.corners[plan->lists.corner_count++] = point;
    return true;
}

/// Goes round a rectangle and collects the points on its border.
static bool mesh_map_outline(wayi_mesh_cut *plan, const way_rect *rect)
{
    const uint32_t right = rect->x + rect->width;
    const uint32_t bottom = rect->y + rect->height;
    bool fits = true;
    for (uint32_t x = rect->x; x < right && fits; x++) {
        fits = mesh_map_add_corner(plan, x, rect->y);
    }
    for (uint32_t y = rect->y; y < bottom && fits; y++) {
        fits = mesh_map_add_corner(plan, right, y);
    }
    for (uint32_t x = right; x > rect->x && fits; x--) {
        fits = mesh_map_add_corner(plan, x, bottom);
    }
    for (uint32_t y = bottom; y > rect->y && fits; y--) {
        fits = mesh_map_add_corner(plan, rect->x, y);
    }
    return fits;
}

/// The corners of rectangles become points.
static bool mesh_map_mark(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    for (; plan->fits && plan->at < plan->rect_count && wayi_mesh_spend(meter, 4); plan->at++) {
        const way_rect *rect = &plan->rects[plan->at];
        const uint32_t right = rect->x + rect->width;
        const uint32_t bottom = rect->y + rect->height;
        plan->fits = mesh_map_add_point(plan, rect->x, rect->y) &&
                     mesh_map_add_point(plan, right, rect->y) &&
                     mesh_map_add_point(plan, right, bottom) &&
                     mesh_map_add_point(plan, rect->x, bottom);
    }
    return plan->at == plan->rect_count;
}

static bool mesh_map_draw(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    plan->fits =
        WAYI_GROW(&plan->allocator, plan->lists.sizes, plan->size_capacity, plan->rect_count);
    for (; plan->fits && plan->at < plan->rect_count; plan->at++) {
        const way_rect *rect = &plan->rects[plan->at];
        const uint32_t before = plan->lists.corner_count;
        if (!wayi_mesh_spend(meter, 2 * (rect->width + rect->height))) {
            break;
        }
        plan->fits = mesh_map_outline(plan, rect);
        plan->lists.sizes[plan->at] = plan->lists.corner_count - before;
    }
    return plan->at == plan->rect_count;
}

/// Makes polygons of the rectangles, unless there are none.
static bool mesh_map_build(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    if (!wayi_mesh_spend(meter, plan->lists.corner_count / 4 + 1)) {
        return false;
    }
    plan->lists.polygon_count = plan->rect_count;
    plan->status = wayi_mesh_create_of(&plan->lists, &plan->allocator, &plan->rectangles);
    plan->fits = plan->status == WAY_STATUS_OK &&
                 wayi_hash_table_reserve(&plan->seen, plan->lists.corner_count);
    return true;
}

static bool mesh_map_pair(wayi_mesh_cut *plan, wayi_mesh_meter *meter)
{
    way_mesh *mesh = plan->rectangles;
    wayi_mesh_fault fault;
    for (; plan->fits && plan->at < mesh->side_count && wayi_mesh_spend(meter, 2); plan->at++) {
        plan->status = wayi_mesh_pair_sides(mesh, &plan->seen, plan->at, plan->at + 1, &fault);
        plan->fits = plan->status == WAY_STATUS_OK;
    }
    if (!plan->fits || plan->at < mesh->side_count) {
        return false;
    }
    plan->merge = wayi_mesh_merge_begin(mesh);
    plan->fits = plan->merge != NULL;
    return true;
}

// All of it ---------------------------------------------------------------------------------------

/// Each does what it may, and says whether it is done.
static bool (*const mesh_map_stages[])(wayi_mesh_cut *plan, wayi_mesh_meter *meter) = {
    mesh_map_clear, mesh_map_gather, mesh_map_mark, mesh_map_draw, mesh_map_build, mesh_map_pair,
};

enum {
    MESH_MAP_STAGES = sizeof mesh_map_stages / sizeof *mesh_map_stages,
    MESH_MAP_GATHERED = 2 ///< the stage after which it is known whether there is ground
};

static size_t mesh_map_places(const wayi_mesh_cut *plan)
{
    return ((size_t)plan->area.width + 1) * ((size_t)plan->area.height + 1);
}

wayi_mesh_cut *wayi_mesh_cut_begin(const way_map *map, way_rect area,
                                   const way_allocator *allocator)
{
    wayi_mesh_cut *plan = wayi_alloc_zero(allocator, 1, sizeof *plan);
    if (!plan) {
        return NULL;
    }
    plan->map = map;
    plan->area = area;
    plan->allocator = *allocator;
    plan->fits = true;
    wayi_hash_table_init(&plan->seen, allocator);
    plan->taken = wayi_alloc(allocator, (size_t)area.width * area.height, sizeof *plan->taken);
    plan->lattice = wayi_alloc(allocator, mesh_map_places(plan), sizeof *plan->lattice);
    if (!plan->taken || !plan->lattice) {
        wayi_mesh_cut_end(plan);
        return NULL;
    }
    return plan;
}

void wayi_mesh_cut_end(wayi_mesh_cut *plan)
{
    if (!plan) {
        return;
    }
    const way_allocator allocator = plan->allocator;
    wayi_mesh_merge_end(plan->merge);
    wayi_mesh_release(plan->rectangles);
    wayi_hash_table_fini(&plan->seen);
    WAYI_FREE(&allocator, plan->taken, (size_t)plan->area.width * plan->area.height);
    WAYI_FREE(&allocator, plan->lattice, mesh_map_places(plan));
    WAYI_FREE(&allocator, plan->rects, plan->rect_capacity);
    WAYI_FREE(&allocator, plan->lists.points, plan->point_capacity);
    WAYI_FREE(&allocator, plan->lists.corners, plan->corner_capacity);
    WAYI_FREE(&allocator, plan->lists.sizes, plan->size_capacity);
    WAYI_FREE(&allocator, plan, 1);
}

way_status wayi_mesh_cut_step(wayi_mesh_cut *plan, const wayi_layer *layer, wayi_mesh_meter *meter,
                              bool *done, way_mesh **out)
{
    plan->layer = layer;
    *out = NULL;
    *done = false;
    while (plan->stage < MESH_MAP_STAGES && mesh_map_stages[plan->stage](plan, meter) &&
           plan->fits) {
        plan->stage++;
        plan->at = 0;
        if (plan->stage == MESH_MAP_GATHERED && !plan->rect_count) {
            *done = true;
            return WAY_STATUS_OK;
        }
    }
    if (!plan->fits) {
        return plan->status == WAY_STATUS_OK ? WAY_STATUS_NO_MEMORY : plan->status;
    }
    const way_status status = plan->stage == MESH_MAP_STAGES
                                  ? wayi_mesh_merge_step(plan->merge, meter, out)
                                  : WAY_STATUS_OK;
    *done = *out != NULL;
    return status;
}
