// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Writing a world, and the hashes of its parts. Nothing is written that follows from the rest: who
// stands where, what the layers of the map are, what searches have found so far.
#include "base/check.h"
#include "map/links/links.h"
#include "world/body/units.h"
#include "world/save/archive.h"
#include "world/save/valid.h"

#include <waymark/world_more.h>

#include <string.h>

/// Saving looks at a world with the functions that also read one; they write to it only then.
static way_world *save_source(const way_world *world)
{
    way_world *source = NULL;
    memcpy(&source, &world, sizeof source);
    return source;
}

static void save_settings(wayi_archive *archive, const way_world *world)
{
    const way_map *map = world->map;
    wayi_settings settings = {.map = {.width = map->width,
                                      .height = map->height,
                                      .neighbours = map->neighbours,
                                      .corners = map->corners,
                                      .costs = map->costs,
                                      .floors = map->floors},
                              .world = {.kind_count = world->kind_count,
                                        .team_count = world->team_count,
                                        .rivals = world->rivals,
                                        .unit_capacity = world->unit_capacity,
                                        .frames_per_tick = world->frames_per_tick,
                                        .lanes = world->planner.lane_count,
                                        .event_capacity = world->event_capacity,
                                        .event_mask = world->event_mask}};
    for (uint32_t k = 0; k < world->kind_count; k++) {
        settings.kinds[k] = world->kinds[k];
        settings.profiles[k] = world->profiles[k];
    }
    for (uint32_t t = 0; t < world->team_count; t++) {
        settings.teams[t] =
            (way_world_team){.fog = world->teams[t].fog, .sight_radius = world->teams[t].sight};
    }
    memcpy(settings.algorithm, world->algorithm, sizeof settings.algorithm);
    (void)wayi_archive_settings(archive, &settings);
    (void)wayi_archive_grounds(archive, save_source(world));
}

way_status way_world_save(const way_world *world, void *bytes, size_t capacity, size_t *size)
{
    if (way_map_revision(world->map) != world->revision) {
        return WAY_STATUS_STALE;
    }
#ifdef WAY_HOSTILE
    wayi_flaw flaw;
    WAYI_ASSERT(wayi_world_is_valid(world, &flaw));
#endif
    wayi_archive archive = {.mode = WAYI_ARCHIVE_WRITE,
                            .version = WAYI_SAVE_VERSION,
                            .out = {bytes, bytes ? capacity : 0, 0}};
    uint64_t magic = WAYI_SAVE_MAGIC;
    uint64_t version = WAYI_SAVE_VERSION;
    wayi_archive_number(&archive, &magic, 8);
    wayi_archive_number(&archive, &version, 4);
    save_settings(&archive, world);
    (void)wayi_archive_world(&archive, save_source(world));
    const bool fits = archive.out.at + 8 <= archive.out.capacity;
    uint64_t hash = fits ? way_hash_bytes(0, bytes, archive.out.at) : 0;
    wayi_archive_number(&archive, &hash, 8);
    *size = archive.out.at;
    return fits ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}

// Hashes ------------------------------------------------------------------------------------------

static void save_begin_hash(wayi_archive *archive)
{
    *archive = (wayi_archive){.mode = WAYI_ARCHIVE_HASH, .version = WAYI_SAVE_VERSION};
    archive->out = (wayi_parcel_writer){archive->bytes, sizeof archive->bytes, 0};
}

/// A hash of what is saved of the map: links by kind, since a loaded map has other profiles, and
/// none of those that no kind can take.
static uint64_t save_map_hash(const way_world *world)
{
    uint64_t links = 0;
    for (uint32_t k = 0; k < way_map_link_count(world->map); k++) {
        way_map_link link = way_map_link_at(world->map, k);
        link.profile = wayi_world_link_kind(world, link.profile);
        links += link.profile == WAYI_NOBODY ? 0 : wayi_link_hash(&link);
    }
    return wayi_map_hash_with(world->map, links);
}

static void save_hash_part(wayi_archive *archive, way_world *world, way_world_part part)
{
    uint64_t map = 0;
    switch (part) {
    case WAY_WORLD_PART_CLOCK:
        wayi_archive_fields(archive, &wayi_clock_fields, world);
        wayi_archive_word(archive, &world->place_count);
        (void)wayi_archive_free_places(archive, world);
        break;
    case WAY_WORLD_PART_MAP:
        map = save_map_hash(world);
        wayi_archive_number(archive, &map, 8);
        (void)wayi_archive_grounds(archive, world);
        (void)wayi_archive_lifts(archive, world);
        break;
    case WAY_WORLD_PART_UNITS:
        for (uint32_t place = 0; place < world->place_count; place++) {
            (void)wayi_archive_body(archive, world, place);
        }
        (void)wayi_archive_active(archive, world);
        break;
    case WAY_WORLD_PART_PLANS:
        for (uint32_t place = 0; place < world->place_count; place++) {
            if (wayi_is_alive(world, place)) {
                (void)wayi_archive_mind(archive, world, place);
            }
        }
        break;
    case WAY_WORLD_PART_QUEUE:
        (void)wayi_archive_rescues(archive, world);
        (void)wayi_archive_planner(archive, world);
        break;
    case WAY_WORLD_PART_FIELDS:
        (void)wayi_archive_groups(archive, world);
        break;
    case WAY_WORLD_PART_FOG:
        (void)wayi_archive_teams(archive, world);
        break;
    default:
        break;
    }
}

uint64_t way_world_part_hash(const way_world *world, way_world_part part)
{
    wayi_archive archive;
    save_begin_hash(&archive);
    save_hash_part(&archive, save_source(world), part);
    return wayi_archive_sum(&archive);
}

uint64_t way_world_hash(const way_world *world)
{
    wayi_archive archive;
    save_begin_hash(&archive);
    for (uint32_t part = 0; part < WAY_WORLD_PARTS; part++) {
        save_hash_part(&archive, save_source(world), (way_world_part)part);
    }
    return wayi_archive_sum(&archive);
}

/// A hash of what a unit is and means to do.
static uint64_t save_unit_hash(const way_world *world, uint32_t place)
{
    if (place >= world->place_count) {
        return 0;
    }
    wayi_archive archive;
    save_begin_hash(&archive);
    (void)wayi_archive_body(&archive, save_source(world), place);
    if (wayi_is_alive(world, place)) {
        (void)wayi_archive_mind(&archive, save_source(world), place);
    }
    return wayi_archive_sum(&archive);
}

bool way_world_difference(const way_world *a, const way_world *b, uint32_t *place)
{
    const uint32_t count = a->place_count > b->place_count ? a->place_count : b->place_count;
    for (*place = 0; *place < count; (*place)++) {
        if (save_unit_hash(a, *place) != save_unit_hash(b, *place)) {
            return true;
        }
    }
    return false;
}
