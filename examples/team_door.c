// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A door for one team: the same terrain is ground for the team that owns it and a wall for others.
#include <waymark/agent.h>
#include <waymark/ground.h>

#include <stdio.h>

enum { WALL = 0, GROUND = 1, DOOR_RED = 10, DOOR_BLUE = 11 };

#define SIDE 15u

/// Ground, and the door of one team.
static way_profile team(uint8_t door)
{
    way_profile profile = {.unit_size = 1};
    profile.weights[GROUND] = 1;
    profile.weights[door] = 1;
    return profile;
}

/// What a way through the wall costs a team; WAY_COST_MAX = none.
static way_cost cost(const way_map *map, uint32_t profile)
{
    const way_cell start = way_map_cell(map, 2, 7);
    const way_cell goal = way_map_cell(map, 12, 7);
    way_space *space = NULL;
    way_path path = {.cost = WAY_COST_MAX};
    way_status status = way_space_create_grid(map, profile, NULL, &space);
    status = status ? status : way_find_in(space, "jps", start, goal, &path);
    const bool arrived = !status && path.outcome == WAY_OUTCOME_FOUND;
    const way_cost found = arrived ? path.cost : WAY_COST_MAX;
    way_path_free(&path);
    way_space_destroy(space);
    return found;
}

int main(void)
{
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    const way_profile red = team(DOOR_RED);
    const way_profile blue = team(DOOR_BLUE);
    const way_edit edits[] = {
        {7, 0, 1, SIDE, WALL}, {7, 7, 1, 1, DOOR_RED}, {7, 0, 1, 1, DOOR_BLUE}};
    uint32_t reds = 0;
    uint32_t blues = 0;
    way_map *map = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_add_profile(map, &red, &reds);
    status = status ? status : way_map_add_profile(map, &blue, &blues);
    status = status ? status : way_map_edit(map, edits, 3);
    if (status) {
        printf("%s\n", way_status_text(status));
        return 1;
    }
    const way_cost near = cost(map, reds);
    const way_cost far = cost(map, blues);
    printf("red walks straight through: %u; blue goes round by its own door: %u\n", near, far);

    // Red's door is taken by blue: an edit of one byte.
    const way_edit taken = {7, 7, 1, 1, DOOR_BLUE};
    status = way_map_edit(map, &taken, 1);
    const bool shut =
        !way_map_is_reachable(map, way_map_cell(map, 2, 7), way_map_cell(map, 12, 7), reds);
    printf("after blue took it: %u, and red is %s\n", cost(map, blues), shut ? "shut out" : "in");
    const bool right =
        !status && near == 10 * 408 && far > near && cost(map, blues) == near && shut;
    way_map_destroy(map);
    return right ? 0 : 1;
}
