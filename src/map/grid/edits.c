// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Changing a map. A call first checks everything and then writes; it takes no memory. A layer is
// touched only where the terrain, old and new, differs for its table.
#include "map/grid/edits.h"

#include "map/grid/layer.h"
#include "map/links/links.h"
#include "map/links/profiles.h"
#include "map/reach/components.h"

#include <string.h>

static bool edits_is_inside(const way_map *map, const way_edit *edit)
{
    return edit->x <= map->width && edit->width <= map->width - edit->x && edit->y <= map->height &&
           edit->height <= map->height - edit->y;
}

static bool edits_is_empty(const way_edit *edit)
{
    return edit->width == 0 || edit->height == 0;
}

/// Tells the tables for which something weighs more than 1 now.
static void edits_weigh(way_map *map, const way_edit *edits, uint32_t count)
{
    for (uint32_t i = 0; i < map->table_count; i++) {
        wayi_table *table = map->tables[i];
        bool heavy = false;
        for (uint32_t k = 0; !table->base->weights && k < count && !heavy; k++) {
            heavy = table->weights[edits[k].weight] > 1 && !edits_is_empty(&edits[k]);
        }
        if (heavy) {
            wayi_table_weigh(table);
        }
    }
}

/// What an edit does to the cells of one table: weighs otherwise, becomes passable or blocked.
typedef struct edits_effect {
    way_rect weighed;
    way_rect turned;
} edits_effect;

static void edits_set_cell(way_map *map, way_cell cell, uint8_t old, uint8_t terrain)
{
    map->cells_hash += wayi_map_cell_hash(cell, terrain) - wayi_map_cell_hash(cell, old);
    map->terrain_counts[old]--;
    map->terrain_counts[terrain]++;
}

static void edits_set_weight(wayi_table *table, edits_effect *effect, way_cell cell, way_rect here,
                             uint8_t old, uint8_t weight)
{
    if (table->plane) {
        table->plane[cell] = weight;
    }
    if (old != weight) {
        effect->weighed = wayi_bounds_join(effect->weighed, here);
        const bool turned = (old == 0) != (weight == 0);
        effect->turned = turned ? wayi_bounds_join(effect->turned, here) : effect->turned;
    }
}

/// Brings the layers of a table in line with the cells that changed.
static void edits_update_layers(const way_map *map, const wayi_table *table,
                                const edits_effect *effect, bool passable)
{
    if (effect->turned.width > 0) {
        wayi_layer_fill(map, table->base, effect->turned, passable);
    }
    for (wayi_layer *layer = table->layers; layer; layer = layer->next) {
        if (effect->turned.width > 0 && layer->size > 1) {
            wayi_layer_update(map, layer, effect->turned);
        }
        if (effect->turned.width > 0 && layer->components) {
            wayi_components_touch(layer, effect->turned);
        }
        if (effect->weighed.width > 0 && layer->footprint) {
            wayi_layer_update_footprint(map, layer, effect->weighed);
        }
        if (effect->weighed.width > 0 && layer->rough && layer->weights) {
            wayi_layer_update_rough(map, layer, wayi_layer_touched(map, layer, effect->weighed));
        }
    }
}

/// Writes one edit of a floor into planes and layers; returns the bounds of the cells that changed.
/// With `divides` it is a row between floors, which is blocked whatever blocked terrain weighs.
static way_rect edits_apply(way_map *map, const way_edit *edit, bool divides)
{
    way_rect changed = {0};
    edits_effect effects[WAY_MAP_PROFILES_MAX + 1];
    memset(effects, 0, map->table_count * sizeof *effects);
    for (uint32_t y = edit->y; y < edit->y + edit->height; y++) {
        for (uint32_t x = edit->x; x < edit->x + edit->width; x++) {
            const uint8_t old = wayi_map_terrain_at(map, x, y);
            if (old == edit->weight && !divides) {
                continue;
            }
            const way_rect here = {x, y, 1, 1};
            const way_cell cell = y * map->width + x;
            edits_set_cell(map, cell, old, edit->weight);
            changed = wayi_bounds_join(changed, here);
            for (uint32_t i = 0; i < map->table_count; i++) {
                wayi_table *table = map->tables[i];
                edits_set_weight(table, &effects[i], cell, here, table->weights[old],
                                 divides ? 0 : table->weights[edit->weight]);
            }
        }
    }
    for (uint32_t i = 0; i < map->table_count; i++) {
        const bool passable = !divides && map->tables[i]->weights[edit->weight] != 0;
        edits_update_layers(map, map->tables[i], &effects[i], passable);
    }
    return changed;
}

/// Brings long runs, components and links in line with what was written.
static void edits_finish(way_map *map)
{
    for (uint32_t i = 0; i < map->table_count; i++) {
        const uint32_t least = map->tables[i]->min_weight;
        wayi_table_measure(map, map->tables[i]);
        for (wayi_layer *layer = map->tables[i]->layers; layer; layer = layer->next) {
            wayi_layer_settle_runs(map, layer);
            if (layer->components) {
                wayi_components_update(map, layer);
            }
            if (layer->links && least != map->tables[i]->min_weight) {
                wayi_links_weigh(map, layer);
            }
        }
    }
}

/// Applies an edit floor by floor: rows between them are passed over.
static void edits_apply_floors(way_map *map, wayi_batch *batch, const way_edit *edit)
{
    const uint32_t rows = map->floors.height + 1;
    const uint32_t end = edit->y + edit->height;
    for (uint32_t floor = edit->y / rows; floor * rows < end; floor++) {
        const uint32_t last = (floor + 1) * rows - 1; // not of the floor any more
        way_edit part = *edit;
        part.y = floor * rows > edit->y ? floor * rows : edit->y;
        part.height = (last < end ? last : end) - part.y;
        if (part.y < last) {
            wayi_batch_add(map, batch, edits_apply(map, &part, false));
        }
    }
}

void wayi_map_divide(way_map *map, const way_floors *floors)
{
    wayi_map_set_floors(map, *floors);
    wayi_batch batch = {0};
    for (uint32_t y = floors->height; y < map->height; y += floors->height + 1) {
        const way_edit row = {0, y, map->width, 1, 0};
        wayi_batch_add(map, &batch, edits_apply(map, &row, true));
    }
    wayi_batch_end(map, &batch);
    edits_finish(map);
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
    edits_weigh(map, edits, count);
    wayi_batch batch = {0};
    for (uint32_t i = 0; i < count; i++) {
        edits_apply_floors(map, &batch, &edits[i]);
    }
    wayi_batch_end(map, &batch);
    edits_finish(map);
    return WAY_STATUS_OK;
}
