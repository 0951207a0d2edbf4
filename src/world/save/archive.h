// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The bytes of a world, both ways: one function for each part, which writes it, reads it or hashes
// it. In a save they come in this order:
//
//   magic, version; sides, rules and costs of the map; kinds; teams; the world's settings; what has
//   become of its grounds; terrain as runs; links; databases; clock; groups; units; free places;
//   active units; who go back; rescues; what teams in the fog believe; requests; lanes; a hash of
//   all bytes before it
//
// Reading believes everything that keeps it inside its own arrays: whether the world is sound is
// asked of the whole, by valid.h.
#pragma once

#include "core/parcel.h"
#include "world/save/fields.h"

#define WAYI_SAVE_MAGIC UINT64_C(0x31444c5259415757) // "WWAYRLD1"
#define WAYI_SAVE_VERSION 12u
#define WAYI_SAVE_OLD 6u ///< can be read, too

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
    wayi_flaw flaw; ///< why reading ended
    bool starved;   ///< ... for want of memory
    uint8_t bytes[WAYI_ARCHIVE_BYTES];
} wayi_archive;

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

// archive.c: the ground of a world; false = refused -----------------------------------------------

bool wayi_archive_settings(wayi_archive *archive, wayi_settings *settings);

/// What has become of the grounds: whether they have the general search, whether weights above 1
/// have ever been on them, by which searches choose how to break ties, and whether some of a change
/// is still to be done.
bool wayi_archive_grounds(wayi_archive *archive, way_world *world);
bool wayi_archive_lifts(wayi_archive *archive, way_world *world);
bool wayi_archive_teams(wayi_archive *archive, way_world *world);

/// All but the settings and the grounds.
bool wayi_archive_world(wayi_archive *archive, way_world *world);

// archive_units.c ---------------------------------------------------------------------------------

bool wayi_archive_groups(wayi_archive *archive, way_world *world);
bool wayi_archive_units(wayi_archive *archive, way_world *world);
bool wayi_archive_body(wayi_archive *archive, way_world *world, uint32_t place);
bool wayi_archive_mind(wayi_archive *archive, way_world *world, uint32_t place);
bool wayi_archive_free_places(wayi_archive *archive, way_world *world);
bool wayi_archive_active(wayi_archive *archive, way_world *world);
bool wayi_archive_rescues(wayi_archive *archive, way_world *world);
bool wayi_archive_planner(wayi_archive *archive, way_world *world);

// archive_old.c: what only version 6 has, to be read past -----------------------------------------

/// The fields that groups walked down: who did plans for himself.
void wayi_archive_skip_fields(wayi_archive *archive);

/// How a search has come to where it was: it begins again.
void wayi_archive_skip_search(wayi_archive *archive);

/// News as edits, one row each.
bool wayi_archive_old_news(wayi_archive *archive, const way_map *map, wayi_team *team,
                           uint32_t index);
