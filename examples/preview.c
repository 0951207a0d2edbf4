// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The way to the cell under the pointer: a trip of an agent on the map as the team knows it, beside
// the world and without a trace in it. Each frame spends a little; an edit shows at the next begin.
#include <waymark/world_more.h>

#include <stdio.h>

int main(void)
{
    const way_world_kind kind = {.size = 1};
    const way_map_config plain = way_map_config_default(40, 30);
    way_map *map = NULL;
    way_world *world = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_unit unit = WAY_UNIT_NONE;
    way_status status = way_map_create(&plain, &map);
    const way_world_config game = {.map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 4};
    status = status == WAY_STATUS_OK ? way_world_create(&game, &world) : status;
    status = status == WAY_STATUS_OK ? way_world_add(world, &(way_unit_config){.cell = 41}, &unit)
                                     : status;
    const way_navigator_config plan = {.map = world ? way_world_team_map(world, 0) : NULL,
                                       .algorithm = "astar"};
    status = status == WAY_STATUS_OK ? way_navigator_create(&plan, &navigator) : status;
    const way_agent_config config = {.navigator = navigator};
    status = status == WAY_STATUS_OK ? way_agent_create(&config, &agent) : status;
    const uint64_t before = status == WAY_STATUS_OK ? way_world_hash(world) : 0;
    const way_trip pointed = {.start = 41, .goal = 25 * 40 + 35, .fall_back_to_nearest = true};
    status = status == WAY_STATUS_OK ? way_agent_begin(agent, &pointed) : status;
    uint32_t count = 0;
    if (status == WAY_STATUS_OK) {
        while (way_agent_step(agent, 20) == WAY_OUTCOME_WORKING) { // a frame of the game each
        }
        (void)way_agent_path(agent, &count);
        (void)printf("%u cells to the pointer, the world as it was: %s\n", count,
                     way_world_hash(world) == before ? "yes" : "no");
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_world_destroy(world);
    way_map_destroy(map);
    return status == WAY_STATUS_OK && count == 35 ? 0 : 1;
}
