// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A repair of a mesh that follows a map, a little at a time. Tiles are made one after the other and
// wait; a tile that is edited meanwhile is made once more. Once all are there they are laid beside
// the mesh, which stays as it was, and then put in force at once. Edits that come while they are
// laid wait for the next repair.
#include "mesh/mesh_tiles.h"

void wayi_mesh_part_drop(const way_allocator *allocator, way_mesh *part, uint32_t *names)
{
    WAYI_FREE(allocator, names, part ? part->polygon_count : 0);
    wayi_mesh_release(part);
}

static void mesh_repair_drop(const way_allocator *allocator, wayi_mesh_change *change)
{
    wayi_mesh_part_drop(allocator, change->part, change->names);
    *change = (wayi_mesh_change){.tile = change->tile};
}

static void mesh_repair_stop_cut(wayi_mesh_repair *repair)
{
    wayi_mesh_cut_end(repair->cut);
    repair->cut = NULL;
}

bool wayi_mesh_repair_add(way_mesh *mesh, uint32_t tile)
{
    wayi_mesh_repair *repair = &mesh->source->repair;
    uint32_t *number = &mesh->source->tiles[tile].change;
    if (*number) {
        const uint32_t index = *number - 1;
        repair->again += repair->list[index].made || (repair->cut && repair->at == index);
        mesh_repair_drop(&mesh->allocator, &repair->list[index]);
        repair->next = index < repair->next ? index : repair->next;
        if (repair->at == index) {
            mesh_repair_stop_cut(repair);
        }
        return true;
    }
    if (!WAYI_GROW(&mesh->allocator, repair->list, repair->room, repair->count + 1)) {
        return false;
    }
    repair->list[repair->count++] = (wayi_mesh_change){.tile = tile};
    *number = repair->count;
    return true;
}

void wayi_mesh_repair_end(wayi_mesh_source *source, const way_allocator *allocator)
{
    wayi_mesh_repair *repair = &source->repair;
    for (uint32_t i = 0; i < repair->count; i++) {
        source->tiles[repair->list[i].tile].change = 0;
        mesh_repair_drop(allocator, &repair->list[i]);
    }
    mesh_repair_stop_cut(repair);
    WAYI_FREE(allocator, repair->list, repair->room);
    *repair = (wayi_mesh_repair){.active = false};
    wayi_mesh_blocks_rank(&source->blocks);
}

/// Goes on with the first tile that is not made; `*made` tells when none is left.
static way_status mesh_repair_cut(way_mesh *mesh, wayi_mesh_meter *meter, bool *made)
{
    const wayi_mesh_source *source = mesh->source;
    wayi_mesh_repair *repair = &mesh->source->repair;
    const wayi_layer *layer = wayi_map_layer(source->map, source->profile);
    while (!repair->cut && repair->next < repair->count && repair->list[repair->next].made) {
        repair->next++;
    }
    *made = !repair->cut && repair->next == repair->count;
    if (*made) {
        return WAY_STATUS_OK;
    }
    if (!repair->cut) {
        repair->at = repair->next;
        const way_rect area = wayi_mesh_tile_area(source, repair->list[repair->at].tile);
        repair->cut = wayi_mesh_cut_begin(source->map, area, &mesh->allocator);
    }
    wayi_mesh_change *change = &repair->list[repair->at];
    way_status status =
        repair->cut ? wayi_mesh_cut_step(repair->cut, layer, meter, &change->made, &change->part)
                    : WAY_STATUS_NO_MEMORY;
    if (change->part) {
        change->names = wayi_alloc(&mesh->allocator, change->part->polygon_count, sizeof(uint32_t));
        status = change->names ? status : WAY_STATUS_NO_MEMORY;
    }
    if (change->made) {
        mesh_repair_stop_cut(repair);
    }
    return status;
}

/// Makes room for the exchange, if that may be done in this call.
static way_status mesh_repair_prepare(way_mesh *mesh, wayi_mesh_meter *meter)
{
    const wayi_mesh_repair *repair = &mesh->source->repair;
    wayi_mesh_splice *splice = &mesh->source->splice;
    way_status status = WAY_STATUS_OK;
    if (!splice->mesh) {
        *splice = (wayi_mesh_splice){.mesh = mesh,
                                     .list = repair->list,
                                     .count = repair->count,
                                     .polygon_base = mesh->polygon_count,
                                     .point_base = mesh->point_count,
                                     .fits = true};
        status = wayi_mesh_splice_measure(splice);
    }
    if (status == WAY_STATUS_OK && !splice->ready && wayi_mesh_splice_widen(splice, meter)) {
        splice->ready = wayi_mesh_splice_prepare(splice) && wayi_mesh_blocks_add(splice);
        splice->fits = splice->ready;
    }
    return status == WAY_STATUS_OK && !splice->fits ? WAY_STATUS_NO_MEMORY : status;
}

/// Lays the tiles; `*laid` tells when all is laid, and fits.
static way_status mesh_repair_lay(way_mesh *mesh, wayi_mesh_meter *meter, bool *laid)
{
    wayi_mesh_splice *splice = &mesh->source->splice;
    const bool known = splice->stage >= WAYI_MESH_SPLICE_LAID;
    *laid = known || wayi_mesh_splice_lay(splice, meter);
    if (!splice->fits) {
        return WAY_STATUS_NO_MEMORY;
    }
    return *laid && !known && wayi_mesh_splice_stops(splice) > mesh->state_room
               ? WAY_STATUS_TOO_LARGE
               : WAY_STATUS_OK;
}

/// Lays the tiles and puts them in force, which `*done` tells. If it fails, all is as before.
static way_status mesh_repair_exchange(way_mesh *mesh, wayi_mesh_meter *meter, bool *done)
{
    wayi_mesh_splice *splice = &mesh->source->splice;
    bool laid = false;
    way_status status = mesh_repair_prepare(mesh, meter);
    if (status == WAY_STATUS_OK && splice->ready) {
        status = mesh_repair_lay(mesh, meter, &laid);
    }
    if (status != WAY_STATUS_OK) {
        if (splice->ready) {
            wayi_mesh_splice_take_back(splice);
        }
        wayi_mesh_blocks_leave(mesh);
    } else if (laid && wayi_mesh_splice_number(splice, meter) &&
               wayi_mesh_blocks_step(mesh, meter) &&
               wayi_mesh_spend(meter, wayi_mesh_splice_work(splice))) {
        wayi_mesh_splice_switch(splice);
        *done = true;
    }
    if (*done || status != WAY_STATUS_OK) {
        wayi_mesh_splice_end(splice);
    }
    return status;
}

way_status wayi_mesh_repair_step(way_mesh *mesh, wayi_mesh_meter *meter, bool *done)
{
    wayi_mesh_source *source = mesh->source;
    const uint64_t revision = source->repair.revision;
    way_status status = WAY_STATUS_OK;
    bool made = false;
    *done = false;
    do {
        status = mesh_repair_cut(mesh, meter, &made);
    } while (status == WAY_STATUS_OK && !made && !source->repair.cut);
    if (status == WAY_STATUS_OK && made) {
        *done = source->repair.count == 0;
        status = *done ? WAY_STATUS_OK : mesh_repair_exchange(mesh, meter, done);
    }
    if (*done || status != WAY_STATUS_OK) {
        wayi_mesh_repair_end(source, &mesh->allocator);
    }
    if (*done) {
        source->revision = revision;
    }
    return status;
}
