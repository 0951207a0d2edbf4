// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A boat, a cart and a walker on one map: three profiles, three ways. The boat is 2 x 2 cells.
#include <waymark/agent.h>
#include <waymark/ground.h>

#include <stdio.h>

enum { ROCK = 0, GRASS = 1, ROAD = 2, WATER = 3 };

#define WIDTH 24u
#define HEIGHT 12u

typedef struct kind {
    const char *name;
    way_profile profile;
    uint32_t from_y, to_y;
} kind;

static way_cost travel(way_map *map, const kind *unit)
{
    uint32_t profile = 0;
    way_space *space = NULL;
    way_path path = {.cost = WAY_COST_MAX};
    way_status status = way_map_add_profile(map, &unit->profile, &profile);
    status = status ? status : way_space_create_grid(map, profile, NULL, &space);
    status = status ? status
                    : way_find_in(space, "astar", way_map_cell(map, 1, unit->from_y),
                                  way_map_cell(map, WIDTH - 3, unit->to_y), &path);
    const bool arrived = !status && path.outcome == WAY_OUTCOME_FOUND;
    printf("%-7s %s, %u cells, cost %u\n", unit->name,
           status ? way_status_text(status) : way_outcome_text(path.outcome), path.count,
           path.cost);
    const way_cost found = arrived ? path.cost : WAY_COST_MAX;
    way_path_free(&path);
    way_space_destroy(space);
    // Nobody of this kind is left: the map need not follow its edits any more.
    return !status && way_map_remove_profile(map, profile) ? WAY_COST_MAX : found;
}

int main(void)
{
    const way_map_config config = way_map_config_default(WIDTH, HEIGHT);
    // A road along the north, a river through the middle, a ford in it.
    const way_edit edits[] = {
        {0, 1, WIDTH, 1, ROAD}, {0, 5, WIDTH, 3, WATER}, {11, 5, 2, 3, GRASS}};
    kind walker = {"walker", {.unit_size = 1, .weights = {[GRASS] = 2, [ROAD] = 2}}, 3, 10};
    kind cart = {"cart", {.unit_size = 1, .weights = {[GRASS] = 6, [ROAD] = 1}}, 3, 3};
    kind boat = {"boat", {.unit_size = 2, .weights = {[WATER] = 1}}, 6, 6};
    way_map *map = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, edits, 3);
    if (status) {
        return 1;
    }
    const way_cost walked = travel(map, &walker);
    const way_cost driven = travel(map, &cart);
    const way_cost blocked = travel(map, &boat);
    const way_edit dug = {11, 5, 2, 3, WATER};
    status = way_map_edit(map, &dug, 1);
    const way_cost sailed = travel(map, &boat);
    way_map_destroy(map);
    const bool right = walked != WAY_COST_MAX && driven < walked && blocked == WAY_COST_MAX &&
                       sailed == (WIDTH - 4) * 408;
    return !status && right ? 0 : 1;
}
