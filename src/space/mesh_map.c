// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A navigation mesh of a part of a map: cells that a unit can stand on are gathered into
// rectangles, each as wide as it goes from its top left cell and then as high. Where the corner of
// one lies on the side of another it becomes a corner of both, so that neighbours share whole
// sides. Then they are cut again, into fewer polygons (mesh_merge.c).
#include "map/map.h"
#include "space/mesh.h"

#define MESH_MAP_NONE UINT32_MAX

/// What is drawn up for the mesh.
typedef struct mesh_map_plan {
    const way_map *map;
    const wayi_layer *layer; ///< of the unit
    way_rect area;           ///< all below counts from its corner
    way_allocator allocator;
    uint8_t *taken;    ///< [cells] belongs to a rectangle
    uint32_t *lattice; ///< [(width + 1) * (height + 1)] number of the point there, or NONE
    way_rect *rects;
    way_point *points;
    uint32_t *corners;
    uint32_t *sizes;
    uint32_t rect_count, rect_capacity;
    uint32_t point_count, point_capacity;
    uint32_t corner_count, corner_capacity;
    uint32_t size_capacity;
} mesh_map_plan;

static bool mesh_map_is_open(const mesh_map_plan *plan, uint32_t x, uint32_t y)
{
    const way_rect *area = &plan->area;
    return x < area->width && y < area->height && !plan->taken[(size_t)y * area->width + x] &&
           wayi_layer_has(plan->map, plan->layer, area->x + x, area->y + y);
}

static bool mesh_map_row_is_open(const mesh_map_plan *plan, const way_rect *rect, uint32_t y)
{
    for (uint32_t x = rect->x; x < rect->x + rect->width; x++) {
        if (!mesh_map_is_open(plan, x, y)) {
            return false;
        }
    }
    return true;
}

static bool mesh_map_take(mesh_map_plan *plan, uint32_t x, uint32_t y)
{
    way_rect rect = {x, y, 0, 0};
    while (mesh_map_is_open(plan, x + rect.width, y)) {
        rect.width++;
    }
    while (mesh_map_row_is_open(plan, &rect, y + rect.height)) {
        rect.height++;
    }
    for (uint32_t row = y; row < y + rect.height; row++) {
        for (uint32_t column = x; column < x + rect.width; column++) {
            plan->taken[(size_t)row * plan->area.width + column] = 1;
        }
    }
    void *rects = plan->rects;
    if (!wayi_grow(&plan->allocator, &rects, &plan->rect_capacity, plan->rect_count + 1,
                   sizeof rect)) {
        return false;
    }
    plan->rects = rects;
    plan->rects[plan->rect_count++] = rect;
    return true;
}

static uint32_t *mesh_map_lattice(const mesh_map_plan *plan, uint32_t x, uint32_t y)
{
    return &plan->lattice[(size_t)y * (plan->area.width + 1) + x];
}

/// Makes a place of the lattice a point.
static bool mesh_map_add_point(mesh_map_plan *plan, uint32_t x, uint32_t y)
{
    uint32_t *place = mesh_map_lattice(plan, x, y);
    if (*place != MESH_MAP_NONE) {
        return true;
    }
    void *points = plan->points;
    if (!wayi_grow(&plan->allocator, &points, &plan->point_capacity, plan->point_count + 1,
                   sizeof *plan->points)) {
        return false;
    }
    plan->points = points;
    plan->points[plan->point_count] = (way_point){(int32_t)((plan->area.x + x) * WAY_MESH_UNIT),
                                                  (int32_t)((plan->area.y + y) * WAY_MESH_UNIT)};
    *place = plan->point_count++;
    return true;
}

static bool mesh_map_add_corner(mesh_map_plan *plan, uint32_t x, uint32_t y)
{
    const uint32_t point = *mesh_map_lattice(plan, x, y);
    if (point == MESH_MAP_NONE) {
        return true;
    }
    void *corners = plan->corners;
    if (!wayi_grow(&plan->allocator, &corners, &plan->corner_capacity, plan->corner_count + 1,
                   sizeof *plan->corners)) {
        return false;
    }
    plan->corners = corners;
    plan->corners[plan->corner_count++] = point;
    return true;
}

/// Goes round a rectangle and collects the points on its border.
static bool mesh_map_outline(mesh_map_plan *plan, const way_rect *rect)
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

static bool mesh_map_draw(mesh_map_plan *plan)
{
    for (uint32_t y = 0; y < plan->area.height; y++) {
        for (uint32_t x = 0; x < plan->area.width; x++) {
            if (mesh_map_is_open(plan, x, y) && !mesh_map_take(plan, x, y)) {
                return false;
            }
        }
    }
    for (uint32_t i = 0; i < plan->rect_count; i++) {
        const way_rect *rect = &plan->rects[i];
        const uint32_t right = rect->x + rect->width;
        const uint32_t bottom = rect->y + rect->height;
        if (!mesh_map_add_point(plan, rect->x, rect->y) ||
            !mesh_map_add_point(plan, right, rect->y) || !mesh_map_add_point(plan, right, bottom) ||
            !mesh_map_add_point(plan, rect->x, bottom)) {
            return false;
        }
    }
    void *sizes = NULL;
    if (!wayi_grow(&plan->allocator, &sizes, &plan->size_capacity, plan->rect_count,
                   sizeof *plan->sizes)) {
        return false;
    }
    plan->sizes = sizes;
    for (uint32_t i = 0; i < plan->rect_count; i++) {
        const uint32_t before = plan->corner_count;
        if (!mesh_map_outline(plan, &plan->rects[i])) {
            return false;
        }
        plan->sizes[i] = plan->corner_count - before;
    }
    return true;
}

static size_t mesh_map_places(const mesh_map_plan *plan)
{
    return ((size_t)plan->area.width + 1) * ((size_t)plan->area.height + 1);
}

static bool mesh_map_begin(mesh_map_plan *plan)
{
    const size_t places = mesh_map_places(plan);
    plan->taken = wayi_alloc_zero(&plan->allocator, (size_t)plan->area.width * plan->area.height,
                                  sizeof *plan->taken);
    plan->lattice = wayi_alloc(&plan->allocator, places, sizeof *plan->lattice);
    if (!plan->taken || !plan->lattice) {
        return false;
    }
    for (size_t i = 0; i < places; i++) {
        plan->lattice[i] = MESH_MAP_NONE;
    }
    return true;
}

static void mesh_map_end(mesh_map_plan *plan)
{
    const way_allocator *allocator = &plan->allocator;
    wayi_free(allocator, plan->taken, (size_t)plan->area.width * plan->area.height,
              sizeof *plan->taken);
    wayi_free(allocator, plan->lattice, mesh_map_places(plan), sizeof *plan->lattice);
    wayi_free(allocator, plan->rects, plan->rect_capacity, sizeof *plan->rects);
    wayi_free(allocator, plan->points, plan->point_capacity, sizeof *plan->points);
    wayi_free(allocator, plan->corners, plan->corner_capacity, sizeof *plan->corners);
    wayi_free(allocator, plan->sizes, plan->size_capacity, sizeof *plan->sizes);
}

way_status wayi_mesh_cut(const way_map *map, const wayi_layer *layer, way_rect area,
                         wayi_mesh_kind kind, const way_allocator *allocator, way_mesh **out)
{
    mesh_map_plan plan = {.map = map, .layer = layer, .area = area, .allocator = *allocator};
    way_status status = WAY_STATUS_NO_MEMORY;
    *out = NULL;
    if (mesh_map_begin(&plan) && mesh_map_draw(&plan)) {
        const way_mesh_config config = {.points = plan.points,
                                        .point_count = plan.point_count,
                                        .corners = plan.corners,
                                        .sizes = plan.sizes,
                                        .polygon_count = plan.rect_count,
                                        .allocator = &plan.allocator};
        wayi_mesh_fault fault;
        way_mesh *rectangles = NULL;
        status = WAY_STATUS_OK;
        if (plan.rect_count) {
            status = wayi_mesh_create(&config, WAYI_MESH_PIECES, (wayi_job_stage){0}, &rectangles,
                                      &fault);
            status = status == WAY_STATUS_OK ? wayi_mesh_merge(rectangles, kind, out) : status;
        }
        way_mesh_destroy(rectangles);
    }
    mesh_map_end(&plan);
    return status;
}
