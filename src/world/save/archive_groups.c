// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Groups, and behind them what older saves have: the fields that groups walked down.
#include "world/save/archive.h"

/// Bytes of an older save that hold one field, before and behind the rectangles of its changes; of
/// one rectangle, of a block and of the search for the field in hand.
#define ARCHIVE_FIELD 24u
#define ARCHIVE_FIELD_MORE 3u
#define ARCHIVE_RECT 16u
#define ARCHIVE_BLOCK (5u * 256u)
#define ARCHIVE_SEARCH 9u

static uint32_t archive_take(wayi_archive *archive)
{
    uint32_t word = WAYI_NOBODY;
    wayi_archive_word(archive, &word);
    return wayi_archive_left(archive) ? word : WAYI_NOBODY;
}

static void archive_skip(wayi_archive *archive, uint64_t bytes)
{
    const size_t left = wayi_archive_left(archive);
    archive->in.at += bytes < left ? (size_t)bytes : left;
}

/// Reads past things of so many bytes, each behind its number, and what ends them.
static void archive_skip_list(wayi_archive *archive, uint32_t bytes)
{
    while (archive_take(archive) != WAYI_NOBODY) {
        archive_skip(archive, bytes);
    }
}

/// Reads past the fields of an older save: who walked down one plans for itself.
static void archive_skip_fields(wayi_archive *archive)
{
    while (archive_take(archive) != WAYI_NOBODY) {
        archive_skip(archive, ARCHIVE_FIELD);
        const uint64_t rects = archive_take(archive);
        archive_skip(archive, rects * ARCHIVE_RECT + ARCHIVE_FIELD_MORE);
        archive_skip_list(archive, ARCHIVE_BLOCK);
    }
    if (archive_take(archive) == WAYI_NOBODY) {
        return; // none is in hand
    }
    archive_skip(archive, ARCHIVE_SEARCH);
    while (archive_take(archive) != WAYI_NOBODY) {
        archive_skip_list(archive, 0);
    }
    archive_skip_list(archive, 0);
    archive_skip_list(archive, 0);
}

bool wayi_archive_groups(wayi_archive *archive, way_world *world)
{
    for (uint32_t g = 0; g <= WAYI_GROUPS_MAX; g++) {
        uint32_t index = g < WAYI_GROUPS_MAX ? g : WAYI_NOBODY;
        if (!wayi_archive_reads(archive) && index != WAYI_NOBODY && !world->groups[g].used) {
            continue;
        }
        wayi_archive_word(archive, &index);
        if (index == WAYI_NOBODY) {
            if (wayi_archive_is_old(archive)) {
                archive_skip_fields(archive);
            }
            return true;
        }
        if (index >= WAYI_GROUPS_MAX ||
            (wayi_archive_reads(archive) && world->groups[index].used)) {
            break;
        }
        if (wayi_archive_reads(archive)) {
            world->groups[index] = (wayi_group){.used = 1};
        }
        wayi_archive_fields(archive, &wayi_group_fields, &world->groups[index]);
    }
    return wayi_archive_refuse(archive, "group", WAYI_NOBODY, "there is one twice, or too many");
}
