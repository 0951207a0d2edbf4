// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Changing a map. A call first checks everything and takes the only memory it may need, the array
// of weights; only then does it write, so it can't stop half way. Each edit that changed something
// leaves its bounding rectangle in a circular journal.
#include "map/components.h"
#include "map/layer.h"
#include "map/map.h"

/// A batch of more changes than this is remembered as one rectangle, lest it empty the journal.
#define EDITS_BATCH_MAX (WAYI_JOURNAL_CAPACITY / 4)

static bool edits_is_inside(const way_map *map, const way_edit *edit)
{
    return edit->x <= map->width && edit->width <= map->width - edit->x && edit->y <= map->height &&
           edit->height <= map->height - edit->y;
}

static bool edits_is_empty(const way_edit *edit)
{
    return edit->width == 0 || edit->height == 0;
}

static bool edits_need_weights(const way_map *map, const way_edit *edits, uint32_t count)
{
    if (map->weights) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (edits[i].weight > 1 && !edits_is_empty(&edits[i])) {
            return true;
        }
    }
    return false;
}

static uint8_t *edits_create_weights(const way_map *map)
{
    uint8_t *weights = wayi_alloc(&map->allocator, map->cell_count, sizeof *weights);
    if (!weights) {
        return NULL;
    }
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            weights[(size_t)y * map->width + x] = wayi_map_weight_at(map, x, y);
        }
    }
    return weights;
}

static way_rect edits_bounds(way_rect a, way_rect b)
{
    if (a.width == 0) {
        return b;
    }
    const uint32_t x = a.x < b.x ? a.x : b.x;
    const uint32_t y = a.y < b.y ? a.y : b.y;
    const uint32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const uint32_t bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (way_rect){x, y, right - x, bottom - y};
}

static void edits_set_cell(way_map *map, way_cell cell, uint8_t old, uint8_t weight)
{
    map->cells_hash += wayi_map_cell_hash(cell, weight) - wayi_map_cell_hash(cell, old);
    map->weight_counts[old]--;
    map->weight_counts[weight]++;
    if (map->weights) {
        map->weights[cell] = weight;
    }
}

/// Brings all layers in line with cells of layer 1 that became passable or blocked.
static void edits_update_layers(way_map *map, way_rect rect, bool passable)
{
    wayi_layer_fill(map, map->layers[1], rect, passable);
    for (uint32_t size = 1; size <= WAY_MAP_UNIT_MAX; size++) {
        if (map->layers[size]) {
            if (size > 1) {
                wayi_layer_update(map, map->layers[size], rect);
            }
            wayi_components_touch(map->layers[size], rect);
        }
    }
}

/// Writes one edit into weights and layers; returns the bounds of the cells that changed.
static way_rect edits_apply(way_map *map, const way_edit *edit)
{
    way_rect changed = {0};
    way_rect turned = {0};
    const bool passable = edit->weight != 0;
    for (uint32_t y = edit->y; y < edit->y + edit->height; y++) {
        for (uint32_t x = edit->x; x < edit->x + edit->width; x++) {
            const uint8_t old = wayi_map_weight_at(map, x, y);
            if (old == edit->weight) {
                continue;
            }
            const way_rect here = {x, y, 1, 1};
            edits_set_cell(map, y * map->width + x, old, edit->weight);
            changed = edits_bounds(changed, here);
            turned = (old != 0) == passable ? turned : edits_bounds(turned, here);
        }
    }
    if (turned.width > 0) {
        edits_update_layers(map, turned, passable);
    }
    return changed;
}

/// The entry written `age` entries ago; 1 is the newest.
static wayi_journal_entry *edits_journal_entry(const way_map *map, uint32_t age)
{
    return &map->journal[(map->journal_next + WAYI_JOURNAL_CAPACITY - age) % WAYI_JOURNAL_CAPACITY];
}

static void edits_journal_add(way_map *map, uint64_t revision, way_rect rect)
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
static void edits_journal_fold(way_map *map, uint32_t count, way_rect bounds)
{
    edits_journal_entry(map, count)->rect = bounds;
    map->journal_next =
        (map->journal_next + WAYI_JOURNAL_CAPACITY - (count - 1)) % WAYI_JOURNAL_CAPACITY;
    map->journal_count -= count - 1;
}

static void edits_commit(way_map *map, const way_edit *edits, uint32_t count)
{
    uint32_t entries = 0;
    way_rect bounds = {0};
    for (uint32_t i = 0; i < count; i++) {
        const way_rect changed = edits_apply(map, &edits[i]);
        if (changed.width == 0) {
            continue;
        }
        bounds = edits_bounds(bounds, changed);
        edits_journal_add(map, map->revision + 1, changed);
        entries++;
        if (entries == EDITS_BATCH_MAX) {
            edits_journal_fold(map, entries, bounds);
            entries = 1;
        }
    }
    map->revision += entries > 0;
}

way_status way_map_edit(way_map *map, const way_edit *edits, uint32_t count)
{
    if (!map || (!edits && count > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!edits_is_inside(map, &edits[i])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    if (edits_need_weights(map, edits, count)) {
        map->weights = edits_create_weights(map);
        if (!map->weights) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    edits_commit(map, edits, count);
    wayi_map_find_min_weight(map);
    for (uint32_t size = 1; size <= WAY_MAP_UNIT_MAX; size++) {
        if (map->layers[size]) {
            wayi_components_update(map, map->layers[size]);
        }
    }
    return WAY_STATUS_OK;
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
    while (newer < map->journal_count && edits_journal_entry(map, newer + 1)->revision > since) {
        newer++;
    }
    for (uint32_t i = 0; i < newer && i < capacity; i++) {
        rects[i] = edits_journal_entry(map, newer - i)->rect;
    }
    *count = newer;
    return WAY_STATUS_OK;
}
