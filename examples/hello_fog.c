// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The least fog: a wall goes up where the team does not look; the unit finds it and plans again.
#include <waymark/world_more.h>

#include <stdio.h>

int main(void)
{
    const way_edit wall = {.x = 20, .y = 1, .width = 1, .height = 7};
    const way_world_kind kind = {.size = 1};
    const way_world_team team = {.fog = true, .sight_radius = 4};
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 4 * 32 + 30};
    way_map *map = NULL;
    way_world *world = NULL;
    way_unit unit = WAY_UNIT_NONE;
    way_status status = way_map_create(&(way_map_config){.width = 32, .height = 8}, &map);
    way_world_config game = {.map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 1};
    game.teams = &team;
    game.team_count = 1;
    status = status ? status : way_world_create(&game, &world);
    status = status ? status : way_world_add(world, &(way_unit_config){.cell = 4 * 32 + 1}, &unit);
    status = status ? status : way_world_order(world, &unit, 1, &go);
    status = status ? status : way_world_edit(world, &wall, 1);
    for (way_world_event event = {0}; !status && event.kind != WAY_WORLD_ARRIVED;) {
        status = way_world_frame(world, 1000);
        while (way_world_event_next(world, &event)) {
            printf("tick %u: %s\n", event.tick, way_world_event_text(event.kind));
        }
    }
    way_world_destroy(world);
    way_map_destroy(map);
    return status ? 1 : 0;
}
