// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every algorithm across one map: name, cost and hash of the path; then what a game has besides:
// profiles, links, penalties, fields, databases, a world. The programs of this name in the other
// folders print the same lines through their bindings, which is how we know that they agree.
#ifdef WAYMARK_ONE_FILE
#include "waymark.h"
#else
#include <waymark/all.h>
#endif

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 32u
#define GOAL (SIDE * SIDE - 1)
#define UNITS 16u

/// Pillars in a pattern that any language can repeat.
static void fill(uint8_t *weights)
{
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            weights[y * SIDE + x] = (x * x + 3 * y + x * y) % 7 != 1;
        }
    }
}

/// The same with mud, terrain 3, in a pattern of its own.
static void fill_mud(uint8_t *weights)
{
    fill(weights);
    for (uint32_t cell = 0; cell < SIDE * SIDE; cell++) {
        if (weights[cell] && (cell % SIDE + 2 * (cell / SIDE)) % 5 == 0) {
            weights[cell] = 3;
        }
    }
}

/// Ends the program with an error unless a path leads from the first to the last cell and, on plain
/// ground, costs what it says.
static void check_path(const char *name, const way_map *plain, const way_path *path)
{
    way_cost cost = path->cost;
    const bool whole = path->outcome == WAY_OUTCOME_FOUND && path->count > 0 &&
                       path->states[0] == 0 && path->states[path->count - 1] == GOAL;
    if (!whole || (plain && !way_path_check(plain, 1, path->states, path->count, &cost)) ||
        cost != path->cost || cost == 0) {
        fprintf(stderr,
                "%s: %s, a path of %" PRIu32 " cells that costs %" PRIu32 ", not %" PRIu32 "\n",
                name, way_outcome_text(path->outcome), path->count, cost, path->cost);
        exit(1);
    }
}

static void print_path(const char *name, const way_map *plain, const way_path *path)
{
    check_path(name, plain, path);
    printf("%s %" PRIu32 " %016" PRIx64 "\n", name, path->cost,
           way_hash_bytes(0, path->states, path->count * sizeof *path->states));
}

/// Paths of searches that need another space than the grid go straight between cells: no steps to
/// check.
static way_status walk_algorithms(const way_map *map)
{
    way_space *grid = NULL;
    way_status status = way_space_create_grid(map, 1, NULL, &grid);
    for (uint32_t i = 0; !status && i < way_algorithm_count(); i++) {
        const char *name = way_algorithm_at(i)->name;
        const bool steps = way_algorithm_suits(way_algorithm_at(i), grid);
        way_path path = {0};
        status = way_find(map, name, 0, GOAL, &path);
        if (status == WAY_STATUS_UNSUPPORTED) {
            printf("%s unsupported\n", name);
            status = WAY_STATUS_OK;
        } else if (!status &&
                   path.outcome == WAY_OUTCOME_LIMIT) { // a search with a limit of its own
            printf("%s gave up\n", name);
        } else if (!status) {
            print_path(name, steps ? map : NULL, &path);
        }
        way_path_free(&path);
    }
    way_space_destroy(grid);
    return status;
}

#ifndef WALK_ALGORITHMS_ONLY // for a library with few of them
/// Prints the path of A* through a space, which is destroyed.
static way_status walk_space(const char *name, way_status status, way_space *space)
{
    way_path path = {0};
    status = status ? status : way_find_in(space, "astar", 0, GOAL, &path);
    if (!status) {
        print_path(name, NULL, &path);
    }
    way_path_free(&path);
    way_space_destroy(space);
    return status;
}

/// For those to whom mud is as good as a road; with a tunnel; with danger in the middle.
static way_status walk_ground(way_map *map)
{
    way_profile profile = way_profile_default(1);
    profile.weights[3] = 1;
    uint32_t number = 0;
    way_space *space = NULL;
    way_status status = way_map_add_profile(map, &profile, &number);
    status = status ? status : way_space_create_grid(map, number, NULL, &space);
    status = walk_space("profile", status, space);

    const way_map_link tunnel = {
        .from = 2 * SIDE + 2, .to = 27 * SIDE + 29, .cost = 500, .both_ways = true};
    space = NULL;
    status = status ? status : way_map_add_links(map, &tunnel, 1);
    status = status ? status : way_space_create_grid(map, 1, NULL, &space);
    status = walk_space("link", status, space);
    status = status ? status : way_map_remove_links(map, &tunnel, 1);

    uint8_t penalties[SIDE * SIDE];
    for (uint32_t cell = 0; cell < SIDE * SIDE; cell++) {
        penalties[cell] = cell % SIDE > 12 && cell % SIDE < 20 && cell / SIDE < 24 ? 9 : 0;
    }
    const way_penalty_config danger = {.map = map, .profile = 1, .penalties = penalties};
    space = NULL;
    status = status ? status : way_space_create_penalty(&danger, &space);
    return walk_space("penalty", status, space);
}

static way_status walk_field(const way_map *map)
{
    way_space *space = NULL;
    way_field *field = NULL;
    const way_state goal = GOAL;
    way_status status = way_space_create_grid(map, 1, NULL, &space);
    status = status
                 ? status
                 : way_field_create(&(way_field_config){.space = space, .backward = true}, &field);
    status = status ? status : way_field_begin(field, &goal, 1, WAY_COST_MAX);
    if (!status) {
        way_field_run(field);
        way_state path[SIDE * SIDE];
        uint32_t count = 0;
        for (way_state at = 0; at != WAY_STATE_NONE; at = way_field_next(field, at)) {
            path[count++] = at;
        }
        printf("field %" PRIu32 " %016" PRIx64 "\n", way_field_cost(field, 0),
               way_hash_bytes(0, path, count * sizeof *path));
    }
    way_field_destroy(field);
    way_space_destroy(space);
    return status;
}

static way_status print_trip(const char *name, const way_map *map, way_navigator *navigator)
{
    way_agent *agent = NULL;
    way_status status = way_agent_create(&(way_agent_config){.navigator = navigator}, &agent);
    status = status ? status : way_agent_begin(agent, &(way_trip){.start = 0, .goal = GOAL});
    if (!status) {
        way_path path = {.outcome = way_agent_run(agent)};
        path.cost = way_agent_cost(agent);
        way_state states[SIDE * SIDE];
        const way_state *moves = way_agent_path(agent, &path.count);
        memcpy(states, moves, path.count * sizeof *moves);
        path.states = states;
        print_path(name, map, &path);
    }
    way_agent_destroy(agent);
    return status;
}

/// Built, saved, opened, and repaired after an edit.
static way_status walk_database(way_map *map)
{
    way_space *space = NULL;
    way_navigator *built = NULL, *opened = NULL;
    way_database bytes = {0};
    way_status status = way_space_create_grid(map, 1, NULL, &space);
    way_navigator_config config = {.space = space, .algorithm = "dba(sector=8)"};
    status = status ? status : way_navigator_create(&config, &built);
    status = status ? status : way_navigator_save(built, NULL, &bytes);
    if (!status) {
        printf("database %zu %016" PRIx64 "\n", bytes.size,
               way_hash_bytes(0, bytes.bytes, bytes.size));
    }
    config.algorithm = NULL;
    status = status ? status : way_navigator_open(&config, bytes.bytes, bytes.size, &opened);
    status = status ? status : print_trip("opened", map, opened);
    const way_edit wall = {.x = 8, .y = 8, .width = 10, .height = 10};
    status = status ? status : way_map_edit(map, &wall, 1);
    for (bool done = false; !status && !done;) {
        status = way_navigator_repair(opened, 100, &done);
    }
    status = status ? status : print_trip("repaired", map, opened);
    way_navigator_destroy(opened);
    way_navigator_destroy(built);
    way_database_free(&bytes);
    way_space_destroy(space);
    return status;
}

/// The first cells that are free go to the last corner, for some time.
static way_status walk_world(way_map *map)
{
    const way_world_kind kind = {.size = 1};
    const way_world_config config = {
        .map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = UNITS};
    way_world *world = NULL;
    way_unit units[UNITS];
    uint32_t count = 0;
    way_status status = way_world_create(&config, &world);
    for (way_cell cell = 0; !status && count < UNITS; cell++) {
        if (way_map_is_passable(map, cell)) {
            status = way_world_add(world, &(way_unit_config){.cell = cell}, &units[count++]);
        }
    }
    const way_order order = {.kind = WAY_ORDER_GO, .cell = GOAL};
    status = status ? status : way_world_order(world, units, UNITS, &order);
    for (uint32_t frame = 0; !status && frame < 60; frame++) {
        status = way_world_frame(world, 2000);
    }
    uint32_t arrived = 0;
    for (way_world_event event; !status && way_world_event_next(world, &event);) {
        arrived += event.kind == WAY_WORLD_ARRIVED;
    }
    if (!status) {
        printf("world %" PRIu32 " %016" PRIx64 "\n", arrived, way_world_hash(world));
    }
    way_world_destroy(world);
    return status;
}
#endif

int main(void)
{
    uint8_t weights[SIDE * SIDE];
    fill(weights);
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    way_map *map = NULL, *mud = NULL;
    way_status status = way_map_create(&config, &map);
    fill_mud(weights);
    status = status ? status : way_map_create(&config, &mud);
    status = status ? status : walk_algorithms(map);
#ifndef WALK_ALGORITHMS_ONLY
    status = status ? status : walk_ground(mud);
    status = status ? status : walk_field(mud);
    status = status ? status : walk_database(map);
    status = status ? status : walk_world(map);
#endif
    way_map_destroy(mud);
    way_map_destroy(map);
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
    }
    return status ? 1 : 0;
}
