// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What index.js calls: flat functions of numbers and pointers around the library, for WebAssembly.
// A call that can fail returns a way_status and leaves what it made, or what was wrong, where
// glue_result and glue_problem point.
#include <waymark/waymark.h>

#include <stdlib.h>
#include <string.h>

/// Calls that the module shows.
#define GLUE(name) __attribute__((export_name(#name)))

typedef struct glue_ground {
    way_map *map;
    way_space *space;
} glue_ground;

static void *glue_made;
static way_problem glue_wrong;

GLUE(take) void *take(size_t size);
GLUE(give) void give(void *pointer);
GLUE(result) void *result(void);
GLUE(problem) const char *problem(void);
GLUE(status_name) const char *status_name(uint32_t status);
GLUE(status_text) const char *status_text(uint32_t status);
GLUE(outcome_name) const char *outcome_name(uint32_t outcome);
GLUE(version) const char *version(void);
GLUE(algorithm_count) uint32_t algorithm_count(void);
GLUE(algorithm_text) const char *algorithm_text(uint32_t index, uint32_t what);
GLUE(hash) uint64_t hash(const void *bytes, size_t size);
GLUE(map_make) uint32_t map_make(uint32_t width, uint32_t height, const uint8_t *weights);
GLUE(map_drop) void map_drop(glue_ground *ground);
GLUE(map_edit) uint32_t map_edit(glue_ground *ground, const way_edit *edit);
GLUE(map_read) uint32_t map_read(const glue_ground *ground, uint8_t *weights);
GLUE(map_weight) uint32_t map_weight(const glue_ground *ground, uint32_t cell);
GLUE(map_reachable)
uint32_t map_reachable(const glue_ground *ground, uint32_t from, uint32_t to, uint32_t profile);
GLUE(map_profile)
uint32_t map_profile(glue_ground *ground, uint32_t size, const uint8_t *weights, uint32_t *number);
GLUE(map_link) uint32_t map_link(glue_ground *ground, const uint32_t *link, uint32_t add);
GLUE(map_space) way_space *map_space(const glue_ground *ground);
GLUE(space_make) uint32_t space_make(const glue_ground *ground, uint32_t profile);
GLUE(space_make_penalty)
uint32_t space_make_penalty(const glue_ground *ground, uint32_t profile, const uint8_t *penalties,
                            uint32_t unit);
GLUE(space_drop) void space_drop(way_space *space);
GLUE(space_find)
uint32_t space_find(way_space *space, const char *algorithm, uint32_t from, uint32_t to);
GLUE(path_drop) void path_drop(way_path *path);
GLUE(path_outcome) uint32_t path_outcome(const way_path *path);
GLUE(path_cost) uint32_t path_cost(const way_path *path);
GLUE(path_cells) const way_state *path_cells(const way_path *path, uint32_t *count);
GLUE(navigator_make) uint32_t navigator_make(way_space *space, const char *algorithm);
GLUE(navigator_open) uint32_t navigator_open(way_space *space, const void *bytes, size_t size);
GLUE(navigator_save) uint32_t navigator_save(const way_navigator *navigator);
GLUE(navigator_current) uint32_t navigator_current(const way_navigator *navigator);
GLUE(saved_bytes) const void *saved_bytes(const way_database *saved, uint32_t *size);
GLUE(saved_drop) void saved_drop(way_database *saved);
GLUE(navigator_drop) void navigator_drop(way_navigator *navigator);
GLUE(navigator_repair)
uint32_t navigator_repair(way_navigator *navigator, uint32_t budget, uint32_t *done);
GLUE(agent_make) uint32_t agent_make(way_navigator *navigator);
GLUE(agent_drop) void agent_drop(way_agent *agent);
GLUE(agent_begin)
uint32_t agent_begin(way_agent *agent, uint32_t start, uint32_t goal, uint32_t nearest);
GLUE(agent_step) uint32_t agent_step(way_agent *agent, uint32_t budget);
GLUE(agent_run) uint32_t agent_run(way_agent *agent);
GLUE(agent_outcome) uint32_t agent_outcome(const way_agent *agent);
GLUE(agent_cost) uint32_t agent_cost(const way_agent *agent);
GLUE(agent_path) const way_state *agent_path(const way_agent *agent, uint32_t *count);
GLUE(field_make) uint32_t field_make(way_space *space, uint32_t backward);
GLUE(field_drop) void field_drop(way_field *field);
GLUE(field_begin)
uint32_t field_begin(way_field *field, const way_state *goals, uint32_t count, uint32_t limit);
GLUE(field_step) uint32_t field_step(way_field *field, uint32_t budget);
GLUE(field_next) uint32_t field_next(const way_field *field, uint32_t state);
GLUE(field_cost) uint32_t field_cost(const way_field *field, uint32_t state);
GLUE(world_make)
uint32_t world_make(const glue_ground *ground, const uint32_t *numbers, uint32_t kind_count,
                    uint32_t team_count);
GLUE(world_drop) void world_drop(way_world *world);
GLUE(world_add) uint32_t world_add(way_world *world, uint32_t cell, uint32_t kind, uint32_t team);
GLUE(world_added) way_unit world_added(void);
GLUE(world_remove) uint32_t world_remove(way_world *world, way_unit unit);
GLUE(world_order)
uint32_t world_order(way_world *world, const way_unit *units, uint32_t count, way_unit target,
                     const uint32_t *numbers);
GLUE(world_edit) uint32_t world_edit(way_world *world, const way_edit *edit);
GLUE(world_frame) uint32_t world_frame(way_world *world, uint32_t budget);
GLUE(world_count) uint32_t world_count(const way_world *world);
GLUE(world_places) uint32_t world_places(const way_world *world);
GLUE(world_at) way_unit world_at(const way_world *world, uint32_t place);
GLUE(world_unit) uint32_t world_unit(const way_world *world, way_unit unit, int32_t *out);
GLUE(world_event) uint32_t world_event(way_world *world, way_world_event *out);
GLUE(world_hash) uint64_t world_hash(const way_world *world);

void *take(size_t size)
{
    return malloc(size ? size : 1);
}

void give(void *pointer)
{
    free(pointer);
}

void *result(void)
{
    return glue_made;
}

const char *problem(void)
{
    return glue_wrong.text;
}

const char *status_name(uint32_t status)
{
    return way_status_name((way_status)status);
}

const char *status_text(uint32_t status)
{
    return way_status_text((way_status)status);
}

const char *outcome_name(uint32_t outcome)
{
    return way_outcome_name((way_outcome)outcome);
}

const char *version(void)
{
    return way_version();
}

uint32_t algorithm_count(void)
{
    return way_algorithm_count();
}

const char *algorithm_text(uint32_t index, uint32_t what)
{
    const way_algorithm *entry = way_algorithm_at(index);
    const char *const texts[] = {entry->name, entry->title, entry->family, entry->summary};
    return texts[what];
}

uint64_t hash(const void *bytes, size_t size)
{
    return way_hash_bytes(0, bytes, size);
}

uint32_t map_make(uint32_t width, uint32_t height, const uint8_t *weights)
{
    glue_ground *ground = calloc(1, sizeof *ground);
    if (!ground) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_map_config config = way_map_config_default(width, height);
    config.weights = weights;
    way_status status = way_map_create(&config, &ground->map);
    status = status ? status : way_space_create_grid(ground->map, 1, NULL, &ground->space);
    if (status) {
        map_drop(ground);
        return status;
    }
    glue_made = ground;
    return WAY_STATUS_OK;
}

void map_drop(glue_ground *ground)
{
    way_space_destroy(ground->space);
    way_map_destroy(ground->map);
    free(ground);
}

uint32_t map_edit(glue_ground *ground, const way_edit *edit)
{
    return way_map_edit(ground->map, edit, 1);
}

uint32_t map_read(const glue_ground *ground, uint8_t *weights)
{
    const way_rect all = {0, 0, way_map_width(ground->map), way_map_height(ground->map)};
    return way_map_read(ground->map, &all, weights);
}

uint32_t map_weight(const glue_ground *ground, uint32_t cell)
{
    return way_map_weight(ground->map, cell);
}

uint32_t map_reachable(const glue_ground *ground, uint32_t from, uint32_t to, uint32_t profile)
{
    return way_map_is_reachable(ground->map, from, to, profile);
}

uint32_t map_profile(glue_ground *ground, uint32_t size, const uint8_t *weights, uint32_t *number)
{
    way_profile profile = way_profile_default(size);
    memcpy(profile.weights, weights, sizeof profile.weights);
    return way_map_add_profile(ground->map, &profile, number);
}

/// `link` is from, to, cost, profile, both ways.
uint32_t map_link(glue_ground *ground, const uint32_t *link, uint32_t add)
{
    const way_map_link given = {.from = link[0],
                                .to = link[1],
                                .cost = link[2],
                                .profile = link[3],
                                .both_ways = link[4] != 0};
    return add ? way_map_add_links(ground->map, &given, 1)
               : way_map_remove_links(ground->map, &given, 1);
}

way_space *map_space(const glue_ground *ground)
{
    return ground->space;
}

uint32_t space_make(const glue_ground *ground, uint32_t profile)
{
    way_space *space = NULL;
    const way_status status = way_space_create_grid(ground->map, profile, NULL, &space);
    glue_made = space;
    return status;
}

uint32_t space_make_penalty(const glue_ground *ground, uint32_t profile, const uint8_t *penalties,
                            uint32_t unit)
{
    way_space *space = NULL;
    const way_penalty_config config = {
        .map = ground->map, .profile = profile, .penalties = penalties, .unit = unit};
    const way_status status = way_space_create_penalty(&config, &space);
    glue_made = space;
    return status;
}

void space_drop(way_space *space)
{
    way_space_destroy(space);
}

uint32_t space_find(way_space *space, const char *algorithm, uint32_t from, uint32_t to)
{
    way_path *path = calloc(1, sizeof *path);
    if (!path) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = way_find_in(space, algorithm, from, to, path);
    glue_made = path;
    if (status) {
        path_drop(path);
    }
    return status;
}

void path_drop(way_path *path)
{
    way_path_free(path);
    free(path);
}

uint32_t path_outcome(const way_path *path)
{
    return path->outcome;
}

uint32_t path_cost(const way_path *path)
{
    return path->cost;
}

const way_state *path_cells(const way_path *path, uint32_t *count)
{
    *count = path->count;
    return path->states;
}

uint32_t navigator_make(way_space *space, const char *algorithm)
{
    way_navigator *navigator = NULL;
    glue_wrong = (way_problem){0};
    const way_navigator_config config = {
        .space = space, .algorithm = algorithm, .problem = &glue_wrong};
    const way_status status = way_navigator_create(&config, &navigator);
    glue_made = navigator;
    return status;
}

uint32_t navigator_open(way_space *space, const void *bytes, size_t size)
{
    way_navigator *navigator = NULL;
    glue_wrong = (way_problem){0};
    const way_navigator_config config = {.space = space, .problem = &glue_wrong};
    const way_status status = way_navigator_open(&config, bytes, size, &navigator);
    glue_made = navigator;
    return status;
}

uint32_t navigator_save(const way_navigator *navigator)
{
    way_database *saved = calloc(1, sizeof *saved);
    if (!saved) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = way_navigator_save(navigator, NULL, saved);
    glue_made = saved;
    if (status) {
        saved_drop(saved);
    }
    return status;
}

uint32_t navigator_current(const way_navigator *navigator)
{
    return way_navigator_is_current(navigator);
}

const void *saved_bytes(const way_database *saved, uint32_t *size)
{
    *size = (uint32_t)saved->size;
    return saved->bytes;
}

void saved_drop(way_database *saved)
{
    way_database_free(saved);
    free(saved);
}

void navigator_drop(way_navigator *navigator)
{
    way_navigator_destroy(navigator);
}

uint32_t navigator_repair(way_navigator *navigator, uint32_t budget, uint32_t *done)
{
    bool current = false;
    const way_status status = way_navigator_repair(navigator, budget, &current);
    *done = current;
    return status;
}

uint32_t agent_make(way_navigator *navigator)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    const way_status status = way_agent_create(&config, &agent);
    glue_made = agent;
    return status;
}

void agent_drop(way_agent *agent)
{
    way_agent_destroy(agent);
}

uint32_t agent_begin(way_agent *agent, uint32_t start, uint32_t goal, uint32_t nearest)
{
    return way_agent_begin(
        agent, &(way_trip){.start = start, .goal = goal, .nearest_instead = nearest != 0});
}

uint32_t agent_step(way_agent *agent, uint32_t budget)
{
    return way_agent_step(agent, budget);
}

uint32_t agent_run(way_agent *agent)
{
    return way_agent_run(agent);
}

uint32_t agent_outcome(const way_agent *agent)
{
    return way_agent_outcome(agent);
}

uint32_t agent_cost(const way_agent *agent)
{
    return way_agent_cost(agent);
}

const way_state *agent_path(const way_agent *agent, uint32_t *count)
{
    return way_agent_path(agent, count);
}

uint32_t field_make(way_space *space, uint32_t backward)
{
    way_field *field = NULL;
    const way_field_config config = {.space = space, .backward = backward != 0};
    const way_status status = way_field_create(&config, &field);
    glue_made = field;
    return status;
}

void field_drop(way_field *field)
{
    way_field_destroy(field);
}

uint32_t field_begin(way_field *field, const way_state *goals, uint32_t count, uint32_t limit)
{
    return way_field_begin(field, goals, count, limit);
}

uint32_t field_step(way_field *field, uint32_t budget)
{
    return way_field_step(field, budget);
}

uint32_t field_next(const way_field *field, uint32_t state)
{
    return way_field_next(field, state);
}

uint32_t field_cost(const way_field *field, uint32_t state)
{
    return way_field_cost(field, state);
}

// Worlds ------------------------------------------------------------------------------------------

static way_unit glue_unit;

/// `numbers`: capacity, rivals; size, speed, turn, profile of each kind; fog, sight of each team.
uint32_t world_make(const glue_ground *ground, const uint32_t *numbers, uint32_t kind_count,
                    uint32_t team_count)
{
    way_world_kind kinds[WAY_WORLD_KINDS_MAX] = {{0}};
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX] = {{0}};
    if (kind_count > WAY_WORLD_KINDS_MAX || team_count > WAY_WORLD_TEAMS_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    const way_world_config config = {.map = ground->map,
                                     .kinds = kinds,
                                     .kind_count = kind_count,
                                     .teams = teams,
                                     .team_count = team_count,
                                     .rivals = numbers[1] != 0,
                                     .unit_capacity = numbers[0]};
    numbers += 2;
    for (uint32_t i = 0; i < kind_count; i++, numbers += 4) {
        kinds[i] = (way_world_kind){.size = numbers[0], .speed = numbers[1], .turn = numbers[2]};
        if (numbers[3] != 0) {
            if (!way_map_profile(ground->map, numbers[3], &profiles[i])) {
                return WAY_STATUS_NOT_FOUND;
            }
            kinds[i].profile = &profiles[i];
        }
    }
    for (uint32_t i = 0; i < team_count; i++, numbers += 2) {
        teams[i] = (way_world_team){.fog = numbers[0] != 0, .sight = numbers[1]};
    }
    way_world *world = NULL;
    const way_status status = way_world_create(&config, &world);
    glue_made = world;
    return status;
}

void world_drop(way_world *world)
{
    way_world_destroy(world);
}

uint32_t world_add(way_world *world, uint32_t cell, uint32_t kind, uint32_t team)
{
    return way_world_add(world, &(way_unit_config){.cell = cell, .kind = kind, .team = team},
                         &glue_unit);
}

way_unit world_added(void)
{
    return glue_unit;
}

uint32_t world_remove(way_world *world, way_unit unit)
{
    return way_world_remove(world, unit);
}

/// `numbers`: kind, cell, range, queued, together, formation, urgency, period, count of cells,
/// cells.
uint32_t world_order(way_world *world, const way_unit *units, uint32_t count, way_unit target,
                     const uint32_t *numbers)
{
    const way_order order = {.kind = (way_order_kind)numbers[0],
                             .cell = numbers[1],
                             .target = target,
                             .range = numbers[2],
                             .queued = numbers[3] != 0,
                             .together = numbers[4] != 0,
                             .formation = (way_formation)numbers[5],
                             .urgency = (way_urgency)numbers[6],
                             .period = numbers[7],
                             .cell_count = numbers[8],
                             .cells = numbers + 9};
    return way_world_order(world, units, count, &order);
}

uint32_t world_edit(way_world *world, const way_edit *edit)
{
    return way_world_edit(world, edit, 1);
}

uint32_t world_frame(way_world *world, uint32_t budget)
{
    return way_world_frame(world, budget);
}

uint32_t world_count(const way_world *world)
{
    return way_world_unit_count(world);
}

uint32_t world_places(const way_world *world)
{
    return way_world_place_count(world);
}

way_unit world_at(const way_world *world, uint32_t place)
{
    return way_world_unit_at(world, place);
}

/// Writes cell, goal, x, y, heading, kind, team, size, state, standing; 0 if the unit is gone.
uint32_t world_unit(const way_world *world, way_unit unit, int32_t *out)
{
    way_unit_view view;
    if (!way_world_unit(world, unit, &view)) {
        return 0;
    }
    const int32_t numbers[] = {(int32_t)view.cell,
                               (int32_t)view.goal,
                               view.x,
                               view.y,
                               view.heading,
                               view.kind,
                               view.team,
                               view.size,
                               (int32_t)view.state,
                               (int32_t)view.standing};
    memcpy(out, numbers, sizeof numbers);
    return 1;
}

/// Takes the oldest event: kind, tick, unit, cell, other at bytes 0, 4, 8, 16, 24.
uint32_t world_event(way_world *world, way_world_event *out)
{
    return way_world_event_next(world, out);
}

uint64_t world_hash(const way_world *world)
{
    return way_world_hash(world);
}
