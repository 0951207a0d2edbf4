// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The least there is: a map, a wall, a path around it.
#include <waymark/waymark.h>

#include <stdio.h>

int main(void)
{
    const way_map_config config = way_map_config_default(8, 8);
    const way_edit wall = {.x = 3, .y = 1, .width = 1, .height = 7};
    way_map *map = NULL;
    way_path path = {0};
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, &wall, 1);
    status = status ? status : way_find(map, "astar", 6 * 8 + 1, 6 * 8 + 6, &path);
    for (uint32_t i = 0; i < path.count; i++) {
        printf("%u,%u ", path.states[i] % 8, path.states[i] / 8);
    }
    printf("%s\n", status ? way_status_text(status) : way_outcome_text(path.outcome));
    way_path_free(&path);
    way_map_destroy(map);
    return status ? 1 : 0;
}
