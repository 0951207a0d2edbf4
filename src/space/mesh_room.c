// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Room for an exchange of parts: all of it is there before anything changes, so that no exchange is
// left half done.
#include "space/mesh_tiles.h"

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

bool wayi_mesh_room_grow(const way_allocator *allocator, void *items, uint32_t *room,
                         uint64_t needed, size_t size)
{
    void *array = NULL;
    memcpy(&array, items, sizeof array);
    const bool fits =
        needed <= UINT32_MAX && wayi_grow_little(allocator, &array, room, (uint32_t)needed, size);
    memcpy(items, &array, sizeof array);
    return fits;
}

/// Room for what is kept: makes it, or, if `moved` is given, counts the bytes to be moved for it.
static bool mesh_room_widen(way_mesh *mesh, const wayi_mesh_need *need, uint64_t *moved)
{
    const way_allocator *allocator = &mesh->allocator;
    wayi_mesh_source *source = mesh->source;
    const uint64_t polygons = mesh->polygon_count + need->polygons;
    const uint64_t points = mesh->point_count + need->points;
    const uint64_t sides = mesh->side_count + 2 * need->laid; // long runs are powers of two
    void *const arrays[] = {&mesh->polygons, &source->homes, &mesh->points,
                            &source->heads,  &source->marks, &mesh->stop_list};
    uint32_t *const rooms[] = {&mesh->polygon_room, &source->home_room, &mesh->point_room,
                               &source->head_room,  &source->mark_room, &mesh->stop_room};
    const uint64_t needed[] = {polygons, polygons, points,
                               points,   points,   mesh->stop_count + 2 * need->points};
    const size_t sizes[] = {sizeof *mesh->polygons, sizeof *source->homes, sizeof *mesh->points,
                            sizeof *source->heads,  sizeof *source->marks, sizeof *mesh->stop_list};
    const uint64_t wide = sides + sides / 8;
    bool fits = wide <= UINT32_MAX;
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes && fits; i++) {
        if (moved) {
            *moved += needed[i] > *rooms[i] ? *rooms[i] * sizes[i] : 0;
        } else {
            fits = wayi_mesh_room_grow(allocator, arrays[i], rooms[i], needed[i], sizes[i]);
        }
    }
    if (moved) {
        *moved += sides > mesh->side_room ? mesh->side_room * WAYI_MESH_SIDE_BYTES : 0;
        return fits;
    }
    return fits && (sides <= mesh->side_room || wayi_mesh_resize_sides(mesh, (uint32_t)wide));
}

way_status wayi_mesh_splice_measure(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    const way_allocator *allocator = &mesh->allocator;
    wayi_mesh_need *need = &splice->need;
    if (!wayi_mesh_room_grow(allocator, &splice->beside, &splice->beside_room,
                             (uint64_t)4 * splice->count, sizeof *splice->beside) ||
        !wayi_mesh_room_grow(allocator, &splice->blocks, &splice->block_room,
                             (uint64_t)5 * splice->count, sizeof *splice->blocks)) {
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
    uint64_t bytes = 0;
    const bool fits = mesh_room_widen(mesh, need, &bytes);
    splice->moved = bytes / MESH_ROOM_MOVED;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

bool wayi_mesh_splice_widen(wayi_mesh_splice *splice)
{
    return mesh_room_widen(splice->mesh, &splice->need, NULL);
}

bool wayi_mesh_splice_prepare(wayi_mesh_splice *splice)
{
    const way_allocator *allocator = &splice->mesh->allocator;
    const wayi_mesh_need *need = &splice->need;
    return wayi_mesh_room_grow(allocator, &splice->items, &splice->item_room, need->polygons,
                               sizeof *splice->items) &&
           wayi_mesh_room_grow(allocator, &splice->own, &splice->own_room, need->sides,
                               sizeof *splice->own) &&
           wayi_mesh_room_grow(allocator, &splice->numbers, &splice->number_room, need->most_points,
                               sizeof *splice->numbers) &&
           wayi_mesh_room_grow(allocator, &splice->touched, &splice->touched_room, 2 * need->points,
                               sizeof *splice->touched) &&
           wayi_mesh_room_grow(allocator, &splice->removed, &splice->removed_room, need->polygons,
                               sizeof *splice->removed) &&
           wayi_mesh_room_grow(allocator, &splice->runs, &splice->run_room, need->polygons,
                               sizeof *splice->runs) &&
           wayi_mesh_room_grow(allocator, &splice->dead, &splice->dead_room, 2 * need->points,
                               sizeof *splice->dead);
}

/// A list of scratch.
typedef struct mesh_room_list {
    void *items;
    uint32_t room;
    size_t size;
} mesh_room_list;

enum { MESH_ROOM_LISTS = 14 };

static void mesh_room_lists(const wayi_mesh_splice *splice, mesh_room_list lists[MESH_ROOM_LISTS])
{
    const mesh_room_list all[MESH_ROOM_LISTS] = {
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

size_t wayi_mesh_splice_bytes(const wayi_mesh_splice *splice)
{
    mesh_room_list lists[MESH_ROOM_LISTS];
    size_t bytes = 0;
    mesh_room_lists(splice, lists);
    for (uint32_t i = 0; i < MESH_ROOM_LISTS; i++) {
        bytes += lists[i].room * lists[i].size;
    }
    return bytes;
}

void wayi_mesh_splice_end(wayi_mesh_splice *splice)
{
    mesh_room_list lists[MESH_ROOM_LISTS];
    if (!splice->mesh) {
        return;
    }
    wayi_mesh_splice_unmark(splice);
    mesh_room_lists(splice, lists);
    for (uint32_t i = 0; i < MESH_ROOM_LISTS; i++) {
        wayi_free(&splice->mesh->allocator, lists[i].items, lists[i].room, lists[i].size);
    }
    *splice = (wayi_mesh_splice){.mesh = NULL};
}
