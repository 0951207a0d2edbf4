// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/save/archive.h"

/// Bytes that hold one field, before and behind the rectangles of its changes; of one rectangle, of
/// a block and of the search for the field in hand.
#define ARCHIVE_FIELD 24u
#define ARCHIVE_FIELD_MORE 3u
#define ARCHIVE_RECT 16u
#define ARCHIVE_BLOCK (5u * 256u)
#define ARCHIVE_SEARCH 9u

/// Bytes of a search before the number of its steps, and most of those.
#define ARCHIVE_LANE 16u
#define ARCHIVE_STEPS 64u

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

void wayi_archive_skip_fields(wayi_archive *archive)
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

void wayi_archive_skip_search(wayi_archive *archive)
{
    archive_skip(archive, ARCHIVE_LANE);
    uint32_t steps = 0;
    wayi_archive_word(archive, &steps);
    archive_skip(archive, 4u * (steps < ARCHIVE_STEPS ? steps : ARCHIVE_STEPS));
}

bool wayi_archive_old_news(wayi_archive *archive, const way_map *map, wayi_team *team,
                           uint32_t index)
{
    uint8_t lost = 0;
    uint32_t count = 0;
    wayi_archive_byte(archive, &lost);
    wayi_archive_word(archive, &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t x = 0;
        uint32_t y = 0;
        uint32_t width = 0;
        uint8_t weight = 0;
        wayi_archive_word(archive, &x);
        wayi_archive_word(archive, &y);
        wayi_archive_word(archive, &width);
        wayi_archive_byte(archive, &weight);
        if (wayi_archive_left(archive) == 0 || y >= map->height || width > map->width ||
            x > map->width - width) {
            return wayi_archive_refuse(archive, "team", index, "its news are off the map");
        }
        for (way_cell cell = y * map->width + x; width > 0; width--, cell++) {
            team->news_words += team->news[cell / 64] == 0;
            team->news[cell / 64] |= UINT64_C(1) << cell % 64;
        }
    }
    return true;
}
