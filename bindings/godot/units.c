// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The units of a WaymarkGround: a world on its map. Edits of the ground are then edits of the
// world. Units are selected one by one; an order is for all that are.
#include "ground.h"

#include <stdlib.h>
#include <string.h>

void ground_forget_world(ground *self)
{
    if (self->record) {
        (void)fclose(self->record);
    }
    if (self->replay) {
        way_replay_destroy(self->replay);
    } else {
        way_world_destroy(self->world);
    }
    free(self->played);
    self->record = NULL;
    self->replay = NULL;
    self->played = NULL;
    free(self->selected);
    self->world = NULL;
    self->selected = NULL;
    self->selected_count = self->selected_capacity = 0;
}

static void units_run_populate(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int units = *(const gd_int *)arguments[0];
    if (self->borrows_map) {
        ground_clear(self); // its map goes with its world
    }
    ground_forget_world(self);
    *(gd_bool *)result = 0;
    if (ground_within(self, "populate", "a number of units", units, 1, WAY_WORLD_UNITS_MAX)) {
        const way_world_kind kind = {.size = 1};
        const way_world_config config = {
            .map = self->map, .kinds = &kind, .kind_count = 1, .unit_capacity = (uint32_t)units};
        const way_status status = way_world_create(&config, &self->world);
        self->selected = status ? NULL : malloc((size_t)units * sizeof *self->selected);
        self->selected_capacity = self->selected ? (uint32_t)units : 0;
        *(gd_bool *)result = !extension_failed("populate", status, "");
    }
}

/// Why no unit can be put on a cell, in words.
static const char *units_hindrance(const ground *self, way_cell cell)
{
    return !self->world                            ? "populate the ground first"
           : way_world_unit_on(self->world, cell)  ? "another unit stands there"
           : !way_map_is_passable(self->map, cell) ? "there is a wall"
                                                   : "all units are there already";
}

static void units_run_add(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const way_cell cell = ground_stand(self, "add_unit", arguments[0]);
    way_unit unit = WAY_UNIT_NONE;
    if (cell != WAY_CELL_NONE) {
        const way_status status =
            self->world ? way_world_add(self->world, &(way_unit_config){.cell = cell}, &unit)
                        : WAY_STATUS_WRONG_STATE;
        (void)extension_failed("add_unit", status, units_hindrance(self, cell));
    }
    *(gd_int *)result = (gd_int)unit;
}

static bool units_known(const ground *self, gd_int unit, const char *doing)
{
    way_unit_view view;
    const bool known = self->world && way_world_unit(self->world, (way_unit)unit, &view);
    return !extension_wrong(doing, known ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND, "no unit %lld",
                            (long long)unit);
}

static void units_run_remove(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int unit = *(const gd_int *)arguments[0];
    *(gd_bool *)result =
        units_known(self, unit, "remove_unit") &&
        !extension_failed("remove_unit", way_world_remove(self->world, (way_unit)unit), "");
}

static void units_run_select(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const gd_int unit = *(const gd_int *)arguments[0];
    *(gd_bool *)result =
        units_known(self, unit, "select_unit") && self->selected_count < self->selected_capacity;
    if (*(gd_bool *)result) {
        self->selected[self->selected_count++] = (way_unit)unit;
    }
}

static void units_run_order(void *instance, const void *const *arguments, void *result)
{
    static const char *const kinds[] = {
        [WAY_ORDER_STOP] = "stop", [WAY_ORDER_HOLD] = "hold",     [WAY_ORDER_GO] = "go",
        [WAY_ORDER_NEAR] = "near", [WAY_ORDER_PATROL] = "patrol", [WAY_ORDER_FOLLOW] = "follow",
        [WAY_ORDER_FLEE] = "flee"};
    ground *self = instance;
    char name[32] = "";
    ground_text(arguments[0], name, sizeof name);
    way_order order = {.kind = WAY_ORDER_KINDS, .cell = ground_cell(self, arguments[1])};
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        order.kind = kinds[i] && strcmp(name, kinds[i]) == 0 ? (way_order_kind)i : order.kind;
    }
    const bool chases = order.kind == WAY_ORDER_FOLLOW || order.kind == WAY_ORDER_FLEE;
    order.target = chases && self->world && order.cell != WAY_CELL_NONE
                       ? way_world_unit_on(self->world, order.cell)
                       : WAY_UNIT_NONE;
    const bool right = self->world && order.kind != WAY_ORDER_KINDS;
    const gd_vector2i *place = arguments[1];
    *(gd_bool *)result =
        !extension_wrong("order", right ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND,
                         "%s '%s'; there are stop, hold, go, near, patrol, follow, flee",
                         self->world ? "no order" : "populate the ground first; or no order",
                         name) &&
        !extension_wrong(
            "order", way_world_order(self->world, self->selected, self->selected_count, &order),
            "%s (%d, %d)", chases ? "no unit is at" : "off the ground:", place->x, place->y);
    self->selected_count = 0;
}

static void units_run_frame(void *instance, const void *const *arguments, void *result)
{
    ground *self = instance;
    const uint32_t budget = ground_budget(self, "frame", arguments[0]);
    const way_status status = self->world && !self->replay ? WAY_STATUS_OK : WAY_STATUS_WRONG_STATE;
    *(gd_bool *)result = budget &&
                         !extension_failed("frame", status,
                                           self->replay ? "a replay goes on by replay_frame"
                                                        : "populate the ground first") &&
                         !extension_failed("frame", way_world_frame(self->world, budget), "");
}

static void units_run_place(void *instance, const void *const *arguments, void *result)
{
    const ground *self = instance;
    const gd_int unit = *(const gd_int *)arguments[0];
    way_unit_view view;
    *(gd_vector2i *)result = self->origin;
    if (units_known(self, unit, "unit_place") &&
        way_world_unit(self->world, (way_unit)unit, &view)) {
        ground_place(self, view.cell, result);
    }
}

/// The cells of all units, in the order in which they were added.
static void units_run_places(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    const uint32_t count = self->world ? way_world_unit_count(self->world) : 0;
    way_unit_view *views = malloc((count + 1) * sizeof *views);
    way_state *cells = malloc((count + 1) * sizeof *cells);
    const uint32_t seen = views && cells && count ? way_world_views(self->world, views, count) : 0;
    for (uint32_t i = 0; i < seen; i++) {
        cells[i] = views[i].cell;
    }
    extension_write_path(result, cells, seen, seen ? way_map_width(self->map) : 1, self->origin);
    free(views);
    free(cells);
}

/// Takes the oldest event and gives its unit; 0 if there is none.
static void units_run_event(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    ground *self = instance;
    self->event = (way_world_event){.cell = WAY_CELL_NONE};
    *(gd_int *)result = self->world && way_world_event_next(self->world, &self->event)
                            ? (gd_int)self->event.unit
                            : 0;
}

static void units_run_event_kind(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    *(gd_int *)result = ((const ground *)instance)->event.kind;
}

static void units_run_event_place(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    *(gd_vector2i *)result = self->origin;
    ground_place(self, self->event.cell, result);
}

/// The places that a unit means to walk, as far as it knows.
static void units_run_path(void *instance, const void *const *arguments, void *result)
{
    enum { MOST = 4096 };
    const ground *self = instance;
    const gd_int unit = *(const gd_int *)arguments[0];
    way_cell cells[MOST];
    const uint32_t count = units_known(self, unit, "unit_path")
                               ? way_world_unit_path(self->world, (way_unit)unit, cells, MOST)
                               : 0;
    extension_write_path(result, cells, count, count ? way_map_width(self->map) : 1, self->origin);
}

static void units_run_tick(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    *(gd_int *)result = self->world ? way_world_statistics(self->world).tick : 0;
}

static void units_run_hash(void *instance, const void *const *arguments, void *result)
{
    (void)arguments;
    const ground *self = instance;
    *(gd_int *)result = self->world ? (gd_int)way_world_hash(self->world) : 0;
}

const extension_row units_methods[] = {
    {"populate(units: int) -> bool", units_run_populate},
    {"add_unit(place: Vector2i) -> int", units_run_add},
    {"remove_unit(unit: int) -> bool", units_run_remove},
    {"select_unit(unit: int) -> bool", units_run_select},
    {"order(kind: String, place: Vector2i) -> bool", units_run_order},
    {"frame(budget: int) -> bool", units_run_frame},
    {"unit_place(unit: int) -> Vector2i", units_run_place},
    {"unit_places() -> PackedVector2Array", units_run_places},
    {"world_tick() -> int", units_run_tick},
    {"world_hash() -> int", units_run_hash},
    {"next_event() -> int", units_run_event},
    {"event_kind() -> int", units_run_event_kind},
    {"event_place() -> Vector2i", units_run_event_place},
    {"unit_path(unit: int) -> PackedVector2Array", units_run_path},
    {NULL, NULL}};
