// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The readers promise: OK with an object, or an error with none, a place and a sentence; what was
// read can be written and read again; and who is told to stop does, with nothing left behind.
#include "fuzz/targets.h"

#include "fuzz/fuzz_bytes.h"
#include "support/parsers.h"

#include <waymark/format.h>
#include <waymark/lab.h>
#include <waymark/mesh.h>

#include <stdlib.h>
#include <string.h>

static void targets_check_problem(way_status status, const way_problem *problem)
{
    const char *end = memchr(problem->text, 0, sizeof problem->text);
    fuzz_require(end != NULL);
    const size_t size = (size_t)(end - problem->text);
    if (status == WAY_STATUS_OK) {
        fuzz_require(size == 0);
    } else if (status != WAY_STATUS_NO_MEMORY) {
        fuzz_require(size > 0 && problem->line > 0);
    }
}

/// A caller who stops the work when it is asked for the `stop`th time, and counts blocks.
typedef struct targets_caller {
    uint32_t asked, stop, told;
    size_t blocks;
} targets_caller;

static void *targets_alloc(size_t size, void *user)
{
    ((targets_caller *)user)->blocks++;
    return malloc(size);
}

static void targets_free(void *pointer, size_t size, void *user)
{
    (void)size;
    ((targets_caller *)user)->blocks--;
    free(pointer);
}

static void targets_progress(uint32_t thousandths, void *user)
{
    targets_caller *caller = user;
    fuzz_require(thousandths <= 1000 && thousandths >= caller->told);
    caller->told = thousandths;
}

static bool targets_cancelled(void *user)
{
    targets_caller *caller = user;
    return ++caller->asked == caller->stop;
}

/// Stops somewhere, as the text has it by chance.
static void targets_cancel(const uint8_t *bytes, size_t size, test_parse parse)
{
    targets_caller caller = {.stop = 1 + (uint32_t)(way_hash_bytes(0, bytes, size) % 48)};
    const way_allocator allocator = {targets_alloc, targets_free, &caller};
    const way_job job = {
        .progress = targets_progress, .cancelled = targets_cancelled, .user = &caller};
    const way_parse_config config = {.allocator = &allocator, .job = &job};
    way_problem problem;
    const way_status status = parse((const char *)bytes, size, &config, &problem);
    fuzz_require(caller.asked <= caller.stop && caller.blocks == 0);
    fuzz_require((status == WAY_STATUS_CANCELLED) == (caller.asked == caller.stop));
    fuzz_require((status == WAY_STATUS_OK) == (problem.text[0] == '\0'));
}

static void targets_check_again(const way_map *map)
{
    const size_t size = way_map_format(map, NULL, 0);
    char *text = malloc(size);
    way_map *again = NULL;
    fuzz_require(text && way_map_format(map, text, size) == size);
    fuzz_require(way_map_parse(text, size, NULL, NULL, &again, NULL) == WAY_STATUS_OK);
    fuzz_require(way_map_hash(again) == way_map_hash(map));
    way_map_destroy(again);
    free(text);
}

static void targets_map(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_map);
    way_map *map = NULL;
    way_problem problem;
    const way_status status = way_map_parse((const char *)bytes, size, NULL, NULL, &map, &problem);
    fuzz_require((status == WAY_STATUS_OK) == (map != NULL));
    targets_check_problem(status, &problem);
    if (map) {
        targets_check_again(map);
    }
    way_map_destroy(map);
}

/// What was read as floors is written and read as the same floors.
static void targets_floors(const uint8_t *bytes, size_t size)
{
    const way_letters letters = way_letters_terrain();
    way_map *map = NULL;
    way_floors floors = {0};
    way_problem problem;
    const way_status status =
        way_floors_parse((const char *)bytes, size, NULL, &letters, &map, &floors, &problem);
    fuzz_require((status == WAY_STATUS_OK) == (map != NULL));
    targets_check_problem(status, &problem);
    if (!map) {
        return;
    }
    fuzz_require(way_floors_rows(&floors) == way_map_height(map));
    const size_t needed = way_floors_format(map, &floors, &letters, NULL, 0);
    char *text = malloc(needed);
    way_map *again = NULL;
    way_floors found = {0};
    fuzz_require(text && way_floors_format(map, &floors, &letters, text, needed) == needed);
    fuzz_require(way_floors_parse(text, needed, NULL, &letters, &again, &found, NULL) ==
                 WAY_STATUS_OK);
    fuzz_require(way_map_hash(again) == way_map_hash(map));
    fuzz_require(found.count == floors.count && found.height == floors.height);
    way_map_destroy(again);
    way_map_destroy(map);
    free(text);
}

/// All links of a text are added, or none.
static void targets_links(const uint8_t *bytes, size_t size)
{
    const way_map_config config = way_map_config_default(6, 9);
    way_map *map = NULL;
    way_problem problem;
    fuzz_require(way_map_create(&config, &map) == WAY_STATUS_OK);
    const uint64_t before = way_map_hash(map);
    const way_status status = way_links_parse((const char *)bytes, size, map, 2, 0, &problem);
    targets_check_problem(status, &problem);
    fuzz_require(status == WAY_STATUS_OK || way_map_link_count(map) == 0);
    fuzz_require(way_map_link_count(map) > 0 || way_map_hash(map) == before);
    for (uint32_t i = 0; i < way_map_link_count(map); i++) {
        const way_map_link link = way_map_link_at(map, i);
        fuzz_require(link.from < 54 && link.to < 54 && link.from != link.to && link.cost > 0);
    }
    way_map_destroy(map);
}

static void targets_profile(const uint8_t *bytes, size_t size)
{
    way_profile profile;
    way_problem problem;
    const way_status status = way_profile_parse((const char *)bytes, size, &profile, &problem);
    targets_check_problem(status, &problem);
    fuzz_require(profile.unit_size >= 1 && profile.unit_size <= WAY_MAP_UNIT_MAX);
}

static void targets_scenario(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_scenario);
    way_scenario scenario;
    way_problem problem;
    const way_status status =
        way_scenario_parse((const char *)bytes, size, NULL, &scenario, &problem);
    targets_check_problem(status, &problem);
    fuzz_require(status == WAY_STATUS_OK || scenario.entries == NULL);
    fuzz_require(scenario.count == 0 || scenario.entries != NULL);
    for (uint32_t i = 0; i < scenario.count; i++) {
        const way_scenario_entry *entry = &scenario.entries[i];
        fuzz_require(entry->start_x < entry->map_width && entry->goal_x < entry->map_width);
        fuzz_require(entry->start_y < entry->map_height && entry->goal_y < entry->map_height);
        fuzz_require(entry->length >= 0 && entry->length < 1e10);
        fuzz_require(entry->tolerance >= 0);
    }
    way_scenario_free(&scenario);
}

static void targets_graph(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_graph);
    way_space *graph = NULL;
    way_problem problem;
    const way_status status = way_graph_parse((const char *)bytes, size, NULL, &graph, &problem);
    fuzz_require((status == WAY_STATUS_OK) == (graph != NULL));
    targets_check_problem(status, &problem);
    way_space_destroy(graph);
}

static void targets_patches(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_patches);
    way_patches patches;
    way_problem problem;
    const way_status status =
        way_patches_parse((const char *)bytes, size, NULL, &patches, &problem);
    targets_check_problem(status, &problem);
    fuzz_require(status == WAY_STATUS_OK || patches.items == NULL);
    size_t cells = 0;
    for (uint32_t i = 0; patches.items && i < patches.count; i++) {
        fuzz_require(patches.items[i].weights == patches.weights + cells);
        cells += (size_t)patches.items[i].width * patches.items[i].height;
    }
    fuzz_require(cells == patches.weight_count);
    way_patches_free(&patches);
}

static void targets_dynamic(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_dynamic);
    way_dynamic_scenario scenario;
    way_problem problem;
    const way_status status =
        way_dynamic_scenario_parse((const char *)bytes, size, NULL, &scenario, &problem);
    targets_check_problem(status, &problem);
    fuzz_require(status == WAY_STATUS_OK || scenario.commands == NULL);
    for (uint32_t i = 0; scenario.commands && i < scenario.count; i++) {
        const way_dynamic_command *command = &scenario.commands[i];
        fuzz_require(command->x < scenario.width && command->y < scenario.height);
        fuzz_require(command->query.goal_x < scenario.width);
        fuzz_require(command->query.start_y < scenario.height);
    }
    way_dynamic_scenario_free(&scenario);
}

static void targets_level(const uint8_t *bytes, size_t size)
{
    way_level level;
    way_problem problem;
    const way_status status = way_level_parse((const char *)bytes, size, NULL, &level, &problem);
    targets_check_problem(status, &problem);
    fuzz_require((status == WAY_STATUS_OK) == (level.solid != NULL));
    if (!level.solid) {
        return;
    }
    char text[8192];
    way_level again;
    way_space *space = NULL;
    const size_t written = way_level_format(&level, text, sizeof text);
    if (written <= sizeof text) {
        fuzz_require(way_level_parse(text, written, NULL, &again, NULL) == WAY_STATUS_OK);
        fuzz_require(again.door_x == level.door_x && again.start_y == level.start_y);
        way_level_free(&again);
    }
    const way_platform_config config = {.level = &level, .state_limit = 200};
    fuzz_require(way_space_create_platform(&config, &space) == WAY_STATUS_OK);
    way_edge edges[5];
    for (way_state state = 0; state < way_platform_count(space); state++) {
        (void)space->type->expand(space, state, edges);
        (void)space->type->goal_estimate(space, state);
    }
    way_space_destroy(space);
    way_level_free(&level);
}

static void targets_mesh(const uint8_t *bytes, size_t size)
{
    targets_cancel(bytes, size, test_parse_mesh);
    way_mesh *mesh = NULL;
    way_problem problem;
    const way_status status = way_mesh_parse((const char *)bytes, size, NULL, &mesh, &problem);
    fuzz_require((status == WAY_STATUS_OK) == (mesh != NULL));
    targets_check_problem(status, &problem);
    if (!mesh) {
        return;
    }
    const size_t written = way_mesh_format(mesh, NULL, 0);
    char *text = malloc(written);
    way_mesh *again = NULL;
    way_space *space = NULL;
    fuzz_require(text && way_mesh_format(mesh, text, written) == written);
    fuzz_require(way_mesh_parse(text, written, NULL, &again, NULL) == WAY_STATUS_OK);
    fuzz_require(way_mesh_bytes(again) == way_mesh_bytes(mesh));
    fuzz_require(way_space_create_mesh(mesh, NULL, &space) == WAY_STATUS_OK);
    for (uint32_t i = 0; i < way_mesh_point_count(mesh); i++) {
        fuzz_require(way_mesh_locate(mesh, way_mesh_point(mesh, i)) != WAY_STATE_NONE);
    }
    way_space_destroy(space);
    way_mesh_destroy(again);
    way_mesh_destroy(mesh);
    free(text);
}

const fuzz_target fuzz_targets[] = {
    {"map", targets_map},
    {"floors", targets_floors},
    {"links", targets_links},
    {"profile", targets_profile},
    {"scenario", targets_scenario},
    {"graph", targets_graph},
    {"patches", targets_patches},
    {"dynamic", targets_dynamic},
    {"level", targets_level},
    {"mesh", targets_mesh},
    {"spec", fuzz_spec},
    {"database", fuzz_database},
    {"parked", fuzz_parked},
    {"edits", fuzz_edits},
    {"calls", fuzz_calls},
    {"replan", fuzz_replan},
    {"kinds", fuzz_kinds},
    {"far", fuzz_far},
    {"world", fuzz_world},
    {"saves", fuzz_saves},
    {"replays", fuzz_replays},
    {"arguments", fuzz_arguments},
    {0},
};
