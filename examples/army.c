// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Three hundred units through two gates, one of which is built up on the way.
#include <waymark/waymark.h>

#include <stdio.h>

#define SIDE 64u
#define UNITS 300u

int main(void)
{
    const way_map_config ground = way_map_config_default(SIDE, SIDE);
    const way_edit wall[] = {{.x = 32, .y = 0, .width = 1, .height = SIDE},
                             {.x = 32, .y = 10, .width = 1, .height = 4, .weight = 1},
                             {.x = 32, .y = 50, .width = 1, .height = 4, .weight = 1}};
    const way_world_kind soldier = {.size = 1};
    way_map *map = NULL;
    way_world *world = NULL;
    way_unit units[UNITS];
    way_status status = way_map_create(&ground, &map);
    status = status ? status : way_map_edit(map, wall, 3);
    const way_world_config config = {
        .map = map, .kinds = &soldier, .kind_count = 1, .unit_capacity = UNITS};
    status = status ? status : way_world_create(&config, &world);
    for (uint32_t i = 0; !status && i < UNITS; i++) {
        const way_unit_config unit = {.cell = way_map_cell(map, 2 + i % 15, 20 + i / 15)};
        status = way_world_add(world, &unit, &units[i]);
    }
    const way_order go = {.kind = WAY_ORDER_GO, .cell = way_map_cell(map, 52, 32)};
    status = status ? status : way_world_order(world, units, UNITS, &go);

    uint32_t arrived = 0;
    uint32_t frame = 0;
    for (; !status && arrived < UNITS && frame < 1000; frame++) {
        if (frame == 20) { // the upper gate is closed for good
            status =
                way_world_edit(world, &(way_edit){.x = 32, .y = 10, .width = 1, .height = 4}, 1);
        }
        status = status ? status : way_world_frame(world, 8000);
        for (way_world_event event; way_world_event_next(world, &event);) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
        }
    }
    printf("%u of %u units arrived in %u frames\n", arrived, UNITS, frame);
    way_world_destroy(world);
    way_map_destroy(map);
    return status || arrived < UNITS ? 1 : 0;
}
