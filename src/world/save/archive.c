// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Numbers and fields, and the ground of a world: settings, terrain, links, databases, fog.
#include "world/save/archive.h"

#include "map/links/profiles.h"
#include "world/body/units.h"

#include <string.h>

/// Links that are told to the map at a time.
#define ARCHIVE_LINKS 64u

bool wayi_archive_refuse(wayi_archive *archive, const char *part, uint32_t index, const char *rule)
{
    if (!archive->flaw.part) {
        archive->flaw = (wayi_flaw){part, index, rule, NULL, 0};
    }
    return false;
}

static bool archive_starve(wayi_archive *archive, way_status status, const char *part)
{
    archive->starved = status == WAY_STATUS_NO_MEMORY;
    return wayi_archive_refuse(archive, part, WAYI_NOBODY, way_status_text(status));
}

uint64_t wayi_archive_sum(wayi_archive *archive)
{
    return way_hash_bytes(archive->hash, archive->out.bytes, archive->out.at);
}

// Numbers -----------------------------------------------------------------------------------------

void wayi_archive_number(wayi_archive *archive, uint64_t *value, uint32_t bytes)
{
    if (wayi_archive_reads(archive)) {
        *value = 0;
        for (uint32_t k = 0; k < bytes; k++) {
            *value |= (uint64_t)wayi_parcel_take8(&archive->in) << 8 * k;
        }
        return;
    }
    if (archive->mode == WAYI_ARCHIVE_HASH && archive->out.at + bytes > archive->out.capacity) {
        archive->hash = wayi_archive_sum(archive);
        archive->out.at = 0;
    }
    for (uint32_t k = 0; k < bytes; k++) {
        wayi_parcel_put8(&archive->out, (uint32_t)(*value >> 8 * k) & 0xffu);
    }
}

void wayi_archive_word(wayi_archive *archive, uint32_t *value)
{
    uint64_t number = *value;
    wayi_archive_number(archive, &number, 4);
    if (wayi_archive_reads(archive)) {
        *value = (uint32_t)number;
    }
}

void wayi_archive_byte(wayi_archive *archive, uint8_t *value)
{
    uint64_t number = *value;
    wayi_archive_number(archive, &number, 1);
    if (wayi_archive_reads(archive)) {
        *value = (uint8_t)number;
    }
}

void wayi_archive_fields(wayi_archive *archive, const wayi_fields *fields, void *object)
{
    for (uint32_t k = 0; k < fields->count; k++) {
        const wayi_field *field = &fields->rows[k];
        const bool gone = field->kind == WAYI_FIELD_GONE;
        const bool lacks = wayi_archive_is_old(archive) ? field->fresh : gone;
        for (uint32_t n = 0; !lacks && n < field->count; n++) {
            uint64_t value = wayi_archive_reads(archive) ? 0 : wayi_field_get(field, object, n);
            wayi_archive_number(archive, &value, field->bytes);
            if (wayi_archive_reads(archive) && !gone) {
                wayi_field_set(field, object, n, value);
            }
        }
    }
}

bool wayi_archive_count(wayi_archive *archive, uint32_t *count, uint32_t most, const char *part)
{
    wayi_archive_word(archive, count);
    if (wayi_archive_reads(archive) && (*count > most || *count > wayi_archive_left(archive))) {
        *count = 0;
        return wayi_archive_refuse(archive, part, WAYI_NOBODY, "there are more than there can be");
    }
    return true;
}

// Settings ----------------------------------------------------------------------------------------

bool wayi_archive_settings(wayi_archive *archive, wayi_settings *settings)
{
    way_world_config *world = &settings->world;
    uint8_t kinds = (uint8_t)world->kind_count;
    uint8_t teams = (uint8_t)world->team_count;
    wayi_archive_fields(archive, &wayi_map_fields, &settings->map);
    wayi_archive_byte(archive, &kinds);
    if (kinds == 0 || kinds > WAY_WORLD_KINDS_MAX) {
        return wayi_archive_refuse(archive, "world", WAYI_NOBODY, "it has no kinds, or too many");
    }
    for (uint32_t k = 0; k < kinds; k++) {
        wayi_archive_fields(archive, &wayi_profile_fields, &settings->profiles[k]);
        wayi_archive_fields(archive, &wayi_kind_fields, &settings->kinds[k]);
    }
    wayi_archive_byte(archive, &teams);
    if (teams == 0 || teams > WAY_WORLD_TEAMS_MAX) {
        return wayi_archive_refuse(archive, "world", WAYI_NOBODY, "it has no teams, or too many");
    }
    for (uint32_t t = 0; t < teams; t++) {
        wayi_archive_fields(archive, &wayi_team_fields, &settings->teams[t]);
    }
    wayi_archive_fields(archive, &wayi_settings_fields, settings);
    world->kind_count = kinds;
    world->team_count = teams;
    return settings->algorithm[sizeof settings->algorithm - 1] == '\0' ||
           wayi_archive_refuse(archive, "world", WAYI_NOBODY, "its algorithm has no end");
}

/// What has become of a ground.
enum { ARCHIVE_GENERAL = 1 << 0, ARCHIVE_WEIGHED = 1 << 1, ARCHIVE_LATE = 1 << 2 };

bool wayi_archive_grounds(wayi_archive *archive, way_world *world)
{
    bool fine = true;
    for (uint32_t g = 0; fine && g < world->ground_count; g++) {
        wayi_ground *ground = &world->grounds[g];
        uint8_t became =
            (uint8_t)((ground->general ? ARCHIVE_GENERAL : 0) | (world->late ? ARCHIVE_LATE : 0) |
                      (ground->layer->weights ? ARCHIVE_WEIGHED : 0));
        wayi_archive_byte(archive, &became);
        if (!wayi_archive_reads(archive)) {
            continue;
        }
        ground->general = became & ARCHIVE_GENERAL;
        world->late = became & ARCHIVE_LATE;
        if (became & ARCHIVE_WEIGHED) {
            wayi_map_weigh(ground->map, ground->profile);
        }
        fine = !ground->general || !ground->plans ||
               wayi_planner_add_ground(world, g) == WAY_STATUS_OK;
    }
    return fine || archive_starve(archive, WAY_STATUS_NO_MEMORY, "ground");
}

// Terrain -----------------------------------------------------------------------------------------

static void archive_write_map(wayi_archive *archive, const way_map *map)
{
    for (uint32_t cell = 0; cell < map->cell_count;) {
        uint8_t terrain = way_map_terrain(map, cell);
        uint32_t run = 1;
        while (cell + run < map->cell_count && way_map_terrain(map, cell + run) == terrain) {
            run++;
        }
        wayi_archive_byte(archive, &terrain);
        wayi_archive_word(archive, &run);
        cell += run;
    }
}

/// Reads terrain as runs, each row of which is one call; `edits` has room for a row.
static bool archive_read_map(wayi_archive *archive, way_map *map, way_edit *edits)
{
    uint8_t terrain = 0;
    uint32_t run = 0;
    for (uint32_t y = 0; y < map->height; y++) {
        uint32_t count = 0;
        for (uint32_t x = 0; x < map->width; count++) {
            if (run == 0) {
                wayi_archive_byte(archive, &terrain);
                wayi_archive_word(archive, &run);
            }
            if (run == 0 || run > map->cell_count - (y * map->width + x) ||
                archive->in.at > archive->in.size) {
                return wayi_archive_refuse(archive, "map", WAYI_NOBODY,
                                           "the runs of its terrain are not as long as it is");
            }
            const uint32_t width = run < map->width - x ? run : map->width - x;
            edits[count] = (way_edit){x, y, width, 1, terrain};
            x += width;
            run -= width;
        }
        // Between floors nothing can be, and is not written: it would weigh what can't be walked.
        const way_status status =
            wayi_map_divides(map, y) ? WAY_STATUS_OK : way_map_edit(map, edits, count);
        if (status != WAY_STATUS_OK) {
            return archive_starve(archive, status, "map");
        }
    }
    return true;
}

static bool archive_map(wayi_archive *archive, way_map *map, const way_allocator *allocator)
{
    if (!wayi_archive_reads(archive)) {
        archive_write_map(archive, map);
        return true;
    }
    way_edit *edits = wayi_alloc(allocator, map->width, sizeof *edits);
    const bool fine = edits ? archive_read_map(archive, map, edits)
                            : archive_starve(archive, WAY_STATUS_NO_MEMORY, "map");
    WAYI_FREE(allocator, edits, map->width);
    return fine;
}

// Links -------------------------------------------------------------------------------------------

/// Reads one link; false at the end of them.
static bool archive_read_link(wayi_archive *archive, const way_world *world, way_map_link *link)
{
    *link = (way_map_link){0};
    wayi_archive_word(archive, &link->from);
    if (link->from == WAY_CELL_NONE) {
        return false;
    }
    archive->in.at -= 4;
    wayi_archive_fields(archive, &wayi_link_fields, link);
    link->profile = wayi_world_link_profile(world, link->profile);
    return archive->in.at <= archive->in.size;
}

static bool archive_read_links(wayi_archive *archive, way_world *world)
{
    way_map_link links[ARCHIVE_LINKS];
    uint32_t count = ARCHIVE_LINKS;
    while (count == ARCHIVE_LINKS) {
        count = 0;
        while (count < ARCHIVE_LINKS && archive_read_link(archive, world, &links[count])) {
            count++;
        }
        const way_status status =
            count ? way_map_add_links(world->map, links, count) : WAY_STATUS_OK;
        if (status != WAY_STATUS_OK) {
            return archive_starve(archive, status, "link");
        }
    }
    return true;
}

static void archive_write_links(wayi_archive *archive, const way_world *world)
{
    for (uint32_t k = 0; k < way_map_link_count(world->map); k++) {
        way_map_link link = way_map_link_at(world->map, k);
        link.profile = wayi_world_link_kind(world, link.profile);
        if (link.profile != WAYI_NOBODY) {
            wayi_archive_fields(archive, &wayi_link_fields, &link);
        }
    }
    uint32_t end = WAY_CELL_NONE;
    wayi_archive_word(archive, &end);
}

bool wayi_archive_lifts(wayi_archive *archive, way_world *world)
{
    uint32_t count = world->lift_count;
    if (!wayi_archive_count(archive, &count, WAYI_LIFTS_MAX, "lift")) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        wayi_lift read = {0};
        wayi_archive_fields(archive, &wayi_lift_fields,
                            wayi_archive_reads(archive) ? &read : &world->lifts[k]);
        if (wayi_archive_reads(archive)) {
            wayi_lift *lift = wayi_world_add_lift(world, read.ends[0], read.ends[1]);
            if (!lift) {
                return archive_starve(archive, WAY_STATUS_NO_MEMORY, "lift");
            }
            *lift = read;
        }
    }
    return world->lift_count == count ||
           wayi_archive_refuse(archive, "lift", WAYI_NOBODY, "two join the same cells");
}

static bool archive_links(wayi_archive *archive, way_world *world)
{
    if (!wayi_archive_reads(archive)) {
        archive_write_links(archive, world);
        return wayi_archive_lifts(archive, world);
    }
    if (!archive_read_links(archive, world) || !wayi_archive_lifts(archive, world)) {
        return false;
    }
    for (uint32_t t = 0; t < world->team_count; t++) {
        const way_status status = wayi_world_teach_links(world, &world->teams[t]);
        if (status != WAY_STATUS_OK) {
            return archive_starve(archive, status, "link");
        }
    }
    world->revision = way_map_revision(world->map);
    return true;
}

// Databases ---------------------------------------------------------------------------------------

/// Writes the database of a ground, or opens it.
static bool archive_database(wayi_archive *archive, way_world *world, uint32_t index)
{
    const way_database *database = &world->grounds[index].database;
    uint64_t size = database->size;
    wayi_archive_number(archive, &size, 8);
    if (!wayi_archive_reads(archive)) {
        for (size_t k = 0; k < database->size; k++) {
            wayi_parcel_put8(&archive->out, ((const uint8_t *)database->bytes)[k]);
        }
        return true;
    }
    if (!wayi_ground_is_prepared(&world->grounds[index]) || size > wayi_archive_left(archive)) {
        return wayi_archive_refuse(archive, "ground", index, "it has no database, or half of one");
    }
    const way_status status =
        wayi_planner_open(world, index, archive->in.bytes + archive->in.at, (size_t)size);
    if (status == WAY_STATUS_NO_MEMORY) {
        return archive_starve(archive, status, "ground");
    }
    archive->in.at += (size_t)size;
    return status == WAY_STATUS_OK ||
           wayi_archive_refuse(archive, "ground", index, "its database is damaged");
}

static bool archive_databases(wayi_archive *archive, way_world *world)
{
    for (uint32_t least = 0;; least++) {
        while (!wayi_archive_reads(archive) && least < world->ground_count &&
               !world->grounds[least].database.bytes) {
            least++;
        }
        uint32_t index = least < world->ground_count ? least : WAYI_NOBODY;
        wayi_archive_word(archive, &index);
        if (index == WAYI_NOBODY) {
            return true;
        }
        if (index < least || index >= world->ground_count) {
            return wayi_archive_refuse(archive, "ground", WAYI_NOBODY,
                                       "there are too many databases");
        }
        least = index;
        if (!archive_database(archive, world, index)) {
            return false;
        }
    }
}

// Fog ---------------------------------------------------------------------------------------------

/// What a team has seen and does not believe yet: words with a bit, each behind its number.
static bool archive_news(wayi_archive *archive, way_world *world, uint32_t index)
{
    wayi_team *team = &world->teams[index];
    const uint32_t words = wayi_world_words(world);
    if (wayi_archive_is_old(archive)) {
        return wayi_archive_old_news(archive, world->map, team, index);
    }
    if (!wayi_archive_count(archive, &team->news_words, words, "news")) {
        return false;
    }
    uint32_t word = 0;
    for (uint32_t k = 0; k < team->news_words; k++, word++) {
        while (!wayi_archive_reads(archive) && !team->news[word]) {
            word++;
        }
        const uint32_t least = word;
        wayi_archive_word(archive, &word);
        if (word < least || word >= words) {
            return wayi_archive_refuse(archive, "team", index, "its news are off the map");
        }
        wayi_archive_number(archive, &team->news[word], 8);
    }
    return true;
}

static bool archive_team(wayi_archive *archive, way_world *world, uint32_t index)
{
    wayi_team *team = &world->teams[index];
    uint32_t words = wayi_world_words(world);
    if (archive->mode == WAYI_ARCHIVE_HASH) {
        uint64_t known = wayi_map_hash_with(team->map, 0); // its links are those of the world
        wayi_archive_number(archive, &known, 8);
        words = 0; // has no effect on what happens
    } else if (!archive_map(archive, team->map, &world->allocator)) {
        return false;
    }
    if (wayi_archive_reads(archive) && wayi_archive_left(archive) < (size_t)words * 8) {
        return wayi_archive_refuse(archive, "team", index, "what it has seen is cut short");
    }
    for (uint32_t w = 0; w < words; w++) {
        wayi_archive_number(archive, &team->seen[w], 8);
    }
    return archive_news(archive, world, index);
}

bool wayi_archive_teams(wayi_archive *archive, way_world *world)
{
    for (uint32_t t = 0; t < world->team_count; t++) {
        if (world->teams[t].fog && !archive_team(archive, world, t)) {
            return false;
        }
    }
    return true;
}

// All ---------------------------------------------------------------------------------------------

bool wayi_archive_world(wayi_archive *archive, way_world *world)
{
    if (!archive_map(archive, world->map, &world->allocator) || !archive_links(archive, world) ||
        !archive_databases(archive, world)) {
        return false;
    }
    wayi_archive_fields(archive, &wayi_clock_fields, world);
    return wayi_archive_groups(archive, world) && wayi_archive_units(archive, world) &&
           wayi_archive_rescues(archive, world) && wayi_archive_teams(archive, world) &&
           wayi_archive_planner(archive, world);
}
