// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The journal of a map: each call that changed something leaves its rectangles in a circular list.
#include "map/grid/edits.h"

/// A batch of more changes than this is remembered as one rectangle, lest it empty the journal.
#define JOURNAL_BATCH_MAX (WAYI_JOURNAL_CAPACITY / 4)

/// The entry written `age` entries ago; 1 is the newest.
static wayi_journal_entry *journal_entry(const way_map *map, uint32_t age)
{
    return &map->journal[(map->journal_next + WAYI_JOURNAL_CAPACITY - age) % WAYI_JOURNAL_CAPACITY];
}

static void journal_add(way_map *map, uint64_t revision, way_rect rect)
{
    wayi_journal_entry *entry = &map->journal[map->journal_next];
    if (map->journal_count == WAYI_JOURNAL_CAPACITY) {
        map->journal_floor = entry->revision;
    } else {
        map->journal_count++;
    }
    *entry = (wayi_journal_entry){revision, rect};
    map->journal_next = (map->journal_next + 1) % WAYI_JOURNAL_CAPACITY;
}

/// Replaces the newest entries, all of one batch, by the rectangle around them.
static void journal_fold(way_map *map, uint32_t count, way_rect bounds)
{
    journal_entry(map, count)->rect = bounds;
    map->journal_next =
        (map->journal_next + WAYI_JOURNAL_CAPACITY - (count - 1)) % WAYI_JOURNAL_CAPACITY;
    map->journal_count -= count - 1;
}

void wayi_batch_add(way_map *map, wayi_batch *batch, way_rect changed)
{
    if (changed.width == 0) {
        return;
    }
    batch->bounds = wayi_bounds_join(batch->bounds, changed);
    journal_add(map, map->revision + 1, changed);
    batch->entries++;
    if (batch->entries == JOURNAL_BATCH_MAX) {
        journal_fold(map, batch->entries, batch->bounds);
        batch->entries = 1;
    }
}

void wayi_batch_end(way_map *map, const wayi_batch *batch)
{
    map->revision += batch->entries > 0;
}

uint64_t way_map_revision(const way_map *map)
{
    return map->revision;
}

way_status way_map_changes(const way_map *map, uint64_t since, way_rect *rects, uint32_t capacity,
                           uint32_t *count)
{
    if (!map || !count || (!rects && capacity > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *count = 0;
    if (since < map->journal_floor || since > map->revision) {
        return WAY_STATUS_STALE;
    }
    uint32_t newer = 0;
    while (newer < map->journal_count && journal_entry(map, newer + 1)->revision > since) {
        newer++;
    }
    for (uint32_t i = 0; i < newer && i < capacity; i++) {
        rects[i] = journal_entry(map, newer - i)->rect;
    }
    *count = newer;
    return WAY_STATUS_OK;
}
