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
// All that is laid here lies in sides that are not in use and has numbers behind the last, so
// nobody sees it until mesh_switch.c puts it in force: this can be left off and taken up again at
// any polygon or point. What only exchanges look at changes at once: sides by point, points on
// borders, marks.
//
// The result is the mesh that all parts would make if laid at once, but for the numbers.
#include "mesh/mesh_tiles.h"

enum {
    MESH_SPLICE_TOUCHED = 1, ///< a point is in the list
    MESH_SPLICE_HELD = 2     ///< it is a corner of a polygon that is to be laid
};

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

/// Adds to a list that has room, or else makes it; false without memory.
static bool mesh_splice_patch(wayi_mesh_splice *splice, wayi_mesh_patch **list, uint32_t *count,
                              uint32_t *room, wayi_mesh_patch patch)
{
    splice->fits = splice->fits && WAYI_GROW(&splice->mesh->allocator, *list, *room, *count + 1);
    if (splice->fits) {
        (*list)[(*count)++] = patch;
    }
    return splice->fits;
}

/// Whether a side is one of those that are laid.
static bool mesh_splice_is_new(const wayi_mesh_splice *splice, uint32_t side)
{
    return splice->mesh->owners[side] >= splice->polygon_base;
}

/// Notes that what is round a point changes, and the stops that go with it: all its sides are
/// there.
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
        if (mesh->stop_list[mesh->stops[side]].side == side) {
            splice->gone[splice->gone_count++] = mesh->stops[side];
        }
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
    splice->items[splice->item_count++] = (wayi_mesh_item){tile, local, splice->own_count, polygon};
    splice->runs[splice->run_count++] = mesh->polygons[polygon];
    for (uint32_t side = wayi_mesh_first(at->part, local); side < wayi_mesh_end(at->part, local);
         side++) {
        while (!wayi_mesh_same(wayi_mesh_at(mesh, laid), wayi_mesh_at(at->part, side))) {
            laid++;
        }
        mesh->source->marks[mesh->corners[laid]] |= MESH_SPLICE_HELD;
        splice->own[splice->own_count++] = mesh->corners[laid];
    }
}

/// Lists what goes, and what is laid again beside it.
static bool mesh_splice_list(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = splice->mesh;
    for (; splice->at < splice->count + splice->beside_count; splice->at++, splice->local = 0) {
        const uint32_t tile = wayi_mesh_splice_tile(splice, splice->at);
        const wayi_mesh_tile *at = &mesh->source->tiles[tile];
        for (; at->part && splice->local < at->part->polygon_count; splice->local++) {
            if (!wayi_mesh_spend(meter, at->fresh ? 1 : wayi_mesh_size(at->part, splice->local))) {
                return false;
            }
            if (at->fresh) {
                const uint32_t polygon = at->polygons[splice->local];
                splice->removed[splice->removed_count++] = polygon;
                splice->runs[splice->run_count++] = mesh->polygons[polygon];
            } else if (mesh_splice_is_concerned(mesh->source, tile, splice->local)) {
                mesh_splice_add_beside(splice, tile, splice->local);
            }
        }
    }
    return true;
}

// Taking out --------------------------------------------------------------------------------------

/// Makes room for the stops of points that are about to be touched; false without memory.
static bool mesh_splice_hold_stops(wayi_mesh_splice *splice, uint32_t count)
{
    splice->fits = splice->fits && WAYI_GROW(&splice->mesh->allocator, splice->gone,
                                             splice->gone_room, splice->gone_count + count);
    return splice->fits;
}

static bool mesh_splice_take_out(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    way_mesh *mesh = splice->mesh;
    for (; splice->at < splice->run_count; splice->at++) {
        const wayi_mesh_polygon run = splice->runs[splice->at];
        // A point is two stops at most.
        if (!mesh_splice_hold_stops(splice, 2 * run.size) || !wayi_mesh_spend(meter, run.size)) {
            return false;
        }
        for (uint32_t side = run.first; side < run.first + run.size; side++) {
            mesh_splice_touch(splice, mesh->corners[side]);
            uint32_t *link = &mesh->source->heads[mesh->corners[side]];
            while (*link != side) {
                link = &mesh->others[*link];
            }
            *link = mesh->others[side];
        }
        splice->out_corners += run.size;
    }
    return true;
}

// Points ------------------------------------------------------------------------------------------

/// Has something done for every point of the parts that come, in order.
static bool mesh_splice_each_point(wayi_mesh_splice *splice, wayi_mesh_meter *meter,
                                   void (*call)(wayi_mesh_splice *splice, way_point at))
{
    for (; splice->at < splice->count; splice->at++, splice->local = 0) {
        const way_mesh *part = splice->list[splice->at].part;
        for (; part && splice->local < part->point_count; splice->local++) {
            if (!wayi_mesh_spend(meter, 1)) {
                return false;
            }
            call(splice, part->points[splice->local]);
        }
    }
    return true;
}

static void mesh_splice_hold_point(wayi_mesh_splice *splice, way_point at)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    const uint32_t *place = wayi_mesh_splice_border(source, at);
    if (place && *place != WAYI_MESH_NONE) {
        source->marks[*place] |= MESH_SPLICE_HELD;
    }
}

static bool mesh_splice_hold(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    return mesh_splice_each_point(splice, meter, mesh_splice_hold_point);
}

/// Points that no polygon has any more, or will have.
static bool mesh_splice_find_dead(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    for (; splice->at < splice->touched_count && wayi_mesh_spend(meter, 1); splice->at++) {
        const uint32_t point = splice->touched[splice->at];
        if (source->heads[point] == WAYI_MESH_NONE && !(source->marks[point] & MESH_SPLICE_HELD)) {
            uint32_t *place = wayi_mesh_splice_border(source, splice->mesh->points[point]);
            splice->dead[splice->dead_count++] = point;
            if (place) {
                *place = WAYI_MESH_NONE;
            }
        }
    }
    return splice->at == splice->touched_count;
}

/// The number of a point of a part that comes: it is there, or new.
static uint32_t mesh_splice_add_point(wayi_mesh_splice *splice, way_point at)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    uint32_t *place = wayi_mesh_splice_border(source, at);
    if (place && *place != WAYI_MESH_NONE) {
        return *place;
    }
    const uint32_t point = splice->point_base + splice->point_count++;
    mesh->points[point] = at;
    source->heads[point] = WAYI_MESH_NONE;
    source->marks[point] = 0;
    if (place) {
        *place = point;
    }
    return point;
}

/// Lists the polygons of the parts that come, after their points.
static bool mesh_splice_add_parts(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->count; splice->at++, splice->local = 0) {
        const way_mesh *part = splice->list[splice->at].part;
        const uint32_t points = part ? part->point_count : 0;
        for (; part && splice->local < points + part->polygon_count; splice->local++) {
            if (!wayi_mesh_spend(meter, 1)) {
                return false;
            }
            if (splice->local < points) {
                splice->numbers[splice->local] =
                    mesh_splice_add_point(splice, part->points[splice->local]);
                continue;
            }
            const uint32_t local = splice->local - points;
            splice->items[splice->item_count++] = (wayi_mesh_item){
                splice->list[splice->at].tile, local, splice->own_count, WAYI_MESH_NONE};
            for (uint32_t side = wayi_mesh_first(part, local); side < wayi_mesh_end(part, local);
                 side++) {
                splice->own[splice->own_count++] = splice->numbers[part->corners[side]];
            }
        }
    }
    return true;
}

// Laying ------------------------------------------------------------------------------------------

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

/// Corners that an item has of itself.
static uint32_t mesh_splice_own(const wayi_mesh_splice *splice, uint32_t item)
{
    return (item + 1 < splice->item_count ? splice->items[item + 1].own : splice->own_count) -
           splice->items[item].own;
}

static uint32_t mesh_splice_lay_item(wayi_mesh_splice *splice, uint32_t item)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    const uint32_t count = mesh_splice_own(splice, item);
    const uint32_t *own = splice->own + splice->items[item].own;
    const uint32_t polygon = splice->polygon_base + item;
    uint32_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        size += mesh_splice_go_along(splice, own[i], own[i + 1 < count ? i + 1 : 0], NULL);
    }
    if (!mesh_splice_hold_stops(splice, 2 * size)) {
        return 0;
    }
    const uint32_t first = wayi_mesh_splice_take_run(splice->mesh, size);
    mesh->polygons[polygon] =
        (wayi_mesh_polygon){.first = first,
                            .size = size,
                            .rank = wayi_mesh_splice_base(source, splice->items[item].tile)};
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
    splice->laid_corners += size;
    return size;
}

static bool mesh_splice_lay_items(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->item_count; splice->at++) {
        if (!wayi_mesh_spend(meter, 1)) {
            return false;
        }
        meter->spent += mesh_splice_lay_item(splice, splice->at);
        if (!splice->fits) {
            return false;
        }
    }
    return true;
}

/// Joins the new sides from a point to their twins; how many there are.
static uint32_t mesh_splice_join_at(wayi_mesh_splice *splice, uint32_t point)
{
    way_mesh *mesh = splice->mesh;
    const uint32_t *heads = mesh->source->heads;
    uint32_t count = 0;
    for (uint32_t side = heads[point]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        if (!mesh_splice_is_new(splice, side) || mesh->twins[side] != WAYI_MESH_NONE) {
            continue;
        }
        uint32_t twin = heads[mesh->corners[wayi_mesh_next(mesh, side)]];
        while (twin != WAYI_MESH_NONE && mesh->corners[wayi_mesh_next(mesh, twin)] != point) {
            twin = mesh->others[twin];
        }
        count++;
        mesh->twins[side] = twin;
        if (twin != WAYI_MESH_NONE && mesh_splice_is_new(splice, twin)) {
            mesh->twins[twin] = side;
        } else if (twin != WAYI_MESH_NONE) {
            (void)mesh_splice_patch(splice, &splice->twins, &splice->twin_count, &splice->twin_room,
                                    (wayi_mesh_patch){twin, side});
        }
    }
    return count;
}

static bool mesh_splice_join(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->touched_count; splice->at++) {
        if (!wayi_mesh_spend(meter, 1)) {
            return false;
        }
        meter->spent += mesh_splice_join_at(splice, splice->touched[splice->at]);
        if (!splice->fits) {
            return false;
        }
    }
    splice->fits = WAYI_GROW_LITTLE(&splice->mesh->allocator, splice->stops, splice->stop_room,
                                    2 * splice->touched_count) &&
                   WAYI_GROW_LITTLE(&splice->mesh->allocator, splice->stop_numbers,
                                    splice->stop_number_room, 2 * splice->touched_count);
    return splice->fits;
}

// Stops -------------------------------------------------------------------------------------------

/// Has the sides beside what is laid lead to it, or back to where they lead for all others.
static void mesh_splice_turn(wayi_mesh_splice *splice)
{
    for (uint32_t i = 0; i < splice->twin_count; i++) {
        wayi_mesh_patch *patch = &splice->twins[i];
        const uint32_t twin = splice->mesh->twins[patch->side];
        splice->mesh->twins[patch->side] = patch->value;
        patch->value = twin;
    }
}

/// Makes the stops of a point, and notes those of sides that are there already; how many sides
/// these are. The others have theirs.
static uint32_t mesh_splice_stop_at(wayi_mesh_splice *splice, uint32_t point)
{
    way_mesh *mesh = splice->mesh;
    const uint32_t head = mesh->source->heads[point];
    const uint32_t before = splice->place_count;
    for (uint32_t side = head; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        if (!mesh_splice_is_new(splice, side) &&
            mesh_splice_patch(splice, &splice->places, &splice->place_count, &splice->place_room,
                              (wayi_mesh_patch){side, mesh->stops[side]})) {
            mesh->stops[side] = WAYI_MESH_NONE;
        }
    }
    for (uint32_t side = head; splice->fits && side != WAYI_MESH_NONE; side = mesh->others[side]) {
        if (mesh->stops[side] == WAYI_MESH_NONE) {
            splice->stops[splice->stop_made] = wayi_mesh_make_stop(mesh, side, splice->stop_made);
            splice->stop_made++;
        }
    }
    for (uint32_t i = before; i < splice->place_count; i++) {
        wayi_mesh_patch *patch = &splice->places[i];
        const uint32_t stop = mesh->stops[patch->side];
        mesh->stops[patch->side] = patch->value;
        patch->value = stop;
    }
    return splice->place_count - before;
}

static bool mesh_splice_make_stops(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    mesh_splice_turn(splice);
    while (splice->fits && splice->at < splice->touched_count && wayi_mesh_spend(meter, 2)) {
        const uint32_t point = splice->touched[splice->at++];
        meter->spent += mesh_splice_stop_at(splice, point);
    }
    mesh_splice_turn(splice);
    return splice->fits && splice->at == splice->touched_count;
}

uint64_t wayi_mesh_splice_stops(const wayi_mesh_splice *splice)
{
    return (uint64_t)splice->mesh->stop_count - wayi_mesh_splice_source(splice)->free_stops -
           splice->gone_count + splice->stop_made;
}

// All of it ---------------------------------------------------------------------------------------

bool wayi_mesh_splice_step(wayi_mesh_splice *splice, wayi_mesh_meter *meter,
                           const wayi_mesh_splice_stage *stages, uint32_t end)
{
    while (splice->stage < end) {
        if (!stages[splice->stage](splice, meter)) {
            return false;
        }
        splice->stage++;
        splice->at = splice->local = 0;
    }
    return true;
}

enum { MESH_SPLICE_OUT = 1, MESH_SPLICE_LAY = 5 }; // stages that are to be taken back

bool wayi_mesh_splice_lay(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    static const wayi_mesh_splice_stage stages[WAYI_MESH_SPLICE_LAID] = {
        mesh_splice_list,      [MESH_SPLICE_OUT] = mesh_splice_take_out,
        mesh_splice_hold,      mesh_splice_find_dead,
        mesh_splice_add_parts, [MESH_SPLICE_LAY] = mesh_splice_lay_items,
        mesh_splice_join,      mesh_splice_make_stops,
    };
    return wayi_mesh_splice_step(splice, meter, stages, WAYI_MESH_SPLICE_LAID);
}

/// Takes the new sides out of the list of a point.
static void mesh_splice_unlink(const wayi_mesh_splice *splice, uint32_t point)
{
    const way_mesh *mesh = splice->mesh;
    uint32_t *link = &mesh->source->heads[point];
    while (*link != WAYI_MESH_NONE) {
        if (mesh_splice_is_new(splice, *link)) {
            *link = mesh->others[*link];
        } else {
            link = &mesh->others[*link];
        }
    }
}

/// What a stage has done, of all that it has to.
static uint32_t mesh_splice_done(const wayi_mesh_splice *splice, uint32_t stage, uint32_t all)
{
    const uint32_t begun = splice->stage == stage ? splice->at : 0;
    return splice->stage > stage ? all : begun;
}

void wayi_mesh_splice_take_back(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    const uint32_t out = mesh_splice_done(splice, MESH_SPLICE_OUT, splice->run_count);
    const uint32_t laid = mesh_splice_done(splice, MESH_SPLICE_LAY, splice->item_count);
    for (uint32_t i = 0; i < splice->touched_count; i++) {
        mesh_splice_unlink(splice, splice->touched[i]);
        source->marks[splice->touched[i]] = 0;
    }
    for (uint32_t i = 0; i < splice->own_count; i++) {
        source->marks[splice->own[i]] = 0;
    }
    for (uint32_t i = 0; i < splice->count; i++) {
        const way_mesh *part = splice->list[i].part;
        for (uint32_t k = 0; part && k < part->point_count; k++) {
            const uint32_t *place = wayi_mesh_splice_border(source, part->points[k]);
            if (place && *place != WAYI_MESH_NONE) {
                source->marks[*place] = 0;
            }
        }
    }
    for (uint32_t i = 0; i < splice->point_count; i++) {
        uint32_t *place = wayi_mesh_splice_border(source, mesh->points[splice->point_base + i]);
        if (place) {
            *place = WAYI_MESH_NONE;
        }
    }
    for (uint32_t i = 0; i < splice->dead_count; i++) {
        uint32_t *place = wayi_mesh_splice_border(source, mesh->points[splice->dead[i]]);
        if (place) {
            *place = splice->dead[i];
        }
    }
    for (uint32_t i = 0; i < out; i++) {
        const wayi_mesh_polygon run = splice->runs[i];
        for (uint32_t side = run.first; side < run.first + run.size; side++) {
            mesh->others[side] = source->heads[mesh->corners[side]];
            source->heads[mesh->corners[side]] = side;
        }
    }
    for (uint32_t i = 0; i < laid; i++) {
        wayi_mesh_splice_give_run(mesh, mesh->polygons[splice->polygon_base + i]);
    }
}
