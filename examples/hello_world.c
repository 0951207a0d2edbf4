// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The least army: six units, one order, a call per frame until all are there.
#include <waymark/waymark.h>

#include <stdio.h>

int main(void)
{
    const way_map_config config = way_map_config_default(16, 8);
    const way_world_kind kind = {.size = 1};
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 4 * 16 + 14};
    way_map *map = NULL;
    way_world *world = NULL;
    way_unit units[6];
    way_status status = way_map_create(&config, &map);
    const way_world_config army = {.map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 6};
    status = status ? status : way_world_create(&army, &world);
    for (uint32_t i = 0; !status && i < 6; i++) {
        status = way_world_add(world, &(way_unit_config){.cell = (i + 1) * 16 + 1}, &units[i]);
    }
    status = status ? status : way_world_order(world, units, 6, &go);
    for (uint32_t arrived = 0; !status && arrived < 6;) {
        status = way_world_frame(world, 1000);
        for (way_world_event event; way_world_event_next(world, &event);) {
            arrived += event.kind == WAY_WORLD_ARRIVED;
        }
    }
    printf("%s\n", status ? way_status_text(status) : "all are there");
    way_world_destroy(world);
    way_map_destroy(map);
    return status ? 1 : 0;
}
