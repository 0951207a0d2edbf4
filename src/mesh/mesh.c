// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigation meshes: convex polygons, which sides they share, and which one holds a point.
//
// Finding is by a grid of lists; its cells grow until the lists are short, so that no mesh makes it
// large.
#include "mesh/mesh.h"

#include "base/text.h"

#include <string.h>

#define MESH_GRID_SIDE_MAX 1024u

/// Numbers of sides, and what is kept of doors.
static void mesh_free_sides(way_mesh *mesh)
{
    uint32_t *numbers[] = {mesh->corners, mesh->twins,   mesh->owners,
                           mesh->stops,   mesh->door_of, mesh->others};
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        WAYI_FREE(&mesh->allocator, numbers[i], mesh->side_room);
    }
    WAYI_FREE(&mesh->allocator, mesh->doors, mesh->side_room);
}

bool wayi_mesh_resize_sides(way_mesh *mesh, uint32_t room)
{
    const way_allocator *allocator = &mesh->allocator;
    way_mesh wide = {.allocator = mesh->allocator, .side_room = room};
    uint32_t **to[] = {&wide.corners, &wide.twins,   &wide.owners,
                       &wide.stops,   &wide.door_of, &wide.others};
    const uint32_t *from[] = {mesh->corners, mesh->twins,   mesh->owners,
                              mesh->stops,   mesh->door_of, mesh->others};
    bool fits = true;
    for (uint32_t i = 0; i < sizeof to / sizeof *to && fits; i++) {
        *to[i] = wayi_alloc(allocator, room, sizeof **to[i]);
        fits = *to[i] != NULL;
        if (fits && mesh->side_count) {
            memcpy(*to[i], from[i], mesh->side_count * sizeof **to[i]);
        }
    }
    wide.doors = fits ? wayi_alloc(allocator, room, sizeof *wide.doors) : NULL;
    if (!wide.doors) {
        mesh_free_sides(&wide);
        return false;
    }
    if (mesh->side_count) {
        memcpy(wide.doors, mesh->doors, mesh->side_count * sizeof *wide.doors);
    }
    mesh_free_sides(mesh);
    mesh->corners = wide.corners;
    mesh->twins = wide.twins;
    mesh->owners = wide.owners;
    mesh->stops = wide.stops;
    mesh->door_of = wide.door_of;
    mesh->others = wide.others;
    mesh->doors = wide.doors;
    mesh->side_room = room;
    return true;
}

void wayi_mesh_release(way_mesh *mesh)
{
    if (!mesh) {
        return;
    }
    const way_allocator *allocator = &mesh->allocator;
    const size_t cells = (size_t)mesh->grid_side * mesh->grid_side;
    WAYI_FREE(allocator, mesh->points, mesh->point_room);
    WAYI_FREE(allocator, mesh->polygons, mesh->polygon_room);
    WAYI_FREE(allocator, mesh->stop_list, mesh->stop_room);
    mesh_free_sides(mesh);
    WAYI_FREE(allocator, mesh->grid_starts, cells + 1);
    WAYI_FREE(allocator, mesh->grid_lists, mesh->grid_list_count);
    const way_allocator source = mesh->meter.source;
    WAYI_FREE(&source, mesh, 1);
}

static wayi_mesh_box mesh_box_of(const way_mesh *mesh, uint32_t polygon)
{
    const way_point first = wayi_mesh_at(mesh, wayi_mesh_first(mesh, polygon));
    wayi_mesh_box box = {polygon, first.x, first.x, first.y, first.y};
    for (uint32_t side = wayi_mesh_first(mesh, polygon) + 1; side < wayi_mesh_end(mesh, polygon);
         side++) {
        const way_point at = wayi_mesh_at(mesh, side);
        box.left = at.x < box.left ? at.x : box.left;
        box.right = at.x > box.right ? at.x : box.right;
        box.top = at.y < box.top ? at.y : box.top;
        box.bottom = at.y > box.bottom ? at.y : box.bottom;
    }
    return box;
}

bool wayi_mesh_holds(const way_mesh *mesh, uint32_t polygon, way_point point)
{
    for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
         side++) {
        const uint32_t next = wayi_mesh_next(mesh, side);
        if (wayi_mesh_turn(wayi_mesh_at(mesh, side), wayi_mesh_at(mesh, next), point) < 0) {
            return false;
        }
    }
    return true;
}

// Finding polygons --------------------------------------------------------------------------------

/// The column or row of a coordinate in a grid of `side` over [low..high].
static uint32_t mesh_grid_index(int32_t at, int32_t low, int32_t high, uint32_t side)
{
    const uint64_t range = (uint64_t)((int64_t)high - low) + 1;
    return (uint32_t)((uint64_t)((int64_t)at - low) * side / range);
}

/// What is done with the polygons of a grid.
typedef enum mesh_grid_use {
    MESH_GRID_SIZE,  ///< their cells are counted
    MESH_GRID_COUNT, ///< those of each cell are counted, in the place after it
    MESH_GRID_LIST,  ///< they are listed, from the start of each cell on, which moves
} mesh_grid_use;

/// Goes through the polygons; true once all were met.
static bool mesh_grid_fill(wayi_mesh_grid *grid, wayi_mesh_meter *meter, mesh_grid_use use)
{
    const way_mesh *mesh = grid->mesh;
    const uint32_t side = grid->side;
    for (; grid->at < mesh->polygon_count; grid->at++) {
        if (!wayi_mesh_spend(meter, 1 + wayi_mesh_size(mesh, grid->at) / 4)) {
            return false;
        }
        const wayi_mesh_box box = mesh_box_of(mesh, grid->at);
        const uint32_t x0 = mesh_grid_index(box.left, mesh->low.x, mesh->high.x, side);
        const uint32_t x1 = mesh_grid_index(box.right, mesh->low.x, mesh->high.x, side);
        const uint32_t y0 = mesh_grid_index(box.top, mesh->low.y, mesh->high.y, side);
        const uint32_t y1 = mesh_grid_index(box.bottom, mesh->low.y, mesh->high.y, side);
        const uint64_t cells = (uint64_t)(x1 - x0 + 1) * (y1 - y0 + 1);
        if (use == MESH_GRID_SIZE) {
            grid->total += cells;
            continue;
        }
        for (uint32_t y = y0; y <= y1; y++) {
            for (uint32_t x = x0; x <= x1; x++) {
                uint32_t *start = &mesh->grid_starts[(size_t)y * side + x];
                if (use == MESH_GRID_LIST) {
                    mesh->grid_lists[(*start)++] = grid->at;
                } else {
                    start[1]++;
                }
            }
        }
        meter->spent += cells / 4;
    }
    grid->at = 0;
    return true;
}

/// Large polygons lie in many cells: lists stay short by making these larger.
static bool mesh_grid_size(wayi_mesh_grid *grid, wayi_mesh_meter *meter)
{
    while (mesh_grid_fill(grid, meter, MESH_GRID_SIZE)) {
        if (grid->side == 1 || grid->total <= (uint64_t)grid->mesh->polygon_count * 8) {
            return true;
        }
        grid->side /= 2;
        grid->total = 0;
    }
    return false;
}

static bool mesh_grid_make(way_mesh *mesh, const wayi_mesh_grid *grid)
{
    const size_t cells = (size_t)grid->side * grid->side;
    mesh->grid_starts = wayi_alloc_zero(&mesh->allocator, cells + 1, sizeof *mesh->grid_starts);
    mesh->grid_side = grid->side;
    mesh->grid_lists = wayi_alloc(&mesh->allocator, (size_t)grid->total, sizeof *mesh->grid_lists);
    mesh->grid_list_count = (uint32_t)grid->total;
    return mesh->grid_starts && mesh->grid_lists;
}

static bool mesh_grid_sum(wayi_mesh_grid *grid, wayi_mesh_meter *meter)
{
    uint32_t *starts = grid->mesh->grid_starts;
    for (; grid->at < grid->side; grid->at++) {
        if (!wayi_mesh_spend(meter, grid->side / 4 + 1)) {
            return false;
        }
        for (uint32_t cell = grid->at * grid->side; cell < (grid->at + 1) * grid->side; cell++) {
            starts[cell + 1] += starts[cell];
        }
    }
    grid->at = 0;
    return true;
}

wayi_mesh_grid wayi_mesh_grid_begin(way_mesh *mesh)
{
    uint32_t side = 1;
    while (side < MESH_GRID_SIDE_MAX && (uint64_t)side * side < mesh->polygon_count) {
        side *= 2;
    }
    return (wayi_mesh_grid){.mesh = mesh, .side = side};
}

bool wayi_mesh_grid_step(wayi_mesh_grid *grid, wayi_mesh_meter *meter, bool *done)
{
    way_mesh *mesh = grid->mesh;
    *done = false;
    if (grid->stage == 0 && mesh_grid_size(grid, meter)) {
        if (!mesh_grid_make(mesh, grid)) {
            return false;
        }
        grid->stage++;
    }
    grid->stage += grid->stage == 1 && mesh_grid_fill(grid, meter, MESH_GRID_COUNT);
    grid->stage += grid->stage == 2 && mesh_grid_sum(grid, meter);
    if (grid->stage == 3 && mesh_grid_fill(grid, meter, MESH_GRID_LIST)) {
        // Each start has moved to its end: shift them back.
        const size_t cells = (size_t)grid->side * grid->side;
        memmove(mesh->grid_starts + 1, mesh->grid_starts, cells * sizeof *mesh->grid_starts);
        mesh->grid_starts[0] = 0;
        *done = true;
    }
    return true;
}

static bool mesh_build_grid(way_mesh *mesh)
{
    wayi_mesh_meter meter = {.limit = UINT64_MAX};
    wayi_mesh_grid grid = wayi_mesh_grid_begin(mesh);
    bool done = false;
    return wayi_mesh_grid_step(&grid, &meter, &done);
}

uint32_t wayi_mesh_find(const way_mesh *mesh, const uint32_t *names, way_point point)
{
    uint32_t lowest = WAY_STATE_NONE;
    if (point.x < mesh->low.x || point.x > mesh->high.x || point.y < mesh->low.y ||
        point.y > mesh->high.y) {
        return lowest;
    }
    const size_t x = mesh_grid_index(point.x, mesh->low.x, mesh->high.x, mesh->grid_side);
    const size_t y = mesh_grid_index(point.y, mesh->low.y, mesh->high.y, mesh->grid_side);
    const uint32_t *start = &mesh->grid_starts[y * mesh->grid_side + x];
    for (uint32_t i = start[0]; i < start[1] && (names || lowest == WAY_STATE_NONE); i++) {
        const uint32_t polygon = mesh->grid_lists[i];
        const uint32_t name = names ? names[polygon] : polygon;
        if (name < lowest && wayi_mesh_holds(mesh, polygon, point)) {
            lowest = name;
        }
    }
    return lowest;
}

// Creation ----------------------------------------------------------------------------------------

static way_status mesh_check_config(const way_mesh_config *config, uint32_t *corner_count)
{
    uint64_t corners = 0;
    if (!config || !config->points || !config->corners || !config->sizes) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->polygon_count == 0 || config->point_count == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (config->polygon_count > WAY_MESH_POLYGONS_MAX ||
        config->point_count > WAY_MESH_CORNERS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 0; i < config->point_count; i++) {
        const way_point at = config->points[i];
        if (at.x < -WAY_MESH_COORDINATE_MAX || at.x > WAY_MESH_COORDINATE_MAX ||
            at.y < -WAY_MESH_COORDINATE_MAX || at.y > WAY_MESH_COORDINATE_MAX) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    for (uint32_t i = 0; i < config->polygon_count; i++) {
        if (config->sizes[i] < 3) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        corners += config->sizes[i];
    }
    if (corners > WAY_MESH_CORNERS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 0; i < corners; i++) {
        if (config->corners[i] >= config->point_count) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    *corner_count = (uint32_t)corners;
    return WAY_STATUS_OK;
}

static bool mesh_copy(way_mesh *mesh, const way_mesh_config *config, wayi_mesh_kind kind)
{
    const way_allocator *allocator = &mesh->allocator;
    const bool whole = kind <= WAYI_MESH_WHOLE;
    mesh->points = wayi_alloc(allocator, mesh->point_room, sizeof *mesh->points);
    mesh->polygons = wayi_alloc(allocator, mesh->polygon_room, sizeof *mesh->polygons);
    mesh->corners = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->corners);
    mesh->twins = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->twins);
    mesh->owners = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->owners);
    if (whole) {
        mesh->stops = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->stops);
        mesh->door_of = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->door_of);
        mesh->doors = wayi_alloc(allocator, mesh->side_room, sizeof *mesh->doors);
    }
    if (!mesh->points || !mesh->polygons || !mesh->corners || !mesh->twins || !mesh->owners ||
        (whole && !(mesh->stops && mesh->door_of && mesh->doors))) {
        return false;
    }
    memcpy(mesh->points, config->points, mesh->point_count * sizeof *mesh->points);
    memcpy(mesh->corners, config->corners, mesh->side_count * sizeof *mesh->corners);
    uint32_t first = 0;
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        mesh->polygons[polygon] = (wayi_mesh_polygon){first, config->sizes[polygon], 0, 0};
        for (const uint32_t end = first + config->sizes[polygon]; first < end; first++) {
            mesh->owners[first] = polygon;
        }
    }
    return true;
}

static way_status mesh_fill(way_mesh *mesh, wayi_mesh_kind kind, wayi_job_stage stage,
                            wayi_mesh_fault *fault)
{
    mesh->low = mesh->points[0];
    mesh->high = mesh->points[0];
    for (uint32_t i = 1; i < mesh->point_count; i++) {
        const way_point at = mesh->points[i];
        mesh->low.x = at.x < mesh->low.x ? at.x : mesh->low.x;
        mesh->low.y = at.y < mesh->low.y ? at.y : mesh->low.y;
        mesh->high.x = at.x > mesh->high.x ? at.x : mesh->high.x;
        mesh->high.y = at.y > mesh->high.y ? at.y : mesh->high.y;
    }
    const way_status status = wayi_mesh_check(mesh, kind, stage, fault);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bool fits =
        kind > WAYI_MESH_WHOLE ||
        (wayi_mesh_find_stops(mesh) && wayi_mesh_find_doors(mesh) && mesh_build_grid(mesh));
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_mesh_create(const way_mesh_config *config, wayi_mesh_kind kind,
                            wayi_job_stage stage, way_mesh **out, wayi_mesh_fault *fault)
{
    uint32_t corner_count = 0;
    way_status status = mesh_check_config(config, &corner_count);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_mesh *mesh = wayi_alloc_zero(&allocator, 1, sizeof *mesh);
    if (!mesh) {
        return WAY_STATUS_NO_MEMORY;
    }
    mesh->allocator = wayi_meter_start(&mesh->meter, &allocator);
    mesh->point_count = mesh->point_room = config->point_count;
    mesh->polygon_count = mesh->polygon_room = config->polygon_count;
    mesh->side_count = mesh->side_room = corner_count;
    status =
        mesh_copy(mesh, config, kind) ? mesh_fill(mesh, kind, stage, fault) : WAY_STATUS_NO_MEMORY;
    if (status != WAY_STATUS_OK) {
        wayi_mesh_release(mesh);
        return status;
    }
    mesh->state_room = mesh->stop_count;
    *out = mesh;
    return WAY_STATUS_OK;
}

way_status wayi_mesh_create_of(const wayi_mesh_lists *lists, const way_allocator *allocator,
                               way_mesh **out)
{
    const way_mesh_config config = {.points = lists->points,
                                    .point_count = lists->point_count,
                                    .corners = lists->corners,
                                    .sizes = lists->sizes,
                                    .polygon_count = lists->polygon_count,
                                    .allocator = allocator};
    wayi_mesh_fault fault;
    return wayi_mesh_create(&config, WAYI_MESH_PIECES, (wayi_job_stage){0}, out, &fault);
}

way_status way_mesh_create(const way_mesh_config *config, way_mesh **out, way_problem *problem)
{
    wayi_mesh_fault fault = {.text = NULL};
    if (!out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    const wayi_job_stage stage = {config ? config->job : NULL, 0, 1000};
    const way_status status = wayi_mesh_create(config, WAYI_MESH_STRANGE, stage, out, &fault);
    wayi_text text = wayi_problem_begin(problem, 0, 0);
    if (fault.text) {
        const bool about_point = fault.polygon == WAYI_MESH_NONE;
        wayi_text_add(&text, about_point ? "vertex " : "polygon ");
        wayi_text_add_number(&text, about_point ? fault.point : fault.polygon);
        wayi_text_add(&text, " ");
        wayi_text_add(&text, fault.text);
        if (fault.other != WAYI_MESH_NONE) {
            wayi_text_add(&text, " ");
            wayi_text_add_number(&text, fault.other);
        }
    }
    return status;
}

uint32_t way_mesh_polygon_count(const way_mesh *mesh)
{
    return mesh->polygon_count;
}

uint32_t way_mesh_point_count(const way_mesh *mesh)
{
    return mesh->point_count;
}

way_point way_mesh_point(const way_mesh *mesh, uint32_t index)
{
    return index < mesh->point_count ? mesh->points[index] : (way_point){0, 0};
}

const uint32_t *way_mesh_polygon(const way_mesh *mesh, uint32_t polygon, uint32_t *count)
{
    *count = polygon < mesh->polygon_count ? wayi_mesh_size(mesh, polygon) : 0;
    return *count ? mesh->corners + wayi_mesh_first(mesh, polygon) : NULL;
}

uint32_t way_mesh_neighbour(const way_mesh *mesh, uint32_t polygon, uint32_t side)
{
    if (polygon >= mesh->polygon_count || side >= wayi_mesh_size(mesh, polygon)) {
        return WAY_STATE_NONE;
    }
    const uint32_t twin = mesh->twins[wayi_mesh_first(mesh, polygon) + side];
    return twin == WAYI_MESH_NONE ? WAY_STATE_NONE : mesh->owners[twin];
}
