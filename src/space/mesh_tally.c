// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How many stops an exchange of parts would leave, before anything is changed. Inside a tile all
// points go and others come. One on its border stays if a part on either side has a corner there. A
// point is two stops if just two cells at it are open that lie crosswise, and else one.
#include "space/mesh_tiles.h"

enum {
    MESH_TALLY_MET = 1, ///< a point is counted
    MESH_TALLY_HELD = 2 ///< a part that comes has it
};

#define MESH_TALLY_NEW (UINT32_MAX - 1) ///< instead of a point's number: it would come

typedef struct mesh_tally {
    const wayi_mesh_splice *splice;
    const wayi_layer *layer;
    uint64_t before, after;
} mesh_tally;

static bool mesh_tally_is_open(const mesh_tally *tally, int64_t x, int64_t y)
{
    const way_map *map = wayi_mesh_splice_source(tally->splice)->map;
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           wayi_layer_has(map, tally->layer, (uint32_t)x, (uint32_t)y);
}

/// The stops that a point will be.
static uint32_t mesh_tally_cells(const mesh_tally *tally, way_point at)
{
    const int64_t x = at.x / WAY_MESH_UNIT;
    const int64_t y = at.y / WAY_MESH_UNIT;
    const bool above = mesh_tally_is_open(tally, x - 1, y - 1);
    const bool beside = mesh_tally_is_open(tally, x, y - 1);
    return above == mesh_tally_is_open(tally, x, y) &&
                   beside == mesh_tally_is_open(tally, x - 1, y) && above != beside
               ? 2
               : 1;
}

/// A part that comes: points on borders are marked.
static void mesh_tally_part(mesh_tally *tally, const way_mesh *part)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(tally->splice);
    for (uint32_t i = 0; part && i < part->point_count; i++) {
        uint32_t *place = wayi_mesh_splice_border(source, part->points[i]);
        if (!place || *place == WAYI_MESH_NONE) {
            tally->after += mesh_tally_cells(tally, part->points[i]);
        }
        if (place && *place == WAYI_MESH_NONE) {
            *place = MESH_TALLY_NEW;
        } else if (place && *place != MESH_TALLY_NEW) {
            source->marks[*place] |= MESH_TALLY_HELD;
        }
    }
}

/// Counts the stops inside a tile: each by the side that stands for it.
static void mesh_tally_inside(mesh_tally *tally, const wayi_mesh_tile *tile)
{
    const way_mesh *mesh = tally->splice->mesh;
    for (uint32_t i = 0; tile->part && i < tile->part->polygon_count; i++) {
        const uint32_t end = wayi_mesh_end(mesh, tile->polygons[i]);
        for (uint32_t side = wayi_mesh_first(mesh, tile->polygons[i]); side < end; side++) {
            tally->before += mesh->stop_list[mesh->stops[side]].side == side &&
                             !wayi_mesh_splice_border(mesh->source, wayi_mesh_at(mesh, side));
        }
    }
}

/// Whether a polygon has a corner of its own at a place, in a tile that stays.
static bool mesh_tally_stays(const way_mesh *mesh, uint32_t polygon, way_point at)
{
    const wayi_mesh_home *home = &mesh->source->homes[polygon];
    const wayi_mesh_tile *tile = &mesh->source->tiles[home->tile];
    bool stays = false;
    if (!tile->fresh) {
        const uint32_t end = wayi_mesh_end(tile->part, home->local);
        for (uint32_t side = wayi_mesh_first(tile->part, home->local); side < end && !stays;
             side++) {
            stays = wayi_mesh_same(wayi_mesh_at(tile->part, side), at);
        }
    }
    return stays;
}

/// A place on the border of a tile: counts the point there, or, the second time, takes its marks.
static void mesh_tally_place(mesh_tally *tally, way_point at, bool again)
{
    const way_mesh *mesh = tally->splice->mesh;
    wayi_mesh_source *source = mesh->source;
    uint32_t *place = wayi_mesh_splice_border(source, at);
    if (!place || *place == WAYI_MESH_NONE) {
        return;
    }
    if (*place == MESH_TALLY_NEW) {
        *place = WAYI_MESH_NONE;
        return;
    }
    uint8_t *mark = &source->marks[*place];
    if (again) {
        *mark = 0;
    } else if (!(*mark & MESH_TALLY_MET)) {
        bool stays = *mark & MESH_TALLY_HELD;
        uint32_t side = source->heads[*place];
        for (; side != WAYI_MESH_NONE; side = mesh->others[side]) {
            tally->before += mesh->stop_list[mesh->stops[side]].side == side;
            stays = stays || mesh_tally_stays(mesh, mesh->owners[side], at);
        }
        tally->after += stays ? mesh_tally_cells(tally, at) : 0;
        *mark |= MESH_TALLY_MET;
    }
}

static void mesh_tally_border(mesh_tally *tally, uint32_t tile, bool again)
{
    const way_rect area = wayi_mesh_tile_area(wayi_mesh_splice_source(tally->splice), tile);
    const int32_t left = (int32_t)(area.x * WAY_MESH_UNIT);
    const int32_t top = (int32_t)(area.y * WAY_MESH_UNIT);
    const int32_t right = (int32_t)((area.x + area.width) * WAY_MESH_UNIT);
    const int32_t bottom = (int32_t)((area.y + area.height) * WAY_MESH_UNIT);
    for (int32_t x = left; x <= right; x += WAY_MESH_UNIT) {
        mesh_tally_place(tally, (way_point){x, top}, again);
        mesh_tally_place(tally, (way_point){x, bottom}, again);
    }
    for (int32_t y = top; y <= bottom; y += WAY_MESH_UNIT) {
        mesh_tally_place(tally, (way_point){left, y}, again);
        mesh_tally_place(tally, (way_point){right, y}, again);
    }
}

uint64_t wayi_mesh_splice_count_stops(wayi_mesh_splice *splice)
{
    const wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    mesh_tally tally = {.splice = splice, .layer = wayi_map_layer(source->map, source->profile)};
    wayi_mesh_splice_mark(splice);
    for (uint32_t i = 0; i < splice->count; i++) {
        mesh_tally_part(&tally, splice->list[i].part);
        mesh_tally_inside(&tally, &source->tiles[splice->list[i].tile]);
    }
    for (uint32_t again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < splice->count; i++) {
            mesh_tally_border(&tally, splice->list[i].tile, again);
        }
    }
    wayi_mesh_splice_unmark(splice);
    return splice->mesh->stop_count - source->free_stops + tally.after - tally.before;
}
