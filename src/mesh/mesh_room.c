// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Room for an exchange of parts: all of it is there before anything changes, so that no exchange is
// left half done.
#include "mesh/mesh_tiles.h"

#include <string.h>

/// Bytes that are moved for one unit of work.
#define MESH_ROOM_MOVED 64u

static void mesh_room_count(wayi_mesh_need *need, const wayi_mesh_source *source,
                            const way_mesh *part)
{
    if (part) {
        need->polygons += part->polygon_count;
        need->sides += part->side_count;
        need->points += part->point_count;
        // A place on the border of a tile lies on one side of its polygons.
        need->laid += part->side_count + (uint64_t)4 * source->side;
        need->most_points =
            part->point_count > need->most_points ? part->point_count : need->most_points;
    }
}

/// A list of the mesh, and what it needs room for.
typedef struct mesh_room_kept {
    void *items; ///< points to its pointer
    uint32_t *room;
    uint64_t needed;
    size_t size;
} mesh_room_kept;

static void mesh_room_list_kept(way_mesh *mesh, const wayi_mesh_need *need,
                                mesh_room_kept kept[WAYI_MESH_KEPT])
{
    wayi_mesh_source *source = mesh->source;
    const uint64_t polygons = mesh->polygon_count + need->polygons;
    const uint64_t points = mesh->point_count + need->points;
    const uint64_t stops = mesh->stop_count + 2 * need->points;
    const uint64_t sides = mesh->side_count + 2 * need->laid; // long runs are powers of two
    const mesh_room_kept all[WAYI_MESH_KEPT] = {
        {&mesh->polygons, &mesh->polygon_room, polygons, sizeof *mesh->polygons},
        {&source->homes, &source->home_room, polygons, sizeof *source->homes},
        {&mesh->points, &mesh->point_room, points, sizeof *mesh->points},
        {&source->heads, &source->head_room, points, sizeof *source->heads},
        {&source->marks, &source->mark_room, points, sizeof *source->marks},
        {&mesh->stop_list, &mesh->stop_room, stops, sizeof *mesh->stop_list},
        {&mesh->corners, &mesh->side_room, sides, sizeof *mesh->corners},
        {&mesh->twins, &mesh->side_room, sides, sizeof *mesh->twins},
        {&mesh->owners, &mesh->side_room, sides, sizeof *mesh->owners},
        {&mesh->stops, &mesh->side_room, sides, sizeof *mesh->stops},
        {&mesh->door_of, &mesh->side_room, sides, sizeof *mesh->door_of},
        {&mesh->others, &mesh->side_room, sides, sizeof *mesh->others},
        {&mesh->doors, &mesh->side_room, sides, sizeof *mesh->doors},
    };
    memcpy(kept, all, sizeof all);
}

static void *mesh_room_get(const mesh_room_kept *kept)
{
    void *items = NULL;
    memcpy(&items, kept->items, sizeof items);
    return items;
}

/// Makes larger lists for those that are too small.
static bool mesh_room_begin(wayi_mesh_splice *splice, const mesh_room_kept *kept)
{
    bool fits = true;
    for (uint32_t i = 0; i < WAYI_MESH_KEPT && fits; i++) {
        const uint64_t room = kept[i].needed + kept[i].needed / 8;
        if (kept[i].needed > *kept[i].room) {
            splice->wider[i].items = room <= UINT32_MAX ? wayi_alloc(&splice->mesh->allocator,
                                                                     (size_t)room, kept[i].size)
                                                        : NULL;
            fits = splice->wider[i].items;
            splice->wider[i].room = fits ? (uint32_t)room : 0;
            splice->wider[i].size = kept[i].size;
        }
    }
    splice->widened = fits;
    return fits;
}

/// Copies a list to a larger one, piece by piece; `local` counts these.
static bool mesh_room_copy(wayi_mesh_splice *splice, const mesh_room_kept *kept,
                           wayi_mesh_meter *meter)
{
    enum { PIECE = 16 * MESH_ROOM_MOVED };
    const size_t bytes = *kept->room * kept->size;
    for (size_t at = (size_t)splice->local * PIECE; at < bytes; at += PIECE, splice->local++) {
        const size_t rest = bytes - at < PIECE ? bytes - at : PIECE;
        if (!wayi_mesh_spend(meter, rest / MESH_ROOM_MOVED + 1)) {
            return false;
        }
        memcpy((uint8_t *)splice->wider[splice->at].items + at,
               (const uint8_t *)mesh_room_get(kept) + at, rest);
    }
    return true;
}

bool wayi_mesh_splice_widen(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    mesh_room_kept kept[WAYI_MESH_KEPT];
    mesh_room_list_kept(splice->mesh, &splice->need, kept);
    splice->fits = splice->fits && (splice->widened || mesh_room_begin(splice, kept));
    for (; splice->fits && splice->at < WAYI_MESH_KEPT; splice->at++, splice->local = 0) {
        if (splice->wider[splice->at].items && !mesh_room_copy(splice, &kept[splice->at], meter)) {
            return false;
        }
    }
    for (uint32_t i = 0; splice->fits && i < WAYI_MESH_KEPT; i++) {
        if (splice->wider[i].items) {
            wayi_free(&splice->mesh->allocator, mesh_room_get(&kept[i]), *kept[i].room,
                      kept[i].size);
            memcpy(kept[i].items, &splice->wider[i].items, sizeof splice->wider[i].items);
        }
    }
    for (uint32_t i = 0; splice->fits && i < WAYI_MESH_KEPT; i++) {
        *kept[i].room = splice->wider[i].items ? splice->wider[i].room : *kept[i].room;
        splice->wider[i] = (wayi_mesh_wider){.items = NULL};
    }
    splice->at = 0;
    return splice->fits;
}

way_status wayi_mesh_splice_measure(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    const way_allocator *allocator = &mesh->allocator;
    wayi_mesh_need *need = &splice->need;
    if (!WAYI_GROW_LITTLE(allocator, splice->beside, splice->beside_room,
                          (uint64_t)4 * splice->count) ||
        !WAYI_GROW_LITTLE(allocator, splice->blocks, splice->block_room,
                          (uint64_t)5 * splice->count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < splice->count; i++) {
        mesh_room_count(need, source, source->tiles[splice->list[i].tile].part);
    }
    const uint64_t before = need->polygons;
    for (uint32_t i = 0; i < splice->count; i++) {
        mesh_room_count(need, source, splice->list[i].part);
    }
    const uint64_t after = mesh->polygon_count + need->polygons - 2 * before;
    if (after == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    wayi_mesh_splice_mark(splice);
    for (uint32_t i = 0; i < splice->beside_count; i++) {
        mesh_room_count(need, source, source->tiles[splice->beside[i]].part);
    }
    wayi_mesh_splice_list_blocks(splice);
    if (after > WAY_MESH_POLYGONS_MAX || source->corners + need->laid > WAY_MESH_CORNERS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    for (uint32_t i = 0; i < splice->block_count; i++) {
        const uint32_t size =
            wayi_mesh_splice_count_block(source, splice->blocks[i]) + (uint32_t)need->polygons;
        need->ranked = size > need->ranked ? size : need->ranked;
    }
    return WAY_STATUS_OK;
}

bool wayi_mesh_splice_prepare(wayi_mesh_splice *splice)
{
    const way_allocator *allocator = &splice->mesh->allocator;
    const wayi_mesh_need *need = &splice->need;
    return WAYI_GROW_LITTLE(allocator, splice->items, splice->item_room, need->polygons) &&
           WAYI_GROW_LITTLE(allocator, splice->own, splice->own_room, need->sides) &&
           WAYI_GROW_LITTLE(allocator, splice->numbers, splice->number_room, need->most_points) &&
           WAYI_GROW_LITTLE(allocator, splice->touched, splice->touched_room, 2 * need->points) &&
           WAYI_GROW_LITTLE(allocator, splice->removed, splice->removed_room, need->polygons) &&
           WAYI_GROW_LITTLE(allocator, splice->runs, splice->run_room, need->polygons) &&
           WAYI_GROW_LITTLE(allocator, splice->dead, splice->dead_room, 2 * need->points);
}

enum { MESH_ROOM_LISTS = 14 };

static void mesh_room_lists(const wayi_mesh_splice *splice, wayi_mesh_wider lists[MESH_ROOM_LISTS])
{
    const wayi_mesh_wider all[MESH_ROOM_LISTS] = {
        {splice->beside, splice->beside_room, sizeof *splice->beside},
        {splice->blocks, splice->block_room, sizeof *splice->blocks},
        {splice->items, splice->item_room, sizeof *splice->items},
        {splice->own, splice->own_room, sizeof *splice->own},
        {splice->numbers, splice->number_room, sizeof *splice->numbers},
        {splice->touched, splice->touched_room, sizeof *splice->touched},
        {splice->removed, splice->removed_room, sizeof *splice->removed},
        {splice->dead, splice->dead_room, sizeof *splice->dead},
        {splice->runs, splice->run_room, sizeof *splice->runs},
        {splice->gone, splice->gone_room, sizeof *splice->gone},
        {splice->stops, splice->stop_room, sizeof *splice->stops},
        {splice->stop_numbers, splice->stop_number_room, sizeof *splice->stop_numbers},
        {splice->twins, splice->twin_room, sizeof *splice->twins},
        {splice->places, splice->place_room, sizeof *splice->places},
    };
    memcpy(lists, all, sizeof all);
}

void wayi_mesh_splice_end(wayi_mesh_splice *splice)
{
    wayi_mesh_wider lists[MESH_ROOM_LISTS];
    if (!splice->mesh) {
        return;
    }
    wayi_mesh_splice_unmark(splice);
    mesh_room_lists(splice, lists);
    for (uint32_t i = 0; i < MESH_ROOM_LISTS; i++) {
        wayi_free(&splice->mesh->allocator, lists[i].items, lists[i].room, lists[i].size);
    }
    for (uint32_t i = 0; i < WAYI_MESH_KEPT; i++) {
        const wayi_mesh_wider *wider = &splice->wider[i];
        wayi_free(&splice->mesh->allocator, wider->items, wider->room, wider->size);
    }
    *splice = (wayi_mesh_splice){.mesh = NULL};
}

// Runs of sides -----------------------------------------------------------------------------------

/// The list that keeps runs of a size, and what room these have.
static uint32_t mesh_room_class(uint32_t size, uint32_t *room)
{
    uint32_t class = size;
    *room = size;
    if (size > 32) {
        *room = 64;
        for (class = 33; *room < size; class ++) {
            *room *= 2;
        }
    }
    return class;
}

uint32_t wayi_mesh_splice_take_run(way_mesh *mesh, uint32_t size)
{
    uint32_t room = 0;
    uint32_t *free = &mesh->source->free_runs[mesh_room_class(size, &room)];
    const uint32_t first = *free;
    if (first != WAYI_MESH_NONE) {
        *free = mesh->others[first];
        return first;
    }
    mesh->side_count += room;
    return mesh->side_count - room;
}

void wayi_mesh_splice_give_run(way_mesh *mesh, wayi_mesh_polygon run)
{
    uint32_t room = 0;
    uint32_t *free = &mesh->source->free_runs[mesh_room_class(run.size, &room)];
    mesh->others[run.first] = *free;
    *free = run.first;
}
