// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What index.js calls: flat functions of numbers and pointers around the library, for WebAssembly.
// A call that can fail returns a way_status and leaves what it made, or what was wrong, where
// glue_result and glue_problem point.
#include <waymark/waymark.h>

#include <stdlib.h>

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
GLUE(hash) uint32_t hash(const way_state *states, uint32_t count, uint32_t *out);
GLUE(map_make) uint32_t map_make(uint32_t width, uint32_t height, const uint8_t *weights);
GLUE(map_drop) void map_drop(glue_ground *ground);
GLUE(map_edit) uint32_t map_edit(glue_ground *ground, const way_edit *edit);
GLUE(map_weight) uint32_t map_weight(const glue_ground *ground, uint32_t cell);
GLUE(map_reachable) uint32_t map_reachable(const glue_ground *ground, uint32_t from, uint32_t to);
GLUE(map_find)
uint32_t map_find(const glue_ground *ground, const char *algorithm, uint32_t from, uint32_t to);
GLUE(path_drop) void path_drop(way_path *path);
GLUE(path_outcome) uint32_t path_outcome(const way_path *path);
GLUE(path_cost) uint32_t path_cost(const way_path *path);
GLUE(path_cells) const way_state *path_cells(const way_path *path, uint32_t *count);
GLUE(navigator_make) uint32_t navigator_make(glue_ground *ground, const char *algorithm);
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
GLUE(field_make) uint32_t field_make(glue_ground *ground);
GLUE(field_drop) void field_drop(way_field *field);
GLUE(field_begin) uint32_t field_begin(way_field *field, const way_state *goals, uint32_t count);
GLUE(field_step) uint32_t field_step(way_field *field, uint32_t budget);
GLUE(field_next) uint32_t field_next(const way_field *field, uint32_t state);
GLUE(field_cost) uint32_t field_cost(const way_field *field, uint32_t state);

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

uint32_t hash(const way_state *states, uint32_t count, uint32_t *out)
{
    const uint64_t sum = way_hash_bytes(0, states, count * sizeof *states);
    out[0] = (uint32_t)(sum >> 32);
    return (uint32_t)sum;
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

uint32_t map_weight(const glue_ground *ground, uint32_t cell)
{
    return way_map_weight(ground->map, cell);
}

uint32_t map_reachable(const glue_ground *ground, uint32_t from, uint32_t to)
{
    return way_map_is_reachable(ground->map, from, to, 1);
}

uint32_t map_find(const glue_ground *ground, const char *algorithm, uint32_t from, uint32_t to)
{
    way_path *path = calloc(1, sizeof *path);
    if (!path) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_status status = way_find(ground->map, algorithm, from, to, path);
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

uint32_t navigator_make(glue_ground *ground, const char *algorithm)
{
    way_navigator *navigator = NULL;
    glue_wrong = (way_problem){0};
    const way_navigator_config config = {
        .space = ground->space, .algorithm = algorithm, .problem = &glue_wrong};
    const way_status status = way_navigator_create(&config, &navigator);
    glue_made = navigator;
    return status;
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

uint32_t field_make(glue_ground *ground)
{
    way_field *field = NULL;
    const way_field_config config = {.space = ground->space, .backward = true};
    const way_status status = way_field_create(&config, &field);
    glue_made = field;
    return status;
}

void field_drop(way_field *field)
{
    way_field_destroy(field);
}

uint32_t field_begin(way_field *field, const way_state *goals, uint32_t count)
{
    return way_field_begin(field, goals, count, WAY_COST_MAX);
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
