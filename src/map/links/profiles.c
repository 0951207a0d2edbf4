// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Profiles: a table says what terrain weighs, a layer where units of one size can stand by it.
// Layers of one table hang in a list that begins with its base, the layer of one cell, which is
// bare unless a profile asked for it. The plain table, whose weights are the terrain itself, and
// its base are always there.
#include "map/links/profiles.h"

#include "map/grid/layer.h"
#include "map/links/links.h"

#include <string.h>

way_profile way_profile_default(uint32_t unit_size)
{
    way_profile profile = {.unit_size = (uint8_t)(unit_size < 256 ? unit_size : 0)};
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        profile.weights[terrain] = (uint8_t)terrain;
    }
    return profile;
}

void wayi_table_measure(const way_map *map, wayi_table *table)
{
    table->min_weight = UINT32_MAX;
    table->uniform = true;
    const uint32_t between = (map->floors.count - 1) * map->width; // blocked for everybody
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        const uint32_t weight = table->weights[terrain];
        if (weight && map->terrain_counts[terrain] > (terrain ? 0 : between)) {
            table->min_weight = weight < table->min_weight ? weight : table->min_weight;
            table->uniform = table->uniform && weight == 1;
        }
    }
    table->min_weight = table->min_weight == UINT32_MAX ? 1 : table->min_weight;
    for (wayi_layer *layer = table->layers; layer; layer = layer->next) {
        layer->min_weight = table->min_weight;
    }
}

void wayi_table_weigh(wayi_table *table)
{
    table->base->weights = table->plane;
    for (wayi_layer *layer = table->base->next; layer; layer = layer->next) {
        layer->weights = layer->footprint;
    }
}

/// The table of a layer, to be changed.
static wayi_table *profiles_table(const wayi_layer *layer)
{
    return (wayi_table *)layer->table;
}

void wayi_map_weigh(const way_map *map, uint32_t profile)
{
    wayi_table *table = profiles_table(wayi_map_layer(map, profile));
    if (!table->base->weights) {
        wayi_table_weigh(table);
    }
}

/// Lays out where units of one cell can stand, and what cells weigh for them.
static void profiles_fill_base(const way_map *map, const wayi_table *table)
{
    for (uint32_t y = 0; y < map->height; y++) {
        const uint8_t *terrains = map->tables[0]->plane + (size_t)y * map->width;
        uint8_t *weights = table->plane ? table->plane + (size_t)y * map->width : NULL;
        uint64_t *row = table->base->rows + ((size_t)y + 1) * map->row_words;
        for (uint32_t x = 0; x < map->width; x++) {
            const uint8_t weight = wayi_map_divides(map, y) ? 0 : table->weights[terrains[x]];
            row[(x + 1) >> 6] |= (uint64_t)(weight != 0) << ((x + 1) & 63u);
            if (weights) {
                weights[x] = weight;
            }
        }
    }
    wayi_lines_transpose(map, table->base->rows, table->base->columns,
                         (way_rect){0, 0, map->width, map->height});
}

/// Whether a table needs a plane: what it weighs is not told by bits.
static bool profiles_is_heavy(const uint8_t weights[256])
{
    bool heavy = false;
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        heavy = heavy || weights[terrain] > 1;
    }
    return heavy;
}

wayi_table *wayi_table_create(const way_map *map, const uint8_t weights[256])
{
    wayi_table *table = wayi_alloc_zero(&map->allocator, 1, sizeof *table);
    if (!table) {
        return NULL;
    }
    memcpy(table->weights, weights, sizeof table->weights);
    table->min_weight = 1;
    table->uniform = true;
    table->base = wayi_layer_create(map, table, 1);
    table->layers = table->base;
    const bool heavy = profiles_is_heavy(weights);
    table->plane =
        heavy ? wayi_alloc(&map->allocator, map->cell_count, sizeof *table->plane) : NULL;
    if (!table->base || (heavy && !table->plane)) {
        wayi_table_destroy(map, table);
        return NULL;
    }
    return table;
}

void wayi_table_destroy(const way_map *map, wayi_table *table)
{
    if (!table) {
        return;
    }
    for (wayi_layer *layer = table->layers; layer;) {
        wayi_layer *next = layer->next;
        wayi_layer_destroy(map, layer);
        layer = next;
    }
    WAYI_FREE(&map->allocator, table->plane, map->cell_count);
    WAYI_FREE(&map->allocator, table, 1);
}

/// The table with these weights, made if need be; NULL without memory.
static wayi_table *profiles_find_table(way_map *map, const uint8_t weights[256])
{
    for (uint32_t i = 0; i < map->table_count; i++) {
        if (memcmp(map->tables[i]->weights, weights, 256) == 0) {
            return map->tables[i];
        }
    }
    wayi_table *table = wayi_table_create(map, weights);
    if (!table) {
        return NULL;
    }
    profiles_fill_base(map, table);
    wayi_table_measure(map, table);
    if (!table->uniform) {
        wayi_table_weigh(table);
    }
    map->tables[map->table_count++] = table;
    return table;
}

/// Forgets a table that no profile uses.
static void profiles_release_table(way_map *map, wayi_table *table)
{
    if (table == map->tables[0] || table->base->users || table->base->next) {
        return;
    }
    uint32_t place = 1;
    while (map->tables[place] != table) {
        place++;
    }
    map->tables[place] = map->tables[--map->table_count];
    wayi_table_destroy(map, table);
}

/// The layer of a table for a unit size, complete; NULL without memory.
static wayi_layer *profiles_find_layer(const way_map *map, wayi_table *table, uint32_t size)
{
    wayi_layer *layer = table->layers;
    while (layer && layer->size != size) {
        layer = layer->next;
    }
    if (layer) {
        return layer->around || wayi_layer_furnish(map, layer) ? layer : NULL;
    }
    layer = wayi_layer_create(map, table, size);
    if (!layer) {
        return NULL;
    }
    layer->min_weight = table->min_weight;
    wayi_layer_update(map, layer, (way_rect){0, 0, map->width, map->height});
    if (!wayi_layer_furnish(map, layer)) {
        wayi_layer_destroy(map, layer);
        return NULL;
    }
    layer->next = table->base->next;
    table->base->next = layer;
    return layer;
}

/// The place of a new layer whose weights are not the terrain; WAYI_LAYERS_MAX if all are taken.
/// What is believed has profiles of its own at the other end, where the truth comes last.
static uint32_t profiles_free_place(const way_map *map)
{
    const uint32_t first = WAY_MAP_UNIT_MAX + 1;
    for (uint32_t i = first; i < WAYI_LAYERS_MAX; i++) {
        const uint32_t place = map->believed ? WAYI_LAYERS_MAX - 1 - (i - first) : i;
        if (!map->layers[place]) {
            return place;
        }
    }
    return WAYI_LAYERS_MAX;
}

/// The layer of a profile that is already there, or NULL.
static wayi_layer *profiles_present(const way_map *map, const uint8_t weights[256], uint32_t size)
{
    for (uint32_t i = 1; i < WAYI_LAYERS_MAX; i++) {
        wayi_layer *layer = map->layers[i];
        if (layer && layer->size == size && memcmp(layer->table->weights, weights, 256) == 0) {
            return layer;
        }
    }
    return NULL;
}

static wayi_layer *profiles_layer(const way_map *map, uint32_t profile)
{
    return (wayi_layer *)wayi_map_layer(map, profile);
}

/// Forgets a layer, and its table if that was the last.
static void profiles_drop(way_map *map, wayi_layer *layer)
{
    wayi_table *table = profiles_table(layer);
    const uint32_t first = WAY_PROFILE_FIRST - (WAY_MAP_UNIT_MAX + 1);
    map->layers[layer->profile <= WAY_MAP_UNIT_MAX ? layer->profile : layer->profile - first] =
        NULL;
    layer->users = 0;
    if (layer == table->base) {
        layer->profile = 0;
        wayi_layer_strip(map, layer);
    } else {
        wayi_layer *before = table->base;
        while (before->next != layer) {
            before = before->next;
        }
        before->next = layer->next;
        wayi_layer_destroy(map, layer);
    }
    profiles_release_table(map, table);
}

/// Makes the layer of a profile that is not there yet, at a place of its own.
static way_status profiles_create(way_map *map, const uint8_t weights[256], uint32_t size,
                                  uint32_t place)
{
    wayi_table *table = profiles_find_table(map, weights);
    wayi_layer *layer = table ? profiles_find_layer(map, table, size) : NULL;
    if (!layer) {
        if (table) {
            profiles_release_table(map, table);
        }
        return WAY_STATUS_NO_MEMORY;
    }
    map->layers[place] = layer;
    layer->profile =
        place <= WAY_MAP_UNIT_MAX ? place : place - (WAY_MAP_UNIT_MAX + 1) + WAY_PROFILE_FIRST;
    layer->users = 1;
    if (!wayi_links_join_layer(map, layer)) {
        profiles_drop(map, layer);
        return WAY_STATUS_NO_MEMORY;
    }
    return WAY_STATUS_OK;
}

way_status wayi_map_follow_profiles(way_map *map, const way_map *other)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 1; i < WAYI_LAYERS_MAX && status == WAY_STATUS_OK; i++) {
        const wayi_layer *wanted = other->layers[i];
        const wayi_layer *layer =
            wanted ? profiles_present(map, wanted->table->weights, wanted->size) : NULL;
        if (wanted && layer != map->layers[i]) {
            status = WAY_STATUS_INVALID_ARGUMENT;
        } else if (wanted && !layer) {
            status = profiles_create(map, wanted->table->weights, wanted->size, i);
        }
    }
    return status;
}

way_status way_map_add_profile(way_map *map, const way_profile *profile, uint32_t *out)
{
    uint32_t unused = 0;
    out = out ? out : &unused;
    *out = 0;
    if (!map || !profile) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (profile->unit_size < 1 || profile->unit_size > WAY_MAP_UNIT_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    wayi_layer *layer = profiles_present(map, profile->weights, profile->unit_size);
    way_status status = WAY_STATUS_OK;
    if (!layer) {
        const bool plain = memcmp(map->tables[0]->weights, profile->weights, 256) == 0;
        const uint32_t place = plain ? profile->unit_size : profiles_free_place(map);
        status = place < WAYI_LAYERS_MAX
                     ? profiles_create(map, profile->weights, profile->unit_size, place)
                     : WAY_STATUS_TOO_LARGE;
        layer = map->layers[place % WAYI_LAYERS_MAX];
    } else {
        layer->users++;
    }
    *out = status == WAY_STATUS_OK ? layer->profile : 0;
    return status;
}

way_status way_map_remove_profile(way_map *map, uint32_t profile)
{
    wayi_layer *layer = map ? profiles_layer(map, profile) : NULL;
    if (!layer || layer == map->layers[1]) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (--layer->users == 0) {
        WAYI_ASSERT_FREE(layer, "spaces and navigators go before the profile that they are for");
        wayi_links_forget(map, profile);
        profiles_drop(map, layer);
    }
    return WAY_STATUS_OK;
}

bool way_map_profile(const way_map *map, uint32_t profile, way_profile *out)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (layer) {
        out->unit_size = (uint8_t)layer->size;
        memcpy(out->weights, layer->table->weights, sizeof out->weights);
    }
    return layer != NULL;
}

uint8_t way_map_weight(const way_map *map, way_cell cell, uint32_t profile)
{
    const wayi_layer *layer = wayi_map_layer(map, profile);
    if (!layer || cell >= map->cell_count) {
        return 0;
    }
    const uint32_t y = wayi_map_row(map, cell);
    return wayi_layer_weight_at(map, layer, cell - y * map->width, y);
}
