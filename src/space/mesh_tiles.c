// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh that follows a map: made tile by tile, each from its own cells and nothing else, then put
// together. Where a corner of one tile's polygon lies on the side of another's, on the border
// between them, it becomes a corner of both. So an edit has the tiles that it touches made again,
// and the mesh is the one that would be made from scratch. Putting together takes time in
// proportion to the mesh, but little of what cutting takes.
#include "base/text.h"
#include "core/hash_table.h"
#include "map/map.h"
#include "space/mesh.h"

#define MESH_TILES_LEAST 8u
#define MESH_TILES_RECTS 64u ///< more changes than this: all tiles

struct wayi_mesh_source {
    const way_map *map;
    uint32_t profile;
    uint32_t side, columns, rows; ///< tiles
    uint64_t revision;            ///< of the map that the mesh is of
    bool any_weight;
    way_mesh **parts; ///< [columns * rows] NULL where nobody can stand
};

typedef struct wayi_mesh_source mesh_tiles;

static uint32_t mesh_tiles_count(const mesh_tiles *tiles)
{
    return tiles->columns * tiles->rows;
}

void wayi_mesh_source_destroy(mesh_tiles *source, const way_allocator *allocator)
{
    if (!source) {
        return;
    }
    for (uint32_t i = 0; source->parts && i < mesh_tiles_count(source); i++) {
        way_mesh_destroy(source->parts[i]);
    }
    wayi_free(allocator, source->parts, mesh_tiles_count(source), sizeof *source->parts);
    wayi_free(allocator, source, 1, sizeof *source);
}

size_t wayi_mesh_source_bytes(const mesh_tiles *source)
{
    size_t bytes = source ? sizeof *source + mesh_tiles_count(source) * sizeof *source->parts : 0;
    for (uint32_t i = 0; source && i < mesh_tiles_count(source); i++) {
        bytes += source->parts[i] ? way_mesh_bytes(source->parts[i]) : 0;
    }
    return bytes;
}

static way_rect mesh_tiles_area(const mesh_tiles *tiles, uint32_t index)
{
    const uint32_t x = index % tiles->columns * tiles->side;
    const uint32_t y = index / tiles->columns * tiles->side;
    const uint32_t right = tiles->map->width - x;
    const uint32_t below = tiles->map->height - y;
    return (way_rect){x, y, right < tiles->side ? right : tiles->side,
                      below < tiles->side ? below : tiles->side};
}

// Putting together --------------------------------------------------------------------------------

typedef struct mesh_tiles_join {
    const mesh_tiles *tiles;
    const way_allocator *allocator;
    wayi_hash_table numbers; ///< of points, by their place on the lattice
    way_point *points;
    uint32_t *corners, *sizes;
    uint32_t point_count, corner_count, polygon_count;
    uint32_t point_capacity, corner_capacity, size_capacity;
} mesh_tiles_join;

static uint64_t mesh_tiles_place(const mesh_tiles_join *join, way_point at)
{
    return (uint64_t)(at.y / WAY_MESH_UNIT) * (join->tiles->map->width + 1) +
           (uint64_t)(at.x / WAY_MESH_UNIT);
}

static bool mesh_tiles_add_point(mesh_tiles_join *join, way_point at)
{
    const uint32_t *number =
        wayi_hash_table_get_or_add(&join->numbers, mesh_tiles_place(join, at), join->point_count);
    if (!number || *number < join->point_count) {
        return number != NULL;
    }
    void *points = join->points;
    if (!wayi_grow(join->allocator, &points, &join->point_capacity, join->point_count + 1,
                   sizeof *join->points)) {
        return false;
    }
    join->points = points;
    join->points[join->point_count++] = at;
    return true;
}

static bool mesh_tiles_add_corner(mesh_tiles_join *join, uint32_t point)
{
    void *corners = join->corners;
    if (!wayi_grow(join->allocator, &corners, &join->corner_capacity, join->corner_count + 1,
                   sizeof *join->corners)) {
        return false;
    }
    join->corners = corners;
    join->corners[join->corner_count++] = point;
    return true;
}

/// Whether a side lies on the border between two tiles.
static bool mesh_tiles_is_border(const mesh_tiles_join *join, way_point from, way_point to)
{
    const int64_t side = (int64_t)join->tiles->side * WAY_MESH_UNIT;
    return (from.x == to.x && from.x % side == 0) || (from.y == to.y && from.y % side == 0);
}

/// Adds the start of a side and all points that lie on it.
static bool mesh_tiles_add_side(mesh_tiles_join *join, way_point from, way_point to)
{
    const bool border = mesh_tiles_is_border(join, from, to);
    const int32_t step_x = (to.x > from.x) - (to.x < from.x);
    const int32_t step_y = (to.y > from.y) - (to.y < from.y);
    bool fits = true;
    for (way_point at = from; fits && !wayi_mesh_same(at, to);) {
        const uint32_t *point = wayi_hash_table_find(&join->numbers, mesh_tiles_place(join, at));
        fits = !point || mesh_tiles_add_corner(join, *point);
        at =
            border ? (way_point){at.x + step_x * WAY_MESH_UNIT, at.y + step_y * WAY_MESH_UNIT} : to;
    }
    return fits;
}

static bool mesh_tiles_add_part(mesh_tiles_join *join, const way_mesh *part)
{
    void *sizes = join->sizes;
    if (!wayi_grow(join->allocator, &sizes, &join->size_capacity,
                   join->polygon_count + part->polygon_count, sizeof *join->sizes)) {
        return false;
    }
    join->sizes = sizes;
    for (uint32_t polygon = 0; polygon < part->polygon_count; polygon++) {
        const uint32_t before = join->corner_count;
        for (uint32_t i = part->starts[polygon]; i < part->starts[polygon + 1]; i++) {
            if (!mesh_tiles_add_side(join, wayi_mesh_at(part, i),
                                     wayi_mesh_at(part, wayi_mesh_next(part, i)))) {
                return false;
            }
        }
        join->sizes[join->polygon_count++] = join->corner_count - before;
    }
    return true;
}

static bool mesh_tiles_add_all(mesh_tiles_join *join)
{
    const mesh_tiles *tiles = join->tiles;
    bool fits = true;
    for (uint32_t i = 0; i < mesh_tiles_count(tiles); i++) {
        const way_mesh *part = tiles->parts[i];
        for (uint32_t k = 0; part && k < part->point_count && fits; k++) {
            fits = mesh_tiles_add_point(join, part->points[k]);
        }
    }
    for (uint32_t i = 0; i < mesh_tiles_count(tiles) && fits; i++) {
        fits = !tiles->parts[i] || mesh_tiles_add_part(join, tiles->parts[i]);
    }
    return fits;
}

/// One mesh of all parts. OUT_OF_RANGE if there are none.
static way_status mesh_tiles_put_together(const mesh_tiles *tiles, const way_allocator *allocator,
                                          way_mesh **out)
{
    mesh_tiles_join join = {.tiles = tiles, .allocator = allocator};
    wayi_hash_table_init(&join.numbers, allocator);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (mesh_tiles_add_all(&join)) {
        const way_mesh_config config = {.points = join.points,
                                        .point_count = join.point_count,
                                        .corners = join.corners,
                                        .sizes = join.sizes,
                                        .polygon_count = join.polygon_count,
                                        .allocator = allocator};
        wayi_mesh_fault fault;
        status = join.polygon_count
                     ? wayi_mesh_create(&config, true, (wayi_job_stage){0}, out, &fault)
                     : WAY_STATUS_OUT_OF_RANGE;
    }
    wayi_hash_table_fini(&join.numbers);
    wayi_free(allocator, join.points, join.point_capacity, sizeof *join.points);
    wayi_free(allocator, join.corners, join.corner_capacity, sizeof *join.corners);
    wayi_free(allocator, join.sizes, join.size_capacity, sizeof *join.sizes);
    return status;
}

// Creating ----------------------------------------------------------------------------------------

static way_status mesh_tiles_cut(mesh_tiles *tiles, uint32_t index, const way_allocator *allocator)
{
    way_mesh *part = NULL;
    const way_status status = wayi_mesh_cut(tiles->map, wayi_map_layer(tiles->map, tiles->profile),
                                            mesh_tiles_area(tiles, index), allocator, &part);
    if (status == WAY_STATUS_OK) {
        way_mesh_destroy(tiles->parts[index]);
        tiles->parts[index] = part;
    }
    return status;
}

/// Says where weights differ; false if they do not.
static bool mesh_tiles_differ(const way_map *map, const wayi_layer *layer, way_problem *problem)
{
    uint32_t weight = 0;
    for (way_cell cell = 0; !layer->table->uniform && cell < map->cell_count; cell++) {
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        const uint32_t other = wayi_layer_weight_at(map, layer, x, y);
        weight = weight ? weight : other;
        if (other && other != weight) {
            wayi_text text = wayi_problem_begin(problem, 0, 0);
            wayi_text_add(&text, "cell ");
            wayi_text_add_number(&text, x);
            wayi_text_add(&text, ",");
            wayi_text_add_number(&text, y);
            wayi_text_add(&text, " weighs ");
            wayi_text_add_number(&text, other);
            wayi_text_add(&text, " and cells before it ");
            wayi_text_add_number(&text, weight);
            wayi_text_add(&text, ": on a mesh weights do not count");
            return true;
        }
    }
    return false;
}

static way_status mesh_tiles_check(const way_mesh_map_config *config)
{
    const uint32_t profile = config->profile ? config->profile : 1;
    const bool known = profile <= WAY_MAP_UNIT_MAX || profile >= WAY_PROFILE_FIRST;
    const wayi_layer *layer = known ? wayi_map_layer(config->map, profile) : NULL;
    const char *fault = NULL;
    if (config->tile && config->tile < MESH_TILES_LEAST) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (way_map_neighbours(config->map) == WAY_NEIGHBOURS_6) {
        fault = "cells are hexes";
    } else if (!layer) {
        fault = "the map has no such profile";
    }
    if (fault) {
        wayi_text text = wayi_problem_begin(config->problem, 0, 0);
        wayi_text_add(&text, fault);
    }
    return fault || (!config->any_weight && mesh_tiles_differ(config->map, layer, config->problem))
               ? WAY_STATUS_UNSUPPORTED
               : WAY_STATUS_OK;
}

static way_status mesh_tiles_create(mesh_tiles *tiles, const way_allocator *allocator,
                                    way_mesh **out)
{
    tiles->parts = wayi_alloc_zero(allocator, mesh_tiles_count(tiles), sizeof *tiles->parts);
    way_status status = tiles->parts ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < mesh_tiles_count(tiles); i++) {
        status = mesh_tiles_cut(tiles, i, allocator);
    }
    return status == WAY_STATUS_OK ? mesh_tiles_put_together(tiles, allocator, out) : status;
}

way_status way_mesh_create_for(const way_mesh_map_config *config, way_mesh **out)
{
    if (!config || !config->map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    way_status status = mesh_tiles_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    const way_map *map = config->map;
    const uint32_t longer = map->width > map->height ? map->width : map->height;
    const uint32_t side = config->tile && config->tile < longer ? config->tile : longer;
    mesh_tiles *tiles = wayi_alloc_zero(&allocator, 1, sizeof *tiles);
    if (!tiles) {
        return WAY_STATUS_NO_MEMORY;
    }
    *tiles = (mesh_tiles){.map = map,
                          .profile = config->profile ? config->profile : 1,
                          .any_weight = config->any_weight,
                          .side = side,
                          .columns = (map->width + side - 1) / side,
                          .rows = (map->height + side - 1) / side,
                          .revision = way_map_revision(map)};
    status = mesh_tiles_create(tiles, &allocator, out);
    if (status != WAY_STATUS_OK) {
        wayi_mesh_source_destroy(tiles, &allocator);
        return status;
    }
    (*out)->source = tiles;
    (*out)->stop_room += (*out)->stop_count / 4 + 64;
    return WAY_STATUS_OK;
}

way_status way_mesh_create_from_map(const way_map *map, const way_allocator *allocator,
                                    way_mesh **out)
{
    if (!map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_mesh_map_config config = {.map = map};
    const way_allocator door = wayi_allocator_or_default(allocator);
    *out = NULL;
    way_status status = mesh_tiles_check(&config);
    if (status == WAY_STATUS_OK) {
        const way_rect all = {0, 0, map->width, map->height};
        status = wayi_mesh_cut(map, wayi_map_layer(map, 1), all, &door, out);
    }
    return status == WAY_STATUS_OK && !*out ? WAY_STATUS_OUT_OF_RANGE : status;
}

// Following ---------------------------------------------------------------------------------------

bool way_mesh_is_current(const way_mesh *mesh)
{
    return !mesh->source || mesh->source->revision == way_map_revision(mesh->source->map);
}

/// Whether one of the rectangles touches a tile: a unit stands with its top left cell.
static bool mesh_tiles_is_touched(const mesh_tiles *tiles, uint32_t index, const way_rect *rects,
                                  uint32_t count)
{
    const uint32_t reach = wayi_map_layer(tiles->map, tiles->profile)->size - 1;
    const way_rect area = mesh_tiles_area(tiles, index);
    bool touched = false;
    for (uint32_t i = 0; i < count && !touched; i++) {
        touched = rects[i].x < area.x + area.width + reach &&
                  rects[i].y < area.y + area.height + reach &&
                  rects[i].x + rects[i].width > area.x && rects[i].y + rects[i].height > area.y;
    }
    return touched;
}

/// Takes over what was put together; the old ends with `fresh`.
static void mesh_tiles_exchange(way_mesh *mesh, way_mesh *fresh)
{
    const way_mesh old = *mesh;
    *mesh = *fresh;
    mesh->source = old.source;
    mesh->stop_room = old.stop_room;
    mesh->revision = old.revision + 1;
    *fresh = old;
    fresh->source = NULL;
    way_mesh_destroy(fresh);
}

way_status way_mesh_repair(way_mesh *mesh)
{
    if (!mesh) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!mesh->source || !wayi_map_layer(mesh->source->map, mesh->source->profile)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    mesh_tiles *tiles = mesh->source;
    way_rect rects[MESH_TILES_RECTS];
    uint32_t count = 0;
    if (way_mesh_is_current(mesh)) {
        return WAY_STATUS_OK;
    }
    if (!tiles->any_weight &&
        mesh_tiles_differ(tiles->map, wayi_map_layer(tiles->map, tiles->profile), NULL)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const bool all = way_map_changes(tiles->map, tiles->revision, rects, MESH_TILES_RECTS,
                                     &count) != WAY_STATUS_OK ||
                     count > MESH_TILES_RECTS;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < mesh_tiles_count(tiles); i++) {
        if (all || mesh_tiles_is_touched(tiles, i, rects, count)) {
            status = mesh_tiles_cut(tiles, i, &mesh->allocator);
        }
    }
    way_mesh *fresh = NULL;
    status =
        status == WAY_STATUS_OK ? mesh_tiles_put_together(tiles, &mesh->allocator, &fresh) : status;
    if (status == WAY_STATUS_OK && fresh->stop_count > mesh->stop_room) {
        way_mesh_destroy(fresh);
        status = WAY_STATUS_TOO_LARGE;
    }
    if (status == WAY_STATUS_OK) {
        tiles->revision = way_map_revision(tiles->map);
        mesh_tiles_exchange(mesh, fresh);
    }
    return status;
}
