// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The map in force: made, read, changed, written, and looked at cell by cell.
#include "scenes/gallery.h"
#include "web/engine/engine.h"

#include <waymark/format.h>

#include <stdlib.h>
#include <string.h>

static way_map *map_current;
static way_floors map_floors;

way_map *engine_map(void)
{
    return map_current;
}

static void map_reply_links(const way_map *map)
{
    engine_reply_open("links", '[');
    for (uint32_t i = 0; i < way_map_link_count(map); i++) {
        const way_map_link link = way_map_link_at(map, i);
        engine_reply_open(NULL, '[');
        engine_reply_whole(NULL, link.from);
        engine_reply_whole(NULL, link.to);
        engine_reply_whole(NULL, link.cost);
        engine_reply_whole(NULL, link.both_ways);
        engine_reply_close(']');
    }
    engine_reply_close(']');
}

static void map_reply(way_cell start, way_cell goal)
{
    const way_map *map = map_current;
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("width", way_map_width(map));
    engine_reply_whole("height", way_map_height(map));
    engine_reply_whole("neighbours", way_map_neighbours(map));
    engine_reply_whole("corners", way_map_corners(map));
    engine_reply_whole("cardinal", way_map_costs(map).cardinal);
    engine_reply_whole("diagonal", way_map_costs(map).diagonal);
    engine_reply_whole("passable", way_map_passable_count(map));
    engine_reply_whole("floors", map_floors.count);
    engine_reply_whole("start", start);
    engine_reply_whole("goal", goal);
    map_reply_links(map);
    engine_reply_close('}');
}

/// Replaces the map and says what it is; a failure keeps the old one.
static way_status map_take(way_status status, way_map *map, way_cell start, way_cell goal)
{
    if (status != WAY_STATUS_OK) {
        return engine_reply_status(status);
    }
    engine_trip_close_world(ENGINE_GRID);
    engine_crowd_close();
    engine_world_close();
    way_map_destroy(map_current);
    map_current = map;
    map_floors = (way_floors){.count = 1, .height = way_map_height(map)};
    map_reply(start, goal);
    return WAY_STATUS_OK;
}

static way_status map_take_scene(scene *made, uint32_t neighbours, uint32_t corners)
{
    way_map *map = NULL;
    const way_status status =
        scene_create_map(made, (way_neighbours)neighbours, (way_corners)corners, &map);
    const way_status taken = map_take(status, map, made->start, made->goal);
    scene_destroy(made);
    return taken;
}

/// `settings` has a value for every parameter of the generator.
ENGINE_CALL(int32_t, map_generate,
            (const char *name, const uint32_t *shape, const int32_t *settings))
{
    scene_request request = scene_request_default(name, shape[0], shape[1], shape[2]);
    const scene_generator *generator = scene_generator_find(name);
    for (uint32_t i = 0; generator && i < generator->parameter_count; i++) {
        request.settings[i] = (scene_setting){generator->parameters[i].name, settings[i]};
    }
    scene made;
    const char *offender = NULL;
    const way_status status = scene_create(&request, &made, &offender);
    if (status != WAY_STATUS_OK) {
        way_problem problem = {0};
        for (size_t i = 0; offender && offender[i] && i + 1 < sizeof problem.text; i++) {
            problem.text[i] = offender[i];
        }
        return (int32_t)engine_reply_problem(status, &problem);
    }
    return (int32_t)map_take_scene(&made, shape[3], shape[4]);
}

ENGINE_CALL(int32_t, map_exhibit, (const char *name))
{
    const scene_exhibit *exhibit = scene_gallery_find(name);
    scene made;
    if (!exhibit) {
        return (int32_t)engine_reply_status(WAY_STATUS_NOT_FOUND);
    }
    const way_status status = scene_gallery_create(exhibit, &made);
    return (int32_t)(status ? engine_reply_status(status)
                            : map_take_scene(&made, exhibit->neighbours, exhibit->corners));
}

/// `shape` is width, height, neighbours, corners.
static way_map_config map_configure(const uint32_t *shape)
{
    way_map_config config = way_map_config_default(shape[0], shape[1]);
    config.neighbours = (way_neighbours)shape[2];
    config.corners = (way_corners)shape[3];
    config.costs = (way_cost_model){0};
    return config;
}

/// `shape` has the number of floors, too.
ENGINE_CALL(int32_t, map_load, (const uint32_t *shape, const uint8_t *weights))
{
    way_map_config config = map_configure(shape);
    way_map *map = NULL;
    config.weights = weights;
    const way_status status =
        map_take(way_map_create(&config, &map), map, WAY_CELL_NONE, WAY_CELL_NONE);
    const uint32_t count = shape[4] ? shape[4] : 1;
    const way_floors floors = {.count = count, .height = (shape[1] + 1) / count - 1};
    if (status == WAY_STATUS_OK && way_floors_rows(&floors) == shape[1]) {
        map_floors = floors;
        map_reply(WAY_CELL_NONE, WAY_CELL_NONE);
    }
    return (int32_t)status;
}

ENGINE_CALL(int32_t, map_parse, (const uint32_t *shape, const char *text, size_t size))
{
    const way_map_config config = map_configure(shape);
    way_map *map = NULL;
    way_problem problem = {0};
    way_floors floors = {0};
    const way_status status = way_floors_parse(text, size, &config, NULL, &map, &floors, &problem);
    if (status != WAY_STATUS_OK) {
        return (int32_t)engine_reply_problem(status, &problem);
    }
    (void)map_take(status, map, WAY_CELL_NONE, WAY_CELL_NONE);
    map_floors = floors;
    map_reply(WAY_CELL_NONE, WAY_CELL_NONE);
    return WAY_STATUS_OK;
}

ENGINE_CALL(int32_t, map_format, (void))
{
    const size_t size = way_floors_format(map_current, &map_floors, NULL, NULL, 0);
    char *text = malloc(size);
    if (!text) {
        return (int32_t)engine_reply_status(WAY_STATUS_NO_MEMORY);
    }
    (void)way_floors_format(map_current, &map_floors, NULL, text, size);
    engine_reply_begin();
    engine_reply_bytes(NULL, text, size);
    free(text);
    return WAY_STATUS_OK;
}

/// `edits` holds x, y, width, height, weight for each of `count`; all are one revision.
ENGINE_CALL(int32_t, map_edit, (const uint32_t *edits, uint32_t count))
{
    way_edit *list = malloc(count * sizeof *list);
    if (!list) {
        return (int32_t)engine_reply_status(WAY_STATUS_NO_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *edit = &edits[(size_t)i * 5];
        list[i] = (way_edit){.x = edit[0],
                             .y = edit[1],
                             .width = edit[2],
                             .height = edit[3],
                             .weight = (uint8_t)edit[4]};
    }
    const way_status status = engine_world() ? way_world_edit(engine_world(), list, count)
                                             : way_map_edit(map_current, list, count);
    free(list);
    return (int32_t)engine_reply_status(status);
}

ENGINE_CALL(void, map_weights, (uint8_t * out))
{
    const uint32_t cells = way_map_width(map_current) * way_map_height(map_current);
    for (way_cell cell = 0; cell < cells; cell++) {
        out[cell] = way_map_terrain(map_current, cell);
    }
}

/// What can be known of every cell without a search.
typedef enum map_layer { MAP_COMPONENTS, MAP_CLEARANCE } map_layer;

ENGINE_CALL(void, map_layer, (uint32_t kind, uint32_t size, uint32_t *out))
{
    const uint32_t cells = way_map_width(map_current) * way_map_height(map_current);
    for (way_cell cell = 0; cell < cells; cell++) {
        out[cell] = kind == MAP_COMPONENTS ? way_map_component(map_current, cell, size)
                                           : way_map_clearance(map_current, cell, 1);
    }
}

/// The cell nearest to `cell` where a unit can stand.
ENGINE_CALL(uint32_t, map_nearest, (uint32_t cell, uint32_t size))
{
    return way_map_nearest_passable(map_current, cell, size);
}

ENGINE_CALL(uint32_t, map_distance, (uint32_t from, uint32_t to))
{
    return way_map_estimate(map_current, from, to);
}

way_status engine_map_prepare(uint32_t profile)
{
    const way_profile plain = way_profile_default(profile);
    return profile < WAY_PROFILE_FIRST ? way_map_add_profile(map_current, &plain, NULL)
                                       : WAY_STATUS_OK;
}

ENGINE_CALL(int32_t, map_add_unit, (uint32_t size))
{
    return (int32_t)engine_reply_status(engine_map_prepare(size));
}

/// Adds a kind of unit: `weights` [256] by terrain. Says its number.
ENGINE_CALL(int32_t, map_add_profile, (uint32_t size, const uint8_t *weights))
{
    way_profile profile = way_profile_default(size);
    uint32_t number = 0;
    memcpy(profile.weights, weights, sizeof profile.weights);
    const way_status status = way_map_add_profile(map_current, &profile, &number);
    if (status != WAY_STATUS_OK) {
        return (int32_t)engine_reply_status(status);
    }
    engine_reply_begin();
    engine_reply_whole(NULL, number);
    return WAY_STATUS_OK;
}

static way_status map_drop_links(void)
{
    const uint32_t count = way_map_link_count(map_current);
    way_map_link *present = malloc((count + 1) * sizeof *present);
    if (!present) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        present[i] = way_map_link_at(map_current, i);
    }
    const way_status status =
        count ? way_map_remove_links(map_current, present, count) : WAY_STATUS_OK;
    free(present);
    return status;
}

/// The links of the map become those of the list: from, to, cost, whether both ways.
ENGINE_CALL(int32_t, map_set_links, (const uint32_t *links, uint32_t count))
{
    way_map_link *list = malloc((count + 1) * sizeof *list);
    if (!list) {
        return (int32_t)engine_reply_status(WAY_STATUS_NO_MEMORY);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *link = &links[(size_t)i * 4];
        list[i] = (way_map_link){
            .from = link[0], .to = link[1], .cost = link[2], .both_ways = link[3] != 0};
    }
    engine_world_close();
    way_status status = map_drop_links();
    status = status || !count ? status : way_map_add_links(map_current, list, count);
    free(list);
    return (int32_t)engine_reply_status(status);
}

static void map_reply_row(const way_scenario_entry *entry)
{
    engine_reply_open(NULL, '[');
    engine_reply_whole(NULL, entry->bucket);
    engine_reply_whole(NULL, entry->start_x);
    engine_reply_whole(NULL, entry->start_y);
    engine_reply_whole(NULL, entry->goal_x);
    engine_reply_whole(NULL, entry->goal_y);
    engine_reply_decimal(NULL, entry->length);
    engine_reply_close(']');
}

ENGINE_CALL(int32_t, scenario_parse, (const char *text, size_t size))
{
    way_scenario scenario;
    way_problem problem = {0};
    const way_status status = way_scenario_parse(text, size, NULL, &scenario, &problem);
    if (status != WAY_STATUS_OK) {
        return (int32_t)engine_reply_problem(status, &problem);
    }
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_text("map", scenario.map_name);
    engine_reply_whole("width", scenario.count ? scenario.entries[0].map_width : 0);
    engine_reply_whole("height", scenario.count ? scenario.entries[0].map_height : 0);
    engine_reply_open("rows", '[');
    for (uint32_t i = 0; i < scenario.count; i++) {
        map_reply_row(&scenario.entries[i]);
    }
    engine_reply_close(']');
    engine_reply_close('}');
    way_scenario_free(&scenario);
    return WAY_STATUS_OK;
}
