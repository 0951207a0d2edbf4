// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A mesh that follows a map: made tile by tile, each from its own cells and nothing else, then put
// together (mesh_splice.c). So an edit has the tiles that it touches made again, and the mesh is
// the one that would be made from scratch.
#include "mesh/mesh_tiles.h"

#include "base/text.h"

#include <string.h>

#define MESH_TILES_LEAST 8u
#define MESH_TILES_RECTS 64u   ///< more changes than this: all tiles
#define MESH_TILES_BLOCK 512u  ///< cells per side of what is ranked at once
#define MESH_TILES_PATIENCE 8u ///< tiles that may be begun again in a repair

typedef struct wayi_mesh_source mesh_tiles;

static size_t mesh_tiles_across(const mesh_tiles *tiles)
{
    return ((size_t)tiles->rows + 1) * ((size_t)tiles->map->width + 1);
}

static size_t mesh_tiles_down(const mesh_tiles *tiles)
{
    return ((size_t)tiles->columns + 1) * ((size_t)tiles->map->height + 1);
}

static void mesh_tiles_destroy(mesh_tiles *source, const way_allocator *allocator)
{
    wayi_mesh_splice_end(&source->splice);
    wayi_mesh_repair_end(source, allocator);
    wayi_mesh_blocks_end(&source->blocks, allocator);
    for (uint32_t i = 0; source->tiles && i < wayi_mesh_tile_count(source); i++) {
        wayi_mesh_part_drop(allocator, source->tiles[i].part, source->tiles[i].polygons);
    }
    WAYI_FREE(allocator, source->tiles, wayi_mesh_tile_count(source));
    WAYI_FREE(allocator, source->across, source->across_room);
    WAYI_FREE(allocator, source->down, source->down_room);
    WAYI_FREE(allocator, source->heads, source->head_room);
    WAYI_FREE(allocator, source->marks, source->mark_room);
    WAYI_FREE(allocator, source->homes, source->home_room);
    WAYI_FREE(allocator, source, 1);
}

static uint32_t mesh_tiles_find(const way_mesh *mesh, way_point point)
{
    const mesh_tiles *tiles = mesh->source;
    const int64_t step = (int64_t)tiles->side * WAY_MESH_UNIT;
    uint32_t lowest = WAY_STATE_NONE;
    if (point.x < mesh->low.x || point.x > mesh->high.x || point.y < mesh->low.y ||
        point.y > mesh->high.y) {
        return lowest;
    }
    // On a border it lies in the tiles to both sides.
    for (int64_t y = (point.y - 1) / step; y <= point.y / step; y++) {
        for (int64_t x = (point.x - 1) / step; x <= point.x / step; x++) {
            const bool known = x < tiles->columns && y < tiles->rows;
            const wayi_mesh_tile *tile = known ? &tiles->tiles[y * tiles->columns + x] : NULL;
            const uint32_t found = tile && tile->part
                                       ? wayi_mesh_find(tile->part, tile->polygons, point)
                                       : WAY_STATE_NONE;
            lowest = found < lowest ? found : lowest;
        }
    }
    return lowest;
}

void way_mesh_destroy(way_mesh *mesh)
{
    if (!mesh) {
        return;
    }
    WAYI_ASSERT_FREE(mesh, "spaces of points go before their mesh");
    if (mesh->source) {
        mesh_tiles_destroy(mesh->source, &mesh->allocator);
    }
    wayi_mesh_release(mesh);
}

size_t way_mesh_bytes(const way_mesh *mesh)
{
    return sizeof *mesh + (size_t)mesh->meter.bytes;
}

uint32_t way_mesh_locate(const way_mesh *mesh, way_point point)
{
    return mesh->source ? mesh_tiles_find(mesh, point) : wayi_mesh_find(mesh, NULL, point);
}

way_rect wayi_mesh_tile_area(const mesh_tiles *tiles, uint32_t index)
{
    const uint32_t x = index % tiles->columns * tiles->side;
    const uint32_t y = index / tiles->columns * tiles->side;
    const uint32_t right = tiles->map->width - x;
    const uint32_t below = tiles->map->height - y;
    return (way_rect){x, y, right < tiles->side ? right : tiles->side,
                      below < tiles->side ? below : tiles->side};
}

// Creating ----------------------------------------------------------------------------------------

static void mesh_tiles_complain(way_problem *problem, uint32_t x, uint32_t y, uint32_t weight,
                                uint32_t before)
{
    wayi_text text = wayi_problem_begin(problem, 0, 0);
    wayi_text_add(&text, "cell ");
    wayi_text_add_number(&text, x);
    wayi_text_add(&text, ",");
    wayi_text_add_number(&text, y);
    wayi_text_add(&text, " weighs ");
    wayi_text_add_number(&text, weight);
    wayi_text_add(&text, " and cells before it ");
    wayi_text_add_number(&text, before);
    wayi_text_add(&text, ": on a mesh weights do not count");
}

/// Says where an area differs in weight from `*weight`, or, if that is 0, from its own first cell
/// with ground, whose weight it becomes; false if it does not.
static bool mesh_tiles_differ(const way_map *map, const wayi_layer *layer, way_rect area,
                              uint32_t *weight, way_problem *problem)
{
    for (uint32_t y = area.y; !layer->table->uniform && y < area.y + area.height; y++) {
        for (uint32_t x = area.x; x < area.x + area.width; x++) {
            const uint32_t other = wayi_layer_weight_at(map, layer, x, y);
            *weight = *weight ? *weight : other;
            if (other && other != *weight) {
                mesh_tiles_complain(problem, x, y, other, *weight);
                return true;
            }
        }
    }
    return false;
}

static way_rect mesh_tiles_map(const way_map *map)
{
    return (way_rect){0, 0, map->width, map->height};
}

static way_status mesh_tiles_check(const way_mesh_map_config *config, uint32_t *weight)
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
    return fault || (!config->any_weight &&
                     mesh_tiles_differ(config->map, layer, mesh_tiles_map(config->map), weight,
                                       config->problem))
               ? WAY_STATUS_UNSUPPORTED
               : WAY_STATUS_OK;
}

/// Makes the lists of a mesh as long as they are, with a little room for repairs.
static bool mesh_tiles_trim(way_mesh *mesh)
{
    const uint32_t room = mesh->stop_count + mesh->stop_count / 4 + 64;
    wayi_mesh_stop *stops = wayi_alloc(&mesh->allocator, room, sizeof *stops);
    if (!stops || !wayi_mesh_resize_sides(mesh, mesh->side_count + mesh->side_count / 8)) {
        WAYI_FREE(&mesh->allocator, stops, room);
        return false;
    }
    memcpy(stops, mesh->stop_list, mesh->stop_count * sizeof *stops);
    wayi_free(&mesh->allocator, mesh->stop_list, mesh->stop_room, sizeof *stops);
    mesh->stop_list = stops;
    mesh->stop_room = mesh->state_room = room;
    return true;
}

static bool mesh_tiles_list_all(way_mesh *mesh)
{
    bool fits = true;
    for (uint32_t i = 0; i < wayi_mesh_tile_count(mesh->source) && fits; i++) {
        fits = wayi_mesh_repair_add(mesh, i);
    }
    return fits;
}

/// Makes all tiles of an empty mesh.
static way_status mesh_tiles_create(way_mesh *mesh)
{
    mesh_tiles *tiles = mesh->source;
    const way_allocator *allocator = &mesh->allocator;
    const size_t across = mesh_tiles_across(tiles);
    const size_t down = mesh_tiles_down(tiles);
    tiles->tiles = wayi_alloc_zero(allocator, wayi_mesh_tile_count(tiles), sizeof *tiles->tiles);
    tiles->across = wayi_alloc(allocator, across, sizeof *tiles->across);
    tiles->across_room = tiles->across ? across : 0;
    tiles->down = wayi_alloc(allocator, down, sizeof *tiles->down);
    tiles->down_room = tiles->down ? down : 0;
    if (!tiles->tiles || !tiles->across || !tiles->down) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(tiles->across, 0xff, across * sizeof *tiles->across);
    memset(tiles->down, 0xff, down * sizeof *tiles->down);
    memset(tiles->free_runs, 0xff, sizeof tiles->free_runs);
    tiles->free_stop = WAYI_MESH_NONE;
    mesh->high = (way_point){(int32_t)(tiles->map->width * WAY_MESH_UNIT),
                             (int32_t)(tiles->map->height * WAY_MESH_UNIT)};
    mesh->state_room = UINT32_MAX;
    tiles->repair =
        (wayi_mesh_repair){.active = true, .revision = tiles->revision, .seen = tiles->revision};
    wayi_mesh_meter meter = {.limit = UINT64_MAX};
    bool done = false;
    const way_status status = mesh_tiles_list_all(mesh) ? wayi_mesh_repair_step(mesh, &meter, &done)
                                                        : WAY_STATUS_NO_MEMORY;
    (void)wayi_mesh_blocks_step(mesh, &meter);
    return status == WAY_STATUS_OK && !mesh_tiles_trim(mesh) ? WAY_STATUS_NO_MEMORY : status;
}

way_status way_mesh_create_for(const way_mesh_map_config *config, way_mesh **out)
{
    uint32_t weight = 0;
    if (!config || !config->map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    way_status status = mesh_tiles_check(config, &weight);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    const way_map *map = config->map;
    const uint32_t longer = map->width > map->height ? map->width : map->height;
    const uint32_t side = config->tile && config->tile < longer ? config->tile : longer;
    way_mesh *mesh = wayi_alloc_zero(&allocator, 1, sizeof *mesh);
    if (!mesh) {
        return WAY_STATUS_NO_MEMORY;
    }
    mesh->allocator = wayi_meter_start(&mesh->meter, &allocator);
    mesh_tiles *tiles = mesh->source = wayi_alloc_zero(&mesh->allocator, 1, sizeof *tiles);
    if (!tiles) {
        way_mesh_destroy(mesh);
        return WAY_STATUS_NO_MEMORY;
    }
    *tiles = (mesh_tiles){.map = map,
                          .profile = config->profile ? config->profile : 1,
                          .any_weight = config->any_weight,
                          .weight = weight,
                          .side = side,
                          .span = side < MESH_TILES_BLOCK ? MESH_TILES_BLOCK / side : 1,
                          .columns = (map->width + side - 1) / side,
                          .rows = (map->height + side - 1) / side,
                          .revision = way_map_revision(map)};
    status = mesh_tiles_create(mesh);
    if (status != WAY_STATUS_OK) {
        way_mesh_destroy(mesh);
        return status;
    }
    *out = mesh;
    return WAY_STATUS_OK;
}

// Following ---------------------------------------------------------------------------------------

bool way_mesh_is_current(const way_mesh *mesh)
{
    return !mesh->source || mesh->source->revision == way_map_revision(mesh->source->map);
}

/// What a change touches: a unit stands with its top left cell.
static way_rect mesh_tiles_touched(const mesh_tiles *tiles, way_rect rect)
{
    const uint32_t reach = wayi_map_layer(tiles->map, tiles->profile)->size - 1;
    const uint32_t left = rect.x < reach ? rect.x : reach;
    const uint32_t above = rect.y < reach ? rect.y : reach;
    return (way_rect){rect.x - left, rect.y - above, rect.width + left, rect.height + above};
}

/// Whether weights have come to differ.
static bool mesh_tiles_came_to_differ(mesh_tiles *tiles, const way_rect *rects, uint32_t count,
                                      bool all)
{
    const wayi_layer *layer = wayi_map_layer(tiles->map, tiles->profile);
    bool differ = all;
    for (uint32_t i = 0; i < count && !differ; i++) {
        differ = mesh_tiles_differ(tiles->map, layer, rects[i], &tiles->weight, NULL);
    }
    if (differ) {
        // From what was; all of the map may weigh something else by now.
        uint32_t weight = 0;
        differ = mesh_tiles_differ(tiles->map, layer, mesh_tiles_map(tiles->map), &weight, NULL);
        tiles->weight = differ ? tiles->weight : weight;
    }
    return differ;
}

/// Lists the tiles of some rectangles; false without memory.
static bool mesh_tiles_list(way_mesh *mesh, const way_rect *rects, uint32_t count)
{
    const mesh_tiles *tiles = mesh->source;
    bool fits = true;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t right = (rects[i].x + rects[i].width - 1) / tiles->side;
        const uint32_t bottom = (rects[i].y + rects[i].height - 1) / tiles->side;
        for (uint32_t y = rects[i].y / tiles->side; y <= bottom; y++) {
            for (uint32_t x = rects[i].x / tiles->side; x <= right && fits; x++) {
                fits = wayi_mesh_repair_add(mesh, y * tiles->columns + x);
            }
        }
    }
    return fits;
}

/// Whether some rectangles touch tiles of the repair under way.
static bool mesh_tiles_meet(const mesh_tiles *tiles, const way_rect *rects, uint32_t count)
{
    bool meet = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t right = (rects[i].x + rects[i].width - 1) / tiles->side;
        const uint32_t bottom = (rects[i].y + rects[i].height - 1) / tiles->side;
        for (uint32_t y = rects[i].y / tiles->side; y <= bottom; y++) {
            for (uint32_t x = rects[i].x / tiles->side; x <= right && !meet; x++) {
                meet = tiles->tiles[y * tiles->columns + x].change;
            }
        }
    }
    return meet;
}

/// Lists the tiles of all edits that a repair does not know of yet; while tiles are laid they wait
/// for the next one.
static way_status mesh_tiles_follow(way_mesh *mesh)
{
    mesh_tiles *tiles = mesh->source;
    wayi_mesh_repair *repair = &tiles->repair;
    const uint64_t since = repair->active ? repair->seen : tiles->revision;
    way_rect rects[MESH_TILES_RECTS];
    uint32_t count = 0;
    if (since == way_map_revision(tiles->map)) {
        return WAY_STATUS_OK;
    }
    const bool all =
        way_map_changes(tiles->map, since, rects, MESH_TILES_RECTS, &count) != WAY_STATUS_OK ||
        count > MESH_TILES_RECTS;
    count = all ? 0 : count;
    for (uint32_t i = 0; i < count; i++) {
        rects[i] = mesh_tiles_touched(tiles, rects[i]);
    }
    if (tiles->splice.mesh) {
        repair->seen = way_map_revision(tiles->map);
        repair->again += all || mesh_tiles_meet(tiles, rects, count);
        return WAY_STATUS_OK;
    }
    if (!tiles->any_weight && mesh_tiles_came_to_differ(tiles, rects, count, all)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    repair->active = true;
    repair->revision = repair->seen = way_map_revision(tiles->map);
    return (all ? mesh_tiles_list_all(mesh) : mesh_tiles_list(mesh, rects, count))
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

/// Goes on, and tells by `*more` that a repair is over and another can begin.
static way_status mesh_tiles_go_on(way_mesh *mesh, wayi_mesh_meter *meter, bool *more)
{
    mesh_tiles *tiles = mesh->source;
    *more = false;
    // Without the profile, tiles that are being laid are still put in.
    way_status status = tiles->splice.mesh ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED;
    if (wayi_map_layer(tiles->map, tiles->profile)) {
        status = mesh_tiles_follow(mesh);
    }
    if (tiles->repair.again >= MESH_TILES_PATIENCE) {
        meter->limit = UINT64_MAX;
    }
    // What is left of the repair before: its blocks are ranked first.
    const bool ready = !tiles->blocks.ranks || wayi_mesh_blocks_step(mesh, meter);
    bool done = false;
    if (status == WAY_STATUS_OK && ready && tiles->repair.active) {
        status = wayi_mesh_repair_step(mesh, meter, &done);
    }
    if (status != WAY_STATUS_OK) {
        wayi_mesh_repair_end(tiles, &mesh->allocator);
    }
    const bool ranked = ready && (!tiles->blocks.ranks || wayi_mesh_blocks_step(mesh, meter));
    *more = done && ranked && !way_mesh_is_current(mesh);
    return status;
}

way_status way_mesh_repair(way_mesh *mesh, uint32_t budget, bool *done)
{
    if (!mesh || !done) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *done = false;
    if (!mesh->source) {
        return WAY_STATUS_UNSUPPORTED;
    }
    wayi_mesh_meter meter = {.limit = budget < UINT32_MAX ? budget : UINT64_MAX};
    way_status status = WAY_STATUS_OK;
    for (bool more = true; more && status == WAY_STATUS_OK;) {
        status = mesh_tiles_go_on(mesh, &meter, &more);
    }
    *done = !mesh->source->blocks.ranks && way_mesh_is_current(mesh);
    mesh->source->repair.spent = meter.spent;
    return status;
}
