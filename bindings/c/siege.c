// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A siege in a few dozen cells: ground of several kinds, a wall that is breached, danger, a tunnel,
// a saved database, a world of units. The programs of this name in the other folders do the same
// through their bindings and print the same.
#ifdef WAYMARK_ONE_FILE
#include "waymark.h"
#else
#include <waymark/all.h>
#endif

#include <stdio.h>
#include <stdlib.h>

#define WIDTH 48u
#define HEIGHT 16u
#define AT(x, y) ((y)*WIDTH + (x))

static const way_cell camp = AT(2, 8), keep = AT(40, 8);

/// Ends the program where a call failed.
static void check(way_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
        exit(1);
    }
}

static void draw(const way_map *map, const way_state *marks, uint32_t count)
{
    static const char ground[] = {'#', '.', '?', '~'};
    char rows[HEIGHT][WIDTH];
    for (way_cell cell = 0; cell < WIDTH * HEIGHT; cell++) {
        rows[cell / WIDTH][cell % WIDTH] = ground[way_map_terrain(map, cell)];
    }
    for (uint32_t i = 0; i < count; i++) {
        rows[marks[i] / WIDTH][marks[i] % WIDTH] = 'o';
    }
    for (uint32_t y = 0; y < HEIGHT; y++) {
        printf("%.*s\n", (int)WIDTH, rows[y]);
    }
}

/// Plain ground, a river with a bridge, a town behind a wall.
static way_map *create_ground(void)
{
    const way_map_config config = way_map_config_default(WIDTH, HEIGHT);
    const way_edit edits[] = {{12, 0, 4, 16, 3}, {12, 14, 4, 1, 1}, {32, 2, 1, 12, 0},
                              {45, 2, 1, 12, 0}, {32, 2, 14, 1, 0}, {32, 13, 14, 1, 0}};
    way_map *map = NULL;
    check(way_map_create(&config, &map));
    check(way_map_edit(map, edits, sizeof edits / sizeof *edits));
    return map;
}

/// One trip, prepared from scratch, in a space that is destroyed.
static void find(const char *name, way_space *space, const char *algorithm)
{
    way_path path = {0};
    check(way_find_in(space, algorithm, camp, keep, &path));
    printf("%s: %u cells, cost %u\n", name, path.count, path.cost);
    way_path_free(&path);
    way_space_destroy(space);
}

/// Those on foot wade, boats need not; a tunnel; archers above the breach.
static void scout(way_map *map)
{
    uint32_t boat = 0;
    way_space *space = NULL;
    way_profile profile = way_profile_default(1);
    profile.weights[3] = 1;
    check(way_space_create_grid(map, 1, NULL, &space));
    find("on foot", space, "astar");
    check(way_map_add_profile(map, &profile, &boat));
    check(way_space_create_grid(map, boat, NULL, &space));
    find("by boat", space, "astar");

    uint8_t danger[WIDTH * HEIGHT] = {0};
    for (uint32_t y = 5; y < 11; y++) {
        for (uint32_t x = 26; x < 36; x++) {
            danger[AT(x, y)] = 20;
        }
    }
    const way_penalty_config archers = {.map = map, .profile = 1, .penalties = danger};
    check(way_space_create_penalty(&archers, &space));
    find("under fire", space, "astar");
    const way_map_link tunnel = {
        .from = AT(20, 3), .to = AT(38, 4), .cost = 4000, .both_ways = true};
    check(way_map_add_links(map, &tunnel, 1));
    check(way_space_create_penalty(&archers, &space));
    find("by the tunnel", space, "astar");
    check(way_map_remove_links(map, &tunnel, 1));
}

/// A messenger who plans a little per frame, by a database that was saved and opened.
static void ride(const way_map *map)
{
    way_space *space = NULL;
    way_navigator *built = NULL, *opened = NULL;
    way_database saved = {0};
    way_agent *rider = NULL;
    check(way_space_create_grid(map, 1, NULL, &space));
    way_navigator_config config = {.space = space, .algorithm = "dba(sector=8)"};
    check(way_navigator_create(&config, &built));
    check(way_navigator_save(built, NULL, &saved));
    config.algorithm = NULL;
    check(way_navigator_open(&config, saved.bytes, saved.size, &opened));
    check(way_agent_create(&(way_agent_config){.navigator = opened}, &rider));
    check(way_agent_begin(rider, &(way_trip){.start = camp, .goal = keep}));
    while (way_agent_step(rider, 20) == WAY_OUTCOME_WORKING) {
        // the next frame
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(rider, &count);
    printf("the messenger: cost %u\n", way_agent_cost(rider));
    draw(map, path, count);
    way_agent_destroy(rider);
    way_navigator_destroy(opened);
    way_navigator_destroy(built);
    way_database_free(&saved);
    way_space_destroy(space);
}

/// Everybody through the breach, which is all that one call per frame does.
static void storm(way_map *map)
{
    const way_world_kind soldier = {.size = 1};
    const way_world_config config = {
        .map = map, .kinds = &soldier, .kind_count = 1, .unit_capacity = 12};
    way_world *world = NULL;
    way_unit army[12];
    way_state places[12];
    check(way_world_create(&config, &world));
    for (uint32_t i = 0; i < 12; i++) {
        check(way_world_add(world, &(way_unit_config){.cell = AT(20, 2 + i)}, &army[i]));
    }
    check(way_world_order(world, army, 12, &(way_order){.kind = WAY_ORDER_GO, .cell = keep}));
    for (uint32_t frame = 0; frame < 100; frame++) {
        check(way_world_frame(world, 2000));
    }
    for (uint32_t i = 0; i < 12; i++) {
        way_unit_view view;
        (void)way_world_unit(world, army[i], &view);
        places[i] = view.cell;
    }
    printf("the army:\n");
    draw(map, places, 12);
    way_world_destroy(world);
}

int main(void)
{
    way_map *map = create_ground();
    const way_edit breach = {32, 7, 1, 2, 1};
    printf("the wall stands: %s\n", way_map_is_reachable(map, camp, keep, 1) ? "a way" : "no way");
    check(way_map_edit(map, &breach, 1));
    scout(map);
    ride(map);
    storm(map);
    way_map_destroy(map);
    return 0;
}
