// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bytes of a world, both ways: one function for each part, which writes it, reads it or hashes
// it. In a save they come in this order:
//
//   magic, version; sides, rules and costs of the map; kinds; teams; the world's settings;
//   terrain as runs; links; databases; clock; groups; units; free places; active units;
//   who go back; rescues; what teams in the fog believe; requests; lanes; a hash of all bytes
//   before it
//
// Reading believes everything that keeps it inside its own arrays: whether the world is sound is
// asked of the whole, by valid.h.
#pragma once

#include "core/parcel.h"
#include "world/save/fields.h"

#define WAYI_SAVE_MAGIC UINT64_C(0x31444c5259415757) // "WWAYRLD1"
#define WAYI_SAVE_VERSION 12u
#define WAYI_SAVE_OLD 6u ///< can be read, too

/// What has become of a ground.
enum { WAYI_SAVE_GENERAL = 1 << 0, WAYI_SAVE_WEIGHED = 1 << 1, WAYI_SAVE_LATE = 1 << 2 };

/// Bytes that are hashed at a time.
#define WAYI_ARCHIVE_BYTES 512u

typedef enum wayi_archive_mode {
    WAYI_ARCHIVE_WRITE,
    WAYI_ARCHIVE_HASH,
    WAYI_ARCHIVE_READ
} wayi_archive_mode;

typedef struct wayi_archive {
    wayi_archive_mode mode;
    uint32_t version;
    wayi_parcel_writer out;
    wayi_parcel_reader in;
    uint64_t hash;  ///< of what has left `out`
    size_t begun;   ///< the byte where the part in hand begins
    wayi_flaw flaw; ///< why reading ended
    bool starved;   ///< ... for want of memory
    uint8_t bytes[WAYI_ARCHIVE_BYTES];
} wayi_archive;

/// What a world is made from.
typedef struct wayi_settings {
    way_world_kind kinds[WAY_WORLD_KINDS_MAX];
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX];
    char algorithm[128];
    way_map_config map;
    way_world_config world;
} wayi_settings;

static inline bool wayi_archive_reads(const wayi_archive *archive)
{
    return archive->mode == WAYI_ARCHIVE_READ;
}

/// Whether it reads what a world of older times has written.
static inline bool wayi_archive_is_old(const wayi_archive *archive)
{
    return archive->version == WAYI_SAVE_OLD;
}

static inline size_t wayi_archive_left(const wayi_archive *archive)
{
    return wayi_parcel_left(&archive->in);
}

/// Reading ends here: what is wrong, and with which part. Returns false.
bool wayi_archive_refuse(wayi_archive *archive, const char *part, uint32_t index, const char *rule);

/// The hash of what was written in WAYI_ARCHIVE_HASH.
uint64_t wayi_archive_sum(wayi_archive *archive);

/// Writes a number of so many bytes, or reads it over `*value`.
void wayi_archive_number(wayi_archive *archive, uint64_t *value, uint32_t bytes);
void wayi_archive_word(wayi_archive *archive, uint32_t *value);
void wayi_archive_byte(wayi_archive *archive, uint8_t *value);

/// All fields of an object.
void wayi_archive_fields(wayi_archive *archive, const wayi_fields *fields, void *object);

/// A count of things; false if there are more than `most`.
bool wayi_archive_count(wayi_archive *archive, uint32_t *count, uint32_t most, const char *part);

// archive.c: the parts of a world; false = refused ------------------------------------------------

bool wayi_archive_settings(wayi_archive *archive, wayi_settings *settings);

/// Writes what has become of the grounds: whether they have the general search, whether weights
/// above 1 have ever been on them, by which searches choose how to break ties, and whether some of
/// a change is still to be done.
void wayi_archive_grounds(wayi_archive *archive, const way_world *world);
bool wayi_archive_map(wayi_archive *archive, way_map *map, const way_allocator *allocator);
bool wayi_archive_links(wayi_archive *archive, way_world *world);
bool wayi_archive_databases(wayi_archive *archive, way_world *world);
bool wayi_archive_lifts(wayi_archive *archive, way_world *world);
bool wayi_archive_teams(wayi_archive *archive, way_world *world);

// archive_units.c ---------------------------------------------------------------------------------

bool wayi_archive_units(wayi_archive *archive, way_world *world);
bool wayi_archive_body(wayi_archive *archive, way_world *world, uint32_t place);
bool wayi_archive_mind(wayi_archive *archive, way_world *world, uint32_t place);
bool wayi_archive_free_places(wayi_archive *archive, way_world *world);
bool wayi_archive_active(wayi_archive *archive, way_world *world);
bool wayi_archive_rescues(wayi_archive *archive, way_world *world);
bool wayi_archive_planner(wayi_archive *archive, way_world *world);

// archive_groups.c --------------------------------------------------------------------------------

bool wayi_archive_groups(wayi_archive *archive, way_world *world);
