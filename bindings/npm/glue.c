// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What src/*.js calls: flat functions of numbers and pointers around the library, for WebAssembly.
// A call that can fail returns a way_status and leaves what it made where `result` says, and what
// was wrong where `problem` does. This file alone is the small module; glue_full.c adds the rest.
#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

/// Calls that the module shows.
#define GLUE(name) __attribute__((export_name(#name)))

typedef struct glue_ground {
    way_map *map;
    way_space *space; ///< of plain units
    bool borrowed;    ///< the map is somebody else's
} glue_ground;

static void *glue_made;
static way_problem glue_wrong;

/// Leaves what a call made, if it did.
static uint32_t glue_leave(way_status status, void *made)
{
    glue_made = made;
    return status;
}

GLUE(take) void *take(size_t size)
{
    return malloc(size ? size : 1);
}

GLUE(give) void give(void *pointer)
{
    free(pointer);
}

GLUE(result) void *result(void)
{
    return glue_made;
}

GLUE(problem) const char *problem(void)
{
    return glue_wrong.text;
}

GLUE(status_name) const char *status_name(uint32_t status)
{
    return way_status_name((way_status)status);
}

GLUE(status_text) const char *status_text(uint32_t status)
{
    return way_status_text((way_status)status);
}

GLUE(outcome_name) const char *outcome_name(uint32_t outcome)
{
    return way_outcome_name((way_outcome)outcome);
}

GLUE(version) const char *version(void)
{
    return way_version();
}

GLUE(algorithm_count) uint32_t algorithm_count(void)
{
    return way_algorithm_count();
}

GLUE(algorithm_text) const char *algorithm_text(uint32_t index, uint32_t what)
{
    const way_algorithm *entry = way_algorithm_at(index);
    const char *const texts[] = {entry->name, entry->title, entry->family, entry->summary};
    return texts[what];
}

GLUE(hash) uint64_t hash(const void *bytes, size_t size)
{
    return way_hash_bytes(0, bytes, size);
}

// Maps --------------------------------------------------------------------------------------------

GLUE(map_drop) void map_drop(glue_ground *ground)
{
    way_space_destroy(ground->space);
    if (!ground->borrowed) {
        way_map_destroy(ground->map);
    }
    free(ground);
}

/// A ground of a map, which it owns unless it is borrowed.
static uint32_t glue_ground_make(way_map *map, bool borrowed)
{
    glue_ground *ground = calloc(1, sizeof *ground);
    if (!ground) {
        return WAY_STATUS_NO_MEMORY;
    }
    *ground = (glue_ground){.map = map, .borrowed = borrowed};
    const way_status status = way_space_create_grid(map, 1, NULL, &ground->space);
    if (status) {
        ground->borrowed = true;
        map_drop(ground);
        return status;
    }
    return glue_leave(status, ground);
}

/// `rules`: width, height, neighbours, corners, straight and diagonal cost, floors, their height.
GLUE(map_make) uint32_t map_make(const uint32_t *rules, const uint8_t *weights)
{
    way_map_config config = way_map_config_default(rules[0], rules[1]);
    config.neighbours = (way_neighbours)rules[2];
    config.corners = (way_corners)rules[3];
    if (rules[4]) {
        config.costs = (way_cost_model){rules[4], rules[5]};
    } else if (config.neighbours != WAY_NEIGHBOURS_8) {
        config.costs = (way_cost_model){0};
    }
    config.floors = (way_floors){rules[6], rules[7]};
    config.weights = weights;
    way_map *map = NULL;
    uint32_t status = way_map_create(&config, &map);
    status = status ? status : glue_ground_make(map, false);
    if (status) {
        way_map_destroy(map);
    }
    return status;
}

GLUE(map_edit) uint32_t map_edit(glue_ground *ground, const way_edit *edit)
{
    return way_map_edit(ground->map, edit, 1);
}

/// The edits that give the cells of a rectangle a weight each: one for every run of equal ones.
static way_edit *glue_runs(const uint32_t *area, const uint8_t *weights, uint32_t *count)
{
    const uint32_t width = area[2];
    const uint32_t size = width * area[3];
    *count = 0;
    for (uint32_t i = 0; i < size; i++) {
        *count += i % width == 0 || weights[i] != weights[i - 1];
    }
    way_edit *edits = malloc((*count + 1) * sizeof *edits);
    way_edit *edit = edits;
    for (uint32_t i = 0; edits && i < size; i++) {
        if (i % width == 0 || weights[i] != weights[i - 1]) {
            *edit++ = (way_edit){area[0] + i % width, area[1] + i / width, 0, 1, weights[i]};
        }
        edit[-1].width++;
    }
    return edits;
}

/// `area`: x, y, width, height, inside the map.
GLUE(map_paint)
uint32_t map_paint(glue_ground *ground, const uint32_t *area, const uint8_t *weights)
{
    uint32_t count = 0;
    way_edit *edits = glue_runs(area, weights, &count);
    const way_status status =
        edits ? way_map_edit(ground->map, edits, count) : WAY_STATUS_NO_MEMORY;
    free(edits);
    return status;
}

GLUE(map_read) uint32_t map_read(const glue_ground *ground, uint8_t *weights)
{
    const way_rect all = {0, 0, way_map_width(ground->map), way_map_height(ground->map)};
    return way_map_read(ground->map, &all, weights);
}

GLUE(map_weight) uint32_t map_weight(const glue_ground *ground, uint32_t cell)
{
    return way_map_terrain(ground->map, cell);
}

GLUE(map_hash) uint64_t map_hash(const glue_ground *ground)
{
    return way_map_hash(ground->map);
}

GLUE(map_reachable)
uint32_t map_reachable(const glue_ground *ground, uint32_t from, uint32_t to, uint32_t profile)
{
    return way_map_is_reachable(ground->map, from, to, profile);
}

GLUE(map_nearest) uint32_t map_nearest(const glue_ground *ground, uint32_t cell, uint32_t profile)
{
    return way_map_nearest_passable(ground->map, cell, profile);
}

GLUE(map_nearest_reachable)
uint32_t map_nearest_reachable(const glue_ground *ground, uint32_t from, uint32_t goal,
                               uint32_t profile)
{
    return way_map_nearest_reachable(ground->map, from, goal, profile);
}

GLUE(map_has_profile) uint32_t map_has_profile(const glue_ground *ground, uint32_t profile)
{
    way_profile found;
    return way_map_profile(ground->map, profile, &found);
}

GLUE(map_profile)
uint32_t map_profile(glue_ground *ground, uint32_t size, const uint8_t *weights, uint32_t *number)
{
    way_profile profile = way_profile_default(size);
    memcpy(profile.weights, weights, sizeof profile.weights);
    return way_map_add_profile(ground->map, &profile, number);
}

/// `link` is from, to, cost, profile, both ways.
static way_map_link glue_link(const uint32_t *link)
{
    return (way_map_link){link[0], link[1], link[2], link[3], link[4] != 0};
}

GLUE(map_link) uint32_t map_link(glue_ground *ground, const uint32_t *link, uint32_t add)
{
    const way_map_link given = glue_link(link);
    return add ? way_map_add_links(ground->map, &given, 1)
               : way_map_remove_links(ground->map, &given, 1);
}

// Spaces and paths --------------------------------------------------------------------------------

GLUE(map_space) way_space *map_space(const glue_ground *ground)
{
    return ground->space;
}

GLUE(space_make) uint32_t space_make(const glue_ground *ground, uint32_t profile)
{
    way_space *space = NULL;
    const way_status status = way_space_create_grid(ground->map, profile, NULL, &space);
    return glue_leave(status, space);
}

GLUE(space_make_penalty)
uint32_t space_make_penalty(const glue_ground *ground, uint32_t profile, const uint8_t *penalties,
                            uint32_t unit)
{
    way_space *space = NULL;
    const way_penalty_config config = {
        .map = ground->map, .profile = profile, .penalties = penalties, .unit = unit};
    const way_status status = way_space_create_penalty(&config, &space);
    return glue_leave(status, space);
}

GLUE(space_drop) void space_drop(way_space *space)
{
    way_space_destroy(space);
}

// Navigators and agents ---------------------------------------------------------------------------

GLUE(navigator_make) uint32_t navigator_make(way_space *space, const char *algorithm)
{
    way_navigator *navigator = NULL;
    glue_wrong = (way_problem){0};
    const way_navigator_config config = {
        .space = space, .algorithm = algorithm, .problem = &glue_wrong};
    const way_status status = way_navigator_create(&config, &navigator);
    return glue_leave(status, navigator);
}

GLUE(navigator_drop) void navigator_drop(way_navigator *navigator)
{
    way_navigator_destroy(navigator);
}

/// Which algorithm it is (0), and why (1).
GLUE(navigator_choice)
const char *navigator_choice(const way_navigator *navigator, uint32_t what)
{
    const way_choice choice = way_navigator_choice(navigator);
    return what ? choice.reason : choice.algorithm;
}

GLUE(navigator_current) uint32_t navigator_current(const way_navigator *navigator)
{
    return way_navigator_is_current(navigator);
}

GLUE(agent_make) uint32_t agent_make(way_navigator *navigator)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    const way_status status = way_agent_create(&config, &agent);
    return glue_leave(status, agent);
}

GLUE(agent_drop) void agent_drop(way_agent *agent)
{
    way_agent_destroy(agent);
}

/// `trip`: start, goal, mode, range, nearest instead, partial, limit, count of goals, goals.
GLUE(agent_begin) uint32_t agent_begin(way_agent *agent, const uint32_t *trip)
{
    const way_trip given = {.start = trip[0],
                            .goal = trip[1],
                            .mode = (way_goal_mode)trip[2],
                            .range = trip[3],
                            .fall_back_to_nearest = trip[4] != 0,
                            .partial = trip[5] != 0,
                            .expansion_limit = trip[6],
                            .goal_count = trip[7],
                            .goals = trip + 8};
    return way_agent_begin(agent, &given);
}

GLUE(agent_step) uint32_t agent_step(way_agent *agent, uint32_t budget)
{
    return way_agent_step(agent, budget);
}

GLUE(agent_run) uint32_t agent_run(way_agent *agent)
{
    return way_agent_run(agent);
}

GLUE(agent_cancel) void agent_cancel(way_agent *agent)
{
    way_agent_cancel(agent);
}

GLUE(agent_retarget) uint32_t agent_retarget(way_agent *agent, uint32_t goal)
{
    return way_agent_retarget(agent, goal);
}

GLUE(agent_advance) uint32_t agent_advance(way_agent *agent, uint32_t moves)
{
    return way_agent_advance(agent, moves);
}

GLUE(agent_place) uint32_t agent_place(const way_agent *agent)
{
    return way_agent_position(agent);
}

GLUE(agent_bound) uint32_t agent_bound(const way_agent *agent)
{
    return way_agent_bound_thousandths(agent);
}

GLUE(agent_outcome) uint32_t agent_outcome(const way_agent *agent)
{
    return way_agent_outcome(agent);
}

GLUE(agent_cost) uint32_t agent_cost(const way_agent *agent)
{
    return way_agent_cost(agent);
}

GLUE(agent_path) const way_state *agent_path(const way_agent *agent, uint32_t *count)
{
    return way_agent_path(agent, count);
}
