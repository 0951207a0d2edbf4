// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Puts parts of a mesh in the place of others. A part is made of the cells of a tile and of nothing
// else; where a corner of one part lies on the side of another's polygon, on the border between
// them, it becomes a corner of both. So what an exchange concerns are all polygons of the tiles
// exchanged and those of the tiles beside them that have a side on the common border: these are
// taken out and laid again. Twins, stops and doors are then made again round all points that were
// touched; mesh_blocks.c has the ranks in the blocks of these tiles. Nothing else is looked at.
//
// The result is the mesh that all parts would make if laid at once, but for the numbers: a polygon
// or point that goes leaves its number to the last one, a side or stop to the next that comes.
#include "core/sort.h"
#include "space/mesh_tiles.h"

#include <string.h>

enum {
    MESH_SPLICE_TOUCHED = 1, ///< a point is in the list
    MESH_SPLICE_HELD = 2     ///< it is a corner of a polygon that is to be laid
};

// Runs of sides -----------------------------------------------------------------------------------

/// The list that keeps runs of a size, and what room these have.
static uint32_t mesh_splice_class(uint32_t size, uint32_t *room)
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

static uint32_t mesh_splice_take_run(wayi_mesh_splice *splice, uint32_t size)
{
    way_mesh *mesh = splice->mesh;
    uint32_t room = 0;
    uint32_t *free = &mesh->source->free_runs[mesh_splice_class(size, &room)];
    const uint32_t first = *free;
    if (first != WAYI_MESH_NONE) {
        *free = mesh->others[first];
        return first;
    }
    mesh->side_count += room;
    for (uint32_t side = mesh->side_count - room; side < mesh->side_count; side++) {
        mesh->owners[side] = mesh->twins[side] = WAYI_MESH_NONE;
    }
    return mesh->side_count - room;
}

static void mesh_splice_give_run(wayi_mesh_splice *splice, uint32_t first, uint32_t size)
{
    way_mesh *mesh = splice->mesh;
    uint32_t room = 0;
    uint32_t *free = &mesh->source->free_runs[mesh_splice_class(size, &room)];
    mesh->others[first] = *free;
    *free = first;
}

// Points ------------------------------------------------------------------------------------------

uint32_t *wayi_mesh_splice_border(const wayi_mesh_source *source, way_point at)
{
    const uint32_t x = (uint32_t)at.x / WAY_MESH_UNIT;
    const uint32_t y = (uint32_t)at.y / WAY_MESH_UNIT;
    if (y % source->side == 0) {
        return &source->across[(size_t)(y / source->side) * (source->map->width + 1) + x];
    }
    if (x % source->side == 0) {
        return &source->down[(size_t)(x / source->side) * (source->map->height + 1) + y];
    }
    return NULL;
}

static uint32_t mesh_splice_add_point(wayi_mesh_splice *splice, way_point at)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    uint32_t *place = wayi_mesh_splice_border(source, at);
    if (place && *place != WAYI_MESH_NONE) {
        return *place;
    }
    const uint32_t point = mesh->point_count++;
    mesh->points[point] = at;
    source->heads[point] = WAYI_MESH_NONE;
    source->marks[point] = 0;
    if (place) {
        *place = point;
    }
    return point;
}

/// Notes that what is round a point changes; it has no stops until they are made again.
static void mesh_splice_touch(wayi_mesh_splice *splice, uint32_t point)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    if (source->marks[point] & MESH_SPLICE_TOUCHED) {
        return;
    }
    source->marks[point] |= MESH_SPLICE_TOUCHED;
    splice->touched[splice->touched_count++] = point;
    for (uint32_t side = source->heads[point]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        const uint32_t stop = mesh->stops[side];
        if (mesh->stop_list[stop].side != WAYI_MESH_NONE) {
            mesh->stop_list[stop] =
                (wayi_mesh_stop){.side = WAYI_MESH_NONE, .bends = source->free_stop};
            source->free_stop = stop;
            source->free_stops++;
        }
        mesh->stops[side] = WAYI_MESH_NONE;
    }
}

// What is laid ------------------------------------------------------------------------------------

/// The tile beyond a side that lies on the border of its own; NONE if it does not, or is the last.
static uint32_t mesh_splice_beyond(const wayi_mesh_source *source, uint32_t tile, way_point from,
                                   way_point to)
{
    const int64_t step = (int64_t)source->side * WAY_MESH_UNIT;
    const uint32_t column = tile % source->columns;
    const uint32_t row = tile / source->columns;
    if (from.x == to.x && from.x == column * step) {
        return column > 0 ? tile - 1 : WAYI_MESH_NONE;
    }
    if (from.x == to.x && from.x == (column + 1) * step) {
        return column + 1 < source->columns ? tile + 1 : WAYI_MESH_NONE;
    }
    if (from.y == to.y && from.y == row * step) {
        return row > 0 ? tile - source->columns : WAYI_MESH_NONE;
    }
    if (from.y == to.y && from.y == (row + 1) * step) {
        return row + 1 < source->rows ? tile + source->columns : WAYI_MESH_NONE;
    }
    return WAYI_MESH_NONE;
}

/// Whether a polygon has a side on the border of a tile that is exchanged.
static bool mesh_splice_is_concerned(const wayi_mesh_source *source, uint32_t tile, uint32_t local)
{
    const way_mesh *part = source->tiles[tile].part;
    for (uint32_t side = wayi_mesh_first(part, local); side < wayi_mesh_end(part, local); side++) {
        const uint32_t beyond = mesh_splice_beyond(source, tile, wayi_mesh_at(part, side),
                                                   wayi_mesh_at(part, wayi_mesh_next(part, side)));
        if (beyond != WAYI_MESH_NONE && source->tiles[beyond].fresh) {
            return true;
        }
    }
    return false;
}

/// A polygon beside the tiles exchanged: its corners are among those that it has now.
static void mesh_splice_add_beside(wayi_mesh_splice *splice, uint32_t tile, uint32_t local)
{
    const way_mesh *mesh = splice->mesh;
    const wayi_mesh_tile *at = &mesh->source->tiles[tile];
    const uint32_t polygon = at->polygons[local];
    uint32_t laid = wayi_mesh_first(mesh, polygon);
    splice->items[splice->item_count++] = (wayi_mesh_item){tile, local, splice->own_count};
    splice->removed[splice->removed_count++] = polygon;
    for (uint32_t side = wayi_mesh_first(at->part, local); side < wayi_mesh_end(at->part, local);
         side++) {
        while (!wayi_mesh_same(wayi_mesh_at(mesh, laid), wayi_mesh_at(at->part, side))) {
            laid++;
        }
        splice->own[splice->own_count++] = mesh->corners[laid];
    }
}

/// Lists what goes of a tile, and what of it is laid again.
static void mesh_splice_list(wayi_mesh_splice *splice, uint32_t tile)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    const wayi_mesh_tile *at = &source->tiles[tile];
    for (uint32_t i = 0; at->part && i < at->part->polygon_count; i++) {
        if (at->fresh) {
            splice->removed[splice->removed_count++] = at->polygons[i];
        } else if (mesh_splice_is_concerned(source, tile, i)) {
            mesh_splice_add_beside(splice, tile, i);
        }
    }
}

/// Lists the polygons of a part that comes, and gives its points numbers.
static void mesh_splice_add_part(wayi_mesh_splice *splice, uint32_t tile)
{
    const way_mesh *part = wayi_mesh_splice_source(splice)->tiles[tile].part;
    for (uint32_t i = 0; part && i < part->point_count; i++) {
        splice->numbers[i] = mesh_splice_add_point(splice, part->points[i]);
    }
    for (uint32_t i = 0; part && i < part->polygon_count; i++) {
        splice->items[splice->item_count++] = (wayi_mesh_item){tile, i, splice->own_count};
        for (uint32_t side = wayi_mesh_first(part, i); side < wayi_mesh_end(part, i); side++) {
            splice->own[splice->own_count++] = splice->numbers[part->corners[side]];
        }
    }
}

// Taking out and laying ---------------------------------------------------------------------------

static void mesh_splice_remove(wayi_mesh_splice *splice, uint32_t polygon)
{
    way_mesh *mesh = splice->mesh;
    const wayi_mesh_polygon at = mesh->polygons[polygon];
    for (uint32_t side = at.first; side < at.first + at.size; side++) {
        uint32_t *link = &mesh->source->heads[mesh->corners[side]];
        while (*link != side) {
            link = &mesh->others[*link];
        }
        *link = mesh->others[side];
        if (mesh->twins[side] != WAYI_MESH_NONE) {
            mesh->twins[mesh->twins[side]] = WAYI_MESH_NONE;
        }
        mesh->twins[side] = mesh->owners[side] = WAYI_MESH_NONE;
    }
    mesh_splice_give_run(splice, at.first, at.size);
    mesh->source->corners -= at.size;
}

/// Points that no polygon has any more, or will have.
static void mesh_splice_find_dead(wayi_mesh_splice *splice)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    for (uint32_t i = 0; i < splice->own_count; i++) {
        source->marks[splice->own[i]] |= MESH_SPLICE_HELD;
    }
    for (uint32_t i = 0; i < splice->touched_count; i++) {
        const uint32_t point = splice->touched[i];
        if (source->heads[point] == WAYI_MESH_NONE && !(source->marks[point] & MESH_SPLICE_HELD)) {
            uint32_t *place = wayi_mesh_splice_border(source, splice->mesh->points[point]);
            splice->dead[splice->dead_count++] = point;
            if (place) {
                *place = WAYI_MESH_NONE;
            }
        }
    }
}

/// Goes along a side of an item: counts its start and the points that lie on it, and writes them to
/// `corners` [opt].
static uint32_t mesh_splice_go_along(const wayi_mesh_splice *splice, uint32_t from, uint32_t to,
                                     uint32_t *corners)
{
    const way_mesh *mesh = splice->mesh;
    const way_point a = mesh->points[from];
    const way_point b = mesh->points[to];
    const int32_t step = (int32_t)mesh->source->side * WAY_MESH_UNIT;
    const bool border = (a.x == b.x && a.x % step == 0) || (a.y == b.y && a.y % step == 0);
    const int32_t x = ((b.x > a.x) - (b.x < a.x)) * WAY_MESH_UNIT;
    const int32_t y = ((b.y > a.y) - (b.y < a.y)) * WAY_MESH_UNIT;
    uint32_t count = 0;
    if (corners) {
        corners[count] = from;
    }
    count++;
    way_point at = {a.x + x, a.y + y};
    for (; border && !wayi_mesh_same(at, b); at.x += x, at.y += y) {
        const uint32_t *point = wayi_mesh_splice_border(mesh->source, at);
        if (*point == WAYI_MESH_NONE) {
            continue;
        }
        if (corners) {
            corners[count] = *point;
        }
        count++;
    }
    return count;
}

static void mesh_splice_lay(wayi_mesh_splice *splice, const wayi_mesh_item *item, uint32_t polygon)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    const uint32_t count = wayi_mesh_size(source->tiles[item->tile].part, item->local);
    const uint32_t *own = splice->own + item->own;
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        size += mesh_splice_go_along(splice, own[i], own[i + 1 < count ? i + 1 : 0], NULL);
    }
    const uint32_t first = mesh_splice_take_run(splice, size);
    source->corners += size;
    mesh->polygons[polygon] = (wayi_mesh_polygon){
        .first = first, .size = size, .rank = wayi_mesh_splice_base(source, item->tile)};
    source->homes[polygon] = (wayi_mesh_home){item->tile, item->local, source->round};
    source->tiles[item->tile].polygons[item->local] = polygon;
    for (uint32_t i = 0, at = first; i < count; i++) {
        at += mesh_splice_go_along(splice, own[i], own[i + 1 < count ? i + 1 : 0],
                                   mesh->corners + at);
    }
    for (uint32_t side = first; side < first + size; side++) {
        const uint32_t point = mesh->corners[side];
        mesh_splice_touch(splice, point);
        mesh->owners[side] = polygon;
        mesh->twins[side] = mesh->stops[side] = WAYI_MESH_NONE;
        mesh->others[side] = source->heads[point];
        source->heads[point] = side;
    }
}

/// Lays all items; polygons that went leave their numbers.
static void mesh_splice_lay_all(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    for (uint32_t i = 0; i < splice->item_count; i++) {
        const bool reused = splice->removed_count > 0;
        const uint32_t polygon =
            reused ? (uint32_t)splice->removed[--splice->removed_count] : mesh->polygon_count++;
        mesh_splice_lay(splice, &splice->items[i], polygon);
    }
}

/// Joins the sides from a point to their twins.
static void mesh_splice_join(way_mesh *mesh, uint32_t point)
{
    const uint32_t *heads = mesh->source->heads;
    for (uint32_t side = heads[point]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        uint32_t twin = mesh->twins[side] == WAYI_MESH_NONE
                            ? heads[mesh->corners[wayi_mesh_next(mesh, side)]]
                            : WAYI_MESH_NONE;
        while (twin != WAYI_MESH_NONE && mesh->corners[wayi_mesh_next(mesh, twin)] != point) {
            twin = mesh->others[twin];
        }
        if (twin != WAYI_MESH_NONE) {
            mesh->twins[side] = twin;
            mesh->twins[twin] = side;
        }
    }
}

static void mesh_splice_make_stops(wayi_mesh_splice *splice, uint32_t point)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    for (uint32_t side = source->heads[point]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        if (mesh->stops[side] != WAYI_MESH_NONE) {
            continue;
        }
        uint32_t stop = source->free_stop;
        if (stop == WAYI_MESH_NONE) {
            stop = mesh->stop_count++;
        } else {
            source->free_stop = mesh->stop_list[stop].bends;
            source->free_stops--;
        }
        wayi_mesh_make_stop(mesh, side, stop);
    }
}

// Doors -------------------------------------------------------------------------------------------

/// Has something done for every polygon at a point that was touched.
static void mesh_splice_each(const wayi_mesh_splice *splice,
                             void (*call)(way_mesh *mesh, uint32_t polygon))
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    source->round++;
    for (uint32_t i = 0; i < splice->touched_count; i++) {
        uint32_t side = source->heads[splice->touched[i]];
        for (; side != WAYI_MESH_NONE; side = mesh->others[side]) {
            wayi_mesh_home *home = &source->homes[mesh->owners[side]];
            if (home->round != source->round) {
                home->round = source->round;
                call(mesh, mesh->owners[side]);
            }
        }
    }
}

// Numbers without gaps ----------------------------------------------------------------------------

static void mesh_splice_move_polygon(way_mesh *mesh, uint32_t from, uint32_t to)
{
    wayi_mesh_source *source = mesh->source;
    const wayi_mesh_polygon at = mesh->polygons[from];
    const wayi_mesh_home home = source->homes[from];
    mesh->polygons[to] = at;
    source->homes[to] = home;
    source->tiles[home.tile].polygons[home.local] = to;
    for (uint32_t side = at.first; side < at.first + at.size; side++) {
        mesh->owners[side] = to;
    }
    for (uint32_t door = at.first; door < at.first + at.doors; door++) {
        mesh->doors[mesh->doors[door].twin].beyond = to;
    }
}

static void mesh_splice_move_point(way_mesh *mesh, uint32_t from, uint32_t to)
{
    wayi_mesh_source *source = mesh->source;
    uint32_t *place = wayi_mesh_splice_border(source, mesh->points[from]);
    mesh->points[to] = mesh->points[from];
    source->marks[to] = source->marks[from];
    source->heads[to] = source->heads[from];
    for (uint32_t side = source->heads[to]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        mesh->corners[side] = to;
    }
    if (place) {
        *place = to;
    }
}

/// What went leaves gaps in the numbers, which the last ones fill.
static void mesh_splice_close_gaps(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    wayi_sort64(splice->removed, splice->removed_count);
    wayi_sort64(splice->dead, splice->dead_count);
    while (splice->removed_count) {
        const uint32_t gap = (uint32_t)splice->removed[--splice->removed_count];
        if (gap != --mesh->polygon_count) {
            mesh_splice_move_polygon(mesh, mesh->polygon_count, gap);
        }
    }
    while (splice->dead_count) {
        const uint32_t gap = (uint32_t)splice->dead[--splice->dead_count];
        if (gap != --mesh->point_count) {
            mesh_splice_move_point(mesh, mesh->point_count, gap);
        }
    }
}

// All of it ---------------------------------------------------------------------------------------

static void mesh_splice_exchange(wayi_mesh_splice *splice)
{
    for (uint32_t i = 0; i < splice->count; i++) {
        wayi_mesh_tile *tile = &wayi_mesh_splice_source(splice)->tiles[splice->list[i].tile];
        way_mesh *part = tile->part;
        uint32_t *names = tile->polygons;
        tile->part = splice->list[i].part;
        tile->polygons = splice->list[i].names;
        splice->list[i].part = part;
        splice->list[i].names = names;
    }
}

void wayi_mesh_splice_commit(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    splice->item_count = splice->own_count = splice->touched_count = 0;
    wayi_mesh_splice_mark(splice);
    for (uint32_t i = 0; i < splice->count + splice->beside_count; i++) {
        mesh_splice_list(splice, wayi_mesh_splice_tile(splice, i));
    }
    for (uint32_t i = 0; i < splice->removed_count; i++) {
        const uint32_t polygon = (uint32_t)splice->removed[i];
        for (uint32_t side = wayi_mesh_first(mesh, polygon); side < wayi_mesh_end(mesh, polygon);
             side++) {
            mesh_splice_touch(splice, mesh->corners[side]);
        }
    }
    for (uint32_t i = 0; i < splice->removed_count; i++) {
        mesh_splice_remove(splice, (uint32_t)splice->removed[i]);
    }
    mesh_splice_exchange(splice);
    for (uint32_t i = 0; i < splice->count; i++) {
        mesh_splice_add_part(splice, splice->list[i].tile);
    }
    mesh_splice_find_dead(splice);
    mesh_splice_lay_all(splice);
    for (uint32_t i = 0; i < splice->touched_count; i++) {
        mesh_splice_join(mesh, splice->touched[i]);
    }
    for (uint32_t i = 0; i < splice->touched_count; i++) {
        mesh->source->marks[splice->touched[i]] = 0;
        mesh_splice_make_stops(splice, splice->touched[i]);
    }
    mesh_splice_each(splice, wayi_mesh_number_doors);
    mesh_splice_each(splice, wayi_mesh_list_doors);
    for (uint32_t i = 0; i < splice->item_count; i++) {
        const wayi_mesh_item *item = &splice->items[i];
        wayi_mesh_open_doors(mesh, mesh->source->tiles[item->tile].polygons[item->local]);
    }
    wayi_mesh_splice_unmark(splice);
    mesh_splice_close_gaps(splice);
    mesh->revision++;
}
