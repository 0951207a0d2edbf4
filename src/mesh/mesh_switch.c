// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Puts in force what mesh_splice.c has laid: its doors are listed, all of it is given the numbers
// of what goes, and then one call copies what it is made of to these numbers. A polygon or point
// that goes and leaves a gap gives its number to the last one.
#include "mesh/mesh_tiles.h"

/// Polygons, points, stops and sides that are copied for one unit of work.
#define MESH_SWITCH_COPIED 4u

// Numbers -----------------------------------------------------------------------------------------

static bool mesh_switch_number_doors(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->item_count; splice->at++) {
        const uint32_t polygon = splice->polygon_base + splice->at;
        if (!wayi_mesh_spend(meter, wayi_mesh_size(splice->mesh, polygon) / 2)) {
            return false;
        }
        wayi_mesh_number_doors(splice->mesh, polygon);
    }
    return true;
}

static bool mesh_switch_list_doors(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->item_count; splice->at++) {
        const uint32_t polygon = splice->polygon_base + splice->at;
        if (!wayi_mesh_spend(meter, wayi_mesh_size(splice->mesh, polygon))) {
            return false;
        }
        wayi_mesh_list_doors(splice->mesh, polygon, splice->stops);
        wayi_mesh_open_doors(splice->mesh, polygon);
    }
    return true;
}

/// What comes takes the numbers of polygons that go, then further ones.
static bool mesh_switch_name_items(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->item_count && wayi_mesh_spend(meter, 1); splice->at++) {
        wayi_mesh_item *item = &splice->items[splice->at];
        if (item->number == WAYI_MESH_NONE) {
            // `local` counts those that came.
            item->number = splice->local < splice->removed_count
                               ? splice->removed[splice->local]
                               : splice->polygon_base + splice->local - splice->removed_count;
            splice->local++;
            const uint32_t change = wayi_mesh_splice_source(splice)->tiles[item->tile].change - 1;
            splice->list[change].names[item->local] = item->number;
        }
    }
    return splice->at == splice->item_count;
}

/// Stops that come take the numbers of those that go, then free ones.
static bool mesh_switch_name_stops(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = splice->mesh;
    for (; splice->at < splice->stop_made && wayi_mesh_spend(meter, 1); splice->at++) {
        uint32_t number = 0;
        if (splice->at < splice->gone_count) {
            number = splice->gone[splice->at];
        } else if (splice->free_stop != WAYI_MESH_NONE) {
            number = splice->free_stop;
            splice->free_stop = mesh->stop_list[number].bends;
            splice->free_taken++;
        } else {
            number = mesh->stop_count + splice->at - splice->gone_count - splice->free_taken;
        }
        splice->stop_numbers[splice->at] = number;
    }
    return splice->at == splice->stop_made;
}

/// The number that a new point will have: the last ones take those of points that go.
static uint32_t mesh_switch_point(const wayi_mesh_splice *splice, uint32_t point)
{
    const uint32_t rest = splice->point_base + splice->point_count - point; // from 1
    return point < splice->point_base || rest > splice->dead_count ? point : splice->dead[rest - 1];
}

static bool mesh_switch_name_points(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    const way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    for (; splice->at < splice->point_count && wayi_mesh_spend(meter, 1); splice->at++) {
        const uint32_t point = splice->point_base + splice->at;
        const uint32_t number = mesh_switch_point(splice, point);
        uint32_t *place = wayi_mesh_splice_border(source, mesh->points[point]);
        source->heads[number] = source->heads[point];
        if (place) {
            *place = number;
        }
    }
    return splice->at == splice->point_count;
}

/// Gives a polygon that is laid and all that belongs to it their numbers.
static void mesh_switch_name_sides(const wayi_mesh_splice *splice, uint32_t item)
{
    const way_mesh *mesh = splice->mesh;
    const wayi_mesh_polygon at = mesh->polygons[splice->polygon_base + item];
    for (uint32_t side = at.first; side < at.first + at.size; side++) {
        mesh->owners[side] = splice->items[item].number;
        mesh->corners[side] = mesh_switch_point(splice, mesh->corners[side]);
        mesh->stops[side] = splice->stop_numbers[mesh->stops[side]];
    }
    for (uint32_t i = at.first; i < at.first + at.doors; i++) {
        wayi_mesh_door *door = &mesh->doors[i];
        door->from_stop = splice->stop_numbers[door->from_stop];
        door->to_stop = splice->stop_numbers[door->to_stop];
        if (door->beyond >= splice->polygon_base) {
            door->beyond = splice->items[door->beyond - splice->polygon_base].number;
        }
    }
}

static bool mesh_switch_name_all(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    for (; splice->at < splice->item_count; splice->at++) {
        if (!wayi_mesh_spend(meter,
                             wayi_mesh_size(splice->mesh, splice->polygon_base + splice->at))) {
            return false;
        }
        mesh_switch_name_sides(splice, splice->at);
    }
    return true;
}

/// What lies beside it keeps its numbers; marks are taken.
static bool mesh_switch_name_places(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    wayi_mesh_source *source = wayi_mesh_splice_source(splice);
    const uint32_t count =
        splice->touched_count > splice->place_count ? splice->touched_count : splice->place_count;
    for (; splice->at < count && wayi_mesh_spend(meter, 1); splice->at++) {
        if (splice->at < splice->touched_count) {
            source->marks[mesh_switch_point(splice, splice->touched[splice->at])] = 0;
        }
        if (splice->at < splice->place_count) {
            wayi_mesh_patch *place = &splice->places[splice->at];
            place->value = splice->stop_numbers[place->value];
        }
    }
    return splice->at == count;
}

bool wayi_mesh_splice_number(wayi_mesh_splice *splice, wayi_mesh_meter *meter)
{
    static const wayi_mesh_splice_stage stages[WAYI_MESH_SPLICE_NUMBERED] = {
        [WAYI_MESH_SPLICE_LAID] = mesh_switch_number_doors,
        mesh_switch_list_doors,
        mesh_switch_name_items,
        mesh_switch_name_stops,
        mesh_switch_name_points,
        mesh_switch_name_all,
        mesh_switch_name_places,
    };
    if (splice->stage == WAYI_MESH_SPLICE_LAID && splice->at == 0) {
        splice->free_stop = wayi_mesh_splice_source(splice)->free_stop;
    }
    return wayi_mesh_splice_step(splice, meter, stages, WAYI_MESH_SPLICE_NUMBERED);
}

// Switching ---------------------------------------------------------------------------------------

uint64_t wayi_mesh_splice_work(const wayi_mesh_splice *splice)
{
    const uint64_t copied = (uint64_t)splice->item_count + splice->run_count + splice->gone_count +
                            splice->stop_made + splice->point_count + splice->dead_count +
                            splice->twin_count + splice->place_count;
    return copied / MESH_SWITCH_COPIED + 1;
}

static void mesh_switch_parts(const wayi_mesh_splice *splice)
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

/// Polygons and points go to their numbers: from the first on, so that none is lost.
static void mesh_switch_copy(const wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    for (uint32_t i = 0; i < splice->run_count; i++) {
        wayi_mesh_splice_give_run(mesh, splice->runs[i]);
    }
    for (uint32_t i = 0; i < splice->item_count; i++) {
        const wayi_mesh_item *item = &splice->items[i];
        mesh->polygons[item->number] = mesh->polygons[splice->polygon_base + i];
        mesh->source->homes[item->number] = (wayi_mesh_home){item->tile, item->local};
        mesh->polygon_count =
            item->number < mesh->polygon_count ? mesh->polygon_count : item->number + 1;
    }
    for (uint32_t i = 0; i < splice->point_count; i++) {
        const uint32_t number = mesh_switch_point(splice, splice->point_base + i);
        mesh->points[number] = mesh->points[splice->point_base + i];
        mesh->point_count = number < mesh->point_count ? mesh->point_count : number + 1;
    }
    mesh->source->corners += splice->laid_corners - splice->out_corners;
}

static void mesh_switch_stops(const wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    source->free_stop = splice->free_stop;
    source->free_stops -= splice->free_taken;
    for (uint32_t i = splice->stop_made; i < splice->gone_count; i++) {
        mesh->stop_list[splice->gone[i]] =
            (wayi_mesh_stop){.side = WAYI_MESH_NONE, .bends = source->free_stop};
        source->free_stop = splice->gone[i];
        source->free_stops++;
    }
    for (uint32_t i = 0; i < splice->stop_made; i++) {
        const uint32_t number = splice->stop_numbers[i];
        mesh->stop_list[number] = splice->stops[i];
        mesh->stop_count = number < mesh->stop_count ? mesh->stop_count : number + 1;
    }
}

/// What lies beside it: whither its doors lead, and the stops at their ends.
static void mesh_switch_beside(const wayi_mesh_splice *splice)
{
    const way_mesh *mesh = splice->mesh;
    for (uint32_t i = 0; i < splice->twin_count; i++) {
        const wayi_mesh_patch *patch = &splice->twins[i];
        wayi_mesh_door *door = &mesh->doors[mesh->door_of[patch->side]];
        mesh->twins[patch->side] = patch->value;
        door->twin = mesh->door_of[patch->value];
        door->beyond = mesh->owners[patch->value];
    }
    for (uint32_t i = 0; i < splice->place_count; i++) {
        const wayi_mesh_patch *patch = &splice->places[i];
        const uint32_t before = wayi_mesh_previous(mesh, patch->side);
        const uint8_t bends = (uint8_t)mesh->stop_list[patch->value].bends;
        mesh->stops[patch->side] = patch->value;
        if (mesh->twins[patch->side] != WAYI_MESH_NONE) {
            wayi_mesh_door *door = &mesh->doors[mesh->door_of[patch->side]];
            door->from_stop = patch->value;
            door->from_bends = bends;
        }
        if (mesh->twins[before] != WAYI_MESH_NONE) {
            wayi_mesh_door *door = &mesh->doors[mesh->door_of[before]];
            door->to_stop = patch->value;
            door->to_bends = bends;
        }
    }
}

// Numbers without gaps ----------------------------------------------------------------------------

static void mesh_switch_move_polygon(way_mesh *mesh, uint32_t from, uint32_t to)
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

static void mesh_switch_move_point(way_mesh *mesh, uint32_t from, uint32_t to)
{
    wayi_mesh_source *source = mesh->source;
    uint32_t *place = wayi_mesh_splice_border(source, mesh->points[from]);
    mesh->points[to] = mesh->points[from];
    source->heads[to] = source->heads[from];
    for (uint32_t side = source->heads[to]; side != WAYI_MESH_NONE; side = mesh->others[side]) {
        mesh->corners[side] = to;
    }
    if (place) {
        *place = to;
    }
}

/// What went and left its number to nobody leaves a gap, which the last one fills.
static void mesh_switch_close_gaps(const wayi_mesh_splice *splice, uint32_t came)
{
    way_mesh *mesh = splice->mesh;
    wayi_mesh_source *source = mesh->source;
    for (uint32_t i = came; i < splice->removed_count; i++) {
        source->homes[splice->removed[i]].tile = WAYI_MESH_NONE;
    }
    for (uint32_t i = came; i < splice->removed_count; i++) {
        while (mesh->polygon_count &&
               source->homes[mesh->polygon_count - 1].tile == WAYI_MESH_NONE) {
            mesh->polygon_count--;
        }
        if (splice->removed[i] < mesh->polygon_count) {
            mesh_switch_move_polygon(mesh, --mesh->polygon_count, splice->removed[i]);
        }
    }
    for (uint32_t i = splice->point_count; i < splice->dead_count; i++) {
        while (mesh->point_count && source->heads[mesh->point_count - 1] == WAYI_MESH_NONE) {
            mesh->point_count--;
        }
        if (splice->dead[i] < mesh->point_count) {
            mesh_switch_move_point(mesh, --mesh->point_count, splice->dead[i]);
        }
    }
}

void wayi_mesh_splice_switch(wayi_mesh_splice *splice)
{
    way_mesh *mesh = splice->mesh;
    uint32_t came = 0;
    for (uint32_t i = 0; i < splice->count; i++) {
        came += splice->list[i].part ? splice->list[i].part->polygon_count : 0;
    }
    mesh_switch_parts(splice);
    mesh_switch_copy(splice);
    mesh_switch_stops(splice);
    mesh_switch_beside(splice);
    mesh_switch_close_gaps(splice, came);
    mesh->revision++;
}
