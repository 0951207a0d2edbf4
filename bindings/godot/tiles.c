// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tile maps as ground: a TileMapLayer is read cell by cell through its own methods, called by name.
// A cell without a tile is blocked; a tile weighs what its custom data of the given name says, and
// 1 if it has none. Without a name every tile weighs 1.
#include "ground.h"

#include <stdlib.h>

/// What a call of an object's gave, as a value of a type; false if it gave something else.
static bool tiles_ask(void *object, const char *method, gd_variant *argument, gd_type type,
                      void *out)
{
    gd_variant result;
    const gd_variant *const arguments[] = {argument};
    if (!extension_call(object, method, arguments, argument ? 1 : 0, &result)) {
        return false;
    }
    const bool right = extension_godot.variant_get_type(&result) == type;
    if (right) {
        extension_from_variant(out, type, &result);
    }
    extension_godot.variant_destroy(&result);
    return right;
}

/// The weight of the tile at a place of the layer.
static uint8_t tiles_weight(void *layer, gd_vector2i place, const gd_string *data)
{
    gd_variant where, name;
    gd_int source = -1, weight = 1;
    void *tile = NULL;
    extension_to_variant(&where, GD_VECTOR2I, &place);
    if (!tiles_ask(layer, "get_cell_source_id", &where, GD_INT, &source) || source < 0) {
        weight = 0;
    } else if (extension_godot.string_to_utf8_chars(data, NULL, 0) > 0 &&
               tiles_ask(layer, "get_cell_tile_data", &where, GD_OBJECT, &tile) && tile) {
        extension_to_variant(&name, GD_STRING, (void *)(uintptr_t)data);
        gd_bool blocked = 0;
        gd_int told = 1;
        if (tiles_ask(tile, "get_custom_data", &name, GD_INT, &told)) {
            weight = told < 0 ? 0 : told > 255 ? 255 : told;
        } else if (tiles_ask(tile, "get_custom_data", &name, GD_BOOL, &blocked)) {
            weight = blocked ? 0 : 1; // a layer of yes and no says what is solid
        }
        extension_godot.variant_destroy(&name);
    }
    extension_godot.variant_destroy(&where);
    return (uint8_t)weight;
}

/// The part of an area that lies on the ground, in cells of the map.
static way_rect tiles_cut(const ground *self, gd_rect2i area)
{
    const int64_t left = (int64_t)area.position.x - self->origin.x;
    const int64_t top = (int64_t)area.position.y - self->origin.y;
    const int64_t x0 = left < 0 ? 0 : left, y0 = top < 0 ? 0 : top;
    const int64_t width = way_map_width(self->map), height = way_map_height(self->map);
    const int64_t x1 = left + area.size.x < width ? left + area.size.x : width;
    const int64_t y1 = top + area.size.y < height ? top + area.size.y : height;
    return x0 < x1 && y0 < y1
               ? (way_rect){(uint32_t)x0, (uint32_t)y0, (uint32_t)(x1 - x0), (uint32_t)(y1 - y0)}
               : (way_rect){0};
}

/// Reads the tiles of an area as one edit, made of runs of cells that weigh the same.
static way_status tiles_read(ground *self, void *layer, gd_rect2i area, const gd_string *data)
{
    const way_rect cut = tiles_cut(self, area);
    uint32_t count = 0;
    way_edit *edits = malloc(((size_t)cut.width * cut.height + 1) * sizeof *edits);
    if (!edits) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t y = cut.y; y < cut.y + cut.height; y++) {
        for (uint32_t x = cut.x; x < cut.x + cut.width; x++) {
            const gd_vector2i place = {(int32_t)x + self->origin.x, (int32_t)y + self->origin.y};
            const uint8_t weight = tiles_weight(layer, place, data);
            if (x > cut.x && edits[count - 1].weight == weight) {
                edits[count - 1].width++;
            } else {
                edits[count++] = (way_edit){x, y, 1, 1, weight};
            }
        }
    }
    const way_status status = ground_edit(self, edits, count);
    free(edits);
    return status;
}

static void tiles_run_read(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    void *layer = *(void *const *)arguments[0];
    gd_rect2i used = {{0, 0}, {0, 0}};
    *(gd_bool *)result = 0;
    if (!layer || !tiles_ask(layer, "get_used_rect", NULL, GD_RECT2I, &used)) {
        (void)extension_failed("read_tiles", WAY_STATUS_INVALID_ARGUMENT,
                               "the first argument is no TileMapLayer");
        return;
    }
    if (ground_setup(self, used.position, used.size)) {
        *(gd_bool *)result =
            !extension_failed("read_tiles", tiles_read(self, layer, used, arguments[1]), "");
    }
}

static void tiles_run_update(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    void *layer = *(void *const *)arguments[0];
    const gd_rect2i *area = arguments[2];
    const way_status status = !layer || !self->map ? WAY_STATUS_INVALID_ARGUMENT
                                                   : tiles_read(self, layer, *area, arguments[1]);
    *(gd_bool *)result =
        !extension_failed("update_tiles", status,
                          self->map ? "the first argument is no TileMapLayer" : "read_tiles first");
}

const extension_row tiles_methods[] = {
    {"read_tiles(layer: Object, data: String) -> bool", tiles_run_read},
    {"update_tiles(layer: Object, data: String, area: Rect2i) -> bool", tiles_run_update},
    {NULL, NULL}};
